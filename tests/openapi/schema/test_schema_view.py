"""One level of a schema: what its row shows, and where its children are."""

from __future__ import annotations

from typing import Any

import pytest
from view_documents import (
    at,
    conditions_of,
    constraints_of,
    label_of,
    make_registry,
    takes_null,
    view_of,
)

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.facts import Link
from sphinx_navapi.openapi.schema.label_words import condition_words
from sphinx_navapi.openapi.schema.row import Child, EnumValue, Flag
from sphinx_navapi.openapi.view import MISSING, Direction

PET = {"type": "object", "properties": {"name": {"type": "string"}}}
CAT = {"type": "object", "properties": {"claws": {"type": "integer"}}}
NAMED = {"properties": {"name": {"type": "string"}}}
DOG = {"type": "object", "properties": {"bark": {"type": "string"}}}
OTHERS = {
    "Genre": {"type": "string", "enum": ["a", "b"], "description": "Of a book."},
    "Blank": {"enum": [""]},
    "Null": {"enum": [None]},
    "Body_add_pet_post": {"title": "Body_add_pet_post", **PET},
    "Body_of_water": {"title": "Body of water", **PET},
}


@pytest.mark.parametrize(
    ("schema", "label"),
    [
        pytest.param({}, "any", id="empty"),
        pytest.param(True, "any", id="true"),
        pytest.param(False, "never", id="false"),
        pytest.param({"oneOf": [False, {"type": "null"}]}, "null", id="false-or-null"),
        pytest.param({"type": "string"}, "string", id="scalar"),
        pytest.param({"type": "string", "format": "date-time"}, "string <date-time>", id="format"),
        pytest.param({"type": ["integer", "null"]}, "integer | null", id="null-in-types"),
        pytest.param({"type": "integer", "nullable": True}, "integer | null", id="nullable"),
        pytest.param({"type": "null"}, "null", id="null-alone"),
        pytest.param({"type": ["integer", "string"]}, "string | integer", id="several-types"),
        pytest.param({"type": "array", "items": {"$ref": "#/components/schemas/Pet"}},
                     "Pet[]", id="array-of-component"),
        pytest.param({"type": "array", "items": {"type": "array", "items": {"type": "number"}}},
                     "number[][]", id="nested-array"),
        pytest.param({"type": "array", "items": {"type": ["string", "null"]}},
                     "(string | null)[]", id="array-of-nullable"),
        pytest.param({"type": "array"}, "array", id="array-of-anything"),
        pytest.param({"prefixItems": [{"type": "string"}, {"type": "integer"}], "items": False},
                     "[string, integer]", id="tuple"),
        pytest.param({"prefixItems": [{"type": "string"}]}, "[string, …]",
                     id="open-tuple"),
        pytest.param({"prefixItems": [{"type": "string"}], "items": {"type": "integer"}},
                     "[string, …]", id="tuple-with-items"),
        pytest.param({"prefixItems": [{"type": "string"}] * 2, "minItems": 2, "maxItems": 2},
                     "[string, string]", id="tuple-of-most-items"),
        pytest.param({"prefixItems": [{"type": "string"}] * 2, "maxItems": 3},
                     "[string, string, …]", id="open-tuple-of-most-items"),
        pytest.param({"prefixItems": [{"type": "string"}] * 6, "items": False},
                     "[string, string, string, string, string, …]", id="long-tuple"),
        pytest.param({"prefixItems": [{"type": "string"}] * 5, "items": False},
                     "[string, string, string, string, string]", id="tuple-of-five"),
        pytest.param({"type": "number", "allOf": [{"type": "integer"}]}, "integer",
                     id="number-and-integer"),
        pytest.param({"type": "integer", "allOf": [{"type": "number"}]}, "integer",
                     id="integer-and-number"),
        pytest.param({"type": ["number", "string"], "allOf": [{"type": ["integer", "string"]}]},
                     "string | integer", id="number-and-integer-beside-others"),
        pytest.param({"type": "object", "additionalProperties": {"type": "integer"}},
                     "map of integer", id="map"),
        pytest.param({"oneOf": [{"$ref": "#/components/schemas/Cat"},
                                {"$ref": "#/components/schemas/Dog"}]},
                     "one of Cat, Dog", id="one-of"),
        pytest.param({"anyOf": [{"$ref": "#/components/schemas/Cat"},
                                {"type": "object", "title": "Bird"}]},
                     "any of Cat, Bird", id="any-of-with-title"),
        pytest.param({"oneOf": [{"type": "string"}, {"type": "integer"}]},
                     "string | integer", id="one-of-scalars"),
        pytest.param({"anyOf": [{"$ref": "#/components/schemas/Pet"}, {"type": "null"}]},
                     "Pet | null", id="any-of-null"),
        pytest.param({"oneOf": [{"$ref": "#/components/schemas/Pet"},
                                {"$ref": "#/components/schemas/Null"}]},
                     "Pet | null", id="one-of-null-component"),
        pytest.param({"anyOf": [{"$ref": "#/components/schemas/Genre"}, {"type": "null"}]},
                     "string | null", id="any-of-scalar-component-and-null"),
        pytest.param({"oneOf": [{"$ref": "#/components/schemas/Genre"},
                                {"$ref": "#/components/schemas/Blank"},
                                {"$ref": "#/components/schemas/Null"}]},
                     "string | null", id="one-of-values-blank-and-null"),
        pytest.param({"$ref": "#/components/schemas/Body_add_pet_post"}, "object",
                     id="body-without-a-name"),
        pytest.param({"$ref": "#/components/schemas/Body_of_water"}, "Body_of_water",
                     id="name-that-begins-with-body"),
        pytest.param({"allOf": [{"$ref": "#/components/schemas/Pet"}]}, "Pet", id="all-of-one"),
        pytest.param({"$ref": "#/components/schemas/Pet"}, "Pet", id="ref"),
        pytest.param({"$ref": "#/components/schemas/Nowhere"}, "unresolved", id="unresolved"),
        pytest.param({"properties": {"a": {}}}, "object", id="implied-object"),
        pytest.param({"enum": ["a", "b"]}, "string", id="implied-by-enum"),
        pytest.param({"const": 4}, "integer", id="implied-by-const"),
        pytest.param({"minLength": 2}, "string", id="implied-by-constraint"),
    ],
)  # fmt: skip
def test_label(schema: Any, label: str) -> None:
    assert label_of(view_of(schema, Pet=PET, Cat=CAT, Dog=DOG, **OTHERS)) == label


