"""Marks on lines of code: by numbers in the info string, or by comments in the code.

The comments are those of Shiki (https://shiki.style/packages/transformers): ``// [!code ++]`` at
the end of a line, ``:3`` for three lines, ``word:name`` for the following lines with that word. A
comment on its own line is about the next one. Readers see the code without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from sphinx_navapi.doctree.components.fence_info import FenceInfo

#: Kinds of marks in comments, with the name that ends the class of the line.
_KINDS = {
    "++": "added",
    "--": "removed",
    "highlight": "highlight",
    "hl": "highlight",
    "focus": "focus",
    "error": "error",
    "warning": "warning",
    "info": "info",
}
_MARKER = re.compile(
    r" ?\[!code (?:(\+\+|--|highlight|hl|focus|error|warning|info)|word:((?:\\.|[^:\]\\])+))"
    r"(?::(\d{1,6}))?\]"
)
#: What opens a comment; in Markdown, whose text has no comments but those of HTML and MDX; in text,
#: which has none: there, a marker is shown.
_OPENING = re.compile(r"\{\s*/\*|<!--|/\*|//|#|--|;|%|\*|(?<!\S)[\"']|\bREM\b")
_OPENINGS = {"markdown": re.compile(r"\{\s*/\*|<!--"), "text": None, "": None}
#: The end of a line after its markers are removed from an otherwise empty comment.
_EMPTY_COMMENT = re.compile(
    r"(?:\{\s*/\*+\s*\*/\s*\}|<!--\s*-->|/\*+\s*\*/|//+|#+|--+|;+|%+|\*|[\"']|\bREM)$"
)
_QUOTE = re.compile("[\"'`]")
_SIGNS = {"added": "+ ", "removed": "- "}


@dataclass(slots=True, kw_only=True)
class CodeLine:
    """A line of code that is shown.

    :ivar number: in the code as written, from 1.
    :ivar marks: ``added``, ``removed``, ``highlight``, ``focus``, ``error``, ``warning``, ``info``.
    """

    number: int
    text: str
    marks: set[str] = field(default_factory=set)

    def signed(self) -> str:
        """The line of a diff."""
        sign = next((_SIGNS[mark] for mark in sorted(self.marks) if mark in _SIGNS), "  ")
        return f"{sign}{self.text}" if self.text else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Notation:
    """:ivar start: number of the line from which it applies, to *count* lines."""

    start: int
    count: int
    kind: str
    word: str = ""


def read_lines(code: str, info: FenceInfo) -> list[CodeLine]:
    """The lines of *code* with their marks, without the comments that set them."""
    lines: list[CodeLine] = []
    markers: list[_Notation] = []
    opening = _OPENINGS.get(info.language, _OPENING)
    for number, text in enumerate(code.split("\n"), 1):
        if opening is None or not _has_markers(text, opening):
            lines.append(CodeLine(number=number, text=text))
            continue
        shown = _EMPTY_COMMENT.sub("", _MARKER.sub("", text).rstrip()).rstrip()
        if shown:
            lines.append(CodeLine(number=number, text=shown))
        markers += _markers(text, number if shown else number + 1)
    for marker in markers:
        for line in lines:
            inside = marker.start <= line.number < marker.start + marker.count
            if inside and marker.word in line.text:
                line.marks.add(marker.kind)
    for kind, numbers in (("highlight", info.stressed), ("focus", info.focus)):
        for line in lines:
            if any(first <= line.number <= last for first, last in _ranges(numbers)):
                line.marks.add(kind)
    return lines


def is_diff(lines: list[CodeLine]) -> bool:
    """Whether *lines* shows a change."""
    return any(line.marks & set(_SIGNS) for line in lines)


def _has_markers(text: str, opening: re.Pattern[str]) -> bool:
    """Whether *text* has markers, and they seem to be in a comment rather than in a string."""
    if "[!code " not in text:
        return False
    found = list(_MARKER.finditer(text))
    return (
        bool(found)
        and opening.search(text, 0, found[0].start()) is not None
        and not _QUOTE.search(text, found[-1].end())
    )


def _markers(text: str, start: int) -> Iterator[_Notation]:
    for kind, word, count in _MARKER.findall(text):
        if word:
            word = re.sub(r"\\(.)", r"\1", word)
            yield _Notation(start=start, count=int(count or 1_000_000), kind="highlight", word=word)
        else:
            yield _Notation(start=start, count=int(count or 1), kind=_KINDS[kind])


def _ranges(numbers: str) -> Iterator[tuple[int, int]]:
    for part in filter(None, numbers.split(",")):
        first, _, last = part.partition("-")
        yield int(first), int(last or first)
