"""Pages that collect from all operations of a document: errors, scopes, deprecations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Final

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, error_statuses
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

ERRORS = PageKind(
    name="errors",
    content="sphinx_navapi.doctree.catalog_page:fill_errors",
    shown="It lists the errors of the operations of {document}.",
    search_label="overview",
    has_description=False,
)

#: Titles, which are translated with the interface.
_TITLES: Final = {ERRORS: message("Errors")}


@dataclass(frozen=True, slots=True, kw_only=True)
class CatalogPage(PlannedPage):
    """A page of the *kind* about the operations of a document."""

    document: str
    directory: str
    kind: PageKind

    def page(self, sources: PageSources) -> Page:
        """The page; its operations are not known yet."""
        return Page(
            docname=self.docname,
            title=_TITLES[self.kind],
            kind=self.kind,
            generated=True,
            shows={"document": self.document},
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of all operations that it may tell of, and of the links to them."""
        document = sources.documents[self.document]
        listed = [
            [str(operation.key), operation.fingerprint, docname, published.pages[docname].title]
            for operation, docname in published.listed(document, page)
        ]
        schemes = as_mapping(document.root.get("components")).get("securitySchemes")
        return digest_of([document.name, schemes, *listed])

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Whether none of *operations* has what it lists."""
        if document is None or document.is_asyncapi:
            return True
        return not any(_HAS[self.kind](document, each) for each in operations)


def _has_errors(document: OpenApiDocument, operation: Operation) -> bool:
    responses = as_mapping(as_mapping(document.at(operation.pointer)).get("responses"))
    return not operation.is_webhook and bool(
        error_statuses(status for status, each in responses.items() if isinstance(each, dict))
    )


#: Whether an operation has what the pages of a kind list.
_HAS: Final[dict[PageKind, Callable[[OpenApiDocument, Operation], bool]]] = {ERRORS: _has_errors}


def catalog_page(kind: PageKind, bound: BoundDocument) -> CatalogPage | None:
    """The page of *kind* of a document, if the navigation sets it."""
    if kind.name not in bound.catalog:
        return None
    docname = f"{bound.directory}/{kind.name}"
    return CatalogPage(docname=docname, document=bound.name, directory=bound.directory, kind=kind)


#: The kinds, each with the function that returns its page of a document.
CATALOG_KINDS: Final = {kind: partial(catalog_page, kind) for kind in _TITLES}
