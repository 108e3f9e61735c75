"""``llms-full.txt``: the text of all pages in one file, or in one for each section."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from urllib.parse import quote, urljoin

from sphinx_navapi.build.output_files import OutputFiles
from sphinx_navapi.content.markdown.links import change_links
from sphinx_navapi.links.targets import is_external
from sphinx_navapi.links.urls import url_for_programs

FULL = "llms-full.txt"

#: Folder of the sections of a large site.
_FOLDER = "_navapi/llms"

#: Maximum size of a file: more than any model can read at once.
_MOST = 2_000_000

_SLUG = re.compile(r"[^a-z0-9]+")


def write_llms_full(
    files: OutputFiles,
    outdir: Path,
    head: str,
    sections: Sequence[tuple[str, Sequence[str]]],
    base_url: str,
) -> None:
    """Write the file, and those of sections if a single one would be too large.

    :param head: the start of the file: the site's name and description.
    :param sections: headings and docnames of pages that have a Markdown file.
    :param base_url: of the site, ``""`` if unknown.
    """

    def make(name: str, pages: list[tuple[str, list[_PageFile]]], start: str = "") -> None:
        def write(_key: str) -> None:
            texts = (_section(outdir, heading, part, name, base_url) for heading, part in pages)
            files.put(name, start + "\n\n".join(texts) + "\n")

        files.make(name, (start, base_url, pages), write)

    pages = [(heading, list(_found(outdir, names))) for heading, names in sections]
    size = sum(page.size for _heading, found in pages for page in found)
    if len(head.encode()) + size <= _MOST:
        make(FULL, pages, f"{head}\n\n")
    else:
        entries: list[str] = []
        for heading, found in pages:
            for number, part in enumerate(_parts(found), start=1):
                slug = _SLUG.sub("-", heading.lower()).strip("-") or "pages"
                name = f"{_FOLDER}/{len(entries) + 1}-{slug[:60].strip('-')}.txt"
                label = heading if number == 1 else f"{heading} ({number})"
                url = url_for_programs(FULL, name, base_url)
                entries.append(f"- [{label}]({url}): pages: {len(part)}")
                make(name, [(heading, part)])
        files.put(FULL, "\n".join([head, "", *entries]) + "\n")


@dataclass(frozen=True, slots=True)
class _PageFile:
    """A page's Markdown file. :ivar size: in bytes; *written*: modification time in nanoseconds."""

    docname: str
    size: int
    written: int


def _found(outdir: Path, docnames: Sequence[str]) -> Iterator[_PageFile]:
    for docname in docnames:
        with suppress(OSError):
            stat = (outdir / f"{docname}.md").stat()
            yield _PageFile(docname, stat.st_size + len(docname) + 80, stat.st_mtime_ns)


def _pages(outdir: Path, docnames: Sequence[str], file: str, base_url: str) -> Iterator[str]:
    """The Markdown of each page in *file*, with its URL below the title."""
    for docname in docnames:
        try:
            text = (outdir / f"{docname}.md").read_text("utf-8").strip()
        except OSError:
            continue
        page = f"{quote(docname)}.md"
        text = change_links(text, partial(_moved, page, file, base_url))
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


def _section(
    outdir: Path, heading: str, pages: Sequence[_PageFile], file: str, base_url: str
) -> str:
    texts = _pages(outdir, [page.docname for page in pages], file, base_url)
    return "\n\n".join([f"<!-- {heading.replace('--', '- -')} -->", *texts])


def _parts(pages: Sequence[_PageFile]) -> Iterator[list[_PageFile]]:
    """*pages* in lists of at most `_MOST` bytes; a larger one is on its own."""
    part: list[_PageFile] = []
    size = 0
    for page in pages:
        if part and size + page.size > _MOST:
            yield part
            part, size = [], 0
        part.append(page)
        size += page.size
    if part:
        yield part
