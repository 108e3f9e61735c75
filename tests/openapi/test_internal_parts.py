"""Parameters, headers and properties marked as hidden."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.vendor import HIDING
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.request.playground_schema import hint_schema

BOOK = "/components/schemas/Book"


def document(folder: Path, mark: str | None = "x-internal", value: Any = True) -> OpenApiDocument:
    """An operation with an internal part of each kind, marked by *mark* with *value*."""
    marks = {mark: value} if mark else {}
    text = {"type": "string"}
    root = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "paths": {
            "/books/{shelf}": {
                "post": {
                    "parameters": [
                        {"name": "shelf", "in": "path", "required": True, "schema": text, **marks},
                        {"name": "q", "in": "query", "schema": text},
                        {"name": "trace", "in": "query", "schema": text, **marks},
                        {"$ref": "#/components/parameters/Debug"},
                    ],
                    "requestBody": {
                        "content": {"application/json": {"schema": {"$ref": f"#{BOOK}"}}}
                    },
                    "responses": {
                        "200": {
                            "description": "Done.",
                            "headers": {
                                "X-Left": {"schema": text},
                                "X-Node": {"schema": text, **marks},
                            },
                        }
                    },
                }
            }
        },
        "components": {
            "parameters": {"Debug": {"name": "X-Debug", "in": "header", "schema": text, **marks}},
            "schemas": {
                "Book": {
                    "type": "object",
                    "required": ["title", "cost"],
                    "properties": {"title": text, "cost": {"type": "number", **marks}},
                    "allOf": [
                        {"properties": {"owner": {"$ref": "#/components/schemas/Owner", **marks}}}
                    ],
                },
                "Owner": text,
            },
        },
    }
    path = folder / f"{mark}.json"
    path.write_text(json.dumps(root), "utf-8")
    loaded = load_document(path, path.name, folder).document
    assert loaded is not None
    return loaded


def parts(found: OpenApiDocument) -> dict[str, list[str]]:
    """Names of the visible parts, by kind."""
    registry = SchemaRegistry(found)
    view = read_operation(found, found.operations[0])
    hints = hint_schema(registry.reader, BOOK) or {}
    example = ExampleMaker(registry).example_for(BOOK, Direction.REQUEST)
    return {
        "parameters": [each.name for each in view.parameters],
        "headers": [each.name for each in view.responses[0].headers],
        **{
            f"properties of {direction}": [
                p.name for p in registry.view(BOOK, direction).of("property")
            ]
            for direction in Direction
        },
        "example": list(example),
        "hints": sorted({*hints.get("properties", ()), *hints.get("required", ())}),
    }


@pytest.mark.parametrize("mark", HIDING)
def test_they_are_not_shown(mark: str, tmp_path: Path) -> None:
    shown = parts(document(tmp_path, mark))
    # Without a variable of its path, the request cannot be sent.
    assert shown.pop("parameters") == ["shelf", "q"]
    assert shown.pop("headers") == ["X-Left"]
    assert set(map(tuple, shown.values())) == {("title",)}


@pytest.mark.parametrize(("mark", "value"), [(None, True), ("x-internal", False), ("x-else", True)])
def test_all_others_are(mark: str | None, value: bool, tmp_path: Path) -> None:
    shown = parts(document(tmp_path, mark, value))
    assert shown.pop("parameters") == ["shelf", "q", "trace", "X-Debug"]
    assert shown.pop("headers") == ["X-Left", "X-Node"]
    assert {tuple(sorted(names)) for names in shown.values()} == {("cost", "owner", "title")}


def test_nothing_is_reported_of_their_changes(tmp_path: Path) -> None:
    marked = document(tmp_path)
    told = {c.rule for c in compare_documents(document(tmp_path, None), marked)}
    # What readers could see before is removed.
    assert told == {
        "request-parameter-removed",
        "response-optional-header-removed",
        "request-property-removed",
    }
    path = tmp_path / "again.json"
    path.write_text(json.dumps(marked.root).replace('"number"', '"integer"'), "utf-8")
    again = load_document(path, path.name, tmp_path).document
    assert again is not None
    assert compare_documents(marked, again) == ()
