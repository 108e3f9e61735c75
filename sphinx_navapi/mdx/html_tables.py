"""HTML tables as docutils tables, for every builder."""

from __future__ import annotations

from typing import TypeVar

from docutils import nodes

from sphinx_navapi.mdx.context import PageContext
from sphinx_navapi.mdx.elements import Element
from sphinx_navapi.mdx.html_styles import element_classes

Part = TypeVar("Part", bound=nodes.Element)

#: Limit of a table's size: a cell must not span a million columns.
_MOST_SPANNED = 100
_MOST_COLUMNS = 200


def render_table(element: Element, context: PageContext) -> list[nodes.Node]:
    """A table; within a line, or in a cell of another table, only its content."""
    if element.inline or _is_in_cell(element):
        return context.transparent()
    head: list[nodes.row] = []
    body: list[nodes.row] = []
    beside: list[nodes.Node] = []
    title: nodes.title | None = None
    for node in context.content():
        if isinstance(node, nodes.thead):
            head += _rows(node)
        elif isinstance(node, nodes.tbody):
            body += _rows(node)
        elif isinstance(node, nodes.row):
            (body if body or not _is_heading(node) or head else head).append(node)
        elif isinstance(node, nodes.title):
            title = node
        else:
            beside.append(node)
    if not body:
        head, body = [], head
    if not body:
        return beside
    taken = [*_taken(head), *_taken(body)]
    widths = [above + _width(row) for row, above in zip((*head, *body), taken, strict=True)]
    columns = max(widths)
    for row, width in zip((*head, *body), widths, strict=True):
        row.extend(nodes.entry() for _ in range(columns - width))
    group = nodes.tgroup("", cols=columns)
    group += [nodes.colspec(colwidth=100 // columns or 1) for _ in range(columns)]
    if head:
        group += nodes.thead("", *head)
    group += nodes.tbody("", *body)
    table = nodes.table("", *([title] if title is not None else []), group)
    table["classes"] += ["colwidths-auto", *element_classes(element)]
    return [*beside, context.place(table)]


def _rows(part: nodes.Element) -> list[nodes.row]:
    return [row for row in part if isinstance(row, nodes.row)]


def _cells(row: nodes.row) -> list[nodes.entry]:
    return [cell for cell in row if isinstance(cell, nodes.entry)]


def _width(row: nodes.row) -> int:
    return sum(1 + int(cell.get("morecols", 0)) for cell in _cells(row))


def _is_heading(row: nodes.row) -> bool:
    cells = _cells(row)
    return bool(cells) and all(cell.get("navapi_heading") for cell in cells)


def _taken(rows: list[nodes.row]) -> list[int]:
    """For each row, the columns occupied by cells of rows above; cells are cut at the last row."""
    waiting: list[tuple[int, int]] = []
    taken: list[int] = []
    for index, row in enumerate(rows):
        above = sum(width for width, _ in waiting)
        taken.append(above)
        waiting = [(width, left - 1) for width, left in waiting if left > 1]
        room = _MOST_COLUMNS - above
        for cell in _cells(row):
            span = 1 + int(cell.get("morecols", 0))
            room -= span
            if room < 0:
                row.remove(cell)
                continue
            rest = min(int(cell.get("morerows", 0)), len(rows) - index - 1)
            if rest:
                cell["morerows"] = rest
                waiting.append((span, rest))
            else:
                cell.attributes.pop("morerows", None)
    return taken


def render_part(element: Element, context: PageContext) -> list[nodes.Node]:
    """The head, the body or the foot of a table."""
    if not _in_table(element):
        return context.transparent()
    kind = nodes.thead if element.name.lower() == "thead" else nodes.tbody
    rows: list[nodes.Node] = []
    beside: list[nodes.Node] = []
    for node in context.content():
        (rows if isinstance(node, nodes.row) else beside).append(node)
    return [*beside, kind("", *rows)] if rows else beside


def gather(kind: type[Part], context: PageContext) -> list[Part]:
    """The content as nodes of *kind*: others are added to the preceding one."""
    parts: list[Part] = []
    for node in context.content():
        if isinstance(node, kind):
            parts.append(node)
        elif parts:
            parts[-1].append(node)
        else:
            parts.append(kind("", node))
    return parts


def render_row(element: Element, context: PageContext) -> list[nodes.Node]:
    """A row; nodes between its cells are added to the preceding cell."""
    if not _in_table(element):
        return context.transparent()
    entries = gather(nodes.entry, context)
    return [nodes.row("", *entries)] if entries else []


def render_cell(element: Element, context: PageContext) -> list[nodes.Node]:
    """A cell, with its row and column spans."""
    if not _in_table(element):
        return context.transparent()
    entry = nodes.entry("", *context.content(), classes=element_classes(element))
    if element.name.lower() == "th":
        entry["navapi_heading"] = True
    for name, target in (("colSpan", "morecols"), ("rowSpan", "morerows")):
        span = element.number(name) or element.number(name.lower()) or 1
        if span >= 2:
            entry[target] = int(min(span, _MOST_SPANNED)) - 1
    context.place(entry)
    return [entry]


def render_caption(element: Element, context: PageContext) -> list[nodes.Node]:
    """The caption of a table."""
    content = context.content()
    if not _in_table(element):
        return content
    title = nodes.title()
    for node in content:
        title.extend(node.children if isinstance(node, nodes.paragraph) else [])
    return [context.place(title)] if len(title) else []


def _in_table(element: Element) -> bool:
    """Whether *element* is part of a table that is shown as one."""
    if element.inline:
        return False
    parts = {"thead", "tbody", "tfoot", "tr"}
    around = next((each for each in element.ancestors if each.name.lower() not in parts), None)
    return around is not None and around.name.lower() == "table" and not _is_in_cell(around)


def _is_in_cell(table: Element) -> bool:
    """Whether *table* is within another one."""
    return any(each.name.lower() == "table" for each in table.ancestors)
