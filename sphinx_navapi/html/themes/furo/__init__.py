"""Furo: a bar above the three columns, the tree in its sidebar."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes.adapter import Context, Logos, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.page_navigation import PageNavigation


def _before(context: Context, navigation: PageNavigation) -> None:
    if navigation.tree is None:
        # The theme's handler would parse the HTML and serialize it again.
        context["toctree"] = lambda **_options: ""
    else:
        context["toctree"] = navigation.toctree(context)
    put_before_body(context, navigation.place(navigation.breadcrumbs))


def _after(context: Context, navigation: PageNavigation) -> None:
    if navigation.tree is None:
        context["furo_navigation_tree"] = navigation.side


def _logos(context: Context, logos: Logos) -> None:
    if context.get("theme_light_logo") or context.get("theme_dark_logo"):
        return
    if any(name.startswith("https://") for name in (logos.light, logos.dark)):
        # It only supports files; the light one, which may be a URL, is kept.
        return
    context["theme_light_logo"], context["theme_dark_logo"] = logos.light, logos.dark
    context["logo_url"] = None
    # A logo replaces the name, unless `conf.py` sets otherwise. The default is "".
    if context.get("theme_sidebar_hide_name") is not False:
        context["theme_sidebar_hide_name"] = True


ADAPTER = ThemeAdapter(folders=(Path(__file__).parent,), before=_before, after=_after, logos=_logos)
