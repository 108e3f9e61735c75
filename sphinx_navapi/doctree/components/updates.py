"""Entries of changelogs."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.inline import make_badge
from sphinx_navapi.doctree.components.nodes import navapi_update


def make_update(
    label: list[nodes.Node],
    content: Sequence[nodes.Node],
    *,
    document: nodes.document,
    description: Sequence[nodes.Node] = (),
    tags: Sequence[str] = (),
) -> navapi_update:
    """A section with the title *label*, usually a date or a version."""
    title = nodes.title("", "", *label)
    update = navapi_update("", title, classes=["navapi-update"], tags=list(tags))
    update["names"].append(nodes.fully_normalize_name(title.astext()))
    if description or tags:
        line = nodes.paragraph("", "", *description, classes=["navapi-update-note"])
        for tag in tags:
            if len(line):
                line += nodes.Text(" ")
            line += make_badge([nodes.Text(tag)], classes=["navapi-update-tag"])
        update += line
    update.extend(content)
    document.note_implicit_target(update, update)
    return update
