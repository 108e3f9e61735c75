"""The colours of code: elements of one letter around what stands out, so that pages stay small.

``<i>`` is a string, ``<u>`` a number or a constant, ``<b>`` a word of the language, ``<em>`` a
comment; screen readers pass over the first three. Names, keys of JSON among them, keep the colour
of text. Pygments would take several times as long as all else of a page, and ten times the bytes.

The script that colours what the playground writes has the same patterns, as
`tests/content/html/test_code_colours.py` sees to.
"""

from __future__ import annotations

import re
from functools import lru_cache
from html import escape
from typing import Final

from sphinx_navapi.content.html.markup import plain

#: Only so much of a long text is coloured: nobody reads on for the colours.
LONGEST: Final = 20_000

_DOUBLE = r'"(?:[^"\\]|\\[\s\S])*"'
#: Strings of three and more quotes, and texts up to a line with the word that ``<<`` named.
_BLOCK = (
    r'(?P<fence>"{3,})(?:[^\\]|\\[\s\S])*?(?P=fence)'
    r"|<<[<~-]?[\"']?(?P<end>[A-Z]\w*)\b[\s\S]*?\n[ \t]*(?P=end)\b"
)
_NUMBER = r"(?P<u>\b(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|None|True|False|nil)\b)"
_WORDS = (
    "const|let|var|new|await|async|import|from|using|package|func|return|if|else|for|in|require"
    "|public|static|class|use|try|catch|curl|defer|def|do|end|echo|print|puts|throws|void"
)
_WORD = rf"(?P<b>(?<![$.\w])(?:(?:{_WORDS})\b(?: (?=(?:{_WORDS})\b))?)+)"
_COMMENT = r"(?P<em>(?<!\S)(?:#|//)[^\n]*)"

PROGRAM: Final = "|".join(
    (
        rf"(?P<i>{_BLOCK}|{_DOUBLE}|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)",
        _COMMENT,
        _NUMBER,
        _WORD,
    )
)
#: There a backslash means nothing between single quotes, and hides what follows it elsewhere.
SHELL: Final = "|".join(
    (
        rf"(?P<i>@(?P<here>[\"'])\n[\s\S]*?\n(?P=here)@|{_DOUBLE}|'[^']*')",
        r"\\[\s\S]",
        _COMMENT,
        _NUMBER,
        _WORD,
    )
)
#: Bodies are JSON, or texts in which an apostrophe is just that; a key is no value.
DATA: Final = rf'"(?:[^"\\\n]|\\.)*"\s*:|(?P<i>"(?:[^"\\\n]|\\.)*")|{_NUMBER}'

_PATTERNS = {text: re.compile(text, re.ASCII) for text in (PROGRAM, SHELL, DATA)}

#: Control characters, which no text has, in the place of tags until the text is escaped.
_MARKS = {"i": "\x10", "u": "\x11", "b": "\x12", "em": "\x13"}
_END = {"i": "\x14", "u": "\x15", "b": "\x16", "em": "\x17"}


def grammar_of(highlight: str) -> str:
    """The grammar of a language of samples. :param highlight: its name for Pygments."""
    return SHELL if highlight in {"bash", "powershell"} else PROGRAM


def _mark(match: re.Match[str]) -> str:
    kind = match.lastgroup
    return f"{_MARKS[kind]}{match[0]}{_END[kind]}" if kind else match[0]


@lru_cache(maxsize=2048)
def coloured(text: str, grammar: str) -> str:
    """*text* as HTML with elements around what has a colour in *grammar*."""
    text = plain(text)
    marked = _PATTERNS[grammar].sub(_mark, text[:LONGEST])
    html = escape(marked + text[LONGEST:], quote=False)
    for kind, mark in _MARKS.items():
        if mark in html:
            html = html.replace(mark, f"<{kind}>").replace(_END[kind], f"</{kind}>")
    return html
