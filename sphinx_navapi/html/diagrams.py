"""Mermaid diagrams: rendered in the browser, by the library in the output.

The library is large, so only pages with a diagram load it, and it is never fetched from elsewhere.
It comes from the npm package in the project, else from the extra ``mermaid``. If
`sphinxcontrib.mermaid` is loaded, it handles diagrams and this module is not used.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Collection
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from sphinx.util import logging

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.build.state import env_state
from sphinx_navapi.html.page_scripts import add_page_script

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.build.output_files import OutputFiles

_logger = logging.getLogger("sphinx_navapi")

#: The class of a code block that is a diagram, and the mark of pages with one.
CLASS: Final = "navapi-mermaid"

#: The class that Sphinx writes for such a code block.
_PLAIN_CLASS: Final = "highlight-mermaid"

#: Path of the library in the output.
_FILE: Final = "_navapi/mermaid.js"

_OF_NPM: Final = Path("node_modules", "mermaid", "dist", "mermaid.min.js")

#: Number of parent folders of the source directory searched for `_OF_NPM`.
_LEVELS: Final = 4


def find_library(source_dir: Path) -> Path | None:
    """The file of the library for pages of *source_dir*, if there is one."""
    folders = [source_dir, *source_dir.parents][:_LEVELS]
    for path in (folder / _OF_NPM for folder in folders):
        if path.is_file():
            return path
    package = importlib.util.find_spec("mermaidx")
    if package is None or package.origin is None:
        return None
    path = Path(package.origin).with_name("assets") / "mermaid.js"
    return path if path.is_file() else None


def add_diagram_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """``html-page-context``: load the renderer on pages with diagrams."""
    body = str(context.get("body") or "")
    if CLASS not in body and _PLAIN_CLASS not in body:
        return
    site = env_site(app.env)
    if site is not None and site.configured and find_library(Path(app.srcdir)) is not None:
        library = context["pathto"](_FILE, 1)
        add_page_script(app, "navapi-diagrams.js", **{"data-library": library})


def copy_library(app: Sphinx, files: OutputFiles) -> None:
    """Copy the library to the output if a page needs it; if it is missing, say how to install
    it.
    """
    marks: dict[str, Collection[str]] = dict(env_state(app.env).marks)
    count = sum(CLASS in found for found in marks.values())
    if not count:
        return
    library = find_library(Path(app.srcdir))
    if library is None:
        _logger.info(
            "Mermaid diagrams are shown as source on %d page(s); to draw them:"
            " pip install 'sphinx-navapi[mermaid]', or npm install mermaid",
            count,
        )
        return
    from sphinx_navapi.html.site_assets import copy_file

    copy_file(library, Path(app.outdir) / _FILE)
    files.note(_FILE)
