"""What pages link to of a document's component schemas, asked of the reader of its schemas."""

from __future__ import annotations

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.operation import schema_roots
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.plan.inputs import SchemaLinks


def book_links(
    document: OpenApiDocument, *, max_depth: int = 3, book: SchemaBook | None = None
) -> SchemaLinks:
    """The links of *document*'s pages where they show *max_depth* levels of nested properties."""
    book = book or SchemaBook(document, max_depth=max_depth)
    operations = {operation.pointer: operation for operation in document.operations}

    def of_operation(pointer: str) -> frozenset[str]:
        operation = operations.get(pointer)
        if operation is None:
            return frozenset()
        found: set[str] = set()
        for root, direction in schema_roots(document, operation):
            found |= book.deeper_components(root, direction)
        return frozenset(found)

    def of_schema(pointer: str) -> frozenset[str]:
        return book.deeper_components(pointer, Direction.BOTH)

    return SchemaLinks(of_operation, of_schema)
