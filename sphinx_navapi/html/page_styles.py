"""The rules of a page's layout classes, in its head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sphinx_navapi.build.builders import writes_site
from sphinx_navapi.mdx.marks import UTILITY

if TYPE_CHECKING:
    from sphinx.application import Sphinx


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
