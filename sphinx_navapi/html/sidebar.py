"""The sidebar: pages and groups of the section that contains a page.

It depends on the section and the open branch, not on the page, which only marks its entry. In a
large section, a closed group is only a label and a link to its first page, and a very long list is
reduced to the part around the page, so that the size of a page does not grow with the number of
pages.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Mapping

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.html.sidebar_entries import (
    LARGE_SECTION,
    LONG_LIST,
    STRETCH,
    SidebarEntries,
    attribute,
)
from sphinx_navapi.html.sidebar_writer import SidebarWriter
from sphinx_navapi.html.toctree_writer import ToctreeWriter, mark
from sphinx_navapi.links.urls import folder_of
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.site_plan import (
    ResolvedElement,
)


class SidebarHtml:
    """Writes the sidebars that show *entries*.

    :param navigation: the complete navigation.
    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    :param words: returns the interface's texts in the language of a page.
    """

    def __init__(
        self,
        entries: SidebarEntries,
        navigation: ResolvedElement,
        target_uri: Callable[[str], str],
        words: Callable[[str], InterfaceWords],
    ) -> None:
        self._entries = entries
        self._navigation = navigation
        self.target_uri = target_uri
        self.words = words
        self._kept: dict[tuple[object, ...], str] = {}
        self._digests: dict[str, str] = {}

    @property
    def sections(self) -> Mapping[str, tuple[ResolvedElement, ...]]:
        """Elements with their own sidebar around each page of a toctree, outermost first."""
        return self._entries.sections

    def write(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> str:
        """``nav.navapi-sidebar`` of *section* with the entry of *docname* marked.

        :param groups: the groups of *section* around the page, outermost first.
        """
        html, own = self._shared(docname, section, groups)
        return html.replace(f"{own}>", f'{own} aria-current="page">', 1)

    def toctree(
        self,
        docname: str,
        section: ResolvedElement,
        groups: tuple[ResolvedElement, ...],
        *,
        collapse: bool,
        own: str | None,
        headings: str,
    ) -> str:
        """The same with the markup of Sphinx's toctrees.

        :param collapse: whether closed groups are only labels; in large sections they always are.
        :param own: the document whose toctrees are left to Sphinx, ``OWN_TOCTREES`` in the result.
        :param headings: Sphinx's ``toc`` of the page, shown below its entry.
        """
        key, branch, uri, words = self._place(docname, section, groups)
        key = (collapse, own, *key)
        html = self._kept.get(key)
        if html is None:
            writer = ToctreeWriter(
                self._entries, section, dict(branch), uri, words, collapse=collapse, own=own
            )
            html = self._kept[key] = writer.write()
        return mark(html, self._entries.href(uri, docname), headings)

    def state(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> str:
        """Changes with the result of `write`, which need not be rendered for it."""
        html, own = self._shared(docname, section, groups)
        digest = self._digests.get(html)
        if digest is None:
            digest = self._digests[html] = hashlib.sha256(html.encode()).hexdigest()
        return digest + own

    def _shared(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> tuple[str, str]:
        """The sidebar shared by all pages with the same content, and the mark of *docname* in
        it.
        """
        key, branch, uri, words = self._place(docname, section, groups)
        html = self._kept.get(key)
        if html is None:
            html = self._kept[key] = SidebarWriter(
                self._entries, section, dict(branch), uri, words
            ).write()
        return html, f" href={attribute(self._entries.href(uri, docname))}"

    def _place(
        self, docname: str, section: ResolvedElement, groups: tuple[ResolvedElement, ...]
    ) -> tuple[tuple[object, ...], tuple[tuple[str, int], ...], str, InterfaceWords]:
        """Everything that the sidebar of *docname* depends on, as one value; then its open branch,
        the page's URL and its texts.
        """
        groups = (*groups, *self._entries.groups_around(docname))
        uri = self.target_uri(docname)
        branch = tuple(self._branch(section, groups, docname))
        words = self.words(docname)
        # With dirhtml, the root is a file, all other pages are folders beside or below it.
        folder = (folder_of(uri.removesuffix("/")), uri.endswith("/"))
        return (section.pointer, branch, folder, words), branch, uri, words

    def _branch(
        self, section: ResolvedElement, groups: tuple[ResolvedElement, ...], docname: str
    ) -> Iterator[tuple[str, int]]:
        """Open elements by pointer, each with the shown part of its pages."""
        for element, inner in zip((section, *groups), (*groups, docname), strict=True):
            stretch = 0
            for entries in (element.content.get("pages", ()), element.content.get("groups", ())):
                if len(entries) > LONG_LIST and inner in entries:
                    stretch = entries.index(inner) // STRETCH
            yield element.pointer, stretch

    def fragments(self) -> Iterator[tuple[str, str]]:
        """Name and HTML of the entries of each group that is closed on some page.

        Links in it are relative to the site's root.
        """
        sections = [e for e in _sections(self._navigation) if self._entries.size(e) > LARGE_SECTION]
        seen: set[str] = set()
        for owner in (*sections, *(self._entries.authored if sections else ())):
            for element in (owner, *_groups(owner)):
                if element.pointer not in seen:
                    seen.add(element.pointer)
                    # All pages share it: its texts are those of its first page.
                    words = self.words(element.root or element.first_page or "")
                    yield from SidebarWriter(
                        self._entries, element, {}, "", words, large=False
                    ).fragments()


def _sections(element: ResolvedElement) -> Iterator[ResolvedElement]:
    """*element* and all elements below it that are not groups."""
    yield element
    for child in element.children():
        if child.kind is not ElementKind.GROUP:
            yield from _sections(child)


def _groups(element: ResolvedElement) -> Iterator[ResolvedElement]:
    """All groups below *element* without another kind of element in between."""
    for child in element.children():
        if child.kind is ElementKind.GROUP:
            yield child
            yield from _groups(child)
