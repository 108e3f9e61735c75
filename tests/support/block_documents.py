"""Documents for the tests of blocks: one that has everything, with replaceable texts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.openapi.document import WEBHOOK, OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from tests.support.normal_documents import normal


def make_document(root: dict[str, Any], name: str = "api.json") -> OpenApiDocument:
    """*root* as a document whose operations are collected without validation."""
    operations = []
    for top in ("paths", "webhooks"):
        for path, item in root.get(top, {}).items():
            for method, operation in item.items():
                key = OperationKey(
                    document=name,
                    method=WEBHOOK if top == "webhooks" else method.upper(),
                    path=path,
                )
                escaped = path.replace("~", "~0").replace("/", "~1")
                operations.append(
                    Operation(
                        key=key,
                        http_method=method,
                        pointer=f"/{top}/{escaped}/{method}",
                        path_pointer=f"/{top}/{escaped}",
                        kind="webhook" if top == "webhooks" else "operation",
                        operation_id=operation.get("operationId"),
                    )
                )
    root = normal(root)
    return OpenApiDocument(name=name, version=(3, 1), root=root, operations=tuple(operations))


def make_content(document: OpenApiDocument, *, depth: int = 3) -> OperationContent:
    """*document* as content, with *depth* levels of nested properties."""
    return OperationContent(ExampleMaker(SchemaRegistry(document, max_depth=depth)))


def first_operation(document: OpenApiDocument, *, depth: int = 3) -> OperationTree:
    """The first operation of *document* as content."""
    view = read_operation(document, document.operations[0])
    return make_content(document, depth=depth).operation(view)


def everything_and_its_words() -> tuple[dict[str, Any], list[str]]:
    """A document with one of each, and all of its names, values and descriptions."""
    words: list[str] = []

    def collect(word: str) -> str:
        words.append(word)
        return word

    return everything(collect), words


def everything(text: Callable[[str], str] = lambda word: word) -> dict[str, Any]:
    """A document with one of each, every name, value and description being ``text(word)``."""
    t = text
    schema: dict[str, Any] = {
        "type": "object",
        "description": t("schema description"),
        "title": t("schema title"),
        "required": [t("name")],
        "additionalProperties": {"type": "string", "description": t("extra")},
        "patternProperties": {t("pattern"): {"type": "integer", "description": t("by pattern")}},
        "externalDocs": {"url": t("https://docs.test/a"), "description": t("docs")},
        "properties": {
            t("name"): {
                "type": "string",
                "description": t("name description"),
                "pattern": t("^a"),
                "format": t("format"),
                "default": t("default"),
                "examples": [t("example")],
                "readOnly": False,
            },
            t("kind"): {
                "enum": [t("one"), t("two")],
                "x-enumDescriptions": {t("one"): t("enum description")},
                "x-enum-varnames": [t("ONE"), t("TWO")],
            },
            t("const"): {"const": t("constant")},
            t("parent"): {"$ref": "#/components/schemas/Node"},
            t("list"): {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
            t("tuple"): {"type": "array", "prefixItems": [{"title": t("first")}, {}]},
            t("choice"): {
                "oneOf": [
                    {"title": t("option"), "type": "object", "properties": {t("inner"): {}}},
                    {"$ref": "#/components/schemas/Node"},
                    {"type": "string", "description": t("option description")},
                ],
                "discriminator": {
                    "propertyName": t("petType"),
                    "mapping": {t("node"): "#/components/schemas/Node", t("gone"): "#/nowhere"},
                },
            },
            t("not"): {"not": {"type": "object", "properties": {t("never"): {}}}},
            t("if"): {"if": {"properties": {t("a"): {}}}, "then": {"required": [t("b")]}},
            t("gone"): {"$ref": "#/components/schemas/Gone"},
        },
    }
    media = {
        "schema": {"$ref": "#/components/schemas/Node"},
        "examples": {
            t("first"): {
                "summary": t("example summary"),
                "description": t("example description"),
                "value": {t("key"): t("value")},
            },
            t("second"): {"value": t("text")},
            t("outside"): {"externalValue": t("https://example.test/a")},
        },
        "encoding": {
            t("name"): {
                "contentType": t("text/plain"),
                "headers": {t("X-Part"): {"description": t("part"), "schema": {"type": "string"}}},
            }
        },
    }
    parameters = [
        {
            "name": t(f"{place} parameter"),
            "in": place,
            "required": place == "path",
            "deprecated": place == "cookie",
            "description": t(f"{place} description"),
            "schema": {"type": "array", "items": {"type": "string", "enum": [t("x")]}},
            "examples": {t("e"): {"summary": t("s"), "value": [t("v")]}, t("f"): {"value": t("w")}},
        }
        for place in ("path", "query", "header", "cookie")
    ]
    response = {
        "description": t("response description"),
        "headers": {t("X-Rate"): {"description": t("rate"), "schema": {"type": "integer"}}},
        "content": {t("application/json"): media, t("text/csv"): {"example": t("a,b")}},
        "links": {
            t("next"): {
                "operationId": t("getThing"),
                "description": t("link description"),
                "parameters": {t("id"): t("$response.body#/id")},
            },
            t("other"): {"operationRef": t("#/nowhere")},
        },
    }
    called = {
        "summary": t("callback summary"),
        "description": t("callback description"),
        "requestBody": {"content": {"application/json": media}},
        "responses": {"200": {"description": t("thanks")}},
    }
    operation = {
        "operationId": t("getThing"),
        "summary": t("summary"),
        "description": t("description"),
        "tags": [t("tag")],
        "servers": [
            {
                "url": t("https://{env}.test/v1"),
                "description": t("server"),
                "variables": {
                    t("env"): {"default": t("a"), "enum": [t("a")], "description": t("variable")}
                },
            }
        ],
        "security": [
            {t("oauth"): [t("scope")], t("key"): []},
            {t("openid"): []},
            {},
            {t("un"): []},
        ],
        "parameters": parameters,
        "requestBody": {
            "required": True,
            "description": t("body description"),
            "content": {t("application/json"): media, t("multipart/form-data"): media},
        },
        "responses": {"200": response, t("default"): {"description": t("long " * 60)}},
        "callbacks": {t("event"): {t("{$request.body#/url}"): {"post": called}}},
        "x-codeSamples": [{"lang": t("lua"), "label": t("Lua"), "source": t("print(1)")}],
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": t("title"), "version": "1"},
        "paths": {t("/things/{id}"): {"post": operation}},
        "components": {
            "schemas": {"Node": schema},
            "securitySchemes": {
                t("oauth"): {
                    "type": "oauth2",
                    "description": t("oauth description"),
                    "flows": {
                        "authorizationCode": {
                            "authorizationUrl": t("https://auth.test/a"),
                            "tokenUrl": t("https://auth.test/t"),
                            "scopes": {t("scope"): t("scope description")},
                        }
                    },
                },
                t("key"): {"type": "apiKey", "in": "header", "name": t("X-Key")},
                t("openid"): {"type": "openIdConnect", "openIdConnectUrl": t("https://id.test/")},
            },
        },
    }