def test_a_component_is_called_by_its_type_where_it_is_itself() -> None:
    registry = make_registry(
        {"Pet": PET, "Ref": {"type": "array", "items": {"$ref": "#" + at("Pet")}}}
    )
    assert label_of(registry.view(at("Pet"))) == "object"
    assert label_of(registry.view(at("Ref", "items"))) == "Pet"


def test_an_alias_of_a_component_keeps_its_name() -> None:
    same, again = {"$ref": "#" + at("Pet")}, {"$ref": "#" + at("Same")}
    schemas = {"Pet": PET, "Same": same, "Again": again, "Ids": {"type": "integer"}}
    users = [{"$ref": "#" + at(name)} for name in ("Pet", "Same", "Again", "Id")]
    registry = make_registry(
        {**schemas, "Id": {"$ref": "#" + at("Ids")}, "U": {"prefixItems": users}}
    )
    places = (registry.view(at("U", "prefixItems", str(number))) for number in range(len(users)))
    assert [label_of(view) for view in places] == ["Pet", "Same", "Again", "integer"]


@pytest.mark.parametrize(
    ("component", "label"),
    [
        pytest.param({"type": "array", "items": {"type": "integer"}}, "integer[]", id="numbers"),
        pytest.param({"type": "array", "items": {"$ref": "#" + at("Pet")}}, "Pet[]", id="objects"),
        pytest.param({"type": "array"}, "array", id="anything"),
        pytest.param({"type": ["array", "null"], "items": {"type": "integer"}},
                     "integer[] | null", id="or-null"),
        pytest.param({"type": "array", "prefixItems": [{"type": "number"}], "items": False},
                     "[number]", id="tuple"),
        pytest.param({"type": "object", "additionalProperties": {"$ref": "#" + at("Pet")}},
                     "map of Pet", id="map"),
        pytest.param({"anyOf": [{"type": "integer"}, {"type": "string"}]},
                     "integer | string", id="scalars"),
        pytest.param({"type": "array", "items": {"$ref": "#" + at("Some")}}, "Some", id="itself"),
        pytest.param({"type": "object"}, "Some", id="object"),
        pytest.param({"anyOf": [{"type": "integer"}, {"$ref": "#" + at("Pet")}]},
                     "Some", id="alternatives"),
    ],
)  # fmt: skip
def test_a_reference_to_a_component_says_what_an_array_contains(component: Any, label: str) -> None:
    registry = make_registry({"Pet": PET, "Some": component, "User": {"$ref": "#" + at("Some")}})
    assert label_of(registry.view(at("User"))) == label


