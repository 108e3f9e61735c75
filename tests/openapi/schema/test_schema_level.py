"""Where the keywords of a level are, and whether they restrict anything."""

from __future__ import annotations

from typing import Any

import pytest

from tests.support.view_documents import at, make_book

TEXT = {"type": "string", "maxLength": 5}


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
