"""Properties and items of two schemas: which were added, removed, became required, or are to
compare.
"""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange
from sphinx_navapi.changes.meaning import SchemaSides
from sphinx_navapi.changes.schema_pairs import (
    ComparedSchema,
    DocumentSchemas,
    SchemaEdge,
    SchemaPair,
)
from sphinx_navapi.openapi.schema.level import Pointers
from sphinx_navapi.openapi.view import Direction


class PropertyComparison:
    """The differences between the parts of the two schemas of *pair*."""

    def __init__(self, sides: SchemaSides, comparison: KeywordComparison, pair: SchemaPair) -> None:
        self.sides = sides
        self.old = comparison.old
        self.new = comparison.new
        self.comparison = comparison
        self.sent = pair.sent

    def changes(self) -> Iterator[SchemaChange]:
        """Properties that were added, removed, or became read-only, write-only or required."""
        if not self.comparison.both_may_be("object"):
            return
        for name in self._names():
            yield from self._property(name)
        was_closed, is_closed = self.old.level.closed(), self.new.level.closed()
        before, after = self.old.level.patterns.keys(), self.new.level.patterns.keys()
        if is_closed and (not was_closed or before - after):
            yield self.comparison.change("additional-properties-forbidden", "additionalProperties")
        if was_closed and (not is_closed or after - before):
            yield self.comparison.change("additional-properties-allowed", "additionalProperties")

    def edges(self) -> Iterator[SchemaEdge]:
        """Steps to parts of both schemas, and to parts that only one restricts."""
        old, new = self.old.level, self.new.level
        if self.comparison.both_may_be("object"):
            yield from self._properties()
        if not self.comparison.both_may_be("array"):
            return
        # The end of a closed array is a maximum.
        ends = [len(side.prefix_items) for side in (old, new) if side.closed_items]
        if (old.items or new.items) and not ends:
            yield "[]", self._pair(old.items, new.items)
        longest = max(len(old.prefix_items), len(new.prefix_items))
        for index in range(min([longest, *ends])):
            before, after = (
                side.prefix_items[index] if index < len(side.prefix_items) else side.items
                for side in (old, new)
            )
            yield f"[{index}]", self._pair(before, after)

    def _properties(self) -> Iterator[SchemaEdge]:
        old, new = self.old, self.new
        for name in dict.fromkeys((*old.properties, *new.properties)):
            before, after = (
                side.properties.get(name) or side.level.unnamed(name) for side in (old, new)
            )
            hidden = self._hidden(self.sides.old, old, name) or (
                self._hidden(self.sides.new, new, name)
            )
            described = before or name in old.required, after or name in new.required
            if all(described) and (before or after) and not hidden:
                yield f".{name}", self._pair(before, after)
        if (old.additional or new.additional) and not (old.level.closed() or new.level.closed()):
            yield ".*", self._pair(old.additional, new.additional)
        patterns, others = (side.level.patterns for side in (old, new))
        for pattern in dict.fromkeys((*patterns, *others)):
            known = (old, patterns), (new, others)
            if any(pattern not in own and side.level.closed() for side, own in known):
                continue
            yield (
                f".{pattern}",
                self._pair(
                    patterns.get(pattern, old.additional), others.get(pattern, new.additional)
                ),
            )

    def _pair(self, old: Pointers, new: Pointers) -> SchemaPair:
        return self.sides.pair(old, new, sent=self.sent)

    def _names(self) -> dict[str, None]:
        old, new = self.old, self.new
        return dict.fromkeys((*old.properties, *new.properties, *old.required, *new.required))

    def _property(self, name: str) -> Iterator[SchemaChange]:
        was = name in self.old.properties or name in self.old.required
        is_ = name in self.new.properties or name in self.new.required
        hidden_before = self._hidden(self.sides.old, self.old, name)
        hidden_now = self._hidden(self.sides.new, self.new, name)
        required = name in self.new.required
        if (hidden_before or not was) and (hidden_now or not is_):
            return
        if was and is_ and hidden_before != hidden_now:
            yield self._change(name, self._visibility_rule(name, hidden_now))
        elif hidden_now or not is_:
            yield self._change(name, self._removed_rule(name))
        elif hidden_before or not was:
            yield self._change(name, self._added_rule(name, required))
        elif required != (name in self.old.required):
            yield self._change(name, self._required_rule(name, required))

    def _removed_rule(self, name: str) -> str:
        if self.sent:
            forbidden = self.new.level.closed() and not self.new.level.unnamed(name)
            return "request-property-forbidden" if forbidden else "request-property-removed"
        kind = "required" if name in self.old.required else "optional"
        return f"response-{kind}-property-removed"

    def _added_rule(self, name: str, required: bool) -> str:
        if not self.sent:
            return "response-property-added"
        if not required:
            return "request-optional-property-added"
        end = "-with-default-added" if self._has_default(name) else "-added"
        return f"request-required-property{end}"

    def _required_rule(self, name: str, required: bool) -> str:
        if not self.sent or not required:
            kind = "request" if self.sent else "response"
            return f"{kind}-property-became-{'required' if required else 'optional'}"
        end = "-with-default-became-required" if self._has_default(name) else "-became-required"
        return f"request-property{end}"

    def _visibility_rule(self, name: str, hidden_now: bool) -> str:
        """The rule for a property that was added to, or removed from, this direction."""
        if self.sent and hidden_now:
            return "request-property-became-read-only"
        if self.sent:
            required = "required-" if name in self.new.required else ""
            return f"request-{required}property-no-longer-read-only"
        if hidden_now:
            required = "required-" if name in self.old.required else ""
            return f"response-{required}property-became-write-only"
        return "response-property-no-longer-write-only"

    def _has_default(self, name: str) -> bool:
        level = self.sides.new.reader.level(*self.new.properties.get(name, ()))
        return any(True for _ in level.given("default"))

    def _hidden(self, schemas: DocumentSchemas, owner: ComparedSchema, name: str) -> bool:
        """Whether values of the property are not sent in this direction."""
        omitted = schemas.reader.omitted(Direction.REQUEST if self.sent else Direction.RESPONSE)
        return any(map(omitted, owner.properties.get(name, ())))

    def _change(self, name: str, rule: str) -> SchemaChange:
        old, new = (
            side.properties[name][0] if name in side.properties else side.level.place("")
            for side in (self.old, self.new)
        )
        return SchemaChange(rule=rule, words=(), old=old, new=new, step=f".{name}")
