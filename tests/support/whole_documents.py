"""Random OpenAPI documents that are valid, with most of what the specification has."""

from __future__ import annotations

import random
from typing import Any

VERSIONS = ("3.0.3", "3.1.0", "3.2.0")


class DocumentWriter:
    """:param version: of the document."""

    def __init__(self, draw: random.Random, version: str) -> None:
        self.draw = draw
        self.version = version
        self.number = 0

    def document(self) -> dict[str, Any]:
        """The whole document."""
        draw = self.draw
        paths = {
            f"/{name}/{{id}}": self._path_item()
            for name in draw.sample(["books", "loans", "staff"], 2)
        }
        root: dict[str, Any] = {
            "openapi": self.version,
            "info": {
                "title": "Library",
                "version": "1",
                "description": "Books.",
                "contact": {"name": "Desk", "url": "https://desk.example", "email": "a@b.example"},
                "license": {"name": "MIT", "url": "https://mit.example"},
            },
            "servers": [
                {
                    "url": "https://{region}.library.example",
                    "description": "All of it",
                    "variables": {
                        "region": {"default": "eu", "enum": ["eu", "us"], "description": "R"}
                    },
                }
            ],
            "tags": [
                {"name": "books", "description": "B", "externalDocs": {"url": "https://b.example"}}
            ],
            "security": [{"key": []}],
            "externalDocs": {"url": "https://docs.example", "description": "More"},
            "paths": paths,
            "components": self._components(),
        }
        if self.version >= "3.1":
            root["webhooks"] = {"returned": {"post": self._operation()}}
        return root

    def _path_item(self) -> dict[str, Any]:
        item: dict[str, Any] = {
            "parameters": [
                {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}}
            ],
        }
        for method in self.draw.sample(["get", "put", "post", "delete", "patch"], 2):
            item[method] = self._operation()
        return item

    def _operation(self) -> dict[str, Any]:
        self.number += 1
        draw = self.draw
        operation: dict[str, Any] = {
            "operationId": f"operation{self.number}",
            "summary": f"Operation {self.number}",
            "description": "What it does.",
            "tags": ["books"],
            "deprecated": draw.random() < 0.5,
            "parameters": [
                {"$ref": "#/components/parameters/page"},
                {
                    "name": "sort",
                    "in": draw.choice(["query", "header", "cookie"]),
                    "description": "The order",
                    "required": True,
                    "explode": False,
                    "schema": self._schema(1),
                },
            ],
            "responses": {"200": self._response(), "404": {"$ref": "#/components/responses/Gone"}},
            "security": [{"oauth": ["read"]}],
            "externalDocs": {"url": "https://o.example", "description": "More"},
        }
        if draw.random() < 0.6:
            operation["requestBody"] = {
                "description": "A book",
                "required": True,
                "content": {"application/json": self._media_type()},
            }
        if draw.random() < 0.3:
            operation["callbacks"] = {
                "done": {
                    "{$request.body#/url}": {
                        "post": {"summary": "Called", "responses": {"200": {"description": "OK"}}}
                    }
                }
            }
        return operation

    def _response(self) -> dict[str, Any]:
        return {
            "description": "Fine",
            "headers": {"X-Left": {"description": "Left", "schema": {"type": "integer"}}},
            "content": {"application/json": self._media_type()},
            "links": {"next": {"operationId": "operation1", "description": "The next"}},
        }

    def _media_type(self) -> dict[str, Any]:
        media: dict[str, Any] = {"schema": self._schema(2)}
        if self.draw.random() < 0.3:
            media["schema"] = {"$ref": "#/components/schemas/Book"}
        return media

    def _schema(self, depth: int) -> dict[str, Any]:
        draw = self.draw
        kind = draw.choice(["string", "integer", "array", "object", "oneOf", "reference"])
        if not depth and kind in ("array", "object", "oneOf"):
            kind = "string"
        match kind:
            case "string":
                return {
                    "type": "string", "minLength": 1, "maxLength": 9, "pattern": "^a",
                    "description": "A text", "title": "Text",
                }  # fmt: skip
            case "integer":
                return {"type": "integer", "minimum": 1, "maximum": 9, "format": "int32"}
            case "array":
                return {"type": "array", "items": self._schema(depth - 1), "uniqueItems": True}
            case "object":
                return {
                    "type": "object",
                    "required": ["one"],
                    "properties": {"one": self._schema(depth - 1), "two": self._schema(depth - 1)},
                    "additionalProperties": False,
                }
            case "oneOf":
                return {"oneOf": [self._schema(depth - 1), {"type": "boolean", "readOnly": True}]}
        return {"$ref": "#/components/schemas/Author"}

    def _components(self) -> dict[str, Any]:
        return {
            "schemas": {
                "Book": {
                    "type": "object",
                    "properties": {
                        "title": {"type": "string", "xml": {"name": "t", "attribute": True}},
                        "author": {"$ref": "#/components/schemas/Author"},
                        "kind": {"type": "string", "enum": ["novel", "poem"], "default": "poem"},
                    },
                },
                "Author": {"type": "object", "properties": {"name": {"type": "string"}}},
                "Item": {
                    "type": "object",
                    "properties": {"kind": {"type": "string"}},
                    "discriminator": {"propertyName": "kind"},
                },
            },
            "parameters": {
                "page": {"name": "page", "in": "query", "schema": {"type": "integer"}},
            },
            "responses": {"Gone": {"description": "Gone"}},
            "securitySchemes": {
                "key": {"type": "apiKey", "name": "X-Key", "in": "header", "description": "Ask"},
                "oauth": {
                    "type": "oauth2",
                    "flows": {
                        "clientCredentials": {
                            "tokenUrl": "https://t.example",
                            "scopes": {"read": "Read all"},
                        }
                    },
                },
            },
        }


def write_document(seed: str, version: str) -> dict[str, Any]:
    """The document of *seed*."""
    return DocumentWriter(random.Random(f"{seed} {version}"), version).document()
