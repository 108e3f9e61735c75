"""Whatever a snippet opens ends with its file.

A page and its snippets are read as one text, in which an open fence of a snippet would turn the
rest of the page into code, and a stray closing tag would end an element of the page.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from sphinx_navapi.mdx.indentation import LINE_PREFIX
from sphinx_navapi.mdx.pieces import (
    VOID_ELEMENTS,
    Expression,
    Fence,
    Piece,
    Stray,
    Tag,
    match_tags,
    read_pieces,
)
from sphinx_navapi.mdx.tag_uses import Manner, kind_of

_MARKER = re.compile(r"[`~]+\Z")
_LIST_MARKERS = re.compile(r"[^>\s]")
#: What an unclosed comment starts with, and how it would be closed. Programs and styles are not
#: shown either.
_HIDDEN = {"<!--": "-->", "{/*": "*/}", "<style": "</style>", "<script": "</script>"}
_OPENING = re.compile("|".join(map(re.escape, _HIDDEN)))
_ESCAPED = {"<": "&lt;", "{": "\\{"}


#: Start and end of what is replaced, its replacement, and a message about it.
_Edit = tuple[int, int, str, str]

#: What follows an open part is read again once that is closed; this many times.
_MOST_ROUNDS = 8


def end_with_file(text: str) -> tuple[str, list[Piece], list[tuple[int, str]]]:
    """*text* of a file with everything in it closed, its pieces, and lines from 0 with messages."""
    found: list[tuple[int, str]] = []
    pieces = read_pieces(text)
    for _ in range(_MOST_ROUNDS):
        edits = _open_block(text, pieces) or [*_open_text(text, pieces), *_open_tags(text, pieces)]
        if not edits:
            break
        edits.sort(key=lambda edit: edit[:2])
        found += [(text.count("\n", 0, start), told) for start, _, _, told in edits if told]
        for start, end, written, _ in edits[::-1]:
            text = text[:start] + written + text[end:]
        pieces = read_pieces(text)
    return text, pieces, sorted(found, key=lambda each: each[0])


def _open_block(text: str, pieces: Sequence[Piece]) -> list[_Edit]:
    """The end of what is not Markdown up to the end of the file: a comment, a formula."""
    for piece in pieces:
        if isinstance(piece, Stray | Expression):
            opening = _OPENING.match(text, piece.start)
            if opening and _HIDDEN[opening[0]] not in text[piece.start : piece.end]:
                what = f"{opening[0]} is never closed: the rest of the file is not shown"
                advice = f"write {_HIDDEN[opening[0]]} where it ends"
                return [(piece.start, len(text), "", f"{what}; {advice}")]
            if text.startswith("$$", piece.start):
                what = "this formula is never closed: it ends with the file"
                start, end = piece.start, len(text)
                return [
                    (start, start, "", f"{what}; write $$ where it ends"),
                    (end, end, "\n$$", ""),
                ]
    return []


def _open_text(text: str, pieces: Sequence[Piece]) -> Iterator[_Edit]:
    for piece in pieces:
        if isinstance(piece, Fence) and piece.body_end == piece.end:
            marker = _MARKER.search(text, piece.start, piece.info_start)
            assert marker is not None
            prefix = _LIST_MARKERS.sub(" ", text[piece.start : marker.start()])
            what = "this code is never closed: it ends with the file, or with its list"
            yield piece.start, piece.start, "", f"{what}; write {marker[0]} where it ends"
            before = "" if text.endswith("\n", 0, piece.end) else "\n"
            yield piece.end, piece.end, f"{before}{prefix}{marker[0]}\n", ""
        elif isinstance(piece, Stray):
            yield piece.start, piece.end, _ESCAPED[text[piece.start : piece.end]], ""


def _open_tags(text: str, pieces: list[Piece]) -> Iterator[_Edit]:
    partners = match_tags(pieces)
    # Closing tags of elements in open code are part of that.
    last = pieces[-1] if pieces else None
    in_code = isinstance(last, Fence) and last.body_end == last.end == len(text)
    ends = ""
    for index, piece in enumerate(pieces):
        if not isinstance(piece, Tag) or index in partners or piece.self_closing:
            continue
        kind = kind_of(piece.name)
        if piece.name in VOID_ELEMENTS:
            continue
        if kind.manner is Manner.TEXT or not kind.known:
            yield piece.start, piece.start + 1, "&lt;", ""
            continue
        row = text.rfind("\n", 0, piece.start) + 1
        prefix = LINE_PREFIX.match(text, row, piece.start)
        leads = prefix is not None and prefix.end() == piece.start
        name = piece.name
        if piece.closing:
            message = f"unmatched </{name}> ignored: write <{name}> before it, or remove it"
            yield piece.start, piece.end, "", message
            continue
        lasts = leads and kind.manner is not Manner.INLINE
        what = "it ends with the file" if lasts else "the tag is ignored"
        message = f"<{name}> is never closed: {what}; write </{name}> where it ends, or <{name} />"
        yield piece.start, piece.start if lasts else piece.end, "", "" if in_code else message
        if lasts:
            ends = f"\n</{name}>{ends}"
    if ends:
        yield len(text), len(text), f"{ends}\n", ""
