"""Markdown files that hosted services read as MDX."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx_navapi.formats.markdoc import write_markdoc
from sphinx_navapi.mdx.components import find_component
from sphinx_navapi.mdx.piece_reader import front_matter_end, read_pieces
from sphinx_navapi.mdx.pieces import Fence, Tag

_POSSIBLE = re.compile(r"^[ \t]*<[A-Z]|\[!code ", re.MULTILINE)


def read_markdown(file: str, text: str, confdir: Path) -> tuple[str, bool]:
    """The page *text* in *file*, and whether it is MDX, by its suffix or by what it uses.

    :param confdir: a ``conf.py`` there means that Markdown files are MyST's alone.
    """
    if file.endswith(".mdx"):
        return text, True
    if not file.endswith(".md") or (confdir / "conf.py").is_file():
        return text, False
    text = write_markdoc(text)
    return text, uses_components(text)


def uses_components(text: str) -> bool:
    """Whether a line of the page *text* begins with a component, outside of code, or whether
    comments in its code mark lines.
    """
    if not _POSSIBLE.search(text):
        return False
    body = text[front_matter_end(text) :]
    for piece in read_pieces(body):
        if isinstance(piece, Fence) and "[!code " in body[piece.start : piece.end]:
            return True
        if (
            isinstance(piece, Tag)
            and not piece.closing
            and not body[body.rfind("\n", 0, piece.start) + 1 : piece.start].strip()
            and find_component(piece.name) is not None
        ):
            return True
    return False
