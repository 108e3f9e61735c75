"""The levels of a document's schemas, each read once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.level import (
    Layer,
    SchemaLevel,
    Unwrapped,
    declared_types,
    is_null_option,
    read_level,
    unwrap,
)
from sphinx_navapi.openapi.view import Direction

#: Keywords that add layers to a level.
_COMPOSED = frozenset({"allOf", "$ref", "$dynamicRef"})

#: Display order of types.
_TYPE_ORDER = ("string", "integer", "number", "boolean", "object", "array")

#: Types implied by keywords, for schemas without a type.
_IMPLIED = (
    ("object", ("properties", "patternProperties", "additionalProperties", "minProperties",
                "maxProperties", "propertyNames")),
    ("array", ("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")),
    ("string", ("pattern", "minLength", "maxLength", "contentEncoding", "contentMediaType")),
    ("number", ("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")),
)  # fmt: skip

_IMPLIED_BY_FORMAT = {
    "int32": "integer", "int64": "integer", "float": "number", "double": "number",
    "date": "string", "date-time": "string", "time": "string", "duration": "string",
    "email": "string", "uri": "string", "url": "string", "uuid": "string", "hostname": "string",
    "ipv4": "string", "ipv6": "string", "byte": "string", "binary": "string",
    "password": "string",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Facts:
    """The combined data of all mappings that apply to a schema.

    :ivar mappings: those mappings by precedence: wrappers, then layers.
    :ivar own: those of them that are not from a component in ``allOf``.
    :ivar types: without ``null``, in a fixed order; implied ones if there is no type.
    :ivar stated: whether the document sets the types.
    """

    unwrapped: Unwrapped
    level: SchemaLevel
    mappings: tuple[Mapping[str, Any], ...]
    own: tuple[Mapping[str, Any], ...]
    types: tuple[str, ...]
    stated: bool
    nullable: bool

    def first(self, keyword: str) -> Any:
        """The value of *keyword* with precedence, or ``None``."""
        for mapping in self.mappings:
            if keyword in mapping:
                return mapping[keyword]
        return None

    def first_text(self, keyword: str) -> str | None:
        """The first text of *keyword*."""
        for mapping in self.mappings:
            text = as_text(mapping.get(keyword))
            if text is not None:
                return text
        return None

    def all_of(self, keyword: str) -> Iterator[Any]:
        """Every value of *keyword*, by precedence."""
        for mapping in self.mappings:
            if keyword in mapping:
                yield mapping[keyword]


class SchemaReader:
    """Unwraps schemas and reads their levels, cached for one document."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self._unwrapped: dict[str, Unwrapped] = {}
        self._levels: dict[str, SchemaLevel] = {}
        self._facts: dict[str, Facts] = {}

    def forget(self) -> None:
        """Drop everything that was read."""
        self._unwrapped.clear()
        self._levels.clear()
        self._facts.clear()

    def unwrap(self, pointer: str) -> Unwrapped:
        """Unwrap the schema at *pointer*."""
        found = self._unwrapped.get(pointer)
        if found is None:
            found = self._unwrapped[pointer] = unwrap(self.document, pointer, self._unwrapped)
        return found

    def level(self, target: str) -> SchemaLevel:
        """The level at *target*, a result of `unwrap`."""
        found = self._levels.get(target)
        if found is None:
            value = self.document.at(target)
            if isinstance(value, dict) and _COMPOSED.isdisjoint(value):
                found = SchemaLevel((Layer(value, target),))
            else:
                found = read_level(self.document, target)
            self._levels[target] = found
        return found

    def facts(self, pointer: str) -> Facts:
        """The combined data of the schema at *pointer*."""
        found = self._facts.get(pointer)
        if found is None:
            found = self._facts[pointer] = self._read_facts(pointer)
        return found

    def blankable(self, places: Sequence[str]) -> str | None:
        """The only one of *places* that lists values, if all others allow only the empty string.

        Django REST framework describes an optional choice this way.
        """
        values = [as_list(as_mapping(self.unwrap(place).value).get("enum")) for place in places]
        choices = [place for place, listed in zip(places, values, strict=True) if listed != [""]]
        if len(choices) != 1 or len(places) < 2 or not all(values):
            return None
        return choices[0]

    def _read_facts(self, pointer: str) -> Facts:
        unwrapped = self.unwrap(pointer)
        level = self.level(unwrapped.target)
        by_weight = level.by_weight() if len(level.layers) > 1 else level.layers
        mappings = (*unwrapped.wrappers, *(layer.keywords for layer in by_weight))
        own = (
            *unwrapped.wrappers,
            *(layer.keywords for layer in by_weight if layer.component is None),
        )
        named: frozenset[str] | None = None
        for mapping in mappings:
            declared = declared_types(mapping)
            if declared:
                named = declared if named is None else common_types(named, declared) or named
        nullable = (
            unwrapped.nullable
            or any(mapping.get("nullable") is True for mapping in own)
            or (named is not None and "null" in named)
            or any(
                is_null_option(self.document, option)
                for mapping in own
                for keyword in ("oneOf", "anyOf")
                for option in as_list(mapping.get(keyword))
            )
        )
        types = named - {"null"} if named is not None else self._implied(mappings)
        return Facts(
            unwrapped=unwrapped,
            level=level,
            mappings=mappings,
            own=own,
            types=tuple(name for name in _TYPE_ORDER if name in types),
            stated=named is not None,
            nullable=nullable,
        )

    def _implied(self, mappings: tuple[Mapping[str, Any], ...]) -> frozenset[str]:
        for mapping in mappings:
            if "const" in mapping:
                return frozenset(_types_of([mapping["const"]]))
            if as_list(mapping.get("enum")):
                return frozenset(_types_of(mapping["enum"]))
        for name, keywords in _IMPLIED:
            if any(keyword in mapping for mapping in mappings for keyword in keywords):
                return frozenset({name})
        for mapping in mappings:
            implied = _IMPLIED_BY_FORMAT.get(as_text(mapping.get("format")) or "")
            if implied is not None:
                return frozenset({implied})
        return frozenset()

    def omitted(self, direction: Direction) -> Callable[[str], bool]:
        """A function that tells whether the schema at a pointer is omitted in *direction*."""
        return self.read_only if direction is Direction.REQUEST else self.write_only

    def read_only(self, pointer: str) -> bool:
        """Whether the schema at *pointer* is only sent in responses."""
        return self._flag(pointer, "readOnly")

    def write_only(self, pointer: str) -> bool:
        """Whether the schema at *pointer* is only sent in requests."""
        return self._flag(pointer, "writeOnly")

    def _flag(self, pointer: str, keyword: str) -> bool:
        # Most properties are plain mappings: no need to read a level.
        value = self.document.at(pointer)
        if isinstance(value, dict) and _COMPOSED.isdisjoint(value):
            return value.get(keyword) is True
        return any(mapping.get(keyword) is True for mapping in self.facts(pointer).own)


