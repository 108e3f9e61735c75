"""Pages of the tools of MCP servers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import ClassVar

from sphinx_navapi.formats.kept_values import digest_of
from sphinx_navapi.locale.interface import message
from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.plan.kinds.named_part import NamedPartPage
from sphinx_navapi.plan.kinds.planned_page import PageSources
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


def operations_of_tool(name: str, documents: Iterable[OpenApiDocument]) -> Iterator[OperationKey]:
    """The operations that servers made from an API give the tool's name: their ``operationId``."""
    for document in documents:
        yield from (each.key for each in document.operations if each.operation_id == name)


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolPage(NamedPartPage):
    """The page of a tool."""

    kind: ClassVar[PageKind] = TOOL

    def page(self, sources: PageSources) -> Page:
        """The page, with the title of the tool, else its name in words."""
        # Imported here, since few sites have such pages.
        from sphinx_navapi.arazzo.tool_lists import read_tool

        tool = read_tool(sources.documents[self.document].root, self.name)
        assert tool is not None, "its name is from there"
        return self.titled(tool.title, tool.description)

    def listing_digest(self, page: Page, sources: PageSources, published: PublishedPages) -> str:
        """The digest of its list, and of the pages of the operations of its name."""
        keys = operations_of_tool(self.name, sources.documents.values())
        digest = sources.documents[self.document].digest
        return digest_of([digest, self.name, published.titles(keys)])


def tool_pages(bound: BoundDocument) -> list[ToolPage]:
    """A page for each tool of a list that the navigation binds."""
    return ToolPage.of_names(bound.parts.tools, bound)
