"""Parts that no page shows because they are not what the specification wants in their place.

Everything is read leniently, so that a mistake costs only the part that it is in; without a message
it would only be noticed by what is missing on a page. This is not validation: a mistake without an
effect on any page is not looked for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import as_count, as_mapping
from sphinx_navapi.openapi.check.findings import given_type, not_one_of
from sphinx_navapi.openapi.check.objects import (
    EXAMPLES,
    SCHEMA_TYPE,
    TYPES,
    Grammar,
    Kind,
    ObjectKind,
    Value,
)
from sphinx_navapi.openapi.document import METHODS
from sphinx_navapi.openapi.schema.applicators import Shape

_TYPES: Final = {Shape.ONE: dict, Shape.MAP: dict, Shape.LIST: list}

#: Shorter words are near each other by chance, such as ``id`` and ``if``.
_SHORTEST_KEYWORD: Final = 4

#: The beginning of a runtime expression, and what its words may be (OpenAPI 3.1.1, 4.8.20.4).
_EXPRESSION: Final = re.compile(r"\{\$(\w+)(?:\.(\w+))?")
_EXPRESSION_WORDS: Final = (
    ("url", "method", "statusCode", "request", "response"),
    ("header", "query", "path", "body"),
)


class Mistake(NamedTuple):
    """A mistake in an object.

    :ivar pointer: in the object, ``""`` for the whole. :ivar field: the field that it is about.
    :ivar is_empty: whether the value is null, which is the same as no value.
    """

    pointer: str
    message: str
    field: str
    is_empty: bool = False


def is_malformed(value: Any, shape: Shape, kind: ObjectKind) -> bool:
    """Whether *value*, that of a field with objects of *kind*, is not of *shape*."""
    if kind is Kind.FOREIGN_SCHEMA:
        return False
    if kind is Kind.SCHEMA and type(value) is bool:
        return shape in (Shape.MAP, Shape.LIST)
    if shape is Shape.ONE_OR_LIST or (shape is Shape.MAP and kind is Kind.EXAMPLE):
        return type(value) is not dict and type(value) is not list  # a list of examples is read
    return type(value) is not _TYPES[shape]


def describe(value: Any, shape: Shape, name: str) -> str:
    """The sentence about a *value* that `is_malformed`. :param name: of its field."""
    wanted = {Shape.LIST: "a list", Shape.ONE_OR_LIST: "a mapping or a list"}.get(
        shape, "a mapping"
    )
    return f"`{name}` must be {wanted}, not {given_type(value)}; it was ignored"


def mistakes(node: Mapping[str, Any], kind: ObjectKind, grammar: Grammar) -> Iterator[Mistake]:
    """The mistakes in the fields of *node*; what is in the objects in it is not looked at."""
    if kind is Kind.SECURITY_REQUIREMENT:
        for name, scopes in node.items():
            if not isinstance(scopes, list):
                value = given_type(scopes)
                message = f"`{name}` must be a list of scopes, not {value}; it was read as none"
                yield Mistake(_below(name), message, name)
    if kind is Kind.CALLBACK:
        for expression in node:
            yield from _misspelled_words(expression)
    values = grammar.values.get(kind)
    if values is None:
        return
    fields = grammar.fields.get(kind, {})
    lost = grammar.needed.get(kind, ())
    strange, empty = [], []
    for name, value in node.items():
        expected = values.get(name)
        if expected is None:
            if name not in fields and not name.startswith("x-"):
                strange.append(name)
        elif type(value) in expected.types and (not expected.is_deep or value in expected.one_of):
            continue  # so it almost always is: this is asked about every value of a document
        elif value is None:
            empty.append(name)
        else:
            effect = f"{_noun(kind) if name in lost else 'it'} was ignored"
            for pointer, sentence in _value_mistakes(name, value, expected):
                yield Mistake(pointer, f"{sentence}; {effect}", name)
    missing = _missing(node, kind, grammar)
    for name in strange:
        if kind is Kind.PATH_ITEM and name.lower() in METHODS:
            continue  # reported with the operations
        known = sorted((fields.keys() | values.keys()) - node.keys())
        near = nearest_word(name, known)
        if near is not None and (kind is not Kind.SCHEMA or _is_keyword_typo(name, near)):
            effect = missing.pop(near, "")
            sentence = f"unknown field `{name}`: did you mean `{near}`?"
            message = f"{sentence} {effect[:1].upper()}{effect[1:]}".strip()
            yield Mistake(_below(name), message, near)
        elif kind is Kind.OAUTH_FLOWS:
            yield Mistake(_below(name), f"`{name}` is not an OAuth flow; it was ignored", name)
    for name, effect in missing.items():
        pointer = _below(name) if name in node else ""
        yield Mistake(pointer, f"`{name}` is missing" + (f"; {effect}" if effect else ""), name)
        return  # the others are noticed as soon as this one is there
    for name in empty:
        if values[name].types:
            message = f"`{name}` must be {values[name].words}, not null; it was ignored"
            yield Mistake(_below(name), message, name, is_empty=True)


def _misspelled_words(template: str) -> Iterator[Mistake]:
    """The words of runtime expressions in *template* that are nearly those of the specification.

    Other deviations are frequent, and hinder no reader: FastAPI's documentation has
    ``{$callback_url}/invoices/{$request.body.id}``.
    """
    for words in _EXPRESSION.findall(template):
        for word, known in zip(words, _EXPRESSION_WORDS, strict=True):
            near = nearest_word(word, known) if word and word not in known else None
            if near is not None:
                message = f"`{template}` has the unknown word `{word}`: did you mean `{near}`?"
                yield Mistake(_below(template), message, template)


def _is_keyword_typo(name: str, keyword: str) -> bool:
    """Whether *name*, which may be any word from OpenAPI 3.1 on, was meant as *keyword*."""
    return len(keyword) >= _SHORTEST_KEYWORD and not keyword.startswith("$")


def _missing(node: Mapping[str, Any], kind: ObjectKind, grammar: Grammar) -> dict[str, str]:
    """The effect of each field that *node* lacks, ``""`` if there is none."""
    needed = [name for name in grammar.needed.get(kind, ()) if node.get(name) is None]
    missing = dict.fromkeys(needed, f"{_noun(kind)} was ignored" if needed else "")
    expected = grammar.expected.get(kind, ())
    if kind in grammar.variants:
        field, variants = grammar.variants[kind]
        chosen = node.get(field)
        expected = variants.get(chosen, ()) if isinstance(chosen, str) else ()
    missing |= {name: "" for name in expected if node.get(name) is None}
    if kind is Kind.SERVER_VARIABLE and node.get("default") is None:
        has_values = bool(node.get("enum"))
        missing["default"] = (
            "the first value of `enum` is used" if has_values else "its name stays in URLs"
        )
    return missing


def _value_mistakes(name: str, value: Any, expected: Value) -> Iterator[tuple[str, str]]:
    """Pointers and sentences, without their effect, for *value* of the field *name*."""
    if expected is SCHEMA_TYPE and type(value) is list:
        for index, item in enumerate(value):
            if not isinstance(item, str) or item not in TYPES:
                yield f"/{name}/{index}", f"`{name}/{index}` {not_one_of(item, TYPES)}"
    elif expected is SCHEMA_TYPE and type(value) is not str:
        yield f"/{name}", f"`{name}` {not_one_of(value, TYPES)}"
    elif not expected.types:
        return
    elif not _is_of(value, expected.types):
        yield _below(name), f"`{name}` must be {expected.words}, not {given_type(value)}"
    elif expected.one_of:
        if value not in expected.one_of:
            yield _below(name), f"`{name}` {not_one_of(value, expected.one_of)}"
    elif expected.is_count:
        if as_count(value) is None:
            yield _below(name), f"`{name}` must be an integer of at least 0, not `{value}`"
    elif expected.is_amount:
        if value < 0:
            yield _below(name), f"`{name}` must be at least 0, not `{value}`"
    elif expected is EXAMPLES:
        members = value.values() if isinstance(value, dict) else ()
        if members and not any("value" in as_mapping(each) for each in members):
            yield _below(name), f"`{name}` must be a list, not a mapping"
    elif expected.each and type(value) is not bool:
        items = value.items() if type(value) is dict else enumerate(value)
        for key, each in items:
            if not _is_of(each, expected.each):
                label = f"{name}/{key}"
                yield (
                    f"{_below(name)}{_below(str(key))}",
                    (f"`{label}` must be text, not {given_type(each)}"),
                )


def _is_of(value: Any, types: frozenset[type]) -> bool:
    """Whether *value* has one of the *types*. Numbers keep their digits in classes of their own."""
    return type(value) in types or (type(value) is not bool and isinstance(value, tuple(types)))


def _noun(kind: ObjectKind) -> str:
    name: str = kind.value
    return f"the {name.removesuffix(' Object').lower()}"


def _below(name: str) -> str:
    return f"/{escape_pointer(name)}"
