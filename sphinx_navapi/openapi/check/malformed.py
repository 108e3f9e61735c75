"""Parts that no page shows because they are not what the specification wants in their place.

An invalid operation is skipped as a whole (`find_problem`). Everything else is read leniently, so
its mistakes would only be noticed by what is missing on a page. This is not validation: a mistake
without an effect on any page is not looked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.diagnostics.similar_words import nearest_word
from sphinx_navapi.openapi.check.findings import given_type, not_one_of
from sphinx_navapi.openapi.check.objects import (
    FIELDS,
    KEY_PLACES,
    OTHER_FIELDS,
    PLACES,
    SCHEME_TYPES,
    TYPES,
    Kind,
    ObjectKind,
)
from sphinx_navapi.openapi.document import METHODS
from sphinx_navapi.openapi.schema.applicators import Shape

#: Fields without which an object is ignored.
_NEEDED: Final[Mapping[ObjectKind, tuple[str, ...]]] = {
    Kind.PARAMETER: ("name", "in"),
    Kind.SERVER: ("url",),
    Kind.TAG: ("name",),
    Kind.EXTERNAL_DOCS: ("url",),
}
_TEXTS: Final = ("summary", "description", "title", "name", "url", "in")

_TYPES: Final = {Shape.ONE: dict, Shape.MAP: dict, Shape.LIST: list}


def is_malformed(value: Any, shape: Shape, kind: ObjectKind) -> bool:
    """Whether *value*, that of a field with objects of *kind*, has content, but not of *shape*."""
    if value is None or (type(value) is bool and kind is Kind.SCHEMA):
        return False
    if shape is Shape.ONE_OR_LIST or (shape is Shape.MAP and kind is Kind.EXAMPLE):
        return type(value) is not dict and type(value) is not list  # a list of examples is read
    return type(value) is not _TYPES[shape]


def describe(value: Any, shape: Shape, name: str) -> str:
    """The sentence about a *value* that `is_malformed`. :param name: of its field."""
    wanted = {Shape.LIST: "a list", Shape.ONE_OR_LIST: "a mapping or a list"}.get(
        shape, "a mapping"
    )
    return f"`{name}` must be {wanted}, not {given_type(value)}; it was ignored"


def type_mistake(given: Any) -> tuple[str, str] | None:
    """Pointer (``/type``, or to an item in it) and sentence about *given*, a schema's ``type``."""
    if given is None or given in TYPES:
        return None
    if type(given) is not list:
        return "/type", f"`type` {not_one_of(given, TYPES)}; it was ignored"
    for index, item in enumerate(given):
        if item not in TYPES:
            return f"/type/{index}", f"`type/{index}` {not_one_of(item, TYPES)}; it was ignored"
    return None


def mistakes(node: Mapping[str, Any], kind: ObjectKind) -> Iterator[tuple[str, str]]:
    """Key (``""`` for the whole) and sentence for each mistake in the fields of *node*."""
    if kind is Kind.SECURITY_REQUIREMENT:
        for name, scopes in node.items():
            if not isinstance(scopes, list):
                given = given_type(scopes)
                yield name, f"`{name}` must be a list of scopes, not {given}; it was read as none"
        return
    if kind is Kind.SERVER_VARIABLE:
        yield from _variable_mistakes(node)
    elif kind is Kind.SECURITY_SCHEME:
        yield from _scheme_mistakes(node)
    needed = _NEEDED.get(kind, ())
    missing = [name for name in needed if node.get(name) is None]
    if missing:
        yield "", f"`{missing[0]}` is missing; the {_noun(kind)} was ignored"
    for name in _TEXTS:
        value = node.get(name)
        if value is None or name not in OTHER_FIELDS[kind]:
            continue
        lost = f"the {_noun(kind)}" if name in needed else "it"
        if not isinstance(value, str):
            yield name, f"`{name}` must be text, not {given_type(value)}; {lost} was ignored"
        elif name == "in" and kind is Kind.PARAMETER and value not in PLACES:
            yield name, f"`in` {not_one_of(value, PLACES)}; {lost} was ignored"
    fields = FIELDS[kind].keys() | OTHER_FIELDS[kind]
    for name in node:
        if name in fields or name.startswith("x-") or name.lower() in METHODS:
            continue
        near = nearest_word(name, sorted(fields - node.keys()))
        if near is not None:
            yield name, f"unknown field `{name}`: did you mean `{near}`?"
        elif kind is Kind.OAUTH_FLOWS:
            yield name, f"`{name}` is not an OAuth flow; it was ignored"


def _scheme_mistakes(node: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    given = node.get("type")
    if given is None:
        yield "", "`type` is missing; the security scheme was ignored"
    elif not isinstance(given, str) or given not in SCHEME_TYPES:
        yield "type", f"`type` {not_one_of(given, SCHEME_TYPES)}; the security scheme was ignored"
    else:
        missing = [name for name in SCHEME_TYPES[given] if node.get(name) is None]
        if missing:
            yield "", f"`{missing[0]}` is missing"
        place = node.get("in")
        if given == "apiKey" and isinstance(place, str) and place not in KEY_PLACES:
            yield "in", f"`in` {not_one_of(place, KEY_PLACES)}"


def _variable_mistakes(node: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    default, enum = node.get("default"), node.get("enum")
    used = "the first value of `enum` is used" if enum else "its name stays in URLs"
    if default is None:
        yield "", f"`default` is missing: {used}"
    elif isinstance(default, dict | list | bool):
        yield "default", f"`default` must be text, not {given_type(default)}: {used}"


def _noun(kind: ObjectKind) -> str:
    name: str = kind.value
    return name.removesuffix(" Object").lower()
