"""Schemas with references resolved and ``allOf`` merged, ready to be compared.

A value must satisfy all schemas of an ``allOf``: their keywords are merged here, so that moving a
property from one of them to another is not a change. Properties and items stay pointers; only this
one level is expanded.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_names, as_number, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.vendor import is_internal

#: Pointers of schemas that apply together.
Schemas = tuple[str, ...]

#: Maximum number of schemas merged into one; only hostile documents have more.
_MOST_MERGED: Final = 100

#: Lower bounds and upper bounds; of the latter, less is tighter.
LOWER_BOUNDS: Final = ("minLength", "minItems", "minProperties")
UPPER_BOUNDS: Final = ("maxLength", "maxItems", "maxProperties")

#: Keywords compared as a whole: their meaning is not analyzed.
CONDITIONS: Final = (
    "not", "if", "then", "else", "contains", "minContains", "maxContains", "propertyNames",
    "dependentRequired", "dependentSchemas", "unevaluatedItems", "unevaluatedProperties",
    "contentSchema", "$dynamicRef",
)  # fmt: skip

#: Keywords whose first occurrence is used.
_SINGLE: Final = (
    "format", "pattern", "multipleOf", "default", "const", "contentMediaType", "contentEncoding",
    *CONDITIONS,
)  # fmt: skip

#: Keywords that do not constrain values.
_ANNOTATIONS: Final = frozenset(
    {"title", "description", "summary", "example", "examples", "externalDocs", "xml", "$comment"}
    | {"deprecated", "$defs", "definitions", "$id", "$schema", "$anchor", "$dynamicAnchor"}
)


@dataclass(frozen=True, slots=True)
class VariantGroup:
    """``oneOf`` or ``anyOf``. :ivar variants: without those that only allow ``null``."""

    keyword: str
    pointer: str
    variants: tuple[Schemas, ...]


@dataclass(slots=True)
class FlatSchema:
    """The combined keywords of schemas that apply together, on one level.

    :ivar types: ``None``: any type. Does not include ``null``.
    :ivar nullable: whether ``null`` is allowed beside *types*.
    :ivar values: of ``enum``, or the one of ``const``, without ``null``; ``None``: any value.
    :ivar is_extensible: ``x-extensible-enum``: more values may be added.
    :ivar lower: of numbers: the bound and whether it is exclusive; *upper* as well.
    :ivar limits: of `LOWER_BOUNDS` and `UPPER_BOUNDS`.
    :ivar closed: ``additionalProperties: false``.
    :ivar single: keywords of `_SINGLE` with their values.
    :ivar pointers: positions of keywords.
    :ivar home: position of the schema, for missing keywords.
    :ivar is_empty: no keyword restricts anything.
    """

    home: str
    types: frozenset[str] | None = None
    nullable: bool = False
    values: tuple[Any, ...] | None = None
    is_extensible: bool = False
    lower: tuple[float, bool] | None = None
    upper: tuple[float, bool] | None = None
    limits: dict[str, int | float] = field(default_factory=dict)
    unique: bool = False
    properties: dict[str, list[str]] = field(default_factory=dict)
    required: dict[str, None] = field(default_factory=dict)
    patterns: dict[str, list[str]] = field(default_factory=dict)
    additional: list[str] = field(default_factory=list)
    closed: bool = False
    items: list[str] = field(default_factory=list)
    prefix_items: list[list[str]] = field(default_factory=list)
    groups: list[VariantGroup] = field(default_factory=list)
    discriminator: Mapping[str, Any] = field(default_factory=dict)
    single: dict[str, Any] = field(default_factory=dict)
    pointers: dict[str, str] = field(default_factory=dict)
    read_only: bool = False
    write_only: bool = False
    deprecated: bool = False
    is_empty: bool = True

    def at(self, keyword: str) -> str:
        """The pointer of *keyword*, or of the schema if it does not have it."""
        return self.pointers.get(keyword, self.home)


class SchemaFlattener:
    """Flat schemas of one document, each created once."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self._flat: dict[Schemas, FlatSchema] = {}

    def target(self, pointer: str) -> str:
        """The end of the chain of plain references at *pointer*."""
        seen = set()
        while pointer not in seen:
            seen.add(pointer)
            value = self.document.at(pointer)
            if not isinstance(value, dict) or not isinstance(value.get("$ref"), str):
                break
            if self._says_more(value):
                break
            pointer = value["$ref"].removeprefix("#")
        return pointer

    def flat(self, schemas: Schemas) -> FlatSchema:
        """The schemas at these pointers, combined."""
        found = self._flat.get(schemas)
        if found is None:
            found = self._flat[schemas] = FlatSchema(home=schemas[0] if schemas else "")
            merger = _Merger(self, found)
            for pointer in schemas:
                merger.add(pointer)
            _infer_type(found)
        return found

    def _says_more(self, value: Mapping[str, Any]) -> bool:
        """Whether siblings of ``$ref`` apply, which they do not in OpenAPI 3.0."""
        return self.document.version >= (3, 1) and any(
            key != "$ref" and key not in _ANNOTATIONS and not key.startswith("x-") for key in value
        )


