"""Values against their schemas, and mistakes in schemas, as `openapi-check` reports them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.openapi.check.check import check_document


def problems(root: dict[str, Any], tmp_path: Path) -> list[str]:
    """The problems of the document *root*: code and message."""
    path = tmp_path / "api.json"
    whole = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}, **root}
    path.write_text(json.dumps(whole, indent=1), "utf-8")
    return [f"{each.code}: {each.message}" for each in check_document(path, tmp_path)]


def schema_problems(schema: Any, tmp_path: Path, version: str = "3.1.0") -> list[str]:
    """The problems of a document with one component."""
    base = {"type": "object", "required": ["a"], "properties": {"a": {"type": "integer"}}}
    schemas = {"X": schema, "Base": base}
    return problems({"openapi": version, "components": {"schemas": schemas}}, tmp_path)


@pytest.mark.parametrize(
    ("schema", "told"),
    [
        ({"type": "integer", "examples": [1, "x"]},
         "example: the example does not match its schema: the type must be integer, not string"),
        ({"type": "number", "maximum": 3, "default": 4},
         "default: the default does not match its schema: `maximum` must be 3"),
        ({"enum": ["a", "b"], "default": "c"},
         "default: the default does not match its schema: it is not one of the permitted values"),
        ({"$ref": "#/components/schemas/Base", "example": {}}, None),
        ({"allOf": [{"$ref": "#/components/schemas/Base"}], "example": {"b": 1}},
         "example: the example does not match its schema: `a` is missing"),
        ({"properties": {"l": {"type": "array", "items": {"$ref": "#/components/schemas/Base"}}},
          "example": {"l": [{"a": 1}, {"a": "x"}]}},
         ("example: the example does not match its schema at `l[1].a`: the type must be integer,"
         " not string")),
        ({"oneOf": [{"type": "integer"}, {"type": "boolean"}], "example": "x"},
         ("example: the example does not match its schema: it fits none of the alternatives, or a"
         " rule for its parts")),
        # What pages read in another way than validators.
        ({"oneOf": [{"type": "integer"}, {"type": "number"}], "example": 1}, None),
        ({"type": "string", "default": None}, None),
        ({"type": "string", "example": 1.1},
         "example: the example does not match its schema: the type must be string, not number"),
        ({"type": "object", "required": ["a"], "properties": {"a": {"readOnly": True}},
          "example": {"b": 1}}, None),
        ({"required": ["a", "b"], "properties": {"a": {"writeOnly": True}, "b": {}},
          "additionalProperties": False, "example": {"b": 1, "c": 2}},
         "example: the example does not match its schema: `c` is not one of its properties"),
        ({"type": "object", "required": ["b"], "additionalProperties": False},
         ("contradiction: no value can match this schema: the rules for `required` contradict each"
         " other")),
        ({"type": "object", "example": '{"a": 1}'}, None),
        ({"allOf": [{"format": "date"}, {"type": "string", "format": "date-time"}]},
         ("contradiction: no value can match this schema: the rules for `format` contradict each"
         " other")),
        ({"type": "string", "format": "uri", "allOf": [{"format": "my-uri"}]}, None),
        ({"allOf": [{"type": "string"}, {"type": "integer"}]},
         ("contradiction: no value can match this schema: the rules for `type` contradict each"
         " other")),
        ({"type": "string", "pattern": "([a"},
         "pattern: not a regular expression: unterminated character set at position 1"),
        ({"pattern": "*.json"},
         "pattern: not a regular expression: nothing to repeat at position 0"),
        ({"pattern": "[z-a]"},
         "pattern: not a regular expression: bad character range z-a at position 1"),
        ({"pattern": "a{2,1}"},
         ("pattern: not a regular expression: min repeat greater than max repeat at position 2")),
        ({"pattern": "a**"}, "pattern: not a regular expression: multiple repeat at position 2"),
        ({"pattern": "(?<n"},
         "pattern: not a regular expression: missing >, unterminated name"),
        ({"pattern": "(?<>a)"}, "pattern: not a regular expression: missing group name"),
        ({"pattern": "(?<$n>a)(?<=b)"}, None),
        ({"pattern": "{,2}[]|[^]"}, None),
        ({"type": "string", "pattern": r"^\p{L}(?<name>a)[\w-.]$"}, None),
    ],
)  # fmt: skip
def test_values_in_schemas(schema: Any, told: str | None, tmp_path: Path) -> None:
    assert schema_problems(schema, tmp_path) == ([] if told is None else [told])


@pytest.mark.parametrize("keyword", ["additionalProperties", "unevaluatedProperties"])
def test_properties_that_another_part_forbids(tmp_path: Path, keyword: str) -> None:
    """One finding for all of them, also if they are required, or inherited by another schema."""
    closed = {"type": "object", "properties": {"x": {}}, keyword: False}
    both = {"allOf": [closed, {"properties": {"b": {}, "c": {}, "x": {}}, "required": ["b"]}]}
    schemas = {"Both": both, "Heir": {"allOf": [{"$ref": "#/components/schemas/Both"}]}}
    path = tmp_path / "api.json"
    root = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {}}
    path.write_text(json.dumps({**root, "components": {"schemas": schemas}}), "utf-8")
    (found,) = check_document(path, tmp_path)
    assert found.code == "contradiction"
    for told in ("`b`, `c`", f"/components/schemas/Both/allOf/0/{keyword}"):
        assert told in found.message
    assert "`x`" not in found.message


def test_a_nullable_default_of_version_3_0(tmp_path: Path) -> None:
    schema = {"type": "integer", "nullable": True, "minimum": 1, "exclusiveMinimum": True}
    assert schema_problems({**schema, "default": 2}, tmp_path, "3.0.3") == []
    assert schema_problems({**schema, "default": 1}, tmp_path, "3.0.3") == [
        "default: the default does not match its schema: `exclusiveMinimum` must be 1"
    ]


def test_arrays_need_items_in_version_3_0(tmp_path: Path) -> None:
    message = (
        "array-items: an array needs `items` in OpenAPI 3.0: write `items: {}` if they are"
        " arbitrary"
    )
    assert schema_problems({"type": "array"}, tmp_path, "3.0.3") == [message]
    assert schema_problems({"type": "array"}, tmp_path) == []


def operation(**parts: Any) -> dict[str, Any]:
    """A path with one operation."""
    return {"get": {"responses": {"200": {"description": "ok"}}, **parts}}


def test_examples_of_parameters_and_bodies(tmp_path: Path) -> None:
    integer = {"schema": {"type": "integer"}}
    parameter = {"name": "n", "in": "query", **integer}
    given = {
        "parameters": [
            {**parameter, "example": "x"},
            {**parameter, "name": "m", "example": "5"},
        ],
        "responses": {
            "200": {
                "description": "ok",
                "content": {
                    "application/json": {**integer, "examples": {"bad": {"value": True}}},
                    "application/xml": {**integer, "example": "<n>1</n>"},
                },
            }
        },
    }
    wrong = "example: the example does not match its schema: the type must be integer, not"
    found = problems({"paths": {"/a": operation(**given)}}, tmp_path)
    assert sorted(found) == [f"{wrong} boolean", f"{wrong} string"]


def test_servers_and_paths(tmp_path: Path) -> None:
    variables = {"e": {"default": "z", "enum": ["a", "b"]}}
    root = {
        "servers": [{"url": "https://{host}.example.com/{e}", "variables": variables}],
        "paths": {"/find?kind=a": operation()},
    }
    assert sorted(problems(root, tmp_path)) == [
        (
            "path-template: `/find?kind=a` has a query: describe `kind=a` as parameters with"
            " `in: query`"
        ),
        (
            "server-variable: `{host}` in the URL has no variable: add it to `variables` with a"
            " `default`"
        ),
        "server-variable: the default `z` is not in `enum`",
    ]


def test_one_mistake_is_one_problem(tmp_path: Path) -> None:
    parameter = {"name": "id", "in": "path", "schema": {"type": "string"}}
    assert problems({"paths": {"/a/{id}": operation(parameters=[parameter])}}, tmp_path) == [
        "path-parameter: the path parameter `id` must have `required: true`"
    ]
