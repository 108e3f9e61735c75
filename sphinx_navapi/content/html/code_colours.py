"""Syntax highlighting with single-letter elements, which keep pages small.

Screen readers ignore ``<i>``, ``<u>`` and ``<b>``. Names, including keys of JSON, keep the text
color. Pygments would take longer than the rest of a page, and several times the bytes.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Final

from sphinx_navapi.content.html.markup import plain
from sphinx_navapi.request.code_grammars import DATA, PROGRAM, SHELL

#: Maximum length of highlighted text: colors are not useful beyond it.
LONGEST: Final = 20_000

_PATTERNS = {text: re.compile(text, re.ASCII) for text in (PROGRAM, SHELL, DATA)}

#: Control characters, which are not in any text, mark tags until the text is escaped.
_MARKS = {"i": "\x10", "u": "\x11", "b": "\x12", "em": "\x13"}
_END = {"i": "\x14", "u": "\x15", "b": "\x16", "em": "\x17"}


def _mark(match: re.Match[str]) -> str:
    kind = match.lastgroup
    if kind is None:
        return match[0]
    found = match[kind]
    kind = "i" if kind == "text" else kind
    return f"{match[0][: -len(found)]}{_MARKS[kind]}{found}{_END[kind]}"


@lru_cache(maxsize=2048)
def coloured(text: str, grammar: str) -> str:
    """*text* as HTML with elements around what *grammar* highlights."""
    text = plain(text)
    marked = _PATTERNS[grammar].sub(_mark, text[:LONGEST])
    html = escape(marked + text[LONGEST:], quote=False)
    for kind, mark in _MARKS.items():
        if mark in html:
            html = html.replace(mark, f"<{kind}>").replace(_END[kind], f"</{kind}>")
    return html