@pytest.mark.parametrize(
    ("schema", "constraints"),
    [
        pytest.param({"minimum": 1}, [("≥", "1")], id="minimum"),
        pytest.param({"maximum": 1.5}, [("≤", "1.5")], id="maximum"),
        pytest.param({"minimum": 1.0, "multipleOf": 2.0}, [("≥", "1"), ("multiple of", "2")],
                     id="whole-numbers-as-floats"),
        pytest.param({"maximum": 1e300}, [("≤", "1e+300")], id="large-float"),
        pytest.param({"minimum": 1, "exclusiveMinimum": True}, [(">", "1")], id="exclusive-3.0"),
        pytest.param({"exclusiveMaximum": 9}, [("<", "9")], id="exclusive-3.1"),
        pytest.param({"minimum": 1, "exclusiveMinimum": 0}, [("≥", "1")], id="both"),
        pytest.param({"minimum": 1, "exclusiveMinimum": 1}, [(">", "1")], id="same"),
        pytest.param({"maximum": 9007199254740993}, [("≤", "9007199254740993")], id="big-integer"),
        pytest.param({"minLength": 1, "maxLength": 5},
                     [("min length", "1"), ("max length", "5")], id="lengths"),
        pytest.param({"minLength": 0}, [], id="least-of-nothing"),
        pytest.param({"maxItems": 0}, [("max items", "0")], id="most-of-nothing"),
        pytest.param({"pattern": "^a"}, [("pattern", "^a")], id="pattern"),
        pytest.param({"multipleOf": 0.01}, [("multiple of", "0.01")], id="multiple"),
        pytest.param({"format": "geo-area"}, [("format", "geo-area")], id="format alone"),
        pytest.param({"type": "object", "format": "geo-area"}, [("format", "geo-area")],
                     id="format of an object"),
        pytest.param({"type": "string", "format": "geo-area"}, [], id="format with the type"),
        pytest.param({"format": "uuid"}, [], id="format that has a type"),
        pytest.param({"minItems": 2, "uniqueItems": True},
                     [("min items", "2"), ("items", "unique")], id="items"),
        pytest.param({"minProperties": 1, "maxProperties": 3},
                     [("min properties", "1"), ("max properties", "3")], id="properties"),
        pytest.param({"contentEncoding": "base64", "contentMediaType": "image/png"},
                     [("encoding", "base64"), ("media type", "image/png")], id="content"),
        pytest.param({"dependentRequired": {"card": ["name", "zip"]}},
                     [("", "with card requires name, zip")], id="dependent"),
        pytest.param({"type": "array", "contains": {"type": "integer"}},
                     [("contains", "integer")], id="contains"),
        pytest.param({"type": "array", "contains": {"type": "integer"}, "minContains": 0},
                     [("min contains", "0"), ("contains", "integer")], id="none-contained"),
        pytest.param({"type": "object", "propertyNames": {"pattern": "^x-"}},
                     [("property names", "string matching ^x-")], id="property-names"),
        pytest.param({"anyOf": [{"required": ["a"]}, {"required": ["b", "c"]}]},
                     [("at least one of", "a; b, c")], id="alternatives-of-required"),
        pytest.param({"not": {"required": ["a", "b"]}},
                     [("not together", "a, b")], id="forbidden-together"),
        pytest.param({"allOf": [{"minimum": 2}, {"multipleOf": 2}]},
                     [("≥", "2"), ("multiple of", "2")], id="merged"),
    ],
)  # fmt: skip
def test_constraints(schema: dict[str, Any], constraints: list[tuple[str, str]]) -> None:
    assert constraints_of(view_of(schema)) == constraints


