"""What a schema's row says in words: its type in one line, its constraints."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sphinx_navapi.openapi.lenient import (
    as_count,
    as_list,
    as_mapping,
    as_names,
    as_number,
    as_text,
    below,
)
from sphinx_navapi.openapi.schema.level import component_name, is_null
from sphinx_navapi.openapi.schema.reader import Facts, SchemaReader

#: Arrays in arrays and alternatives in alternatives are spelled out so far.
_NESTING = 4

#: So many alternatives are named.
_NAMED_OPTIONS = 5


class SchemaLabels:
    """Names schemas; memoised for one document."""

    def __init__(self, reader: SchemaReader) -> None:
        self.reader = reader
        self._labels: dict[tuple[str, int], str] = {}

    def label(self, pointer: str) -> str:
        """The type of the schema at *pointer* as a reader would say it.

        A component that is more than a scalar is called by its name, except where
        *pointer* is the component itself.
        """
        return self._label(pointer, _NESTING)

    def _label(self, pointer: str, nesting: int) -> str:
        key = (pointer, nesting)
        label = self._labels.get(key)
        if label is None:
            label = self._labels[key] = self._spell(pointer, nesting)
        return label

    def _spell(self, pointer: str, nesting: int) -> str:
        unwrapped = self.reader.unwrap(pointer)
        if not unwrapped.resolved:
            return "unresolved"
        if isinstance(unwrapped.value, bool):
            return "any" if unwrapped.value else "never"
        facts = self.reader.facts(pointer)
        name = component_name(unwrapped.target)
        base = None
        if name is not None and unwrapped.target != pointer and is_composite(facts):
            base = name
        if base is None:
            base = self._base(facts, nesting)
        if facts.nullable and base not in ("any", "null"):
            return f"{base} | null"
        return base

    def _base(self, facts: Facts, nesting: int) -> str:
        if len(facts.types) > 1:
            return " | ".join(self._typed(facts, name, nesting) for name in facts.types)
        options = self._options(facts, nesting)
        if options is not None and not ("object" in facts.types and has_properties(facts)):
            return options
        if facts.types:
            return self._typed(facts, facts.types[0], nesting)
        return "null" if facts.nullable else "any"

    def _typed(self, facts: Facts, name: str, nesting: int) -> str:
        if name == "array":
            return self._array(facts, nesting)
        if name == "object":
            return self._object(facts, nesting)
        given = facts.first_text("format")
        return f"{name} <{given}>" if given else name

    def _array(self, facts: Facts, nesting: int) -> str:
        for layer in facts.level.by_weight():
            prefix = as_list(layer.keywords.get("prefixItems"))
            items = layer.keywords.get("items")
            if prefix and nesting > 0:
                names = [
                    self._label(below(layer.pointer, "prefixItems", index), nesting - 1)
                    for index in range(min(len(prefix), _NAMED_OPTIONS))
                ]
                more = ", …" if len(prefix) > _NAMED_OPTIONS or items is not False else ""
                return f"array of ({', '.join(names)}{more})"
            if isinstance(items, dict):
                if nesting <= 0:
                    return "array of …"
                of = self._label(below(layer.pointer, "items"), nesting - 1)
                if of == "any":
                    return "array"
                return f"array of ({of})" if " | " in of or ", " in of else f"array of {of}"
        return "array"

    def _object(self, facts: Facts, nesting: int) -> str:
        if has_properties(facts):
            return "object"
        for layer in facts.level.by_weight():
            additional = layer.keywords.get("additionalProperties")
            if isinstance(additional, dict) and additional:
                if nesting <= 0:
                    return "map"
                of = self._label(below(layer.pointer, "additionalProperties"), nesting - 1)
                if of == "any":
                    return "object"
                return f"map of ({of})" if " | " in of or ", " in of else f"map of {of}"
        return "object"

    def _options(self, facts: Facts, nesting: int) -> str | None:
        """``one of Cat, Dog`` for the first group of alternatives, if there is one."""
        for layer in facts.level.by_weight():
            for keyword, words in (("oneOf", "one of"), ("anyOf", "any of")):
                members = as_list(layer.keywords.get(keyword))
                kept = [index for index, member in enumerate(members) if not is_null(member)]
                if not kept or only_required(members) or constant_options(members):
                    continue
                if nesting <= 0:
                    return f"{words} {len(kept)}"
                places = [below(layer.pointer, keyword, index) for index in kept]
                if len(kept) > 1 and all(self._is_scalar(place) for place in places):
                    names = [self._label(place, nesting - 1) for place in places]
                    return " | ".join(dict.fromkeys(names))
                named = [self._option_name(place, nesting - 1) for place in places]
                distinct = list(dict.fromkeys(named))
                if len(distinct) == 1:
                    return distinct[0]
                listed = ", ".join(distinct[:_NAMED_OPTIONS])
                return f"{words} {listed}{', …' if len(distinct) > _NAMED_OPTIONS else ''}"
        return None

    def _option_name(self, pointer: str, nesting: int) -> str:
        """The name of one alternative: component, title or type."""
        label = self._label(pointer, nesting)
        if label in ("object", "any"):
            return self.reader.facts(pointer).first_text("title") or label
        return label

    def _is_scalar(self, pointer: str) -> bool:
        facts = self.reader.facts(pointer)
        return bool(facts.types) and not is_composite(facts)


def is_composite(facts: Facts) -> bool:
    """Whether a schema is more than a scalar: something that deserves its name."""
    return (
        not facts.types
        or "object" in facts.types
        or "array" in facts.types
        or any(
            as_list(mapping.get(keyword)) and not constant_options(mapping[keyword])
            for mapping in facts.mappings
            for keyword in ("oneOf", "anyOf")
        )
    )


def has_properties(facts: Facts) -> bool:
    """Whether the level names properties."""
    return any(
        as_mapping(layer.keywords.get("properties"))
        or as_mapping(layer.keywords.get("patternProperties"))
        for layer in facts.level.layers
    )


def only_required(members: Sequence[Any]) -> bool:
    """Whether alternatives only say which properties must be there."""
    return bool(members) and all(
        isinstance(member, dict)
        and as_names(member.get("required"))
        and not (member.keys() - {"required", "title", "description", "type", "$comment"})
        for member in members
    )


_CONSTANT_KEYS = frozenset(
    {"const", "title", "description", "type", "deprecated", "$comment", "enum"}
)


def constant_options(members: Any) -> bool:
    """Whether alternatives are single values, each with a description of its own."""
    return (
        isinstance(members, list)
        and bool(members)
        and all(
            isinstance(member, dict)
            and (
                "const" in member
                or (isinstance(member.get("enum"), list) and len(member["enum"]) == 1)
            )
            and not any(key not in _CONSTANT_KEYS and not key.startswith("x-") for key in member)
            for member in members
        )
    )


def read_constraints(facts: Facts, labels: SchemaLabels) -> tuple[tuple[str, str], ...]:
    """What values must satisfy beyond their type: label and value, ready to show."""
    return tuple(dict.fromkeys(_constraints(facts, labels)))


def _constraints(facts: Facts, labels: SchemaLabels) -> Iterator[tuple[str, str]]:
    yield from _bounds(facts)
    for keyword, label in _COUNTS:
        count = as_count(facts.first(keyword))
        # A minimum of 0 says nothing.
        if count is not None and (count or not keyword.startswith("min")):
            yield label, str(count)
    for pattern in facts.all_of("pattern"):
        if isinstance(pattern, str) and pattern:
            yield "pattern", pattern
    multiple = as_number(facts.first("multipleOf"))
    if multiple is not None:
        yield "multiple of", json.dumps(multiple)
    if facts.first("uniqueItems") is True:
        yield "items", "unique"
    for keyword, label in (("contentEncoding", "encoding"), ("contentMediaType", "media type")):
        text = facts.first_text(keyword)
        if text is not None:
            yield label, text
    for layer in facts.level.layers:
        yield from _object_rules(layer.keywords, layer.pointer, labels)


_COUNTS = (
    ("minLength", "min length"), ("maxLength", "max length"), ("minItems", "min items"),
    ("maxItems", "max items"), ("minProperties", "min properties"),
    ("maxProperties", "max properties"), ("minContains", "min contains"),
    ("maxContains", "max contains"),
)  # fmt: skip


def _bounds(facts: Facts) -> Iterator[tuple[str, str]]:
    """Both notations of exclusive bounds: a flag beside the bound (3.0), a bound (3.1)."""
    for bound, exclusive, sign, strict in (
        ("minimum", "exclusiveMinimum", "≥", ">"),
        ("maximum", "exclusiveMaximum", "≤", "<"),
    ):
        number = as_number(facts.first(bound))
        flag = facts.first(exclusive)
        if number is not None:
            yield strict if flag is True else sign, json.dumps(number)
        limit = as_number(flag)
        if limit is not None:
            yield strict, json.dumps(limit)


def _object_rules(
    keywords: Mapping[str, Any], pointer: str, labels: SchemaLabels
) -> Iterator[tuple[str, str]]:
    for keyword, words in (("oneOf", "exactly one of"), ("anyOf", "at least one of")):
        members = as_list(keywords.get(keyword))
        if only_required(members):
            yield words, "; ".join(", ".join(as_names(member["required"])) for member in members)
    for keyword, label in (("contains", "contains"), ("propertyNames", "property names")):
        if isinstance(keywords.get(keyword), dict):
            yield label, _summary(below(pointer, keyword), labels)
    for keyword in ("dependentRequired", "dependencies"):
        for name, needed in as_mapping(keywords.get(keyword)).items():
            if as_names(needed):
                yield f"with {name}", f"requires {', '.join(as_names(needed))}"
    if keywords.get("items") is False and as_list(keywords.get("prefixItems")):
        yield "other items", "none"
    forbidden = as_mapping(keywords.get("not"))
    if forbidden and not (forbidden.keys() - {"required", "description"}):
        names = as_names(forbidden.get("required"))
        if names:
            yield "not together" if len(names) > 1 else "not allowed", ", ".join(names)


def _summary(pointer: str, labels: SchemaLabels) -> str:
    """A nested schema in one line: its label and its own simple constraints."""
    label = labels.label(pointer)
    facts = labels.reader.facts(pointer)
    pattern = as_text(facts.first("pattern"))
    constant = facts.first("const")
    if isinstance(constant, str | int | float):
        return json.dumps(constant, ensure_ascii=False)
    return f"{label} matching {pattern}" if pattern else label
