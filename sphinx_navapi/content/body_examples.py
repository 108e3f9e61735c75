"""Which code samples and examples a page shows, and their text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.example.example import JSON_LINES, ExampleMaker, is_long
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    ExampleView,
    MediaTypeView,
    OperationView,
    ResponseView,
    SchemaView,
)
from sphinx_navapi.request.encoding import json_text
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_body import concrete_type
from sphinx_navapi.request.snippets import Client, client_for
from sphinx_navapi.request.styles import essence_of, is_json

#: Longer texts of examples are cut: what a page can carry.
LONGEST_EXAMPLE = 32_000


def example_text(value: Any, media_type: str = "application/json") -> str:
    """*value* as it would be sent with *media_type*, indented where that is JSON."""
    if isinstance(value, str) and (
        not is_json(concrete_type(media_type, value)) or value.lstrip()[:1] in ("{", "[", '"')
    ):
        return value
    if isinstance(value, list) and essence_of(media_type) in JSON_LINES:
        return "\n".join(json.dumps(item, ensure_ascii=False) for item in value)
    return json_text(value, indent=2)


@dataclass(frozen=True, slots=True)
class Sample:
    """A code sample. :ivar client: id of the client that wrote it, ``""`` for an author's."""

    label: str
    source: str
    highlight: str = "text"
    client: str = ""


def request_samples(
    view: OperationView,
    clients: Iterable[Client],
    sample_request: Callable[[OperationView], HttpRequest | None],
) -> Iterator[Sample]:
    """The samples of *view*: those of the document first, then those of the other *clients*.

    None is made of a request that the API itself sends.
    """
    taken = set()
    for given in view.code_samples:
        taken.add(given.label.lower())
        known = client_for(given.language)
        yield Sample(given.label, given.source.rstrip("\n"), known.highlight if known else "text")
    request = None if view.incoming else sample_request(view)
    if request is None:
        return
    for client in clients:
        if client.label.lower() not in taken:
            yield Sample(client.label, client.render(request), client.highlight, client.id)


def body_examples(
    view: OperationView, examples: ExampleMaker
) -> list[tuple[MediaTypeView, ExampleView]]:
    """Examples of the body beyond the one that the samples send: where the document gives more.

    Of a request that the API itself sends, also a made one, as there is no sample.
    """
    if view.body is None:
        return []
    given = [
        (media, example)
        for media in view.body.content
        for example in examples.media_examples(media, view.request_direction)
        if view.incoming or not example.made
    ]
    is_sent = len(given) == 1 and given[0][0] is view.body.content[0]
    return given if view.incoming or not is_sent else []


def response_examples(
    view: OperationView, examples: ExampleMaker
) -> Iterator[tuple[ResponseView, MediaTypeView, ExampleView]]:
    """What responses look like: see `ExampleMaker.shown_examples`."""
    for response in view.responses:
        for media, example in examples.shown_examples(response.content, view.response_direction):
            yield response, media, example


def schema_example(view: SchemaView, examples: ExampleMaker, direction: Direction) -> str | None:
    """A JSON text that *view* allows, for the page of a schema; ``None`` for simple values."""
    if not view.has_children:
        return None
    value = examples.example_for(view.pointer, direction)
    if value is MISSING or not isinstance(value, dict | list) or is_long(value):
        return None
    return example_text(value)


def code_language(value: Any, media_type: str) -> str:
    """The language in which `example_text` writes *value*, for highlighting."""
    essence = essence_of(concrete_type(media_type, value))
    if is_json(essence):
        return "json"
    return "xml" if essence.endswith(("/xml", "+xml")) else "text"


def shorten_example(text: str, words: Wording) -> str:
    """*text* without what is beyond `LONGEST_EXAMPLE`, and a word where it was cut."""
    if len(text) <= LONGEST_EXAMPLE:
        return text
    return f"{text[:LONGEST_EXAMPLE]}\n… ({words.shortened})"
