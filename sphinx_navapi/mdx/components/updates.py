"""Entries of changelogs."""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes

from sphinx_navapi.doctree.components.updates import make_update
from sphinx_navapi.mdx.components.component import Component, Context, Element
from sphinx_navapi.mdx.values import shown_text


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
    update["feed"] = _feed_texts(element, context)
    return [context.place(update)]


def _feed_texts(element: Element, context: Context) -> dict[str, str]:
    """Title and description of the update in the feed of the page, if they differ."""
    value = element.attributes.get("rss", {})
    if not isinstance(value, Mapping):
        context.report(
            'the attribute rss of <Update> is ignored: use rss={{title: "…", description: "…"}};'
            " rss: true in the metadata of the page creates the feed"
        )
        return {}
    texts = {key: shown_text(value.get(key)) for key in ("title", "description")}
    return {key: text.strip() for key, text in texts.items() if text and text.strip()}


COMPONENTS = (
    Component(
        name="Update",
        render=render_update,
        attributes=frozenset({"label", "title", "description", "tags", "rss"}),
    ),
)
