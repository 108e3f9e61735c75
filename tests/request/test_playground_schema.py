"""Schemas for hints: JSON Schema 2020-12, limited in size, and never stricter than the document."""

import json
from itertools import pairwise

import jsonschema
import pytest

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.request.playground_schema import LARGEST_SCHEMA, hint_schema
from tests.support.normal_documents import normal

STRING = {"type": "string"}


def hint(schema, *, version=(3, 1), schemas=None, **options):
    root = {"components": {"schemas": {"Root": schema, **(schemas or {})}}}
    document = OpenApiDocument(
        name="a.yaml", version=version, root=normal(root, version), operations=()
    )
    return hint_schema(SchemaReader(document), "/components/schemas/Root", **options)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (True, True),
        (False, False),
        ("nonsense", True),
        ({}, {}),
        ({"title": "T", "description": "D", "example": 1, "default": 2, "x-y": 3, "xml": {}}, {}),
        ({"type": "integer", "format": "int32"}, {"type": "integer"}),
        ({"type": "string", "format": "date"}, {"type": "string", "format": "date"}),
        ({"type": ["string", "null"]}, {"type": ["string", "null"]}),
        ({"type": "file"}, {}),
        ({"enum": ["a", None], "const": "a"}, {"const": "a"}),
        ({"minLength": 1, "maxLength": 0, "pattern": "^a"}, {"minLength": 1, "pattern": "^a"}),
        ({"minLength": "many", "enum": "a", "required": 3, "properties": []}, {}),
        ({"oneOf": [STRING, True]}, {"anyOf": [STRING, True]}),
        ({"items": STRING, "uniqueItems": True}, {"items": STRING, "uniqueItems": True}),
        ({"additionalProperties": False}, {"additionalProperties": False}),
        ({"additionalProperties": True}, {}),
        ({"additionalProperties": STRING}, {"additionalProperties": STRING}),
    ],
)
def test_what_is_kept(schema, expected):
    found = hint(schema)
    assert found == expected
    assert type(found) is type(expected)


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"type": "string", "nullable": True}, {"type": ["string", "null"]}),
        ({"type": "string", "enum": ["a"], "nullable": True},
         {"type": ["string", "null"], "enum": ["a", None]}),
        ({"allOf": [STRING], "nullable": True}, {"type": ["string", "null"]}),
        ({"minimum": 1, "exclusiveMinimum": True}, {"exclusiveMinimum": 1}),
        ({"minimum": 1, "exclusiveMinimum": False}, {"minimum": 1}),
        ({"maximum": 1.5, "exclusiveMaximum": True}, {"exclusiveMaximum": 1.5}),
        ({"exclusiveMaximum": True}, {}),
    ],
)  # fmt: skip
def test_openapi_3_0_as_2020_12(schema, expected):
    found = hint(schema, version=(3, 0))
    assert found == expected
    jsonschema.Draft202012Validator.check_schema(found)


def test_references_lead_into_its_own_definitions():
    found = hint(
        {
            "properties": {
                "a": {"$ref": "#/components/schemas/A"},
                "b": {"$ref": "#/components/schemas/A"},
            }
        },
        schemas={
            "A": {"type": "object", "properties": {"again": {"$ref": "#/components/schemas/A"}}}
        },
    )
    assert found == {
        "properties": {"a": {"$ref": "#/$defs/A"}, "b": {"$ref": "#/$defs/A"}},
        "$defs": {"A": {"type": "object", "properties": {"again": {"$ref": "#/$defs/A"}}}},
    }


def test_what_is_beside_a_reference():
    schema = {"$ref": "#/components/schemas/A", "maxLength": 3}
    assert hint(schema, schemas={"A": STRING}) == {"type": "string", "maxLength": 3}
    # In OpenAPI 3.0, anything beside a reference is ignored.
    assert "maxLength" not in hint(schema, schemas={"A": STRING}, version=(3, 0))
    lost = {"properties": {"a": {"$ref": "#/x-navapi-unresolved/there"}}}
    assert hint(lost) == {"properties": {"a": {}}}


