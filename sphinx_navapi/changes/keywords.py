"""Comparing the keywords of two flat schemas, on one level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.changes.flat_schema import (
    CONDITIONS,
    LOWER_BOUNDS,
    UPPER_BOUNDS,
    FlatSchema,
)
from sphinx_navapi.changes.rules import RULES
from sphinx_navapi.changes.words import code, listed, literal, quoted
from sphinx_navapi.formats.lenient import as_mapping, as_number, as_text


@dataclass(frozen=True, slots=True)
class SchemaChange:
    """A change of a schema, independent of where it is used.

    :ivar step: from the schema to what changed, as in `SchemaEdge`.
    :ivar old: JSON pointer in the old document, *new* in the new one; ``None``: does not exist.
    """

    rule: str
    words: tuple[tuple[str, str], ...]
    old: str | None
    new: str | None
    step: str = ""


#: Formats that include others.
_WIDER: Final = {("int32", "int64"), ("float", "double")}

_GROUPS: Final = {
    "Length": "length",
    "Items": "item-count",
    "Properties": "property-count",
}


class KeywordComparison:
    """The differences between *old* and *new* on one level.

    :param prefix: of the rules: `REQUEST` or `RESPONSE`.
    """

    def __init__(self, old: FlatSchema, new: FlatSchema, prefix: str) -> None:
        self.old = old
        self.new = new
        self.prefix = prefix

    def change(self, end: str, keyword: str = "", **words: str) -> SchemaChange:
        """A change by the rule whose id ends with *end*.

        :param keyword: the changed one, whose place is used.
        """
        rule = RULES[f"{self.prefix}-{end}"]
        return SchemaChange(
            rule=rule.id,
            words=tuple(words.items()),
            old=self.old.at(keyword) if self.old.home else None,
            new=self.new.at(keyword) if self.new.home else None,
        )

    def types(self) -> Iterator[SchemaChange]:
        """Changes of types without ``null``; if they differ, the rest need not be compared."""
        old, new = self.old.types, self.new.types
        if old != new:
            words = {"old": _type_words(old), "new": _type_words(new)}
            if _includes(new, old):
                yield self.change("type-widened", "type", **words)
            elif _includes(old, new):
                yield self.change("type-narrowed", "type", **words)
            else:
                yield self.change("type-changed", "type", **words)

    def null(self) -> Iterator[SchemaChange]:
        """Whether ``null`` is allowed."""
        if self.old.types is None or self.new.types is None:
            return
        if self.new.nullable and not self.old.nullable:
            yield self.change("became-nullable", "type")
        elif self.old.nullable and not self.new.nullable:
            yield self.change("no-longer-nullable", "type")

    def others(self) -> Iterator[SchemaChange]:
        """Changes of everything but types, properties, items and variants."""
        yield from self._format()
        yield from self._values()
        yield from self._number_bounds()
        for keyword in (*LOWER_BOUNDS, *UPPER_BOUNDS):
            yield from self._limit(keyword)
        yield from self._multiple_of()
        yield from self._pattern()
        if self.old.unique != self.new.unique:
            end = "unique-items-added" if self.new.unique else "unique-items-removed"
            yield self.change(end, "uniqueItems")
        yield from self._default()
        yield from self._deprecation()
        yield from self._discriminator()
        for keyword in ("contentMediaType", "contentEncoding"):
            before, after = self._both(keyword)
            if before != after:
                words = {"what": code(keyword), "old": _given(before), "new": _given(after)}
                yield self.change("content-encoding-changed", keyword, **words)
        yield from self._conditions()

    def _both(self, keyword: str) -> tuple[Any, Any]:
        """The values of a standalone keyword, ``None`` if missing."""
        return self.old.single.get(keyword), self.new.single.get(keyword)

    def _format(self) -> Iterator[SchemaChange]:
        old, new = (as_text(value) for value in self._both("format"))
        if old == new:
            return
        words = {"old": _given(old), "new": _given(new)}
        if old is None or (new, old) in _WIDER:
            yield self.change("format-narrowed", "format", **words)
        elif new is None or (old, new) in _WIDER:
            yield self.change("format-widened", "format", **words)
        else:
            yield self.change("format-changed", "format", **words)

    def _values(self) -> Iterator[SchemaChange]:
        old, new = self.old.values, self.new.values
        if old is None or new is None:
            keyword = "enum" if "enum" in {**self.old.pointers, **self.new.pointers} else "const"
            if new is not None:
                yield self.change("enum-added", keyword, values=listed([literal(v) for v in new]))
            elif old is not None:
                yield self.change("enum-removed", keyword)
            return
        if old == new:
            return
        if {"const"} <= self.old.pointers.keys() & self.new.pointers.keys():
            words = {"old": literal(self.old.single["const"])}
            yield self.change(
                "const-changed", "const", **words, new=literal(self.new.single["const"])
            )
            return
        before, after = {literal(v): v for v in old}, {literal(v): v for v in new}
        for value in before:
            if value not in after:
                yield self.change("enum-value-removed", "enum", value=value)
        open_ = self.old.is_extensible
        for value in after:
            if value not in before:
                end = "extensible-enum-value-added" if open_ else "enum-value-added"
                yield self.change(end, "enum", value=value)

    def _number_bounds(self) -> Iterator[SchemaChange]:
        for name, old, new in (
            ("minimum", self.old.lower, self.new.lower),
            ("maximum", self.old.upper, self.new.upper),
        ):
            if old == new:
                continue
            words = {"what": f"the {name}", "old": _bound(old), "new": _bound(new)}
            keyword = name
            if name not in self.new.pointers and name not in self.old.pointers:
                keyword = f"exclusive{name.title()}"
            end = "tightened" if _is_tighter(name, old, new) else "loosened"
            yield self.change(f"range-{end}", keyword, **words)

    def _limit(self, keyword: str) -> Iterator[SchemaChange]:
        old, new = self.old.limits.get(keyword), self.new.limits.get(keyword)
        group = _GROUPS[keyword[3:]]
        lowest = keyword in LOWER_BOUNDS
        # A lower bound of 0 is the default.
        if lowest:
            old, new = old or None, new or None
        if old == new:
            return
        tighter = old is None
        if old is not None and new is not None:
            tighter = new > old if lowest else new < old
        words = {"what": code(keyword), "old": _given(old), "new": _given(new)}
        yield self.change(f"{group}-{'tightened' if tighter else 'loosened'}", keyword, **words)

    def _multiple_of(self) -> Iterator[SchemaChange]:
        old, new = (as_number(value) for value in self._both("multipleOf"))
        if old == new:
            return
        loosened = new is None or (old is not None and new != 0 and _is_multiple(old, new))
        words = {"what": code("multipleOf"), "old": _given(old), "new": _given(new)}
        end = "loosened" if loosened else "tightened"
        yield self.change(f"multiple-of-{end}", "multipleOf", **words)

    def _pattern(self) -> Iterator[SchemaChange]:
        old, new = (as_text(value) for value in self._both("pattern"))
        if old == new:
            return
        words = {"old": _given(old), "new": _given(new)}
        if old is None:
            yield self.change("pattern-added", "pattern", **words)
        elif new is None:
            yield self.change("pattern-removed", "pattern", **words)
        else:
            yield self.change("pattern-changed", "pattern", **words)

    def _default(self) -> Iterator[SchemaChange]:
        old, new = self.old.single, self.new.single
        if "default" not in old and "default" not in new:
            return
        if "default" not in old:
            yield self.change("default-added", "default", new=literal(new["default"]))
        elif "default" not in new:
            yield self.change("default-removed", "default", old=literal(old["default"]))
        elif literal(old["default"]) != literal(new["default"]):
            words = {"old": literal(old["default"]), "new": literal(new["default"])}
            yield self.change("default-changed", "default", **words)

    def _deprecation(self) -> Iterator[SchemaChange]:
        if self.new.deprecated and not self.old.deprecated:
            yield self.change("property-deprecated", "deprecated")
        elif self.old.deprecated and not self.new.deprecated:
            yield self.change("property-no-longer-deprecated", "deprecated")

    def _discriminator(self) -> Iterator[SchemaChange]:
        before, after = self.old.discriminator, self.new.discriminator
        old, new = as_text(before.get("propertyName")), as_text(after.get("propertyName"))
        words = {"old": _given(old), "new": _given(new)}
        if old == new:
            targets = as_mapping(after.get("mapping"))
            for name, target in as_mapping(before.get("mapping")).items():
                if targets.get(name) != target:
                    yield self.change(
                        "discriminator-mapping-changed", "discriminator", name=quoted(name)
                    )
        elif old is None:
            yield self.change("discriminator-added", "discriminator", **words)
        elif new is None:
            yield self.change("discriminator-removed", "discriminator", **words)
        else:
            yield self.change("discriminator-changed", "discriminator", **words)

    def _conditions(self) -> Iterator[SchemaChange]:
        for keyword in CONDITIONS:
            old, new = keyword in self.old.single, keyword in self.new.single
            if old != new:
                end = "condition-added" if new else "condition-removed"
                yield self.change(end, keyword, what=code(keyword))
            elif old and self.old.single[keyword] != self.new.single[keyword]:
                yield self.change("condition-changed", keyword, what=code(keyword))


def includes_type(types: frozenset[str] | None, one: str) -> bool:
    """Whether *types* (``None``: all) allow everything that *one* allows."""
    return types is None or one in types or (one == "integer" and "number" in types)


def _includes(types: frozenset[str] | None, others: frozenset[str] | None) -> bool:
    """Whether *types* allow everything that *others* allow."""
    if types is None:
        return True
    return others is not None and all(includes_type(types, one) for one in others)


def _type_words(types: frozenset[str] | None) -> str:
    if types is None:
        return "any type"
    return " or ".join(code(name) for name in sorted(types)) or "nothing"


def _given(value: Any) -> str:
    return "none" if value is None else quoted(value)


def _bound(bound: tuple[float, bool] | None) -> str:
    if bound is None:
        return "none"
    return f"{quoted(bound[0])} (exclusive)" if bound[1] else quoted(bound[0])


def _is_tighter(name: str, old: tuple[float, bool] | None, new: tuple[float, bool] | None) -> bool:
    if old is None or new is None:
        return old is None
    if old[0] == new[0]:
        return new[1]
    return new[0] > old[0] if name == "minimum" else new[0] < old[0]


def _is_multiple(number: float, of: float) -> bool:
    quotient = number / of
    return abs(quotient - round(quotient)) < 1e-9
