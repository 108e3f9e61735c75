"""sphinx_rtd_theme: a bar above its breadcrumbs, which are ours, the tree in its sidebar."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes.adapter import Context, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.page_navigation import PageNavigation


def _before(context: Context, navigation: PageNavigation) -> None:
    context["toctree"] = navigation.toctree(context, headings=True)
    put_before_body(context, navigation.place(""))


ADAPTER = ThemeAdapter(folders=(Path(__file__).parent,), before=_before)
