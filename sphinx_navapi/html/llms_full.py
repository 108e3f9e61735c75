"""``llms-full.txt``: the text of all pages in one file, or in one for each section."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path

from sphinx_navapi.build.output_files import OutputFiles

FULL = "llms-full.txt"

#: Where the sections of a large site are.
_FOLDER = "_navapi/llms"

#: Bytes of a file: more is more than any model reads at once.
_MOST = 2_000_000

_SLUG = re.compile(r"[^a-z0-9]+")


def write_llms_full(
    files: OutputFiles,
    outdir: Path,
    head: str,
    sections: Sequence[tuple[str, Sequence[str]]],
    base_url: str,
    *,
    is_current: bool,
) -> None:
    """Write the file, and those of sections where all together are too large for one.

    :param head: what the file begins with: the site's name and description.
    :param sections: headings and docnames of pages that have a Markdown file.
    :param base_url: of the site with a slash at its end, ``""`` if it is not known.
    :param is_current: whether the list of pages and their titles are those of the last build.
    """
    if is_current and _is_newest(outdir, sections):
        files.note(FULL)
        for path in (outdir / _FOLDER).glob("*.txt"):
            files.note(f"{_FOLDER}/{path.name}")
        return
    texts = [(heading, list(_pages(outdir, names, base_url))) for heading, names in sections]
    whole = "\n\n".join([head, *(_section(*section) for section in texts)])
    if len(whole.encode()) <= _MOST:
        files.put(FULL, f"{whole}\n")
    else:
        entries: list[str] = []
        for heading, pages in texts:
            for number, part in enumerate(_parts(pages), start=1):
                slug = _SLUG.sub("-", heading.lower()).strip("-") or "pages"
                name = f"{_FOLDER}/{len(entries) + 1}-{slug[:60].strip('-')}.txt"
                files.put(name, f"{_section(heading, part)}\n")
                label = heading if number == 1 else f"{heading} ({number})"
                entries.append(f"- [{label}]({base_url}{name}): pages: {len(part)}")
        files.put(FULL, "\n".join([head, "", *entries]) + "\n")
    # A page that was written again with the same text is no newer than this.
    os.utime(outdir / FULL)


def _is_newest(outdir: Path, sections: Sequence[tuple[str, Sequence[str]]]) -> bool:
    try:
        written = (outdir / FULL).stat().st_mtime_ns
        names = (name for _heading, docnames in sections for name in docnames)
        return all((outdir / f"{name}.md").stat().st_mtime_ns <= written for name in names)
    except OSError:
        return False


def _pages(outdir: Path, docnames: Sequence[str], base_url: str) -> Iterator[str]:
    """The Markdown of each page, below its title the address that it comes from."""
    for docname in docnames:
        try:
            text = (outdir / f"{docname}.md").read_text("utf-8").strip()
        except OSError:
            continue
        title, line, rest = text.partition("\n")
        source = f"Source: {base_url}{docname}.md"
        if title.startswith("# "):
            yield f"{title}\n\n{source}{line}{rest}"
        else:
            yield f"{source}\n\n{text}"


def _section(heading: str, pages: Sequence[str]) -> str:
    return "\n\n".join([f"<!-- {heading.replace('--', '- -')} -->", *pages])


def _parts(pages: Sequence[str]) -> Iterator[list[str]]:
    """*pages* in lists of at most `_MOST` bytes; one that is larger stands by itself."""
    part: list[str] = []
    size = 0
    for page in pages:
        length = len(page.encode())
        if part and size + length > _MOST:
            yield part
            part, size = [], 0
        part.append(page)
        size += length
    if part:
        yield part
