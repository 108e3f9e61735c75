"""Frames, which are figures if they contain a picture, panels and banners."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use


def build_frame(use: Use) -> list[nodes.Node]:
    """A figure around a picture, or a box around other content; the hint is placed before it."""
    content, caption, hint = use.content(), use.line("caption"), use.line("hint")
    elements: list[nodes.Element] = []
    if hint:
        elements.append(nodes.paragraph("", "", *hint, classes=["navapi-figure-hint"]))
    picture = _only_picture(content)
    if picture is not None:
        figure = nodes.figure("", picture, classes=["navapi-figure"])
        if caption:
            figure += nodes.caption(use.text("caption"), "", *caption)
        elements.append(figure)
    else:
        box = create_component("navapi-figure", ["navapi-figure"], children=content)
        if caption:
            box += nodes.paragraph(
                use.text("caption"), "", *caption, classes=["navapi-figure-caption"]
            )
        if len(box):
            elements.append(box)
    if elements:
        elements[-1]["classes"] += use.style_classes()
    return [*elements]


def _only_picture(content: Sequence[nodes.Node]) -> nodes.Element | None:
    """The image if *content* consists only of it, possibly in a paragraph or a link."""
    if len(content) != 1 or not isinstance(content[0], nodes.Element):
        return None
    node = content[0]
    if isinstance(node, nodes.paragraph):
        children = [child for child in node if not _is_blank(child)]
        if len(children) != 1 or not isinstance(children[0], nodes.Element):
            return None
        node = children[0]
    if isinstance(node, nodes.image):
        return node
    if isinstance(node, nodes.reference) and len(node) == 1 and isinstance(node[0], nodes.image):
        return node
    return None


def _is_blank(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Text) and not node.astext().strip()


def build_panel(use: Use) -> list[nodes.Node]:
    """A box beside the main content: a panel or a banner."""
    kind = use.component.names[0].lower()
    box = create_component("navapi-box", ["navapi-box", f"navapi-box-{kind}"])
    if title := use.line("title"):
        box += nodes.paragraph("", "", nodes.strong("", "", *title), classes=["navapi-box-title"])
    box.extend(use.content())
    return [box]


_TITLE = Attribute("title", Type.TITLE, "The title.")

COMPONENTS = (
    Component(
        names=("Frame",),
        meaning="A box around a picture, then a figure, or around other content.",
        build=build_frame,
        attributes=(
            Attribute("caption", Type.MARKED, "The text below it."),
            Attribute("hint", Type.MARKED, "The text above it."),
        ),
        accepted=("title",),
        directive="frame",
        argument="caption",
    ),
    Component(
        names=("Panel",),
        meaning="A box with an optional title.",
        build=build_panel,
        attributes=(_TITLE,),
        directive="panel",
        argument="title",
    ),
    Component(
        names=("Banner",),
        meaning="A box for an announcement.",
        build=build_panel,
        attributes=(_TITLE,),
        accepted=("dismissible",),
    ),
)