def common_types(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    """The types that both allow: an integer is a number."""
    common = one & other
    if "number" not in common and "number" in (one | other) and "integer" in (one | other):
        return common | {"integer"}
    return common


def type_of(value: Any) -> str:
    """The JSON Schema type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def _types_of(values: list[Any]) -> set[str]:
    return {type_of(value) for value in values}


def bare_text(value: Any) -> str:
    """*value* in one line, strings without quotes."""
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)


def enum_notes(mapping: Mapping[str, Any]) -> tuple[Any, Any]:
    """The descriptions and names of a schema's ``enum`` values."""
    notes = _first(mapping, ("x-enumDescriptions", "x-enum-descriptions"))
    names = _first(mapping, ("x-enum-varnames", "x-enumNames", "x-speakeasy-enums"))
    # An object per value: Fern's by value, AutoRest's in a list.
    by_value = dict(as_mapping(mapping.get("x-fern-enum")))
    for entry in as_list(as_mapping(mapping.get("x-ms-enum")).get("values")):
        by_value.setdefault(bare_text(as_mapping(entry).get("value")), entry)
    if notes is None:
        notes = {value: as_mapping(told).get("description") for value, told in by_value.items()}
    if names is None:
        names = {value: as_mapping(told).get("name") for value, told in by_value.items()}
    return notes, names


def _first(mapping: Mapping[str, Any], keys: Sequence[str]) -> Any:
    return next((mapping[key] for key in keys if mapping.get(key) is not None), None)


def note_for(notes: Any, value: Any, index: int) -> str | None:
    """The entry of *notes*, a mapping by value or a list by index, for one value."""
    if isinstance(notes, list):
        return as_text(notes[index]) if index < len(notes) else None
    return as_text(as_mapping(notes).get(bare_text(value)))
