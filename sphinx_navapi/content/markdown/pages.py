"""Writes the page of an operation or a schema as Markdown.

Descriptions stand as the document has them, for they are CommonMark already;
everything else is escaped. Links lead to the Markdown files of other pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sphinx_navapi.content.body_examples import (
    body_examples,
    code_language,
    example_text,
    request_samples,
    response_examples,
    schema_example,
)
from sphinx_navapi.content.markdown.servers import write_server
from sphinx_navapi.content.markdown.text import code, fence, indent, link, one_line, plain
from sphinx_navapi.content.operation import parameter_field
from sphinx_navapi.content.outline import (
    by_place,
    media_groups,
    place_words,
    status_phrase,
    value_text,
    variant_words,
)
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.security import Scheme, scheme_content, server_content
from sphinx_navapi.content.tree import (
    Below,
    Choice,
    Example,
    Fact,
    Field,
    Limit,
    Statement,
    Style,
    Text,
)
from sphinx_navapi.formats.commonmark import clean_html, has_raw_html
from sphinx_navapi.links.urls import relative_url
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.schema.label_words import type_words
from sphinx_navapi.openapi.schema.schema import Expansion, SchemaBook
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    EncodingView,
    ExampleView,
    LinkView,
    MediaTypeView,
    OperationView,
    ParameterView,
    ResponseView,
)
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import CLIENTS, Client


class MarkdownWriter:
    """Writes the pages of one document.

    :param schema_docname: the page of a component below a directory, or ``None``.
    :param operation_docname: the page of an operation, or ``None``.
    :param clients: languages of the samples that are made.
    :param schemas: the document's schemas as content, where others write them too.
    """

    def __init__(
        self,
        book: SchemaBook,
        examples: ExampleMaker,
        *,
        schema_docname: Callable[[str, str], str | None],
        operation_docname: Callable[[OperationKey], str | None],
        sample_request: Callable[[OperationView], HttpRequest | None],
        clients: tuple[Client, ...] = CLIENTS[:1],
        translate: Callable[[str], str] | None = None,
        words: Wording | None = None,
        schemas: SchemaContent | None = None,
    ) -> None:
        self._book = book
        self._schemas = schemas or SchemaContent(book)
        self._examples = examples
        self._schema_docname = schema_docname
        self._operation_docname = operation_docname
        self._sample_request = sample_request
        self._clients = clients
        self._translate = translate or (lambda text: text)
        self._words = words or Wording()

    def operation(
        self,
        view: OperationView,
        *,
        docname: str,
        title: str,
        directory: str = "api-reference",
        description: str | None = None,
    ) -> str:
        """The page of *view*, ending in a line break.

        :param docname: where the page stands: links are relative to ``docname.md``.
        :param title: as the page shows it, translated.
        :param description: of the page, where it has one of its own.
        """
        place = _Place(docname=docname, directory=directory)
        return _document([f"# {plain(title)}", *self._operation(view, place, description)])

    def schema(
        self, pointer: str, *, docname: str, title: str, directory: str = "api-reference"
    ) -> str:
        """The page of the schema at *pointer*, ending in a line break."""
        place = _Place(docname=docname, directory=directory)
        blocks = list(self._schema(self._schemas.schema(pointer, Direction.BOTH), place))
        view = self._book.view(pointer, Direction.BOTH)
        example = schema_example(view, self._examples, Direction.BOTH)
        if example is not None:
            blocks += [f"## {self._words.example}", fence(example, "json")]
        return _document([f"# {plain(title)}", *blocks])

    def _describe(self, text: str | None) -> str:
        if not text or not text.strip():
            return ""
        text = self._translate(text).strip("\n").rstrip()
        # HTML that could do harm does none in a file of text, but somebody may render it.
        return clean_html(text).strip() if has_raw_html(text) and "`" not in text else text

    def _tell(self, text: Text | None) -> str:
        return self._describe(text.text) if text else ""

    # -- operation ------------------------------------------------------------------------

    def _operation(
        self, view: OperationView, place: _Place, description: str | None
    ) -> Iterator[str]:
        words = self._words
        yield fence(f"{view.key.method} {view.key.path}", "http")
        if view.deprecated:
            yield f"**{words.deprecated}**"
        if view.content:
            yield self._describe(view.content)
        for text in dict.fromkeys([description, view.description]):
            yield self._describe(text)
        if view.external_docs is not None:
            url, label = view.external_docs
            yield link(self._translate(label), url)
        if view.servers:
            yield f"## {words.server}"
            yield "\n".join(
                write_server(server_content(each), words, self._inline_text)
                for each in view.servers
            )
        if view.security:
            yield f"## {words.authorization}"
            yield from self._security(view)
        yield from self._parts(view, place, "##")
        samples = list(request_samples(view, self._clients, self._sample_request))
        if samples:
            yield f"## {words.code_samples}"
        for sample in samples:
            yield f"### {plain(sample.label)}"
            yield fence(sample.source, sample.highlight)
        given = body_examples(view, self._examples)
        if given:
            yield f"## {words.examples}: {words.request_body}"
            for media, example in given:
                yield from self._example(media, example)

    def _parts(self, view: OperationView, place: _Place, level: str) -> Iterator[str]:
        words = self._words
        for where, parameters in by_place(view.parameters):
            yield f"{level} {plain(place_words(where, words))}"
            yield self._fields(parameters, view.request_direction, place)
        if view.body is not None:
            required = f" ({words.required})" if view.body.required else ""
            yield f"{level} {words.request_body}{required}"
            yield self._describe(view.body.description)
            yield from self._content(view.body.content, view.request_direction, place)
        if view.responses:
            yield f"{level} {words.responses}"
            shown = list(response_examples(view, self._examples))
            for response in view.responses:
                examples = [(m, e) for given, m, e in shown if given is response]
                yield from self._response(response, examples, view, place, f"{level}#")
        for name, expression, called in view.callbacks:
            yield f"{level} {words.callback}: {plain(name)}"
            yield fence(f"{called.http_method} {expression}", "http")
            yield self._describe(called.summary)
            if called.description != called.summary:
                yield self._describe(called.description)
            yield from self._security(called)
            yield from self._parts(called, place, f"{level}#"[:6])

    def _security(self, view: OperationView) -> Iterator[str]:
        words = self._words
        for index, alternative in enumerate(view.security):
            if index:
                yield f"*{words.alternative}*"
            if not alternative:
                yield f"- {words.no_authorization}"
            elif alternative:
                yield "\n".join(self._scheme(scheme_content(each)) for each in alternative)

    def _scheme(self, scheme: Scheme) -> str:
        words = self._words
        kind = scheme.kind_words(words)
        if scheme.is_deprecated:
            kind += f", {words.deprecated}"
        lines = [code(scheme.sample)] if scheme.sample else []
        if scheme.discovery:
            lines.append(f"{words.discovery}: {_address(scheme.discovery)}")
        for scope, text in scheme.scopes:
            label = scheme.scope_words(words)
            lines.append(f"{label}: {code(scope)}{_after(self._inline_text(text))}")
        for flow in scheme.flows:
            urls = ", ".join(f"{label} {_address(url)}" for label, url in flow.addresses(words))
            lines.append(f"{plain(words.flow(flow.name))}: {urls}")
        blocks = [self._tell(scheme.text), "\n".join(f"- {line}" for line in lines)]
        return _item(f"{code(scheme.name)} ({plain(kind)})", blocks)

    def _inline(self, text: str | None) -> str:
        return one_line(self._translate(text)) if text else ""

    def _inline_text(self, text: Text | None) -> str:
        return self._inline(text.text) if text else ""

    # -- parameters -----------------------------------------------------------------------

    def _fields(
        self, parameters: Iterable[ParameterView], direction: Direction, place: _Place
    ) -> str:
        return "\n".join(self._parameter(each, direction, place) for each in parameters)

    def _parameter(self, parameter: ParameterView, direction: Direction, place: _Place) -> str:
        field = parameter_field(parameter, self._schemas, direction)
        blocks = [
            self._tell(field.said.text),
            self._facts(field.said, field.written),
            "\n".join(self._parameter_example(example) for example in field.examples),
            self._below(field.below, place),
        ]
        return _item(self._head(code(field.name), field), blocks)

    def _parameter_example(self, example: Example) -> str:
        value = _address(example.url) if example.url else code(example.value)
        summary = plain(self._translate(example.summary.text)) if example.summary else ""
        text = ": ".join(filter(None, [summary, self._inline_text(example.text)]))
        return f"- {self._words.example}: {value}{_after(text)}"

    # -- schemas --------------------------------------------------------------------------

    def _schema(self, field: Field, place: _Place) -> Iterator[str]:
        said = field.said
        parts = [said.distinct_component, *self._qualities(field)]
        yield ", ".join(f"*{plain(part)}*" for part in filter(None, parts))
        yield self._tell(said.text)
        yield self._facts(said, ())
        yield self._below(field.below, place)

    def _qualities(self, field: Field) -> list[str]:
        """Its type and its flags."""
        flags = [flag.words(self._words) for flag in field.flags]
        return [type_words(field.said.type, self._words), *flags]

    def _head(self, name: str, field: Field) -> str:
        return f"{name} ({plain(', '.join(self._qualities(field)))})"

    def _below(self, below: Below, place: _Place) -> str:
        """What nests below a row: a list."""
        words = self._words
        lines: list[str] = []
        if below.expansion is Expansion.RECURSIVE:
            lines.append(f"- {words.recursive}: {plain(below.of.name(words))}")
        elif below.expansion is Expansion.DEEPER and below.of.component is not None:
            component = below.of.component
            docname = self._schema_docname(place.directory, component)
            lines.append(f"- {words.more}: {place.link(component, docname)}")
        for field in below.fields:
            folded = field.folded
            lines.append(self._below(field.below, place) if folded else self._row(field, place))
        if below.choice is not None and below.expansion is Expansion.SHOWN:
            lines.append(self._choice(below.choice))
        return "\n".join(filter(None, lines))

    def _choice(self, choice: Choice) -> str:
        words = self._words
        mapping = [
            f"{code(value)} → {plain(said.name(words) if said else words.unresolved)}"
            for value, said in choice.options
        ]
        if choice.otherwise is not None:
            mapping.append(f"{words.otherwise} → {plain(choice.otherwise.name(words))}")
        chosen = f"{words.chosen_by} {code(choice.property_name)}"
        return f"- {chosen}{': ' if mapping else ''}{', '.join(mapping)}"

    def _row(self, field: Field, place: _Place) -> str:
        blocks = [
            self._tell(field.said.text),
            self._facts(field.said, ()),
            self._below(field.below, place),
        ]
        return _item(self._head(self._name(field), field), blocks)

    def _name(self, field: Field) -> str:
        words = self._words
        if field.kind == "property":
            return code(field.name)
        if field.kind == "pattern":
            return f"{words.matching} {code(field.name)}"
        if field.kind == "item":
            return code(f"[{field.name}]")
        if field.kind == "variant":
            return f"{variant_words(field.group, words)}: {plain(field.title(words))}"
        return plain(field.words(words))

    def _facts(self, said: Statement, written: Iterable[Fact | Style]) -> str:
        """Constraints and the like in a line; permitted values in a list if they are explained."""
        words = self._words
        facts: list[Fact | Limit | Style] = list(written)
        listed: list[str] = []
        if said.has_told_values:
            listed.append(f"{words.allowed_values}:\n")
            for value in said.values:
                name = f" ({plain(value.name)})" if value.name else ""
                text = _after(self._inline_text(value.text))
                listed.append(f"- {code(value.value)}{name}{text}")
        elif said.values:
            facts.append(Fact("allowed", tuple(value.value for value in said.values)))
        facts += said.facts
        lines = []
        for fact in facts:
            label, values = fact.words(words)
            lines.append(f"{plain(label)} {', '.join(map(code, values))}".rstrip())
        if said.link is not None:
            lines.append(link(said.link.label, said.link.url))
        return "\n\n".join(filter(None, ["; ".join(lines), "\n".join(listed)]))

    # -- bodies and responses ---------------------------------------------------------------

    def _content(
        self, content: tuple[MediaTypeView, ...], direction: Direction, place: _Place
    ) -> Iterator[str]:
        for group in media_groups(content, self._book):
            names = ", ".join(code(name) for name in group.media_types)
            yield f"{self._words.media_type}: {names}"
            if group.first.schema is not None:
                yield from self._schema(self._schemas.schema(group.first.schema, direction), place)
            if group.first.item_schema is not None:
                yield f"{self._words.each_item}:"
                yield from self._schema(
                    self._schemas.schema(group.first.item_schema, direction), place
                )
            if group.first.encoding:
                yield f"{self._words.encoding}:"
                yield "\n".join(
                    self._encoding(each, direction, place) for each in group.first.encoding
                )

    def _encoding(self, encoding: EncodingView, direction: Direction, place: _Place) -> str:
        words = self._words
        exploded = f", {words.exploded}" if encoding.explode else ""
        stated = f"{words.style} {code(f'{encoding.style}{exploded}')}"
        if encoding.content_type:
            stated = f"{words.media_type} {code(encoding.content_type)}"
        if encoding.allow_reserved:
            stated += f"; {words.reserved}"
        headers = self._fields(encoding.headers, direction, place)
        return _item(f"{code(encoding.property_name)}: {stated}", [headers])

    def _response(
        self,
        response: ResponseView,
        examples: list[tuple[MediaTypeView, ExampleView]],
        view: OperationView,
        place: _Place,
        level: str,
    ) -> Iterator[str]:
        words = self._words
        direction = view.response_direction
        summary = self._translate(response.summary) if response.summary else ""
        phrase = summary or status_phrase(response.status, words)
        yield f"{level} {plain(f'{response.status} {phrase}')}"
        yield self._describe(response.description)
        if response.headers:
            yield f"{words.headers}:"
            yield self._fields(response.headers, direction, place)
        yield from self._content(response.content, direction, place)
        if response.links:
            yield f"{words.links}:"
            yield "\n".join(self._link(each, place) for each in response.links)
        for media, example in examples:
            yield from self._example(media, example)

    def _link(self, given: LinkView, place: _Place) -> str:
        name = given.operation_id or given.operation_ref or ""
        target = code(name) if name else ""
        if given.target is not None:
            target = place.link(str(given.target), self._operation_docname(given.target))
        facts = [f"{code(key)} = {code(value_text(value))}" for key, value in given.parameters]
        if given.request_body is not MISSING:
            facts.append(f"{self._words.body} = {code(value_text(given.request_body))}")
        return _item(
            f"{code(given.name)} → {target}", [self._describe(given.description), ", ".join(facts)]
        )

    def _example(self, media: MediaTypeView, example: ExampleView) -> Iterator[str]:
        label = self._translate(example.summary) if example.summary else example.name
        head = f"{self._words.example} ({code(media.media_type)})"
        yield f"{head}: {plain(label)}" if label else f"{head}:"
        yield self._describe(example.description)
        if example.value is not MISSING:
            text = example_text(example.value, media.media_type)
            yield fence(text, code_language(example.value, media.media_type))
        elif example.external_value:
            yield _address(example.external_value)


class _Place:
    """Where a page stands, for its links."""

    def __init__(self, *, docname: str, directory: str) -> None:
        self.directory = directory
        self._docname = docname

    def link(self, label: str, docname: str | None) -> str:
        if docname is None:
            return plain(label)
        return link(label, relative_url(f"{self._docname}.md", f"{docname}.md"))


def _document(blocks: Iterable[str]) -> str:
    return "\n\n".join(block for block in blocks if block.strip()) + "\n"


def _item(head: str, blocks: Iterable[str]) -> str:
    """A list item; its blocks stand below its first line."""
    filled = [block for block in blocks if block]
    if not filled:
        return f"- {head}"
    return indent("\n\n".join([f"- {head}", *filled]), "  ")


def _address(url: str) -> str:
    return link(url, url)


def _after(text: str) -> str:
    return f": {text}" if text else ""
