"""The sidebar: pages and groups of the section of the site that a page belongs to.

It depends on the section and the open branch, not on the page, which only marks
its entry. A large section shows of a closed group the label and a link to its
first page, and of a very long list the stretch around the page, so that a page
weighs the same however many pages there are.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator
from html import escape

from sphinx_navapi.build.site_links import SiteLinks
from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.links.urls import folder_of, relative_url
from sphinx_navapi.locale.interface import InterfaceWords, interface_words
from sphinx_navapi.plan.site_plan import (
    Entry,
    ExternalLink,
    Page,
    PageKind,
    ResolvedElement,
    SitePlan,
)

#: Sections with more entries than this carry only the open branch of their groups.
LARGE_SECTION = 150

#: Lists with more pages than this, in a large section, are cut into stretches.
LONG_LIST = 60

#: Pages of a stretch.
STRETCH = 40

_UNQUOTED = re.compile(r"[A-Za-z0-9./_~%#-]+")


class SidebarHtml:
    """Writes the sidebars of one plan for one builder.

    :param target_uri: docname to URL relative to the site's root, as the builder has it.
    :param links: finds the pages that addresses in page metadata name.
    :param drilldown: whether opening a group leads to its first page.
    :param extra: groups of pages that only authored toctrees name, shown at the end.
    :param icons: the ``icon`` of a group or page as SVG; without it no icons are shown.
    :param fragments: whether closed groups of large sections name the fragment with their entries.
    :param words: the interface's words in the language of a page.
    """

    def __init__(
        self,
        plan: SitePlan,
        target_uri: Callable[[str], str],
        links: SiteLinks,
        *,
        drilldown: bool,
        extra: tuple[ResolvedElement, ...] = (),
        icons: Callable[[object], str] | None = None,
        fragments: bool = False,
        words: Callable[[str], InterfaceWords] | None = None,
    ) -> None:
        self._icons = icons
        self._words = words or _english
        self.has_fragments = fragments
        self._plan = plan
        self._target_uri = target_uri
        self._links = links
        self.drilldown = drilldown
        self._authored = extra
        self._placed = dict(_placed(plan.navigation, (), extra))
        placed = {id(group) for _outer, groups in self._placed.values() for group in groups}
        self._extra = tuple(group for group in extra if id(group) not in placed)
        self._extra_trails = dict(_trails(self._extra, ()))
        for outer, groups in self._placed.values():
            self._extra_trails |= dict(_trails(groups, outer))
        self._kept: dict[tuple[object, ...], str] = {}
        self._digests: dict[str, str] = {}
        self._sizes: dict[str, int] = {}

    def write(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> str:
        """``nav.navapi-sidebar`` of *section* with the entry of *docname* marked.

        :param groups: the groups of *section* around the page, outermost first.
        """
        html, own = self._shared(docname, section, groups)
        return html.replace(f"{own}>", f'{own} aria-current="page">', 1)

    def state(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> str:
        """Changes with what `write` gives, which need not be written for it."""
        html, own = self._shared(docname, section, groups)
        digest = self._digests.get(html)
        if digest is None:
            digest = self._digests[html] = hashlib.sha256(html.encode()).hexdigest()
        return digest + own

    def _shared(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> tuple[str, str]:
        """The sidebar of all pages that show the same, and what marks that of *docname* in it."""
        groups = (*groups, *self._extra_trails.get(docname, ()))
        uri = self._target_uri(docname)
        branch = tuple(self._branch(section, groups, docname))
        words = self._words(docname)
        # Of dirhtml's pages the root is a file, all others are folders beside or below it.
        folder = (folder_of(uri.removesuffix("/")), uri.endswith("/"))
        key = (section.pointer, branch, folder, words)
        html = self._kept.get(key)
        if html is None:
            html = self._kept[key] = _SidebarWriter(self, section, dict(branch), uri, words).write()
        return html, f" href={attribute(self.href(uri, docname))}"

    def _branch(
        self, section: ResolvedElement, groups: tuple[ResolvedElement, ...], docname: str
    ) -> Iterator[tuple[str, int]]:
        """Open elements by pointer, with the stretch of its pages that each shows."""
        for element, inner in zip((section, *groups), (*groups, docname), strict=True):
            stretch = 0
            for entries in (element.content.get("pages", ()), element.content.get("groups", ())):
                if len(entries) > LONG_LIST and inner in entries:
                    stretch = entries.index(inner) // STRETCH
            yield element.pointer, stretch

    def size(self, element: ResolvedElement) -> int:
        """Entries below *element*, at any depth."""
        size = self._sizes.get(element.pointer)
        if size is None:
            entries = (
                *element.content.get("pages", ()),
                *element.content.get("groups", ()),
                *self.placed(element),
            )
            size = sum(
                self.size(entry) + 1 if isinstance(entry, ResolvedElement) else 1
                for entry in entries
            )
            self._sizes[element.pointer] = size
        return size

    def href(self, uri: str, docname: str) -> str:
        """The link from the page at *uri* to *docname*, the same for all pages of a folder."""
        target = self._target_uri(docname)
        if uri.endswith("/"):
            # A page of dirhtml is a folder: its links start from the one that it stands in.
            return f"../{relative_url(uri[:-1], target)}"
        return relative_url(uri, target)

    def link(self, uri: str, href: str) -> str:
        """The link from the page at *uri* to *href*, the same for all pages of a folder."""
        if uri.endswith("/"):
            found = self._links.href(uri[:-1], href)
            return found if is_external(found) or found.startswith("#") else f"../{found}"
        return self._links.href(uri, href)

    def page(self, docname: str) -> Page | None:
        """The page of *docname* unless its metadata hides it."""
        page = self._plan.pages.get(docname)
        return None if page is None or page.metadata.get("hidden") is True else page

    def fragments(self) -> Iterator[tuple[str, str]]:
        """Name and HTML of the entries of each group that some page shows closed.

        Links in it are relative to the site's root.
        """
        sections = [e for e in _sections(self._plan.navigation) if self.size(e) > LARGE_SECTION]
        seen: set[str] = set()
        for owner in (*sections, *(self._authored if sections else ())):
            for element in (owner, *_groups(owner)):
                if element.pointer not in seen:
                    seen.add(element.pointer)
                    # All pages share it: its words are those of its first page.
                    words = self._words(element.root or element.first_page or "")
                    yield from _SidebarWriter(self, element, {}, "", words, large=False).fragments()

    def icon(self, value: object) -> str:
        """The ``icon`` of a group or page as SVG, or nothing."""
        return self._icons(value) if self._icons is not None and value else ""

    def placed(self, element: ResolvedElement) -> tuple[ResolvedElement, ...]:
        """Groups of authored toctrees that stand in *element*, which asks for them."""
        _outer, groups = self._placed.get(element.pointer, ((), ()))
        return groups

    @property
    def extra(self) -> tuple[ResolvedElement, ...]:
        """Groups shown after those of the section."""
        return self._extra


class _SidebarWriter:
    """Writes one sidebar. :ivar opened: open elements by pointer, with their stretch."""

    def __init__(
        self,
        sidebar: SidebarHtml,
        section: ResolvedElement,
        opened: dict[str, int],
        uri: str,
        words: InterfaceWords,
        *,
        large: bool | None = None,
    ) -> None:
        self._sidebar = sidebar
        self._words = words
        self._section = section
        self._opened = opened
        self._uri = uri
        self._large = sidebar.size(section) > LARGE_SECTION if large is None else large

    def write(self) -> str:
        parts = [*self._entries(self._section), *map(self._entry, self._sidebar.extra)]
        if not any(parts):
            return ""
        label = escape(self._section.label or self._words("Pages"))
        return f'<nav class="navapi-sidebar" aria-label="{label}"><ul>{"".join(parts)}</ul></nav>'

    def fragments(self) -> Iterator[tuple[str, str]]:
        """Of a group: all of its entries, and each stretch of a very long list."""
        group = self._section
        if group.kind is ElementKind.GROUP and self._sidebar.size(group) > 1:
            yield fragment_name(group.pointer), f"<ul>{self._inner(group)}</ul>"
        for key in ("pages", "groups"):
            entries = group.content.get(key, ())
            if len(entries) > LONG_LIST:
                for index in range(0, len(entries), STRETCH):
                    inner = "".join(map(self._entry, entries[index : index + STRETCH]))
                    yield fragment_name(f"{group.pointer}/{key}/{index}"), f"<ul>{inner}</ul>"

    def _inner(self, group: ResolvedElement) -> str:
        inner = "".join(self._entries(group))
        if group.root and group.root not in group.content.get("pages", ()):
            href = attribute(self._sidebar.href(self._uri, group.root))
            label = escape(self._words("Overview"), quote=False)
            inner = f"<li><a href={href}>{label}</a>{inner}"
        return inner

    def _fragment(self, pointer: str) -> str:
        """The attribute that names a fragment, where fragments are written."""
        return f" data-nav={fragment_name(pointer)}" if self._sidebar.has_fragments else ""

    def _entries(self, element: ResolvedElement) -> Iterator[str]:
        for key in ("pages", "groups"):
            entries = element.content.get(key, ())
            if self._large and len(entries) > LONG_LIST:
                pointer = f"{element.pointer}/{key}"
                yield from self._stretches(entries, self._opened.get(element.pointer, 0), pointer)
            else:
                yield from map(self._entry, entries)
        yield from map(self._entry, self._sidebar.placed(element))

    def _stretches(self, entries: tuple[Entry, ...], current: int, pointer: str) -> Iterator[str]:
        for index in range(0, len(entries), STRETCH):
            stretch = entries[index : index + STRETCH]
            first = next((found for entry in stretch if (found := self._first(entry))), None)
            if index // STRETCH == current or first is None:
                yield from map(self._entry, stretch)
            else:
                label, docname = first
                fragment = self._fragment(f"{pointer}/{index}")
                count = self._words.plural("{count} more", "{count} more", len(stretch))
                yield self._closed(f"{label} …", docname, count, fragment)

    def _first(self, entry: Entry) -> tuple[str, str] | None:
        """Label and page by which a stretch that begins with *entry* is called."""
        if isinstance(entry, str):
            page = self._sidebar.page(entry)
            return (escape(page.sidebar_title or page.title, quote=False), entry) if page else None
        if isinstance(entry, ResolvedElement) and not entry.hidden:
            first = entry.root or entry.first_page
            if first and not entry.label:
                return self._first(first)
            return (escape(entry.label, quote=False), first) if first else None
        return None

    def _closed(self, label: str, first: str | None, count: str, attributes: str) -> str:
        """The label, and a link to the first page: whoever follows it finds the others there."""
        link = ""
        if first:
            link = f"<a href={attribute(self._sidebar.href(self._uri, first))}>{count}</a>"
        return f"<li><details{attributes}><summary>{label}</summary>{link}</details>"

    def _entry(self, entry: Entry) -> str:
        if isinstance(entry, str):
            return self._page(entry)
        if isinstance(entry, ExternalLink):
            if entry.docname is not None and self._sidebar.page(entry.docname) is None:
                return ""
            title = escape(entry.title, quote=False)
            href = self._sidebar.link(self._uri, entry.href)
            rel = ' rel="external"' if is_external(href) else ""
            return f'<li><a href="{escape(href)}"{rel}>{title}</a>'
        if entry.hidden and entry.pointer not in self._opened:
            return ""
        return self._group(entry)

    def _page(self, docname: str) -> str:
        # Open branches are most of a page's weight: the method is a class, written out
        # by the style sheet, and attributes are unquoted where HTML allows.
        page = self._sidebar.page(docname)
        if page is None:
            return ""
        label = escape(page.sidebar_title or page.title, quote=False)
        if page.deprecated:
            label = f"<s>{label}</s>"
        if page.tag:
            label += f" {_tag(page.tag)}"
        label = self._sidebar.icon(page.metadata.get("icon")) + label
        method = ""
        if page.kind is PageKind.OPERATION and page.operation is not None:
            method = f" class=m-{page.operation.method.lower()}"
        href = attribute(self._sidebar.href(self._uri, docname))
        return f"<li><a{method} href={href}>{label}</a>"

    def _group(self, group: ResolvedElement) -> str:
        if not group.label:
            own = [group.root] if group.root else []
            return "".join([*map(self._page, own), *self._entries(group)])
        label = escape(group.label, quote=False)
        tag = group.attributes.get("tag")
        if isinstance(tag, str) and tag:
            label += f" {_tag(tag)}"
        label = self._sidebar.icon(group.attributes.get("icon")) + label
        placed = (inner.first_page for inner in self._sidebar.placed(group))
        first = group.root or group.first_page or next(placed, None)
        attributes = ""
        if first and self._sidebar.drilldown:
            attributes = f" data-first={attribute(self._sidebar.href(self._uri, first))}"
        is_open = group.pointer in self._opened
        if self._large and not is_open and self._sidebar.size(group) > 1:
            size = self._sidebar.size(group)
            count = self._words.plural("{count} entry", "{count} entries", size)
            return self._closed(label, first, count, attributes + self._fragment(group.pointer))
        inner = self._inner(group)
        if is_open or group.attributes.get("expanded") is True:
            attributes += " open"
        return f"<li><details{attributes}><summary>{label}</summary><ul>{inner}</ul></details>"


def _english(docname: str) -> InterfaceWords:
    return interface_words(None)


def fragment_name(pointer: str) -> str:
    """The name of the file with the entries of the group at *pointer*, without suffix."""
    return hashlib.sha256(pointer.encode()).hexdigest()[:12]


def _sections(element: ResolvedElement) -> Iterator[ResolvedElement]:
    """*element* and all elements below it that are no groups."""
    yield element
    for child in element.children():
        if child.kind is not ElementKind.GROUP:
            yield from _sections(child)


def _groups(element: ResolvedElement) -> Iterator[ResolvedElement]:
    """All groups below *element* that no other kind of element stands around."""
    for child in element.children():
        if child.kind is ElementKind.GROUP:
            yield child
            yield from _groups(child)


def attribute(value: str) -> str:
    """*value* as an attribute value, unquoted where it may be (HTML, section 13.1.2.3)."""
    return value if _UNQUOTED.fullmatch(value) else f'"{escape(value)}"'


def _tag(text: str) -> str:
    return f'<span class="navapi-tag">{escape(text, quote=False)}</span>'


def _placed(
    element: ResolvedElement,
    outer: tuple[ResolvedElement, ...],
    authored: tuple[ResolvedElement, ...],
) -> Iterator[tuple[str, tuple[tuple[ResolvedElement, ...], tuple[ResolvedElement, ...]]]]:
    """By pointer of each group that asks for a document's toctrees: the groups around what is
    shown there, itself included, and those of *authored* that it shows.
    """
    inner = (*outer, element) if element.kind is ElementKind.GROUP else ()
    if inner and element.toctree:
        found = tuple(group for group in authored if group.toctree == element.toctree)
        yield element.pointer, (inner, found)
    for child in element.children():
        yield from _placed(child, inner, authored)


def _trails(
    groups: Iterable[ResolvedElement], outer: tuple[ResolvedElement, ...]
) -> Iterator[tuple[str, tuple[ResolvedElement, ...]]]:
    """Each page below *groups* with the groups around it."""
    for group in groups:
        trail = (*outer, group)
        if group.root:
            yield group.root, trail
        for entry in group.content.get("pages", ()):
            if isinstance(entry, str):
                yield entry, trail
            elif isinstance(entry, ResolvedElement):
                yield from _trails([entry], trail)
