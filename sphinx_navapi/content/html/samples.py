"""Code samples and examples of an operation: groups with one open member."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from html import escape
from typing import Final

from sphinx_navapi.content.body_examples import LONGEST_EXAMPLE, BodyExample, CodeBlock
from sphinx_navapi.content.html.markup import attr, esc, plain
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.request.code_grammars import DATA, PROGRAM, SHELL, is_shell
from sphinx_navapi.request.snippets import MARKDOWN_CLIENTS, Client

_MARKDOWN_CLIENTS = frozenset(client.id for client in MARKDOWN_CLIENTS)


class SamplesHtml:
    """Renders the samples of operations of one document."""

    def __init__(
        self, schemas: SchemaHtml, clients: tuple[Client, ...], translate: Callable[[str], str]
    ) -> None:
        self._schemas = schemas
        self._words = schemas.words
        self._clients = clients
        self._translate = translate

    def samples(self, operation: OperationTree, prefix: str) -> str:
        """Requests in every language, then examples of bodies and responses."""
        words = self._words
        parts = []
        requests = list(self._requests(operation))
        if requests:
            parts.append(f"<h3>{esc(words.request)}</h3>")
            parts.append(self._titled(operation.examples.sent))
            parts.append(self._switch(requests, f"{prefix}~s"))
        bodies = list(self._bodies(operation))
        if bodies:
            parts.append(f"<h3>{esc(words.request_body)}</h3>")
            is_alone = len(bodies) == 1 and not (bodies[0][1] or _is_named(operation))
            # In the same frame as the others: it folds like them.
            alone = f'<div class="navapi-switch"><div>{bodies[0][2]}</div></div>'
            parts.append(alone if is_alone else self._switch(bodies, f"{prefix}~b"))
        responses = list(self._responses(operation))
        if responses:
            parts.append(f"<h3>{esc(words.response)}</h3>")
            parts.append(self._switch(responses, f"{prefix}~r"))
        return f'<div class="navapi-samples">{"".join(parts)}</div>'

    def schema(self, example: CodeBlock, level: int) -> str:
        """An *example* of a schema. :param level: of its heading, as in HTML."""
        head = f"<h{level}>{esc(self._words.example)}</h{level}>"
        return f'<div class="navapi-samples">{head}{code_html(example.text)}</div>'

    def _switch(self, members: Iterable[tuple[str, str, str]], name: str) -> str:
        """A group of members (label, attributes, HTML), the first one open."""
        details = "".join(
            f'<details name="{attr(name)}"{attributes}{"" if index else " open"}>'
            f"<summary>{esc(label)}</summary>{html}</details>"
            for index, (label, attributes, html) in enumerate(members)
        )
        return f'<div class="navapi-switch">{details}</div>'

    def _requests(self, operation: OperationTree) -> Iterator[tuple[str, str, str]]:
        for sample in operation.code_samples(self._clients):
            client = f' data-client="{sample.client}"' if sample.client else ""
            if sample.client and sample.client not in _MARKDOWN_CLIENTS:
                # Tells programs that compare the page with its Markdown that it is not in there.
                client += " data-markdown-ignore"
            grammar = SHELL if is_shell(sample.language) else PROGRAM
            yield sample.label, client, code_html(sample.source, grammar)

    def _bodies(self, operation: OperationTree) -> Iterator[tuple[str, str, str]]:
        bodies = operation.examples.bodies
        several = len({example.media_type for example in bodies}) > 1
        for position, example in enumerate(bodies, 1):
            label = self._label(example, position, typed=several)
            # Tells the playground for which media type the text is a complete body.
            whole = example.code is not None and len(example.code.text) <= LONGEST_EXAMPLE
            is_sent = whole and not operation.view.incoming
            chosen = f' data-example="{example.index}"' if is_sent else ""
            yield label, chosen, self._example(example, titled=False)

    def _responses(self, operation: OperationTree) -> Iterator[tuple[str, str, str]]:
        for response in operation.examples.responses:
            shown = response.examples
            if len(shown) == 1:
                yield response.status, "", self._example(shown[0], titled=True)
                continue
            html = ""
            for position, example in enumerate(shown, 1):
                label = self._label(example, position, typed=response.several)
                opened = "" if position > 1 else " open"
                inner = self._example(example, titled=False)
                html += f"<details{opened}><summary>{esc(label)}</summary>{inner}</details>"
            yield response.status, "", f"<div>{html}</div>"

    def _label(self, example: BodyExample, position: int, *, typed: bool) -> str:
        """The name of an example among several. :param typed: with its media type."""
        label = example.title(self._translate) or f"{self._words.example} {position}"
        return f"{label} ({example.media_type})" if typed else label

    def _example(self, example: BodyExample, *, titled: bool) -> str:
        html = self._titled(example.view.summary) if titled else ""
        html += self._schemas.tell(example.view.description)
        if example.code is not None:
            html += code_html(example.code.shortened(self._words))
        elif example.view.external_value:
            url = example.view.external_value
            link = self._schemas.link(url, self._words.external_example)
            html += f"<p>{link}</p>"
        return html

    def _titled(self, summary: Text | None) -> str:
        return f"<p>{esc(self._translate(summary))}</p>" if summary else ""


def _is_named(operation: OperationTree) -> bool:
    """Whether the first example of the body has a name."""
    return bool(operation.examples.bodies[0].title(str))


def code_html(text: str, grammar: str = DATA) -> str:
    """*text* as a block of code, highlighted."""
    # A line break after <pre> would be dropped by parsers; <code> keeps it.
    return f"<pre><code>{colored(text, grammar)}</code></pre>"


#: Maximum length of highlighted text: colors are not useful beyond it.
LONGEST: Final = 20_000

_PATTERNS = {text: re.compile(text, re.ASCII) for text in (PROGRAM, SHELL, DATA)}

#: Control characters, which are not in any text, mark tags until the text is escaped.
_MARKS = {"i": "\x10", "u": "\x11", "b": "\x12", "em": "\x13"}
_END = {"i": "\x14", "u": "\x15", "b": "\x16", "em": "\x17"}


def _mark(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind is None:
        return match[0]
    part = match[kind]
    kind = "i" if kind == "text" else kind
    return f"{match[0][: -len(part)]}{_MARKS[kind]}{part}{_END[kind]}"


@lru_cache(maxsize=512)
def colored(text: str, grammar: str) -> str:
    """*text* as HTML with elements around what *grammar* highlights."""
    text = plain(text)
    marked = _PATTERNS[grammar].sub(_mark, text[:LONGEST])
    html = escape(marked + text[LONGEST:], quote=False)
    for kind, mark in _MARKS.items():
        if mark in html:
            html = html.replace(mark, f"<{kind}>").replace(_END[kind], f"</{kind}>")
    return html
