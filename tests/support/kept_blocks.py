"""A reader of Markdown that takes only those tags for blocks of HTML that files keep as such."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.html_block import html_block

_BLOCK = re.compile(
    r"</?(?:caption|col|colgroup|iframe|pre|table|tbody|td|tfoot|th|thead|tr|embed)(?=[\s/>]|$)",
    re.IGNORECASE,
)


def kept_html_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """markdown-it's rule for blocks of HTML, for the tags that we leave in a page as blocks."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if not _BLOCK.match(state.src, begin, state.eMarks[start_line]):
        return False
    return html_block(state, start_line, end_line, silent)
