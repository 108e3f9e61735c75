"""Callouts: admonitions with a custom title, icon or color."""

from __future__ import annotations

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.appearance import css_color, palette_name, titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.formats.callout_kinds import KINDS, OTHER_NAMES, class_of

#: docutils' admonitions by the names that authors use, apart from those with a title of their own.
_STOCK: dict[str, type[nodes.Admonition]] = {
    "note": nodes.note,
    "warning": nodes.warning,
    "tip": nodes.tip,
    "danger": nodes.danger,
    "error": nodes.error,
    "caution": nodes.caution,
    "important": nodes.important,
}

#: Colors of the palette, with the kind for which themes use them.
_COLORS = {"green": "tip", "amber": "warning", "red": "danger", "purple": "important"}


def build_callout(use: Use) -> list[nodes.Node]:
    """An admonition; a title, an icon or a color does not change its kind.

    A color of the palette uses the colors of a kind, another CSS color tints the box.
    """
    kind = use.name.lower()
    if kind not in KINDS:
        kind = use.text("type")
    title, icon, color = use.line("title"), use.icon(), use.text("color")
    stock_class = _STOCK.get(kind)
    if stock_class is not None and not (title or icon or color):
        stock_node: nodes.Element = stock_class()  # type: ignore[assignment] # an Element, too
        stock_node.extend(use.content())
        return [stock_node]
    node = nodes.admonition("", classes=["navapi-callout"])
    named = palette_name(color)
    stock = _COLORS.get(named, "") if color else ""
    if not stock and stock_class is not None:
        stock = stock_class.__name__
    elif not stock:
        stock = class_of(kind or "note")
    # Themes use the colors of its kind.
    node["classes"].append(stock)
    # Themes expect a title.
    title = title or [nodes.Text(use.words.callout(kind or "note"))]
    node += nodes.title("", "", *titled(title, icon))
    node.extend(use.content())
    tint = css_color(color)
    if not tint or named:
        return [node]
    style = f"--navapi-own: {tint}"
    return [create_component("navapi-tinted", ["navapi-tinted"], children=[node], style=style)]


_ATTRIBUTES = (
    Attribute("title", Type.TITLE, "Replaces the title of the kind."),
    *ICON,
    Attribute("color", Type.TEXT, "The name of a color, or any CSS color as a tint."),
    Attribute(
        "type",
        Type.CHOICE,
        "The kind of a `Callout`.",
        also=("variant", "kind"),
        choices=KINDS,
        synonyms=OTHER_NAMES,
        what="callout type",
        otherwise="it is shown as a note",
    ),
)

COMPONENTS = (
    Component(
        names=tuple(kind.title() for kind in KINDS),
        meaning="A callout of that kind.",
        build=build_callout,
        attributes=_ATTRIBUTES,
        alike="`note` and the like",
    ),
    Component(
        names=("Callout",),
        meaning="A callout with a title, an icon or a color.",
        build=build_callout,
        attributes=_ATTRIBUTES,
        directive="callout",
        argument="title",
    ),
)
