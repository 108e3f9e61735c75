"""Furo: a bar above the three columns, the tree in its sidebar."""

from __future__ import annotations

from sphinx_navapi.html.themes.adapter import Context, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.pieces import Pieces


def _before(context: Context, pieces: Pieces) -> None:
    # The theme's handler would take the HTML apart and put it together again.
    context["toctree"] = lambda **_options: ""
    context["parents"] = []
    put_before_body(context, pieces.place(pieces.breadcrumbs))


def _after(context: Context, pieces: Pieces) -> None:
    context["furo_navigation_tree"] = pieces.side


ADAPTER = ThemeAdapter(name="furo", templates="furo", before=_before, after=_after)
