"""What one build knows of the site: the plan, and readers of its documents.

Lives on the project while Sphinx runs and is never pickled; worker processes are
forks and find it in memory, so no document is parsed twice.
"""

from __future__ import annotations

import gettext
from collections.abc import Callable, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx.builders import Builder

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.openapi.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema import SchemaBook
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.site_plan import Page, SitePlan

if TYPE_CHECKING:
    from sphinx_navapi.html.pages import PageContexts

Translate = Callable[[str], str]


class Site:
    """The site of one build.

    :ivar plan: replaced once, when all titles are known.
    :ivar contexts: set after reading, for builders that write a site; so are *digests*,
        of the navigation that each page shows.
    :ivar configured: whether the project has a site configuration; without one there
        is no navigation, only directives and roles.
    """

    def __init__(
        self,
        plan: SitePlan,
        *,
        builder: Builder,
        source_dir: Path,
        schema_depth: int,
        language: str | None,
        configured: bool,
    ) -> None:
        self.plan = plan
        self.builder = builder
        self.contexts: PageContexts | None = None
        self.digests: dict[str, str] = {}
        self.configured = configured
        self.source_dir = source_dir
        self.language = language
        self._schema_depth = schema_depth
        self._books: dict[str, tuple[SchemaBook, ExampleMaker]] = {}
        # Reading and writing ask for the same operation several times in a row.
        self.view = lru_cache(maxsize=4)(self._view)
        self.translator = lru_cache(maxsize=256)(self._translator)

    def page(self, docname: str) -> Page | None:
        """The page of *docname*, ``None`` for documents that are no pages of the plan."""
        return self.plan.pages.get(docname)

    def docname_of(self, file: str) -> str | None:
        """The docname of the page file *file* (relative to the source directory)."""
        return self._docnames.get(file)

    @cached_property
    def _docnames(self) -> Mapping[str, str]:
        return {page.file: name for name, page in self.plan.pages.items() if page.file}

    def document(self, name: str) -> OpenApiDocument:
        """The document called *name*.

        :raises KeyError: no usable document is called so.
        """
        return self.plan.documents[name]

    def book(self, document: str) -> SchemaBook:
        """The reader of *document*'s schemas."""
        return self._readers(document)[0]

    def examples(self, document: str) -> ExampleMaker:
        """The maker of *document*'s examples."""
        return self._readers(document)[1]

    def _readers(self, document: str) -> tuple[SchemaBook, ExampleMaker]:
        if document not in self._books:
            book = SchemaBook(self.document(document), max_depth=self._schema_depth)
            self._books[document] = (book, ExampleMaker(book))
        return self._books[document]

    def _view(self, key: OperationKey) -> OperationView | None:
        document = self.plan.documents.get(key.document)
        operation = document.operation(key.method, key.path) if document else None
        if document is None or operation is None:
            return None
        return read_operation(document, operation)

    def find_operation_page(self, key: OperationKey) -> str | None:
        """Docname of the page that shows *key*, the first of several."""
        docnames = self.plan.operation_pages.get(key, ())
        return docnames[0] if docnames else None

    def _translator(self, domain: str, directories: tuple[str, ...]) -> Translate | None:
        """What translates a message of gettext *domain*; ``None`` without a catalogue."""
        if not self.language:
            return None
        merged: dict[str, str] = {}
        for directory in reversed(directories):
            try:
                catalogue = gettext.translation(domain, directory, languages=[self.language])
            except OSError:
                continue
            messages: Mapping[str, str] = getattr(catalogue, "_catalog", {})
            merged.update({k: v for k, v in messages.items() if isinstance(k, str) and k and v})
        if not merged:
            return None
        return lambda text: merged.get(text, text)

    @cached_property
    def operation_ids(self) -> Mapping[str, tuple[OperationKey, ...]]:
        """operationId to the operations that bear it and have a page, in page order."""
        found: dict[str, list[OperationKey]] = {}
        for page in self.plan.pages.values():
            if page.operation and page.operation_id:
                keys = found.setdefault(page.operation_id, [])
                if page.operation not in keys:
                    keys.append(page.operation)
        return {name: tuple(keys) for name, keys in found.items()}