def test_a_null_beside_a_reference():
    found = hint({"$ref": "#/components/schemas/A", "nullable": True}, schemas={"A": STRING})
    validator = jsonschema.Draft202012Validator(found)
    assert validator.is_valid(None)
    assert validator.is_valid("x")
    assert not validator.is_valid(3)


def test_read_only_properties_are_not_asked_for_in_a_request():
    schema = {
        "required": ["id", "owner", "name"],
        "properties": {
            "id": {"type": "integer", "readOnly": True},
            "owner": {"$ref": "#/components/schemas/Owner"},
            "name": STRING,
        },
    }
    owner = {"Owner": {"type": "object", "readOnly": True}}
    found = hint(schema, schemas=owner)
    assert found["required"] == ["name"]
    read_only = {"readOnly": True}
    assert found["properties"] == {"id": read_only, "owner": read_only, "name": STRING}
    assert hint(schema, schemas=owner, direction=Direction.BOTH)["required"] == [
        "id", "owner", "name",
    ]  # fmt: skip


def test_read_only_properties_that_another_part_of_all_of_describes():
    found = hint(
        {
            "allOf": [
                {"properties": {"id": {"type": "integer", "readOnly": True}}},
                {"required": ["id", "name"]},
            ]
        }
    )
    assert jsonschema.Draft202012Validator(found).is_valid({"name": "x"})


def nested(levels):
    schema = {"type": "object", "required": ["leaf"], "properties": {"leaf": STRING}}
    for _ in range(levels):
        schema = {
            "type": "object",
            "properties": {f"property_{number}": schema for number in range(6)},
        }
    return schema


@pytest.mark.parametrize("levels", [0, 1, 2, 3, 4])
def test_a_large_schema_is_cut_and_still_fits_the_document(levels):
    schema = nested(levels)
    found = hint(schema, largest=6_000)
    assert len(json.dumps(found, separators=(",", ":"))) <= 6_600
    jsonschema.Draft202012Validator.check_schema(found)
    value = {"leaf": "x"}
    for _ in range(levels):
        value = {"property_0": value}
    assert jsonschema.Draft202012Validator(schema).is_valid(value)
    assert jsonschema.Draft202012Validator(found).is_valid(value)
    assert not jsonschema.Draft202012Validator(found).is_valid([])


def test_a_schema_of_which_not_even_the_top_fits():
    schema = {"type": "object", "properties": {f"name_{n}": STRING for n in range(9000)}}
    assert hint(schema) in (True, {"type": "object"})


def test_cycles_and_depth_end():
    deep = {}
    for _ in range(300):
        deep = {"type": "object", "properties": {"a": deep}}
    assert len(json.dumps(hint(deep))) < LARGEST_SCHEMA
    loop = {"Root": {"$ref": "#/components/schemas/Root"}}
    assert hint(loop["Root"]) == {}
    inner = {"allOf": [{"$ref": "#/components/schemas/Root"}], "type": "object"}
    assert hint(inner) == {"type": "object"}
    again = {"properties": {"again": {"$ref": "#/components/schemas/Root"}}}
    assert hint(again) == {
        "$ref": "#/$defs/Root",
        "$defs": {"Root": {"properties": {"again": {"$ref": "#/$defs/Root"}}}},
    }


def test_components_are_there_to_any_depth():
    names = [f"Level{number}" for number in range(60)]
    schemas = {
        name: {"type": "object", "properties": {"below": {"$ref": f"#/components/schemas/{below}"}}}
        for name, below in pairwise(names)
    }
    found = hint({"$ref": "#/components/schemas/Level0"}, schemas={**schemas, names[-1]: STRING})
    value = "leaf"
    for _ in names[1:]:
        value = {"below": value}
    assert jsonschema.Draft202012Validator(found).is_valid(value)
    text = json.dumps(value).replace('"leaf"', "3")
    assert not jsonschema.Draft202012Validator(found).is_valid(json.loads(text))


def test_alternatives_have_names():
    found = hint(
        {
            "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"title": "A dog", "type": "object"}],
            "discriminator": {
                "propertyName": "kind",
                "mapping": {"cat": "#/components/schemas/Cat", "tom": "Cat", "gone": "No", "x": 1},
            },
        },
        schemas={"Cat": {"title": "Not needed", "type": "object"}},
    )
    assert found == {
        "anyOf": [{"$ref": "#/$defs/Cat"}, {"title": "A dog", "type": "object"}],
        "discriminator": {
            "propertyName": "kind", "mapping": {"cat": "#/$defs/Cat", "tom": "#/$defs/Cat"},
        },
        "$defs": {"Cat": {"type": "object"}},
    }  # fmt: skip


