"""The blocks of operation and schema pages, as HTML to insert into a page."""

from __future__ import annotations

import re
from collections.abc import Callable
from html import unescape

from sphinx_navapi.content.html.markup import (
    HREF,
    HREF_MARK,
    LINK,
    NAME,
    PAGE,
    PAGE_MARK,
    attr,
    esc,
    mark_links,
    without_marks,
)
from sphinx_navapi.content.html.operation import OperationHtml
from sphinx_navapi.content.html.samples import SamplesHtml
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.operation import OperationContent, OperationTree
from sphinx_navapi.content.page_names import PageNames
from sphinx_navapi.formats.commonmark import render_html
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.request.snippets import CLIENTS, Client

#: Placeholder for the relative path to the site's root while a block is rendered.
_ROOT = "\x05"


class BlockWriter:
    """Renders the blocks of one document for one builder; caches the HTML of components.

    :param content: the document's operations and schemas.
    :param pages: those of components and operations.
    :param target_uri: docname to URL relative to the site's root, as given by the builder.
    :param text_uri: address of the page that a link in a text on a page leads to, relative to the
        site's root, or ``None`` to keep the link.
    :param translate: translates a description or summary for the reader.
    :param expanded: whether nested properties are initially open.
    """

    def __init__(
        self,
        content: OperationContent,
        pages: PageNames,
        *,
        target_uri: Callable[[str], str],
        text_uri: Callable[[str, str], str | None] | None = None,
        clients: tuple[Client, ...] = CLIENTS,
        translate: Callable[[str], str] | None = None,
        words: Wording | None = None,
        expanded: bool = False,
    ) -> None:
        translated = translate or _as_is
        words = content.wording(words or Wording())
        self._pages = pages
        self._target_uri = target_uri
        self._text_uri = text_uri

        def describe(text: str) -> str:
            return mark_links(render_html(translated(text), words.callout))

        self._content = content
        schemas = SchemaHtml(describe, words, translate=translated, expanded=expanded)
        self._operations = OperationHtml(schemas, translated, self._operation_url)
        self._samples = SamplesHtml(schemas, clients, translated)

    def block(
        self,
        kind: str,
        operation: OperationTree,
        *,
        prefix: str = "",
        docname: str = "",
        root: str = "",
        directory: str = "api-reference",
    ) -> str:
        """The block *kind* of *operation*: ``security``, ``servers``, ``parameters``, ``body``,
        ``responses``, ``callbacks`` or ``samples``.

        :param prefix: prefix of every id, if a page shows several operations.
        :param docname: the page.
        :param root: relative path from the page to the site's root: ``../../``.
        :param directory: folder of the pages of linked schemas.
        """
        if kind == "samples":
            html = self._samples.samples(operation, prefix)
        else:
            html = self._operations.block(
                kind, operation, prefix, self._catalog_url(kind, directory)
            )
        return self._finish(html, docname, root, directory)

    def schema_block(
        self,
        pointer: str,
        direction: Direction = Direction.BOTH,
        *,
        prefix: str = "",
        docname: str = "",
        root: str = "",
        directory: str = "api-reference",
        level: int = 2,
        has_id: bool = False,
        named: bool = True,
    ) -> str:
        """The schema at *pointer* as the content of a page or a directive, with an example.

        :param level: of its headings, as in HTML.
        :param has_id: an element before the schema has its id.
        :param named: begin with its name, which is not the title of the page.
        """
        schema = self._content.schemas.schema(pointer, direction)
        html = self._operations.schema(schema, f"{attr(prefix)}schema", has_id=has_id, named=named)
        example = self._content.schema_example(pointer, direction)
        if example is not None:
            html += self._samples.schema(example, level)
        return self._finish(html, docname, root, directory)

    def _finish(self, html: str, docname: str, root: str, directory: str) -> str:
        if PAGE in html or LINK in html or NAME in html:
            linked = {docname}

            def link(mark: re.Match[str]) -> str:
                return self._page_link(mark[1], mark[2], directory, linked)

            html = PAGE_MARK.sub(link, html)
        if HREF in html:
            html = HREF_MARK.sub(lambda mark: self._text_href(mark[1], docname), html)
        return without_marks(html).replace(_ROOT, attr(root))

    def _page_link(self, mark: str, component: str, directory: str, linked: set[str]) -> str:
        docname = self._pages.schema(directory, component)
        if docname is None or (mark == NAME and docname in linked):
            return esc(component)
        linked.add(docname)
        url = f"{_ROOT}{attr(self._target_uri(docname))}"
        opened = ' class="navapi-deeper"' if mark == PAGE else ""
        return f'<a{opened} href="{url}">{esc(component)}</a>'

    def _text_href(self, written: str, docname: str) -> str:
        """The address *written* in a text, as an attribute's value, on the page *docname*."""
        uri = self._text_uri(unescape(written), docname) if self._text_uri else None
        if uri is None:
            return written
        path, mark, anchor = uri.partition("#")
        if mark and path == self._target_uri(docname):
            return attr(f"#{anchor}")
        return attr(uri) if is_external(uri) else f"{_ROOT}{attr(uri)}"

    def _catalog_url(self, kind: str, directory: str) -> str | None:
        """The address of the page about what the blocks *kind* of all operations have."""
        name = {"responses": "errors", "security": "scopes"}.get(kind)
        docname = self._pages.catalog(name, directory) if name else None
        return None if docname is None else f"{_ROOT}{attr(self._target_uri(docname))}"

    def _operation_url(self, key: OperationKey) -> str | None:
        docname = self._pages.operation(key)
        return None if docname is None else f"{_ROOT}{attr(self._target_uri(docname))}"


def _as_is(text: str) -> str:
    return text
