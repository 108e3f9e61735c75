"""Examples of bodies, and code samples, as content and as text."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from typing import Any, TypeAlias

from sphinx_navapi.formats.numbers import write_json
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import JSON_LINES, ExampleMaker, is_long
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.view import (
    MISSING,
    CodeSampleView,
    Direction,
    ExampleView,
    MediaTypeView,
    OperationView,
)
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_body import concrete_type
from sphinx_navapi.request.snippets import Client, client_for
from sphinx_navapi.request.styles import essence_of, is_json

#: Longer examples are cut to fit on a page.
LONGEST_EXAMPLE = 32_000


@dataclass(frozen=True, slots=True, kw_only=True)
class CodeBlock:
    """Text shown as it is. :ivar language: for highlighting."""

    text: str
    language: str

    def shortened(self, words: Wording, longest: int = LONGEST_EXAMPLE) -> str:
        """The text up to *longest* characters, with a note where it was cut."""
        if len(self.text) <= longest:
            return self.text
        return f"{self.text[:longest]}\n… ({words.shortened})"


@dataclass(frozen=True, slots=True, kw_only=True)
class BodyExample:
    """An example of the body of a request or a response.

    :ivar index: position of its media type among those of the body.
    :ivar code: the body; ``None``: it is external.
    """

    media_type: str
    index: int
    view: ExampleView
    code: CodeBlock | None = None

    def title(self, translate: Callable[[str], str]) -> str:
        """Its summary or its name, ``""`` without."""
        return translate(self.view.summary) if self.view.summary else self.view.name


@dataclass(frozen=True, slots=True)
class ResponseExamples:
    """The examples of a response. :ivar several: whether it has several media types."""

    status: str
    several: bool
    examples: tuple[BodyExample, ...]


@dataclass(frozen=True, slots=True)
class Examples:
    """The examples of an operation: of its body, and of each response that has any.

    :ivar sent: summary of the only example of the body, which the samples send.
    """

    bodies: tuple[BodyExample, ...]
    responses: tuple[ResponseExamples, ...]
    sent: Text | None = None


def example_text(value: Any, media_type: str = "application/json") -> str:
    """*value* as it would be sent with *media_type*, indented if that is JSON."""
    if isinstance(value, str) and (
        not is_json(concrete_type(media_type, value)) or value.lstrip()[:1] in ("{", "[", '"')
    ):
        return value
    if isinstance(value, list) and essence_of(media_type) in JSON_LINES:
        return "\n".join(write_json(item, ensure_ascii=False) for item in value)
    return json_text(value, indent=2)


def code_language(value: Any, media_type: str) -> str:
    """The highlighting language for the result of `example_text`."""
    essence = essence_of(concrete_type(media_type, value))
    if is_json(essence):
        return "json"
    return "xml" if essence.endswith(("/xml", "+xml")) else "text"


def operation_examples(view: OperationView, examples: ExampleMaker) -> Examples:
    """The examples that the page of *view* shows.

    Of the body: further ones beside that in the samples. A single one is only among them if it has
    more than a summary, which is the label of the samples. For a request sent by the API itself,
    also a generated one, as there is no sample.
    """
    blocks: _Blocks = {}
    responses = tuple(_responses(view, examples, blocks))
    examples_of = [
        (index, media, example)
        for index, media in enumerate(view.body.content if view.body is not None else ())
        for example in examples.media_examples(media, view.request_direction)
        if view.incoming or not example.made
    ]
    bodies = tuple(_example(media, index, each, blocks) for index, media, each in examples_of)
    is_sent = len(bodies) == 1 and bodies[0].index == 0 and bodies[0].view.description is None
    if is_sent and not view.incoming:
        return Examples((), responses, bodies[0].view.summary)
    return Examples(bodies, responses)


def _responses(
    view: OperationView, examples: ExampleMaker, blocks: _Blocks
) -> Iterator[ResponseExamples]:
    """Examples of responses: see `ExampleMaker.shown_examples`."""
    for response in view.responses:
        shown = examples.shown_examples(response.content, view.response_direction)
        if shown:
            yield ResponseExamples(
                response.status,
                len(response.content) > 1,
                tuple(_example(media, 0, example, blocks) for media, example in shown),
            )


#: Code by the id of the value, which its example keeps, and by media type.
_Blocks: TypeAlias = dict[tuple[int, str], CodeBlock]


def _example(
    media: MediaTypeView, index: int, example: ExampleView, blocks: _Blocks
) -> BodyExample:
    code = None
    if example.value is not MISSING:
        # Many responses have the same value: the answer to errors.
        key = (id(example.value), media.media_type)
        code = blocks.get(key)
        if code is None:
            code = blocks[key] = CodeBlock(
                text=example_text(example.value, media.media_type),
                language=code_language(example.value, media.media_type),
            )
    return BodyExample(
        media_type=media.media_type,
        index=index,
        view=example,
        code=code,
    )


def schema_example(
    view: SchemaView, examples: ExampleMaker, direction: Direction
) -> CodeBlock | None:
    """JSON that *view* allows, for the page of a schema; ``None`` for simple values."""
    if not view.children or examples.is_long(view.pointer, direction):
        return None
    value = examples.example_for(view.pointer, direction)
    if value is MISSING or not isinstance(value, dict | list) or is_long(value):
        return None
    return CodeBlock(text=example_text(value), language="json")


def given_sample(sample: CodeSampleView) -> CodeSampleView:
    """A sample from the document, in a language that can be highlighted."""
    known = client_for(sample.language)
    return replace(
        sample,
        source=sample.source.rstrip("\n"),
        language=known.highlight if known else "text",
    )


def made_sample(client: Client, request: HttpRequest) -> CodeSampleView:
    """The sample that *client* generates for *request*."""
    return CodeSampleView(
        label=client.label,
        source=client.render(request),
        language=client.highlight,
        client=client.id,
    )


def clients_besides(samples: Iterable[CodeSampleView], clients: Iterable[Client]) -> list[Client]:
    """The *clients* whose languages are not among the *samples* samples."""
    taken = {sample.label.lower() for sample in samples}
    return [client for client in clients if client.label.lower() not in taken]
