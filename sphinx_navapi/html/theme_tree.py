"""The tree of a third-party theme: the navigation together with the project's own toctrees."""

from __future__ import annotations

import re
from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.html.own_toctrees import own_toctree
from sphinx_navapi.html.page_links import NavLink
from sphinx_navapi.html.toctree_writer import OWN_TOCTREES, nested
from sphinx_navapi.plan.site_plan import ResolvedElement

if TYPE_CHECKING:
    from sphinx.builders.html import StandaloneHTMLBuilder

    from sphinx_navapi.html.navigation import NavigationHtml

_LEVEL = re.compile(r' class="toctree-l\d+"')

#: The start of a toctree's link to the current page in Sphinx's output.
_CURRENT = '<a class="current reference internal" href="#"'


class ThemeTree:
    """Provides the result of ``toctree()`` in a theme, for sites without tabs and the like.

    The project's own toctrees are as Sphinx writes them: with numbers, captions, and the headings
    that the theme requests. The link to the current page is also marked for screen readers.

    :param own: the document whose toctrees Sphinx writes; ``None`` if the navigation also contains
        some of their pages, which then only appear there.
    """

    def __init__(
        self, navigation: NavigationHtml, builder: StandaloneHTMLBuilder, own: str | None
    ) -> None:
        self._navigation = navigation
        self._builder = builder
        self._own = own

    def write(self, docname: str, options: Mapping[str, Any], toc: str) -> str:
        """The tree on *docname*.

        :param options: those of ``toctree()``.
        :param toc: Sphinx's ``toc`` of the page.
        """
        html = self._navigation.toctree(
            docname,
            collapse=bool(options.get("collapse", True)),
            own=self._own,
            headings="" if options.get("titles_only") else toc,
        )
        if OWN_TOCTREES in html:
            own = own_toctree(self._builder, docname, options)
            html = html.replace(OWN_TOCTREES, with_current(own))
        return html

    def sections(self, docname: str) -> tuple[list[NavLink], list[NavLink]]:
        """Links to the top-level entries before and after the project's own toctrees."""
        before: list[NavLink] = []
        found = before
        uri = self._navigation.uri(docname)
        for entry, is_current in self._navigation.outermost(docname):
            if isinstance(entry, ResolvedElement) and entry.toctree and not entry.label:
                found = []
            elif isinstance(entry, ResolvedElement) and entry.first_page:
                href = self._navigation.href(uri, entry.first_page)
                found.append(NavLink(label=entry.label, href=href, current=is_current))
            elif isinstance(entry, str) and (page := self._navigation.page(entry)) is not None:
                label = page.sidebar_title or page.title
                href = self._navigation.href(uri, entry)
                found.append(NavLink(label=label, href=href, current=is_current))
        return (before, []) if found is before else (before, found)

    def write_ours(self, docname: str) -> str:
        """The tree without the project's own toctrees, and without headings."""
        html = self._navigation.toctree(docname, collapse=True, own=self._own, headings="")
        return html.replace(OWN_TOCTREES, "")


def with_current(html: str) -> str:
    """*html* of Sphinx's toctrees with the current page marked for screen readers."""
    return html.replace(f"{_CURRENT}>", f'{_CURRENT} aria-current="page">')


def with_headings(side: str, toc: str) -> str:
    """A sidebar of ours with the headings of the page, from Sphinx's *toc*, below its entry."""
    items = _LEVEL.sub("", nested(toc, 1))
    start, found, end = side.partition(' aria-current="page">')
    label, link, rest = end.partition("</a>")
    if not (items and found):
        return side
    if rest.startswith("<details"):
        # The entry of a group with its own page comes before its list.
        above, opening, below = rest.partition("<ul>")
        return f"{start}{found}{label}{link}{above}{opening}{items}{below}"
    return f"{start}{found}{label}{link}<ul>{items}</ul>{rest}"


def landmark(html: str, label: str) -> str:
    """*html* as ``nav.navapi-sidebar``; empty if *html* is."""
    label = escape(label)
    return f'<nav class="navapi-sidebar" aria-label="{label}">{html}</nav>' if html else ""
