"""The content of a component as the value that React gives it.

A component that only shows ``children`` gets the text of the page, whole; one that looks into them
gets a list if there are several.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.pieces import (
    VOID_ELEMENTS,
    Comment,
    Expression,
    Piece,
    Tag,
    match_tags,
    read_pieces,
)
from sphinx_navapi.mdx.values import UNDEFINED, Markup, Value

_PARAGRAPHS = re.compile(r"\n[ \t]*\n")
#: Text without it is the same in Markdown.
_MARKDOWN = re.compile(r"[\\`*_\[\]<>{}~$|&#]|^\s*(?:[-+=:]|\d+[.)])|://", re.MULTILINE)


def unwrapped(value: Value) -> Value:
    """*value*; for the content of a component, its parts: a list, or the only one."""
    if not isinstance(value, Markup) or not value.is_content:
        return value
    found = [*_parts(value)]
    return found if len(found) > 1 else found[0] if found else UNDEFINED


def _parts(content: Markup) -> Iterator[Value]:
    pieces = read_pieces(content.text, is_program=not content.given)
    partners = match_tags(pieces)
    position = 0
    for index, piece in enumerate(pieces):
        if piece.start < position:
            continue
        if isinstance(piece, Tag | Expression | Comment):
            yield from _texts(content, position, piece.start)
            position = _end(pieces, piece, partners.get(index))
        if isinstance(piece, Tag):
            yield _part(content, piece.start, position)
        elif isinstance(piece, Expression):
            if piece.start not in content.values:
                raise NotDataError
            yield content.values[piece.start]
    yield from _texts(content, position, len(content.text))


def _end(pieces: list[Piece], piece: Piece, partner: int | None) -> int:
    if not isinstance(piece, Tag) or piece.self_closing or piece.name in VOID_ELEMENTS:
        return piece.end
    if partner is None:
        raise NotDataError
    return pieces[partner].end


def _texts(content: Markup, start: int, end: int) -> Iterator[Value]:
    """The paragraphs between two elements; space that contains a line end is not text."""
    position = start
    breaks = [match.span() for match in _PARAGRAPHS.finditer(content.text, start, end)]
    for before, after in [*breaks, (end, end)]:
        text = content.text[position:before]
        if text.strip() and _MARKDOWN.search(text):
            yield _part(content, position, before)
        elif shown := text_in_element(text):
            yield shown
        position = after


def text_in_element(text: str) -> str:
    """*text* between elements without indentation: space that contains a line end is not text."""
    return " ".join(line for line in re.split(r"[ \t]*\n\s*", text) if line)


def _part(content: Markup, start: int, end: int) -> Markup:
    return replace(
        content,
        text=content.text[start:end],
        node=None,
        values=values_between(content.values, start, end),
        line=content.line + content.text.count("\n", 0, start),
        is_content=False,
    )


def values_between(values: Mapping[int, Value], start: int, end: int) -> dict[int, Value]:
    """The *values* from *start* to *end*, by their offset from *start*."""
    return {place - start: value for place, value in values.items() if start <= place < end}
