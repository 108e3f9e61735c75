"""``llms.txt`` and ``llms-full.txt``: a list of links to the site's Markdown, and its text.

See llmstxt.org.
"""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache, partial
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar
from urllib.parse import quote, urljoin

from sphinx_navapi.built_site.pages import AGENT_NOTE, LLMS_FILE, without_agent_note
from sphinx_navapi.content.markdown.links import change_links
from sphinx_navapi.content.markdown.text import link as markdown_link
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.html.output import add_page_part
from sphinx_navapi.links.targets import (
    is_external,
    relative_url,
    url_for_programs,
    with_folder,
)
from sphinx_navapi.plan.page_lists import (
    BETWEEN,
    LISTS_FOLDER,
    ListSection,
    ScopedList,
    file_slug,
    list_of_pages,
    one_line,
    page_sections,
    scoped_lists,
)
from sphinx_navapi.plan.site_plan import Page, SitePlan
from sphinx_navapi.project.output_files import OutputFiles, is_taken
from sphinx_navapi.project.project_settings import url_of_build

if TYPE_CHECKING:
    from sphinx.application import Sphinx

    from sphinx_navapi.html.page_contexts import PageContexts
    from sphinx_navapi.project.site import Site

FULL = "llms-full.txt"

T = TypeVar("T")


def setup(app: Sphinx, site: Site) -> None:
    """Write the files, unless the project has its own, when all Markdown is written."""
    app.connect("navapi-output-files", partial(_write_files, site))

    @cache
    def list_file() -> Callable[[str], str]:
        return list_of_pages(site.plan, LLMS_FILE)

    def note(contexts: PageContexts, docname: str) -> str:
        # In other themes the text of a page is the author's.
        if contexts.theme is None:
            return ""
        url = relative_url(app.builder.get_target_uri(docname), list_file()(docname))
        link = f'<a href="{escape(with_folder(url))}">{LLMS_FILE}</a>'
        return f"<p hidden>{AGENT_NOTE}{link}.</p>\n"

    def state(app: Sphinx, docname: str) -> str:
        return list_file()(docname).removesuffix(LLMS_FILE)

    app.connect("navapi-page-state", state)
    add_page_part(app, "navapi_agent_note", note)


def _write_files(site: Site, app: Sphinx, files: OutputFiles) -> None:
    plan, base_url, project = site.plan, url_of_build(app.config), _project(app)
    sections = list(page_sections(plan))
    head = _head(plan, project)
    if not is_taken(app, files, LLMS_FILE):

        def write(_key: str) -> None:
            for name, text in llms_files(plan, base_url, project):
                if not is_taken(app, files, name):
                    files.put(name, text)

        lists = scoped_lists(plan, LLMS_FILE)
        shown = [part for each in (sections, *(each.sections for each in lists)) for part in each]
        names = [each.file for each in lists]
        files.make("llms", (base_url, head, names, *_listed(plan, shown)), write)
    if not is_taken(app, files, FULL):
        write_llms_full(files, Path(app.outdir), head, sections, base_url)


def _project(app: Sphinx) -> str:
    """Its name in ``conf.py``, ``""`` if that sets none."""
    name = str(app.config.project)
    return "" if name == str(app.config.values["project"].default) else name


def _listed(plan: SitePlan, sections: Iterable[ListSection]) -> Iterator[tuple[object, ...]]:
    """What the list is made from."""
    for section in sections:
        yield (section.heading,)
        for page in map(plan.pages.__getitem__, section.docnames):
            yield page.docname, page.title, page.description, page.operation


#: Characters of the text of an entry.
_LONGEST = 200

#: Lists that one list leads to.
_PARTS = 200

#: Characters of a list: programs cut off longer ones, or do not read them.
_MOST_LISTED = 50_000

#: Characters of it that are kept free for headings.
_MOST_HEAD = 2_000


