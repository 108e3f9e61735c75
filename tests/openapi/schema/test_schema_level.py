"""Where the keywords of a level are, and whether they restrict anything."""

from __future__ import annotations

import json
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.label_words import constraint_words
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.request.playground_schema import hint_schema
from tests.support.view_documents import at, label_of, make_registry, view_of

TEXT = {"type": "string", "maxLength": 5}
LONG = {"minLength": 2}


@pytest.mark.parametrize(
    ("schema", "keyword", "place"),
    [
        (TEXT, "maxLength", at("X", "maxLength")),
        (TEXT, "minLength", at("X")),
        ({"$ref": f"#{at('Text')}", "pattern": "a"}, "pattern", at("X", "pattern")),
        ({"$ref": f"#{at('Text')}", "pattern": "a"}, "maxLength", at("Text", "maxLength")),
        ({"allOf": [{"anyOf": [TEXT, {"type": "null"}], "title": "T"}]}, "title",
         at("X", "allOf", "0", "title")),
        ({"allOf": [{"minLength": 1}, {"minLength": 2}], "maxLength": 9}, "maxLength",
         at("X", "maxLength")),
        ({"allOf": [{"minLength": 1}, {"minLength": 2}], "maxLength": 9}, "minLength",
         at("X", "allOf", "1", "minLength")),
    ],
)  # fmt: skip
def test_the_place_of_a_keyword(schema: Any, keyword: str, place: str) -> None:
    level = make_registry({"X": schema, "Text": TEXT}).reader.level(at("X"))
    assert level.place(keyword) == place


def test_no_schemas_have_no_place() -> None:
    level = make_registry({}).reader.level()
    assert level.place("type") is None
    assert level.resolved
    assert not level.restricts


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({}, False),
        (True, False),
        (False, True),
        ({"title": "T", "default": 1, "x-order": 2}, False),
        ({"allOf": [{"description": "D"}, {}]}, False),
        ({"anyOf": [{}, {"type": "null"}]}, False),
        ({"anyOf": [TEXT, {"type": "null"}]}, True),
        ({"$ref": f"#{at('Text')}"}, True),
        ({"additionalProperties": True, "required": [], "items": {}}, False),
        ({"additionalProperties": False}, True),
        ({"const": {}}, True),
        ({"uniqueItems": True}, True),
        ({"not": {}}, True),
    ],
)
def test_whether_keywords_restrict(schema: Any, expected: bool) -> None:
    level = make_registry({"X": schema, "Text": TEXT}).reader.level(at("X"))
    assert level.restricts is expected


def test_a_broken_reference_is_not_resolved() -> None:
    reader = make_registry({"X": {"$ref": "#/nowhere"}, "Y": {"$ref": f"#{at('Y')}"}}).reader
    assert [reader.level(at(name)).resolved for name in ("X", "Y")] == [False, False]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"anyOf": [{"type": "string", "anyOf": [TEXT, LONG]}, {"type": "null"}]}, True),
        ({"anyOf": [{"type": "string", "anyOf": [TEXT]}, {"type": "null"}]}, True),
        ({"type": "string", "anyOf": [TEXT, {"type": "null"}]}, False),
        ({"type": ["string", "null"], "anyOf": [TEXT, {"type": "string"}]}, False),
        ({"type": ["string", "null"], "anyOf": [TEXT, LONG]}, True),
        ({"allOf": [{"oneOf": [TEXT, {"type": "null"}]}, {"minLength": 2}]}, True),
        ({"allOf": [{"oneOf": [TEXT, {"type": "null"}]}, {"type": "string"}]}, False),
        ({"oneOf": [{"$ref": f"#{at('Text')}"}, {"oneOf": [{"type": "null"}]}]}, True),
        ({"oneOf": [{"$ref": f"#{at('Text')}"}, {"$ref": f"#{at('Nothing')}"}]}, True),
        # Limits of a type do not apply to null.
        ({"$ref": f"#{at('Maybe')}", "minLength": 2}, True),
        ({"allOf": [{"$ref": f"#{at('Maybe')}"}, {"enum": ["a", "b"]}]}, False),
        ({"nullable": True, "allOf": [{"$ref": f"#{at('Text')}"}]}, True),
        ({"nullable": True, "allOf": [{"$ref": f"#{at('Text')}"}, {"description": "D"}]}, True),
        ({"allOf": [{"type": "object"}, {"description": "D", "nullable": True}]}, True),
        ({"oneOf": [{"type": "null"}]}, True),
    ],
)  # fmt: skip
def test_null_is_allowed_by_all_that_applies(schema: Any, expected: bool) -> None:
    others = {"Text": TEXT, "Nothing": {"$ref": f"#{at('Null')}"}, "Null": {"const": None}}
    others["Maybe"] = {"anyOf": [TEXT, {"type": "null"}]}
    assert make_registry({"X": schema, **others}).reader.level(at("X")).nullable is expected


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"anyOf": [{}, {"type": "null"}]}, "any"),
        ({"oneOf": [{"type": "null"}]}, "null"),
        ({"type": "object", "oneOf": [{"properties": {"a": TEXT}}]}, "object"),
        ({"minimum": 2, "allOf": [{"anyOf": [{"type": "integer"}]}]}, "integer"),
        ({"allOf": [{"items": False, "type": "array"}, {"prefixItems": [TEXT, TEXT]}]}, "array"),
    ],
)
def test_what_alternatives_leave(schema: Any, expected: str) -> None:
    assert label_of(view_of(schema)) == expected


