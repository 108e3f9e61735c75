"""Mermaid diagrams: rendered in the browser, by the library in the output.

The library is large, so only pages with a diagram load it, and it is never fetched from elsewhere.
It comes from the npm package in the project, else from the extra ``mermaid``. If
`sphinxcontrib.mermaid` is loaded, it handles diagrams and this module is not used.
"""

from __future__ import annotations

from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from sphinx_navapi.html.page_scripts import DIAGRAM, add_page_script, count_marked, has_mark
from sphinx_navapi.html.site_assets import copy_file, find_npm_file, find_package_file

if TYPE_CHECKING:
    from collections.abc import Callable

    from sphinx.application import Sphinx

    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site

_logger = logging.getLogger("sphinx_navapi")

#: The class that Sphinx writes for such a code block.
_PLAIN_CLASS: Final = "highlight-mermaid"

#: Path of the library in the output.
_FILE: Final = "_navapi/mermaid.js"


def setup(app: Sphinx, site: Site) -> None:
    """Load the library on pages with a diagram, and copy it to the output."""
    library = cache(lambda: find_library(site.source_dir))

    def add_script(
        app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
    ) -> None:
        body = str(context.get("body") or "")
        if (DIAGRAM in body or _PLAIN_CLASS in body) and library() is not None:
            place = context["pathto"](_FILE, 1)
            add_page_script(app, "navapi-diagrams.js", **{"data-library": place})

    def state(app: Sphinx, docname: str) -> bool | None:
        return library() is not None if has_mark(app.env, DIAGRAM, docname) else None

    app.connect("html-page-context", add_script)
    app.connect("navapi-page-state", state)
    app.connect("navapi-output-files", partial(copy_library, library))


def find_library(source_dir: Path) -> Path | None:
    """The file of the library for pages of *source_dir*, if there is one."""
    return find_npm_file(source_dir, "mermaid/dist/mermaid.min.js") or find_package_file(
        "mermaidx", "assets/mermaid.js"
    )


def copy_library(find: Callable[[], Path | None], app: Sphinx, files: OutputFiles) -> None:
    """Copy the library to the output if a page needs it; if it is missing, say how to install
    it.
    """
    count = count_marked(app.env, DIAGRAM)
    if not count:
        return
    library = find()
    if library is None:
        _logger.info(
            "Mermaid diagrams are shown as source on %d page(s); to draw them:"
            " install sphinx-navapi with the extra mermaid, or npm's mermaid",
            count,
        )
        return
    copy_file(library, Path(app.outdir) / _FILE)
    files.note(_FILE)
