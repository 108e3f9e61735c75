"""The links around a page: the data of the navigation for all themes.

The tree of a third-party theme is the navigation together with the project's own toctrees.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx import addnodes
from sphinx.environment.adapters.toctree import TocTree
from sphinx.environment.collectors.toctree import TocTreeCollector
from sphinx.util.logging import suppress_logging

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.html.icons import Icons
from sphinx_navapi.html.sidebar_writer import OWN_TOCTREES, nested
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.locale.interface import message
from sphinx_navapi.locale.languages import language_name, language_tag
from sphinx_navapi.plan.site_plan import (
    ResolvedElement,
)
from sphinx_navapi.project.sphinx_internals import documents_in_toctrees

if TYPE_CHECKING:
    from docutils.nodes import Element
    from sphinx.builders.html import StandaloneHTMLBuilder
    from sphinx.environment import BuildEnvironment

    from sphinx_navapi.html.navigation import NavigationHtml
    from sphinx_navapi.html.theme_settings import ThemeSettings
    from sphinx_navapi.plan.site_plan import SitePlan


#: Switchers of the header by their key in the navigation: class and label.
_SELECTORS = {
    "products": ("navapi-products", message("Product")),
    "versions": ("navapi-versions", message("Version")),
    "languages": ("navapi-languages", message("Language")),
}

_COLOR = re.compile(r"#[0-9a-fA-F]{3,8}|[a-zA-Z]{3,20}")


@dataclass(frozen=True, slots=True, kw_only=True)
class NavLink:
    """A link of the navigation.

    :ivar label: plain text, like all others except *icon*, which is SVG.
    :ivar href: relative to the page; ``None`` if the element has no target.
    :ivar current: whether it contains the page.
    :ivar items: of a tab's menu.
    """

    label: str
    href: str | None
    current: bool = False
    external: bool = False
    icon: str = ""
    tag: str = ""
    description: str = ""
    color: str = ""
    lang: str = ""
    items: tuple[NavLink, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Switcher:
    """Links, one of which is current. :ivar css: class of its element."""

    css: str
    label: str
    current: NavLink
    links: tuple[NavLink, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PageLinks:
    """The navigation around one page.

    :ivar tabs: the outermost tab bar; *inner_tabs* are those within it.
    :ivar selectors: products, versions and languages, if the page has others.
    :ivar dropdowns: the switchers of dropdowns, outermost first.
    :ivar anchors: global ones first.
    :ivar breadcrumbs: HTML, as is *sidebar*; empty if the page has none.
    """

    tabs: tuple[NavLink, ...]
    inner_tabs: tuple[tuple[NavLink, ...], ...]
    selectors: tuple[Switcher, ...]
    dropdowns: tuple[Switcher, ...]
    anchors: tuple[NavLink, ...]
    breadcrumbs: str
    sidebar: str


class NavigationLinks:
    """Creates the links around pages from one navigation.

    :param settings: whether there are breadcrumbs and icons.
    :param icons: draws icons.
    """

    def __init__(self, navigation: NavigationHtml, settings: ThemeSettings, icons: Icons) -> None:
        self._navigation = navigation
        self._eyebrows = settings.eyebrows
        self._icons = icons if settings.sidebar_icons else None

    def around(self, docname: str) -> PageLinks:
        """The links for *docname*; for a page outside the navigation, those of the nearest one."""
        return self._around(docname, self._navigation.sidebar(docname))

    def state(self, docname: str) -> PageLinks:
        """`around` with a digest instead of the sidebar, which need not be rendered for it."""
        return self._around(docname, self._navigation.sidebar_state(docname))

    def _around(self, docname: str, sidebar: str) -> PageLinks:
        bars = list(self._bars(docname))
        tabs = [links for key, links in bars if key == "tabs"]
        words = self._navigation.words(docname)
        return PageLinks(
            tabs=tabs[0] if tabs else (),
            inner_tabs=tuple(tabs[1:]),
            selectors=tuple(
                _switcher(css, words(label), links)
                for wanted, (css, label) in _SELECTORS.items()
                for key, links in bars
                if key == wanted
            ),
            dropdowns=tuple(
                _switcher("navapi-dropdowns", words("Section"), links)
                for key, links in bars
                if key == "dropdowns"
            ),
            anchors=tuple(link for key, links in bars if key == "anchors" for link in links),
            breadcrumbs=self._breadcrumbs(docname),
            sidebar=sidebar,
        )

    def _breadcrumbs(self, docname: str) -> str:
        if not self._eyebrows:
            return ""
        return self._navigation.breadcrumbs(docname, section_only=self._eyebrows == "section")

    def _bars(self, docname: str) -> Iterator[tuple[str, tuple[NavLink, ...]]]:
        """Content key and links of every list around *docname*, global anchors first."""
        trail = self._navigation.place(docname)
        current = self._navigation.current(docname)
        uri = self._navigation.uri(docname)
        anchors = self._navigation.global_anchors
        if anchors:
            yield "anchors", tuple(self._links(anchors, None, current, docname, uri))
        for index, element in enumerate(trail):
            inner = current[index + 1] if index + 1 < len(current) else None
            for key in ("products", "versions", "languages", "tabs", "dropdowns", "anchors"):
                entries = [
                    e for e in element.content.get(key, ()) if isinstance(e, ResolvedElement)
                ]
                links = tuple(self._links(entries, inner, current, docname, uri))
                if key == "versions" and inner is not None and inner not in entries:
                    links = self._with_version(entries, links, docname, uri)
                if links:
                    yield key, links

    def _with_version(
        self,
        versions: Sequence[ResolvedElement],
        links: tuple[NavLink, ...],
        docname: str,
        uri: str,
    ) -> tuple[NavLink, ...]:
        """*links* with the version that a page beside the versions belongs to, too: the default
        one, if there are several.
        """
        own = self._navigation.href(uri, docname)
        indexes = [index for index, link in enumerate(links) if link.href == own]
        if not indexes or len(versions) != len(links):
            return links
        shown = next((n for n in indexes if versions[n].attributes.get("default")), indexes[0])
        return tuple(replace(link, current=n == shown) for n, link in enumerate(links))

    def _links(
        self,
        elements: Iterable[ResolvedElement],
        current: ResolvedElement | None,
        trail: tuple[ResolvedElement, ...],
        docname: str,
        uri: str,
    ) -> Iterator[NavLink]:
        for element in elements:
            if element.hidden and element is not current:
                continue
            menu = (e for e in element.content.get("menu", ()) if isinstance(e, ResolvedElement))
            items = tuple(
                self._link(item, item.first_page, uri, is_current=item in trail)
                for item in menu
                if not item.hidden or item in trail
            )
            target = self._navigation.target(element, current, docname)
            yield self._link(element, target, uri, is_current=element is current, items=items)

    def _link(
        self,
        element: ResolvedElement,
        target: str | None,
        uri: str,
        *,
        is_current: bool,
        items: tuple[NavLink, ...] = (),
    ) -> NavLink:
        language = element.label if element.kind is ElementKind.LANGUAGE else ""
        href = (
            self._navigation.element_href(uri, element)
            if target is None
            else self._navigation.href(uri, target)
        )
        color = _text(element.attributes.get("color"))
        return NavLink(
            label=language_name(language) if language else element.label,
            href=href,
            current=is_current,
            external=target is None and href is not None and is_external(href),
            icon=self._icons.draw(element.attributes.get("icon"), uri) if self._icons else "",
            tag=_text(element.attributes.get("tag")),
            description=_text(element.attributes.get("description")),
            color=color if _COLOR.fullmatch(color) else "",
            lang=language_tag(language) if language else "",
            items=items,
        )


def _switcher(css: str, label: str, links: tuple[NavLink, ...]) -> Switcher:
    current = next((link for link in links if link.current), None)
    shown = current or NavLink(label=label, href=None)
    return Switcher(css=css, label=label, current=shown, links=links)


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""


#: The options of Sphinx's ``toctree()``.
_TOCTREE_OPTIONS = frozenset({"collapse", "includehidden", "maxdepth", "titles_only"})


def own_toctree(builder: StandaloneHTMLBuilder, docname: str, options: Mapping[str, Any]) -> str:
    """The result of Sphinx's ``toctree(**options)`` in a template of *docname*, without the
    extension.
    """
    result: Element | None = None
    # A theme's own function in place of Sphinx's may have other options.
    known = {name: value for name, value in options.items() if name in _TOCTREE_OPTIONS}
    wanted = {"collapse": True, "includehidden": False, **known}
    if wanted.get("maxdepth") == "":
        del wanted["maxdepth"]
    wanted["maxdepth"] = int(wanted.get("maxdepth", 0))
    for toctree in _toctrees(builder.env):
        resolved = TocTree(builder.env).resolve(docname, builder, toctree, prune=True, **wanted)
        if resolved is None:
            continue
        if result is None:
            result = resolved
        else:
            result.extend(resolved.children)
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
    section_numbers, env.toc_secnumbers = env.toc_secnumbers, before
    suffix = env.config.html_secnumber_suffix
    return {
        name: ".".join(map(str, number)) + suffix
        for name, numbers in section_numbers.items()
        if (number := numbers.get(""))
    }


def are_apart(env: BuildEnvironment, plan: SitePlan, ours: frozenset[str]) -> bool:
    """Whether the root document has toctrees whose pages are all outside the navigation.

    :param ours: pages of the toctrees that we added to the root document.
    """
    includes, root_doc = documents_in_toctrees(env), env.config.root_doc
    reached = {root_doc}
    below = [name for name in includes.get(root_doc, ()) if name not in ours]
    if not below:
        return False
    while below:
        name = below.pop()
        if name not in reached:
            reached.add(name)
            below += includes.get(name, ())
    return not any(page.trail for name in reached - {root_doc} if (page := plan.pages.get(name)))


#: The outermost entries in Sphinx's output, if there is nothing below them.
_ENTRIES = re.compile(r'<li class="toctree-l1.*?</li>', re.DOTALL)

_LEVEL = re.compile(r' class="toctree-l\d+"')

#: The start of a toctree's link to the current page in Sphinx's output.
_CURRENT = '<a class="current reference internal" href="#"'


def outermost_links(
    navigation: NavigationHtml, docname: str
) -> tuple[list[NavLink], list[NavLink]]:
    """Links to the top-level entries of the section of *docname*: those before the project's own
    toctrees, and those after them.
    """
    before: list[NavLink] = []
    entries = before
    uri = navigation.uri(docname)
    for entry, is_current in navigation.outermost(docname):
        if isinstance(entry, ResolvedElement) and entry.toctree and not entry.label:
            entries = []
        elif isinstance(entry, ResolvedElement) and entry.first_page:
            href = navigation.href(uri, entry.first_page)
            entries.append(NavLink(label=entry.label, href=href, current=is_current))
        elif isinstance(entry, str) and (page := navigation.page(entry)) is not None:
            href = navigation.href(uri, entry)
            entries.append(NavLink(label=page.label, href=href, current=is_current))
    return (before, []) if entries is before else (before, entries)


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

    def own_entries(self, docname: str) -> str:
        """The entries of the project's own toctrees as list items, without those below them."""
        if self._own is None:
            return ""
        options = {"maxdepth": 1, "includehidden": True, "titles_only": True}
        own = own_toctree(self._builder, docname, options)
        return with_current("".join(_ENTRIES.findall(own)))

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
    start, marker, end = side.partition(' aria-current="page">')
    label, link, rest = end.partition("</a>")
    if not (items and marker):
        return side
    if rest.startswith("<details"):
        # The entry of a group with its own page comes before its list.
        above, opening, below = rest.partition("<ul>")
        return f"{start}{marker}{label}{link}{above}{opening}{items}{below}"
    return f"{start}{marker}{label}{link}<ul>{items}</ul>{rest}"


def landmark(html: str, label: str) -> str:
    """*html* as ``nav.navapi-sidebar``; empty if *html* is."""
    label = escape(label)
    return f'<nav class="navapi-sidebar" aria-label="{label}">{html}</nav>' if html else ""
