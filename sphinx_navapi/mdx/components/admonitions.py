"""Notes, warnings and their like."""

from __future__ import annotations

from collections.abc import Mapping

from docutils import nodes
from sphinx.locale import _

from sphinx_navapi.mdx.components.component import Component, Context, Element

#: Kinds of admonitions that docutils has, by component.
_KINDS: Mapping[str, type[nodes.Element]] = {
    "Note": nodes.note,
    "Warning": nodes.warning,
    "Tip": nodes.tip,
    "Info": nodes.important,
    "Danger": nodes.danger,
}


def render_admonition(element: Element, context: Context) -> list[nodes.Node]:
    """An admonition of docutils; one with a title, or without a kind there, has its own title."""
    title = element.text("title")
    kind = _KINDS.get(element.name)
    node: nodes.Element
    if kind is not None and not title:
        node = kind()
    else:
        node = nodes.admonition(classes=["navapi-callout", f"navapi-{element.name.lower()}"])
        if kind is not None:
            # Themes draw it in the colours of its kind.
            node["classes"].append(kind.__name__)
        elif element.name == "Check":
            node["classes"].append("tip")
        title = title or (_("Note") if element.name == "Callout" else _("Tip"))
        node += nodes.title(title, "", *context.text(title))
    context.place(node)
    node.extend(context.content())
    return [node]


_ATTRIBUTES = frozenset({"title", "icon", "iconType", "color"})

COMPONENTS = tuple(
    Component(name=name, render=render_admonition, attributes=_ATTRIBUTES)
    for name in (*_KINDS, "Check", "Callout")
)
