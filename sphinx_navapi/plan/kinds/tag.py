"""Tag pages: the root pages of the groups that tags form."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.tags import declared_tags, described
from sphinx_navapi.plan.kinds.overview import first_paragraph
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.listed_operations import PublishedPages, list_tags, tags_digest
from sphinx_navapi.plan.metadata import single_line
from sphinx_navapi.plan.site_plan import Page, PageKind


@dataclass(frozen=True, slots=True, kw_only=True)
class TagPage(PlannedPage):
    """The page of a group. :ivar tags: their names; one of them has text."""

    document: str
    tags: tuple[str, ...]
    directory: str
    label: str

    def page(self, sources: PageSources) -> Page:
        """The page; its lists are not known yet."""
        return Page(
            docname=self.docname,
            title=single_line(self.label),
            kind=PageKind.TAG,
            generated=True,
            description=self._description(sources.documents[self.document]),
            overview=self.document,
            tags=self.tags,
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of what it says of the document, and of its lists."""
        document = sources.documents[self.document]
        return tags_digest(document, self.tags, list_tags(document, page, published))

    def _description(self, document: OpenApiDocument) -> str | None:
        """Short description of the page: the first paragraph of the tags' descriptions."""
        declared = declared_tags(document.root)
        texts = (described(declared.get(tag, (0, {}))[1]) for tag in self.tags)
        return next(filter(None, map(first_paragraph, texts)), None)
