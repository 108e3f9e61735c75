"""Scripts that only some pages load."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.page_menu import SCRIPT, STYLE
from sphinx_navapi.html.themes.adapter import put_before_body

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.page_contexts import PageContexts


def add_page_script(app: Sphinx, name: str, **attributes: str) -> None:
    """Load the file *name* of ``_static``, deferred, on the page that is being written.

    For handlers of ``html-page-context``. The application's own `add_js_file` would remember the
    script for each page again; the builder forgets it after the page.
    """
    add_js_file = getattr(app.builder, "add_js_file", None)
    if add_js_file is not None:
        add_js_file(name, defer="defer", **attributes)


def add_page_menu(
    app: Sphinx, contexts: PageContexts, docname: str, context: dict[str, Any]
) -> None:
    """Put the menu of *docname* on the page, if it has one, with its script and style sheet.

    Our own theme has a place for it; in others it stands before the text.
    """
    menu = contexts.menu(docname) if "body" in context else ""
    if not menu:
        return
    add_page_script(app, SCRIPT)
    add_css_file = getattr(app.builder, "add_css_file", None)
    if add_css_file is not None:
        add_css_file(STYLE)
    if contexts.theme is None:
        put_before_body(context, menu)
