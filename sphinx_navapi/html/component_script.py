"""The script of components, on the pages that have something for it to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from docutils import nodes

from sphinx_navapi.doctree.components.nodes import navapi_update
from sphinx_navapi.html.page_scripts import add_page_script

if TYPE_CHECKING:
    from sphinx.application import Sphinx

#: sphinx-design's nodes for what opens.
_OPENING = frozenset({"sd_tab_label", "dropdown_main"})


def add_component_script(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """Add the script to pages with tabs, dropdowns or updates."""
    if isinstance(doctree, nodes.document) and any(map(_is_served, doctree.findall(nodes.Element))):
        add_page_script(app, "navapi-content.js")


def _is_served(node: nodes.Element) -> bool:
    return isinstance(node, navapi_update) or node.tagname in _OPENING
