"""Operations and schemas within the text of a page, as Markdown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from docutils import nodes

from sphinx_navapi.content.markdown.text import code
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, skip
from sphinx_navapi.doctree.nodes import navapi_block, navapi_signature
from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site


def _described(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A section of a page whose generated content is written separately."""
    if any(isinstance(child, navapi_block) for child in node.children) and len(node) == 2:
        return ()
    return writer.below(node.children)


#: Writers for pages with generated content that is written separately.
GENERATED_NODES: Mapping[str, Writer] = {
    "navapi_signature": skip,
    "navapi_block": skip,
    "navapi_description": skip,
    "navapi_shown_operation": skip,
    "section": _described,
}


class ShownNodes:
    """Writes the operations and schemas shown on *page*.

    :param find: the writer of a document for a page, by their names.
    :param change: changes addresses in texts of documents.
    """

    def __init__(
        self,
        site: Site,
        page: Page,
        find: Callable[[str, str], MarkdownWriter],
        change: Callable[[str], str | None],
    ) -> None:
        self._site = site
        self._page = page
        self._find = find
        self._change = change

    @property
    def writers(self) -> Mapping[str, Writer]:
        """Writers of nodes by their names."""
        return {
            "navapi_shown_operation": self._operation,
            "navapi_signature": self._signature,
            "navapi_block": self._block,
        }

    def _operation(self, writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        signature = next(node.findall(navapi_signature), None)
        document = signature.get("document") if signature is not None else None
        if not document:
            return writer.blocks(node.children)
        key = OperationKey(document=document, method=node["method"], path=node["path"])
        operation = self._site.operation(self._page.docname, key)
        if operation is None:
            return ()
        block = next(node.findall(navapi_block), None)
        found = self._find(document, self._page.docname)
        links = found.links(
            self._page.docname, block["directory"] if block is not None else self._page.directory
        )
        return self._changed(found.shown_operation(operation, links, writer.level + 1))

    def _changed(self, blocks: Iterable[str]) -> list[str]:
        from sphinx_navapi.content.markdown.links import change_links

        return [change_links(block, self._change) for block in blocks]

    def _signature(self, _writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        yield code(f"{node['method']} {node.get('address') or node['path']}")

    def _block(self, writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        name, docname = node["document"], self._page.docname
        if node["kind"] == "schema":
            found = self._find(name, docname)
            links = found.links(docname, node["directory"])
            shown = found.shown_schema(node["pointer"], links, writer.level + 1)
            return self._changed(shown)
        key = OperationKey(document=name, method=node["method"], path=node["path"])
        operation = self._site.operation(docname, key)
        if operation is None or node["kind"] != "samples":
            return ()
        # Its section has the heading.
        found = self._find(name, docname)
        links = found.links(docname, node["directory"])
        return list(found.shown_samples(operation, links, writer.level))[1:]
