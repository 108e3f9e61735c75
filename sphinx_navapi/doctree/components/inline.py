"""Inline components: badges, tooltips."""

from __future__ import annotations

from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import icon, palette_name

_SIZES = frozenset({"xs", "sm", "md", "lg"})


def make_badge(
    text: list[nodes.Node],
    *,
    color: str = "",
    icon_name: str = "",
    size: str = "",
    shape: str = "",
    stroke: bool = False,
    classes: Sequence[str] = (),
) -> nodes.inline:
    """A label with a colored background; plain text in builders without colors."""
    names = ["navapi-badge", f"navapi-{palette_name(color) or 'gray'}", *classes]
    if size in _SIZES:
        names.append(f"navapi-size-{size}")
    if shape == "pill":
        names.append("navapi-pill")
    if stroke:
        names.append("navapi-stroke")
    shown = icon(icon_name)
    before: list[nodes.Node] = [shown, nodes.Text(" ")] if shown is not None else []
    return nodes.inline("", "", *before, *text, classes=names)


def make_tooltip(text: list[nodes.Node], tip: str, *, headline: str = "") -> list[nodes.Node]:
    """*text* with the tooltip *tip*."""
    explanation = ": ".join(part for part in (headline, tip) if part)
    return [nodes.abbreviation("", "", *text, explanation=explanation)] if explanation else text
