"""The types of the values that a schema allows, of which null is one, by the rules of JSON Schema.

All schemas for the same value count: references, ``allOf``, alternatives, ``not`` and conditions.
Whether null is allowed is exact, since a schema allows all values of this type or none. For the
other types there are two answers: the schema may allow some of their values, or certainly all.

OpenAPI 3.0 has `nullable: true`. By its clarification (3.0.3, proposal 003), it adds null to the
`type` beside it, and means nothing elsewhere: `normalize` does the former. But documents that write
it elsewhere mean "or null", whatever is beside it: beside `allOf`, or in a part of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import reduce
from typing import Any, Final, NamedTuple

from sphinx_navapi.formats.lenient import as_list, as_mapping, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.applicators import APPLICATORS, schema_keywords
from sphinx_navapi.openapi.schema.assertions import ASSERTIONS
from sphinx_navapi.openapi.schema.json_values import type_of
from sphinx_navapi.openapi.schema.keywords import (
    CHOOSING,
    COMPOSING,
    DESCRIPTIVE,
    TYPES,
    declared_types,
    reference_of,
    value_lists,
)

_NULL: Final = frozenset({"null"})
_NONE: Final[frozenset[str]] = frozenset()

#: The types whose values each keyword limits: a number that is not an integer counts apart.
_LIMITED: Final[dict[str, tuple[str, ...]]] = {
    **{each.keyword: (each.type,) for each in APPLICATORS if each.type},
    **{each.keyword: (each.type, "integer")[: 1 + (each.type == "number")]
       for each in ASSERTIONS if each.type},
    **dict.fromkeys(("required", "dependentRequired"), ("object",)),
    **dict.fromkeys(("contentEncoding", "contentMediaType"), ("string",)),
    "format": ("string", "number", "integer"),
}  # fmt: skip

_BRANCHES: Final = ("if", "then", "else")

#: Keywords that make more of a schema than its own types and values.
_SAME: Final = frozenset({*schema_keywords(lambda each: each.same), *COMPOSING, "nullable"})


class Allowed(NamedTuple):
    """What a schema allows.

    :ivar some: types of which it may allow values. :ivar all: types of which it allows all.
    :ivar says_null: whether a type, a value, or an alternative that is only null says that null is
        allowed. :ivar listed: likewise, or any alternative does.
    :ivar typed: whether its keywords are for values of other types, but it has no type.
    """

    some: frozenset[str] = TYPES
    all: frozenset[str] = TYPES
    says_null: bool = False
    listed: bool = False
    typed: bool = False

    @property
    def null(self) -> bool:
        """Whether null is allowed."""
        return "null" in self.some

    @property
    def only_null(self) -> bool:
        """Whether no other value is."""
        return self.some == _NULL

    @property
    def means_null(self) -> bool:
        """Whether null is allowed, and not only since there is no type.

        Documents seldom mean that null satisfies several alternatives of a ``oneOf``.
        """
        return self.null and (self.listed or not self.typed)


_OPEN: Final = Allowed()
_CLOSED: Final = Allowed(_NONE, _NONE)

#: What is known of the schema at a pointer; ``None`` for one around it, which says nothing new.
_Look = Callable[[str], Allowed | None]


class AllowedTypes:
    """The types that the schemas of one document allow, each read once."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self._known: dict[str, Allowed] = {}
        # There are few different ones.
        self._shared: dict[Allowed, Allowed] = {}

    def forget(self) -> None:
        """Drop everything that was read."""
        self._known.clear()

    def read(self, pointer: str) -> Allowed:
        """What the schema at *pointer* allows."""
        allowed = self._known.get(pointer)
        if allowed is None:
            schema = self.document.at(pointer)
            is_single = isinstance(schema, dict) and _SAME.isdisjoint(schema)
            allowed = self._share(_own(schema)) if is_single else self._read(pointer)
            self._known[pointer] = allowed
        return allowed

    def _share(self, allowed: Allowed) -> Allowed:
        return self._shared.setdefault(allowed, allowed)

    def beside_null(self, keyword: str, places: Sequence[str]) -> list[int]:
        """The positions of the alternatives at *places* that are more than null.

        All, if null is in two alternatives of a ``oneOf``: it is then excluded (JSON Schema
        2020-12, 10.2.1.3). Also if the only other one is a condition for values of all types, which
        null need not satisfy.
        """
        alternatives = [self.read(place) for place in places]
        if keyword == "oneOf" and sum(each.means_null for each in alternatives) > 1:
            return [*range(len(alternatives))]
        kept = [index for index, each in enumerate(alternatives) if not each.only_null]
        other = self._inmost(places[kept[0]]) if len(kept) == 1 < len(places) else {}
        if "if" in other and not declared_types(other):
            return [*range(len(alternatives))]
        return kept

    def _inmost(self, pointer: str) -> Mapping[str, Any]:
        """The schema at *pointer*, or the one that it only wraps."""
        passed: set[str] = set()
        while pointer not in passed:
            passed.add(pointer)
            schema = as_mapping(self.document.at(pointer))
            (keyword, *others) = [key for key in schema if key not in DESCRIPTIVE] or [""]
            reference = reference_of(self.document, schema)
            if others or not (reference or len(as_list(schema.get(keyword))) == 1):
                return schema
            pointer = reference or below(pointer, keyword, 0)
        return {}

    def _read(self, start: str) -> Allowed:
        # Not recursive: there may be more levels than Python's stack has room for.
        allowed: dict[str, Allowed] = {}
        entered: set[str] = set()
        met_again = False

        def look(pointer: str) -> Allowed | None:
            nonlocal met_again
            known = self._known.get(pointer) or allowed.get(pointer)
            met_again = met_again or known is None
            return known

        waiting = [(start, False)]
        while waiting:
            pointer, is_ready = waiting.pop()
            schema = self.document.at(pointer)
            if is_ready:
                allowed[pointer] = self._share(self._judge(pointer, schema, look))
            elif pointer not in entered and pointer not in self._known:
                entered.add(pointer)
                waiting.append((pointer, True))
                waiting += ((place, False) for place in self._parts(pointer, schema))
        if not met_again:
            # In a circle, what is found depends on where it was entered.
            self._known.update(allowed)
        return allowed[start]

    def _parts(self, pointer: str, schema: Any) -> Iterator[str]:
        """Pointers of the schemas in *schema* for the same value."""
        if not isinstance(schema, dict):
            return
        reference = reference_of(self.document, schema)
        if reference is not None:
            yield reference
        for keyword in ("allOf", *CHOOSING):
            for index in range(len(as_list(schema.get(keyword)))):
                yield below(pointer, keyword, index)
        for keyword in ("not", *_BRANCHES):
            if keyword in schema:
                yield below(pointer, keyword)

    def _judge(self, pointer: str, schema: Any, look: _Look) -> Allowed:
        if not isinstance(schema, dict):
            return _CLOSED if schema is False else _OPEN
        parts = [_own(schema)]
        reference = reference_of(self.document, schema)
        if reference is not None:
            parts.append(look(reference) or _OPEN)
        members = range(len(as_list(schema.get("allOf"))))
        parts += (look(below(pointer, "allOf", index)) or _OPEN for index in members)
        for keyword in CHOOSING:
            places = [below(pointer, keyword, n) for n in range(len(as_list(schema.get(keyword))))]
            options = [each for each in map(look, places) if each is not None]
            if options:
                parts.append((_one_of if keyword == "oneOf" else _any_of)(options))
        if "not" in schema:
            inner = look(below(pointer, "not")) or _CLOSED
            parts.append(Allowed(TYPES - inner.all, TYPES - inner.some))
        if "if" in schema:
            branches = ((each in schema and look(below(pointer, each))) for each in _BRANCHES)
            parts.append(_conditional(*(each or _OPEN for each in branches)))
        allowed = reduce(both, parts)
        if means_null(schema):
            return Allowed(allowed.some | _NULL, allowed.all | _NULL, says_null=True, listed=True)
        return allowed


