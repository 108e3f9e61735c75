"""Overview pages of documents."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import PublishedPages, list_document, overview_digest
from sphinx_navapi.plan.site_plan import Page, PageKind


@dataclass(frozen=True, slots=True, kw_only=True)
class OverviewPage(PlannedPage):
    """The overview page of a document. :ivar directory: of its operation pages."""

    document: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page; its lists are not known yet."""
        document = sources.documents[self.document]
        return Page(
            docname=self.docname,
            title=overview_title(document),
            kind=PageKind.OVERVIEW,
            generated=True,
            description=_description(document),
            overview=self.document,
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of what it says of the document, and of its lists."""
        document = sources.documents[self.document]
        return overview_digest(document, list_document(document, page, published))


def overview_title(document: OpenApiDocument) -> str:
    """Title of the page: that of the document, else its name."""
    info = as_mapping(document.root.get("info"))
    title = " ".join((as_text(info.get("title")) or "").split())
    return title or document.name.rpartition("/")[2]


def _description(document: OpenApiDocument) -> str | None:
    """Short description of the page: the summary of the document, else its first paragraph."""
    info = as_mapping(document.root.get("info"))
    summary = as_text(info.get("summary")) or ""
    return summary.strip() or first_paragraph(as_text(info.get("description")) or "")


def first_paragraph(text: str) -> str | None:
    """The first paragraph of *text*, CommonMark, skipping headings, tables and HTML."""
    blocks = (block.strip() for block in text.split("\n\n"))
    return next((block for block in blocks if block and block[0] not in "#<|"), None)
