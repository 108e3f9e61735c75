"""Accordions, and details inside fields."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.build.environment import note_words
from sphinx_navapi.doctree.components.dropdowns import (
    make_details,
    make_dropdown,
    make_dropdown_group,
)
from sphinx_navapi.locale.interface import interface_wording
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_accordion(element: Element, context: Context) -> list[nodes.Node]:
    """A dropdown of sphinx-design."""
    title = element.text("title")
    dropdown = make_dropdown(
        context.text(title),
        context.content(),
        icon_name=element.icon(),
        description=element.text("description"),
        opened=element.flag("defaultOpen"),
    )
    context.place(dropdown)
    label = dropdown[0]
    assert isinstance(label, nodes.Element)
    # Only the title of a dropdown remains in a page, and it can have one id.
    for name in element.anchors:
        if name not in context.document.ids:
            bearer = nodes.inline() if label["ids"] else label
            if bearer is not label:
                label.insert(0, bearer)
            bearer["ids"].append(name)
            context.document.ids[name] = bearer
    return [dropdown]


def render_group(element: Element, context: Context) -> list[nodes.Node]:
    """Accordions joined to a group."""
    return [context.place(make_dropdown_group(context.content()))]


def render_expandable(element: Element, context: Context) -> list[nodes.Node]:
    """Properties of a field, or other collapsible content."""
    title = element.text("title")
    shown = context.text(title)
    if not title:
        words = interface_wording(note_words(context.env, context.env.docname))
        shown = [nodes.Text(words.properties)]
    opened = element.flag("defaultOpen")
    return [context.place(make_details(shown, context.content(), opened=opened))]


COMPONENTS = (
    Component(
        name="Accordion",
        render=render_accordion,
        attributes=frozenset({"title", "icon", "iconType", "defaultOpen", "id", "description"}),
    ),
    Component(name="AccordionGroup", render=render_group),
    Component(
        name="Expandable",
        render=render_expandable,
        attributes=frozenset({"title", "defaultOpen"}),
    ),
)