def test_an_object_that_requires_what_it_forbids_is_a_conflict() -> None:
    schema = {"required": ["a", "b"], "properties": {"a": TEXT}, "additionalProperties": False}
    assert make_registry({"X": schema}).reader.level(at("X")).conflict == "required"
    # Other types are not affected.
    several = {**schema, "type": ["object", "array"]}
    assert make_registry({"X": several}).reader.level(at("X")).conflict is None
    schema["patternProperties"] = {"^b": TEXT}
    assert make_registry({"X": schema}).reader.level(at("X")).conflict is None


@pytest.mark.parametrize(
    ("schema", "is_closed"),
    [
        ({"additionalProperties": True, "unevaluatedProperties": False}, False),
        ({"allOf": [{"additionalProperties": TEXT}], "unevaluatedProperties": False}, False),
        ({"additionalProperties": False, "unevaluatedProperties": True}, True),
        ({"properties": {"a": TEXT}, "unevaluatedProperties": False}, True),
    ],
)
def test_nothing_is_left_over_where_additional_properties_are_described(
    schema: dict[str, Any], is_closed: bool
) -> None:
    registry = make_registry({"X": {"type": "object", **schema}})
    assert Draft202012Validator(schema).is_valid({"other": "long"}) is not is_closed
    assert (registry.view(at("X")).additional is False) is is_closed


def test_a_property_that_another_part_forbids_keeps_its_row() -> None:
    """It is told that it is not allowed, and neither samples nor forms have it."""
    closed = {"properties": {"own": {"type": "string"}}, "additionalProperties": False}
    part = {
        "properties": {"n": {"type": "integer", "description": "A number."}, "t": {"title": "T"}},
        "patternProperties": {"^x": {"type": "string"}},
    }
    schemas = {"X": {"type": "object", **closed, "allOf": [part]}}
    registry = make_registry(schemas)
    judge = Draft202012Validator(schemas["X"])
    view = registry.view(at("X"))
    rows = {child.name: registry.view(child.schema) for child in view.children}
    for name, value in (("own", "a"), ("n", 1), ("t", 1), ("xa", "a")):
        row = rows["^x" if name == "xa" else name]
        is_told = ("", ("not allowed here",)) in [
            constraint_words(each, Wording()) for each in row.constraints
        ]
        assert is_told is not judge.is_valid({name: value})
    assert (label_of(rows["n"]), rows["n"].description) == ("integer", "A number.")
    assert rows["t"].title == "T"
    assert ExampleMaker(registry).example_for(at("X"), Direction.BOTH) == {"own": "string"}
    assert {*hint_schema(registry.reader, at("X"))["properties"]} == {"own"}


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"properties": {"a": {}}, "unevaluatedProperties": False},
                   {"properties": {"b": {}}}]},
        {"allOf": [{"properties": {"a": {}}}, {"properties": {"b": {}}}],
         "unevaluatedProperties": False},
        {"allOf": [{"allOf": [{"properties": {"b": {}}}], "unevaluatedProperties": False},
                   {"properties": {"a": {}, "b": {}}}]},
        {"allOf": [{"anyOf": [{"properties": {"a": {}}}, {}], "unevaluatedProperties": False},
                   {"properties": {"a": {}, "b": {}}}]},
        {"allOf": [{"$ref": f"#{at('Base')}"},
                   {"allOf": [{"$ref": f"#{at('Base')}"}], "unevaluatedProperties": False}]},
        {"$ref": f"#{at('Base')}", "properties": {"b": {}}, "unevaluatedProperties": False},
        {"$ref": f"#{at('Closed')}", "properties": {"b": {}}},
    ],
)  # fmt: skip
def test_what_is_left_over_by_a_part_is_not_allowed(schema: dict[str, Any]) -> None:
    """Where alternatives could describe it, it is not told."""
    others = {"Base": {"properties": {"a": {"type": "string"}}}}
    others["Closed"] = others["Base"] | {"unevaluatedProperties": False}
    registry = make_registry({"X": {"type": "object", **schema}, **others})
    level = registry.reader.level(at("X"))
    judge = Draft202012Validator({"components": {"schemas": others}, **schema})
    allowed = {name for name in "ab" if judge.is_valid({name: "t"})}
    told = {name for name in "ab" if level.forbidding(name)}
    assert told == (set() if "anyOf" in str(schema) else {*"ab"} - allowed)
    sample = ExampleMaker(registry).example_for(at("X"), Direction.BOTH)
    assert judge.is_valid(sample)
    assert {*hint_schema(registry.reader, at("X"))["properties"]} == {*level.properties} - told


