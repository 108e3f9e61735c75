"""``oneOf`` and ``anyOf`` of two schemas: which of their variants correspond."""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

from sphinx_navapi.changes.change import listed, quoted
from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange
from sphinx_navapi.changes.meaning import Meanings, SchemaSides
from sphinx_navapi.changes.schema_pairs import (
    ComparedSchema,
    SchemaEdge,
    SchemaPair,
    VariantGroup,
    includes_type,
)
from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import as_mapping, as_text
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.json_values import common_types
from sphinx_navapi.openapi.schema.level import Pointers

#: Minimum proportion of common property names for two objects to match, if nothing else identifies
#: them.
_SIMILAR: Final = 0.5


@dataclass(slots=True)
class GroupComparison:
    """The result of `compare_groups`.

    :ivar stands_alone: nothing else of the two schemas can be compared.
    """

    changes: list[SchemaChange] = field(default_factory=list)
    edges: list[SchemaEdge] = field(default_factory=list)
    stands_alone: bool = False


def compare_groups(
    sides: SchemaSides, comparison: KeywordComparison, pair: SchemaPair
) -> GroupComparison:
    """The differences between the variants of two schemas."""
    compared = GroupComparison()
    matcher = _Matcher(sides, comparison, pair.sent, compared)
    old, new = comparison.old.groups, list(comparison.new.groups)
    left: list[VariantGroup] = []
    for before in old:
        if not new:
            left.append(before)
            continue
        after = new[0]
        if len(new) > 1:
            after = max(new, key=lambda each: matcher.likeness(before, each))
        new.remove(after)
        matcher.match(before.variants, after.variants, before, after)
    if not (left or new):
        return compared
    # The other keywords of one side have no counterpart.
    compared.stands_alone = not (comparison.old.groups and comparison.new.groups)
    if compared.stands_alone and len(left) + len(new) == 1:
        was = not left
        pointers, schema = (pair.old, comparison.old) if was else (pair.new, comparison.new)
        if matcher.single(pointers, schema, (new or left)[0], was=was):
            return compared
        types, others = schema.types, matcher.types((new or left)[0], was=was)
        if types and others and schema.is_typed and not common_types(types, others):
            both = (types, others) if was else (others, types)
            compared.changes += comparison.type_change(*both)
            return compared
    compared.changes += [matcher.whole("variants-introduced", group) for group in new]
    compared.changes += [matcher.whole("variants-dropped", group) for group in left]
    return compared


