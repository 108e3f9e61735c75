"""Pages of the site as Markdown: from the document, or from the doctree of an authored page.

Each is written with its page, so processes that write pages in parallel share this work, too, and
data read for an operation's page is still cached.
"""

from __future__ import annotations

import os
import posixpath
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property, partial
from mmap import mmap
from pathlib import Path
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, urljoin

import sphinx
from docutils import nodes

from sphinx_navapi.built_site.pages import LLMS_FILE, with_agent_note
from sphinx_navapi.content.markdown.text import code
from sphinx_navapi.doctree.markdown.blocks import BlockMarkdown, Writer, skip
from sphinx_navapi.doctree.nodes import navapi_block, navapi_signature
from sphinx_navapi.doctree.text_links import text_links
from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.html.site_blocks import DocumentWriters
from sphinx_navapi.links.page_targets import PageTarget
from sphinx_navapi.links.targets import is_page_link, url_for_programs, with_folder
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.plan.page_lists import list_of_pages
from sphinx_navapi.plan.site_plan import Page
from sphinx_navapi.project.environment import translator_for
from sphinx_navapi.project.output_files import (
    document_url,
    shown_sources,
    source_copy,
    writes_llms,
)
from sphinx_navapi.project.project_settings import url_of_build
from sphinx_navapi.project.site import Site, Translate

if TYPE_CHECKING:
    from docutils import nodes
    from sphinx.application import Sphinx

    from sphinx_navapi.content.markdown.pages import MarkdownWriter
    from sphinx_navapi.doctree.markdown.blocks import Writer
    from sphinx_navapi.project.output_files import OutputFiles
    from sphinx_navapi.project.site import Site


