"""Lines of a text and their indentation.

Content between tags is indented for readability; Markdown would interpret the indentation as
structure, so the content of a block loses what its lines have in common.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container

#: The prefix of a line before its text: quote markers and list markers.
LINE_PREFIX = re.compile(r"(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t])))*[ \t]*")
MARKERS = re.compile(r"[^>\s]")


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


def column_width(text: str) -> int:
    """The width of *text* in columns at the start of a line."""
    return len(text.expandtabs(4))


def dedented(lines: list[str], rigid: Container[int]) -> list[str]:
    """*lines* without the indentation that they have in common, apart from the *rigid* ones."""
    indents = [
        column_width(line[: len(line) - len(line.lstrip(" \t"))])
        for number, line in enumerate(lines)
        if line.strip() and number not in rigid
    ]
    common = min(indents, default=0)
    return [code_line(line, common) for line in lines] if common else lines


def code_line(line: str, width: int) -> str:
    """*line* with up to *width* columns of indentation removed; tabs after it are kept.

    This is how Markdown handles the indentation of a fence (CommonMark, section 4.5).
    """
    column = position = 0
    while position < len(line) and column < width and line[position] in " \t":
        column += 4 - column % 4 if line[position] == "\t" else 1
        position += 1
    return " " * max(0, column - width) + line[position:]


def without_quotes(line: str, count: int) -> str:
    """*line* without up to *count* quote markers."""
    return re.sub(rf"(?:[ \t]*>[ ]?){{0,{count}}}", "", line, count=1) if count else line


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
