"""Example values: those that the document gives, else made from the schema."""

from __future__ import annotations

import json
from typing import Any

from sphinx_navapi.openapi.schema import SchemaBook
from sphinx_navapi.openapi.view import MISSING, Direction, ExampleView, MediaTypeView


class ExampleMaker:
    """Makes example values for the schemas of one document, memoised."""

    def __init__(self, book: SchemaBook) -> None:
        self.book = book

    def example_for(
        self, pointer: str, direction: Direction, *, required_only: bool = False
    ) -> Any:
        """A value that the schema at *pointer* allows."""
        view = self.book.view(pointer, direction)
        if view.examples:
            return view.examples[0]
        return {} if "object" in view.types else None

    def media_examples(self, media: MediaTypeView, direction: Direction) -> tuple[ExampleView, ...]:
        """The examples of a Media Type Object, or one made from its schema."""
        if media.examples or media.schema is None:
            return media.examples
        value = self.example_for(media.schema, direction)
        return () if value is MISSING else (ExampleView(value=value, made=True),)


def to_json(value: Any) -> str:
    """*value* as JSON text, two spaces of indent, characters and key order as they are."""
    return json.dumps(value, ensure_ascii=False, indent=2)
