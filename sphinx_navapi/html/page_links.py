"""The links around a page: the data of the navigation for all themes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.html.icons import Icons
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.locale.interface import message
from sphinx_navapi.locale.languages import language_name, language_tag
from sphinx_navapi.plan.site_plan import (
    ResolvedElement,
)

if TYPE_CHECKING:
    from sphinx_navapi.html.navigation import NavigationHtml
    from sphinx_navapi.html.theme_settings import ThemeSettings

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
        found = [index for index, link in enumerate(links) if link.href == own]
        if not found or len(versions) != len(links):
            return links
        shown = next((n for n in found if versions[n].attributes.get("default")), found[0])
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
