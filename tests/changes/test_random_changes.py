"""Random schemas that change, against an independent validator."""

from __future__ import annotations

import random
from copy import deepcopy
from dataclasses import replace
from itertools import count, product
from typing import Any

import pytest
from full_run import amount
from jsonschema import Draft202012Validator
from random_schemas import RichSource, values
from view_documents import at, make_document

from sphinx_navapi.changes.change import Change
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.changes.rules import ChangeLevel
from sphinx_navapi.openapi.document import OpenApiDocument

SEEDS = range(amount(250, 60))
_FINGERPRINTS = count()
_NAMED = ("properties", "patternProperties", "dependentSchemas")
_ONE = ("items", "additionalProperties", "not", "if", "then", "else", "contains", "propertyNames")
_LISTED = ("allOf", "oneOf", "anyOf", "prefixItems")


def document(components: dict[str, Any]) -> OpenApiDocument:
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
    made = make_document(root)
    # All are compared, also if their text is the same.
    made.operations = tuple(
        replace(each, fingerprint=str(next(_FINGERPRINTS))) for each in made.operations
    )
    return made


def changes(old: dict[str, Any], new: dict[str, Any]) -> tuple[Change, ...]:
    """The changes of the components that both have."""
    added = {name: each for name, each in new.items() if name not in old}
    return compare_documents(document({**old, **added}), document(new))


def schemas_in(schema: Any) -> list[dict[str, Any]]:
    """*schema* and all schemas in it."""
    if not isinstance(schema, dict):
        return []
    inner = [each for key in _NAMED for each in schema.get(key, {}).values()]
    inner += [each for key in _LISTED for each in schema.get(key, [])]
    inner += [schema.get(key) for key in _ONE]
    return [schema, *(found for each in inner for found in schemas_in(each))]


def told_differently(schema: dict[str, Any], kind: str, components: dict[str, Any]) -> None:
    """Write *schema* with the same meaning in another way."""
    before = deepcopy(schema)
    rest = {key: schema[key] for key in schema if key.startswith("unevaluated")}
    if kind in ("allOf", "anyOf", "oneOf"):
        schema.clear()
        schema[kind] = [before]
    elif kind == "component":
        schema.clear()
        schema["$ref"] = f"#{at('New')}"
        components["New"] = before
    elif kind == "split" and not rest:
        for key in {"minimum", "maxLength", "pattern", "enum", "required", "items"} & {*schema}:
            if key != "items" or "prefixItems" not in schema:
                schema.setdefault("allOf", []).append({key: schema.pop(key)})
    elif kind == "twice" and not rest and "oneOf" not in schema:
        schema["allOf"] = [*schema.get("allOf", []), before]
    elif kind == "integers" and schema.get("type") == "integer" and "minimum" in schema:
        schema["exclusiveMinimum"] = max(
            schema["minimum"] - 0.5, schema.get("exclusiveMinimum", -99)
        )
        del schema["minimum"]
    elif kind == "types" and isinstance(schema.get("type"), str):
        schema["type"] = [schema["type"]]
    for key in ("enum", "required", "anyOf", "oneOf") if kind == "order" else ():
        if key in schema:
            schema[key] = schema[key][::-1]
    if kind == "told":
        schema["description"] = "Something else."


def test_what_is_told_differently_is_not_a_change() -> None:
    kinds = ["allOf", "anyOf", "oneOf", "component", "split", "twice", "integers", "types",
             "order", "told"]  # fmt: skip
    for seed in SEEDS:
        source = RichSource(seed)
        components = source.document()
        assert changes(components, components) == ()
        new = deepcopy(components)
        name = source.random.choice(list(new))
        kind = source.random.choice(kinds)
        told_differently(source.random.choice(schemas_in(new[name]) or [{}]), kind, new)
        assert changes(components, new) == (), (seed, kind, name)


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


ARRAYS = [
    {"prefixItems": [{"type": "string"}], "items": False},
    {"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
    {"prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
    {"prefixItems": [{"type": "string"}]},
    {"items": {"type": "integer"}},
    {"items": False},
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
