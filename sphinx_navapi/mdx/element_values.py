"""JSX as the value of an attribute: the text of a title, the name of an icon."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from sphinx_navapi.content.markdown.text import code, destination, plain_part
from sphinx_navapi.mdx.anchors import attribute_text
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.piece_reader import match_tags, read_pieces
from sphinx_navapi.mdx.pieces import Comment, Expression, Tag
from sphinx_navapi.mdx.values import shown_text

_MARKS = {"b": "**", "strong": "**", "i": "*", "em": "*", "del": "~~", "s": "~~"}
#: Elements whose content is not text.
_DRAWN = frozenset({"svg", "math", "video", "audio", "iframe"})


class ElementText(str):
    """The text of JSX on one line. :ivar markdown: with its emphasis, code and links."""

    __slots__ = ("markdown",)
    markdown: str

    def __new__(cls, source: str) -> Self:
        """The text of the elements *source*."""
        found = super().__new__(cls, _one_line(_texts(source, marked=False)))
        found.markdown = _one_line(_texts(source, marked=True))
        return found


def icon_of(source: str) -> str:
    """The icon in the elements *source*: a name, the address of an image, or a drawing."""
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    for index, piece in enumerate(pieces):
        if not isinstance(piece, Tag) or piece.closing:
            continue
        name = piece.name.lower()
        if name == "img":
            return attribute_text(piece, "src") or ""
        if name == "icon":
            found = attribute_text(piece, "icon") or attribute_text(piece, "name") or ""
            style = attribute_text(piece, "iconType")
            return f"fa-{style} {found}" if style and found.replace("-", "").isalnum() else found
        if name == "svg":
            return source[piece.start : pieces[partners[index]].end if index in partners else None]
    return ""


def _one_line(texts: Iterator[str]) -> str:
    return " ".join("".join(texts).split())


def _texts(source: str, *, marked: bool) -> Iterator[str]:
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    position = 0
    for index, piece in enumerate(pieces):
        if piece.start < position:
            continue
        yield source[position : piece.start]
        position = piece.end
        partner = pieces[partners[index]] if index in partners else None
        if isinstance(piece, Expression):
            text = shown_text(read_value(piece.code)) or ""
            yield plain_part(text) if marked else text
        elif isinstance(piece, Tag) and isinstance(partner, Tag):
            name = piece.name.lower()
            if name in _DRAWN:
                position = partner.end
            elif name == "code":
                inner = ElementText(source[piece.end : partner.start])
                yield code(inner) if marked else inner
                position = partner.end
            elif marked:
                yield _mark(name, piece, partner)
        elif isinstance(piece, Tag):
            yield " " if piece.name == "br" else ""
        elif not isinstance(piece, Comment):
            yield source[piece.start : piece.end]
    yield source[position:]


def _mark(name: str, tag: Tag, partner: Tag) -> str:
    """What Markdown has in place of *tag*."""
    if name != "a":
        return _MARKS.get(name, "")
    href = attribute_text(partner if tag.closing else tag, "href")
    if not href:
        return ""
    return f"]({destination(href)})" if tag.closing else "["
