"""Entries of changelogs."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.updates import make_update
from sphinx_navapi.mdx.components.component import Component, Context, Element


def render_update(element: Element, context: Context) -> list[nodes.Node]:
    """A section with the label as its title."""
    label, description = element.text("label", "title"), element.text("description")
    tags = element.strings("tags")
    if len(tags) == 1:
        tags = tuple(part.strip() for part in tags[0].split(",") if part.strip())
    update = make_update(
        context.text(label),
        context.content(),
        document=context.document,
        description=context.markdown(description) if description else (),
        tags=tags,
    )
    return [context.place(update)]


COMPONENTS = (
    Component(
        name="Update",
        render=render_update,
        attributes=frozenset({"label", "title", "description", "tags", "rss"}),
    ),
)
