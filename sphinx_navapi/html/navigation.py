"""The navigation as HTML, and the page to show after switching version or language.

Plain accessible lists, created once per place.
"""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from html import escape
from itertools import chain
from posixpath import commonpath, dirname

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.doctree.text_links import TextLinks
from sphinx_navapi.html.sidebar_writer import (
    LARGE_SECTION,
    LONG_LIST,
    STRETCH,
    SidebarEntries,
    SidebarWriter,
    ToctreeWriter,
    attribute,
    mark,
)
from sphinx_navapi.links.targets import folder_of, relative_url
from sphinx_navapi.locale.interface import InterfaceWords
from sphinx_navapi.plan.site_plan import Entry, Page, ResolvedElement, SitePlan


class Counterparts:
    """Finds counterparts; results for a partition are cached."""

    def __init__(self, plan: SitePlan) -> None:
        self._plan = plan
        self._folders: dict[str, str] = {}
        self._members: dict[str, dict[str, str]] = {}
        self._groups: dict[str, dict[tuple[str, ...], str]] = {}

    def find(self, docname: str, current: ResolvedElement, other: ResolvedElement) -> str | None:
        """The docname in *other* for *docname* in *current*: same path, same group, or first
        page.
        """
        if current is other:
            return docname
        self._prepare(current)
        self._prepare(other)
        if docname in self._members[other.pointer].values():
            return docname
        counterpart = self._same_path(docname, current, other)
        if counterpart:
            return counterpart
        inner = self._inner(docname, current, other)
        if inner:
            return self.find(docname, *inner)
        page = self._plan.pages.get(docname)
        if page is not None:
            labels = _labels_below(page, current)
            while labels:
                counterpart = self._groups[other.pointer].get(labels)
                if counterpart:
                    return counterpart
                labels = labels[:-1]
        return other.first_page

    def translation(
        self, docname: str, current: ResolvedElement, other: ResolvedElement
    ) -> str | None:
        """The page with the path of *docname* in *other*, ``None`` if there is none."""
        if current is other:
            return docname
        translated = self._same_path(docname, current, other)
        inner = None if translated else self._inner(docname, current, other)
        if inner:
            return self.translation(docname, *inner)
        return translated if translated != docname else None

    def _same_path(
        self, docname: str, current: ResolvedElement, other: ResolvedElement
    ) -> str | None:
        self._prepare(current)
        self._prepare(other)
        path = docname.removeprefix(self._folders[current.pointer])
        return self._members[other.pointer].get(path)

    def _inner(
        self, docname: str, current: ResolvedElement, other: ResolvedElement
    ) -> tuple[ResolvedElement, ResolvedElement] | None:
        """The language of *docname* in the version *current*, and the same language in *other*.

        Or its version in a language: a switch of one keeps the other.
        """
        page = self._plan.pages.get(docname)
        if page is None or current not in page.trail:
            return None
        below = page.trail[page.trail.index(current) + 1 :]
        own = next((element for element in below if element.kind in _SWITCHED), None)
        if own is None or own.kind is current.kind:
            return None
        alike = (
            element
            for element, _ in _elements(other, ())
            if element.kind is own.kind and element.label == own.label and element.first_page
        )
        match = next(alike, None)
        return None if match is None else (own, match)

    def _prepare(self, partition: ResolvedElement) -> None:
        if not self._folders:
            self._find_folders(self._plan.navigation)
        if partition.pointer in self._members:
            return
        docnames = list(dict.fromkeys(partition.docnames()))
        prefix = self._folders.setdefault(partition.pointer, _folder(docnames))
        self._members[partition.pointer] = {d.removeprefix(prefix): d for d in docnames}
        groups: dict[tuple[str, ...], str] = {}
        for element, labels in _elements(partition, ()):
            if labels and element.first_page:
                groups.setdefault(labels, element.first_page)
        self._groups[partition.pointer] = groups

    def _find_folders(self, element: ResolvedElement) -> None:
        """The folder of each version and language; pages that several of them list say nothing."""
        for kind in ("versions", "languages"):
            members = {
                child.pointer: dict.fromkeys(child.docnames())
                for child in element.content.get(kind, ())
                if isinstance(child, ResolvedElement)
            }
            counts = Counter(chain.from_iterable(members.values()))
            for pointer, docnames in members.items():
                own = [docname for docname in docnames if counts[docname] == 1]
                self._folders[pointer] = _folder(own or docnames)
        for child in element.children():
            self._find_folders(child)


def _folder(docnames: Iterable[str]) -> str:
    """The folder of all *docnames*, with a slash at its end, or ``""``."""
    folders = [dirname(docname) for docname in docnames]
    folder = commonpath(folders) if folders and all(folders) else ""
    return f"{folder}/" if folder else ""


