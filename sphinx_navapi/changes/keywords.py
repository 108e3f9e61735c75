"""Comparing the keywords of two schemas, on one level."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.changes.change import code, listed, literal, quoted
from sphinx_navapi.changes.meaning import tightest
from sphinx_navapi.changes.rules import RULES
from sphinx_navapi.changes.schema_pairs import ComparedSchema, includes_type
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.schema.assertions import COUNTED_ITEMS, COUNTS, common_multiple
from sphinx_navapi.openapi.schema.json_values import equal, identity, is_multiple, type_of
from sphinx_navapi.openapi.schema.level import Bound, SchemaLevel
from sphinx_navapi.openapi.view import MISSING


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


class KeywordComparison:
    """The differences between *old* and *new* on one level.

    :param prefix: of the rules: `REQUEST` or `RESPONSE`.
    """

    def __init__(self, old: ComparedSchema, new: ComparedSchema, prefix: str) -> None:
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
            old=self.old.level.place(keyword),
            new=self.new.level.place(keyword),
        )

    def types(self) -> Iterator[SchemaChange]:
        """Changes of types without ``null``."""
        old, new = self.old.types, self.new.types
        if self.old.values and self.new.values and self._both_are_listed():
            # Which numbers are integers is already said by the values.
            old, new = _of_values(self.old.values), _of_values(self.new.values)
        elif not (self.old.is_typed or self.new.is_typed) and frozenset() not in (old, new):
            return
        yield from self.type_change(old, new)

    def type_change(
        self, old: frozenset[str] | None, new: frozenset[str] | None
    ) -> Iterator[SchemaChange]:
        """The change from the types *old* to *new*; ``None``: any type."""
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
        levels = self.old.level, self.new.level
        if self.old.types is None or self.new.types is None or levels[0].stated != levels[1].stated:
            return
        old, new = (level.nullable for level in levels)
        if new and not old:
            yield self.change("became-nullable", "type")
        elif old and not new:
            yield self.change("no-longer-nullable", "type")

    def both_may_be(self, type_: str) -> bool:
        """Whether keywords for values of *type_* matter."""
        return self.old.may_be(type_) and self.new.may_be(type_) and not self._both_are_listed()

    def _both_are_listed(self) -> bool:
        return self.old.is_listed and self.new.is_listed

    def others(self) -> Iterator[SchemaChange]:
        """Changes of everything but types, properties, items and variants."""
        if self.old.types == self.new.types:
            yield from self._format()
        yield from self._values()
        if self.both_may_be("integer"):
            yield from self._number_bounds()
            yield from self._multiple_of()
        for count in COUNTS:
            for keyword in count.keywords if self.both_may_be(count.type) else ():
                yield from self._limit(keyword, count.rule)
        if self.both_may_be("string"):
            yield from self._pattern()
            yield from self._content()
        # A single item is unique.
        old, new = (
            side.level.limit("uniqueItems") or side.count("maxItems") in (0, 1)
            for side in (self.old, self.new)
        )
        if old != new and self.both_may_be("array"):
            yield self.change(
                "unique-items-added" if new else "unique-items-removed", "uniqueItems"
            )
        yield from self._default()
        yield from self._deprecation()
        yield from self._discriminator()

    def _texts(self, keyword: str) -> tuple[set[str], set[str], dict[str, str]]:
        """The texts of *keyword* on both sides, and in words."""
        old, new = (side.level.texts(keyword) for side in (self.old, self.new))
        words = {"old": _each_quoted(old), "new": _each_quoted(new)}
        return set(old), set(new), words

    def _format(self) -> Iterator[SchemaChange]:
        old, new, words = self._texts("format")
        if old == new:
            return
        if old < new or (*new, *old) in _WIDER:
            yield self.change("format-narrowed", "format", **words)
        elif new < old or (*old, *new) in _WIDER:
            yield self.change("format-widened", "format", **words)
        else:
            yield self.change("format-changed", "format", **words)

    def _values(self) -> Iterator[SchemaChange]:
        old, new = self.old.values, self.new.values
        levels = self.old.level, self.new.level
        if old is None or new is None:
            keyword = "enum" if any(_has(level, "enum") for level in levels) else "const"
            if new is not None:
                yield self.change("enum-added", keyword, values=listed([literal(v) for v in new]))
            elif old is not None:
                yield self.change("enum-removed", keyword)
            return
        removed, added = _without(old, new), _without(new, old)
        if (removed or added) and all(_has(level, "const") for level in levels):
            words = {"old": literal(levels[0].first("const"))}
            yield self.change(
                "const-changed", "const", **words, new=literal(levels[1].first("const"))
            )
            return
        for value in removed:
            yield self.change("enum-value-removed", "enum", value=literal(value))
        end = "extensible-enum-value-added" if self.old.is_extensible else "enum-value-added"
        for value in added:
            yield self.change(end, "enum", value=literal(value))

    def _number_bounds(self) -> Iterator[SchemaChange]:
        old, new = self.old.level, self.new.level
        for name, sign, before, after in (
            ("minimum", 1, old.lower, new.lower),
            ("maximum", -1, old.upper, new.upper),
        ):
            was, is_ = tightest(before, _step(old), sign), tightest(after, _step(new), sign)
            if was == is_:
                continue
            words = {"what": f"the {name}", "old": _bound(before), "new": _bound(after)}
            keyword = name
            if not (_has(old, name) or _has(new, name)):
                keyword = f"exclusive{name.title()}"
            yield self.change(f"range-{'tightened' if is_ > was else 'loosened'}", keyword, **words)

    def _limit(self, keyword: str, group: str) -> Iterator[SchemaChange]:
        levels = self.old.level, self.new.level
        # The end of a tuple is a maximum, too.
        is_closed = keyword == "maxItems" and any(each.closed_items for each in levels)
        if not (is_closed or any(_has(each, keyword) for each in levels)):
            return
        if keyword in COUNTED_ITEMS and any(len(each.contained) > 1 for each in levels):
            return
        if (
            keyword == "maxItems"
            and not is_closed
            and levels[0].limit(keyword) == levels[1].limit(keyword)
        ):
            # What unique items imply changes with their values, which are reported.
            return
        old, new = self.old.count(keyword), self.new.count(keyword)
        if keyword.startswith("min"):
            tighter = (new or 0) > (old or 0)
        else:
            tighter = new is not None and (old is None or new < old)
        if old != new:
            words = {"what": code(keyword), "old": _given(old), "new": _given(new)}
            yield self.change(f"{group}-{'tightened' if tighter else 'loosened'}", keyword, **words)

    def _multiple_of(self) -> Iterator[SchemaChange]:
        levels = self.old.level, self.new.level
        old, new = (
            None if step == 1 and _only_integers(level) else step
            for level, step in zip(levels, map(_step, levels), strict=True)
        )
        if old == new:
            return
        words = {"what": code("multipleOf"), "old": _given(old), "new": _given(new)}
        if new is None or (old is not None and is_multiple(old, new)):
            end = "loosened"
        else:
            end = "tightened" if old is None or is_multiple(new, old) else "changed"
        yield self.change(f"multiple-of-{end}", "multipleOf", **words)

    def _pattern(self) -> Iterator[SchemaChange]:
        old, new, words = self._texts("pattern")
        if old != new:
            yield self.change(f"pattern-{manner_of(old, new)}", "pattern", **words)

    def _content(self) -> Iterator[SchemaChange]:
        for keyword in ("contentMediaType", "contentEncoding"):
            old, new, words = self._texts(keyword)
            if old != new:
                yield self.change("content-encoding-changed", keyword, what=code(keyword), **words)

    def _default(self) -> Iterator[SchemaChange]:
        old, new = (next(side.level.given("default"), MISSING) for side in (self.old, self.new))
        if old is MISSING and new is not MISSING:
            yield self.change("default-added", "default", new=literal(new))
        elif new is MISSING and old is not MISSING:
            yield self.change("default-removed", "default", old=literal(old))
        elif not equal(old, new):
            yield self.change("default-changed", "default", old=literal(old), new=literal(new))

    def _deprecation(self) -> Iterator[SchemaChange]:
        old, new = (side.level.flag("deprecated") for side in (self.old, self.new))
        if new and not old:
            yield self.change("property-deprecated", "deprecated")
        elif old and not new:
            yield self.change("property-no-longer-deprecated", "deprecated")

    def _discriminator(self) -> Iterator[SchemaChange]:
        before, after = (
            as_mapping(side.level.first("discriminator")) for side in (self.old, self.new)
        )
        old, new = as_text(before.get("propertyName")), as_text(after.get("propertyName"))
        words = {"old": _given(old), "new": _given(new)}
        if old == new:
            targets = as_mapping(after.get("mapping"))
            for name, target in as_mapping(before.get("mapping")).items():
                if targets.get(name) != target:
                    yield self.change(
                        "discriminator-mapping-changed", "discriminator", name=quoted(name)
                    )
        else:
            manner = manner_of({old} - {None}, {new} - {None})
            yield self.change(f"discriminator-{manner}", "discriminator", **words)


def manner_of(old: set[Any], new: set[Any]) -> str:
    """How *new* differs from *old*: the end of a rule's id."""
    return "added" if old < new else "removed" if new < old else "changed"


