"""A site with a single document, and its Markdown writer beside the HTML one (`page_checks`)."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.operation import OperationContent
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.request.snippets import CLIENTS


class DocumentSite:
    """What blocks need from a site. A component ``Gone`` has no page."""

    clients = CLIENTS

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        return None if component == "Gone" else schema_docname(directory, component)

    def find_operation_page(self, key: OperationKey) -> str:
        return operation_docname(key)


def markdown_writer(content: OperationContent, **options: Any) -> MarkdownWriter:
    """The writer of ``.md`` files of that site."""
    return MarkdownWriter(content, PAGES, **options)


def schema_docname(directory: str, component: str) -> str:
    return f"{directory}/schemas/{component}"


def operation_docname(key: OperationKey) -> str:
    return f"api-reference/{key.method.lower()}"


PAGES = PageNames(schema=schema_docname, operation=operation_docname)
