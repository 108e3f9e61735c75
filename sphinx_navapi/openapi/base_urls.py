"""Servers of a document as the plan sees them: whether it has any, and those of the site."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from hashlib import blake2b
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument, Operation

#: Not a relative URL; a variable at the beginning may contain a scheme.
_ABSOLUTE = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:|\{")


def with_base_urls(document: OpenApiDocument, base_urls: tuple[str, ...]) -> OpenApiDocument:
    """*document* with the *base_urls* of the site.

    The fingerprints of operations change if their servers depend on them.
    """
    if not base_urls or not document.is_openapi:
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
    if not operation.is_webhook:
        owners.append(document.root)
    for owner in owners:
        urls = [url for server in _servers(owner) if isinstance(url := server.get("url"), str)]
        if urls:
            return () if all(map(is_absolute, urls)) else document.base_urls[:1]
    return () if operation.is_webhook else document.base_urls


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
    if not document.is_openapi or _names_server(document.root):
        return False
    return any(
        not operation.is_webhook
        and not _names_server(document.at(operation.pointer))
        and not _names_server(document.at(operation.path_pointer))
        for operation in document.operations
    )


def _names_server(owner: Any) -> bool:
    # "/" is the default of a document without servers (OpenAPI Object, `servers`).
    urls = (server.get("url") for server in _servers(owner))
    return any(isinstance(url, str) and url != "/" for url in urls)


def _servers(owner: Any) -> Iterator[Mapping[str, Any]]:
    return map(as_mapping, as_list(as_mapping(owner).get("servers")))
