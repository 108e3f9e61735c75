"""The nodes of a description, built from events in any order."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.content.doctree_parts import find_nodes

#: Lists and quotes nested more deeply than this are moved up to this level: LaTeX allows only four.
DEEPEST_NESTING = 3


class DescriptionTree:
    """Builds nodes from events that open, add text, and close.

    Text may appear where docutils allows none (in a list item, a cell): it gets a paragraph.
    Elements may end in any order and at any time.
    """

    def __init__(self) -> None:
        self._root = nodes.container()
        self._open: list[tuple[str, nodes.Element]] = [("", self._root)]

    @property
    def _here(self) -> nodes.Element:
        return self._open[-1][1]

    def is_open(self, name: str) -> bool:
        """Whether an element called *name* is open."""
        return any(opened == name for opened, _ in self._open)

    def finish(self) -> list[nodes.Node]:
        """Close everything; returns the nodes that have content."""
        while len(self._open) > 1:
            self._pop()
        return [child for child in self._root.children if _is_filled(child)]

    def text(self, text: str) -> None:
        """Add *text*, in a paragraph if nothing with text is open."""
        here = self._here
        if not isinstance(here, nodes.TextElement):
            if not text.strip():
                return
            here = self._paragraph()
            text = text.lstrip()
        here += nodes.Text(text)

    def line_break(self) -> None:
        """Convert the lines of a paragraph to a line block, which all builders support."""
        here = self._here
        if not isinstance(here, nodes.line | nodes.paragraph):
            if isinstance(here, nodes.TextElement):
                here += nodes.Text(" ")
            return
        name, _ = self._open.pop()
        if isinstance(here, nodes.paragraph):
            block: nodes.Element = nodes.line_block("", nodes.line("", "", *here.children))
            here.replace_self(block)
        else:
            assert here.parent is not None
            block = here.parent
        following = nodes.line()
        block += following
        self._open.append((name, following))

    def leaf(self, node: nodes.Element) -> None:
        """Add *node*, an inline or a body element without further content."""
        if isinstance(node, nodes.Inline):
            here = self._here
            if not isinstance(here, nodes.TextElement):
                here = self._paragraph()
            here += node
        else:
            self._make_room()
            self._here.append(node)

    def inline(self, name: str, node: nodes.TextElement) -> None:
        """Open the inline element *node*, called *name*."""
        here = self._here
        if not isinstance(here, nodes.TextElement):
            here = self._paragraph()
        here += node
        self._open.append((name, node))

    def block(self, name: str, node: nodes.Element) -> None:
        """Open the body element *node*, called *name*."""
        self.close_paragraph()
        if isinstance(self._here, nodes.TextElement):
            return  # a block inside a title or a cell: its text is added there
        self._here.append(node)
        self._open.append((name, node))

    def rubric(self) -> None:
        """Open a heading."""
        self._make_room()
        self.block("p", nodes.rubric())

    def close(self, name: str) -> None:
        """Close the innermost element called *name*, and everything open inside it."""
        if self.is_open(name):
            while self._pop() != name:
                pass

    def close_paragraph(self) -> None:
        """Close the paragraph or heading that is open."""
        if self.is_open("p"):
            self.close("p")

    def start_list(self, name: str, node: nodes.Element) -> None:
        """Open the list *node*, called *name*."""
        if self._depth(nodes.bullet_list, nodes.enumerated_list) >= DEEPEST_NESTING:
            self.close_paragraph()
            lists = (nodes.bullet_list, nodes.enumerated_list)
            outer = next(node for _, node in reversed(self._open) if isinstance(node, lists))
            self._open.append((name, outer))  # its items are added to the outer list
            return
        self._make_room()
        self.block(name, node)

    def start_item(self) -> None:
        """Open an item, in a list of its own if none is open."""
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self.close_paragraph()
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self.close("li")
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self._make_room()
            self.block("ul", nodes.bullet_list(bullet="*"))
        self.block("li", nodes.list_item())

    def start_quote(self) -> None:
        """Open a block quote."""
        if self._depth(nodes.block_quote) < DEEPEST_NESTING:
            self._make_room()
            self.block("blockquote", nodes.block_quote())
        else:
            self.close_paragraph()
            self._open.append(("blockquote", self._here))

    def start_callout(self, class_name: str) -> None:
        """Open an admonition that themes style by *class_name*."""
        self._make_room()
        self.block("callout", nodes.admonition(classes=[class_name]))

    def start_callout_title(self) -> None:
        """Open the title of the admonition."""
        if isinstance(self._here, nodes.admonition):
            self.block("p", nodes.title())

    def _depth(self, *kinds: type[nodes.Element]) -> int:
        return sum(isinstance(node, kinds) for _, node in self._open)

    def start_table(self) -> None:
        """Open a table."""
        table = nodes.table(classes=["colwidths-auto"])
        self._make_room()
        self.block("table", table)
        group = nodes.tgroup(cols=0)
        table += group
        self._open.append(("tgroup", group))

    def start_rows(self, name: str) -> None:
        """Open ``thead`` or ``tbody`` of a table."""
        if self.is_open("table"):
            self.close("thead")
            self.close("tbody")
            self.block(name, nodes.thead() if name == "thead" else nodes.tbody())

    def start_row(self) -> None:
        """Open a row of a table."""
        if self.is_open("table"):
            self.close("tr")
            if not self.is_open("thead") and not self.is_open("tbody"):
                self.start_rows("tbody")
            self.block("tr", nodes.row())

    def start_cell(self) -> None:
        """Open a cell of a table."""
        if self.is_open("table"):
            self.close("td")
            if not self.is_open("tr"):
                self.start_row()
            self.block("td", nodes.entry())

    def _make_room(self) -> None:
        """Open the required parent of a body element: an item in a list, a cell in a table."""
        self.close_paragraph()
        if isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self.start_item()
        elif isinstance(self._here, nodes.tgroup | nodes.thead | nodes.tbody | nodes.row):
            self.start_cell()

    def _paragraph(self) -> nodes.paragraph:
        self._make_room()
        paragraph = nodes.paragraph()
        self._here.append(paragraph)
        self._open.append(("p", paragraph))
        return paragraph

    def _pop(self) -> str:
        name, node = self._open.pop()
        if isinstance(node, nodes.table):
            _square(node)
        elif isinstance(node, nodes.line) and isinstance(node.parent, nodes.line_block):
            _trim(node.parent)
        elif isinstance(node, nodes.paragraph):
            _trim_end(node)
        return name


def _is_filled(node: nodes.Node) -> bool:
    if isinstance(node, nodes.transition | nodes.table | nodes.image):
        return True
    return bool(node.astext().strip()) or next(iter(node.findall(nodes.image)), None) is not None


def _trim_end(paragraph: nodes.paragraph) -> None:
    """Remove the line break before what follows in a list item."""
    last = paragraph.children[-1] if paragraph.children else None
    if isinstance(last, nodes.Text):
        paragraph.replace(last, nodes.Text(last.astext().rstrip()))


def _trim(block: nodes.Element) -> None:
    """Remove a trailing empty line, and leading blanks of lines."""
    for line in block.children:
        first = line.children[0] if line.children else None
        if isinstance(line, nodes.Element) and isinstance(first, nodes.Text):
            line.replace(first, nodes.Text(first.astext().lstrip()))


def _square(table: nodes.table) -> None:
    """Add columns and cells to *table* as docutils' writers expect."""
    group = table.children[0]
    assert isinstance(group, nodes.tgroup)
    rows = find_nodes(group, nodes.row)
    columns = max((len(row.children) for row in rows), default=0)
    if not columns:
        table.parent.remove(table)
        return
    group["cols"] = columns
    for row in rows:
        row.extend(nodes.entry() for _ in range(columns - len(row.children)))
    group.children = [part for part in group.children if part.children]
    if not any(isinstance(part, nodes.tbody) for part in group.children):
        # docutils requires a body: a table with only a head has none.
        head = group.children.pop()
        assert isinstance(head, nodes.thead)
        group += nodes.tbody("", *head.children)
    for position in range(columns):
        group.insert(position, nodes.colspec(colwidth=max(1, 100 // columns)))
