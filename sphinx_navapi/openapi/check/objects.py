"""Which kind of object each part of an OpenAPI document is.

Needed wherever a document is walked: a ``$ref`` is a reference only where the specification allows
an object. Inside an example, a default, an enum or an extension it is data, and below
``properties`` it is the name of a property.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from enum import Enum
from typing import Any, Final, NamedTuple, TypeVar

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
    CONTACT = "Contact Object"
    LICENSE = "License Object"
    DISCRIMINATOR = "Discriminator Object"
    XML = "XML Object"
    FOREIGN_SCHEMA = "Schema Object of another language"


Fields = dict[str, tuple[Shape, Kind]]

#: Values of a schema's ``type``.
TYPES: Final = ("array", "boolean", "integer", "null", "number", "object", "string")


class Value(NamedTuple):
    """What the value of a field without objects must be.

    :ivar words: in messages. :ivar types: of Python; none if it may be anything.
    :ivar is_deep: whether the type does not tell. :ivar each: the types of its members.
    :ivar one_of: all permitted texts.
    """

    words: str
    types: frozenset[type]
    is_deep: bool = False
    each: frozenset[type] = frozenset()
    one_of: tuple[str, ...] = ()
    is_count: bool = False
    is_amount: bool = False


_TEXT: Final = frozenset({str})
_SCALARS: Final = frozenset({str, int, float})
_NUMBERS: Final = frozenset({int, float})
_LISTS: Final = frozenset({list})
_MAPPINGS: Final = frozenset({dict})

ANY: Final = Value("anything", frozenset())
TEXT: Final = Value("text", _TEXT)
#: YAML reads a version or a port as a number, which is shown as text.
SCALAR: Final = Value("text", _SCALARS)
BOOLEAN: Final = Value("true or false", frozenset({bool}))
NUMBER: Final = Value("a number", _NUMBERS)
LIMIT: Final = Value("a number", _NUMBERS | {bool})
COUNT: Final = Value("an integer", _NUMBERS, is_deep=True, is_count=True)
#: Of seconds, for example.
AMOUNT: Final = Value("a number", _NUMBERS, is_deep=True, is_amount=True)
LIST: Final = Value("a list", _LISTS)
TEXTS: Final = Value("a list of texts", _LISTS, is_deep=True, each=_TEXT)
SCALARS: Final = Value("a list of texts", _LISTS, is_deep=True, each=_SCALARS)
MAPPING: Final = Value("a mapping", _MAPPINGS)
TEXT_BY_NAME: Final = Value("a mapping of texts", _MAPPINGS, is_deep=True, each=_TEXT)
#: Draft 3 has ``required: true`` in the property itself.
NAMES: Final = Value("a list of texts", _LISTS | {bool}, is_deep=True, each=_TEXT)
#: Schemas have a list, other objects a mapping, which is read in schemas, too.
EXAMPLES: Final = Value("a list", _MAPPINGS | _LISTS, is_deep=True)
SCHEMA_TYPE: Final = Value("the name of a type", _TEXT | _LISTS, is_deep=True, one_of=TYPES)


def one_of(*words: str) -> Value:
    """One of *words*."""
    return Value("text", _TEXT, is_deep=True, one_of=words)


def value_fields(fields: Mapping[Value, str]) -> dict[str, Value]:
    """The value by the field, of *fields* by their values."""
    return {name: value for value, names in fields.items() for name in names.split()}


@dataclass(frozen=True, slots=True, kw_only=True)
class Grammar:
    """What a document of a standard consists of.

    :ivar root: kind of the whole document.
    :ivar fields: fields with objects, by kind.
    :ivar values: the other fields, by kind; of a kind without an entry, anything is allowed.
    :ivar needed: fields without which an object is ignored, by kind.
    :ivar expected: fields that an object must have, though it is shown without them.
    :ivar variants: the field that says which others are needed, and these by its value.
    :ivar patterned: kinds with arbitrary keys, and the kind of their values.
    :ivar has_foreign: whether the schemas directly in an object are in another language.
    :ivar inlined: kinds that no other code expects to be references: the target takes the place of
        the reference. For most of them the specification does not allow one, but many tools that
        split documents write it.
    """

    root: ObjectKind
    fields: Mapping[Any, Mapping[str, tuple[Shape, ObjectKind]]]
    patterned: Mapping[Any, ObjectKind]
    inlined: frozenset[ObjectKind]
    values: Mapping[ObjectKind, Mapping[str, Value]]
    needed: Mapping[ObjectKind, tuple[str, ...]] = field(default_factory=dict)
    expected: Mapping[ObjectKind, tuple[str, ...]] = field(default_factory=dict)
    variants: Mapping[ObjectKind, tuple[str, Mapping[str, tuple[str, ...]]]] = field(
        default_factory=dict
    )
    has_foreign: Callable[[Mapping[str, Any]], bool] = field(default=lambda _: False)

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
            one={
                Kind.SCHEMA: "additionalItems",
                Kind.DISCRIMINATOR: "discriminator",
                Kind.XML: "xml",
                Kind.EXTERNAL_DOCS: "externalDocs",
            },
            mapped={Kind.SCHEMA: "$defs definitions"},
        ),
    },
    Kind.TAG: object_fields(one={Kind.EXTERNAL_DOCS: "externalDocs"}),
    Kind.EXAMPLE: {},
    Kind.LINK: object_fields(one={Kind.SERVER: "server"}),
    Kind.SECURITY_SCHEME: object_fields(one={Kind.OAUTH_FLOWS: "flows"}),
    Kind.OAUTH_FLOWS: object_fields(
        one={
            Kind.OAUTH_FLOW: "implicit password clientCredentials authorizationCode"
            " deviceAuthorization"
        }
    ),
    Kind.OAUTH_FLOW: {},
    Kind.INFO: object_fields(one={Kind.CONTACT: "contact", Kind.LICENSE: "license"}),
    Kind.SERVER: object_fields(mapped={Kind.SERVER_VARIABLE: "variables"}),
    Kind.SERVER_VARIABLE: {},
    Kind.EXTERNAL_DOCS: {},
    Kind.SECURITY_REQUIREMENT: {},
}

#: Values of a parameter's ``in``, in display order.
PLACES: Final = ("path", "query", "querystring", "header", "cookie")

_STYLES: Final = (
    "simple", "label", "matrix", "form", "spaceDelimited", "pipeDelimited", "deepObject", "cookie",
)  # fmt: skip

#: The fields that a security scheme needs, by its ``type``.
SCHEME_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    "apiKey": ("name", "in"),
    "http": ("scheme",),
    "mutualTLS": (),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
}

_SERIALIZED: Final = {BOOLEAN: "explode allowReserved", one_of(*_STYLES): "style"}
_FLAGS: Final = "required deprecated allowEmptyValue explode allowReserved"

#: Fields without objects, by kind.
VALUES: Final[Mapping[ObjectKind, Mapping[str, Value]]] = {
    kind: value_fields(fields)
    for kind, fields in {
        Kind.ROOT: {ANY: "openapi", TEXT: "$self jsonSchemaDialect"},
        Kind.INFO: {TEXT: "title summary description termsOfService", SCALAR: "version"},
        Kind.CONTACT: {TEXT: "name url email"},
        Kind.LICENSE: {TEXT: "name identifier url"},
        Kind.COMPONENTS: {},
        Kind.PATH_ITEM: {ANY: "$ref", TEXT: "summary description"},
        Kind.OPERATION: {
            TEXT: "summary description operationId",
            TEXTS: "tags",
            BOOLEAN: "deprecated",
        },
        Kind.PARAMETER: {
            TEXT: "name description",
            one_of(*PLACES): "in",
            one_of(*_STYLES): "style",
            BOOLEAN: _FLAGS,
            ANY: "example",
        },
        Kind.HEADER: {
            TEXT: "description",
            one_of(*_STYLES): "style",
            BOOLEAN: _FLAGS,
            ANY: "example",
        },
        Kind.REQUEST_BODY: {TEXT: "description", BOOLEAN: "required"},
        Kind.RESPONSE: {TEXT: "summary description"},
        Kind.MEDIA_TYPE: {TEXT: "description", ANY: "example"},
        Kind.ENCODING: {TEXT: "contentType", **_SERIALIZED},
        Kind.EXAMPLE: {
            TEXT: "summary description externalValue serializedValue",
            ANY: "value dataValue",
        },
        Kind.LINK: {
            TEXT: "operationRef operationId description",
            MAPPING: "parameters",
            ANY: "requestBody",
        },
        Kind.SECURITY_SCHEME: {
            TEXT: "description name scheme bearerFormat openIdConnectUrl oauth2MetadataUrl",
            one_of(*SCHEME_TYPES): "type",
            one_of("query", "header", "cookie"): "in",
            BOOLEAN: "deprecated",
        },
        Kind.OAUTH_FLOWS: {},
        Kind.OAUTH_FLOW: {
            TEXT: "authorizationUrl deviceAuthorizationUrl tokenUrl refreshUrl",
            TEXT_BY_NAME: "scopes",
        },
        Kind.SERVER: {TEXT: "url description name"},
        Kind.SERVER_VARIABLE: {SCALARS: "enum", SCALAR: "default", TEXT: "description"},
        Kind.TAG: {TEXT: "name summary description parent kind"},
        Kind.EXTERNAL_DOCS: {TEXT: "description url"},
        Kind.DISCRIMINATOR: {TEXT: "propertyName", MAPPING: "mapping", ANY: "defaultMapping"},
        Kind.XML: {
            TEXT: "name namespace prefix",
            BOOLEAN: "attribute wrapped",
            one_of("element", "attribute", "text", "cdata", "none"): "nodeType",
        },
        Kind.SCHEMA: {
            ANY: "$ref const default example",
            SCHEMA_TYPE: "type",
            TEXT: "title description format pattern contentEncoding contentMediaType $id $schema"
            " $anchor $dynamicAnchor $dynamicRef $comment",
            BOOLEAN: "nullable deprecated readOnly writeOnly uniqueItems",
            NUMBER: "minimum maximum multipleOf",
            LIMIT: "exclusiveMinimum exclusiveMaximum",
            COUNT: "minLength maxLength minItems maxItems minProperties maxProperties minContains"
            " maxContains",
            NAMES: "required",
            LIST: "enum",
            EXAMPLES: "examples",
            MAPPING: "dependentRequired dependencies $vocabulary",
        },
    }.items()
}

#: The fields of schemas, for documents of other standards.
SCHEMA_VALUES: Final[Mapping[ObjectKind, Mapping[str, Value]]] = {
    kind: VALUES[kind] for kind in (Kind.SCHEMA, Kind.DISCRIMINATOR, Kind.XML, Kind.EXTERNAL_DOCS)
}

#: Kinds with arbitrary keys, except extensions (``x-…``), and the kind of their values.
PATTERNED: Final[Mapping[ObjectKind, Kind]] = {
    Kind.PATHS: Kind.PATH_ITEM,
    Kind.RESPONSES: Kind.RESPONSE,
    Kind.CALLBACK: Kind.PATH_ITEM,
}

_EXPECTED: Final[dict[ObjectKind, tuple[str, ...]]] = {Kind.REQUEST_BODY: ("content",)}

OPENAPI: Final = Grammar(
    root=Kind.ROOT,
    fields=FIELDS,
    values=VALUES,
    needed={
        Kind.PARAMETER: ("name", "in"),
        Kind.SERVER: ("url",),
        Kind.TAG: ("name",),
        Kind.EXTERNAL_DOCS: ("url",),
        Kind.SECURITY_SCHEME: ("type",),
    },
    expected={**_EXPECTED, Kind.RESPONSE: ("description",)},
    variants={Kind.SECURITY_SCHEME: ("type", SCHEME_TYPES)},
    patterned=PATTERNED,
    inlined=frozenset(
        {Kind.PATHS, Kind.RESPONSES, Kind.COMPONENTS, Kind.INFO, Kind.TAG}
        | {Kind.SERVER, Kind.SERVER_VARIABLE}
        | {Kind.EXTERNAL_DOCS, Kind.SECURITY_REQUIREMENT, Kind.OAUTH_FLOWS, Kind.OAUTH_FLOW}
        | {Kind.CONTACT, Kind.LICENSE, Kind.DISCRIMINATOR, Kind.XML}
    ),
)

#: From OpenAPI 3.2 on, responses need no description.
_OPENAPI_3_2: Final = replace(OPENAPI, expected=_EXPECTED)


def grammar_of(version: tuple[int, int]) -> Grammar:
    """What documents of a *version* of OpenAPI consist of."""
    return _OPENAPI_3_2 if version >= (3, 2) else OPENAPI
