"""Callouts: admonitions with a custom title, icon or color."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes
from sphinx_design.shared import create_component

from sphinx_navapi.doctree.components.appearance import css_color, palette_name, titled
from sphinx_navapi.formats.callout_kinds import class_of

#: docutils' admonitions by the names that authors use, apart from those with a title of their own.
KINDS: dict[str, type[nodes.Admonition]] = {
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


def make_callout(
    content: Sequence[nodes.Node],
    *,
    kind: str = "",
    title: list[nodes.Node] | None = None,
    icon_name: str = "",
    color: str = "",
    fallback: str = "",
) -> nodes.Element:
    """An admonition.

    :param kind: one of `callout_kinds.KINDS`, or ``""`` for a plain callout.
    :param title: replaces the kind's own title.
    :param color: a name of the palette uses the colors of a kind, another CSS color tints the
        box.
    :param fallback: the title of a callout with neither kind nor title; themes expect one.
    """
    found = KINDS.get(kind)
    if found is not None and not (title or icon_name or color):
        stock_node: nodes.Element = found()  # type: ignore[assignment] # an Element, too
        stock_node.extend(content)
        return stock_node
    node = nodes.admonition("", classes=["navapi-callout"])
    named = palette_name(color)
    stock = _COLORS.get(named, "") if color else ""
    if not stock and found is not None:
        stock = found.__name__
    elif not stock:
        stock = class_of(kind or "note")
    # Themes use the colors of its kind.
    node["classes"].append(stock)
    node += nodes.title("", "", *titled(title or [nodes.Text(fallback)], icon_name))
    node.extend(content)
    tint = css_color(color)
    if not tint or named:
        return node
    return create_component(
        "navapi-tinted", ["navapi-tinted"], children=[node], style=f"--navapi-own: {tint}"
    )
