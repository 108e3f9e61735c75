"""An MDX page as Markdown: MDX syntax is removed, the text stays.

This is how a page is read if components are not rendered: their titles become bold text, their
content loses its tags. Line numbers only change below lines of code that mark others.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from sphinx_navapi.mdx.anchors import tag_anchors
from sphinx_navapi.mdx.fence_info import read_fence_info
from sphinx_navapi.mdx.html_tags import (
    INLINE_ELEMENTS,
    KEPT_ELEMENTS,
    is_html,
    write_tag,
)
from sphinx_navapi.mdx.indentation import Lines, Region, line_shifts, shift_line
from sphinx_navapi.mdx.javascript import code_text
from sphinx_navapi.mdx.labels import (
    LINK,
    attribute_text,
    closing_text,
    code_span,
    escape_markdown,
    kept_tag,
    link_text,
    opening_text,
)
from sphinx_navapi.mdx.line_marks import is_diff, read_lines
from sphinx_navapi.mdx.piece_reader import VOID_ELEMENTS, match_tags, read_pieces
from sphinx_navapi.mdx.pieces import Comment, Esm, Expression, Fence, FrontMatter, Piece, Stray, Tag
from sphinx_navapi.mdx.rigid_lines import rigid_lines

#: Two spaces: a hard line break, without effect if no line follows.
_LINE_BREAK = "  "

_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class PlainPage:
    """A page without MDX. :ivar anchors: names with the lines, from 1, on which they start."""

    markdown: str
    anchors: Mapping[str, int]


def plain_markdown(text: str, keep: Collection[str] = ()) -> str:
    """*text*, an MDX page, as Markdown.

    :param keep: names of components whose tags are kept, with title and type only.

    Front matter and the content of code, except for marks, are not changed. Takes time linear in
    the length, raises nothing; anything unclosed (a tag, a brace) stays text.
    """
    return plain_page(text, keep).markdown


def plain_page(text: str, keep: Collection[str] = ()) -> PlainPage:
    """`plain_markdown`, with the anchors of the removed components and elements."""
    writer = _PlainWriter(text.replace("\r\n", "\n").replace("\r", "\n"), keep)
    return PlainPage(markdown=writer.write(), anchors=writer.anchors())


class _PlainWriter:
    def __init__(self, text: str, keep: Collection[str]) -> None:
        self._text = text
        self._keep = keep
        self._lines = Lines(text)
        self._pieces = read_pieces(text)
        self._partners = match_tags(self._pieces)
        # Elements around the current piece that keep their HTML, and lists.
        self._kept: list[int] = []
        self._lists: list[tuple[str, int]] = []
        self._written: dict[int, str] = {}
        # Numbers of lines of code that only mark others.
        self._dropped: set[int] = set()

    def write(self) -> str:
        parts: list[str] = []
        position = 0
        titled: list[int] = []
        for index, piece in enumerate(self._pieces):
            if index not in self._written:
                self._replace(index, piece)
            written = self._written[index]
            end = piece.end
            if isinstance(piece, Tag) and self._begins_line(piece):
                if not written.strip():
                    written = written.lstrip(" ")
                    while not written.endswith("\n") and self._text[end : end + 1] in {" ", "\t"}:
                        end += 1
                elif written.startswith("**") and self._ends_line(self._end_of_title(index, piece)):
                    titled.append(self._lines.number(piece.start))
            parts += (self._text[position : piece.start], written)
            position = end
        parts.append(self._text[position:])
        return self._lay_out("".join(parts), titled)

    def anchors(self) -> dict[str, int]:
        """Anchors in the page, the first of each name, with their lines from 1."""
        found: dict[str, int] = {}
        for piece in self._pieces:
            if isinstance(piece, Tag) and not piece.closing:
                for name in tag_anchors(piece):
                    found.setdefault(name, self._lines.number(piece.start) + 1)
        return found

    def _end_of_title(self, index: int, tag: Tag) -> Piece:
        """The end of the title that replaces *tag*: itself, or its counterpart."""
        return self._pieces[self._partners[index]] if tag.name == "summary" else tag

    # Replacements of pieces

    def _replace(self, index: int, piece: Piece) -> None:
        source = self._text[piece.start : piece.end]
        line_ends = source.count("\n")
        if isinstance(piece, Fence):
            self._written[index] = self._fence(piece)
        elif isinstance(piece, FrontMatter):
            self._written[index] = source
        elif isinstance(piece, Esm | Comment):
            self._written[index] = "\n" * line_ends
        elif isinstance(piece, Stray):
            self._written[index] = "&lt;" if source == "<" else source
        elif isinstance(piece, Expression):
            self._written[index] = self._expression(piece) + "\n" * line_ends
        elif isinstance(piece, Tag):
            self._written[index] = self._tag(index, piece, line_ends)

    def _fence(self, fence: Fence) -> str:
        """The fence with its code without marks; a change as a diff."""
        info = read_fence_info(fence.info)
        head = self._text[fence.start : fence.info_start]
        after = fence.info_start + len(fence.info)
        first = self._lines.number(after)
        code = self._text[after : fence.body_end]
        lines = read_lines(code, info)
        shown = {line.number: line.text for line in lines}
        if is_diff(lines):
            info = replace(info, language="diff")
            line = self._text[self._lines.starts[first] : fence.info_start]
            indent = len(line.rstrip("`~"))
            shown |= {line.number: line.signed(indent) for line in lines}
        numbers = range(1, code.count("\n") + 2)
        self._dropped.update(first + number - 1 for number in numbers if number not in shown)
        body = "\n".join(shown.get(number, "") for number in numbers)
        return f"{head}{info}{body}{self._text[fence.body_end : fence.end]}"

    def _expression(self, piece: Expression) -> str:
        text = code_text(piece.code)
        if text is not None:
            if self._kept:
                return text.replace("&", "&amp;").replace("<", "&lt;").replace("\n", "&#10;")
            return escape_markdown(" ".join(text.split())) if text.strip() else " "
        if not piece.code.strip():
            return ""
        span = code_span(f"{{{piece.code}}}")
        # Adjacent backticks would change the meaning of its own.
        before = " " if self._text[piece.start - 1 : piece.start] == "`" else ""
        after = " " if self._text[piece.end : piece.end + 1] == "`" else ""
        return before + span + after

    def _tag(self, index: int, tag: Tag, line_ends: int) -> str:
        partner = self._partners.get(index)
        if tag.is_component:
            text = self._component(tag, partner)
            # A tag that stays text has its own.
            return text + "\n" * (line_ends - text.count("\n"))
        name = tag.name.lower()
        alone = tag.self_closing or name in VOID_ELEMENTS
        if tag.closing and name in VOID_ELEMENTS:
            # ``<br></br>``: browsers would interpret it as two.
            return "\n" * line_ends
        if not is_html(name, inside_kept=bool(self._kept)) or (partner is None and not alone):
            return "&lt;" + self._text[tag.start + 1 : tag.end]
        if name in KEPT_ELEMENTS and not alone:
            if tag.closing:
                self._kept = [opening for opening in self._kept if opening != partner]
            else:
                self._kept.append(index)
            return write_tag(tag, line_ends)
        if self._kept or name in INLINE_ELEMENTS or name in KEPT_ELEMENTS:
            return write_tag(tag, line_ends)
        return self._removed_element(index, tag, name, partner) + "\n" * line_ends

    def _component(self, tag: Tag, partner: int | None) -> str:
        if tag.name in self._keep and partner is not None:
            return kept_tag(tag)
        if tag.closing:
            opening = self._pieces[partner] if partner is not None else None
            return closing_text(opening) if isinstance(opening, Tag) else ""
        text = opening_text(tag)
        if tag.self_closing:
            return (text + closing_text(tag)).strip()
        if partner is None and not text and not self._begins_line(tag):
            # Unclosed within text: a type such as Array<T>.
            return "&lt;" + self._text[tag.start + 1 : tag.end]
        if text == LINK:
            return text if partner is not None else ""
        separate = text and self._text[tag.end : tag.end + 1] not in {"", "\n", " "}
        return f"{text} " if separate else text

    def _removed_element(self, index: int, tag: Tag, name: str, partner: int | None) -> str:
        if name in {"ul", "ol", "menu"}:
            self._note_list(index, tag, name, partner)
            return ""
        if name == "hr":
            return "***" if self._begins_line(tag) and self._ends_line(tag) else ""
        if tag.closing or partner is None:
            return ""
        closing = self._pieces[partner]
        one_line = "\n" not in self._text[tag.start : closing.end]
        if name == "li":
            if not self._begins_line(tag):
                return " • "
            return self._list_marker()
        if name == "a" and one_line:
            if href := attribute_text(tag, "href"):
                before, after = link_text("\0", href).split("\0")
                self._written[partner] = after
                return before
        elif name in _HEADINGS and one_line and self._begins_line(tag) and self._ends_line(closing):
            return _HEADINGS[name]
        elif name == "summary" and one_line:
            inner = self._text[tag.end : closing.start]
            if inner.strip() == inner and inner:
                self._written[partner] = "**"
                return "**"
        return ""

    def _note_list(self, index: int, tag: Tag, name: str, partner: int | None) -> None:
        if not tag.closing:
            self._lists.append((name, index))
        elif self._lists and self._lists[-1][1] == partner:
            self._lists.pop()

    def _list_marker(self) -> str:
        return "1. " if self._lists and self._lists[-1][0] == "ol" else "- "

    # Lines

    def _begins_line(self, piece: Piece) -> bool:
        return self._lines.column(piece.start) is not None

    def _ends_line(self, piece: Piece) -> bool:
        end = self._lines.end(self._lines.number(piece.end))
        return not self._text[piece.end : end].strip()

    def _lay_out(self, text: str, titled: list[int]) -> str:
        """*text*, with the lines of the source, with its lines moved and broken."""
        written = text.split("\n")
        rigid = rigid_lines(self._pieces, self._lines)
        if self._pieces and isinstance(self._pieces[0], FrontMatter):
            rigid[0] = 0
        shifts = line_shifts(self._lines, self._regions(), rigid)
        for number, shift in enumerate(shifts):
            if shift:
                written[number] = shift_line(written[number], shift)
        self._indent_code(written)
        for number, line in enumerate(written):
            if number not in rigid and line and not line.strip():
                written[number] = ""
        for number in titled:
            following = written[number + 1] if number + 1 < len(written) else ""
            if following.strip():
                written[number] = written[number].rstrip() + _LINE_BREAK
        return "\n".join(line for number, line in enumerate(written) if number not in self._dropped)

    def _regions(self) -> list[Region]:
        regions = []
        for index, piece in enumerate(self._pieces):
            partner = self._partners.get(index)
            if not isinstance(piece, Tag) or piece.closing or partner is None:
                continue
            marker = self._written[index].strip() if piece.name.lower() == "li" else ""
            regions.append(
                Region(
                    tag_start=piece.start,
                    start=piece.end,
                    end=self._pieces[partner].start,
                    extra=len(marker) + 1 if marker else 0,
                )
            )
        return regions

    def _indent_code(self, written: list[str]) -> None:
        """Move code to the left of its fence under it: otherwise it would end a list.

        The indentation of a fence is not part of its code (CommonMark, section 4.5).
        """
        for piece in self._pieces:
            if not isinstance(piece, Fence):
                continue
            first = self._lines.number(piece.start)
            match = re.match(r"[ ]+", written[first])
            if match is None:
                continue
            last = self._lines.number(piece.end)
            last -= piece.end == self._lines.starts[last]
            for number in range(first + 1, last + 1):
                line = written[number]
                missing = len(match[0]) - (len(line) - len(line.lstrip(" \t")))
                if missing > 0 and line.strip():
                    written[number] = shift_line(line, missing)
