"""Security requirements and servers as content."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sphinx_navapi.content.tree import Fact, Link, StatedFact, Text
from sphinx_navapi.content.value_text import value_text
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.view import (
    OAuthFlowView,
    RequirementView,
    ServerVariableView,
    ServerView,
)


@dataclass(frozen=True, slots=True)
class Flow:
    """An OAuth flow. :ivar urls: fields of `Wording` and addresses."""

    name: str
    urls: tuple[tuple[str, str], ...]

    def addresses(self, words: Wording) -> list[tuple[str, str]]:
        """The addresses with their labels."""
        return [(str(getattr(words, word)), url) for word, url in self.urls]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scheme:
    """A security scheme that a request must satisfy.

    :ivar kind: ``apiKey``, ``http``, ``mutualTLS``, ``oauth2``, ``openIdConnect``, or another word
        if the document does not declare it.
    :ivar detail: the place of an API key, the scheme of HTTP.
    :ivar carrier: place and name of what carries it in a request: ``header``, ``query`` or
        ``cookie``; ``None`` if it is not part of the request, or unknown.
    :ivar discovery: metadata URL of the provider or the authorization server.
    :ivar scopes: required scopes (or roles) and their descriptions.
    """

    name: str
    kind: str
    detail: str = ""
    bearer_format: str | None = None
    is_deprecated: bool = False
    text: Text | None = None
    carrier: tuple[str, str] | None = None
    discovery: str | None = None
    scopes: tuple[tuple[str, Text | None], ...] = ()
    flows: tuple[Flow, ...] = ()

    def kind_words(self, words: Wording) -> str:
        """The kind of security scheme in a few words."""
        if self.kind == "http":
            form = f" ({self.bearer_format})" if self.bearer_format else ""
            if self.detail.lower() == "bearer":
                return f"{words.bearer}{form}"
            return f"{words.http} {self.detail.capitalize()}{form}".strip()
        return {
            "apiKey": words.api_key,
            "oauth2": words.oauth2, "openIdConnect": words.openid, "mutualTLS": words.mutual_tls,
        }.get(self.kind, words.undeclared)  # fmt: skip

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
        return words.scopes if self.kind in ("oauth2", "openIdConnect") else words.roles


@dataclass(frozen=True, slots=True)
class Variable:
    """A variable of a server's URL."""

    name: str
    facts: tuple[Fact, ...]
    text: Text | None


@dataclass(frozen=True, slots=True)
class Server:
    """A server that requests may be sent to. :ivar facts: further facts."""

    url: str
    name: str | None
    text: Text | None
    variables: tuple[Variable, ...]
    facts: tuple[StatedFact, ...] = ()
    link: Link | None = None


def scheme_content(requirement: RequirementView, absolute: Callable[[str], str] = str) -> Scheme:
    """The content about *requirement*.

    :param absolute: makes a relative URL of it absolute.
    """
    place = f"/components/securitySchemes/{escape_pointer(requirement.scheme)}"
    discovery = requirement.openid_url or requirement.metadata_url
    detail = requirement.place if requirement.type == "apiKey" else requirement.http_scheme
    return Scheme(
        name=requirement.scheme,
        kind=requirement.type,
        detail=detail or "",
        bearer_format=requirement.bearer_format,
        is_deprecated=requirement.deprecated,
        text=_text(requirement.description, f"{place}/description"),
        carrier=_carrier(requirement),
        discovery=absolute(discovery) if discovery else None,
        scopes=tuple((scope, _text(text, f"{place}/flows")) for scope, text in requirement.scopes),
        flows=tuple(_flow(flow, absolute) for flow in requirement.flows),
    )


def _carrier(requirement: RequirementView) -> tuple[str, str] | None:
    if requirement.type == "apiKey" and requirement.name:
        return requirement.place or "header", requirement.name
    if requirement.type in ("http", "oauth2", "openIdConnect"):
        return "header", "Authorization"
    return None


def _flow(flow: OAuthFlowView, absolute: Callable[[str], str]) -> Flow:
    urls = (
        ("authorization_url", flow.authorization_url),
        ("device_url", flow.device_authorization_url),
        ("token_url", flow.token_url),
        ("refresh_url", flow.refresh_url),
    )
    return Flow(flow.flow, tuple((word, absolute(url)) for word, url in urls if url))


def server_content(server: ServerView) -> Server:
    """The content about *server*."""
    return Server(
        url=server.url,
        name=server.name,
        text=_text(server.description, "/servers"),
        variables=tuple(map(_variable, server.variables)),
    )


def _variable(variable: ServerVariableView) -> Variable:
    facts: list[Fact] = []
    if variable.default is not None:
        facts.append(Fact("default", (value_text(variable.default),)))
    if variable.enum:
        facts.append(Fact("allowed", tuple(map(value_text, variable.enum))))
    return Variable(variable.name, tuple(facts), _text(variable.description, "/servers"))


def _text(text: str | None, pointer: str) -> Text | None:
    return Text(text, pointer) if text else None