class _Matcher:
    """Matches variants, and adds the results to *found*."""

    def __init__(
        self,
        sides: SchemaSides,
        comparison: KeywordComparison,
        sent: bool,
        compared: GroupComparison,
    ) -> None:
        self.sides = sides
        self.comparison = comparison
        self.sent = sent
        self.compared = compared
        self.null_apart = False

    def likeness(self, old: VariantGroup, new: VariantGroup) -> tuple[bool, int]:
        """How well the variants of two groups match."""
        return old.keyword == new.keyword, len(self._pairs(old.variants, new.variants))

    def single(
        self, pointers: Pointers, schema: ComparedSchema, group: VariantGroup, *, was: bool
    ) -> bool:
        """Match a schema without variants to one of the other side's, and return whether there is
        one.

        :param was: the schema is the old one.
        """
        side = self.sides.new if was else self.sides.old
        chosen = next(
            (each for each in group.variants if each == pointers),
            next((each for each in group.variants if _is_like(schema, side.read(each))), None),
        )
        if chosen is None:
            return False
        whole = self.comparison.new if was else self.comparison.old
        # Null is among the alternatives, which are without it.
        self.null_apart = whole.level.nullable
        if self.null_apart and schema.level.stated and not schema.level.nullable:
            end = "became-nullable" if was else "no-longer-nullable"
            self.compared.changes.append(self.comparison.change(end, "type"))
        if was:
            self.match((pointers,), group.variants, None, group, known={pointers: chosen})
        else:
            self.match(group.variants, (pointers,), group, None, known={chosen: pointers})
        return True

    def types(self, group: VariantGroup, *, was: bool) -> frozenset[str] | None:
        """The types of all variants of *group*. :param was: they are new."""
        side = self.sides.new if was else self.sides.old
        types_of_variants = [side.read(each).types for each in group.variants]
        known = [types for types in types_of_variants if types is not None]
        return frozenset().union(*known) if len(known) == len(types_of_variants) else None

    def match(
        self,
        old: tuple[Pointers, ...],
        new: tuple[Pointers, ...],
        before: VariantGroup | None,
        after: VariantGroup | None,
        *,
        known: dict[Pointers, Pointers] | None = None,
    ) -> None:
        """Pair variants; the remaining ones were removed or added."""
        pairs = known if known is not None else self._pairs(old, new)
        matched = set(pairs.values())
        for variant in old:
            if variant in pairs:
                name = self._name(pairs[variant]) if after else self._old_name(variant)
                edge = SchemaPair(variant, pairs[variant], self.sent, null_apart=self.null_apart)
                self.compared.edges.append((f" ({name})", edge))
            elif before is not None:
                change = self.comparison.change(
                    "variant-removed", before.keyword, name=quoted(self._old_name(variant))
                )
                self.compared.changes.append(change)
        for variant in new:
            if variant not in matched and after is not None:
                change = self.comparison.change(
                    "variant-added", after.keyword, name=quoted(self._name(variant))
                )
                self.compared.changes.append(change)

    def whole(self, end: str, group: VariantGroup) -> SchemaChange:
        """The change of a schema with variants only on one side."""
        name = self._name if end == "variants-introduced" else self._old_name
        names = [quoted(name(variant)) for variant in group.variants]
        return self.comparison.change(end, group.keyword, names=listed(names))

    def _name(self, variant: Pointers) -> str:
        return _variant_name(self.sides.new, variant)

    def _old_name(self, variant: Pointers) -> str:
        return _variant_name(self.sides.old, variant)

    def _pairs(
        self, old: tuple[Pointers, ...], new: tuple[Pointers, ...]
    ) -> dict[Pointers, Pointers]:
        """The new variant of each old one: by component, by title, by content, by similarity."""
        pairs: dict[Pointers, Pointers] = {}
        left_old, left_new = list(old), list(new)
        for mark in (_component, _title, _content):
            if not (left_old and left_new):
                break
            marked: dict[Hashable, deque[Pointers]] = {}
            for other in left_new:
                marked.setdefault(mark(self.sides.new, other), deque()).append(other)
            marked.pop(None, None)
            for one in left_old:
                others = marked.get(mark(self.sides.old, one))
                if others:
                    pairs[one] = others.popleft()
            left_old = [each for each in left_old if each not in pairs]
            matched = set(pairs.values())
            left_new = [each for each in left_new if each not in matched]
        for one in left_old:
            schema = self.sides.old.read(one)
            alike = (each for each in left_new if _is_like(schema, self.sides.new.read(each)))
            partner = next(alike, None)
            if partner is not None:
                pairs[one] = partner
                left_new.remove(partner)
        left_old = [each for each in left_old if each not in pairs]
        if len(left_old) == len(left_new) == 1:
            schema, candidate = self.sides.old.read(left_old[0]), self.sides.new.read(left_new[0])
            # All values of one that has a type are values of one without.
            if None in (schema.types, candidate.types) and not (schema.groups or candidate.groups):
                pairs[left_old[0]] = left_new[0]
        return pairs


def _component(_schemas: Meanings, variant: Pointers) -> Hashable:
    return variant if component_name(variant[0]) is not None else None


def _title(schemas: Meanings, variant: Pointers) -> Hashable:
    return as_text(as_mapping(schemas.document.at(variant[0])).get("title"))


def _content(schemas: Meanings, variant: Pointers) -> Hashable:
    return schemas.meaning(variant)


def _is_like(one: ComparedSchema, other: ComparedSchema) -> bool:
    """Whether *other* may be the new version of *one*, without a name to tell."""
    types, others = one.types, other.types
    if types is None or others is None or one.groups or other.groups:
        return False
    if not any(includes_type(others, kind) for kind in types) and not any(
        includes_type(types, kind) for kind in others
    ):
        return False
    names, other_names = one.properties.keys(), other.properties.keys()
    if not names and not other_names:
        return one.is_typed and other.is_typed
    return len(names & other_names) > _SIMILAR * len(names | other_names)


def _variant_name(schemas: Meanings, variant: Pointers) -> str:
    """The name of a variant: its component, title, type or number."""
    pointer = variant[0]
    level = schemas.reader.level(pointer)
    last = unescape_pointer(pointer.rpartition("/")[2])
    return (
        component_name(pointer)
        or level.own_text("title")
        or " or ".join(level.types)
        or (f"number {int(last) + 1}" if last.isdecimal() else last)
    )
