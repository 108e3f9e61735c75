"""Scripts and rules that only some pages load: those that their elements need."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from docutils import nodes

from sphinx_navapi.build.environment import env_site, writes_site
from sphinx_navapi.build.state import env_state
from sphinx_navapi.doctree.components.nodes import navapi_update
from sphinx_navapi.mdx.marks import UTILITY

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.environment import BuildEnvironment


def add_page_script(app: Sphinx, name: str, **attributes: str) -> None:
    """Load the file *name* of ``_static``, deferred, on the current page.

    For handlers of ``html-page-context``. The application's own `add_js_file` would add the script
    again for each page; the builder forgets it after the page.
    """
    add_js_file = getattr(app.builder, "add_js_file", None)
    if add_js_file is not None:
        add_js_file(name, defer="defer", **attributes)


#: Marks of pages with a diagram, also its class, and with a formula.
DIAGRAM: Final = "navapi-mermaid"
FORMULA: Final = "formula"


def has_mark(env: BuildEnvironment, mark: str, docname: str) -> bool:
    """Whether the page *docname* has *mark*."""
    return mark in env_state(env).marks.get(docname, ())


def count_marked(env: BuildEnvironment, mark: str) -> int:
    """The number of pages with *mark*."""
    return sum(mark in found for found in env_state(env).marks.values())


def add_page_styles(
    app: Sphinx, pagename: str, templatename: str, context: dict[str, Any], doctree: Any
) -> None:
    """``html-page-context``: add the style sheet for the layout classes of the page."""
    body = str(context.get("body") or "")
    if UTILITY not in body or not writes_site(app.builder):
        return
    from sphinx_navapi.mdx.utility_classes import find_classes, rules

    if found := rules(find_classes(body)):
        tags = context.get("metatags") or ""
        context["metatags"] = f"{tags}\n<style>\n{found}\n</style>\n"


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
