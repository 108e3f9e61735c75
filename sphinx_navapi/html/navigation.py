"""The navigation as HTML: plain accessible lists, made once per place and folder.

What a sidebar shows depends on the section of the site and the open branch, not
on the page: the page only marks its entry. So a page's share stays flat as the
site grows.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from html import escape
from posixpath import dirname

from sphinx_navapi.html.counterpart import Counterparts
from sphinx_navapi.html.urls import relative_url
from sphinx_navapi.site_plan import (
    ElementKind,
    Entry,
    ExternalLink,
    Page,
    PageKind,
    ResolvedElement,
    SitePlan,
)

#: Sections with more entries than this carry only the open branch of each group.
LARGE_SECTION = 150

#: Content keys shown as a switcher: the class of their container and its label.
_SWITCHERS: Mapping[str, tuple[str, str]] = {
    "products": ("navapi-products", "Products"),
    "versions": ("navapi-versions", "Versions"),
    "languages": ("navapi-languages", "Languages"),
    "dropdowns": ("navapi-dropdowns", "Sections"),
    "tabs": ("navapi-tabs", "Tabs"),
    "anchors": ("navapi-anchors", "Anchors"),
}


class NavigationHtml:
    """Writes the navigation of one plan for one builder.

    :param target_uri: docname to URL relative to the site's root, as the builder has it.
    """

    def __init__(
        self, plan: SitePlan, target_uri: Callable[[str], str], *, drilldown: bool = False
    ) -> None:
        self._plan = plan
        self._target_uri = lru_cache(maxsize=None)(target_uri)
        self._drilldown = drilldown
        self._counterparts = Counterparts(plan)
        self._sidebars: dict[tuple[str, tuple[str, ...], str], str] = {}
        self._sizes: dict[str, int] = {}
        self._nearest = _nearest_pages(plan)

    # -- the page's place ---------------------------------------------------------------

    def place(self, docname: str) -> tuple[ResolvedElement, ...]:
        """Elements around *docname*; of a page outside the navigation those of the nearest page."""
        page = self._plan.pages.get(docname)
        if page is not None and page.trail:
            return page.trail
        nearest = self._nearest(docname)
        return nearest.trail if nearest else (self._plan.navigation,)

    # -- sidebar ------------------------------------------------------------------------

    def sidebar(self, docname: str) -> str:
        """``nav.navapi-sidebar`` for *docname*: the section that it belongs to."""
        trail = self.place(docname)
        index = max(
            (i for i, element in enumerate(trail) if element.kind is not ElementKind.GROUP),
            default=0,
        )
        section = trail[index] if trail else self._plan.navigation
        branch = tuple(element.pointer for element in trail[index + 1 :])
        uri = self._target_uri(docname)
        folder = dirname(uri.partition("#")[0])
        key = (section.pointer, branch, folder)
        html = self._sidebars.get(key)
        if html is None:
            html = self._sidebars[key] = self._sidebar(section, frozenset(branch), uri)
        own = f" href={attribute(self._href(uri, docname))}"
        return html.replace(f"{own}>", f'{own} aria-current="page">', 1)

    def _href(self, from_uri: str, docname: str) -> str:
        return relative_url(from_uri, self._target_uri(docname))

    def _sidebar(self, section: ResolvedElement, branch: frozenset[str], uri: str) -> str:
        large = self._size(section) > LARGE_SECTION
        parts = list(self._entries(section, branch, uri, large=large))
        if not parts:
            return ""
        return (
            f'<nav class="navapi-sidebar" aria-label="{escape(section.label or "Pages")}"><ul>'
            f"{''.join(parts)}</ul></nav>"
        )

    def _size(self, element: ResolvedElement) -> int:
        size = self._sizes.get(element.pointer)
        if size is None:
            size = sum(
                self._size(entry) + 1 if isinstance(entry, ResolvedElement) else 1
                for key in ("pages", "groups")
                for entry in element.content.get(key, ())
            )
            self._sizes[element.pointer] = size
        return size

    def _entries(
        self, element: ResolvedElement, branch: frozenset[str], uri: str, *, large: bool
    ) -> Iterator[str]:
        for key in ("pages", "groups"):
            for entry in element.content.get(key, ()):
                yield self._entry(entry, branch, uri, large=large)

    def _entry(self, entry: Entry, branch: frozenset[str], uri: str, *, large: bool) -> str:
        if isinstance(entry, str):
            return self._page_entry(entry, uri)
        if isinstance(entry, ExternalLink):
            if entry.docname is not None and self._is_hidden(entry.docname):
                return ""
            return f'<li><a href="{escape(entry.href)}" rel="external">{escape(entry.title)}</a>'
        if entry.hidden and entry.pointer not in branch:
            return ""
        return self._group(entry, branch, uri, large=large)

    def _page_entry(self, docname: str, uri: str) -> str:
        link = self._page_link(docname, uri)
        return f"<li>{link}" if link else ""

    def _page_link(self, docname: str, uri: str) -> str:
        # Open branches are most of a page's weight: the method is a class, written out
        # by the style sheet, and attributes are unquoted where HTML allows.
        page = self._plan.pages.get(docname)
        if page is None or page.metadata.get("hidden") is True:
            return ""
        label = escape(page.sidebar_title or page.title, quote=False)
        if page.deprecated:
            label = f"<s>{label}</s>"
        if page.tag:
            label += f' <span class="navapi-tag">{escape(page.tag, quote=False)}</span>'
        method = ""
        if page.kind is PageKind.OPERATION and page.operation is not None:
            method = f" class=m-{page.operation.method.lower()}"
        return f"<a{method} href={attribute(self._href(uri, docname))}>{label}</a>"

    def _group(
        self, group: ResolvedElement, branch: frozenset[str], uri: str, *, large: bool
    ) -> str:
        is_open = group.pointer in branch
        tag = group.attributes.get("tag")
        label = escape(group.label, quote=False)
        if isinstance(tag, str) and tag:
            label += f' <span class="navapi-tag">{escape(tag, quote=False)}</span>'
        expanded = is_open or group.attributes.get("expanded") is True
        drill = ""
        first = group.root or group.first_page
        if self._drills(group) and first:
            drill = f" data-first={attribute(self._href(uri, first))}"
        root = ""
        if group.root:
            root = f"<li><a href={attribute(self._href(uri, group.root))}>Overview</a>"
        if large and not is_open and self._size(group) > 1:
            # The label and the first page: whoever opens the group can go on from there.
            inner = self._page_entry(first, uri) if first else ""
            expanded = False
        else:
            inner = root + "".join(self._entries(group, branch, uri, large=large))
        opened = " open" if expanded else ""
        return f"<li><details{opened}{drill}><summary>{label}</summary><ul>{inner}</ul></details>"

    def _is_hidden(self, docname: str) -> bool:
        page = self._plan.pages.get(docname)
        return page is not None and page.metadata.get("hidden") is True

    def _drills(self, group: ResolvedElement) -> bool:
        own = group.attributes.get("drilldown")
        return own if isinstance(own, bool) else self._drilldown

    # -- bars ---------------------------------------------------------------------------

    def bars(self, docname: str) -> str:
        """Products, versions, languages, tabs, dropdowns and anchors around *docname*."""
        trail = self.place(docname)
        uri = self._target_uri(docname)
        parts = []
        for index, element in enumerate(trail):
            inner = trail[index + 1] if index + 1 < len(trail) else None
            for key, (css, label) in _SWITCHERS.items():
                entries = [
                    e for e in element.content.get(key, ()) if isinstance(e, ResolvedElement)
                ]
                if entries:
                    parts.append(self._list(css, label, entries, inner, trail, docname, uri))
        anchors = self._plan.navigation.global_anchors
        if anchors:
            parts.append(
                self._list("navapi-anchors", "Links", list(anchors), None, trail, docname, uri)
            )
        return "".join(parts)

    def _list(
        self,
        css: str,
        label: str,
        elements: list[ResolvedElement],
        current: ResolvedElement | None,
        trail: tuple[ResolvedElement, ...],
        docname: str,
        uri: str,
    ) -> str:
        items = []
        for element in elements:
            if element.hidden and element is not current:
                continue
            target = self._target(element, current, docname)
            link = self._element_link(element, target, uri, is_current=element is current)
            menu = [e for e in element.content.get("menu", ()) if isinstance(e, ResolvedElement)]
            if menu:
                link += f"<ul>{''.join(self._menu_items(menu, trail, uri))}</ul>"
            items.append(f"<li>{link}")
        return (
            f'<nav class="{css}" aria-label="{escape(label)}"><ul>{"".join(items)}</ul></nav>'
            if items
            else ""
        )

    def _target(
        self, element: ResolvedElement, current: ResolvedElement | None, docname: str
    ) -> str | None:
        if current is not None and element.kind in (ElementKind.VERSION, ElementKind.LANGUAGE):
            return self._counterparts.find(docname, current, element)
        return element.first_page

    def _menu_items(
        self, menu: Iterable[ResolvedElement], trail: tuple[ResolvedElement, ...], uri: str
    ) -> Iterator[str]:
        for item in menu:
            if not item.hidden or item in trail:
                link = self._element_link(item, item.first_page, uri, is_current=item in trail)
                description = item.attributes.get("description")
                if isinstance(description, str) and description:
                    link += f" <small>{escape(description, quote=False)}</small>"
                yield f"<li>{link}"

    def _element_link(
        self, element: ResolvedElement, docname: str | None, uri: str, *, is_current: bool
    ) -> str:
        label = escape(self._label(element), quote=False)
        tag = element.attributes.get("tag")
        if isinstance(tag, str) and tag:
            label += f' <span class="navapi-tag">{escape(tag, quote=False)}</span>'
        current = ' aria-current="true"' if is_current else ""
        if element.href and not docname:
            href = element.href
            if href.startswith("/"):
                href = relative_url(uri, href.lstrip("/"))
            return f'<a href="{escape(href)}" rel="external"{current}>{label}</a>'
        if docname is None:
            return f"<span{current}>{label}</span>"
        return f'<a href="{escape(self._href(uri, docname))}"{current}>{label}</a>'

    def _label(self, element: ResolvedElement) -> str:
        return element.label

    # -- breadcrumbs and neighbours -----------------------------------------------------

    def breadcrumbs(self, docname: str, *, section_only: bool = False) -> str:
        """``nav.navapi-breadcrumbs`` for *docname*; empty where it has none."""
        trail = [
            element
            for element in self.place(docname)
            if element.label and element.kind not in (ElementKind.VERSION, ElementKind.LANGUAGE)
        ]
        if section_only:
            trail = trail[-1:]
        uri = self._target_uri(docname)
        items = []
        for element in trail:
            label = escape(element.label, quote=False)
            target = element.root or element.first_page
            if target and target != docname:
                label = f'<a href="{escape(self._href(uri, target))}">{label}</a>'
            items.append(f"<li>{label}")
        if not items:
            return ""
        listed = "".join(items)
        return f'<nav class="navapi-breadcrumbs" aria-label="Breadcrumbs"><ol>{listed}</ol></nav>'

    def neighbours(self, docname: str) -> tuple[Page | None, Page | None]:
        """The pages before and after *docname* in reading order."""
        page = self._plan.pages.get(docname)
        if page is None:
            return None, None
        pages = self._plan.pages
        return (
            pages.get(page.prev) if page.prev else None,
            pages.get(page.next) if page.next else None,
        )


_UNQUOTED = re.compile(r"[A-Za-z0-9./_~%#-]+")


def attribute(value: str) -> str:
    """*value* as an attribute value, unquoted where it may be (HTML, section 13.1.2.3)."""
    return value if _UNQUOTED.fullmatch(value) else f'"{escape(value)}"'


def _nearest_pages(plan: SitePlan) -> Callable[[str], Page | None]:
    """The page of the navigation whose path has most in common with a docname's."""
    by_folder: dict[str, Page] = {}
    for docname, page in plan.pages.items():
        if not page.trail:
            continue
        folder = dirname(docname)
        while folder not in by_folder:
            by_folder[folder] = page
            folder = dirname(folder)

    def nearest(docname: str) -> Page | None:
        folder = dirname(docname)
        while folder and folder not in by_folder:
            folder = dirname(folder)
        return by_folder.get(folder)

    return nearest
