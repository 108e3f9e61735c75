"""Everything a page shows of an operation, as values that all writers share.

HTML, docutils nodes and Markdown are generated from these, without access to the document itself.
All text is as in the document: CommonMark for descriptions, plain text elsewhere; nothing is
escaped yet. Schemas stay pointers here: `schema.SchemaBook` gives one level of one at a time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from sphinx_navapi.openapi.document import OperationFacts, OperationKey
from sphinx_navapi.openapi.schema.type_label import Condition, Constraint, Special, TypeLabel


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
class EnumValue:
    """One permitted value. :ivar name: from ``x-enum-varnames``."""

    value: Any
    description: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PropertyView:
    """A property of an object schema. :ivar pattern: *name* is a regular expression."""

    name: str
    schema: str
    required: bool = False
    pattern: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantsView:
    """Alternatives. :ivar kind: ``oneOf``, ``anyOf`` or ``allOf`` (parts that could not be
    merged).
    """

    kind: str
    schemas: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiscriminatorView:
    """Selects among alternatives.

    :ivar mapping: value, and pointer of the schema that it selects (``None``: unresolved); in a
        schema that merged its parent by ``allOf``, only the value that selects itself.
    :ivar default: pointer of the schema for any other value (3.2).
    """

    property_name: str
    mapping: tuple[tuple[str, str | None], ...] = ()
    default: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class SchemaView:
    """One level of a schema: the contents of its row, and the pointers of its children.

    :ivar pointer: where it was requested.
    :ivar target: pointer after following ``$ref``; its children are below it, and it is the key
        under which rendered children may be shared.
    :ivar component: name of the component schema that it is or refers to.
    :ivar label: its type, for one line: ``string <date-time>``, ``array of Pet``, ``integer |
        null``, ``one of Cat, Dog``, ``any``.
    :ivar types: JSON Schema types without ``null``.
    :ivar constraints: on values, beyond their type.
    :ivar additional: pointer of the schema of additional properties, or whether they are allowed if
        the schema says so, else ``None``.
    :ivar conditional: schemas that apply to a part or conditionally.
    :ivar merged: names of components that ``allOf`` merged into this level.
    :ivar resolved: ``False`` if a ``$ref`` is broken.
    :ivar is_titled: whether the title is beside the reference, not of the component.
    """

    pointer: str
    target: str
    component: str | None = None
    label: TypeLabel = Special.ANY
    types: tuple[str, ...] = ()
    format: str | None = None
    title: str | None = None
    description: str | None = None
    nullable: bool = False
    deprecated: bool = False
    read_only: bool = False
    write_only: bool = False
    constraints: tuple[Constraint, ...] = ()
    enum: tuple[EnumValue, ...] = ()
    const: Any = MISSING
    default: Any = MISSING
    examples: tuple[Any, ...] = ()
    external_docs: tuple[str, str] | None = None
    properties: tuple[PropertyView, ...] = ()
    additional: str | bool | None = None
    items: str | None = None
    prefix_items: tuple[str, ...] = ()
    variants: tuple[VariantsView, ...] = ()
    negated: tuple[str, ...] = ()
    conditional: tuple[Condition, ...] = ()
    discriminator: DiscriminatorView | None = None
    merged: tuple[str, ...] = ()
    resolved: bool = True
    is_titled: bool = False

    @property
    def has_children(self) -> bool:
        """Whether it has children to show below its row."""
        return bool(
            self.properties
            or isinstance(self.additional, str)
            or self.items
            or self.prefix_items
            or self.variants
            or self.negated
            or self.conditional
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleView:
    """An Example Object or a bare ``example``.

    :ivar value: any JSON value, or text as it would be sent; `MISSING` with *external_value*.
    :ivar made: generated from the schema because the document gives none.
    """

    name: str = ""
    summary: str | None = None
    description: str | None = None
    value: Any = MISSING
    external_value: str | None = None
    made: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ParameterView:
    """A parameter, or a header of a response or a part.

    :ivar place: ``path``, ``query``, ``header``, ``cookie`` or ``querystring`` (3.2).
    :ivar schema: pointer of its schema (also below ``content``), ``None`` without.
    :ivar style: with the default of its place filled in; so is *explode*.
    :ivar content_type: if the parameter is described by ``content``.
    """

    name: str
    place: str
    pointer: str
    required: bool = False
    deprecated: bool = False
    description: str | None = None
    schema: str | None = None
    style: str = "simple"
    explode: bool = False
    allow_reserved: bool = False
    allow_empty: bool = False
    content_type: str | None = None
    examples: tuple[ExampleView, ...] = ()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class MediaTypeView:
    """A Media Type Object.

    :ivar item_schema: ``itemSchema`` of a sequential type (3.2).
    :ivar parts: encodings of parts without a name of their own (3.2): ``[0]`` is the first,
        ``[*]`` any further one; those inside a part that is multipart itself follow its name.
    """

    media_type: str
    pointer: str
    description: str | None = None
    schema: str | None = None
    item_schema: str | None = None
    examples: tuple[ExampleView, ...] = ()
    encoding: tuple[EncodingView, ...] = ()
    parts: tuple[EncodingView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyView:
    """A Request Body Object."""

    description: str | None = None
    required: bool = False
    content: tuple[MediaTypeView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerVariableView:
    """A Server Variable Object. :ivar default: ``None`` if it has no value."""

    name: str
    default: str | None = None
    enum: tuple[str, ...] = ()
    description: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ServerView:
    """A Server Object. :ivar url: template, as written. :ivar name: 3.2."""

    url: str
    name: str | None = None
    description: str | None = None
    variables: tuple[ServerVariableView, ...] = ()

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
    description: str | None = None
    operation_id: str | None = None
    operation_ref: str | None = None
    target: OperationKey | None = None
    parameters: tuple[tuple[str, Any], ...] = ()
    request_body: Any = MISSING
    server: ServerView | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class ResponseView:
    """A Response Object. :ivar status: ``200``, ``2XX`` or ``default``."""

    status: str
    summary: str | None = None
    description: str | None = None
    headers: tuple[ParameterView, ...] = ()
    content: tuple[MediaTypeView, ...] = ()
    links: tuple[LinkView, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class OAuthFlowView:
    """An OAuth Flow Object. :ivar flow: ``authorizationCode``, ``clientCredentials``, …"""

    flow: str
    authorization_url: str | None = None
    token_url: str | None = None
    refresh_url: str | None = None
    device_authorization_url: str | None = None
    scopes: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class RequirementView:
    """A scheme of a Security Requirement, with the data of its Security Scheme Object.

    :ivar scheme: name of the scheme.
    :ivar type: ``apiKey``, ``http``, ``mutualTLS``, ``oauth2``, ``openIdConnect``; ``""`` if the
        scheme is not declared.
    :ivar scopes: required scope (or role) and its description.
    :ivar place: ``query``, ``header`` or ``cookie`` of an API key, *name* its name.
    :ivar metadata_url: of an authorization server (RFC 8414; 3.2).
    :ivar default: ``x-default`` of a key or bearer token, the initial value of the field.
    """

    scheme: str
    type: str = ""
    description: str | None = None
    scopes: tuple[tuple[str, str | None], ...] = ()
    name: str | None = None
    place: str | None = None
    http_scheme: str | None = None
    bearer_format: str | None = None
    openid_url: str | None = None
    metadata_url: str | None = None
    default: str | None = None
    flows: tuple[OAuthFlowView, ...] = ()
    deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeSampleView:
    """An entry of ``x-codeSamples``."""

    language: str
    label: str
    source: str


@dataclass(frozen=True, slots=True, kw_only=True)
class OperationView(OperationFacts):
    """Everything that the page of an operation shows.

    :ivar http_method: the HTTP method; of a webhook or callback that of the request.
    :ivar servers: those of the operation, path item or document, with relative URLs as written;
        ``/`` if the document has none.
    :ivar security: alternatives; an empty alternative means that none is needed; an empty tuple:
        the document requires nothing.
    :ivar callbacks: name, runtime expression and the operation that is called.
    :ivar content: Markdown of the extension object, shown before the generated part.
    :ivar facts: CommonMark of the fields that `api.extensions` shows.
    :ivar incoming: the API sends this request and the reader responds: a webhook or a callback.
        Then read-only and write-only do not depend on the direction.
    """

    http_method: str
    external_docs: tuple[str, str] | None = None
    servers: tuple[ServerView, ...] = ()
    security: tuple[tuple[RequirementView, ...], ...] = ()
    parameters: tuple[ParameterView, ...] = ()
    body: BodyView | None = None
    responses: tuple[ResponseView, ...] = ()
    callbacks: tuple[tuple[str, str, OperationView], ...] = ()
    code_samples: tuple[CodeSampleView, ...] = ()
    content: str | None = None
    facts: str | None = None
    metadata: Mapping[str, Any] = field(default_factory=dict)
    incoming: bool = False

    @property
    def request_direction(self) -> Direction:
        """The direction for the schemas of its parameters and body."""
        return Direction.BOTH if self.incoming else Direction.REQUEST

    @property
    def response_direction(self) -> Direction:
        """The direction for the schemas of its responses and their headers."""
        return Direction.BOTH if self.incoming else Direction.RESPONSE
