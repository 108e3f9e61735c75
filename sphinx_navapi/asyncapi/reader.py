"""Reading everything that the page of a channel operation shows."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.asyncapi.bindings import read_bindings
from sphinx_navapi.asyncapi.messages import message_pointers, read_message
from sphinx_navapi.asyncapi.parts import (
    ChannelObject,
    is_version_2,
    last_key,
    link_of,
    read_object,
    referred,
    tag_facts,
    tag_names,
)
from sphinx_navapi.asyncapi.servers import (
    protocols_of,
    read_alternatives,
    read_server,
    servers_of,
)
from sphinx_navapi.formats.lenient import as_mapping, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.facts import NamedFact, Text, resolved_text, text_at
from sphinx_navapi.openapi.view import ChannelView, OperationView, ParameterView, ResponseView

#: Who sends at a channel of 2.x, whose fields describe what others may do: they publish what the
#: application receives.
_SENDS = {"SEND": True, "SUBSCRIBE": True, "RECEIVE": False, "PUBLISH": False}


def read_channel_operation(document: OpenApiDocument, operation: Operation) -> OperationView:
    """Everything that the page of *operation* shows; malformed parts are skipped, never raised."""
    part = read_object(document, operation.pointer)
    channel = read_object(document, operation.path_pointer)
    servers = servers_of(document, channel)
    sends = _SENDS[operation.key.method]
    return OperationView(
        key=operation.key,
        operation_id=operation.operation_id,
        summary=text_at(operation.summary, f"{part.pointer}/summary"),
        description=_description(operation, part),
        tags=operation.tags,
        deprecated=operation.deprecated,
        http_method=operation.key.method,
        link=link_of(document, part),
        servers=tuple(read_server(document, *each) for each in servers),
        security=read_alternatives(document, part, servers),
        parameters=tuple(_parameters(document, channel)),
        responses=_messages(document, part, channel),
        callbacks=tuple(_reply(document, part, sends=sends)),
        content=text_at(as_text(operation.extension.get("content")), part.pointer),
        facts=text_at(as_text(operation.extension.get("facts")), part.pointer),
        metadata=as_mapping(operation.extension.get("metadata")),
        incoming=True,
        # The first tag of an operation determines its group.
        channel=_channel(document, channel, operation.tags[1:], read_bindings(document, part)),
        sends=sends,
        protocols=protocols_of(servers),
    )


def _description(operation: Operation, part: ChannelObject) -> Text | None:
    """The description of *operation*, after its summary if that is not its title."""
    text, summary = operation.description, part.text("summary")
    if part.text("title") and summary != text:
        text = "\n\n".join(filter(None, (summary, text)))
    return text_at(text, f"{part.pointer}/description")


def _channel(
    document: OpenApiDocument,
    channel: ChannelObject,
    tags: tuple[str, ...] = (),
    bound: tuple[NamedFact, ...] = (),
) -> ChannelView:
    """The *channel* of an operation with further *tags*. :param bound: its bindings."""
    name = last_key(channel.pointer)
    address = name if is_version_2(document) else channel.text("address") or name
    title = text_at(channel.text("title"), f"{channel.pointer}/title")
    texts = (channel.text("summary"), channel.text("description"))
    facts = tag_facts(document, channel, (*tag_names(document, channel), *tags))
    return ChannelView(
        address=address,
        summary=title if title != address else None,
        description=text_at("\n\n".join(filter(None, texts)), f"{channel.pointer}/description"),
        facts=(*facts, *dict.fromkeys((*read_bindings(document, channel), *bound))),
        link=link_of(document, channel),
    )


def _messages(
    document: OpenApiDocument, owner: ChannelObject, channel: ChannelObject | None
) -> tuple[ResponseView, ...]:
    named = message_pointers(document, owner, channel)
    return tuple(
        read_message(document, name, pointer, position)
        for position, (name, pointer) in enumerate(named, 1)
        if isinstance(document.resolve(pointer).value, dict)
    )


def _parameters(document: OpenApiDocument, channel: ChannelObject) -> Iterator[ParameterView]:
    parameters, pointer = channel.find("parameters")
    for name in as_mapping(parameters):
        resolved = document.resolve(below(pointer, name))
        parameter = as_mapping(resolved.value)
        has_schema = isinstance(parameter.get("schema"), dict | bool)
        yield ParameterView(
            name=name,
            place="channel",
            pointer=resolved.pointer,
            required=True,
            description=resolved_text(resolved, "description"),
            schema=below(resolved.pointer, "schema") if has_schema else None,
            location=as_text(parameter.get("location")),
        )


def _reply(
    document: OpenApiDocument, part: ChannelObject, *, sends: bool
) -> Iterator[tuple[str, str, OperationView]]:
    """The reply (3.x) as an operation in the other direction."""
    if part.get("reply") is None:
        return
    reply = read_object(document, part.find("reply")[1])
    address = read_object(document, below(reply.pointer, "address"))
    target = referred(reply.get("channel"))
    channel = read_object(document, target) if target else None
    name = ""
    if channel is not None and target is not None:
        name = channel.text("address") or last_key(target)
    expression = address.text("location") or ""
    method = "RECEIVE" if sends else "SEND"
    called = OperationView(
        key=OperationKey(document=document.name, method=method, path=name or expression),
        description=text_at(address.text("description"), f"{reply.pointer}/description"),
        http_method=method,
        parameters=tuple(_parameters(document, channel)) if channel is not None else (),
        responses=_messages(document, reply, channel),
        incoming=True,
        channel=_channel(document, channel or reply),
        sends=not sends,
    )
    yield name, expression, called
