"""Which parts of an OpenAPI document are which kind of object.

Needed wherever a document is walked: a ``$ref`` is a reference only where an
object of the specification may stand. Inside an example, a default, an enum or
an extension it is data, and below ``properties`` it is the name of a property.
"""

from __future__ import annotations

from enum import Enum
from typing import Final


class Kind(Enum):
    """Objects of the OpenAPI Specification, by the name that it gives them."""

    ROOT = "OpenAPI Object"
    COMPONENTS = "Components Object"
    PATHS = "Paths Object"
    PATH_ITEM = "Path Item Object"
    OPERATION = "Operation Object"
    PARAMETER = "Parameter Object"
    HEADER = "Header Object"
    REQUEST_BODY = "Request Body Object"
    RESPONSES = "Responses Object"
    RESPONSE = "Response Object"
    MEDIA_TYPE = "Media Type Object"
    ENCODING = "Encoding Object"
    EXAMPLE = "Example Object"
    LINK = "Link Object"
    CALLBACK = "Callback Object"
    SECURITY_SCHEME = "Security Scheme Object"
    SCHEMA = "Schema Object"

    # Kinds are keys of tables in the innermost loop; Enum's own hash runs in Python.
    __hash__ = object.__hash__


class Shape(Enum):
    """How a field holds objects of one kind."""

    ONE = "one"
    LIST = "list"
    MAP = "map"
    ONE_OR_LIST = "one or a list"

    __hash__ = object.__hash__


Fields = dict[str, tuple[Shape, Kind]]

_PARAMETER_FIELDS: Final[Fields] = {
    "schema": (Shape.ONE, Kind.SCHEMA),
    "content": (Shape.MAP, Kind.MEDIA_TYPE),
    "examples": (Shape.MAP, Kind.EXAMPLE),
}

#: Fields that hold objects, per kind. What is not here is data or text.
FIELDS: Final[dict[Kind, Fields]] = {
    Kind.ROOT: {
        "paths": (Shape.ONE, Kind.PATHS),
        "webhooks": (Shape.MAP, Kind.PATH_ITEM),
        "components": (Shape.ONE, Kind.COMPONENTS),
    },
    Kind.COMPONENTS: {
        "schemas": (Shape.MAP, Kind.SCHEMA),
        "responses": (Shape.MAP, Kind.RESPONSE),
        "parameters": (Shape.MAP, Kind.PARAMETER),
        "examples": (Shape.MAP, Kind.EXAMPLE),
        "requestBodies": (Shape.MAP, Kind.REQUEST_BODY),
        "headers": (Shape.MAP, Kind.HEADER),
        "securitySchemes": (Shape.MAP, Kind.SECURITY_SCHEME),
        "links": (Shape.MAP, Kind.LINK),
        "callbacks": (Shape.MAP, Kind.CALLBACK),
        "pathItems": (Shape.MAP, Kind.PATH_ITEM),
        "mediaTypes": (Shape.MAP, Kind.MEDIA_TYPE),
    },
    Kind.PATH_ITEM: {
        **dict.fromkeys(
            ("get", "put", "post", "delete", "options", "head", "patch", "trace", "query"),
            (Shape.ONE, Kind.OPERATION),
        ),
        "additionalOperations": (Shape.MAP, Kind.OPERATION),
        "parameters": (Shape.LIST, Kind.PARAMETER),
    },
    Kind.OPERATION: {
        "parameters": (Shape.LIST, Kind.PARAMETER),
        "requestBody": (Shape.ONE, Kind.REQUEST_BODY),
        "responses": (Shape.ONE, Kind.RESPONSES),
        "callbacks": (Shape.MAP, Kind.CALLBACK),
    },
    Kind.PARAMETER: _PARAMETER_FIELDS,
    Kind.HEADER: _PARAMETER_FIELDS,
    Kind.REQUEST_BODY: {"content": (Shape.MAP, Kind.MEDIA_TYPE)},
    Kind.RESPONSE: {
        "headers": (Shape.MAP, Kind.HEADER),
        "content": (Shape.MAP, Kind.MEDIA_TYPE),
        "links": (Shape.MAP, Kind.LINK),
    },
    Kind.MEDIA_TYPE: {
        "schema": (Shape.ONE, Kind.SCHEMA),
        "itemSchema": (Shape.ONE, Kind.SCHEMA),
        "examples": (Shape.MAP, Kind.EXAMPLE),
        "encoding": (Shape.MAP, Kind.ENCODING),
        "itemEncoding": (Shape.ONE, Kind.ENCODING),
        "prefixEncoding": (Shape.LIST, Kind.ENCODING),
    },
    Kind.ENCODING: {
        "headers": (Shape.MAP, Kind.HEADER),
        "encoding": (Shape.MAP, Kind.ENCODING),
        "itemEncoding": (Shape.ONE, Kind.ENCODING),
        "prefixEncoding": (Shape.LIST, Kind.ENCODING),
    },
    Kind.SCHEMA: {
        "properties": (Shape.MAP, Kind.SCHEMA),
        "patternProperties": (Shape.MAP, Kind.SCHEMA),
        "additionalProperties": (Shape.ONE, Kind.SCHEMA),
        "unevaluatedProperties": (Shape.ONE, Kind.SCHEMA),
        "propertyNames": (Shape.ONE, Kind.SCHEMA),
        "dependentSchemas": (Shape.MAP, Kind.SCHEMA),
        "items": (Shape.ONE_OR_LIST, Kind.SCHEMA),
        "prefixItems": (Shape.LIST, Kind.SCHEMA),
        "additionalItems": (Shape.ONE, Kind.SCHEMA),
        "unevaluatedItems": (Shape.ONE, Kind.SCHEMA),
        "contains": (Shape.ONE, Kind.SCHEMA),
        "contentSchema": (Shape.ONE, Kind.SCHEMA),
        "allOf": (Shape.LIST, Kind.SCHEMA),
        "anyOf": (Shape.LIST, Kind.SCHEMA),
        "oneOf": (Shape.LIST, Kind.SCHEMA),
        "not": (Shape.ONE, Kind.SCHEMA),
        "if": (Shape.ONE, Kind.SCHEMA),
        "then": (Shape.ONE, Kind.SCHEMA),
        "else": (Shape.ONE, Kind.SCHEMA),
        "$defs": (Shape.MAP, Kind.SCHEMA),
        "definitions": (Shape.MAP, Kind.SCHEMA),
    },
    Kind.EXAMPLE: {},
    Kind.LINK: {},
    Kind.SECURITY_SCHEME: {},
}  # fmt: skip

#: Kinds whose keys are free, but for extensions (``x-…``), and what each key holds.
PATTERNED: Final[dict[Kind, Kind]] = {
    Kind.PATHS: Kind.PATH_ITEM,
    Kind.RESPONSES: Kind.RESPONSE,
    Kind.CALLBACK: Kind.PATH_ITEM,
}
