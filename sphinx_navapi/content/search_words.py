"""The words of a page's parts by which a search finds it; descriptions are text and found so."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.content.tree import Field


def block_words(kind: str, operation: OperationTree) -> Iterator[str]:
    """The words of the block *kind* of *operation*."""
    if kind == "parameters":
        for field in operation.parameters:
            yield field.name
    elif kind == "samples":
        # Shown by the signature, which is markup; a word a segment finds the path by its parts.
        key = operation.key
        yield key.method
        yield key.path
        yield from key.path.replace("{", "").replace("}", "").split("/")
        if operation.operation_id:
            yield operation.operation_id


def schema_words(component: str, schema: Field) -> Iterator[str]:
    """The words of the page of *schema*: its name and those of its properties."""
    yield component
    for field in schema.below.fields:
        if field.kind in ("property", "pattern"):
            yield field.name
