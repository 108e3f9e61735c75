"""A page of the site as Markdown: from the document, or the text of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.site_plan import Page, PageKind

if TYPE_CHECKING:
    from sphinx_navapi.site import Site


def has_markdown(page: Page) -> bool:
    """Whether a page has a Markdown form: operations, schemas, and Markdown files."""
    return page.kind is not PageKind.PAGE or page.file.endswith((".md", ".mdx"))


def markdown_of(site: Site, docname: str) -> str | None:
    """The page *docname* as Markdown, ``None`` for a kind that has none."""
    page = site.page(docname)
    if page is None or not has_markdown(page):
        return None
    return None
