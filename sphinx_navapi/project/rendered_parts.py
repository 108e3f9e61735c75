"""Rendering titles and tables of contents, which many pages have in common, only once."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes
from sphinx.writers.html5 import HTML5Translator

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def render_parts_once(app: Sphinx, env: BuildEnvironment, *_docnames: set[str]) -> tuple[()]:
    """``env-get-outdated``: render titles and tables of contents by templates."""
    if "stylesheet" not in env.settings:
        # Docutils searches the disk for its own style sheets for each translator; pages of Sphinx
        # have others.
        env.settings.setdefault("stylesheet_path", [])
    builder: Any = app.builder
    handlers = app.registry.translation_handlers
    changed = {*handlers.get(builder.name, ()), *handlers.get(builder.format, ())}
    if (
        hasattr(builder, "render_partial")
        and not isinstance(builder.render_partial, KnownParts)
        # Other translators may render a title differently on each page.
        and builder.get_translator_class() is HTML5Translator
        and not changed & {"document", "Text", *(node.__name__ for node in _PLAIN)}
    ):
        builder.render_partial = KnownParts(builder.render_partial)
    return ()


#: A Sphinx function that renders a node to parts in HTML, by name.
RenderPartial = Callable[[nodes.Node | None], dict[str, str]]

#: The nodes of a plain table of contents, from the outside in.
_CONTENTS = (nodes.bullet_list, nodes.list_item, addnodes.compact_paragraph, nodes.reference)

_PLAIN = frozenset({nodes.title, *_CONTENTS})

#: A node's class, attributes and children, or the text of a leaf.
_Structure = str | tuple[str, tuple[tuple[str, str], ...], tuple["_Structure", ...]]

#: Stands for the title of a page in cached HTML.
_TITLE = "\x02title\x03"


class KnownParts:
    """Renders titles and tables of contents once for each structure; other nodes each time.

    Plain titles have one structure. Generated pages of one kind have the same headings, and their
    tables of contents differ only in the first entry, the page's title. What occurs only once, as
    the contents of most authored pages, is rendered as usual.
    """

    #: Number of structures that are cached.
    _MOST = 500

    def __init__(self, render: RenderPartial) -> None:
        self._render = render
        self._known: dict[_Structure, dict[str, str] | None] = {}

    def __call__(self, node: nodes.Node | None) -> dict[str, str]:
        """The parts of the HTML of *node*."""
        title = _title_of(node)
        structure = _structure(node, title) if node is not None and title is not None else None
        if node is None or title is None or structure is None:
            return self._render(node)
        template = self._known.get(structure)
        if template is not None:
            return _filled(template, title)
        # Before version 9, Sphinx returns the same mapping for every node.
        parts = dict(self._render(node))
        if structure in self._known:
            self._add_template(structure, node, title, parts)
        else:
            if len(self._known) >= self._MOST:
                self._known.clear()
            self._known[structure] = None
        # Sphinx puts the node into a separate document, which would be kept as long as the node.
        node.parent = None
        node.document = None  # type: ignore[assignment]
        return parts

    def _add_template(
        self,
        structure: _Structure,
        node: nodes.Node,
        title: nodes.Text,
        parts: Mapping[str, str],
    ) -> None:
        """Cache the HTML with `_TITLE` as title, if *parts* can be made from it."""
        around = title.parent
        around.replace(title, nodes.Text(_TITLE))
        template = dict(self._render(node))
        around.replace(around[0], title)
        if _filled(template, title) == parts:
            self._known[structure] = template


def _title_of(node: nodes.Node | None) -> nodes.Text | None:
    """The text of the title or of the first entry of the table of contents *node*, if plain."""
    for kind in (nodes.title,) if type(node) is nodes.title else _CONTENTS:
        if type(node) is not kind or not node.children:
            return None
        node = node.children[0]
    return node if isinstance(node, nodes.Text) and len(node.parent) == 1 else None


def _structure(node: nodes.Node, title: nodes.Text) -> _Structure | None:
    """All of *node* but the text of *title*; ``None`` if it is not plain."""
    if node is title:
        return ""
    if isinstance(node, nodes.Text):
        return node.astext()
    if type(node) not in _PLAIN:
        return None
    assert isinstance(node, nodes.Element)
    children = []
    for child in node.children:
        inner = _structure(child, title)
        if inner is None:
            return None
        children.append(inner)
    basic = nodes.Element.basic_attributes
    attributes = tuple(
        (name, repr(value)) for name, value in node.attributes.items() if value or name not in basic
    )
    return (type(node).__name__, attributes, tuple(children))


def _filled(template: Mapping[str, str], title: nodes.Text) -> dict[str, str]:
    text = title.astext().translate(HTML5Translator.special_characters)
    return {name: part.replace(_TITLE, text) for name, part in template.items()}