def llms_files(plan: SitePlan, base_url: str = "", project: str = "") -> Iterator[tuple[str, str]]:
    """Names and texts of ``llms.txt``, a section for each list of pages in reading order, of those
    for versions and languages, and of the files that these lead to if they would be too long.

    :param base_url: of the site, ``""`` if unknown.
    :param project: name of the project, if the site has none.
    """
    writer, scoped = _Lists(base_url, itertools.count(1)), scoped_lists(plan, LLMS_FILE)
    yield from writer.files(
        LLMS_FILE, _head(plan, project), _entries(plan, page_sections(plan)), scoped
    )
    for each in scoped:
        url = url_for_programs(each.file, LLMS_FILE, base_url)
        others = f"The other versions and languages are in {markdown_link(LLMS_FILE, url)}."
        head = f"{_head(plan, project, each.scope.label)}\n\n{others}"
        yield from writer.files(each.file, head, _entries(plan, each.sections))


def _entries(plan: SitePlan, sections: Iterable[ListSection]) -> list[_Section]:
    return [
        (section.heading, [_entry(plan.pages[docname]) for docname in section.docnames])
        for section in sections
    ]


@dataclass(frozen=True, slots=True)
class _Entry:
    """A page in a list. :ivar path: of its Markdown file. :ivar note: Markdown after the link."""

    path: str
    title: str
    note: str

    def line(self, file: str, base_url: str) -> str:
        """The entry in the list *file*."""
        url = url_for_programs(file, self.path, base_url)
        return f"- {markdown_link(self.title, url)}{self.note}"


#: A heading and its pages.
_Section = tuple[str, Sequence[_Entry]]

#: A part of a list: its label and sections.
_Part = tuple[str, list[_Section]]


@dataclass(frozen=True, slots=True)
class _Lists:
    """Writes lists of pages. :ivar numbers: of the files that others lead to."""

    base_url: str
    numbers: Iterator[int]

    def files(
        self,
        name: str,
        head: str,
        sections: Sequence[_Section],
        scoped: Sequence[ScopedList] = (),
        *,
        is_part: bool = False,
    ) -> Iterator[tuple[str, str]]:
        """Name and text of the list of *sections*, and of those that it leads to.

        :param scoped: other lists that contain most of the pages, and that are written anyway.
        :param is_part: whether another list with the same pages leads to it.
        """
        lines = [head]
        if scoped:
            lines += ["", "## Versions and languages", ""]
            lines += [self._scoped_line(name, each) for each in scoped]
        whole = [*lines]
        for heading, pages in sections:
            whole += ["", f"## {heading}", "", *(page.line(name, self.base_url) for page in pages)]
        text = "\n".join(whole) + "\n"
        is_long = len(text) > _MOST_LISTED
        rest = _without(sections, scoped) if is_long else sections
        parts = self._all_parts(rest) if is_long and rest else []
        # One part of a part would be the same again: its only page, or its label, is as long.
        if not is_long or (is_part and len(parts) == 1):
            yield name, text
            return
        if parts:
            lines += ["", "## Sections", ""]
        written = []
        for label, part in parts:
            below = f"{LISTS_FOLDER}/list-{next(self.numbers)}-{file_slug(label)}.txt"
            url = url_for_programs(name, below, self.base_url)
            lines.append(_section_line(label, url, sum(len(pages) for _heading, pages in part)))
            written += list(self.files(below, f"# {label}", part, is_part=True))
        yield name, "\n".join(lines) + "\n"
        yield from written

    def _scoped_line(self, name: str, scoped: ScopedList) -> str:
        url = url_for_programs(name, scoped.file, self.base_url)
        count = sum(len(section.docnames) for section in scoped.sections)
        return _section_line(scoped.scope.label, url, count)

    def _all_parts(self, sections: Sequence[_Section]) -> list[_Part]:
        """The parts of a list, and instead of those that would be too long theirs: many programs
        follow one step of links, not two.
        """
        parts: list[_Part] = []
        waiting = deque(self._parts(sections))
        while waiting:
            part = waiting.popleft()
            below = self._parts(part[1]) if self._size(part[1]) > _MOST_LISTED - _MOST_HEAD else []
            if len(below) > 1 and len(parts) + len(waiting) + len(below) <= _PARTS:
                waiting.extendleft(reversed(below))
            else:
                parts.append(part)
        return parts

    def _size(self, sections: Sequence[_Section]) -> int:
        """Characters of a list of *sections*, without its head."""
        below = f"{LISTS_FOLDER}/list"
        return sum(
            len(heading) + 6 + sum(len(page.line(below, self.base_url)) + 1 for page in pages)
            for heading, pages in sections
        )

    def _parts(self, sections: Sequence[_Section]) -> list[_Part]:
        """Labels and sections of the parts of a list, each shorter than the whole."""
        if len({heading for heading, _pages in sections}) == 1:
            heading = sections[0][0]
            pages = [page for _heading, pages in sections for page in pages]
            below, most = f"{LISTS_FOLDER}/list", _MOST_LISTED - _MOST_HEAD
            packed = _packed(pages, lambda page: len(page.line(below, self.base_url)) + 1, most)
            return [(label, [(label, part)]) for label, part in _numbered(heading, packed)]
        labels = [tuple(heading.split(BETWEEN)) for heading, _pages in sections]
        # By the first label that tells them apart.
        alike = next(n for n in itertools.count(1) if len({each[:n] for each in labels}) > 1)
        by_label: dict[str, list[_Section]] = {}
        for section, each in zip(sections, labels, strict=True):
            by_label.setdefault(BETWEEN.join(each[:alike]), []).append(section)
        if len(by_label) <= _PARTS:
            return list(by_label.items())
        labeled = list(by_label.items())
        groups = [labeled[start : start + _PARTS] for start in range(0, len(labeled), _PARTS)]
        return [
            (f"{group[0][0]} – {group[-1][0]}", [each for _, part in group for each in part])
            for group in groups
        ]


