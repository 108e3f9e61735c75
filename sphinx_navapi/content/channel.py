"""Operations of AsyncAPI documents as content: with the same parts as other operation pages.

Messages take the place of responses, and replies that of callbacks; only the wording differs, see
`ChannelContent.wording`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from functools import cached_property

from sphinx_navapi.asyncapi.parts import read_object
from sphinx_navapi.asyncapi.servers import read_server
from sphinx_navapi.asyncapi.view import ChannelOperationView, ChannelView
from sphinx_navapi.content.media_type import Response
from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.content.overview import OverviewTree, overview_content
from sphinx_navapi.formats.lenient import as_mapping, below
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.security import read_requirement
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.plan.listed_operations import ListedGroup


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


def channel_overview(document: OpenApiDocument, groups: Iterable[ListedGroup]) -> OverviewTree:
    """The content of the page about *document*; *groups* are its lists of operations."""
    root = document.root
    info = as_mapping(root.get("info"))
    # In 3.x, these are in the Info Object, unlike in 2.x and OpenAPI.
    about = {key: root.get(key) or info.get(key) for key in ("tags", "externalDocs")}
    schemes = as_mapping(as_mapping(root.get("components")).get("securitySchemes"))
    return replace(
        overview_content(replace(document, root={**root, **about}, _by_key={}), groups),
        servers=tuple(
            read_server(document, name, read_object(document, below("/servers", name)))
            for name in as_mapping(root.get("servers"))
        ),
        schemes=tuple(read_requirement(document, name) for name in schemes),
    )
