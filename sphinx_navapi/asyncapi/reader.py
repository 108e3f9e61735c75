"""Reading everything that the page of a channel operation shows."""

from __future__ import annotations

from collections.abc import Iterator

from sphinx_navapi.asyncapi.bindings import read_bindings
from sphinx_navapi.asyncapi.messages import message_pointers, read_message
from sphinx_navapi.asyncapi.parts import (
    ChannelObject,
    is_version_2,
    last_key,
    read_object,
    referred,
    tag_names,
    tag_texts,
)
from sphinx_navapi.asyncapi.servers import (
    protocols_of,
    read_alternatives,
    read_server,
    servers_of,
)
from sphinx_navapi.asyncapi.view import ChannelOperationView, ChannelView, MessageView
from sphinx_navapi.formats.lenient import as_mapping, as_text, below, external_docs
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation import OperationViews
from sphinx_navapi.openapi.view import OperationView, ParameterView

#: Who sends at a channel of 2.x, whose fields describe what others may do: they publish what the
#: application receives.
_SENDS = {"SEND": True, "SUBSCRIBE": True, "RECEIVE": False, "PUBLISH": False}


class ChannelViews(OperationViews):
    """The operations of one AsyncAPI document, each read on request."""

    def view(self, operation: Operation) -> OperationView:
        """The content of the page of *operation*."""
        view = self._kept.get(operation.key)
        if view is None:
            view = self._kept[operation.key] = read_channel_operation(self._document, operation)
        return view


def read_channel_operation(document: OpenApiDocument, operation: Operation) -> ChannelOperationView:
    """Everything that the page of *operation* shows; malformed parts are skipped, never raised."""
    part = read_object(document, operation.pointer)
    channel = read_object(document, operation.path_pointer)
    servers = servers_of(document, channel)
    sends = _SENDS[operation.key.method]
    title, summary = part.text("title"), part.text("summary")
    bound, where = part.find("bindings")
    more, docs = part.find("externalDocs")
    return ChannelOperationView(
        key=operation.key,
        operation_id=operation.operation_id,
        summary=operation.summary,
        description=operation.description,
        tags=operation.tags,
        deprecated=operation.deprecated,
        http_method=operation.key.method,
        external_docs=external_docs(document.resolve(docs).value if more else None),
        servers=tuple(read_server(document, *each) for each in servers),
        security=read_alternatives(document, part, servers),
        parameters=tuple(_parameters(document, channel)),
        responses=_messages(document, part, channel),
        callbacks=tuple(_reply(document, operation, part, sends=sends)),
        content=as_text(operation.extension.get("content")),
        facts=as_text(operation.extension.get("facts")),
        metadata=as_mapping(operation.extension.get("metadata")),
        incoming=True,
        pointer=part.pointer,
        channel=_channel(document, channel),
        sends=sends,
        protocols=protocols_of(servers),
        short_summary=summary if title else None,
        locations=tuple(_locations(document, channel)),
        details=read_bindings(document, bound, where),
    )


def _channel(document: OpenApiDocument, channel: ChannelObject) -> ChannelView:
    bound, where = channel.find("bindings")
    more, docs = channel.find("externalDocs")
    name = last_key(channel.pointer)
    return ChannelView(
        name=name,
        address=name if is_version_2(document) else channel.text("address") or name,
        pointer=channel.pointer,
        title=channel.text("title"),
        summary=channel.text("summary"),
        description=channel.text("description"),
        external_docs=external_docs(document.resolve(docs).value if more else None),
        tags=tag_names(document, channel),
        tag_texts=tag_texts(document, channel),
        details=read_bindings(document, bound, where),
    )


def _messages(
    document: OpenApiDocument, owner: ChannelObject, channel: ChannelObject | None
) -> tuple[MessageView, ...]:
    named = message_pointers(document, owner, channel)
    return tuple(
        read_message(document, name, pointer, position)
        for position, (name, pointer) in enumerate(named, 1)
        if isinstance(document.resolve(pointer).value, dict)
    )


def _parameters(document: OpenApiDocument, channel: ChannelObject) -> Iterator[ParameterView]:
    given, pointer = channel.find("parameters")
    for name in as_mapping(given):
        resolved = document.resolve(below(pointer, name))
        parameter = as_mapping(resolved.value)
        has_schema = isinstance(parameter.get("schema"), dict | bool)
        yield ParameterView(
            name=name,
            place="channel",
            pointer=resolved.pointer,
            required=True,
            description=as_text(parameter.get("description")),
            schema=below(resolved.pointer, "schema") if has_schema else None,
        )


def _locations(document: OpenApiDocument, channel: ChannelObject) -> Iterator[tuple[str, str]]:
    given, pointer = channel.find("parameters")
    for name in as_mapping(given):
        parameter = as_mapping(document.resolve(below(pointer, name)).value)
        location = as_text(parameter.get("location"))
        if location:
            yield name, location


def _reply(
    document: OpenApiDocument, operation: Operation, part: ChannelObject, *, sends: bool
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
    about = _channel(document, channel or reply)
    called = ChannelOperationView(
        key=OperationKey(document=document.name, method=method, path=name or expression),
        description=address.text("description"),
        http_method=method,
        parameters=tuple(_parameters(document, channel)) if channel is not None else (),
        responses=_messages(document, reply, channel),
        incoming=True,
        pointer=reply.pointer,
        channel=about,
        sends=not sends,
    )
    yield name, expression, called
