"""String literals, shared by the writers of code samples.

A literal represents any text so that the program has exactly this text when run, and so that a
reader sees what is there: control characters, line separators and directional marks are written as
escapes if the language has any.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sphinx_navapi.request.encoding import any_of

#: Characters that never appear unescaped in a literal, as a regular expression class: C0, DEL, C1,
#: bidirectional controls, line and paragraph separator, byte-order mark.
_UNSAFE_CLASS = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
UNSAFE = re.compile(f"[{_UNSAFE_CLASS}]")
_UNSAFE_IN_BLOCK = re.compile(f"(?![\\n\\t])[{_UNSAFE_CLASS}]")

#: Escapes common to all languages with backslash escapes.
COMMON_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaper(named: Mapping[str, str], other: Callable[[int], str]) -> Callable[[str], str]:
    """A function that escapes text for a literal.

    :param named: character and its escape.
    :param other: code point of another unsafe character to its escape.
    """
    pattern = any_of("".join(named), _UNSAFE_CLASS)

    def replace(match: re.Match[str]) -> str:
        escape = named.get(match[0])
        return other(ord(match[0])) if escape is None else escape

    return lambda text: pattern.sub(replace, text)


def four_hex(code: int) -> str:
    r"""``\uNNNN``."""
    return f"\\u{code:04x}"


def hex_or_four(code: int) -> str:
    r"""``\xNN`` below 256, else ``\uNNNN``."""
    return f"\\x{code:02x}" if code < 0x100 else four_hex(code)


def is_block(text: str) -> bool:
    """Whether *text* suits a multi-line literal: it has several lines, and nothing unsafe."""
    return "\n" in text and not _UNSAFE_IN_BLOCK.search(text)


def indent(text: str, prefix: str) -> str:
    """*text* with *prefix* before every non-empty line."""
    return "\n".join(prefix + line if line else line for line in text.split("\n"))
