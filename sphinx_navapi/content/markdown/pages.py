"""Writing the page of an operation or a schema as Markdown, or the parts of nodes.

Descriptions are kept, as they are already CommonMark; everything else is escaped. Links lead to the
Markdown files of other pages.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import groupby
from typing import Final

from sphinx_navapi.content.body_examples import LONGEST_EXAMPLE, BodyExample, CodeBlock
from sphinx_navapi.content.markdown.changes import write_history
from sphinx_navapi.content.markdown.overview import write_overview
from sphinx_navapi.content.markdown.schema import (
    Block,
    ErrorsLink,
    FileLinks,
    FunctionsLine,
    Rows,
    SchemaMarkdown,
)
from sphinx_navapi.content.markdown.servers import write_scheme, write_server
from sphinx_navapi.content.markdown.text import (
    address,
    code,
    fence,
    item,
    link,
    plain,
    write_badges,
)
from sphinx_navapi.content.media_type import MediaType, Response
from sphinx_navapi.content.operation import CALLED_PARTS, OperationContent, OperationTree
from sphinx_navapi.content.overview import OverviewTree
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.locale.wording import Wording, place_words, used_in
from sphinx_navapi.openapi.schema.row import Field
from sphinx_navapi.openapi.server import read_servers
from sphinx_navapi.openapi.view import Direction, LinkView
from sphinx_navapi.plan.site_plan import Page, SchemaUser
from sphinx_navapi.request.snippets import MARKDOWN_CLIENTS, Client

#: Maximum length of an example, lower than on HTML pages: it is part of the running text.
_LONGEST_EXAMPLE: Final = 16_000


class MarkdownWriter:
    """Writes the pages of one document.

    :param content: the document's operations and schemas.
    :param pages: those of components and operations.
    :param clients: languages of generated samples.
    :param base_url: of the site, ``""`` if unknown.
    :param printed: for formats other than HTML and Markdown, whose pages have all examples below
        the samples.
    :ivar translated: a text of the document in the language of the pages.
    :ivar schema_page: the page of a component below a directory, or ``None``.
    """

    def __init__(
        self,
        content: OperationContent,
        pages: PageNames,
        *,
        clients: tuple[Client, ...] = MARKDOWN_CLIENTS,
        translate: Callable[[str], str] | None = None,
        words: Wording | None = None,
        base_url: str = "",
        printed: bool = False,
    ) -> None:
        self._content = content
        self._pages = pages
        self.clients = clients
        self._base_url = base_url
        self.translated = translate or (lambda text: text)
        self._words = content.wording(words or Wording())
        self._printed = printed
        self.schema_page = pages.schema
        self.schemas = SchemaMarkdown(self.translated, self._words, pages.schema, printed=printed)

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
        blocks = self._written(self._operation(operation, 2, description), links)
        return _document([f"# {plain(title)}", write_badges(badges), *blocks])

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
        blocks = write_overview(tree, self._words, self.schemas, label, download)
        return _document([f"# {plain(title)}", *blocks])

    def schema(
        self,
        pointer: str,
        *,
        docname: str,
        title: str,
        directory: str = "api-reference",
        used_by: Iterable[tuple[SchemaUser, Page | None]] = (),
    ) -> str:
        """The page of the schema at *pointer*, ending in a line break.

        :param used_by: the pages that use the schema.
        """
        shown = self.schema_blocks(pointer, 2, named=False)
        blocks = [*self._written(shown, self.links(docname, directory))]
        users = "\n".join(self._user(user, page) for user, page in used_by if page is not None)
        if users:
            blocks += [_heading(2, self._words.used_by), users]
        return _document([f"# {plain(title)}", *blocks])

    def _user(self, user: SchemaUser, page: Page) -> str:
        line = f"- {link(self.translated(page.title), f'/{page.docname}')}"
        if page.operation is None:
            return line
        where = used_in(self._words, sent=user.sent, received=user.received)
        return f"{line}: {code(str(page.operation))} ({where})"

    def links(self, docname: str, directory: str) -> FileLinks:
        """The links of the page *docname*, whose schemas have their pages in *directory*."""
        return FileLinks(docname, directory, self._base_url)

    def shown_schema(self, pointer: str, links: FileLinks, level: int) -> Iterator[str]:
        """The schema at *pointer* within a page. :param level: of its headings."""
        return self._written(self.schema_blocks(pointer, level), links)

    def shown_operation(
        self, operation: OperationTree, links: FileLinks, level: int
    ) -> Iterator[str]:
        """*operation* within a page. :param level: of its headings."""
        return self._written(self._operation(operation, level), links)

    def shown_samples(
        self, operation: OperationTree, links: FileLinks, level: int
    ) -> Iterator[str]:
        """The samples of *operation* within a page. :param level: of their heading."""
        return self._written(self._code_samples(operation, level), links)

    def _written(self, blocks: Iterable[Block], links: FileLinks) -> Iterator[str]:
        return (self.write(block, links) for block in blocks)

    def write(self, block: Block, links: FileLinks) -> str:
        """*block* as Markdown."""
        if isinstance(block, str):
            return block
        if isinstance(block, CodeBlock):
            return fence(block.text, block.language)
        if isinstance(block, Field):
            return self.schemas.whole(block, links)
        if isinstance(block, ErrorsLink):
            return links.link(
                self._words.same_status, self._pages.catalog("errors", links.directory)
            )
        if isinstance(block, FunctionsLine):
            return f"Python: {', '.join(map(links.function, block.functions))}"
        if isinstance(block, Rows):
            return self.schemas.rows(block, links)
        return "\n".join(self._link(each, links) for each in block)

    # -- operation ------------------------------------------------------------------------

    def whole_schema(self, pointer: str) -> Field:
        """The schema at *pointer* for a page of its own."""
        return self._content.schemas.schema(pointer, Direction.BOTH)

    def shares_servers(self, operation: OperationTree) -> bool:
        """Whether *operation* has the servers of its document."""
        document = self._content.schemas.document
        return operation.servers == read_servers(document, {}, {})

    def schema_blocks(self, pointer: str, level: int = 1, *, named: bool = True) -> Iterator[Block]:
        """The schema at *pointer*. :param level: of its headings.

        :param named: begin with its name, which is not the title of the page.
        """
        yield from self.schemas.schema(self.whole_schema(pointer), named=named)
        example = self._content.schema_example(pointer)
        if example is not None:
            yield _heading(level, self._words.example)
            yield example

    def part(self, kind: str, operation: OperationTree, level: int = 0) -> Iterator[Block]:
        """The part *kind* of *operation*, if it is not empty.

        :param level: of its heading; 0: there is one already.
        """
        write: Callable[[OperationTree, int], Iterator[Block]] = getattr(self, f"_{kind}")
        return write(operation, level)

    def _operation(
        self, operation: OperationTree, level: int, description: str | None = None
    ) -> Iterator[Block]:
        words, view = self._words, operation.view
        if view.channel:
            yield f"**{view.key.method}** {code(view.address)}"
            protocols = ", ".join(map(code, view.protocols))
            yield f"{getattr(words, view.lead)} {protocols}".strip()
        else:
            yield CodeBlock(text=str(view.key), language="http")
        if view.deprecated:
            yield f"**{words.deprecated}**"
        yield self.schemas.line(operation.dated)
        functions = tuple(self._pages.functions(view.key))
        if functions:
            yield FunctionsLine(functions)
        yield self.schemas.tell(view.content)
        yield self.schemas.tell(view.facts)
        for text in dict.fromkeys([description, view.description]):
            yield self.schemas.describe(text)
        yield self.schemas.link(view.link)
        servers = ["servers"] if "servers" in operation.shown else []
        for kind in (*servers, *CALLED_PARTS, "samples"):
            yield from self.part(kind, operation, level)
        if operation.changes:
            yield _heading(level, words.history)
            yield write_history(operation.changes, self.translated)

    def _samples(self, operation: OperationTree, level: int) -> Iterator[Block]:
        """The samples, and the examples that are not elsewhere."""
        words, examples = self._words, operation.examples
        yield from self._code_samples(operation, level)
        shown = [(words.request_body, examples.bodies)]
        if self._printed:
            shown += [(f"{words.response} {r.status}", r.examples) for r in examples.responses]
        for title, bodies in shown:
            if bodies:
                yield _heading(level or 1, f"{words.examples}: {plain(title)}")
                yield from self._examples(bodies)

    def _code_samples(self, operation: OperationTree, level: int) -> Iterator[Block]:
        samples = operation.code_samples(self.clients)
        if samples:
            yield _heading(level, self._words.code_samples)
            sent = operation.examples.sent
            yield plain(self.translated(sent)) if sent else ""
        for sample in samples:
            yield _heading(level + 1, plain(sample.label))
            yield CodeBlock(text=sample.source, language=sample.language)

    def _servers(self, operation: OperationTree, level: int) -> Iterator[Block]:
        yield _heading(level, self._words.server)
        yield "\n".join(write_server(each, self._words, self.schemas) for each in operation.servers)

    def _channel(self, operation: OperationTree, level: int) -> Iterator[Block]:
        channel = operation.channel
        if channel is None:
            return
        yield _heading(level, self._words.channel)
        if channel.summary:
            yield f"**{self.schemas.plain(channel.summary)}**"
        yield self.schemas.tell(channel.description)
        yield self.schemas.line(channel.facts)
        yield self.schemas.link(channel.link)

    def _parameters(self, operation: OperationTree, level: int) -> Iterator[Block]:
        several = len(operation.parameter_groups) > 1
        for group in operation.parameter_groups:
            yield _heading(level or int(several), plain(place_words(group.place, self._words)))
            yield Rows(group.fields)

    def _security(self, operation: OperationTree, level: int) -> Iterator[Block]:
        words = self._words
        if operation.security:
            yield _heading(level, words.authorization)
        for index, alternative in enumerate(operation.security):
            if index:
                yield f"*{words.alternative}*"
            if not alternative:
                yield f"- {words.no_authorization}"
            for position, scheme in enumerate(alternative):
                if position:
                    yield f"*{words.all_together}*"
                yield write_scheme(scheme, words, self.schemas)

    def _callbacks(self, operation: OperationTree, level: int) -> Iterator[Block]:
        words, level = self._words, level or 1
        for name, expression, called in operation.callbacks:
            view = called.view
            yield _heading(level, f"{words.callback}: {plain(name)}")
            if view.channel:
                yield f"**{view.http_method}** {code(expression or name)}"
            else:
                yield CodeBlock(text=f"{view.http_method} {expression}", language="http")
            if view.deprecated:
                yield f"**{words.deprecated}**"
            yield self.schemas.tell(view.summary)
            yield self.schemas.tell(view.further_description)
            for kind in CALLED_PARTS:
                yield from self.part(kind, called, level + 1)

    # -- bodies and responses ---------------------------------------------------------------

    def _body(self, operation: OperationTree, level: int) -> Iterator[Block]:
        words, body = self._words, operation.body
        if body is None:
            return
        required = words.required if body.view.required else ""
        yield _heading(level, f"{words.body} ({required})" if required else words.body)
        yield f"*{required}*" if required and not level else ""
        yield self.schemas.tell(body.view.description)
        yield from self._media_types(body.content)

    def _media_types(self, content: Iterable[MediaType]) -> Iterator[Block]:
        words = self._words
        for media in content:
            if media.names:
                yield f"{words.media_type}: {', '.join(map(code, media.names))}"
            yield self.schemas.tell(media.view.description)
            yield self.schemas.line(media.facts)
            source = media.view.source
            if source is not None:
                yield CodeBlock(text=source.text, language=source.language)
            if media.schema is not None:
                yield from self.schemas.schema(media.schema)
            if media.item_schema is not None:
                yield f"{words.each_item}:"
                yield from self.schemas.schema(media.item_schema)
            if media.encodings:
                yield f"{words.encoding}:"
            for each, headers in media.encodings:
                yield Rows(headers, f"{code(each.property_name)}: {self.schemas.line(each.facts)}")

    def _responses(self, operation: OperationTree, level: int) -> Iterator[Block]:
        if operation.responses:
            yield _heading(level, self._words.responses)
        shown = {each.status: each.examples for each in operation.examples.responses}
        has_errors = not self._printed and self._pages.catalog("errors", "") is not None
        errors = operation.view.errors if has_errors else ()
        for response in operation.responses:
            yield from self._response(response, level + 1)
            if response.view.status.upper() in errors:
                yield ErrorsLink()
            if not self._printed:
                yield from self._examples(shown.get(response.view.status, ()))

    def _response(self, response: Response, level: int) -> Iterator[Block]:
        words, view = self._words, response.view
        yield _heading(level, plain(view.title(words, self.translated)))
        yield self.schemas.tell(view.description)
        yield self.schemas.line(view.facts)
        yield self.schemas.link(view.link)
        if response.headers:
            yield f"{words.headers}:"
            yield Rows(response.headers)
        if response.content:
            yield f"{words.body}:"
        yield from self._media_types(response.content)
        if view.links:
            yield f"{words.links}:"
            yield view.links

    def _link(self, view: LinkView, links: FileLinks) -> str:
        target = code(view.reference) if view.reference else ""
        if view.target is not None:
            target = links.link(str(view.target), self._pages.operation(view.target))
        facts = [f"{code(name)} = {code(value)}" for name, value in view.passed]
        if view.body is not None:
            facts.append(f"{self._words.body} = {code(view.body)}")
        blocks = [self.schemas.tell(view.description), ", ".join(facts)]
        if view.server is not None:
            server = write_server(view.server, self._words, self.schemas)
            blocks.append(f"{self._words.server}:\n\n{server}")
        return item(f"{code(view.name)} {self.schemas.arrow} {target}", blocks)

    def _examples(self, examples: Iterable[BodyExample]) -> Iterator[Block]:
        """The *examples* of one body; equal neighbors are written once."""
        for _, same in groupby(
            examples, key=lambda each: (each.media_type, each.code, each.view.external_value)
        ):
            yield from self._example(list(same))

    def _example(self, same: list[BodyExample]) -> Iterator[Block]:
        example = same[0]
        label = ", ".join(filter(None, (each.title(self.translated) for each in same)))
        head = f"{self._words.example} ({code(example.media_type)})"
        yield f"{head}: {plain(label)}" if label else f"{head}:"
        for text in dict.fromkeys(self.schemas.tell(each.view.description) for each in same):
            yield text
        if example.code is not None:
            longest = LONGEST_EXAMPLE if self._printed else _LONGEST_EXAMPLE
            text = example.code.shortened(self._words, longest)
            yield CodeBlock(text=text, language=example.code.language)
        elif example.view.external_value:
            yield address(example.view.external_value)


def _heading(level: int, text: str) -> str:
    return f"{'#' * min(level, 6)} {text}" if level else ""


def _document(blocks: Iterable[str]) -> str:
    return "\n\n".join([block for block in blocks if block.strip()]) + "\n"
