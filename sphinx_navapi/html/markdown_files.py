"""The Markdown files beside the pages of a site: each is written with its page.

So processes that write pages in parallel share this work, too, and data read for an operation's
page is still cached.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from functools import partial
from mmap import mmap
from pathlib import Path
from typing import TYPE_CHECKING

from sphinx_navapi.build.environment import translator_for
from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.html.markdown_pages import MarkdownPages

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles
    from sphinx_navapi.build.site import Site


class MarkdownFiles:
    """The files of one build; create it before forking, when the plan has its titles."""

    def __init__(self, app: Sphinx, site: Site, files: OutputFiles) -> None:
        self._app = app
        self._site = site
        self._files = files
        self._done = SharedMarks(site.plan.pages)
        self._writer: MarkdownPages | None = None

    @property
    def names(self) -> frozenset[str]:
        """The pages that have a file."""
        return frozenset(self._site.plan.pages)

    def release(self) -> None:
        """Drop the Markdown of schemas; it is written again on demand."""
        self._writer = None

    def write(self, docname: str, doctree: nodes.document | None = None) -> None:
        """Write the file of *docname*, if it has one and its text has changed.

        :param doctree: of the page, resolved; read and resolved here if it is needed and not given.
        """
        markdown = self._pages().write(docname, doctree)
        if markdown is not None:
            self._files.put(_name(docname), markdown)
            # If the text is unchanged, the file must still not look older than its source.
            os.utime(Path(self._app.outdir) / _name(docname))
            self._done.add(docname)

    def finish(self) -> None:
        """Write outdated files whose pages are up to date; keep the others."""
        for docname in sorted(self.names):
            if docname in self._done:
                # Possibly written by another process, which has its own list of files.
                self._files.note(_name(docname))
            elif docname in self._site.changed or not self._is_current(docname):
                self.write(docname)
            else:
                self._files.note(_name(docname))

    def _is_current(self, docname: str) -> bool:
        """Whether the file was written after its document was last read."""
        doctree = Path(self._app.doctreedir) / f"{docname}.doctree"
        path = Path(self._app.outdir) / _name(docname)
        try:
            return path.stat().st_mtime_ns >= doctree.stat().st_mtime_ns
        except OSError:
            return False

    def _pages(self) -> MarkdownPages:
        if self._writer is None:
            links = text_links(self._app.env)
            assert links is not None
            translator = partial(translator_for, self._app.env)
            self._writer = MarkdownPages(self._site, translator, links.find)
        return self._writer


def _name(docname: str) -> str:
    return f"{docname}.md"


class SharedMarks:
    """A set of marks for *names*, shared with forked processes."""

    def __init__(self, names: Iterable[str]) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        # Anonymous memory: writes by one process are visible to all.
        self._marks = mmap(-1, max(len(self._places), 1))

    def add(self, name: str) -> None:
        """Mark *name*."""
        self._marks[self._places[name]] = 1

    def __contains__(self, name: str) -> bool:
        return bool(self._marks[self._places[name]])
