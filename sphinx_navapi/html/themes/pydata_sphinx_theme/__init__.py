"""pydata-sphinx-theme: a second row of the header, the tree, breadcrumbs."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from sphinx_navapi.html.page_links import NavLink, landmark, with_current
from sphinx_navapi.html.themes.adapter import Context, Logos, ThemeAdapter, put_before_body
from sphinx_navapi.html.themes.page_navigation import PageNavigation

_BREADCRUMBS = "breadcrumbs.html"

#: Maximum number of links in the header; the rest are in a menu.
_HEADER_LINKS = 4


def _before(context: Context, navigation: PageNavigation) -> None:
    if navigation.tree is None:
        context["toctree"] = lambda **_options: navigation.side
    else:
        tree = navigation.tree
        # The theme modifies top-level lists, so they have no parent element.
        context["toctree"] = lambda **options: tree.write(navigation.docname, options, "")
    # The theme treats an empty mode as an error that it corrects and reports on the console.
    context["default_mode"] = context.get("default_mode") or "auto"


def _after(context: Context, navigation: PageNavigation) -> None:
    if navigation.tree is None:
        _replace_tree(context, navigation)
    else:
        _extend_tree(context, navigation)
    items = context.get("theme_article_header_start")
    own = [] if not isinstance(items, list) else [i for i in items if i.endswith(_BREADCRUMBS)]
    if own and navigation.named and isinstance(items, list):
        context["theme_article_header_start"] = [
            "navapi-breadcrumbs.html" if item in own else item for item in items
        ]
    put_before_body(context, navigation.place("" if own else navigation.breadcrumbs))


def _replace_tree(context: Context, navigation: PageNavigation) -> None:
    """Replace the theme's tree, and remove its header, which lists all pages of the root's
    toctrees.
    """
    context["generate_toctree_html"] = lambda *_positional, **_options: navigation.side
    context["suppress_sidebar_toctree"] = lambda *_positional, **_options: not navigation.side
    context["generate_header_nav_html"] = lambda *_positional, **_options: ""


def _extend_tree(context: Context, navigation: PageNavigation) -> None:
    """Add our entries to the theme's tree and header.

    Its sidebar shows what is below one entry of the header: for the navigation, everything.
    """
    theme_tree = context["generate_toctree_html"]
    theme_header = context["generate_header_nav_html"]
    suppressed = context["suppress_sidebar_toctree"]
    ours = navigation.ours() if navigation.named else ""

    def tree(kind: str, startdepth: int = 1, **options: Any) -> str:
        if startdepth and ours:
            context["toctree"] = lambda **_options: ours
        elif startdepth and suppressed(startdepth, includehidden=True):
            # Below no entry of the header: the theme would end the build.
            return navigation.side
        shown = theme_tree(kind, startdepth=0 if ours else startdepth, **options)
        return navigation.side + landmark(with_current(str(shown)), navigation.words("Pages"))

    def header(*positional: Any, **options: Any) -> str:
        before, after = (_header(links, navigation) for links in navigation.sections())
        return f"{before}{theme_header(*positional, **options)}{after}"

    context["generate_toctree_html"] = tree
    context["generate_header_nav_html"] = header
    context["suppress_sidebar_toctree"] = lambda *positional, **options: (
        not ours and not navigation.side and suppressed(*positional, **options)
    )


def _header(links: list[NavLink], navigation: PageNavigation) -> str:
    """*links* with the theme's markup for its header."""
    if len(links) > _HEADER_LINKS:
        label = escape(navigation.words("Pages"))
        return (
            '<li class="nav-item dropdown"><button class="btn dropdown-toggle nav-item" '
            f'type="button" data-bs-toggle="dropdown" aria-expanded="false">{label}</button>'
            f'<ul class="dropdown-menu">{_items(links, " dropdown-item")}</ul></li>'
        )
    return _items(links, "")


def _items(links: list[NavLink], css: str) -> str:
    return "".join(
        f'<li class="nav-item{" current active" if link.current else ""}">'
        f'<a class="nav-link nav-internal{css}" href="{escape(link.href or "")}">'
        f"{escape(link.label, quote=False)}</a></li>"
        for link in links
    )


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
