"""Operations as content: a tree for each, of which a part is made when a writer asks for it."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial

from sphinx_navapi.content.body_examples import (
    CodeBlock,
    Examples,
    operation_examples,
    schema_example,
)
from sphinx_navapi.content.code_samples import (
    CodeSample,
    clients_besides,
    given_sample,
    made_sample,
)
from sphinx_navapi.content.media_type import Body, MediaTypeContent
from sphinx_navapi.content.parameter import ParameterContent, ParameterGroup
from sphinx_navapi.content.response import Response, ResponseContent
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.security import Scheme, Server, scheme_content, server_content
from sphinx_navapi.content.tree import Channel, Field, Link, Text
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import WEBHOOK, OperationKey, method_field
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import Direction, OperationView
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

#: Parts of a page, in its order: attributes of `OperationTree`; `samples` are two of them,
#: `code_samples` and `examples`.
PARTS = ("security", "parameters", "body", "responses", "servers", "callbacks", "samples")

#: Those of an operation inside a page, that of a callback.
CALLED_PARTS = ("security", "parameters", "body", "responses", "callbacks")

#: A page asks for its operation once for each of its parts, one after another.
_KEPT = 4


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Callback:
    """A request that the API sends back.

    :ivar expression: where it goes, a runtime expression.
    :ivar summary: *text* is ``None`` where it says no more.
    """

    name: str
    expression: str
    summary: Text | None
    text: Text | None
    called: OperationTree


class OperationTree:
    """What a page says of one operation.

    :ivar summary: its title, where the page has none of its own.
    :ivar http_method: as HTTP has it; of a webhook or callback that of the request.
    :ivar is_incoming: the API sends this request: a webhook or a callback.
    :ivar intro: CommonMark that stands before all that is generated.
    :ivar facts: what `api.extensions` shows of it.
    :ivar link: documentation elsewhere.
    :ivar is_channel: it is an operation of a channel: what it says of responses is of messages.
    :ivar lead: field of `Wording`, a sentence that stands first; ``""`` without.
    :ivar protocols: of the servers of a channel.
    """

    is_channel = False
    lead = ""
    protocols: tuple[str, ...] = ()

    def __init__(self, content: OperationContent, view: OperationView, pointer: str) -> None:
        self._content = content
        self._view = view
        self._pointer = pointer
        self.key: OperationKey = view.key
        self.operation_id = view.operation_id
        self.summary = view.summary
        self.http_method = view.http_method
        self.is_incoming = view.incoming
        self.is_deprecated = view.deprecated
        self.intro = Text(view.content, pointer) if view.content else None
        self.facts = Text(view.facts, pointer) if view.facts else None
        self.text = Text(view.description, f"{pointer}/description") if view.description else None
        self.link = None if view.external_docs is None else Link(*view.external_docs)
        self._samples: dict[str, CodeSample] = {}

    @property
    def address(self) -> str:
        """What stands beside its method: its path, or the address of its channel."""
        return self.key.path

    @property
    def channel(self) -> Channel | None:
        """The channel of which it is an operation."""
        return None

    @property
    def shown(self) -> tuple[str, ...]:
        """Those of `PARTS` that have something to show."""
        view = self._view
        has = {
            "security": bool(view.security),
            "parameters": bool(view.parameters),
            "body": view.body is not None,
            "responses": bool(view.responses),
            # Without any server, "/" stands for the document's own place.
            "servers": not view.incoming and any(server.url != "/" for server in view.servers),
            "callbacks": bool(view.callbacks),
            "samples": bool(
                not view.incoming
                or view.code_samples
                or (view.body and view.body.content)
                or any(response.content for response in view.responses)
            ),
        }
        return tuple(part for part in PARTS if has[part])

    @property
    def called_parts(self) -> tuple[str, ...]:
        """The parts that have something to show where it is a callback."""
        return tuple(part for part in CALLED_PARTS if getattr(self, part))

    @property
    def base(self) -> str:
        """What its path follows in an address: its first server, with the variables' defaults.

        ``""`` where no server is known, or where the API itself sends the request.
        """
        if self.is_incoming or not self._view.servers:
            return ""
        server = self._view.servers[0]
        values = {variable.name: variable.default for variable in server.variables}
        url = server_template(self.key.document, server.url)
        if is_absolute(url):
            return expand_server(url, values)
        return "" if url == "/" else url.rstrip("/")

    @cached_property
    def servers(self) -> tuple[Server, ...]:
        """The servers that hold for it."""
        return tuple(map(server_content, self._view.servers))

    @cached_property
    def security(self) -> tuple[tuple[Scheme, ...], ...]:
        """Alternatives; an empty one: nothing is needed."""
        absolute = partial(api_url, self._view)
        return tuple(
            tuple(scheme_content(requirement, absolute) for requirement in alternative)
            for alternative in self._view.security
        )

    @cached_property
    def parameters(self) -> tuple[Field, ...]:
        """The parameters in the order of the document."""
        view = self._view
        return self._content.parameters.fields(view.parameters, view.request_direction)

    @cached_property
    def parameter_groups(self) -> tuple[ParameterGroup, ...]:
        """The parameters as a page has them: by place."""
        view = self._view
        return self._content.parameters.groups(view.parameters, view.request_direction)

    @property
    def only_place(self) -> str:
        """The place of all parameters, ``""`` where they are at several or there is none."""
        places = {parameter.place for parameter in self._view.parameters}
        return places.pop() if len(places) == 1 else ""

    @cached_property
    def body(self) -> Body | None:
        """The body of the request."""
        view = self._view
        if view.body is None:
            return None
        text = view.body.description
        return Body(
            required=view.body.required,
            text=Text(text, f"{self._pointer}/requestBody/description") if text else None,
            content=self._content.media_types.media_types(
                view.body.content, view.request_direction
            ),
        )

    @cached_property
    def responses(self) -> tuple[Response, ...]:
        """The responses in the order of the document."""
        view, made = self._view, self._content.responses
        return tuple(
            made.response(response, self._pointer, view.response_direction)
            for response in view.responses
        )

    @cached_property
    def callbacks(self) -> tuple[Callback, ...]:
        """The requests that the API sends back."""
        return tuple(self._callback(*callback) for callback in self._view.callbacks)

    def _callback(self, name: str, expression: str, view: OperationView) -> Callback:
        place = "/".join(
            [
                self._pointer, "callbacks", escape_pointer(name), escape_pointer(expression),
            ]
        ) + method_field(view.http_method)  # fmt: skip
        called = OperationTree(self._content, view, place)
        return Callback(
            name=name,
            expression=expression,
            summary=Text(view.summary, f"{place}/summary") if view.summary else None,
            text=None if view.description == view.summary else called.text,
            called=called,
        )

    @cached_property
    def examples(self) -> Examples:
        """Examples of its bodies."""
        return operation_examples(self._view, self._content.examples)

    def code_samples(self, clients: Iterable[Client]) -> list[CodeSample]:
        """The samples of the document, then those of the other *clients*; each is written once."""
        given = list(map(given_sample, self._view.code_samples))
        if self.is_incoming:
            return given
        return given + [self._sample(client) for client in clients_besides(given, clients)]

    def _sample(self, client: Client) -> CodeSample:
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
        """Where links of its responses lead, as far as that is known."""
        return tuple(
            link.target
            for response in self._view.responses
            for link in response.links
            if link.target is not None
        )


class OperationContent:
    """The operations and schemas of one document as content.

    :param fill: what the samples of requests hold.
    :ivar schemas: its schemas.
    """

    def __init__(self, examples: ExampleMaker, *, fill: Fill = Fill.GIVEN) -> None:
        self.examples = examples
        self.fill = fill
        self.schemas = SchemaContent(examples.book)
        self.parameters = ParameterContent(self.schemas)
        self.media_types = MediaTypeContent(self.schemas, self.parameters)
        self.responses = ResponseContent(self.parameters, self.media_types)
        self._made: OrderedDict[int, tuple[OperationView, OperationTree]] = OrderedDict()

    def operation(self, view: OperationView) -> OperationTree:
        """The tree of *view*, the same for the same object, as long as few others are between."""
        made = self._made.get(id(view))
        if made is None:
            # With the view, so that no other object takes its identity.
            made = self._made[id(view)] = (view, self._tree(view))
            if len(self._made) > _KEPT:
                self._made.popitem(last=False)
        return made[1]

    def wording(self, words: Wording) -> Wording:
        """*words* as the pages of this document use them."""
        return words

    def _tree(self, view: OperationView) -> OperationTree:
        key = view.key
        top = "webhooks" if key.method == WEBHOOK else "paths"
        place = f"/{top}/{escape_pointer(key.path)}{method_field(view.http_method)}"
        return OperationTree(self, view, place)

    def schema_example(
        self, pointer: str, direction: Direction = Direction.BOTH
    ) -> CodeBlock | None:
        """An example of the schema at *pointer*, if there is something to show."""
        view = self.schemas.book.view(pointer, direction)
        return schema_example(view, self.examples, direction)
