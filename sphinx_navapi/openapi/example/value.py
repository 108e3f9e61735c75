"""Generating values from schemas.

A value is built to satisfy all `Constraints`, then validated against the schemas; if that fails,
other alternatives are tried, then fewer optional properties. If no value is valid, the result still
has the right shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice, product
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_number, below
from sphinx_navapi.openapi.example.constraints import (
    Constraints,
    Pointers,
    SchemaOptions,
    read_constraints,
)
from sphinx_navapi.openapi.example.length import is_longer
from sphinx_navapi.openapi.example.object_value import ObjectMaker
from sphinx_navapi.openapi.example.scalars import make_number, make_text
from sphinx_navapi.openapi.example.value_context import MOST_ITEMS, ValueContext
from sphinx_navapi.openapi.schema.check import SchemaChecker, equal
from sphinx_navapi.openapi.schema.level import component_name, owner_of
from sphinx_navapi.openapi.schema.schema import SchemaBook
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

#: Maximum number of values kept: with all that they are made from, about 30 MB.
_MOST_KEPT = 30_000

_SCALAR = frozenset({"string", "number", "integer", "boolean", "null"})

#: A value, and whether all of its parts are valid.
Trial = tuple[Any, bool]

_END = object()


class ValueMaker:
    """Generates values for the schemas of one document, cached."""

    def __init__(self, book: SchemaBook) -> None:
        self.book = book
        self.reader = book.reader
        self.checker = SchemaChecker(book.reader)
        self._objects = ObjectMaker(book, self.checker, self)
        self._read: dict[Pointers, Constraints] = {}
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
            self._forget()
        pointers = tuple(map(self._named, pointers))
        near: frozenset[str] = frozenset()
        if context.trail:
            for pointer in pointers:
                owner = owner_of(self.reader.unwrap(pointer).target)
                reach = self.book.graph.reachable(owner)
                near |= {
                    passed
                    for passed in context.trail
                    if passed in reach or owner_of(passed) in reach
                }
        key = (
            pointers,
            context.direction,
            context.minimal,
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
            constraints = self._constraints(pointers)
            # A value without parts costs next to nothing.
            if constraints.choices or not _SCALAR.issuperset(constraints.types):
                return _emptiest(constraints), False
        self._begun.append((self._work, max(_MOST_WORK >> context.depth, _LEAST_WORK)))
        self._work += 1
        made, fits = self._make(self._constraints(pointers), context)
        if isinstance(made, dict | list):
            made = self._bounded(made, pointers, context)
        begun, _limit = self._begun.pop()
        self._values[key] = (made, fits, self._work - begun)
        return made, fits

    def _forget(self) -> None:
        """Clear the cache: adjacent pages share many values, pages far apart only a few."""
        for kept in (self._read, self._components, self._values, self._sizes):
            kept.clear()

    def _named(self, pointer: str) -> str:
        """The component that the schema at *pointer* only refers to, else *pointer*.

        So the target of many properties is read only once.
        """
        found = self._components.get(pointer)
        if found is None:
            schema = self.reader.document.at(pointer)
            # Siblings of the reference may be relevant.
            is_bare = isinstance(schema, dict) and schema.keys() == {"$ref"}
            target = self.reader.unwrap(pointer).target if is_bare else pointer
            found = pointer if component_name(target) is None else target
            self._components[pointer] = found
        return found

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
        return is_longer(limit, pointers, context, self._constraints, self._objects)

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
            value, size = _emptiest(self._constraints(pointers)), 1
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
        self, value: Any, pointers: Pointers, direction: Direction, *, lenient: bool = False
    ) -> bool:
        """Whether *value* satisfies all schemas at *pointers*."""
        return all(
            self.checker.conforms(value, pointer, direction, lenient=lenient)
            for pointer in pointers
        )

    def _constraints(self, pointers: Pointers) -> Constraints:
        constraints = self._read.get(pointers)
        if constraints is None:
            constraints = self._read[pointers] = read_constraints(self.reader, pointers)
        return constraints

    def _make(self, constraints: Constraints, context: ValueContext) -> tuple[Any, bool]:
        if context.depth > _DEEPEST or context.rounds > _MOST_ROUNDS:
            return _emptiest(constraints), False
        tried: list[Trial] = []
        for value, sound in self._trials(constraints, context):
            if sound and self.fits(value, constraints.pointers, context.direction):
                return value, True
            tried.append((value, sound))
        for value, sound in tried:
            if sound and self.fits(value, constraints.pointers, context.direction, lenient=True):
                return value, True
        if constraints.nullable and self.fits(None, constraints.pointers, context.direction):
            return None, True
        return (tried[0][0] if tried else None), False

    def _trials(self, constraints: Constraints, context: ValueContext) -> Iterator[Trial]:
        if not context.variant:
            for given in self._given(constraints, context):
                yield given, True
        if constraints.only_null:
            yield None, True
            return
        # Alternatives may differ only in an optional property.
        if constraints.allowed_values() is not None and constraints.choices:
            yield from self._build(constraints, context)
        states = [context, context.with_optional(minimal=not context.minimal)]
        if (
            not context.variant
            and context.depth < 3
            and (constraints.choices or "not" in constraints.keywords)
        ):
            # Or in a value other than the default choice.
            states += [context.varied(shift) for shift in range(1, 4)]
        for state in states:
            if not constraints.choices:
                yield from self._build(constraints, state)
            else:
                yield from islice(
                    self._choose(constraints, constraints.choices, state, 1), state.trials
                )

    def _choose(
        self,
        constraints: Constraints,
        choices: Sequence[SchemaOptions],
        context: ValueContext,
        depth: int,
    ) -> Iterator[Trial]:
        """Values for each combination of options, including nested choices."""
        for options in product(*(self._order(choice.options, context) for choice in choices)):
            added = tuple(pointer for option in options for pointer in option)
            chosen = self._constraints((*constraints.pointers, *added))
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
        reachable = self.book.graph.reachable

        def leads_inside(option: Pointers) -> bool:
            return any(not context.trail.isdisjoint(reachable(pointer)) for pointer in option)

        return sorted(options, key=leads_inside)

    def _given(self, constraints: Constraints, context: ValueContext) -> Iterator[Any]:
        """Examples and defaults in the document.

        ``x-default`` is the initial value of forms, so it comes first.
        """
        for facts in constraints.facts:
            is_object = "object" in facts.types
            if is_object and context.minimal:
                continue
            mappings = facts.own if is_object else facts.mappings
            for mapping in mappings:
                examples = [mapping[key] for key in ("x-default", "example") if key in mapping]
                examples += as_list(mapping.get("examples"))
                for example in examples:
                    if example is not None:
                        yield self._stripped(example, constraints.pointers, context.direction)
            for mapping in mappings:
                default = mapping.get("default")
                if default not in (None, "", [], {}):
                    yield self._stripped(default, constraints.pointers, context.direction)

    def _stripped(self, value: Any, pointers: Pointers, direction: Direction) -> Any:
        """*value* without the properties that are not sent in *direction*."""
        if direction is Direction.BOTH or not isinstance(value, dict | list) or not value:
            return value
        constraints = self._constraints(pointers)
        if isinstance(value, list):
            items = constraints.children("items")
            return [self._stripped(item, items, direction) for item in value] if items else value
        waived = {name for pointer in pointers for name in self.checker.waived(pointer, direction)}
        properties = constraints.named_children("properties")
        return {
            name: self._stripped(item, properties[name], direction) if name in properties else item
            for name, item in value.items()
            if name not in waived
        }

    def _build(self, constraints: Constraints, context: ValueContext) -> Iterator[Trial]:
        """Values of each allowed type, without alternatives."""
        values = self._typed(constraints, context)
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

    def _typed(self, constraints: Constraints, context: ValueContext) -> Iterator[Any]:
        allowed = constraints.allowed_values()
        if allowed is not None:
            allowed = [value for value in allowed if value is not None] or allowed
            shift = context.variant % len(allowed)
            yield from islice(allowed[shift:] + allowed[:shift], _MOST_VALUES)
            return
        for name in constraints.types or ("any",):
            if name == "object":
                yield self._objects.make(constraints, context)
            elif name == "array":
                yield self._array(constraints, context)
            elif name in ("integer", "number"):
                yield self._number(constraints, context, whole=name == "integer")
            elif name == "boolean":
                yield context.variant % 2 == 0
                yield context.variant % 2 != 0
            elif name == "string":
                yield make_text(
                    context.name,
                    constraints.texts("format"),
                    constraints.texts("pattern"),
                    constraints.least("minLength"),
                    constraints.most("maxLength"),
                    context.variant,
                )
            else:
                yield from self._anything(constraints, context)

    def _anything(self, constraints: Constraints, context: ValueContext) -> Iterator[Any]:
        """A value for a schema without a type."""
        if context.depth == 0 and not context.name:
            yield {}
        yield make_text(context.name, constraints.texts("format"), (), 0, None, context.variant)
        yield {}
        yield []
        yield 1
        yield True

    def _number(self, constraints: Constraints, context: ValueContext, *, whole: bool) -> float:
        least, above = constraints.bound("minimum", "exclusiveMinimum", lower=True)
        most, under = constraints.bound("maximum", "exclusiveMaximum", lower=False)
        steps = [as_number(value) for value in constraints.values("multipleOf")]
        return make_number(
            context.name,
            whole=whole,
            least=least,
            most=most,
            above=above,
            under=under,
            steps=[step for step in steps if step is not None and step > 0],
            variant=context.variant,
        )

    def _array(self, constraints: Constraints, context: ValueContext) -> list[Any]:
        prefix = self._prefix(constraints)
        items = constraints.children("items")
        closed = any(value is False for value in constraints.values("items"))
        least, most = constraints.least("minItems"), constraints.most("maxItems")
        contains = constraints.children("contains")
        needed = (
            constraints.least("minContains")
            if any(True for _ in constraints.values("minContains"))
            else 1
        )
        wanted = max(least, len(prefix), needed if contains else 0, 0 if closed else 1)
        if context.depth >= _DEEPEST - 2 or (
            not least and items and self.is_endless(items, context)
        ):
            wanted = least
        count = min(wanted if most is None else min(wanted, most), context.items)
        distinct = any(value is True for value in constraints.values("uniqueItems"))
        found: list[Any] = []
        for index in range(count):
            if index < len(prefix):
                pointers = prefix[index]
            elif contains and index < len(prefix) + needed:
                pointers = (*items, *contains)
            else:
                pointers = items
            found.append(
                self._item(pointers, constraints, context, count, found if distinct else ())
            )
        return found

    def _item(
        self,
        pointers: Pointers,
        constraints: Constraints,
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
                constraints, name, variant=context.variant + shift + len(others), among=count
            )
            value = self.part(pointers, inside)
            if not any(equal(value, other) for other in others):
                break
        return value

    def _prefix(self, constraints: Constraints) -> list[Pointers]:
        found: list[Pointers] = []
        for layer in constraints.layers:
            keyword = "prefixItems" if as_list(layer.keywords.get("prefixItems")) else "items"
            for index in range(len(as_list(layer.keywords.get(keyword)))):
                if index == len(found):
                    found.append(())
                found[index] = (*found[index], below(layer.pointer, keyword, index))
        return found[:MOST_ITEMS]

    def is_endless(self, pointers: Pointers, context: ValueContext) -> bool:
        """Whether one of the schemas already encloses this position."""
        return any(self.reader.unwrap(pointer).target in context.trail for pointer in pointers)


def _emptiest(constraints: Constraints) -> Any:
    """Placeholder for an endless value."""
    if constraints.nullable:
        return None
    for name in constraints.types:
        if name == "object":
            return {}
        if name == "array":
            return []
    return None
