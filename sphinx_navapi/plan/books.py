"""The navigation as books: the parts, chapters and sections of each language and version."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from sphinx_navapi.config.navigation import ElementKind, walk
from sphinx_navapi.plan.kinds.overview import overview_title
from sphinx_navapi.plan.site_plan import Page, ResolvedElement, SitePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class BookSection:
    """A part, a chapter or a section.

    :ivar title: of an element of the navigation; ``""``: that of the *page*.
    :ivar page: docname of its own page, whose text precedes the *entries*.
    :ivar is_division: whether the element divides the site: a tab, a product and the like.
    """

    title: str = ""
    page: str | None = None
    entries: tuple[BookSection, ...] = ()
    is_division: bool = False

    def pages(self) -> Iterator[str]:
        """The docnames of its pages in reading order."""
        if self.page is not None:
            yield self.page
        for entry in self.entries:
            yield from entry.pages()

    @property
    def depth(self) -> int:
        """The levels of sections below it."""
        return max((entry.depth + 1 for entry in self.entries), default=0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Book:
    """What a reader gets as one file.

    :ivar language: ``None`` if the navigation has no languages; *version* likewise, and for the
        book with the default versions.
    """

    sections: tuple[BookSection, ...]
    language: str | None = None
    version: str | None = None

    @property
    def has_parts(self) -> bool:
        """Whether its outermost sections are parts, and not chapters."""
        return len(self.sections) > 1 and any(section.is_division for section in self.sections)

    def pages(self) -> Iterator[str]:
        """The docnames of its pages in reading order."""
        for section in self.sections:
            yield from section.pages()


def plan_books(plan: SitePlan) -> tuple[Book, ...]:
    """The books of *plan* that have a page: that of the default language and versions first.

    Each language is a book, and so is each version of it that is not the default.
    """
    books = []
    for language in _languages(plan.navigation) or (None,):
        reader = _Reader(plan, language)
        books.append(Book(language=language, sections=reader.read(plan.navigation)))
        for version, elements in reader.other_versions(plan.navigation).items():
            sections = tuple(each for element in elements for each in reader.read(element))
            books.append(Book(language=language, version=version, sections=sections))
    return tuple(book for book in books if next(book.pages(), None) is not None)


def start_books(plan: SitePlan, root_doc: str) -> dict[str, Book]:
    """The books of *plan* by the document that each begins with: *root_doc*, or its first page."""
    first, *others = plan_books(plan) or (None,)
    starts = {next(book.pages()): book for book in others}
    return {root_doc: first, **starts} if first is not None else {}


def pages_of_book(plan: SitePlan, book: Book) -> dict[str, Page]:
    """The pages of *book*, then those that they lead to, in the order of *plan*."""
    chosen = {name: plan.pages[name] for name in book.pages() if name in plan.pages}
    linked = {name: page for name, page in plan.pages.items() if page.kind.is_linked}
    is_new = True
    while is_new:
        led_to = {
            name: page
            for name, page in linked.items()
            if name not in chosen and any(user.docname in chosen for user in page.used_by)
        }
        chosen |= led_to
        is_new = bool(led_to)
    order = [*book.pages(), *linked]
    return {name: chosen[name] for name in order if name in chosen}


def appendix(plan: SitePlan, book: Book) -> list[tuple[str, list[str]]]:
    """The pages of schemas that those of *book* lead to: title and pages of each document."""
    listed = set(book.pages())
    by_document: dict[str, list[str]] = {}
    for docname, page in pages_of_book(plan, book).items():
        if page.kind.is_linked and docname not in listed:
            by_document.setdefault(page.document or "", []).append(docname)
    documents = plan.documents
    return [
        (overview_title(documents[name]) if name in documents else name, docnames)
        for name, docnames in by_document.items()
    ]


def _languages(navigation: ResolvedElement) -> tuple[str, ...]:
    """The labels of all languages, the default one first."""
    languages = [each for each in walk(navigation) if each.kind is ElementKind.LANGUAGE]
    languages.sort(key=lambda each: not each.attributes.get("default"))
    return tuple(dict.fromkeys(each.label for each in languages if not each.hidden))


class _Reader:
    """Reads the sections of one language. :param language: label, ``None``: there is only one."""

    def __init__(self, plan: SitePlan, language: str | None) -> None:
        self._plan = plan
        self._language = language
        self._seen: set[str] = set()

    def read(self, element: ResolvedElement) -> tuple[BookSection, ...]:
        """The outermost sections of *element*: its tabs, even if these are in products."""
        sections = tuple(self._entries(element))
        while len(sections) == 1 and sections[0].is_division and sections[0].page is None:
            sections = sections[0].entries
        if not all(each.is_division and each.entries for each in sections):
            return sections
        flat: list[BookSection] = []
        for section in sections:
            inner = section.entries
            if section.page is None and all(each.is_division for each in inner):
                flat += (replace(each, title=f"{section.title}: {each.title}") for each in inner)
            else:
                flat.append(section)
        return tuple(flat)

    def other_versions(self, element: ResolvedElement) -> dict[str, list[ResolvedElement]]:
        """The elements of each version that is not a default one, by label."""
        elements: dict[str, list[ResolvedElement]] = {}
        for each in self._shown(element):
            versions = [e for e in each.children() if e.kind is ElementKind.VERSION]
            for version in versions:
                if version is not _default(versions) and not version.hidden:
                    elements.setdefault(version.label, []).append(version)
        return elements

    def _shown(self, element: ResolvedElement) -> Iterator[ResolvedElement]:
        yield element
        for child in element.children():
            if child.kind is not ElementKind.LANGUAGE or child.label == self._language:
                yield from self._shown(child)

    def _entries(self, element: ResolvedElement) -> list[BookSection]:
        """The sections of *element*; overviews of documents precede its groups."""
        sections = list(self._read(element))
        groups = next((i for i, each in enumerate(sections) if each.entries), len(sections))
        late = [each for each in sections[groups:] if self._is_overview(each)]
        return [
            *sections[:groups],
            *late,
            *(each for each in sections[groups:] if each not in late),
        ]

    def _is_overview(self, section: BookSection) -> bool:
        page = self._plan.pages.get(section.page or "")
        return page is not None and page.overview is not None and not (page.tags or section.entries)

    def _read(self, element: ResolvedElement) -> Iterator[BookSection]:
        for entries in element.content.values():
            inner = [entry for entry in entries if isinstance(entry, ResolvedElement)]
            versions = [entry for entry in inner if entry.kind is ElementKind.VERSION]
            products = [entry for entry in inner if entry.kind is ElementKind.PRODUCT]
            for entry in entries:
                if isinstance(entry, str):
                    yield from self._page(entry)
                elif isinstance(entry, ResolvedElement) and not entry.hidden:
                    if entry.kind is ElementKind.LANGUAGE:
                        is_spliced = entry.label == self._language
                        yield from self._entries(entry) if is_spliced else ()
                    elif entry.kind is ElementKind.VERSION:
                        is_spliced = entry is _default(versions)
                        yield from self._entries(entry) if is_spliced else ()
                    elif len(products) == 1 and entry is products[0]:
                        yield from self._entries(entry)
                    else:
                        yield from self._element(entry)

    def _page(self, docname: str) -> Iterator[BookSection]:
        """The page, at its first place only."""
        if docname in self._plan.pages and docname not in self._seen:
            self._seen.add(docname)
            yield BookSection(page=docname)

    def _element(self, element: ResolvedElement) -> Iterator[BookSection]:
        own = next(self._page(element.root), None) if element.root else None
        entries = tuple(self._entries(element))
        if not element.label:
            yield from (own,) if own is not None else ()
            yield from entries
            return
        is_group = element.kind is ElementKind.GROUP
        if is_group and self._plan.namesake(element) is not None:
            yield from entries
        elif entries or own is not None:
            yield BookSection(
                title=element.label,
                page=own.page if own is not None else None,
                entries=entries,
                is_division=not is_group,
            )


def _default(versions: Iterable[ResolvedElement]) -> ResolvedElement | None:
    """The version that readers see first."""
    shown = [version for version in versions if not version.hidden]
    marked = (version for version in shown if version.attributes.get("default"))
    return next(marked, next(iter(shown), None))
