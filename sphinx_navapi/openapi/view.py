"""Everything a page shows of an operation, as values that all writers share.

HTML, docutils nodes and Markdown are generated from these, without access to the document itself.
All text is as in the document: CommonMark for descriptions, plain text elsewhere; nothing is
escaped yet. Our own words are methods that take a `Wording`. Schemas stay pointers here:
`registry.SchemaRegistry` gives one level of one at a time.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from http import HTTPStatus
from typing import Any, Final

from sphinx_navapi.formats.numbers import value_text
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationFacts, OperationKey, error_statuses
from sphinx_navapi.openapi.facts import Fact, Link, StatedFact, Style, Text


class Direction(StrEnum):
    """The direction in which values are sent: requests omit read-only, responses write-only."""

    REQUEST = "request"
    RESPONSE = "response"
    BOTH = "both"


class _Missing:
    """Type of `MISSING`."""

    def __repr__(self) -> str:
        return "MISSING"

    def __reduce__(self) -> str:
        return "MISSING"


#: Marks a missing value where ``None`` is valid (``default: null``).
MISSING: Final = _Missing()


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleView:
    """An Example Object or a bare ``example``.

    :ivar value: any JSON value, or text as it would be sent; `MISSING` with *external_value*.
    :ivar made: generated from the schema because the document gives none.
    """

    name: str = ""
    summary: Text | None = None
    description: Text | None = None
    value: Any = MISSING
    external_value: str | None = None
    made: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is only a value."""
        return not (self.summary or self.description or self.external_value)


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterView:
    """A parameter, or a header of a response or a part.

    :ivar place: ``path``, ``query``, ``header``, ``cookie`` or ``querystring`` (3.2).
    :ivar schema: pointer of its schema (also below ``content``), ``None`` without.
    :ivar style: with the default of its place filled in; so is *explode*.
    :ivar content_type: if the parameter is described by ``content``.
    :ivar location: where in a message its value is (AsyncAPI).
    """

    name: str
    place: str
    pointer: str
    required: bool = False
    deprecated: bool = False
    description: Text | None = None
    schema: str | None = None
    style: str = "simple"
    explode: bool = False
    allow_reserved: bool = False
    allow_empty: bool = False
    content_type: str | None = None
    examples: tuple[ExampleView, ...] = ()
    location: str | None = None

    @property
    def identity(self) -> tuple[str, str]:
        """Name and place; names of header fields are case-insensitive."""
        return self.name.lower() if self.place == "header" else self.name, self.place

    def facts(self, types: Collection[str]) -> Iterator[Fact | Style]:
        """How its value, one of *types*, is serialized, unless that is trivial."""
        if self.location:
            yield Fact("location", (self.location,))
        elif self.content_type:
            yield Fact("media_type", (self.content_type,))
        elif "array" in types or "object" in types:
            yield Style(self.style, self.explode)
        elif self.style in ("matrix", "label"):
            # These write more than the value even for a single value.
            yield Style(self.style, explode=False)
        if self.allow_reserved:
            yield Fact("reserved")
        if self.allow_empty:
            yield Fact("may_be_empty")


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaSource:
    """A schema in a language that is shown as code. :ivar language: for highlighting."""

    schema_format: str
    text: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EncodingView:
    """Encoding Object of one property of a form or multipart body.

    :ivar is_styled: whether it sets the serialization of a value: its type is then ignored.
    """

    property_name: str
    content_type: str | None = None
    is_styled: bool = False
    style: str = "form"
    explode: bool = True
    allow_reserved: bool = False
    headers: tuple[ParameterView, ...] = ()

    @property
    def facts(self) -> tuple[Fact | Style, ...]:
        """How its value is serialized."""
        facts: list[Fact | Style] = []
        if self.content_type:
            facts.append(Fact("media_type", (self.content_type,)))
        if self.is_styled or not (facts or self.headers):
            facts.append(Style(self.style, self.explode))
        if self.allow_reserved:
            facts.append(Fact("reserved"))
        return tuple(facts)


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaTypeView:
    """A Media Type Object.

    :ivar item_schema: ``itemSchema`` of a sequential type (3.2).
    :ivar parts: encodings of parts without a name of their own (3.2): ``[0]`` is the first,
        ``[*]`` any further one; those inside a part that is multipart itself follow its name.
    :ivar source: its schema, if that is not in a JSON Schema format (AsyncAPI).
    """

    media_type: str
    pointer: str
    description: Text | None = None
    schema: str | None = None
    item_schema: str | None = None
    examples: tuple[ExampleView, ...] = ()
    encoding: tuple[EncodingView, ...] = ()
    parts: tuple[EncodingView, ...] = ()
    source: SchemaSource | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyView:
    """A Request Body Object."""

    description: Text | None = None
    required: bool = False
    content: tuple[MediaTypeView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariableView:
    """A Server Variable Object.

    :ivar default: ``None`` if it has no value. :ivar examples: only in AsyncAPI.
    """

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: Text | None = None
    examples: tuple[str, ...] = ()

    @property
    def facts(self) -> list[Fact]:
        """Its values."""
        facts = []
        if self.default is not None:
            facts.append(Fact("default", (value_text(self.default),)))
        if self.enum:
            facts.append(Fact("allowed", tuple(map(value_text, self.enum))))
        if self.examples:
            facts.append(Fact("examples" if len(self.examples) > 1 else "example", self.examples))
        return facts


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """A Server Object.

    :ivar url: template, as written. :ivar name: 3.2.
    :ivar is_assumed: the document names no server.
    :ivar facts: tags and bindings, :ivar link: external documentation (AsyncAPI).
    """

    url: str
    name: str | None = None
    description: Text | None = None
    variables: tuple[ServerVariableView, ...] = ()
    is_assumed: bool = False
    facts: tuple[StatedFact, ...] = ()
    link: Link | None = None

    @property
    def values(self) -> dict[str, str]:
        """The defaults of its variables that have one."""
        return {one.name: one.default for one in self.variables if one.default is not None}


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkView:
    """A Link Object.

    :ivar target: the operation that it leads to, if it is in this document.
    :ivar parameters: name and value or runtime expression.
    :ivar server: of the linked request, if it differs from the operation's.
    """

    name: str
    description: Text | None = None
    operation_id: str | None = None
    operation_ref: str | None = None
    target: OperationKey | None = None
    parameters: tuple[tuple[str, Any], ...] = ()
    request_body: Any = MISSING
    server: ServerView | None = None

    @property
    def reference(self) -> str:
        """The operation as the document names it."""
        return self.operation_id or self.operation_ref or ""

    @property
    def passed(self) -> list[tuple[str, str]]:
        """Name and value, as code, of the parameters passed to the operation."""
        return [(name, value_text(value)) for name, value in self.parameters]

    @property
    def body(self) -> str | None:
        """The body passed to it, likewise."""
        return None if self.request_body is MISSING else value_text(self.request_body)


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseView:
    """A Response Object, or a Message Object of AsyncAPI.

    :ivar status: ``200``, ``2XX`` or ``default``; the name of a message.
    :ivar facts: for one line, :ivar link: external documentation (AsyncAPI).
    """

    status: str
    summary: Text | None = None
    description: Text | None = None
    facts: tuple[StatedFact, ...] = ()
    headers: tuple[ParameterView, ...] = ()
    content: tuple[MediaTypeView, ...] = ()
    links: tuple[LinkView, ...] = ()
    link: Link | None = None
    is_message: bool = False

    @property
    def group(self) -> str:
        """The class of its status code, ``""`` for a message."""
        return "" if self.is_message else self.status[:1]

    def phrase(self, words: Wording) -> str:
        """The meaning of its status: the reason phrase of a code, words for a class of codes.

        ``""`` for ``default``, unknown codes and messages. Reason phrases are part of the protocol.
        """
        if self.is_message:
            return ""
        try:
            return HTTPStatus(int(self.status)).phrase
        except ValueError:
            if self.status[1:].upper() != "XX":
                return ""
        return {
            "1": words.informational, "2": words.success, "3": words.redirection,
            "4": words.client_error, "5": words.server_error,
        }.get(self.status[:1], "")  # fmt: skip

    def title(self, words: Wording, translate: Callable[[str], str]) -> str:
        """Its status, the meaning of that, and its summary if that is something else."""
        phrase, summary = self.phrase(words), translate(self.summary) if self.summary else ""
        rest = "" if summary.casefold() == phrase.casefold() else summary
        return " ".join(filter(None, (self.status, phrase, rest)))


#: Fields of an OAuth Flow Object with a URL, in display order, and their names in `Wording`.
FLOW_URLS: Final = {
    "authorizationUrl": "authorization_url", "deviceAuthorizationUrl": "device_url",
    "tokenUrl": "token_url", "refreshUrl": "refresh_url",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthFlowView:
    """An OAuth Flow Object.

    :ivar flow: ``authorizationCode``, ``clientCredentials``, …
    :ivar urls: those of `FLOW_URLS` that it has.
    """

    flow: str
    urls: tuple[tuple[str, str], ...] = ()
    scopes: tuple[tuple[str, str], ...] = ()

    def url(self, key: str) -> str | None:
        """The URL *key*."""
        return dict(self.urls).get(key)

    def addresses(self, words: Wording) -> list[tuple[str, str]]:
        """Its URLs with their labels."""
        return [(str(getattr(words, FLOW_URLS[key])), url) for key, url in self.urls]


#: Names of authentication mechanisms of AsyncAPI, which are not translated.
_MECHANISMS: Final = {
    "X509": "X.509", "plain": "SASL/PLAIN", "scramSha256": "SASL/SCRAM-SHA-256",
    "scramSha512": "SASL/SCRAM-SHA-512", "gssapi": "SASL/GSSAPI",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementView:
    """A scheme of a Security Requirement, with the data of its Security Scheme Object.

    :ivar scheme: name of the scheme.
    :ivar type: ``apiKey``, ``http``, ``mutualTLS``, ``oauth2``, ``openIdConnect``, or a type of
        AsyncAPI; ``""`` if the scheme is not declared.
    :ivar scopes: required scope (or role) and its description.
    :ivar place: ``query``, ``header`` or ``cookie`` of an API key, *name* its name.
    :ivar metadata_url: of an authorization server (RFC 8414; 3.2).
    :ivar default: ``x-default`` of a key or bearer token, the initial value of the field.
    :ivar over_http: ``False`` in AsyncAPI: how other protocols send a token is up to them.
    """

    scheme: str
    type: str = ""
    description: Text | None = None
    scopes: tuple[tuple[str, Text | None], ...] = ()
    name: str | None = None
    place: str | None = None
    http_scheme: str | None = None
    bearer_format: str | None = None
    openid_url: str | None = None
    metadata_url: str | None = None
    default: str | None = None
    flows: tuple[OAuthFlowView, ...] = ()
    deprecated: bool = False
    over_http: bool = True

    @property
    def discovery(self) -> str | None:
        """Metadata URL of the provider or the authorization server."""
        return self.openid_url or self.metadata_url

    @property
    def carrier(self) -> tuple[str, str] | None:
        """Place and name of what carries it in a request.

        ``None`` if it is not part of the request, or unknown.
        """
        if self.type == ("apiKey" if self.over_http else "httpApiKey") and self.name:
            return self.place or "header", self.name
        if self.type == "http" or (self.over_http and self.type in ("oauth2", "openIdConnect")):
            return "header", "Authorization"
        return None

    def kind_words(self, words: Wording) -> str:
        """The kind of security scheme in a few words."""
        if self.type == "http":
            form = f" ({self.bearer_format})" if self.bearer_format else ""
            scheme = self.http_scheme or ""
            if scheme.lower() == "bearer":
                return f"{words.bearer}{form}"
            return f"{words.http} {scheme.capitalize()}{form}".strip()
        if self.type == "apiKey" and self.place and not self.over_http:
            return f"{words.api_key} ({self.place})"
        return {
            "apiKey": words.api_key, "httpApiKey": words.api_key,
            "oauth2": words.oauth2, "openIdConnect": words.openid, "mutualTLS": words.mutual_tls,
            "userPassword": words.user_password,
            "symmetricEncryption": words.symmetric_encryption,
            "asymmetricEncryption": words.asymmetric_encryption,
            **_MECHANISMS,
        }.get(self.type, self.type or words.undeclared)  # fmt: skip

    def carrier_words(self, words: Wording) -> tuple[str, str, str] | None:
        """Where it is sent, split around its name, which is code: ``("", "X-Key", " header")``."""
        if self.carrier is None:
            return None
        place, name = self.carrier
        template = {"query": words.carried_query, "cookie": words.carried_cookie}.get(
            place, words.carried_header
        )
        before, _, after = template.partition("{name}")
        return before, name, after

    def scope_words(self, words: Wording) -> str:
        """The term for its scopes."""
        return words.scopes if self.type in ("oauth2", "openIdConnect") else words.roles

    def with_urls(self, absolute: Callable[[str], str]) -> RequirementView:
        """The scheme with the results of *absolute* in place of its URLs."""

        def change(url: str | None) -> str | None:
            return absolute(url) if url else url

        flows = tuple(
            replace(flow, urls=tuple((key, absolute(url)) for key, url in flow.urls))
            for flow in self.flows
        )
        openid_url, metadata_url = change(self.openid_url), change(self.metadata_url)
        return replace(self, flows=flows, openid_url=openid_url, metadata_url=metadata_url)


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSampleView:
    """A code sample of the document, or a generated one.

    :ivar client: id of the client that wrote it, ``""`` for an author's.
    """

    language: str
    label: str
    source: str
    client: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelView:
    """A Channel Object of AsyncAPI, with the bindings of one of its operations.

    :ivar address: as written. :ivar facts: for one line.
    """

    address: str
    summary: Text | None = None
    description: Text | None = None
    facts: tuple[StatedFact, ...] = ()
    link: Link | None = None

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show besides the address."""
        return bool(self.description or self.summary or self.facts or self.link)


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationView(OperationFacts):
    """Everything that the page of an operation shows.

    The messages of a channel operation are its responses, its reply is a callback.

    :ivar http_method: the HTTP method; of a webhook or callback that of the request.
    :ivar link: external documentation.
    :ivar servers: those of the operation, path item or document, with relative URLs as written;
        ``/`` if the document has none.
    :ivar security: alternatives; an empty alternative means that none is needed; an empty tuple:
        the document requires nothing.
    :ivar callbacks: name, runtime expression and the operation that is called.
    :ivar content: Markdown of the extension object, shown before the generated part.
    :ivar facts: CommonMark of the fields that `api.extensions` shows.
    :ivar incoming: the API sends this request and the reader responds: a webhook or a callback.
        Then read-only and write-only do not depend on the direction.
    :ivar channel: of an AsyncAPI operation; :ivar protocols: of its servers.
    :ivar sends: whether the application that an AsyncAPI document describes sends the messages.
    """

    http_method: str
    summary: Text | None = None
    description: Text | None = None
    link: Link | None = None
    servers: tuple[ServerView, ...] = ()
    security: tuple[tuple[RequirementView, ...], ...] = ()
    parameters: tuple[ParameterView, ...] = ()
    body: BodyView | None = None
    responses: tuple[ResponseView, ...] = ()
    callbacks: tuple[tuple[str, str, OperationView], ...] = ()
    code_samples: tuple[CodeSampleView, ...] = ()
    content: Text | None = None
    facts: Text | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    incoming: bool = False
    channel: ChannelView | None = None
    protocols: tuple[str, ...] = ()
    sends: bool = False

    @property
    def errors(self) -> list[str]:
        """The statuses of its errors, in upper case; none if it is the reader who answers."""
        if self.incoming or self.channel:
            return []
        return error_statuses(response.status for response in self.responses)

    @property
    def address(self) -> str:
        """The text beside its method: its path, or the address of its channel."""
        return self.channel.address if self.channel else self.key.path

    @property
    def lead(self) -> str:
        """Field of `Wording`, a sentence shown first; ``""`` without."""
        if self.channel is None:
            return ""
        return "application_sends" if self.sends else "application_receives"

    @property
    def further_description(self) -> Text | None:
        """Its description, if that adds something to its summary."""
        return self.description if self.description != self.summary else None

    @property
    def request_direction(self) -> Direction:
        """The direction for the schemas of its parameters and body."""
        return Direction.BOTH if self.incoming else Direction.REQUEST

    @property
    def response_direction(self) -> Direction:
        """The direction for the schemas of its responses and their headers."""
        return Direction.BOTH if self.incoming else Direction.RESPONSE
