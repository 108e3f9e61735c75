"""Random schemas that change, against an independent validator."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import replace
from itertools import count, product
from typing import Any

import pytest
from equivalent_schemas import KINDS, Rewriter, schemas_in
from full_run import amount
from jsonschema import Draft202012Validator
from random_schemas import (
    OpenSource,
    RichSource,
    SchemaSource,
    as_version_3_0,
    has_siblings,
    values,
)
from view_documents import at, make_document

from sphinx_navapi.changes.change import Change
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.changes.rules import ChangeLevel
from sphinx_navapi.openapi.document import OpenApiDocument

SEEDS = range(amount(250, 20))
FEW = range(amount(60, 4))
_FINGERPRINTS = count()


def document(components: dict[str, Any], version: tuple[int, int] = (3, 1)) -> OpenApiDocument:
    """A document in which each component is a request body, and a response."""
    paths = {}
    for name in components:
        content = {"application/json": {"schema": {"$ref": f"#{at(name)}"}}}
        paths[f"/{name}"] = {
            "post": {
                "requestBody": {"content": content},
                "responses": {"200": {"content": content}},
            }
        }
    root = {"openapi": "3.1.0", "paths": paths, "components": {"schemas": deepcopy(components)}}
    made = make_document(root, version)
    # All are compared, also if their text is the same.
    made.operations = tuple(
        replace(each, fingerprint=str(next(_FINGERPRINTS))) for each in made.operations
    )
    return made


def changes(old: dict[str, Any], new: dict[str, Any]) -> tuple[Change, ...]:
    """The changes of the components that both have."""
    added = {name: each for name, each in new.items() if name not in old}
    return compare_documents(document({**old, **added}), document(new))


#: Ways of writing that are not always noticed: what is beside alternatives moves into them, or the
#: other parts of an `allOf` or `unevaluatedProperties` depend on what is written where.
_NOT_ALWAYS = ("tell_types", "separate_null", "distribute", "need", "close")


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_written_in_another_way_is_not_a_change(kind: str) -> None:
    rewritten, told = 0, []
    for seed in FEW:
        source = (RichSource, OpenSource)[seed % 2](seed)
        components = source.document()
        new = deepcopy(components)
        rewriter = Rewriter(source.random, new)
        places = [each for schema in [*new.values()] for each in schemas_in(schema)]
        source.random.shuffle(places)
        if not any(rewriter.rewrite(each, kind) for each in places):
            continue
        assert changes(components, components) == ()
        rewritten += 1
        if changes(components, new):
            told.append(seed)
    assert len(told) <= (max(1, rewritten // 8) if kind in _NOT_ALWAYS else 0), told
    assert rewritten or kind in ("nest", "flatten", "close")


@pytest.mark.parametrize("kind", KINDS)
def test_another_way_of_writing_allows_the_same(kind: str) -> None:
    """The ways of writing themselves, by the independent validator."""
    for seed in range(3):
        source = (RichSource, OpenSource)[seed % 2](seed)
        components = source.document()
        new = deepcopy(components)
        rewriter = Rewriter(source.random, new)
        for schema in [*new.values()]:
            rewriter.rewrite(source.random.choice(schemas_in(schema) or [{}]), kind)
        for name in components:
            before, after = (
                Draft202012Validator({"$ref": f"#{at(name)}", "components": {"schemas": each}})
                for each in (components, new)
            )
            for value in values(source.random):
                assert before.is_valid(value) is after.is_valid(value), (seed, name, value)


def test_a_document_of_3_0_and_the_same_of_3_1() -> None:
    judged = 0
    for seed in SEEDS:
        components = SchemaSource(seed).document()
        if has_siblings(components):
            continue
        old = document(as_version_3_0(components), (3, 0))
        assert compare_documents(old, document(components)) == (), seed
        judged += 1
    assert judged > 10


def any_of(schema: Any) -> Any:
    """*schema* with ``anyOf`` for ``oneOf``: documents seldom mean to exclude several."""
    if isinstance(schema, list):
        return [any_of(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {"anyOf" if key == "oneOf" else key: any_of(value) for key, value in schema.items()}


def test_what_a_validator_notices_is_reported() -> None:
    """Except a new description of a property in an open object, and what only a type excludes."""
    judged = 0
    for seed in SEEDS:
        source = RichSource(seed)
        old = source.document()
        new = deepcopy(old)
        name = source.random.choice(list(new))
        schema = source.random.choice(schemas_in(new[name]) or [{}])
        key = source.random.choice([*schema] or [""])
        if key in ("", "$ref", "type", "properties", "oneOf", "anyOf", "readOnly", "writeOnly"):
            continue
        del schema[key]
        pool = values(random.Random(seed), 120)
        found = changes(old, new)
        before, after = (
            Draft202012Validator({"$ref": f"#{at(name)}", "components": {"schemas": any_of(each)}})
            for each in (old, new)
        )
        for value in pool:
            was, is_ = before.is_valid(value), after.is_valid(value)
            if was != is_:
                kind = "request" if was else "response"
                level = {each.level for each in found if each.rule.startswith(kind)}
                assert level - {ChangeLevel.INFO}, (seed, key, name, value)
                judged += 1
    assert judged > 50


#: Values between and beyond all limits of `scalar`.
SCALARS = [
    *(int(n / 4) if n % 4 == 0 else n / 4 for n in range(-60, 61)),
    *("a" * size for size in range(6)), None, True,
]  # fmt: skip


def scalar(source: random.Random, depth: int = 1) -> dict[str, Any]:
    """A schema of numbers or strings, or alternatives of some."""
    if depth and source.random() < 0.35:
        return {"anyOf": [scalar(source, 0) for _ in range(2)]}
    kind = source.choice(["integer", "number", "string"])
    found: dict[str, Any] = {"type": source.choice([kind, kind, [kind, "null"]])}
    limits = {"minLength": [0, 1, 3], "maxLength": [3, 4]}
    if kind != "string":
        limits = {
            "minimum": [-3, 1, 2.5], "exclusiveMinimum": [-1, 0, 1], "maximum": [3, 6.5, 8],
            "exclusiveMaximum": [4, 5], "multipleOf": [1, 2, 3, 0.5, 1.5],
        }  # fmt: skip
    for keyword, values_ in limits.items():
        if source.random() < 0.35:
            found[keyword] = source.choice(values_)
    if depth and source.random() < 0.3:
        part = scalar(source, 0)
        found["allOf"] = [{key: part[key] for key in part if key != "type"}]
    return found


def test_each_change_of_scalars_is_reported_and_no_other() -> None:
    """As breaking, if values are lost: in requests those of the past, in responses new ones.

    Not if an alternative is stricter where another one, or a bound, makes up for it.
    """
    judged, wrong = 0, []
    for seed in range(amount(4000, 150)):
        source = random.Random(seed)
        old, new = scalar(source), scalar(source)
        if source.random() < 0.5:
            new = deepcopy(old)
            place = source.choice(schemas_in(new))
            place |= {key: each for key, each in scalar(source, 0).items() if key != "type"}
        before, after = (
            {i for i, each in enumerate(SCALARS) if Draft202012Validator(schema).is_valid(each)}
            for schema in (old, new)
        )
        if not (before and after):
            continue
        found = changes({"A": old}, {"A": new})
        for kind, lost in (("request", before - after), ("response", after - before)):
            levels = {each.level for each in found if each.rule.startswith(kind)}
            assert not lost or levels - {ChangeLevel.INFO}, (seed, old, new, kind)
            if not lost and ChangeLevel.BREAKING in levels:
                wrong.append((seed, old, new, kind))
            judged += bool(lost)
    assert judged > 100
    # Several ranges with other steps may make up for one together.
    assert len(wrong) <= judged // 500, wrong


def part(source: random.Random) -> dict[str, Any]:
    """A schema of a property or an item; several have values in common."""
    return deepcopy(source.choice([
        {"type": "integer"}, {"type": "string"}, {"const": 1}, {"enum": [1, 2]}, {"enum": ["x"]},
        {"type": ["integer", "null"]}, {"type": "integer", "minimum": 2}, {"enum": [1, "x"]},
    ]))  # fmt: skip


def keywords_for(source: random.Random, kind: str) -> dict[str, Any]:
    """Random keywords for objects or arrays."""
    chosen: list[dict[str, Any]] = [
        {"items": part(source)}, {"prefixItems": [part(source), part(source)]},
        {"minItems": source.choice([1, 2])}, {"maxItems": source.choice([1, 2])},
        {"uniqueItems": True}, {"contains": part(source)},
    ] if kind == "array" else [
        {"properties": {name: part(source) for name in source.sample("abc", 2)}},
        {"properties": {name: part(source) for name in "abc"}, "additionalProperties": False},
        {"required": source.sample("abc", source.randint(1, 2))},
        {"additionalProperties": part(source)}, {"patternProperties": {"^a": part(source)}},
        {"propertyNames": {"pattern": "^[ab]"}}, {"dependentRequired": {"a": ["b"]}},
        {"dependentSchemas": {"a": source.choice([{"required": ["c"]}, {"maxProperties": 2}])}},
        {"minProperties": source.choice([1, 2])}, {"maxProperties": source.choice([1, 2])},
        {"if": {"required": ["a"]}, "then": {"maxProperties": 2}},
    ]  # fmt: skip
    found: dict[str, Any] = {}
    for each in source.sample(chosen, source.randint(1, 4)):
        found = {**each, **found}
    return found


#: Values within and beyond all limits of `keywords_for`.
_ITEMS = [1, 2, 3, "x", "y", None]
_LISTS = [list(each) for size in range(4) for each in product(_ITEMS, repeat=size)]
_OBJECTS = [
    {name: value for name, value in zip(("a", "b", "c", "ab"), (*given, last), strict=True)
     if value != ""}
    for given in product(["", *_ITEMS], repeat=3)
    for last in ("", *_ITEMS)
]  # fmt: skip


@pytest.mark.parametrize(("kind", "pool"), [("array", _LISTS), ("object", _OBJECTS)])
def test_each_change_of_objects_and_arrays_is_reported_and_no_other(
    kind: str, pool: list[Any]
) -> None:
    """Except new descriptions of properties."""
    judged, wrong = 0, []
    for seed in range(amount(600, 60)):
        source = random.Random(seed)
        old = {"type": kind, **keywords_for(source, kind)}
        new = deepcopy(old)
        if source.random() < 0.5 and len(new) > 2:
            del new[source.choice([*new][1:])]
        elif source.random() < 0.5:
            new |= keywords_for(source, kind)
        else:
            new["allOf"] = [{"type": kind, **keywords_for(source, kind)}]
        before, after = (
            {
                index
                for index, each in enumerate(pool)
                if Draft202012Validator(schema).is_valid(each)
            }
            for schema in (old, new)
        )
        found = changes({"A": old}, {"A": new})
        assert changes({"A": old}, {"A": deepcopy(old)}) == ()
        if len(before) < 2 or len(after) < 2 or any("property-" in each.rule for each in found):
            continue
        judged += 1
        for direction, lost in (("request", before - after), ("response", after - before)):
            levels = {each.level for each in found if each.rule.startswith(direction)}
            assert not lost or levels - {ChangeLevel.INFO}, (seed, old, new, direction)
            if before == after and ChangeLevel.BREAKING in levels:
                wrong.append((seed, old, new, [each.rule for each in found]))
    assert judged > 20
    assert len(wrong) <= judged // 30, wrong


ARRAYS = [
    {"prefixItems": [{"type": "string"}], "items": False},
    {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
    {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
    {"prefixItems": [{"type": "string"}]},
    {"items": {"type": "integer"}},
    {"items": False},
    {"prefixItems": [{"type": "string"}], "maxItems": 1},
    {"items": {"type": "string"}, "maxItems": 0},
    {"allOf": [{"contains": {"const": 1}}, {"contains": {"const": "a"}}]},
    {"allOf": [{"contains": {"const": 1}, "minContains": 2}, {"contains": {"const": "a"}}]},
    {"allOf": [{"contains": {"const": 1}, "maxContains": 1}, {"contains": {"const": "a"}}]},
    {"contains": {"const": 1}},
]  # fmt: skip


@pytest.mark.parametrize("old", range(len(ARRAYS)))
def test_items_of_arrays(old: int) -> None:
    """What an array allows, and no longer: no more and no less is reported than is noticed."""
    pool = [list(each) for size in range(4) for each in product(["a", 1], repeat=size)]
    for new in range(len(ARRAYS)):
        schemas = [{"type": "array", **ARRAYS[index]} for index in (old, new)]
        found = changes({"A": schemas[0]}, {"A": schemas[1]})
        before, after = ({*map(str, filter(Draft202012Validator(each).is_valid, pool))}
                         for each in schemas)  # fmt: skip
        for kind, lost in (("request", before - after), ("response", after - before)):
            levels = {each.level for each in found if each.rule.startswith(kind)}
            assert bool(levels - {ChangeLevel.INFO}) >= bool(lost), (schemas, kind)
            conditions = any("allOf" in each or "contains" in each for each in schemas)
            if not conditions:
                assert bool(levels - {ChangeLevel.INFO}) is bool(lost), (schemas, kind)


@pytest.mark.parametrize("most", range(1, 5))
def test_unique_items_with_few_values(most: int) -> None:
    """A maximum that they imply changes nothing."""
    old = {"type": "array", "items": {"enum": ["a", "b", None]}, "uniqueItems": True}
    new = {**old, "maxItems": most}
    for found in (changes({"A": old}, {"A": new}), changes({"A": new}, {"A": old})):
        assert bool(found) is (most < 3)
    # A new value is reported once, and not as a change of the maximum.
    more = {**new, "items": {"enum": ["a", "b", "c", None]}}
    rules = {each.rule for each in changes({"A": new}, {"A": more})}
    assert rules
    assert all("enum" in each for each in rules)


def test_a_component_in_a_condition_changes() -> None:
    schemas = {
        "A": {"type": "integer", "minimum": 1, "default": 3},
        "B": {"type": "array", "contains": {"$ref": f"#{at('A')}"}},
        "C": {"type": "object", "not": {"properties": {"b": {"$ref": f"#{at('B')}"}}}},
    }
    stricter = {**schemas, "A": {**schemas["A"], "minimum": 2}}
    found = [each.rule for each in changes(schemas, stricter)]
    # In `B` and in `C`.
    assert found.count("request-condition-changed") == 2
    other_default = {**schemas, "A": {**schemas["A"], "default": 4}}
    assert {each.rule for each in changes(schemas, other_default)} == {
        "request-default-changed", "response-default-changed",
    }  # fmt: skip
