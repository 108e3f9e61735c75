"""Pairs of schemas in two documents: which correspond, and what changed below them.

Each pair of schemas is compared once, however often it is used: pairs are the nodes of a graph, and
an operation only visits changed ones below its own schemas. So recursive schemas terminate, and a
component shared by a thousand operations costs no more than one that is used once.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from sphinx_navapi.changes.conditions import compare_conditions
from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange
from sphinx_navapi.changes.meaning import SchemaSides
from sphinx_navapi.changes.properties import PropertyComparison
from sphinx_navapi.changes.rules import REQUEST, RESPONSE, RULES, ChangeLevel
from sphinx_navapi.changes.schema_pairs import SchemaEdge, SchemaPair
from sphinx_navapi.changes.variants import compare_groups
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.schema.level import Pointers

#: Maximum number of pairs compared in two documents: some minutes of work.
MOST_PAIRS: Final = 200_000


@dataclass(slots=True)
class _Node:
    """A compared pair.

    :ivar conditions: pairs below it, with the change that is reported if they changed.
    :ivar options: pairs of alternatives without a name: they may change although the whole means
        the same.
    :ivar changed: it has changes, or a pair below it does.
    """

    changes: tuple[SchemaChange, ...] = ()
    edges: list[SchemaEdge] = field(default_factory=list)
    conditions: list[tuple[SchemaChange, SchemaPair]] = field(default_factory=list)
    options: frozenset[tuple[Pointers, Pointers]] = frozenset()
    changed: bool = False

    def below(self) -> list[SchemaPair]:
        """The pairs below it."""
        return [pair for _, pair in (*self.edges, *self.conditions)]


class SchemaComparison:
    """The pairs of two documents.

    :ivar complete: whether all requested pairs could be compared.
    """

    def __init__(
        self, old: OpenApiDocument, new: OpenApiDocument, *, most: int = MOST_PAIRS
    ) -> None:
        self.sides = SchemaSides(old, new)
        self.complete = True
        self._most = most
        self._prints = Fingerprinter(old, {}), Fingerprinter(new, {})
        self._nodes: dict[SchemaPair, _Node] = {}
        self._same: dict[str, bool] = {}

    def changes(
        self, pair: SchemaPair, seen: set[SchemaPair]
    ) -> Iterator[tuple[str, SchemaChange]]:
        """The changes in *pair* and below it, with the steps that lead there.

        :param seen: pairs already reported; new ones are added.
        """
        self._compare(pair)
        covered: set[SchemaPair] = set()
        stack = [("", pair, False)]
        while stack:
            steps, pair, is_covered = stack.pop()
            node = self._nodes.get(pair)
            if node is None or not node.changed or pair in seen:
                continue
            # One of several alternatives may allow less where another one makes up for it.
            may_be_covered = node.changes or any(step.startswith(" (") for step, _ in node.edges)
            if may_be_covered and not is_covered:
                is_covered = self.sides.loses_nothing(pair)
            # Elsewhere, nothing may make up for it.
            reported = covered if is_covered else seen
            if pair in reported:
                continue
            reported.add(pair)
            of_conditions = (each for each, below in node.conditions if self._has_changed(below))
            for change in dict.fromkeys((*node.changes, *of_conditions)):
                if not (is_covered and RULES[change.rule].level is ChangeLevel.BREAKING):
                    yield steps + change.step, change
            stack += [(steps + step, below, is_covered) for step, below in reversed(node.edges)]

    def _compare(self, start: SchemaPair) -> None:
        """Compare *start* and all pairs below it, unless already done."""
        pairs: list[SchemaPair] = []
        pending = [start]
        while pending:
            pair = pending.pop()
            if pair in self._nodes:
                continue
            if len(self._nodes) >= self._most:
                self.complete = False
                break
            self._nodes[pair] = node = self._node(pair)
            pairs.append(pair)
            pending += node.below()
        self._mark(pairs)

    def _mark(self, pairs: list[SchemaPair]) -> None:
        """Mark those of *pairs* that changed, or lead to one that did."""
        above: dict[SchemaPair, list[SchemaPair]] = {}
        pending = []
        for pair in pairs:
            node = self._nodes[pair]
            for below in node.below():
                above.setdefault(below, []).append(pair)
            if node.changes or any(map(self._has_changed, node.below())):
                pending.append(pair)
        while pending:
            pair = pending.pop()
            node = self._nodes[pair]
            if not node.changed and not self._only_options_changed(pair, node):
                node.changed = True
                pending += above.get(pair, ())

    def _only_options_changed(self, pair: SchemaPair, node: _Node) -> bool:
        """Whether alternatives were only written in another way, or between others."""
        if node.changes or not node.options:
            return False
        changed = {(below.old, below.new) for below in node.below() if self._has_changed(below)}
        return changed <= node.options and self.sides.mean_same(pair)

    def _has_changed(self, pair: SchemaPair) -> bool:
        node = self._nodes.get(pair)
        return node is not None and node.changed

    def _node(self, pair: SchemaPair) -> _Node:
        if pair.old == pair.new and len(pair.old) == 1 and self._is_same(pair.old[0]):
            return _Node()
        old, new = self.sides.old.read(pair.old), self.sides.new.read(pair.new)
        if not (old.level.resolved and new.level.resolved):
            # A broken reference is an error of its document, not a change.
            return _Node()
        comparison = KeywordComparison(old, new, REQUEST if pair.sent else RESPONSE)
        node = _Node()
        node.changes = tuple(self._level(comparison, pair, node))
        if node.changes and self.sides.mean_same(pair):
            # Written in another way.
            return _Node()
        if pair.in_condition:
            node.changes = tuple(
                each for each in node.changes if each.rule.partition("-")[2] not in _DESCRIBING
            )
            node.edges = [(step, each._replace(in_condition=True)) for step, each in node.edges]
        return node

    def _is_same(self, pointer: str) -> bool:
        """Whether the component at *pointer*, with everything reachable from it, is unchanged."""
        if not pointer.startswith("/components/") or pointer.count("/") != _COMPONENT_DEPTH:
            return False
        if pointer not in self._same:
            old, new = (printer.component(pointer) for printer in self._prints)
            self._same[pointer] = old == new
        return self._same[pointer]

    def _level(
        self, comparison: KeywordComparison, pair: SchemaPair, node: _Node
    ) -> Iterator[SchemaChange]:
        """Changes of one level; the pairs below are added to *node*."""
        added = comparison.new.level.restricts
        if added != comparison.old.level.restricts:
            yield comparison.change("schema-added" if added else "schema-removed")
            return
        groups = compare_groups(self.sides, comparison, pair)
        node.edges += groups.edges
        node.options = frozenset(
            (below.old, below.new) for _, below in groups.edges if below.old != below.new
        )
        yield from groups.changes
        if groups.stands_alone:
            return
        types = list(comparison.types())
        yield from types
        if not pair.null_apart:
            yield from comparison.null()
        if not any(change.rule.endswith("type-changed") for change in types):
            yield from comparison.others()
            properties = PropertyComparison(self.sides, comparison, pair)
            yield from properties.changes()
            node.edges += properties.edges()
            conditions = compare_conditions(self.sides, comparison, pair)
            yield from conditions.changes
            node.conditions += conditions.pairs


#: Ends of rules about what does not change the values that a schema allows.
_DESCRIBING: Final = frozenset(
    {"default-added", "default-removed", "default-changed", "property-deprecated",
     "property-no-longer-deprecated"}
)  # fmt: skip

#: Number of slashes in the pointer of a component.
_COMPONENT_DEPTH: Final = 3
