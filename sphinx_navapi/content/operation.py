"""Operations as content: a tree for each, whose parts are created on request."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial

from sphinx_navapi.asyncapi.view import ChannelView
from sphinx_navapi.content.body_examples import (
    CodeBlock,
    Examples,
    clients_besides,
    given_sample,
    made_sample,
    operation_examples,
    schema_example,
)
from sphinx_navapi.content.media_type import Body, MediaTypeContent, Response
from sphinx_navapi.content.parameter import ParameterContent, ParameterGroup
from sphinx_navapi.content.part_words import place_words
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.tree import Field
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.view import (
    CodeSampleView,
    Direction,
    OperationView,
    RequirementView,
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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Callback:
    """A request sent by the API.

    :ivar expression: its URL, a runtime expression.
    """

    name: str
    expression: str
    called: OperationTree

    @property
    def text(self) -> Text | None:
        """Its description, if that adds something to its summary."""
        return self.called.text if self.called.text != self.called.summary else None


class OperationTree:
    """The content about one operation.

    :ivar summary: its title, if the page has none of its own.
    :ivar http_method: the HTTP method; of a webhook or callback that of the request.
    :ivar is_incoming: the API sends this request: a webhook or a callback.
    :ivar intro: CommonMark shown before everything generated.
    :ivar facts: those selected by `api.extensions`.
    :ivar link: external documentation.
    :ivar is_channel: it is an operation of a channel: its responses are messages.
    :ivar lead: field of `Wording`, a sentence shown first; ``""`` without.
    :ivar protocols: of the servers of a channel.
    """

    is_channel = False
    lead = ""
    protocols: tuple[str, ...] = ()

    def __init__(self, content: OperationContent, view: OperationView) -> None:
        self._content = content
        self._view = view
        self.key: OperationKey = view.key
        self.operation_id = view.operation_id
        self.summary = view.summary
        self.http_method = view.http_method
        self.is_incoming = view.incoming
        self.is_deprecated = view.deprecated
        self.intro = view.content
        self.facts = view.facts
        self.text = view.description
        self.link = view.link
        self._samples: dict[str, CodeSampleView] = {}

    @property
    def address(self) -> str:
        """The text beside its method: its path, or the address of its channel."""
        return self.key.path

    @property
    def channel(self) -> ChannelView | None:
        """The channel of the operation, if there is something to show of it."""
        return None

    @property
    def shown(self) -> tuple[str, ...]:
        """The non-empty ones of `PARTS`."""
        view = self._view
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
        # Without any server, "/" is the document's own location.
        return not self.is_incoming and any(server.url != "/" for server in self.servers)

    @property
    def _has_samples(self) -> bool:
        view = self._view
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
        return ((part, titles.get(part, "")) for part in CALLED_PARTS if getattr(self, part))

    @property
    def base(self) -> str:
        """The base URL of its path: its first server, with the variables' defaults.

        ``""`` if no server is known, or if the API itself sends the request.
        """
        if self.is_incoming or not self._view.servers:
            return ""
        server = self._view.servers[0]
        url = server_template(self.key.document, server.url)
        if is_absolute(url):
            return expand_server(url, server.values)
        return "" if url == "/" else url.rstrip("/")

    @property
    def servers(self) -> tuple[ServerView, ...]:
        """Its servers."""
        return self._view.servers

    @cached_property
    def security(self) -> tuple[tuple[RequirementView, ...], ...]:
        """Alternatives; an empty one: nothing is required."""
        absolute = partial(api_url, self._view)
        return tuple(
            tuple(requirement.with_urls(absolute) for requirement in alternative)
            for alternative in self._view.security
        )

    @cached_property
    def parameters(self) -> tuple[Field, ...]:
        """The parameters in document order."""
        view = self._view
        return self._content.parameters.fields(view.parameters, view.request_direction)

    @cached_property
    def parameter_groups(self) -> tuple[ParameterGroup, ...]:
        """The parameters in display order: by place."""
        view = self._view
        return self._content.parameters.groups(view.parameters, view.request_direction)

    @property
    def only_place(self) -> str:
        """The place of all parameters, ``""`` if they have several or there are none."""
        places = {parameter.place for parameter in self._view.parameters}
        return places.pop() if len(places) == 1 else ""

    @cached_property
    def body(self) -> Body | None:
        """The body of the request."""
        view = self._view
        if view.body is None:
            return None
        return self._content.media_types.body(view.body, view.request_direction)

    @cached_property
    def responses(self) -> tuple[Response, ...]:
        """The responses in document order."""
        view, made = self._view, self._content.media_types
        return tuple(made.response(each, view.response_direction) for each in view.responses)

    @cached_property
    def callbacks(self) -> tuple[Callback, ...]:
        """The requests sent by the API."""
        return tuple(
            Callback(name=name, expression=expression, called=self._content.operation(called))
            for name, expression, called in self._view.callbacks
        )

    @cached_property
    def examples(self) -> Examples:
        """Examples of its bodies."""
        return operation_examples(self._view, self._content.examples)

    def code_samples(self, clients: Iterable[Client]) -> list[CodeSampleView]:
        """The samples in the document, then those of the other *clients*; each is generated
        once.
        """
        given = list(map(given_sample, self._view.code_samples))
        if self.is_incoming:
            return given
        return given + [self._sample(client) for client in clients_besides(given, clients)]

    def _sample(self, client: Client) -> CodeSampleView:
        made = self._samples.get(client.id)
        if made is None:
            made = self._samples[client.id] = made_sample(client, self.request)
        return made

    @cached_property
    def sample_values(self) -> SampleValues:
        """The values that its samples send."""
        return sample_values(self._view, self._content.examples, fill=self._content.fill)

    @cached_property
    def request(self) -> HttpRequest:
        """The request that its samples send."""
        return write_request(self._view, self.sample_values, self._content.schemas.book)

    @property
    def linked_operations(self) -> tuple[OperationKey, ...]:
        """Known targets of the links in its responses."""
        return tuple(
            link.target
            for response in self._view.responses
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
        self.schemas = SchemaContent(examples.book)
        self.parameters = ParameterContent(self.schemas)
        self.media_types = MediaTypeContent(self.schemas, self.parameters)
        self._made: OrderedDict[int, tuple[OperationView, OperationTree]] = OrderedDict()

    def operation(self, view: OperationView) -> OperationTree:
        """The tree of *view*, cached for the last few views."""
        made = self._made.get(id(view))
        if made is None:
            # Keeps the view alive, so that its id is not reused.
            made = self._made[id(view)] = (view, self._tree(view))
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return made[1]

    def wording(self, words: Wording) -> Wording:
        """*words* adapted to the pages of this document."""
        return words

    def _tree(self, view: OperationView) -> OperationTree:
        return OperationTree(self, view)

    def schema_example(
        self, pointer: str, direction: Direction = Direction.BOTH
    ) -> CodeBlock | None:
        """An example of the schema at *pointer*, if there is something to show."""
        view = self.schemas.book.view(pointer, direction)
        return schema_example(view, self.examples, direction)
