"""A page of the site as Markdown: from the document, or the text of its file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sphinx_navapi.site_plan import PageKind

if TYPE_CHECKING:
    from sphinx_navapi.site import Site


def markdown_of(site: Site, docname: str) -> str | None:
    """The page *docname* as Markdown, ``None`` for a kind that has none.

    Operation and schema pages are written from the document; a Markdown or MDX
    page is its own text.
    """
    page = site.page(docname)
    if page is None:
        return None
    body = site.source_markdown(page)
    if page.kind is PageKind.OPERATION and page.operation is not None:
        generated = site.operation_markdown(page)
        return f"{body.rstrip()}\n\n{generated}" if body else generated
    if page.kind is PageKind.SCHEMA and page.schema is not None:
        return site.schema_markdown(page)
    return body
