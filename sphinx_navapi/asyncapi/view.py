"""The AsyncAPI-specific part of an operation's view."""

from __future__ import annotations

from dataclasses import dataclass

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.facts import Link, StatedFact, Text
from sphinx_navapi.openapi.view import OperationView, ResponseView


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageView(ResponseView):
    """A Message Object as a response: its name is the *status*, which is not an HTTP status."""

    @property
    def group(self) -> str:
        """Messages have no groups."""
        return ""

    def phrase(self, words: Wording) -> str:
        """The name is sufficient."""
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelView:
    """A Channel Object, with the bindings of one of its operations.

    :ivar address: as written. :ivar facts: for one line.
    """

    address: str
    summary: Text | None = None
    description: Text | None = None
    facts: tuple[StatedFact, ...] = ()
    link: Link | None = None

    @property
    def is_shown(self) -> bool:
        """Whether there is anything to show besides the address."""
        return bool(self.description or self.summary or self.facts or self.link)


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelOperationView(OperationView):
    """An operation of a channel: its messages are the responses, its reply is a callback.

    :ivar sends: whether the application that the document describes sends the messages.
    :ivar protocols: of its servers.
    """

    channel: ChannelView
    sends: bool
    protocols: tuple[str, ...] = ()
