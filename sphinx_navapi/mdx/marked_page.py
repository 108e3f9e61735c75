"""An MDX page as Markdown in which marks represent the tags.

The Markdown parser sees no JSX: each relevant tag is a mark, ``{`` and a character that cannot
occur in text, with the number of its element. Block tags are put on their own lines, wherever they
are in the page, and their content is moved to the column of the tag. So text, lists and code around
and inside of components are parsed as Markdown.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from sphinx_navapi.content.markdown.text import code
from sphinx_navapi.mdx import pieces
from sphinx_navapi.mdx.elements import (
    Element,
    attribute_value,
    attribute_values,
    literal,
    shown_elements,
)
from sphinx_navapi.mdx.indentation import (
    LINE_PREFIX,
    MARKERS,
    LineBuffer,
    Region,
    column_width,
    line_shifts,
    rigid_lines,
    shift_line,
)
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.marks import CLOSING, OPENING, Origin, PageFinding
from sphinx_navapi.mdx.tag_uses import Manner, TagKind, TagUse, TagUses
from sphinx_navapi.mdx.values import Value, shown_text

#: The characters of marks, which Unicode reserves for internal use ("noncharacters").
NO_MARKS = {ord(OPENING): None, ord(CLOSING): None}
MARK = re.compile(rf"\{{([{OPENING}{CLOSING}])(\d+)\}}")

_HELD = re.compile(rf"\{{{OPENING}(\d+)\}}")
#: White space of HTML: a non-breaking space is text.
_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")
#: What Markdown does not show as it is: anywhere, and at the start of a line.
_SPECIAL = re.compile(r"([\\`*\[\]<>{}~$|&]|(?<!\w)_|_(?!\w))")
_BLOCK_START = re.compile(r"\d{1,9}(?:[.)]|\Z)|[-+#=:%(]")
_NAME = re.compile(r"\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*")
#: Functions and JSX: code of a program, not meant for readers.
_PROGRAM = re.compile(r"=>|\bfunction\b|<[A-Za-z>][^<]*>")
_LOOKS = frozenset({"style", "className", "class"})
_HEADING_LOOKS = _LOOKS | {"align", "id"}

#: The element in a Markdown heading with the anchors and looks of a heading of HTML.
HEADING = "heading"
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedPage:
    """:ivar markdown: the page without front matter and tags.

    :ivar origins: of each line of *markdown*.
    :ivar elements: by the number in their marks.
    :ivar closing: for the opening mark of a block, the line of *markdown* with its closing mark;
        the line itself for one without content.
    :ivar paired: inline elements with a closing mark.
    :ivar tags: of each element, its opening tag (for an element kept unchanged, all of it).
    """

    markdown: str
    origins: Sequence[Origin]
    elements: Sequence[Element]
    closing: dict[int, int]
    paired: frozenset[int]
    findings: tuple[PageFinding, ...] = ()
    tags: Sequence[str] = ()

    def without_marks(self, text: str) -> str:
        """*text*, part of `markdown`, with its marks replaced by tags."""
        return MARK.sub(self._tag, text) if "{" in text else text

    def _tag(self, mark: re.Match[str]) -> str:
        number = int(mark[2])
        if number >= len(self.tags):
            return ""
        return self.tags[number] if mark[1] == OPENING else f"</{self.elements[number].name}>"


def mark_page(
    text: str,
    origins: Sequence[Origin],
    kind_of: Callable[[str], TagKind],
    held: Sequence[Value] = (),
) -> MarkedPage:
    r"""*text* with marks; takes time linear in its length and raises nothing.

    :param text: with ``\n`` as the only line end and without the characters of marks.
    :param origins: of each line of *text*.
    :param kind_of: returns how an element of a name is rendered.
    :param held: see `ExpandedPage.held`.
    """
    return _Marker(TagUses(text, origins, kind_of), origins, held).write()


class _Marker:
    def __init__(self, tag_uses: TagUses, origins: Sequence[Origin], held: Sequence[Value]) -> None:
        self._held = held
        self._tag_uses = tag_uses
        self._text = tag_uses.text
        self._origins = origins
        self._lines = tag_uses.lines
        self._pieces = tag_uses.pieces
        self._uses = tag_uses.uses
        self._shifts = line_shifts(
            self._lines, list(self._regions()), rigid_lines(self._pieces, self._lines), pull=True
        )
        self._elements: list[Element] = []
        self._tags: list[str] = []
        self._closing: dict[int, int] = {}
        self._paired: set[int] = set()
        self._around: list[tuple[int, Element]] = []
        # The current line, and whether its indentation is final.
        self._out: list[str] = []
        self._out_origins: list[Origin] = []
        self._buffer = LineBuffer()
        self._number = 0
        self._final = False
        self._fragment = False

    # Shifts of lines

    def _regions(self) -> Iterator[Region]:
        for index, use in self._uses.items():
            if use.partner is None or use.partner < index:
                continue
            tag, closing = self._pieces[index], self._pieces[use.partner]
            yield Region(tag_start=tag.start, start=tag.end, end=closing.start)

    # Output

    def write(self) -> MarkedPage:
        position = 0
        raw_until = -1
        for index, piece in enumerate(self._pieces):
            if piece.start < raw_until:
                continue
            if piece.start > position:
                self._write_text(position, piece.start)
            position = piece.end
            if isinstance(piece, pieces.Fence):
                self._write_fence(piece)
            elif isinstance(piece, pieces.Stray):
                # Markdown does not parse tags here, so it is literal.
                self._buffer.add(self._text[piece.start : piece.end])
            elif isinstance(piece, pieces.Expression):
                self._buffer.add(self._expression(piece))
                self._number = self._lines.number(piece.end)
            elif isinstance(piece, pieces.Tag):
                use = self._uses.get(index)
                if use is not None and use.kind.manner is Manner.RAW and use.partner is not None:
                    position = raw_until = self._pieces[use.partner].end
                self._write_tag(index, piece, use)
            else:
                self._skip(piece)
        self._write_text(position, len(self._text))
        self._end_line()
        return MarkedPage(
            markdown="\n".join(self._out) + "\n",
            origins=self._out_origins,
            elements=self._elements,
            closing=self._closing,
            paired=frozenset(self._paired),
            findings=tuple(self._tag_uses.findings),
            tags=self._tags,
        )

    def _write_text(self, start: int, end: int) -> None:
        first, *rest = self._text[start:end].split("\n")
        self._buffer.add(first.lstrip(" \t") if self._fragment and self._is_prefix() else first)
        for part in rest:
            self._end_line()
            self._number += 1
            self._buffer.begin(part)

    def _is_prefix(self) -> bool:
        match = LINE_PREFIX.match(self._buffer.text())
        return match is not None and match.end() == len(self._buffer.text())

    def _end_line(self) -> None:
        """Finish the line; after a tag, only if there is something on it."""
        written = bool(self._buffer.text().strip())
        if written or not self._fragment:
            self._add(self._laid_out() if written else "")
        self._buffer.begin()
        self._final = self._fragment = False

    def _laid_out(self) -> str:
        text = self._buffer.text()
        return text if self._final else shift_line(text, self._shift())

    def _shift(self) -> int:
        return self._shifts[self._number]

    def _add(self, line: str) -> None:
        self._out.append(line)
        self._out_origins.append(self._origins[self._number])

    def _begin_fragment(self, prefix: str) -> None:
        """Continue on a new line after a tag."""
        self._buffer.begin(prefix)
        self._final = self._fragment = True

    def _skip(self, piece: pieces.Piece) -> None:
        """Skip a comment or a statement; the rest of its lines is kept."""
        last = self._lines.number(piece.end)
        if isinstance(piece, pieces.Esm | pieces.FrontMatter):
            for number in range(self._number, last):
                self._number = number
                self._add("")
        self._number = last

    def _write_fence(self, fence: pieces.Fence) -> None:
        source = self._text[fence.start : fence.end]
        lines = source.removesuffix("\n").split("\n")
        first = self._buffer.text() + lines[0]
        before = LINE_PREFIX.match(first)
        assert before is not None
        prefix = before[0] if self._final else self._moved(before[0])
        width = column_width(before[0])
        self._number = number = self._lines.number(fence.start)
        self._add(prefix + first[before.end() :])
        following = " " * column_width(prefix)
        quoted = ">" in prefix
        for line in lines[1:]:
            self._number += 1
            self._add(line if quoted else _code_line(line, width, following))
        self._buffer.begin()
        self._final = self._fragment = False
        self._number = number + source.count("\n")
        if not source.endswith("\n"):
            # Nothing follows.
            self._fragment = True

    def _moved(self, prefix: str) -> str:
        """*prefix*, of a line that starts with a mark, with its final indentation."""
        markers = prefix.lstrip(" \t")
        width = column_width(prefix[: len(prefix) - len(markers)])
        return " " * max(0, width + self._shift()) + markers

    def _expression(self, piece: pieces.Expression) -> str:
        if not piece.code.strip():
            return ""
        value = read_value(piece.code)
        text = shown_text(value)
        if text is not None:
            return self._literal(text.translate(NO_MARKS))
        if _PROGRAM.search(piece.code):
            self._tag_uses.find(
                piece,
                "this expression was skipped because pages do not run code: write its content"
                " instead",
            )
            return ""
        self._tag_uses.find(
            piece,
            "this expression is shown as code because pages do not run code: write its text"
            " instead",
            is_name=_NAME.fullmatch(piece.code) is not None,
        )
        span = code(" ".join(f"{{{piece.code}}}".split()))
        # Adjacent backticks would change the meaning of its own.
        before = " " if self._text[piece.start - 1 : piece.start] == "`" else ""
        after = " " if self._text[piece.end : piece.end + 1] == "`" else ""
        return before + span + after

    def _literal(self, text: str) -> str:
        """*text*, a value and not Markdown, as Markdown that shows it."""
        text = _SPECIAL.sub(r"\\\1", _WHITE_SPACE.sub(" ", text))
        if not self._is_prefix():
            return text
        text = text.lstrip(" ")
        return f"&#{ord(text[0])};{text[1:]}" if _BLOCK_START.match(text) else text

    def _write_tag(self, index: int, tag: pieces.Tag, use: TagUse | None) -> None:
        end = tag.end
        if use is None:
            self._buffer.add("&lt;" + " ".join(self._text[tag.start + 1 : tag.end].split()))
        elif tag.closing:
            opened = self._uses.get(use.partner) if use.partner is not None else None
            if opened is not None and not use.dropped and not opened.dropped:
                self._write_closing(opened)
        elif not use.dropped:
            if use.kind.manner is Manner.RAW and use.partner is not None:
                end = self._pieces[use.partner].end
            self._write_opening(index, tag, use)
        self._number = self._lines.number(end)

    def _write_opening(self, index: int, tag: pieces.Tag, use: TagUse) -> None:
        while self._around and self._around[-1][0] < index:
            self._around.pop()
        name = tag.name.lower()
        if use.block and name in _HEADINGS and use.partner is not None and not self._is_laid_out():
            closing = self._pieces[use.partner]
            if "\n" not in self._text[tag.start : closing.end] and self._tag_uses.ends_line(
                closing
            ):
                self._write_heading(tag, use, _HEADINGS[name])
                return
        if use.block and name == "hr":
            self._write_rule()
            return
        use.number = len(self._elements)
        self._elements.append(self._element(tag, use))
        end = tag.end
        if use.kind.manner is Manner.RAW and use.partner is not None:
            end = self._pieces[use.partner].end
        written = " ".join(self._text[tag.start : end].split())
        self._tags.append("" if use.block else self._without_held(written))
        if use.partner is not None and use.kind.manner is not Manner.RAW:
            self._around.append((use.partner, self._elements[-1]))
        mark = f"{{{OPENING}{use.number}}}"
        if not use.block:
            self._buffer.add(mark)
            if use.partner is not None and use.kind.manner is not Manner.RAW:
                self._paired.add(use.number)
            return
        prefix = self._begin_block()
        use.prefix = MARKERS.sub(" ", prefix)
        if self._out and (before := self._out[-1].strip(" >")) and not MARK.fullmatch(before):
            # Far to the right, Markdown would treat a line as the rest of a paragraph.
            self._add(use.prefix.rstrip())
        self._add(prefix + mark)
        self._closing[use.number] = len(self._out) - 1
        self._begin_fragment(use.prefix)

    def _is_laid_out(self) -> bool:
        """Whether an enclosing HTML element has a style: its content is then not a section."""
        return any(
            element.name[:1].islower() and not _LOOKS.isdisjoint(element.attributes)
            for _, element in self._around
        )

    def _begin_block(self) -> str:
        """End the line if it has text, and return the prefix for the line of a block."""
        if self._is_prefix():
            return self._buffer.text() if self._final else self._moved(self._buffer.text())
        begin = LINE_PREFIX.match(self._buffer.text())
        assert begin is not None
        prefix = begin[0] if self._final else self._moved(begin[0])
        self._end_line()
        return MARKERS.sub(" ", prefix)

    def _write_rule(self) -> None:
        """Write a Markdown rule: it is only shown where docutils allows one."""
        prefix = self._begin_block()
        following = MARKERS.sub(" ", prefix)
        self._add(following.rstrip())
        self._add(f"{prefix}***")
        self._begin_fragment(following)

    def _write_closing(self, opened: TagUse) -> None:
        if opened.number < 0:
            return
        mark = f"{{{CLOSING}{opened.number}}}"
        if not opened.block:
            self._buffer.add(mark)
            return
        if self._buffer.text().strip(" \t>"):
            self._end_line()
        self._closing[opened.number] = len(self._out)
        self._add(opened.prefix + mark)
        self._begin_fragment(opened.prefix)

    def _write_heading(self, tag: pieces.Tag, use: TagUse, marker: str) -> None:
        """Write an HTML heading as a Markdown one: it starts a section."""
        prefix = self._buffer.text() if self._final else self._moved(self._buffer.text())
        closing = self._uses[use.partner] if use.partner is not None else None
        if closing is not None:
            closing.dropped = True
        self._buffer.begin(prefix + marker)
        self._final, self._fragment = True, False
        looks = {a.name: attribute_value(a) for a in tag.attributes if a.name in _HEADING_LOOKS}
        if looks:
            use.number = len(self._elements)
            self._tags.append("")
            line = self._lines.number(tag.start)
            self._elements.append(Element(name=HEADING, inline=True, attributes=looks, line=line))
            self._buffer.add(f"{{{OPENING}{use.number}}}")

    def _without_held(self, source: str) -> str:
        """*source* with the text of elements that are values of attributes."""
        return _HELD.sub(lambda m: literal(shown_elements(self._held[int(m[1])])), source)

    def _element(self, tag: pieces.Tag, use: TagUse) -> Element:
        number = self._lines.number(tag.start)
        origin = self._origins[number]
        source = ""
        if use.kind.manner is Manner.RAW and use.partner is not None:
            source = self._without_held(self._text[tag.end : self._pieces[use.partner].start])
        return Element(
            name=tag.name,
            attributes=attribute_values(tag, lambda each: attribute_value(each, self._held)),
            inline=not use.block,
            parent=self._around[-1][1] if self._around else None,
            line=origin.line + 1,
            column=tag.start - self._lines.starts[number] + 1,
            file=origin.file,
            source=source,
        )


def _code_line(line: str, width: int, prefix: str) -> str:
    """*line* of code with up to *width* columns of indentation removed, after *prefix*.

    This is how Markdown handles the indentation of a fence (CommonMark, section 4.5); tabs after it
    are kept.
    """
    column = position = 0
    while position < len(line) and column < width and line[position] in " \t":
        column += 4 - column % 4 if line[position] == "\t" else 1
        position += 1
    rest = " " * max(0, column - width) + line[position:]
    return prefix + rest if rest else ""
