"""``oneOf`` and ``anyOf`` of two schemas: which of their variants correspond."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from sphinx_navapi.changes.flat_schema import FlatSchema, Schemas, VariantGroup, variant_name
from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange, includes_type
from sphinx_navapi.changes.schema_pairs import SchemaEdge, SchemaPair, SchemaSides
from sphinx_navapi.changes.words import listed, quoted
from sphinx_navapi.formats.lenient import as_mapping

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
    found = GroupComparison()
    matcher = _Matcher(sides, comparison, pair.sent, found)
    old, new = comparison.old.groups, comparison.new.groups
    for before, after in zip(old, new, strict=False):
        matcher.match(before.variants, after.variants, before, after)
    if len(old) == len(new):
        return found
    if not old and len(new) == 1 and matcher.single(pair.old, comparison.old, new[0], was=True):
        return found
    if not new and len(old) == 1 and matcher.single(pair.new, comparison.new, old[0], was=False):
        return found
    found.changes += [matcher.whole("variants-introduced", group) for group in new[len(old) :]]
    found.changes += [matcher.whole("variants-dropped", group) for group in old[len(new) :]]
    # The other keywords of one side have no counterpart.
    found.stands_alone = not (old and new)
    return found


class _Matcher:
    """Matches variants, and adds the results to *found*."""

    def __init__(
        self,
        sides: SchemaSides,
        comparison: KeywordComparison,
        sent: bool,
        found: GroupComparison,
    ) -> None:
        self.sides = sides
        self.comparison = comparison
        self.sent = sent
        self.found = found

    def single(self, schemas: Schemas, flat: FlatSchema, group: VariantGroup, *, was: bool) -> bool:
        """Match a schema without variants to one of the other side's, and return whether there is
        one.

        :param was: the schema is the old one.
        """
        side = self.sides.new if was else self.sides.old
        chosen = next(
            (each for each in group.variants if each == schemas),
            next((each for each in group.variants if _is_like(flat, side.flat(each))), None),
        )
        if chosen is None:
            return False
        self.found.stands_alone = True
        if was:
            self.match((schemas,), group.variants, None, group, known={schemas: chosen})
        else:
            self.match(group.variants, (schemas,), group, None, known={chosen: schemas})
        return True

    def match(
        self,
        old: tuple[Schemas, ...],
        new: tuple[Schemas, ...],
        before: VariantGroup | None,
        after: VariantGroup | None,
        *,
        known: dict[Schemas, Schemas] | None = None,
    ) -> None:
        """Pair variants; the remaining ones were removed or added."""
        pairs = known if known is not None else self._pairs(old, new)
        matched = set(pairs.values())
        for variant in old:
            if variant in pairs:
                name = self._name(pairs[variant]) if after else self._old_name(variant)
                edge = SchemaPair(variant, pairs[variant], self.sent)
                self.found.edges.append((f" ({name})", edge))
            elif before is not None:
                change = self.comparison.change(
                    "variant-removed", before.keyword, name=quoted(self._old_name(variant))
                )
                self.found.changes.append(change)
        for variant in new:
            if variant not in matched and after is not None:
                change = self.comparison.change(
                    "variant-added", after.keyword, name=quoted(self._name(variant))
                )
                self.found.changes.append(change)

    def whole(self, end: str, group: VariantGroup) -> SchemaChange:
        """The change of a schema with variants only on one side."""
        name = self._name if end == "variants-introduced" else self._old_name
        names = [quoted(name(variant)) for variant in group.variants]
        return self.comparison.change(end, group.keyword, names=listed(names))

    def _name(self, variant: Schemas) -> str:
        return variant_name(self.sides.new.document, variant)

    def _old_name(self, variant: Schemas) -> str:
        return variant_name(self.sides.old.document, variant)

    def _pairs(self, old: tuple[Schemas, ...], new: tuple[Schemas, ...]) -> dict[Schemas, Schemas]:
        """The new variant of each old one: by component, by title, by content, by similarity."""
        pairs: dict[Schemas, Schemas] = {}
        left_old, left_new = list(old), list(new)
        for is_same in (self._same_component, self._same_title, self._equal, self._alike):
            for one in tuple(left_old):
                other = next((each for each in left_new if is_same(one, each)), None)
                if other is not None:
                    pairs[one] = other
                    left_old.remove(one)
                    left_new.remove(other)
        return pairs

    def _same_component(self, old: Schemas, new: Schemas) -> bool:
        return old == new and old[0].startswith("/components/")

    def _same_title(self, old: Schemas, new: Schemas) -> bool:
        title = as_mapping(self.sides.old.document.at(old[0])).get("title")
        return title is not None and (
            title == as_mapping(self.sides.new.document.at(new[0])).get("title")
        )

    def _equal(self, old: Schemas, new: Schemas) -> bool:
        before = self.sides.old.document.at(old[0])
        return before is not None and before == self.sides.new.document.at(new[0])

    def _alike(self, old: Schemas, new: Schemas) -> bool:
        return _is_like(self.sides.old.flat(old), self.sides.new.flat(new))


def _is_like(one: FlatSchema, other: FlatSchema) -> bool:
    """Whether *other* may be the new version of *one*, without a name to tell."""
    if one.types is None or other.types is None or one.groups or other.groups:
        return False
    if not any(includes_type(other.types, kind) for kind in one.types) and not any(
        includes_type(one.types, kind) for kind in other.types
    ):
        return False
    names, others = one.properties.keys(), other.properties.keys()
    if not names and not others:
        return True
    return len(names & others) > _SIMILAR * len(names | others)
