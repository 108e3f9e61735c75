"""What the plan asks of a document's servers: whether it names any, and those of the site."""

from __future__ import annotations

from dataclasses import replace
from hashlib import blake2b
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping
from sphinx_navapi.openapi.document import WEBHOOK, OpenApiDocument


def with_base_urls(document: OpenApiDocument, base_urls: tuple[str, ...]) -> OpenApiDocument:
    """*document* with the *base_urls* of the site; its fingerprints change with them."""
    if not base_urls:
        return document

    def mixed(fingerprint: str) -> str:
        text = repr((fingerprint, base_urls))
        return blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()

    return replace(
        document,
        base_urls=base_urls,
        digest=mixed(document.digest),
        operations=tuple(
            replace(operation, fingerprint=mixed(operation.fingerprint))
            for operation in document.operations
        ),
        _by_key={},
    )


def lacks_servers(document: OpenApiDocument) -> bool:
    """Whether *document* leaves it open where one of its operations is.

    A document that was fetched does not: its address is known.
    """
    if document.base_urls or document.name.startswith(("https://", "http://")):
        return False
    if _names_server(document.root):
        return False
    return any(
        operation.key.method != WEBHOOK
        and not _names_server(document.at(operation.pointer))
        and not _names_server(document.at(operation.path_pointer))
        for operation in document.operations
    )


def _names_server(owner: Any) -> bool:
    # "/" is what a document without servers means (OpenAPI Object, `servers`).
    urls = (as_mapping(server).get("url") for server in as_list(as_mapping(owner).get("servers")))
    return any(isinstance(url, str) and url != "/" for url in urls)
