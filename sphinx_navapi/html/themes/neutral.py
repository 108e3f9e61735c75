"""Unknown themes: the tree replaces the theme's own, with nothing above the text.

In a theme without a tree it is added to the sidebar; in one without a sidebar, above the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import partial
from pathlib import Path

from jinja2 import Environment, TemplateSyntaxError, nodes

from sphinx_navapi.html.themes.adapter import (
    Context,
    ThemeAdapter,
    put_after_body,
    put_before_body,
    wrap_right_to_left,
)
from sphinx_navapi.html.themes.pieces import Pieces

#: The template of Sphinx's theme ``basic`` that shows the tree in a sidebar.
_TREE = "globaltoc.html"

_DRAWS_TREE = re.compile(r"\btoctree\s*\(")
_DRAWS_SIDEBARS = re.compile(r"\bsidebar\s*\(\s*\)")
#: The blocks of ``basic`` that contain the sidebars.
_OF_SIDEBARS = frozenset({"sidebar1", "sidebar2", "content", "document"})
_DRAWS_NEIGHBORS = re.compile(r"\b(prev|next)\.link\b|\brellinks\b")

#: Only parses templates. Its extensions are those that a theme may use.
_JINJA = Environment(
    autoescape=True, extensions=["jinja2.ext.i18n", "jinja2.ext.do", "jinja2.ext.loopcontrols"]
)


def adapter_of(folders: Iterable[Path]) -> ThemeAdapter:
    """The adapter for an unknown theme, based on its templates.

    :param folders: those of the theme's templates and of its ancestors, nearest first.
    """
    templates = list(map(_templates, folders))
    draws_tree = any(_DRAWS_TREE.search(text) for texts in templates for text in texts)
    draws_neighbors = any(_DRAWS_NEIGHBORS.search(text) for texts in templates for text in texts)
    sidebars = False
    for texts in templates:
        if any(map(_DRAWS_SIDEBARS.search, texts)):
            sidebars = True
            break
        if any(map(_replaces_sidebars, texts)):
            break
    return ThemeAdapter(
        before=partial(
            _before,
            has_place=draws_tree or sidebars,
            in_sidebars=sidebars and not draws_tree,
            draws_neighbors=draws_neighbors,
        ),
        right_to_left=wrap_right_to_left,
    )


def _templates(folder: Path) -> list[str]:
    """The templates of *folder*, except the one that any theme may show in its sidebar."""
    return [
        path.read_text(encoding="utf-8", errors="replace")
        for path in sorted(folder.rglob("*.html"))
        if path.name != _TREE
    ]


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
    pieces: Pieces,
    *,
    has_place: bool,
    in_sidebars: bool,
    draws_neighbors: bool,
) -> None:
    if has_place:
        tree = pieces.toctree(context)
        # Lists have the colors and borders of the theme's sidebar.
        breadcrumbs = pieces.breadcrumbs.replace("<ol>", "<ul>").replace("</ol>", "</ul>")
        around = breadcrumbs + pieces.top
        context["toctree"] = lambda **options: around + tree(**options)
        put_after_body(context, pieces.place(""))
    else:
        side = pieces.toctree(context)(includehidden=True)
        context["toctree"] = lambda **_options: ""
        if side:
            label = pieces.section
            side = f'<details class="navapi-pages"><summary>{label}</summary>{side}</details>'
        put_before_body(context, pieces.top, side, pieces.place(pieces.breadcrumbs))
    if in_sidebars:
        shown = context.get("sidebars") or []
        if _TREE not in shown:
            context["sidebars"] = [_TREE, *shown]
    if not draws_neighbors:
        put_after_body(context, pieces.neighbors(context))


ADAPTER = adapter_of([])
