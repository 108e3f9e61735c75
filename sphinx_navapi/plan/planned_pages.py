"""All pages of a site as values, each with its place."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from sphinx_navapi.config.navigation import ElementKind
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.kinds.authored import HomePage, PageFile
from sphinx_navapi.plan.kinds.planned_page import PageSources, PlannedPage
from sphinx_navapi.plan.kinds.schema import SchemaPage
from sphinx_navapi.plan.listed_operations import PublishedPages
from sphinx_navapi.plan.page_places import PagePlace
from sphinx_navapi.plan.site_plan import Page, PageKind


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


def index_operations(pages: Mapping[str, Page]) -> dict[OperationKey, tuple[str, ...]]:
    """Docnames of the pages of each operation, in the order of *pages*."""
    found: dict[OperationKey, list[str]] = {}
    for docname, page in pages.items():
        if page.operation is not None:
            for key in (page.operation, *page.more_operations):
                found.setdefault(key, []).append(docname)
    return {key: tuple(docnames) for key, docnames in found.items()}


def index_tags(pages: Mapping[str, Page]) -> dict[tuple[str, str, str], str]:
    """Docname of the page of each tag, by document, directory and tag."""
    return {
        (page.overview, page.directory, tag): docname
        for docname, page in pages.items()
        if page.kind is PageKind.TAG and page.overview is not None
        for tag in page.tags
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
