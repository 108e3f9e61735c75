"""The parts of an MDX page other than Markdown text, as values with offsets."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Generator, Iterator
from dataclasses import dataclass, replace

from sphinx_navapi.mdx.code import CodeReader
from sphinx_navapi.mdx.marks import OPENING
from sphinx_navapi.mdx.text_rules import formula_end


@dataclass(frozen=True, slots=True, kw_only=True)
class Construct:
    """A range of the page: *start* and *end* are offsets, *end* after its last character."""

    start: int
    end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class FrontMatter(Construct):
    """The block between the ``---`` lines at the top, with both lines."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fence(Construct):
    """A fenced code block with its fence lines.

    :ivar info_start: start of the info string, after the fence's characters.
    :ivar info: the info string, to the end of the line.
    :ivar body_end: start of the closing fence's line; *end* if there is none.
    """

    info_start: int
    info: str
    body_end: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Esm(Construct):
    """An ``import`` or ``export`` statement, to the end of its last line."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comment(Construct):
    """``{/* … */}``, an HTML comment, or a ``style`` or ``script`` element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Expression(Construct):
    """``{…}`` in the text. :ivar code: the content of the braces."""

    code: str


SPREAD = "..."


@dataclass(frozen=True, slots=True, kw_only=True)
class TagAttribute:
    """An attribute of a tag; ``{...spread}`` has the name `SPREAD`.

    :ivar text: a quoted value, as written (entities are not decoded).
    :ivar code: an expression's value, without the braces; both are ``None`` for a
        bare name.
    :ivar brace: the offset of the opening brace before *code*.
    """

    name: str
    text: str | None = None
    code: str | None = None
    brace: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Tag(Construct):
    """A tag of a component or of HTML.

    :ivar name: ``""`` for a fragment.
    :ivar self_closing: ends with ``/>``.
    """

    name: str
    attributes: tuple[TagAttribute, ...] = ()
    closing: bool = False
    self_closing: bool = False

    @property
    def stands_alone(self) -> bool:
        """Whether it has no closing tag."""
        return self.self_closing or self.name in VOID_ELEMENTS

    @property
    def is_component(self) -> bool:
        """Whether the name is that of a component: an initial capital or a dot, or a fragment."""
        return not self.name or self.name[0].isupper() or "." in self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class Stray(Construct):
    """A ``<`` that is not a tag, though Markdown could interpret it as one; ``{`` or ``$$`` without
    an end.

    :ivar name: of the tag that was probably meant.
    :ivar problem: why it is not one, or not an expression, and what to write; ``""`` if it may be
        text.
    :ivar place: the offset of what is not closed.
    """

    name: str = ""
    problem: str = ""
    place: int = 0


