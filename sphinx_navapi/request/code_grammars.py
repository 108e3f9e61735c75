r"""Patterns for syntax highlighting, for pages and for the script that follows the form.

The name of the outermost group at the end of a match is the resulting element: ``i`` is a string,
``u`` a number or a constant, ``b`` a keyword, ``em`` a comment; ``text`` is a string that starts on
the line after its ``<<``. Matches without such a group are skipped. The patterns are used in both
Python and JavaScript, with ASCII for ``\w``.
"""

from __future__ import annotations

import re
from typing import Final

_DOUBLE = r'"(?:[^"\\]|\\[\s\S])*"'
#: A string with three or more quotes.
_BLOCK = r'(?P<fence>"{3,})(?:[^\\]|\\[\s\S])*?(?P=fence)'
#: A heredoc, up to the line with the word after ``<<``.
_TEXT = r"<<[<~-]?[\"']?(?P<end>[A-Z]\w*)\b[^\n]*(?P<text>\n(?:[\s\S]*?\n)?[ \t]*(?P=end)\b)"
_NUMBER = r"(?P<u>\b(?:\d+(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null|None|True|False|nil)\b)"
_WORDS = (
    "const|let|var|new|await|async|import|from|using|package|func|return|if|else|for|in|require"
    "|public|static|class|use|try|catch|curl"
)
_WORD = rf"(?P<b>(?<![$.\w])(?:{_WORDS})\b(?: (?:{_WORDS})\b)*)"
_COMMENT = r"(?P<em>(?<!\S)(?:#|//)[^\n]*)"

PROGRAM: Final = "|".join(
    (
        _TEXT,
        rf"(?P<i>{_BLOCK}|{_DOUBLE}|'(?:[^'\\]|\\[\s\S])*'|`(?:[^`\\]|\\[\s\S])*`)",
        _COMMENT,
        _NUMBER,
        _WORD,
    )
)
#: In a shell, a backslash is literal in single quotes, and escapes the next character elsewhere.
SHELL: Final = "|".join(
    (
        rf"(?P<i>@(?P<here>[\"'])\n[\s\S]*?\n(?P=here)@|{_DOUBLE}|'[^']*')",
        r"\\[\s\S]",
        _COMMENT,
        _NUMBER,
        _WORD,
    )
)
#: Bodies are JSON, or texts in which an apostrophe has no meaning; a key is not a value.
DATA: Final = rf'"(?:[^"\\\n]|\\.)*"\s*:|(?P<i>"(?:[^"\\\n]|\\.)*")|{_NUMBER}'


def is_shell(highlight: str) -> bool:
    """Whether `SHELL` is the grammar of a language. :param highlight: its Pygments name."""
    return highlight in {"bash", "powershell"}


def script_pattern(pattern: str) -> str:
    """*pattern* in JavaScript syntax."""
    named = re.sub(r"\(\?P=(\w+)\)", r"\\k<\1>", pattern.replace("(?P<", "(?<"))
    return f"/{named.replace('/', chr(92) + '/')}/g"
