"""Code samples and examples of an operation: groups of which one member is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from operator import itemgetter

from sphinx_navapi.content.body_examples import (
    LONGEST_EXAMPLE,
    body_examples,
    example_text,
    request_samples,
    response_examples,
    schema_example,
    shorten_example,
)
from sphinx_navapi.content.html.markup import attr, esc
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    ExampleView,
    MediaTypeView,
    OperationView,
)
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import Client


class SamplesHtml:
    """Writes the samples of operations of one document."""

    def __init__(
        self,
        schemas: SchemaHtml,
        examples: ExampleMaker,
        clients: tuple[Client, ...],
        sample_request: Callable[[OperationView], HttpRequest | None],
        translate: Callable[[str], str],
    ) -> None:
        self._schemas = schemas
        self._words = schemas.words
        self._examples = examples
        self._clients = clients
        self._sample_request = sample_request
        self._translate = translate

    def samples(self, view: OperationView, prefix: str) -> str:
        """Requests in every language, then examples of bodies and responses."""
        words = self._words
        parts = []
        requests = list(self._requests(view))
        if requests:
            parts.append(f"<h3>{esc(words.request)}</h3>")
            parts.append(self._switch(requests, f"{prefix}~s"))
        bodies = list(self._bodies(view))
        if bodies:
            parts.append(f"<h3>{esc(words.request_body)}</h3>")
            parts.append(self._switch(bodies, f"{prefix}~b"))
        responses = list(self._responses(view))
        if responses:
            parts.append(f"<h3>{esc(words.response)}</h3>")
            parts.append(self._switch(responses, f"{prefix}~r"))
        return f'<div class="navapi-samples">{"".join(parts)}</div>'

    def schema(self, pointer: str, direction: Direction, level: int) -> str:
        """An example of the schema at *pointer*, if there is something to show.

        :param level: of its heading, as in HTML.
        """
        view = self._schemas.book.view(pointer, direction)
        example = schema_example(view, self._examples, direction)
        if example is None:
            return ""
        head = f"<h{level}>{esc(self._words.example)}</h{level}>"
        return f'<div class="navapi-samples">{head}{_pre(example)}</div>'

    def _switch(self, members: Iterable[tuple[str, str, str]], name: str) -> str:
        """Members (label, attributes, HTML) of which the first one is open."""
        details = "".join(
            f'<details name="{attr(name)}"{attributes}{"" if index else " open"}>'
            f"<summary>{esc(label)}</summary>{html}</details>"
            for index, (label, attributes, html) in enumerate(members)
        )
        return f'<div class="navapi-switch">{details}</div>'

    def _requests(self, view: OperationView) -> Iterator[tuple[str, str, str]]:
        for sample in request_samples(view, self._clients, self._sample_request):
            client = f' data-client="{sample.client}"' if sample.client else ""
            yield sample.label, client, _pre(sample.source)

    def _bodies(self, view: OperationView) -> Iterator[tuple[str, str, str]]:
        given = body_examples(view, self._examples)
        several = len({media.media_type for media, _ in given}) > 1
        for position, (media, example) in enumerate(given, 1):
            label = self._label(example) or f"{self._words.example} {position}"
            if several:
                label = f"{label} ({media.media_type})"
            chosen = self._chosen(view, media, example)
            yield label, chosen, self._example(example, media.media_type, titled=False)

    def _chosen(self, view: OperationView, media: MediaTypeView, example: ExampleView) -> str:
        """For the playground: of which media type the text is a whole body."""
        if view.incoming or view.body is None or example.value is MISSING:
            return ""
        if len(example_text(example.value, media.media_type)) > LONGEST_EXAMPLE:
            return ""
        return f' data-example="{view.body.content.index(media)}"'

    def _responses(self, view: OperationView) -> Iterator[tuple[str, str, str]]:
        found = response_examples(view, self._examples)
        for response, group in groupby(found, key=itemgetter(0)):
            shown = [(media, example) for _, media, example in group]
            if len(shown) == 1:
                ((media, example),) = shown
                yield response.status, "", self._example(example, media.media_type, titled=True)
                continue
            html = ""
            for index, (media, example) in enumerate(shown):
                label = self._label(example) or f"{self._words.example} {index + 1}"
                if len(response.content) > 1:
                    label = f"{label} ({media.media_type})"
                opened = "" if index else " open"
                inner = self._example(example, media.media_type, titled=False)
                html += f"<details{opened}><summary>{esc(label)}</summary>{inner}</details>"
            yield response.status, "", f"<div>{html}</div>"

    def _label(self, example: ExampleView) -> str:
        return self._translate(example.summary) if example.summary else example.name

    def _example(self, example: ExampleView, media_type: str, *, titled: bool) -> str:
        html = ""
        if titled and example.summary:
            html += f"<p>{esc(self._translate(example.summary))}</p>"
        if example.description:
            html += self._schemas.describe(example.description)
        if example.value is not MISSING:
            text = example_text(example.value, media_type)
            html += _pre(shorten_example(text, self._words))
        elif example.external_value:
            link = self._schemas.link(example.external_value, self._words.external_example)
            html += f"<p>{link}</p>"
        return html


def _pre(text: str) -> str:
    # A line break after <pre> would be swallowed by parsers; <code> keeps it.
    return f"<pre><code>{esc(text)}</code></pre>"
