"""Lines that stay together: the lines of a piece move with its first one."""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_navapi.mdx.indentation import Lines
from sphinx_navapi.mdx.pieces import Esm, Fence, FrontMatter, Piece


def rigid_lines(pieces: Iterable[Piece], lines: Lines) -> dict[int, int]:
    """The first line of the piece that continues in a line, by number of that line."""
    rigid: dict[int, int] = {}
    for piece in pieces:
        first = lines.number(piece.start)
        last = lines.number(piece.end)
        if isinstance(piece, Fence | FrontMatter | Esm):
            # These end with a line end, or at the end of the page.
            last -= piece.end == lines.starts[last]
        rigid.update((number, first) for number in range(first + 1, last + 1))
    return rigid