class _Merger:
    """Merges schemas into a flat one."""

    def __init__(self, flattener: SchemaFlattener, flat: FlatSchema) -> None:
        self.flattener = flattener
        self.document = flattener.document
        self.flat = flat
        self.seen: set[str] = set()

    def add(self, pointer: str) -> None:
        if pointer in self.seen or len(self.seen) >= _MOST_MERGED:
            return
        self.seen.add(pointer)
        value = self.document.at(pointer)
        if value is False:
            self.flat.types, self.flat.is_empty = frozenset(), False
        if not isinstance(value, dict):
            return
        reference = value.get("$ref")
        is_reference = isinstance(reference, str)
        if not is_reference or self.flattener._says_more(value):
            self._add_keywords(value, pointer)
        elif value.get("deprecated") is True:
            self.flat.deprecated = True
        if is_reference:
            self.add(str(reference).removeprefix("#"))
        for index in range(len(as_list(value.get("allOf")))):
            self.add(below(pointer, "allOf", index))

    def _add_keywords(self, value: Mapping[str, Any], pointer: str) -> None:
        flat = self.flat
        for keyword in value:
            if keyword not in _ANNOTATIONS and keyword not in ("$ref", "allOf"):
                flat.pointers.setdefault(keyword, below(pointer, keyword))
                flat.is_empty = flat.is_empty and keyword.startswith("x-")
        self._add_types(value)
        self._add_values(value)
        self._add_bounds(value)
        self._add_parts(value, pointer)
        for keyword in ("oneOf", "anyOf"):
            self._add_group(value, keyword, pointer)
        for keyword in _SINGLE:
            if keyword in value:
                flat.single.setdefault(keyword, value[keyword])
        if as_mapping(value.get("discriminator")):
            flat.discriminator = as_mapping(value["discriminator"])
        flat.unique = flat.unique or value.get("uniqueItems") is True
        flat.read_only = flat.read_only or value.get("readOnly") is True
        flat.write_only = flat.write_only or value.get("writeOnly") is True
        flat.deprecated = flat.deprecated or value.get("deprecated") is True
        flat.is_extensible = flat.is_extensible or "x-extensible-enum" in value

    def _add_types(self, value: Mapping[str, Any]) -> None:
        flat, given = self.flat, value.get("type")
        names = {given} if isinstance(given, str) else set(as_names(given))
        if value.get("nullable") is True or "null" in names:
            flat.nullable = True
        if not names:
            return
        narrowed = frozenset(names - {"null"})
        flat.types = narrowed if flat.types is None else _intersection(flat.types, narrowed)

    def _add_values(self, value: Mapping[str, Any]) -> None:
        flat = self.flat
        given = value.get("enum", value.get("x-extensible-enum"))
        if "const" in value:
            given = [value["const"]]
        if not isinstance(given, list):
            return
        flat.nullable = flat.nullable or None in given
        values = tuple(item for item in given if item is not None)
        if flat.values is not None:
            values = tuple(item for item in flat.values if item in values)
        flat.values = values

    def _add_bounds(self, value: Mapping[str, Any]) -> None:
        flat = self.flat
        for lowest, names in ((True, _MINIMUM), (False, _MAXIMUM)):
            for bound in _number_bounds(value, *names):
                if lowest and (flat.lower is None or bound > flat.lower):
                    flat.lower = bound
                elif not lowest and (flat.upper is None or _upper(bound) < _upper(flat.upper)):
                    flat.upper = bound
        for keyword in (*LOWER_BOUNDS, *UPPER_BOUNDS):
            number = as_number(value.get(keyword))
            if number is not None:
                tightest = max if keyword in LOWER_BOUNDS else min
                flat.limits[keyword] = tightest(number, flat.limits.get(keyword, number))

    def _add_parts(self, value: Mapping[str, Any], pointer: str) -> None:
        flat = self.flat
        internal: set[str] = set()
        for keyword, kept in (
            ("properties", flat.properties),
            ("patternProperties", flat.patterns),
        ):
            for name, schema in as_mapping(value.get(keyword)).items():
                if is_internal(as_mapping(schema)):
                    internal.add(name)
                else:
                    kept.setdefault(name, []).append(below(pointer, keyword, name))
        required = as_names(value.get("required"))
        flat.required.update(dict.fromkeys(name for name in required if name not in internal))
        additional = value.get("additionalProperties")
        if additional is False:
            flat.closed = True
        elif isinstance(additional, dict):
            flat.additional.append(below(pointer, "additionalProperties"))
        if isinstance(value.get("items"), dict | bool):
            flat.items.append(below(pointer, "items"))
        for index in range(len(as_list(value.get("prefixItems")))):
            if index == len(flat.prefix_items):
                flat.prefix_items.append([])
            flat.prefix_items[index].append(below(pointer, "prefixItems", index))

    def _add_group(self, value: Mapping[str, Any], keyword: str, pointer: str) -> None:
        variants = []
        for index, variant in enumerate(as_list(value.get(keyword))):
            if _is_null(variant):
                self.flat.nullable = True
            else:
                variants.append(below(pointer, keyword, index))
        if len(variants) == 1:
            # "X or null" is X, and null is allowed.
            self.add(variants[0])
        elif variants:
            group = VariantGroup(
                keyword=keyword,
                pointer=below(pointer, keyword),
                variants=tuple((self.flattener.target(each),) for each in variants),
            )
            self.flat.groups.append(group)


