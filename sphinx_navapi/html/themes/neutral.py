"""Unknown themes: the tree replaces the theme's own, with nothing above the text.

In a theme without a tree it is added to the sidebar. Where a page shows none in the end, it is
above the text.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import Any

from jinja2 import Environment, TemplateSyntaxError, nodes

from sphinx_navapi.html.page_links import NavLink
from sphinx_navapi.html.themes.adapter import (
    Context,
    ThemeAdapter,
    put_after_body,
    put_before_body,
    wrap_right_to_left,
)
from sphinx_navapi.html.themes.page_navigation import PageNavigation
from sphinx_navapi.links.targets import is_external

#: The template of Sphinx's theme ``basic`` that shows the tree in a sidebar.
_TREE = "globaltoc.html"

#: Ours, in `TEMPLATES`: that of ``basic`` has the title of the page's own contents.
_OUR_TREE = "navapi-tree.html"
TEMPLATES = Path(__file__).parent / "templates"

#: Where the tree is put if the templates of a page did not show it, and where the page's mark is
#: put if they did.
_ABOVE, _BELOW = "<!--navapi-above-->", "<!--navapi-below-->"

_DRAWS_TREE = re.compile(r"\btoctree\s*\(")
_DRAWS_SIDEBARS = re.compile(r"\bsidebar\s*\(\s*\)")
_USES = re.compile(r"""\b(?:extends|include|import|from)\s+["']([^"']+)["']""")
#: The blocks of ``basic`` that contain the sidebars.
_OF_SIDEBARS = frozenset({"sidebar1", "sidebar2", "content", "document"})
_DRAWS_NEIGHBORS = re.compile(r"\b(prev|next)\.link\b|\brellinks\b")
#: The templates with which a page begins.
_FIRST = ("page.html", "layout.html")

#: Only parses templates. Its extensions are those that a theme may use.
_JINJA = Environment(
    autoescape=True, extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"]
)

#: Texts of templates by the last part of their name: those of the theme and of its ancestors.
_Templates = Mapping[str, Sequence[str]]


def adapter_of(folders: Iterable[Path]) -> ThemeAdapter:
    """The adapter for an unknown theme, based on its templates.

    :param folders: those of the theme's templates and of its ancestors, nearest first.
    """
    by_folder = list(map(_templates, folders))
    templates: dict[str, list[str]] = defaultdict(list)
    for sources in by_folder:
        for path, text in sources:
            templates[path.name].append(text)
    draws_neighbors = any(
        _DRAWS_NEIGHBORS.search(text) for texts in templates.values() for text in texts
    )
    sidebars = False
    for sources in by_folder:
        if any(_DRAWS_SIDEBARS.search(text) for _, text in sources):
            sidebars = True
            break
        if any(_replaces_sidebars(text) for _, text in sources):
            break
    in_sidebars = sidebars and not _draws_tree(_FIRST, templates)

    @cache  # most pages have the same sidebars
    def needs_tree(shown: tuple[str, ...]) -> bool:
        return in_sidebars and _TREE not in shown and not _draws_tree(shown, templates)

    return ThemeAdapter(
        before=partial(
            _before,
            needs_tree=needs_tree,
            draws_neighbors=draws_neighbors,
        ),
        after=_after,
        right_to_left=wrap_right_to_left,
    )


def _templates(folder: Path) -> list[tuple[Path, str]]:
    """The templates of *folder* and their texts."""
    return [
        (path, path.read_text(encoding="utf-8", errors="replace"))
        for path in sorted(folder.rglob("*.html"))
    ]


def _draws_tree(names: Iterable[str], templates: _Templates) -> bool:
    """Whether one of the templates *names*, or one that they use, has the tree."""
    waiting, seen = list(names), set[str]()
    while waiting:
        name = waiting.pop()
        if name in seen:
            continue
        seen.add(name)
        for text in templates.get(name, ()):
            if _DRAWS_TREE.search(text):
                return True
            waiting += (used.rpartition("/")[2].lstrip("!") for used in _USES.findall(text))
    return False


def _replaces_sidebars(text: str) -> bool:
    """Whether the template *text* overrides the sidebars of ``basic``.

    A block that calls ``super()`` only extends them, as in the theme of Pallets.
    """
    try:
        template = _JINJA.parse(text)
    except TemplateSyntaxError:
        # Tags of a custom extension: if it overrides such a block, assume that it replaces it.
        return any(f"block {name}" in text for name in _OF_SIDEBARS)
    return any(
        block.name in _OF_SIDEBARS and not any(map(_is_super, block.find_all(nodes.Call)))
        for block in template.find_all(nodes.Block)
    )


def _is_super(call: nodes.Call) -> bool:
    return isinstance(call.node, nodes.Name) and call.node.name == "super"


def _before(
    context: Context,
    navigation: PageNavigation,
    *,
    needs_tree: Callable[[tuple[str, ...]], bool],
    draws_neighbors: bool,
) -> None:
    tree = navigation.toctree(context)
    # Lists have the colors and borders of the theme's sidebar.
    breadcrumbs = navigation.breadcrumbs.replace("<ol>", "<ul>").replace("</ol>", "</ul>")
    is_shown = False

    def draw(**options: Any) -> str:
        nonlocal is_shown
        is_shown = True
        return breadcrumbs + navigation.top + tree(**options)

    def finish(html: str) -> str:
        # Only now is it known: a template may have the tree under a condition.
        above, below = "", navigation.place("")
        if not is_shown:
            ours = tree(includehidden=True)
            is_theirs = _has_links(html, tree(includehidden=True, titles_only=True))
            above, below = (below, "") if is_theirs else (_above(navigation, ours), "")
        return html.replace(_ABOVE, above, 1).replace(_BELOW, below, 1)

    context["toctree"] = context["navapi_tree"] = draw
    context["navapi_finish"] = finish
    put_before_body(context, _ABOVE)
    put_after_body(context, _BELOW)
    shown: Sequence[str] = context.get("sidebars") or ()
    if needs_tree(tuple(shown)):
        context["navapi_section"] = navigation.section
        context["sidebars"] = [_OUR_TREE, *shown]
    if not draws_neighbors:
        put_after_body(context, navigation.neighbors(context))


_LINKS = re.compile(r"""<a\b[^>]*?\shref=["']?([^"'\s>#]+)["'\s>]""")

#: The links of a small tree may be those to other pages around the text.
_FEWEST = 4


def _has_links(html: str, tree: str) -> bool:
    """Whether *html* has all links of *tree* outside the text.

    A theme may draw a tree of its own from Sphinx's toctrees, as sphinx-immaterial does.
    """
    start, _, rest = html.partition(_ABOVE)
    around = start + rest.partition(_BELOW)[2]
    wanted = {href for href in _LINKS.findall(tree) if not is_external(href)}
    return len(wanted) >= _FEWEST and wanted <= set(_LINKS.findall(around))


def _after(context: Context, navigation: PageNavigation) -> None:
    """Show the tree in a theme that replaces Sphinx's ``toctree`` by a function of its own.

    A tree of one level is a row in a header, of the groups: Sphinx has every page there.
    """
    theme_tree, draw = context.get("toctree"), context.get("navapi_tree")
    if theme_tree is draw or not callable(theme_tree) or draw is None:
        return

    def shown(*positional: Any, **options: Any) -> Any:
        if options.get("maxdepth") != 1:
            # Such functions leave out the headings of pages, unless told to show them.
            return draw(**{"titles_only": True, **options})
        before, after = map(_entries, navigation.sections())
        own = navigation.tree.own_entries(navigation.docname) if navigation.tree else ""
        row = before + own + after
        return f"<ul>{row}</ul>" if row else theme_tree(*positional, **options)

    context["toctree"] = shown


def _entries(links: Iterable[NavLink]) -> str:
    """*links* with the markup of entries in Sphinx's toctrees."""
    return "".join(
        f'<li class="toctree-l1{" current" if link.current else ""}">'
        f'<a class="{"current " if link.current else ""}reference internal"'
        f' href="{escape(link.href or "")}">{escape(link.label, quote=False)}</a></li>'
        for link in links
    )


def _above(navigation: PageNavigation, side: str) -> str:
    """The navigation above the text."""
    if side:
        side = (
            f'<details class="navapi-pages"><summary>{navigation.section}</summary>{side}</details>'
        )
    return navigation.top + side + navigation.place(navigation.breadcrumbs)


ADAPTER = adapter_of([])