def test_what_is_left_over_where_another_part_describes_others() -> None:
    """``unevaluatedProperties`` of a part does not know what is beside the part."""
    closed = {"properties": {"a": TEXT}, "unevaluatedProperties": False}
    schema = {"allOf": [closed, {"additionalProperties": TEXT}], "type": "object"}
    registry = make_registry({"X": schema})
    assert not Draft202012Validator(schema).is_valid({"b": "t"})
    assert registry.view(at("X")).additional is False
    limited = {"allOf": [{**closed, "unevaluatedProperties": LONG}, {"properties": {"b": TEXT}}]}
    registry = make_registry({"X": limited})
    (row,) = (child for child in registry.view(at("X")).children if child.name == "b")
    shown = {each.keyword: each.text for each in registry.view(row.schema).constraints}
    assert shown == {"minLength": "2", "maxLength": "5"}
    assert not Draft202012Validator(limited).is_valid({"b": "t"})


@pytest.mark.parametrize("keyword", ["oneOf", "anyOf"])
@pytest.mark.parametrize("named", [False, True])
def test_properties_of_alternatives_that_the_base_forbids(keyword: str, named: bool) -> None:
    """They keep their rows, which say so; samples and forms do not have them."""
    one = {"properties": {"a": TEXT, "b": TEXT}, "required": ["a"]}
    two = {"properties": {"c": TEXT}, keyword: [{"properties": {"d": TEXT}}, {"title": "T"}]}
    options = [{"$ref": f"#{at('One')}"}, two] if named else [one, two]
    base = {
        "type": "object",
        "properties": {"a": TEXT},
        "additionalProperties": False,
        keyword: options,
        "then": {"properties": {"e": TEXT}},
        "if": {"required": ["a"]},
    }
    registry = make_registry({"X": base, "One": one})
    judge = Draft202012Validator({"components": {"schemas": {"One": one}}, **base})
    assert judge.is_valid({"a": "t"})
    assert not any(judge.is_valid({"a": "t", name: "t"}) for name in "bcde")

    def marked(pointer: str) -> dict[str, bool]:
        view = registry.view(pointer)
        found = {}
        for child in view.children:
            words = [each.keyword for each in registry.view(child.schema).constraints]
            if child.kind == "property":
                found[child.name] = words[-1:] == ["additionalProperties"]
            else:
                found |= marked(child.schema)
        return found

    variants = registry.view(at("X")).of("variant")
    labels = [label_of(registry.view(child.schema)) for child in variants]
    assert labels == ["One" if named else "object", "object"]
    assert marked(at("X")) == {"a": False, "b": True, "c": True, "d": True, "e": True}
    assert marked(at("One")) == {"a": False, "b": False}
    assert {*ExampleMaker(registry).example_for(at("X"), Direction.BOTH)} <= {"a"}
    form = json.dumps(hint_schema(registry.reader, at("X")))
    assert '"a"' in form
    assert not any(f'"{name}"' in form for name in "bcde")


@pytest.mark.parametrize(
    ("kind", "condition", "expected"),
    [
        ("string", {"required": ["a"]}, "string"),
        (["string", "integer"], {"required": ["a"]}, "string | integer"),
        (["object", "null"], {"required": ["a"]}, "object | null"),
        ("object", {"required": ["a"]}, "object"),
        ("integer", {"minimum": 3}, "number"),
        ("string", {"type": "object", "required": ["a"]}, "object"),
        ("string", {}, "any"),
    ],
)
def test_a_condition_without_a_type_applies_to_the_types_of_its_schema(
    kind: Any, condition: Any, expected: str
) -> None:
    """Keywords for objects allow every text (JSON Schema 2020-12, Validation, 6.5.3)."""
    registry = make_registry({"X": {"type": kind, "if": condition, "then": {"minLength": 3}}})
    assert label_of(registry.view(f"{at('X')}/if")) == expected
    alternative = make_registry({"X": {"type": kind, "anyOf": [condition, {"minLength": 3}]}})
    assert label_of(alternative.view(f"{at('X')}/anyOf/0")) == expected.removesuffix(" | null")


@pytest.mark.parametrize("keyword", ["anyOf", "oneOf"])
@pytest.mark.parametrize("values", [{"enum": [2, 3]}, {"const": 2}])
def test_values_of_a_single_alternative_are_those_of_its_schema(
    keyword: str, values: dict[str, Any]
) -> None:
    """As if it were in ``allOf``: there is nothing to choose."""
    found, expected = (
        make_registry(
            {"X": {"allOf": [{"minimum": 1, each: [values]}, {"type": "number"}]}}
        ).schema(at("X"), Direction.BOTH)
        for each in (keyword, "allOf")
    )
    assert not found.view.children
    assert (found.view.values, found.line) == (expected.view.values, expected.line)
    assert found.line
