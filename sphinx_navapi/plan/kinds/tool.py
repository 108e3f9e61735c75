"""Pages of the tools of MCP servers."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.plan.docnames import slug
from sphinx_navapi.plan.kinds.overview import first_paragraph
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage, name_in_words
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.scopes import BoundDocument
from sphinx_navapi.plan.site_plan import Page, PageKind

TOOL = PageKind(
    name="tool",
    content="sphinx_navapi.doctree.tool_page:fill_tool",
    shown="It shows the tool {tool} of {document}.",
    counted=("tool", "tools"),
    caption=message("Tools"),
    search_label="tool",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPage(PlannedPage):
    """The page of the tool *name* of a list."""

    document: str
    name: str
    directory: str

    def page(self, sources: PageSources) -> Page:
        """The page, with the title of the tool, else its name in words."""
        # Imported here, since few sites have such pages.
        from sphinx_navapi.arazzo.tool_lists import read_tool

        tool = read_tool(sources.documents[self.document].root, self.name)
        title = " ".join((tool.title or "").split()) if tool else ""
        return Page(
            docname=self.docname,
            title=title or name_in_words(self.name),
            kind=TOOL,
            generated=True,
            description=first_paragraph(tool.description or "") if tool else None,
            shows={"document": self.document, "tool": self.name},
            directory=self.directory,
        )

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of its list, and of the pages of the operations of its name."""
        shown = [
            [docname, published.pages[docname].title]
            for document in sources.documents.values()
            for operation in document.operations
            if operation.operation_id == self.name
            for docname in published.operations.get(operation.key, ())
        ]
        return digest_of([sources.documents[self.document].digest, self.name, shown])

    def is_empty(self, document: OpenApiDocument | None, operations: Iterable[Operation]) -> bool:
        """Never: a list without tools has no page."""
        return document is None


def tool_pages(bound: BoundDocument) -> list[ToolPage]:
    """A page for each tool of a list that the navigation binds."""
    return [
        ToolPage(
            docname=f"{bound.directory}/{slug(name_in_words(name)) or 'tool'}",
            document=bound.name,
            name=name,
            directory=bound.directory,
        )
        for name in bound.parts.tools
    ]
