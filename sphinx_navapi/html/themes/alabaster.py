"""Alabaster: a bar above the page, the tree in its sidebar."""

from __future__ import annotations

from sphinx_navapi.html.themes.adapter import (
    Context,
    ThemeAdapter,
    put_after_body,
    put_before_body,
)
from sphinx_navapi.html.themes.pieces import Pieces


def _before(context: Context, pieces: Pieces) -> None:
    context["toctree"] = lambda **_options: pieces.side
    context["parents"] = []
    put_before_body(context, pieces.place(pieces.breadcrumbs))
    if not _shows_neighbours(context):
        put_after_body(context, pieces.neighbours(context))


def _shows_neighbours(context: Context) -> bool:
    """Whether the page has links to its neighbours: in the sidebar, or above or below the text."""
    if "relations.html" in (context.get("sidebars") or ()):
        return True
    options = ("theme_show_relbars", "theme_show_relbar_bottom", "theme_show_relbar_top")
    return any(str(context.get(option)).lower() in ("true", "1", "yes") for option in options)


ADAPTER = ThemeAdapter(name="alabaster", templates="alabaster", before=_before)
