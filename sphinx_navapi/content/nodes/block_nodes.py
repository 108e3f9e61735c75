"""Blocks of operation and schema pages as stock nodes, for every builder but our HTML.

Same content and order as the HTML. Schemas are flat lists of dotted names
(``owner.login``, ``tags[].name``): LaTeX gives up on lists nested more than a few
levels deep, and a printed page has no room for the indentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from docutils import nodes

from sphinx_navapi.content.body_examples import (
    body_examples,
    code_language,
    example_text,
    request_samples,
    response_examples,
    schema_example,
    shorten_example,
)
from sphinx_navapi.content.messages import block_messages
from sphinx_navapi.content.nodes.description import description_nodes, inline_nodes
from sphinx_navapi.content.nodes.elements import (
    bullets,
    code,
    code_block,
    dotted,
    facts_line,
    item,
    labelled,
    link,
    page_link,
)
from sphinx_navapi.content.nodes.schema_rows import flat_rows
from sphinx_navapi.content.operation import parameter_field
from sphinx_navapi.content.outline import (
    by_place,
    media_groups,
    place_words,
    status_phrase,
    value_text,
)
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.security import Scheme, Server, scheme_content, server_content
from sphinx_navapi.content.tree import Below, Fact, Field, Limit, Said, Statement, Style, Text
from sphinx_navapi.content.tree import Example as Shown
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
from sphinx_navapi.request.snippets import Client

__all__ = ["BlockSource", "block_messages", "block_nodes"]

Translate = Callable[[str], str]


class BlockSource(Protocol):
    """What blocks need to know of the site."""

    @property
    def clients(self) -> tuple[Client, ...]:
        """Languages of the code samples, in their order."""

    def book(self, document: str) -> SchemaBook:
        """The reader of *document*'s schemas."""

    def schemas(self, document: str) -> SchemaContent:
        """*document*'s schemas as content."""

    def examples(self, document: str) -> ExampleMaker:
        """The maker of *document*'s examples."""

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        """Docname of the page of a component schema."""

    def find_operation_page(self, key: OperationKey) -> str | None:
        """Docname of the page of an operation."""

    def sample_request(self, view: OperationView) -> HttpRequest | None:
        """The request that the code samples send."""


def block_nodes(
    kind: str,
    view: OperationView | None,
    source: BlockSource,
    *,
    document: str,
    directory: str = "api-reference",
    pointer: str = "",
    translate: Translate | None = None,
    words: Wording | None = None,
) -> list[nodes.Node]:
    """The block *kind* of *view* (``schema``: of the schema at *pointer*) as body elements.

    Links to other pages are pending cross-references: expand blocks before
    Sphinx resolves these.
    """
    writer = _StockWriter(source, document, directory, translate, words or Wording())
    if kind == "schema":
        return list(writer.schema_page(pointer, Direction.BOTH))
    if view is None:
        return []
    parts: dict[str, Callable[[OperationView], Iterator[nodes.Node]]] = {
        "security": writer.security,
        "servers": writer.servers,
        "parameters": writer.parameters,
        "body": writer.body,
        "responses": writer.responses,
        "callbacks": writer.callbacks,
        "samples": writer.samples,
    }
    return list(parts[kind](view))


