"""Generating objects from schemas: which properties they have, and their names."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from typing import Any, Protocol

from sphinx_navapi.formats.lenient import as_mapping, as_names, below
from sphinx_navapi.openapi.example.choices import ValueContext, ValueSchema
from sphinx_navapi.openapi.example.scalars import make_text
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.discriminator import selectors
from sphinx_navapi.openapi.schema.level import Pointers
from sphinx_navapi.openapi.schema.pattern import matches
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

#: Objects nested deeper than this get only required properties; one level above, only optional
#: properties with plain values.
_OPTIONAL_DEPTH = 3

#: Maximum number of properties made up to reach ``minProperties``.
_MOST_NAMES = 40

_SCALARS = frozenset({"string", "integer", "number", "boolean"})


class PartMaker(Protocol):
    """Protocol of what generates the values of properties."""

    def value(self, pointers: Pointers, context: ValueContext) -> Any:
        """A value for the schemas at *pointers*."""

    def judged(self, pointers: Pointers, context: ValueContext) -> tuple[Any, bool]:
        """The value, and whether it satisfies the schemas."""

    def part(self, pointers: Pointers, context: ValueContext) -> Any:
        """A value for a part that the object must have."""

    def fits(self, value: Any, pointers: Pointers, direction: Direction) -> bool:
        """Whether *value* satisfies all schemas at *pointers*."""

    def is_endless(self, pointers: Pointers, context: ValueContext) -> bool:
        """Whether one of the schemas already encloses this position."""

    def has_room(self, context: ValueContext) -> bool:
        """Whether the object being built may have further optional parts."""


class _Optional(Enum):
    """Up to which depth an optional property is included."""

    NEVER = auto()
    NESTED = auto()
    PLAIN = auto()


@dataclass(frozen=True, slots=True)
class _Properties:
    """The properties that the schemas of an object define.

    :ivar properties: those that may be included, with their schemas and whether they are required.
    """

    described: Mapping[str, Pointers]
    waived: set[str]
    properties: list[tuple[str, Pointers, bool]]


class ObjectMaker:
    """Generates objects for the schemas of one document."""

    def __init__(self, registry: SchemaRegistry, checker: SchemaChecker, parts: PartMaker) -> None:
        self._registry = registry
        self._reader = registry.reader
        self._checker = checker
        self._parts = parts
        self._shapes: dict[tuple[Pointers, Direction], _Properties] = {}
        self._optional: dict[Pointers, _Optional] = {}

    def make(self, schema: ValueSchema, context: ValueContext) -> dict[str, Any]:
        """An object with what *schema* require, and optional properties up to a depth."""
        value: dict[str, Any] = {}
        shape = self._shape(schema, context.direction)
        for name, pointers, is_required in self._wanted(shape, context):
            if is_required:
                value[name] = self._property(name, pointers, schema, context)
            elif self._parts.has_room(context) or self._is_plain(pointers):
                made, fits = self._parts.judged(pointers, context.inside(schema, name))
                # A contradictory part is better omitted.
                if fits:
                    value[name] = made
        self._complete(value, schema, context, shape)
        self._discriminate(value, schema, shape.described)
        return value

    def wanted(
        self, schema: ValueSchema, context: ValueContext
    ) -> Iterator[tuple[str, Pointers, bool]]:
        """The properties to include, with their schemas and whether they are required."""
        return self._wanted(self._shape(schema, context.direction), context)

    def _wanted(
        self, shape: _Properties, context: ValueContext
    ) -> Iterator[tuple[str, Pointers, bool]]:
        for name, pointers, is_required in shape.properties:
            if is_required or self._is_welcome(pointers, context):
                yield name, pointers, is_required

    def _shape(self, schema: ValueSchema, direction: Direction) -> _Properties:
        """The part of *schema* that does not depend on the position of the object."""
        key = (schema.pointers, direction)
        shape = self._shapes.get(key)
        if shape is None:
            shape = self._shapes[key] = self._read_shape(schema, direction)
        return shape

    def _read_shape(self, schema: ValueSchema, direction: Direction) -> _Properties:
        described = schema.level.properties
        # These are not sent in this direction.
        waived = {
            name for pointer in schema.pointers for name in self._checker.waived(pointer, direction)
        }
        # Without the schema that depends on a property, the choice is to omit the property.
        waived.update(
            name
            for layer in schema.level.layers
            for name in as_mapping(layer.keywords.get("dependentSchemas"))
            if below(layer.pointer, "dependentSchemas", name) not in schema.pointers
        )
        allowed = schema.level.children("propertyNames")
        if allowed:
            fits = self._parts.fits
            waived.update(name for name in described if not fits(name, allowed, Direction.BOTH))
        required = [name for name in schema.level.required() if name not in waived]
        most = schema.level.limit("maxProperties")
        free = [name for name in described if name not in required and name not in waived]
        if most is not None:
            free = free[: max(0, most - len(required))]
        names = {*required, *free}
        properties = []
        for name in (*described, *(name for name in required if name not in described)):
            if name not in names:
                continue
            pointers = described.get(name) or schema.level.unnamed(name)
            properties.append((name, pointers, name in required))
        return _Properties(described, waived, properties)

    def is_endless(self, pointers: Pointers, context: ValueContext) -> bool:
        """Whether one of the schemas already encloses this position."""
        return self._parts.is_endless(pointers, context)

    def _is_welcome(self, pointers: Pointers, context: ValueContext) -> bool:
        """Whether to include an optional property."""
        if context.objects >= _OPTIONAL_DEPTH:
            return False
        if context.minimal and not (context.stated and self._has_example(pointers)):
            return False
        kind = self._kind(pointers)
        if kind is _Optional.NEVER or self._parts.is_endless(pointers, context):
            return False
        return kind is _Optional.PLAIN or context.objects < _OPTIONAL_DEPTH - 1

    def _has_example(self, pointers: Pointers) -> bool:
        return any(self._reader.level(pointer).examples() for pointer in pointers)

    def _is_plain(self, pointers: Pointers) -> bool:
        return self._kind(pointers) is _Optional.PLAIN

    def _kind(self, pointers: Pointers) -> _Optional:
        kind = self._optional.get(pointers)
        if kind is None:
            kind = self._optional[pointers] = self._optional_kind(pointers)
        return kind

    def _optional_kind(self, pointers: Pointers) -> _Optional:
        levels = [self._reader.level(pointer) for pointer in pointers]
        if any(
            level.flag("deprecated") or level.parts[0].unwrapped.value is False for level in levels
        ):
            return _Optional.NEVER
        is_plain = all(_SCALARS.issuperset(level.types) for level in levels)
        return _Optional.PLAIN if is_plain else _Optional.NESTED

    def _property(
        self, name: str, pointers: Pointers, schema: ValueSchema, context: ValueContext
    ) -> Any:
        if not pointers:
            return make_text(name, (), (), 0, None, context.variant)
        return self._parts.part(pointers, context.inside(schema, name))

    def _complete(
        self,
        value: dict[str, Any],
        schema: ValueSchema,
        context: ValueContext,
        shape: _Properties,
    ) -> None:
        """Add properties that others depend on, and enough of them for the minimum."""
        described, barred = shape.described, {*shape.waived}
        patterns = list(schema.level.patterns)
        least = min(schema.level.least("minProperties"), _MOST_NAMES)
        while True:
            self._add_needed(value, schema, context, shape, barred)
            left = (each for each in described if each not in value and each not in barred)
            name = next(left, None) if len(value) < least else None
            if name is None:
                break
            made, fits = self._parts.judged(described[name], context.inside(schema, name))
            if fits:
                value[name] = made
            else:
                barred.add(name)
        additional = schema.level.children("additionalProperties")
        shown = 0 if described or context.minimal else 1
        wanted = max(least, shown if additional or patterns else 0)
        if self._parts.is_endless(additional, context):
            wanted = least
        names = schema.level.children("propertyNames")
        for index in range(2 * _MOST_NAMES):
            if len(value) >= wanted:
                break
            name = self._new_name(names, schema, context, index, patterns)
            if (
                name in value
                or name in described
                or name in barred
                or not self._parts.fits(name, names, Direction.BOTH)
            ):
                continue
            if schema.level.closed() and not any(matches(each, name) for each in patterns):
                continue
            pointers = schema.level.unnamed(name)
            if pointers and not self._parts.judged(pointers, context.inside(schema, name))[1]:
                continue
            value[name] = self._property(name, pointers, schema, context)
            self._add_needed(value, schema, context, shape, barred)

    def _add_needed(
        self,
        value: dict[str, Any],
        schema: ValueSchema,
        context: ValueContext,
        shape: _Properties,
        barred: set[str],
    ) -> None:
        """Add properties that others depend on, or bar those that depend on impossible ones."""
        required = schema.level.required()
        for rules in schema.level.each("dependentRequired"):
            for name, needed in as_mapping(rules).items():
                for other in as_names(needed) if name in value else ():
                    if other in value or other in shape.waived:
                        continue
                    pointers = shape.described.get(other) or (
                        *schema.level.unnamed(other), *schema.level.forbidding(other)
                    )  # fmt: skip
                    _, fits = self._parts.judged(pointers, context.inside(schema, other))
                    if not fits and name not in required:
                        del value[name]
                        barred.add(name)
                        break
                    value[other] = self._property(other, pointers, schema, context)

    def _new_name(
        self,
        names: Pointers,
        schema: ValueSchema,
        context: ValueContext,
        index: int,
        patterns: Sequence[str],
    ) -> str:
        """A name for an additional property, by turns as *names* and *patterns* say."""
        if index >= _MOST_NAMES:
            patterns = ()
        if names and patterns:
            index, turn = divmod(index, 2)
            names, patterns = ((), patterns) if turn else (names, ())
        if names:
            inner = context.inside(schema, "key", variant=index)
            made = self._parts.value(names, inner)
            if isinstance(made, str):
                return made
        if patterns:
            by_turn = patterns[index % len(patterns)]
            return make_text("", (), (by_turn,), 0, None, index // len(patterns))
        return "key" if index == 0 else f"key{index + 1}"

    def _discriminate(
        self, value: dict[str, Any], schema: ValueSchema, described: Mapping[str, Pointers]
    ) -> None:
        """Set the property that tells which of several schemas applies."""
        done: set[str] = set()
        for name, known in selectors(self._reader, schema.level):
            if name in done or (name not in value and name not in described):
                continue
            if self._parts.fits(known, described.get(name, ()), Direction.BOTH):
                value[name] = known
                done.add(name)
