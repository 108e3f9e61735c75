"""Schemas as content for writers."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import pytest
from view_documents import at, make_registry

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Fact
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Expansion, Flag
from sphinx_navapi.openapi.schema.type_label import ArrayOf, Named, Ref
from sphinx_navapi.openapi.view import Direction

BOTH = Direction.BOTH


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


PET = {
    "type": "object",
    "description": "A pet",
    "properties": {
        "name": {"type": "string", "enum": ["a", "b"], "x-enumDescriptions": {"a": "first"}},
        "id": {"type": "integer", "readOnly": True, "default": 3, "examples": [1, 2]},
        "mother": ref("Pet"),
    },
    "required": ["name"],
}


def content(**schemas: Any) -> SchemaRegistry:
    return make_registry({"Pet": PET, **schemas})


def test_a_row_says_all_in_no_language() -> None:
    pet = content().schema(at("Pet"), BOTH)
    assert pet.view.text is not None
    assert (pet.view.text, pet.view.text.pointer) == ("A pet", at("Pet") + "/description")
    name, number, mother = pet.subschemas.fields
    assert (name.kind, name.name, name.flags) == ("property", "name", (Flag.REQUIRED,))
    first, second = name.view.values
    assert first.description is not None
    told = (first.value, first.description, first.description.pointer)
    assert told == ("a", "first", at("Pet", "properties", "name"))
    assert (second.value, second.description) == ("b", None)
    assert (number.view.label, number.flags) == (Named("integer"), (Flag.READ_ONLY,))
    assert number.view.facts == (Fact("default", ("3",)), Fact("examples", ("1", "2")))
    assert (mother.view.label, mother.subschemas.expansion) == (Ref("Pet"), Expansion.RECURSIVE)
    assert mother.subschemas.of.target == at("Pet")


def test_what_hangs_below_a_component_is_made_once() -> None:
    owner = {"type": "object", "properties": {"pets": {"type": "array", "items": ref("Pet")}}}
    other = {"type": "object", "properties": {"pet": ref("Pet")}}
    schemas = content(Owner=owner, Other=other)
    (pets,) = schemas.schema(at("Owner"), BOTH).subschemas.fields
    (items,) = pets.subschemas.fields
    (pet,) = schemas.schema(at("Other"), BOTH).subschemas.fields
    assert pets.view.label == ArrayOf(Ref("Pet"))
    assert items.subschemas is pet.subschemas
    assert pet.subschemas.count == 3
    # Inside itself it is a different schema: the way back leads elsewhere.
    loop = content(Loop={"type": "object", "properties": {"pet": ref("Pet"), "up": ref("Loop")}})
    assert (
        loop.schema(at("Loop"), BOTH).subschemas.fields[1].subschemas.expansion
        is Expansion.RECURSIVE
    )


def test_directions_differ() -> None:
    schemas = content()
    shown = [f.name for f in schemas.schema(at("Pet"), Direction.REQUEST).subschemas.fields]
    assert shown == ["name", "mother"]
    assert len(schemas.schema(at("Pet"), Direction.RESPONSE).subschemas.fields) == 3


def test_alternatives_with_what_chooses_among_them() -> None:
    animal = {
        "oneOf": [ref("Pet"), {"type": "object"}],
        "discriminator": {"propertyName": "kind", "mapping": {"p": "Pet", "x": "Gone"}},
    }
    below = content(Animal=animal).schema(at("Animal"), BOTH).subschemas
    assert [(f.kind, f.group, f.title(Wording())) for f in below.fields] == [
        ("variant", "oneOf", "p"),
        ("variant", "oneOf", "Option 2"),
    ]
    assert [f.selectors for f in below.fields] == [("p",), ()]
    assert below.choice is not None
    # A variant named after its value needs no additional entry.
    assert [(v, said and said.component) for v, said in below.choice.options] == [("x", None)]


@pytest.mark.parametrize(
    ("array", "items", "facts"),
    [
        ({}, {"minLength": 1, "maxLength": 9}, [("items: length", ("1 – 9",))]),
        ({"maxItems": 3}, {"pattern": "^x"}, [("max items", ("3",)), ("items: pattern", ("^x",))]),
        ({"minItems": 2, "maxItems": 2}, {}, [("items", ("2",))]),
        ({}, {"example": "a"}, [("Example", ("a",))]),
    ],
)
def test_an_array_of_simple_values_is_one_row(array: Any, items: Any, facts: Any) -> None:
    schema = {"type": "array", "items": {"type": "string", **items}, **array}
    field = content(Names=schema).schema(at("Names"), BOTH)
    assert [fact.words(Wording()) for fact in field.view.facts] == facts
    assert [child.folded for child in field.subschemas.fields] == [True]


def test_an_array_says_what_its_items_allow() -> None:
    color = {"type": "string", "enum": ["red", "blue"], "description": "A color."}
    palette = {"type": "array", "items": ref("Color")}
    said = content(Color=color, Palette=palette).schema(at("Palette"), BOTH).view
    assert [value.value for value in said.values] == ["red", "blue"]
    assert said.text is not None
    # At its location in the document, where translators find it.
    assert (said.text, said.text.pointer) == ("A color.", f"{at('Color')}/description")
    # Both have content, so each has a row.
    palette = {**palette, "description": "Some colors."}
    field = content(Color=color, Palette=palette).schema(at("Palette"), BOTH)
    assert field.view.values == ()
    assert [child.folded for child in field.subschemas.fields] == [False]


def test_words_of_facts_and_flags_are_in_the_catalog() -> None:
    names = {field.name for field in fields(Wording)}
    assert {flag.value for flag in Flag} <= names
    odd = {
        "type": "object", "properties": {"a": {}}, "const": 1, "default": 2, "example": 3,
        "additionalProperties": False, "allOf": [ref("Pet")],
    }  # fmt: skip
    facts = list(content(Odd=odd).schema(at("Odd"), BOTH).view.facts)
    facts += content(Odd={"examples": [1, 2], **ref("Nowhere")}).schema(at("Odd"), BOTH).view.facts
    assert {fact.word for fact in facts if isinstance(fact, Fact)} >= {
        "constant", "default", "example", "no_additional", "combines", "unresolved",
    }  # fmt: skip
    for fact in facts:
        fact.words(Wording())


MARK = {"type": "string", "description": "A square", "enum": ["X", "O"]}


@pytest.mark.parametrize(
    ("schema", "path"),
    [
        ({"type": "array", "items": MARK}, []),
        ({"type": "array", "items": {"type": "array", "items": MARK}}, ["items"]),
        (
            {
                "type": "array",
                "items": {"type": "array", "items": {"type": "array", "items": MARK}},
            },
            ["items", "items"],
        ),
        (
            {"type": "object", "additionalProperties": {"type": "array", "items": MARK}},
            ["additional"],
        ),
        (
            {"type": "array", "description": "All", "items": {"type": "array", "items": MARK}},
            ["items"],
        ),
        (
            {"type": "array", "items": {"type": "array", "maxItems": 3, "items": MARK}},
            ["items"],
        ),
    ],
    ids=["one", "two", "three", "map", "described", "limited"],
)
def test_what_items_state_is_in_a_row_that_is_shown(schema: Any, path: list[str]) -> None:
    field = content(Board=schema).schema(at("Board"), BOTH)
    stated: list[list[str]] = []
    kinds: list[str] = []
    while True:
        if field.view.values and not field.folded:
            stated.append(list(kinds))
            assert field.view.text is not None
            assert field.view.text == "A square"
        if not field.subschemas.fields:
            break
        (field,) = field.subschemas.fields
        kinds.append(field.kind)
    # Once, and not in a collapsed row.
    assert stated == [path]


def test_arrays_of_themselves_end() -> None:
    field = content(Loop={"type": "array", "maxItems": 2, "items": ref("Loop")}).schema(
        at("Loop"), BOTH
    )
    assert field.view.facts[0].constraint.text == "2"