def means_null(schema: Any) -> bool:
    """Whether *schema* allows null, whatever else it says: by what is left of ``nullable``.

    Normalized schemas only have it where it cannot be a type. In an ``allOf``, also a part that is
    written there means the whole.
    """
    mapping = as_mapping(schema)
    return mapping.get("nullable") is True or any(
        "$ref" not in as_mapping(part) and means_null(part)
        for part in as_list(mapping.get("allOf"))
    )


def _own(schema: Mapping[str, Any]) -> Allowed:
    """What *schema* allows, without the schemas for the same value in it."""
    declared = declared_types(schema)
    limited = {name for key in _LIMITED.keys() & schema.keys() for name in _LIMITED[key]}
    some = (declared | {"integer"} if "number" in declared else declared) or TYPES
    all_ = some - limited
    says_null = "null" in declared
    is_listed = False
    for values in value_lists(schema):
        kinds = frozenset(map(_type_of, values))
        some, all_ = some & kinds, all_ & kinds & _NULL
        says_null, is_listed = says_null or "null" in kinds, True
    return Allowed(some, all_, says_null, says_null, bool(limited) and not (declared or is_listed))


def _type_of(value: Any) -> str:
    is_whole = isinstance(value, float) and value.is_integer()
    return "integer" if is_whole else type_of(value)


def both(one: Allowed, other: Allowed) -> Allowed:
    """What two schemas for the same value allow together."""
    return Allowed(one.some & other.some, one.all & other.all, *map(max, one[2:], other[2:]))


def _any_of(options: Sequence[Allowed]) -> Allowed:
    return _chosen(
        options,
        _NONE.union(*(each.some for each in options)),
        _NONE.union(*(each.all for each in options)),
    )


def _one_of(options: Sequence[Allowed]) -> Allowed:
    # Many documents do not mean that alternatives exclude each other: these may allow some values.
    some = _NONE.union(*(each.some for each in options)) - _NULL
    certain = frozenset(
        name
        for name in some
        if [name in each.all for each in options if name in each.some] == [True]
    )
    meaning = sum(each.means_null for each in options)
    if meaning == 1 or (not meaning and any(each.null for each in options)):
        some, certain = some | _NULL, certain | _NULL
    return _chosen(options, some, certain)


def _chosen(options: Sequence[Allowed], some: frozenset[str], all_: frozenset[str]) -> Allowed:
    with_null = [each for each in options if each.null]
    others = [each for each in options if not each.only_null]
    is_apart = len(others) < len(options)
    return Allowed(
        some,
        all_,
        # A single other alternative is read as if it were in `allOf`.
        "null" in some and (is_apart or (len(others) == 1 and others[0].says_null)),
        any(each.listed for each in with_null),
        bool(with_null) and not any(each.means_null for each in with_null),
    )


def _conditional(condition: Allowed, then: Allowed, otherwise: Allowed) -> Allowed:
    if condition.all == TYPES or not condition.some:
        return then if condition.some else otherwise
    return Allowed(
        (condition.some & then.some) | (otherwise.some - condition.all),
        (condition.all & then.all) | (otherwise.all - condition.some) | (then.all & otherwise.all),
    )
