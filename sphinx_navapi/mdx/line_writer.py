"""Assembling the lines of an expanded page: inline insertions, and those with their own lines."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial

from sphinx_navapi.mdx.indentation import LINE_PREFIX, MARKERS, LineBuffer
from sphinx_navapi.mdx.marks import Origin

_INDENT = re.compile(r"[ \t]*")


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """A line of the page being assembled."""

    text: str
    origin: Origin


class LineWriter:
    """Assembles lines, each with its origin."""

    def __init__(self, line: int, file: str, *, program: bool = False) -> None:
        self._place = partial(Origin, file=file, program=program)
        self._lines: list[Line] = []
        self._buffer = LineBuffer()
        self._origin = self._place(line=line)
        # Prefix of the rest of a line after an insertion.
        self._after: str | None = None

    def write(self, text: str, line: int, *, is_text: bool = False) -> None:
        """Append *text*, which starts on *line* of the file."""
        if not text:
            return
        first, *rest = text.split("\n")
        if self._after is not None and first.strip():
            self._end()
            self._buffer.begin(self._after)
            self._origin = self._place(line=line)
            first = first.lstrip(" \t")
            self._after = None
        if first.strip():
            self._hold(self._place(line=line))
            if is_text and not self._place.keywords["program"]:
                # The paragraph is one of the page, though a component of it comes first.
                self._origin = replace(self._origin, program=False)
        self._buffer.add(first)
        for part in rest:
            line += 1
            self._end()
            self._after = None
            self._buffer.begin(part)
            self._origin = self._place(line=line)

    def put(self, lines: Sequence[Line], *, apart: bool = False) -> None:
        """Insert *lines*: into the current line if there is only one or the line already has text.

        :param apart: they are separate blocks.
        """
        lines = list(_dedented(lines))
        if not lines:
            return
        prefix = LINE_PREFIX.match(self._buffer.text())
        assert prefix is not None
        begins = prefix.end() == len(self._buffer.text())
        blank = any(not line.text.strip() for line in lines)
        if self._after is None and (len(lines) == 1 or (not begins and not blank)):
            if begins:
                self._origin = lines[0].origin
            else:
                self._hold(lines[0].origin)
            self._buffer.add(" ".join(line.text.strip() for line in lines))
            return
        indent = self._after if self._after is not None else MARKERS.sub(" ", prefix[0])
        if not begins or self._after is not None:
            self._end()
            self._buffer.begin(indent)
        if apart and begins and self._lines and self._lines[-1].text.strip(" \t>"):
            self._lines.append(Line(text=indent.rstrip(), origin=lines[0].origin))
        for number, line in enumerate(lines):
            if number:
                self._end()
                self._buffer.begin(indent)
            self._origin = line.origin
            if line.text:
                self._buffer.add(line.text)
            else:
                self._buffer.begin(self._buffer.text().rstrip())
        if apart:
            self._end()
            self._buffer.begin(indent.rstrip())
            self._origin = lines[-1].origin
        self._after = indent

    def _hold(self, origin: Origin) -> None:
        """Let the Markdown in a line of a component be that of *origin*."""
        if self._origin.program and not (origin.program and origin.content is None):
            self._origin = replace(self._origin, content=origin.markdown)

    def _end(self) -> None:
        self._lines.append(Line(text=self._buffer.text(), origin=self._origin))

    def lines(self) -> list[Line]:
        """The result."""
        return [*self._lines, Line(text=self._buffer.text(), origin=self._origin)]


def _dedented(lines: Sequence[Line]) -> Iterator[Line]:
    """*lines* without leading and trailing blank ones, dedented."""
    texts = [line.text for line in lines]
    filled = [number for number, text in enumerate(texts) if text.strip()]
    if not filled:
        return
    common = min(len(_indent(texts[number])) for number in filled)
    for line in lines[filled[0] : filled[-1] + 1]:
        yield Line(text=line.text[common:] if line.text.strip() else "", origin=line.origin)


def _indent(text: str) -> str:
    match = _INDENT.match(text)
    return match[0] if match else ""
