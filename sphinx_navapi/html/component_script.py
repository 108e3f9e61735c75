"""Loading the script of components on pages that need it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.build.environment import env_site
from sphinx_navapi.build.state import env_state
from sphinx_navapi.doctree.components.nodes import navapi_update
from sphinx_navapi.html.page_scripts import add_page_script

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: sphinx-design's nodes for collapsible content.
_OPENING = frozenset({"sd_tab_label", "dropdown_main"})


def add_component_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Add the script to pages with tabs, dropdowns or updates.

    Without a navigation only to those that use this extension: otherwise tabs of sphinx-design are
    the project's own.
    """
    site = env_site(app.env)
    if pagename not in env_state(app.env).marks and not (site and site.configured):
        return
    if isinstance(doctree, nodes.document) and any(map(_is_served, doctree.findall(nodes.Element))):
        add_page_script(app, "navapi-content.js")


def _is_served(node: nodes.Element) -> bool:
    return isinstance(node, navapi_update) or node.tagname in _OPENING
