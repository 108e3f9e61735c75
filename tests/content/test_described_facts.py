"""What a row says about its schema, in words."""

from __future__ import annotations

from typing import Any

import pytest
from view_documents import at, make_registry

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.label_words import spell
from sphinx_navapi.openapi.schema.row import Field
from sphinx_navapi.openapi.view import Direction


def row(schema: Any, **others: Any) -> Field:
    """The row of *schema*, as a body."""
    return make_registry({"X": schema, **others}).schema(at("X"), Direction.BOTH)


def facts(field: Field) -> list[str]:
    """The facts of *field*, code in backticks."""
    found = []
    for fact in field.line:
        label, values = fact.words(Wording())
        given = ["".join(spell(value, lambda part: f"`{part}`", str)) for value in values]
        found.append(" ".join(filter(None, (label, ", ".join(given)))))
    return found


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "object", "additionalProperties": False}, ["No other keys"]),
        ({"type": "object", "unevaluatedProperties": False}, ["No other keys"]),
        ({"type": "object", "additionalProperties": True}, ["any other key"]),
        ({"type": "array", "items": {"type": "object", "additionalProperties": False}},
         ["items: No other keys"]),
        ({"type": "array", "items": {"type": "string"}, "examples": [["x", "y"], ["z"]]},
         ['Examples `["x", "y"]`, `["z"]`']),
        ({"properties": {"a": {}}, "example": {"a": 1}}, ['Example `{"a": 1}`']),
        ({"properties": {"a": {}}, "example": {"a": "x" * 200}}, []),
        ({"enum": [1, "1", True, "true", "b", None]},
         ['Allowed `1`, `"1"`, `true`, `"true"`, `b`']),
        ({"type": "object", "dependentRequired": {"zip": ["country", "city"]}},
         ["with `zip` requires `country`, `city`"]),
        ({"type": "object", "anyOf": [{"required": ["a", "b"]}, {"required": ["c"]}]},
         ["at least one of `a`, `b`; `c`"]),
        ({"type": "array", "uniqueItems": True}, ["items unique"]),
    ],
)  # fmt: skip
def test_facts(schema: Any, told: list[str]) -> None:
    assert facts(row(schema)) == told


def test_alternatives_that_only_require_keep_their_texts() -> None:
    schema = {
        "properties": {"wire": {}, "swift": {}},
        "oneOf": [
            {"title": "By wire", "description": "Faster.", "required": ["wire"]},
            {"title": "By swift", "required": ["swift"]},
        ],
    }
    variants = [field for field in row(schema).subschemas.fields if field.kind == "variant"]
    assert [field.title(Wording()) for field in variants] == ["By wire", "By swift"]
    assert [field.view.text for field in variants] == ["Faster.", None]
    assert [facts(field) for field in variants] == [["requires `wire`"], ["requires `swift`"]]
    assert [field.heading for field in variants] == ["", ""]


def test_the_title_beside_a_reference_is_the_label_of_an_alternative() -> None:
    pet = {"type": "object", "title": "Any pet", "properties": {"p": {}}}
    reference = {"$ref": "#/components/schemas/Pet"}
    schema = {"oneOf": [{"title": "Option 1", "allOf": [reference]}, reference]}
    variants = row(schema, Pet=pet).subschemas.fields
    assert [field.title(Wording()) for field in variants] == ["Option 1", "Pet"]


def test_an_alias_is_the_label_of_an_alternative() -> None:
    schemas = {"Pet": {"properties": {"p": {}}}, "Alias": {"$ref": "#/components/schemas/Pet"}}
    references = [{"$ref": f"#/components/schemas/{name}"} for name in schemas]
    variants = row({"oneOf": references}, **schemas).subschemas.fields
    assert [field.title(Wording()) for field in variants] == ["Pet", "Alias"]


def test_values_of_a_map_that_allow_no_keys_have_a_row() -> None:
    closed = {"type": "object", "additionalProperties": False}
    (field,) = row({"type": "object", "additionalProperties": closed}).subschemas.fields
    assert (field.folded, facts(field)) == (False, ["No other keys"])


BOATS = {
    "Boat": {
        "type": "object",
        "required": ["kind"],
        "properties": {"kind": {"type": "string"}},
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"sail": "#/components/schemas/Sail", "motor": "Motor"},
        },
    },
    "Sail": {"allOf": [{"$ref": "#/components/schemas/Boat"}, {"properties": {"masts": {}}}]},
    "Motor": {"allOf": [{"$ref": "#/components/schemas/Boat"}, {"properties": {"power": {}}}]},
    "Clip": {"allOf": [{"$ref": "#/components/schemas/Sail"}, {"properties": {"name": {}}}]},
}


@pytest.mark.parametrize(
    ("name", "kind", "keys"),
    [
        ("Boat", "sail", {"kind", "masts"}),
        ("Sail", "sail", {"kind", "masts"}),
        ("Motor", "motor", {"kind", "power"}),
        # Not in the mapping: selected like what it extends.
        ("Clip", "sail", {"kind", "masts", "name"}),
    ],
)
def test_a_sample_has_a_value_of_the_mapping(name: str, kind: str, keys: set[str]) -> None:
    value = ExampleMaker(make_registry(BOATS)).example_for(at(name), Direction.REQUEST)
    assert value["kind"] == kind
    assert value.keys() == keys


def test_alternatives_that_overlap_are_in_the_sample() -> None:
    options = [{"properties": {name: {"type": "string"}}} for name in ("card", "account")]
    pay = {"oneOf": [*({"type": "object", **each} for each in options), {"type": "null"}]}
    schema = {"type": "object", "properties": {"pay": pay, "note": {"type": "string"}}}
    made = ExampleMaker(make_registry({"X": schema})).example_for(at("X"), Direction.REQUEST)
    assert made == {"pay": {"card": "string"}, "note": "string"}
