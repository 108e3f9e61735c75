"""Pages that collect from all operations of a document: errors, scopes, deprecations."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Final

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import (
    OpenApiDocument,
    Operation,
    error_statuses,
    required_security,
)
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

SCOPES = replace(
    ERRORS,
    name="scopes",
    content="sphinx_navapi.doctree.catalog_page:fill_scopes",
    shown="It lists the scopes that the operations of {document} require.",
)
DEPRECATIONS = replace(
    ERRORS,
    name="deprecations",
    content="sphinx_navapi.doctree.catalog_page:fill_deprecations",
    shown="It lists what is deprecated in {document}.",
)

#: Titles, which are translated with the interface.
_TITLES: Final = {
    ERRORS: message("Errors"),
    SCOPES: message("Scopes"),
    DEPRECATIONS: message("Deprecations"),
}


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
        schemes = document.components("securitySchemes")
        return digest_of([document.name, schemes, *listed])

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Whether none of *operations* has what it lists."""
        if document is None or not document.is_openapi:
            return True
        return not _HAS[self.kind](document, operations)


def _has_errors(document: OpenApiDocument, operations: Iterable[Operation]) -> bool:
    for operation in operations:
        responses = as_mapping(as_mapping(document.at(operation.pointer)).get("responses"))
        statuses = (status for status, each in responses.items() if isinstance(each, dict))
        if error_statuses(statuses) and not operation.is_webhook:
            return True
    return False


def _has_scopes(document: OpenApiDocument, operations: Iterable[Operation]) -> bool:
    return any(
        isinstance(scopes, list) and scopes
        for operation in operations
        if not operation.is_webhook
        for each in required_security(document, as_mapping(document.at(operation.pointer)))
        for scopes in as_mapping(each).values()
    )


def _has_deprecations(document: OpenApiDocument, operations: Iterable[Operation]) -> bool:
    listed = list(operations)
    if any(operation.deprecated for operation in listed):
        return True
    if not _mentions_deprecated(document.root):
        return False
    # Parameters and properties have to be looked for where they are shown.
    from sphinx_navapi.openapi.operation import read_operation
    from sphinx_navapi.openapi.schema.registry import SchemaRegistry
    from sphinx_navapi.plan.deprecations import read_deprecations

    views = (read_operation(document, operation) for operation in listed)
    return bool(read_deprecations(document, views, SchemaRegistry(document)))


def _mentions_deprecated(value: Any) -> bool:
    """Whether something in *value* is marked as deprecated, be it a part or an example."""
    pending = [value]
    while pending:
        each = pending.pop()
        if isinstance(each, dict):
            if each.get("deprecated") is True:
                return True
            pending += each.values()
        elif isinstance(each, list):
            pending += each
    return False


#: Whether operations have what the pages of a kind list.
_HAS: Final[dict[PageKind, Callable[[OpenApiDocument, Iterable[Operation]], bool]]] = {
    ERRORS: _has_errors,
    SCOPES: _has_scopes,
    DEPRECATIONS: _has_deprecations,
}


def catalog_page(kind: PageKind, bound: BoundDocument) -> CatalogPage | None:
    """The page of *kind* of a document, if the navigation sets it."""
    if kind.name not in bound.catalog:
        return None
    docname = f"{bound.directory}/{kind.name}"
    return CatalogPage(docname=docname, document=bound.name, directory=bound.directory, kind=kind)


#: The kinds, each with the function that returns its page of a document.
CATALOG_KINDS: Final = {kind: partial(catalog_page, kind) for kind in _TITLES}
