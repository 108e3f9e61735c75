"""All pages of a site as values, each with its place."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.kinds.authored import HomePage, PageFile
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.kinds.schema import SchemaPage
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.site_plan import ExternalLink, Page, ResolvedElement

_NO_BREADCRUMB = frozenset({ElementKind.ROOT, ElementKind.VERSION, ElementKind.LANGUAGE})


@dataclass(frozen=True, slots=True, kw_only=True)
class PagePlace:
    """The first place of a page in the navigation.

    :ivar trail: elements around it, from the root inwards.
    :ivar shown: the entry is visible.
    """

    trail: tuple[ResolvedElement, ...] = ()
    shown: bool = False
    prev: str | None = None
    next: str | None = None

    @property
    def breadcrumbs(self) -> tuple[str, ...]:
        """Labels from the outside in, without versions and languages."""
        return tuple(e.label for e in self.trail if e.label and e.kind not in _NO_BREADCRUMB)

    def label(self, kind: ElementKind) -> str | None:
        """Label of the innermost element of *kind* around the page."""
        return next((e.label for e in reversed(self.trail) if e.kind is kind), None)


def find_places(root: ResolvedElement, is_shown: Callable[[str], bool]) -> Mapping[str, PagePlace]:
    """The first place of every page below *root*, in reading order.

    :param is_shown: whether a page is visible according to its own metadata.
    """
    trails: dict[str, tuple[ResolvedElement, ...]] = {}
    shown: dict[str, bool] = {}
    for docname, trail, is_link in _walk(root, ()):
        if docname in trails:
            continue
        trails[docname] = trail
        hidden = any(element.hidden for element in trail)
        shown[docname] = not (is_link or hidden) and is_shown(docname)
    neighbors = _neighbors(trails, shown)
    return {
        docname: PagePlace(
            trail=trail,
            shown=shown[docname],
            prev=neighbors[docname][0] if docname in neighbors else None,
            next=neighbors[docname][1] if docname in neighbors else None,
        )
        for docname, trail in trails.items()
    }


def _walk(
    element: ResolvedElement, outer: tuple[ResolvedElement, ...]
) -> Iterator[tuple[str, tuple[ResolvedElement, ...], bool]]:
    """Docname, trail and whether the entry is a link, for every page below *element*."""
    trail = (*outer, element)
    if element.root is not None:
        yield element.root, trail, False
    for entries in element.content.values():
        for entry in entries:
            if isinstance(entry, str):
                yield entry, trail, False
            elif isinstance(entry, ExternalLink):
                if entry.docname is not None:
                    yield entry.docname, trail, True
            else:
                yield from _walk(entry, trail)


def _neighbors(
    trails: Mapping[str, tuple[ResolvedElement, ...]], shown: Mapping[str, bool]
) -> dict[str, tuple[str | None, str | None]]:
    """The page before and after each visible page, within the section that the sidebar shows.

    That is the innermost element around it that is not a group: paging does not cross from one tab,
    version or language to the next, which have other sidebars.
    """
    chains: dict[ResolvedElement, list[str]] = {}
    for docname, trail in trails.items():
        if shown[docname]:
            section = next(e for e in reversed(trail) if e.kind is not ElementKind.GROUP)
            chains.setdefault(section, []).append(docname)
    neighbors: dict[str, tuple[str | None, str | None]] = {}
    for chain in chains.values():
        before: list[str | None] = [None, *chain[:-1]]
        after: list[str | None] = [*chain[1:], None]
        neighbors |= zip(chain, zip(before, after, strict=True), strict=True)
    return neighbors


def make_pages(
    *,
    files: Mapping[str, PageFile],
    generated: Mapping[str, PlannedPage],
    places: Mapping[str, PagePlace],
    sources: PageSources,
    root_doc: str,
    site_name: str,
) -> dict[str, Page]:
    """All pages by docname: the navigation's in reading order, schema pages, then the others.

    :param generated: pages without a file; those of schemas are in *sources*.
    """
    planned: dict[str, PlannedPage] = {
        docname: generated.get(docname) or files[docname] for docname in places
    }
    for (directory, document, name), docname in sources.schemas.docnames.items():
        if docname not in files:
            planned[docname] = SchemaPage(
                docname=docname, directory=directory, document=document, name=name
            )
    places = {**places, **_schema_places(planned)}
    home = HomePage(docname=root_doc, title=site_name or "Home")
    planned |= {
        docname: files.get(docname, home) for docname in sorted({*files, root_doc} - planned.keys())
    }
    pages = {
        docname: _placed(each.page(sources), places.get(docname, PagePlace()))
        for docname, each in planned.items()
    }
    published = PublishedPages(
        pages=pages, operations=index_operations(pages), tags=index_tags(pages)
    )
    for docname, each in planned.items():
        digest = each.listing_digest(pages[docname], sources, published)
        if digest is not None:
            pages[docname] = replace(pages[docname], fingerprint=digest)
    return pages


def _schema_places(planned: Mapping[str, PlannedPage]) -> dict[str, PagePlace]:
    """The schema pages of each document and directory follow each other by name."""
    chains: dict[tuple[str, str], list[SchemaPage]] = {}
    for page in planned.values():
        if isinstance(page, SchemaPage):
            chains.setdefault((page.directory, page.document), []).append(page)
    places = {}
    for chain in chains.values():
        names = [page.docname for page in sorted(chain, key=lambda page: page.name.casefold())]
        for before, docname, after in zip(
            [None, *names[:-1]], names, [*names[1:], None], strict=True
        ):
            places[docname] = PagePlace(prev=before, next=after)
    return places


def index_operations(pages: Mapping[str, Page]) -> dict[OperationKey, tuple[str, ...]]:
    """Docnames of the pages of each operation, in the order of *pages*."""
    by_key: dict[OperationKey, list[str]] = {}
    for docname, page in pages.items():
        if page.operation is not None:
            for key in (page.operation, *page.more_operations):
                by_key.setdefault(key, []).append(docname)
    return {key: tuple(docnames) for key, docnames in by_key.items()}


def index_tags(pages: Mapping[str, Page]) -> dict[tuple[str, str, str], str]:
    """Docname of the page of each tag, by document, directory and tag."""
    return {
        (page.overview, page.directory, tag): docname
        for docname, page in pages.items()
        if page.overview is not None
        for tag in page.tags
    }


def index_overviews(pages: Mapping[str, Page]) -> dict[str, str]:
    """Docname of the last overview page of each document."""
    return {
        page.overview: docname
        for docname, page in pages.items()
        if page.overview is not None and not page.tags
    }


def _placed(page: Page, place: PagePlace) -> Page:
    return replace(
        page,
        trail=place.trail,
        breadcrumbs=place.breadcrumbs,
        version=place.label(ElementKind.VERSION),
        language=place.label(ElementKind.LANGUAGE),
        product=place.label(ElementKind.PRODUCT),
        tab=place.label(ElementKind.TAB),
        prev=place.prev,
        next=place.next,
    )
