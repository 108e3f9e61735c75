"""The address of a site without a root document: it leads to the first page.

Sphinx needs the document. It shows the navigation as content, which is what readers of
other formats get, and browsers that do not follow.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.site_plan import PageKind

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_navapi.build.site import Site

#: Builders whose pages are files of their own.
_BUILDERS = frozenset({"html", "dirhtml"})


def lead_on(site: Site, builder: Builder, pagename: str) -> str:
    """The tag that leads from the generated root document to the first page; ``""`` elsewhere."""
    page, first = site.page(pagename), site.plan.navigation.first_page
    if builder.name not in _BUILDERS or pagename != builder.config.root_doc:
        return ""
    if page is None or not page.generated or page.kind is not PageKind.PAGE:
        return ""
    if first is None or first == pagename:
        return ""
    href = relative_url(builder.get_target_uri(pagename), builder.get_target_uri(first))
    # Quotation marks would end the address early (HTML, "shared declarative refresh steps").
    href = href.replace('"', "%22").replace("'", "%27").replace(" ", "%20")
    return f'<meta http-equiv="refresh" content="0; url={escape(href)}">\n'
