"""Which kind of object each part of an AsyncAPI document is, for both 2.x and 3.x.

Fields of both versions are combined: no field is ambiguous.
"""

from __future__ import annotations

from typing import Final

from sphinx_navapi.openapi.check.objects import (
    FIELDS,
    Grammar,
    Kind,
    ObjectKind,
    object_fields,
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
    ChannelKind.INFO: object_fields(one=_ABOUT, listed=_TAGS),
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
    Kind.SCHEMA: {**FIELDS[Kind.SCHEMA], **object_fields(one={Kind.SCHEMA: "schema"})},
}

ASYNCAPI: Final = Grammar(
    root=ChannelKind.ROOT,
    fields=_FIELDS,
    patterned={ChannelKind.BINDINGS: ChannelKind.BINDING},
    inlined=frozenset({ChannelKind.BINDINGS}),
)
