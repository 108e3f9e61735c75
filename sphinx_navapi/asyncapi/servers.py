"""Servers of an AsyncAPI document, and their security requirements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import product
from typing import Any

from sphinx_navapi.asyncapi.bindings import read_bindings
from sphinx_navapi.asyncapi.parts import (
    ChannelObject,
    is_version_2,
    last_key,
    link_of,
    read_object,
    referred,
    tag_facts,
    tag_names,
)
from sphinx_navapi.formats.lenient import (
    as_list,
    as_mapping,
    as_names,
    as_text,
    below,
)
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import text_at
from sphinx_navapi.openapi.security import read_requirement, read_scheme
from sphinx_navapi.openapi.view import RequirementView, ServerVariableView, ServerView

Alternatives = tuple[tuple[RequirementView, ...], ...]


def servers_of(
    document: OpenApiDocument, channel: ChannelObject
) -> tuple[tuple[str, ChannelObject], ...]:
    """Name and object of the servers of *channel*: all if it lists none."""
    named = as_list(channel.get("servers"))
    pointers = [
        below("/servers", each) if isinstance(each, str) else referred(each) or "" for each in named
    ]
    if not pointers:
        pointers = [below("/servers", name) for name in as_mapping(document.root.get("servers"))]
    parts = ((last_key(pointer), read_object(document, pointer)) for pointer in pointers)
    return tuple((name, part) for name, part in parts if part.layers[0].value)


def read_server(document: OpenApiDocument, name: str, server: ChannelObject) -> ServerView:
    """The view of *server*, with its address as one URL."""
    protocol = server.text("protocol") or ""
    url = server.text("url")
    if url is None:
        url = f"{server.text('host') or ''}{server.text('pathname') or ''}"
    if protocol and "://" not in url:
        url = f"{protocol}://{url}"
    version = server.text("protocolVersion")
    title = server.text("title") or name
    texts = (server.text("summary"), server.text("description"))
    variables, pointer = server.find("variables")
    tags = tag_facts(document, server, tag_names(document, server))
    return ServerView(
        url=url,
        name=f"{title} ({protocol} {version})" if version else title,
        description=text_at("\n\n".join(filter(None, texts)), "/servers"),
        variables=tuple(
            _variable(each, as_mapping(document.resolve(below(pointer, each)).value))
            for each in as_mapping(variables)
        ),
        facts=(*tags, *read_bindings(document, server)),
        link=link_of(document, server, "/servers"),
    )


def _variable(name: str, variable: Mapping[str, Any]) -> ServerVariableView:
    default = variable.get("default")
    return ServerVariableView(
        name=name,
        default=None if default is None else str(default),
        enum=tuple(map(str, as_list(variable.get("enum")))),
        description=text_at(as_text(variable.get("description")), "/servers"),
        examples=tuple(map(str, as_list(variable.get("examples")))),
    )


def protocols_of(servers: tuple[tuple[str, ChannelObject], ...]) -> tuple[str, ...]:
    """The protocols of *servers*, each once."""
    return as_names([part.text("protocol") for _, part in servers])


def read_alternatives(
    document: OpenApiDocument,
    operation: ChannelObject,
    servers: tuple[tuple[str, ChannelObject], ...],
) -> Alternatives:
    """The security alternatives: one of the operation's schemes, and one of a server's.

    Servers with the same requirements are merged.
    """
    own = _alternatives(document, operation)
    of_servers: dict[tuple[RequirementView, ...], None] = {}
    for _, server in servers:
        of_servers |= dict.fromkeys(_alternatives(document, server))
    if not own or not of_servers:
        return own or tuple(of_servers)
    return tuple(
        tuple(dict.fromkeys((*first, *second))) for first, second in product(of_servers, own)
    )


def _alternatives(document: OpenApiDocument, owner: ChannelObject) -> Alternatives:
    requirements, pointer = owner.find("security")
    alternatives = []
    for index, alternative in enumerate(as_list(requirements)):
        if not isinstance(alternative, dict):
            continue
        if is_version_2(document):
            alternatives.append(tuple(_named(document, alternative)))
        else:
            alternatives.append((_scheme(document, below(pointer, index)),))
    return tuple(alternatives)


def _named(document: OpenApiDocument, alternative: Mapping[str, Any]) -> Iterator[RequirementView]:
    """2.x: schemes by name, with the required scopes."""
    for name, scopes in alternative.items():
        yield read_requirement(document, name, scopes)


def _scheme(document: OpenApiDocument, pointer: str) -> RequirementView:
    """3.x: the scheme itself, usually a reference to it."""
    resolved = document.resolve(pointer)
    scheme = as_mapping(resolved.value)
    if resolved.pointer.startswith("/components/securitySchemes/"):
        return read_requirement(document, last_key(resolved.pointer), scheme.get("scopes"))
    name = as_text(scheme.get("type")) or last_key(resolved.pointer)
    return read_scheme(document, name, resolved, scheme.get("scopes"))
