"""Caching what Sphinx computes for each page again although the result is always the same.

With thousands of small pages this is a good part of a build.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from types import FunctionType, NoneType
from typing import TYPE_CHECKING, Any

from docutils import SettingsSpec, nodes
from sphinx import addnodes
from sphinx.writers.html5 import HTML5Translator

from sphinx_navapi.build.sphinx_internals import (
    MakeSettings,
    replace_settings,
)

if TYPE_CHECKING:
    from docutils.frontend import Values
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


class RepeatedWork:
    """Caches while one application builds."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*: from before the first page is read to the end of the build."""
        app.connect("env-get-outdated", self._start)
        app.connect("build-finished", self.end)

    def _start(self, app: Sphinx, env: BuildEnvironment, *_docnames: set[str]) -> list[str]:
        self.end()
        self._undo = [replace_settings(KnownSettings)]
        if "stylesheet" not in env.settings:
            # Docutils searches the disk for its own style sheets for each translator; pages of
            # Sphinx have others.
            env.settings.setdefault("stylesheet_path", [])
        self._remember_parts(app)
        return []

    def _remember_parts(self, app: Sphinx) -> None:
        """Render titles and tables of contents by templates."""
        builder: Any = app.builder
        handlers = app.registry.translation_handlers
        changed = {*handlers.get(builder.name, ()), *handlers.get(builder.format, ())}
        if (
            hasattr(builder, "render_partial")
            # Other translators may render a title differently on each page.
            and builder.get_translator_class() is HTML5Translator
            and not changed & {"document", "Text", *(node.__name__ for node in _PLAIN)}
        ):
            builder.render_partial = KnownParts(builder.render_partial)
            self._undo.append(lambda: vars(builder).pop("render_partial", None))

    def end(self, *_event: object) -> None:
        """Undo all; also where the build fails without an event."""
        for undo in self._undo:
            undo()
        self._undo = []


class KnownSettings:
    """Settings of documents, created once for each kind of parser, then copied."""

    #: Options declared by components: an object with its own options differs from its class.
    _SPECIFIED = frozenset(vars(SettingsSpec))

    #: Immutable values.
    _PLAIN = (str, int, float, NoneType, type, FunctionType)

    def __init__(self, make: MakeSettings) -> None:
        self._make = make
        self._known: dict[object, tuple[Mapping[str, Any], Values]] = {}

    def __call__(
        self, *components: Any, defaults: Mapping[str, Any], read_config_files: bool = False
    ) -> Values:
        """New settings for *components*, classes or objects."""
        if any(not isinstance(c, type) and self._SPECIFIED & vars(c).keys() for c in components):
            return self._make(*components, defaults=defaults, read_config_files=read_config_files)
        kinds = tuple(c if isinstance(c, type) else type(c) for c in components)
        key = (kinds, read_config_files)
        before, values = self._known.get(key, (None, None))
        if values is None or before != defaults:
            values = self._make(*components, defaults=defaults, read_config_files=read_config_files)
            self._known[key] = (dict(defaults), values)
        fresh = copy(values)
        for name, value in vars(values).items():
            # Lists, and the dependencies that are recorded while a document is read.
            if not isinstance(value, self._PLAIN) and value is not defaults.get(name):
                setattr(fresh, name, deepcopy(value))
        return fresh


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
