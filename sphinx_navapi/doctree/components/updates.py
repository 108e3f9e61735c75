"""Entries of changelogs."""

from __future__ import annotations

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import UNNAMED
from sphinx_navapi.doctree.components.component import Attribute, Component, Type, Use
from sphinx_navapi.doctree.components.inline import make_badge
from sphinx_navapi.doctree.nodes import navapi_update


def build_update(use: Use) -> list[nodes.Node]:
    """A section whose title is the label, usually a date or a version."""
    title = nodes.title("", "", *(use.line("label") or [nodes.Text(UNNAMED)]))
    description, tags = use.line("description"), use.strings("tags")
    update = navapi_update("", title, classes=["navapi-update"], tags=list(tags))
    update["names"].append(nodes.fully_normalize_name(title.astext()))
    if description or tags:
        line = nodes.paragraph("", "", *description, classes=["navapi-update-note"])
        for tag in tags:
            # Other builders write a comma.
            if len(line):
                line += nodes.Text(" ")
            line += make_badge([nodes.Text(tag)], classes=["navapi-update-tag"])
        update += line
    update.extend(use.content())
    update["feed"] = _feed_texts(use)
    use.document.note_implicit_target(update, update)
    return [update]


def _feed_texts(use: Use) -> dict[str, str]:
    """Title and description of the update in the feed of the page, if they differ."""
    texts = use.mapping("rss")
    if "" in texts:
        use.report(
            'the attribute rss of <Update> is ignored: use rss={{title: "…", description: "…"}};'
            " rss: true in the metadata of the page creates the feed"
        )
    written = {key: texts.get(key, "").strip() for key in ("title", "description")}
    return {key: text for key, text in written.items() if text}


COMPONENTS = (
    Component(
        names=("Update",),
        meaning="An entry in a list of changes.",
        build=build_update,
        attributes=(
            Attribute("label", Type.TITLE, "A date or a version.", also=("title",)),
            Attribute("description", Type.MARKED, "Words below the label."),
            Attribute("tags", Type.LIST, "Words that readers can filter by."),
            Attribute("rss", Type.OBJECT, "`title` and `description` of the entry in the feed."),
        ),
        directive="update",
        argument="label",
        is_argument_required=True,
        needed=("label", "title"),
    ),
)
