"""The root URL of a site without a root document: redirects to the first page, or as set in
``redirects``.

Sphinx requires the document. It shows the navigation as content, for readers of other formats, and
browsers that do not redirect.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING
from urllib.parse import quote

from sphinx_navapi.links.redirects import root_destination
from sphinx_navapi.links.targets import Redirects, find_page, is_external, split_href
from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.site_plan import PageKind

if TYPE_CHECKING:
    from sphinx.builders import Builder

    from sphinx_navapi.build.site import Site

#: Builders with a separate file for each page.
_BUILDERS = frozenset({"html", "dirhtml"})

#: Maximum length of a chain of redirects.
_MAX_STEPS = 20


def lead_on(site: Site, builder: Builder, pagename: str) -> str:
    """The redirect tag of the generated root document; ``""`` for other pages."""
    page = site.page(pagename)
    if builder.name not in _BUILDERS or pagename != builder.config.root_doc:
        return ""
    if page is None or not page.generated or page.kind is not PageKind.PAGE:
        return ""
    href = _redirected(site, builder, pagename)
    if href is None:
        first = site.plan.navigation.first_page
        if first is None or first == pagename:
            return ""
        href = relative_url(builder.get_target_uri(pagename), builder.get_target_uri(first))
    # Quotation marks would end the address early (HTML, "shared declarative refresh steps").
    href = href.replace('"', "%22").replace("'", "%27").replace(" ", "%20")
    return f'<meta http-equiv="refresh" content="0; url={escape(href)}">\n'


def _redirected(site: Site, builder: Builder, pagename: str) -> str | None:
    """The destination of the rule for the root: a page, or an external URL."""
    rules = site.plan.settings.get("redirects")
    destination = root_destination(rules)
    if destination is None or not isinstance(rules, list):
        return None
    follow = Redirects(rules).follow
    for _step in range(_MAX_STEPS):
        if is_external(destination):
            return destination
        path, anchor = split_href(destination)
        found = find_page(f"/{path.strip('/')}", "", site.plan.pages, builder.config.root_doc)
        if found is not None and found != pagename:
            uri = relative_url(builder.get_target_uri(pagename), builder.get_target_uri(found))
            return f"{uri}#{quote(anchor)}" if anchor else uri
        following = follow(path)
        if following is None:
            return None
        destination = following
    return None