def _includes(types: frozenset[str] | None, others: frozenset[str] | None) -> bool:
    """Whether *types* allow everything that *others* allow."""
    if types is None:
        return True
    return others is not None and all(includes_type(types, one) for one in others)


def _type_words(types: frozenset[str] | None) -> str:
    if types is None:
        return "any type"
    return " or ".join(code(name) for name in sorted(types)) or "nothing"


def _of_values(values: list[Any]) -> frozenset[str]:
    """The types of *values*; numbers are not told apart."""
    types = map(type_of, values)
    return frozenset("number" if name == "integer" else name for name in types)


def _without(values: list[Any], others: list[Any]) -> list[Any]:
    known = set(map(identity, others))
    return [value for value in values if identity(value) not in known]


def _has(level: SchemaLevel, keyword: str) -> bool:
    return any(True for _ in level.each(keyword))


def _given(value: Any) -> str:
    return "none" if value is None else quoted(value)


def _each_quoted(texts: list[str]) -> str:
    return listed([quoted(text) for text in texts]) or "none"


def _bound(bound: Bound | None) -> str:
    if bound is None:
        return "none"
    return f"{quoted(bound.number)}{' (exclusive)' if bound.exclusive else ''}"


def _only_integers(level: SchemaLevel) -> bool:
    return "integer" in level.types and "number" not in level.types


def _step(level: SchemaLevel) -> float | None:
    """``multipleOf``; integers are multiples of 1."""
    steps = [*level.steps(), *([1] if _only_integers(level) else ())]
    return common_multiple(steps) if steps else None
