"""Writing the page of an operation or a schema as Markdown.

Descriptions are kept, as they are already CommonMark; everything else is escaped. Links lead to the
Markdown files of other pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from sphinx_navapi.asyncapi.view import ChannelView
from sphinx_navapi.content.body_examples import BodyExample
from sphinx_navapi.content.markdown.overview import write_overview
from sphinx_navapi.content.markdown.schema import FileLinks, SchemaMarkdown
from sphinx_navapi.content.markdown.security import write_scheme
from sphinx_navapi.content.markdown.servers import write_server
from sphinx_navapi.content.markdown.text import address, code, fence, item, plain, write_badges
from sphinx_navapi.content.media_type import Encoding, MediaType, Response
from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.content.overview import OverviewTree
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.content.part_words import place_words
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.view import Direction, LinkView
from sphinx_navapi.request.snippets import CLIENTS, Client

#: Maximum length of an example, lower than on HTML pages: it is part of the running text.
_LONGEST_EXAMPLE: Final = 16_000


class MarkdownWriter:
    """Writes the pages of one document.

    :param content: the document's operations and schemas.
    :param pages: those of components and operations.
    :param clients: languages of generated samples.
    :param base_url: of the site, ``""`` if unknown.
    """

    def __init__(
        self,
        content: OperationContent,
        pages: PageNames,
        *,
        clients: tuple[Client, ...] = CLIENTS[:1],
        translate: Callable[[str], str] | None = None,
        words: Wording | None = None,
        base_url: str = "",
    ) -> None:
        self._content = content
        self._pages = pages
        self._clients = clients
        self._base_url = base_url
        self._translate = translate or (lambda text: text)
        self._words = content.wording(words or Wording())
        self._schemas = SchemaMarkdown(self._translate, self._words, pages.schema)

    def operation(
        self,
        operation: OperationTree,
        *,
        docname: str,
        title: str,
        directory: str = "api-reference",
        description: str | None = None,
        badges: Iterable[str] = (),
    ) -> str:
        """The page of *operation*, ending in a line break.

        :param docname: of the page.
        :param title: as on the page, translated.
        :param description: of the page, if it has its own.
        :param badges: shown beside the title.
        """
        links = self.links(docname, directory)
        beside = write_badges(badges)
        return _document(
            [f"# {plain(title)}", beside, *self._operation(operation, links, description)]
        )

    def overview(
        self,
        tree: OverviewTree,
        *,
        title: str,
        label: Callable[[str], str],
        download: str | None = None,
    ) -> str:
        """The overview page of the document, ending in a line break.

        :param label: title of the page of an operation, by its docname.
        :param download: URL of the document, if readers can download it.
        """
        blocks = write_overview(tree, self._words, self._schemas, label, download)
        return _document([f"# {plain(title)}", *blocks])

    def schema(
        self, pointer: str, *, docname: str, title: str, directory: str = "api-reference"
    ) -> str:
        """The page of the schema at *pointer*, ending in a line break."""
        blocks = self.shown_schema(pointer, self.links(docname, directory), "##")
        return _document([f"# {plain(title)}", *blocks])

    def links(self, docname: str, directory: str) -> FileLinks:
        """The links of the page *docname*, whose schemas have their pages in *directory*."""
        return FileLinks(docname, directory, self._base_url)

    def shown_schema(self, pointer: str, links: FileLinks, level: str) -> Iterator[str]:
        """The schema at *pointer* within a page. :param level: marks of its headings."""
        schema = self._content.schemas.schema(pointer, Direction.BOTH)
        yield from self._schemas.schema(schema, links)
        example = self._content.schema_example(pointer)
        if example is not None:
            yield f"{level} {self._words.example}"
            yield fence(example.text, example.language)

    def shown_operation(
        self, operation: OperationTree, links: FileLinks, level: str
    ) -> Iterator[str]:
        """*operation* within a page. :param level: marks of its headings."""
        return self._operation(operation, links, None, level)

    # -- operation ------------------------------------------------------------------------

    def _operation(
        self,
        operation: OperationTree,
        links: FileLinks,
        description: str | None,
        level: str = "##",
    ) -> Iterator[str]:
        words = self._words
        if operation.is_channel:
            yield f"**{operation.key.method}** {code(operation.address)}"
            protocols = ", ".join(map(code, operation.protocols))
            yield f"{getattr(words, operation.lead)} {protocols}".strip()
        else:
            yield fence(f"{operation.key.method} {operation.key.path}", "http")
        if operation.is_deprecated:
            yield f"**{words.deprecated}**"
        yield self._schemas.tell(operation.intro)
        yield self._schemas.tell(operation.facts)
        for text in dict.fromkeys([description, operation.text]):
            yield self._schemas.describe(text)
        yield self._schemas.link(operation.link)
        if "servers" in operation.shown:
            yield f"{level} {words.server}"
            yield "\n".join(write_server(each, words, self._schemas) for each in operation.servers)
        if operation.security:
            yield f"{level} {words.authorization}"
            yield from self._security(operation)
        yield from self._parts(operation, links, level)
        yield from self.samples(operation, level)
        if operation.examples.bodies:
            yield f"{level} {words.examples}: {words.request_body}"
            yield from self._examples(operation.examples.bodies)

    def samples(self, operation: OperationTree, level: str) -> Iterator[str]:
        """The samples of *operation* below a heading. :param level: marks of the heading."""
        words = self._words
        samples = operation.code_samples(self._clients)
        if samples:
            yield f"{level} {words.code_samples}"
            sent = operation.examples.sent
            yield plain(self._translate(sent)) if sent else ""
        for sample in samples:
            yield f"{f'{level}#'[:6]} {plain(sample.label)}"
            yield fence(sample.source, sample.language)

    def _parts(self, operation: OperationTree, links: FileLinks, level: str) -> Iterator[str]:
        words = self._words
        if operation.channel is not None:
            yield f"{level} {words.channel}"
            yield from self._channel(operation.channel)
        for group in operation.parameter_groups:
            yield f"{level} {plain(place_words(group.place, words))}"
            yield self._schemas.parameters(group.fields, links)
        body = operation.body
        if body is not None:
            required = f" ({words.required})" if body.view.required else ""
            yield f"{level} {words.body}{required}"
            yield self._schemas.tell(body.view.description)
            yield from self._media_types(body.content, links)
        if operation.responses:
            yield f"{level} {words.responses}"
            shown = {each.status: each.examples for each in operation.examples.responses}
            for response in operation.responses:
                yield from self._response(response, links, f"{level}#"[:6])
                yield from self._examples(shown.get(response.view.status, ()))
        for callback in operation.callbacks:
            called = callback.called
            yield f"{level} {words.callback}: {plain(callback.name)}"
            if called.is_channel:
                yield f"**{called.http_method}** {code(callback.expression or callback.name)}"
            else:
                yield fence(f"{called.http_method} {callback.expression}", "http")
            if called.is_deprecated:
                yield f"**{words.deprecated}**"
            yield self._schemas.tell(called.summary)
            yield self._schemas.tell(callback.text)
            yield from self._security(called)
            yield from self._parts(called, links, f"{level}#"[:6])

    def _channel(self, channel: ChannelView) -> Iterator[str]:
        if channel.summary:
            yield f"**{self._schemas.plain(channel.summary)}**"
        yield self._schemas.tell(channel.description)
        yield self._schemas.line(channel.facts)
        yield self._schemas.link(channel.link)

    def _security(self, operation: OperationTree) -> Iterator[str]:
        words = self._words
        for index, alternative in enumerate(operation.security):
            if index:
                yield f"*{words.alternative}*"
            if not alternative:
                yield f"- {words.no_authorization}"
            else:
                schemes = (write_scheme(each, words, self._schemas) for each in alternative)
                yield f"\n\n*{words.all_together}*\n\n".join(schemes)

    # -- bodies and responses ---------------------------------------------------------------

    def _media_types(self, content: tuple[MediaType, ...], links: FileLinks) -> Iterator[str]:
        words = self._words
        for media in content:
            if media.names:
                yield f"{words.media_type}: {', '.join(map(code, media.names))}"
            yield self._schemas.tell(media.text)
            yield self._schemas.line(media.facts)
            if media.source is not None:
                yield fence(media.source.text, media.source.language)
            if media.schema is not None:
                yield from self._schemas.schema(media.schema, links)
            if media.item_schema is not None:
                yield f"{words.each_item}:"
                yield from self._schemas.schema(media.item_schema, links)
            if media.encodings:
                yield f"{words.encoding}:"
                yield "\n".join(self._encoding(each, links) for each in media.encodings)

    def _encoding(self, encoding: Encoding, links: FileLinks) -> str:
        head = f"{code(encoding.name)}: {self._schemas.line(encoding.facts)}"
        return item(head, [self._schemas.parameters(encoding.headers, links)])

    def _response(self, response: Response, links: FileLinks, level: str) -> Iterator[str]:
        words, view = self._words, response.view
        yield f"{level} {plain(view.title(words, self._translate))}"
        yield self._schemas.tell(view.description)
        yield self._schemas.line(view.facts)
        yield self._schemas.link(view.link)
        if response.headers:
            yield f"{words.headers}:"
            yield self._schemas.parameters(response.headers, links)
        if response.content:
            yield f"{words.body}:"
        yield from self._media_types(response.content, links)
        if view.links:
            yield f"{words.links}:"
            yield "\n".join(self._link(each, links) for each in view.links)

    def _link(self, given: LinkView, links: FileLinks) -> str:
        target = code(given.reference) if given.reference else ""
        if given.target is not None:
            target = links.link(str(given.target), self._pages.operation(given.target))
        facts = [f"{code(name)} = {code(value)}" for name, value in given.passed]
        if given.body is not None:
            facts.append(f"{self._words.body} = {code(given.body)}")
        blocks = [self._schemas.tell(given.description), ", ".join(facts)]
        if given.server is not None:
            server = write_server(given.server, self._words, self._schemas)
            blocks.append(f"{self._words.server}:\n\n{server}")
        return item(f"{code(given.name)} → {target}", blocks)

    def _examples(self, examples: Iterable[BodyExample]) -> Iterator[str]:
        """The *examples* of one body; equal neighbors are written once."""
        for _, same in groupby(
            examples, key=lambda each: (each.media_type, each.code, each.view.external_value)
        ):
            yield from self._example(list(same))

    def _example(self, same: list[BodyExample]) -> Iterator[str]:
        example = same[0]
        label = ", ".join(filter(None, (each.title(self._translate) for each in same)))
        head = f"{self._words.example} ({code(example.media_type)})"
        yield f"{head}: {plain(label)}" if label else f"{head}:"
        for text in dict.fromkeys(self._schemas.tell(each.view.description) for each in same):
            yield text
        if example.code is not None:
            text = example.code.shortened(self._words, _LONGEST_EXAMPLE)
            yield fence(text, example.code.language)
        elif example.view.external_value:
            yield address(example.view.external_value)


def _document(blocks: Iterable[str]) -> str:
    return "\n\n".join(block for block in blocks if block.strip()) + "\n"