_MINIMUM = ("minimum", "exclusiveMinimum")
_MAXIMUM = ("maximum", "exclusiveMaximum")


def _number_bounds(
    value: Mapping[str, Any], inclusive: str, exclusive: str
) -> Iterator[tuple[float, bool]]:
    """Bounds of numbers: in OpenAPI 3.0 ``exclusive`` is a flag, later a bound of its own."""
    bound, other = as_number(value.get(inclusive)), as_number(value.get(exclusive))
    if bound is not None:
        yield bound, value.get(exclusive) is True
    if other is not None:
        yield other, True


def _upper(bound: tuple[float, bool]) -> tuple[float, bool]:
    """An upper *bound* as a sort key: less is tighter."""
    return bound[0], not bound[1]


def _intersection(one: frozenset[str], other: frozenset[str]) -> frozenset[str]:
    both = set(one & other)
    if "integer" in one | other and {"integer", "number"} <= one | other:
        both.add("integer")
    return frozenset(both)


def _is_null(schema: Any) -> bool:
    value = as_mapping(schema)
    return (
        value.get("type") in ("null", ["null"])
        or value.get("enum") == [None]
        or ("const" in value and value["const"] is None)
    )


def _infer_type(flat: FlatSchema) -> None:
    """Most documents that list properties without a type mean an object."""
    if flat.types is not None or flat.values is not None or flat.groups:
        return
    if flat.properties or flat.additional or flat.closed or flat.patterns:
        flat.types = frozenset({"object"})
    elif flat.items or flat.prefix_items:
        flat.types = frozenset({"array"})


def variant_name(document: OpenApiDocument, schemas: Schemas) -> str:
    """The name of a variant: its component, title, type or number."""
    pointer = schemas[0] if schemas else ""
    segments = pointer.split("/")
    last = unescape_pointer(segments[-1])
    if segments[1:3] == ["components", "schemas"] and len(segments) == _COMPONENT_SEGMENTS:
        return last
    value = as_mapping(document.at(pointer))
    given = value.get("type")
    kind = given if isinstance(given, str) else " or ".join(as_names(given))
    number = f"number {int(last) + 1}" if last.isdecimal() else last
    return as_text(value.get("title")) or kind or number


#: Number of segments in the pointer of a component.
_COMPONENT_SEGMENTS: Final = 4
