"""Conditions of two schemas, such as ``if`` and ``contains``: whether they still say the same.

What a change inside of one means for clients depends on the others, so the condition as a whole
has changed if its two schemas differ.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import Final

from sphinx_navapi.changes.change import code
from sphinx_navapi.changes.keywords import KeywordComparison, SchemaChange, manner_of
from sphinx_navapi.changes.meaning import Meanings, SchemaSides
from sphinx_navapi.changes.schema_pairs import SchemaPair
from sphinx_navapi.formats.lenient import as_mapping, as_names, below
from sphinx_navapi.openapi.schema.applicators import APPLICATORS
from sphinx_navapi.openapi.schema.assertions import COUNTED_ITEMS
from sphinx_navapi.openapi.schema.keywords import allows_all, certain_branch
from sphinx_navapi.openapi.schema.level import SchemaLevel

_IF: Final = ("if", "then", "else")


@dataclass(slots=True)
class ConditionComparison:
    """The result of `compare_conditions`.

    :ivar pairs: schemas of conditions, with what is reported if they differ.
    """

    changes: list[SchemaChange] = field(default_factory=list)
    pairs: list[tuple[SchemaChange, SchemaPair]] = field(default_factory=list)


#: Schemas of conditions: pointers by name of the property on which they depend, or by limits, and
#: by meaning.
_Key = tuple[str, Hashable]
_Places = dict[_Key, str]


def compare_conditions(
    sides: SchemaSides, comparison: KeywordComparison, pair: SchemaPair
) -> ConditionComparison:
    """The differences between the conditions of two schemas."""
    compared = ConditionComparison()
    levels = comparison.old.level, comparison.new.level
    for keyword, type_, *_ in filter(lambda each: each.condition, APPLICATORS):
        if type_ and not comparison.both_may_be(type_):
            continue
        old = _places(sides.old, levels[0], keyword)
        new = _places(sides.new, levels[1], keyword)
        for one, other in _matched(old, new):
            both = sides.pair((old.pop(one),), (new.pop(other),), sent=pair.sent)
            change = comparison.change("condition-changed", keyword, what=code(keyword))
            compared.pairs.append((change, both._replace(in_condition=True)))
        if old or new:
            manner = manner_of({*old}, {*new})
            change = comparison.change(f"condition-{manner}", keyword, what=code(keyword))
            compared.changes.append(change)
    if comparison.both_may_be("object"):
        before, after = map(_needs, levels)
        if before != after:
            keyword = "dependentRequired"
            manner = manner_of(before, after)
            change = comparison.change(f"condition-{manner}", keyword, what=code(keyword))
            compared.changes.append(change)
    return compared


def _places(schemas: Meanings, level: SchemaLevel, keyword: str) -> _Places:
    """The schemas of *keyword* that have an effect."""
    by_meaning: _Places = {}
    for layer in level.layers:
        keywords = layer.keywords
        is_branched = as_mapping(keywords.get("if")) and not certain_branch(keywords)
        if keyword in _IF and not (is_branched and keywords.keys() & {"then", "else"}):
            continue
        place = below(layer.pointer, keyword)
        places = {"": place}
        if keyword == "dependentSchemas":
            places = {name: below(place, name) for name in as_mapping(keywords.get(keyword))}
        for name, pointer in places.items():
            schema = schemas.document.at(pointer)
            has_effect = schema is not False if keyword == "not" else not allows_all(schema)
            if keyword == "contains" and len(level.contained) > 1:
                # Each has its own limits.
                name = json.dumps([keywords.get(each) for each in COUNTED_ITEMS])
            if isinstance(schema, dict | bool) and (has_effect or keyword == "contains"):
                by_meaning.setdefault((name, schemas.meaning((schemas.target(pointer),))), pointer)
    return by_meaning


def _needs(level: SchemaLevel) -> set[tuple[str, str]]:
    """Each property on which another one depends, with that."""
    return {
        (name, needed)
        for rules in level.each("dependentRequired")
        for name, names in as_mapping(rules).items()
        for needed in as_names(names)
    }


def _matched(old: _Places, new: _Places) -> list[tuple[_Key, _Key]]:
    """The keys of those that correspond: with the same meaning, else in order."""
    pairs = [(key, key) for key in old if key in new]
    left = [key for key in new if key not in old]
    for key in old:
        other = None if key in new else next((each for each in left if each[0] == key[0]), None)
        if other is not None:
            left.remove(other)
            pairs.append((key, other))
    return pairs