def test_a_name_is_given_once():
    # `Root` is the start; the second is a property of it whose name is already used.
    schema = {
        "properties": {
            "a": {"$ref": "#/components/schemas/A"},
            "b": {"$ref": "#/components/schemas/A/properties/in"},
            "c": {"$ref": "#/components/schemas/A"},
        }
    }
    inner = {"type": "string", "minLength": 2, "maxLength": 30}
    found = hint(schema, schemas={"A": {"properties": {"in": inner}}})
    assert [each["$ref"] for each in found["properties"].values()] == [
        "#/$defs/A", "#/$defs/2", "#/$defs/A",
    ]  # fmt: skip
    assert found["$defs"]["A"] == {"properties": {"in": {"$ref": "#/$defs/2"}}}
    assert found["$defs"]["2"] == inner


def test_what_is_used_once_or_small_is_in_place():
    schemas = {"A": {"properties": {"in": {"$ref": "#/components/schemas/B"}}}, "B": STRING}
    schema = {"properties": {name: {"$ref": f"#/components/schemas/{name}"} for name in "AB"}}
    assert hint(schema, schemas=schemas) == {
        "properties": {"A": {"properties": {"in": STRING}}, "B": STRING}
    }
    # Names of alternatives are shown.
    choice = hint({"anyOf": [{"$ref": "#/components/schemas/B"}, {"type": "null"}, schema]})
    assert choice["anyOf"][0] == {}
    choice = hint({"anyOf": [{"$ref": "#/components/schemas/B"}, STRING]}, schemas=schemas)
    assert choice["anyOf"] == [{"$ref": "#/$defs/B"}, STRING]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ([{"type": "integer", "minimum": 0}, {"minimum": 5, "maximum": 9}],
         {"type": "integer", "minimum": 5, "maximum": 9}),
        ([{"enum": ["a", "b", "c"]}, {"enum": ["b", "c"]}, {"const": "c"}], {"const": "c"}),
        ([{"multipleOf": 4}, {"multipleOf": 6}], {"multipleOf": 12}),
        ([{"pattern": "^a"}, {"pattern": "z$"}], {"pattern": "z$", "allOf": [{"pattern": "^a"}]}),
        ([{"anyOf": [STRING, {}]}, {"oneOf": [{"minLength": 1}, {"maxLength": 5}]}],
         {"anyOf": [STRING, {}], "allOf": [{"anyOf": [{"minLength": 1}, {"maxLength": 5}]}]}),
        ([{"type": "string"}, {"type": "object"}], False),
        ([{"const": 1}, {"const": 2}], False),
        ([{"type": "string"}, False], False),
        ([{"properties": {"a": STRING}, "required": ["a"]}, {"properties": {"a": {"minLength": 1}}},
          {"additionalProperties": False, "required": ["b"]}],
         {"required": ["a", "b"], "additionalProperties": False}),
        ([{"prefixItems": [STRING]}, {"items": {"minLength": 1}}],
         {"prefixItems": [{"type": "string", "minLength": 1}], "items": {"minLength": 1}}),
        # What alternatives evaluate is not left over.
        ([{"unevaluatedProperties": False, "anyOf": [{"properties": {"a": {}}}, STRING]}],
         {"anyOf": [{"properties": {"a": {}}}, STRING]}),
        ([{"unevaluatedProperties": False}, {"anyOf": [{"properties": {"a": {}}}, STRING]}],
         {"additionalProperties": False, "anyOf": [{}, STRING]}),
        # A single alternative is no choice.
        ([{"type": "string"}, {"anyOf": [{"minLength": 2}]}], {"type": "string", "minLength": 2}),
    ],
)  # fmt: skip
def test_all_parts_of_all_of_are_one_schema(schema, expected):
    assert hint({"allOf": schema}) == expected