@pytest.mark.parametrize(
    ("schema", "values"),
    [
        pytest.param({"enum": ["a", None]}, [EnumValue(value="a")],
                     id="plain"),
        pytest.param({"enum": ["a", "b"], "x-enumDescriptions": {"a": "first"}},
                     [EnumValue(value="a", description="first"), EnumValue(value="b")],
                     id="mapping"),
        pytest.param({"enum": [1, 2], "x-enum-descriptions": ["one", "two"]},
                     [EnumValue(value=1, description="one"),
                      EnumValue(value=2, description="two")], id="list"),
        pytest.param({"enum": [True], "x-enumDescriptions": {"true": "yes"}},
                     [EnumValue(value=True, description="yes")], id="key-as-json"),
        pytest.param({"enum": [1, 2], "x-enum-varnames": ["ONE", "TWO"]},
                     [EnumValue(value=1, name="ONE"), EnumValue(value=2, name="TWO")],
                     id="names"),
        pytest.param({"oneOf": [{"const": "a", "title": "A", "description": "first"},
                                {"const": "b"}]},
                     [EnumValue(value="a", description="first", name="A"), EnumValue(value="b")],
                     id="constants-as-alternatives"),
        pytest.param({"oneOf": [{"$ref": "#/components/schemas/Genre"},
                                {"$ref": "#/components/schemas/Blank"}]},
                     [EnumValue(value="a"), EnumValue(value="b"), EnumValue(value="")],
                     id="values-or-blank"),
        pytest.param({"enum": None}, [], id="malformed"),
    ],
)  # fmt: skip
def test_enum(schema: dict[str, Any], values: list[EnumValue]) -> None:
    view = view_of(schema, **OTHERS)
    assert list(view.enum) == values
    assert not view.of("variant")


def test_a_choice_that_may_be_blank_or_null_is_one() -> None:
    names = ("Genre", "Blank", "Null")
    choice = {"oneOf": [{"$ref": f"#/components/schemas/{name}"} for name in names]}
    view = view_of(choice, **OTHERS)
    assert (takes_null(view), view.of("variant"), view.description) == (True, (), "Of a book.")
    assert [each.value for each in view.enum] == ["a", "b", ""]
    # Two choices remain separate: each may have its own meaning.
    two = {"oneOf": [{"$ref": "#/components/schemas/Genre"}, {"enum": ["c"]}, {"enum": [""]}]}
    assert len(view_of(two, **OTHERS).of("variant")) == 3


def test_default_and_const_tell_null_from_nothing() -> None:
    assert view_of({"default": None, "const": None}).default is None
    assert view_of({"const": None}).const is None
    assert view_of({}).default is MISSING
    assert view_of({}).const is MISSING


def test_annotations() -> None:
    view = view_of(
        {
            "title": "T", "description": "D", "deprecated": True, "readOnly": True,
            "writeOnly": True, "examples": [1, 2],
            "externalDocs": {"url": "https://example.com", "description": "more"},
        }
    )  # fmt: skip
    assert (view.title, view.description) == ("T", "D")
    assert view.flags == (Flag.DEPRECATED, Flag.READ_ONLY, Flag.WRITE_ONLY)
    assert view.examples == (1, 2)
    assert view.link == Link("https://example.com", "more")


REF = {"$ref": "#/components/schemas/Pet"}


def test_siblings_of_a_reference_apply_from_3_1() -> None:
    schema = {**REF, "description": "mine", "deprecated": True}
    view = view_of(schema, Pet={**PET, "description": "theirs"})
    assert (view.description, view.is_deprecated) == ("mine", True)
    assert (view.target, view.component) == (at("Pet"), "Pet")


def test_siblings_of_a_reference_are_ignored_in_3_0() -> None:
    schema = {**REF, "description": "mine", "nullable": True}
    view = view_of(schema, (3, 0), Pet={**PET, "description": "theirs"})
    assert (view.description, takes_null(view)) == ("theirs", False)


def test_siblings_with_properties_make_a_level_of_their_own() -> None:
    view = view_of({**REF, "properties": {"age": {"type": "integer"}}}, Pet=PET)
    assert view.target == at("X")
    assert view.merged == ("Pet",)
    assert [child.schema for child in view.of("property")] == [
        at("Pet", "properties", "name"),
        at("X", "properties", "age"),
    ]


