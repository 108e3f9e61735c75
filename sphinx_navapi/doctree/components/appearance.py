"""Sanitizing icons and colors chosen by authors."""

from __future__ import annotations

import re
from collections.abc import Sequence

from docutils import nodes

from sphinx_navapi.doctree.nodes import navapi_icon, navapi_swatch

#: Named colors of our style sheets, with synonyms.
_PALETTE = {
    "gray": "gray", "grey": "gray", "slate": "gray", "surface": "gray", "white": "gray",
    "neutral": "gray", "secondary": "gray", "outline": "gray", "default": "gray",
    "red": "red", "destructive": "red", "danger": "red", "error": "red", "rose": "red",
    "orange": "amber", "amber": "amber", "yellow": "amber", "warning": "amber",
    "green": "green", "success": "green", "emerald": "green", "lime": "green", "teal": "green",
    "blue": "blue", "info": "blue", "primary": "blue", "sky": "blue", "cyan": "blue",
    "indigo": "blue",
    "purple": "purple", "violet": "purple", "fuchsia": "purple", "pink": "purple",
    "magenta": "purple",
}  # fmt: skip

_COLOR = re.compile(
    r"#[0-9a-f]{3,8}|[a-z]{3,30}|(?:rgb|hsl|oklch|oklab|lab|lch|hwb)a?\([\d\s.,%/a-z-]{1,60}\)",
    re.IGNORECASE,
)
#: The label of what must have one, but has none.
UNNAMED = "…"

_LARGEST_ICON = 64
#: A flag has 14 characters.
_LONGEST_EMOJI = 14


def css_color(value: str) -> str:
    """*value* if it is a CSS color and nothing else, otherwise ``""``."""
    value = value.strip()
    return value if _COLOR.fullmatch(value) else ""


def palette_name(value: str) -> str:
    """The name of *value* in our palette, ``""`` if it is not in it."""
    return _PALETTE.get(value.strip().lower(), "")


def is_emoji(name: str) -> bool:
    """Whether the icon *name* is a sign of text."""
    return 0 < len(name) <= _LONGEST_EMOJI and all(sign > "\u203b" for sign in name)


def icon(name: str, *, color: str = "", size: float | None = None) -> navapi_icon | None:
    """The icon *name*, ``None`` if empty.

    :param color: a CSS color; anything else is ignored.
    :param size: in pixels.
    """
    if not name.strip():
        return None
    node = navapi_icon("", name=name.strip(), color=css_color(color))
    if size is not None and 1 <= size <= _LARGEST_ICON:
        node["size"] = int(size)
    return node


def swatch(color: str) -> navapi_swatch | None:
    """*color* as a square, ``None`` if it is not a color."""
    value = css_color(color)
    return navapi_swatch("", color=value) if value else None


def titled(title: Sequence[nodes.Node], name: str, *, color: str = "") -> list[nodes.Node]:
    """*title* as inline nodes, preceded by the icon *name* if there is one."""
    shown = icon(name, color=color)
    return [shown, nodes.Text(" "), *title] if shown is not None else [*title]
