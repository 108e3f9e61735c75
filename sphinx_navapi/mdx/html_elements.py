"""HTML elements in a page as nodes, by functions like those of components.

Elements with a corresponding docutils node become that node, so that every builder shows them; a
few inline elements remain HTML, with their attributes sanitized; of others only the content is
kept.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from html import unescape
from typing import cast

from docutils import nodes
from sphinx import addnodes
from sphinx_design.shared import PassthroughTextElement

from sphinx_navapi.doctree.components.appearance import icon
from sphinx_navapi.doctree.components.code import code_block
from sphinx_navapi.doctree.components.fence_info import FenceInfo, known_language
from sphinx_navapi.doctree.components.transforms import LEVEL
from sphinx_navapi.doctree.nodes import navapi_details, navapi_summary, navapi_wrapper
from sphinx_navapi.mdx import html_tables
from sphinx_navapi.mdx.constructs import Tag, read_constructs
from sphinx_navapi.mdx.context import PageContext
from sphinx_navapi.mdx.elements import Element, element_of
from sphinx_navapi.mdx.html_styles import (
    FLUSH,
    arranges,
    element_classes,
    has_look,
    is_in_frame,
    masked_address,
    wrap,
)
from sphinx_navapi.mdx.html_tags import KEPT_ELEMENTS, TABLE_ELEMENTS, opening_tag
from sphinx_navapi.mdx.kept_html import kept_html, markup_node
from sphinx_navapi.mdx.permitted_styles import permitted_style
from sphinx_navapi.mdx.utility_classes import style_classes

Render = Callable[[Element, PageContext], list[nodes.Node]]

_SOURCE = re.compile(r"<source\b[^>]{0,500}?\bsrc=[\"']([^\"']+)")
_LANGUAGE = re.compile(r"\blang(?:uage)?-(\S+)")
_STYLED_BY = ("style", "className", "class")
#: Sizes of an image; themes ensure that it fits into its place.
_SIZES = frozenset({"width", "height", "max-width", "box-sizing"})


def _in_lines(kind: type[nodes.TextElement], *classes: str) -> Render:
    def render(element: Element, context: PageContext) -> list[nodes.Node]:
        if not element.inline:
            return context.transparent()
        node = kind("", "", *context.content(), classes=list(classes))
        return _with_tags("span", element, [context.place(node)])

    return render


def _span(element: Element, context: PageContext) -> list[nodes.Node]:
    if not element.inline:
        return _transparent(element, context)
    return _with_tags("span", element, context.content())


def _with_tags(name: str, element: Element, content: list[nodes.Node]) -> list[nodes.Node]:
    """Inline *content*, wrapped in an HTML element *name* with the style of *element*."""
    styled = {key: element.attributes[key] for key in _STYLED_BY if key in element.attributes}
    if not styled:
        return content
    opening = nodes.raw("", opening_tag(name, styled, in_frame=is_in_frame(element)), format="html")
    return [opening, *content, nodes.raw("", f"</{name}>", format="html")]


def _code(*classes: str) -> Render:
    def render(element: Element, context: PageContext) -> list[nodes.Node]:
        if not element.inline:
            return context.transparent()
        text = "".join(node.astext() for node in context.content())
        return [context.place(nodes.literal(text, text, classes=list(classes)))]

    return render


def _kept_tag(element: Element, context: PageContext) -> list[nodes.Node]:
    """The element as HTML around its content, which is all that other builders show."""
    if not element.inline:
        return context.transparent()
    tag = opening_tag(element.name.lower(), element.attributes, in_frame=is_in_frame(element))
    opening = nodes.raw("", tag, format="html")
    closing = nodes.raw("", f"</{element.name.lower()}>", format="html")
    return [opening, *context.content(), closing]


def _abbreviation(element: Element, context: PageContext) -> list[nodes.Node]:
    explanation = element.text("title")
    if element.inline and explanation:
        node = nodes.abbreviation("", "", *context.content(), explanation=explanation)
        return _with_tags("span", element, [context.place(node)])
    return _kept_tag(element, context)


def _line_break(element: Element, _context: PageContext) -> list[nodes.Node]:
    if not element.inline:
        return []
    # Like MyST's hard line breaks.
    return [
        nodes.raw("", "<br />\n", format="html"),
        nodes.raw("", "\\\\\n", format="latex"),
    ]


def _transparent(element: Element, context: PageContext) -> list[nodes.Node]:
    """The content without the tags, or in a block with their style.

    Markdown headings stay sections of the page, and their container has no style, unless it
    arranges its content side by side.
    """
    if element.inline or not has_look(element):
        return context.transparent()
    if context.has_headings() and not arranges(element):
        return context.transparent()
    return _placed(wrap(element, context.content()), context)


def _paragraph(element: Element, context: PageContext) -> list[nodes.Node]:
    """The text as Markdown, with the style of the element."""
    if element.inline or not has_look(element) or context.has_headings():
        return context.transparent()
    content = context.content()
    if len(content) == 1 and isinstance(content[0], nodes.paragraph):
        classes = [name for name in content[0]["classes"] if name != FLUSH]
        content[0]["classes"] = [*classes, *element_classes(element)]
        return content
    return _placed(wrap(element, content), context)


def _placed(made: list[nodes.Node], context: PageContext) -> list[nodes.Node]:
    for node in made:
        if isinstance(node, nodes.Element):
            context.place(node)
    return made


def _link(element: Element, context: PageContext) -> list[nodes.Node]:
    href = element.text("href")
    if not href:
        return context.transparent()
    content = context.content()
    if element.inline:
        link = context.link(href, *content)
        link["classes"] += element_classes(element)
        if name := element.text("title", "aria-label", "ariaLabel"):
            link["reftitle"] = name
        return [link]
    # Around blocks: each text in them becomes a link. With a class or a style it is a card, which
    # has one link: its first text.
    is_card = any(key in element.attributes for key in _STYLED_BY)
    texts = [text for block in content for text in block.findall(_is_text_of_block)]
    for text in texts[:1] if is_card else texts:
        assert isinstance(text, nodes.Element)
        children = text.children[:]
        text.clear()
        text += context.link(href, *children)
    made = _placed(wrap(element, content), context)
    if is_card and texts and isinstance(made[0], nodes.Element):
        made[0]["classes"].append("navapi-link-card")
    return made


def _is_text_of_block(node: nodes.Node) -> bool:
    """Whether *node* is the text of a paragraph, a label or a title, without its own link."""
    kinds = nodes.paragraph | nodes.rubric | PassthroughTextElement
    if not isinstance(node, kinds) or not len(node):
        return False
    return not any(node.findall(_is_link))


def _is_link(node: nodes.Node) -> bool:
    kinds = nodes.reference | addnodes.pending_xref | addnodes.download_reference
    return isinstance(node, kinds)


def _image(element: Element, context: PageContext) -> list[nodes.Node]:
    sizes = {name: element.text(name) for name in ("width", "height")}
    style = permitted_style(element.attributes.get("style"))
    sizes |= {name: style[name] for name in sizes if name in style}
    classes = element_classes(element, leave=_SIZES)
    if classes:
        # Otherwise Sphinx links a scaled image to the full-size picture, which would be styled too.
        classes.append("no-scaled-link")
    image = context.image(
        element.text("src"),
        element.text("alt"),
        title=element.text("title"),
        classes=" ".join(classes),
        **sizes,
    )
    if image is None:
        return []
    return [image]


def _quote(element: Element, context: PageContext) -> list[nodes.Node]:
    if element.inline:
        return context.transparent()
    quote = nodes.block_quote("", *context.content(), classes=element_classes(element))
    return [context.place(quote)]


def _list(element: Element, context: PageContext) -> list[nodes.Node]:
    """A list of the items inside; other nodes are added to the preceding item."""
    if element.inline:
        # In a cell of a Markdown table, see `blocks_of_cell`.
        return [nodes.inline("", "", *context.content(), navapi_list=element.name.lower())]
    items = html_tables.gather(nodes.list_item, context)
    if not items:
        return []
    listed: nodes.Element
    if element.name.lower() == "ol":
        listed = nodes.enumerated_list("", *items, enumtype="arabic", prefix="", suffix=".")
        start = element.number("start")
        if start is not None and start != 1:
            listed["start"] = int(start)
    else:
        listed = nodes.bullet_list("", *items, bullet="-")
    listed["classes"] += element_classes(element)
    return [context.place(listed)]


def _item(element: Element, context: PageContext) -> list[nodes.Node]:
    if element.inline:
        return [nodes.Text(" • "), nodes.inline("", "", *context.content(), navapi_list="li")]
    content = context.content()
    if element.parent is None or element.parent.name.lower() not in {"ul", "ol", "menu"}:
        return content
    item = nodes.list_item("", *content, classes=element_classes(element))
    return [context.place(item)]


def blocks_of_cell(paragraph: nodes.paragraph) -> list[nodes.Node]:
    """*paragraph*, the content of a cell of a Markdown table, with the lists in it as blocks."""
    blocks: list[nodes.Node] = []
    line: list[nodes.Node] = []

    def end_line() -> None:
        if any(not isinstance(node, nodes.Text) or node.strip() for node in line):
            blocks.append(nodes.paragraph("", "", *line))
        line.clear()

    for node in paragraph.children[:]:
        kind = node.get("navapi_list") if isinstance(node, nodes.inline) else None
        if kind is None:
            line.append(node)
            continue
        end_line()
        items = [
            nodes.list_item("", nodes.paragraph("", "", *item.children))
            for item in cast("nodes.Element", node).children
            if isinstance(item, nodes.inline) and item.get("navapi_list") == "li"
        ]
        blocks.append(
            nodes.enumerated_list("", *items, enumtype="arabic", prefix="", suffix=".")
            if kind == "ol"
            else nodes.bullet_list("", *items, bullet="-")
        )
    end_line()
    return blocks


def _rubric(element: Element, context: PageContext) -> list[nodes.Node]:
    """A heading that cannot start a section, or a label."""
    if element.inline:
        return [nodes.strong("", "", *context.content())]
    labels = [_label(node) for node in context.content()]
    for label in labels:
        label["classes"] += element_classes(element)
        label[LEVEL] = int(element.name[1])
    return [context.place(label) for label in labels]


def _label(node: nodes.Node) -> nodes.Element:
    if isinstance(node, nodes.paragraph):
        children = node.children
        return nodes.rubric(node.rawsource, "", *children)
    assert isinstance(node, nodes.Element)
    return node


def _details(element: Element, context: PageContext) -> list[nodes.Node]:
    """Collapsible content, with its ``summary``."""
    if element.inline:
        return context.transparent()
    content = context.content()
    summary = next((node for node in content if isinstance(node, navapi_summary)), None)
    if summary is None:
        return content
    content.remove(summary)
    details = navapi_details("", summary, *content, opened=element.flag("open"))
    details["classes"] += ["navapi-disclosure", *element_classes(element)]
    return [context.place(details)]


def _summary(element: Element, context: PageContext) -> list[nodes.Node]:
    """The label of ``details``."""
    content = context.content()
    if element.inline:
        return [nodes.strong("", "", *content)]
    parent = element.parent
    if parent is not None and parent.name.lower() == "details" and not parent.inline:
        line = _in_a_line(content, headings=True)
        return [navapi_summary("", "", *line, classes=element_classes(element))]
    label = _in_a_line(content)
    return [context.place(nodes.paragraph("", "", nodes.strong("", "", *label)))]


def _in_a_line(content: list[nodes.Node], *, headings: bool = False) -> list[nodes.Node]:
    """The texts of the blocks in *content*.

    :param headings: keep headings, in HTML.
    """
    line: list[nodes.Node] = []
    for node in content:
        parts = _parts_of_line(node, headings=headings)
        line += [nodes.Text(" "), *parts] if line else parts
    return line


def _parts_of_line(node: nodes.Node, *, headings: bool) -> list[nodes.Node]:
    """What remains of *node* where there are no blocks: its text, pictures and HTML."""
    if not isinstance(node, nodes.Element) or isinstance(node, nodes.Inline):
        return [node]
    parts = list(node.children)
    if not isinstance(node, nodes.TextElement):
        parts = _in_a_line(parts, headings=headings)
    if isinstance(node, addnodes.only):
        return [addnodes.only("", *parts, expr=node["expr"])]
    if isinstance(node, navapi_wrapper):
        classes = [*node["classes"], *style_classes(permitted_style(node["style"]))]
        return [nodes.inline("", "", *parts, classes=classes)]
    if isinstance(node, nodes.rubric):
        parts = [nodes.inline("", "", *parts, ids=node["ids"], classes=node["classes"])]
        if headings:
            tag = f"h{node.get(LEVEL) or node.get('level') or 3}"
            opening, closing = f"<{tag}>", f"</{tag}>"
            parts.insert(0, nodes.raw("", opening, format="html"))
            parts.append(nodes.raw("", closing, format="html"))
    return parts


def _definitions(element: Element, context: PageContext) -> list[nodes.Node]:
    """A list of terms, each with its definitions; other nodes are added to the preceding one."""
    if element.inline:
        return context.transparent()
    items: list[nodes.definition_list_item] = []
    for node in context.content():
        # ``div`` may be around a term with its definitions.
        for part in node.children if isinstance(node, navapi_wrapper) else [node]:
            last = items[-1][-1] if items else None
            is_term = isinstance(part, nodes.term)
            if not items or (is_term and not isinstance(last, nodes.term)):
                items.append(nodes.definition_list_item())
            if is_term or isinstance(part, nodes.definition):
                items[-1].append(part)
            elif isinstance(last, nodes.definition):
                last.append(part)
            else:
                items[-1].append(nodes.definition("", part))
    if not items:
        return []
    listed = nodes.definition_list("", *items, classes=element_classes(element))
    return [context.place(listed)]


def _term(element: Element, context: PageContext) -> list[nodes.Node]:
    """A term of a list of definitions; elsewhere only its text."""
    if element.inline or not _is_in_definitions(element):
        return context.transparent()
    term = nodes.term("", "", *_in_a_line(context.content()), classes=element_classes(element))
    return [context.place(term)]


def _definition(element: Element, context: PageContext) -> list[nodes.Node]:
    """A definition in a list of them; elsewhere only its content."""
    if element.inline or not _is_in_definitions(element):
        return context.transparent()
    definition = nodes.definition("", *context.content(), classes=element_classes(element))
    return [context.place(definition)]


def _is_in_definitions(element: Element) -> bool:
    others = (each for each in element.ancestors if each.name.lower() not in {"", "div"})
    around = next(others, None)
    return around is not None and around.name.lower() == "dl" and not around.inline


def _kept(element: Element, context: PageContext) -> list[nodes.Node]:
    """The element as HTML; other builders show a link to its source."""
    markup = markup_node(kept_html(element), context.env)
    shown: list[nodes.Node] = [context.place(markup)]
    source = element.text("src", "data") or _first_source(element)
    if source and element.name.lower() != "svg":
        title = element.text("title", "alt") or source
        link: nodes.Node = context.link(source, nodes.inline("", title))
        if not element.inline:
            link = nodes.paragraph("", "", link)
        shown.append(context.place(addnodes.only("", link, expr="not html")))
    return shown


def _first_source(element: Element) -> str:
    """The address of the first ``source`` in *element*."""
    match = _SOURCE.search(element.source)
    return unescape(match[1]) if match else ""


#: A rule within a line: in HTML, a paragraph cannot contain one.
_RULE = '<span role="separator" style="display: block; border-top: 1px solid; opacity: 0.3"></span>'


def _rule(_element: Element, context: PageContext) -> list[nodes.Node]:
    stars = nodes.raw("", " * * * ", format="text latex manpage texinfo")
    return [context.place(nodes.raw("", _RULE, format="html")), stars]


def _preformatted(element: Element, context: PageContext) -> list[nodes.Node]:
    text = kept_html(Element(name="", source=element.source), as_text=True).strip("\n")
    if element.inline:
        return [nodes.literal(text, text)]
    tags = [each for each in read_constructs(element.source) if isinstance(each, Tag)]
    elements = [element, *map(element_of, tags[:1])]
    names = " ".join(each.text("className", "class") for each in elements)
    language = _LANGUAGE.search(names)
    info = FenceInfo(language=known_language(language[1]) if language else "")
    return [context.place(code_block(text, info, context.titled(element.text("title"))))]


_RENDERS: Mapping[str, Render] = {
    **dict.fromkeys(("b", "strong"), _in_lines(nodes.strong)),
    **dict.fromkeys(("i", "em", "cite", "dfn", "var"), _in_lines(nodes.emphasis)),
    **dict.fromkeys(("code", "samp", "tt"), _code()),
    "kbd": _code("kbd"),
    "sub": _in_lines(nodes.subscript),
    "sup": _in_lines(nodes.superscript),
    "span": _span,
    **dict.fromkeys(
        ("bdi", "bdo", "big", "del", "ins", "mark", "q", "rp", "rt", "ruby", "s", "small",
         "time", "u"),
        _kept_tag,
    ),
    "abbr": _abbreviation,
    "br": _line_break,
    "wbr": lambda _element, _context: [],
    "p": _paragraph,
    "a": _link,
    "img": _image,
    "hr": _rule,
    "blockquote": _quote,
    **dict.fromkeys(("ul", "ol", "menu"), _list),
    "li": _item,
    "dl": _definitions,
    "dt": _term,
    "dd": _definition,
    **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), _rubric),
    "details": _details,
    "summary": _summary,
    **dict.fromkeys(KEPT_ELEMENTS - TABLE_ELEMENTS, _kept),
    "table": html_tables.render_table,
    **dict.fromkeys(("thead", "tbody", "tfoot"), html_tables.render_part),
    "tr": html_tables.render_row,
    **dict.fromkeys(("td", "th"), html_tables.render_cell),
    "caption": html_tables.render_caption,
    **dict.fromkeys(("colgroup", "col"), lambda _element, _context: []),
    "pre": _preformatted,
}  # fmt: skip


def render_html(element: Element, context: PageContext) -> list[nodes.Node]:
    """The nodes of an HTML element."""
    address = masked_address(element)
    if not address or element.source.strip():
        return _RENDERS.get(element.name.lower(), _transparent)(element, context)
    content = context.content()
    shown = None if content else icon(address)
    if shown is None:
        return content
    return [shown if element.inline else context.place(nodes.paragraph("", "", shown))]
