"""Caching what Sphinx computes for each page again although the result is always the same.

With thousands of small pages this is a good part of a build.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from copy import copy, deepcopy
from functools import lru_cache
from pathlib import Path
from types import FunctionType, NoneType
from typing import TYPE_CHECKING, Any

from docutils import SettingsSpec, nodes
from sphinx.writers.html5 import HTML5Translator

from sphinx_navapi.build.sphinx_internals import (
    MakeChecksum,
    MakeSettings,
    replace_checksums,
    replace_settings,
)

if TYPE_CHECKING:
    from docutils.frontend import Values
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment

#: Number of words of the search index whose stems are cached: 2 MB.
_WORDS = 20_000


class RepeatedWork:
    """Caches while one application builds."""

    def __init__(self) -> None:
        self._undo: list[Callable[[], object]] = []
        self._indexer: object = None

    def connect(self, app: Sphinx) -> None:
        """Connect to *app*: from before the first page is read to the end of the build."""
        app.connect("env-get-outdated", self._start)
        app.connect("doctree-resolved", self._remember_stems)
        app.connect("build-finished", self._end)

    def _start(self, app: Sphinx, env: BuildEnvironment, *_docnames: set[str]) -> list[str]:
        self._end(app, None)
        self._undo = [
            replace_settings(KnownSettings),
            replace_checksums(known_checksums),
        ]
        if "stylesheet" not in env.settings:
            # Docutils searches the disk for its own style sheets for each translator; pages of
            # Sphinx have others.
            env.settings.setdefault("stylesheet_path", [])
        self._remember_titles(app)
        return []

    def _remember_titles(self, app: Sphinx) -> None:
        """Render plain text titles once, not on each page that shows them."""
        builder: Any = app.builder
        handlers = app.registry.translation_handlers
        changed = {*handlers.get(builder.name, ()), *handlers.get(builder.format, ())}
        if (
            hasattr(builder, "render_partial")
            # Other translators may render a title differently on each page.
            and builder.get_translator_class() is HTML5Translator
            and not changed & {"document", "title", "Text"}
        ):
            builder.render_partial = known_titles(builder.render_partial)
            self._undo.append(lambda: vars(builder).pop("render_partial", None))

    def _remember_stems(self, app: Sphinx, doctree: nodes.document, docname: str) -> None:
        """Compute the stem of a word once for the search index, not for each page."""
        indexer = getattr(app.builder, "indexer", None)
        if indexer is not None and indexer is not self._indexer:
            self._indexer = indexer
            language = indexer.lang
            language.stem = lru_cache(maxsize=_WORDS)(language.stem)

    def _end(self, app: Sphinx, exception: Exception | None) -> None:
        for undo in self._undo:
            undo()
        self._undo = []
        self._indexer = None


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


def known_checksums(make: MakeChecksum) -> MakeChecksum:
    """Checksums by the path used in a page; missing files are not cached."""
    known: dict[tuple[Path, str], str] = {}

    def checksum(outdir: Path, filename: Any) -> str:
        key = (outdir, os.fspath(filename))
        found = known.get(key)
        if not found:
            found = known[key] = make(outdir, filename)
        return found

    return checksum


#: A Sphinx function that renders a node to parts in HTML, by name.
RenderPartial = Callable[[nodes.Node | None], dict[str, str]]


def known_titles(render: RenderPartial) -> RenderPartial:
    """Titles by their text; other nodes are rendered each time."""
    known: dict[str, dict[str, str]] = {}

    def render_partial(node: nodes.Node | None) -> dict[str, str]:
        if (
            type(node) is not nodes.title
            or any(node.attributes.values())
            or not all(isinstance(child, nodes.Text) for child in node.children)
        ):
            return render(node)
        text = node.astext()
        if text not in known:
            # Before version 9, Sphinx returns the same mapping for every node.
            known[text] = dict(render(node))
            # Sphinx puts the node into a separate document, which would be kept as long as the
            # node.
            node.parent = None
            node.document = None  # type: ignore[assignment]
        return dict(known[text])

    return render_partial
