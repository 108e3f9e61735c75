"""A schema of the document as a standalone JSON Schema, from which a form creates fields and hints.

Each component is written once, under its name, so that all levels are included. If the result is
too large, it is cut at a depth: cut parts become ``true``. When in doubt, it is less strict: a
wrong hint is worse than none.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.lenient import as_count, as_list, as_mapping, as_names, as_number
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.labels import is_made_up
from sphinx_navapi.openapi.schema.pattern import is_quick
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import Direction

#: Maximum size of a schema as JSON, in bytes.
LARGEST_SCHEMA = 250_000

#: Levels of properties and items to try; the first that fits is used. With more than these a
#: reference starts over; otherwise it continues.
_DEPTHS = (32, 5, 3, 2, 1)
_WHOLE = _DEPTHS[0]

#: Longer enumerations do not help when typing.
_LONGEST_ENUM = 300
_LONGEST_PATTERN = 200
_LONGEST_TITLE = 60

_NOTHING: frozenset[str] = frozenset()
_TYPES = frozenset({"string", "integer", "number", "boolean", "object", "array", "null"})
_NUMBERS = ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")
_COUNTS = (
    "minLength", "maxLength", "minItems", "maxItems", "minProperties", "maxProperties",
)  # fmt: skip
_SCHEMAS = ("items", "additionalProperties", "propertyNames", "not", "contains")
_LISTS = ("prefixItems", "allOf", "anyOf", "oneOf")
_MAPS = ("properties", "patternProperties")

#: With these, ``nullable`` must be a separate alternative.
_COMPOSED = ("$ref", "allOf", "anyOf", "oneOf", "not")


#: For a property that is never sent.
_READ_ONLY = {"readOnly": True}
_COMPONENT = re.compile(r"/components/schemas/([A-Za-z][\w.-]*)", re.ASCII)


class _TooLargeError(Exception):
    """The schema is too large for a page."""


def hint_schema(
    document: OpenApiDocument,
    pointer: str,
    direction: Direction = Direction.REQUEST,
    *,
    largest: int = LARGEST_SCHEMA,
) -> Any:
    """The schema at *pointer* in JSON Schema 2020-12; ``True`` if nothing fits.

    References lead to its own ``$defs``, named like components. Descriptions, examples, defaults
    and extensions are omitted, and titles unless they name a choice; ``oneOf`` is written as
    ``anyOf``, which documents often mean, with its ``discriminator``; read-only properties are not
    required in a request. ``nullable`` and the boolean ``exclusiveMinimum`` of OpenAPI 3.0 are
    converted to 2020-12.

    :param largest: bytes as compact JSON.
    """
    for depth in _DEPTHS:
        try:
            return _SchemaWriter(document, direction, depth, largest).write(pointer)
        except _TooLargeError:
            continue
    return True


class _SchemaWriter:
    """Writes one schema up to a depth."""

    def __init__(
        self, document: OpenApiDocument, direction: Direction, depth: int, largest: int
    ) -> None:
        self._document = document
        self._direction = direction
        self._depth = depth
        self._left = largest
        self._names: dict[str, str] = {}
        self._waiting: list[tuple[str, str, int]] = []

    def write(self, pointer: str) -> Any:
        document = self._document
        root = self._schema(document.at(pointer), self._depth)
        definitions: dict[str, Any] = {}
        # Breadth first: schemas near the top are written before the depth is used up.
        for name, target, depth in self._waiting:
            definitions[name] = self._schema(document.at(target), depth)
        if not definitions:
            return root
        return {**root, "$defs": definitions}

    def _spend(self, size: int) -> None:
        self._left -= size
        if self._left < 0:
            raise _TooLargeError

    def _schema(self, value: Any, depth: int, absent: frozenset[str] = _NOTHING) -> Any:
        """*value*, with *depth* levels below it; *absent*: properties that are never sent."""
        if value is False:
            return False
        if not isinstance(value, dict):
            return True
        self._spend(4)
        written = dict(self._keywords(value, depth, absent | self._absent(value)))
        if value.get("nullable") is True:
            return self._nullable(written)
        return written

    def _nullable(self, written: dict[str, Any]) -> Any:
        if any(keyword in written for keyword in _COMPOSED):
            return {"anyOf": [written, {"type": "null"}]}
        types = written.get("type")
        if types is not None:
            written["type"] = [*([types] if isinstance(types, str) else types), "null"]
        if "enum" in written and None not in written["enum"]:
            written["enum"] = [*written["enum"], None]
        return written

    def _keywords(
        self, value: Mapping[str, Any], depth: int, absent: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        reference = value.get("$ref")
        if isinstance(reference, str):
            found = self._refer(reference.removeprefix("#"), depth)
            if found is not None:
                yield "$ref", found
            if self._document.version < (3, 1):
                return
        for keyword, item in self._plain(value, absent):
            self._spend(len(keyword) + 4 + len(json.dumps(item, default=str)))
            yield keyword, item
        yield from self._nested(value, depth, absent)
        yield from self._discriminator(value, depth)

    def _plain(self, value: Mapping[str, Any], absent: frozenset[str]) -> Iterator[tuple[str, Any]]:
        """Keywords without subschemas."""
        given = value.get("type")
        named = [given] if isinstance(given, str) else as_names(given)
        types = [name for name in named if name in _TYPES]
        if types:
            yield "type", types[0] if len(types) == 1 else types
        enum = as_list(value.get("enum"))
        if 0 < len(enum) <= _LONGEST_ENUM:
            yield "enum", list(enum)
        if "const" in value:
            yield "const", value["const"]
        yield from _limits(value)
        for keyword in _COUNTS:
            count = as_count(value.get(keyword))
            if count:
                yield keyword, count
        pattern = value.get("pattern")
        # Other patterns could block the reader's browser indefinitely.
        if isinstance(pattern, str) and len(pattern) <= _LONGEST_PATTERN and is_quick(pattern):
            yield "pattern", pattern
        described = value.get("format")
        if isinstance(described, str) and types == ["string"]:
            yield "format", described[:40]
        if value.get("uniqueItems") is True:
            yield "uniqueItems", True
        required = [name for name in as_names(value.get("required")) if name not in absent]
        if required:
            yield "required", required

    def _absent(self, value: Mapping[str, Any], nesting: int = 3) -> frozenset[str]:
        """Properties of *value*, and of its ``allOf``, that are omitted."""
        if self._direction is not Direction.REQUEST:
            return _NOTHING
        found = {n for n, s in as_mapping(value.get("properties")).items() if self._is_left_out(s)}
        for part in as_list(value.get("allOf")):
            reference = part.get("$ref") if isinstance(part, dict) else None
            member = self._document.at(reference) if isinstance(reference, str) else part
            if isinstance(member, dict) and nesting > 0:
                found |= self._absent(member, nesting - 1)
        return frozenset(found)

    def _is_left_out(self, schema: Any) -> bool:
        """Whether a property is not sent in this direction, itself or by its target."""
        for _ in range(4):
            if not isinstance(schema, dict):
                return False
            if self._direction is Direction.REQUEST and schema.get("readOnly") is True:
                return True
            if is_internal(schema):
                return True
            reference = schema.get("$ref")
            if not isinstance(reference, str):
                return False
            schema = self._document.at(reference)
        return False

    def _nested(
        self, value: Mapping[str, Any], depth: int, absent: frozenset[str]
    ) -> Iterator[tuple[str, Any]]:
        for keyword in _MAPS:
            given = {
                name: schema
                for name, schema in as_mapping(value.get(keyword)).items()
                if not (isinstance(schema, dict) and is_internal(schema))
            }
            if given and depth > 0:
                yield keyword, {name: self._child(name, s, depth - 1) for name, s in given.items()}
        for keyword in _SCHEMAS:
            item = value.get(keyword)
            if isinstance(item, bool) and keyword == "additionalProperties" and not item:
                # Without the properties, none of them would be allowed.
                if depth > 0:
                    self._spend(len(keyword) + 8)
                    yield keyword, False
            elif isinstance(item, dict) and depth > 0:
                self._spend(len(keyword) + 4)
                yield keyword, self._schema(item, depth - 1)
        for keyword in _LISTS:
            options = as_list(value.get(keyword))
            if options and (depth > 0 or keyword == "allOf"):
                self._spend(len(keyword) + 4)
                below = depth if keyword == "allOf" else depth - 1
                # Alternatives and parts apply to the same object.
                same = _NOTHING if keyword == "prefixItems" else absent
                write = self._option if keyword in ("anyOf", "oneOf") else self._schema
                written = [write(option, below, same) for option in options]
                yield "anyOf" if keyword == "oneOf" else keyword, written

    def _child(self, name: str, schema: Any, depth: int) -> Any:
        self._spend(len(name) + 4)
        return _READ_ONLY if self._is_left_out(schema) else self._schema(schema, depth)

    def _option(self, option: Any, depth: int, absent: frozenset[str]) -> Any:
        """One of several alternatives, with the title for choosing it."""
        written = self._schema(option, depth, absent)
        title = option.get("title") if isinstance(option, dict) else None
        if isinstance(title, str) and 0 < len(title) <= _LONGEST_TITLE and "$ref" not in option:
            self._spend(len(title) + 11)
            return {"title": title, **written}
        return written

    def _discriminator(
        self, value: Mapping[str, Any], depth: int
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The property that selects the alternative of a value, and its values."""
        given = as_mapping(value.get("discriminator"))
        name = given.get("propertyName")
        if not (isinstance(name, str) and (value.get("oneOf") or value.get("anyOf"))):
            return
        mapping = {}
        for key, target in as_mapping(given.get("mapping")).items():
            if isinstance(target, str):
                pointer = target if "/" in target else f"#/components/schemas/{target}"
                found = self._refer(pointer.removeprefix("#"), depth)
                if found is not None:
                    mapping[str(key)] = found
        self._spend(len(json.dumps(mapping)) + len(name) + 40)
        yield "discriminator", {"propertyName": name} | ({"mapping": mapping} if mapping else {})

    def _refer(self, target: str, depth: int) -> str | None:
        """A reference to the schema at *target*, which is written later.

        ``None`` if it is cut, broken or only refers to itself.
        """
        name = self._names.get(target)
        if name is None:
            if depth <= 0 or not isinstance(self._document.resolve(target).value, dict | bool):
                return None
            name = self._names[target] = self._name(target)
            self._waiting.append((name, target, _WHOLE if self._depth == _WHOLE else depth))
            self._spend(len(name) + 4)
        self._spend(len(name) + 20)
        return f"#/$defs/{name}"

    def _name(self, target: str) -> str:
        """The name of the component; a number for other schemas and for generated names."""
        found = _COMPONENT.fullmatch(target)
        # Readers see it if it is one of several.
        made_up = found is not None and is_made_up(found[1], self._document.at(target))
        if found is not None and not made_up and found[1] not in self._names.values():
            return found[1]
        return str(len(self._names) + 1)


def _limits(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """Bounds of numbers; in OpenAPI 3.0 ``exclusiveMinimum`` modifies ``minimum``."""
    limits = {keyword: as_number(value.get(keyword)) for keyword in _NUMBERS}
    for bound in ("Minimum", "Maximum"):
        inclusive, exclusive = bound.lower(), f"exclusive{bound}"
        if value.get(exclusive) is True and limits[inclusive] is not None:
            limits[exclusive] = limits[inclusive]
            limits[inclusive] = None
    return ((keyword, limit) for keyword, limit in limits.items() if limit is not None)