@pytest.mark.parametrize("typed", [{}, {"type": "object"}])
def test_all_of_with_one_member_only_dresses_it(typed: dict[str, str]) -> None:
    schema = {**typed, "allOf": [REF], "description": "mine", "nullable": True}
    view = view_of(schema, (3, 0), Pet={**PET, "description": "theirs"})
    assert (view.target, view.component, takes_null(view)) == (at("Pet"), "Pet", True)
    assert view.description == "mine"


def test_all_of_merges_into_one_level() -> None:
    schema = {
        "description": "own",
        "allOf": [
            REF,
            {"properties": {"age": {"type": "integer"}}, "required": ["age", "name"]},
            {"$ref": "#/components/schemas/Dog"},
        ],
    }
    view = view_of(schema, Pet={**PET, "description": "of pet", "title": "Pet"}, Dog=DOG)
    assert view.of("property") == (
        Child(kind="property", name="name", schema=at("Pet", "properties", "name"), required=True),
        Child(
            kind="property",
            name="age",
            schema=at("X", "allOf", "1", "properties", "age"),
            required=True,
        ),
        Child(kind="property", name="bark", schema=at("Dog", "properties", "bark")),
    )
    assert view.merged == ("Pet", "Dog")
    assert view.of("variant") == ()
    assert (label_of(view), view.description, view.title) == ("object", "own", None)


def test_all_definitions_of_a_property_apply() -> None:
    base = {"properties": {"kind": {"type": "string", "enum": ["x", "y"]}, "size": {"minimum": 2}}}
    schema = {
        "allOf": [
            {"$ref": "#/components/schemas/Base"},
            {
                "properties": {
                    "kind": {"enum": ["z", "x"], "title": "Kind"},
                    "size": {"description": "no type"},
                }
            },
        ]
    }
    registry = make_registry({"X": schema, "Base": base})
    children = {child.name: child.schema for child in registry.view(at("X")).of("property")}
    kind = registry.view(children["kind"])
    assert (kind.types, [value.value for value in kind.enum]) == (("string",), ["x"])
    assert kind.title == "Kind"
    assert children["size"] == at("Base", "properties", "size")


def test_a_property_has_the_rules_of_patterns_and_additional_properties() -> None:
    schema = {
        "allOf": [
            {"properties": {"abc": {"minLength": 2}}},
            {"patternProperties": {"^a": {"maxLength": 9}}},
            {"additionalProperties": {"type": "string"}},
        ]
    }
    registry = make_registry({"X": schema})
    child = next(child for child in registry.view(at("X")).of("property") if child.name == "abc")
    view = registry.view(child.schema)
    assert view.types == ("string",)
    assert {(each.keyword, each.text) for each in view.constraints} == {
        ("minLength", "2"),
        ("maxLength", "9"),
    }


def test_names_of_a_pattern_are_additional_ones_of_another_schema() -> None:
    schema = {
        "allOf": [
            {"patternProperties": {"^a": {"maximum": 9}}},
            {"additionalProperties": {"type": "integer"}, "patternProperties": {"^b": {}}},
        ]
    }
    registry = make_registry({"X": schema})
    rows = {
        child.name: registry.view(child.schema) for child in registry.view(at("X")).of("pattern")
    }
    assert rows["^a"].types == ("integer",)
    assert [each.keyword for each in rows["^a"].constraints] == ["maximum"]
    assert rows["^b"].types == ()


def test_required_properties_that_only_alternatives_describe_are_named() -> None:
    options = [{"properties": {"a": {"type": kind}}} for kind in ("string", "integer")]
    schema = {"type": "object", "required": ["a"], "properties": {"b": {}}, "oneOf": options}
    (constraint,) = make_registry({"X": schema}).view(at("X")).constraints
    assert (constraint.keyword, constraint.groups) == ("required", (("a",),))


