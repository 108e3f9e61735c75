"""Generating values from schemas.

A value is built to satisfy all `ValueSchema`, then validated against the schemas; if that fails,
other alternatives are tried, then fewer optional properties. If no value is valid, the result still
has the right shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import chain, islice, product
from typing import Any

from sphinx_navapi.formats.lenient import as_list
from sphinx_navapi.openapi.example.choices import (
    MOST_ITEMS,
    SchemaOptions,
    ValueContext,
    ValueSchema,
    read_value_schema,
)
from sphinx_navapi.openapi.example.length import is_longer
from sphinx_navapi.openapi.example.object_value import ObjectMaker
from sphinx_navapi.openapi.example.scalars import make_number, make_text
from sphinx_navapi.openapi.schema.check import Leniency, SchemaChecker
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.json_values import equal
from sphinx_navapi.openapi.schema.level import Contained, Pointers
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

#: Maximum nesting of objects and arrays.
_DEEPEST = 24

#: Maximum recursion of a schema: what is required may be endless.
_MOST_ROUNDS = 3

#: Maximum number of ``enum`` values tried.
_MOST_VALUES = 64


#: Maximum number of values in one example; a part at depth n may have a 2ⁿth of it.
_LARGEST = 40_000

#: Maximum number of values generated for one example, trials included; for a part at depth n a 2ⁿth
#: of it, but at least the minimum. Real documents need about three hundred.
_MOST_WORK, _LEAST_WORK = 1 << 14, 256

#: Up to this number, optional properties that are objects or arrays may be added: otherwise fifty
#: schemas that each refer to all others would give 2,500 objects.
_MOST_OPTIONAL = 1 << 10

#: Maximum number of values kept: with all that they are made from, about 10 MB.
_MOST_KEPT = 8_000

_SCALAR = frozenset({"string", "number", "integer", "boolean", "null"})

#: A value, and whether all of its parts are valid.
Trial = tuple[Any, bool]

_END = object()


class ValueMaker:
    """Generates values for the schemas of one document, cached."""

    def __init__(self, registry: SchemaRegistry) -> None:
        self.registry = registry
        self.reader = registry.reader
        self.checker = SchemaChecker(registry.reader)
        self._objects = ObjectMaker(registry, self.checker, self)
        self._read: dict[Pointers, ValueSchema] = {}
        self._components: dict[str, str] = {}
        # With the work that each takes if nothing is cached.
        self._values: dict[tuple[Any, ...], tuple[Any, bool, int]] = {}
        self._work = 0
        # For each value being built: the work before it, and its limit.
        self._begun: list[tuple[int, int]] = []
        # For each value being built: whether a part of it is invalid.
        self._flaws: list[bool] = []
        # By identity, for as long as the values are kept.
        self._sizes: dict[int, int] = {}

    def value(self, pointers: Pointers, context: ValueContext) -> Any:
        """A value for the schemas at *pointers*. It is shared: do not modify it."""
        return self.judged(pointers, context)[0]

    def judged(self, pointers: Pointers, context: ValueContext) -> tuple[Any, bool]:
        """The value, and whether it satisfies the schemas (``oneOf`` read leniently)."""
        if not self._begun and len(self._values) > _MOST_KEPT:
            self.forget()
        pointers = tuple(map(self._named, pointers))
        near: frozenset[str] = frozenset()
        for pointer in pointers if context.trail else ():
            near |= self.registry.relevant(self.reader.unwrap(pointer).target, context.trail)
        key = (
            pointers,
            context.direction,
            context.minimal,
            context.stated,
            context.name,
            context.depth,
            context.objects,
            context.variant,
            context.items,
            context.rounds,
            near,
        )
        known = self._values.get(key)
        if known is not None:
            made, fits, work = known
            self._work += work
            return made, fits
        if self._is_spent():
            schema = self._schema(pointers)
            # A value without parts costs next to nothing.
            if schema.choices or not _SCALAR.issuperset(schema.types):
                return _emptiest(schema), False
        self._begun.append((self._work, max(_MOST_WORK >> context.depth, _LEAST_WORK)))
        self._work += 1
        made, fits = self._make(self._schema(pointers), context)
        if isinstance(made, dict | list):
            made = self._bounded(made, pointers, context)
        begun, _limit = self._begun.pop()
        self._values[key] = (made, fits, self._work - begun)
        return made, fits

    def forget(self) -> None:
        """Clear the cache: adjacent pages share many values, pages far apart only a few."""
        for kept in (self._read, self._components, self._values, self._sizes):
            kept.clear()

    def _named(self, pointer: str) -> str:
        """The component that the schema at *pointer* only refers to, else *pointer*.

        So the target of many properties is read only once.
        """
        named = self._components.get(pointer)
        if named is None:
            schema = self.reader.document.at(pointer)
            # Siblings of the reference may be relevant.
            is_bare = isinstance(schema, dict) and schema.keys() == {"$ref"}
            target = self.reader.unwrap(pointer).target if is_bare else pointer
            named = pointer if component_name(target) is None else target
            self._components[pointer] = named
        return named

    def _is_spent(self) -> bool:
        """Whether the value being built has used up its work limit.

        The limit counts the cost without caching, so that a value does not depend on what was
        generated earlier.
        """
        if not self._begun:
            return False
        begun, limit = self._begun[-1]
        return self._work - begun > limit

    def has_room(self, context: ValueContext) -> bool:
        """Whether the object being built at *context* may have further optional parts."""
        begun, _limit = self._begun[-1]
        return self._work - begun <= max(_MOST_OPTIONAL >> context.depth, _LEAST_WORK)

    def is_longer(self, limit: int, pointers: Pointers, context: ValueContext) -> bool:
        """Whether the JSON of `value` has more than *limit* characters, without generating it.

        ``False`` if that is uncertain.
        """
        return is_longer(limit, pointers, context, self._schema, self._objects)

    def _bounded(self, value: Any, pointers: Pointers, context: ValueContext) -> Any:
        """*value*, or a reduced form if it is too large.

        A schema that refers twice to one that refers twice to another, and so on, gives a value
        that is small in memory, where equal parts are shared, but endless when serialized.
        """
        limit = _LARGEST >> context.depth
        size = self._size(value)
        if size > limit and not context.minimal:
            value = self.value(pointers, context.with_optional(minimal=True))
            size = self._size(value)
        if size > limit:
            value, size = _emptiest(self._schema(pointers)), 1
        self._sizes[id(value)] = size
        return value

    def _size(self, value: Any) -> int:
        """The number of values in *value*; parts generated here are already measured."""
        if not isinstance(value, dict | list):
            return 1
        known = self._sizes.get(id(value))
        if known is not None:
            return known
        return 1 + sum(map(self._size, value.values() if isinstance(value, dict) else value))

    def fits(
        self,
        value: Any,
        pointers: Pointers,
        direction: Direction,
        leniency: Leniency = Leniency.NONE,
    ) -> bool:
        """Whether *value* satisfies all schemas at *pointers*."""
        return all(
            self.checker.conforms(value, pointer, direction, leniency) for pointer in pointers
        )

    def _schema(self, pointers: Pointers) -> ValueSchema:
        schema = self._read.get(pointers)
        if schema is None:
            schema = self._read[pointers] = read_value_schema(self.reader, pointers)
        return schema

    def _make(self, schema: ValueSchema, context: ValueContext) -> tuple[Any, bool]:
        if context.depth > _DEEPEST or context.rounds > _MOST_ROUNDS:
            return _emptiest(schema), False
        tried: list[Trial] = []
        for value, sound in self._trials(schema, context):
            # The parts have already been chosen as well as possible.
            if sound and self.fits(value, schema.pointers, context.direction, Leniency.PARTS):
                return value, True
            tried.append((value, sound))
        for value, sound in tried:
            if sound and self.fits(value, schema.pointers, context.direction, Leniency.ALL):
                return value, True
        if self.fits(None, schema.pointers, context.direction, Leniency.ALL):
            return None, True
        return (tried[0][0] if tried else None), False

    def _trials(self, schema: ValueSchema, context: ValueContext) -> Iterator[Trial]:
        if not context.variant:
            for value in self._given(schema, context):
                yield value, True
        if schema.level.allowed.only_null:
            yield None, True
            return
        # Alternatives may differ only in an optional property.
        if schema.level.values and schema.choices:
            yield from self._build(schema, context)
        states = [context, context.with_optional(minimal=not context.minimal)]
        if (
            not context.variant
            and context.depth < 3
            and (schema.choices or any(True for _ in schema.level.each("not")))
        ):
            # Or in a value other than the default choice.
            states += [context.varied(shift) for shift in range(1, 4)]
        for state in states:
            if not schema.choices:
                yield from self._build(schema, state)
            else:
                yield from islice(self._choose(schema, schema.choices, state, 1), state.trials)

    def _choose(
        self,
        schema: ValueSchema,
        choices: Sequence[SchemaOptions],
        context: ValueContext,
        depth: int,
    ) -> Iterator[Trial]:
        """Values for each combination of options, including nested choices."""
        # At first, a share of the trials for each, so that one cannot take all of them.
        share = max(1, context.trials // 4)
        combinations = product(*(self._order(choice.options, context) for choice in choices))
        trials = [
            self._with_options(schema, options, choices, context, depth)
            for options in islice(combinations, context.trials)
        ]
        for each in trials:
            yield from islice(each, share)
        yield from chain(*trials)

    def _with_options(
        self,
        schema: ValueSchema,
        options: Sequence[Pointers],
        choices: Sequence[SchemaOptions],
        context: ValueContext,
        depth: int,
    ) -> Iterator[Trial]:
        added = tuple(pointer for option in options for pointer in option)
        chosen = self._schema((*schema.pointers, *added))
        inner = [
            choice
            for choice in chosen.choices
            if not any(option and {*option} <= {*chosen.pointers} for option in choice.options)
            and choice not in choices
        ]
        if inner and depth < 6:
            yield from self._choose(chosen, inner, context, depth + 1)
        else:
            yield from self._build(chosen, context)

    def _order(self, options: Sequence[Pointers], context: ValueContext) -> Sequence[Pointers]:
        """*options*; inside a recursion, those that end it come first."""
        if not context.rounds:
            return options
        reachable = self.registry.graph.reachable

        def leads_inside(option: Pointers) -> bool:
            return any(not context.trail.isdisjoint(reachable(pointer)) for pointer in option)

        return sorted(options, key=leads_inside)

    def _given(self, schema: ValueSchema, context: ValueContext) -> Iterator[Any]:
        """Examples and defaults in the document.

        ``x-default`` is the initial value of forms, so it comes first.
        """
        for pointer in schema.pointers:
            level = self.reader.level(pointer)
            if "object" in level.types and context.minimal and not context.stated:
                continue
            values = [*level.given("x-default")]
            for examples in level.given("examples"):
                values += as_list(examples)
            # An empty object says nothing about the properties, and null is what one omits a whole
            # body or parameter for.
            nothing: list[Any] = [{}, None] if context.depth == 0 else [{}]
            values += [default for default in level.given("default") if default not in nothing]
            for value in values:
                yield self._stripped(value, schema.pointers, context.direction)

    def _stripped(self, value: Any, pointers: Pointers, direction: Direction) -> Any:
        """*value* without the properties that are not sent in *direction*."""
        if direction is Direction.BOTH or not isinstance(value, dict | list) or not value:
            return value
        schema = self._schema(pointers)
        if isinstance(value, list):
            items = schema.level.children("items")
            return [self._stripped(item, items, direction) for item in value] if items else value
        waived = {name for pointer in pointers for name in self.checker.waived(pointer, direction)}
        properties = schema.level.properties
        return {
            name: self._stripped(item, properties[name], direction) if name in properties else item
            for name, item in value.items()
            if name not in waived
        }

    def _build(self, schema: ValueSchema, context: ValueContext) -> Iterator[Trial]:
        """Values of each allowed type, without alternatives."""
        values = self._typed(schema, context)
        while True:
            self._flaws.append(False)
            value = next(values, _END)
            flawed = self._flaws.pop()
            if value is _END:
                return
            yield value, not flawed

    def part(self, pointers: Pointers, context: ValueContext) -> Any:
        """A required part of the value being built: if it is invalid, so is the whole."""
        value, fits = self.judged(pointers, context)
        if not fits:
            self._flaws[-1] = True
        return value

    def _typed(self, schema: ValueSchema, context: ValueContext) -> Iterator[Any]:
        allowed = schema.level.values
        if allowed:
            allowed = [value for value in allowed if value is not None] or allowed
            shift = context.variant % len(allowed)
            yield from islice(allowed[shift:] + allowed[:shift], _MOST_VALUES)
            return
        for name in schema.types or ("any",):
            if name == "object":
                yield self._objects.make(schema, context)
            elif name == "array":
                yield self._array(schema, context)
            elif name in ("integer", "number"):
                yield self._number(schema, context, whole=name == "integer")
            elif name == "boolean":
                yield context.variant % 2 == 0
                yield context.variant % 2 != 0
            elif name == "string":
                yield make_text(
                    context.name,
                    schema.level.texts("format"),
                    schema.level.texts("pattern"),
                    schema.level.least("minLength"),
                    schema.level.limit("maxLength"),
                    context.variant,
                )
            else:
                yield from self._anything(schema, context)

    def _anything(self, schema: ValueSchema, context: ValueContext) -> Iterator[Any]:
        """A value for a schema without a type."""
        if context.depth == 0 and not context.name:
            yield {}
        yield make_text(context.name, schema.level.texts("format"), (), 0, None, context.variant)
        yield {}
        yield []
        yield 1
        yield True

    def _number(self, schema: ValueSchema, context: ValueContext, *, whole: bool) -> float:
        low, high = schema.level.lower, schema.level.upper
        return make_number(
            context.name,
            whole=whole,
            least=None if low is None else low.number,
            most=None if high is None else high.number,
            above=low is not None and low.exclusive,
            under=high is not None and high.exclusive,
            steps=schema.level.steps(),
            variant=context.variant,
        )

    def _array(self, schema: ValueSchema, context: ValueContext) -> list[Any]:
        prefix = schema.level.prefix_items[:MOST_ITEMS]
        items = schema.level.items
        closed = schema.level.closed_items
        least, most = schema.level.least("minItems"), schema.level.limit("maxItems")
        contained = schema.level.contained
        # The item that each of them needs; one for all if there may be no more.
        contains: list[Pointers] = [
            (each.pointer,) for each in contained for _ in range(each.least)
        ]
        if most is not None and len(contains) > most:
            together = tuple(each.pointer for each in contained if each.least)
            contains = [together] * max(each.least for each in contained)
        needed = len(contains)
        wanted = max(least, len(prefix) + needed, 0 if closed else 1)
        if context.depth >= _DEEPEST - 2 or (
            not least and items and self.is_endless(items, context)
        ):
            wanted = least
        count = min(wanted if most is None else min(wanted, most), context.items)
        distinct = schema.level.limit("uniqueItems") is True
        made: list[Any] = []
        first = max(0, min(len(prefix), count - needed))
        for index in range(count):
            pointers = prefix[index] if index < len(prefix) else items
            if first <= index < first + needed:
                if index >= max(least, len(prefix)) and self._are_contained(
                    made, contained, context
                ):
                    break
                pointers = (*pointers, *contains[index - first])
            was_flawed = self._flaws[-1]
            item = self._item(pointers, schema, context, count, made if distinct else ())
            if self._flaws[-1] and index >= max(least, needed):
                # What cannot be valid is better omitted.
                self._flaws[-1] = was_flawed
                break
            made.append(item)
        return made

    def _are_contained(
        self, items: list[Any], contained: Sequence[Contained], context: ValueContext
    ) -> bool:
        """Whether enough of *items* satisfy *contained*: more may be too many."""
        return all(
            sum(self.fits(item, (each.pointer,), context.direction, Leniency.ALL) for item in items)
            >= each.least
            for each in contained
        )

    def _item(
        self,
        pointers: Pointers,
        schema: ValueSchema,
        context: ValueContext,
        count: int,
        others: Sequence[Any],
    ) -> Any:
        """An item of an array of *count*, different from *others*."""
        name = context.name.removesuffix("s")
        if not pointers:
            return f"item {len(others) + 1}" if others else (name or "item")
        for shift in range(2 * len(others) + 2):
            inside = context.inside(
                schema, name, variant=context.variant + shift + len(others), among=count
            )
            value = self.part(pointers, inside)
            if not any(equal(value, other) for other in others):
                break
        return value

    def is_endless(self, pointers: Pointers, context: ValueContext) -> bool:
        """Whether one of the schemas already encloses this position."""
        return any(self.reader.unwrap(pointer).target in context.trail for pointer in pointers)


def _emptiest(schema: ValueSchema) -> Any:
    """Placeholder for an endless value."""
    if schema.level.nullable:
        return None
    for name in schema.types:
        if name == "object":
            return {}
        if name == "array":
            return []
    return None
