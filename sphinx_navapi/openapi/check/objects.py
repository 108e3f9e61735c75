"""Which kind of object each part of an OpenAPI document is.

Needed wherever a document is walked: a ``$ref`` is a reference only where the specification allows
an object. Inside an example, a default, an enum or an extension it is data, and below
``properties`` it is the name of a property.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, Final, TypeVar

from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.openapi.schema.applicators import APPLICATORS, Shape


class ObjectKind(Enum):
    """Kinds of objects of a standard."""

    # Kinds are keys of tables in the innermost loop; Enum's own hash is slow Python code.
    __hash__ = object.__hash__


class Kind(ObjectKind):
    """Objects of the OpenAPI Specification, by their names in it."""

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
    OAUTH_FLOWS = "OAuth Flows Object"
    OAUTH_FLOW = "OAuth Flow Object"
    SCHEMA = "Schema Object"
    INFO = "Info Object"
    SERVER = "Server Object"
    SERVER_VARIABLE = "Server Variable Object"
    TAG = "Tag Object"
    EXTERNAL_DOCS = "External Documentation Object"
    SECURITY_REQUIREMENT = "Security Requirement Object"


Fields = dict[str, tuple[Shape, Kind]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """The positions of objects in a standard.

    :ivar root: kind of the whole document.
    :ivar fields: fields with objects, by kind.
    :ivar patterned: kinds with arbitrary keys, and the kind of their values.
    :ivar inlined: kinds that no other code expects to be references: the target takes the place of
        the reference. For most of them the specification does not allow one, but many tools that
        split documents write it.
    """

    root: ObjectKind
    fields: Mapping[Any, Mapping[str, tuple[Shape, ObjectKind]]]
    patterned: Mapping[Any, ObjectKind]
    inlined: frozenset[ObjectKind]

    def kind_at(self, pointer: str) -> ObjectKind | None:
        """The kind of the object at *pointer* of a document, ``None`` if it is not an object."""
        kind = self.root
        segments = [unescape_pointer(segment) for segment in pointer.split("/")[1:]]
        while segments:
            key = segments.pop(0)
            if kind in self.patterned:
                if key.startswith("x-"):
                    return None
                kind = self.patterned[kind]
                continue
            shape, kind = self.fields.get(kind, {}).get(key, (None, kind))
            if shape is None:
                return None
            if shape in (Shape.MAP, Shape.LIST):
                if not segments:
                    return None
                segments.pop(0)
            elif shape is Shape.ONE_OR_LIST and segments and segments[0].isdecimal():
                segments.pop(0)
        return kind


_Kind = TypeVar("_Kind", bound=ObjectKind)

_NONE: Final[dict[Any, str]] = {}


def object_fields(
    *,
    one: Mapping[_Kind, str] = _NONE,
    listed: Mapping[_Kind, str] = _NONE,
    mapped: Mapping[_Kind, str] = _NONE,
) -> dict[str, tuple[Shape, _Kind]]:
    """Fields by the shape in which they contain objects, and by the kind of these."""
    shapes = {Shape.ONE: one, Shape.LIST: listed, Shape.MAP: mapped}
    return {
        name: (shape, kind)
        for shape, kinds in shapes.items()
        for kind, names in kinds.items()
        for name in names.split()
    }


_PARAMETER_FIELDS: Final = object_fields(
    one={Kind.SCHEMA: "schema"}, mapped={Kind.MEDIA_TYPE: "content", Kind.EXAMPLE: "examples"}
)

_SERVED: Final = {Kind.SERVER: "servers", Kind.SECURITY_REQUIREMENT: "security"}

#: Fields that contain objects, by kind. All others are data or text.
FIELDS: Final[Mapping[ObjectKind, Fields]] = {
    Kind.ROOT: object_fields(
        one={
            Kind.PATHS: "paths",
            Kind.COMPONENTS: "components",
            Kind.INFO: "info",
            Kind.EXTERNAL_DOCS: "externalDocs",
        },
        listed={Kind.TAG: "tags", **_SERVED},
        mapped={Kind.PATH_ITEM: "webhooks"},
    ),
    Kind.COMPONENTS: object_fields(
        mapped={
            Kind.SCHEMA: "schemas",
            Kind.RESPONSE: "responses",
            Kind.PARAMETER: "parameters",
            Kind.EXAMPLE: "examples",
            Kind.REQUEST_BODY: "requestBodies",
            Kind.HEADER: "headers",
            Kind.SECURITY_SCHEME: "securitySchemes",
            Kind.LINK: "links",
            Kind.CALLBACK: "callbacks",
            Kind.PATH_ITEM: "pathItems",
            Kind.MEDIA_TYPE: "mediaTypes",
        }
    ),
    Kind.PATH_ITEM: object_fields(
        one={Kind.OPERATION: "get put post delete options head patch trace query"},
        listed={Kind.PARAMETER: "parameters", Kind.SERVER: "servers"},
        mapped={Kind.OPERATION: "additionalOperations"},
    ),
    Kind.OPERATION: object_fields(
        one={
            Kind.REQUEST_BODY: "requestBody",
            Kind.RESPONSES: "responses",
            Kind.EXTERNAL_DOCS: "externalDocs",
        },
        listed={Kind.PARAMETER: "parameters", **_SERVED},
        mapped={Kind.CALLBACK: "callbacks"},
    ),
    Kind.PARAMETER: _PARAMETER_FIELDS,
    Kind.HEADER: _PARAMETER_FIELDS,
    Kind.REQUEST_BODY: object_fields(mapped={Kind.MEDIA_TYPE: "content"}),
    Kind.RESPONSE: object_fields(
        mapped={Kind.HEADER: "headers", Kind.MEDIA_TYPE: "content", Kind.LINK: "links"}
    ),
    Kind.MEDIA_TYPE: object_fields(
        one={Kind.SCHEMA: "schema itemSchema", Kind.ENCODING: "itemEncoding"},
        listed={Kind.ENCODING: "prefixEncoding"},
        mapped={Kind.EXAMPLE: "examples", Kind.ENCODING: "encoding"},
    ),
    Kind.ENCODING: object_fields(
        one={Kind.ENCODING: "itemEncoding"},
        listed={Kind.ENCODING: "prefixEncoding"},
        mapped={Kind.HEADER: "headers", Kind.ENCODING: "encoding"},
    ),
    Kind.SCHEMA: {
        **{each.keyword: (each.shape, Kind.SCHEMA) for each in APPLICATORS},
        **object_fields(
            one={Kind.SCHEMA: "additionalItems"}, mapped={Kind.SCHEMA: "$defs definitions"}
        ),
    },
    Kind.TAG: object_fields(one={Kind.EXTERNAL_DOCS: "externalDocs"}),
    Kind.EXAMPLE: {},
    Kind.LINK: {},
    Kind.SECURITY_SCHEME: object_fields(one={Kind.OAUTH_FLOWS: "flows"}),
    Kind.OAUTH_FLOWS: object_fields(
        one={
            Kind.OAUTH_FLOW: "implicit password clientCredentials authorizationCode"
            " deviceAuthorization"
        }
    ),
    Kind.OAUTH_FLOW: {},
    Kind.INFO: {},
    Kind.SERVER: object_fields(mapped={Kind.SERVER_VARIABLE: "variables"}),
    Kind.SERVER_VARIABLE: {},
    Kind.EXTERNAL_DOCS: {},
    Kind.SECURITY_REQUIREMENT: {},
}

#: Fields without objects, by kind; those of schemas are not listed.
OTHER_FIELDS: Final[Mapping[ObjectKind, frozenset[str]]] = {
    kind: frozenset(names.split())
    for kind, names in {
        Kind.ROOT: "openapi $self jsonSchemaDialect",
        Kind.INFO: "title summary description termsOfService contact license version",
        Kind.COMPONENTS: "",
        Kind.PATH_ITEM: "$ref summary description",
        Kind.OPERATION: "tags summary description operationId deprecated",
        Kind.PARAMETER: "name in description required deprecated allowEmptyValue style explode"
        " allowReserved example",
        Kind.HEADER: "description required deprecated allowEmptyValue style explode allowReserved"
        " example",
        Kind.REQUEST_BODY: "description required",
        Kind.RESPONSE: "summary description",
        Kind.MEDIA_TYPE: "description example",
        Kind.ENCODING: "contentType style explode allowReserved",
        Kind.EXAMPLE: "summary description value externalValue dataValue serializedValue",
        Kind.LINK: "operationRef operationId parameters requestBody description server",
        Kind.SECURITY_SCHEME: "type description name in scheme bearerFormat"
        " openIdConnectUrl oauth2MetadataUrl deprecated",
        Kind.OAUTH_FLOWS: "",
        Kind.OAUTH_FLOW: "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl scopes",
        Kind.SERVER: "url description name",
        Kind.SERVER_VARIABLE: "enum default description",
        Kind.SECURITY_REQUIREMENT: "",
        Kind.TAG: "name summary description parent kind",
        Kind.EXTERNAL_DOCS: "description url",
    }.items()
}

#: Values of a parameter's ``in``, in display order.
PLACES: Final = ("path", "query", "querystring", "header", "cookie")

#: Values of the ``in`` of an API key.
KEY_PLACES: Final = ("query", "header", "cookie")

#: The fields that a security scheme needs, by its ``type``.
SCHEME_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "mutualTLS": (),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
}

#: Values of a schema's ``type``.
TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")

#: Kinds with arbitrary keys, except extensions (``x-…``), and the kind of their values.
PATTERNED: Final[Mapping[ObjectKind, Kind]] = {
    Kind.PATHS: Kind.PATH_ITEM,
    Kind.RESPONSES: Kind.RESPONSE,
    Kind.CALLBACK: Kind.PATH_ITEM,
}

OPENAPI: Final = Grammar(
    root=Kind.ROOT,
    fields=FIELDS,
    patterned=PATTERNED,
    inlined=frozenset(
        {Kind.PATHS, Kind.RESPONSES, Kind.COMPONENTS, Kind.INFO, Kind.TAG}
        | {Kind.SERVER, Kind.SERVER_VARIABLE}
        | {Kind.EXTERNAL_DOCS, Kind.SECURITY_REQUIREMENT, Kind.OAUTH_FLOWS, Kind.OAUTH_FLOW}
    ),
)
