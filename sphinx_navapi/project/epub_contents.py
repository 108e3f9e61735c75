"""The contents of an ePub: the navigation, as in other books.

Sphinx's are the toctrees that are shown, which ours are not, and have no headings.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from html import escape
from typing import TYPE_CHECKING, Any

from sphinx_navapi.locale.languages import language_name
from sphinx_navapi.plan.books import Book, BookSection, appendix, plan_books
from sphinx_navapi.project.environment import page_words
from sphinx_navapi.project.project_settings import is_set

if TYPE_CHECKING:
    from sphinx.application import Sphinx
    from sphinx.builders.epub3 import Epub3Builder

    from sphinx_navapi.project.site import Site

#: An entry of Sphinx's: ``level``, ``refuri`` and ``text``.
_Entry = dict[str, Any]


class EpubContents:
    """The sections of all books of a site, each language and version below the first one."""

    def __init__(self, app: Sphinx, site: Site) -> None:
        self._app = app
        self._site = site
        self.sections = tuple(self._sections())
        self._headings: Counter[str] = Counter()
        for section in self.sections:
            self._count_headings(section)

    def anchors(self, docname: str) -> list[str]:
        """The ids for entries that lead to the page *docname*: itself, and headings before it.

        No two entries may lead to the same place, and each place must be after that of the entry
        before. The first one is the page.
        """
        return [f"navapi-contents-{number + 1}" for number in range(self._headings[docname])]

    def put(self, builder: Epub3Builder) -> None:
        """Have *builder* write these contents."""
        config, own = self._app.config, builder.get_toc

        def get_toc() -> None:
            own()
            before, after = len(config.epub_pre_files), len(config.epub_post_files)
            end = len(builder.refnodes) - after
            root, theirs = builder.refnodes[before], builder.refnodes[before + 1 : end]
            builder.refnodes[before:end] = self._entries(builder, root, theirs)

        builder.get_toc = get_toc  # type: ignore[method-assign] # of one build
        for name, value in (
            ("epub_tocscope", "includehidden"),
            ("epub_tocdepth", max((each.depth for each in self.sections), default=0) + 2),
            # Each heading leads to its first page already.
            ("epub_tocdup", False),
        ):
            if not is_set(config, name):
                setattr(config, name, value)

    def _sections(self) -> Iterator[BookSection]:
        books = plan_books(self._site.plan)
        for book in books:
            sections = (*book.sections, *self._appendix(book))
            if book is books[0]:
                yield from sections
            else:
                language = language_name(book.language) if book.language else ""
                names = [name for name in (language, book.version) if name]
                yield BookSection(title=" ".join(names), entries=sections, is_division=True)

    def _appendix(self, book: Book) -> Iterator[BookSection]:
        """The pages of schemas, by document."""
        chapters = [
            BookSection(title=title, entries=tuple(BookSection(page=name) for name in docnames))
            for title, docnames in appendix(self._site.plan, book)
        ]
        if not chapters:
            return
        caption = page_words(self._app.env, next(book.pages()))("Schemas")
        entries = chapters if len(chapters) > 1 else chapters[0].entries
        yield BookSection(title=caption, entries=tuple(entries))

    def _count_headings(self, section: BookSection) -> None:
        first = next(section.pages(), None)
        if section.page is None and first is not None:
            self._headings[first] += 1
        for entry in section.entries:
            self._count_headings(entry)

    def _entries(
        self, builder: Epub3Builder, root: _Entry, theirs: Iterable[_Entry]
    ) -> Iterator[_Entry]:
        """The entries of all pages, with the titles that Sphinx has found.

        :param root: Sphinx's entry of the root document. :param theirs: the others.
        """
        by_file: dict[str, list[_Entry]] = {}
        for entry in theirs:
            by_file.setdefault(entry["refuri"].partition("#")[0], []).append(entry)
        seen: set[str] = set()
        places = {name: iter(("", *self.anchors(name))) for name in self._headings}

        def entries(section: BookSection, level: int) -> Iterator[_Entry]:
            first = next(section.pages(), None)
            if first is None:
                return
            if section.page is None:
                yield {"level": level, "refuri": uri(first), "text": escape(section.title)}
            elif section.page not in seen:
                seen.add(section.page)
                yield from page(section.page, section.title, level)
            for each in section.entries:
                yield from entries(each, level + 1)

        def page(docname: str, title: str, level: int) -> Iterator[_Entry]:
            own = by_file.pop(escape(builder.get_target_uri(docname)), [])
            known = root if docname == builder.config.root_doc else next(iter(own), None)
            text = escape(title) or (known or {}).get("text")
            text = text or escape(self._site.plan.pages[docname].label)
            yield {"level": level, "refuri": uri(docname), "text": text}

        def uri(docname: str) -> str:
            """The next place on the page."""
            anchor = next(places.get(docname, iter([""])))
            return escape(builder.get_target_uri(docname)) + (f"#{anchor}" if anchor else "")

        ours = [entry for section in self.sections for entry in entries(section, 1)]
        if builder.config.root_doc not in seen:
            yield root
        yield from ours
        # Pages of the project's own toctrees.
        for name in [*by_file]:
            yield from ({**each, "level": 1} for each in by_file[name] if "#" not in each["refuri"])
