"""JSON text as values, and the offsets of its parts.

The standard library does the parsing; what it accepts but no consumer expects (``NaN``, numbers too
large for a float, lone surrogates, endless nesting) is handled here.
"""

from __future__ import annotations

import json
import math
import re
import sys
from collections.abc import Callable
from typing import Any, Final, NamedTuple, NoReturn

from sphinx_navapi.formats.data_text import MAX_DEPTH, Entry, Fault, Faults, RepeatedKeys, TextError
from sphinx_navapi.formats.numbers import read_float

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
    end = text[position : position + 1]
    if end and end not in "]}":
        return None
    stack: list[re.Match[str]] = []
    for match in _BRACKET.finditer(text, 0, position):
        if match.group() in _CLOSING:
            stack.append(match)
        elif match.group() in _CLOSING.values() and stack:
            stack.pop()
    if not stack or _CLOSING[stack[-1].group()] == end:
        return None
    opening = stack[-1].group()
    before = f" before the {end} on line {text.count(chr(10), 0, position) + 1}" if end else ""
    return f"the {opening} here is not closed: add {_CLOSING[opening]}{before}", stack[-1].start()


def _instead_of(text: str, position: int, *, is_key: bool) -> str:
    """What to write at *position*, where a key or a value should be."""
    character = text[position : position + 1]
    if character in ("'", "‘", "’", "“", "”"):
        return f'use double quotation marks, "…", instead of {character}'
    if character == ",":
        return "there is nothing before this comma: remove it"
    if character == "<":
        return "this is HTML or XML"
    if character in ("+", "."):
        return "a number starts with a digit or -"
    word = _WORD.match(text, position)
    if word is None:
        return f"a {'key in quotation marks' if is_key else 'value'} is missing here"
    constant = _CONSTANTS.get(word.group().lower())
    if constant is not None and not is_key:
        return f"write {constant} instead of {word.group()}"
    return f'{"a key" if is_key else "a string"} needs quotation marks: "{word.group()}"'


#: Maximum estimated memory, in bytes, of a text with its values.
MAX_MEMORY: Final = 800 * 1024 * 1024

#: Maximum number of digits of an integer in Python.
_LONGEST_NUMBER: Final = 4000

_TOO_DEEP: Final = f"nested more than {MAX_DEPTH} levels deep"

_PUNCTUATION = re.compile(rf"{_STRING}|[\[{{\]}},]", re.DOTALL)
_PART = re.compile(rf"{_STRING}|[\[{{\]}}]|-?[A-Za-z]+|-?[0-9][-+.0-9eE]*", re.DOTALL)
_COMMENT = re.compile(rf"{_STRING}|//[^\n]*|/\*.*?\*/", re.DOTALL)
_TRAILING_COMMA = re.compile(rf"{_STRING}|,(?=\s*[}}\]])", re.DOTALL)
_NOT_NEWLINE = re.compile(r"[^\n]")
_HALF = re.compile(r"\\u[dD]([89a-fA-F])[0-9a-fA-F]{2}")
_SPACE = re.compile(r"[ \t\n\r]*")

#: Skips values without keeping the members of objects.
_SCANNER = json.JSONDecoder(object_pairs_hook=lambda pairs: None)


class _RepeatedKeyError(Exception):
    """An object has a duplicate key."""


class _OpenContainer:
    """An object or array that encloses the position of a scan."""

    __slots__ = ("awaits_key", "index", "is_object", "key", "keys")

    def __init__(self, is_object: bool) -> None:
        self.is_object = is_object
        self.awaits_key = True
        self.index = 0
        self.key = ""
        self.keys: set[str] = set()

    def step(self) -> str:
        """The key or index of the position."""
        return self.key if self.is_object else str(self.index)


#: A colon apart from its key.
_SPACED_COLON = re.compile(r'"\s+:')


class _NotFiniteError(ValueError):
    """A number that JSON cannot represent."""


def blank_extras(text: str) -> str:
    """*text* with comments and trailing commas replaced by spaces: offsets do not change."""

    def blank_comment(match: re.Match[str]) -> str:
        part = match.group()
        return part if part[0] == '"' else _NOT_NEWLINE.sub(" ", part)

    def blank_comma(match: re.Match[str]) -> str:
        part = match.group()
        return part if part[0] == '"' else " "

    return _TRAILING_COMMA.sub(blank_comma, _COMMENT.sub(blank_comment, text))


class ParsedJson(NamedTuple):
    """The result of parsing a text.

    :ivar text: the text for finding positions: cut parts are blank.
    """

    value: Any
    text: str
    faults: tuple[Fault, ...] = ()
    repeated: RepeatedKeys = ()


