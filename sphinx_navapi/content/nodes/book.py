"""The parts of operations and schemas in a book: compact tables, and one sample.

A part has no heading: the head of its table, or the words in bold at its start, say what it is.
The texts in the rows of a table and beside them are those that Markdown has in its lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from docutils import nodes

from sphinx_navapi.content.body_examples import BodyExample, CodeBlock
from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.content.markdown.pages import MarkdownWriter
from sphinx_navapi.content.markdown.servers import write_authorization, write_scheme
from sphinx_navapi.content.markdown.text import code, link, plain, remark
from sphinx_navapi.content.media_type import MediaType, Response
from sphinx_navapi.content.nodes.blocks import (
    BlockNodes,
    Row,
    literal_block,
    literal_name,
)
from sphinx_navapi.content.nodes.description import inline_nodes
from sphinx_navapi.content.operation import OperationTree
from sphinx_navapi.locale.wording import Wording, place_words
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.schema.label_words import type_words
from sphinx_navapi.openapi.schema.row import Expansion, Field
from sphinx_navapi.openapi.schema.type_label import OBJECT
from sphinx_navapi.request.snippets import Client, client_for

#: Class of tables, for style sheets and LaTeX.
ROWS = "navapi-rows"

#: Longer texts follow a table, since a row is never broken across pages.
_LONGEST_CELL = 600

#: Lines of samples and examples.
_MOST_LINES = 30

#: The widths of the columns in percent: of fields, and of responses.
_FIELDS = (27, 27, 46)
_RESPONSES = (22, 46, 32)

#: What a cell can contain.
_IN_CELLS = (nodes.paragraph, nodes.bullet_list, nodes.enumerated_list, nodes.line_block)


@dataclass(slots=True)
class _Kind:
    """Media types with one schema.

    :ivar line: a paragraph that says what it is, and texts about it.
    :ivar rows: what is in it, if it is not a component.
    :ivar encodings: of its properties, for some of the types.
    """

    names: list[str]
    line: list[nodes.Element]
    rows: list[nodes.Node]
    encodings: list[nodes.Node]


#: A place in a long word, such as a token, where LaTeX may end a line, besides its own.
_BREAK = re.compile(r"(?<=[^\s\-/.,;?!]{6})(?=[^\s\-/.,;?!]{20})")


def _make_breakable(literal: nodes.literal) -> None:
    """Let the lines of a cell end within words that are wider than a column."""
    first, *others = _BREAK.split(literal.astext())
    if others:
        literal.clear()
        literal += nodes.Text(first)
        for part in others:
            literal += [nodes.raw("", "\\allowbreak{}", format="latex"), nodes.Text(part)]


class BookNodes(BlockNodes):
    """Converts parts of one document for a book.

    :param clients: the languages of samples; empty: the first sample of each operation.
    :param tables: rows as tables, not as lists: if the format has wide lines.
    :param has_overview: whether a page has the servers of the document.
    :param described: names of security schemes that earlier parts of the book describe; those that
        this part describes are added.
    """

    def __init__(
        self,
        writer: MarkdownWriter,
        words: Wording,
        directory: str,
        *,
        clients: tuple[Client, ...] = (),
        tables: bool = True,
        has_overview: bool = True,
        described: set[str] | None = None,
    ) -> None:
        super().__init__(writer, words, directory)
        self._book_clients = clients
        self._tables = tables
        self._has_overview = has_overview
        self._described = described if described is not None else set()
        self._directory = directory

    def part(self, kind: str, operation: OperationTree) -> list[nodes.Node]:
        """The part *kind* of *operation*, with what says which it is."""
        titles = {"servers": self._words.servers, "channel": self._words.channel}
        if kind in titles:
            if kind == "servers" and self._has_overview and self._writer.shares_servers(operation):
                return []
            head = self._tell(f"**{plain(titles[kind])}**")
            return [*head, *self.expand(self._writer.part(kind, operation))]
        return list({
            "security": self._security, "parameters": self._parameters, "body": self._body,
            "responses": self._responses, "samples": self._samples, "callbacks": self._callbacks,
        }[kind](operation))  # fmt: skip

    def schema(self, pointer: str, *, titled: bool) -> list[nodes.Node]:
        """The component schema at *pointer*. :param titled: its name is the title above it.

        Without an example: each operation that uses the schema has one.
        """
        field = self._writer.whole_schema(pointer)
        name = "" if titled else field.view.component or ""
        is_said = field.view.label == OBJECT and bool(field.subschemas.fields)
        parts = [name, *([] if is_said else field.qualities(self._words))]
        head = ", ".join(f"*{plain(part)}*" for part in parts if part)
        texts = [node for text in (head, *self._schemas.about(field)) for node in self._tell(text)]
        return [*texts, *self.expand([field])]

    # -- parts of an operation --------------------------------------------------------------

    def _security(self, operation: OperationTree) -> Iterator[nodes.Node]:
        if operation.security:
            line = write_authorization(operation.security, self._words)
            yield from self._tell(f"**{plain(self._words.authorization)}:** {line}")
        if self._has_overview:
            return
        for scheme in (each for alternative in operation.security for each in alternative):
            if scheme.scheme not in self._described:
                self._described.add(scheme.scheme)
                yield from self._tell(write_scheme(scheme, self._words, self._schemas))

    def _parameters(self, operation: OperationTree) -> Iterator[nodes.Node]:
        for group in operation.parameter_groups:
            rows = (row for field in group.fields for row in self._field(field))
            yield from self._listed(rows, place_words(group.place, self._words))

    def _body(self, operation: OperationTree) -> Iterator[nodes.Node]:
        words, body = self._words, operation.body
        if body is None:
            return
        required = f" ({words.required})" if body.view.required else ""
        head = f"**{plain(words.body)}**{required}"
        kinds = self._kinds(body.content)
        for kind in kinds:
            yield from self._media(kind, head)
            head = ""
        yield from self._tell(head)
        yield from self._tell(self._schemas.tell(body.view.description))
        yield from self._below(kinds)

    def _responses(self, operation: OperationTree) -> Iterator[nodes.Node]:
        words, rows, after = self._words, [], list[nodes.Node]()
        for response in operation.responses:
            title = response.view.title(words, self._writer.translated)
            description = self._schemas.tell(response.view.description)
            # That of many documents repeats the phrase of the status.
            is_new = description.strip(" .").casefold() not in title.casefold()
            text, rest = self._cell(description if is_new else "")
            head = self._tell(f"**{plain(title)}**")
            kinds = self._kinds(response.content)
            body = [node for kind in kinds for node in self._media(kind)]
            rows.append(([*head], [*text, *self._headers(response)], body))
            more = [*rest, *self._below(kinds)]
            if response.view.links:
                more += [*self._tell(f"{words.links}:"), *self.expand([response.view.links])]
            after += [*self._head(f"**{plain(title)}**"), *more] if more else []
        heads = (words.responses, words.description, words.body)
        yield from self._rows_table(heads, rows, _RESPONSES)
        yield from after

    def _headers(self, response: Response) -> list[nodes.Node]:
        """The facts of *response* and its headers, for a cell."""
        lines = [self._schemas.line(response.view.facts), self._schemas.link(response.view.link)]
        for field in response.headers:
            kind = plain(", ".join(filter(None, field.qualities(self._words))))
            sentence = self._schemas.sentence(field.text)
            lines.append(f"{code(field.name)} ({kind}){remark(sentence)}")
        return [node for line in filter(None, lines) for node in self._tell(line)]

    def _samples(self, operation: OperationTree) -> Iterator[nodes.Node]:
        words = self._words
        for label, sample in self._chosen_samples(operation):
            yield from self._head(f"**{plain(words.example)}** ({plain(label)})")
            yield from self._short(sample)
        examples = operation.examples
        if not operation.code_samples(()) and operation.view.incoming:
            yield from self._example(words.request_body, examples.bodies)
        shown = [each for each in examples.responses if each.status.startswith("2")]
        for response in (shown or list(examples.responses))[:1]:
            yield from self._example(f"{words.response} {response.status}", response.examples)

    def _chosen_samples(self, operation: OperationTree) -> list[tuple[str, CodeBlock]]:
        chosen = self._book_clients
        samples = operation.code_samples(chosen or self._writer.clients)
        if chosen:
            known = {client.id for client in chosen} | {client.highlight for client in chosen}
            samples = [
                each for each in samples
                if each.client in known or _client_id(each.label) in known or each.language in known
            ]  # fmt: skip
        else:
            samples = samples[:1]
        return [
            (each.label, CodeBlock(text=each.source, language=each.language)) for each in samples
        ]

    def _example(self, title: str, examples: Sequence[BodyExample]) -> Iterator[nodes.Node]:
        """The first of *examples* that is in the document."""
        for example in [each for each in examples if each.code is not None][:1]:
            assert example.code is not None
            yield from self._head(f"**{plain(title)}** ({code(example.media_type)})")
            yield from self._short(example.code)

    def _short(self, block: CodeBlock) -> Iterator[nodes.Node]:
        lines = block.text.split("\n")
        is_cut = len(lines) > _MOST_LINES
        # Half a string would be marked as an error in the languages of samples.
        language = "text" if is_cut and block.language != "json" else block.language
        yield literal_block(CodeBlock(text="\n".join(lines[:_MOST_LINES]), language=language))
        if is_cut:
            yield from self._tell(f"*… ({plain(self._words.shortened)})*")

    def _callbacks(self, operation: OperationTree) -> Iterator[nodes.Node]:
        for name, expression, called in operation.callbacks:
            view = called.view
            method = view.http_method or view.key.method
            yield from self._head(
                f"**{plain(self._words.callback)}: {plain(name)}** {plain(method)}"
                f" {code(expression or name)}"
            )
            yield from self._tell(self._schemas.tell(view.summary))
            yield from self._tell(self._schemas.tell(view.further_description))
            for kind in called.shown:
                if kind in ("security", "parameters", "body", "responses"):
                    yield from self.part(kind, called)

    def _head(self, text: str) -> list[nodes.Node]:
        """*text* as a line that stays with what follows it."""
        return [nodes.raw("", "\\needspace{8\\baselineskip}", format="latex"), *self._tell(text)]

    # -- bodies -----------------------------------------------------------------------------

    def _kinds(self, content: Sequence[MediaType]) -> list[_Kind]:
        """*content*, with those in one that are told in the same words."""
        by_content: dict[str, _Kind] = {}
        for media in content:
            kind = _Kind([*media.names], self._line(media), [*self._rows(media)], [])
            nodes_of = nodes.container("", *kind.line, nodes.transition(), *kind.rows)
            first = by_content.setdefault(nodes_of.pformat() if len(content) > 1 else "", kind)
            if first is not kind:
                first.names += kind.names
            first.encodings += self._encodings(media)
        return [*by_content.values()]

    def _media(self, kind: _Kind, head: str = "") -> list[nodes.Node]:
        """The media types of *kind* and their schema on one line, after *head*."""
        first, *rest = kind.line
        names = f"{head} {_codes(kind.names)}".strip()
        between = [nodes.Text(": " if kind.names else " ")] if len(first.children) else []
        paragraph = nodes.paragraph("", "", *inline_nodes(names), *between, *first.children)
        return [paragraph, *rest]

    def _line(self, media: MediaType) -> list[nodes.Element]:
        """What the schema of *media* is, without the names, and texts about it."""
        paragraph = nodes.paragraph()
        for field in filter(None, (media.schema, media.item_schema)):
            paragraph += [nodes.Text(": ")] if len(paragraph) else []
            paragraph += self._kind(field)
        texts = [self._schemas.tell(media.view.description), self._schemas.line(media.facts)]
        texts += [self._schemas.limits(field) for field in _inline(media)]
        notes = [node for text in texts for node in self._tell(text)]
        return [paragraph, *(node for node in notes if isinstance(node, nodes.Element))]

    def _below(self, kinds: Sequence[_Kind]) -> Iterator[nodes.Node]:
        """What is in schemas that are not components."""
        several = len([kind for kind in kinds if kind.rows]) > 1
        for kind in kinds:
            if kind.rows and several and kind.names:
                yield from self._head(_codes(kind.names))
            yield from kind.rows
            yield from kind.encodings

    def _rows(self, media: MediaType) -> Iterator[nodes.Node]:
        if source := media.view.source:
            yield literal_block(CodeBlock(text=source.text, language=source.language))
        for field in _inline(media):
            texts = [*self._schemas.texts(field), self._schemas.values(field.view)]
            yield from (node for text in texts for node in self._tell(text))
            yield from self.expand([field])

    def _encodings(self, media: MediaType) -> Iterator[nodes.Node]:
        for each, headers in media.encodings:
            facts = self._schemas.line(each.facts)
            if headers or facts:
                name = code(each.property_name)
                yield from self._tell(f"{self._words.encoding} {name}: {facts}")
                rows = (row for field in headers for row in self._field(field))
                yield from self._listed(rows, self._words.headers)

    # -- rows -------------------------------------------------------------------------------

    def _listed(self, rows: Iterable[Row], title: str) -> list[nodes.Node]:
        # A reference to a component is in the row of its array.
        shown = [row for row in rows if not (row.field.folded and _is_named(row.field))]
        if not self._tables:
            return super()._listed(shown, title)
        cells, after, heading = [], list[nodes.Node](), ""
        for row in shown:
            is_first = row.heading and row.heading != heading
            heading = row.heading
            field = row.field
            kind: list[nodes.Node] = [nodes.paragraph("", "", *self._kind(field))]
            limits = self._schemas.limits(field)
            texts = [f"*{plain(heading)}*"] if is_first else []
            if _is_named(field):
                texts.append(self._schemas.sentence(field.text))
            else:
                texts += [*self._schemas.texts(field), self._schemas.values(field.view)]
            if len(limits) <= _LONGEST_CELL // 4:
                kind += self._tell(limits)
            else:
                texts.append(limits)
            texts.append(self._schemas.examples(field))
            described, rest = self._cell("\n\n".join(filter(None, texts)), field.text)
            if not _is_named(field):
                described = [*described, *self._notes(field.subschemas)]
            name = literal_name(row.path)
            cells.append(([nodes.paragraph("", "", name)], described, kind))
            if rest:
                term = nodes.term("", "", name.deepcopy())
                item = nodes.definition_list_item("", term, nodes.definition("", *rest))
                after.append(nodes.definition_list("", item))
        ordered = [(name, kind, described) for name, described, kind in cells]
        words = self._words
        return [*self._rows_table((title, words.type, words.description), ordered), *after]

    def _about(self, field: Field) -> list[str]:
        # A component tells the rest in its own place.
        return [self._schemas.sentence(field.text)] if _is_named(field) else super()._about(field)

    def _kind(self, field: Field) -> list[nodes.Node]:
        """The type of *field* and its flags; a component that has a page is a link."""
        words, target = self._words, field.subschemas.page
        label = type_words(field.view.label, words)
        shown = plain(label)
        docname = self._writer.schema_page(self._directory, target) if target else None
        if target and docname is not None:
            before, separator, after = label.partition(target)
            shown = link(target, self._links.address(docname))
            parts = (
                (plain(before), shown, plain(after)) if separator else (plain(label), " ", shown)
            )
            shown = "".join(parts)
        flags = [f"*{plain(flag.words(words))}*" for flag in field.flags]
        title = [f"“{plain(field.heading)}”"] if field.heading else []
        return inline_nodes(", ".join([*title, shown, *flags]))

    def _cell(
        self, text: str, described: Text | None = None
    ) -> tuple[list[nodes.Node], list[nodes.Node]]:
        """*text* for a cell, and what is to follow the table since it is too long for a cell."""
        content = self._tell(text)
        is_simple = all(isinstance(node, _IN_CELLS) for node in content) and not any(
            node for top in content for node in find_nodes(top, nodes.literal_block)
        )
        if is_simple and len(text) <= _LONGEST_CELL:
            return content, []
        return self._tell(self._schemas.sentence(described) if described else ""), content

    def _rows_table(
        self,
        heads: tuple[str, str, str],
        rows: Sequence[tuple[Sequence[nodes.Node], ...]],
        widths: tuple[int, ...] = _FIELDS,
    ) -> list[nodes.Node]:
        """A table; a list where the format has none."""
        if not rows:
            return []
        if not self._tables:
            items = [
                nodes.definition_list_item(
                    "",
                    nodes.term("", "", *(child for node in first for child in node.children)),
                    nodes.definition("", *(node for cell in others for node in cell)),
                )
                for first, *others in rows
            ]
            title = nodes.paragraph("", "", nodes.strong("", heads[0]))
            return [title, nodes.definition_list("", *items)]
        group = nodes.tgroup(
            "", *(nodes.colspec(colwidth=width) for width in widths), cols=len(widths)
        )
        head = nodes.row("", *(nodes.entry("", nodes.paragraph("", each)) for each in heads))
        group += nodes.thead("", head)
        body = (nodes.row("", *(nodes.entry("", *cell) for cell in row)) for row in rows)
        group += nodes.tbody("", *body)
        for literal in [*group.findall(nodes.literal)]:
            _make_breakable(literal)
        table = nodes.table("", group, classes=["longtable", "colwidths-given"])
        return [nodes.container("", table, classes=[ROWS])]


def _codes(names: Iterable[str]) -> str:
    return ", ".join(map(code, names))


def _inline(media: MediaType) -> list[Field]:
    """The schemas of *media* that no page of a component shows."""
    schemas = [field for field in (media.schema, media.item_schema) if field is not None]
    return [field for field in schemas if field.subschemas.page is None]


def _is_named(field: Field) -> bool:
    """Whether only the name of what is below *field* is shown."""
    return field.subschemas.expansion in (Expansion.DEEPER, Expansion.RECURSIVE)


def _client_id(name: str) -> str:
    client = client_for(name)
    return client.id if client is not None else ""
