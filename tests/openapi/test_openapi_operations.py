"""Which operations a document has, which are valid, and how their content is identified."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.operation import read_operation

OK = {"responses": {"200": {"description": "OK"}}}


def load(folder: Path, version: str = "3.1.0", **fields: Any) -> LoadResult:
    root = {"openapi": version, "info": {"title": "T", "version": "1"}, **fields}
    (folder / "api.json").write_text(json.dumps(root, indent=1), encoding="utf-8")
    return load_document(folder / "api.json", "api.json", folder)


def load_one(folder: Path, operation: Any, version: str = "3.1.0", **item: Any) -> LoadResult:
    """A document with the single operation ``GET /a``."""
    return load(folder, version, paths={"/a": {"get": operation, **item}})


def keys(result: LoadResult) -> list[str]:
    assert result.document is not None
    return [str(operation.key) for operation in result.document.operations]


def skipped(result: LoadResult) -> dict[str, str]:
    assert result.document is not None
    return {str(key): reason for key, reason in result.document.skipped.items()}


def subtypes(result: LoadResult) -> list[str]:
    return [str(found.subtype) for found in result.diagnostics]


# ---------------------------------------------------------------- which operations exist


def test_paths_in_document_order_methods_in_ours_then_webhooks(tmp_path: Path) -> None:
    methods = ["trace", "patch", "head", "options", "delete", "post", "put", "get"]
    result = load(
        tmp_path,
        webhooks={"z": {"post": OK}, "a": {"put": OK}},
        paths={"/z": dict.fromkeys(methods, OK), "/a": {"get": OK}},
    )
    expected = ["GET", "PUT", "POST", "DELETE", "OPTIONS", "HEAD", "PATCH", "TRACE"]
    assert keys(result) == [f"{m} /z" for m in expected] + ["GET /a", "WEBHOOK z", "WEBHOOK a"]
    assert result.diagnostics == ()
    assert result.document is not None
    assert [op.http_method for op in result.document.operations][-3:] == ["get", "post", "put"]


def test_other_members_of_a_path_item_are_not_operations(tmp_path: Path) -> None:
    result = load_one(
        tmp_path, OK, summary="s", description="d", servers=[{"url": "/"}], parameters=[],
    )  # fmt: skip
    assert keys(result) == ["GET /a"]
    assert result.diagnostics == ()


@pytest.mark.parametrize(
    ("version", "expected"), [("3.0.3", []), ("3.1.0", ["WEBHOOK w"]), ("3.2.0", ["WEBHOOK w"])]
)
def test_webhooks_come_with_3_1(tmp_path: Path, version: str, expected: list[str]) -> None:
    assert keys(load(tmp_path, version, webhooks={"w": {"post": OK}})) == expected


def test_a_webhook_of_several_methods(tmp_path: Path) -> None:
    result = load(tmp_path, webhooks={"w": {"delete": OK, "post": OK}})
    assert keys(result) == ["WEBHOOK w", "WEBHOOK w delete"]
    assert [(str(f.subtype), str(f.level)) for f in result.diagnostics] == [
        ("duplicate_operation", "info")
    ]
    result = load(tmp_path, webhooks={"w": {"delete": OK, "post": OK}, "w delete": {"put": OK}})
    assert keys(result) == ["WEBHOOK w", "WEBHOOK w delete"]
    assert skipped(result) == {"WEBHOOK w delete": "another webhook has this name"}


def test_query_is_a_method_of_3_2(tmp_path: Path) -> None:
    item = {"get": OK, "query": OK}
    assert keys(load(tmp_path, "3.2.0", paths={"/a": item})) == ["GET /a", "QUERY /a"]
    result = load(tmp_path, "3.1.0", paths={"/a": item})
    assert keys(result) == ["GET /a"]
    assert "requires OpenAPI 3.2" in skipped(result)["QUERY /a"]


def test_additional_operations_keep_their_methods(tmp_path: Path) -> None:
    item = {"additionalOperations": {"COPY": OK, "Copy": OK, "m-search": OK}, "get": OK}
    result = load(tmp_path, "3.2.0", paths={"/a": item}, webhooks={"w": item})
    assert keys(result) == [
        "GET /a", "COPY /a", "Copy /a", "m-search /a",
        "WEBHOOK w", "WEBHOOK w COPY", "WEBHOOK w Copy", "WEBHOOK w m-search",
    ]  # fmt: skip
    document = result.document
    assert document is not None
    copy = document.operation("Copy", "/a")
    assert copy is not None
    assert read_operation(document, copy).http_method == "Copy"
    assert document.at(copy.pointer) is document.root["paths"]["/a"]["additionalOperations"]["Copy"]
    assert keys(load(tmp_path, "3.1.0", paths={"/a": item})) == ["GET /a"]


@pytest.mark.parametrize(
    ("method", "reason"),
    [
        ("GET", "write it as `get` of the path itself"),
        ("get", "write it as `get` of the path itself"),
        ("CO PY", "its method contains characters that are not allowed in HTTP methods"),
        ("", "its method contains characters that are not allowed in HTTP methods"),
    ],
)
def test_what_is_not_an_additional_operation(tmp_path: Path, method: str, reason: str) -> None:
    item = {"additionalOperations": {method: OK, "COPY": OK}}
    result = load(tmp_path, "3.2.0", paths={"/a": item})
    assert keys(result) == ["COPY /a"]
    assert skipped(result) == {f"{method} /a": reason}


@pytest.mark.parametrize("method", ["GET", "Get", "pOST"])
def test_methods_in_upper_case(tmp_path: Path, method: str) -> None:
    result = load(tmp_path, paths={"/a": {method: OK, "put": OK}})
    assert keys(result) == ["PUT /a"]
    assert skipped(result) == {
        f"{method.upper()} /a": f"write the method in lower case: `{method.lower()}`"
    }
    (found,) = result.diagnostics
    assert str(found.subtype) == "invalid_operation"
    assert f"{method.upper()} /a" in found.message
    assert found.place.line is not None


def test_excluded_operations_are_not_there(tmp_path: Path) -> None:
    paths = {
        "/a": {"get": {**OK, "x-excluded": True}, "post": {**OK, "x-excluded": False}},
        "/b": {"x-excluded": True, "get": OK, "put": {"broken": True}},
        "/c": {"get": {"x-excluded": True}},
        "/d": {"$ref": "#/components/pathItems/D"},
    }
    components = {"pathItems": {"D": {"x-excluded": True, "get": OK}}}
    result = load(tmp_path, paths=paths, components=components)
    assert keys(result) == ["POST /a"]
    assert result.diagnostics == ()
    assert skipped(result) == {}


def test_hidden_operations_are_marked(tmp_path: Path) -> None:
    paths = {
        "/a": {"get": {**OK, "x-hidden": True}, "post": OK, "put": {**OK, "x-hidden": "yes"}},
        "/b": {"x-hidden": True, "get": OK},
    }
    result = load(tmp_path, paths=paths)
    assert result.document is not None
    assert {str(op.key): op.hidden for op in result.document.operations} == {
        "GET /a": True, "PUT /a": False, "POST /a": False, "GET /b": True,
    }  # fmt: skip


def test_what_an_operation_says_of_itself(tmp_path: Path) -> None:
    operation = {
        **OK, "operationId": "listA", "summary": "List", "description": "All of *them*",
        "tags": ["One", "Two"], "deprecated": True,
    }  # fmt: skip
    result = load_one(tmp_path, operation)
    assert result.document is not None
    found = result.document.operation("GET", "/a")
    assert found is not None
    assert found.pointer == "/paths/~1a/get"
    assert found.path_pointer == "/paths/~1a"
    assert (found.operation_id, found.summary, found.description) == (
        "listA", "List", "All of *them*",
    )  # fmt: skip
    assert (found.tags, found.deprecated, found.hidden) == (("One", "Two"), True, False)
    assert result.document.operation("get", "/a") is None
    assert result.document.operation("GET", "/a/") is None


def test_the_extension_objects_are_merged(tmp_path: Path) -> None:
    operation = {
        **OK,
        "x-navapi": {"href": "last", "metadata": {"tag": "new"}},
        "x-platform": {"href": "second", "metadata": {"title": "T", "tag": "old"}},
        "x-mint": {"href": "first", "content": "*hi*", "mcp": {"enabled": True}},
    }
    result = load_one(tmp_path, operation)
    assert result.diagnostics == ()
    assert result.document is not None
    assert result.document.operations[0].extension == {
        "href": "last",
        "content": "*hi*",
        "metadata": {"title": "T", "tag": "new"},
    }


def test_malformed_extension_objects_cost_no_page(tmp_path: Path) -> None:
    operation = {
        **OK,
        "x-mint": ["href"],
        "x-platform": {"href": 5, "metadata": {"title": "T"}},
        "x-navapi": {"metadata": "no", "content": {}, "href": None},
    }
    result = load_one(tmp_path, operation)
    assert result.document is not None
    assert result.document.operations[0].extension == {"metadata": {"title": "T"}}
    assert subtypes(result) == ["config"] * 4
    said = " ".join(found.message for found in result.diagnostics)
    for name in ("`x-mint`", "`x-platform.href`", "`x-navapi.metadata`", "`x-navapi.content`"):
        assert name in said


def test_labels_of_tags(tmp_path: Path) -> None:
    tags = [
        {"name": "a"},
        {"name": "b", "x-displayName": "Bees"},
        {"name": "c", "x-group": "Cats", "x-displayName": "no"},
        {"name": "d", "x-group": 5},
        {"name": 7},
        "e",
        {"name": "a", "x-group": "late"},
    ]
    result = load(tmp_path, tags=tags)
    assert result.document is not None
    assert result.document.tag_labels == {"a": "a", "b": "Bees", "c": "Cats", "d": "d"}
    assert load(tmp_path, tags={"a": 1}).document is not None


# ---------------------------------------------------------------- which are valid


def operation(**fields: Any) -> dict[str, Any]:
    return {**OK, **fields}


def parameter(**fields: Any) -> dict[str, Any]:
    return operation(parameters=[{"name": "p", "in": "query", **fields}])


def with_schema(schema: Any) -> dict[str, Any]:
    return {
        "responses": {
            "200": {"description": "OK", "content": {"application/json": {"schema": schema}}}
        }
    }


BENIGN: dict[str, Any] = {
    "an unknown format": with_schema({"type": "string", "format": "color"}),
    "an extension": operation(**{"x-any": [1]}),
    "an unknown field": operation(readme={"a": 1}),
    "oneOf without type": parameter(schema={"oneOf": [{"type": "string"}, {"type": "integer"}]}),
    "content in a parameter": parameter(content={"application/json": {"schema": {}}}),
    "a parameter without schema": parameter(),
    "a path parameter that is not required": operation(
        parameters=[{"name": "p", "in": "path", "schema": {"type": "string"}}]
    ),
    "an example without value": {
        "responses": {
            "200": {
                "description": "OK",
                "content": {"application/json": {"examples": {"one": {"summary": "S"}}}},
            }
        }
    },
    "an example with an unknown field": {
        "responses": {
            "200": {
                "description": "OK",
                "content": {"a/b": {"examples": {"one": {"value": 1, "more": 2}}}},
            }
        }
    },
    "a list of examples": parameter(schema={}, examples=[1, 2]),
    "a null default": with_schema({"type": "string", "default": None}),
    "required as in draft 3": with_schema({"properties": {"a": {"required": True}}}),
    "no required names": with_schema({"type": "object", "required": []}),
    "an empty enum": with_schema({"enum": []}),
    "a boolean schema": with_schema(True),
    "boolean schemas inside": with_schema(
        {"properties": {"a": False}, "items": True, "not": False, "allOf": [True]}
    ),
    "a list of types": with_schema({"type": ["string", "null"]}),
    "the type null": with_schema({"type": "null"}),
    "a numeric bound": with_schema({"type": "number", "exclusiveMinimum": 5}),
    "a const": with_schema({"const": 1}),
    "empty security": operation(security=[{}]),
    "no responses at all": {"responses": {}},
}

#: What makes an operation invalid: the part, and a word of the message.
INVALID: dict[str, tuple[dict[str, Any], str, str]] = {
    "responses of the wrong type": ({"responses": []}, "/responses", "must"),
    "a response of the wrong type": ({"responses": {"200": "OK"}}, "/responses/200", "a mapping"),
    "a response without description": ({"responses": {"200": {}}}, "/responses/200", "missing"),
    "parameters of the wrong type": (operation(parameters={}), "/parameters", "a list"),
    "a parameter without name": (
        operation(parameters=[{"in": "query"}]), "/parameters/0", "`name` is missing",
    ),
    "a parameter without place": (
        operation(parameters=[{"name": "a"}]), "/parameters/0", "`in` is missing",
    ),
    "a parameter in no place": (parameter(**{"in": "body"}), "/parameters/0/in", "`query`"),
    "a summary that is no text": (operation(summary=5), "/summary", "text"),
    "tags of the wrong type": (operation(tags="a"), "/tags", "a list"),
    "a body without content": (operation(requestBody={}), "/requestBody", "missing"),
    "a schema of the wrong type": (
        with_schema("string"), "/responses/200/content/application~1json/schema", "a mapping",
    ),
    "deprecated that is no boolean": (operation(deprecated="maybe"), "/deprecated", "true"),
}  # fmt: skip

#: What costs only a part of the page.
PARTLY: dict[str, tuple[dict[str, Any], str, str]] = {
    "a response that is null": ({"responses": {"200": None}}, "/responses/200", "a mapping"),
    "a map of examples in a schema": (
        with_schema({"type": "string", "examples": {"a": "b"}}),
        "/responses/200/content/application~1json/schema/examples", "a list",
    ),
    "a limit that is no number": (
        with_schema({"type": "integer", "minimum": "a"}),
        "/responses/200/content/application~1json/schema/minimum", "a number",
    ),
    "a misspelled type": (
        with_schema({"type": "strin"}), "/responses/200/content/application~1json/schema/type",
        "`string`",
    ),
}  # fmt: skip


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0", "3.2.0"])
@pytest.mark.parametrize("value", BENIGN.values(), ids=BENIGN)
def test_operations_that_keep_their_page(tmp_path: Path, value: Any, version: str) -> None:
    result = load_one(tmp_path, value, version)
    assert skipped(result) == {}
    assert keys(result) == ["GET /a"]
    assert result.diagnostics == ()


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize(("value", "part", "word"), PARTLY.values(), ids=PARTLY)
def test_mistakes_that_cost_a_part_of_the_page(
    tmp_path: Path, value: Any, part: str, word: str, version: str
) -> None:
    result = load_one(tmp_path, value, version, post=OK)
    assert keys(result) == ["GET /a", "POST /a"]
    assert skipped(result) == {}
    (found,) = result.diagnostics
    assert str(found.subtype) == "openapi_invalid"
    assert found.place.pointer == f"/paths/~1a/get{part}"
    assert word in found.message


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize(("value", "part", "word"), INVALID.values(), ids=INVALID)
def test_invalid_operations_are_skipped_alone(
    tmp_path: Path, value: Any, part: str, word: str, version: str
) -> None:
    result = load_one(tmp_path, value, version, post=OK)
    assert keys(result) == ["POST /a"]
    (found,) = result.diagnostics
    assert str(found.subtype) == "invalid_operation"
    assert "GET /a" in found.message
    assert word in found.message
    assert list(skipped(result)) == ["GET /a"]
    assert found.place.pointer == f"/paths/~1a/get{part}"
    assert found.place.line is not None
    assert found.place.line > 7


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize("value", [None, [], "text"])
def test_what_is_not_an_operation(tmp_path: Path, value: Any, version: str) -> None:
    result = load_one(tmp_path, value, version, post=OK)
    assert keys(result) == ["POST /a"]
    (found,) = result.diagnostics
    assert str(found.subtype) == "invalid_operation"
    assert "GET /a" in found.message
    assert list(skipped(result)) == ["GET /a"]
    assert found.place.pointer == "/paths/~1a/get"


@pytest.mark.parametrize("version", ["3.0.3", "3.1.0"])
@pytest.mark.parametrize(
    ("written", "near"),
    [
        ("color", None), ("integr", "integer"), ("file", "string"), ("str", "string"),
        (["integr", "null"], "integer"), (["string", None], '"null"'), (5, None), ({}, None),
    ],
)  # fmt: skip
def test_an_unknown_type_costs_only_itself(
    tmp_path: Path, written: Any, near: str | None, version: str
) -> None:
    """In an operation as in a component."""
    result = load_one(tmp_path, with_schema({"type": written}), version)
    assert keys(result) == ["GET /a"]
    (found,) = result.diagnostics
    assert found.rule == "specification"
    assert found.place.pointer.startswith("/paths/~1a/get/responses/200/content")
    assert ("did you mean" in found.message) is (near is not None)
    assert near is None or f"`{near}`" in found.message


def test_a_misspelled_place(tmp_path: Path) -> None:
    value = operation(parameters=[{"name": "a", "in": "querry", "schema": {}}])
    result = load_one(tmp_path, value, "3.1.0", post=OK)
    (found,) = result.diagnostics
    assert "not `querry` (did you mean `query`?)" in found.message


def test_3_0_needs_responses(tmp_path: Path) -> None:
    result = load_one(tmp_path, {"summary": "S"}, "3.0.3")
    assert "`responses` is missing" in skipped(result)["GET /a"]
    assert keys(load_one(tmp_path, {"summary": "S"}, "3.1.0")) == ["GET /a"]


def test_additions_of_3_2_are_fine(tmp_path: Path) -> None:
    value = {
        "parameters": [
            {"name": "q", "in": "querystring", "content": {"a/b": {"schema": {}}}},
            {"name": "c", "in": "cookie", "style": "cookie", "schema": {}},
        ],
        "responses": {
            "200": {"summary": "S", "content": {"a/b": {"itemSchema": {"type": "string"}}}}
        },
    }
    result = load_one(tmp_path, value, "3.2.0")
    assert keys(result) == ["GET /a"]
    assert result.diagnostics == ()


@pytest.mark.parametrize("item", [[], "x", 5])
def test_path_items_of_the_wrong_type(tmp_path: Path, item: Any) -> None:
    result = load(tmp_path, paths={"/a": item, "/b": {"get": OK}})
    assert keys(result) == ["GET /b"]
    assert subtypes(result) == ["invalid_operation"]


def test_paths_begin_with_a_slash(tmp_path: Path) -> None:
    result = load(tmp_path, paths={"a": {"get": OK}, "x-a": {"get": OK}, "/b#c": {"get": OK}})
    assert keys(result) == ["GET /b#c"]
    assert skipped(result) == {"GET a": "a path must start with `/`"}


def test_a_path_is_reported_once_for_all_of_its_methods(tmp_path: Path) -> None:
    result = load(tmp_path, paths={"a": {"get": OK, "post": OK}, "b": {"put": OK}})
    assert [*skipped(result)] == ["GET a", "POST a", "PUT b"]
    first, second = (diagnostic.message for diagnostic in result.diagnostics)
    assert "GET a" in first
    assert "POST a" in first
    assert "PUT b" in second


# ---------------------------------------------------------------- broken references

GONE = {"$ref": "#/components/gone"}

PARTS: dict[str, Any] = {
    "a parameter": operation(parameters=[GONE]),
    "the body": operation(requestBody=GONE),
    "a response": {"responses": {"200": {"description": "OK"}, "4XX": GONE}},
    "the schema of a parameter": parameter(schema=GONE),
    "the content of a parameter": parameter(content={"a/b": {"schema": GONE}}),
    "the schema of the body": operation(requestBody={"content": {"a/b": {"schema": GONE}}}),
    "the schema of a response": with_schema(GONE),
    "a schema that only refers": with_schema({"$ref": "#/components/schemas/Alias"}),
    "a link": {"responses": {"200": {"description": "OK", "links": {"l": GONE}}}},
    "a header": {"responses": {"200": {"description": "OK", "headers": {"h": GONE}}}},
    "an example": parameter(schema={}, examples={"e": GONE}),
    "a callback": operation(callbacks={"c": GONE}),
    "a property": with_schema({"properties": {"a": GONE}}),
    "items": with_schema({"type": "array", "items": GONE}),
    "a part of a component": with_schema({"$ref": "#/components/schemas/Partly"}),
    "a component's response": {"responses": {"200": {"$ref": "#/components/responses/R"}}},
}


def load_with_components(folder: Path, value: Any, **item: Any) -> LoadResult:
    components = {
        "schemas": {
            "Alias": {"$ref": "#/components/schemas/Gone"},
            "Partly": {"properties": {"a": GONE}},
        },
        "responses": {"R": {"description": "R", "content": {"a/b": {"schema": GONE}}}},
    }
    return load(folder, paths={"/a": {"get": value, "put": OK, **item}}, components=components)


@pytest.mark.parametrize("value", PARTS.values(), ids=PARTS)
def test_a_broken_reference_costs_only_its_part(tmp_path: Path, value: Any) -> None:
    result = load_with_components(tmp_path, value)
    assert keys(result) == ["GET /a", "PUT /a"]
    assert set(subtypes(result)) == {"unresolved_ref"}


def test_an_operation_that_cannot_be_found(tmp_path: Path) -> None:
    result = load_with_components(tmp_path, GONE)
    assert keys(result) == ["PUT /a"]
    assert list(skipped(result)) == ["GET /a"]
    assert [each for each in subtypes(result) if each != "unresolved_ref"] == []


def test_a_parameter_of_the_path_item(tmp_path: Path) -> None:
    result = load_with_components(tmp_path, OK, parameters=[GONE])
    assert keys(result) == ["GET /a", "PUT /a"]
    assert set(subtypes(result)) == {"unresolved_ref"}


def test_a_path_item_that_leads_nowhere(tmp_path: Path) -> None:
    result = load(tmp_path, paths={"/a": GONE, "/b": {"get": OK}})
    assert keys(result) == ["GET /b"]
    assert subtypes(result) == ["unresolved_ref"]


# ---------------------------------------------------------------- fingerprints

BASE: dict[str, Any] = {
    "servers": [{"url": "https://example.com"}],
    "security": [{"key": []}],
    "paths": {
        "/a": {
            "parameters": [{"$ref": "#/components/parameters/P"}],
            "get": {
                "operationId": "getA",
                "responses": {
                    "200": {
                        "description": "OK",
                        "content": {"a/b": {"schema": {"$ref": "#/components/schemas/One"}}},
                        "links": {"next": {"operationId": "getB"}},
                    }
                },
            },
        },
        "/b": {
            "get": {"operationId": "getB", "responses": {}, "security": [{"#/x-own/my%20key": []}]}
        },
    },
    "x-own": {"my key": {"type": "http", "scheme": "basic"}},
    "components": {
        "parameters": {"P": {"name": "p", "in": "query", "schema": {"type": "string"}}},
        "securitySchemes": {
            "key": {"type": "apiKey", "name": "k", "in": "header"},
            "other": {"type": "http", "scheme": "basic"},
        },
        "schemas": {
            "One": {"properties": {"two": {"$ref": "#/components/schemas/Two"}}},
            "Two": {
                "discriminator": {"propertyName": "k", "mapping": {"3": "Three"}},
                "properties": {"back": {"$ref": "#/components/schemas/One"}},
            },
            "Three": {"type": "string"},
            "Four": {"type": "string"},
        },
    },
}

#: A change, and which of ``GET /a`` and ``GET /b`` it affects.
CHANGES: dict[str, tuple[tuple[str | int, ...], Any, set[str]]] = {
    "its own text": (("paths", "/a", "get", "summary"), "New", {"/a"}),
    "the summary of the path": (("paths", "/a", "summary"), "New", {"/a"}),
    "a parameter of the path": (("components", "parameters", "P", "name"), "q", {"/a"}),
    "a schema": (("components", "schemas", "One", "title"), "New", {"/a"}),
    "a schema further on": (("components", "schemas", "Two", "title"), "New", {"/a"}),
    "a schema by its name in a mapping": (("components", "schemas", "Three", "title"), "N", {"/a"}),
    "a schema that is not used": (("components", "schemas", "Four", "title"), "New", set()),
    "the server": (("servers", 0, "url"), "/", {"/a", "/b"}),
    "a scheme": (("components", "securitySchemes", "key", "name"), "x", {"/a"}),
    "a scheme by its URI": (("x-own", "my key", "scheme"), "bearer", {"/b"}),
    "a scheme that is not used": (("components", "securitySchemes", "other", "scheme"), "x", set()),
    "the inherited security": (("security",), [{"other": []}], {"/a"}),
    "the id that a link names": (("paths", "/b", "get", "operationId"), "x", {"/a", "/b"}),
    "the title of the document": (("info", "title"), "New", set()),
    "another path": (("paths", "/c"), {"get": OK}, set()),
}  # fmt: skip


def fingerprints(folder: Path, root: dict[str, Any]) -> dict[str, str]:
    document = load(folder, **copy.deepcopy(root)).document
    assert document is not None
    return {operation.key.path: operation.fingerprint for operation in document.operations}


@pytest.mark.parametrize(("path", "value", "shows_on"), CHANGES.values(), ids=CHANGES)
def test_fingerprints_change_with_what_the_page_shows(
    tmp_path: Path, path: tuple[str | int, ...], value: Any, shows_on: set[str]
) -> None:
    root = {"info": {"title": "T", "version": "1"}, **BASE}
    before = fingerprints(tmp_path, root)
    changed = copy.deepcopy(root)
    holder: Any = changed
    for step in path[:-1]:
        holder = holder[step]
    holder[path[-1]] = value
    after = fingerprints(tmp_path, changed)
    assert {name for name in before if before[name] != after[name]} == shows_on


def test_fingerprints_of_components(tmp_path: Path) -> None:
    def of(root: dict[str, Any]) -> dict[str, str]:
        document = load(tmp_path, **copy.deepcopy(root)).document
        assert document is not None
        names = root["components"]["schemas"]
        fingerprints = Fingerprinter(document, {})
        found = {n: fingerprints.component(f"/components/schemas/{n}") for n in names}
        assert len(set(found.values())) == len(found)
        return found

    before = of(BASE)
    changed = copy.deepcopy(BASE)
    changed["components"]["schemas"]["Three"]["title"] = "New"
    after = of(changed)
    assert {name for name in before if before[name] != after[name]} == {"One", "Two", "Three"}


def test_fingerprints_of_files(tmp_path: Path) -> None:
    """A change in another file affects only the pages that use the changed part."""
    (tmp_path / "parts.json").write_text('{"A": {"type": "string"}, "B": {"type": "string"}}')
    paths = {f"/{n}": {"get": with_schema({"$ref": f"parts.json#/{n}"})} for n in "AB"}
    before = fingerprints(tmp_path, {"paths": paths})
    (tmp_path / "parts.json").write_text('{"A": {"type": "string"}, "B": {"type": "number"}}')
    after = fingerprints(tmp_path, {"paths": paths})
    assert before["/A"] == after["/A"]
    assert before["/B"] != after["/B"]


def test_odd_text_has_a_fingerprint() -> None:
    root = {
        "components": {"schemas": {'a"\\é': {"type": "string"}}},
        "paths": {"/a": {"get": with_schema({"$ref": '#/components/schemas/a"\\é'})}},
    }
    document = OpenApiDocument(name="d", version=(3, 1), root=root, operations=())
    before = Fingerprinter(document, {}).operation("/paths/~1a/get", "/paths/~1a")
    root["components"]["schemas"]['a"\\é']["title"] = "x"
    assert Fingerprinter(document, {}).operation("/paths/~1a/get", "/paths/~1a") != before