def _labels_below(page: Page, partition: ResolvedElement) -> tuple[str, ...]:
    """Labels from *partition* (exclusive) inwards, without versions and languages."""
    if partition not in page.trail:
        return ()
    inner = page.trail[page.trail.index(partition) + 1 :]
    return tuple(e.label for e in inner if e.kind not in _SWITCHED)


_SWITCHED = (ElementKind.VERSION, ElementKind.LANGUAGE)


def _elements(
    element: ResolvedElement, labels: tuple[str, ...]
) -> Iterator[tuple[ResolvedElement, tuple[str, ...]]]:
    yield element, labels
    for child in element.children():
        below = labels if child.kind in _SWITCHED else (*labels, child.label)
        yield from _elements(child, below)


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

    def entry(self, docname: str) -> str:
        """The entry of *docname* alone; links in it are relative to the site's root."""
        words = self.words(docname)
        return SidebarWriter(self._entries, self._navigation, {}, "", words).entry(docname)

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


#: Content keys shown in the sidebar.
_SECTION = ("pages", "groups")


class NavigationHtml:
    """Writes the navigation of one plan for one builder.

    :param links: resolves addresses of the configuration to pages.
    """

    def __init__(self, plan: SitePlan, sidebar: SidebarHtml, links: TextLinks) -> None:
        self.words = sidebar.words
        self._plan = plan
        self._links = links
        self._target_uri = sidebar.target_uri
        self._counterparts = Counterparts(plan)
        self._nearest = _nearest_pages(plan)
        self._sidebar = sidebar
        #: First page of elements that only have toctrees of the project, by pointer.
        self._first_of_toctree: dict[str, str] = {}
        for docname, elements in sidebar.sections.items():
            for element in elements:
                self._first_of_toctree.setdefault(element.pointer, docname)

    # -- the page's place ---------------------------------------------------------------

    def place(self, docname: str) -> tuple[ResolvedElement, ...]:
        """Elements whose lists *docname* shows: those around it, else those of the nearest page."""
        page = self._plan.pages.get(docname)
        if page is not None and page.trail:
            return page.trail
        if docname in self._sidebar.sections:
            return (self._plan.navigation, *self._sidebar.sections[docname])
        nearest, _folder = self._nearest(docname)
        return nearest.trail if nearest else (self._plan.navigation,)

    def current(self, docname: str) -> tuple[ResolvedElement, ...]:
        """Elements that are current or open on *docname*: usually its `place`.

        A page that is only in the project's own toctrees (unless a tab shows these), one without a
        source, and one that has no folder in common with another shows the navigation without a
        current entry.
        """
        page = self._plan.pages.get(docname)
        if docname in self._sidebar.sections:
            return self.place(docname)
        if page is None or page.ancestors is not None:
            return ()
        return self.place(docname) if page.trail or self._nearest(docname)[1] else ()

    def is_named(self, docname: str) -> bool:
        """Whether the navigation has an entry for *docname*, or it is the page of a schema."""
        page = self._plan.pages.get(docname)
        return page is not None and bool(page.trail or page.schema)

    def sidebar(self, docname: str) -> str:
        """``nav.navapi-sidebar`` for *docname*: the section that contains it."""
        return self._sidebar.write(docname, *self._section(docname))

    def section(self, docname: str) -> ResolvedElement:
        """The element whose pages and groups the sidebar of *docname* lists."""
        return self._section(docname)[0]

    def entry(self, docname: str) -> str:
        """The entry of *docname* in a sidebar (`SidebarHtml.entry`)."""
        return self._sidebar.entry(docname)

    def sidebar_state(self, docname: str) -> str:
        """Changes with the result of `sidebar`."""
        return self._sidebar.state(docname, *self._section(docname))

    def toctree(self, docname: str, *, collapse: bool, own: str | None, headings: str) -> str:
        """The same with the markup of Sphinx's toctrees (`SidebarHtml.toctree`)."""
        return self._sidebar.toctree(
            docname, *self._section(docname), collapse=collapse, own=own, headings=headings
        )

    def has_one_section(self) -> bool:
        """Whether the sidebar is the same list on all pages: no tabs, versions and the like."""
        content = self._plan.navigation.content
        return not any(entries for key, entries in content.items() if key not in _SECTION)

    def outermost(self, docname: str) -> Iterator[tuple[Entry, bool]]:
        """The top-level entries of the section of *docname*, each with whether it contains it.

        A group without a label is replaced by its content, unless it refers to toctrees.
        """
        current = self.current(docname)

        def walk(element: ResolvedElement) -> Iterator[tuple[Entry, bool]]:
            for key in _SECTION:
                for entry in element.content.get(key, ()):
                    if isinstance(entry, ResolvedElement) and entry.hidden:
                        continue
                    if isinstance(entry, ResolvedElement) and not (entry.label or entry.toctree):
                        yield from walk(entry)
                    else:
                        yield entry, entry in current or entry == docname

        return walk(self._section(docname)[0])

    def _section(self, docname: str) -> tuple[ResolvedElement, tuple[ResolvedElement, ...]]:
        """The section in the sidebar of *docname*, and its open groups."""
        trail = self.place(docname)
        index = max(
            (i for i, element in enumerate(trail) if element.kind is not ElementKind.GROUP),
            default=0,
        )
        section = trail[index] if trail else self._plan.navigation
        groups = trail[index + 1 :] if self.current(docname) else ()
        return section, groups

    @property
    def global_anchors(self) -> tuple[ResolvedElement, ...]:
        """Links shown on every page."""
        return self._plan.navigation.global_anchors

    def page(self, docname: str) -> Page | None:
        """The page of *docname*, ``None`` for documents that are not pages of the plan."""
        return self._plan.pages.get(docname)

    def uri(self, docname: str) -> str:
        """URL of *docname* relative to the site's root."""
        return self._target_uri(docname)

    def fragments(self) -> Iterator[tuple[str, str]]:
        """Name and HTML of the sidebar's fragments (`SidebarHtml.fragments`)."""
        return self._sidebar.fragments()

    def href(self, from_uri: str, docname: str) -> str:
        """The link from the page at *from_uri* to *docname*."""
        return relative_url(from_uri, self._target_uri(docname))

    def element_href(self, from_uri: str, element: ResolvedElement) -> str | None:
        """The link from the page at *from_uri* to the ``href`` of *element*."""
        return None if element.href is None else self._links.href(from_uri, element.href)

    def target(
        self, element: ResolvedElement, current: ResolvedElement | None, docname: str
    ) -> str | None:
        """The target of a link to *element* on *docname*, in *current* of the same list."""
        if current is not None and element.kind in (ElementKind.VERSION, ElementKind.LANGUAGE):
            return self._counterparts.find(docname, current, element)
        return element.first_page or self._first_of_toctree.get(element.pointer)

    # -- breadcrumbs -----------------------------------------------------

    def breadcrumbs(self, docname: str, *, section_only: bool = False) -> str:
        """``nav.navapi-breadcrumbs`` for *docname*; empty if it has none."""
        page = self._plan.pages.get(docname)
        steps = list(_steps(page)) if page is not None else []
        if page is not None and page.trail and self._plan.namesake(page.trail[-1]) == docname:
            steps.pop()
        if page is not None and not steps and page.schema is not None:
            around = (each for each in self.place(docname) if each.kind is not ElementKind.GROUP)
            caption = self.words(docname)(page.kind.caption)
            steps = [*_element_steps(around), (caption, None)]
        if section_only:
            steps = steps[-1:]
        uri = self._target_uri(docname)
        items = []
        for text, target in steps:
            label = escape(text, quote=False)
            if target and target != docname:
                label = f'<a href="{escape(self.href(uri, target))}">{label}</a>'
            items.append(f"<li>{label}")
        if not items:
            return ""
        # Whitespace, for programs that extract text without layout.
        listed = "\n".join(items)
        label = escape(self.words(docname)("Breadcrumbs"))
        return f'<nav class="navapi-breadcrumbs" aria-label="{label}"><ol>{listed}</ol></nav>'


