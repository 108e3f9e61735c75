"""Frames around pictures and other content: figures if they contain a picture."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.shared import create_component


def make_frame(
    content: Sequence[nodes.Node],
    *,
    caption: Sequence[nodes.Node] = (),
    hint: Sequence[nodes.Node] = (),
) -> list[nodes.Node]:
    """A figure around a picture, or a box around other content; the *hint* is placed before it."""
    found: list[nodes.Node] = []
    if hint:
        found.append(nodes.paragraph("", "", *hint, classes=["navapi-figure-hint"]))
    picture = _only_picture(content)
    if picture is not None:
        figure = nodes.figure("", picture, classes=["navapi-figure"])
        if caption:
            figure += nodes.caption("", "", *caption)
        found.append(figure)
        return found
    box = create_component("navapi-figure", ["navapi-figure"], children=list(content))
    if caption:
        box += nodes.paragraph("", "", *caption, classes=["navapi-figure-caption"])
    if len(box):
        found.append(box)
    return found


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
