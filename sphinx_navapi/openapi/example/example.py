"""Examples: given in the document, or generated from the schema."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterable
from typing import Any

from sphinx_navapi.openapi.example.choices import ValueContext
from sphinx_navapi.openapi.example.value import ValueMaker
from sphinx_navapi.openapi.example.xml import write_xml
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import MISSING, Direction, ExampleView, MediaTypeView, ParameterView

#: Placeholder for bytes.
BINARY = "<binary data>"

#: Media types with one JSON text per line.
JSON_LINES = frozenset(
    {"application/jsonl", "application/x-ndjson", "application/ndjson", "application/jsonlines",
     "application/x-jsonlines"}
)  # fmt: skip

#: Media types of value sequences: an example is a list of values.
_SEQUENTIAL = JSON_LINES | {"application/json-seq"}

#: Maximum length of examples generated from a schema if the document gives none.
LONGEST_MADE_EXAMPLE = 12_000

#: From this number on, schemas that refer to each other may make an endless value.
_MANY_SCHEMAS = 12

#: Approximate factor by which indentation makes JSON longer.
_INDENTED = 1.5

#: Bodies of these types if the schema only says that they are strings.
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
    """Provides example values for the schemas of one document, cached.

    Values are shared between calls: copy them before making changes.
    """

    def __init__(self, registry: SchemaRegistry) -> None:
        self.registry = registry
        self._values = ValueMaker(registry)
        self._long: dict[tuple[str, Direction], bool] = {}

    def forget(self) -> None:
        """Drop everything that was read and generated; it is generated again on demand."""
        self._values.forget()
        self.registry.forget()

    def example_for(
        self,
        schema_pointer: str,
        direction: Direction,
        *,
        required_only: bool = False,
        stated: bool = False,
        name: str = "",
    ) -> Any:
        """A JSON value that the schema at *schema_pointer* allows.

        Values in the schema itself (``const``, ``example``, ``default``, ``enum``) are preferred if
        they satisfy it. Read-only properties are omitted from requests, write-only ones from
        responses.

        :param required_only: omit optional properties if possible; *stated*: but those with an
            example in the document.
        :param name: of the parameter or property, for a realistic value.
        """
        pointer = schema_pointer.removeprefix("#")
        return self._values.value(
            (pointer,),
            ValueContext(direction, minimal=required_only or stated, stated=stated, name=name),
        )

    def is_long(self, schema_pointer: str, direction: Direction) -> bool:
        """Whether the result of `example_for` is certainly too long for a page.

        Estimated from its properties: such values are the most expensive to generate.
        """
        pointer = schema_pointer.removeprefix("#")
        key = (pointer, direction)
        known = self._long.get(key)
        if known is None:
            limit = int(LONGEST_MADE_EXAMPLE / _INDENTED)
            # With few schemas, generating the value costs no more than the estimate.
            known = self._long[key] = len(
                self.registry.graph.reachable(pointer)
            ) >= _MANY_SCHEMAS and self._values.is_longer(
                limit, (pointer,), ValueContext(direction)
            )
        return known

    def satisfies(self, value: Any, schema_pointer: str, direction: Direction) -> bool:
        """Whether the schema at *schema_pointer* allows *value*."""
        return self._values.checker.conforms(value, schema_pointer.removeprefix("#"), direction)

    def parameter_example(self, parameter: ParameterView, direction: Direction) -> Any:
        """The first example of *parameter*, or a generated one; `MISSING` without schema and
        example.
        """
        for example in parameter.examples:
            if example.value is not MISSING:
                return example.value
        if parameter.schema is None:
            return MISSING
        return self.example_for(parameter.schema, direction, name=parameter.name)

    def media_examples(self, media: MediaTypeView, direction: Direction) -> tuple[ExampleView, ...]:
        """The examples of *media* in the document, or one generated from its schema.

        The value is text as sent for XML, event streams and plain text; otherwise a JSON value: an
        object for forms and multipart bodies, a list for JSON Lines.
        """
        if media.examples:
            return tuple(self._given(example, media, direction) for example in media.examples)
        if media.source is not None:
            return ()
        essence = media.media_type.partition(";")[0].strip().lower()
        value = self._made(media, essence, direction)
        return () if value is MISSING else (ExampleView(value=value, made=True),)

    def shown_examples(
        self, content: Iterable[MediaTypeView], direction: Direction
    ) -> list[tuple[MediaTypeView, ExampleView]]:
        """Examples of the media types of a response, in their order.

        All that the document gives; for the first media type, which a request asks for, also a
        generated one, unless it is too long.
        """
        shown: list[tuple[MediaTypeView, ExampleView]] = []
        for media in content:
            if not media.examples and (shown or self._is_made_in_vain(media, direction)):
                continue
            examples = self.media_examples(media, direction)
            if not shown:
                examples = tuple(one for one in examples if not (one.made and is_long(one.value)))
            else:
                examples = tuple(one for one in examples if not one.made)
            shown += [(media, one) for one in examples]
        return shown

    def _is_made_in_vain(self, media: MediaTypeView, direction: Direction) -> bool:
        """Whether any example of *media* would be too long to be shown."""
        pointer = media.schema or media.item_schema
        return (
            pointer is not None
            and not _is_xml(media.media_type)
            and self.is_long(pointer, direction)
        )

    def _given(
        self, example: ExampleView, media: MediaTypeView, direction: Direction
    ) -> ExampleView:
        """Convert an object that represents XML to XML."""
        if not _is_xml(media.media_type) or not isinstance(example.value, dict | list):
            return example
        return ExampleView(
            name=example.name,
            summary=example.summary,
            description=example.description,
            value=write_xml(example.value, media.schema, self.registry, direction),
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
            return write_xml(value, media.schema, self.registry, direction)
        if not _TEXTUAL.match(essence) and not essence.startswith("multipart/") and not value:
            return BINARY
        return value


def is_long(value: Any) -> bool:
    """Whether a generated *value* is too long for a page."""
    # Without indentation, which is implemented in C.
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
    """*value* without the numbers that YAML has but JSON does not."""
    if isinstance(value, float) and not math.isfinite(value):
        return None
    if isinstance(value, dict):
        return {key: _finite(item) for key, item in value.items()}
    return [_finite(item) for item in value] if isinstance(value, list) else value