@pytest.mark.parametrize(
    ("members", "contradictory"),
    [
        ([{"type": "object"}, {"type": "string"}], True),
        ([{"type": "number"}, {"type": "integer"}], False),
        ([{"enum": [1, 2]}, {"const": 3}], True),
        ([{"enum": [1, 2]}, {"const": 2.0}], False),
        ([{"type": "integer", "minimum": 4}, {"maximum": 3}], True),
        ([{"type": "integer", "minimum": 4}, {"exclusiveMaximum": 4}], True),
        ([{"type": "integer", "minimum": 4}, {"maximum": 4}], False),
        # A text satisfies both.
        ([{"minimum": 4}, {"maximum": 3}, {"type": ["string", "integer"]}], False),
        ([{"type": "string", "minLength": 4}, {"maxLength": 3}], True),
    ],
)
def test_what_no_value_satisfies_is_told(members: list[Any], contradictory: bool) -> None:
    view = view_of({"allOf": members})
    assert ("false" in {each.keyword for each in view.constraints}) is contradictory


def test_alternatives_of_merged_schemas_stay_alternatives() -> None:
    schema = {
        "allOf": [{"oneOf": [{"type": "object", "title": "A"}, {"type": "object", "title": "B"}]}],
        "properties": {"id": {}},
    }
    view = view_of(schema)
    assert view.of("variant") == tuple(
        Child(kind="variant", group="oneOf", schema=at("X", "allOf", "0", "oneOf", index))
        for index in "01"
    )
    assert [child.name for child in view.of("property")] == ["id"]


FAMILY = {
    "Parent": {
        "type": "object",
        "properties": {"kind": {"type": "string"}},
        "oneOf": [{"$ref": "#/components/schemas/Child"}, {"$ref": "#/components/schemas/Other"}],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {"child": "#/components/schemas/Child", "other": "Other", "lost": "Gone"},
        },
    },
    "Child": {
        "allOf": [
            {"$ref": "#/components/schemas/Parent"},
            {"type": "object", "properties": {"toy": {}}},
        ]
    },
    "Other": {"allOf": [{"$ref": "#/components/schemas/Parent"}]},
}


def test_discriminator_of_a_parent() -> None:
    view = make_registry(FAMILY).view(at("Parent"))
    assert view.discriminator is not None
    assert view.discriminator.property_name == "kind"
    assert view.discriminator.mapping[:3] == (
        ("child", at("Child")), ("other", at("Other")), ("lost", None),
    )  # fmt: skip
    assert view.of("variant")[0].group == "oneOf"


def test_a_child_does_not_list_its_siblings() -> None:
    view = make_registry(FAMILY).view(at("Child"))
    assert view.of("variant") == ()
    assert [child.name for child in view.of("property")] == ["kind", "toy"]
    assert view.discriminator is not None
    assert view.discriminator.mapping == (("child", at("Child")),)


def test_discriminator_without_mapping_goes_by_names() -> None:
    schema = {
        "oneOf": [{"$ref": "#" + at("Cat")}, {"$ref": "#" + at("Dog")}],
        "discriminator": {"propertyName": "kind"},
    }
    found = view_of(schema, Cat=CAT, Dog=DOG).discriminator
    assert found is not None
    assert found.mapping == (("Cat", at("Cat")), ("Dog", at("Dog")))


def test_discriminator_without_alternatives_finds_the_children() -> None:
    parent = {"type": "object", "discriminator": {"propertyName": "kind"}}
    child = {"allOf": [{"$ref": "#" + at("X")}, {"type": "object"}]}
    found = view_of(parent, Child=child).discriminator
    assert found is not None
    assert found.mapping == (("Child", at("Child")),)


def test_default_of_a_discriminator() -> None:
    schema = {"discriminator": {"propertyName": "kind", "defaultMapping": "Cat"}}
    found = view_of(schema, Cat=CAT).discriminator
    assert found is not None
    assert found.default == at("Cat")


