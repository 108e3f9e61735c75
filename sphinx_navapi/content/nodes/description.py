"""Descriptions as stock docutils nodes, for all builders.

The tokens of `description.parse` become nodes directly: no state machine, no transforms. A
description with HTML is converted from the cleaned fragment, so that both outputs agree on what is
allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from docutils import nodes
from markdown_it.token import Token

from sphinx_navapi.formats import commonmark as description
from sphinx_navapi.formats.html_parser import LenientParser
from sphinx_navapi.links.targets import FROM_DOCUMENT

#: Lists and quotes nested more deeply than this are moved up to this level: LaTeX allows only four.
DEEPEST_NESTING = 3


def description_nodes(
    text: str, *, source: str | None = None, line: int | None = None
) -> list[nodes.Node]:
    """*text* as body elements: paragraphs, lists, tables, literal blocks; empty for blank text.

    Headings become rubrics. Nodes have no ``source`` unless the caller passes one, so that Sphinx
    leaves their translation to the caller.

    :param source: set on every element with text, with *line*.
    """
    text = text.strip()
    if not text:
        return []
    if description.is_plain(text):
        found: list[nodes.Node] = [nodes.paragraph("", text)]
    else:
        tree = _Tree()
        if description.has_raw_html(text):
            reader = _HtmlReader(tree)
            reader.feed(description.render_html(text))
            reader.close()
        else:
            _read_tokens(description.parse(text), tree)
        found = tree.finish()
    if source is not None:
        for top in found:
            for element in top.findall(nodes.TextElement):
                element.source, element.line = source, line
    return found


def inline_nodes(text: str) -> list[nodes.Node]:
    """*text* as inline elements, several blocks joined by spaces: for terms and cells."""
    found = description_nodes(text)
    inline: list[nodes.Node] = []
    for block in found:
        if inline:
            inline.append(nodes.Text(" "))
        if isinstance(block, nodes.paragraph | nodes.rubric):
            inline.extend(block.children)
        else:
            inline.append(nodes.Text(" ".join(block.astext().split())))
    return inline


class _Tree:
    """Builds nodes from events that open, add text, and close.

    Text may appear where docutils allows none (in a list item, a cell): it gets a paragraph.
    Elements may end in any order and at any time.
    """

    def __init__(self) -> None:
        self._root = nodes.container()
        self._open: list[tuple[str, nodes.Element]] = [("", self._root)]
        self._columns = 0

    @property
    def _here(self) -> nodes.Element:
        return self._open[-1][1]

    def is_open(self, name: str) -> bool:
        return any(opened == name for opened, _ in self._open)

    def finish(self) -> list[nodes.Node]:
        while len(self._open) > 1:
            self._pop()
        return [child for child in self._root.children if _is_filled(child)]

    def text(self, text: str) -> None:
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
        here = self._here
        if not isinstance(here, nodes.TextElement):
            here = self._paragraph()
        here += node
        self._open.append((name, node))

    def block(self, name: str, node: nodes.Element) -> None:
        self.close_paragraph()
        if isinstance(self._here, nodes.TextElement):
            return  # a block inside a title or a cell: its text is added there
        self._here.append(node)
        self._open.append((name, node))

    def rubric(self) -> None:
        self._make_room()
        self.block("p", nodes.rubric())

    def close(self, name: str) -> None:
        """Close the innermost element called *name*, and everything open inside it."""
        if self.is_open(name):
            while self._pop() != name:
                pass

    def close_paragraph(self) -> None:
        if self.is_open("p"):
            self.close("p")

    def start_list(self, name: str, node: nodes.Element) -> None:
        if self._depth(nodes.bullet_list, nodes.enumerated_list) >= DEEPEST_NESTING:
            self.close_paragraph()
            lists = (nodes.bullet_list, nodes.enumerated_list)
            outer = next(node for _, node in reversed(self._open) if isinstance(node, lists))
            self._open.append((name, outer))  # its items are added to the outer list
            return
        self._make_room()
        self.block(name, node)

    def start_item(self) -> None:
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self.close_paragraph()
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self.close("li")
        if not isinstance(self._here, nodes.bullet_list | nodes.enumerated_list):
            self._make_room()
            self.block("ul", nodes.bullet_list(bullet="*"))
        self.block("li", nodes.list_item())

    def start_quote(self) -> None:
        if self._depth(nodes.block_quote) < DEEPEST_NESTING:
            self._make_room()
            self.block("blockquote", nodes.block_quote())
        else:
            self.close_paragraph()
            self._open.append(("blockquote", self._here))

    def _depth(self, *kinds: type[nodes.Element]) -> int:
        return sum(isinstance(node, kinds) for _, node in self._open)

    def start_table(self) -> None:
        table = nodes.table(classes=["colwidths-auto"])
        self._make_room()
        self.block("table", table)
        group = nodes.tgroup(cols=0)
        table += group
        self._open.append(("tgroup", group))

    def start_rows(self, name: str) -> None:
        if self.is_open("table"):
            self.close("thead")
            self.close("tbody")
            self.block(name, nodes.thead() if name == "thead" else nodes.tbody())

    def start_row(self) -> None:
        if self.is_open("table"):
            self.close("tr")
            if not self.is_open("thead") and not self.is_open("tbody"):
                self.start_rows("tbody")
            self.block("tr", nodes.row())

    def start_cell(self) -> None:
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
        return name


def _is_filled(node: nodes.Node) -> bool:
    if isinstance(node, nodes.transition | nodes.table | nodes.image):
        return True
    return bool(node.astext().strip()) or next(iter(node.findall(nodes.image)), None) is not None


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
    rows = list(group.findall(nodes.row))
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


def _reference(url: str) -> nodes.TextElement:
    if not url:
        return nodes.inline()
    # Links within the site are resolved when all pages are known.
    return nodes.reference("", "", refuri=url, internal=False, **{FROM_DOCUMENT: True})


def _code_block(code: str, language: str = "") -> nodes.literal_block:
    block = nodes.literal_block(code.rstrip("\n"), code.rstrip("\n"))
    # Sphinx warns about languages unknown to Pygments; `text` is always known.
    block["language"] = language if _LANGUAGES.fullmatch(language) else "text"
    # Ellipses such as `...` in an example are syntax errors in its language.
    block["force"] = True
    return block


#: Languages of code in descriptions that Pygments knows.
_LANGUAGES = re.compile(
    r"bash|c|console|csharp|css|go|graphql|html|http|ini|java|javascript|js|json|kotlin|php"
    r"|powershell|python|ruby|rust|sh|shell|sql|swift|toml|ts|typescript|xml|yaml"
)

#: Inline elements of markdown-it and HTML with a corresponding node.
_INLINE: dict[str, type[nodes.TextElement]] = {
    "strong": nodes.strong,
    "b": nodes.strong,
    "em": nodes.emphasis,
    "i": nodes.emphasis,
    "cite": nodes.emphasis,
    "dfn": nodes.emphasis,
    "var": nodes.emphasis,
    "code": nodes.literal,
    "kbd": nodes.literal,
    "samp": nodes.literal,
    "tt": nodes.literal,
    "sub": nodes.subscript,
    "sup": nodes.superscript,
}


def _read_tokens(tokens: Iterable[Token], tree: _Tree) -> None:
    for token in tokens:
        kind = token.type
        if kind == "inline":
            _read_inline(token.children or (), tree)
        elif kind == "paragraph_close" or kind == "heading_close":
            tree.close_paragraph()
        elif kind == "heading_open":
            tree.rubric()
        elif kind == "bullet_list_open":
            tree.start_list("ul", nodes.bullet_list(bullet="*"))
        elif kind == "ordered_list_open":
            tree.start_list("ol", _numbered(str(token.attrGet("start") or "")))
        elif kind == "list_item_open":
            tree.start_item()
        elif kind == "blockquote_open":
            tree.start_quote()
        elif kind in ("fence", "code_block"):
            tree.leaf(_code_block(token.content, token.info.strip().partition(" ")[0].lower()))
        elif kind == "hr":
            tree.leaf(_rule())
        elif kind == "table_open":
            tree.start_table()
        elif kind in ("thead_open", "tbody_open"):
            tree.start_rows(token.tag)
        elif kind == "tr_open":
            tree.start_row()
        elif kind in ("th_open", "td_open"):
            tree.start_cell()
        elif kind.endswith("_close"):
            tree.close("td" if token.tag == "th" else token.tag)


def _read_inline(tokens: Iterable[Token], tree: _Tree) -> None:
    for token in tokens:
        kind = token.type
        if kind == "text":
            tree.text(token.content)
        elif kind == "softbreak":
            tree.text("\n")
        elif kind == "hardbreak":
            tree.line_break()
        elif kind == "code_inline":
            tree.leaf(nodes.literal(token.content, token.content))
        elif kind == "link_open":
            tree.inline("a", _reference(str(token.attrGet("href") or "")))
        elif kind == "image":
            tree.leaf(_image(str(token.attrGet("src") or ""), token.content))
        elif token.tag in _INLINE:
            if token.nesting == 1:
                tree.inline(token.tag, _INLINE[token.tag]())
            else:
                tree.close(token.tag)
        elif kind == "link_close":
            tree.close("a")


def _image(source: str, alt: str) -> nodes.Element:
    # Not an image node: Sphinx would fetch it for LaTeX and ePub, from any host in a document.
    reference = _reference(source)
    reference += nodes.Text(alt or source)
    return reference


def _rule() -> nodes.Element:
    # A transition may be neither first nor last, nor inside a list.
    return nodes.paragraph("", "* * *", classes=["navapi-rule"])


def _numbered(start: str) -> nodes.enumerated_list:
    numbered = nodes.enumerated_list(enumtype="arabic", prefix="", suffix=".")
    if start.isdecimal() and start != "1" and len(start) < 9:
        numbered["start"] = int(start)
    return numbered


class _HtmlReader(LenientParser):
    """Converts cleaned HTML to a tree."""

    def __init__(self, tree: _Tree) -> None:
        super().__init__()
        self._tree = tree
        self._code: list[str] | None = None
        self._tables = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        tree = self._tree
        if self._code is not None:
            return
        if tag in _INLINE:
            tree.inline(tag, _INLINE[tag]())
        elif tag == "a":
            tree.inline("a", _reference(values.get("href", "")))
        elif tag == "br":
            tree.line_break()
        elif tag == "img":
            tree.leaf(_image(values.get("src", ""), values.get("alt", "")))
        elif tag == "hr":
            tree.leaf(_rule())
        elif tag == "pre":
            self._code = []
        elif tag == "ul":
            tree.start_list(tag, nodes.bullet_list(bullet="*"))
        elif tag == "ol":
            tree.start_list(tag, _numbered(values.get("start", "")))
        elif tag == "li":
            tree.start_item()
        elif tag == "blockquote":
            tree.start_quote()
        elif tag == "table":
            self._tables += 1
            if self._tables == 1:
                tree.start_table()
        elif self._tables > 1 and tag in _TABLE_PARTS:
            tree.text(" ")  # LaTeX does not support nested tables: the text is added to the cell
        elif tag in ("thead", "tbody", "tfoot"):
            tree.start_rows("thead" if tag == "thead" else "tbody")
        elif tag == "tr":
            tree.start_row()
        elif tag in ("td", "th"):
            tree.start_cell()
        elif tag == "div" and values.get("class") == "navapi-heading":
            tree.rubric()
        elif tag in _PARAGRAPHS:
            tree.close_paragraph()

    def handle_endtag(self, tag: str) -> None:
        tree = self._tree
        if tag == "pre" and self._code is not None:
            tree.leaf(_code_block("".join(self._code)))
            self._code = None
        elif self._code is not None:
            return
        elif tag in _PARAGRAPHS:
            tree.close_paragraph()
        elif self._tables > 1 and tag in _TABLE_PARTS:
            self._tables -= tag == "table"
        elif tag == "table":
            self._tables = 0
            tree.close(tag)
        elif tag == "tfoot":
            tree.close("tbody")
        elif tag in _CLOSED:
            tree.close("td" if tag == "th" else tag)

    def handle_data(self, data: str) -> None:
        if self._code is not None:
            self._code.append(data)
        else:
            self._tree.text(data)


_PARAGRAPHS = frozenset(
    ["p", "div", "details", "summary", "dl", "dt", "dd", "figure", "figcaption", "caption"]
)
_TABLE_PARTS = frozenset(["table", "thead", "tbody", "tfoot", "tr", "td", "th"])
_CLOSED = frozenset([*_INLINE, *_TABLE_PARTS, "a", "ul", "ol", "li", "blockquote"])
