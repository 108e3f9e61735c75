"""The documents for benchmarks are valid and have the stated size."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from benchmark_modules import load
from openapi_spec_validator import OpenAPIV30SpecValidator

documents = load("documents")
generated = load("generated")
assets = load("assets")
measuring = load("measuring")


def operation_ids(document: dict[str, Any]) -> list[str]:
    return [
        operation["operationId"]
        for item in document["paths"].values()
        for method, operation in item.items()
        if method in documents.METHODS
    ]


def references(value: Any) -> set[str]:
    if isinstance(value, dict):
        own = {value["$ref"]} if isinstance(value.get("$ref"), str) else set()
        return own.union(*map(references, value.values()))
    if isinstance(value, list):
        return set().union(*map(references, value))
    return set()


@pytest.mark.parametrize("operations", [1, 7, 40])
def test_made_document_is_valid_and_has_its_operations(operations: int) -> None:
    document = documents.make_document(operations)
    assert list(OpenAPIV30SpecValidator(document).iter_errors()) == []
    assert len(set(operation_ids(document))) == operations
    assert document == documents.make_document(operations)


@pytest.mark.parametrize("operations", [1223, 10_000])
def test_made_document_is_as_varied_as_that_of_a_large_service(operations: int) -> None:
    figures = generated.shape(documents.make_document(operations))
    far = {
        name: (figure, generated.GITHUB[name])
        for name, figure in figures.items()
        if not 0.75 <= figure / generated.GITHUB[name] <= 1.34
    }
    assert figures.keys() == generated.GITHUB.keys()
    assert far == {}


def test_examples_of_a_made_document_match_their_schemas() -> None:
    document = documents.make_document(200)
    resolve = generated._resolved
    checked = 0
    for item in document["paths"].values():
        for operation in item.values():
            for response in operation["responses"].values():
                for content in resolve(response, document).get("content", {}).values():
                    for example in content.get("examples", {}).values():
                        value = resolve(example, document)["value"]
                        schema = resolve(content["schema"], document)
                        checked += 1
                        if schema["type"] == "array":
                            assert isinstance(value, list)
                        else:
                            assert value.keys() == schema["properties"].keys()
    assert checked > 100


def test_shape_of_a_document() -> None:
    schemas = {
        "A": {"properties": {"b": {"$ref": "#/components/schemas/B"}, "c": {}}},
        "B": {"properties": {"in": {"properties": {"x": {}, "y": {}}}}},
        "Unused": {"properties": {"z": {}}},
    }
    good = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/A"},
            "examples": {"e": {"$ref": "#/components/examples/E"}}}}}  # fmt: skip
    document = {
        "paths": {
            "/a": {
                "parameters": [{"name": "p"}],
                "get": {"parameters": [{"name": "q"}], "responses": {"200": good}},
                "put": {"requestBody": {}, "description": "four", "responses": {
                    "204": {}, "404": {"$ref": "#/components/responses/R"}}},
            }
        },
        "components": {
            "schemas": schemas,
            "parameters": {"p": {}},
            "examples": {"E": {"value": 1}},
            "responses": {"R": {"content": {"a/b": {"schema": schemas["B"]}}}},
        },
    }  # fmt: skip
    figures = generated.shape(document)
    lengths = [
        len(json.dumps(each, separators=(",", ":")))
        for each in (document["paths"]["/a"]["get"], document["paths"]["/a"]["put"])
    ]
    assert figures == {
        "paths of an operation": 0.5,
        "parameters of an operation": 1.5,
        "components of an operation, parameters": 0.5,
        "operations with a body": 0.5,
        "responses of an operation": 1.5,
        "schemas reachable from an operation": 1,
        "schemas reachable from an operation, median": 1,
        "schemas reachable from an operation, 9th decile": pytest.approx(3.4),
        "properties of a reachable schema": 2.5,
        "properties of a reachable schema, median": 2.5,
        "bytes of an operation": sum(lengths) / 2,
        "bytes of an example": len('{"value":1}'),
        "characters of a description": 2,
    }


def test_multiplied_document_is_valid_and_its_copies_are_apart() -> None:
    document = documents.make_document(10)
    tripled = documents.multiply_document(document, 3)
    assert list(OpenAPIV30SpecValidator(tripled).iter_errors()) == []
    assert len(set(operation_ids(tripled))) == 30
    assert len(tripled["components"]["schemas"]) == 3 * len(document["components"]["schemas"])
    second = tripled["paths"]["/copy-2" + next(iter(document["paths"]))]
    found = references(second)
    assert found
    assert all(reference.endswith("_copy_2") for reference in found)


def test_multiplied_document_keeps_mappings_and_security_schemes() -> None:
    document = {
        "paths": {"/a": {"get": {"tags": ["t"], "security": [{"key": []}]}}},
        "tags": [{"name": "t"}],
        "components": {
            "schemas": {
                "Pet": {
                    "discriminator": {
                        "propertyName": "kind",
                        "mapping": {"cat": "#/components/schemas/Cat", "dog": "Dog"},
                    }
                }
            },
            "securitySchemes": {"key": {"type": "http", "scheme": "basic"}},
        },
    }
    doubled = documents.multiply_document(document, 2)
    mapping = doubled["components"]["schemas"]["Pet_copy_1"]["discriminator"]["mapping"]
    assert mapping == {"cat": "#/components/schemas/Cat_copy_1", "dog": "Dog"}
    assert list(doubled["components"]["securitySchemes"]) == ["key"]
    assert doubled["paths"]["/copy-1/a"]["get"]["tags"] == ["t copy 1"]
    assert [tag["name"] for tag in doubled["tags"]] == ["t", "t copy 1"]


def test_change_adds_one_word_to_one_description() -> None:
    document = {"paths": {"/a": {"get": {"summary": "List all"}, "put": {"summary": "Set"}}}}
    documents.change_one_description(document)
    assert document["paths"]["/a"] == {
        "get": {"summary": "List all Changed."},
        "put": {"summary": "Set"},
    }
    with pytest.raises(ValueError, match="no operation"):
        documents.change_one_description({"paths": {}})


def test_measurement_counts_what_descendants_use(tmp_path: Path) -> None:
    script = (
        "import subprocess, sys; subprocess.run([sys.executable, '-c', "
        "'x = bytes(80_000_000); [i * i for i in range(3_000_000)]'])"
    )
    used = measuring.measure([sys.executable, "-c", script], tmp_path / "log")
    assert used.memory > 80
    assert used.cpu > 0.05


def test_assets_are_those_of_the_page_and_of_its_form(tmp_path):
    (tmp_path / "api").mkdir()
    (tmp_path / "_static" / "playground").mkdir(parents=True)
    (tmp_path / "api" / "page.html").write_text(
        '<link rel="stylesheet" href="../_static/a.css?v=1"><script src="../_static/b.js"></script>'
        '<link rel="icon" href="../_static/icon.png"><script src="https://x.example/c.js"></script>'
    )
    for name in ("a.css", "b.js", "icon.png", "playground/playground.js"):
        (tmp_path / "_static" / name).write_text("x" * 100)
    found = assets.page_assets(tmp_path, "api/page.html")
    assert {(asset.name, asset.when, asset.size) for asset in found} == {
        ("_static/a.css", "page", 100),
        ("_static/b.js", "page", 100),
        ("_static/playground/playground.js", "form", 100),
    }


def test_what_is_changed_between_builds() -> None:
    document = documents.make_document(3)
    before = json.dumps(document)
    assert documents.rename_first_page(document) is None
    operation = next(documents._operations(next(iter(document["paths"].values()))))
    assert operation["summary"].endswith(" renamed")
    documents.change_one_component(document)
    schema = next(iter(document["components"]["schemas"].values()))
    assert schema["description"].endswith(" Changed.")
    undone = json.dumps(document).replace(" renamed", "").replace(" Changed.", "")
    assert undone == before