def parse_json(text: str) -> ParsedJson:
    """The value of *text*; for a duplicate key the last member.

    Numbers that JSON cannot represent are read as null, and what nests too deeply is empty.

    :raises TextError: not JSON, or too large for the memory.
    """
    _check_memory(text)
    mended = _without_lone_halves(text)
    try:
        value = json.loads(mended, parse_constant=_refuse, parse_float=_finite)
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from None
    except (RecursionError, ValueError):  # not finite, or an integer of thousands of digits
        return _parse_mended(text, mended)
    members = _share_texts(value)
    if members is None:
        return _parse_mended(text, mended)
    repeated = _repeated_keys(text) if _may_repeat(text, members) else ()
    return ParsedJson(value, text, repeated=repeated)


def _parse_mended(text: str, mended: str) -> ParsedJson:
    """The value of *mended*, without invalid numbers and excessive levels."""
    faults = Faults()
    blank = _blank_unreadable(mended, faults)
    try:
        value = json.loads(blank, parse_constant=_as_null, parse_float=_finite_or_null)
    except json.JSONDecodeError as error:
        raise _not_json(text, error) from None
    except (RecursionError, ValueError):  # unbalanced brackets
        raise TextError(
            _TOO_DEEP, min((fault.offset for fault in faults.in_order()), default=0)
        ) from None
    return ParsedJson(
        value, _blank_unreadable(text, Faults()), faults.in_order(), _repeated_keys(blank)
    )


def _not_json(text: str, error: json.JSONDecodeError) -> TextError:
    mistake, offset = json_mistake(text, error)
    return TextError(f"not JSON: {mistake}", offset)


def _blank_unreadable(text: str, faults: Faults) -> str:
    """*text* with blanks for levels past the limit and for overlong integers; offsets do not
    change.

    :param faults: also receives everything that the parser reads as null.
    """
    parts: list[str] = []
    done = depth = 0
    cut: int | None = None
    for match in _PART.finditer(text):
        part = match.group()
        if part in "[{":
            depth += 1
            if depth == MAX_DEPTH + 1:
                cut = match.end()
                faults.add(f"{_TOO_DEEP}: deeper values were ignored", match.start())
        elif part in "]}":
            if cut is not None and depth == MAX_DEPTH + 1:
                parts += [text[done:cut], _NOT_NEWLINE.sub(" ", text[cut : match.start()])]
                done, cut = match.start(), None
            depth -= 1
        elif cut is None and part[0] != '"' and _is_bad_number(part):
            message = f"{part[:20]}{'…' * (len(part) > 20)} is not a number in JSON: read as null"
            faults.add(message, match.start(), kind="number")
            if len(part) > _LONGEST_NUMBER:
                parts += [text[done : match.start()], "null".ljust(len(part))]
                done = match.end()
    return "".join((*parts, text[done:]))


def json_entries(text: str, offset: int) -> dict[str, Entry]:
    """The members of the object or array that starts at *offset*, by key or index.

    *text* was parsed before, so its syntax is valid. Values are skipped by the standard library's
    scanner, which runs in C.
    """
    entries: dict[str, Entry] = {}
    is_object = text[offset] == "{"
    position = _after_space(text, offset + 1)
    while text[position] not in "]}":
        key_offset = position
        key = str(len(entries))
        if is_object:
            key, position = _SCANNER.raw_decode(text, position)
            position = _after_space(text, _after_space(text, position) + 1)
        inside = position if text[position] in "{[" else None
        entries[key] = Entry(key_offset, position, inside)
        _, position = _SCANNER.raw_decode(text, position)
        position = _after_space(text, position)
        if text[position] == ",":
            position = _after_space(text, position + 1)
    return entries


class JsonMembers:
    """The members of the object or array at *offset* of *text*, read only as needed.

    :param read_key: parses a key as written, with quotation marks.
    """

    def __init__(self, text: str, offset: int, read_key: Callable[[str], str] = json.loads) -> None:
        self._text = text
        self._is_object = text[offset] == "{"
        self._end = "}" if self._is_object else "]"
        self._read_key = read_key
        self._found: dict[str, Entry] = {}
        self._last: dict[str, Entry] = {}
        self._position = _after_space(text, offset + 1)
        self._at_value = False
        self._is_done = text[self._position : self._position + 1] == self._end

    def find(self, name: str) -> Entry | None:
        """The last member *name*, by key or index.

        :raises TextError: the text is not JSON, or Python's parser rejects it.
        """
        if name in self._last:
            return self._last[name]
        try:
            while not self._is_done and name not in self._found:
                self._read_next()
            entry = self._found.get(name)
            if entry is not None and self._is_object and not self._is_done:
                key = self._text[entry.key : _SCANNER.raw_decode(self._text, entry.key)[1]]
                if self._text.find(key, self._position) >= 0:
                    # The key may be repeated later in the object.
                    while not self._is_done:
                        self._read_next()
        except (ValueError, IndexError, RecursionError):
            raise TextError("not JSON", self._position) from None
        entry = self._found.get(name)
        if entry is not None:
            self._last[name] = entry
        return entry

    def _read_next(self) -> None:
        """Advance to the value of the next member."""
        text = self._text
        if self._at_value:
            self._pass_value()
            if self._is_done:
                return
        offset, key = self._position, str(len(self._found))
        value = offset
        if self._is_object:
            _, end = _SCANNER.raw_decode(text, offset)
            key = self._read_key(text[offset:end])
            value = _after_space(text, end)
            if text[value] != ":":
                raise ValueError
            value = _after_space(text, value + 1)
        self._found[key] = Entry(offset, value, value if text[value] in "{[" else None)
        self._position, self._at_value = value, True

    def _pass_value(self) -> None:
        text = self._text
        _, end = _SCANNER.raw_decode(text, self._position)
        self._position = _after_space(text, end)
        if text[self._position] == self._end:
            self._is_done = True
        elif text[self._position] == ",":
            self._position = _after_space(text, self._position + 1)
        else:
            raise ValueError


