"""``_navapi/schemas.json``: which schemas it contains, and when it is written again."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from warm_python import run_module
from write_files import write_files


def build(folder: Path) -> dict[str, Any]:
    out = folder / "out"
    run_module("sphinx_navapi", "build", folder, out, "--", "-q", check=True)
    value: dict[str, Any] = json.loads((out / "_navapi/schemas.json").read_text("utf-8"))
    return value["documents"]["zoo.json"]


def zoo(**more: Any) -> dict[str, Any]:
    lion = {"$ref": "#/components/schemas/Lion"}
    ok = {"description": "x", "content": {"application/json": {"schema": lion}}}
    secret = {"description": "x", "content": {"application/json": {
        "schema": {"$ref": "#/components/schemas/Keeper"}}}}  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": "1"},
        "servers": [{"url": "https://zoo.example"}],
        "paths": {
            "/lions": {"get": {"summary": "Lions", "responses": {"200": ok}}},
            "/keepers": {"get": {"x-hidden": True, "responses": {"200": secret}}},
        },
        "components": {
            "schemas": {
                "Lion": {"type": "object", "properties": {
                    "mane": {"$ref": "#/components/schemas/Mane"}, "cub": lion}},
                "Mane": {"type": "string", **more},
                "Keeper": {"type": "object"},
                "Unused": {"type": "object"},
            }
        },
    }  # fmt: skip


def test_schemas_that_shown_operations_reach(tmp_path: Path) -> None:
    docs = {"navigation": {"pages": ["index", {"group": "API", "openapi": "zoo.json"}]}}
    folder = write_files(
        tmp_path / "docs", {"docs.json": docs, "index.md": "# Zoo\n", "zoo.json": zoo()}
    )
    found = build(folder)
    assert list(found) == ["Lion", "Mane"]
    path = folder / "out/_navapi/schemas.json"
    before = path.stat().st_mtime_ns
    assert build(folder) == found
    assert path.stat().st_mtime_ns == before
    write_files(folder, {"zoo.json": zoo(maxLength=7)})
    assert build(folder)["Mane"] == {"type": "string", "maxLength": 7}


def test_without_what_pages_hide(tmp_path: Path) -> None:
    document = zoo()
    cost = {"type": "integer", "x-internal": True}
    document["components"]["schemas"]["Lion"] = {
        "type": "object",
        "required": ["cost", "name"],
        "properties": {"cost": cost, "name": {"type": "string"}},
        "allOf": [{"properties": {"cost": cost, "x-internal": {"type": "boolean"}}}],
    }
    docs = {"navigation": {"pages": ["index", {"group": "API", "openapi": "zoo.json"}]}}
    files = {"docs.json": docs, "index.md": "# Zoo\n", "zoo.json": document}
    assert build(write_files(tmp_path / "docs", files))["Lion"] == {
        "type": "object",
        "required": ["name"],
        "properties": {"name": {"type": "string"}},
        "allOf": [{"properties": {"x-internal": {"type": "boolean"}}}],
    }
