"""Operations of AsyncAPI documents as content: with the same parts as other operation pages.

Messages take the place of responses, and replies that of callbacks; only the wording differs, see
`ChannelContent.wording`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from sphinx_navapi.asyncapi.view import (
    ChannelOperationView,
    ChannelServerView,
    Detail,
    MessageView,
    TagText,
)
from sphinx_navapi.content.body_examples import CodeBlock
from sphinx_navapi.content.media_type import MediaType
from sphinx_navapi.content.operation import Callback, OperationContent, OperationTree
from sphinx_navapi.content.parameter import ParameterGroup
from sphinx_navapi.content.response import Response
from sphinx_navapi.content.security import (
    Scheme,
    Server,
    Variable,
    scheme_content,
    server_content,
)
from sphinx_navapi.content.tree import (
    Channel,
    Fact,
    Field,
    NamedFact,
    StatedFact,
    Text,
    ToldFact,
    external_link,
)
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.view import Direction, OperationView, RequirementView, ServerView

#: Parts of a reply, which uses the servers of its operation.
_REPLY_PARTS: Final = ("channel", "parameters", "responses")

#: Names of authentication mechanisms, which are not translated.
_MECHANISMS: Final = {
    "X509": "X.509", "plain": "SASL/PLAIN", "scramSha256": "SASL/SCRAM-SHA-256",
    "scramSha512": "SASL/SCRAM-SHA-512", "gssapi": "SASL/GSSAPI",
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class ChannelScheme(Scheme):
    """An AsyncAPI security scheme, which may be of a kind that HTTP does not have."""

    def kind_words(self, words: Wording) -> str:
        """The kind of security scheme in a few words."""
        if self.kind in _MECHANISMS:
            return _MECHANISMS[self.kind]
        if self.kind == "apiKey" and self.detail:
            return f"{words.api_key} ({self.detail})"
        known = {
            "userPassword": words.user_password, "httpApiKey": words.api_key,
            "symmetricEncryption": words.symmetric_encryption,
            "asymmetricEncryption": words.asymmetric_encryption,
        }  # fmt: skip
        return known.get(self.kind) or Scheme.kind_words(self, words)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Message(Response):
    """A message: its name is not an HTTP status."""

    @property
    def group(self) -> str:
        """Messages have no groups."""
        return ""

    def phrase(self, words: Wording) -> str:
        """The name is sufficient."""
        return ""


class ChannelTree(OperationTree):
    """The content of a page about a channel operation."""

    is_channel = True

    def __init__(self, content: ChannelContent, view: ChannelOperationView) -> None:
        super().__init__(content, view, view.pointer)
        self._channel_view = view
        self.lead = "application_sends" if view.sends else "application_receives"
        self.protocols = view.protocols
        summary = view.short_summary
        if summary and summary != view.description:
            # The page title is less specific.
            both = "\n\n".join(filter(None, (summary, view.description)))
            self.text = Text(both, f"{view.pointer}/description")

    @property
    def address(self) -> str:
        """The address of its channel."""
        return self._channel_view.channel.address

    @property
    def shown(self) -> tuple[str, ...]:
        """The non-empty parts."""
        view, channel = self._channel_view, self.channel
        has = {
            "channel": bool(channel.text or channel.summary or channel.facts or channel.link),
            "security": bool(view.security),
            "parameters": bool(view.parameters),
            "responses": bool(view.responses),
            "servers": bool(view.servers),
            "callbacks": bool(view.callbacks),
            "samples": bool(self.examples.responses),
        }
        return tuple(part for part, shown in has.items() if shown)

    @property
    def called_parts(self) -> tuple[str, ...]:
        """The non-empty parts, if this is a reply."""
        return tuple(part for part in self.shown if part in _REPLY_PARTS)

    @property
    def only_place(self) -> str:
        """All parameters are in the channel address: their section has no more specific name."""
        return ""

    @cached_property
    def channel(self) -> Channel:
        """The channel, and the bindings of channel and operation."""
        return _channel(self._channel_view)

    @cached_property
    def security(self) -> tuple[tuple[Scheme, ...], ...]:
        """Alternatives; an empty one: nothing is required."""
        return tuple(
            tuple(channel_scheme(requirement) for requirement in alternative)
            for alternative in self._view.security
        )

    @cached_property
    def servers(self) -> tuple[Server, ...]:
        """The servers of the channel."""
        return tuple(map(channel_server, self._view.servers))

    @cached_property
    def parameters(self) -> tuple[Field, ...]:
        """The parameters of the channel's address."""
        locations = dict(self._channel_view.locations)
        fields = self._content.parameters.fields(self._view.parameters, Direction.BOTH)
        return tuple(
            replace(each, written=(Fact("location", (locations[each.name],)),))
            if each.name in locations
            else each
            for each in fields
        )

    @cached_property
    def parameter_groups(self) -> tuple[ParameterGroup, ...]:
        """The parameters as one group."""
        return (ParameterGroup("channel", self.parameters),) if self.parameters else ()

    @cached_property
    def responses(self) -> tuple[Response, ...]:
        """The messages in document order."""
        messages = (view for view in self._view.responses if isinstance(view, MessageView))
        return tuple(_message(self._content, view) for view in messages)

    @cached_property
    def callbacks(self) -> tuple[Callback, ...]:
        """The reply, if there is one."""
        return tuple(self._reply(*callback) for callback in self._view.callbacks)

    def _reply(self, name: str, expression: str, view: OperationView) -> Callback:
        called = self._content.operation(view)
        return Callback(
            name=name, expression=expression, summary=None, text=called.text, called=called
        )


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


