"""JSON text as values, and the offsets of its parts.

The standard library does the parsing; what it lets through and no consumer
expects (``NaN``, numbers past every float, half of a surrogate pair, nesting
without end) is dealt with here.
"""

from __future__ import annotations

import json
import math
import re
import sys
from typing import Any, Final, NoReturn

from sphinx_navapi.data_text import MAX_DEPTH, Entry, TextError

#: Estimated bytes of memory that a text and what it holds may take.
MAX_MEMORY: Final = 430 * 1024 * 1024

_STRING = r'"[^"\\]*+(?:\\.[^"\\]*+)*+"'
_TOKEN = re.compile(rf"{_STRING}|[\[{{\]}}]", re.DOTALL)
_PUNCTUATION = re.compile(rf"{_STRING}|[\[{{\]}},]", re.DOTALL)
_NUMBER_LIKE = re.compile(rf"{_STRING}|-?[A-Za-z]+|-?[0-9][-+.0-9eE]*", re.DOTALL)
_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"{_STRING}|,(?=\s*[}}\]])", re.DOTALL)
_NOT_NEWLINE = re.compile(r"[^\n]")
_HALF = re.compile(r"\\u[dD]([89a-fA-F])[0-9a-fA-F]{2}")
_SPACE = re.compile(r"[ \t\n\r]*")
_DECODER = json.JSONDecoder()


class _RepeatedKeyError(Exception):
    """Some object has a key twice."""


class _OpenContainer:
    """An object or array that a scan is inside of."""

    __slots__ = ("awaits_key", "index", "is_object", "key", "keys")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.awaits_key = True
        self.index = 0
        self.key = ""
        self.keys: set[str] = set()

    def step(self) -> str:
        """The part of it that the scan is at."""
        return self.key if self.is_object else str(self.index)


class _NotFiniteError(ValueError):
    """A number that JSON cannot hold was met."""


def blank_extras(text: str) -> str:
    """*text* with comments and trailing commas replaced by spaces: every offset stays."""

    def blank_comment(match: re.Match[str]) -> str:
        found = match.group()
        return found if found[0] == '"' else _NOT_NEWLINE.sub(" ", found)

    def blank_comma(match: re.Match[str]) -> str:
        found = match.group()
        return found if found[0] == '"' else " "

    return _TRAILING_COMMA.sub(blank_comma, _COMMENT.sub(blank_comment, text))


