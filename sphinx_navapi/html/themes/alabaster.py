"""Alabaster: a bar above the page, the tree in its sidebar."""

from __future__ import annotations

from sphinx_navapi.html.themes.adapter import (
    Context,
    ThemeAdapter,
    put_after_body,
    put_before_body,
)
from sphinx_navapi.html.themes.pieces import Pieces

_RELATIONS = "relations.html"


def _before(context: Context, pieces: Pieces) -> None:
    context["toctree"] = lambda **_options: pieces.side
    context["parents"] = []
    put_before_body(context, pieces.place(pieces.breadcrumbs))
    if not _shows_neighbours(context):
        put_after_body(context, pieces.neighbours(context))
        # It would be there, unseen.
        sidebars = context.get("sidebars")
        context["sidebars"] = sidebars and [name for name in sidebars if name != _RELATIONS]


def _shows_neighbours(context: Context) -> bool:
    """Whether the page has links to its neighbours: in the sidebar, or above or below the text."""
    options = ["theme_show_relbars", "theme_show_relbar_bottom", "theme_show_relbar_top"]
    if _RELATIONS in (context.get("sidebars") or ()):
        options.append("theme_show_related")
    return any(str(context.get(option)).lower() in ("true", "1", "yes") for option in options)


ADAPTER = ThemeAdapter(name="alabaster", templates="alabaster", before=_before)
