"""The cached links of components equal those of the schema reader, for any document."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.plan.link_cache import LinkCache
from sphinx_navapi.plan.schema_links import book_links


def ref(name: str) -> dict[str, str]:
    return {"$ref": f"#/components/schemas/{name}"}


def content(schema: Any) -> dict[str, Any]:
    return {"application/json": {"schema": schema}}


def api(**schemas: Any) -> dict[str, Any]:
    """Two operations with inline bodies of the same shape, and one response."""
    body = {"content": content({"type": "object", "properties": {"user": ref("User")}})}
    get = {"responses": {"200": {"description": "OK", "content": content(ref("Answer~1"))}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {
            "/users": {"post": {"requestBody": body, "responses": {}}},
            "/teams": {"post": {"requestBody": body, "responses": {}}, "get": get},
        },
        "components": {
            "schemas": {
                "User": {"type": "object", "properties": {"id": ref("Id")}},
                "Id": {"type": "string"},
                "Answer/": {"type": "object", "properties": {"a": ref("Id")}},
                # By the last part of the pointer of an inline schema.
                "schema": {"type": "integer"},
                **schemas,
            }
        },
    }  # fmt: skip


def load(folder: Path, root: dict[str, Any]) -> OpenApiDocument:
    (folder / "api.json").write_text(json.dumps(root), "utf-8")
    document = load_document(folder / "api.json", "api.json", folder).document
    assert document is not None
    return document


def no_registry(_document: OpenApiDocument) -> SchemaRegistry:
    raise AssertionError("the schemas are not to be read")


def found(cache: LinkCache, document: OpenApiDocument) -> dict[str, tuple[Any, Any]]:
    """For each operation, what its page links to, and what it shows."""
    links = cache.links(document)
    operations = {str(operation.key): operation for operation in document.operations}
    return {
        name: (list(links.of_operation(op.pointer)), list(cache.shown(document, op)))
        for name, op in operations.items()
    }


DEEP = {
    "Id": {"type": "object", "properties": {"deeper": ref("Deeper")}},
    "Deeper": {"type": "object", "properties": {"end": {"type": "string"}}},
}


def test_components_of_operations(tmp_path: Path) -> None:
    document = load(tmp_path, api())
    cache = LinkCache(tmp_path / "links.json", max_depth=3, registry=SchemaRegistry)
    shown = {name: shown for name, (_linked, shown) in found(cache, document).items()}
    assert shown == {
        "POST /users": ["Id", "User"],
        "POST /teams": ["Id", "User"],
        "GET /teams": ["Answer/", "Id"],
    }


@pytest.mark.parametrize("schemas", [{}, DEEP])
def test_kept_ones_are_those_that_the_book_gives(tmp_path: Path, schemas: Any) -> None:
    document = load(tmp_path, api(**schemas))
    path = tmp_path / "links.json"
    first = LinkCache(path, max_depth=1, registry=lambda d: SchemaRegistry(d, max_depth=1))
    before = found(first, document)
    links = book_links(document, max_depth=1)
    assert {name: set(linked) for name, (linked, _shown) in before.items()} == {
        str(op.key): set(links.of_operation(op.pointer)) for op in document.operations
    }
    assert any(linked for linked, _shown in before.values())
    first.save()
    assert found(LinkCache(path, max_depth=1, registry=no_registry), document) == before


@pytest.mark.parametrize("depth", [1, 2])
def test_what_a_changed_component_reaches_is_found_again(tmp_path: Path, depth: int) -> None:
    path = tmp_path / "links.json"
    first = LinkCache(path, max_depth=1, registry=lambda d: SchemaRegistry(d, max_depth=1))
    found(first, load(tmp_path, api()))
    first.save()
    changed = load(tmp_path, api(**DEEP))
    again = LinkCache(path, max_depth=depth, registry=lambda d: SchemaRegistry(d, max_depth=depth))
    fresh = LinkCache(
        tmp_path / "none", max_depth=depth, registry=lambda d: SchemaRegistry(d, max_depth=depth)
    )
    assert found(again, changed) == found(fresh, changed)


@pytest.mark.parametrize(
    "spoil",
    [
        lambda text: text[: len(text) // 2],
        lambda text: "[]",
        lambda text: text.replace('["Id", "User"]', "3"),
        lambda text: text.replace('"User"', "null"),
        lambda text: text.replace('"version": "', '"version": "other '),
        lambda text: text.replace('"values": ', '"values": [3], "no": '),
    ],
    ids=["cut", "list", "number", "null", "version", "no values"],
)
def test_damaged_file_costs_time_only(tmp_path: Path, spoil: Any) -> None:
    document, path = load(tmp_path, api()), tmp_path / "links.json"
    first = LinkCache(path, max_depth=3, registry=SchemaRegistry)
    before = found(first, document)
    first.save()
    text = path.read_text("utf-8")
    assert spoil(text) != text
    path.write_text(spoil(text), "utf-8")
    assert found(LinkCache(path, max_depth=3, registry=SchemaRegistry), document) == before
