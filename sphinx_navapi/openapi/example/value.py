"""Values made from schemas.

A value is built to satisfy all that is asked (`Need`), then held against the
schemas; where it fails, other alternatives are tried, then fewer optional
properties. What cannot be satisfied still gives a value of the right shape.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice, product
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_names, as_number, as_text, below
from sphinx_navapi.openapi.example.constraints import Need, Pointers, SchemaOptions, read_need
from sphinx_navapi.openapi.example.scalars import make_number, make_text
from sphinx_navapi.openapi.example.value_context import MOST_ITEMS, Situation
from sphinx_navapi.openapi.schema.check import SchemaChecker, equal
from sphinx_navapi.openapi.schema.level import component_name, owner_of
from sphinx_navapi.openapi.schema.pattern import matches
from sphinx_navapi.openapi.schema.schema import SchemaBook
from sphinx_navapi.openapi.view import Direction

#: Below so many objects only what is required is written, and one level above it, of
#: the optional properties, only plain values.
_OPTIONAL_DEPTH = 3

#: Objects and arrays inside each other, at most.
_DEEPEST = 24

#: How often schemas may stand inside themselves: what is required may be endless.
_MOST_ROUNDS = 3

#: Values of an ``enum`` that are tried.
_MOST_VALUES = 64

#: Properties that are made up to reach a least number of them, at most.
_MOST_NAMES = 40

#: Values in one example, at most; a part at depth n may have a 2ⁿth of it.
_LARGEST = 40_000

#: A value and whether all of its parts fit.
Trial = tuple[Any, bool]

_END = object()

_SCALARS = frozenset({"string", "integer", "number", "boolean"})


class ValueMaker:
    """Makes values for the schemas of one document, memoised."""

    def __init__(self, book: SchemaBook) -> None:
        self.book = book
        self.reader = book.reader
        self.checker = SchemaChecker(book.reader)
        self._needs: dict[Pointers, Need] = {}
        self._values: dict[tuple[Any, ...], tuple[Any, bool]] = {}
        # Of each value that is being built: whether a part of it does not fit.
        self._flaws: list[bool] = []
        # By identity, of values that are kept for good.
        self._sizes: dict[int, int] = {}

    def value(self, pointers: Pointers, situation: Situation) -> Any:
        """A value for the schemas at *pointers*. It is shared: not to be changed."""
        return self._judged(pointers, situation)[0]

    def _judged(self, pointers: Pointers, situation: Situation) -> tuple[Any, bool]:
        """The value, and whether it satisfies the schemas (``oneOf`` read leniently)."""
        near: frozenset[str] = frozenset()
        if situation.trail:
            for pointer in pointers:
                owner = owner_of(self.reader.unwrap(pointer).target)
                reach = self.book.graph.reachable(owner)
                near |= {
                    passed
                    for passed in situation.trail
                    if passed in reach or owner_of(passed) in reach
                }
        key = (
            pointers,
            situation.direction,
            situation.minimal,
            situation.name,
            situation.depth,
            situation.objects,
            situation.variant,
            situation.items,
            situation.rounds,
            near,
        )
        if key not in self._values:
            made, fits = self._make(self._need(pointers), situation)
            if isinstance(made, dict | list):
                made = self._bounded(made, pointers, situation)
            self._values[key] = (made, fits)
        return self._values[key]

    def _bounded(self, value: Any, pointers: Pointers, situation: Situation) -> Any:
        """*value*, or less where it holds too much.

        What refers to two others, each of which refers to two others, and so on, is
        small in memory, where equal parts are shared, and endless when written out.
        """
        limit = _LARGEST >> situation.depth
        size = self._size(value)
        if size > limit and not situation.minimal:
            value = self.value(pointers, situation.with_optional(minimal=True))
            size = self._size(value)
        if size > limit:
            value, size = _emptiest(self._need(pointers)), 1
        self._sizes[id(value)] = size
        return value

    def _size(self, value: Any) -> int:
        """How many values *value* holds; parts that were made here are measured already."""
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

    def _need(self, pointers: Pointers) -> Need:
        need = self._needs.get(pointers)
        if need is None:
            need = self._needs[pointers] = read_need(self.reader, pointers)
        return need

    def _make(self, need: Need, situation: Situation) -> tuple[Any, bool]:
        if situation.depth > _DEEPEST or situation.rounds > _MOST_ROUNDS:
            return _emptiest(need), False
        tried: list[Trial] = []
        for value, sound in self._trials(need, situation):
            if sound and self.fits(value, need.pointers, situation.direction):
                return value, True
            tried.append((value, sound))
        for value, sound in tried:
            if sound and self.fits(value, need.pointers, situation.direction, lenient=True):
                return value, True
        if need.nullable and self.fits(None, need.pointers, situation.direction):
            return None, True
        return (tried[0][0] if tried else None), False

    def _trials(self, need: Need, situation: Situation) -> Iterator[Trial]:
        if not situation.variant:
            for given in self._given(need, situation):
                yield given, True
        if need.only_null:
            yield None, True
            return
        # An alternative may be told from the others by an optional property only.
        if need.allowed_values() is not None and need.choices:
            yield from self._build(need, situation)
        states = [situation, situation.with_optional(minimal=not situation.minimal)]
        if (
            not situation.variant
            and situation.depth < 3
            and (need.choices or "not" in need.keywords)
        ):
            # Or by another value than the first that comes to mind.
            states += [situation.varied(shift) for shift in range(1, 4)]
        for state in states:
            if not need.choices:
                yield from self._build(need, state)
            else:
                yield from islice(self._choose(need, need.choices, state, 1), state.trials)

    def _choose(
        self, need: Need, choices: Sequence[SchemaOptions], situation: Situation, depth: int
    ) -> Iterator[Trial]:
        """Values for each combination of options; what these leave open is chosen as well."""
        for options in product(*(self._order(choice.options, situation) for choice in choices)):
            added = tuple(pointer for option in options for pointer in option)
            chosen = self._need((*need.pointers, *added))
            inner = [
                choice
                for choice in chosen.choices
                if not any(option and {*option} <= {*chosen.pointers} for option in choice.options)
                and choice not in choices
            ]
            if inner and depth < 6:
                yield from self._choose(chosen, inner, situation, depth + 1)
            else:
                yield from self._build(chosen, situation)

    def _order(self, options: Sequence[Pointers], situation: Situation) -> Sequence[Pointers]:
        """*options*, inside itself those first that do not lead further inside."""
        if not situation.rounds:
            return options
        reachable = self.book.graph.reachable

        def leads_inside(option: Pointers) -> bool:
            return any(not situation.trail.isdisjoint(reachable(pointer)) for pointer in option)

        return sorted(options, key=leads_inside)

    def _given(self, need: Need, situation: Situation) -> Iterator[Any]:
        """What the document gives as an example or a default."""
        for facts in need.facts:
            is_object = "object" in facts.types
            if is_object and situation.minimal:
                continue
            mappings = facts.own if is_object else facts.mappings
            for mapping in mappings:
                examples = list(as_list(mapping.get("examples")))
                if "example" in mapping:
                    examples.insert(0, mapping["example"])
                for example in examples:
                    if example is not None:
                        yield self._stripped(example, need.pointers, situation.direction)
            for mapping in mappings:
                default = mapping.get("default")
                if default not in (None, "", [], {}):
                    yield self._stripped(default, need.pointers, situation.direction)

    def _stripped(self, value: Any, pointers: Pointers, direction: Direction) -> Any:
        """*value* without the properties that do not travel in *direction*."""
        if direction is Direction.BOTH or not isinstance(value, dict | list) or not value:
            return value
        need = self._need(pointers)
        if isinstance(value, list):
            items = need.children("items")
            return [self._stripped(item, items, direction) for item in value] if items else value
        waived = {name for pointer in pointers for name in self.checker.waived(pointer, direction)}
        properties = need.named_children("properties")
        return {
            name: self._stripped(item, properties[name], direction) if name in properties else item
            for name, item in value.items()
            if name not in waived
        }

    def _build(self, need: Need, situation: Situation) -> Iterator[Trial]:
        """Values of each allowed type, alternatives left aside."""
        values = self._typed(need, situation)
        while True:
            self._flaws.append(False)
            value = next(values, _END)
            flawed = self._flaws.pop()
            if value is _END:
                return
            yield value, not flawed

    def _part(self, pointers: Pointers, situation: Situation) -> Any:
        """A required part of what is being built: where it does not fit, the whole does not."""
        value, fits = self._judged(pointers, situation)
        if not fits:
            self._flaws[-1] = True
        return value

    def _typed(self, need: Need, situation: Situation) -> Iterator[Any]:
        allowed = need.allowed_values()
        if allowed is not None:
            allowed = [value for value in allowed if value is not None] or allowed
            shift = situation.variant % len(allowed)
            yield from islice(allowed[shift:] + allowed[:shift], _MOST_VALUES)
            return
        for name in need.types or ("any",):
            if name == "object":
                yield self._object(need, situation)
            elif name == "array":
                yield self._array(need, situation)
            elif name in ("integer", "number"):
                yield self._number(need, situation, whole=name == "integer")
            elif name == "boolean":
                yield situation.variant % 2 == 0
                yield situation.variant % 2 != 0
            elif name == "string":
                yield make_text(
                    situation.name,
                    need.texts("format"),
                    need.texts("pattern"),
                    need.least("minLength"),
                    need.most("maxLength"),
                    situation.variant,
                )
            else:
                yield from self._anything(need, situation)

    def _anything(self, need: Need, situation: Situation) -> Iterator[Any]:
        """A value for a schema that names no type."""
        if situation.depth == 0 and not situation.name:
            yield {}
        yield make_text(situation.name, need.texts("format"), (), 0, None, situation.variant)
        yield {}
        yield []
        yield 1
        yield True

    def _number(self, need: Need, situation: Situation, *, whole: bool) -> float:
        least, above = need.bound("minimum", "exclusiveMinimum", lower=True)
        most, under = need.bound("maximum", "exclusiveMaximum", lower=False)
        steps = [as_number(value) for value in need.values("multipleOf")]
        return make_number(
            situation.name,
            whole=whole,
            least=least,
            most=most,
            above=above,
            under=under,
            steps=[step for step in steps if step is not None and step > 0],
            variant=situation.variant,
        )

    def _array(self, need: Need, situation: Situation) -> list[Any]:
        prefix = self._prefix(need)
        items = need.children("items")
        closed = any(value is False for value in need.values("items"))
        least, most = need.least("minItems"), need.most("maxItems")
        contains = need.children("contains")
        needed = need.least("minContains") if any(True for _ in need.values("minContains")) else 1
        wanted = max(least, len(prefix), needed if contains else 0, 0 if closed else 1)
        if situation.depth >= _DEEPEST - 2 or (
            not least and items and self._is_endless(items, situation)
        ):
            wanted = least
        count = min(wanted if most is None else min(wanted, most), situation.items)
        distinct = any(value is True for value in need.values("uniqueItems"))
        found: list[Any] = []
        for index in range(count):
            if index < len(prefix):
                pointers = prefix[index]
            elif contains and index < len(prefix) + needed:
                pointers = (*items, *contains)
            else:
                pointers = items
            found.append(self._item(pointers, need, situation, count, found if distinct else ()))
        return found

    def _item(
        self,
        pointers: Pointers,
        need: Need,
        situation: Situation,
        count: int,
        others: Sequence[Any],
    ) -> Any:
        """An item of an array of *count*, unlike *others*."""
        name = situation.name.removesuffix("s")
        if not pointers:
            return f"item {len(others) + 1}" if others else (name or "item")
        for shift in range(2 * len(others) + 2):
            inside = situation.inside(
                need, name, variant=situation.variant + shift + len(others), among=count
            )
            value = self._part(pointers, inside)
            if not any(equal(value, other) for other in others):
                break
        return value

    def _prefix(self, need: Need) -> list[Pointers]:
        found: list[Pointers] = []
        for layer in need.layers:
            keyword = "prefixItems" if as_list(layer.keywords.get("prefixItems")) else "items"
            for index in range(len(as_list(layer.keywords.get(keyword)))):
                if index == len(found):
                    found.append(())
                found[index] = (*found[index], below(layer.pointer, keyword, index))
        return found[:MOST_ITEMS]

    def _is_endless(self, pointers: Pointers, situation: Situation) -> bool:
        """Whether one of the schemas stands around the place already."""
        return any(self.reader.unwrap(pointer).target in situation.trail for pointer in pointers)

    def _object(self, need: Need, situation: Situation) -> dict[str, Any]:
        value: dict[str, Any] = {}
        described = need.named_children("properties")
        patterns = need.named_children("patternProperties")
        waived = {
            name
            for pointer in need.pointers
            for name in self.checker.waived(pointer, situation.direction)
        }
        required = [name for name in need.required() if name not in waived]
        most = need.most("maxProperties")
        free = [name for name in described if name not in required and name not in waived]
        if most is not None:
            free = free[: max(0, most - len(required))]
        wanted = set(required) | set(free)
        for name in (*described, *(name for name in required if name not in described)):
            if name not in wanted:
                continue
            pointers = described.get(name, ())
            for pattern, more in patterns.items():
                if matches(pattern, name):
                    pointers = (*pointers, *more)
            pointers = pointers or need.children("additionalProperties")
            if name in required:
                value[name] = self._property(name, pointers, need, situation)
            elif self._is_welcome(pointers, situation):
                made, fits = self._judged(pointers, situation.inside(need, name))
                # What contradicts itself is better left out.
                if fits:
                    value[name] = made
        self._complete(value, need, situation, described, patterns, waived)
        self._discriminate(value, need, described)
        return value

    def _is_welcome(self, pointers: Pointers, situation: Situation) -> bool:
        """Whether an optional property is written."""
        if situation.minimal or situation.objects >= _OPTIONAL_DEPTH:
            return False
        if any(self.reader.unwrap(pointer).value is False for pointer in pointers):
            return False
        if self._is_endless(pointers, situation):
            return False
        if any(
            mapping.get("deprecated") is True
            for pointer in pointers
            for mapping in self.reader.facts(pointer).own
        ):
            return False
        if situation.objects < _OPTIONAL_DEPTH - 1:
            return True
        return all(set(self.reader.facts(pointer).types) <= _SCALARS for pointer in pointers)

    def _property(self, name: str, pointers: Pointers, need: Need, situation: Situation) -> Any:
        if not pointers:
            return make_text(name, (), (), 0, None, situation.variant)
        return self._part(pointers, situation.inside(need, name))

    def _complete(
        self,
        value: dict[str, Any],
        need: Need,
        situation: Situation,
        described: Mapping[str, Pointers],
        patterns: Mapping[str, Pointers],
        waived: set[str],
    ) -> None:
        """Add what depends on other properties, and enough properties for their least number."""
        for keyword in ("dependentRequired", "dependencies"):
            for rules in need.values(keyword):
                for name, needed in as_mapping(rules).items():
                    for other in as_names(needed) if name in value else ():
                        if other not in value and other not in waived:
                            pointers = described.get(other, ())
                            value[other] = self._property(other, pointers, need, situation)
        least = min(need.least("minProperties"), _MOST_NAMES)
        for name, pointers in described.items():
            if len(value) < least and name not in value and name not in waived:
                value[name] = self._property(name, pointers, need, situation)
        additional = need.children("additionalProperties")
        shown = 0 if described or situation.minimal else 1
        wanted = max(least, shown if additional or patterns else 0)
        if self._is_endless(additional, situation):
            wanted = least
        for index in range(2 * _MOST_NAMES):
            if len(value) >= wanted:
                break
            name, pointers = self._new_name(need, situation, index, patterns)
            if name in value:
                continue
            if not pointers:
                if need.forbids_more():
                    break
                pointers = additional
            value[name] = self._property(name, pointers, need, situation)

    def _new_name(
        self, need: Need, situation: Situation, index: int, patterns: Mapping[str, Pointers]
    ) -> tuple[str, Pointers]:
        """A name for an additional property, and the schemas that its pattern brings."""
        names = need.children("propertyNames")
        if names:
            inner = situation.inside(need, "key", variant=index)
            made = self.value(names, inner)
            if isinstance(made, str):
                return made, tuple(
                    pointer
                    for pattern, more in patterns.items()
                    if matches(pattern, made)
                    for pointer in more
                )
        if patterns:
            by_turn = list(patterns)[index % len(patterns)]
            made = make_text("", (), (by_turn,), 0, None, index // len(patterns))
            return made, patterns[by_turn]
        return ("key" if index == 0 else f"key{index + 1}"), ()

    def _discriminate(
        self, value: dict[str, Any], need: Need, described: Mapping[str, Pointers]
    ) -> None:
        """Write the value that says which of several schemas this is."""
        for layer in need.layers:
            name = as_text(as_mapping(layer.keywords.get("discriminator")).get("propertyName"))
            if name is None or (name not in value and name not in described):
                continue
            for known in self._selected(layer.keywords["discriminator"], need):
                if self.fits(known, described.get(name, ()), Direction.BOTH):
                    value[name] = known
                    break

    def _selected(self, discriminator: Mapping[str, Any], need: Need) -> Iterator[str]:
        mapping = as_mapping(discriminator.get("mapping"))
        # The most specific schema was added last: the option that was chosen.
        for facts in reversed(need.facts):
            target = facts.unwrapped.target
            for selector, named in mapping.items():
                place = self.book.graph.named(named)
                if place is not None and self.reader.unwrap(place).target == target:
                    yield selector
            name = component_name(target)
            if name is not None:
                yield name


def _emptiest(need: Need) -> Any:
    """What stands where a value would be endless."""
    if need.nullable:
        return None
    for name in need.types:
        if name == "object":
            return {}
        if name == "array":
            return []
    return None
