"""How each tag of an MDX page is rendered: as a block, inline, or not at all.

It depends on the kind of the element, and on the text around the tag: a tag that starts a line
starts a block, and a block inside an open element makes that a block as well.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from functools import lru_cache

from sphinx_navapi.doctree.components import find_component
from sphinx_navapi.mdx.constructs import (
    BLANK_LINE,
    VOID_ELEMENTS,
    Comment,
    Construct,
    Expression,
    Fence,
    Stray,
    Tag,
    match_tags,
    read_constructs,
)
from sphinx_navapi.mdx.expanded_page import ExpandedText
from sphinx_navapi.mdx.html_tags import (
    INLINE_ELEMENTS,
    KEPT_ELEMENTS,
    LEFT_OUT,
    REMOVED_ELEMENTS,
    TABLE_ELEMENTS,
    is_event,
    is_html,
)
from sphinx_navapi.mdx.indentation import LINE_PREFIX, Lines
from sphinx_navapi.mdx.marks import OPENING, PageFinding
from sphinx_navapi.mdx.text_rules import INTERRUPTING


class Display(Enum):
    """The way an element is rendered."""

    BLOCK = auto()
    INLINE = auto()
    #: A block or inline, and its content is not Markdown.
    RAW = auto()


@dataclass(frozen=True, slots=True, kw_only=True)
class TagKind:
    """:ivar known: whether the name is that of an HTML element or a component; an unknown one that
    is unclosed is text (``Array<T>``).

    :ivar breaks: whether it is a block, even within a line of text in another one.
    """

    display: Display
    known: bool = True
    breaks: bool = False


#: A remaining one refers to a missing file, which has been reported.
_INCLUDE = "Snippet"

#: HTML elements that are inline unless they contain blocks.
_IN_LINES = INLINE_ELEMENTS | {
    "a", "button", "font", "input", "label", "meter", "output", "picture", "progress", "select",
    "slot", "source", "span", "textarea", "template", "option", "optgroup",
}  # fmt: skip


#: HTML elements of which that is true.
_BREAKING = frozenset(
    {"blockquote", "dd", "details", "dl", "dt", "li", "menu", "ol", "summary", "ul"}
)


@lru_cache(maxsize=1024)
def kind_of(name: str) -> TagKind:
    """How an element called *name* is rendered."""
    component = find_component(name)
    if component is not None:
        if component.raw:
            return TagKind(display=Display.RAW, breaks=not component.inline)
        if component.inline:
            return TagKind(display=Display.INLINE)
        return TagKind(display=Display.BLOCK, breaks=True)
    if not name:
        return TagKind(display=Display.BLOCK)
    if name[0].isupper() or "." in name:
        return TagKind(display=Display.BLOCK, known=name == _INCLUDE)
    name = name.lower()
    if name in TABLE_ELEMENTS:
        return TagKind(display=Display.BLOCK)
    if name in KEPT_ELEMENTS:
        return TagKind(display=Display.RAW, breaks=name == "pre")
    if name in _IN_LINES:
        return TagKind(display=Display.INLINE)
    if name in REMOVED_ELEMENTS:
        return TagKind(display=Display.BLOCK, breaks=name in _BREAKING)
    return TagKind(display=Display.INLINE, known=False)


#: Maximum nesting of tags; deeper ones are dropped, but their content is kept.
MAX_DEPTH = 24


#: Text that is a block of Markdown if a line starts with it.
_BLOCK_START = re.compile(r"[-+*>|#][ \t]?|\d{1,9}[.)]|`{3}|~{3}|\$\$")
_NOT_BROKEN = ("|", "#")

_CLOSED = re.compile(
    r"`[^`]*`|(\*{1,3}|~~|(?<!\w)_{1,3})(?=\S)(?:(?!\1).)+?\1|!?\[[^\[\]]*\](?:\([^()]*\))?"
)
_OPEN = re.compile(r"(?:\*|~~|(?<!\w)_)(?=\S)|\[")


def _is_open(before: str) -> bool:
    """Whether emphasis or a link begins in the text *before* a tag, and could be around it."""
    return _OPEN.search(_CLOSED.sub("", before)) is not None


@dataclass(slots=True, kw_only=True)
class TagUse:
    """How a tag is rendered: as a block, inline, or not at all."""

    kind: TagKind
    partner: int | None = None
    block: bool = False
    dropped: bool = False
    number: int = -1


@dataclass(frozen=True, slots=True, kw_only=True)
class Inserted:
    """A text in place of an expression. :ivar block: whether it is apart from the text around."""

    uses: TagUses
    block: bool


class TagUses:
    """The tags of a text and how each is rendered.

    :ivar uses: by index in *constructs*; a tag without one is text.
    :ivar inserted: texts in this one, by index in *constructs*.
    :ivar findings: invalid tags; the writer of the page adds to them.
    """

    def __init__(
        self,
        source: ExpandedText,
        texts: Sequence[ExpandedText],
        kind_of: Callable[[str], TagKind],
        *,
        known: dict[tuple[int, bool], TagUses] | None = None,
        is_line: bool = False,
    ) -> None:
        """:param known: the texts read so far. :param is_line: it is part of a line of text."""
        self.source = source
        self.texts = texts
        self.text = _joined(source.text) if is_line else source.text
        self.lines = Lines(self.text)
        self.constructs = read_constructs(self.text)
        self.findings: list[PageFinding] = []
        self.uses: dict[int, TagUse] = {}
        self.inserted: dict[int, Inserted] = {}
        self._is_line = is_line
        self._known = {} if known is None else known
        self._kind_of = kind_of
        self._partners = match_tags(self.constructs)
        self._blank = [match.start() for match in BLANK_LINE.finditer(self.text)]
        self._leading = set() if is_line else self._find_leading()
        last = self.constructs[-1] if self.constructs else None
        self._ends_in_code = isinstance(last, Fence) and last.body_end == len(self.text)
        # Where something is reported as never closed, and the tags among them.
        self._open: set[int] = set()
        self._open_tags: Counter[str] = Counter()
        # The end of the last tag of a block.
        self._edge = 0
        self._decide()

    @property
    def is_part(self) -> bool:
        """Whether the text can be part of a line."""
        if any(use.block for use in self.uses.values()) or _BLOCK_START.match(self.text):
            return False
        if any(each.block for each in self.inserted.values()):
            return False
        lines = self.source.text.strip().count("\n")
        return not lines or (self.source.flush and not self._has_blank)

    @property
    def _has_blank(self) -> bool:
        return BLANK_LINE.search(self.source.text.strip()) is not None

    @property
    def _is_markdown(self) -> bool:
        """Whether it is a block of Markdown that is not a paragraph, or contains code."""
        has_code = any(isinstance(construct, Fence) for construct in self.constructs)
        return self.source.is_page and (has_code or INTERRUPTING.match(self.text) is not None)

    @property
    def _breaks(self) -> bool:
        """Whether it is a block even within a line of text in another one."""
        return any(use.block and use.kind.breaks for use in self.uses.values()) or any(
            each.block and each.uses._breaks for each in self.inserted.values()
        )

    def _read(self, construct: Construct, *, is_line: bool = False) -> TagUses | None:
        """The text that stands for *construct*, if there is one."""
        if not isinstance(construct, Expression) or not construct.code.startswith(OPENING):
            return None
        return self.read(construct.code, is_line=is_line)

    def read(self, code: str, *, is_line: bool = False) -> TagUses:
        """The text that *code* stands for. :param is_line: it is part of a line of text."""
        source = self.texts[int(code[1:])]
        key = id(source), is_line
        if key not in self._known:
            self._known[key] = TagUses(
                source, self.texts, self._kind_of, known=self._known, is_line=is_line
            )
        return self._known[key]

    def _find_leading(self) -> set[int]:
        """Tags that are only preceded by whitespace, list markers and tags on their line."""
        leading: set[int] = set()
        edge = -1
        for index, construct in enumerate(self.constructs):
            read = self._read(construct)
            if not isinstance(construct, Tag | Comment) and read is None:
                continue
            start = self.lines.starts[self.lines.number(construct.start)]
            if edge > start:
                alone = (
                    construct.start - edge < 200 and not self.text[edge : construct.start].strip()
                )
            else:
                match = LINE_PREFIX.match(self.text, start, construct.start)
                alone = match is not None and match.end() == construct.start
            if read is not None and (not alone or read.is_part):
                continue
            if alone:
                leading.add(index)
                edge = construct.end
            elif (
                isinstance(construct, Tag)
                and construct.closing
                and self._ends_block(index, leading)
            ):
                edge = construct.end
        return leading

    def _ends_block(self, index: int, leading: set[int]) -> bool:
        """Whether a closing tag ends what may be a block: what follows then starts a line."""
        partner = self._partners.get(index)
        opening = self.constructs[partner] if partner is not None else None
        if partner not in leading or not isinstance(opening, Tag):
            return False
        return self._kind_of(opening.name).display is not Display.INLINE

    def _decide(self) -> None:
        stack: list[int] = []
        raw_until = -1
        # ``<br></br>`` is JSX for ``<br/>``: how many closing tags of a name may follow.
        void: Counter[str] = Counter()
        for index, construct in enumerate(self.constructs):
            if isinstance(construct, Tag):
                self._find_handlers(construct)
            if construct.start < raw_until:
                continue
            if isinstance(construct, Fence) and construct.body_end == construct.end:
                self._find_open_code(construct)
            if isinstance(construct, Stray) and construct.problem:
                self._find_open(construct)
            if (read := self._read(construct)) is not None:
                is_inside = any(self.uses[around].block for around in stack)
                self._insert(index, construct, read, is_inside=is_inside)
                if self.inserted[index].block:
                    self._make_room(stack)
            if not isinstance(construct, Tag):
                continue
            if construct.name in VOID_ELEMENTS and not construct.self_closing:
                void[construct.name] += -1 if construct.closing else 1
                if construct.closing and void[construct.name] >= 0:
                    self.uses[index] = TagUse(kind=self._kind_of(construct.name), dropped=True)
                    continue
                void[construct.name] = max(0, void[construct.name])
            partner = self._partners.get(index)
            if construct.closing:
                self._close(index, construct, partner, stack)
                continue
            kind = self._kind_of(construct.name)
            use = TagUse(kind=kind, partner=partner)
            alone = construct.stands_alone
            if alone:
                use.partner = partner = None
            elif partner is None:
                if kind.known or construct.is_component:
                    self._find_unclosed(index, construct, kind)
                if not kind.known:
                    continue
                use.dropped = True
            self.uses[index] = use
            if use.dropped:
                continue
            if kind.display is Display.RAW and partner is not None:
                raw_until = self.constructs[partner].start + 1
            is_inside = any(self.uses[around].block for around in stack)
            use.block = self._is_block(index, construct, kind, partner, is_inside=is_inside)
            if use.block:
                self._edge = construct.end
                self._make_room(stack)
            if partner is not None and kind.display is not Display.RAW:
                if len(stack) >= MAX_DEPTH:
                    use.dropped = True
                    use.block = False
                else:
                    stack.append(index)

    def _insert(self, index: int, construct: Construct, read: TagUses, *, is_inside: bool) -> None:
        start = self.lines.starts[self.lines.number(construct.start)]
        whole = self._is_line or self.text[start : start + 200].lstrip().startswith(_NOT_BROKEN)
        block = index in self._leading
        if not block and not whole and not read.is_part:
            is_inside = is_inside or not self.source.is_page
            block = read._has_blank or read._is_markdown or (is_inside and read._breaks)
        if block:
            self._edge = construct.end
        elif whole or not read.is_part:
            read = self._read(construct, is_line=True) or read
        self.inserted[index] = Inserted(uses=read, block=block)

    def _close(self, index: int, tag: Tag, partner: int | None, stack: list[int]) -> None:
        if partner is not None:
            if partner in self.uses:
                use = self.uses[partner]
                self.uses[index] = TagUse(kind=use.kind, partner=partner)
                if use.block:
                    self._edge = tag.end
            while stack and stack[-1] >= partner:
                stack.pop()
            return
        kind = self._kind_of(tag.name)
        if not kind.known and not tag.is_component:
            return
        self.uses[index] = TagUse(kind=kind, dropped=True)
        self._open_tags[tag.name] -= 1
        if self._open_tags[tag.name] >= 0:
            # Its opening tag is reported.
            return
        if kind.known or index in self._leading:
            self.find(
                tag,
                f"unmatched </{tag.name}> ignored: write <{tag.name}> before it, or remove it",
            )

    def _find_open(self, stray: Stray) -> None:
        """Report that something is never closed: once, also if a brace in a tag is read again."""
        if stray.place not in self._open:
            self.find(Construct(start=stray.place, end=stray.place), stray.problem)
        self._open.add(stray.place)
        self._open_tags[stray.name] += 1

    def _find_open_code(self, fence: Fence) -> None:
        marker = self.text[fence.start : fence.info_start].split()[-1].lstrip(">")
        what = "this code is never closed: it ends with the file, or with its list"
        self.find(fence, f"{what}; write {marker} where it ends")

    def _find_unclosed(self, index: int, tag: Tag, kind: TagKind) -> None:
        if self._ends_in_code:
            # Its closing tag is part of the code, which is reported.
            return
        if kind.known or index in self._leading:
            what = "the tag is ignored" if kind.known else "it is shown as text"
            self.find(
                tag,
                f"<{tag.name}> is never closed: {what} and the text after it is kept;"
                f" write </{tag.name}> where it ends, or <{tag.name} />",
            )

    def _find_handlers(self, tag: Tag) -> None:
        """Report attributes of *tag* that would run code; unless all of it is reported."""
        # Unknown components are reported, with all that they have.
        known = is_html(tag.name.lower()) or find_component(tag.name)
        if tag.name in LEFT_OUT or not known:
            return
        for name in (each.name for each in tag.attributes):
            if not is_event(name) or (tag.is_component and name[2].islower()):
                continue
            self.find(
                tag,
                f"{name} of <{tag.name}> is left out because pages do not run code: remove it, or"
                " write it in a script of the project (.js)",
            )

    def _is_block(
        self, index: int, tag: Tag, kind: TagKind, partner: int | None, *, is_inside: bool
    ) -> bool:
        """Whether *tag* is a block; *is_inside*: of another one."""
        if self._is_line:
            return False
        leading = index in self._leading
        is_inside = is_inside or not self.source.is_page
        if kind.display is Display.INLINE:
            return leading and partner is not None and self._has_blank_line(tag, partner)
        if leading:
            if kind.display is Display.RAW and not kind.breaks:
                last = tag if partner is None else self.constructs[partner]
                return "\n" in self.text[tag.end : last.start] or self.ends_line(last)
            return True
        if partner is None or (kind.display is Display.RAW and not kind.breaks):
            return False
        # Within a line: the text is split if the content has lines of its own, or if the line is
        # the content of a block, as of a cell or a field.
        closing = self.constructs[partner]
        start = self.lines.starts[self.lines.number(tag.start)]
        line_end = self.lines.end(self.lines.number(tag.end))
        if self.text[start : start + 200].lstrip().startswith(_NOT_BROKEN):
            return False
        return (
            line_end < closing.start
            or kind.display is Display.RAW
            or (
                is_inside
                and kind.breaks
                and not _is_open(self.text[max(start, self._edge, tag.start - 300) : tag.start])
            )
        )

    def _make_room(self, stack: list[int]) -> None:
        """Make open elements able to contain a block: inline elements become blocks, or are
        dropped.
        """
        for index in reversed(stack):
            use = self.uses[index]
            if use.block or use.dropped:
                break
            if index in self._leading or use.kind.breaks:
                use.block = True
            else:
                use.dropped = True

    def _has_blank_line(self, tag: Tag, partner: int) -> bool:
        index = bisect_left(self._blank, tag.end)
        return index < len(self._blank) and self._blank[index] < self.constructs[partner].start

    def ends_line(self, construct: Construct) -> bool:
        """Whether only whitespace follows *construct* on its line."""
        end = self.lines.end(self.lines.number(construct.end))
        return not self.text[construct.end : end].strip()

    def find(self, construct: Construct, message: str, *, is_name: bool = False) -> None:
        """Report a problem with *construct*."""
        number = self.lines.number(construct.start)
        self.findings.append(
            PageFinding(
                message=message,
                line=self.source.lines[0 if self._is_line else number] + 1,
                column=construct.start - self.lines.starts[number] + 1,
                file=self.source.file,
                is_name=is_name,
            )
        )


def _joined(text: str) -> str:
    return " ".join(line.strip() for line in text.split("\n"))
