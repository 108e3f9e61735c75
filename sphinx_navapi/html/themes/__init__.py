"""How each theme that is not ours takes the navigation: one neutral core, one adapter a theme.

Themes draw their tree from Sphinx's toctrees on every page, so a page's cost grows
with the number of pages. Each adapter swaps in HTML that is made once per place, and
puts the rest of the navigation where the theme has a place for it. A theme that is
not listed takes all of it above the page's body.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.html.themes import alabaster, furo, neutral, pydata, read_the_docs, shibuya
from sphinx_navapi.html.themes.adapter import ThemeAdapter
from sphinx_navapi.html.themes.install import install, page_template

if TYPE_CHECKING:
    from sphinx.builders import Builder

__all__ = ["ThemeAdapter", "adapter_for", "install", "page_template", "theme_names"]

_ADAPTERS = {
    "alabaster": alabaster.ADAPTER,
    "furo": furo.ADAPTER,
    "pydata_sphinx_theme": pydata.PYDATA,
    "shibuya": shibuya.ADAPTER,
    "sphinx_book_theme": pydata.BOOK,
    "sphinx_rtd_theme": read_the_docs.ADAPTER,
}


def theme_names(builder: Builder) -> list[str]:
    """Names of the builder's theme and of those that it inherits from, nearest first."""
    theme = getattr(builder, "theme", None)
    names: list[str] = []
    while theme is not None:
        names.append(theme.name)
        theme = getattr(theme, "base", None)
    return [*names, builder.config.html_theme]


def adapter_for(theme_names: list[str]) -> ThemeAdapter:
    """The adapter of the first known name of a theme and those that it inherits from."""
    for name in theme_names:
        if name in _ADAPTERS:
            return _ADAPTERS[name]
    return neutral.ADAPTER
