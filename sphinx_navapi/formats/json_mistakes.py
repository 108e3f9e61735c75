"""What to write instead of a mistake in JSON.

The parser of the standard library says what it expected at the position where it gave up. For the
usual mistakes that is neither the mistake nor its cure: for a bracket that is not closed, it
expects a comma at the end of the file.
"""

from __future__ import annotations

import json
import re

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_BRACKET = re.compile(rf"{_STRING}|[\[{{\]}}]", re.DOTALL)
_TEXT = re.compile(_STRING, re.DOTALL)
_WORD = re.compile(r"[A-Za-z_$][\w$-]*")

_CLOSING = {"{": "}", "[": "]"}

#: Values as other languages write them.
_CONSTANTS = {"true": "true", "false": "false", "null": "null", "none": "null"}


def json_mistake(text: str, error: json.JSONDecodeError) -> tuple[str, int]:
    """What is wrong in *text* and what to write, and the offset of that.

    :param text: the text without comments that are closed.
    """
    if not text.strip():
        return "the file is empty", 0
    position, message = error.pos, error.msg
    if text.startswith("/*", position):
        return "the comment that begins here is not closed: add */", position
    if message.startswith("Unterminated string"):
        return "the quotation mark here is not closed: add another one", position
    if message.startswith("Invalid control character"):
        return _in_string(text, position)
    if message.startswith(("Invalid \\escape", "Invalid \\uXXXX")):
        return r"a backslash in a string is written twice: \\", position
    if message.startswith("Extra data"):
        return "the value ends before this: remove the rest", position
    unclosed = _unclosed(text, position)
    if unclosed is not None:
        return unclosed
    if message.startswith("Expecting ','"):
        if re.match("[0-9]", text[position:]) and text[position - 1] == "0":
            return "a number may not start with 0", position - 1
        return "a comma is missing before this", position
    if message.startswith("Expecting ':'"):
        return "a colon is missing before this", position
    return _instead_of(text, position, is_key="property name" in message), position


def _in_string(text: str, position: int) -> tuple[str, int]:
    """The mistake of a line break or another control character in a string."""
    if text[position] not in "\r\n":
        written = json.dumps(text[position])[1:-1]
        return f"a string cannot contain this character: write {written}", position
    start = next(
        (match.start() for match in _TEXT.finditer(text) if match.end() > position),
        text.rfind('"', 0, position),
    )
    message = (
        r"the quotation mark here is not closed in its line: add another one; a line break in a"
        r" string is written \n"
    )
    return message, start


def _unclosed(text: str, position: int) -> tuple[str, int] | None:
    """The bracket that should be closed before *position*, where the text or another one ends."""
    found = text[position : position + 1]
    if found and found not in "]}":
        return None
    stack: list[re.Match[str]] = []
    for match in _BRACKET.finditer(text, 0, position):
        if match.group() in _CLOSING:
            stack.append(match)
        elif match.group() in _CLOSING.values() and stack:
            stack.pop()
    if not stack or _CLOSING[stack[-1].group()] == found:
        return None
    opening = stack[-1].group()
    before = f" before the {found} on line {text.count(chr(10), 0, position) + 1}" if found else ""
    return f"the {opening} here is not closed: add {_CLOSING[opening]}{before}", stack[-1].start()


def _instead_of(text: str, position: int, *, is_key: bool) -> str:
    """What to write at *position*, where a key or a value should be."""
    found = text[position : position + 1]
    if found in ("'", "‘", "’", "“", "”"):
        return f'use double quotation marks, "…", instead of {found}'
    if found == ",":
        return "there is nothing before this comma: remove it"
    if found == "<":
        return "this is HTML or XML"
    if found in ("+", "."):
        return "a number starts with a digit or -"
    word = _WORD.match(text, position)
    if word is None:
        return f"a {'key in quotation marks' if is_key else 'value'} is missing here"
    constant = _CONSTANTS.get(word.group().lower())
    if constant is not None and not is_key:
        return f"write {constant} instead of {word.group()}"
    return f'{"a key" if is_key else "a string"} needs quotation marks: "{word.group()}"'