def _steps(page: Page) -> Iterator[tuple[str, str | None]]:
    """Label and target of each breadcrumb of *page*."""
    yield from _element_steps(page.trail)
    if page.ancestors is not None:
        # A caption has no target.
        captions = len(page.breadcrumbs) - len(page.ancestors)
        yield from zip(page.breadcrumbs, (None,) * captions + page.ancestors, strict=True)


def _element_steps(trail: Iterable[ResolvedElement]) -> Iterator[tuple[str, str | None]]:
    for element in trail:
        if element.label and element.kind not in (ElementKind.VERSION, ElementKind.LANGUAGE):
            yield element.label, element.root or element.first_page


def _nearest_pages(plan: SitePlan) -> Callable[[str], tuple[Page | None, str]]:
    """The page of the navigation with the longest path in common with a docname, and that path."""
    by_folder: dict[str, Page] = {}
    for docname, page in plan.pages.items():
        if not page.trail:
            continue
        folder = dirname(docname)
        while folder not in by_folder:
            by_folder[folder] = page
            folder = dirname(folder)

    def nearest(docname: str) -> tuple[Page | None, str]:
        folder = dirname(docname)
        while folder and folder not in by_folder:
            folder = dirname(folder)
        return by_folder.get(folder), folder

    return nearest
