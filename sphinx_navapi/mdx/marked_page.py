"""An MDX page as Markdown in which marks represent the tags.

The Markdown parser sees no JSX: each relevant tag is a mark, ``{`` and a character that cannot
occur in text, with the number of its element. The mark of a block is on a line of its own, wherever
its tag is in the page, and its content is a text of its own, which is parsed by itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from html import unescape

from sphinx_navapi.content.markdown.text import code
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.mdx import constructs
from sphinx_navapi.mdx.elements import (
    Element,
    ElementText,
    attribute_value,
    attribute_values,
    literal,
)
from sphinx_navapi.mdx.expanded_page import ExpandedPage
from sphinx_navapi.mdx.indentation import (
    LINE_PREFIX,
    MARKERS,
    LineBuffer,
    code_line,
    column_width,
    dedented,
    without_quotes,
)
from sphinx_navapi.mdx.javascript import find_syntax_error, read_value
from sphinx_navapi.mdx.marks import CLOSING, NO_MARKS, OPENING, PageFinding
from sphinx_navapi.mdx.tag_uses import Display, Inserted, TagKind, TagUse, TagUses
from sphinx_navapi.mdx.values import Value, shown_text

MARK = re.compile(rf"\{{([{OPENING}{CLOSING}])(\d+)\}}")

_HELD = re.compile(rf"(=?)\{{({OPENING}\d+)(?:{OPENING}\d+)*\}}")
#: White space of HTML: a non-breaking space is text.
_WHITE_SPACE = re.compile(r"[ \t\n\r\f]+")
#: What Markdown does not show as it is: anywhere, and at the start of a line.
_SPECIAL = re.compile(r"([\\`*\[\]<>{}~$|&]|(?<!\w)_|_(?!\w)|:(?=//)|(?<=\bwww)\.)")
_BLOCK_START = re.compile(r"\d{1,9}(?:[.)]|\Z)|[-+#=:%(]")
_NAME = re.compile(r"\s*[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\s*")
#: Functions and JSX: code of a program, not meant for readers.
_IDENTIFIER = re.compile(r"[A-Za-z_$][\w$]*")
_PROGRAM = re.compile(r"<[A-Za-z>][^<]*>")
_LEFT_OUT = re.compile(r"<(style|script)\b")
_STYLED_BY = frozenset({"style", "className", "class"})
_OF_HEADINGS = _STYLED_BY | {"align", "id"}

#: The element in a Markdown heading with the anchors and looks of a heading of HTML.
HEADING = "heading"
_HEADINGS = {f"h{level}": "#" * level + " " for level in range(1, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class MarkedText:
    """A text without tags: the page, the content of a block, or what is inserted in another one.

    :ivar lines: of each line of *markdown*, the number in *file*, from 0.
    :ivar flush: see `ExpandedText.flush`.
    """

    markdown: str
    lines: Sequence[int]
    file: str = ""
    flush: bool = False


@dataclass(slots=True, kw_only=True)
class MarkedPage:
    """:ivar text: the page without front matter and tags.

    :ivar elements: by the number in their marks; so is all that follows.
    :ivar contents: of blocks.
    :ivar paired: inline elements with a closing mark.
    :ivar inserted: texts that are in place of a mark.
    :ivar tags: of each element, its opening tag (for an element kept unchanged, all of it).
    :ivar absent: names without a value, for a reason that is reported.
    """

    text: MarkedText = field(default_factory=lambda: MarkedText(markdown="", lines=()))
    elements: list[Element] = field(default_factory=list)
    contents: dict[int, MarkedText] = field(default_factory=dict)
    paired: set[int] = field(default_factory=set)
    inserted: dict[int, MarkedText] = field(default_factory=dict)
    findings: list[PageFinding] = field(default_factory=list)
    tags: list[str] = field(default_factory=list)
    absent: frozenset[str] = frozenset()

    def without_marks(self, text: str) -> str:
        """*text*, part of the page, with its marks replaced by tags."""
        return MARK.sub(self._tag, text) if "{" in text else text

    def _tag(self, mark: re.Match[str]) -> str:
        number = int(mark[2])
        if number >= len(self.tags):
            return ""
        return self.tags[number] if mark[1] == OPENING else f"</{self.elements[number].name}>"


def names_any(code: str, names: Collection[str]) -> bool:
    """Whether *code* uses one of *names*."""
    return bool(names) and not frozenset(_IDENTIFIER.findall(code)).isdisjoint(names)


def mark_page(page: ExpandedPage, kind_of: Callable[[str], TagKind]) -> MarkedPage:
    r"""*page* with marks; takes time linear in its length and raises nothing.

    :param page: with ``\n`` as the only line end and without the characters of marks.
    :param kind_of: returns how an element of a name is rendered.
    """
    marked = MarkedPage(absent=page.absent)
    marked.text = _Marker(TagUses(page.body, page.texts, kind_of), marked).write()
    return marked


class _Marker:
    """Writes the text of *tag_uses*, or the content of the block that begins with the tag *block*.

    :param parent: the element around it.
    :param quotes: the number of quote markers around it.
    """

    def __init__(
        self,
        tag_uses: TagUses,
        page: MarkedPage,
        parent: Element | None = None,
        *,
        block: int = -1,
        quotes: int = 0,
    ) -> None:
        self._page = page
        self._tag_uses = tag_uses
        self._source = tag_uses.source
        self._text = tag_uses.text
        self._lines = tag_uses.lines
        self._constructs = tag_uses.constructs
        self._uses = tag_uses.uses
        self._parent = parent
        self._quotes = quotes
        self._block = block
        self._around: list[tuple[int, Element]] = []
        self._out: list[str] = []
        self._out_lines: list[int] = []
        # Lines whose indentation says nothing: those of code, and the rest of the line of a tag.
        self._rigid: set[int] = set()
        self._buffer = LineBuffer()
        self._number = 0
        self._begin = -1
        # The current line follows a tag.
        self._fragment = False

    def write(self) -> MarkedText:
        first, last = 0, len(self._constructs)
        position, end = 0, len(self._text)
        if self._block >= 0:
            first, last = self._block + 1, self._uses[self._block].partner or 0
            position, end = self._constructs[self._block].end, self._constructs[last].start
            self._number = self._begin = self._lines.number(position)
            self._begin_fragment("")
        for index in range(first, last):
            construct = self._constructs[index]
            if construct.start < position:
                continue
            if construct.start > position:
                self._write_text(position, construct.start)
            position = construct.end
            if isinstance(construct, constructs.Fence):
                self._write_fence(construct)
            elif isinstance(construct, constructs.Stray):
                # Markdown does not parse tags here, so it is literal.
                self._buffer.add(self._text[construct.start : construct.end])
            elif isinstance(construct, constructs.Expression):
                if (inserted := self._tag_uses.inserted.get(index)) is not None:
                    self._insert(index, inserted)
                else:
                    self._buffer.add(self._expression(construct))
                self._number = self._lines.number(construct.end)
            elif isinstance(construct, constructs.Tag):
                position = self._write_tag(index, construct, self._uses.get(index))
                self._number = self._lines.number(position)
            else:
                self._skip(construct)
        self._write_text(position, end)
        self._fragment = self._fragment or self._block >= 0
        self._end_line()
        if self._block >= 0:
            self._out = dedented(self._out, self._rigid)
        else:
            self._page.findings += self._tag_uses.findings
        return MarkedText(
            markdown="".join(f"{line}\n" for line in self._out),
            lines=self._out_lines,
            file=self._source.file,
            flush=self._source.flush,
        )

    def _insert(self, index: int, inserted: Inserted) -> None:
        self._leave(index)
        text = _Marker(inserted.uses, self._page, self._inner()).write()
        placed = Element(name="", inline=not inserted.block)
        number = self._add_element(placed, self._page.without_marks(text.markdown))
        self._page.inserted[number] = text
        mark = f"{{{OPENING}{number}}}"
        if inserted.block:
            self._add_block(mark)
        else:
            self._buffer.add(mark)

    def _leave(self, index: int) -> None:
        """Leave the elements that end before the construct at *index*."""
        while self._around and self._around[-1][0] < index:
            self._around.pop()

    def _inner(self) -> Element | None:
        """The innermost element that is open."""
        return self._around[-1][1] if self._around else self._parent

    def _add_element(self, element: Element, tag: str) -> int:
        """Add *element*, written as *tag*, to those of the page; returns its number."""
        self._page.elements.append(element)
        self._page.tags.append(" ".join(tag.split()))
        return len(self._page.elements) - 1

    def _write_text(self, start: int, end: int) -> None:
        first, *rest = self._text[start:end].split("\n")
        self._add_text(first.lstrip(" \t") if self._fragment and self._is_prefix() else first)
        for part in rest:
            self._end_line()
            self._number += 1
            self._add_text(without_quotes(part, self._quotes))

    def _add_text(self, text: str) -> None:
        """Add *text*; text among elements of JSX is not Markdown."""
        if self._source.flush and text.strip():
            indent = len(text) - len(text.lstrip())
            text = text[:indent] + self._literal(unescape(text[indent:]))
        self._buffer.add(text)

    def _is_prefix(self) -> bool:
        match = LINE_PREFIX.match(self._buffer.text())
        return match is not None and match.end() == len(self._buffer.text())

    def _end_line(self) -> None:
        """Finish the line; after a tag, only if there is something on it."""
        written = bool(self._buffer.text().strip())
        if written or not self._fragment:
            self._add(self._buffer.text() if written else "")
        self._buffer.begin()
        self._fragment = False

    def _add(self, line: str) -> None:
        if self._number == self._begin:
            self._rigid.add(len(self._out))
        self._out.append(line)
        self._out_lines.append(self._place(self._number))

    def _place(self, number: int) -> int:
        """The number of the line *number* in its file, from 0."""
        return self._source.lines[min(number, len(self._source.lines) - 1)]

    def _begin_fragment(self, prefix: str) -> None:
        """Continue on a new line after a tag."""
        self._buffer.begin(prefix)
        self._fragment = True

    def _skip(self, construct: constructs.Construct) -> None:
        """Skip a comment or a statement; the rest of its lines is kept."""
        if left_out := _LEFT_OUT.match(self._text, construct.start):
            line = self._place(self._number) + 1
            self._add_element(Element(name=left_out[1], line=line, file=self._source.file), "")
        last = self._lines.number(construct.end)
        if isinstance(construct, constructs.Esm | constructs.FrontMatter):
            for number in range(self._number, last):
                self._number = number
                self._add("")
        self._number = last

    def _write_fence(self, fence: constructs.Fence) -> None:
        source = self._text[fence.start : fence.end]
        lines = source.removesuffix("\n").split("\n")
        first = self._buffer.text() + lines[0]
        before = LINE_PREFIX.match(first)
        assert before is not None
        prefix = before[0]
        self._number = number = self._lines.number(fence.start)
        self._add(first)
        width = column_width(prefix)
        for line in lines[1:]:
            self._number += 1
            self._rigid.add(len(self._out))
            line = without_quotes(line, self._quotes)
            rest = line if ">" in prefix else code_line(line, width)
            self._add(rest if ">" in prefix or not rest else " " * width + rest)
        self._buffer.begin()
        self._fragment = False
        self._number = number + source.count("\n")
        if not source.endswith("\n"):
            # Nothing follows.
            self._fragment = True

    def _expression(self, construct: constructs.Expression) -> str:
        if not construct.code.strip():
            return ""
        value = read_value(construct.code)
        text = shown_text(value)
        if text is not None:
            # ``{" "}`` alone on a line continues the paragraph.
            self._fragment = self._fragment or (text.isspace() and self._is_prefix())
            return self._literal(text.translate(NO_MARKS))
        if _PROGRAM.search(construct.code):
            self._tag_uses.find(
                construct,
                "this expression was skipped because pages do not run code: write its content"
                " instead",
            )
            return ""
        if mistake := find_syntax_error(construct.code, is_expression=True):
            offset, what = mistake
            place = construct.start + 1 + offset
            self._tag_uses.find(
                constructs.Construct(start=place, end=place),
                "this expression is shown as code because of a mistake in its syntax:"
                f" {what}; if it is text, write \\{{ for its brace",
            )
        elif not names_any(construct.code, self._page.absent):
            is_name = _NAME.fullmatch(construct.code) is not None
            reason = "pages do not run code: write its text instead"
            if is_name:
                reason = "no value has this name: define it, or write its text; if it is text, "
                reason += "write \\{ for its brace"
            self._tag_uses.find(
                construct,
                f"this expression is shown as code because {reason}",
                is_name=is_name,
            )
        span = code(" ".join(f"{{{construct.code}}}".split()))
        # Adjacent backticks would change the meaning of its own.
        before = " " if self._text[construct.start - 1 : construct.start] == "`" else ""
        after = " " if self._text[construct.end : construct.end + 1] == "`" else ""
        return before + span + after

    def _literal(self, text: str) -> str:
        """*text*, a value and not Markdown, as Markdown that shows it."""
        text = _SPECIAL.sub(r"\\\1", _WHITE_SPACE.sub(" ", text))
        if not self._is_prefix():
            return text
        text = text.lstrip(" ")
        return f"&#{ord(text[0])};{text[1:]}" if _BLOCK_START.match(text) else text

    def _write_tag(self, index: int, tag: constructs.Tag, use: TagUse | None) -> int:
        """Write a tag, and its content if it is a block; returns the end."""
        if use is None:
            self._buffer.add("&lt;" + " ".join(self._text[tag.start + 1 : tag.end].split()))
        elif tag.closing:
            opened = self._uses.get(use.partner) if use.partner is not None else None
            if opened is not None and not use.dropped and opened.number >= 0:
                self._buffer.add(f"{{{CLOSING}{opened.number}}}")
        elif not use.dropped:
            return self._write_opening(index, tag, use)
        return tag.end

    def _write_opening(self, index: int, tag: constructs.Tag, use: TagUse) -> int:
        self._leave(index)
        closing = None if use.partner is None else self._constructs[use.partner]
        name = tag.name.lower()
        if use.block and name in _HEADINGS and closing is not None and not self._is_laid_out():
            is_line = "\n" not in self._text[tag.start : closing.end]
            if is_line and self._tag_uses.ends_line(closing):
                self._write_heading(tag, use, _HEADINGS[name])
                return tag.end
        if use.block and name == "hr":
            self._write_rule()
            return tag.end
        element = self._element(tag, use)
        is_whole = use.block or use.kind.display is Display.RAW
        end = closing.end if closing is not None and is_whole else tag.end
        written = "" if use.block else self._without_references(self._text[tag.start : end])
        use.number = self._add_element(element, written)
        mark = f"{{{OPENING}{use.number}}}"
        if use.block:
            prefix = self._add_block(mark)
            if closing is not None and use.kind.display is not Display.RAW:
                quotes = self._quotes + prefix.count(">")
                inner = _Marker(self._tag_uses, self._page, element, block=index, quotes=quotes)
                self._page.contents[use.number] = inner.write()
        else:
            self._buffer.add(mark)
            if use.partner is not None and not is_whole:
                self._around.append((use.partner, element))
                self._page.paired.add(use.number)
        return end

    def _add_block(self, mark: str) -> str:
        """Add a line for the *mark* of a block; returns the prefix of the line after it."""
        prefix = self._begin_block()
        following = MARKERS.sub(" ", prefix)
        if self._out and (before := self._out[-1].strip(" >")) and not MARK.fullmatch(before):
            # Far to the right, Markdown would treat a line as the rest of a paragraph.
            self._add(following.rstrip())
        self._add(prefix + mark)
        self._begin_fragment(following)
        return following

    def _is_laid_out(self) -> bool:
        """Whether an enclosing HTML element has a style: its content is then not a section."""
        element = self._inner()
        while element is not None:
            if element.name[:1].islower() and not _STYLED_BY.isdisjoint(element.attributes):
                return True
            element = element.parent
        return False

    def _begin_block(self) -> str:
        """End the line if it has text, and return the prefix for the line of a block."""
        if self._is_prefix():
            return self._buffer.text()
        begin = LINE_PREFIX.match(self._buffer.text())
        assert begin is not None
        self._end_line()
        return MARKERS.sub(" ", begin[0])

    def _write_rule(self) -> None:
        """Write a Markdown rule: it is only shown where docutils allows one."""
        prefix = self._begin_block()
        following = MARKERS.sub(" ", prefix)
        self._add(following.rstrip())
        self._add(f"{prefix}***")
        self._begin_fragment(following)

    def _write_heading(self, tag: constructs.Tag, use: TagUse, marker: str) -> None:
        """Write an HTML heading as a Markdown one: it starts a section."""
        closing = self._uses[use.partner] if use.partner is not None else None
        if closing is not None:
            closing.dropped = True
        self._buffer.add(marker)
        self._fragment = False
        attributes = (a for a in tag.attributes if a.name in _OF_HEADINGS)
        styled = {each.name: self._value(each) for each in attributes}
        if styled:
            line = self._place(self._lines.number(tag.start)) + 1
            heading = Element(name=HEADING, inline=True, attributes=styled, line=line)
            use.number = self._add_element(heading, "")
            self._buffer.add(f"{{{OPENING}{use.number}}}")

    def _without_references(self, source: str) -> str:
        """*source* with the texts in it; of those that are values, the words."""

        def write(match: re.Match[str]) -> str:
            if match[1]:
                return f"={literal(self._line(match[2]))}"
            return self._without_references(self._tag_uses.read(match[2]).source.text)

        return _HELD.sub(write, source)

    def _value(self, attribute: constructs.TagAttribute) -> Value:
        first, *numbers = (attribute.code or "").split(OPENING)
        if first or not numbers:
            return attribute_value(attribute)
        whole, *items = (self._line(f"{OPENING}{number}") for number in numbers)
        whole.items = items
        return whole

    def _line(self, code: str) -> ElementText:
        """The elements that *code* stands for, a value."""
        first = len(self._page.elements)
        text = _Marker(self._tag_uses.read(code, is_line=True), self._page).write()
        elements = self._page.elements[first:]
        number = self._add_element(Element(name="", inline=True), "")
        self._page.inserted[number] = text
        return ElementText(self._words(text), f"{{{OPENING}{number}}}", elements)

    def _words(self, text: MarkedText) -> str:
        """The words of *text*, on one line."""

        def write(mark: re.Match[str]) -> str:
            number = int(mark[2])
            if number in self._page.inserted:
                return self._words(self._page.inserted[number])
            return " " if self._page.elements[number].name == "br" else ""

        return " ".join(MARK.sub(write, plain_text(text.markdown)).split())

    def _element(self, tag: constructs.Tag, use: TagUse) -> Element:
        number = self._lines.number(tag.start)
        source = ""
        if use.kind.display is Display.RAW and use.partner is not None:
            end = self._constructs[use.partner].start
            source = self._without_references(self._text[tag.end : end])
        return Element(
            name=tag.name,
            attributes=attribute_values(tag, self._value),
            inline=not use.block,
            parent=self._inner(),
            line=self._place(number) + 1,
            column=tag.start - self._lines.starts[number] + 1,
            file=self._source.file,
            source=source,
        )
