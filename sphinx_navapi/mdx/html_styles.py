"""Styles and classes of HTML elements, converted for nodes."""

from __future__ import annotations

import re
from collections.abc import Mapping

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.doctree.nodes import navapi_wrapper
from sphinx_navapi.mdx.elements import Element
from sphinx_navapi.mdx.permitted_styles import (
    page_style,
    permitted_style,
    style_declarations,
    style_value,
)
from sphinx_navapi.mdx.utility_classes import own_classes, style_classes

#: The class of a paragraph that only docutils needs: it has no margins.
FLUSH = "navapi-flush"


def make_flush(paragraph: nodes.paragraph) -> None:
    """Show *paragraph* without margins."""
    if FLUSH not in paragraph["classes"]:
        paragraph["classes"].append(FLUSH)


def _is_of_tags(paragraph: nodes.paragraph) -> bool:
    """Whether all text of *paragraph* is in elements of HTML, or in links."""
    inside = 0
    for node in paragraph:
        if isinstance(node, nodes.raw):
            text = node.astext()
            inside += -1 if text.startswith("</") else 0 if text.rstrip().endswith("/>") else 1
        elif not inside and not _stands_alone(node):
            return False
    return True


def _stands_alone(node: nodes.Node) -> bool:
    if isinstance(node, nodes.Text):
        return not node.strip()
    return isinstance(node, nodes.reference | addnodes.pending_xref)


def is_in_frame(element: Element) -> bool:
    """Whether positioned content of *element* stays within an enclosing element."""
    return any(map(_is_frame, element.ancestors))


def _is_frame(element: Element) -> bool:
    style = permitted_style(element.attributes.get("style"), in_frame=True)
    return style.get("position", "static") != "static" or "relative" in class_names(element)


def class_names(element: Element) -> list[str]:
    """The classes of *element* as written."""
    return element.text("className", "class").split()


def element_classes(element: Element, *, leave: frozenset[str] = frozenset()) -> list[str]:
    """The classes of *element*, and classes for its style.

    :param leave: properties that are handled otherwise.
    """
    in_frame = is_in_frame(element)
    style = _page_style(element, in_frame=in_frame)
    declarations = {name: value for name, value in style.items() if name not in leave}
    classes = own_classes(element.text("className", "class"), in_frame=in_frame)
    return [*classes, *style_classes(declarations)]


def _page_style(element: Element, *, in_frame: bool) -> dict[str, str]:
    return {**alignment(element), **page_style(element.attributes.get("style"), in_frame=in_frame)}


def text_alignment(element: Element) -> list[str]:
    """The class for how *element* aligns the text in it."""
    style = _page_style(element, in_frame=False)
    return style_classes({name: style[name] for name in style if name == "text-align"})


def alignment(element: Element) -> dict[str, str]:
    """The style for ``align`` and ``valign`` of an HTML element, and for ``center``.

    Cells have that of their row.

    See https://html.spec.whatwg.org/multipage/rendering.html for what they mean in browsers.
    """
    name, value = element.name, element.text("align").lower()
    if name == "center":
        return {"text-align": "center"}
    if not name[:1].islower():
        return {}
    row = element.parent if name in {"td", "th"} else None
    declarations = alignment(row) if row is not None else {}
    if name in _WITH_PLACE:
        if value in {"left", "right"}:
            declarations["float"] = value
        elif value == "center" and name == "table":
            declarations |= {"margin-left": "auto", "margin-right": "auto"}
    elif value in {"left", "right", "center", "justify"}:
        declarations["text-align"] = value
    vertical = element.text("valign", "vAlign").lower()
    if vertical in {"top", "middle", "bottom", "baseline"}:
        declarations["vertical-align"] = vertical
    return declarations


#: Elements whose ``align`` sets their own place.
_WITH_PLACE = frozenset({"img", "table", "iframe", "object", "embed"})


_MASK = re.compile(r"\bmask(?:-image)?\s*:[^;]*?\burl\(\s*[\"']?([^\"')\s]+)")


def masked_address(element: Element) -> str:
    """The image through which the background of *element* is seen: an icon; ``""`` for none."""
    style = element.attributes.get("style")
    if isinstance(style, Mapping):
        style = style_declarations(style)
    written = f"{style}; {element.text('className', 'class')}"
    match = _MASK.search(written) if "mask" in written else None
    return match[1] if match else ""


def has_look(element: Element) -> bool:
    """Whether *element* has a style or a class, or is arranged side by side with others."""
    if element.attributes.get("style") or class_names(element) or alignment(element):
        return True
    return element.parent is not None and arranges(element.parent)


def arranges(element: Element) -> bool:
    """Whether *element* arranges its content side by side."""
    style = permitted_style(element.attributes.get("style"))
    names = {name.rpartition(":")[2] for name in class_names(element)}
    return bool(names & _SIDE_BY_SIDE) or style.get("display", "") in _SIDE_BY_SIDE


_SIDE_BY_SIDE = frozenset({"flex", "grid", "inline-flex", "inline-grid"})


def wrap(element: Element, content: list[nodes.Node]) -> list[nodes.Node]:
    """*content* in a block with the style and the classes of *element*, if it has any."""
    in_frame = is_in_frame(element)
    style = _page_style(element, in_frame=in_frame)
    classes = own_classes(element.text("className", "class"), in_frame=in_frame)
    if not style and not classes and not has_look(element):
        return content
    only = content[0] if len(content) == 1 else None
    for node in content:
        # In MDX, text on the line of its tag is not a paragraph, and neither are tags alone.
        is_first = node is only and node.line == element.line
        if isinstance(node, nodes.paragraph) and (is_first or _is_of_tags(node)):
            make_flush(node)
    wrapper = navapi_wrapper("", *content, style=style_value(style), classes=classes)
    return [wrapper]
