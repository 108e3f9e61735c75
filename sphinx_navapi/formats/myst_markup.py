"""Directives and roles of MyST in a Markdown file, which no other dialect has.

``{name}`` after a fence, or before code (https://myst-parser.readthedocs.io/en/latest/syntax).
"""

from __future__ import annotations

import re
from collections.abc import Iterator

_NAME = r"\{([A-Za-z][\w.+:-]*)\}"
_FENCE = re.compile(
    rf"[ \t]*(?:(?:[-*+]|\d{{1,9}}[.)]|>)[ \t]*)*(`{{3,}}|~{{3,}})[ \t]*(?:{_NAME})?"
)
_CODE = re.compile(rf"\\.|(?:{_NAME})?(?<!`)(`+)(?!`).*?(?<!`)\2(?!`)")


def myst_names(text: str) -> Iterator[tuple[str, tuple[int, int]]]:
    """The names of directives and roles in *text*, outside of code.

    Each with the line and the column of its brace, from 1.
    """
    fence = ""
    for number, line in enumerate(text.split("\n"), 1):
        match = _FENCE.match(line)
        if fence:
            if match and match[1].startswith(fence) and not line[match.end() :].strip():
                fence = ""
        elif match and "`" not in line[match.end() :]:
            fence = match[1]
            if match[2]:
                yield match[2], (number, match.start(2))
        else:
            for code in _CODE.finditer(line):
                if code[1]:
                    yield code[1], (number, code.start(1))