def _channel(view: ChannelOperationView) -> Channel:
    channel, bound = view.channel, view.details
    # The first tag of an operation determines its group.
    tags = tuple(dict.fromkeys((*channel.tags, *view.tags[1:])))
    summary = channel.title if channel.title != channel.address else None
    said = "\n\n".join(filter(None, (channel.summary, channel.description)))
    return Channel(
        summary=Text(summary, f"{channel.pointer}/title") if summary else None,
        text=Text(said, f"{channel.pointer}/description") if said else None,
        facts=tuple(_facts(tags, channel.tag_texts, (*channel.details, *bound))),
        link=external_link(channel.external_docs, channel.pointer),
    )


def _facts(
    tags: tuple[str, ...], told: tuple[TagText, ...], details: tuple[Detail, ...]
) -> Iterator[StatedFact]:
    known = {each.name for each in told}
    bare = tuple(name for name in tags if name not in known)
    if bare:
        yield Fact("tags", bare)
    for each in told:
        yield ToldFact("tags", (each.name,), text=Text(each.text, each.pointer))
    for detail in dict.fromkeys(details):
        yield NamedFact(detail.name, (detail.value,))


def _message(content: OperationContent, view: MessageView) -> Response:
    """The content about a message."""
    facts: list[StatedFact] = []
    if view.is_deprecated:
        facts.append(Fact("deprecated"))
    if view.correlation is not None:
        location, said = view.correlation
        text = Text(said, f"{view.pointer}/correlationId/description") if said else None
        facts.append(ToldFact("correlation_id", (location,), text=text))
    return Message(
        status=view.status,
        summary=Text(view.summary, f"{view.pointer}/title") if view.summary else None,
        text=Text(view.description, f"{view.pointer}/description") if view.description else None,
        facts=(*facts, *_facts(view.tags, view.tag_texts, view.details)),
        headers=content.parameters.fields(view.headers, Direction.BOTH),
        content=tuple(_payload(content, view)),
        links=(),
        link=external_link(view.external_docs, view.pointer),
    )


def _payload(content: OperationContent, view: MessageView) -> Iterator[MediaType]:
    if view.foreign is not None:
        yield MediaType(
            names=(view.content_type,) if view.content_type else (),
            facts=(Fact("schema_format", (view.foreign.schema_format,)),),
            source=CodeBlock(text=view.foreign.text, language=view.foreign.language),
        )
        return
    for media in content.media_types.media_types(view.content, Direction.BOTH):
        if media.schema is not None:
            yield replace(media, names=tuple(filter(None, media.names)))


def channel_scheme(requirement: RequirementView) -> Scheme:
    """The content about *requirement*."""
    made = scheme_content(requirement)
    # Only HTTP has headers; how other protocols send a token is up to them.
    carrier = made.carrier if requirement.type == "http" else None
    if requirement.type == "httpApiKey" and requirement.name:
        carrier = (requirement.place or "header", requirement.name)
    return ChannelScheme(
        name=made.name,
        kind=made.kind,
        detail=made.detail,
        bearer_format=made.bearer_format,
        is_deprecated=made.is_deprecated,
        text=made.text,
        carrier=carrier,
        discovery=made.discovery,
        scopes=made.scopes,
        flows=made.flows,
    )


def channel_server(server: ServerView) -> Server:
    """The content about *server*."""
    made = server_content(server)
    if not isinstance(server, ChannelServerView):
        return made
    examples = dict(server.examples)
    return replace(
        made,
        variables=tuple(_variable(each, examples.get(each.name, ())) for each in made.variables),
        facts=tuple(_facts(server.tags, server.tag_texts, server.details)),
        link=external_link(server.external_docs, "/servers"),
    )


def _variable(variable: Variable, examples: tuple[str, ...]) -> Variable:
    """*variable* with its *examples*."""
    if not examples:
        return variable
    fact = Fact("examples" if len(examples) > 1 else "example", examples)
    return replace(variable, facts=(*variable.facts, fact))
