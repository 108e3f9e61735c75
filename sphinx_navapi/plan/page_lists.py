"""The lists of pages for agents: of the whole site, and of each version and language.

Hosts serve versions and languages from folders, and agents look for a list in the folder of a page:
there it has no pages of other versions, whose fields and operations have the same names.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.formats.numbers import free_name
from sphinx_navapi.plan.site_plan import Page, ResolvedElement, SitePlan

#: Folder of lists that no folder of pages has room for.
LISTS_FOLDER: Final = "_navapi/llms"

#: Between the labels of a heading.
BETWEEN: Final = " › "

_SLUG = re.compile(r"[^a-z0-9]+")


@dataclass(frozen=True, slots=True)
class PageScope:
    """A version of a language. ``None`` for what a site, or this language, does not have."""

    language: str | None = None
    version: str | None = None

    def has(self, place: PageScope) -> bool:
        """Whether readers of this version find what is at *place*."""
        return (place.language or self.language, place.version or self.version) == (
            self.language,
            self.version,
        )

    @property
    def label(self) -> str:
        """The labels of language and version."""
        return BETWEEN.join(one_line(label) for label in (self.language, self.version) if label)


@dataclass(frozen=True, slots=True)
class ListSection:
    """Pages with a heading, each once. :ivar place: what they are in."""

    heading: str
    docnames: tuple[str, ...]
    place: PageScope


@dataclass(frozen=True, slots=True)
class ScopedList:
    """The list of a version or language. :ivar file: its path in the site."""

    file: str
    scope: PageScope
    sections: tuple[ListSection, ...]


def page_sections(plan: SitePlan, scope: PageScope | None = None) -> Iterator[ListSection]:
    """The lists of the navigation, then other pages; each page once.

    The generated home page is itself a list of pages, and in none.

    :param scope: of the only pages listed: those that are also in others are in each.
    """
    seen: set[str] = set()
    sections = _sections(plan, plan.navigation, (), PageScope())
    if scope is not None:
        sections = (section for section in sections if scope.has(section.place))
    # Groups without a label belong to what is around them.
    for (heading, place), alike in groupby(sections, key=lambda each: (each.heading, each.place)):
        docnames = dict.fromkeys(name for section in alike for name in section.docnames)
        listed = [
            docname
            for docname in docnames
            if docname in plan.pages and not plan.pages[docname].is_home and docname not in seen
        ]
        seen.update(docnames)
        if listed:
            yield ListSection(heading or "Pages", tuple(listed), place)
    folder = _own_folder(plan, scope) if scope is not None else ""
    rest = [
        name
        for name, page in plan.pages.items()
        if not page.is_home
        and name not in seen
        and (scope is None or _belongs(plan, page, scope, folder))
    ]
    if rest:
        yield ListSection("Optional", tuple(rest), scope or PageScope())


def scoped_lists(plan: SitePlan, name: str) -> tuple[ScopedList, ...]:
    """The lists of versions and languages, in the order of the navigation; empty for one alone.

    :param name: of their files.
    """
    scopes = _scopes(plan)
    if len(scopes) < 2:
        return ()
    names: set[str] = set()
    lists = []
    for scope in scopes:
        sections = tuple(page_sections(plan, scope))
        if not any(section.place == scope for section in sections):
            continue
        folder = _own_folder(plan, scope) or free_name(
            f"{LISTS_FOLDER}/{file_slug(scope.label)}", names.__contains__, first=2
        )
        names.add(folder)
        lists.append(ScopedList(f"{folder}/{name}", scope, sections))
    return tuple(lists) if len(lists) > 1 else ()


def list_of_pages(plan: SitePlan, name: str) -> Callable[[str], str]:
    """A function from docnames to the file that lists the page: of its version, or of the site."""
    files: dict[str, str] = {}
    for each in scoped_lists(plan, name):
        for section in each.sections:
            if section.place == each.scope:
                for docname in section.docnames:
                    files.setdefault(docname, each.file)
    return lambda docname: files.get(docname, name)


def one_line(text: str) -> str:
    """*text* without line breaks."""
    return " ".join(text.split())


def file_slug(heading: str) -> str:
    """Part of a file name that reads like *heading*."""
    return _SLUG.sub("-", heading.lower()).strip("-")[:60].strip("-") or "pages"


def _scope_of(page: Page) -> PageScope:
    return PageScope(page.language, page.version)


def _sections(
    plan: SitePlan, element: ResolvedElement, labels: tuple[str, ...], place: PageScope
) -> Iterator[ListSection]:
    if element.kind is not ElementKind.ROOT:
        labels = (*labels, element.label)
    if element.kind is ElementKind.LANGUAGE:
        place = PageScope(element.label, place.version)
    elif element.kind is ElementKind.VERSION:
        place = PageScope(place.language, element.label)
    pages = [entry for entry in element.content.get("pages", ()) if isinstance(entry, str)]
    if element.root:
        pages.insert(0, element.root)
    if element.toctree:
        pages += _toctree_pages(plan, element.toctree)
    if pages:
        heading = BETWEEN.join(one_line(label) for label in labels if label)
        yield ListSection(heading, tuple(pages), place)
    for child in element.children():
        yield from _sections(plan, child, labels, place)


def _toctree_pages(plan: SitePlan, name: str) -> list[str]:
    """The page *name* and those of the project's own toctrees in it, in reading order."""
    start = page = plan.pages.get(name)
    # The root document is above all pages that follow it, and never named.
    is_root = start is not None and start.ancestors == () and start.prev is None
    docnames = {name: None}
    while page is not None and page.next and page.next not in docnames:
        page = plan.pages.get(page.next)
        if page is None or page.ancestors is None or not (is_root or name in page.ancestors):
            break
        docnames[page.docname] = None
    return list(docnames)


def _scopes(plan: SitePlan) -> tuple[PageScope, ...]:
    places = [section.place for section in _sections(plan, plan.navigation, (), PageScope())]
    places = list(dict.fromkeys(places))

    def is_complete(place: PageScope) -> bool:
        """Whether no other place is a part of it."""
        return not any(place != other and other.has(place) for other in places)

    return tuple(place for place in places if is_complete(place))


def _belongs(plan: SitePlan, page: Page, scope: PageScope, folder: str) -> bool:
    """Whether a page outside the navigation is one of *scope*, whose folder is *folder*."""
    known = _known_scope(plan, page)
    return known == scope if known is not None else _is_below(page.docname, folder)


def _known_scope(plan: SitePlan, page: Page) -> PageScope | None:
    """The version of *page*: outside the navigation that of all pages which lead to it."""
    if page.trail:
        return _scope_of(page)
    users = {user.docname for user in page.used_by} & plan.pages.keys()
    scopes = {_scope_of(plan.pages[name]) for name in users}
    return scopes.pop() if len(scopes) == 1 else None


def _own_folder(plan: SitePlan, scope: PageScope) -> str:
    """The folder that has all pages of *scope* in the navigation and none of others, or ``""``."""
    listed = {name: page for name, page in plan.pages.items() if page.trail}
    own = [posixpath.dirname(name) for name, page in listed.items() if _scope_of(page) == scope]
    folder = posixpath.commonpath(own) if own else ""
    is_shared = any(
        _is_below(name, folder) and _known_scope(plan, page) not in (scope, None)
        for name, page in plan.pages.items()
    )
    return "" if is_shared else folder


def _is_below(docname: str, folder: str) -> bool:
    return bool(folder) and docname.startswith(f"{folder}/")
