"""The wording of types and constraints."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TypeVar

from sphinx_navapi.locale.wording import Wording, fill
from sphinx_navapi.openapi.schema import type_label

_Part = TypeVar("_Part")

#: Symbols and a keyword, which are not translated.
_SIGNS = {
    "minimum": "≥", "exclusiveMinimum": ">", "maximum": "≤", "exclusiveMaximum": "<",
    "format": "format",
}  # fmt: skip

#: Keywords, which are not translated either.
_KEYWORDS = frozenset({"if", "then", "else"})


def type_words(label: type_label.TypeLabel, words: Wording) -> str:
    """*label* in words: ``Pet[]``, ``one of Cat, Dog``, ``string | null``.

    The names of JSON Schema types, formats and components are not translated.
    """
    if isinstance(label, type_label.Named):
        return f"{label.name} <{label.format}>" if label.format else label.name
    if isinstance(label, type_label.Ref):
        return label.name
    if isinstance(label, type_label.Special):
        return {
            type_label.Special.ANY: words.type_any,
            type_label.Special.NEVER: words.type_never,
            type_label.Special.UNRESOLVED: words.type_unresolved,
        }[label]
    if isinstance(label, type_label.Union):
        return " | ".join(type_words(member, words) for member in label.members)
    if isinstance(label, type_label.Alternatives):
        template = words.type_one_of if label.keyword == "oneOf" else words.type_any_of
        more = label.count > len(label.options)
        listed = _listed(label.options, words, more=more) if label.options else str(label.count)
        return fill(template, types=listed)
    if isinstance(label, type_label.TupleOf):
        return f"[{_listed(label.items, words, more=label.open)}]"
    if isinstance(label, type_label.ArrayOf):
        return f"{_item_words(label.item, words)}[]"
    text = type_words(label.value, words)
    return fill(words.type_map, type=f"({text})" if _is_listed(label.value) else text)


def _item_words(label: type_label.TypeLabel | None, words: Wording) -> str:
    """The part before ``[]``: in parentheses if it is more than one word."""
    if label is None:
        return "…"
    text = type_words(label, words)
    is_one = isinstance(label, type_label.Named | type_label.ArrayOf | type_label.TupleOf)
    return f"({text})" if " " in text and not is_one else text


def _is_listed(label: type_label.TypeLabel) -> bool:
    """Whether *label* is several words, which need parentheses."""
    if isinstance(label, type_label.Union):
        return True
    if isinstance(label, type_label.Alternatives):
        return len(label.options) > 1
    return isinstance(label, type_label.MapOf) and _is_listed(label.value)


def _listed(labels: tuple[type_label.TypeLabel, ...], words: Wording, *, more: bool) -> str:
    listed = ", ".join(type_words(label, words) for label in labels)
    return f"{listed}, …" if more else listed


class Word(str):
    """A part of a phrase that is not code."""

    __slots__ = ()


#: Text in which names and numbers are code: each part that is not a `Word`.
Phrase = tuple[str, ...]


def spell(
    value: str | Phrase, code: Callable[[str], _Part], text: Callable[[str], _Part]
) -> list[_Part]:
    """*value* of a fact: its parts, written as *code* or as *text*."""
    parts = (value,) if isinstance(value, str) else value
    return [text(part) if isinstance(part, Word) else code(part) for part in parts]


def constraint_words(constraint: type_label.Constraint, words: Wording) -> tuple[str, Phrase]:
    """The name of *constraint* and its value: ``("min length", ("1",))``."""
    keyword = constraint.keyword
    if keyword == "dependentRequired":
        needed = _phrase(words.value_requires, names=_names(constraint.groups))
        return "", (*_phrase(words.rule_with, name=(constraint.name,)), Word(" "), *needed)
    if keyword == "additionalProperties":
        return "", (Word(words.not_allowed_here),)
    if keyword == "required":
        return "", _phrase(words.value_requires, names=_names(constraint.groups))
    if keyword == "not":
        together = len(constraint.groups[0]) > 1
        label = words.rule_not_together if together else words.rule_not_allowed
    else:
        label = _SIGNS.get(keyword) or _rule(keyword, words)
    return label, _constraint_value(constraint, words)


def _names(groups: tuple[tuple[str, ...], ...]) -> Phrase:
    """The names in *groups*: ``a, b; c``."""
    phrase: list[str] = []
    for group in groups:
        for index, name in enumerate(group):
            if phrase:
                phrase.append(Word(", " if index else "; "))
            phrase.append(name)
    return tuple(phrase)


def _phrase(template: str, **values: Phrase) -> Phrase:
    """*template* with each ``{name}`` of *values* filled in."""
    words: list[str] = []
    for index, part in enumerate(_SLOT.split(template)):
        if index % 2:
            words += values[part]
        elif part:
            words.append(Word(part))
    return tuple(words)


_SLOT = re.compile(r"\{(\w+)\}")


def condition_words(condition: type_label.Condition, words: Wording) -> str:
    """The name of a schema that applies on *condition*."""
    if condition.keyword in _KEYWORDS:
        return condition.keyword
    label = fill(_rule(condition.keyword, words), name=condition.name)
    limits = (f"{_rule(each.keyword, words)} {each.text}" for each in condition.limits)
    return ", ".join((label, *limits))


def _rule(keyword: str, words: Wording) -> str:
    return {
        "false": words.rule_contradictory,
        "pattern": words.rule_pattern,
        "multipleOf": words.rule_multiple_of,
        "uniqueItems": words.rule_items,
        "contentEncoding": words.rule_encoding,
        "contentMediaType": words.rule_media_type,
        "length": words.rule_length,
        "range": words.rule_range,
        "itemCount": words.rule_items,
        "propertyCount": words.rule_properties,
        "minLength": words.rule_min_length,
        "maxLength": words.rule_max_length,
        "minItems": words.rule_min_items,
        "maxItems": words.rule_max_items,
        "minProperties": words.rule_min_properties,
        "maxProperties": words.rule_max_properties,
        "minContains": words.rule_min_contains,
        "maxContains": words.rule_max_contains,
        "oneOf": words.rule_exactly_one_of,
        "anyOf": words.rule_at_least_one_of,
        "contains": words.rule_contains,
        "propertyNames": words.rule_property_names,
        "items": words.rule_other_items,
        "unevaluatedItems": words.rule_other_items,
        "contentSchema": words.decoded,
        "dependentRequired": words.rule_with,
        "dependentSchemas": words.rule_with,
    }[keyword]


def _constraint_value(constraint: type_label.Constraint, words: Wording) -> Phrase:
    word = {
        "uniqueItems": words.value_unique,
        "items": words.value_none,
        "false": words.value_contradictory,
    }.get(constraint.keyword)
    if word is not None:
        return (Word(word),)
    if constraint.type is not None:
        label = type_words(constraint.type, words)
        if not constraint.text:
            return (label,)
        return _phrase(words.value_matching, type=(label,), pattern=(constraint.text,))
    return _names(constraint.groups) or (constraint.text,)
