"""Labels of `sphinx.ext.autosectionlabel` on generated pages.

These pages have the same headings, and titles that are headings elsewhere. So their labels begin
with the page, as ``autosectionlabel_prefix_document`` makes them: those of other pages stay as they
are without our pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_navapi.project.site import Site

#: The confval.
WITH_PAGE = "autosectionlabel_prefix_document"


def setup(app: Sphinx, site: Site) -> None:
    """Set the confval while a generated page is labeled."""
    if app.config[WITH_PAGE]:
        return

    def set_for_page(app: Sphinx, _document: nodes.document) -> None:
        page = site.page(app.env.docname)
        app.config[WITH_PAGE] = page is not None and page.generated

    def reset(app: Sphinx, _document: nodes.document) -> None:
        app.config[WITH_PAGE] = False

    # The extension's own handler is at 500.
    app.connect("doctree-read", set_for_page, priority=499)
    app.connect("doctree-read", reset, priority=501)