def _without(sections: Sequence[_Section], scoped: Sequence[ScopedList]) -> list[_Section]:
    """What is left of *sections* without the pages of the lists *scoped*."""
    listed = {
        f"{quote(docname)}.md"
        for each in scoped
        for section in each.sections
        for docname in section.docnames
    }
    rest = [
        (heading, [page for page in pages if page.path not in listed])
        for heading, pages in sections
    ]
    return [(heading, pages) for heading, pages in rest if pages]


def _head(plan: SitePlan, project: str, scope: str = "") -> str:
    """The start of a file: the site's name and description. :param scope: version and language."""
    name = plan.settings.get("name")
    title = name if isinstance(name, str) else project
    head = f"# {one_line(title) or 'Documentation'}"
    if scope:
        head += f" ({scope})"
    description = plan.settings.get("description")
    if isinstance(description, str) and description.strip():
        head += f"\n\n> {one_line(description)}"
    return head


def _entry(page: Page) -> _Entry:
    # Links and HTML of other texts do not belong in a list; the rest would not be shown.
    note = plain_text((page.description or "")[: _LONGEST * 5])
    if page.operation is not None:
        call = f"`{page.operation}`"
        note = f"{call} {note}".strip()
    path = f"{quote(page.docname)}.md"
    return _Entry(path, one_line(page.title), f": {_shorten(note)}" if note else "")


def _section_line(label: str, url: str, count: int) -> str:
    return f"- {markdown_link(label, url)}: pages: {count}"


def _shorten(text: str) -> str:
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1].rstrip() + "…"


#: Maximum size of a file: more than any model can read at once.
_MOST = 2_000_000


