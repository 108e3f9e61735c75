"""The expanded text of an MDX page file, for both the build and the Markdown files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from sphinx_navapi.mdx.expanded_page import ExpandedPage, expand_page
from sphinx_navapi.mdx.marked_page import NO_MARKS
from sphinx_navapi.mdx.piece_reader import front_matter_end


def read_mdx(
    text: str, *, file: str, source_dir: Path, variables: Mapping[str, str]
) -> ExpandedPage:
    """The page *text* without its front matter, with all includes expanded.

    :param file: its path relative to *source_dir*; nothing outside of that is included.
    """
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    start = front_matter_end(text)

    def read(path: str) -> str | None:
        return _read_below(source_dir, path)

    return expand_page(
        text[start:].translate(NO_MARKS),
        file=file,
        first_line=text.count("\n", 0, start),
        read=read,
        variables=variables,
    )


def _read_below(source_dir: Path, path: str) -> str | None:
    file = source_dir / path
    try:
        if not file.is_file() or not file.resolve().is_relative_to(source_dir.resolve()):
            return None
        return file.read_text("utf-8").translate(NO_MARKS)
    except (OSError, ValueError):
        return None
