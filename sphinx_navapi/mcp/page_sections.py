"""Sections of a page's Markdown, so that one answer has what is needed and no more."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from sphinx_navapi.mcp.tool import ToolError, one_of

#: Maximum number of characters of an answer that leaves out sections.
_SHORT: Final = 4_000

#: Level and text of a heading; a fence.
_LINE: Final = re.compile(r"(?m)^(?:(#{2,3}) +(.+?)\s*|[ \t]*(?:[-*+] +)*(`{3,}|~{3,})(.*))$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """A heading of level 2 or 3 with the text below it. :ivar level: 0 for what precedes all."""

    level: int
    heading: str
    text: str


def read_sections(text: str) -> list[Section]:
    """The sections of *text*; those of level 2 include those of level 3 below them."""
    starts = [(0, 0, ""), *_headings(text)]
    sections = []
    for number, (at, level, heading) in enumerate(starts):
        # What precedes all ends with the first heading.
        ends = (start for start, other, _ in starts[number + 1 :] if other <= (level or 3))
        sections.append(
            Section(level=level, heading=heading, text=text[at : next(ends, len(text))])
        )
    return sections


def _headings(text: str) -> Iterator[tuple[int, int, str]]:
    fence = ""
    for match in _LINE.finditer(text):
        marks, heading, opens, info = match.groups()
        if opens:
            if not fence:
                fence = opens
            elif opens.startswith(fence) and not info.strip():
                fence = ""
        elif not fence:
            yield match.start(), len(marks), heading


def section_of(text: str, name: str) -> str:
    """The section *name* of *text*. :raises ToolError: it has none of that name."""
    sections = [section for section in read_sections(text) if section.heading]
    wanted = name.strip().casefold()
    # A status is enough for a response: "404".
    for words in (str, lambda heading: heading.partition(" ")[0]):
        for section in sections:
            if words(section.heading).casefold() == wanted:
                return section.text
    raise ToolError(f"Section not found. Use one of: {one_of([s.heading for s in sections])}.")


def shortened(text: str) -> str:
    """*text*; of a long one, the sections that fit, and the headings of the others."""
    if len(text) <= _SHORT:
        return text
    sections = read_sections(text)
    head, *rest = [section for section in sections if section.level < 3]
    first = head.text
    if len(first) > _SHORT // 2:
        end = first.rfind("\n", 0, _SHORT // 2) + 1 or _SHORT // 2
        first = f"{first[:end]}\n[Cut: call again with offset {end} for the rest.]\n\n"
    shown, left = [first], _SHORT - len(first)
    for section in rest:
        if len(section.text) <= left:
            shown.append(section.text)
            left -= len(section.text)
            continue
        lines = [f"## {section.heading}", ""]
        lines += [f"- {each.heading}" for each in read_sections(section.text) if each.level == 3]
        lines.append(f"[{len(section.text)} characters: call again with this heading as section.]")
        shown.append("\n".join(lines) + "\n\n")
    return "".join(shown).rstrip("\n") + "\n"
