"""The parts of the navigation as HTML for all third-party themes.

A theme's adapter decides where each part goes; the style sheet, using the theme's own variables,
how it looks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache, partial
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.html.page_links import (
    NavigationLinks,
    NavLink,
    PageLinks,
    Switcher,
    ThemeTree,
    landmark,
    outermost_links,
    with_headings,
)
from sphinx_navapi.html.sidebar_writer import attribute
from sphinx_navapi.locale.interface import InterfaceWords

if TYPE_CHECKING:
    from sphinx_navapi.html.navigation import NavigationHtml

#: Menus with the same name close each other, without scripts.
_MENU = " name=navapi-menu"


@dataclass(frozen=True, slots=True, kw_only=True)
class PageNavigation:
    """The navigation of one page.

    :ivar top: the bar with tabs and selectors; empty if the site has neither.
    :ivar side: dropdown switcher, anchors, and the sidebar, unless *tree* renders that.
    :ivar tree: renders the tree with the markup of Sphinx's toctrees, for sites that have their own
        toctrees and no tabs and the like: the theme styles them as usual.
    :ivar section: title of the sidebar's section, as HTML.
    :ivar breadcrumbs: ``nav.navapi-breadcrumbs``; empty if the page has none.
    :ivar named: whether the page is in the navigation, or that of a schema. On others a theme's own
        breadcrumbs, from Sphinx's toctrees, are kept.
    :ivar sections: links to the groups of the section and to the pages beside them: those before
        the project's own toctrees, and those after them.
    :ivar words: the interface's texts in the page's language.
    """

    docname: str
    top: str
    side: str
    section: str
    breadcrumbs: str
    named: bool
    words: InterfaceWords = field(repr=False)
    sections: Callable[[], tuple[list[NavLink], list[NavLink]]] = field(repr=False)
    tree: ThemeTree | None = field(default=None, repr=False)

    def toctree(self, context: Mapping[str, Any], *, headings: bool = False) -> Callable[..., str]:
        """The replacement for Sphinx's ``toctree`` in a template's *context*.

        :param headings: whether the theme only shows the headings of a page in its tree.
        """
        tree, toc = self.tree, context.get("toc") or ""
        if tree is None:
            side = with_headings(self.side, toc) if headings else self.side
            return lambda **_options: side
        label = self.words("Pages")
        return lambda **options: self.side + landmark(tree.write(self.docname, options, toc), label)

    def ours(self) -> str:
        """Only the tree, without the project's own toctrees."""
        return self.tree.write_ours(self.docname) if self.tree else ""

    def place(self, breadcrumbs: str) -> str:
        """The element that identifies the page, with *breadcrumbs* in it; placed before the
        text.
        """
        hidden = "" if breadcrumbs else " hidden"
        name = escape(self.docname)
        return f'<div class="navapi-place" data-navapi-page="{name}"{hidden}>{breadcrumbs}</div>'

    def neighbors(self, context: Mapping[str, Any]) -> str:
        """``nav.navapi-prev-next`` for the ``prev`` and ``next`` of a template's *context*."""
        links = [
            f"<a rel={name} href={attribute(neighbor['link'])}><small>{escape(label)}</small>"
            f"<span>{neighbor['title']}</span></a>"
            for name, label in (("prev", self.words("Previous")), ("next", self.words("Next")))
            if (neighbor := context.get(name))
        ]
        if not links:
            return ""
        label = escape(self.words("Previous and next page"))
        return f'<nav class="navapi-prev-next" aria-label="{label}">{"".join(links)}</nav>'


