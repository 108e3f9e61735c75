"""HTML that is kept except for unsafe parts: drawings, players, tables.

The tags are parsed and serialized again: names and attributes from an allow-list, values and text
escaped. None of the page's own markup is copied.
"""

from __future__ import annotations

from html import escape, unescape

from sphinx_navapi.mdx.components.component import Element
from sphinx_navapi.mdx.html_looks import is_in_frame
from sphinx_navapi.mdx.html_tags import is_html, opening_tag, write_tag
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.piece_reader import VOID_ELEMENTS, match_tags, read_pieces
from sphinx_navapi.mdx.pieces import Comment, Expression, Fence, Stray, Tag
from sphinx_navapi.mdx.values import shown_text


def kept_html(element: Element, *, as_text: bool = False) -> str:
    """*element* and its content (`Element.source`) as HTML; only its text if *as_text*."""
    source = element.source
    parts: list[str] = []
    name = element.name.lower()
    if not as_text:
        parts.append(opening_tag(name, element.attributes, in_frame=is_in_frame(element)))
    pieces = read_pieces(source)
    partners = match_tags(pieces)
    position = 0
    for index, piece in enumerate(pieces):
        parts.append(_text(source[position : piece.start], as_text))
        position = piece.end
        written = ""
        if isinstance(piece, Tag):
            alone = piece.self_closing or piece.name in VOID_ELEMENTS
            known = is_html(piece.name.lower(), inside_kept=True)
            if piece.closing and piece.name in VOID_ELEMENTS:
                written = ""
            elif known and (alone or index in partners) and not as_text:
                written = write_tag(piece, 0, for_page=True)
            elif not known and not piece.is_component:
                written = _text(source[piece.start : piece.end], as_text)
        elif isinstance(piece, Expression):
            written = _shown(piece) if as_text else escape(_shown(piece))
        elif isinstance(piece, Fence | Stray) or not isinstance(piece, Comment):
            written = _text(source[piece.start : piece.end], as_text)
        parts.append(written)
    parts.append(_text(source[position:], as_text))
    if not as_text and name not in VOID_ELEMENTS:
        parts.append(f"</{name}>")
    return "".join(parts)


def written_text(source: str) -> str:
    """*source* as written, with the values of its expressions, and without comments."""
    parts: list[str] = []
    position = 0
    for piece in read_pieces(source):
        parts.append(unescape(source[position : piece.start]))
        position = piece.end
        if isinstance(piece, Expression):
            parts.append(_shown(piece))
        elif not isinstance(piece, Comment):
            parts.append(source[piece.start : piece.end])
    return "".join((*parts, unescape(source[position:])))


def _shown(expression: Expression) -> str:
    text = shown_text(read_value(expression.code))
    return f"{{{expression.code}}}" if text is None else text


def _text(source: str, as_text: bool) -> str:
    text = unescape(source)
    return text if as_text else escape(text, quote=False)
