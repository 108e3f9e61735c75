"""Operations as content: a tree for each, whose parts are created on request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cached_property, partial

from sphinx_navapi.changes.change import code
from sphinx_navapi.content.body_examples import (
    CodeBlock,
    Examples,
    clients_besides,
    given_sample,
    made_sample,
    operation_examples,
    schema_example,
)
from sphinx_navapi.content.media_type import Body, Response, read_body, read_response
from sphinx_navapi.locale.wording import Wording, place_words
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.check.objects import PLACES
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.facts import Fact, history_facts
from sphinx_navapi.openapi.history import NO_HISTORY, History, VersionedChange, part_key
from sphinx_navapi.openapi.schema.row import Field, Flag
from sphinx_navapi.openapi.view import (
    ChannelView,
    CodeSampleView,
    Direction,
    OperationView,
    ParameterView,
    RequirementView,
    ResponseView,
    ServerView,
)
from sphinx_navapi.request.relay_manifest import api_url
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import (
    Fill,
    SampleValues,
    sample_values,
    server_template,
    write_request,
)
from sphinx_navapi.request.snippets import Client
from sphinx_navapi.request.styles import expand_server

#: Parts of a page: attributes of `OperationTree`; `samples` is two of them,
#: `code_samples` and `examples`.
PARTS = (
    "channel", "security", "parameters", "body", "responses", "servers", "callbacks", "samples",
)  # fmt: skip

#: The parts of a nested operation, such as a callback.
CALLED_PARTS = ("channel", "security", "parameters", "body", "responses", "callbacks")

#: A page asks for its operation once per part, in sequence.
_KEPT = 4


@dataclass(frozen=True, slots=True)
class ParameterGroup:
    """The parameters of one place, the deprecated ones last.

    :ivar place: ``path``, ``query``, ``querystring``, ``header`` or ``cookie``.
    """

    place: str
    fields: tuple[Field, ...]


def group_parameters(fields: Iterable[Field]) -> tuple[ParameterGroup, ...]:
    """*fields*, rows of parameters, by place, in the order of `PLACES`."""
    by_place: dict[str, list[Field]] = {}
    for field in fields:
        if field.parameter is not None:
            by_place.setdefault(field.parameter.place, []).append(field)
    order = [*PLACES, *sorted(by_place.keys() - set(PLACES))]
    return tuple(
        ParameterGroup(
            place, tuple(sorted(by_place[place], key=lambda each: Flag.DEPRECATED in each.flags))
        )
        for place in order
        if place in by_place
    )


class OperationTree:
    """The content about one operation: its *view*, and what is derived from that for the page."""

    def __init__(self, content: OperationContent, view: OperationView) -> None:
        self._content = content
        self.view = view
        self._samples: dict[str, CodeSampleView] = {}

    @property
    def channel(self) -> ChannelView | None:
        """The channel of the operation, if there is something to show of it."""
        channel = self.view.channel
        return channel if channel and channel.is_shown else None

    @property
    def shown(self) -> tuple[str, ...]:
        """The non-empty ones of `PARTS`."""
        view = self.view
        has = {
            "channel": self.channel is not None,
            "security": bool(view.security),
            "parameters": bool(view.parameters),
            "body": view.body is not None,
            "responses": bool(view.responses),
            "servers": self._has_servers,
            "callbacks": bool(view.callbacks),
            "samples": self._has_samples,
        }
        return tuple(part for part in PARTS if has[part])

    @property
    def _has_servers(self) -> bool:
        view = self.view
        if view.channel:
            return bool(view.servers)
        # Without any server, "/" is the document's own location.
        return not view.incoming and any(server.url != "/" for server in view.servers)

    @property
    def _has_samples(self) -> bool:
        view = self.view
        if view.channel:
            return bool(self.examples.responses)
        return bool(
            not view.incoming
            or view.code_samples
            or (view.body and view.body.content)
            or any(response.content for response in view.responses)
        )

    def called_parts(self, words: Wording) -> Iterator[tuple[str, str]]:
        """The non-empty parts, if this is a callback, with the titles of those that need one."""
        titles = {"body": words.body, "responses": words.responses}
        if len(self.parameter_groups) == 1:
            titles["parameters"] = place_words(self.parameter_groups[0].place, words)
        shown = self.shown
        return ((part, titles.get(part, "")) for part in CALLED_PARTS if part in shown)

    @property
    def base(self) -> str:
        """The base URL of its path: its first server, with the variables' defaults.

        ``""`` if no server is known, or if the API itself sends the request.
        """
        if self.view.incoming or not self.view.servers:
            return ""
        server = self.view.servers[0]
        url = server_template(self.view.key.document, server.url)
        if is_absolute(url):
            return expand_server(url, server.values)
        return "" if url == "/" else url.rstrip("/")

    @property
    def servers(self) -> tuple[ServerView, ...]:
        """Its servers."""
        return self.view.servers

    @cached_property
    def security(self) -> tuple[tuple[RequirementView, ...], ...]:
        """Alternatives; an empty one: nothing is required."""
        absolute = partial(api_url, self.view)
        return tuple(
            tuple(requirement.with_urls(absolute) for requirement in alternative)
            for alternative in self.view.security
        )

    @cached_property
    def parameters(self) -> tuple[Field, ...]:
        """The parameters in document order."""
        view = self.view
        fields = self._content.schemas.parameters(view.parameters, view.request_direction)
        return tuple(map(self._dated, fields, view.parameters))

    def _dated(self, field: Field, parameter: ParameterView) -> Field:
        """The row of *parameter*, with its history in this operation."""
        facts = self._facts_of(f"{parameter.place} parameter", parameter.name)
        if not facts:
            return field
        history = dict.fromkeys((*facts, *field.view.history))
        return replace(field, view=replace(field.view, history=tuple(history)))

    def _facts_of(self, kind: str, name: str) -> tuple[Fact, ...]:
        """The history of the part of a *kind*, in words, with a *name*."""
        if self._history is NO_HISTORY:
            return ()
        key = part_key(str(self.view.key), f"{kind} {code(name)}")
        return tuple(history_facts(self._history, key))

    @cached_property
    def parameter_groups(self) -> tuple[ParameterGroup, ...]:
        """The parameters in display order: by place."""
        return group_parameters(self.parameters)

    @property
    def only_place(self) -> str:
        """The place of all parameters, ``""`` if they have several or there are none.

        Those of a channel are all in its address: their section has no more specific name.
        """
        places = {parameter.place for parameter in self.view.parameters}
        return places.pop() if len(places) == 1 and not self.view.channel else ""

    @cached_property
    def body(self) -> Body | None:
        """The body of the request."""
        view = self.view
        if view.body is None:
            return None
        return read_body(self._content.schemas, view.body, view.request_direction)

    @cached_property
    def responses(self) -> tuple[Response, ...]:
        """The responses in document order."""
        schemas, direction = self._content.schemas, self.view.response_direction
        return tuple(
            read_response(schemas, self._dated_response(each), direction)
            for each in self.view.responses
        )

    def _dated_response(self, response: ResponseView) -> ResponseView:
        facts = self._facts_of("response", response.status)
        return replace(response, facts=(*response.facts, *facts)) if facts else response

    @property
    def _history(self) -> History:
        return self._content.schemas.document.history

    @property
    def dated(self) -> tuple[Fact, ...]:
        """Since when it exists and is deprecated, and when it changed last."""
        return tuple(history_facts(self._history, str(self.view.key)))

    @property
    def changes(self) -> tuple[VersionedChange, ...]:
        """Its changes from earlier versions of the document on, newest first."""
        return self._history.changes.get(str(self.view.key), ())

    @cached_property
    def callbacks(self) -> tuple[tuple[str, str, OperationTree], ...]:
        """The requests sent by the API: name, runtime expression of the URL, and content."""
        return tuple(
            (name, expression, self._content.operation(called))
            for name, expression, called in self.view.callbacks
        )

    @cached_property
    def examples(self) -> Examples:
        """Examples of its bodies."""
        return operation_examples(self.view, self._content.examples)

    def code_samples(self, clients: Iterable[Client]) -> list[CodeSampleView]:
        """The samples in the document, then those of the other *clients*; each is generated
        once.
        """
        samples = list(map(given_sample, self.view.code_samples))
        if self.view.incoming:
            return samples
        return samples + [self._sample(client) for client in clients_besides(samples, clients)]

    def _sample(self, client: Client) -> CodeSampleView:
        made = self._samples.get(client.id)
        if made is None:
            made = self._samples[client.id] = made_sample(client, self.request)
        return made

    @cached_property
    def sample_values(self) -> SampleValues:
        """The values that its samples send."""
        return sample_values(self.view, self._content.examples, fill=self._content.fill)

    @cached_property
    def request(self) -> HttpRequest:
        """The request that its samples send."""
        return write_request(self.view, self.sample_values, self._content.schemas)

    @property
    def linked_operations(self) -> tuple[OperationKey, ...]:
        """Known targets of the links in its responses."""
        return tuple(
            link.target
            for response in self.view.responses
            for link in response.links
            if link.target is not None
        )


class OperationContent:
    """The operations and schemas of one document as content.

    :param fill: which values the samples of requests contain.
    :ivar schemas: its schemas.
    """

    def __init__(self, examples: ExampleMaker, *, fill: Fill = Fill.GIVEN) -> None:
        self.examples = examples
        self.fill = fill
        self.schemas = examples.registry
        self._made: OrderedDict[int, tuple[OperationView, OperationTree]] = OrderedDict()

    def operation(self, view: OperationView) -> OperationTree:
        """The tree of *view*, cached for the last few views."""
        made = self._made.get(id(view))
        if made is None:
            # Keeps the view alive, so that its id is not reused.
            made = self._made[id(view)] = (view, OperationTree(self, view))
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return made[1]

    def wording(self, words: Wording) -> Wording:
        """*words* adapted to the pages of this document."""
        if not self.schemas.document.is_asyncapi:
            return words
        return replace(
            words,
            response=words.message,
            responses=words.messages,
            body=words.payload,
            callback=words.reply,
            callbacks=words.reply,
            download=words.download_channels,
        )

    def schema_example(
        self, pointer: str, direction: Direction = Direction.BOTH
    ) -> CodeBlock | None:
        """An example of the schema at *pointer*, if there is something to show."""
        view = self.schemas.view(pointer, direction)
        return schema_example(view, self.examples, direction)
