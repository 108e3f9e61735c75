"""Diagnostics about the navigation as a whole: documents without a page, and duplicates."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final

from sphinx_navapi.config.element_kinds import ElementKind
from sphinx_navapi.config.navigation import NavigationElement, PageEntry, walk
from sphinx_navapi.config.site_config import SiteConfig
from sphinx_navapi.config.value_problems import show
from sphinx_navapi.diagnostics import Diagnostic, Level, Subtype
from sphinx_navapi.plan.entries import Meaning
from sphinx_navapi.plan.scopes import Scopes

#: Number of places that a message lists.
_SHOWN: Final = 3

#: Kinds of elements that readers choose by label.
_CHOSEN: Final = (ElementKind.VERSION, ElementKind.LANGUAGE, ElementKind.PRODUCT)


def find_unused_documents(
    scopes: Scopes, shown: Collection[str], config: SiteConfig
) -> Iterator[Diagnostic]:
    """One warning per element whose documents have operations but no pages.

    :param shown: documents with at least one operation page, or without operations.
    """
    for element, scope in scopes.items():
        if scope is None or scope.owner is not element or scope.adds or scope.explicit:
            continue
        names = [bound.name for bound in scope.bound]
        if names and not any(name in shown for name in names):
            children = next((key for key in element.content if key != "pages"), "tabs")
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f"no operation of {', '.join(names)} has a page: beside {children},"
                f' "{scope.key}" only sets where references are looked up; set it on an entry of'
                f" {children} instead",
                place=config.key_place(f"{element.pointer}/{scope.key}"),
            )


def find_repeated(
    root: NavigationElement, meanings: Mapping[PageEntry, Meaning], config: SiteConfig
) -> Iterator[Diagnostic]:
    """Duplicate pages and labels below *root*."""
    places: dict[object, list[PageEntry]] = {}
    for element in walk(root):
        yield from _repeated_labels(element, config)
        here: dict[object, PageEntry] = {}
        for entry in element.entries():
            meaning = meanings[entry]
            shown = meaning.page or (meaning.operation.key if meaning.operation else None)
            if shown is None:
                continue
            if shown in here and entry is not element.root:
                yield _twice(entry, here[shown], config)
                continue
            here[shown] = entry
            places.setdefault(shown, []).append(entry)
    several = [entries for entries in places.values() if len(entries) > 1]
    if several:
        yield _elsewhere(several, config)


def _twice(entry: PageEntry, first: PageEntry, config: SiteConfig) -> Diagnostic:
    return Diagnostic(
        subtype=Subtype.DUPLICATE_PAGE,
        message=f"{entry.text.strip()} is in this list twice (first on line"
        f" {config.place(first.pointer).line}), so the sidebar shows it twice: remove one",
        place=config.place(entry.pointer),
    )


def _elsewhere(several: list[list[PageEntry]], config: SiteConfig) -> Diagnostic:
    """One note for all pages in several lists, which is common."""
    shown = [
        f"{entries[0].text.strip()} ({', '.join(str(config.place(e.pointer)) for e in entries)})"
        for entries in several[:_SHOWN]
    ]
    more = f" and {len(several) - _SHOWN} more" if len(several) > _SHOWN else ""
    count = "1 page is" if len(several) == 1 else f"{len(several)} pages are"
    return Diagnostic(
        subtype=Subtype.DUPLICATE_PAGE,
        message=f"{count} in the navigation more than once: {'; '.join(shown)}{more}; the sidebar"
        " and the breadcrumbs of such a page are those of its first entry",
        place=config.place(several[0][1].pointer),
        level=Level.INFO,
    )


def _repeated_labels(element: NavigationElement, config: SiteConfig) -> Iterator[Diagnostic]:
    """Children that readers cannot distinguish, and second defaults."""
    for entries in element.content.values():
        children = [entry for entry in entries if isinstance(entry, NavigationElement)]
        chosen = [child for child in children if child.kind in _CHOSEN]
        labels: set[str] = set()
        for child in chosen:
            if child.label in labels:
                yield Diagnostic(
                    subtype=Subtype.CONFIG,
                    message=f"there are two entries with the {child.kind.value}"
                    f" {show(child.label)}: readers cannot tell them apart; rename one",
                    place=config.place(f"{child.pointer}/{child.kind.value}"),
                )
            labels.add(child.label)
        defaults = [child for child in chosen if child.attributes.get("default") is True]
        for child in defaults[1:]:
            yield Diagnostic(
                subtype=Subtype.CONFIG,
                message=f'"default" is ignored here: {show(defaults[0].label)} is the default'
                " already; remove one",
                place=config.place(f"{child.pointer}/default"),
            )
