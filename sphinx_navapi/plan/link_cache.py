"""Which schema pages an operation links to, kept between builds.

Finding it walks every schema that a page shows; the answer can only change with
the operation's fingerprint. Disposable: without the file it is found again.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from pathlib import Path

from sphinx_navapi.edition import edition
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.plan.inputs import SchemaLinks
from sphinx_navapi.plan.schema_links import book_links


class LinkCache:
    """Links by fingerprint, of all documents of a site at one schema depth.

    :param book: the reader of a document's schemas, which the pages will use as well.
    """

    def __init__(
        self, path: Path, *, max_depth: int, book: Callable[[OpenApiDocument], SchemaBook]
    ) -> None:
        self._path = path
        self._book = book
        self._version = f"{edition()} {max_depth}"
        self._known = self._read()
        self._used: dict[str, list[str]] = {}

    def links(self, document: OpenApiDocument) -> SchemaLinks:
        """What `book_links` gives, asked only for what is new."""
        fingerprints = {op.pointer: op.fingerprint for op in document.operations}
        components = Fingerprinter(document, {})
        book: list[SchemaLinks] = []

        def links_of_book() -> SchemaLinks:
            if not book:
                book.append(book_links(document, book=self._book(document)))
            return book[0]

        def of_operation(pointer: str) -> Collection[str]:
            key = f"operation {fingerprints.get(pointer, document.digest + pointer)}"
            return self._get(key, lambda: links_of_book().of_operation(pointer))

        def of_schema(pointer: str) -> Collection[str]:
            # Of the component and all that it reaches, wherever else the document changed.
            key = f"schema {components.component(pointer)} {pointer}"
            return self._get(key, lambda: links_of_book().of_schema(pointer))

        return SchemaLinks(of_operation, of_schema)

    def save(self) -> None:
        """Keep what this build asked for, and nothing else."""
        if self._used == self._known:
            return
        self._path.parent.mkdir(parents=True, exist_ok=True)
        value = {"version": self._version, "links": self._used}
        self._path.write_text(json.dumps(value), "utf-8")

    def _get(self, key: str, find: Callable[[], Collection[str]]) -> Collection[str]:
        found = self._used.get(key)
        if found is None:
            found = self._known.get(key)
            self._used[key] = found = sorted(find()) if found is None else found
        return found

    def _read(self) -> dict[str, list[str]]:
        try:
            value = json.loads(self._path.read_text("utf-8"))
            known = value["links"] if value["version"] == self._version else {}
        except (OSError, ValueError, KeyError, TypeError):
            return {}
        return known if isinstance(known, dict) else {}
