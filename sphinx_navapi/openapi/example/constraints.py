"""The combined constraints of several schemas on one value.

``allOf`` in many forms, a property that both parent and child describe, the chosen option of a
``oneOf``: each adds a schema for the same value.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.formats.lenient import (
    as_count,
    as_list,
    as_mapping,
    as_names,
    as_number,
    as_text,
    below,
)
from sphinx_navapi.openapi.schema.check import equal
from sphinx_navapi.openapi.schema.level import Layer, component_name, is_null, is_null_option
from sphinx_navapi.openapi.schema.reader import Facts, SchemaReader, common_types

#: Schemas that apply to the same value, by pointer.
Pointers = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SchemaOptions:
    """Alternatives to choose from; each option consists of the schemas that it adds."""

    options: tuple[Pointers, ...]


@dataclass(frozen=True, slots=True)
class Constraints:
    """The constraints on one value.

    :ivar mappings: all keywords, by precedence; *layers* those with children.
    :ivar types: allowed ones in document order, without null; empty: any.
    :ivar targets: pointers of the schemas themselves and of those they merge.
    :ivar named: those of them that references lead to: only they can recur inside.
    """

    pointers: Pointers
    facts: tuple[Facts, ...]
    mappings: tuple[Mapping[str, Any], ...]
    layers: tuple[Layer, ...]
    types: tuple[str, ...]
    nullable: bool
    only_null: bool
    targets: frozenset[str]
    named: frozenset[str]
    choices: tuple[SchemaOptions, ...]

    @property
    def keywords(self) -> frozenset[str]:
        """All keywords that occur."""
        return frozenset(keyword for mapping in self.mappings for keyword in mapping)

    def values(self, keyword: str) -> Iterator[Any]:
        """Every value of *keyword*."""
        for mapping in self.mappings:
            if keyword in mapping:
                yield mapping[keyword]

    def texts(self, keyword: str) -> list[str]:
        """Every text of *keyword*, each once."""
        found = (as_text(value) for value in self.values(keyword))
        return list(dict.fromkeys(text for text in found if text is not None))

    def least(self, keyword: str) -> int:
        """The minimum that a ``min…`` keyword sets."""
        return max((as_count(value) or 0 for value in self.values(keyword)), default=0)

    def most(self, keyword: str) -> int | None:
        """The maximum that a ``max…`` keyword sets."""
        counts = [as_count(value) for value in self.values(keyword)]
        return min((count for count in counts if count is not None), default=None)

    def bound(self, bound: str, exclusive: str, *, lower: bool) -> tuple[float | None, bool]:
        """The tightest bound, and whether it is exclusive."""
        found: list[tuple[float, bool]] = []
        for mapping in self.mappings:
            number = as_number(mapping.get(bound))
            if number is not None:
                found.append((number, mapping.get(exclusive) is True))
            limit = as_number(mapping.get(exclusive))
            if limit is not None:
                found.append((limit, True))
        if not found:
            return None, False
        tightest = (max if lower else min)(number for number, _ in found)
        return tightest, any(out for number, out in found if number == tightest)

    def allowed_values(self) -> list[Any] | None:
        """The values of ``const`` and ``enum`` that all schemas allow; ``None`` if unrestricted."""
        allowed: list[Any] | None = None
        for mapping in self.mappings:
            lists = [as_list(mapping.get("enum"))]
            if "const" in mapping:
                lists.append([mapping["const"]])
            for values in lists:
                if not values:
                    continue
                if allowed is None:
                    allowed = list(values)
                else:
                    both = [one for one in allowed if any(equal(one, other) for other in values)]
                    allowed = both or allowed
        return allowed

    def children(self, keyword: str) -> Pointers:
        """Pointers of the schemas below *keyword*."""
        return tuple(
            below(layer.pointer, keyword)
            for layer in self.layers
            if isinstance(layer.keywords.get(keyword), dict | bool)
            and layer.keywords[keyword] is not True
        )

    def named_children(self, keyword: str) -> dict[str, Pointers]:
        """Pointers of the schemas in a mapping such as ``properties``, by name."""
        found: dict[str, Pointers] = {}
        for layer in self.layers:
            for name, schema in as_mapping(layer.keywords.get(keyword)).items():
                if isinstance(schema, dict | bool):
                    found[name] = (*found.get(name, ()), below(layer.pointer, keyword, name))
        return found

    def required(self) -> tuple[str, ...]:
        """Names of required properties, in order."""
        return tuple(
            dict.fromkeys(name for value in self.values("required") for name in as_names(value))
        )

    def forbids_more(self) -> bool:
        """Whether additional properties are forbidden."""
        return any(
            value is False
            for keyword in ("additionalProperties", "unevaluatedProperties")
            for value in self.values(keyword)
        )


def read_constraints(reader: SchemaReader, pointers: Pointers) -> Constraints:
    """The constraints of the schemas at *pointers* on one value."""
    queue = list(pointers)
    facts: list[Facts] = []
    seen_as: list[str] = []
    seen: set[str] = set()
    while queue:
        pointer = queue.pop(0)
        target = reader.unwrap(pointer).target
        if pointer in seen:
            continue
        seen.update((pointer, target))
        known = reader.facts(pointer)
        facts.append(known)
        seen_as.append(pointer)
        queue.extend(known.level.unmerged)
    layers = tuple(layer for known in facts for layer in known.level.layers)
    targets = {known.unwrapped.target for known in facts}
    targets.update(layer.pointer for layer in layers)
    mappings = tuple(mapping for known in facts for mapping in known.mappings)
    types, nullable = _types(facts)
    return Constraints(
        pointers=pointers,
        facts=tuple(facts),
        mappings=mappings,
        layers=layers,
        types=types,
        nullable=nullable,
        only_null=not types and nullable and any(map(is_null, mappings)),
        targets=frozenset(targets),
        named=frozenset(target for target in targets if component_name(target) is not None)
        | {
            known.unwrapped.target
            for pointer, known in zip(seen_as, facts, strict=True)
            if known.unwrapped.target != pointer
        },
        choices=tuple(_choices(reader, layers, targets)),
    )


def _types(facts: list[Facts]) -> tuple[tuple[str, ...], bool]:
    common: frozenset[str] | None = None
    for known in facts:
        if known.stated:
            types = frozenset(known.types)
            common = types if common is None else common_types(common, types) or common
    if common is None:
        common = next((frozenset(known.types) for known in facts if known.types), frozenset())
    order: list[str] = []
    for known in facts:
        for declared in known.all_of("type"):
            order.extend(as_names(declared) if isinstance(declared, list) else [str(declared)])
        order.extend(known.types)
    ordered = tuple(name for name in dict.fromkeys(order) if name in common)
    return ordered, all(known.nullable for known in facts)


def _choices(
    reader: SchemaReader, layers: tuple[Layer, ...], targets: set[str]
) -> Iterator[SchemaOptions]:
    for layer in layers:
        for keyword in ("oneOf", "anyOf"):
            members = as_list(layer.keywords.get(keyword))
            places = [
                below(layer.pointer, keyword, index)
                for index, member in enumerate(members)
                if not is_null_option(reader.document, member)
            ]
            # The child of a parent that lists its children is the option itself.
            if not places or any(reader.unwrap(place).target in targets for place in places):
                continue
            places.sort(key=lambda place: _is_deprecated(reader, place))
            yield SchemaOptions(tuple((place,) for place in places))
        if isinstance(layer.keywords.get("if"), dict):
            branches = [
                tuple(
                    below(layer.pointer, keyword)
                    for keyword in keywords
                    if isinstance(layer.keywords.get(keyword), dict)
                )
                for keywords in (("if", "then"), ("else",))
            ]
            yield SchemaOptions(tuple(branches))
        for keyword in ("dependentSchemas", "dependencies"):
            for name, schema in as_mapping(layer.keywords.get(keyword)).items():
                if isinstance(schema, dict):
                    yield SchemaOptions(((below(layer.pointer, keyword, name),), ()))


def _is_deprecated(reader: SchemaReader, pointer: str) -> bool:
    return any(mapping.get("deprecated") is True for mapping in reader.facts(pointer).own)
