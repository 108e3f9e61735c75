"""One level of a schema: what all its keywords say together about one value.

All subschemas of an ``allOf`` apply, and the siblings of a ``$ref`` (JSON Schema 2020-12, 10.2.1.1
and 8.2.3.1): assertions are intersected here, and only here. Annotations have a precedence: those
of the schema itself come before those of the schemas that it refers to.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import chain
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.lenient import (
    as_count,
    as_list,
    as_mapping,
    as_names,
    as_text,
    below,
)
from sphinx_navapi.openapi.schema.allowed_types import Allowed, both
from sphinx_navapi.openapi.schema.applicators import schema_keywords
from sphinx_navapi.openapi.schema.assertions import (
    ASSERTIONS,
    BY_KEYWORD,
    COUNTED_ITEMS,
    LIMITS,
    OF_TYPE,
    Assertion,
)
from sphinx_navapi.openapi.schema.composition import Layer, SchemaLayers, Unwrapped
from sphinx_navapi.openapi.schema.json_values import common_types, identity, type_of
from sphinx_navapi.openapi.schema.keywords import (
    WRAPPING,
    allows_all,
    declared_types,
    restricts,
    value_lists,
)
from sphinx_navapi.openapi.schema.pattern import are_apart, matches

#: Schemas that apply to the same value, by pointer.
Pointers = tuple[str, ...]

#: The keyword that forbids a property of another schema, if it is ``false``.
FORBIDDEN: Final = "additionalProperties"
_LEFT: Final = "unevaluatedProperties"

#: Keywords with schemas that may describe further properties of the same object.
_CHANGING: Final = frozenset({"anyOf", "oneOf", "if", "dependentSchemas", "$dynamicRef"})

#: Ends of pointers of schemas that apply to the same value, whether or not it is null.
BRANCHES: Final = ("/if", "/then", "/else")

#: Among the types around a condition: null is allowed beside the schema that has it.
NULL_APART: Final = "null apart"
_NULLS: Final = frozenset({"null", NULL_APART})

#: Display order of types.
_TYPE_ORDER: Final = ("string", "integer", "number", "boolean", "object", "array")


def _for_parts(kind: str) -> tuple[str, ...]:
    inner = schema_keywords(lambda each: each.type == kind and not (each.same or each.left))
    return (*inner, *(each.keyword for each in OF_TYPE[kind]))


#: Types implied by keywords, for schemas without a type.
_IMPLIED: Final = (
    ("object", _for_parts("object")),
    ("array", _for_parts("array")),
    ("string", ("contentEncoding", "contentMediaType", *_for_parts("string"))),
    ("number", _for_parts("number")),
    ("object", ("required", "dependentRequired", "dependentSchemas")),
)

_IMPLIED_BY_FORMAT: Final = {
    "int32": "integer", "int64": "integer", "float": "number", "double": "number",
    "date": "string", "date-time": "string", "time": "string", "duration": "string",
    "email": "string", "uri": "string", "url": "string", "uuid": "string", "hostname": "string",
    "ipv4": "string", "ipv6": "string", "byte": "string", "binary": "string",
    "password": "string",
}  # fmt: skip


_ASSERTING: Final = frozenset({*BY_KEYWORD, "contains"})

#: Formats of which a text has only one.
_APART: Final = frozenset(
    {"date", "date-time", "time", "duration", "email", "uuid", "ipv4", "ipv6"}
)


@dataclass(frozen=True, slots=True)
class Bound:
    """A limit of numbers. :ivar exclusive: the number itself is not allowed."""

    number: float
    exclusive: bool


@dataclass(frozen=True, slots=True)
class SchemaPart:
    """One of the schemas that make up a level. :ivar pointer: where it was requested."""

    pointer: str
    unwrapped: Unwrapped
    layers: SchemaLayers


class Rest(NamedTuple):
    """What a schema says about the properties that it does not describe.

    :ivar place: pointer of the keyword, :ivar schema: its value.
    :ivar known: the layers whose properties are described for it.
    :ivar sure: whether no alternative or condition may describe more.
    """

    place: str
    schema: Mapping[str, Any] | bool
    known: Sequence[Layer]
    sure: bool

    def takes(self, name: str) -> bool:
        """Whether it certainly applies to the property *name*."""
        return self.sure and not any(_describes(layer, name) for layer in self.known)

    def takes_all(self, pattern: str) -> bool:
        """Whether it certainly applies to all that match *pattern*, except for other rows."""
        return self.sure and not any(
            any(not are_apart(pattern, other) for other in _keys(layer, "patternProperties"))
            or (
                self.schema is False
                and any(matches(pattern, name) for name in _keys(layer, "properties"))
            )
            for layer in self.known
        )


def _describes(layer: Layer, name: str) -> bool:
    return name in _keys(layer, "properties") or any(
        matches(pattern, name) for pattern in _keys(layer, "patternProperties")
    )


def _keys(layer: Layer, keyword: str) -> Iterable[str]:
    return as_mapping(layer.keywords.get(keyword))


class Contained(NamedTuple):
    """A ``contains``. :ivar pointer: of its schema, which *least* to *most* items satisfy."""

    pointer: str
    least: int
    most: int | None


class SchemaLevel:
    """The keywords of the schemas at *parts*, which apply to one value.

    :ivar mappings: those with the keywords, by precedence: wrappers, then layers.
    :ivar own: those of them that are not from a component in ``allOf``.
    :ivar layers: in text order; their pointers are the parents of children. *weighted*: by
        precedence.
    :ivar types: without ``null``, in a fixed order; implied ones if there is no type.
    :ivar declared: all that the document sets, ``None`` if it does not; *stated*: whether it does.
    :ivar clashes: whether the declared types have none in common.
    :ivar refusing: pointers of schemas that are ``false``.
    :ivar outer: what the schemas around it say about its properties, if it is an alternative.
    :ivar around: the types of the schema whose value it also applies to, if that has some.
    """

    def __init__(
        self,
        parts: tuple[SchemaPart, ...],
        read_allowed: Callable[[str], Allowed],
        types_of_options: Callable[[SchemaLevel], frozenset[str]],
        outer: Sequence[Rest] = (),
        around: frozenset[str] = frozenset(),
    ) -> None:
        self.parts = parts
        self.outer = outer
        self.around = around
        if len(parts) == 1:
            part = parts[0]
            self.layers: tuple[Layer, ...] = part.layers.layers
            self.merged: tuple[str, ...] = part.layers.merged
            self.unmerged: tuple[str, ...] = part.layers.unmerged
        else:
            self.layers = tuple(layer for part in parts for layer in part.layers.layers)
            self.merged = tuple(
                dict.fromkeys(name for part in parts for name in part.layers.merged)
            )
            self.unmerged = ()
        self.refusing = tuple(
            place
            for part in parts
            for place in (
                *part.layers.refusing,
                *((part.unwrapped.target,) if part.unwrapped.value is False else ()),
            )
        )
        mappings: list[Mapping[str, Any]] = []
        own: list[Mapping[str, Any]] = []
        weighted: list[Layer] = []
        for part in parts:
            layers = part.layers.by_weight()
            weighted += layers
            mappings += part.unwrapped.wrappers
            mappings += [layer.keywords for layer in layers]
            own += part.unwrapped.wrappers
            own += [layer.keywords for layer in layers if layer.component is None]
        self.mappings = tuple(mappings)
        self.own = tuple(own)
        self.weighted = tuple(weighted)
        #: Keywords of its assertions: most levels have none, and are asked often.
        self._asserting = _ASSERTING.intersection(chain.from_iterable(mappings))
        self._read_types(types_of_options)
        self._read_allowed = read_allowed

    def _read_types(self, types_of_options: Callable[[SchemaLevel], frozenset[str]]) -> None:
        named: frozenset[str] | None = None
        self.clashes = False
        for mapping in self.mappings:
            declared = declared_types(mapping)
            if declared and named is None:
                named = declared
            elif declared and named is not None:
                common = common_types(named, declared)
                self.clashes = self.clashes or not common
                named = common or named | declared
        self.declared = named
        self.stated = named is not None
        types = self._implied() if named is None else named - {"null"}
        if named is None and types:
            if any(not common_types(types, {each}) for each in types_of_options(self)):
                # Its keywords are for some of the alternatives.
                types = frozenset()
            elif self.around and not covers(types, self.around):
                # Keywords for some types do not apply to values of others.
                types = self.around - _NULLS
        self.types = tuple(name for name in _TYPE_ORDER if name in types)

    def _implied(self) -> frozenset[str]:
        if self.values:
            return frozenset(map(type_of, self.values)) - {"null"}
        return implied_types(self.mappings)

    @cached_property
    def allowed(self) -> Allowed:
        """The types of its values, those of alternatives and conditions included."""
        parts = [self._read_allowed(part.pointer) for part in self.parts]
        return reduce(both, parts) if parts else Allowed()

    @cached_property
    def nullable(self) -> bool:
        """Whether null is allowed beside *types*, and the document says so."""
        if NULL_APART in self.around and self._is_branch:
            return True
        is_told = (
            self.stated or self.allowed.says_null or ("null" in self.around and self._is_branch)
        )
        return is_told and self.allowed.null

    @property
    def null_apart(self) -> bool:
        """Whether what wraps its schemas allows null, and they do not: nothing in them applies."""
        return self.nullable and not all(
            self._read_allowed(part.unwrapped.target).null for part in self.parts
        )

    @property
    def _is_branch(self) -> bool:
        unwrapped = self.parts[0].unwrapped
        return any(each.endswith(BRANCHES) for each in (*unwrapped.passed, unwrapped.target))

    @property
    def target(self) -> str:
        """Pointer of the schema whose children are shown, of the first part."""
        return self.parts[0].unwrapped.target

    @property
    def places(self) -> list[str]:
        """Pointers of the schemas that apply, by precedence."""
        return [
            place
            for part in self.parts
            for place in (
                *part.unwrapped.passed,
                *(layer.pointer for layer in part.layers.by_weight()),
            )
        ]

    def place(self, keyword: str) -> str | None:
        """Pointer of the first *keyword* by precedence, otherwise that of the schema."""
        for mapping, place in zip(self.mappings, self.places, strict=True):
            if keyword in mapping:
                return below(place, keyword)
        return self.parts[0].pointer if self.parts else None

    @property
    def resolved(self) -> bool:
        """Whether no reference at this position is broken or circular."""
        return all(part.unwrapped.resolved for part in self.parts)

    @cached_property
    def restricts(self) -> bool:
        """Whether any keyword does more than describe the value."""
        return any(
            part.unwrapped.value is False
            or any(restricts(each, WRAPPING) for each in part.unwrapped.wrappers)
            or any(restricts(layer.keywords) for layer in part.layers.layers)
            for part in self.parts
        )

    # -- annotations --------------------------------------------------------------------------

    def first(self, keyword: str) -> Any:
        """The value of *keyword* with precedence, or ``None``."""
        for mapping in self.mappings:
            if keyword in mapping:
                return mapping[keyword]
        return None

    def first_text(self, keyword: str) -> str | None:
        """The first text of *keyword*."""
        for mapping in self.mappings:
            if keyword in mapping:
                text = as_text(mapping[keyword])
                if text is not None:
                    return text
        return None

    def own_text(self, keyword: str) -> str | None:
        """The first text of *keyword* that is not from a component in ``allOf``."""
        for mapping in self.own:
            if (text := as_text(mapping.get(keyword))) is not None:
                return text
        return None

    def flag(self, keyword: str) -> bool:
        """Whether *keyword* is true, apart from components in ``allOf``."""
        return any(mapping.get(keyword) is True for mapping in self.own)

    def each(self, keyword: str) -> Iterator[Any]:
        """Every value of *keyword*, by precedence."""
        for mapping in self.mappings:
            if keyword in mapping:
                yield mapping[keyword]

    def texts(self, keyword: str) -> list[str]:
        """Every text of *keyword*, each once."""
        texts = (as_text(value) for value in self.each(keyword))
        return list(dict.fromkeys(text for text in texts if text is not None))

    def given(self, keyword: str) -> Iterator[Any]:
        """The values of an annotation that is a value, such as ``default``.

        Not from a parent whose objects have fewer properties.
        """
        for mapping in self.own if "object" in self.types else self.mappings:
            if keyword in mapping:
                yield mapping[keyword]

    def examples(self) -> tuple[Any, ...]:
        """The examples of the first schema that has some."""
        return next((tuple(each) for each in self.given("examples") if as_list(each)), ())

    # -- assertions ---------------------------------------------------------------------------

    @cached_property
    def limits(self) -> list[tuple[str, Any]]:
        """Keyword and limit of each `Assertion` that applies, in display order."""
        if not self._asserting:
            return []
        lower, upper = self.lower, self.upper
        weaker = {
            lower and ("minimum" if lower.exclusive else "exclusiveMinimum"),
            upper and ("maximum" if upper.exclusive else "exclusiveMaximum"),
        }
        # Each of several has its own.
        apart = {*COUNTED_ITEMS} if len(self.contained) > 1 else set()
        return [
            (assertion.keyword, limit)
            for assertion in ASSERTIONS
            if assertion.keyword not in weaker | apart
            for limit in self._joined(assertion)
        ]

    def limit(self, keyword: str) -> Any:
        """The limit that the assertion *keyword* sets, ``None`` without."""
        return next(iter(self._joined(BY_KEYWORD[keyword])), None)

    def _joined(self, assertion: Assertion) -> list[Any]:
        if self._asserting.isdisjoint((assertion.keyword, "contains")):
            return []
        values = self._read(assertion)
        joined = assertion.joined(values) if values else ()
        return [limit for limit in joined if limit is not None]

    def _read(self, assertion: Assertion) -> list[Any]:
        read = map(assertion.read, self._written(assertion.keyword))
        return [limit for limit in read if limit is not None]

    def _written(self, keyword: str) -> Iterator[Any]:
        """The values of *keyword*: those of ``contains`` count all items if it is ``true``.

        Without it, they have no effect (JSON Schema 2020-12, Validation, 6.4.4).
        """
        for mapping in self.mappings:
            takes_all = allows_all(mapping.get("contains"))
            is_counted = "contains" in mapping and not takes_all
            if keyword in mapping and (is_counted or keyword not in COUNTED_ITEMS):
                yield mapping[keyword]
            if keyword in LIMITS["array"] and takes_all:
                count = mapping.get(keyword.replace("Items", "Contains"))
                yield 1 if count is None and keyword == "minItems" else count

    def least(self, keyword: str) -> int:
        """The minimum that a ``min…`` keyword sets, or that applies without it."""
        limit = self.limit(keyword)
        return int(keyword == "minContains") if limit is None else limit

    @cached_property
    def lower(self) -> Bound | None:
        """The tightest lower bound of numbers."""
        bounds = self._bounds("minimum", "exclusiveMinimum")
        return max(bounds, key=lambda bound: (bound.number, bound.exclusive), default=None)

    @cached_property
    def upper(self) -> Bound | None:
        """The tightest upper bound of numbers."""
        bounds = self._bounds("maximum", "exclusiveMaximum")
        return min(bounds, key=lambda bound: (bound.number, not bound.exclusive), default=None)

    def _bounds(self, inclusive: str, exclusive: str) -> list[Bound]:
        return [
            Bound(number, keyword == exclusive)
            for keyword in (inclusive, exclusive)
            for number in self._joined(BY_KEYWORD[keyword])
        ]

    def steps(self) -> list[float]:
        """The values of ``multipleOf``."""
        return self._read(BY_KEYWORD["multipleOf"])

    @cached_property
    def values(self) -> list[Any] | None:
        """The values of ``const`` and ``enum`` that all schemas allow; ``None``: any value.

        In the order of the first list.
        """
        allowed: list[Any] | None = None
        for mapping in self.mappings:
            for listed in value_lists(mapping):
                if allowed is None:
                    allowed = list(listed)
                else:
                    common = set(map(identity, listed))
                    allowed = [one for one in allowed if identity(one) in common]
        return allowed

    def required(self) -> tuple[str, ...]:
        """Names of required properties, in order."""
        return tuple(
            dict.fromkeys(
                name for layer in self.layers for name in as_names(layer.keywords.get("required"))
            )
        )

    def closed(self, *, surely: bool = False) -> bool:
        """Whether additional properties are forbidden.

        :param surely: also if alternatives or conditions describe some.
        """
        return any(rest.schema is False and (rest.sure or not surely) for rest in self.rests)

    @cached_property
    def rests(self) -> list[Rest]:
        """What the schemas say about properties that they do not describe.

        ``additionalProperties`` knows only what is beside it (JSON Schema 2020-12, 10.3.2.3),
        ``unevaluatedProperties`` also what is in the ``allOf`` beside it, and where the former
        applies, nothing is left over for it (11.3).
        """
        rests = []
        for layer in self.layers:
            other = layer.keywords.get(FORBIDDEN)
            if isinstance(other, dict | bool):
                rests.append(Rest(below(layer.pointer, FORBIDDEN), other, [layer], True))
            left = layer.keywords.get(_LEFT)
            if not isinstance(left, dict | bool):
                continue
            known = self._inside(layer)
            if not any(isinstance(each.keywords.get(FORBIDDEN), dict | bool) for each in known):
                sure = all(_CHANGING.isdisjoint(each.keywords) for each in known)
                rests.append(Rest(below(layer.pointer, _LEFT), left, known, sure))
        return rests

    def _inside(self, layer: Layer) -> list[Layer]:
        """*layer* and those that are parts of it."""
        inside = {layer.pointer}
        waiting = [layer.pointer]
        while waiting:
            place = waiting.pop()
            for part in self.parts:
                new = [each for each in part.layers.inner.get(place, ()) if each not in inside]
                inside.update(new)
                waiting += new
        return [each for each in self.layers if each.pointer in inside]

    @cached_property
    def conflict(self) -> str | None:
        """A keyword that no value but null satisfies together with the others, if there is one."""
        if self.refusing:
            return FORBIDDEN if self.is_forbidden else "false"
        # Many documents list values of another type, which they mean.
        if self.clashes or (not self.allowed.some and not (self.values and self.types)):
            return "type"
        if any(map(allows_all, self.each("not"))):
            return "not"
        if self.types == ("string",) and len(_APART.intersection(self.texts("format"))) > 1:
            return "format"
        patterns = self.texts("pattern") if self.types == ("string",) else []
        if len(patterns) > 1 and are_apart(*patterns):
            return "pattern"
        if self.values == []:
            return "enum" if any(as_list(each) for each in self.each("enum")) else "const"
        low, high = self.lower, self.upper
        if low is not None and high is not None and {*self.types} <= {"integer", "number"}:
            empty = low.number == high.number and (low.exclusive or high.exclusive)
            if low.number > high.number or empty:
                return "minimum"
        least, most = LIMITS.get(self.types[0], ("", "")) if len(self.types) == 1 else ("", "")
        limit = self.limit(most) if most else None
        if limit is not None and self.least(least) > limit:
            return least
        is_object = self.types == ("object",)
        return "required" if is_object and any(map(self.forbidding, self.required())) else None

    @property
    def is_forbidden(self) -> bool:
        """Whether it is a property that another schema of its object does not allow."""
        return bool(self.types or self.mappings) and any(
            place.endswith((f"/{FORBIDDEN}", f"/{_LEFT}")) for place in self.refusing
        )

    # -- parts --------------------------------------------------------------------------------

    def children(self, keyword: str) -> Pointers:
        """Pointers of the schemas in *keyword*, except those that allow everything."""
        return tuple(
            below(layer.pointer, keyword)
            for layer in self.layers
            if isinstance(layer.keywords.get(keyword), dict | bool)
            and layer.keywords[keyword] is not True
        )

    def named_children(self, keyword: str) -> dict[str, Pointers]:
        """Pointers of the schemas in a mapping such as ``properties``, by name.

        Names in text order; the schemas of each by precedence, the most important last.
        """
        children: dict[str, Pointers] = {}
        if len(self.layers) > 1:
            for layer in self.layers:
                children.update(dict.fromkeys(as_mapping(layer.keywords.get(keyword)), ()))
        for layer in self.weighted[::-1]:
            for name, schema in as_mapping(layer.keywords.get(keyword)).items():
                if isinstance(schema, dict | bool):
                    children[name] = (*children.get(name, ()), below(layer.pointer, keyword, name))
        return {name: pointers for name, pointers in children.items() if pointers}

    @cached_property
    def properties(self) -> dict[str, Pointers]:
        """Pointers of the schemas of each named property.

        A property of one schema is an additional one of another, which may forbid it.
        """
        properties = self.named_children("properties")
        is_single = len(self.layers) == 1 and not self.outer
        if is_single and not self.layers[0].keywords.get("patternProperties"):
            return properties
        return {
            name: (*pointers, *self.unnamed(name), *self.forbidding(name))
            for name, pointers in properties.items()
        }

    @cached_property
    def patterns(self) -> dict[str, Pointers]:
        """Pointers of the schemas of the properties of each pattern.

        Their names are additional ones of another schema, unless they may match its patterns.
        """
        by_pattern = self.named_children("patternProperties")
        if len(self.layers) > 1 or self.outer:
            for pattern, pointers in by_pattern.items():
                rests = [
                    rest.place
                    for rest in (*self.rests, *self.outer)
                    if rest.schema not in (True, {}) and rest.takes_all(pattern)
                ]
                by_pattern[pattern] = (*pointers, *rests)
        return by_pattern

    def forbidding(self, name: str) -> Pointers:
        """Pointers of each ``false`` that does not allow the property *name*."""
        return tuple(rest.place for rest in self.forbidden() if rest.takes(name))

    def forbidden(self) -> list[Rest]:
        """Those that allow no other properties, the schemas around it included."""
        return [rest for rest in (*self.rests, *self.outer) if rest.schema is False]

    @cached_property
    def _pattern_layers(self) -> list[Layer]:
        return [each for each in self.layers if as_mapping(each.keywords.get("patternProperties"))]

    def unnamed(self, name: str) -> Pointers:
        """Pointers of the schemas of a property by its pattern, or as an additional one."""
        places = [
            below(layer.pointer, "patternProperties", pattern)
            for layer in self._pattern_layers
            for pattern in as_mapping(layer.keywords.get("patternProperties"))
            if matches(pattern, name)
        ]
        places += [
            rest.place for rest in self.rests if as_mapping(rest.schema) and rest.takes(name)
        ]
        return tuple(places)

    @cached_property
    def prefix_items(self) -> tuple[Pointers, ...]:
        """Pointers of the schemas of each of the first items of an array.

        The first items of one schema may be further ones of another.
        """
        longest = max((len(as_list(each)) for each in self.each("prefixItems")), default=0)
        most = min(
            (
                len(as_list(layer.keywords.get("prefixItems")))
                for layer in self.layers
                if layer.keywords.get("items") is False
            ),
            default=longest,
        )
        return tuple(self._items_at(index) for index in range(min(longest, most)))

    @cached_property
    def contained(self) -> list[Contained]:
        """The schemas of ``contains``: all apply, each to some of the items."""
        contained = []
        for layer in self.layers:
            schema = layer.keywords.get("contains")
            if isinstance(schema, dict | bool) and not allows_all(schema):
                least, most = (as_count(layer.keywords.get(each)) for each in COUNTED_ITEMS)
                place = below(layer.pointer, "contains")
                contained.append(Contained(place, 1 if least is None else least, most))
        return contained

    @cached_property
    def items(self) -> Pointers:
        """Pointers of the schemas of the items after *prefix_items*."""
        return self.children("items")

    @property
    def closed_items(self) -> bool:
        """Whether there may be no items after *prefix_items*.

        ``unevaluatedItems`` applies to those that nothing else does (JSON Schema 2020-12, 11.2).
        """
        others = [*self.each("items"), *self.each("contains")] or self.each("unevaluatedItems")
        if any(value is False for value in others):
            return True
        most = self.limit("maxItems")
        return most is not None and most <= len(self.prefix_items)

    def _items_at(self, index: int) -> Pointers:
        places: list[str] = []
        for layer in self.layers:
            if index < len(as_list(layer.keywords.get("prefixItems"))):
                places.append(below(layer.pointer, "prefixItems", index))
            elif isinstance(layer.keywords.get("items"), dict):
                places.append(below(layer.pointer, "items"))
        return tuple(places)

    @cached_property
    def additional(self) -> Pointers | bool | None:
        """Schemas of additional properties, or whether they are allowed if a schema says so."""
        if self.closed():
            return False
        places = tuple(rest.place for rest in self.rests if as_mapping(rest.schema))
        return places or (True if self.rests else None)


def covers(types: frozenset[str], others: frozenset[str]) -> bool:
    """Whether *types* include *others*, apart from null."""
    return all(common_types(types, {each}) for each in others - _NULLS)


def implied_types(mappings: Sequence[Mapping[str, Any]]) -> frozenset[str]:
    """The type of the values that the keywords of *mappings* are for; empty if it is open."""
    for name, telling in _IMPLIED:
        if any(keyword in mapping for mapping in mappings for keyword in telling):
            return frozenset({name})
    formats = (as_text(mapping.get("format")) for mapping in mappings)
    implied = _IMPLIED_BY_FORMAT.get(next(filter(None, formats), ""))
    return frozenset() if implied is None else frozenset({implied})
