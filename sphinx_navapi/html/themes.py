"""How each theme takes our sidebar in place of its own tree.

Themes draw their tree from Sphinx's toctrees on every page, so a page's cost
grows with the number of pages. Each adapter swaps in HTML that is made once per
place. A theme that is not listed takes it through the ``toctree`` function that
Sphinx gives to all templates.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sphinx.builders import Builder

Context = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class ThemeAdapter:
    """What a theme needs done to a page's template context.

    :ivar before: runs before the theme's own handlers of ``html-page-context``.
    :ivar after: runs after them.
    """

    before: Callable[[Context, str], None]
    after: Callable[[Context, str], None]


def _nothing(context: Context, sidebar: str) -> None:
    """Some themes need one of the two moments only."""


def _replace_toctree(context: Context, sidebar: str) -> None:
    context["toctree"] = lambda **_options: sidebar


def _empty_toctree(context: Context, sidebar: str) -> None:
    # The theme's handler would take the HTML apart and put it together again.
    context["toctree"] = lambda **_options: ""


def _furo_tree(context: Context, sidebar: str) -> None:
    context["furo_navigation_tree"] = sidebar


def _pydata_tree(context: Context, sidebar: str) -> None:
    context["generate_toctree_html"] = lambda kind, *_positional, **_options: sidebar
    context["suppress_sidebar_toctree"] = lambda *_positional, **_options: not sidebar
    # Its header lists the root's toctrees, which are all pages.
    context["generate_header_nav_html"] = lambda *_positional, **_options: ""


def _before_body(context: Context, sidebar: str) -> None:
    # Nobody knows where such a theme would show a tree, so it stands above the page.
    context["toctree"] = lambda **_options: ""
    if sidebar and context.get("body"):
        label = context["navapi_pages_label"]
        context["body"] = f"<details><summary>{label}</summary>{sidebar}</details>{context['body']}"


_NEUTRAL = ThemeAdapter(before=_before_body, after=_nothing)
_TREE = ThemeAdapter(before=_replace_toctree, after=_nothing)
_PYDATA = ThemeAdapter(before=_replace_toctree, after=_pydata_tree)

_ADAPTERS = {
    "alabaster": _TREE,
    "shibuya": _TREE,
    "sphinx_rtd_theme": _TREE,
    "furo": ThemeAdapter(before=_empty_toctree, after=_furo_tree),
    "pydata_sphinx_theme": _PYDATA,
    "sphinx_book_theme": _PYDATA,
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
    return _NEUTRAL
