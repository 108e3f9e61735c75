"""The contents of an ePub, and what it may not contain: pages that nothing leads to.

EPUB 3.3, section 5.7.2 (spine); reported by epubcheck.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from docutils import nodes

from sphinx_navapi.links.targets import is_external
from sphinx_navapi.project.epub_contents import EpubContents
from sphinx_navapi.project.sphinx_internals import included_by_toctrees

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.project.site import Site

_HREF = re.compile(r'\bhref="([^"#][^"]*)"')


def setup(app: Sphinx, site: Site) -> None:
    """Adapt contents and pages of the book."""
    if not site.configured:
        return

    @cache
    def contents() -> EpubContents:
        return EpubContents(app, site)

    def add_anchors(app: Sphinx, doctree: nodes.document, docname: str) -> None:
        section = doctree.next_node(nodes.section)
        if section is not None:
            section["ids"].extend(contents().anchors(docname))

    def put_contents(app: Sphinx) -> tuple[()]:
        contents().put(app.builder)  # type: ignore[arg-type] # the builder of ePubs
        return ()

    app.connect("navapi-page-state", lambda app, docname: ",".join(contents().anchors(docname)))
    app.connect("doctree-resolved", add_anchors)
    app.connect("html-collect-pages", put_contents)
    app.connect("html-collect-pages", leave_out_unreached)


def leave_out_unreached(app: Sphinx) -> tuple[()]:
    """``html-collect-pages``: omit pages from a book that are only in its spine; add no page.

    Those are pages outside of all toctrees, which Sphinx adds at the end as non-linear; readers of
    books reach such a page by a link, or never.
    """
    suffix = app.builder.out_suffix  # type: ignore[attr-defined] # of HTML builders
    pages = {f"{name}{suffix}": name for name in sorted(app.env.found_docs)}
    outdir = Path(app.outdir)
    pending = [f"{name}{suffix}" for name in _in_toctrees(app)]
    pending += [path.name for path in outdir.glob(f"*{suffix}") if path.name not in pages]
    reached = set(pending)
    while pending:
        for file in _linked(outdir, pending.pop()):
            if file in pages and file not in reached:
                reached.add(file)
                pending.append(file)
    unreached = [file for file in pages if file not in reached]
    app.config.epub_exclude_files = [*app.config.epub_exclude_files, *unreached]
    return ()


def _in_toctrees(app: Sphinx) -> set[str]:
    """The root document and everything in its toctrees, at any depth: the reading order."""
    docnames: set[str] = set()
    pending = [app.config.root_doc]
    while pending:
        docname = pending.pop()
        if docname not in docnames:
            docnames.add(docname)
            pending += included_by_toctrees(app.env).get(docname, ())
    return docnames


def _linked(outdir: Path, file: str) -> Iterator[str]:
    """The files of the book that *file* links to."""
    try:
        text = (outdir / file).read_text("utf-8")
    except OSError:
        return
    for match in _HREF.finditer(text):
        href = unescape(match[1])
        if not is_external(href):
            path = unquote(href.partition("#")[0])
            yield posixpath.normpath(posixpath.join(posixpath.dirname(file), path))
