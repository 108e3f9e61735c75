"""The tree of a third-party theme: the navigation together with the project's own toctrees."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.logging import suppress_logging

from sphinx_navapi.html.page_links import NavLink
from sphinx_navapi.html.sidebar_writer import OWN_TOCTREES, nested
from sphinx_navapi.plan.site_plan import ResolvedElement
from sphinx_navapi.project.sphinx_internals import documents_in_toctrees

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.html.navigation import NavigationHtml
    from sphinx_navapi.plan.site_plan import SitePlan


def own_toctree(builder: StandaloneHTMLBuilder, docname: str, options: Mapping[str, Any]) -> str:
    """The result of Sphinx's ``toctree(**options)`` in a template of *docname*, without the
    extension.
    """
    result: Element | None = None
    wanted = {"collapse": True, "includehidden": False, **options}
    if wanted.get("maxdepth") == "":
        del wanted["maxdepth"]
    wanted["maxdepth"] = int(wanted.get("maxdepth", 0))
    for toctree in _toctrees(builder.env):
        found = TocTree(builder.env).resolve(docname, builder, toctree, prune=True, **wanted)
        if found is None:
            continue
        if result is None:
            result = found
        else:
            result.extend(found.children)
    return str(builder.render_partial(result)["fragment"])


def _toctrees(env: BuildEnvironment) -> Iterator[addnodes.toctree]:
    # Based on the page's own table of contents: ours are only in the doctree.
    toc = env.tocs.get(env.config.root_doc)
    if toc is not None:
        yield from toc.findall(addnodes.toctree)


def numbers_of(env: BuildEnvironment) -> dict[str, str]:
    """The number before the label of each page in a numbered toctree, by docname.

    Sphinx assigns numbers after everything is read, and then reports which pages changed: its own
    data is not modified.
    """
    if not env.numbered_toctrees:
        return {}
    before = env.toc_secnumbers
    with suppress_logging():
        TocTreeCollector().assign_section_numbers(env)
    found, env.toc_secnumbers = env.toc_secnumbers, before
    suffix = env.config.html_secnumber_suffix
    return {
        name: ".".join(map(str, number)) + suffix
        for name, numbers in found.items()
        if (number := numbers.get(""))
    }


def are_apart(env: BuildEnvironment, plan: SitePlan, ours: frozenset[str]) -> bool:
    """Whether the root document has toctrees whose pages are all outside the navigation.

    :param ours: pages of the toctrees that we added to the root document.
    """
    includes, root_doc = documents_in_toctrees(env), env.config.root_doc
    found = {root_doc}
    below = [name for name in includes.get(root_doc, ()) if name not in ours]
    if not below:
        return False
    while below:
        name = below.pop()
        if name not in found:
            found.add(name)
            below += includes.get(name, ())
    return not any(page.trail for name in found - {root_doc} if (page := plan.pages.get(name)))


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
                label = page.label
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
