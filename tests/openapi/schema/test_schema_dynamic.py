"""Dynamic references: their target depends on the enclosing schemas."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

PAGE = {
    "type": "object",
    "properties": {"items": {"type": "array", "items": {"$dynamicRef": "#item"}}},
    "$defs": {"item": {"$dynamicAnchor": "item", "type": "boolean"}},
}


def of(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def filled(item: Any, base: str = "Page") -> dict[str, Any]:
    """A schema that sets the item of the page to *item*."""
    return {**of(base), "$defs": {"mine": {"$dynamicAnchor": "item", **item}}}


def examples(folder: Path, schemas: dict[str, Any], **paths: Any) -> dict[str, Any]:
    """An example of each of *schemas*."""
    root = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    root["components"] = {"schemas": schemas}
    (folder / "api.json").write_text(json.dumps(root), encoding="utf-8")
    result = load_document(folder / "api.json", "api.json", folder)
    assert result.document is not None
    assert result.diagnostics == ()
    maker = ExampleMaker(SchemaRegistry(result.document))
    return {
        name: maker.example_for(f"/components/schemas/{name}", Direction.BOTH) for name in schemas
    }


def test_the_outermost_schema_fills_in(tmp_path: Path) -> None:
    schemas = {
        "Page": PAGE,
        "Numbers": filled({"const": 1}),
        "Texts": filled({"const": "a"}),
        # The anchor in between is ignored.
        "Nulls": filled({"const": [0]}, "Numbers"),
        "Book": {"properties": {"numbers": of("Numbers"), "any": of("Page")}},
    }
    assert examples(tmp_path, schemas) == {
        "Page": {"items": [True]},
        "Numbers": {"items": [1]},
        "Texts": {"items": ["a"]},
        "Nulls": {"items": [[0]]},
        "Book": {"numbers": {"items": [1]}, "any": {"items": [True]}},
    }


def test_a_tree_that_is_extended(tmp_path: Path) -> None:
    tree = {
        "$dynamicAnchor": "node",
        "type": "object",
        "required": ["children"],
        "properties": {"children": {"type": "array", "items": {"$dynamicRef": "#node"}}},
    }
    more = {"$dynamicAnchor": "node", **of("Tree"), "properties": {"more": {"const": 1}}}
    made = examples(
        tmp_path,
        {"Tree": tree, "More": more, "Pair": {"properties": {"more": of("More")}}},
    )
    assert made["Tree"] == {"children": []}
    assert made["More"] == {"children": [], "more": 1}
    assert made["Pair"] == {"more": made["More"]}

    document = load_document(tmp_path / "api.json", "api.json", tmp_path).document
    assert document is not None
    registry = SchemaRegistry(document)
    (children, *_) = registry.view("/components/schemas/More").of("property")
    items = registry.view(children.schema).items
    assert items is not None
    assert registry.view(items).component == "More"


def test_a_schema_inside_an_operation_fills_in_too(tmp_path: Path) -> None:
    schema = filled({"const": 7})
    response = {"description": "D", "content": {"application/json": {"schema": schema}}}
    path = {"get": {"responses": {"200": response}}}
    examples(tmp_path, {"Page": PAGE}, **{"/a": path})
    document = load_document(tmp_path / "api.json", "api.json", tmp_path).document
    assert document is not None
    at = "/paths/~1a/get/responses/200/content/application~1json/schema"
    maker = ExampleMaker(SchemaRegistry(document))
    assert maker.example_for(at, Direction.BOTH) == {"items": [7]}


def test_schemas_that_fill_each_other_end(tmp_path: Path) -> None:
    schemas = {
        f"S{n}": {
            "$dynamicAnchor": f"a{n}",
            "properties": {
                **{f"p{m}": of(f"S{m}") for m in range(5)},
                **{f"d{m}": {"$dynamicRef": f"#a{m}"} for m in range(5)},
            },
        }
        for n in range(5)
    }
    assert set(examples(tmp_path, schemas)) == set(schemas)


def test_it_may_nest_as_deep_as_a_document(tmp_path: Path) -> None:
    deep: Any = {"$dynamicRef": "#item"}
    for _ in range(150):
        deep = {"items": deep}
    examples(tmp_path, {"Page": {**PAGE, "not": deep}, "Filled": filled({"const": 1})})
