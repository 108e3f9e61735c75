"""Descriptions as stock docutils nodes, for all builders.

They are read from the cleaned HTML of pages, so that both outputs agree on what is allowed: no
state machine, no transforms.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from docutils import nodes

from sphinx_navapi.content.doctree_parts import STRUCK, checkbox, find_nodes, write_as_text
from sphinx_navapi.content.nodes.description_tree import DescriptionTree
from sphinx_navapi.formats import commonmark as description
from sphinx_navapi.formats.safe_html import LenientParser
from sphinx_navapi.links.targets import FROM_DOCUMENT


def description_nodes(
    text: str,
    say: Callable[[str], str] = str.capitalize,
    *,
    source: str | None = None,
    line: int | None = None,
) -> list[nodes.Node]:
    """*text* as body elements: paragraphs, lists, tables, literal blocks; empty for blank text.

    Headings become rubrics. Nodes have no ``source`` unless the caller passes one, so that Sphinx
    leaves their translation to the caller.

    :param say: the title of a callout without one, by its kind.
    :param source: set on every element with text, with *line*.
    """
    text = text.strip()
    if not text:
        return []
    if description.is_plain(text):
        elements: list[nodes.Node] = [nodes.paragraph("", text)]
    else:
        tree = DescriptionTree()
        reader = _HtmlReader(tree)
        reader.feed(description.render_html(text, say, languages=True))
        reader.close()
        elements = tree.finish()
    if source is not None:
        for top in elements:
            for element in find_nodes(top, nodes.TextElement):
                element.source, element.line = source, line
    return elements


def inline_nodes(text: str, say: Callable[[str], str] = str.capitalize) -> list[nodes.Node]:
    """*text* as inline elements, several blocks joined by spaces: for terms and cells."""
    elements = description_nodes(text, say)
    inline: list[nodes.Node] = []
    for block in elements:
        if inline:
            inline.append(nodes.Text(" "))
        if isinstance(block, nodes.paragraph | nodes.rubric):
            inline.extend(block.children)
        elif isinstance(block, nodes.admonition):
            inline.append(nodes.Text(": ".join(_flat(child) for child in block.children)))
        else:
            inline.append(nodes.Text(_flat(block)))
    return inline


def _flat(node: nodes.Node) -> str:
    if isinstance(node, nodes.Element):
        write_as_text(node)
    return " ".join(node.astext().split())


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
_INLINE: dict[str, Callable[[], nodes.TextElement]] = {
    "s": partial(nodes.inline, classes=[STRUCK]),
    "del": partial(nodes.inline, classes=[STRUCK]),
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

    def __init__(self, tree: DescriptionTree) -> None:
        super().__init__()
        self._tree = tree
        self._code: list[str] | None = None
        self._tables = 0
        # Of each open division, whether it is a callout.
        self._divisions: list[bool] = []
        self._is_after_checkbox = False

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
        elif tag == "div":
            kind = values.get("class", "").removeprefix("admonition ")
            self._divisions.append(kind != values.get("class", ""))
            if values.get("class") == "navapi-heading":
                tree.rubric()
            elif self._divisions[-1]:
                tree.start_callout(kind)
            else:
                tree.close_paragraph()
        elif tag == "p" and values.get("class") == "admonition-title":
            tree.start_callout_title()
        elif tag == "input":
            tree.leaf(checkbox(done="checked" in values))
            self._is_after_checkbox = True
        elif tag in _PARAGRAPHS:
            tree.close_paragraph()

    def handle_endtag(self, tag: str) -> None:
        tree = self._tree
        if tag == "pre" and self._code is not None:
            language, code = description.split_code("".join(self._code))
            tree.leaf(_code_block(code, language))
            self._code = None
        elif self._code is not None:
            return
        elif tag in _PARAGRAPHS:
            tree.close_paragraph()
            if tag == "div" and self._divisions and self._divisions.pop():
                tree.close("callout")
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
            # The node of a checkbox ends with the space.
            self._tree.text(data.removeprefix(" ") if self._is_after_checkbox else data)
            self._is_after_checkbox = False


_PARAGRAPHS = frozenset(
    ["p", "div", "details", "summary", "dl", "dt", "dd", "figure", "figcaption", "caption"]
)
_TABLE_PARTS = frozenset(["table", "thead", "tbody", "tfoot", "tr", "td", "th"])
_CLOSED = frozenset([*_INLINE, *_TABLE_PARTS, "a", "ul", "ol", "li", "blockquote"])