def test_children_of_every_kind() -> None:
    view = view_of(
        {
            "properties": {"a/b": {}},
            "patternProperties": {"^x-": {"type": "string"}},
            "additionalProperties": {"type": "string"},
            "items": {"type": "string"},
            "not": {"type": "null"},
            "if": {"required": ["a"]}, "then": {"required": ["b"]}, "else": {"required": ["c"]},
            "dependentSchemas": {"a": {"required": ["d"]}},
            "contains": {"type": "integer"},
            "propertyNames": {"maxLength": 3},
            "unevaluatedItems": {"type": "integer"},
        }
    )  # fmt: skip
    assert view.of("property", "pattern") == (
        Child(kind="property", name="a/b", schema=at("X", "properties", "a~1b")),
        Child(kind="pattern", name="^x-", schema=at("X", "patternProperties", "^x-")),
    )
    assert [child.schema for child in view.of("additional", "items", "negated")] == [
        at("X", "additionalProperties"), at("X", "items"), at("X", "not"),
    ]  # fmt: skip
    assert {condition_words(each, Wording()): each.schema for each in conditions_of(view)} == {
        "if": at("X", "if"), "then": at("X", "then"), "else": at("X", "else"),
        "contains": at("X", "contains"), "property names": at("X", "propertyNames"),
        "other items": at("X", "unevaluatedItems"), "with a": at("X", "dependentSchemas", "a"),
    }  # fmt: skip


@pytest.mark.parametrize(
    ("schema", "additional"),
    [
        ({"additionalProperties": False}, False),
        ({"additionalProperties": True}, True),
        ({"additionalProperties": {}}, True),
        ({"unevaluatedProperties": False}, False),
        ({"allOf": [{"additionalProperties": False}, {"additionalProperties": True}]}, False),
        ({"type": "object"}, None),
    ],
)
def test_additional_properties(schema: dict[str, Any], additional: bool | None) -> None:
    assert view_of(schema).additional is additional


def test_prefix_items_in_both_notations() -> None:
    items = [{"type": "string"}, {"type": "integer"}]
    found = view_of({"prefixItems": items}).children
    assert [(child.kind, child.schema) for child in found] == [
        ("item", at("X", "prefixItems", "0")),
        ("item", at("X", "prefixItems", "1")),
    ]
    assert view_of({"items": items}).children == found


DIRECTED = {
    "required": ["id", "secret", "name"],
    "properties": {
        "id": {"type": "integer", "readOnly": True},
        "secret": {"type": "string", "writeOnly": True},
        "name": {"type": "string"},
        "stamp": {"allOf": [{"$ref": "#/components/schemas/Stamp"}], "readOnly": True},
        "mark": {"$ref": "#/components/schemas/Stamp"},
    },
}


@pytest.mark.parametrize(
    ("direction", "names"),
    [
        (Direction.REQUEST, ["secret", "name"]),
        (Direction.RESPONSE, ["id", "name", "stamp", "mark"]),
        (Direction.BOTH, ["id", "secret", "name", "stamp", "mark"]),
    ],
)
def test_direction(direction: Direction, names: list[str]) -> None:
    stamp = {"type": "string", "readOnly": True}
    view = view_of(DIRECTED, direction=direction, Stamp=stamp)
    assert [child.name for child in view.of("property")] == names


@pytest.mark.parametrize(
    "schemas",
    [
        pytest.param({"X": {"$ref": "#/components/schemas/X"}}, id="to-itself"),
        pytest.param({"X": {"$ref": "#/components/schemas/Y"},
                      "Y": {"$ref": "#/components/schemas/X"}}, id="in-a-ring"),
        pytest.param({"X": {"allOf": [{"$ref": "#/components/schemas/X"}]}}, id="all-of-itself"),
        pytest.param({"X": {"allOf": [{"$ref": "#/components/schemas/Y"}, {"minLength": 1}]},
                      "Y": {"allOf": [{"$ref": "#/components/schemas/X"}, {"maxLength": 9}]}},
                     id="all-of-in-a-ring"),
        pytest.param({"X": {"oneOf": [{"$ref": "#/components/schemas/X"}, {"type": "null"}]}},
                     id="one-of-itself"),
        pytest.param({"X": {"type": "array", "items": {"$ref": "#/components/schemas/X"}}},
                     id="array-of-itself"),
    ],
)  # fmt: skip
def test_cycles_end(schemas: dict[str, Any]) -> None:
    for version in ((3, 0), (3, 1)):
        registry = make_registry(schemas, version)
        assert registry.view(at("X")).pointer == at("X")
        assert registry.fits(registry.view(at("X")), 3, Direction.BOTH, 50)
        registry.deeper_components(at("X"), Direction.REQUEST)


