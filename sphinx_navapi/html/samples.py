"""Code samples and examples of an operation: groups of which one member is open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from sphinx_navapi.html.markup import attr, esc
from sphinx_navapi.html.schema import SchemaHtml
from sphinx_navapi.openapi.example import ExampleMaker
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    ExampleView,
    MediaTypeView,
    OperationView,
)
from sphinx_navapi.outline import example_text, shorten_example
from sphinx_navapi.request import HttpRequest
from sphinx_navapi.snippets import Client

#: Examples that are made from a schema only for want of better ones, and only so long.
LONGEST_MADE_EXAMPLE = 12_000


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

    def _switch(self, members: Iterable[tuple[str, str, str]], name: str) -> str:
        """Members (label, attributes, HTML) of which the first one is open."""
        details = "".join(
            f'<details name="{attr(name)}"{attributes}{"" if index else " open"}>'
            f"<summary>{esc(label)}</summary>{html}</details>"
            for index, (label, attributes, html) in enumerate(members)
        )
        return f'<div class="navapi-switch">{details}</div>'

    def _requests(self, view: OperationView) -> Iterable[tuple[str, str, str]]:
        taken = set()
        for sample in view.code_samples:
            taken.add(sample.label.lower())
            yield sample.label, "", _pre(sample.source.rstrip("\n"))
        if view.incoming:
            return  # the API sends it
        request = self._sample_request(view)
        if request is None:
            return
        for client in self._clients:
            if client.label.lower() not in taken:
                yield client.label, f' data-client="{client.id}"', _pre(client.render(request))

    def _bodies(self, view: OperationView) -> Iterable[tuple[str, str, str]]:
        """Examples that the document gives, where there are several: one is in the samples."""
        if view.body is None:
            return
        given = [
            (media, example)
            for media in view.body.content
            for example in self._media_examples(media, view.request_direction)
            if view.incoming or not example.made
        ]
        if len(given) < 2 and not view.incoming:
            return
        several = len({media.media_type for media, _ in given}) > 1
        for position, (media, example) in enumerate(given, 1):
            label = self._label(example) or f"{self._words.example} {position}"
            if several:
                label = f"{label} ({media.media_type})"
            yield label, "", self._example(example, media.media_type, titled=False)

    def _responses(self, view: OperationView) -> Iterable[tuple[str, str, str]]:
        for response in view.responses:
            found = [
                (media, example)
                for media in response.content
                for example in self._media_examples(media, view.response_direction)
            ]
            given = [(media, example) for media, example in found if not example.made]
            # Of a status, what is made only where nothing is given, and once.
            shown = given or found[:1]
            html = ""
            several = len(shown) > 1
            for index, (media, example) in enumerate(shown):
                inner = self._example(example, media.media_type, titled=not several)
                if several and inner:
                    label = self._label(example) or f"{self._words.example} {index + 1}"
                    if len(response.content) > 1:
                        label = f"{label} ({media.media_type})"
                    opened = "" if index else " open"
                    inner = f"<details{opened}><summary>{esc(label)}</summary>{inner}</details>"
                html += inner
            if html:
                yield response.status, "", f"<div>{html}</div>" if several else html

    def _media_examples(
        self, media: MediaTypeView, direction: Direction
    ) -> tuple[ExampleView, ...]:
        return self._examples.media_examples(media, direction)

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
            if example.made and len(text) > LONGEST_MADE_EXAMPLE:
                return ""
            html += _pre(shorten_example(text, self._words))
        elif example.external_value:
            link = self._schemas.link(example.external_value, self._words.external_example)
            html += f"<p>{link}</p>"
        return html


def _pre(text: str) -> str:
    # A line break after <pre> would be swallowed by parsers; <code> keeps it.
    return f"<pre><code>{esc(text)}</code></pre>"
