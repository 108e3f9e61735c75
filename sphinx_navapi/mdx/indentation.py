"""How far each line of a page moves to the left when the surrounding tags are removed.

Content between tags is indented for readability; Markdown would interpret the indentation as
structure. A line moves by the common indentation of all lines between its innermost tags, so nested
content stays nested.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.mdx.pieces import Esm, Fence, FrontMatter, Piece

#: The prefix of a line before its text: quote markers and list markers.
LINE_PREFIX = re.compile(r"(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*")
MARKERS = re.compile(r"[^>\s]")
_LIST_PREFIX = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*")
_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Region:
    """The content between an opening tag and its closing tag, as offsets.

    :ivar extra: columns that the content moves to the right, under a list marker.
    """

    tag_start: int
    start: int
    end: int
    extra: int = 0


class Lines:
    """The lines of a text, by number from 0."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def number(self, offset: int) -> int:
        """The number of the line that contains *offset*."""
        return bisect_right(self.starts, offset) - 1

    def end(self, number: int) -> int:
        """Offset of the line end of line *number*."""
        following = number + 1
        return self.starts[following] - 1 if following < len(self.starts) else len(self.text)

    def indent(self, number: int) -> int | None:
        """Columns before the first character, with tab stops every four; ``None`` if empty."""
        match = _INDENT.match(self.text, self.starts[number])
        assert match is not None
        if match.end() >= self.end(number):
            return None
        return column_width(match[0])

    def column(self, offset: int) -> int | None:
        """The column of *offset* if only whitespace and list markers come before it."""
        start = self.starts[self.number(offset)]
        match = _LIST_PREFIX.match(self.text, start)
        if match is None or match.end() != offset:
            return None
        return column_width(match[0])


def column_width(text: str) -> int:
    """The width of *text* in columns at the start of a line."""
    return len(text.expandtabs(4))


def line_shifts(
    lines: Lines, regions: list[Region], rigid: dict[int, int], *, pull: bool = False
) -> list[int]:
    """Columns to add to the indentation of each line.

    :param regions: nested or disjoint, in order of their start.
    :param rigid: lines that move like another one (inside code, inside a tag), with the number of
        that line.
    :param pull: whether content to the left of its tag moves to the right under it.
    """
    count = len(lines.starts)
    openings: dict[int, list[_TagContent]] = {}
    for region in regions:
        opened = _frame(lines, region, pull)
        if opened is not None:
            openings.setdefault(opened.first, []).append(opened)
    owners: list[_TagContent | None] = [None] * count
    stack: list[_TagContent] = []
    for number in range(count):
        while stack and number > stack[-1].last:
            stack.pop()
        for inner in openings.get(number, ()):
            inner.parent = stack[-1] if stack else None
            stack.append(inner)
        if not stack:
            continue
        owner = stack[-1]
        owners[number] = owner
        indent = None if number in rigid else lines.indent(number)
        if indent is not None:
            owner.common = indent if owner.common is None else min(owner.common, indent)
    shifts = [0] * count
    for number, frame in enumerate(owners):
        shifts[number] = frame.shift() if frame is not None else 0
    for number, leader in rigid.items():
        shifts[number] = shifts[leader]
    return shifts


@dataclass(slots=True, kw_only=True)
class _TagContent:
    """Lines *first* to *last* between two tags, the opening one at *column*."""

    first: int
    last: int
    column: int
    extra: int
    pull: bool
    common: int | None = None
    parent: _TagContent | None = None
    moved: int | None = None

    def shift(self) -> int:
        if self.moved is None:
            # From the outermost frame inwards, without recursion: tags may be deeply nested.
            chain = [self]
            while (parent := chain[-1].parent) is not None and parent.moved is None:
                chain.append(parent)
            for frame in reversed(chain):
                outer = (frame.parent.moved if frame.parent else None) or 0
                common = frame.column if frame.common is None else frame.common
                if common < frame.column and not (frame.extra or frame.pull):
                    # Left of its tag: not indented by it, so the enclosing tags decide.
                    frame.moved = outer
                else:
                    frame.moved = max(0, frame.column + outer) + frame.extra - common
        assert self.moved is not None
        return self.moved


def _frame(lines: Lines, region: Region, pull: bool) -> _TagContent | None:
    column = lines.column(region.tag_start)
    if column is None:
        return None
    first, last = lines.number(region.start) + 1, lines.number(region.end)
    if not lines.text[lines.starts[last] : region.end].strip():
        last -= 1
    if first > last:
        return None
    return _TagContent(first=first, last=last, column=column, extra=region.extra, pull=pull)


def shift_line(line: str, shift: int) -> str:
    """*line* indented by *shift* more columns; if negative, by as many fewer as possible."""
    content = line.lstrip(" \t")
    if not shift or not content:
        return line
    indent = column_width(line[: len(line) - len(content)])
    return " " * max(0, indent + shift) + content


class LineBuffer:
    """A line being written, in time linear in its length."""

    def __init__(self) -> None:
        self._parts: list[str] = []

    def add(self, text: str) -> None:
        """Append *text*."""
        self._parts.append(text)

    def begin(self, text: str = "") -> None:
        """Start over with *text*."""
        self._parts = [text]

    def text(self) -> str:
        """The whole line."""
        if len(self._parts) != 1:
            self._parts = ["".join(self._parts)]
        return self._parts[0]


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
