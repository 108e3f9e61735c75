"""What pages link to of a document's component schemas, asked of the reader of its schemas."""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Collection, Mapping
from hashlib import blake2b
from pathlib import Path
from typing import Any

from sphinx_navapi import __version__
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.operation import schema_roots
from sphinx_navapi.openapi.schema import SchemaBook
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.plan.inputs import SchemaLinks

#: Raised when the same document may give other links than before.
_CACHE_VERSION = 1


def book_links(
    document: OpenApiDocument,
    *,
    max_depth: int = 3,
    book: SchemaBook | None = None,
    cache_dir: Path | None = None,
) -> SchemaLinks:
    """The links of *document*'s pages where they show *max_depth* levels of nested properties.

    :param book: a reader of the document's schemas with that depth, to share what it learns.
    :param cache_dir: where the links of the whole document are kept between builds.
    """
    if cache_dir is not None and document.digest:
        return _cached_links(document, max_depth, book, cache_dir)
    return _fresh_links(document, book or SchemaBook(document, max_depth=max_depth))


def _fresh_links(document: OpenApiDocument, book: SchemaBook) -> SchemaLinks:
    operations = {operation.pointer: operation for operation in document.operations}

    def of_operation(pointer: str) -> frozenset[str]:
        operation = operations.get(pointer)
        if operation is None:
            return frozenset()
        found: set[str] = set()
        for root, direction in schema_roots(document, operation):
            found |= book.deeper_components(root, direction)
        return frozenset(found)

    def of_schema(pointer: str) -> frozenset[str]:
        return book.deeper_components(pointer, Direction.BOTH)

    return SchemaLinks(of_operation, of_schema)


def _cached_links(
    document: OpenApiDocument, max_depth: int, book: SchemaBook | None, cache_dir: Path
) -> SchemaLinks:
    name = blake2b(document.name.encode("utf-8", "replace"), digest_size=12).hexdigest()
    path = cache_dir / f"links-{name}.json"
    key = [_CACHE_VERSION, __version__, document.digest, max_depth]

    def fresh() -> SchemaLinks:
        return _fresh_links(document, book or SchemaBook(document, max_depth=max_depth))

    links = _read(path, key)
    if links is None:
        links = _all_links(document, fresh())
        _write(path, {"key": key, "links": links})
    known = links

    def of_schema(pointer: str) -> Collection[str]:
        # A page file may show a schema that no operation page links to.
        return known[pointer] if pointer in known else fresh().of_schema(pointer)

    return SchemaLinks(lambda pointer: known.get(pointer, ()), of_schema)


def _all_links(document: OpenApiDocument, fresh: SchemaLinks) -> dict[str, list[str]]:
    """The links of every operation's page, and of every schema page that these need."""
    links: dict[str, list[str]] = {}
    for operation in document.operations:
        links[operation.pointer] = sorted(fresh.of_operation(operation.pointer))
    waiting = sorted({target for targets in links.values() for target in targets})
    for pointer in waiting:
        if pointer not in links:
            links[pointer] = sorted(fresh.of_schema(pointer))
            waiting += links[pointer]
    return links


def _read(path: Path, key: list[Any]) -> Mapping[str, list[str]] | None:
    """The links kept at *path* for *key*; anything odd counts as not there."""
    try:
        value = json.loads(path.read_bytes())
        if value["key"] != key:
            return None
        links = value["links"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return links if isinstance(links, dict) else None


def _write(path: Path, value: object) -> None:
    """Keep *value* at *path*, whole or not at all; a cache that cannot be written is no fault."""
    partial = path.with_name(f"{path.name}.{os.getpid()}")
    with contextlib.suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.write_text(json.dumps(value), "utf-8")
        partial.replace(path)
