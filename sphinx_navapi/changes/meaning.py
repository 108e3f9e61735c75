"""What a schema allows, as a value that equal schemas share, however they are written.

A list of types, alternatives of one type each, values in an ``enum`` or in several ``const``, parts
in an ``allOf`` or beside it: all of these mean the same. So the values of each type are looked at
apart. For each, a schema has some options, and each option some rules that apply together. Schemas
that are equal here have no changes; schemas that are not may still allow the same.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from fractions import Fraction
from itertools import product
from typing import Any, Final, NamedTuple

from sphinx_navapi.changes.scalar_options import BOUNDS, VALUES, Rule, Rules, allows, united
from sphinx_navapi.changes.schema_pairs import ComparedSchema, DocumentSchemas, SchemaPair
from sphinx_navapi.formats.lenient import as_mapping, as_names, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.assertions import BY_KEYWORD, LIMITS
from sphinx_navapi.openapi.schema.composition import Group, Layer
from sphinx_navapi.openapi.schema.json_values import identity, type_of
from sphinx_navapi.openapi.schema.level import Bound, Pointers

#: Of which one applies.
_Options = frozenset[Rules]

_OPEN: Final[_Options] = frozenset({frozenset()})
_NOTHING: Final[_Options] = frozenset()

_BOOLEANS: Final = frozenset(map(identity, (True, False)))

#: Types of values but null; integers are numbers.
_KINDS: Final = ("boolean", "number", "string", "array", "object")

#: The names of numbers in ``type``.
_NAMES: Final = {"number": {"number", "integer"}}

#: Maximum numbers of options of a type, of schemas that are looked at together and in all, and of
#: levels.
_MOST_OPTIONS: Final = 40
_MOST_SCHEMAS: Final = 500
_MOST_IN_ALL: Final = 50_000
_DEEPEST: Final = 60


class _TooComplexError(Exception):
    """The schema has more parts than are worth the time."""


class _Meaning(NamedTuple):
    """:ivar notes: what is said about values, beyond which ones are allowed."""

    notes: Hashable
    options: dict[str, _Options]

    @property
    def key(self) -> Hashable:
        return self.notes, frozenset(self.options.items())


class Meanings(DocumentSchemas):
    """The schemas of one document, and what they mean.

    :param numbers: those of both documents: equal meanings have the same number.
    """

    def __init__(self, document: OpenApiDocument, numbers: dict[Hashable, int]) -> None:
        super().__init__(document)
        self._numbers = numbers
        self._meanings: dict[Pointers, _Meaning | None] = {}
        self._around: list[Pointers] = []
        # The outermost schema on the way that was met again: what is below depends on it.
        self._lowest = 0
        self._count = 0
        self._whole = 0

    def meaning(self, pointers: Pointers) -> Hashable:
        """A value that schemas of both documents share if they mean the same.

        It is their text if they are too complex.
        """
        known = self.known(pointers)
        if known is not None:
            return self._numbered(known)
        return tuple(identity(self.document.at(pointer)) for pointer in pointers)

    def known(self, pointers: Pointers) -> _Meaning | None:
        """The meaning of schemas, unless they are too complex."""
        if pointers not in self._meanings:
            self._whole += self._count
            self._count = 0
            try:
                self.meaning_of(pointers)
            except _TooComplexError:
                self._meanings[pointers] = None
                self._around.clear()
        return self._meanings[pointers]

    def _numbered(self, meaning: _Meaning) -> int:
        return self._numbers.setdefault(meaning.key, len(self._numbers))

    def number(self, pointers: Pointers) -> int:
        """The number of the meaning of a part.

        :raises _TooComplexError: it has more parts than are worth the time.
        """
        return self._numbered(self.meaning_of(pointers))

    def meaning_of(self, pointers: Pointers) -> _Meaning:
        """The meaning of a part, as in `number`."""
        known = self._meanings.get(pointers)
        if known is not None:
            return known
        level = self.read(pointers).level
        places = tuple(part.unwrapped.target for part in level.parts)
        if places in self._around:
            self._lowest = min(self._lowest, self._around.index(places))
            again = frozenset({frozenset({("again", places)})})
            return _Meaning(_NO_NOTES, dict.fromkeys(("null", *_KINDS), again))
        self._count += 1
        depth = len(self._around)
        most = min(_MOST_SCHEMAS, _MOST_IN_ALL - self._whole)
        if pointers in self._meanings or self._count > most or depth > _DEEPEST:
            raise _TooComplexError
        outer, self._lowest = self._lowest, depth
        self._around.append(places)
        meaning = _LevelMeaning(self, self.read(pointers)).read()
        self._around.pop()
        if self._lowest >= depth:
            self._meanings[pointers] = meaning
        self._lowest = min(outer, self._lowest)
        return meaning


class SchemaSides:
    """The schemas of both documents."""

    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        numbers: dict[Hashable, int] = {}
        self.old = Meanings(old, numbers)
        self.new = Meanings(new, numbers)

    def mean_same(self, pair: SchemaPair) -> bool:
        """Whether both schemas certainly mean the same."""
        old = self.old.meaning(pair.old)
        # Of one that is too complex, the text refers to schemas that may have changed.
        return isinstance(old, int) and old == self.new.meaning(pair.new)

    def loses_nothing(self, pair: SchemaPair) -> bool:
        """Whether clients do not notice: what they send is allowed, and what they get is known."""
        meanings = (self.old.known(pair.old), self.new.known(pair.new))
        before, after = meanings if pair.sent else reversed(meanings)
        return before is not None and after is not None and _includes(after, before)

    def pair(self, old: Iterable[str], new: Iterable[str], *, sent: bool) -> SchemaPair:
        """The pair of the schemas at these pointers, references followed."""
        return SchemaPair(
            tuple(dict.fromkeys(map(self.old.target, old))),
            tuple(dict.fromkeys(map(self.new.target, new))),
            sent,
        )


class _LevelMeaning:
    """The meaning of one level."""

    def __init__(self, schemas: Meanings, schema: ComparedSchema) -> None:
        self.schemas = schemas
        self.schema = schema
        self.level = schema.level

    def read(self) -> _Meaning:
        kinds = _KINDS if self.level.conflict is None else ()
        options = {kind: self._options(kind) for kind in kinds}
        if self.level.allowed.null:
            options["null"] = _OPEN
        return _Meaning(self._notes(), {kind: each for kind, each in options.items() if each})

    def _notes(self) -> Hashable:
        level = self.level
        flags = (each for each in ("deprecated", "readOnly", "writeOnly") if level.flag(each))
        discriminator = as_mapping(level.first("discriminator"))
        values = as_mapping(discriminator.get("mapping"))
        return (
            *flags,
            *map(identity, [*level.given("default")][:1]),
            as_text(discriminator.get("propertyName")),
            frozenset((name, identity(target)) for name, target in values.items()),
        )

    def _options(self, kind: str) -> _Options:
        level = self.level
        types = level.declared
        if types is not None and types.isdisjoint(_NAMES.get(kind, {kind})):
            return _NOTHING
        rules = {*self._rules(kind)}
        if kind == "number" and types is not None and "number" not in types:
            rules.add(("multipleOf", 1))
        options = _settled(kind, [frozenset(rules)])
        for layer in level.layers:
            for each in self._choices(kind, layer):
                options = _both(kind, options, each)
        return options

    # -- rules of a type ----------------------------------------------------------------------

    def _rules(self, kind: str) -> Iterator[Rule]:
        level = self.level
        if level.values is not None:
            allowed = self.schema.values or []
            yield VALUES, frozenset(identity(each) for each in allowed if _kind(each) == kind)
        elif kind == "boolean":
            yield VALUES, _BOOLEANS
        for values in level.each("x-extensible-enum"):
            yield "x-extensible-enum", identity(values)
        for keyword, limit in level.limits:
            if BY_KEYWORD[keyword].type == kind:
                yield keyword, limit
        texts = ("format", "contentMediaType", "contentEncoding") if kind == "string" else ()
        for keyword in ("format",) if kind == "number" else texts:
            for text in level.texts(keyword):
                yield keyword, text
        if kind == "array":
            yield from self._of_array()
        elif kind == "object":
            yield from self._of_object()
        elif kind == "string":
            yield from self._each_part("contentSchema")

    def _number(self, *pointers: str) -> int:
        return self.schemas.number(pointers)

    def _each_part(self, keyword: str) -> Iterator[Rule]:
        for place in self.level.children(keyword):
            yield keyword, self._number(place)

    def _of_array(self) -> Iterator[Rule]:
        level = self.level
        for index, pointers in enumerate((*level.prefix_items, level.items)):
            meaning = self.schemas.meaning_of(pointers) if pointers else None
            if meaning is not None:
                keyword = "prefixItems" if index < len(level.prefix_items) else "items"
                yield keyword, index, self._number(*pointers)
                if not meaning.options:
                    yield "maxItems", index
        if level.closed_items:
            yield "maxItems", len(level.prefix_items)
        for each in level.contained:
            yield "contains", self._number(each.pointer), each.least, each.most
        yield from self._each_part("unevaluatedItems")

    def _of_object(self) -> Iterator[Rule]:
        schema, level = self.schema, self.level
        for name, pointers in schema.properties.items():
            yield "properties", name, self._number(*pointers)
            if not self.schemas.meaning_of(pointers).options:
                yield "absent", name
        for pattern, pointers in level.patterns.items():
            yield "patternProperties", pattern, self._number(*pointers)
        for name in schema.required:
            yield "required", name
        for rest in level.rests:
            if rest.schema not in (True, {}):
                known = {name for layer in rest.known for name in _described(layer)}
                is_whole = rest.sure and known == {*level.properties, *level.patterns}
                yield (
                    "additionalProperties", self._number(rest.place), rest.sure,
                    None if is_whole else frozenset(known),
                )  # fmt: skip
        yield from self._each_part("propertyNames")
        for layer in level.layers:
            for name, needed in as_mapping(layer.keywords.get("dependentRequired")).items():
                for other in as_names(needed):
                    yield "dependentSchemas", name, ("required", other)
            for name in as_mapping(layer.keywords.get("dependentSchemas")):
                options = self._at(layer, "dependentSchemas", name).options.get("object", _NOTHING)
                yield from _dependent(name, options)

    # -- schemas for the same value -----------------------------------------------------------

    def _at(self, layer: Layer, *keys: str) -> _Meaning:
        return self.schemas.meaning_of((below(layer.pointer, *keys),))

    def _choices(self, kind: str, layer: Layer) -> Iterator[_Options]:
        """The options for each keyword of *layer* with schemas that apply in some way."""
        keywords = layer.keywords
        for group in layer.groups():
            yield self._group(kind, group)
        if isinstance(keywords.get("not"), dict | bool):
            yield _negated(self._at(layer, "not").options.get(kind, _NOTHING))
        if not isinstance(keywords.get("if"), dict | bool):
            return
        condition = self._at(layer, "if").options.get(kind, _NOTHING)
        then, otherwise = (
            self._at(layer, keyword).options.get(kind, _NOTHING)
            if isinstance(keywords.get(keyword), dict | bool)
            else _OPEN
            for keyword in ("then", "else")
        )
        if condition in (_OPEN, _NOTHING):
            yield then if condition else otherwise
        elif then != otherwise:
            yield frozenset({frozenset(_conditional(condition, then, otherwise))})
        else:
            yield then

    def _group(self, kind: str, group: Group) -> _Options:
        members = []
        for place in group.places:
            meaning = self.schemas.meaning_of((place,))
            options = meaning.options.get(kind, _NOTHING)
            if meaning.notes != _NO_NOTES:
                options = frozenset(rules | {("notes", meaning.notes)} for rules in options)
            if options:
                members.append(options)
        if group.keyword == "anyOf" or len(members) < 2:
            return _settled(kind, [rules for options in members for rules in options])
        rules = [each for options in members for each in options]
        if all(len(each) == 1 and next(iter(each))[0] == VALUES for each in rules):
            counted = Counter(value for each in rules for value in _listed(each))
            once = frozenset(value for value, count in counted.items() if count == 1)
            return frozenset({frozenset({(VALUES, once)})}) if once else _NOTHING
        several = frozenset(Counter(members).items())
        return frozenset({frozenset({("oneOf", several)})})


_NO_NOTES: Final[Hashable] = (None, frozenset())


def _described(layer: Layer) -> Iterator[str]:
    for keyword in ("properties", "patternProperties"):
        yield from as_mapping(layer.keywords.get(keyword))


def _kind(value: Any) -> str:
    return "number" if type_of(value) == "integer" else type_of(value)


def _listed(rules: Rules) -> Any:
    return next(iter(rules))[1]


def _dependent(name: Hashable, options: _Options) -> Iterator[Rule]:
    """The rules for objects that have the property *name*."""
    single = next(iter(options)) if len(options) == 1 else None
    for each in (options,) if single is None else single:
        yield "dependentSchemas", name, each


def _conditional(condition: _Options, then: _Options, otherwise: _Options) -> Iterator[Rule]:
    """The rules of an ``if``, which may only ask for a property."""
    rules = next(iter(condition)) if len(condition) == 1 else ()
    if otherwise == _OPEN and len(rules) == 1 and next(iter(rules))[0] == "required":
        yield from _dependent(next(iter(rules))[1], then)
    else:
        yield "if", condition, then, otherwise


def _negated(options: _Options) -> _Options:
    if not options:
        return _OPEN
    return _NOTHING if options == _OPEN else frozenset({frozenset({("not", options)})})


def _both(kind: str, one: _Options, other: _Options) -> _Options:
    if len(one) * len(other) > _MOST_OPTIONS:
        raise _TooComplexError
    return _settled(kind, [first | second for first, second in product(one, other)])


def _settled(kind: str, options: Iterable[Rules]) -> _Options:
    """*options* with rules of the same keyword joined, without those that allow nothing or less."""
    values: dict[Rules, frozenset[Any]] = {}
    settled: set[Rules] = set()
    for rules in options:
        joined = _joined(kind, rules)
        if joined is None:
            continue
        listed = frozenset(rule for rule in joined if rule[0] == VALUES)
        if listed:
            rest = joined - listed
            values[rest] = values.get(rest, frozenset()) | _listed(listed)
        else:
            settled.add(joined)
    if kind in BOUNDS:
        settled, plain = united(kind, settled, values.pop(frozenset(), frozenset()))
        if plain:
            values[frozenset()] = plain
    settled |= {rest | {(VALUES, listed)} for rest, listed in values.items()}
    if len(settled) > _MOST_OPTIONS:
        raise _TooComplexError
    if kind in ("array", "object"):
        # Their parts are worth telling, even if another option allows everything.
        return frozenset(settled)
    return frozenset(
        one
        for one in settled
        if not any(other != one and _joined(kind, one | other) == one for other in settled)
    )


def _joined(kind: str, rules: Rules, *, fewest: bool = True) -> Rules | None:
    """*rules* with those of the same keyword joined; ``None`` if they allow nothing.

    :param fewest: without superfluous conditions.
    """
    by_keyword: dict[str, list[Any]] = {}
    kept = set()
    for rule in rules:
        keyword = str(rule[0])
        if keyword == VALUES or keyword in BY_KEYWORD:
            by_keyword.setdefault(keyword, []).append(rule[1])
        else:
            kept.add(rule)
    values = by_keyword.pop(VALUES, None)
    limits = {
        (keyword, limit)
        for keyword, each in by_keyword.items()
        for limit in BY_KEYWORD[keyword].joined(each)
        if limit is not None
    }
    if values is not None:
        listed = frozenset.intersection(*values)
        if kind in ("number", "string"):
            listed = frozenset(
                value
                for value in listed
                if all(BY_KEYWORD[keyword].allows(value, limit) for keyword, limit in limits)
            )
            limits = set()
        return frozenset({*limits, *kept, (VALUES, listed)}) if listed else None
    if kind == "number":
        limits = _of_numbers(dict(limits))
    bounds = dict(limits)
    kept -= {rule for rule in kept if _is_beyond(rule, bounds.get("maxItems"))}
    if bounds.get("maxItems", 2) < 2:
        limits -= {("uniqueItems", True)}
    needed = sum(rule[0] == "required" for rule in kept)
    if 0 < bounds.get("minProperties", 0) <= needed:
        limits -= {("minProperties", bounds["minProperties"])}
    if fewest:
        kept = _without_superfluous(kind, frozenset(limits), kept)
    low, high = LIMITS.get(kind, ("minimum", "maximum"))
    if low in bounds and high in bounds and bounds[low] > bounds[high]:
        return None
    return frozenset(limits | kept)


#: Keywords of rules that others may make superfluous.
_CONDITIONS: Final = frozenset({"dependentSchemas", "if", "not", "contains"})


#: Those of rules about what others do not describe.
_OF_OTHERS: Final = frozenset({"additionalProperties", "unevaluatedItems"})


def _without_superfluous(
    kind: str, limits: frozenset[Rule], kept: set[tuple[Any, ...]]
) -> set[tuple[Any, ...]]:
    """*kept* without the conditions that all values satisfy for which the other rules hold."""
    if not any(rule[0] in _CONDITIONS for rule in kept):
        return kept
    for rule in [rule for rule in kept if rule[0] in _CONDITIONS]:
        if _follows(kind, rule, limits | kept - {rule}):
            kept = kept - {rule}
    return kept


def _follows(kind: str, rule: tuple[Any, ...], rules: Rules) -> bool:
    """Whether all values for which *rules* hold certainly satisfy *rule*."""
    if rule in rules:
        return True
    keyword, *arguments = rule
    bounds = frozenset(each for each in rules if each[0] in BY_KEYWORD)
    if keyword in BY_KEYWORD:
        return _joined(kind, bounds | {rule}, fewest=False) == bounds
    limits: dict[Any, Any] = dict(bounds)
    if keyword == "dependentSchemas":
        name, needed = arguments
        within = rules | {("required", name)}
        if ("absent", name) in rules:
            return True
        if isinstance(needed, tuple):
            return _follows(kind, needed, within)
        return _any_follows(kind, needed, within)
    if keyword == "if":
        condition, *branches = arguments
        if _any_follows(kind, condition, rules):
            return _any_follows(kind, branches[0], rules)
        if all(_joined(kind, rules | option, fewest=False) is None for option in condition):
            return _any_follows(kind, branches[1], rules)
        return all(_any_follows(kind, branch, rules) for branch in branches)
    if keyword == "not":
        return all(_joined(kind, rules | option, fewest=False) is None for option in arguments[0])
    if keyword == "contains":
        number, least, most = arguments
        fewest = limits.get("minItems", 0) if ("items", 0, number) in rules else 0
        return least <= fewest and (most is None or most >= limits.get("maxItems", math.inf))
    return False


def _any_follows(kind: str, options: _Options, rules: Rules) -> bool:
    return any(_all_follow(kind, option, rules) for option in options)


def _all_follow(kind: str, option: Rules, rules: Rules) -> bool:
    if option == rules:
        return True
    for rule in option:
        if rule[0] in _OF_OTHERS:
            is_sure = rule[0] == "additionalProperties" and rule[2]
            if not is_sure or _parts_of(option) != _parts_of(rules):
                return False
    return all(_follows(kind, rule, rules) for rule in option)


def _parts_of(rules: Rules) -> frozenset[Rule]:
    return frozenset(rule[:2] for rule in rules if rule[0] in ("properties", "patternProperties"))


def _includes(one: _Meaning, other: _Meaning) -> bool:
    """Whether *one* certainly allows all values of *other*."""
    return all(
        all(_is_covered(kind, option, one.options.get(kind, _NOTHING)) for option in options)
        for kind, options in other.options.items()
    )


def _is_covered(kind: str, option: Rules, options: _Options) -> bool:
    listed = next((rule[1] for rule in option if rule[0] == VALUES), None)
    if isinstance(listed, frozenset) and kind in BOUNDS:
        return all(any(allows(each, value) for each in options) for value in listed)
    return _any_follows(kind, options, option)


def _is_beyond(rule: tuple[Any, ...], most: int | None) -> bool:
    """Whether *rule* is about items of an array that cannot exist."""
    return most is not None and rule[0] in ("prefixItems", "items") and rule[1] >= most


def _of_numbers(limits: dict[str, Any]) -> set[tuple[str, Any]]:
    """*limits* of numbers, with one bound on each side: that of multiples is one of them."""
    step = limits.get("multipleOf")
    rules = set() if step is None else {("multipleOf", step)}
    for inclusive, exclusive, sign in (
        ("minimum", "exclusiveMinimum", 1),
        ("maximum", "exclusiveMaximum", -1),
    ):
        bounds = [
            tightest(Bound(limits[keyword], keyword == exclusive), step, sign)
            for keyword in (inclusive, exclusive)
            if keyword in limits
        ]
        if bounds:
            number, is_exclusive = max(bounds)
            rules.add((exclusive if is_exclusive else inclusive, sign * number))
    return rules


def tightest(bound: Bound | None, step: float | None, sign: int) -> tuple[Fraction | float, bool]:
    """*bound* as a sort key: more is tighter. Of multiples of *step*, it is one of them.

    :param sign: 1 for a lower bound, -1 for an upper one.
    """
    if bound is None:
        return -math.inf, False
    number = sign * Fraction(str(bound.number))
    if step is None:
        return number, bound.exclusive
    unit = Fraction(str(step))
    times = math.ceil(number / unit)
    return unit * (times + 1 if bound.exclusive and times * unit == number else times), False
