"""Blocks of code, marks on their lines, prompts, and content for programs.

Lines are marked by numbers in the info string, or by comments in the code.
These are those of Shiki (https://shiki.style/packages/transformers): ``// [!code ++]`` at
the end of a line, ``:3`` for three lines, ``word:name`` for the following lines with that word. A
comment on its own line is about the next one. Readers see the code without them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile
from textwrap import dedent

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import titled
from sphinx_navapi.doctree.components.component import ICON, Attribute, Component, Type, Use
from sphinx_navapi.doctree.components.fence_info import (
    MERMAID,
    FenceInfo,
    known_language,
    line_numbers,
)
from sphinx_navapi.doctree.markdown.blocks import Writer, through
from sphinx_navapi.doctree.nodes import navapi_code, navapi_for_programs

#: Kinds of marks in comments, with the name that ends the class of the line.
_KINDS = {
    "++": "added",
    "--": "removed",
    "highlight": "highlight",
    "hl": "highlight",
    "focus": "focus",
    "error": "error",
    "warning": "warning",
    "info": "info",
}
_MARKER = re.compile(
    r" ?\[!code (?:(\+\+|--|highlight|hl|focus|error|warning|info)|word:((?:\\.|[^:\]\\])+))"
    r"(?::(\d{1,6}))?\]"
)
#: What opens a comment; in Markdown, whose text has no comments but those of HTML and MDX; in text,
#: which has none: there, a marker is shown.
_OPENING = re.compile(r"\{\s*/\*|<!--|/\*|//|#|--|;|%|\*|(?<!\S)[\"']|\bREM\b")
_OPENINGS = {"markdown": re.compile(r"\{\s*/\*|<!--"), "text": None, "": None}
#: The end of a line after its markers are removed from an otherwise empty comment.
_EMPTY_COMMENT = re.compile(
    r"(?:\{\s*/\*+\s*\*/\s*\}|<!--\s*-->|/\*+\s*\*/|//+|#+|--+|;+|%+|\*|[\"']|\bREM)$"
)
_QUOTE = re.compile("[\"'`]")
_SIGNS = {"added": "+ ", "removed": "- "}


@dataclass(slots=True, kw_only=True)
class CodeLine:
    """A line of code that is shown.

    :ivar number: in the code as written, from 1.
    :ivar marks: ``added``, ``removed``, ``highlight``, ``focus``, ``error``, ``warning``, ``info``.
    """

    number: int
    text: str
    marks: set[str] = field(default_factory=set)

    def signed(self) -> str:
        """The line of a diff."""
        sign = next((_SIGNS[mark] for mark in sorted(self.marks) if mark in _SIGNS), "  ")
        return f"{sign}{self.text}" if self.text else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Notation:
    """:ivar start: number of the line from which it applies, to *count* lines."""

    start: int
    count: int
    kind: str
    word: str = ""


def read_lines(code: str, info: FenceInfo) -> list[CodeLine]:
    """The lines of *code* with their marks, without the comments that set them."""
    lines: list[CodeLine] = []
    markers: list[_Notation] = []
    opening = _OPENINGS.get(info.language, _OPENING)
    for number, text in enumerate(code.split("\n"), 1):
        if opening is None or not _has_markers(text, opening):
            lines.append(CodeLine(number=number, text=text))
            continue
        shown = _EMPTY_COMMENT.sub("", _MARKER.sub("", text).rstrip()).rstrip()
        if shown:
            lines.append(CodeLine(number=number, text=shown))
        markers += _markers(text, number if shown else number + 1)
    for marker in markers:
        for line in lines:
            inside = marker.start <= line.number < marker.start + marker.count
            if inside and marker.word in line.text:
                line.marks.add(marker.kind)
    for kind, numbers in (("highlight", info.stressed), ("focus", info.focus)):
        for line in lines:
            if any(first <= line.number <= last for first, last in _ranges(numbers)):
                line.marks.add(kind)
    return lines


def is_diff(lines: list[CodeLine]) -> bool:
    """Whether *lines* shows a change."""
    return any(line.marks & set(_SIGNS) for line in lines)


def _has_markers(text: str, opening: re.Pattern[str]) -> bool:
    """Whether *text* has markers, and they seem to be in a comment rather than in a string."""
    if "[!code " not in text:
        return False
    markers = list(_MARKER.finditer(text))
    return (
        bool(markers)
        and opening.search(text, 0, markers[0].start()) is not None
        and not _QUOTE.search(text, markers[-1].end())
    )


def _markers(text: str, start: int) -> Iterator[_Notation]:
    for kind, word, count in _MARKER.findall(text):
        if word:
            word = re.sub(r"\\(.)", r"\1", word)
            yield _Notation(start=start, count=int(count or 1_000_000), kind="highlight", word=word)
        else:
            yield _Notation(start=start, count=int(count or 1), kind=_KINDS[kind])


def _ranges(numbers: str) -> Iterator[tuple[int, int]]:
    for part in filter(None, numbers.split(",")):
        first, _, last = part.partition("-")
        yield int(first), int(last or first)


def code_block(
    text: str, info: FenceInfo, title: Sequence[nodes.Node] = (), classes: Sequence[str] = ()
) -> nodes.Element:
    """Literal code with the options of *info*, below *title* and its icon if there is one."""
    lines = read_lines(text, info)
    if any(line.marks for line in lines):
        # Some lexers of Pygments drop empty lines at the start, without counting them.
        lines = list(dropwhile(lambda line: not line.text, lines))
    shown = "\n".join(line.text for line in lines)
    language = "text" if info.language in {"", MERMAID} else info.language
    marks = {number: sorted(line.marks) for number, line in enumerate(lines, 1) if line.marks}
    block: nodes.literal_block
    if {mark for each in marks.values() for mark in each} - {"highlight"}:
        block = navapi_code(shown, shown, language=language, marks=marks)
        if is_diff(lines):
            block["diff"] = "\n".join(line.signed() for line in lines)
    else:
        block = nodes.literal_block(shown, shown, language=language)
        if marks:
            block["highlight_args"] = {"hl_lines": list(marks)}
    # Pages show parts of programs, and outputs: syntax errors are not mistakes.
    block["force"] = True
    if "lines" in info.flags:
        block["linenos"] = True
    # Not "language-…": docutils interprets that as the language of a text.
    block["classes"] += [*classes, *option_classes(info)]
    return below_title(block, title, info.icon)


def option_classes(info: FenceInfo) -> list[str]:
    """The classes of a block for the options that style sheets apply."""
    return sorted(f"navapi-{name}" for name in {MERMAID} & {info.language} | info.flags - {"lines"})


def below_title(block: nodes.Element, title: Sequence[nodes.Node], icon: str) -> nodes.Element:
    """*block* below *title* and its icon, if there is a title, as Sphinx's directive has it."""
    if not title:
        return block
    caption = nodes.caption("", "", *titled(title, icon))
    return nodes.container(
        "", caption, block, literal_block=True, classes=["literal-block-wrapper"]
    )


