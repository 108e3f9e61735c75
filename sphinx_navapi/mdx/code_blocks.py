"""Blocks of code: nodes for a text and its options."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import dropwhile

from docutils import nodes

from sphinx_navapi.doctree.components.appearance import titled
from sphinx_navapi.doctree.components.nodes import navapi_code
from sphinx_navapi.mdx.fence_info import MERMAID, FenceInfo
from sphinx_navapi.mdx.line_marks import is_diff, read_lines


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