def _described(writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
    """A section of a page whose generated content is written separately."""
    if any(isinstance(child, navapi_block) for child in node.children) and len(node) == 2:
        return ()
    return writer.below(node.children)


#: Writers for pages with generated content that is written separately.
GENERATED_NODES: Mapping[str, Writer] = {
    "navapi_signature": skip,
    "navapi_run": skip,
    "navapi_block": skip,
    "navapi_description": skip,
    "navapi_shown_operation": skip,
    "section": _described,
}


class ShownNodes:
    """Writes the operations and schemas shown on *page*.

    :param find: the writer of a document for a page, by their names.
    :param change: changes addresses in texts of documents.
    """

    def __init__(
        self,
        site: Site,
        page: Page,
        find: Callable[[str, str], MarkdownWriter],
        change: Callable[[str], str | None],
    ) -> None:
        self._site = site
        self._page = page
        self._find = find
        self._change = change

    @property
    def writers(self) -> Mapping[str, Writer]:
        """Writers of nodes by their names."""
        return {
            "navapi_shown_operation": self._operation,
            "navapi_signature": self._signature,
            "navapi_block": self._block,
        }

    def _operation(self, writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        signature = next(node.findall(navapi_signature), None)
        document = signature.get("document") if signature is not None else None
        if not document:
            return writer.blocks(node.children)
        key = OperationKey(document=document, method=node["method"], path=node["path"])
        operation = self._site.operation(self._page.docname, key)
        if operation is None:
            return ()
        block = next(node.findall(navapi_block), None)
        content = self._find(document, self._page.docname)
        links = content.links(
            self._page.docname, block["directory"] if block is not None else self._page.directory
        )
        return self._changed(content.shown_operation(operation, links, writer.level + 1))

    def _changed(self, blocks: Iterable[str]) -> list[str]:
        from sphinx_navapi.content.markdown.links import change_links

        return [change_links(block, self._change) for block in blocks]

    def _signature(self, _writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        yield code(f"{node['method']} {node.get('address') or node['path']}")

    def _block(self, writer: BlockMarkdown, node: nodes.Element) -> Iterable[str]:
        name, docname = node["document"], self._page.docname
        if node["kind"] == "schema":
            content = self._find(name, docname)
            links = content.links(docname, node["directory"])
            shown = content.shown_schema(node["pointer"], links, writer.level + 1)
            return self._changed(shown)
        key = OperationKey(document=name, method=node["method"], path=node["path"])
        operation = self._site.operation(docname, key)
        if operation is None or node["kind"] != "samples":
            return ()
        # Its section has the heading.
        content = self._find(name, docname)
        links = content.links(docname, node["directory"])
        return list(content.shown_samples(operation, links, writer.level))[1:]


class MarkdownAddresses:
    """The addresses of one build.

    :param find_page: returns the target of a link, given the docname of its page.
    """

    def __init__(
        self,
        site: Site,
        find_page: Callable[[str, str], PageTarget | str | None],
    ) -> None:
        self._site = site
        self.builder = site.builder
        self.base_url = url_of_build(site.builder.config)
        self._find_page = find_page

    def written(self, docname: str, href: str) -> str | None:
        """*href*, as an author wrote it, in the file of *docname*; ``None``: unchanged."""
        is_anchor = href.startswith("#")
        target = self._find_page(href, docname) if is_anchor or is_page_link(href) else None
        if not isinstance(target, PageTarget):
            if target is None and self.base_url and href.startswith("/"):
                return urljoin(self.base_url, href)
            return target
        anchor = f"#{quote(target.anchor)}" if target.anchor else ""
        if is_anchor and target.docname == docname:
            return anchor or None
        return self.link(docname, f"{self.file(target.docname)}{target.query}{anchor}")

    def link(self, docname: str, target: str) -> str:
        """*target*, relative to the site's root, in the file of *docname*."""
        return url_for_programs(f"{docname}.md", target, self.base_url)

    def file(self, docname: str) -> str:
        """The Markdown file of *docname*, or its page if it has none, from the site's root."""
        if self._site.page(docname) is not None:
            return quote(f"{docname}.md")
        return str(self.builder.get_target_uri(docname))

    @cached_property
    def pages(self) -> Mapping[str, str]:
        """The pages of the site by their addresses."""
        target = self.builder.get_target_uri
        return {target(docname): docname for docname in self.builder.env.found_docs}

    def of_page(self, docname: str) -> PageAddresses:
        """The addresses on the page *docname*."""
        return PageAddresses(self, docname)


class PageAddresses:
    """The addresses on one page, which are relative to it, in its Markdown file."""

    def __init__(self, site: MarkdownAddresses, docname: str) -> None:
        self._site = site
        self._docname = docname
        self._uri = str(site.builder.get_target_uri(docname))

    def href(self, address: str) -> str:
        """*address*, a link on the page, whose Markdown file may be in another folder."""
        if address.startswith(("#", "/")) or not is_page_link(address):
            return self._site.written(self._docname, address) or address
        # Paths are joined as browsers do, below a root that cannot be left.
        path, mark, anchor = urljoin(f"/{self._uri}", address).lstrip("/").partition("#")
        path, query_mark, query = path.partition("?")
        docname = self._site.pages.get(path)
        if docname is not None:
            path = self._site.file(docname)
        return self._site.link(self._docname, f"{path}{query_mark}{query}{mark}{anchor}")

    def image(self, node: nodes.Element) -> str:
        """The file of an image: in the folder to which the builder copies it."""
        builder = self._site.builder
        candidates = node.get("candidates") or {}
        for source in (node.get("uri", ""), *candidates.values()):
            if source in builder.images:
                name = quote(builder.images[source])
                return self._site.link(self._docname, posixpath.join(builder.imagedir, name))
        return self.href(node.get("uri", ""))

    def download(self, filename: str) -> str:
        """A file that the builder copies for downloading."""
        return self._site.link(self._docname, posixpath.join("_downloads", quote(filename)))


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
        self.site = site
        self._addresses = MarkdownAddresses(site, find_page)
        self.base_url = self._addresses.base_url
        self._translator = translator
        make = partial(_make_writer, base_url=self.base_url)
        self._writers = DocumentWriters(site, translator, make)

    def write(self, docname: str, doctree: nodes.document | None = None) -> str | None:
        """The page *docname* as Markdown, ``None`` if it shows nothing.

        :param doctree: as resolved for the builder; resolved here if needed and not given.
        """
        page = self.site.page(docname)
        if page is None:
            return None
        if not page.generated or not page.kind.markdown:
            return self._authored(page, doctree or self._resolve(docname))
        # Imported here, since builds that write no page do not need it.
        from sphinx_navapi.content.markdown.links import change_links

        written = self._generated(page)
        return written and change_links(written, partial(self._addresses.written, docname))

    def _resolve(self, docname: str) -> nodes.document:
        builder = self.site.builder
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
        if apart:
            return GENERATED_NODES
        change = partial(self._addresses.written, page.docname)
        return ShownNodes(self.site, page, self._writers.find, change).writers

    def _generated(self, page: Page) -> str | None:
        """What *page* shows of a document, ``None`` if that is nothing."""
        if page.describes_itself or not page.kind.markdown:
            return None
        written: str | None = resolve_name(page.kind.markdown)(self, page)
        return written

    def operation(self, page: Page) -> str | None:
        """What a page of operations shows."""
        assert page.operation is not None
        if page.more_operations:
            return self._channel(page)
        operation = self.site.operation(page.docname, page.operation)
        if operation is None:
            return None
        return self._writers.find(page.operation.document, page.docname).operation(
            operation,
            docname=page.docname,
            title=page.title,
            directory=page.directory,
            description=page.description if page.generated else None,
            badges=self._badges(page, deprecated=page.deprecated and not operation.view.deprecated),
        )

    def schema(self, page: Page) -> str | None:
        """What a page of a component schema shows."""
        assert page.schema is not None
        document, name = page.schema
        return self._writers.find(document, page.docname).schema(
            f"/components/schemas/{escape_pointer(name)}",
            docname=page.docname,
            title=page.title,
            directory=page.directory,
            used_by=[(user, self.site.page(user.docname)) for user in page.used_by],
        )

    def overview(self, page: Page) -> str | None:
        """What a page of a document, or of tags, shows."""
        tree = self.site.overview(page)
        if tree is None or page.overview is None:
            return None
        return self._writers.find(page.overview, page.docname).overview(
            tree, title=page.title, label=self._label, download=self._download(page)
        )

    def _download(self, page: Page) -> str | None:
        """The document of *page*, as a link in its file."""
        if page.overview is None or page.tags:
            return None
        url = document_url(self.site.builder.env, page.overview)
        return url and self._addresses.link(page.docname, url)

    def _badges(self, page: Page, *, deprecated: bool) -> list[str]:
        """Badges beside the title that are not those of the operation itself."""
        badges = [page.tag, *page.badges] if page.tag else []
        if deprecated:
            badges.append(self.site.words(page.docname)("deprecated"))
        return badges

    def _channel(self, page: Page) -> str:
        """The operations of a channel in sequence, each with its own title."""
        assert page.operation is not None
        writer = self._writers.find(page.operation.document, page.docname)
        keys = (page.operation, *page.more_operations)
        trees = (self.site.operation(page.docname, key) for key in keys)
        texts = (
            writer.operation(
                tree,
                docname=page.docname,
                title=tree.view.summary or str(tree.view.key),
                directory=page.directory,
            )
            for tree in trees
            if tree is not None
        )
        return "\n".join((f"# {page.title}\n", *texts))

    def _label(self, docname: str) -> str:
        page = self.site.page(docname)
        return page.title if page else docname

    def changes(self, page: Page) -> str | None:
        """What a page of changes shows."""
        new, old = str(page.subject["document"]), str(page.subject["changes_from"])
        from sphinx_navapi.content.markdown.changes import write_changes

        return write_changes(
            page.title,
            self.site.change_sections(new, old),
            words=self.site.words(page.docname),
            translate=self._translator(page.docname),
            find_page=self.site.find_operation_page,
        )


def _make_writer(*content: Any, **words: Any) -> MarkdownWriter:
    # Imported here, since builds that write no page do not need it.
    from sphinx_navapi.content.markdown.pages import MarkdownWriter

    return MarkdownWriter(*content, **words)


class MarkdownFiles:
    """The files of one build; create it before forking, when the plan has its titles."""

    def __init__(self, app: Sphinx, site: Site, files: OutputFiles) -> None:
        self._app = app
        self._site = site
        self._files = files
        self._done = SharedMarks(site.plan.pages)
        self._writer: MarkdownPages | None = None
        self._is_listed = writes_llms(app, site.confvals)
        self._list_file = list_of_pages(site.plan, LLMS_FILE)
        self._has_sources = shown_sources(app, site.confvals)

    @property
    def names(self) -> frozenset[str]:
        """The pages that have a file."""
        return frozenset(self._site.plan.pages)

    def release(self) -> None:
        """Drop the Markdown of schemas; it is written again on demand."""
        self._writer = None

    def write(self, docname: str, doctree: nodes.document | None = None) -> None:
        """Write the file of *docname*, if it has one and its text has changed.

        :param doctree: of the page, resolved; read and resolved here if it is needed and not given.
        """
        markdown = self._pages().write(docname, doctree)
        if markdown is not None:
            if self._is_listed:
                file = self._list_file(docname)
                url = url_for_programs(_name(docname), file, self._pages().base_url)
                markdown = with_agent_note(markdown, with_folder(url))
            self._files.put(_name(docname), markdown)
            for name in self._source(docname):
                self._files.put(name, markdown)
            # If the text is unchanged, the file must still not look older than its source.
            os.utime(Path(self._app.outdir) / _name(docname))
            self._done.add(docname)

    def finish(self) -> None:
        """Write outdated files whose pages are up to date; keep the others."""
        for docname in sorted(self.names):
            if docname in self._done:
                # Possibly written by another process, which has its own list of files.
                self._note(docname)
            elif docname in self._site.changed or not self._is_current(docname):
                self.write(docname)
            else:
                self._note(docname)

    def _note(self, docname: str) -> None:
        for name in (_name(docname), *self._source(docname)):
            self._files.note(name)

    def _source(self, docname: str) -> Iterator[str]:
        page = self._site.plan.pages[docname]
        if self._has_sources and page.generated:
            yield source_copy(self._app.env, docname)

    def _is_current(self, docname: str) -> bool:
        """Whether the file was written after its document was last read."""
        doctree = Path(self._app.doctreedir) / f"{docname}.doctree"
        path = Path(self._app.outdir) / _name(docname)
        try:
            return path.stat().st_mtime_ns >= doctree.stat().st_mtime_ns
        except OSError:
            return False

    def _pages(self) -> MarkdownPages:
        if self._writer is None:
            links = text_links(self._app.env)
            assert links is not None
            translator = partial(translator_for, self._app.env)
            self._writer = MarkdownPages(self._site, translator, links.find)
        return self._writer


def _name(docname: str) -> str:
    return f"{docname}.md"


class SharedMarks:
    """A set of marks for *names*, shared with forked processes."""

    def __init__(self, names: Iterable[str]) -> None:
        self._places = {name: place for place, name in enumerate(names)}
        # Anonymous memory: writes by one process are visible to all.
        self._marks = mmap(-1, max(len(self._places), 1))

    def add(self, name: str) -> None:
        """Mark *name*."""
        self._marks[self._places[name]] = 1

    def __contains__(self, name: str) -> bool:
        return bool(self._marks[self._places[name]])
