"""pydata-sphinx-theme: a second row of the header, the tree, breadcrumbs."""

from __future__ import annotations

from pathlib import Path

from sphinx_navapi.html.themes.adapter import Context, Logos, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.pieces import Pieces

_BREADCRUMBS = "breadcrumbs.html"


def _before(context: Context, pieces: Pieces) -> None:
    context["toctree"] = lambda **_options: pieces.side
    # The theme takes nothing for a mistake that it corrects, and says so on the console.
    context["default_mode"] = context.get("default_mode") or "auto"


def _after(context: Context, pieces: Pieces) -> None:
    context["generate_toctree_html"] = lambda *_positional, **_options: pieces.side
    context["suppress_sidebar_toctree"] = lambda *_positional, **_options: not pieces.side
    # Its header lists the root's toctrees, which are all pages.
    context["generate_header_nav_html"] = lambda *_positional, **_options: ""
    items = context.get("theme_article_header_start")
    own = [] if not isinstance(items, list) else [i for i in items if i.endswith(_BREADCRUMBS)]
    if own and pieces.named and isinstance(items, list):
        context["theme_article_header_start"] = [
            "navapi-breadcrumbs.html" if item in own else item for item in items
        ]
    put_before_body(context, pieces.place("" if own else pieces.breadcrumbs))


def _logos(context: Context, logos: Logos) -> None:
    own = context.get("theme_logo")
    own = own if isinstance(own, dict) else {}
    if own.get("image_light") or own.get("image_dark"):
        return
    urls = {scheme: logos.url(scheme) for scheme in ("light", "dark")}
    context["theme_logo"] = {
        **own,
        "image_relative": {
            scheme: url if url.startswith("https://") else context["pathto"](url, resource=True)
            for scheme, url in urls.items()
        },
    }


ADAPTER = ThemeAdapter(folders=(Path(__file__).parent,), before=_before, after=_after, logos=_logos)