def parse_json(text: str) -> Any:
    """The value that *text* holds; of a repeated key the last member.

    :raises TextError: not JSON, nested too deeply, too large for the memory, or
        with numbers that are not finite.
    """
    _check_memory(text)
    text = _without_lone_halves(text)
    try:
        value = json.loads(text, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise TextError(f"not JSON: {message}", error.pos) from None
    except RecursionError:
        raise TextError(_too_deep(), _first_too_deep(text)) from None
    except ValueError:  # not finite, or an integer of thousands of digits
        raise TextError(*_first_bad_number(text)) from None
    if _is_too_deep(value):
        raise TextError(_too_deep(), _first_too_deep(text))
    return value


def json_entries(text: str, offset: int) -> dict[str, Entry]:
    """The members of the object or array that begins at *offset*, by key or index.

    *text* was parsed before, so that its syntax is known to be right. Values are
    passed over by the standard library's scanner, which runs in C.
    """
    entries: dict[str, Entry] = {}
    is_object = text[offset] == "{"
    position = _after_space(text, offset + 1)
    while text[position] not in "]}":
        key_offset = position
        key = str(len(entries))
        if is_object:
            key, position = _DECODER.raw_decode(text, position)
            position = _after_space(text, _after_space(text, position) + 1)
        inside = position if text[position] in "{[" else None
        entries[key] = Entry(key_offset, position, inside)
        _, position = _DECODER.raw_decode(text, position)
        position = _after_space(text, position)
        if text[position] == ",":
            position = _after_space(text, position + 1)
    return entries


def json_repeated_keys(text: str) -> list[tuple[int, list[str]]]:
    """Offset and path of every key that its object has had before, in order of *text*.

    *text* was parsed before, so that its syntax is known to be right.
    """
    if not _repeats_keys(text):
        return []
    found: list[tuple[int, list[str]]] = []
    stack: list[_OpenContainer] = []
    for match in _PUNCTUATION.finditer(text):
        mark = match.group()
        if mark in "{[":
            stack.append(_OpenContainer(mark == "{"))
        elif mark in "}]":
            stack.pop()
        elif mark == ",":
            stack[-1].index += 1
            stack[-1].awaits_key = True
        elif stack and stack[-1].is_object and stack[-1].awaits_key:
            container = stack[-1]
            container.key, container.awaits_key = json.loads(mark), False
            if container.key in container.keys:
                found.append((match.start(), [around.step() for around in stack]))
            container.keys.add(container.key)
    return found


def json_root(text: str) -> Entry:
    """Where the whole value stands."""
    offset = _after_space(text, 0)
    return Entry(offset, offset, offset if text[offset : offset + 1] in ("{", "[") else None)


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    assert match is not None  # the pattern matches nothing, too
    return match.end()


def _check_memory(text: str) -> None:
    """Refuse what would not fit, before the parser finds out.

    Counted by the sizes of CPython's objects: some 190 bytes of a dict with a few
    members and 70 of a list, 10 of each place in them, 50 of a string beside its
    characters, 16 and more of a number. Keys are shared but in dicts with many. What
    is written to the cache later takes about the length of the text once more.
    """
    if len(text) < 4_000_000:
        return
    members, dicts = text.count(":"), text.count("{")
    strings = max(text.count('"') // 2 - members, 0)
    values = text.count(",") + members
    size = 2 * sys.getsizeof(text) + len(text) + values * 10 + strings * 50
    size += max(values - strings, 0) * 16 + dicts * 190 + text.count("[") * 70
    size += max(members - 20 * dicts, 0) * 100
    if size > MAX_MEMORY:
        raise TextError(
            f"too large: its values would take some {size // 1024 // 1024} MiB of memory", 0
        )


def _without_lone_halves(text: str) -> str:
    r"""*text* with every half of a surrogate pair (``\ud83d`` alone) made U+FFFD.

    No file can be written with one. Escapes keep their length, and so offsets stay.
    """
    lone: list[int] = []
    paired_at = -1
    for match in _HALF.finditer(text):
        start = match.start()
        run = start
        while run and text[run - 1] == "\\":
            run -= 1
        if (start - run) % 2:
            continue  # an escaped backslash, and then letters
        if start == paired_at:
            continue
        follows = _HALF.match(text, match.end())
        is_high = match[1] in "89abAB"
        if is_high and follows is not None and follows[1] in "cdefCDEF":
            paired_at = follows.start()
        else:
            lone.append(start)
            if len(lone) > 10_000:
                raise TextError("not JSON: no text, but halves of surrogate pairs", start)
    if not lone:
        return text
    parts, done = [], 0
    for start in lone:
        parts += [text[done:start], r"\ufffd"]
        done = start + 6
    return "".join((*parts, text[done:]))


def _refuse(constant: str) -> NoReturn:
    raise _NotFiniteError(constant)


def _finite(number: str) -> float:
    value = float(number)
    if math.isinf(value):
        raise _NotFiniteError(number)
    return value


def _first_bad_number(text: str) -> tuple[str, int]:
    for match in _NUMBER_LIKE.finditer(text):
        found = match.group()
        if found[0] == '"' or found in ("true", "false", "null"):
            continue
        try:
            if math.isfinite(float(found)) and (len(found) < 4000 or not found.isdecimal()):
                continue
        except (ValueError, OverflowError):
            continue
        shown = found if len(found) <= 20 else f"{found[:20]}…"
        return f"{shown} is no number that JSON can hold", match.start()
    return "a number that JSON cannot hold", 0


def _repeats_keys(text: str) -> bool:
    def count(members: list[tuple[str, Any]]) -> dict[str, Any]:
        made = dict(members)
        if len(made) < len(members):
            raise _RepeatedKeyError
        return made

    try:
        json.loads(text, object_pairs_hook=count)
    except _RepeatedKeyError:
        return True
    return False


def _too_deep() -> str:
    return f"nested more than {MAX_DEPTH} levels deep"


def _is_too_deep(value: Any) -> bool:
    """Whether *value* nests past the limit, level by level: quicker than by recursion."""
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for container in level:
            if type(container) is dict:
                below += [v for v in container.values() if type(v) is dict or type(v) is list]
            elif type(container) is list:
                below += [v for v in container if type(v) is dict or type(v) is list]
        if not below:
            return False
        level = below
    return True


def _first_too_deep(text: str) -> int:
    depth = 0
    for match in _TOKEN.finditer(text):
        found = match.group()
        if found in "[{":
            depth += 1
            if depth > MAX_DEPTH:
                return match.start()
        elif found in "]}":
            depth -= 1
    return 0
