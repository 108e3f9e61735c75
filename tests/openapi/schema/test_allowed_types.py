"""Whether schemas allow null, or nothing else: random ones against an independent validator."""

from __future__ import annotations

import random
from typing import Any

import pytest
from full_run import amount
from jsonschema import Draft202012Validator
from random_schemas import null_schema
from schema_rows import accepts
from view_documents import at, make_registry

from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.view import Direction

#: Values of all types.
VALUES = [None, "a", "", "bcd", 1, 2.5, 2.0, True, False, [], [1], {}, {"a": 1}]

TEXT = {"type": "string", "minLength": 2}


def type_name(value: Any) -> str:
    """The type of *value*: numbers are integers, or they are not."""
    if value is None or isinstance(value, bool):
        return "null" if value is None else "boolean"
    if isinstance(value, int | float):
        return "integer" if float(value).is_integer() else "number"
    return {str: "string", list: "array", dict: "object"}[type(value)]


def components(seed: int) -> dict[str, Any]:
    """Some random schemas, which refer to each other."""
    source, found = random.Random(seed), {}
    for index in range(4):
        found[f"C{index}"] = null_schema(source, 2, [*found])
    return found


def test_types_are_those_of_a_validator() -> None:
    """Of null exactly; of all others, some values may be allowed, or all certainly are."""
    judged, seeds = 0, amount(3000, 120)
    for seed in range(seeds):
        schemas = components(seed)
        allowed = make_registry(schemas).reader.allowed
        for name in schemas:
            root = {"components": {"schemas": schemas}, "$ref": f"#{at(name)}"}
            valid = [Draft202012Validator(root).is_valid(value) for value in VALUES]
            found = allowed.read(at(name))
            assert found.null is valid[0], (seed, name)
            for value, is_valid in zip(VALUES, valid, strict=True):
                kind = type_name(value)
                assert kind in found.some if is_valid else kind not in found.all, (seed, name)
            judged += 1
    assert judged == 4 * seeds


def test_rows_tell_whether_null_is_allowed() -> None:
    """Except for schemas nobody writes: an alternative that has null or not for no reason."""
    wrong, judged = [], 0
    for seed in range(amount(1200, 120)):
        schemas = components(seed)
        registry = make_registry(schemas)
        for name in schemas:
            root = {"components": {"schemas": schemas}, "$ref": f"#{at(name)}"}
            is_valid = Draft202012Validator(root).is_valid(None)
            level = registry.reader.level(at(name))
            assert is_valid or not level.nullable, (seed, name)
            judged += 1
            if accepts(registry, at(name), None) is not is_valid:
                wrong.append((seed, name))
    assert len(wrong) <= judged // 80, wrong


@pytest.mark.parametrize(
    ("schema", "some", "told"),
    [
        ({"$ref": "#/components/schemas/Loop"}, True, False),
        ({"anyOf": [{"$ref": "#/components/schemas/Loop"}, TEXT]}, True, False),
        ({"anyOf": [{"$ref": "#/components/schemas/X"}, TEXT, {"const": None}]}, True, True),
        ({"allOf": [{"$ref": "#/components/schemas/X"}, {"type": ["null", "string"]}]}, True, True),
        ({"$ref": "#/nowhere"}, True, False),
        ({"anyOf": "odd", "allOf": {}, "type": 3, "enum": {}}, True, False),
    ],
)
def test_circles_and_broken_references_say_nothing(schema: Any, some: bool, told: bool) -> None:
    loop = {"allOf": [{"$ref": "#/components/schemas/Loop"}]}
    found = make_registry({"X": schema, "Loop": loop}).reader.allowed.read(at("X"))
    assert (found.null, found.says_null) == (some, told)


@pytest.mark.parametrize(
    "schema",
    [
        {"anyOf": [{"if": TEXT, "else": {"type": "array"}}, {"type": "null"}]},
        {"oneOf": [{"if": TEXT, "then": False, "else": {"type": "array"}}, {"type": "null"}]},
        {"oneOf": [{"type": "object", "if": {"required": ["a"]}, "else": {"required": ["b"]}},
                   {"type": "null"}]},
        {"$ref": f"#{at('Any')}", "maxProperties": 0},
    ],
)  # fmt: skip
def test_rows_beside_null(schema: Any) -> None:
    schemas = {"X": schema, "Any": {"anyOf": [{}, {"const": None}]}}
    registry = make_registry(schemas)
    judge = Draft202012Validator({"components": {"schemas": schemas}, "$ref": f"#{at('X')}"})
    found = {str(value): accepts(registry, at("X"), value) for value in VALUES}
    assert found == {str(value): judge.is_valid(value) for value in VALUES}


@pytest.mark.parametrize("first", ["A", "B", "C"])
def test_schemas_in_a_circle_do_not_depend_on_which_is_read_first(first: str) -> None:
    schemas = {
        "A": {"anyOf": [{"$ref": f"#{at('B')}"}, {"type": "string"}]},
        "B": {"anyOf": [{"$ref": f"#{at('C')}"}, {"type": "null"}]},
        "C": {"allOf": [{"$ref": f"#{at('A')}"}, {"type": ["string", "null"]}]},
    }
    allowed = make_registry(schemas).reader.allowed
    allowed.read(at(first))
    assert [allowed.read(at(name)).null for name in "ABC"] == [True, True, True]


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        # Alternatives without a type, for objects: null is not meant to satisfy them.
        ({"oneOf": [{"properties": {"a": TEXT}}, {"type": "null"}]}, True),
        ({"type": ["object", "null"], "oneOf": [{"required": ["a"]}, {"required": ["b"]}]}, True),
        ({"oneOf": [{}, {"type": "null"}]}, False),
        ({"oneOf": [{"type": ["string", "null"]}, {"type": "null"}]}, False),
        ({"oneOf": [{"oneOf": [{}, {}]}, {"type": "null"}]}, True),
    ],
)
def test_null_in_one_of(schema: Any, expected: bool) -> None:
    assert make_registry({"X": schema}).reader.level(at("X")).nullable is expected


REFERENCE = {"$ref": f"#{at('Text')}"}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        ({"nullable": True, "type": "string"}, True),
        ({"nullable": True, "allOf": [REFERENCE]}, True),
        ({"nullable": True, "type": "string", "allOf": [REFERENCE]}, True),
        ({"nullable": True, "oneOf": [REFERENCE, {"type": "integer"}]}, True),
        ({"allOf": [REFERENCE, {"nullable": True}]}, True),
        ({"allOf": [REFERENCE, {"nullable": True, "description": "d"}]}, True),
        ({"allOf": [{"allOf": [REFERENCE, {"nullable": True}]}]}, True),
        # A type beside it: null is added to that type only.
        ({"allOf": [REFERENCE, {"nullable": True, "type": "string"}]}, False),
        # What other schemas allow is not inherited.
        ({"allOf": [{"$ref": f"#{at('Maybe')}"}, REFERENCE]}, False),
        ({"allOf": [{"$ref": f"#{at('Maybe')}"}]}, True),
        ({"nullable": False, "type": "string"}, False),
    ],
)
def test_nullable_of_version_3_0(schema: Any, expected: bool) -> None:
    schemas = {"X": schema, "Text": TEXT, "Maybe": {"nullable": True, "allOf": [REFERENCE]}}
    registry = make_registry(schemas, (3, 0))
    assert registry.reader.level(at("X")).nullable is expected
    checker = SchemaChecker(registry.reader)
    assert checker.conforms(None, at("X"), Direction.BOTH) is expected
