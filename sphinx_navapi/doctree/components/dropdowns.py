"""Collapsible content: dropdowns of sphinx-design, and plain details for properties of fields."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.appearance import UNNAMED, titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer
from sphinx_navapi.doctree.nodes import navapi_details, navapi_summary


def build_accordion(use: Use) -> list[nodes.Node]:
    """A dropdown of sphinx-design; other builders show its title and content."""
    dropdown = create_component(
        "dropdown",
        opened=use.flag("defaultOpen"),
        type="dropdown",
        has_title=True,
        icon=None,
        chevron=None,
        container_classes=["sd-mb-3", "navapi-accordion"],
        title_classes=[],
        body_classes=[],
    )
    label = nodes.rubric("", "", *(titled(use.line("title"), use.icon()) or [nodes.Text(UNNAMED)]))
    if description := use.line("description"):
        label += nodes.inline("", " — ", *description, classes=["navapi-aside"])
    dropdown += label
    dropdown.extend(use.content())
    # Only the title of a dropdown remains in a page, and it can have one id.
    for name in use.anchors:
        if name not in use.document.ids:
            bearer = nodes.inline() if label["ids"] else label
            if bearer is not label:
                label.insert(0, bearer)
            bearer["ids"].append(name)
            use.document.ids[name] = bearer
    return [dropdown]


def build_group(use: Use) -> list[nodes.Node]:
    """Dropdowns joined to a list."""
    content = use.content()
    return [create_component("navapi-accordions", ["navapi-accordions"], children=content)]


def build_expandable(use: Use) -> list[nodes.Node]:
    """Plain details: properties of a field, or other collapsible content."""
    title = use.line("title") or [nodes.Text(use.words.properties)]
    return [make_details(title, use.content(), opened=use.flag("defaultOpen"))]


def make_details(
    title: list[nodes.Node], content: Sequence[nodes.Node], *, opened: bool = False
) -> navapi_details:
    """*content* below a *title* that opens it."""
    return navapi_details("", navapi_summary("", "", *title), *content, opened=opened)


_TITLE = Attribute("title", Type.TITLE, "The title.")
_OPEN = Attribute("defaultOpen", Type.FLAG, "It is open at first.", also=("open",))

COMPONENTS = (
    Component(
        names=("Accordion",),
        needed=("title", "icon"),
        meaning="Collapsible content.",
        build=build_accordion,
        attributes=(
            _TITLE,
            *ICON,
            Attribute("description", Type.TITLE, "Words after the title."),
            _OPEN,
        ),
        alike="`dropdown`",
    ),
    Component(
        names=("AccordionGroup",),
        meaning="Accordions joined to a list.",
        build=build_group,
    ),
    Component(
        names=("Expandable",),
        meaning="Collapsible properties of a field.",
        build=build_expandable,
        attributes=(_TITLE, _OPEN),
        directive="expandable",
        argument="title",
    ),
)


def _write_summary(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    yield writer.label(node.children)


def _write_title(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """The title without what follows it, and a description behind it."""
    children = [child for child in node.children if not _is_marker(child)]
    yield writer.label(children)


def _is_marker(node: nodes.Node) -> bool:
    return isinstance(node, nodes.Element) and "sd-summary-state-marker" in node["classes"]


MARKDOWN: Mapping[str, Writer] = {
    "dropdown_title": _write_title,
    "navapi_summary": _write_summary,
}
