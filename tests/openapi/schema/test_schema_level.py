"""Where the keywords of a level are, and whether they restrict anything."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.label_words import constraint_words
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.request.playground_schema import hint_schema
from tests.support.view_documents import at, label_of, make_book, view_of

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
    level = make_book({"X": schema, "Text": TEXT}).reader.level(at("X"))
    assert level.place(keyword) == place


def test_no_schemas_have_no_place() -> None:
    level = make_book({}).reader.level()
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
    level = make_book({"X": schema, "Text": TEXT}).reader.level(at("X"))
    assert level.restricts is expected


def test_a_broken_reference_is_not_resolved() -> None:
    reader = make_book({"X": {"$ref": "#/nowhere"}, "Y": {"$ref": f"#{at('Y')}"}}).reader
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
    assert make_book({"X": schema, **others}).reader.level(at("X")).nullable is expected


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
    assert make_book({"X": schema}).reader.level(at("X")).conflict() == "required"
    # Other types are not affected.
    several = {**schema, "type": ["object", "array"]}
    assert make_book({"X": several}).reader.level(at("X")).conflict() is None
    schema["patternProperties"] = {"^b": TEXT}
    assert make_book({"X": schema}).reader.level(at("X")).conflict() is None


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
    book = make_book({"X": {"type": "object", **schema}})
    assert Draft202012Validator(schema).is_valid({"other": "long"}) is not is_closed
    assert (book.view(at("X")).additional is False) is is_closed


def test_a_property_that_another_part_forbids_keeps_its_row() -> None:
    """It is told that it is not allowed, and neither samples nor forms have it."""
    closed = {"properties": {"own": {"type": "string"}}, "additionalProperties": False}
    part = {
        "properties": {"n": {"type": "integer", "description": "A number."}, "t": {"title": "T"}},
        "patternProperties": {"^x": {"type": "string"}},
    }
    schemas = {"X": {"type": "object", **closed, "allOf": [part]}}
    book = make_book(schemas)
    judge = Draft202012Validator(schemas["X"])
    view = book.view(at("X"))
    rows = {child.name: book.view(child.schema) for child in view.children}
    for name, value in (("own", "a"), ("n", 1), ("t", 1), ("xa", "a")):
        row = rows["^x" if name == "xa" else name]
        is_told = ("", ("not allowed here",)) in [
            constraint_words(each, Wording()) for each in row.constraints
        ]
        assert is_told is not judge.is_valid({name: value})
    assert (label_of(rows["n"]), rows["n"].description) == ("integer", "A number.")
    assert rows["t"].title == "T"
    assert ExampleMaker(book).example_for(at("X"), Direction.BOTH) == {"own": "string"}
    assert {*hint_schema(book.reader, at("X"))["properties"]} == {"own"}
