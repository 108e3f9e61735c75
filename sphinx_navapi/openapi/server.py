"""Server Objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urljoin

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import text_at
from sphinx_navapi.openapi.view import ServerVariableView, ServerView


def read_servers(
    document: OpenApiDocument,
    operation: Mapping[str, Any],
    path_item: Mapping[str, Any],
    *,
    inherited: bool = True,
) -> tuple[ServerView, ...]:
    """The servers of an operation: its own, else its path's, else the document's.

    If there are none, the base URLs of the site, else ``/`` (OpenAPI Object, ``servers``).

    :param inherited: whether the document's count; not for a webhook or a callback, whose receiver
        is elsewhere.
    """
    owners = (operation, path_item, document.root) if inherited else (operation, path_item)
    for owner in owners:
        servers = tuple(_servers(owner.get("servers"), document.base_urls))
        if servers:
            return servers
    if not inherited:
        return ()
    known = tuple(ServerView(url=url) for url in document.base_urls)
    return known or (ServerView(url="/", is_assumed=True),)


def read_server(document: OpenApiDocument, value: Any) -> ServerView | None:
    """The Server Object *value*, such as that of a link; ``None`` if it is invalid."""
    return next(_servers([value], document.base_urls), None)


def below_base(url: str, base: str) -> str:
    """*url* of a Server Object as an absolute URL: relative ones are resolved against *base*.

    ``/``, the default of a document without servers, is *base* itself including its path.
    """
    url = url.strip()
    if is_absolute(url):
        return url
    return base if url in ("", "/", ".", "./") else urljoin(f"{base.rstrip('/')}/", url)


def _servers(values: Any, base_urls: tuple[str, ...]) -> Iterator[ServerView]:
    for value in as_list(values):
        server = as_mapping(value)
        url = server.get("url")
        if not isinstance(url, str):
            continue
        yield ServerView(
            url=below_base(url, base_urls[0]) if base_urls else url,
            name=as_text(server.get("name")),
            description=text_at(as_text(server.get("description")), "/servers"),
            variables=tuple(
                _variable(name, as_mapping(variable))
                for name, variable in as_mapping(server.get("variables")).items()
            ),
        )


def _variable(name: str, variable: Mapping[str, Any]) -> ServerVariableView:
    allowed = map(_scalar_text, as_list(variable.get("enum")))
    enum = tuple(text for text in allowed if text is not None)
    default = _scalar_text(variable.get("default"))
    return ServerVariableView(
        name=name,
        default=next(iter(enum), None) if default is None else default,
        enum=enum,
        description=text_at(as_text(variable.get("description")), "/servers"),
    )


def _scalar_text(value: Any) -> str | None:
    """*value* as text: YAML may have read it as a number (a port)."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    return str(value)