def test_a_reference_that_leads_nowhere_is_not_resolved() -> None:
    assert not view_of({"$ref": "#/components/schemas/Gone"}).resolved
    assert view_of({"type": "string"}).resolved


def test_dynamic_references_lead_to_their_anchor() -> None:
    tree = {"$dynamicAnchor": "node", "properties": {"kids": {"items": {"$dynamicRef": "#node"}}}}
    registry = make_registry({"Tree": tree, "Lost": {"$dynamicRef": "#gone"}})
    view = registry.view(at("Tree", "properties", "kids"))
    assert (label_of(view), registry.view(view.items or "").target) == ("Tree[]", at("Tree"))
    tree = registry.view(at("Tree"))
    assert [registry.fits(tree, 3, Direction.BOTH, most) for most in (1, 2)] == [False, True]
    assert label_of(registry.view(at("Lost"))) == "any"


def test_a_leading_hash_is_allowed() -> None:
    assert make_registry({"Pet": PET}).view("#" + at("Pet")).pointer == at("Pet")


@pytest.mark.parametrize(
    ("schema", "rows"),
    [
        pytest.param({"type": "object", "required": ["id", "name"], **NAMED},
                     [("name", "string"), ("id", "any")], id="beside-others"),
        pytest.param({"required": ["id"]}, [("id", "any")], id="alone"),
        pytest.param({"required": ["id"], "additionalProperties": {"type": "integer"}},
                     [("id", "integer")], id="by-additional"),
        pytest.param({"required": ["x-id"], "patternProperties": {"^x-": {"type": "boolean"}}},
                     [("^x-", "boolean"), ("x-id", "boolean")], id="by-pattern"),
        pytest.param({"allOf": [NAMED, {"required": ["id"]}]},
                     [("name", "string"), ("id", "any")], id="all-of"),
        pytest.param({"required": ["claws", "id"], "oneOf": [CAT, {"allOf": [DOG]}]},
                     [("id", "any")], id="not-of-an-alternative"),
        pytest.param({"required": ["bark"], "then": {"anyOf": [DOG, CAT]}}, [], id="nor-one"),
        pytest.param({"type": "string", "required": ["id"]}, [], id="no-object"),
        pytest.param({"type": "object", "required": "id"}, [], id="malformed"),
    ],
)  # fmt: skip
def test_required_without_a_property_has_a_row(schema: Any, rows: list[tuple[str, str]]) -> None:
    registry = make_registry({"It": schema})
    view = registry.view(at("It"))
    shown = [
        (found.name, label_of(registry.view(found.schema)))
        for found in view.of("property", "pattern")
    ]
    assert shown == rows
    assert all(found.required for found in view.of("property") if found.name in ("id", "x-id"))


@pytest.mark.parametrize(
    "told", [{}, {"description": "As its base."}, {"title": "Plain"}, {"nullable": True}]
)
@pytest.mark.parametrize("base", ["Pet", "Cat"])
def test_an_heir_that_adds_nothing_is_a_schema_of_its_own(base: str, told: dict[str, Any]) -> None:
    """Its ``allOf`` has only the reference to its base, which its name selects."""
    kind = {"type": "object", "properties": {"kind": {"type": "string"}}, "required": ["kind"]}
    schemas = {
        "Pet": {**kind, "discriminator": {"propertyName": "kind"}},
        "Cat": {
            "allOf": [{"$ref": f"#{at('Pet')}"}, {"properties": {"meow": {"type": "boolean"}}}]
        },
        "Twin": {**told, "allOf": [{"$ref": f"#{at(base)}"}]},
        "Young": {
            "allOf": [{"$ref": f"#{at('Twin')}"}, {"properties": {"age": {"type": "integer"}}}]
        },
    }
    registry = make_registry(schemas, (3, 0))
    view = registry.view(at("Twin"))
    assert view.component == "Twin"
    assert view.target == at("Twin")
    assert view.discriminator is not None
    assert view.discriminator.mapping == (("Twin", at("Twin")), ("Young", at("Young")))
    above = registry.view(at("Pet")).discriminator
    assert above is not None
    assert dict(above.mapping) == {name: at(name) for name in ("Cat", "Twin", "Young")}
    assert ExampleMaker(registry).example_for(at("Twin"), Direction.REQUEST)["kind"] == "Twin"
