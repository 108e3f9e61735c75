"""Extensions of other tools: what each of them does, and that the reference lists all of them."""

from __future__ import annotations

import ast
import json
import re
from datetime import date
from pathlib import Path
from typing import Any

import pytest

import sphinx_navapi.openapi as openapi_room
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.vendor import facts, sunset_date
from sphinx_navapi.openapi.view import Direction, OperationView

REFERENCE = Path(__file__).parents[2] / "docs/reference/openapi-extensions.md"
OK = {"200": {"description": "OK"}}


def document_of(folder: Path, **fields: Any) -> OpenApiDocument:
    value = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, **fields}
    (folder / "api.json").write_text(json.dumps(value), "utf-8")
    document = load_document(folder / "api.json", "api.json", folder).document
    assert document is not None
    return document


def view_of(folder: Path, operation: dict[str, Any]) -> OperationView:
    document = document_of(folder, paths={"/a": {"get": {"responses": OK, **operation}}})
    return read_operation(document, document.operations[0])


@pytest.mark.parametrize(
    "name", ["x-hidden", "x-internal", "x-scalar-ignore", "x-fern-ignore", "x-speakeasy-ignore"]
)
def test_hidden(tmp_path: Path, name: str) -> None:
    paths = {
        "/a": {"get": {"responses": OK, name: True}, "put": {"responses": OK, name: False}},
        "/b": {name: True, "get": {"responses": OK}},
        "/c": {"get": {"responses": OK, name: "true"}},
    }
    operations = document_of(tmp_path, paths=paths).operations
    assert [str(found.key) for found in operations if found.hidden] == ["GET /a", "GET /b"]


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({}, None),
        ({"x-badges": [{"name": "New", "color": "#f00"}, "Paid", {}, 7]}, ["New", "Paid"]),
        ({"x-badges": {"name": "New"}}, None),
        ({"x-stability-level": "stable"}, None),
        ({"x-stability-level": "alpha"}, ["Alpha"]),
        ({"x-scalar-stability": "experimental"}, ["Experimental"]),
        ({"x-fern-availability": "in-development"}, ["In development"]),
        ({"x-beta": True}, ["Beta"]),
        ({"x-beta": "yes"}, None),
        ({"x-oai-beta": True}, ["Beta"]),
        ({"x-oaiMeta": {"beta": True}}, ["Beta"]),
        (
            {"x-beta": True, "x-stability-level": "beta", "x-badges": ["New", "BETA"]},
            ["Beta", "New"],
        ),
    ],
)
def test_badges(tmp_path: Path, operation: dict[str, Any], expected: list[str] | None) -> None:
    paths = {"/a": {"get": {"responses": OK, **operation}}}
    (found,) = document_of(tmp_path, paths=paths).operations
    assert found.extension.get("badges") == expected


@pytest.mark.parametrize(
    ("operation", "expected"),
    [
        ({"x-oaiMeta": {"name": "List files"}, "summary": "Files"}, "Files"),
        ({"x-oaiMeta": {"name": "List files"}, "x-fern-sdk-method-name": "list"}, "List files"),
        ({"x-speakeasy-name-override": "listAllURLs2"}, "List all URLs 2"),
        ({"x-fern-sdk-method-name": "get_a_file"}, "Get a file"),
        ({"x-speakeasy-name-override": "--"}, None),
    ],
)
def test_names(tmp_path: Path, operation: dict[str, Any], expected: str | None) -> None:
    paths = {"/a": {"get": {"responses": OK, **operation}}}
    document = document_of(tmp_path, paths=paths)
    assert document.operations[0].summary == expected
    assert read_operation(document, document.operations[0]).summary == expected


def test_samples(tmp_path: Path) -> None:
    view = view_of(
        tmp_path,
        {
            "x-codeSamples": [{"lang": "go", "label": "Go", "source": "1"}],
            "x-code-samples": [{"language": "curl", "code": "2"}],
            "x-readme": {"code-samples": [{"language": "curl", "name": "Mine", "code": "3"}]},
            "x-oaiMeta": {
                "examples": [
                    {"title": "One", "request": {"curl": "4", "node.js": "5"}},
                    {"title": "Two", "request": {"curl": "6"}, "response": "{}"},
                    {"request": "7"},
                    None,
                ]
            },
        },
    )
    assert [(sample.language, sample.label, sample.source) for sample in view.code_samples] == [
        ("go", "Go", "1"),
        ("curl", "curl", "2"),
        ("curl", "Mine", "3"),
        ("curl", "cURL", "4"),
        ("javascript", "Node.js", "5"),
        ("curl", "cURL: Two", "6"),
        ("curl", "cURL: 3", "7"),
    ]
    one = view_of(tmp_path, {"x-oaiMeta": {"examples": {"request": {"python": "8"}}}})
    assert [(sample.label, sample.source) for sample in one.code_samples] == [("Python", "8")]


