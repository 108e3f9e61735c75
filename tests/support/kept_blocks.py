"""A Markdown reader that treats only the tags kept in files as HTML blocks."""

from __future__ import annotations

import re

from markdown_it.rules_block import StateBlock
from markdown_it.rules_block.html_block import html_block

_BLOCK = re.compile(
    r"</?(?:caption|col|colgroup|iframe|pre|table|tbody|td|tfoot|th|thead|tr|embed)(?=[\s/>]|$)",
    re.IGNORECASE,
)


def kept_html_block(state: StateBlock, start_line: int, end_line: int, silent: bool) -> bool:
    """markdown-it's rule for HTML blocks, restricted to the tags that we keep in pages."""
    begin = state.bMarks[start_line] + state.tShift[start_line]
    if not _BLOCK.match(state.src, begin, state.eMarks[start_line]):
        return False
    return html_block(state, start_line, end_line, silent)
