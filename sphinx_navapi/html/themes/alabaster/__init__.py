"""Alabaster: a bar above the page, the tree in its sidebar."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes.adapter import Context, ThemeAdapter, put_after_body, put_before_body
from sphinx_navapi.html.themes.page_navigation import PageNavigation

_RELATIONS = "relations.html"


def _before(context: Context, navigation: PageNavigation) -> None:
    context["toctree"] = navigation.toctree(context, headings=True)
    put_before_body(context, navigation.place(navigation.breadcrumbs))
    sidebars = context.get("sidebars") or []
    context["navapi_related"] = related = _is_set(context, "show_related")
    if _RELATIONS in sidebars and related:
        return
    if navigation.named:
        # Otherwise they would be there, but hidden.
        context["sidebars"] = [name for name in sidebars if name != _RELATIONS]
    context["navapi_relbar"] = bar = _bar_of_neighbors(context)
    if not bar:
        put_after_body(context, navigation.neighbors(context))


def _bar_of_neighbors(context: Context) -> str:
    """The theme's bar with links to the previous and next page: ``bottom``, ``top``, or none."""
    if _is_set(context, "show_relbars") or _is_set(context, "show_relbar_bottom"):
        return "bottom"
    return "top" if _is_set(context, "show_relbar_top") else ""


def _is_set(context: Context, option: str) -> bool:
    return str(context.get(f"theme_{option}")).lower() in ("true", "1", "yes")


ADAPTER = ThemeAdapter(folders=(Path(__file__).parent,), before=_before)
