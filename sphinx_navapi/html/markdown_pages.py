"""Pages of the site as Markdown: from the document, or from the doctree of an authored page."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, Any

import sphinx

from sphinx_navapi.build.site import Site, Translate
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.html.document_writers import DocumentWriters
from sphinx_navapi.html.markdown_addresses import MarkdownAddresses
from sphinx_navapi.html.own_files import document_url
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.plan.site_plan import Page, PageKind

if TYPE_CHECKING:
    from docutils import nodes

    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.doctree.markdown.blocks import Writer


class MarkdownPages:
    """Writes the pages of one build.

    :param find_page: returns the target of a link, given the docname of its page.
    """

    def __init__(
        self,
        site: Site,
        translator: Callable[[str], Translate | None],
        find_page: Callable[[str, str], PageTarget | str | None],
    ) -> None:
        self._site = site
        self._addresses = MarkdownAddresses(site, find_page)
        self._translator = translator
        make = partial(_make_writer, base_url=self._addresses.base_url)
        self._writers = DocumentWriters(site, translator, make)

    def write(self, docname: str, doctree: nodes.document | None = None) -> str | None:
        """The page *docname* as Markdown, ``None`` if it shows nothing.

        :param doctree: as resolved for the builder; resolved here if needed and not given.
        """
        page = self._site.page(docname)
        if page is None:
            return None
        if not page.generated or page.is_home:
            return self._authored(page, doctree or self._resolve(docname))
        # Imported here, since builds that write no page do not need it.
        from sphinx_navapi.content.markdown.links import change_links

        written = self._generated(page)
        return written and change_links(written, partial(self._addresses.written, docname))

    def _resolve(self, docname: str) -> nodes.document:
        builder = self._site.builder
        # Sphinx asks for them from version 9 on.
        more: dict[str, Any] = {"tags": builder.tags} if sphinx.version_info >= (9,) else {}
        return builder.env.get_and_resolve_doctree(docname, builder, **more)

    def _authored(self, page: Page, doctree: nodes.document) -> str:
        """The page as its author wrote it; generated content follows its text."""
        from sphinx_navapi.content.markdown.text import write_badges
        from sphinx_navapi.doctree.markdown.page import write_page

        addresses = self._addresses.of_page(page.docname)
        generated = None if page.describes_itself else self._generated(page)
        own = self._own_writers(page, apart=generated is not None)
        badges = write_badges(self._badges(page, deprecated=page.deprecated))
        text = write_page(doctree, page.title, addresses, own)
        if generated is None:
            title, line, rest = text.partition("\n")
            return "\n\n".join((title, badges)) + line + rest if badges else text
        from sphinx_navapi.content.markdown.links import change_links

        more = change_links(generated, partial(self._addresses.written, page.docname))
        return f"{text}\n{more.partition(chr(10))[2].lstrip()}"

    def _own_writers(self, page: Page, *, apart: bool) -> Mapping[str, Writer]:
        """Writers of operations and schemas within the text of *page*.

        :param apart: its generated content is written separately.
        """
        from sphinx_navapi.html.markdown_nodes import GENERATED_NODES, ShownNodes

        if apart:
            return GENERATED_NODES
        change = partial(self._addresses.written, page.docname)
        return ShownNodes(self._site, page, self._writers.find, change).writers

    def _generated(self, page: Page) -> str | None:
        """What *page* shows of a document, ``None`` if that is nothing."""
        return None if page.describes_itself else WRITERS[page.kind](self, page)

    def _nothing(self, page: Page) -> None:
        """A page whose text is all its own."""

    def _operation(self, page: Page) -> str | None:
        assert page.operation is not None
        if page.more_operations:
            return self._channel(page)
        operation = self._site.operation(page.docname, page.operation)
        if operation is None:
            return None
        return self._writers.find(page.operation.document, page.docname).operation(
            operation,
            docname=page.docname,
            title=page.title,
            directory=page.directory,
            description=page.description if page.generated else None,
            badges=self._badges(page, deprecated=page.deprecated and not operation.is_deprecated),
        )

    def _schema(self, page: Page) -> str | None:
        assert page.schema is not None
        document, name = page.schema
        return self._writers.find(document, page.docname).schema(
            f"/components/schemas/{escape_pointer(name)}",
            docname=page.docname,
            title=page.title,
            directory=page.directory,
        )

    def _overview(self, page: Page) -> str | None:
        tree = self._site.overview(page)
        if tree is None or page.overview is None:
            return None
        return self._writers.find(page.overview, page.docname).overview(
            tree, title=page.title, label=self._label, download=self._download(page)
        )

    def _download(self, page: Page) -> str | None:
        """The document of *page*, as a link in its file."""
        if page.overview is None or page.kind is PageKind.TAG:
            return None
        url = document_url(self._site.builder.env, page.overview)
        return url and self._addresses.link(page.docname, url)

    def _badges(self, page: Page, *, deprecated: bool) -> list[str]:
        """Badges beside the title that are not those of the operation itself."""
        badges = [page.tag, *page.badges] if page.tag else []
        if deprecated:
            badges.append(self._site.words(page.docname)("deprecated"))
        return badges

    def _channel(self, page: Page) -> str:
        """The operations of a channel in sequence, each with its own title."""
        assert page.operation is not None
        writer = self._writers.find(page.operation.document, page.docname)
        keys = (page.operation, *page.more_operations)
        trees = (self._site.operation(page.docname, key) for key in keys)
        texts = (
            writer.operation(
                tree,
                docname=page.docname,
                title=tree.summary or str(tree.key),
                directory=page.directory,
            )
            for tree in trees
            if tree is not None
        )
        return "\n".join((f"# {page.title}\n", *texts))

    def _label(self, docname: str) -> str:
        page = self._site.page(docname)
        return page.title if page else docname

    def _changes(self, page: Page) -> str | None:
        assert page.changes is not None
        new, old = page.changes
        shared = self._site.changes(old, new)
        if shared is None:
            return None
        from sphinx_navapi.content.markdown.changes import write_changes

        return write_changes(
            page.title,
            shared,
            words=self._site.words(page.docname),
            translate=self._translator(page.docname),
            find_page=self._site.find_operation_page,
        )


#: What pages of each kind show of their documents.
WRITERS: Mapping[PageKind, Callable[[MarkdownPages, Page], str | None]] = {
    PageKind.PAGE: MarkdownPages._nothing,
    PageKind.OPERATION: MarkdownPages._operation,
    PageKind.ASYNCAPI: MarkdownPages._operation,
    PageKind.SCHEMA: MarkdownPages._schema,
    PageKind.CHANGES: MarkdownPages._changes,
    PageKind.OVERVIEW: MarkdownPages._overview,
    PageKind.TAG: MarkdownPages._overview,
}


def _make_writer(*content: Any, **words: Any) -> MarkdownWriter:
    # Imported here, since builds that write no page do not need it.
    from sphinx_navapi.content.markdown.pages import MarkdownWriter

    return MarkdownWriter(*content, **words)
