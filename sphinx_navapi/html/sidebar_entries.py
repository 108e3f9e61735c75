"""The content of sidebars, independent of markup: sizes, links, the project's own toctrees."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.doctree.text_links import TextLinks
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.plan.site_plan import (
    Page,
    ResolvedElement,
    SitePlan,
)

#: Sections with more entries than this only contain the open branch of their groups.
LARGE_SECTION = 150

#: Lists with more pages than this, in a large section, are split into parts.
LONG_LIST = 60

#: Number of pages in a part.
STRETCH = 40

_UNQUOTED = re.compile(r"[A-Za-z0-9./_~%#-]+")


class SidebarEntries:
    """The entries of one plan's sidebars for one builder.

    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    :param links: resolves addresses in page metadata to pages.
    :param drilldown: whether opening a group leads to its first page.
    :param authored: groups of pages that are only in the project's own toctrees.
    :param icons: draws the ``icon`` of a group or page as SVG; without it no icons are shown.
    :param has_fragments: whether closed groups of large sections refer to the fragment with their
        entries.
    :param numbers: number before the label of a page in a numbered toctree, by docname.
    """

    def __init__(
        self,
        plan: SitePlan,
        target_uri: Callable[[str], str],
        links: TextLinks,
        *,
        drilldown: bool,
        authored: tuple[ResolvedElement, ...] = (),
        icons: Callable[[object, str], str] | None = None,
        has_fragments: bool = False,
        numbers: Mapping[str, str] | None = None,
    ) -> None:
        self._icons = icons
        self._plan = plan
        self._target_uri = target_uri
        self._links = links
        self._numbers = numbers or {}
        self.has_fragments = has_fragments
        self.drilldown = drilldown
        self.authored = authored
        self._placed = dict(_placed(plan.navigation, (), authored))
        placed = {id(group) for _outer, groups in self._placed.values() for group in groups}
        #: Groups shown after those of the section.
        self.extra = tuple(group for group in authored if id(group) not in placed)
        self._extra_trails = dict(_trails(self.extra, ()))
        for outer, groups in self._placed.values():
            self._extra_trails |= dict(_trails(groups, outer))
        self._sizes: dict[str, int] = {}
        #: Elements with their own sidebar around each page of a toctree, outermost first.
        self.sections = dict(_sections(plan.navigation, (), self.placed))

    def groups_around(self, docname: str) -> tuple[ResolvedElement, ...]:
        """Groups around a page that is only in the project's own toctrees, outermost first."""
        return self._extra_trails.get(docname, ())

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
            # With dirhtml a page is a folder: its links are relative to the parent folder.
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

    def icon(self, value: object, uri: str) -> str:
        """The ``icon`` of a group or page as HTML for the page at *uri*, or nothing."""
        return self._icons(value, uri) if self._icons is not None and value else ""

    def placed(self, element: ResolvedElement) -> tuple[ResolvedElement, ...]:
        """Groups of the project's own toctrees inside *element*, which refers to them."""
        _outer, groups = self._placed.get(element.pointer, ((), ()))
        return groups

    def label(self, docname: str, label: str) -> str:
        """*label* as HTML, preceded by the page's number if it is in a numbered toctree."""
        return escape(f"{self._numbers.get(docname, '')}{label}", quote=False)


def fragment_name(pointer: str) -> str:
    """The name of the file with the entries of the group at *pointer*, without suffix."""
    return hashlib.sha256(pointer.encode()).hexdigest()[:12]


def attribute(value: str) -> str:
    """*value* as an attribute value, unquoted if allowed (HTML, section 13.1.2.3)."""
    return value if _UNQUOTED.fullmatch(value) else f'"{escape(value)}"'


def _placed(
    element: ResolvedElement,
    outer: tuple[ResolvedElement, ...],
    authored: tuple[ResolvedElement, ...],
) -> Iterator[tuple[str, tuple[tuple[ResolvedElement, ...], tuple[ResolvedElement, ...]]]]:
    """By pointer of each group that refers to a document's toctrees: the groups around its content,
    itself included, and the groups of *authored* that it shows.
    """
    inner = (*outer, element) if element.kind is ElementKind.GROUP else ()
    if inner and element.toctree:
        found = tuple(group for group in authored if group.toctree == element.toctree)
        yield element.pointer, (inner, found)
    for child in element.children():
        yield from _placed(child, inner, authored)


def _sections(
    element: ResolvedElement,
    outer: tuple[ResolvedElement, ...],
    placed: Callable[[ResolvedElement], tuple[ResolvedElement, ...]],
) -> Iterator[tuple[str, tuple[ResolvedElement, ...]]]:
    """Each page of a toctree that a tab, a version and the like shows, with these; the document of
    the toctree too.
    """
    if element.kind not in (ElementKind.ROOT, ElementKind.GROUP):
        outer = (*outer, element)
    groups = placed(element)
    if outer and groups:
        for docname, _groups in _trails(groups, ()):
            yield docname, outer
        if element.toctree:
            yield element.toctree, outer
    for child in element.children():
        yield from _sections(child, outer, placed)


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