class _StockWriter:
    def __init__(
        self,
        source: BlockSource,
        document: str,
        directory: str,
        translate: Translate | None,
        words: Wording,
    ) -> None:
        self._source = source
        self._document = document
        self._directory = directory
        self._translate = translate or (lambda text: text)
        self._words = words
        self._book = source.book(document)
        self._schemas = source.schemas(document)

    def _describe(self, text: str | None) -> list[nodes.Node]:
        return description_nodes(self._translate(text)) if text else []

    def _tell(self, text: Text | None) -> list[nodes.Node]:
        return self._describe(text.text) if text else []

    def _inline(self, text: str | None) -> list[nodes.Node]:
        return inline_nodes(self._translate(text)) if text else []

    # -- security -------------------------------------------------------------------------

    def security(self, view: OperationView) -> Iterator[nodes.Node]:
        for index, alternative in enumerate(view.security):
            if index:
                yield nodes.paragraph("", "", nodes.emphasis("", self._words.alternative))
            if not alternative:
                yield nodes.paragraph("", self._words.no_authorization)
                continue
            schemes = map(scheme_content, alternative)
            yield nodes.definition_list("", *map(self._scheme, schemes))

    def _scheme(self, scheme: Scheme) -> nodes.definition_list_item:
        words = self._words
        content = self._tell(scheme.text)
        if scheme.sample:
            content.append(nodes.paragraph("", "", code(scheme.sample)))
        if scheme.discovery:
            content.append(labelled(words.discovery, [link(scheme.discovery)]))
        if scheme.scopes:
            content.append(nodes.paragraph("", f"{scheme.scope_words(words)}:"))
            scopes = [
                (code(scope), self._inline(text.text) if text else [])
                for scope, text in scheme.scopes
            ]
            content.append(bullets(scopes))
        for flow in scheme.flows:
            content.append(nodes.paragraph("", "", nodes.emphasis("", words.flow(flow.name))))
            urls = [(nodes.inline("", label), [link(url)]) for label, url in flow.addresses(words)]
            if urls:
                content.append(bullets(urls))
        badges = [words.deprecated] if scheme.is_deprecated else []
        return item([code(scheme.name)], [scheme.kind_words(words), *badges], content)

    def servers(self, view: OperationView) -> Iterator[nodes.Node]:
        yield nodes.definition_list("", *map(self._server, map(server_content, view.servers)))

    def _server(self, server: Server) -> nodes.definition_list_item:
        content = self._tell(server.text)
        for variable in server.variables:
            facts = (fact.words(self._words) for fact in variable.facts)
            content.append(facts_line(facts, [code(variable.name), nodes.Text(": ")]))
            content.extend(self._tell(variable.text))
        return item([code(server.url)], [server.name] if server.name else [], content)

    # -- parameters -----------------------------------------------------------------------

    def parameters(self, view: OperationView) -> Iterator[nodes.Node]:
        for place, parameters in by_place(view.parameters):
            yield nodes.rubric("", place_words(place, self._words))
            yield self._fields(parameters, view.request_direction)

    def _fields(
        self, parameters: Iterable[ParameterView], direction: Direction
    ) -> nodes.definition_list:
        items: list[nodes.Node] = []
        for parameter in parameters:
            items.extend(self._parameter(parameter, direction))
        return nodes.definition_list("", *items)

    def _parameter(self, parameter: ParameterView, direction: Direction) -> Iterator[nodes.Node]:
        field = parameter_field(parameter, self._schemas, direction)
        content = self._tell(field.said.text)
        content += self._stated(field.said, field.written)
        for example in field.examples:
            content.extend(self._parameter_example(example))
        yield item([code(field.name)], self._qualities(field), content)
        yield from self._rows(field.below, field.name)

    def _parameter_example(self, example: Shown) -> Iterator[nodes.Node]:
        line: list[nodes.Node] = [nodes.Text(f"{self._words.example}: ")]
        line.append(link(example.url) if example.url else code(example.value))
        if example.summary:
            line += [nodes.Text(" "), nodes.Text(self._translate(example.summary.text))]
        yield nodes.paragraph("", "", *line)
        yield from self._tell(example.text)

    # -- schemas --------------------------------------------------------------------------

    def schema(self, pointer: str, direction: Direction) -> Iterator[nodes.Node]:
        """A whole schema: what it is, then its rows."""
        field = self._schemas.schema(pointer, direction)
        parts = [field.said.distinct_component, *self._qualities(field)]
        line = ", ".join(filter(None, parts))
        yield nodes.paragraph("", "", nodes.emphasis("", line))
        yield from self._tell(field.said.text)
        yield from self._stated(field.said, ())
        yield from self._below(field.below)
        rows = list(self._rows(field.below))
        if rows:
            yield nodes.definition_list("", *rows)

    def schema_page(self, pointer: str, direction: Direction) -> Iterator[nodes.Node]:
        """A schema as the content of a page: with an example of its values."""
        yield from self.schema(pointer, direction)
        example = schema_example(
            self._book.view(pointer, direction), self._source.examples(self._document), direction
        )
        if example is not None:
            yield nodes.paragraph("", "", nodes.strong("", self._words.example))
            yield code_block(example, "json")

    def _qualities(self, field: Field) -> list[str]:
        """Its type and its flags."""
        flags = [flag.words(self._words) for flag in field.flags]
        return [type_words(field.said.type, self._words), *flags]

    def _rows(self, below: Below, above: str = "") -> Iterator[nodes.Node]:
        heading = ""
        for row in flat_rows(below, self._words):
            content: list[nodes.Node] = []
            if row.heading and row.heading != heading:
                content.append(nodes.paragraph("", "", nodes.emphasis("", row.heading)))
            heading = row.heading
            content += self._tell(row.field.said.text)
            content += self._stated(row.field.said, ())
            content += self._below(row.field.below)
            path = row.path if not above else (above, *row.path)
            yield item([code(dotted(path))], self._qualities(row.field), content)

    def _below(self, below: Below) -> list[nodes.Node]:
        """What stands in the place of rows, and what chooses among them."""
        content: list[nodes.Node] = []
        words = self._words
        if below.expansion is Expansion.RECURSIVE:
            content.append(nodes.paragraph("", f"{words.recursive}: {below.of.name(words)}"))
        elif below.expansion is Expansion.DEEPER and below.of.component:
            component = below.of.component
            docname = self._source.schema_docname(self._document, self._directory, component)
            content.append(labelled(words.more, [page_link(docname, component)]))
        if below.choice is not None:
            content.append(labelled(words.chosen_by, [code(below.choice.property_name)]))
            entries: list[tuple[nodes.Element, list[nodes.Node]]] = [
                (code(value), [nodes.Text(said.name(words) if said else words.unresolved)])
                for value, said in below.choice.options
            ]
            if below.choice.otherwise is not None:
                name = below.choice.otherwise.name(words)
                entries.append((nodes.literal("", words.otherwise), [nodes.Text(name)]))
            if entries:
                content.append(bullets(entries))
        return content

    def _stated(self, said: Statement, written: Iterable[Fact | Style]) -> list[nodes.Node]:
        """Constraints and the like in a line, permitted values with what is said of them."""
        words = self._words
        content: list[nodes.Node] = []
        facts: list[Fact | Limit | Style] = list(written)
        if said.has_told_values:
            content.append(nodes.paragraph("", f"{words.allowed}:"))
            content.append(
                bullets(
                    (
                        code(value.value),
                        [nodes.Text(f"{value.name} ")] * bool(value.name)
                        + (self._inline(value.text.text) if value.text else []),
                    )
                    for value in said.values
                )
            )
        elif said.values:
            facts.append(Fact("allowed", tuple(value.value for value in said.values)))
        facts += said.facts
        if facts:
            content.append(facts_line(fact.words(words) for fact in facts))
        if said.link is not None:
            content.append(nodes.paragraph("", "", link(said.link.url, said.link.label)))
        return content

    # -- bodies ---------------------------------------------------------------------------

    def body(self, view: OperationView) -> Iterator[nodes.Node]:
        if view.body is None:
            return
        yield from self._describe(view.body.description)
        if view.body.required:
            yield nodes.paragraph("", "", nodes.emphasis("", self._words.required))
        yield from self._content(view.body.content, view.request_direction)

    def _content(
        self, content: tuple[MediaTypeView, ...], direction: Direction
    ) -> Iterator[nodes.Node]:
        for group in media_groups(content, self._book):
            line: list[nodes.Node] = []
            for name in group.media_types:
                line += [nodes.Text(", ")] * bool(line) + [code(name)]
            yield labelled(self._words.media_type, line)
            if group.first.schema is not None:
                yield from self.schema(group.first.schema, direction)
            if group.first.item_schema is not None:
                yield nodes.paragraph("", f"{self._words.each_item}:")
                yield from self.schema(group.first.item_schema, direction)
            if group.first.encoding:
                yield nodes.paragraph("", f"{self._words.encoding}:")
                yield nodes.definition_list(
                    "", *(self._encoding(each, direction) for each in group.first.encoding)
                )

    def _encoding(self, encoding: EncodingView, direction: Direction) -> nodes.definition_list_item:
        words = self._words
        exploded = f", {words.exploded}" if encoding.explode else ""
        facts: list[Said] = [(words.style, (f"{encoding.style}{exploded}",))]
        if encoding.content_type:
            facts = [(words.media_type, (encoding.content_type,))]
        if encoding.allow_reserved:
            facts.append((words.reserved, ()))
        content: list[nodes.Node] = [facts_line(facts)]
        if encoding.headers:
            content.append(nodes.paragraph("", f"{words.headers}:"))
            content.append(self._fields(encoding.headers, direction))
        return item([code(encoding.property_name)], [], content)

    # -- responses ------------------------------------------------------------------------

    def responses(self, view: OperationView) -> Iterator[nodes.Node]:
        for response in view.responses:
            yield from self._response(response, view.response_direction)

    def _response(self, response: ResponseView, direction: Direction) -> Iterator[nodes.Node]:
        words = self._words
        summary = self._translate(response.summary) if response.summary else ""
        phrase = summary or status_phrase(response.status, words)
        title = " ".join(filter(None, [response.status, phrase]))
        yield nodes.rubric("", title)
        yield from self._describe(response.description)
        if response.headers:
            yield nodes.paragraph("", f"{words.headers}:")
            yield self._fields(response.headers, direction)
        yield from self._content(response.content, direction)
        if response.links:
            yield nodes.paragraph("", f"{words.links}:")
            yield nodes.definition_list("", *map(self._link_item, response.links))

    def _link_item(self, link: LinkView) -> nodes.definition_list_item:
        content = self._describe(link.description)
        name = link.operation_id or link.operation_ref or ""
        if link.target is not None:
            docname = self._source.find_operation_page(link.target)
            content.append(nodes.paragraph("", "", page_link(docname, str(link.target))))
        elif name:
            content.append(nodes.paragraph("", "", code(name)))
        facts = [(key, (value_text(value),)) for key, value in link.parameters]
        if link.request_body is not MISSING:
            facts.append((self._words.body, (value_text(link.request_body),)))
        if facts:
            content.append(facts_line(facts))
        return item([code(link.name)], [], content)

    # -- callbacks ------------------------------------------------------------------------

    def callbacks(self, view: OperationView) -> Iterator[nodes.Node]:
        words = self._words
        for name, expression, called in view.callbacks:
            yield nodes.rubric("", "", nodes.Text(f"{name} {called.http_method} {expression}"))
            if called.deprecated:
                yield nodes.paragraph("", "", nodes.emphasis("", words.deprecated))
            if called.summary:
                yield nodes.paragraph("", self._translate(called.summary))
            if called.description and called.description != called.summary:
                yield from self._describe(called.description)
            yield from self.security(called)
            yield from self.parameters(called)
            if called.body is not None:
                yield nodes.rubric("", words.request_body)
                yield from self.body(called)
            if called.responses:
                yield nodes.rubric("", words.responses)
                yield from self.responses(called)
            yield from self.callbacks(called)

    # -- samples --------------------------------------------------------------------------

    def samples(self, view: OperationView) -> Iterator[nodes.Node]:
        words = self._words
        examples = self._source.examples(self._document)
        sample = self._source.sample_request
        for shown in request_samples(view, self._source.clients, sample):
            yield nodes.paragraph("", "", nodes.strong("", shown.label))
            yield code_block(shown.source, shown.highlight)
        for media, example in body_examples(view, examples):
            yield from self._example(words.request_body, media, example)
        for response, media, example in response_examples(view, examples):
            yield from self._example(f"{words.response} {response.status}", media, example)

    def _example(
        self, label: str, media: MediaTypeView, example: ExampleView
    ) -> Iterator[nodes.Node]:
        if example.summary:
            label = f"{label}: {self._translate(example.summary)}"
        elif example.name:
            label = f"{label}: {example.name}"
        yield nodes.paragraph("", "", nodes.strong("", label))
        yield from self._describe(example.description)
        if example.value is not MISSING:
            text = shorten_example(example_text(example.value, media.media_type), self._words)
            yield code_block(text, code_language(example.value, media.media_type))
        elif example.external_value:
            yield nodes.paragraph(
                "", "", link(example.external_value, self._words.external_example)
            )
