"""Adapters for third-party themes: one folder for each theme.

Themes render their tree from Sphinx's toctrees on every page, so a page's cost grows with the
number of pages. Each adapter substitutes HTML that is rendered once per place, and puts the rest of
the navigation where the theme has a place for it. For an unlisted theme, all of it is above the
page's body.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from jinja2 import FileSystemLoader

from sphinx_navapi.config.confvals import OUR_SEARCH
from sphinx_navapi.html.theme_settings import THEME, THEME_DIR
from sphinx_navapi.html.themes import neutral
from sphinx_navapi.html.themes.adapter import ThemeAdapter
from sphinx_navapi.project.environment import writes_site
from sphinx_navapi.project.sphinx_internals import add_template_loader

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders import Builder

    from sphinx_navapi.html.themes.page_navigation import PageNavigation
    from sphinx_navapi.project.site import Site

_PAGE = "navapi-page.html"


def install(app: Sphinx, adapter: ThemeAdapter) -> ThemeAdapter:
    """Install *adapter* and return it, or the adapter for unknown themes.

    The latter if templates do not come from the theme (``template_bridge``).
    """
    app.add_js_file("navapi.js", loading_method="defer")
    if not adapter.folders:
        app.add_js_file("navapi-any-theme.js", loading_method="defer")
    # After the project's own templates, which take precedence.
    folders = [folder / "templates" for folder in adapter.folders]
    loader = FileSystemLoader(folders or neutral.TEMPLATES)
    if not add_template_loader(app.builder, loader):
        # Methods that depend on the theme's templates still work.
        return replace(
            neutral.ADAPTER, announce=adapter.announce, right_to_left=adapter.right_to_left
        )
    for name in adapter.styles:
        app.add_css_file(name, priority=600)
    return adapter


def page_template(
    adapter: ThemeAdapter, templatename: object, context: dict[str, Any], navigation: PageNavigation
) -> str | None:
    """The template that adds *navigation* to the theme's *templatename*, if there is one.

    :param templatename: extensions may also pass a template itself.
    """
    if not (adapter.folders and isinstance(templatename, str) and templatename.endswith(".html")):
        return None
    context["navapi_top"] = navigation.top
    # If these are empty, the theme's own are shown.
    context["navapi_breadcrumbs"] = navigation.breadcrumbs if navigation.named else ""
    context["navapi_template"] = templatename
    return _PAGE


__all__ = [
    "THEMES",
    "ThemeAdapter",
    "adapter_for",
    "has_our_search",
    "install",
    "page_template",
    "template_folders",
    "theme_names",
]

#: The themes with an adapter, by their names in ``html_theme``. Each is a folder here: its
#: ``__init__`` defines the ``ADAPTER``, ``templates`` and ``static`` contain templates and style
#: sheets.
THEMES = (
    "alabaster",
    "furo",
    "pydata_sphinx_theme",
    "shibuya",
    "sphinx_book_theme",
    "sphinx_rtd_theme",
)


def theme_names(builder: Builder) -> list[str]:
    """Names of the builder's theme and its ancestors, nearest first.

    A `Theme` does not name its ancestors, but their folders, which are named as the themes are.
    """
    theme = getattr(builder, "theme", None)
    folders = map(Path, theme.get_theme_dirs()) if theme is not None else ()
    ancestors = (THEME if folder == THEME_DIR else folder.name for folder in folders)
    return [builder.config.html_theme, *ancestors]


def has_our_search(builder: Builder, site: Site | None) -> bool:
    """Whether pages have the search of our theme: its own, and others that ``conf.py`` names."""
    if THEME in theme_names(builder):
        return True
    is_asked = site is not None and site.configured and site.confvals.search == OUR_SEARCH
    return is_asked and writes_site(builder) and builder.name != "singlehtml"


def template_folders(builder: Builder) -> Iterator[Path]:
    """Folders with the templates of the builder's pages: the project's, then the theme's."""
    for name in builder.config.templates_path:
        yield Path(builder.confdir) / name
    theme = getattr(builder, "theme", None)
    if theme is not None:
        yield from map(Path, theme.get_theme_dirs())


def adapter_for(theme_names: list[str], folders: Iterable[Path] = ()) -> ThemeAdapter:
    """The adapter of the first known name among a theme and its ancestors.

    :param folders: the templates of an unknown theme and of its ancestors.
    """
    for name in theme_names:
        if name in THEMES:
            # By name: a build imports only one adapter, and adding a theme takes one line.
            adapter = import_module(f"{__name__}.{name}").ADAPTER
            assert isinstance(adapter, ThemeAdapter)
            return adapter
    return neutral.adapter_of(folders)
