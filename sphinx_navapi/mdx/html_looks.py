"""Styles and classes of HTML elements, converted for nodes."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import navapi_wrapper
from sphinx_navapi.mdx.components.component import Element
from sphinx_navapi.mdx.permitted_styles import page_style, permitted_style, style_value
from sphinx_navapi.mdx.utility_classes import own_classes, style_classes


def is_in_frame(element: Element) -> bool:
    """Whether positioned content of *element* stays within an enclosing element."""
    around = element.parent
    while around is not None:
        style = permitted_style(around.attributes.get("style"), in_frame=True)
        if style.get("position", "static") != "static" or "relative" in class_names(around):
            return True
        around = around.parent
    return False


def class_names(element: Element) -> list[str]:
    """The classes of *element* as written."""
    return element.text("className", "class").split()


def look_classes(element: Element, *, leave: frozenset[str] = frozenset()) -> list[str]:
    """The classes of *element*, and classes for its style.

    :param leave: properties that are handled otherwise.
    """
    in_frame = is_in_frame(element)
    style = page_style(element.attributes.get("style"), in_frame=in_frame)
    said = {name: value for name, value in style.items() if name not in leave}
    classes = own_classes(element.text("className", "class"), in_frame=in_frame)
    return [*classes, *style_classes(said)]


def has_look(element: Element) -> bool:
    """Whether *element* has a style or a class, or is arranged side by side with others."""
    if element.attributes.get("style") or class_names(element):
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
    style = page_style(element.attributes.get("style"), in_frame=in_frame)
    classes = own_classes(element.text("className", "class"), in_frame=in_frame)
    if not style and not classes and not has_look(element):
        return content
    only = content[0] if len(content) == 1 else None
    if isinstance(only, nodes.paragraph) and only.line == element.line:
        # In MDX, text on the line of its tag is not a paragraph.
        only["classes"].append("navapi-flush")
    wrapper = navapi_wrapper("", *content, style=style_value(style), classes=classes)
    return [wrapper]
