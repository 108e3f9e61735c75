"""A book: the pages that a builder joins, as parts, chapters and sections, and an appendix.

Sphinx joins the pages of all toctrees one after the other, all at one level. Here they are put
where the navigation has them, and the schemas that they refer to after them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from docutils import nodes
from docutils.utils import new_document
from sphinx import addnodes
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util.nodes import inline_all_toctrees

from sphinx_navapi.content.doctree_parts import find_nodes
from sphinx_navapi.doctree.book_pages import add_index_entries, leave_out_lists
from sphinx_navapi.plan.books import Book, BookSection, appendix, start_books
from sphinx_navapi.project.environment import env_site, page_words, writes_book
from sphinx_navapi.project.latex_books import begin_book, note_documents
from sphinx_navapi.project.toctrees import take_files

if TYPE_CHECKING:
    from sphinx_navapi.plan.site_plan import Page
    from sphinx_navapi.project.site import Site


class ArrangeBook(SphinxPostTransform):
    """Arranges the pages of a document that begins a book as the navigation does."""

    def run(self, **kwargs: Any) -> None:
        """Arrange it; in an ePub each page is a document, and the root document is a page."""
        site = env_site(self.env)
        if site is None or not site.configured or not writes_book(site.builder):
            return
        if site.builder.name == "epub":
            return
        book = start_books(site.plan, self.config.root_doc).get(self.env.docname)
        if book is None:
            return
        _Arrangement(self, site, book).make()
        if site.builder.name == "latex":
            begin_book(site, book)
            note_documents(
                site.builder,
                [self.env.docname, *(f["docname"] for f in _files(self.document))],
            )


class _Arrangement:
    """The sections of one book.

    :ivar files: the pages that are not in a section yet, by docname.
    """

    def __init__(self, transform: ArrangeBook, site: Site, book: Book) -> None:
        self._env = transform.env
        self._site = site
        self._book = book
        self._document: nodes.document = transform.document
        self._docname: str = transform.env.docname
        self._ids = set(self._document.ids)
        self._files = take_files(self._document)
        self._placed = {self._docname, *(f["docname"] for f in _files(self._document))}

    def make(self) -> None:
        """Replace the content of the document."""
        document, book = self._document, self._book
        own = self._page(self._docname)
        if self._docname in set(book.pages()):
            file = addnodes.start_of_file(docname=self._docname)
            file.extend(document.children)
            self._files[self._docname] = file
            document.children = []
            document.attributes.pop("docname", None)  # links to the page lead to its title
        elif own is not None and own.generated:
            document.children = []  # the navigation, which the book itself shows
        section = next((n for n in document.children if isinstance(n, nodes.section)), None)
        if section is None:
            title = self._site.builder.config.project
            section = nodes.section("", nodes.title("", title), docname=self._docname)
            document += section
        section.extend(self._entries(book.sections))
        self._add_appendix(section)
        leave_out_lists(document)
        add_index_entries(document)

    def _page(self, docname: str) -> Page | None:
        return self._site.page(docname)

    def _entries(self, entries: Iterable[BookSection]) -> Iterator[nodes.Element]:
        for entry in entries:
            made = self._file(entry.page) if entry.page is not None else None
            if made is None and not entry.title:
                continue
            inner = list(self._entries(entry.entries))
            if made is None:
                if inner:
                    yield self._section(entry.title, inner)
                continue
            yield made
            _top(made).extend(inner)

    def _section(self, title: str, content: list[nodes.Element]) -> nodes.section:
        heading = nodes.title("", title, translatable=False)
        return nodes.section("", heading, *content, docname=self._docname)

    def _file(self, docname: str) -> addnodes.start_of_file | None:
        """The page *docname*; ``None`` if it is in the document already, or does not exist."""
        file = self._files.pop(docname, None)
        if file is not None:
            self._placed.add(docname)
            return file
        if docname in self._placed or docname not in self._env.found_docs:
            return None
        self._placed.add(docname)
        traversed = [*self._placed]
        tree = inline_all_toctrees(
            self._site.builder, set(), docname, self._env.get_doctree(docname), str, traversed
        )
        self._placed.update(traversed)
        file = addnodes.start_of_file(docname=docname)
        file.extend(tree.children)
        for section in find_nodes(file, nodes.section):
            section.attributes.setdefault("docname", docname)
        return file

    def _add_appendix(self, section: nodes.section) -> None:
        """Add the pages of schemas, by document: an appendix where the builder has one."""
        documents: list[tuple[str, list[nodes.Element]]] = []
        for title, docnames in appendix(self._site.plan, self._book):
            files = [file for name in docnames if (file := self._file(name)) is not None]
            documents += [(title, [*files])] if files else []
        if not documents:
            return
        caption = page_words(self._env, self._docname)("Schemas")
        chapters = [
            self._section(title if len(documents) > 1 else caption, files)
            for title, files in documents
        ]
        if self._book.has_parts or len(chapters) > 1:
            chapters = [self._section(caption, list(chapters))]
        if self._site.builder.name == "latex":
            part = new_document("appendix", self._document.settings)
            part.extend(chapters)
            self._document += part
        else:
            section.extend(chapters)


def _files(document: nodes.document) -> Iterator[addnodes.start_of_file]:
    return document.findall(addnodes.start_of_file)


def _top(file: addnodes.start_of_file) -> nodes.Element:
    """The section of the page's title."""
    return next((n for n in file.children if isinstance(n, nodes.section)), file)
