"""Boxes beside the main content: panels, banners."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.shared import create_component


def make_panel(
    content: Sequence[nodes.Node],
    *,
    title: Sequence[nodes.Node] = (),
    kind: str = "panel",
) -> nodes.container:
    """A box. :param kind: ``panel`` or ``banner``."""
    box = create_component("navapi-box", ["navapi-box", f"navapi-box-{kind}"])
    if title:
        box += nodes.paragraph("", "", nodes.strong("", "", *title), classes=["navapi-box-title"])
    box.extend(content)
    return box