_FRONT_MATTER = re.compile(
    r"\ufeff?-{3,}[ \t]*\n(?:.*\n)*?(?:-{3,}|\.\.\.)[ \t]*(?:\n|\Z)",
)
_FENCE = re.compile(
    r"(?P<before>[ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+|>[ \t]?)*)"
    r"(?P<marker>`{3,}|~{3,})(?P<info>[^\n]*)"
)
_FENCE_LINE = re.compile(r"^[ \t>]*(`{3,}|~{3,})[ \t]*$", re.MULTILINE)
_IMPORT = re.compile(
    r"import(?=[\s{*\"'])(?:[\w$ \t,*]|\{[^{}\"'`;]{0,5000}\})*(?:\"[^\"\n]*\"|'[^'\n]*')[^\n]*"
)
_EXPORT = re.compile(
    r"export(?:[ \t]*[{*]|"
    r"[ \t]+(?:const|let|var|function|async|class|default|type|interface|enum)\b)"
)
_SPECIAL = re.compile(r"[`{\\\n]|<(?=[A-Za-z_$/>!?])|\$\$?")
_BLOCK_END = re.compile(
    r"\n(?=[ \t]*(?:\n|\Z|#{1,6}[ \t]|>|\||[-*+][ \t]|\d{1,9}[.)][ \t]|`{3}|~{3}|</?[A-Z]))"
)
_AUTOLINK = re.compile(r"<(?:[A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@/]+@[\w.-]+)>")
_TAG_NAME = re.compile(r"[A-Za-z_$][\w$-]*(?:[.:][A-Za-z_$][\w$-]*)*")
_SPREAD = re.compile(r"\{\s*\.\.\.")
_ATTRIBUTE_NAME = re.compile(r"[A-Za-z_$@:][\w$.:@-]*")
_UNQUOTED = re.compile(r"[^\s\"'=<>`{}]+")
_SPACE = re.compile(r"(?:\s|/\*[^*]*\*/)*")
BLANK_LINE = re.compile(r"\n[ \t]*\n")
_LEADING = re.compile(r"[ \t]*(?:(?:[-*+]|\d{1,9}[.)]|>)[ \t]*){0,9}")
_COMMENT_CODE = re.compile(r"\s*(?:(?:/\*(?:[^*]|\*(?!/))*\*/|//[^\n]*\n)\s*)*")
_LABEL = re.compile(r" {0,3}\[(?!\^)[^\[\]]+\]:[ \t]*\Z")
_DESTINATION = re.compile(r"<(?:\\.|[^<>\\\n])*>(?=\s|\)|\Z)")
#: An attribute whose value has an end, up to that value.
_VALUE = re.compile(r"(?P<name>[A-Za-z_$@:][\w$.:@-]*)\s*=\s*(?P<mark>[\"'{])")
_ENDS = {'"': '"', "'": "'", "{": "}"}
_SHOWN = "; the tag is shown as text"
#: A text inserted in place of a name.
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"')
_LINE_END = re.compile(r"[ \t]*(?:\n|\Z)")
_MATH_COMMAND = re.compile(r"(?:\\[A-Za-z]+|[_^])\Z")

#: Maximum distance from the start of a line that still counts as its start.
_WIDEST_INDENT = 1000

#: Characters after which a brace is part of a path or a URL.
_IN_ADDRESS = frozenset("/=&?")


def read_constructs(text: str, *, is_program: bool = False) -> list[Construct]:
    r"""All parts of *text* that are not Markdown text, in order, without overlaps.

    :param text: with ``\n`` as the only line end.
    :param is_program: it is an element of a program, in which every brace starts an expression.
    """
    return list(_ConstructReader(text, is_program).constructs())


def front_matter_end(text: str) -> int:
    """The start of the text after a page's front matter; 0 without front matter."""
    match = _FRONT_MATTER.match(text)
    return match.end() if match else 0


