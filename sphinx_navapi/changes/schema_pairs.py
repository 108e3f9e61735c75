"""Corresponding schemas of two documents, each a `SchemaLevel` and what follows from it."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from functools import cached_property
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.lenient import as_mapping
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.json_values import identity, is_multiple, type_of
from sphinx_navapi.openapi.schema.keywords import COMPOSING, DESCRIPTIVE
from sphinx_navapi.openapi.schema.level import Pointers
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.vendor import internal_names
from sphinx_navapi.openapi.view import Direction


class SchemaPair(NamedTuple):
    """Two schemas to compare.

    :ivar sent: by clients, else received. :ivar in_condition: only what values they allow matters.
    :ivar null_apart: the schemas around them say whether null is allowed.
    """

    old: Pointers
    new: Pointers
    sent: bool
    in_condition: bool = False
    null_apart: bool = False


#: A step to a pair below, in the notation of places: ``.name``, ``[]`` or `` (variant)``.
SchemaEdge = tuple[str, SchemaPair]


class VariantGroup(NamedTuple):
    """``oneOf`` or ``anyOf``. :ivar variants: without those that only allow ``null``."""

    keyword: str
    variants: tuple[Pointers, ...]


class ComparedSchema:
    """What the schemas at *pointers* allow together, on one level."""

    def __init__(self, schemas: DocumentSchemas, pointers: Pointers) -> None:
        self._schemas = schemas
        self.level = schemas.reader.level(*pointers)

    @cached_property
    def is_extensible(self) -> bool:
        """Whether more values may be added (``x-extensible-enum``)."""
        return any(True for _ in self.level.each("x-extensible-enum"))

    @cached_property
    def values(self) -> list[Any] | None:
        """Those of ``enum`` and ``const`` that all keywords allow, without ``null``."""
        level = self.level
        listed = level.values
        if listed is None:
            listed = next((v for v in level.each("x-extensible-enum") if isinstance(v, list)), None)
        if listed is None:
            return None
        conforms = self._schemas.checker.conforms
        return [
            value
            for value in listed
            if value is not None
            and all(conforms(value, part.pointer, Direction.BOTH) for part in level.parts)
        ]

    @property
    def is_listed(self) -> bool:
        """Whether there are no other values than *values*."""
        return self.level.values is not None

    @cached_property
    def types(self) -> frozenset[str] | None:
        """Without ``null``; ``None``: any type."""
        level = self.level
        if level.conflict is not None:
            return frozenset()
        types = frozenset(level.types)
        step = level.limit("multipleOf")
        if "integer" in types and "number" in types:
            types -= {"integer"}
        if "number" in types and step is not None and is_multiple(step, 1):
            types = types - {"number"} | {"integer"}
        if not level.restricts or not (self.is_typed or types in _MEANT):
            return None
        if not self.is_listed:
            return types
        used = {type_of(value) for value in self.values or ()}
        kept = (each for each in types if any(includes_type({each}, one) for one in used))
        return frozenset(kept) if used else types

    @property
    def is_typed(self) -> bool:
        """Whether the document sets the types."""
        return self.level.stated or self.is_listed

    def may_be(self, type_: str) -> bool:
        """Whether values of *type_* are allowed."""
        return not (self.is_typed or self.types == frozenset()) or includes_type(self.types, type_)

    def count(self, keyword: str) -> int | None:
        """The limit that the ``min…`` or ``max…`` *keyword* sets, or that others imply."""
        level = self.level
        if keyword.startswith("min"):
            implied = len(self.required) if keyword == "minProperties" else 0
            if keyword == "minItems":
                implied = max((each.least for each in level.contained), default=0)
            return max(level.least(keyword), implied) or None
        limits = [level.limit(keyword)]
        if keyword == "maxProperties" and level.closed() and not level.patterns:
            limits.append(len(level.properties))
        if keyword == "maxItems" and level.closed_items:
            limits.append(len(level.prefix_items))
        if keyword == "maxItems" and level.limit("uniqueItems") and not level.prefix_items:
            items = self._schemas.reader.level(*level.items) if level.items else None
            if items is not None and items.values is not None:
                # With those that may be null though it is not listed.
                null = [None] if items.nullable else []
                limits.append(len({*map(identity, [*items.values, *null])}))
        return min((limit for limit in limits if limit is not None), default=None)

    @cached_property
    def properties(self) -> dict[str, Pointers]:
        """Without internal ones, and those that are not allowed."""
        return {
            name: pointers
            for name, pointers in self.level.properties.items()
            if name not in self._internal and not self.level.forbidding(name)
        }

    @cached_property
    def required(self) -> dict[str, None]:
        """Names of required properties, without internal ones."""
        return {name: None for name in self.level.required() if name not in self._internal}

    @cached_property
    def _internal(self) -> frozenset[str]:
        described = (as_mapping(layer.keywords.get("properties")) for layer in self.level.layers)
        return frozenset(name for properties in described for name in internal_names(properties))

    @cached_property
    def additional(self) -> Pointers:
        """Schemas of additional properties."""
        schemas = self.level.additional
        return schemas if isinstance(schemas, tuple) else ()

    @cached_property
    def groups(self) -> list[VariantGroup]:
        """Its alternatives."""
        members: dict[VariantGroup, list[Any]] = {}
        for layer in self.level.layers:
            for group in layer.groups():
                places = self._schemas.reader.not_null(group).places
                variants = tuple((self._schemas.target(place),) for place in places)
                if variants and group.members not in members.values():
                    members.setdefault(VariantGroup(group.keyword, variants), group.members)
        return list(members)


class DocumentSchemas:
    """The schemas of one document, each read once."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self.reader = SchemaReader(document)
        self.checker = SchemaChecker(self.reader)
        self._read: dict[Pointers, ComparedSchema] = {}

    def target(self, pointer: str) -> str:
        """The schema that the one at *pointer* only refers to, or *pointer*."""
        unwrapped = self.reader.unwrap(pointer)
        says_more = any(
            key not in _SILENT and not key.startswith("x-")
            for each in unwrapped.wrappers
            for key in each
        )
        return pointer if says_more else unwrapped.target

    def read(self, pointers: Pointers) -> ComparedSchema:
        """What the schemas at *pointers* allow together."""
        schema = self._read.get(pointers)
        if schema is None:
            schema = self._read[pointers] = ComparedSchema(self, pointers)
        return schema


#: Types that schemas without a type mean if they describe properties or items.
_MEANT: Final = (frozenset({"object"}), frozenset({"array"}))

_SILENT: Final = DESCRIPTIVE | COMPOSING


def includes_type(types: AbstractSet[str] | None, one: str) -> bool:
    """Whether *types* (``None``: all) allow everything that *one* allows."""
    return types is None or one in types or (one == "integer" and "number" in types)