def write_llms_full(
    files: OutputFiles,
    outdir: Path,
    head: str,
    sections: Sequence[ListSection],
    base_url: str,
) -> None:
    """Write the file, and those of sections if a single one would be too large.

    :param head: the start of the file: the site's name and description.
    :param sections: of pages that have a Markdown file.
    :param base_url: of the site, ``""`` if unknown.
    """

    def make(name: str, pages: list[tuple[str, list[_PageFile]]], start: str = "") -> None:
        def write(_key: str) -> None:
            texts = (_text_section(outdir, head, part, name, base_url) for head, part in pages)
            files.put(name, start + "\n\n".join(texts) + "\n")

        files.make(name, (start, base_url, pages), write)

    pages = [(each.heading, list(_written_files(outdir, each.docnames))) for each in sections]
    size = sum(page.size for _heading, listed in pages for page in listed)
    if len(head.encode()) + size <= _MOST:
        make(FULL, pages, f"{head}\n\n")
    else:
        entries: list[str] = []
        for heading, listed in pages:
            packed = _packed(listed, lambda page: page.size, _MOST)
            for label, part in _numbered(heading, packed):
                name = f"{LISTS_FOLDER}/{len(entries) + 1}-{file_slug(heading)}.txt"
                url = url_for_programs(FULL, name, base_url)
                entries.append(_section_line(label, url, len(part)))
                make(name, [(heading, part)])
        files.put(FULL, "\n".join([head, "", *entries]) + "\n")


@dataclass(frozen=True, slots=True)
class _PageFile:
    """A page's Markdown file. :ivar size: in bytes; *written*: modification time in nanoseconds."""

    docname: str
    size: int
    written: int


def _written_files(outdir: Path, docnames: Sequence[str]) -> Iterator[_PageFile]:
    for docname in docnames:
        with suppress(OSError):
            stat = (outdir / f"{docname}.md").stat()
            yield _PageFile(docname, stat.st_size + len(docname) + 80, stat.st_mtime_ns)


def _pages(outdir: Path, docnames: Sequence[str], file: str, base_url: str) -> Iterator[str]:
    """The Markdown of each page in *file*, with its URL below the title."""
    for docname in docnames:
        try:
            text = without_agent_note((outdir / f"{docname}.md").read_text("utf-8")).strip()
        except OSError:
            continue
        page = f"{quote(docname)}.md"
        # Each address is asked about twice, and lists of fields repeat theirs.
        text = change_links(text, cache(partial(_moved, page, file, base_url)))
        title, line, rest = text.partition("\n")
        source = f"Source: {url_for_programs(file, page, base_url)}"
        if title.startswith("# "):
            yield f"{title}\n\n{source}{line}{rest}"
        else:
            yield f"{source}\n\n{text}"


def _moved(page: str, file: str, base_url: str, href: str) -> str | None:
    """*href* on *page* as a link in *file*; ``None``: unchanged."""
    if not href or href.startswith("/") or is_external(href):
        return None
    return url_for_programs(file, urljoin(f"/{page}", href).lstrip("/"), base_url)


def _text_section(
    outdir: Path, heading: str, pages: Sequence[_PageFile], file: str, base_url: str
) -> str:
    texts = _pages(outdir, [page.docname for page in pages], file, base_url)
    return "\n\n".join([f"<!-- {heading.replace('--', '- -')} -->", *texts])


def _packed(items: Iterable[T], size_of: Callable[[T], int], most: int) -> Iterator[list[T]]:
    """*items* in lists whose sizes are at most *most*; a larger one is on its own."""
    part: list[T] = []
    size = 0
    for item in items:
        if part and size + size_of(item) > most:
            yield part
            part, size = [], 0
        part.append(item)
        size += size_of(item)
    if part:
        yield part


def _numbered(heading: str, parts: Iterable[T]) -> Iterator[tuple[str, T]]:
    """*parts* of what is below *heading*, with a label for each."""
    for number, part in enumerate(parts, start=1):
        yield heading if number == 1 else f"{heading} ({number})", part