class _ConstructReader:
    def __init__(self, text: str, is_program: bool) -> None:
        self._text = text
        self._is_program = is_program
        self._code = CodeReader(text)
        self._ticks: dict[int, list[int]] = {}
        for match in re.finditer(r"`+", text):
            self._ticks.setdefault(match.end() - match.start(), []).append(match.start())
        self._fence_lines = [(m.start(), m[1]) for m in _FENCE_LINE.finditer(text)]
        self._fence_starts = [start for start, _ in self._fence_lines]
        self._never_closed: dict[str, int] = {}
        self._block = (0, 0)
        self._line_start = 0
        # The end of a tag or an expression that begins its line.
        self._block_edge = 0

    def constructs(self) -> Iterator[Construct]:
        position = 0
        if end := front_matter_end(self._text):
            yield FrontMatter(start=0, end=end)
            position = end
        while position < len(self._text):
            block = self._fence(position) or self._esm(position)
            if block is not None:
                yield block
                position = block.end
                if position < len(self._text) and self._text[position - 1] != "\n":
                    position += 1
            else:
                position = yield from self._line(position)

    # Blocks

    def _fence(self, start: int) -> Fence | None:
        match = _FENCE.match(self._text, start)
        if match is None:
            return None
        marker, info = match["marker"], match["info"]
        if marker[0] == "`" and "`" in info:
            return None
        body = min(match.end() + 1, len(self._text))
        close = self._closing_fence(body, marker)
        if close is None:
            end = self._unclosed_end(body, match["before"])
            return Fence(
                start=start, end=end, info_start=match.start("info"), info=info, body_end=end
            )
        line_end = self._code.find("\n", close)
        end = line_end + 1 if line_end >= 0 else len(self._text)
        return Fence(
            start=start, end=end, info_start=match.start("info"), info=info, body_end=close
        )

    def _closing_fence(self, start: int, marker: str) -> int | None:
        if len(marker) >= self._never_closed.get(marker[0], len(self._text) + 4):
            return None
        for index in range(bisect_left(self._fence_starts, start), len(self._fence_lines)):
            position, line = self._fence_lines[index]
            if line[0] == marker[0] and len(line) >= len(marker):
                return position
        self._never_closed[marker[0]] = len(marker)
        return None

    def _unclosed_end(self, start: int, before: str) -> int:
        """An unclosed fence lasts as long as its container: to a line further left, or without the
        marker of a quotation.
        """
        indent = len(before.expandtabs(4))
        quoted = ">" in before
        if not indent:
            return len(self._text)
        position = start
        while position < len(self._text):
            line_end = self._code.find("\n", position)
            line_end = line_end if line_end >= 0 else len(self._text)
            line = self._text[position:line_end]
            inside = len(line.expandtabs(4)) - len(line.expandtabs(4).lstrip()) >= indent
            if not line.lstrip().startswith(">") if quoted else line.strip() and not inside:
                return position
            position = line_end + 1
        return len(self._text)

    def _esm(self, start: int) -> Esm | None:
        if self._text.startswith("import", start):
            match = _IMPORT.match(self._text, start)
            return Esm(start=start, end=match.end()) if match else None
        if self._text.startswith("export", start) and _EXPORT.match(self._text, start):
            return Esm(start=start, end=self._code.statement_end(start))
        return None

    # Text

    def _line(self, position: int) -> Generator[Construct, None, int]:
        """Constructs from *position* to the end of a line; returns the start of the next line."""
        text = self._text
        self._line_start = position
        while match := _SPECIAL.search(text, position):
            mark_start, position = match.start(), match.end()
            mark = match[0]
            if mark == "\n":
                return position
            if mark == "\\":
                position += text[position : position + 1] != "\n"
            elif mark == "`":
                position = self._after_code_span(mark_start)
            elif mark == "$$":
                after = self._after_math(mark_start)
                if after is None:
                    yield Stray(start=mark_start, end=position)
                position = after or position
            elif mark == "$":
                position = formula_end(text, mark_start) or position
            elif mark == "<" and (destination := self._destination_end(mark_start)):
                position = destination
            else:
                read = self._markup if mark == "<" else self._expression
                construct = read(mark_start)
                if construct is not None:
                    if self._begins_line(mark_start):
                        self._block_edge = construct.end
                    yield construct
                    position = construct.end
                    self._line_start = max(
                        self._line_start, text.rfind("\n", construct.start, position) + 1
                    )
        return len(text)

    def _destination_end(self, start: int) -> int | None:
        """The end of a link's destination in angle brackets (CommonMark 0.31, 6.3 and 4.7)."""
        text = self._text
        before = text[max(self._line_start, start - 20) : start].rstrip(" \t")
        is_link = before.endswith("](") and not before.endswith("\\](")
        if is_link or (before.endswith("]:") and _LABEL.match(text, self._line_start, start)):
            match = _DESTINATION.match(text, start)
            return match.end() if match else None
        return None

    def _after_code_span(self, start: int) -> int:
        text = self._text
        end = start
        while text[end : end + 1] == "`":
            end += 1
        same = self._ticks.get(end - start, [])
        index = bisect_left(same, end)
        if index < len(same) and same[index] < self._block_end(start):
            return same[index] + end - start
        return end

    def _after_math(self, start: int) -> int | None:
        """The end of what starts with ``$$``; ``None`` if it is a block that is never closed."""
        text = self._text
        alone = _LINE_END.match(text, start + 2) is not None and self._begins_line(start)
        end = self._code.find("$$", start + 2)
        if end < 0:
            return None if alone else start + 2
        return end + 2 if alone or end < self._block_end(start) else start + 2

    def _begins_line(self, start: int) -> bool:
        """Whether only tags and expressions are before *start* on its line."""
        # Avoids a long copy: far from the line's start, there is always something before it.
        begin = max(self._line_start, self._block_edge)
        near = start - begin < _WIDEST_INDENT
        return near and not self._text[begin:start].strip()

    def _block_end(self, position: int) -> int:
        start, end = self._block
        if not start <= position < end:
            match = _BLOCK_END.search(self._text, position)
            end = match.start() if match else len(self._text)
            self._block = (position, end)
        return end

    def _expression(self, start: int) -> Construct | None:
        text = self._text
        end = self._code.expression_end(start)
        if end is None:
            return self._open_brace(start)
        code = text[start + 1 : end - 1]
        if code.startswith(OPENING):
            return Expression(start=start, end=end, code=code)
        if not self._is_program and not _STRING.fullmatch(code) and self._is_text(start):
            return None
        if _COMMENT_CODE.fullmatch(code) and code.strip():
            return Comment(start=start, end=end)
        if "\n" in code and not self._begins_line(start) and end > self._block_end(start):
            # Within text, an expression cannot extend past the paragraph.
            return self._open_brace(start)
        return Expression(start=start, end=end, code=code)

    def _open_brace(self, start: int) -> Stray:
        """The brace at *start*, which is never closed: a mistake, unless it is part of a word."""
        problem = ""
        if not self._is_program and not self._is_text(start):
            problem = (
                "this { is never closed, so it is shown as text: write } where its expression ends,"
                " or \\{ if it is text"
            )
        return Stray(start=start, end=start + 1, problem=problem, place=start)

    def _is_text(self, start: int) -> bool:
        """Whether the brace at *start* is part of an anchor, a path, a URL, or a formula."""
        text = self._text
        before = text[start - 1 : start] if start else ""
        if text.startswith("#", start + 1) or before in _IN_ADDRESS:
            return True
        command = before.strip() and _MATH_COMMAND.search(text, max(0, start - 30), start)
        return bool(command)

    def _markup(self, start: int) -> Construct | None:
        text = self._text
        if text.startswith("<!--", start):
            end = self._code.find("-->", start + 4)
            if end >= 0:
                return Comment(start=start, end=end + 3)
            return Stray(start=start, end=start + 1)
        tag = self._tag(start)
        if isinstance(tag, Stray):
            return tag
        if tag is None:
            following = text[start + 1 : start + 2]
            if (following.isalpha() or following in {"/", "!", "?"}) and not _AUTOLINK.match(
                text, start
            ):
                return Stray(start=start, end=start + 1)
            return None
        if tag.name in {"style", "script"} and not (tag.closing or tag.self_closing):
            end = self._code.find(f"</{tag.name}>", tag.end)
            if end >= 0:
                return Comment(start=start, end=end + len(tag.name) + 3)
            return Stray(start=start, end=start + 1)
        return tag

    def _tag(self, start: int) -> Tag | Stray | None:
        """The tag at *start*; if it is one that is not closed, what is written instead."""
        text = self._text
        position = start + 1
        closing = text.startswith("/", position)
        position += closing
        name = ""
        if match := _TAG_NAME.match(text, position):
            name, position = match[0], match.end()
        if text[position : position + 1] not in {">", "/", " ", "\t", "\n"}:
            return None
        if not name and not text.startswith(">", position):
            return None
        attributes: list[TagAttribute] = []
        leading = _LEADING.fullmatch(text, self._line_start, start) is not None
        stray = Stray(start=start, end=start + 1, name=name)
        quoted = 0
        while True:
            space = _SPACE.match(text, position)
            position = space.end() if space else position
            if space and BLANK_LINE.search(space[0]) and not leading:
                # Within text, a tag ends with the paragraph.
                return self._open_tag(stray, space.start(), quoted)
            if text.startswith(">", position) or text.startswith("/>", position):
                slash = text[position] == "/"
                return Tag(
                    start=start,
                    end=position + 1 + slash,
                    name=name,
                    attributes=tuple(attributes),
                    closing=closing,
                    self_closing=slash,
                )
            attribute = self._attribute(position)
            if attribute is None:
                return self._open_tag(stray, position, quoted)
            value, end = attribute
            if value is not None:
                attributes.append(value)
                quoted = position if value.text is not None else quoted
            elif match := _SPREAD.match(text, position, end - 1):
                code = text[match.end() : end - 1]
                attributes.append(TagAttribute(name=SPREAD, code=code, brace=position))
            position = end

    def _open_tag(self, tag: Stray, position: int, quoted: int) -> Stray | None:
        """*tag*, whose attributes cannot be read from *position* on, with its problem.

        ``None`` if it may be text.

        :param quoted: the start of the last attribute with quotation marks.
        """
        unread = _VALUE.match(self._text, position)
        before = _VALUE.match(self._text, quoted) if quoted else None
        if unread is not None and unread["mark"] in _ENDS:
            end = _ENDS[unread["mark"]]
            what = "quotation mark" if end in "\"'" else "{"
            problem = f"the {what} of {unread['name']} in <{tag.name}> is not closed: write {end}"
            place = unread.start("mark")
            return replace(tag, problem=f"{problem} after its value{_SHOWN}", place=place)
        if before is None:
            return None
        if self._text[position : position + 1] in {"", "<", "\n"}:
            problem = f"<{tag.name}> is not closed: write > after its attributes{_SHOWN}"
            return replace(tag, problem=problem, place=tag.start)
        problem = f"the quotation mark of {before['name']} in <{tag.name}> is not closed where its"
        problem += f" value ends: write {before['mark']} there{_SHOWN}"
        return replace(tag, problem=problem, place=before.start("mark"))

    def _attribute(self, position: int) -> tuple[TagAttribute | None, int] | None:
        """The attribute at *position* (``None`` for ``{...spread}``) and the offset after it."""
        text = self._text
        if text.startswith("{", position):
            end = self._code.expression_end(position)
            return (None, end) if end is not None else None
        match = _ATTRIBUTE_NAME.match(text, position)
        if match is None:
            return None
        name, position = match[0], match.end()
        space = _SPACE.match(text, position)
        after = space.end() if space else position
        if not text.startswith("=", after):
            return TagAttribute(name=name), position
        space = _SPACE.match(text, after + 1)
        position = space.end() if space else after + 1
        quote = text[position : position + 1]
        if quote in {'"', "'"}:
            end = self._code.find(quote, position + 1)
            return (
                (TagAttribute(name=name, text=text[position + 1 : end]), end + 1)
                if end > 0
                else None
            )
        if quote == "{":
            closed = self._code.expression_end(position)
            if closed is None:
                return None
            code = text[position + 1 : closed - 1]
            return TagAttribute(name=name, code=code, brace=position), closed
        match = _UNQUOTED.match(text, position)
        return (TagAttribute(name=name, text=match[0]), match.end()) if match else None


def match_tags(constructs: list[Construct]) -> dict[int, int]:
    """The index of the counterpart of each tag that has one, in both directions.

    A closing tag matches the last open one with its name; tags opened since and still open have
    none.
    """
    partners: dict[int, int] = {}
    stack: list[int] = []
    open_by_name: dict[str, list[int]] = {}
    for index, construct in enumerate(constructs):
        if not isinstance(construct, Tag) or construct.stands_alone:
            continue
        if not construct.closing:
            stack.append(index)
            open_by_name.setdefault(construct.name, []).append(index)
            continue
        candidates = open_by_name.get(construct.name)
        if not candidates:
            continue
        opening = candidates[-1]
        while stack[-1] != opening:
            passed = constructs[stack.pop()]
            assert isinstance(passed, Tag)
            open_by_name[passed.name].pop()
        stack.pop()
        candidates.pop()
        partners[opening], partners[index] = index, opening
    return partners


#: Elements without content and closing tag (HTML, section 13.1.2).
VOID_ELEMENTS = frozenset(
    {
        "area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "param",
        "source", "track", "wbr",
    }
)  # fmt: skip
