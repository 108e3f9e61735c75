"""Operations of AsyncAPI documents as content: with the same parts as other operation pages.

Messages take the place of responses, and replies that of callbacks; only the wording differs, see
`ChannelContent.wording`.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property

from sphinx_navapi.asyncapi.view import ChannelOperationView, ChannelView
from sphinx_navapi.content.media_type import Response
from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.view import OperationView


class ChannelTree(OperationTree):
    """The content of a page about a channel operation."""

    is_channel = True

    def __init__(self, content: ChannelContent, view: ChannelOperationView) -> None:
        super().__init__(content, view)
        self._channel_view = view
        self.lead = "application_sends" if view.sends else "application_receives"
        self.protocols = view.protocols

    @property
    def address(self) -> str:
        """The address of its channel."""
        return self._channel_view.channel.address

    @property
    def channel(self) -> ChannelView | None:
        """The channel, and the bindings of channel and operation."""
        channel = self._channel_view.channel
        return channel if channel.is_shown else None

    @property
    def only_place(self) -> str:
        """All parameters are in the channel address: their section has no more specific name."""
        return ""

    @cached_property
    def responses(self) -> tuple[Response, ...]:
        """The messages in document order; those without a payload have no body."""
        return tuple(
            replace(each, content=tuple(media for media in each.content if media.has_schema))
            for each in super().responses
        )

    @property
    def _has_servers(self) -> bool:
        return bool(self.servers)

    @property
    def _has_samples(self) -> bool:
        return bool(self.examples.responses)


class ChannelContent(OperationContent):
    """The operations and schemas of one AsyncAPI document as content."""

    def wording(self, words: Wording) -> Wording:
        """*words* adapted to its pages."""
        return replace(
            words,
            response=words.message,
            responses=words.messages,
            body=words.payload,
            callback=words.reply,
            callbacks=words.reply,
            download=words.download_channels,
        )

    def _tree(self, view: OperationView) -> OperationTree:
        assert isinstance(view, ChannelOperationView)
        return ChannelTree(self, view)
