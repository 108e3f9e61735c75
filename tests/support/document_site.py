"""A site of one document, and its writers beside that of HTML (`page_checks`)."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import sample_request
from sphinx_navapi.request.snippets import CLIENTS


class DocumentSite:
    """What blocks take from a site, whose one document *book* reads.

    A component ``Gone`` has no page.
    """

    clients = CLIENTS

    def __init__(self, book: SchemaBook) -> None:
        self._book = book
        self._schemas = SchemaContent(book)
        self._examples = ExampleMaker(book)

    def book(self, document: str) -> SchemaBook:
        return self._book

    def schemas(self, document: str) -> SchemaContent:
        return self._schemas

    def examples(self, document: str) -> ExampleMaker:
        return self._examples

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        return None if component == "Gone" else schema_docname(directory, component)

    def find_operation_page(self, key: OperationKey) -> str:
        return operation_docname(key)

    def sample_request(self, view: OperationView) -> HttpRequest:
        return sample_request(view, self._examples)


def markdown_writer(book: SchemaBook, **options: Any) -> MarkdownWriter:
    """The writer of ``.md`` files of that site."""
    examples = ExampleMaker(book)
    return MarkdownWriter(
        book,
        examples,
        schema_docname=schema_docname,
        operation_docname=operation_docname,
        sample_request=lambda view: sample_request(view, examples),
        **options,
    )


def schema_docname(directory: str, component: str) -> str:
    return f"{directory}/schemas/{component}"


def operation_docname(key: OperationKey) -> str:
    return f"api-reference/{key.method.lower()}"
