"""Frames, panels and banners."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.frames import make_frame
from sphinx_navapi.doctree.components.panels import make_panel
from sphinx_navapi.mdx.components.component import Component, Context, Element
from sphinx_navapi.mdx.html_looks import look_classes


def render_frame(element: Element, context: Context) -> list[nodes.Node]:
    """A figure, or a box around other content."""
    caption, hint = element.text("caption"), element.text("hint")
    made = make_frame(
        context.content(),
        caption=context.markdown(caption) if caption else (),
        hint=context.markdown(hint) if hint else (),
    )
    for node in made:
        assert isinstance(node, nodes.Element)
        context.place(node)
    if made:
        made[-1]["classes"] += look_classes(element)  # type: ignore[index] # an element, as above
    return made


def render_panel(element: Element, context: Context) -> list[nodes.Node]:
    """A box."""
    title = element.text("title")
    box = make_panel(
        context.content(),
        title=context.text(title) if title else (),
        kind=element.name.lower(),
    )
    return [context.place(box)]


COMPONENTS = (
    Component(
        name="Frame",
        render=render_frame,
        attributes=frozenset({"caption", "hint", "title", "style", "className"}),
    ),
    Component(name="Panel", render=render_panel, attributes=frozenset({"title"})),
    Component(name="Banner", render=render_panel, attributes=frozenset({"title", "dismissible"})),
)
