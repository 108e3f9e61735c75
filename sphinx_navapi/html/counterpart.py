"""The page to show after switching version or language."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import chain
from posixpath import commonpath, dirname

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.plan.site_plan import (
    Page,
    ResolvedElement,
    SitePlan,
)


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
        found = self._same_path(docname, current, other)
        if found:
            return found
        inner = self._inner(docname, current, other)
        if inner:
            return self.find(docname, *inner)
        page = self._plan.pages.get(docname)
        if page is not None:
            labels = _labels_below(page, current)
            while labels:
                found = self._groups[other.pointer].get(labels)
                if found:
                    return found
                labels = labels[:-1]
        return other.first_page

    def translation(
        self, docname: str, current: ResolvedElement, other: ResolvedElement
    ) -> str | None:
        """The page with the path of *docname* in *other*, ``None`` if there is none."""
        if current is other:
            return docname
        found = self._same_path(docname, current, other)
        inner = None if found else self._inner(docname, current, other)
        if inner:
            return self.translation(docname, *inner)
        return found if found != docname else None

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
        found = next(alike, None)
        return None if found is None else (own, found)

    def _prepare(self, partition: ResolvedElement) -> None:
        if not self._folders:
            self._find_folders(self._plan.navigation)
        if partition.pointer in self._members:
            return
        docnames = list(dict.fromkeys(_docnames(partition)))
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
                child.pointer: dict.fromkeys(_docnames(child))
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


def _docnames(element: ResolvedElement) -> Iterator[str]:
    if element.root:
        yield element.root
    for entries in element.content.values():
        for entry in entries:
            if isinstance(entry, str):
                yield entry
            elif isinstance(entry, ResolvedElement):
                yield from _docnames(entry)


def _elements(
    element: ResolvedElement, labels: tuple[str, ...]
) -> Iterator[tuple[ResolvedElement, tuple[str, ...]]]:
    yield element, labels
    for child in element.children():
        below = labels if child.kind in _SWITCHED else (*labels, child.label)
        yield from _elements(child, below)
