"""Writes the page of an operation or a schema as Markdown.

Descriptions stand as the document has them, for they are CommonMark already;
everything else is escaped. Links lead to the Markdown files of other pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from sphinx_navapi.content.markdown.servers import write_server
from sphinx_navapi.content.markdown.text import code, fence, indent, link, one_line, plain
from sphinx_navapi.content.outline import (
    Child,
    Fact,
    by_place,
    children,
    component_name,
    flow_urls,
    media_groups,
    option_title,
    parameter_examples,
    parameter_facts,
    place_words,
    schema_badges,
    schema_facts,
    scheme_sample,
    scheme_words,
    status_phrase,
    value_text,
    variant_words,
)
from sphinx_navapi.content.shown_examples import (
    body_examples,
    code_language,
    example_text,
    request_samples,
    response_examples,
    schema_example,
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
    RequirementView,
    ResponseView,
    SchemaView,
)
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets import CLIENTS, Client


class MarkdownWriter:
    """Writes the pages of one document.

    :param schema_docname: the page of a component below a directory, or ``None``.
    :param operation_docname: the page of an operation, or ``None``.
    :param clients: languages of the samples that are made.
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
    ) -> None:
        self._book = book
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
        blocks = list(self._schema(pointer, Direction.BOTH, place))
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
            yield "\n".join(write_server(each, words, self._inline) for each in view.servers)
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
                yield "\n".join(self._requirement(each) for each in alternative)

    def _requirement(self, requirement: RequirementView) -> str:
        words = self._words
        kind = scheme_words(requirement, words)
        if requirement.deprecated:
            kind += f", {words.deprecated}"
        sample = scheme_sample(requirement)
        blocks = [self._describe(requirement.description)]
        lines = [code(sample)] if sample else []
        if requirement.openid_url:
            lines.append(f"{words.discovery}: {_address(requirement.openid_url)}")
        oauth = requirement.type in ("oauth2", "openIdConnect")
        for scope, text in requirement.scopes:
            label = words.scopes if oauth else words.roles
            lines.append(f"{label}: {code(scope)}{_after(self._inline(text))}")
        for flow in requirement.flows:
            urls = ", ".join(f"{label} {_address(url)}" for label, url in flow_urls(flow, words))
            lines.append(f"{plain(words.flow(flow.flow))}: {urls}")
        blocks.append("\n".join(f"- {line}" for line in lines))
        return _item(f"{code(requirement.scheme)} ({plain(kind)})", blocks)

    def _inline(self, text: str | None) -> str:
        return one_line(self._translate(text)) if text else ""

    # -- parameters -----------------------------------------------------------------------

    def _fields(
        self, parameters: Iterable[ParameterView], direction: Direction, place: _Place
    ) -> str:
        return "\n".join(self._parameter(each, direction, place) for each in parameters)

    def _parameter(self, parameter: ParameterView, direction: Direction, place: _Place) -> str:
        words = self._words
        view = SchemaView(pointer="", target="")
        nested = ""
        if parameter.schema is not None:
            view = self._book.view(parameter.schema, direction)
            depth = self._book.depth_for(parameter.schema, direction)
            nested = self._below(view, depth, direction, (), place)
        badges = [words.required] if parameter.required else []
        if parameter.deprecated or view.deprecated:
            badges.append(words.deprecated)
        given = parameter_examples(parameter)
        blocks = [
            self._describe(parameter.description or view.description),
            self._facts(view, parameter_facts(parameter, view, words), examples=not given),
            "\n".join(self._parameter_example(example) for example in given),
            nested,
        ]
        return _item(_head(code(parameter.name), self._type(view), badges), blocks)

    def _parameter_example(self, example: ExampleView) -> str:
        value = (
            _address(example.external_value)
            if example.external_value
            else code(value_text(example.value))
        )
        summary = plain(self._translate(example.summary)) if example.summary else ""
        text = ": ".join(filter(None, [summary, self._inline(example.description)]))
        return f"- {self._words.example}: {value}{_after(text)}"

    # -- schemas --------------------------------------------------------------------------

    def _schema(self, pointer: str, direction: Direction, place: _Place) -> Iterator[str]:
        view = self._book.view(pointer, direction)
        depth = self._book.depth_for(pointer, direction)
        badges = schema_badges(view, self._words)
        line = ", ".join(
            f"*{plain(part)}*"
            for part in filter(None, [component_name(view), self._type(view), *badges])
        )
        yield line
        yield self._describe(view.description)
        yield self._facts(view, ())
        yield self._below(view, depth, direction, (), place)

    def _below(
        self,
        view: SchemaView,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
        place: _Place,
    ) -> str:
        """What nests below *view*: a list."""
        words = self._words
        expansion = self._book.expansion(view, depth, trail)
        lines: list[str] = []
        if expansion is Expansion.RECURSIVE:
            name = view.component or self._type(view)
            lines.append(f"- {words.recursive}: {plain(name)}")
        elif expansion is Expansion.DEEPER and view.component is not None:
            docname = self._schema_docname(place.directory, view.component)
            lines.append(f"- {words.more}: {place.link(view.component, docname)}")
        elif expansion is Expansion.SHOWN:
            inner = self._book.trail_below(view, trail)
            left = self._book.child_depth(view, depth)
            options = 0
            for child in children(view, self._book, direction):
                below = self._book.view(child.schema, direction)
                options += child.kind == "variant"
                if child.folded:
                    lines.append(self._below(below, left, direction, inner, place))
                else:
                    name = self._name(child, below, options)
                    lines.append(self._row(name, child, below, left, direction, inner, place))
        if view.discriminator is not None and expansion is Expansion.SHOWN:
            mapping = [
                f"{code(value)} → {plain(self._component(pointer))}"
                for value, pointer in view.discriminator.mapping
            ]
            if view.discriminator.default is not None:
                default = plain(self._component(view.discriminator.default))
                mapping.append(f"{words.otherwise} → {default}")
            chosen = f"{words.chosen_by} {code(view.discriminator.property_name)}"
            lines.append(f"- {chosen}{': ' if mapping else ''}{', '.join(mapping)}")
        return "\n".join(filter(None, lines))

    def _row(
        self,
        name: str,
        child: Child,
        view: SchemaView,
        depth: int,
        direction: Direction,
        trail: tuple[str, ...],
        place: _Place,
    ) -> str:
        badges = schema_badges(view, self._words, required=child.required)
        blocks = [
            self._describe(view.description),
            self._facts(view, ()),
            self._below(view, depth, direction, trail, place),
        ]
        return _item(_head(name, self._type(view), badges), blocks)

    def _name(self, child: Child, view: SchemaView, position: int) -> str:
        words = self._words
        if child.kind == "property":
            return code(child.name)
        if child.kind == "pattern":
            return f"{words.matching} {code(child.name)}"
        if child.kind == "item":
            return code(f"[{child.name}]")
        if child.kind == "variant":
            title = plain(option_title(view, position, words))
            return f"{variant_words(child.group, words)}: {title}"
        return plain(child.words(words))

    def _type(self, view: SchemaView) -> str:
        return type_words(view.label, self._words)

    def _component(self, pointer: str | None) -> str:
        if pointer is None:
            return self._words.unresolved
        view = self._book.view(pointer)
        return view.component or self._type(view)

    def _facts(self, view: SchemaView, extra: Iterable[Fact], *, examples: bool = True) -> str:
        """Constraints and the like in a line; permitted values in a list if they are explained."""
        words = self._words
        facts = list(extra)
        listed: list[str] = []
        if any(value.description or value.name for value in view.enum):
            for value in view.enum:
                name = f" ({plain(value.name)})" if value.name else ""
                text = _after(self._inline(value.description))
                listed.append(f"- {code(value_text(value.value))}{name}{text}")
        elif view.enum:
            facts.append(Fact(words.allowed, tuple(value_text(value.value) for value in view.enum)))
        facts += schema_facts(view, words, examples=examples)
        lines = []
        for fact in facts:
            values = ", ".join(code(value) for value in fact.values)
            lines.append(f"{plain(fact.label)} {values}".rstrip())
        if view.external_docs is not None:
            url, label = view.external_docs
            lines.append(link(label, url))
        stated = "; ".join(lines)
        if listed:
            listed.insert(0, f"{words.allowed_values}:\n")
        return "\n\n".join(filter(None, [stated, "\n".join(listed)]))

    # -- bodies and responses ---------------------------------------------------------------

    def _content(
        self, content: tuple[MediaTypeView, ...], direction: Direction, place: _Place
    ) -> Iterator[str]:
        for group in media_groups(content, self._book):
            names = ", ".join(code(name) for name in group.media_types)
            yield f"{self._words.media_type}: {names}"
            if group.first.schema is not None:
                yield from self._schema(group.first.schema, direction, place)
            if group.first.item_schema is not None:
                yield f"{self._words.each_item}:"
                yield from self._schema(group.first.item_schema, direction, place)
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


def _head(name: str, label: str, badges: Iterable[str]) -> str:
    return f"{name} ({plain(', '.join([label, *badges]))})"


def _address(url: str) -> str:
    return link(url, url)


def _after(text: str) -> str:
    return f": {text}" if text else ""