class PageNavigations:
    """The navigation of each page, from that of the site.

    :param links: of *navigation*.
    :param tree: renders the tree if it includes the project's own toctrees.
    """

    def __init__(
        self, navigation: NavigationHtml, links: NavigationLinks, tree: ThemeTree | None = None
    ) -> None:
        self._navigation = navigation
        self._tree = tree
        self._links = links
        # Used before and after the theme's handlers of a page.
        self.of_page = lru_cache(maxsize=2)(self._of_page)

    def state(self, docname: str) -> PageNavigation:
        """That of *docname* with a digest instead of the sidebar."""
        # Includes the sidebar in any case: what it shows of other pages may have changed.
        return self._made_of(docname, self._links.state(docname), None)

    def _of_page(self, docname: str) -> PageNavigation:
        """That of *docname*; for a page outside the navigation, that of the nearest one."""
        links = self._links.around(docname) if self._tree is None else self._links.state(docname)
        return self._made_of(docname, links, self._tree)

    def _made_of(
        self, docname: str, page_links: PageLinks, tree: ThemeTree | None
    ) -> PageNavigation:
        words = self._navigation.words(docname)
        more = words("More of %s")
        bar = _tabs(page_links.tabs, words("Tabs"), more)
        if page_links.selectors:
            label = escape(words("Other versions and languages"))
            menus = _menus("navapi-selectors", page_links.selectors)
            bar += f'<nav class="navapi-choices" aria-label="{label}">{menus}</nav>'
        side = "".join(
            (
                _menus("navapi-dropdown-list", page_links.dropdowns),
                _anchors(page_links.anchors, words("Anchors")),
                *(_tabs(links, words("Sections"), more) for links in page_links.inner_tabs),
                "" if tree else page_links.sidebar,
            )
        )
        place = self._navigation.place(docname)
        labels = [e.label for e in place if e.label and e.kind is not ElementKind.GROUP]
        return PageNavigation(
            docname=docname,
            top=f'<div class="navapi-top"><div>{bar}</div></div>' if bar else "",
            side=f'<div class="navapi-side">{side}</div>' if side else "",
            section=escape(labels[-1] if labels else words("Pages"), quote=False),
            breadcrumbs=page_links.breadcrumbs,
            named=self._navigation.is_named(docname),
            words=words,
            sections=partial(outermost_links, self._navigation, docname),
            tree=tree,
        )


def _anchors(links: tuple[NavLink, ...], label: str) -> str:
    if not links:
        return ""
    return f'<nav class="navapi-anchors" aria-label="{escape(label)}">{_items(links)}</nav>'


def _tabs(links: tuple[NavLink, ...], label: str, more: str) -> str:
    """:param more: label of a tab's menu, with ``%s`` for the tab's label."""
    if not links:
        return ""
    items = "".join(f"<li>{_link(link)}{_more(link, more)}" for link in links)
    return f'<nav class="navapi-tabs" aria-label="{escape(label)}"><ul>{items}</ul></nav>'


def _more(tab: NavLink, more: str) -> str:
    """The menu of *tab*, as a disclosure beside its link."""
    if not tab.items:
        return ""
    label = escape(more.replace("%s", tab.label), quote=False)
    return (
        f'<details class="navapi-menu"{_MENU}><summary><span class="navapi-sr">{label}</span>'
        f"</summary>{_items(tab.items)}</details>"
    )


def _menus(css: str, switchers: Iterable[Switcher]) -> str:
    """A list of switchers: lists have the color of the theme's sidebar."""
    items = "".join(f"<li>{_menu(switcher)}" for switcher in switchers)
    return f'<ul class="{css}">{items}</ul>' if items else ""


def _menu(switcher: Switcher) -> str:
    """A switcher: the current entry on the button, the others in the list below it."""
    current = _label(switcher.current)
    return (
        f'<details class="{switcher.css} navapi-menu"{_MENU}><summary>'
        f'<span class="navapi-sr">{escape(switcher.label, quote=False)}: </span>{current}</summary>'
        f"{_items(switcher.links)}</details>"
    )


def _items(links: Iterable[NavLink]) -> str:
    return f"<ul>{''.join(f'<li>{_link(link)}' for link in links)}</ul>"


def _link(link: NavLink) -> str:
    label = _label(link)
    if link.description:
        label += f"<small>{escape(link.description, quote=False)}</small>"
    current = ' aria-current="true"' if link.current else ""
    if link.href is None:
        return f"<span{current}>{label}</span>"
    attributes = current
    if link.external:
        attributes += " rel=external"
    if link.lang:
        attributes += f' hreflang="{link.lang}"'
    if link.color:
        attributes += f' style="--navapi-own: {link.color}"'
    return f"<a href={attribute(link.href)}{attributes}>{label}</a>"


def _label(link: NavLink) -> str:
    spoken = f' lang="{link.lang}"' if link.lang else ""
    label = f"{link.icon}<span{spoken}>{escape(link.label, quote=False)}</span>"
    if link.tag:
        label += f'<span class="navapi-tag">{escape(link.tag, quote=False)}</span>'
    return label
