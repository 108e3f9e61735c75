"""Markdown files that hosted services read as MDX."""

from __future__ import annotations

import re
from pathlib import Path

from sphinx_navapi.mdx.components import find_component
from sphinx_navapi.mdx.piece_reader import front_matter_end, read_pieces
from sphinx_navapi.mdx.pieces import Tag

_TAG = re.compile(r"^[ \t]*<[A-Z]", re.MULTILINE)


def is_mdx(file: str, text: str, confdir: Path) -> bool:
    """Whether the page *text* in *file* is read as MDX, by its suffix or by what it uses.

    :param confdir: a ``conf.py`` there means that Markdown files are MyST's alone.
    """
    if file.endswith(".mdx"):
        return True
    return file.endswith(".md") and not (confdir / "conf.py").is_file() and uses_components(text)


def uses_components(text: str) -> bool:
    """Whether a line of the page *text* begins with a component, outside of code."""
    if not _TAG.search(text):
        return False
    body = text[front_matter_end(text) :]
    return any(
        isinstance(piece, Tag)
        and not piece.closing
        and not body[body.rfind("\n", 0, piece.start) + 1 : piece.start].strip()
        and find_component(piece.name) is not None
        for piece in read_pieces(body)
    )
