"""Server Objects, and the base URLs that replace them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any
from urllib.parse import urljoin

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.document import WEBHOOK, OpenApiDocument, Operation
from sphinx_navapi.openapi.facts import text_at
from sphinx_navapi.openapi.view import ServerVariableView, ServerView

#: Not a relative URL; a variable at the beginning may contain a scheme.
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|\{")


def with_base_urls(document: OpenApiDocument, base_urls: tuple[str, ...]) -> OpenApiDocument:
    """*document* with the *base_urls* of the site.

    The fingerprints of operations change if their servers depend on them.
    """
    if not base_urls or document.is_asyncapi:
        return document
    document = replace(
        document, base_urls=base_urls, digest=_mixed(document.digest, base_urls), _by_key={}
    )
    operations = []
    for operation in document.operations:
        used = used_base_urls(document, operation)
        if used:
            operation = replace(operation, fingerprint=_mixed(operation.fingerprint, used))
        operations.append(operation)
    document.operations = tuple(operations)
    return document


def used_base_urls(document: OpenApiDocument, operation: Operation) -> tuple[str, ...]:
    """The base URLs of *document* that the servers of *operation* are derived from.

    All of them if it has no server, the first if it has a relative one.
    """
    owners = [document.at(operation.pointer), document.at(operation.path_pointer)]
    if operation.key.method != WEBHOOK:
        owners.append(document.root)
    for owner in owners:
        urls = [url for server in _server_lists(owner) if isinstance(url := server.get("url"), str)]
        if urls:
            return () if all(map(is_absolute, urls)) else document.base_urls[:1]
    return () if operation.key.method == WEBHOOK else document.base_urls


def _mixed(fingerprint: str, base_urls: tuple[str, ...]) -> str:
    text = repr((fingerprint, base_urls))
    return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def is_absolute(url: str) -> bool:
    """Whether *url* of a Server Object is independent of the base URL."""
    return _ABSOLUTE.match(url.strip()) is not None


def lacks_servers(document: OpenApiDocument) -> bool:
    """Whether *document* leaves the server of one of its operations open.

    Not the case for a fetched document: its address is known.
    """
    if document.base_urls or document.name.startswith(("https://", "http://")):
        return False
    if document.is_asyncapi or _names_server(document.root):
        return False
    return any(
        operation.key.method != WEBHOOK
        and not _names_server(document.at(operation.pointer))
        and not _names_server(document.at(operation.path_pointer))
        for operation in document.operations
    )


def _names_server(owner: Any) -> bool:
    # "/" is the default of a document without servers (OpenAPI Object, `servers`).
    urls = (server.get("url") for server in _server_lists(owner))
    return any(isinstance(url, str) and url != "/" for url in urls)


def _server_lists(owner: Any) -> Iterator[Mapping[str, Any]]:
    return map(as_mapping, as_list(as_mapping(owner).get("servers")))


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
    return tuple(ServerView(url=url) for url in document.base_urls or ("/",))


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


def _servers(given: Any, base_urls: tuple[str, ...]) -> Iterator[ServerView]:
    for value in as_list(given):
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
