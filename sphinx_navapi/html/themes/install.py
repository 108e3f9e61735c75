"""Setup of a theme's adapter, once per build: its templates, its style sheets, a script."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

from jinja2 import FileSystemLoader

from sphinx_navapi.build.sphinx_internals import add_template_loader
from sphinx_navapi.html.themes import neutral

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.themes.adapter import ThemeAdapter
    from sphinx_navapi.html.themes.pieces import Pieces

_PAGE = "navapi-page.html"


def install(app: Sphinx, adapter: ThemeAdapter) -> ThemeAdapter:
    """Install *adapter* and return it, or the adapter for unknown themes.

    The latter if templates do not come from the theme (``template_bridge``).
    """
    app.add_js_file("navapi.js", loading_method="defer")
    if not adapter.folders:
        return adapter
    # After the project's own templates, which take precedence.
    loader = FileSystemLoader([folder / "templates" for folder in adapter.folders])
    if not add_template_loader(app.builder, loader):
        # Methods that depend on the theme's templates still work.
        return replace(
            neutral.ADAPTER, announce=adapter.announce, right_to_left=adapter.right_to_left
        )
    for name in adapter.styles:
        app.add_css_file(name, priority=600)
    return adapter


def page_template(
    adapter: ThemeAdapter, templatename: str, context: dict[str, Any], pieces: Pieces
) -> str | None:
    """The template that adds *pieces* to the theme's *templatename*, if there is one."""
    if not adapter.folders or not templatename.endswith(".html"):
        return None
    context["navapi_top"] = pieces.top
    # If these are empty, the theme's own are shown.
    context["navapi_breadcrumbs"] = pieces.breadcrumbs if pieces.named else ""
    context["navapi_template"] = templatename
    return _PAGE
