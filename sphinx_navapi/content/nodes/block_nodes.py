"""Blocks of operation and schema pages as stock nodes, for all other builders.

Same content and order as in HTML. Schemas are flat lists of dotted names (``owner.login``,
``tags[].name``): LaTeX cannot nest lists more than a few levels deep, and a printed page has no
room for the indentation.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol

from docutils import nodes

from sphinx_navapi.content.body_examples import BodyExample, CodeBlock
from sphinx_navapi.content.media_type import Encoding, MediaType, Response
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
from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.content.part_words import place_words
from sphinx_navapi.content.tree import Below, Field, Limit, Statement, Style
from sphinx_navapi.formats.value_text import value_text
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.base_urls import is_absolute
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.facts import Fact, Link, NamedFact, Said, Text, ToldFact
from sphinx_navapi.openapi.schema.schema import Expansion
from sphinx_navapi.openapi.view import ExampleView, LinkView, RequirementView, ServerView
from sphinx_navapi.request.snippets import Client

Translate = Callable[[str], str]


class BlockSource(Protocol):
    """Access of blocks to the site."""

    @property
    def clients(self) -> tuple[Client, ...]:
        """Languages of the code samples, in order."""

    def schema_docname(self, document: str, directory: str, component: str) -> str | None:
        """Docname of the page of a component schema."""

    def find_operation_page(self, key: OperationKey) -> str | None:
        """Docname of the page of an operation."""


class BlockNodes:
    """Converts the blocks of one document to body elements, for pages below one directory.

    Links to other pages are pending cross-references: expand blocks before Sphinx resolves these.
    """

    def __init__(
        self,
        source: BlockSource,
        document: str,
        *,
        directory: str = "api-reference",
        translate: Translate | None = None,
        words: Wording | None = None,
    ) -> None:
        self._source = source
        self._document = document
        self._directory = directory
        self._translate = translate or (lambda text: text)
        self._words = words or Wording()

    def block(self, kind: str, operation: OperationTree) -> list[nodes.Node]:
        """The block *kind* of *operation*."""
        write: Callable[[OperationTree], Iterator[nodes.Node]] = getattr(self, f"_{kind}")
        return list(write(operation))

    def _tell(self, text: Text | None) -> list[nodes.Node]:
        return description_nodes(self._translate(text), self._words.callout) if text else []

    def _inline(self, text: Text | None) -> list[nodes.Node]:
        return inline_nodes(self._translate(text), self._words.callout) if text else []

    # -- security -------------------------------------------------------------------------

    def _security(self, operation: OperationTree) -> Iterator[nodes.Node]:
        for index, alternative in enumerate(operation.security):
            if index:
                yield nodes.paragraph("", "", nodes.emphasis("", self._words.alternative))
            if not alternative:
                yield nodes.paragraph("", self._words.no_authorization)
                continue
            for position, scheme in enumerate(alternative):
                if position:
                    yield nodes.paragraph("", "", nodes.emphasis("", self._words.all_together))
                yield nodes.definition_list("", self._scheme(scheme))

    def _scheme(self, scheme: RequirementView) -> nodes.definition_list_item:
        words = self._words
        content = self._tell(scheme.description)
        carrier = scheme.carrier_words(words)
        if carrier:
            before, name, after = carrier
            content.append(nodes.paragraph("", before, code(name), nodes.Text(after)))
        if scheme.discovery:
            content.append(labelled(words.discovery, [_address(scheme.discovery)]))
        if scheme.scopes:
            content.append(nodes.paragraph("", f"{scheme.scope_words(words)}:"))
            content.append(
                bullets((code(scope), self._inline(text)) for scope, text in scheme.scopes)
            )
        for flow in scheme.flows:
            content.append(nodes.paragraph("", "", nodes.emphasis("", words.flow(flow.flow))))
            urls = [
                (nodes.inline("", label), [_address(url)]) for label, url in flow.addresses(words)
            ]
            if urls:
                content.append(bullets(urls))
        badges = [words.deprecated] if scheme.deprecated else []
        return item([code(scheme.scheme)], [scheme.kind_words(words), *badges], content)

    def _servers(self, operation: OperationTree) -> Iterator[nodes.Node]:
        yield nodes.definition_list("", *map(self._server, operation.servers))

    def _server(self, server: ServerView) -> nodes.definition_list_item:
        content = [
            *self._tell(server.description),
            *self._line(server.facts),
            *self._more(server.link),
        ]
        for variable in server.variables:
            facts = (fact.words(self._words) for fact in variable.facts)
            content.append(facts_line(facts, [code(variable.name), nodes.Text(": ")]))
            content.extend(self._tell(variable.description))
        return item([code(server.url)], [server.name] if server.name else [], content)

    # -- parameters -----------------------------------------------------------------------

    def _parameters(self, operation: OperationTree) -> Iterator[nodes.Node]:
        several = len(operation.parameter_groups) > 1
        for group in operation.parameter_groups:
            if several:
                yield nodes.rubric("", place_words(group.place, self._words))
            yield self._fields(group.fields)

    def _fields(self, fields: Iterable[Field]) -> nodes.definition_list:
        items: list[nodes.Node] = []
        for field in fields:
            items.extend(self._field(field))
        return nodes.definition_list("", *items)

    def _field(self, field: Field) -> Iterator[nodes.Node]:
        content = [*self._tell(field.said.text), *self._tell(field.said.more)]
        content += self._stated(field.said, field.written)
        for example in field.examples:
            content.extend(self._parameter_example(example))
        yield item([code(field.name)], field.qualities(self._words), content)
        yield from self._rows(field.below, field.name)

    def _parameter_example(self, example: ExampleView) -> Iterator[nodes.Node]:
        url = example.external_value
        line: list[nodes.Node] = [nodes.Text(f"{self._words.example}: ")]
        line.append(link(url) if url else code(value_text(example.value)))
        if example.summary:
            line += [nodes.Text(" "), nodes.Text(self._translate(example.summary))]
        yield nodes.paragraph("", "", *line)
        yield from self._tell(example.description)

    def _channel(self, operation: OperationTree) -> Iterator[nodes.Node]:
        channel = operation.channel
        if channel is None:
            return
        if channel.summary:
            title = nodes.strong("", "", *self._inline(channel.summary))
            yield nodes.paragraph("", "", title)
        yield from self._tell(channel.description)
        yield from self._line(channel.facts)
        yield from self._more(channel.link)

    def _more(self, given: Link | None) -> Iterator[nodes.Node]:
        if given is not None:
            yield nodes.paragraph("", "", link(given.url, given.said(self._translate)))

    # -- schemas --------------------------------------------------------------------------

    def schema(self, field: Field) -> Iterator[nodes.Node]:
        """A whole schema: its type, then its rows."""
        parts = [field.said.distinct_component, *field.qualities(self._words)]
        line = ", ".join(filter(None, parts))
        yield nodes.paragraph("", "", nodes.emphasis("", line))
        yield from self._tell(field.said.text)
        yield from self._stated(field.said, ())
        yield from self._below(field.below)
        rows = list(self._rows(field.below))
        if rows:
            yield nodes.definition_list("", *rows)

    def schema_page(self, schema: Field, example: CodeBlock | None) -> Iterator[nodes.Node]:
        """A *schema* as the content of a page, with an *example* of its values."""
        yield from self.schema(schema)
        if example is not None:
            yield nodes.paragraph("", "", nodes.strong("", self._words.example))
            yield code_block(example.text, example.language)

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
            yield item([code(dotted(path))], row.field.qualities(self._words), content)

    def _below(self, below: Below) -> list[nodes.Node]:
        """Replacements for rows, and the discriminator."""
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
        """Constraints and similar facts on one line, permitted values with their descriptions."""
        words = self._words
        content: list[nodes.Node] = []
        if said.has_told_values:
            content.append(nodes.paragraph("", f"{words.allowed}:"))
            content.append(
                bullets(
                    (
                        code(value.value),
                        [nodes.Text(f"{value.name} ")] * bool(value.name)
                        + self._inline(value.description),
                    )
                    for value in said.values
                )
            )
        content += self._line(said.line(written))
        return [*content, *self._more(said.link)]

    # -- bodies ---------------------------------------------------------------------------

    def _body(self, operation: OperationTree) -> Iterator[nodes.Node]:
        body = operation.body
        if body is None:
            return
        yield from self._tell(body.view.description)
        if body.view.required:
            yield nodes.paragraph("", "", nodes.emphasis("", self._words.required))
        yield from self._content(body.content)

    def _content(self, content: tuple[MediaType, ...]) -> Iterator[nodes.Node]:
        words = self._words
        for media in content:
            line: list[nodes.Node] = []
            for name in media.names:
                line += [nodes.Text(", ")] * bool(line) + [code(name)]
            if line:
                yield labelled(words.media_type, line)
            yield from self._tell(media.text)
            yield from self._line(media.facts)
            if media.source is not None:
                yield code_block(media.source.text, media.source.language)
            if media.schema is not None:
                yield from self.schema(media.schema)
            if media.item_schema is not None:
                yield nodes.paragraph("", f"{words.each_item}:")
                yield from self.schema(media.item_schema)
            if media.encodings:
                yield nodes.paragraph("", f"{words.encoding}:")
                yield nodes.definition_list("", *map(self._encoding, media.encodings))

    def _line(self, facts: Iterable[Fact | Limit | NamedFact | Style]) -> list[nodes.Node]:
        """*facts* on one line, if there are any, and their descriptions."""
        stated = list(facts)
        said = [fact.words(self._words) for fact in stated]
        content: list[nodes.Node] = [facts_line(said)] if said else []
        for fact in stated:
            if isinstance(fact, ToldFact) and fact.text:
                label = f"{fact.words(self._words)[0]}: "
                content.append(nodes.paragraph("", "", nodes.Text(label), *self._inline(fact.text)))
        return content

    def _encoding(self, encoding: Encoding) -> nodes.definition_list_item:
        content = self._line(encoding.facts)
        if encoding.headers:
            content.append(nodes.paragraph("", f"{self._words.headers}:"))
            content.append(self._fields(encoding.headers))
        return item([code(encoding.name)], [], content)

    # -- responses ------------------------------------------------------------------------

    def _responses(self, operation: OperationTree) -> Iterator[nodes.Node]:
        for response in operation.responses:
            yield from self._response(response)

    def _response(self, response: Response) -> Iterator[nodes.Node]:
        words, view = self._words, response.view
        yield nodes.rubric("", view.title(words, self._translate))
        yield from self._tell(view.description)
        yield from self._line(view.facts)
        yield from self._more(view.link)
        if response.headers:
            yield nodes.paragraph("", f"{words.headers}:")
            yield self._fields(response.headers)
        if response.content:
            yield nodes.paragraph("", f"{words.body}:")
        yield from self._content(response.content)
        if view.links:
            yield nodes.paragraph("", f"{words.links}:")
            yield nodes.definition_list("", *map(self._link, view.links))

    def _link(self, link: LinkView) -> nodes.definition_list_item:
        content = self._tell(link.description)
        if link.target is not None:
            docname = self._source.find_operation_page(link.target)
            content.append(nodes.paragraph("", "", page_link(docname, str(link.target))))
        elif link.reference:
            content.append(nodes.paragraph("", "", code(link.reference)))
        facts: list[Said] = [(name, (value,)) for name, value in link.passed]
        if link.body is not None:
            facts.append((self._words.body, (link.body,)))
        if facts:
            content.append(facts_line(facts))
        if link.server is not None:
            content.append(nodes.paragraph("", f"{self._words.server}:"))
            content.append(nodes.definition_list("", self._server(link.server)))
        return item([code(link.name)], [], content)

    # -- callbacks ------------------------------------------------------------------------

    def _callbacks(self, operation: OperationTree) -> Iterator[nodes.Node]:
        words = self._words
        for callback in operation.callbacks:
            called = callback.called
            parts = (callback.name, called.http_method, callback.expression)
            title = " ".join(filter(None, parts))
            yield nodes.rubric("", "", nodes.Text(title))
            if called.is_deprecated:
                yield nodes.paragraph("", "", nodes.emphasis("", words.deprecated))
            if called.summary:
                yield nodes.paragraph("", self._translate(called.summary))
            yield from self._tell(callback.text)
            for part, title in called.called_parts(words):
                if title:
                    yield nodes.rubric("", title)
                yield from getattr(self, f"_{part}")(called)

    # -- samples --------------------------------------------------------------------------

    def _samples(self, operation: OperationTree) -> Iterator[nodes.Node]:
        words, examples = self._words, operation.examples
        if examples.sent:
            yield nodes.paragraph("", self._translate(examples.sent))
        for sample in operation.code_samples(self._source.clients):
            yield nodes.paragraph("", "", nodes.strong("", sample.label))
            yield code_block(sample.source, sample.language)
        for example in examples.bodies:
            yield from self._example(words.request_body, example)
        for response in examples.responses:
            for example in response.examples:
                yield from self._example(f"{words.response} {response.status}", example)

    def _example(self, label: str, example: BodyExample) -> Iterator[nodes.Node]:
        label = ": ".join(filter(None, (label, example.title(self._translate))))
        yield nodes.paragraph("", "", nodes.strong("", label))
        yield from self._tell(example.view.description)
        if example.code is not None:
            yield code_block(example.code.shortened(self._words), example.code.language)
        elif example.view.external_value:
            url = example.view.external_value
            yield nodes.paragraph("", "", link(url, self._words.external_example))


def _address(url: str) -> nodes.Node:
    """*url* of a provider; a relative one is not a link, as it would be broken."""
    return link(url) if is_absolute(url) else code(url)