@pytest.mark.parametrize(
    "given",
    [
        {"x-enum-varnames": ["A", "B"], "x-enum-descriptions": {"1": "One", "2": "Two"}},
        {"x-enumNames": ["A", "B"], "x-enumDescriptions": ["One", "Two"]},
        {"x-speakeasy-enums": {"1": "A", "2": "B"}, "x-enum-descriptions": ["One", "Two"]},
        {
            "x-fern-enum": {
                "1": {"name": "A", "description": "One"},
                "2": {"name": "B", "description": "Two"},
            }
        },
        {
            "x-ms-enum": {
                "values": [
                    {"value": 1, "name": "A", "description": "One"},
                    {"value": 2, "name": "B", "description": "Two"},
                ]
            }
        },
    ],
    ids=lambda given: next(iter(given)),
)
def test_values(tmp_path: Path, given: dict[str, Any]) -> None:
    document = document_of(tmp_path, components={"schemas": {"S": {"enum": [1, 2], **given}}})
    view = SchemaRegistry(document).view("/components/schemas/S")
    assert [(value.name, value.description) for value in view.enum] == [("A", "One"), ("B", "Two")]


def test_what_samples_begin_with(tmp_path: Path) -> None:
    properties = {
        "a": {"type": "string", "x-default": "mine", "example": "other", "default": "none"},
        "b": {"type": "integer", "default": 3, "x-default": 4},
    }
    schema = {"type": "object", "properties": properties}
    document = document_of(tmp_path, components={"schemas": {"S": schema}})
    maker = ExampleMaker(SchemaRegistry(document))
    assert maker.example_for("/components/schemas/S", Direction.BOTH) == {"a": "mine", "b": 4}
    view = maker.registry.view("/components/schemas/S/properties/b")
    assert view.default == 3


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("admin", "- A \\*b\\*: `admin`"),
        (["a", 1, True], "- A \\*b\\*: `a`, `1`, `true`"),
        ({"a": [1]}, '- A \\*b\\*: `{"a": [1]}`'),
        ("a `b` c", "- A \\*b\\*: ``a `b` c``"),
        ("`", "- A \\*b\\*: `` ` ``"),
        ("https://a.example/b", "- A \\*b\\*: <https://a.example/b>"),
        ("two\n lines", "- A \\*b\\*: `two lines`"),
        (False, "- A \\*b\\*: `false`"),
        (0, "- A \\*b\\*: `0`"),
        (None, None),
        ("", None),
    ],
)
def test_facts(value: Any, expected: str | None) -> None:
    assert facts({"x-a": value}, {"x-a": "A *b*", "x-b": "B"}) == expected


# ---------------------------------------------------------------- the reference


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2031-05-01", date(2031, 5, 1)),
        (" 2031-05-01T00:00:00Z", date(2031, 5, 1)),
        # As YAML reads it without quotes.
        (date(2031, 5, 1), date(2031, 5, 1)),
        ("next year", None),
        ("2031-13-01", None),
        (None, None),
    ],
)
def test_sunset(written: object, expected: date | None) -> None:
    assert sunset_date({"x-sunset": written}) == expected


#: Tested with the code that reads them.
ELSEWHERE = {
    "x-excluded", "x-navapi", "x-mint", "x-platform", "x-group", "x-displayName", "x-webhooks",
    "x-tagGroups",
}  # fmt: skip


def test_the_reference_has_what_is_read() -> None:
    """All field names in the source of the room."""
    read: set[str] = set()
    for path in Path(openapi_room.__path__[0]).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                read |= set((re.fullmatch(r"x-\w[\w-]*", node.value) and [node.value]) or [])
    told = set(re.findall(r"^\| `(x-[\w-]+)` \|", REFERENCE.read_text("utf-8"), re.MULTILINE))
    own = ("files", "unresolved", "dynamic", "joined")
    assert told == read - {f"x-navapi-{name}" for name in own}
    here = Path(__file__).read_text("utf-8")
    assert {name for name in told - ELSEWHERE if f'"{name}"' not in here} == set()
