"""Properties and items of two schemas: which were added, removed, became required, or are to
compare.
"""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.changes.flat_schema import FlatSchema, SchemaFlattener
from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange
from sphinx_navapi.changes.schema_pairs import SchemaEdge, SchemaPair, SchemaSides


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
        for name in self._names():
            yield from self._property(name)
        if self.new.closed and not self.old.closed:
            yield self.comparison.change("additional-properties-forbidden", "additionalProperties")
        elif self.old.closed and not self.new.closed:
            yield self.comparison.change("additional-properties-allowed", "additionalProperties")

    def edges(self) -> Iterator[SchemaEdge]:
        """Steps to parts of both schemas, and to parts that only one restricts."""
        old, new, sent = self.old, self.new, self.sent
        for name, pointers in old.properties.items():
            others = new.properties.get(name)
            hidden = self._hidden(self.sides.old, old, name) or (
                self._hidden(self.sides.new, new, name)
            )
            if others is not None and not hidden:
                yield f".{name}", self.sides.pair(pointers, others, sent=sent)
        if old.items or new.items:
            yield "[]", self.sides.pair(old.items, new.items, sent=sent)
        for index in range(max(len(old.prefix_items), len(new.prefix_items))):
            before, after = (
                side.prefix_items[index] if index < len(side.prefix_items) else []
                for side in (old, new)
            )
            yield f"[{index}]", self.sides.pair(before, after, sent=sent)
        if (old.additional or new.additional) and not (old.closed or new.closed):
            yield ".*", self.sides.pair(old.additional, new.additional, sent=sent)
        for pattern in dict.fromkeys((*old.patterns, *new.patterns)):
            before, after = (side.patterns.get(pattern, []) for side in (old, new))
            yield f".{pattern}", self.sides.pair(before, after, sent=sent)

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
            return "request-property-forbidden" if self.new.closed else "request-property-removed"
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
        pointers = self.new.properties.get(name)
        return pointers is not None and "default" in self.sides.new.flat(tuple(pointers)).single

    def _hidden(self, flattener: SchemaFlattener, owner: FlatSchema, name: str) -> bool:
        """Whether values of the property are not sent in this direction."""
        pointers = owner.properties.get(name)
        if pointers is None:
            return False
        flat = flattener.flat(tuple(dict.fromkeys(map(flattener.target, pointers))))
        if any(_is_marked(flattener, pointer, sent=self.sent) for pointer in pointers):
            return True
        return flat.read_only if self.sent else flat.write_only

    def _change(self, name: str, rule: str) -> SchemaChange:
        old, new = (side.properties.get(name, [side.home])[0] for side in (self.old, self.new))
        return SchemaChange(rule=rule, words=(), old=old, new=new, step=f".{name}")


def _is_marked(flattener: SchemaFlattener, pointer: str, *, sent: bool) -> bool:
    """Whether the property itself is marked so, beside a reference."""
    value = flattener.document.at(pointer)
    return isinstance(value, dict) and value.get("readOnly" if sent else "writeOnly") is True