def test_null_beside_shared_schemas_and_alternatives():
    shared = {"type": "object", "properties": {"name": STRING}, "required": ["name"]}
    named = {"$ref": "#/components/schemas/A"}
    found = hint(
        {"properties": {"a": named, "b": {"anyOf": [named, {"type": "null"}]}}},
        schemas={"A": shared},
    )
    assert found["properties"]["b"] == {"anyOf": [{"$ref": "#/$defs/A"}, {"type": "null"}]}
    inner = {"anyOf": [{"anyOf": [STRING, {"type": "integer"}]}, {"type": "null"}]}
    validator = jsonschema.Draft202012Validator(hint(inner))
    assert [validator.is_valid(value) for value in (None, "a", 1, 1.5)] == [True] * 3 + [False]


def test_a_parent_that_lists_its_children():
    """The children do not list themselves again."""
    parent = {
        "properties": {"kind": STRING},
        "oneOf": [{"$ref": "#/components/schemas/Cat"}, {"$ref": "#/components/schemas/Tom"}],
    }
    found = hint(
        parent,
        schemas={
            "Cat": {"allOf": [{"$ref": "#/components/schemas/Root"}, {"required": ["kind"]}]},
            "Tom": {"$ref": "#/components/schemas/Cat"},
        },
    )
    assert found == {
        "properties": {"kind": STRING},
        "anyOf": [{"$ref": "#/$defs/Cat"}, {"$ref": "#/$defs/Tom"}],
        "$defs": {
            "Cat": {"required": ["kind"], "properties": {"kind": STRING}},
            "Tom": {"$ref": "#/$defs/Cat"},
        },
    }


def test_a_parent_whose_children_only_extend_it():
    """A choice of the same children as on the page; a child offers no choice of itself."""
    extends = {"$ref": "#/components/schemas/Root"}
    kind = {"properties": {"kind": STRING}}
    found = hint(
        kind
        | {
            "type": "object",
            "required": ["kind"],
            "discriminator": {
                "propertyName": "kind", "mapping": {"c": "Cat", "tiger": "Tiger", "tom": "Cat"},
            },
        },
        schemas={
            "Cat": {"allOf": [extends, {"properties": {"claws": STRING}}]},
            "Dog": {"allOf": [extends, {"required": ["tail"]}]},
            "Tiger": {"allOf": [{"$ref": "#/components/schemas/Cat"}]},
            "Other": {"type": "object"},
        },
    )  # fmt: skip
    inherited = kind | {"type": "object"}
    claws = {"kind": STRING, "claws": STRING}
    assert found == kind | {
        "type": "object",
        "required": ["kind"],
        "anyOf": [{"$ref": f"#/$defs/{name}"} for name in ("Cat", "Tiger", "Dog")],
        "discriminator": {
            "propertyName": "kind",
            "mapping": {
                "c": "#/$defs/Cat", "tiger": "#/$defs/Tiger", "tom": "#/$defs/Cat",
                "Dog": "#/$defs/Dog",
            },
        },
        "$defs": {
            "Cat": inherited | {"required": ["kind"], "properties": claws},
            "Tiger": inherited | {"required": ["kind"], "properties": claws},
            "Dog": inherited | {"required": ["kind", "tail"]},
        },
    }  # fmt: skip
    assert "anyOf" not in hint({"allOf": [{"$ref": "#/components/schemas/Base"}]}, schemas={
        "Base": kind | {"discriminator": {"propertyName": "kind"}},
    })  # fmt: skip


def test_alternatives_do_not_require_what_is_never_sent():
    found = hint(
        {
            "properties": {"id": {"readOnly": True}, "name": STRING},
            "anyOf": [{"required": ["id"]}, {"required": ["name", "id"]}],
        }
    )
    assert found["anyOf"] == [{}, {"required": ["name"]}]


@pytest.mark.parametrize("odd", [{}, [["string"]], [{}], None, 5, [None], True])
def test_a_type_that_is_not_a_name(odd):
    assert hint({"type": odd, "minLength": 2}) == {"minLength": 2}
    assert hint({"type": [odd, "null"]}) == {"type": "null"}
    hint({"type": odd, "enum": [{}], "required": [{}, "a"], "nullable": True, "pattern": {}})
