"""The alternatives of a level from which an example chooses, and the position of its values."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import KW_ONLY, dataclass, replace

from sphinx_navapi.formats.lenient import as_mapping, as_names, below
from sphinx_navapi.openapi.schema import discriminator
from sphinx_navapi.openapi.schema.assertions import opposite
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.level import Pointers, SchemaLevel
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import Direction


@dataclass(frozen=True, slots=True)
class SchemaOptions:
    """Alternatives to choose from; each option consists of the schemas that it adds."""

    options: tuple[Pointers, ...]


@dataclass(frozen=True, slots=True)
class ValueSchema:
    """The schemas at *pointers*, which apply to one value of an example.

    :ivar types: allowed ones in document order, without null; empty: any.
    :ivar named: those of the schemas that references lead to: only they can recur inside.
    """

    pointers: Pointers
    level: SchemaLevel
    types: tuple[str, ...]
    named: frozenset[str]
    choices: tuple[SchemaOptions, ...]


def read_value_schema(reader: SchemaReader, pointers: Pointers) -> ValueSchema:
    """What the schemas at *pointers* allow, and between what it leaves a choice."""
    level = reader.level(*pointers)
    order: list[str] = []
    for declared in level.each("type"):
        order.extend(as_names(declared) if isinstance(declared, list) else [str(declared)])
    order.extend(level.types)
    targets = {part.unwrapped.target for part in level.parts}
    targets.update(layer.pointer for layer in level.layers)
    return ValueSchema(
        pointers=pointers,
        level=level,
        types=tuple(name for name in dict.fromkeys(order) if name in level.types),
        named=frozenset(target for target in targets if component_name(target) is not None)
        | {part.unwrapped.target for part in level.parts if part.unwrapped.target != part.pointer},
        choices=tuple(_choices(reader, level, targets)),
    )


def _choices(
    reader: SchemaReader, level: SchemaLevel, targets: set[str]
) -> Iterator[SchemaOptions]:
    for layer in level.layers:
        for group in layer.groups():
            places = reader.not_null(group).places
            # The child of a parent that lists its children is the option itself.
            if not places or any(reader.unwrap(place).target in targets for place in places):
                continue
            places.sort(key=lambda place: reader.level(place).flag("deprecated"))
            yield SchemaOptions(tuple((place,) for place in places))
        if as_mapping(layer.keywords.get("if")):
            branches = [
                tuple(
                    below(layer.pointer, keyword)
                    for keyword in keywords
                    if isinstance(layer.keywords.get(keyword), dict | bool)
                )
                for keywords in (("if", "then"), ("else",))
            ]
            beyond = _opposites(reader, below(layer.pointer, "if"))
            yield SchemaOptions((*branches, *((*branches[1], *each) for each in beyond)))
        if as_mapping(layer.keywords.get("not")):
            beyond = _opposites(reader, below(layer.pointer, "not"))
            yield SchemaOptions(((), *beyond))
        for name, schema in as_mapping(layer.keywords.get("dependentSchemas")).items():
            if isinstance(schema, dict | bool):
                yield SchemaOptions(((below(layer.pointer, "dependentSchemas", name),), ()))
    for choice in discriminator.choices(reader, level):
        heirs = dict.fromkeys(target for _, target in choice.mapping if target is not None)
        yield SchemaOptions(tuple((heir,) for heir in heirs))


def _opposites(reader: SchemaReader, pointer: str) -> list[Pointers]:
    """Schemas for values that the one at *pointer* does not allow."""
    level = reader.level(pointer)
    beyond = [
        # Some of the multiples of a half.
        (keyword, limit / 2) if keyword == "multipleOf" else opposite(keyword, limit)
        for keyword, limit in level.limits
    ]
    beyond += [("properties", {name: False}) for name in level.required()]
    places = [reader.document.add(*each) for each in beyond if each is not None]
    return [(place,) for place in (*places, *level.children("not"))]


#: Maximum combinations of alternatives tried by depth: fewer further down, where a value is
#: generated again for each trial above it.
_MOST_TRIALS = ((3, 48), (8, 16), (99, 4))

#: Maximum number of items in an array, whatever ``minItems`` is.
MOST_ITEMS = 256


# Not frozen: one is created per value of an example, and freezing triples the cost.
@dataclass(slots=True, eq=False)
class ValueContext:
    """The position of a value in an example.

    :ivar minimal: without optional properties; *stated*: but those with an example in the document.
    :ivar depth: objects and arrays around it; *objects* the objects among them.
    :ivar trail: targets of the schemas around it.
    :ivar variant: a different value for each number.
    :ivar items: maximum number of items in its arrays, nested ones multiplied.
    :ivar rounds: how often an enclosing schema recurs.
    """

    direction: Direction
    _: KW_ONLY
    minimal: bool = False
    stated: bool = False
    name: str = ""
    depth: int = 0
    objects: int = 0
    trail: frozenset[str] = frozenset()
    variant: int = 0
    items: int = MOST_ITEMS
    rounds: int = 0

    def inside(
        self, schema: ValueSchema, name: str, *, variant: int | None = None, among: int = 1
    ) -> ValueContext:
        """The context of a child of the value of *schema*, one of *among*."""
        return ValueContext(
            self.direction,
            minimal=self.minimal,
            stated=self.stated,
            name=name,
            depth=self.depth + 1,
            objects=self.objects + ("object" in schema.types),
            trail=self.trail | schema.named,
            variant=self.variant if variant is None else variant,
            items=max(1, self.items // max(1, among)),
            rounds=self.rounds + (not self.trail.isdisjoint(schema.named)),
        )

    @property
    def trials(self) -> int:
        """Number of combinations of alternatives to try here."""
        if self.rounds:
            return _MOST_TRIALS[-1][1]
        return next(count for depth, count in _MOST_TRIALS if self.depth < depth)

    def with_optional(self, *, minimal: bool) -> ValueContext:
        """The same with or without optional properties."""
        return replace(self, minimal=minimal)

    def varied(self, shift: int) -> ValueContext:
        """The same for another value."""
        return replace(self, variant=self.variant + shift)
