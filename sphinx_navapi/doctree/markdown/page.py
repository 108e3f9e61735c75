"""A whole page as Markdown, with its tables and descriptions of objects of a program."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.content.markdown.text import code, fence, plain, table
from sphinx_navapi.doctree.components import markdown_writers
from sphinx_navapi.doctree.markdown import blocks
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, through
from sphinx_navapi.doctree.markdown.lines import BREAK, Addresses
from sphinx_navapi.formats.callout_kinds import bold

_FENCE = re.compile(r"(`{3,})[^\n]*\n(.*?)\n?\1", re.DOTALL)
_ALIGNS = {f"{prefix}{align}": align for prefix in ("text-", "align-")
           for align in ("left", "center", "right")}  # fmt: skip


def _table(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A table with one row as its head; cells of several columns or rows are followed by empty
    ones.
    """
    for title in find_nodes(node, nodes.title):
        yield writer.label(title.children)
    for group in node.children:
        if isinstance(group, nodes.tgroup):
            yield from _group(writer, group)


def _group(writer: BlockMarkdown, group: nodes.Element) -> Iterator[str]:
    parts = [part for part in group.children if isinstance(part, nodes.thead | nodes.tbody)]
    rows: list[list[str]] = []
    aligns: list[str] = []
    for part in parts:
        rows += _rows(writer, part, aligns)
    if not rows:
        return
    if not isinstance(parts[0], nodes.thead):
        rows.insert(0, [""] * len(rows[0]))
    yield table(rows, aligns)


def _rows(writer: BlockMarkdown, part: nodes.Element, aligns: list[str]) -> Iterator[list[str]]:
    taken: dict[int, int] = {}
    for row in part.children:
        if not isinstance(row, nodes.row):
            continue
        cells: list[str] = []
        entries = [entry for entry in row.children if isinstance(entry, nodes.entry)]
        while entries or taken.get(len(cells)):
            column = len(cells)
            if taken.get(column):
                taken[column] -= 1
                cells.append("")
                continue
            entry = entries.pop(0)
            width = entry.get("morecols", 0) + 1
            cells += [_cell(writer, entry), *[""] * (width - 1)]
            if entry.get("morerows"):
                taken.update(dict.fromkeys(range(column, column + width), entry["morerows"]))
            aligns += [""] * (len(cells) - len(aligns))
            align = next((_ALIGNS[name] for name in entry["classes"] if name in _ALIGNS), "")
            aligns[column] = aligns[column] or align
        yield cells


def _cell(writer: BlockMarkdown, entry: nodes.Element) -> str:
    """The content of a cell on one line; there, lines of code are separate spans."""
    text = writer.nested(entry.children)
    text = _FENCE.sub(lambda match: "\n".join(map(code, match[2].splitlines())), text)
    lines = (line.strip() for line in text.replace(BREAK, "\n").splitlines())
    return "<br>".join(line for line in lines if line)


# Objects


def _object(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    return writer.below(node.children)


def _signature(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    text = " ".join(_signature_text(node).split())
    if text:
        yield writer.heading(code(text), max(writer.level, 1))


def _signature_text(node: nodes.Element) -> str:
    """The text without links to sources."""
    parts = []
    for child in node.children:
        if isinstance(child, nodes.Element):
            # Links to sources; names are links below other nodes.
            if isinstance(child, nodes.reference) and isinstance(node, addnodes.desc_signature):
                continue
            if isinstance(child, addnodes.desc_signature_line):
                parts.append(f"{_signature_text(child)} ")
                continue
        parts.append(child.astext())
    return "".join(parts)


def _production(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield fence(node.astext().strip())


def _columns(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """The columns of a list as one list."""
    columns = (each.children for each in node.children if isinstance(each, nodes.Element))
    yield "\n".join(map(writer.nested, columns))


def _centered(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield bold(writer.line(node.children))


WRITERS: Mapping[str, Writer] = {
    "table": _table,
    "desc": _object,
    "desc_signature": _signature,
    "desc_content": through,
    "productionlist": _production,
    "centered": _centered,
    "hlist": _columns,
}


def _component(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A container of sphinx-design by its name, or only its content."""
    write = writer.writers.get(str(node.get("design_component", "")), through)
    return write(writer, node)


_WRITERS: Mapping[str, Writer] = {**blocks.WRITERS, **WRITERS, "container": _component}


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
