"""The position of a value in an example, as far as it affects the value."""

from __future__ import annotations

from dataclasses import KW_ONLY, dataclass, replace

from sphinx_navapi.openapi.example.choices import ValueSchema
from sphinx_navapi.openapi.view import Direction

#: Maximum combinations of alternatives tried by depth: fewer further down, where a value is
#: generated again for each trial above it.
_MOST_TRIALS = ((3, 48), (8, 16), (99, 4))

#: Maximum number of items in an array, whatever ``minItems`` is.
MOST_ITEMS = 256


# Not frozen: one is created per value of an example, and freezing triples the cost.
@dataclass(slots=True, eq=False)
class ValueContext:
    """The position of a value in an example.

    :ivar depth: objects and arrays around it; *objects* the objects among them.
    :ivar trail: targets of the schemas around it.
    :ivar variant: a different value for each number.
    :ivar items: maximum number of items in its arrays, nested ones multiplied.
    :ivar rounds: how often an enclosing schema recurs.
    """

    direction: Direction
    _: KW_ONLY
    minimal: bool = False
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
