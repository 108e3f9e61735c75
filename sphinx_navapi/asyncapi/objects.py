"""Which kind of object each part of an AsyncAPI document is, for both 2.x and 3.x.

Fields of both versions are combined: no field is ambiguous.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, Final

from sphinx_navapi.formats.lenient import as_text
from sphinx_navapi.openapi.check.objects import (
    ANY,
    BOOLEAN,
    FIELDS,
    LIST,
    SCALAR,
    SCALARS,
    TEXT,
    TEXT_BY_NAME,
    TEXTS,
    VALUES,
    Grammar,
    Kind,
    ObjectKind,
    Value,
    object_fields,
    one_of,
    value_fields,
)
from sphinx_navapi.openapi.schema.applicators import Shape


class ChannelKind(ObjectKind):
    """Objects of the AsyncAPI Specification; its Schema Object is `Kind.SCHEMA`.

    Traits have the kind of what they are merged into.
    """

    ROOT = "AsyncAPI Object"
    INFO = "Info Object"
    COMPONENTS = "Components Object"
    SERVER = "Server Object"
    SERVER_VARIABLE = "Server Variable Object"
    CHANNEL = "Channel Object"
    PARAMETER = "Parameter Object"
    OPERATION = "Operation Object"
    REPLY = "Operation Reply Object"
    REPLY_ADDRESS = "Operation Reply Address Object"
    MESSAGE = "Message Object"
    CORRELATION_ID = "Correlation ID Object"
    SECURITY_SCHEME = "Security Scheme Object"
    BINDINGS = "Bindings Object"
    BINDING = "Binding Object"
    TAG = "Tag Object"
    EXTERNAL_DOCS = "External Documentation Object"


#: Fields of bindings that contain schemas.
BINDING_SCHEMAS: Final = ("query", "headers", "key", "groupId", "clientId")

_ABOUT: Final[dict[ObjectKind, str]] = {ChannelKind.EXTERNAL_DOCS: "externalDocs"}
_TAGS: Final[dict[ObjectKind, str]] = {ChannelKind.TAG: "tags"}
_BOUND: Final[dict[ObjectKind, str]] = {ChannelKind.BINDINGS: "bindings", **_ABOUT}

_FIELDS: Final[dict[ObjectKind, dict[str, tuple[Shape, ObjectKind]]]] = {
    ChannelKind.ROOT: object_fields(
        one={ChannelKind.INFO: "info", ChannelKind.COMPONENTS: "components", **_ABOUT},
        listed=_TAGS,
        mapped={
            ChannelKind.SERVER: "servers",
            ChannelKind.CHANNEL: "channels",
            ChannelKind.OPERATION: "operations",
        },
    ),
    ChannelKind.INFO: {**object_fields(one=_ABOUT, listed=_TAGS), **FIELDS[Kind.INFO]},
    Kind.CONTACT: {},
    Kind.LICENSE: {},
    ChannelKind.TAG: object_fields(one=_ABOUT),
    ChannelKind.SECURITY_SCHEME: {**FIELDS[Kind.SECURITY_SCHEME]},
    Kind.OAUTH_FLOWS: {**FIELDS[Kind.OAUTH_FLOWS]},
    ChannelKind.SERVER: object_fields(
        one=_BOUND,
        listed={ChannelKind.SECURITY_SCHEME: "security", **_TAGS},
        mapped={ChannelKind.SERVER_VARIABLE: "variables"},
    ),
    ChannelKind.CHANNEL: object_fields(
        one={ChannelKind.OPERATION: "publish subscribe", **_BOUND},
        listed={ChannelKind.SERVER: "servers", **_TAGS},
        mapped={ChannelKind.PARAMETER: "parameters", ChannelKind.MESSAGE: "messages"},
    ),
    ChannelKind.OPERATION: object_fields(
        one={
            ChannelKind.CHANNEL: "channel",
            ChannelKind.MESSAGE: "message",
            ChannelKind.REPLY: "reply",
            **_BOUND,
        },
        listed={
            ChannelKind.MESSAGE: "messages",
            ChannelKind.OPERATION: "traits",
            ChannelKind.SECURITY_SCHEME: "security",
            **_TAGS,
        },
    ),
    ChannelKind.REPLY: object_fields(
        one={ChannelKind.REPLY_ADDRESS: "address", ChannelKind.CHANNEL: "channel"},
        listed={ChannelKind.MESSAGE: "messages"},
    ),
    ChannelKind.MESSAGE: {
        **object_fields(
            one={ChannelKind.CORRELATION_ID: "correlationId", **_BOUND},
            listed={ChannelKind.MESSAGE: "oneOf traits", **_TAGS},
        ),
        **object_fields(one={Kind.SCHEMA: "payload headers"}),
    },
    ChannelKind.PARAMETER: {**object_fields(one={Kind.SCHEMA: "schema"})},
    ChannelKind.BINDING: {**object_fields(one={Kind.SCHEMA: " ".join(BINDING_SCHEMAS)})},
    ChannelKind.COMPONENTS: {
        **object_fields(
            mapped={
                ChannelKind.SERVER: "servers",
                ChannelKind.SERVER_VARIABLE: "serverVariables",
                ChannelKind.CHANNEL: "channels",
                ChannelKind.OPERATION: "operations operationTraits",
                ChannelKind.MESSAGE: "messages messageTraits",
                ChannelKind.SECURITY_SCHEME: "securitySchemes",
                ChannelKind.PARAMETER: "parameters",
                ChannelKind.CORRELATION_ID: "correlationIds",
                ChannelKind.REPLY: "replies",
                ChannelKind.REPLY_ADDRESS: "replyAddresses",
                ChannelKind.EXTERNAL_DOCS: "externalDocs",
                ChannelKind.TAG: "tags",
                ChannelKind.BINDINGS: "serverBindings channelBindings operationBindings"
                " messageBindings",
            }
        ),
        **object_fields(mapped={Kind.SCHEMA: "schemas"}),
    },
    # A Multi Format Schema Object (3.x) contains the schema one level down.
    Kind.SCHEMA: {
        **{name: field for name, field in FIELDS[Kind.SCHEMA].items() if name != "discriminator"},
        **object_fields(one={Kind.SCHEMA: "schema"}),
    },
    Kind.XML: {},
    Kind.EXTERNAL_DOCS: {},
}
_FIELDS[Kind.FOREIGN_SCHEMA] = {
    name: (shape, Kind.FOREIGN_SCHEMA)
    for name, (shape, kind) in _FIELDS[Kind.SCHEMA].items()
    if kind is Kind.SCHEMA
}

#: The fields that a security scheme needs, by its ``type``.
_SCHEME_TYPES: Final[Mapping[str, tuple[str, ...]]] = {
    **dict.fromkeys(("userPassword", "X509", "symmetricEncryption", "asymmetricEncryption"), ()),
    **dict.fromkeys(("plain", "scramSha256", "scramSha512", "gssapi"), ()),
    "apiKey": ("in",),
    "httpApiKey": ("name", "in"),
    "http": ("scheme",),
    "oauth2": ("flows",),
    "openIdConnect": ("openIdConnectUrl",),
}

#: Null if it is only known at runtime.
_ADDRESS: Final = Value("text", frozenset({str, type(None)}))

_OWN_VALUES: Final[Mapping[ObjectKind, Mapping[str, Value]]] = {
    kind: value_fields(fields)
    for kind, fields in {
        ChannelKind.ROOT: {ANY: "asyncapi", TEXT: "id defaultContentType"},
        ChannelKind.COMPONENTS: {},
        ChannelKind.SERVER: {
            TEXT: "url host pathname protocol protocolVersion title summary description"
        },
        ChannelKind.SERVER_VARIABLE: {
            SCALARS: "enum examples",
            SCALAR: "default",
            TEXT: "description",
        },
        ChannelKind.CHANNEL: {_ADDRESS: "address", TEXT: "title summary description"},
        ChannelKind.PARAMETER: {
            TEXT: "description location",
            SCALARS: "enum examples",
            SCALAR: "default",
        },
        ChannelKind.OPERATION: {
            TEXT: "operationId title summary description",
            one_of("send", "receive"): "action",
            BOOLEAN: "deprecated",
        },
        ChannelKind.REPLY: {},
        ChannelKind.REPLY_ADDRESS: {TEXT: "location description"},
        ChannelKind.MESSAGE: {
            TEXT: "messageId schemaFormat contentType name title summary description",
            LIST: "examples",
            BOOLEAN: "deprecated",
        },
        ChannelKind.CORRELATION_ID: {TEXT: "location description"},
        ChannelKind.SECURITY_SCHEME: {
            TEXT: "description name scheme bearerFormat openIdConnectUrl",
            one_of(*_SCHEME_TYPES): "type",
            one_of("user", "password", "query", "header", "cookie"): "in",
            TEXTS: "scopes",
        },
        ChannelKind.TAG: {TEXT: "name description"},
        ChannelKind.EXTERNAL_DOCS: {TEXT: "description url"},
    }.items()
}
_VALUES: Final[Mapping[ObjectKind, Mapping[str, Value]]] = {
    **_OWN_VALUES,
    ChannelKind.INFO: VALUES[Kind.INFO],
    Kind.OAUTH_FLOW: {
        **VALUES[Kind.OAUTH_FLOW],
        **value_fields({TEXT_BY_NAME: "availableScopes"}),
    },
    Kind.SCHEMA: {
        **VALUES[Kind.SCHEMA],
        **value_fields({TEXT: "discriminator schemaFormat"}),
    },
    **{
        kind: VALUES[kind]
        for kind in (Kind.OAUTH_FLOWS, Kind.CONTACT, Kind.LICENSE, Kind.XML, Kind.EXTERNAL_DOCS)
    },
}


def is_json_schema(schema_format: str | None) -> bool:
    """Whether this schema format can be read as JSON Schema: AsyncAPI, OpenAPI and JSON Schema."""
    if schema_format is None:
        return True
    name = schema_format.lower()
    return any(each in name for each in ("aai.asyncapi", "schema+", "oai.openapi", "jsonschema"))


def has_foreign_schema(node: Mapping[str, Any]) -> bool:
    """Whether the schemas directly in *node* are in another language."""
    return not is_json_schema(as_text(node.get("schemaFormat")))


ASYNCAPI_3: Final = Grammar(
    root=ChannelKind.ROOT,
    fields=_FIELDS,
    values=_VALUES,
    needed={
        ChannelKind.TAG: ("name",),
        ChannelKind.EXTERNAL_DOCS: ("url",),
        ChannelKind.SECURITY_SCHEME: ("type",),
    },
    variants={ChannelKind.SECURITY_SCHEME: ("type", _SCHEME_TYPES)},
    patterned={ChannelKind.BINDINGS: ChannelKind.BINDING},
    inlined=frozenset({ChannelKind.BINDINGS}),
    has_foreign=has_foreign_schema,
)

_BY_NAME: Final = object_fields(listed={Kind.SECURITY_REQUIREMENT: "security"})

#: In 2.x, channels name their servers, and security schemes are required by name.
ASYNCAPI_2: Final = replace(
    ASYNCAPI_3,
    fields={
        **_FIELDS,
        ChannelKind.SERVER: _FIELDS[ChannelKind.SERVER] | _BY_NAME,
        ChannelKind.OPERATION: _FIELDS[ChannelKind.OPERATION] | _BY_NAME,
        ChannelKind.CHANNEL: {
            name: field for name, field in _FIELDS[ChannelKind.CHANNEL].items() if name != "servers"
        },
    },
    values={
        **_VALUES,
        ChannelKind.CHANNEL: {**_VALUES[ChannelKind.CHANNEL], **value_fields({TEXTS: "servers"})},
    },
)
