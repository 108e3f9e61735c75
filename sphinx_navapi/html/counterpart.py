"""The page to show after switching version or language."""

from __future__ import annotations

from collections.abc import Iterator
from posixpath import commonpath, dirname

from sphinx_navapi.config.element_kinds import ElementKind
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
        path = docname.removeprefix(self._folders[current.pointer])
        found = self._members[other.pointer].get(path)
        if found:
            return found
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
        self._prepare(current)
        self._prepare(other)
        path = docname.removeprefix(self._folders[current.pointer])
        found = self._members[other.pointer].get(path)
        return found if found != docname else None

    def _prepare(self, partition: ResolvedElement) -> None:
        if partition.pointer in self._folders:
            return
        docnames = list(dict.fromkeys(_docnames(partition)))
        folders = [dirname(docname) for docname in docnames]
        folder = commonpath(folders) if folders and all(folders) else ""
        prefix = f"{folder}/" if folder else ""
        self._folders[partition.pointer] = prefix
        self._members[partition.pointer] = {d.removeprefix(prefix): d for d in docnames}
        groups: dict[tuple[str, ...], str] = {}
        for element, labels in _elements(partition, ()):
            if labels and element.first_page:
                groups.setdefault(labels, element.first_page)
        self._groups[partition.pointer] = groups


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
