"""Making Sphinx 8.1 build like later versions.

If there are no pages to write, it skips everything that follows: ``404.html`` and other files
written there would be mistaken for files of an earlier build. And it writes the first page in each
build.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

import sphinx
from sphinx.application import Sphinx
from sphinx.builders import Builder
from sphinx.locale import __
from sphinx.util.display import progress_message

from sphinx_navapi.project.sphinx_internals import documents_above, included_by_toctrees

#: The first version that does not need this.
_LATER = (8, 2)


def build_as_later(app: Sphinx) -> None:
    """``builder-inited``: replace methods of *app*'s builder."""
    if sphinx.version_info >= _LATER:
        return
    builder: Any = app.builder
    builder.build = partial(_build, builder.build)
    if type(builder).write is Builder.write:
        builder.write = partial(_write, builder)


def _build(build: Any, docnames: Any, summary: str | None = None, method: str = "update") -> None:
    # A name that no document has: Sphinx drops it after checking that the list is not empty.
    build(docnames or ["/"] if method == "update" else docnames, summary, method)


def _write(
    builder: Any,
    build_docnames: Iterable[str] | None,
    updated_docnames: Iterable[str],
    method: str = "update",
) -> None:
    """`Builder.write` as of 8.2, with its parameter names."""
    env = builder.env
    builder.events.emit("write-started", builder)
    if build_docnames is None or build_docnames == ["__all__"]:
        build_docnames = env.found_docs
    docnames = set(build_docnames)
    if method == "update":
        docnames.update(updated_docnames)
    docnames |= documents_above(env, docnames) & env.found_docs
    # The order in which documents are read differs between builds.
    included = included_by_toctrees(env)
    for docname in sorted(included):
        included[docname] = included.pop(docname)
    with progress_message(__("preparing documents")):
        builder.prepare_writing(docnames)
    with progress_message(__("copying assets"), nonl=False):
        builder.copy_assets()
    if docnames:
        builder.write_documents(docnames)
