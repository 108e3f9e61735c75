"""A site with a single document: its writers beside the one of HTML (`page_checks`)."""

from __future__ import annotations

from typing import Any

from docutils import nodes

from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.nodes.blocks import BlockNodes
from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.request.snippets import CLIENTS


def markdown_writer(content: OperationContent, **options: Any) -> MarkdownWriter:
    """The writer of ``.md`` files of that site."""
    return MarkdownWriter(content, PAGES, **options)


class StockNodes:
    """The nodes of the pages of that site."""

    def __init__(
        self,
        content: OperationContent,
        *,
        directory: str = "api-reference",
        pages: PageNames | None = None,
        words: Wording | None = None,
        **options: Any,
    ) -> None:
        words = content.wording(words or Wording())
        options |= {"clients": CLIENTS, "words": words, "printed": True}
        self._writer = MarkdownWriter(content, pages or PAGES, **options)
        self._blocks = BlockNodes(self._writer, words, directory)

    def part(self, kind: str, operation: OperationTree) -> list[nodes.Node]:
        return self._blocks.expand(self._writer.part(kind, operation))

    def schema(self, pointer: str) -> list[nodes.Node]:
        return self._blocks.expand(self._writer.schema_blocks(pointer))


def schema_docname(directory: str, component: str) -> str | None:
    """The page of a component: ``Gone`` has none."""
    return None if component == "Gone" else f"{directory}/schemas/{component}"


def operation_docname(key: OperationKey) -> str:
    return f"api-reference/{key.method.lower()}"


PAGES = PageNames(schema=schema_docname, operation=operation_docname)
