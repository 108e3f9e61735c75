"""Shibuya: a second row of the header, the tree, and its own line of breadcrumbs."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes.adapter import Context, Logos, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.page_navigation import PageNavigation


def _before(context: Context, navigation: PageNavigation) -> None:
    context["toctree"] = navigation.toctree(context)
    if navigation.tree is None or navigation.side:
        # To expand levels, the theme parses the tree as XML; ours is HTML.
        context["expandtoc"] = lambda tree, *_depth: tree
    meta = context.get("meta") or {}
    hidden = context.get("theme_hide_breadcrumbs") or meta.get("hide_breadcrumbs") == "true"
    put_before_body(context, navigation.place(navigation.breadcrumbs if hidden else ""))


def _logos(context: Context, logos: Logos) -> None:
    if not context.get("theme_light_logo") and not context.get("theme_dark_logo"):
        context["theme_light_logo"] = logos.url("light")
        context["theme_dark_logo"] = logos.url("dark")


ADAPTER = ThemeAdapter(folders=(Path(__file__).parent,), before=_before, logos=_logos)
