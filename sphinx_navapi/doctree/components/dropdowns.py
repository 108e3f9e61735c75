"""Collapsible content: dropdowns of sphinx-design, and plain details for properties of fields."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.appearance import titled
from sphinx_navapi.doctree.components.nodes import navapi_details, navapi_summary


def make_dropdown(
    title: list[nodes.Node],
    content: Sequence[nodes.Node],
    *,
    icon_name: str = "",
    description: str = "",
    opened: bool = False,
    anchor: str = "",
) -> nodes.container:
    """A dropdown of sphinx-design; other builders show its title and content."""
    dropdown = create_component(
        "dropdown",
        opened=opened,
        type="dropdown",
        has_title=True,
        icon=None,
        chevron=None,
        container_classes=["sd-mb-3", "navapi-accordion"],
        title_classes=[],
        body_classes=[],
    )
    label = nodes.rubric("", "", *titled(title, icon_name, description=description))
    if anchor:
        label["ids"].append(anchor)
    dropdown += label
    dropdown.extend(content)
    return dropdown


def make_dropdown_group(children: Sequence[nodes.Node]) -> nodes.container:
    """Dropdowns joined to a list."""
    return create_component("navapi-accordions", ["navapi-accordions"], children=[*children])


def make_details(
    title: list[nodes.Node], content: Sequence[nodes.Node], *, opened: bool = False
) -> navapi_details:
    """Plain details, as used for properties of a field."""
    return navapi_details("", navapi_summary("", "", *title), *content, opened=opened)