def _may_repeat(text: str, members: int) -> bool:
    """Whether a key of *text*, whose value has that many *members*, may be duplicate.

    Counting colons is many times faster than looking at every key.
    """
    keys = text.count('":') - text.count('\\":')
    return keys != members or '\\\\":' in text or _SPACED_COLON.search(text) is not None


def _repeated_keys(text: str) -> list[tuple[int, list[str]]]:
    """Offset and path of every duplicate key, in order of *text*.

    *text* was parsed before, so its syntax is valid.
    """
    if not _repeats_keys(text):
        return []
    repeated: list[tuple[int, list[str]]] = []
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
                repeated.append((match.start(), [around.step() for around in stack]))
            container.keys.add(container.key)
    return repeated


def json_root(text: str) -> Entry:
    """The position of the whole value."""
    offset = _after_space(text, 0)
    return Entry(offset, offset, offset if text[offset : offset + 1] in ("{", "[") else None)


def _after_space(text: str, offset: int) -> int:
    match = _SPACE.match(text, offset)
    assert match is not None  # the pattern also matches the empty string
    return match.end()


def _check_memory(text: str) -> None:
    """Reject a text that would not fit into memory, before parsing it.

    Estimated from the sizes of CPython's objects: about 190 bytes for a dict with a few members and
    70 for a list, 10 for each place in them, 50 for a string plus its characters, 16 and more for a
    number. Keys are shared except in dicts with many. What is written to the cache later takes
    about the length of the text once more.
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
            f"too large: its values would take about {size // 1024 // 1024} MiB of memory", 0
        )


def _without_lone_halves(text: str) -> str:
    r"""*text* with every lone surrogate (``\ud83d`` alone) replaced by U+FFFD.

    Lone surrogates cannot be written to a file. Escapes keep their length, so offsets do not
    change.
    """
    lone: list[int] = []
    paired_at = -1
    for match in _HALF.finditer(text):
        start = match.start()
        run = start
        while run and text[run - 1] == "\\":
            run -= 1
        if (start - run) % 2:
            continue  # an escaped backslash, followed by letters
        if start == paired_at:
            continue
        follows = _HALF.match(text, match.end())
        is_high = match[1] in "89abAB"
        if is_high and follows is not None and follows[1] in "cdefCDEF":
            paired_at = follows.start()
        else:
            lone.append(start)
            if len(lone) > 10_000:
                raise TextError("not JSON: unpaired surrogates", start)
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
    value = read_float(number)
    if math.isinf(value):
        raise _NotFiniteError(number)
    return value


def _as_null(_constant: str) -> None:
    return None


def _finite_or_null(number: str) -> float | None:
    value = read_float(number)
    return None if math.isinf(value) else value


def _is_bad_number(word: str) -> bool:
    """Whether *word* is a number for Python's parser, or for many others, but not in JSON."""
    if len(word) > _LONGEST_NUMBER and word.lstrip("-").isdecimal():
        return True
    if word in ("NaN", "Infinity", "-Infinity"):
        return True
    try:
        return word[-1].isdecimal() and math.isinf(float(word))
    except ValueError:
        return False


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


def _share_texts(value: Any) -> int | None:
    """Replace equal strings in *value* by one object.

    Returns the number of members of all objects, ``None`` if it is nested past the limit.

    Most strings of a large document occur more than once: this saves a quarter of its memory, and
    time to write and to load it. Iterating level by level is faster than recursion.
    """
    share = dict[str, str]().setdefault
    members = 0
    level = [value]
    for _ in range(MAX_DEPTH):
        below: list[Any] = []
        for container in level:
            if type(container) is dict:
                members += len(container)
                for key, part in container.items():
                    kind = type(part)
                    if kind is str:
                        container[key] = share(part, part)
                    elif kind is dict or kind is list:
                        below.append(part)
            elif type(container) is list:
                for index, part in enumerate(container):
                    kind = type(part)
                    if kind is str:
                        container[index] = share(part, part)
                    elif kind is dict or kind is list:
                        below.append(part)
        if not below:
            return members
        level = below
    return None
