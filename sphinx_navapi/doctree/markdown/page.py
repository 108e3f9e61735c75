"""A whole page as Markdown."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from docutils import nodes

from sphinx_navapi.content.markdown.text import plain
from sphinx_navapi.doctree.components import markdown_writers
from sphinx_navapi.doctree.markdown import blocks, tables
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, through
from sphinx_navapi.doctree.markdown.lines import Addresses


def _component(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A container of sphinx-design by its name, or only its content."""
    write = writer.writers.get(str(node.get("design_component", "")), through)
    return write(writer, node)


_WRITERS: Mapping[str, Writer] = {**blocks.WRITERS, **tables.WRITERS, "container": _component}


def write_page(
    doctree: nodes.document, title: str, addresses: Addresses, own: Mapping[str, Writer]
) -> str:
    """The page *doctree*, as resolved for its builder, ending in a line break.

    :param title: for a page without a heading.
    :param own: writers of nodes that need the site.
    """
    writer = BlockMarkdown(addresses)
    writer.writers = {**_WRITERS, **markdown_writers(), **own}
    text = writer.nested(doctree.children)
    if not text.startswith("# "):
        text = f"# {plain(title)}\n\n{text}"
    return f"{text.rstrip()}\n"
