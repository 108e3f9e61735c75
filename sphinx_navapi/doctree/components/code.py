"""Blocks of code, prompts, and content for programs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from sphinx_navapi.doctree.components.line_marks import is_diff, read_lines
from sphinx_navapi.doctree.components.nodes import navapi_code, navapi_for_programs
from sphinx_navapi.doctree.markdown.blocks import Writer, through


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