def build_prompt(use: Use) -> list[nodes.Node]:
    """Text to copy, below its purpose."""
    text = dedent(use.source(evaluated=True).strip("\n")).strip()
    if not text:
        return []
    info = FenceInfo(language="text", flags=frozenset({"wrap"}), icon=use.icon())
    return [code_block(text, info, use.line("description"), ["navapi-prompt"])]


def build_code(use: Use) -> list[nodes.Node]:
    """A block of code."""
    text = dedent(use.source().strip("\n")).strip()
    if not text:
        return []
    info = FenceInfo(
        language=known_language(use.text("language")) or "text",
        stressed=line_numbers(",".join(use.strings("highlight"))),
        focus=line_numbers(",".join(use.strings("focus"))),
        flags=frozenset(filter(use.flag, _FLAGS)),
        icon=use.icon(),
    )
    return [code_block(text, info, use.line("filename"))]


def build_visibility(use: Use) -> list[nodes.Node]:
    """Content for readers; content for programs is only in the Markdown of the page."""
    if use.text("for").lower() != "agents":
        return use.transparent()
    # Sphinx's search leaves out what has this class.
    return [navapi_for_programs("", *use.content(), classes=["no-search"])]


_FLAGS = {
    "expandable": "Long code is folded.",
    "wrap": "Long lines are wrapped.",
    "lines": "Lines are numbered.",
    "nocopy": "There is no button that copies it.",
}

COMPONENTS = (
    Component(
        names=("Prompt",),
        meaning="A prompt to copy.",
        build=build_prompt,
        attributes=(
            Attribute("description", Type.MARKED, "What it is for.", also=("title",)),
            *ICON,
        ),
        accepted=("actions",),
        raw=True,
    ),
    Component(
        names=("CodeBlock",),
        meaning="A block of code.",
        build=build_code,
        attributes=(
            Attribute("language", Type.TEXT, "The language.", also=("lang",)),
            Attribute("filename", Type.TITLE, "The title.", also=("title",)),
            *ICON,
            *(Attribute(name, Type.FLAG, meaning) for name, meaning in _FLAGS.items()),
            Attribute("highlight", Type.LIST, "Highlighted lines: `1,3-5`."),
            Attribute("focus", Type.LIST, "Lines beside which the others fade."),
        ),
        raw=True,
        alike="`code-block`",
    ),
    Component(
        names=("Visibility",),
        meaning="Content that is only in the Markdown of the page.",
        build=build_visibility,
        attributes=(Attribute("for", Type.TEXT, "`agents`; otherwise it is part of the page."),),
    ),
)

MARKDOWN: Mapping[str, Writer] = {"navapi_for_programs": through}
