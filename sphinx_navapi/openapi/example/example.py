"""Examples: those that the document gives, else made from the schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from sphinx_navapi.openapi.example.value import ValueMaker
from sphinx_navapi.openapi.example.value_context import ValueContext
from sphinx_navapi.openapi.example.xml import write_xml
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    ExampleView,
    MediaTypeView,
    ParameterView,
)

#: What stands for bytes.
BINARY = "<binary data>"

#: Types whose bodies are JSON texts, one to a line.
JSON_LINES = frozenset(
    {"application/jsonl", "application/x-ndjson", "application/ndjson", "application/jsonlines",
     "application/x-jsonlines"}
)  # fmt: skip

#: Types whose bodies are values one after another: an example is a list of such values.
_SEQUENTIAL = JSON_LINES | {"application/json-seq"}

#: Examples that are made from a schema only for want of better ones, and only so long.
LONGEST_MADE_EXAMPLE = 12_000

#: From so many on, schemas that refer to each other may make an endless value.
_MANY_SCHEMAS = 12

#: How much longer JSON is with indentation, about.
_INDENTED = 1.5

#: What a body of these types may look like where the schema only says that it is a string.
_BY_MEDIA_TYPE = {
    "text/plain": "An example text",
    "text/html": "<p>An example text</p>",
    "text/markdown": "An *example* text",
    "text/csv": "id,name\n1,Example",
    "text/event-stream": "data: An example text\n\n",
    "application/xml": "<example/>",
    "text/xml": "<example/>",
    "image/svg+xml": '<svg xmlns="http://www.w3.org/2000/svg"/>',
}

_TEXTUAL = re.compile(
    r"text/|\*/\*|.*(?:json|xml|yaml|javascript|graphql|csv|urlencoded|jose|jwt)$"
)

_SURROGATE = re.compile("[\ud800-\udfff]")

#: Fields of a server-sent event.
_EVENT_FIELDS = ("event", "id", "retry", "data")


class ExampleMaker:
    """Gives example values for the schemas of one document, memoised.

    Values are shared between calls: a caller that changes one makes a copy.
    """

    def __init__(self, book: SchemaBook) -> None:
        self.book = book
        self._values = ValueMaker(book)
        self._long: dict[tuple[str, Direction], bool] = {}

    def example_for(
        self,
        schema_pointer: str,
        direction: Direction,
        *,
        required_only: bool = False,
        name: str = "",
    ) -> Any:
        """A JSON value that the schema at *schema_pointer* allows.

        What the schema itself gives (``const``, ``example``, ``default``, ``enum``) comes
        first, as far as it satisfies the schema. Read-only properties are left out of
        requests, write-only ones of responses.

        :param required_only: leave out optional properties where that is possible.
        :param name: of the parameter or property that the value is for: it makes it realistic.
        """
        pointer = schema_pointer.removeprefix("#")
        return self._values.value(
            (pointer,), ValueContext(direction, minimal=required_only, name=name)
        )

    def is_long(self, schema_pointer: str, direction: Direction) -> bool:
        """Whether what `example_for` makes is surely more than a page should carry.

        Found by a look at its properties: such values cost the most to make.
        """
        pointer = schema_pointer.removeprefix("#")
        key = (pointer, direction)
        found = self._long.get(key)
        if found is None:
            limit = int(LONGEST_MADE_EXAMPLE / _INDENTED)
            # Where few schemas take part, making the value costs no more than the look.
            found = self._long[key] = len(
                self.book.graph.reachable(pointer)
            ) >= _MANY_SCHEMAS and self._values.is_longer(
                limit, (pointer,), ValueContext(direction)
            )
        return found

    def satisfies(self, value: Any, schema_pointer: str, direction: Direction) -> bool:
        """Whether the schema at *schema_pointer* allows *value*."""
        return self._values.checker.conforms(value, schema_pointer.removeprefix("#"), direction)

    def parameter_example(self, parameter: ParameterView, direction: Direction) -> Any:
        """The first example of *parameter* or one made; `MISSING` without schema and example."""
        for example in parameter.examples:
            if example.value is not MISSING:
                return example.value
        if parameter.schema is None:
            return MISSING
        return self.example_for(parameter.schema, direction, name=parameter.name)

    def media_examples(self, media: MediaTypeView, direction: Direction) -> tuple[ExampleView, ...]:
        """The examples of *media* that the document gives, else one made from its schema.

        The value is text as it is sent for XML, event streams and plain text; else a JSON
        value: an object for forms and multipart bodies, a list for JSON Lines.
        """
        if media.examples:
            return tuple(self._given(example, media, direction) for example in media.examples)
        essence = media.media_type.partition(";")[0].strip().lower()
        value = self._made(media, essence, direction)
        return () if value is MISSING else (ExampleView(value=value, made=True),)

    def shown_examples(
        self, content: Iterable[MediaTypeView], direction: Direction
    ) -> list[tuple[MediaTypeView, ExampleView]]:
        """Examples of the media types of a response, in their order.

        All that the document gives; of the first media type, which a request asks for, else
        one that is made, unless it is too long.
        """
        shown: list[tuple[MediaTypeView, ExampleView]] = []
        for media in content:
            if not media.examples and (shown or self._is_made_in_vain(media, direction)):
                continue
            found = self.media_examples(media, direction)
            if not shown:
                found = tuple(one for one in found if not (one.made and is_long(one.value)))
            else:
                found = tuple(one for one in found if not one.made)
            shown += [(media, one) for one in found]
        return shown

    def _is_made_in_vain(self, media: MediaTypeView, direction: Direction) -> bool:
        """Whether an example of *media* would be too long to be shown, whatever is in it."""
        pointer = media.schema or media.item_schema
        return (
            pointer is not None
            and not _is_xml(media.media_type)
            and self.is_long(pointer, direction)
        )

    def _given(
        self, example: ExampleView, media: MediaTypeView, direction: Direction
    ) -> ExampleView:
        """An object that stands for XML is written as XML."""
        if not _is_xml(media.media_type) or not isinstance(example.value, dict | list):
            return example
        return ExampleView(
            name=example.name,
            summary=example.summary,
            description=example.description,
            value=write_xml(example.value, media.schema, self.book, direction),
        )

    def _made(self, media: MediaTypeView, essence: str, direction: Direction) -> Any:
        if media.schema is None and media.item_schema is not None:
            item = self.example_for(media.item_schema, direction)
            return event_text(item) if essence == "text/event-stream" else [item]
        if media.schema is None:
            return MISSING if _TEXTUAL.match(essence) or "/" not in essence else BINARY
        value = self.example_for(media.schema, direction)
        if essence == "text/event-stream" and not isinstance(value, str):
            return event_text(value)
        if essence in _SEQUENTIAL:
            return value if isinstance(value, list) else [value]
        if isinstance(value, str):
            return _BY_MEDIA_TYPE.get(essence, value) if value == "string" else value
        if _is_xml(essence):
            return write_xml(value, media.schema, self.book, direction)
        if not _TEXTUAL.match(essence) and not essence.startswith("multipart/") and not value:
            return BINARY
        return value


def is_long(value: Any) -> bool:
    """Whether a made *value* is more than a page should carry."""
    # Without indentation, which Python writes in C.
    return len(json.dumps(value, ensure_ascii=False)) * _INDENTED > LONGEST_MADE_EXAMPLE


def event_text(value: Any) -> str:
    """*value* as one server-sent event: an object with its fields, or its data as JSON."""
    fields = {"data": value}
    if isinstance(value, dict) and value and value.keys() <= set(_EVENT_FIELDS):
        fields = value
    lines = []
    for name in _EVENT_FIELDS:
        if name in fields:
            field = fields[name]
            text = field if isinstance(field, str) else _json_line(field)
            lines += [f"{name}: {line}" for line in text.split("\n")]
    return "\n".join(lines) + "\n\n"


def _is_xml(media_type: str) -> bool:
    return media_type.partition(";")[0].strip().lower().endswith(("/xml", "+xml"))


def _json_line(value: Any) -> str:
    return json.dumps(_finite(value), ensure_ascii=False)


def _finite(value: Any) -> Any:
    """*value* without the numbers that YAML has and JSON has not."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list) else value
