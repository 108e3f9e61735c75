"""Reader tools on a page: its menu, and the feedback question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_navapi.html import feedback, page_menu
from sphinx_navapi.html.page_scripts import add_page_script
from sphinx_navapi.html.themes.adapter import put_after_body, put_before_body

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.page_contexts import PageContexts


def add_page_tools(
    app: Sphinx, contexts: PageContexts, docname: str, context: dict[str, Any]
) -> None:
    """Add the menu and the feedback question to the page *docname*, if enabled.

    Each comes with its script and style sheet. Our own theme has places for them; in others they
    are added before and after the text.
    """
    if "body" not in context:
        return
    menu, question = contexts.menu(docname), contexts.feedback(docname)
    if menu:
        _add_files(app, page_menu.SCRIPT, page_menu.STYLE)
    if question:
        _add_files(app, feedback.SCRIPT, feedback.STYLE)
    if contexts.theme is None:
        put_before_body(context, menu)
        put_after_body(context, contexts.end(docname) + question)


def _add_files(app: Sphinx, script: str, style: str) -> None:
    add_page_script(app, script)
    add_css_file = getattr(app.builder, "add_css_file", None)
    if add_css_file is not None:
        add_css_file(style)
