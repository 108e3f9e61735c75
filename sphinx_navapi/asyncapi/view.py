"""The AsyncAPI-specific part of an operation's view."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.openapi.view import OperationView, ResponseView, ServerView


@dataclass(frozen=True, slots=True)
class Detail:
    """A fact from bindings. :ivar name: ``kafka.groupId``. :ivar value: as code."""

    name: str
    value: str


@dataclass(frozen=True, slots=True)
class TagText:
    """The description of a tag. :ivar pointer: of the text."""

    name: str
    text: str
    pointer: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ForeignSchema:
    """A schema in a language that is shown as code. :ivar language: for highlighting."""

    schema_format: str
    text: str
    language: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageView(ResponseView):
    """A Message Object as a response: its name is the *status*.

    :ivar pointer: of the message.
    :ivar correlation: location and description of its correlation id.
    :ivar content_type: ``""`` if unknown.
    :ivar foreign: its payload, if that is not in a JSON Schema format.
    """

    pointer: str
    correlation: tuple[str, str | None] | None = None
    tags: tuple[str, ...] = ()
    tag_texts: tuple[TagText, ...] = ()
    external_docs: tuple[str, str] | None = None
    details: tuple[Detail, ...] = ()
    content_type: str = ""
    foreign: ForeignSchema | None = None
    is_deprecated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelServerView(ServerView):
    """A Server Object of AsyncAPI.

    :ivar details: of its bindings.
    :ivar examples: of its variables, by name.
    """

    tags: tuple[str, ...] = ()
    tag_texts: tuple[TagText, ...] = ()
    external_docs: tuple[str, str] | None = None
    details: tuple[Detail, ...] = ()
    examples: tuple[tuple[str, tuple[str, ...]], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelView:
    """A Channel Object. :ivar address: as written. :ivar details: of its bindings."""

    name: str
    address: str
    pointer: str
    title: str | None = None
    summary: str | None = None
    description: str | None = None
    external_docs: tuple[str, str] | None = None
    tags: tuple[str, ...] = ()
    tag_texts: tuple[TagText, ...] = ()
    details: tuple[Detail, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelOperationView(OperationView):
    """An operation of a channel: its messages are the responses, its reply is a callback.

    :ivar pointer: of the operation.
    :ivar sends: whether the application that the document describes sends the messages.
    :ivar protocols: of its servers.
    :ivar locations: of parameters, by name: where in a message their value is.
    :ivar details: of its bindings.
    """

    pointer: str
    channel: ChannelView
    sends: bool
    protocols: tuple[str, ...] = ()
    short_summary: str | None = None
    locations: tuple[tuple[str, str], ...] = ()
    details: tuple[Detail, ...] = ()
