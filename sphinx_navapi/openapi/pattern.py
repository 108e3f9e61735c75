"""Regular expressions of schemas: matched with a bound on time, and strings made from them.

They are ECMA-262 in the text and Python's here; what the two write differently is
translated, and an expression that Python does not know counts as matching all.
"""

from __future__ import annotations

import re
import re._constants as codes  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator
from functools import lru_cache
from typing import Any

#: Steps that a search may cost, roughly.
_MOST_STEPS = 2_000_000

#: Longest string that is made.
_LONGEST = 4096

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "1234567890"
_PLEASANT = "a1b2c3d4e5f6g7h8i9j0" + _LETTERS + _LETTERS.upper() + "-_ ./:@#+=,"


class _UnmadeError(Exception):
    """No string can be made from the expression."""


@lru_cache(maxsize=2048)
def _parse(pattern: str) -> Any:
    try:
        return parser.parse(_translate(pattern))
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


@lru_cache(maxsize=2048)
def _compiled(pattern: str) -> tuple[re.Pattern[str], int] | None:
    """The expression and the longest text that it may be held against."""
    tree = _parse(pattern)
    if tree is None:
        return None
    try:
        compiled = re.compile(_translate(pattern))
    except (re.error, OverflowError, RecursionError, ValueError):
        return None
    loops, nested = _loops(tree)
    if nested:
        return compiled, 20
    # A search starts at every character, and each loop may stop at every character.
    return compiled, max(20, int(_MOST_STEPS ** (1 / (loops + 1))))


def _translate(pattern: str) -> str:
    """ECMA-262 as Python writes it: named groups, control and Unicode escapes, properties."""
    pattern = re.sub(r"\(\?<(?![=!])", "(?P<", pattern)
    pattern = re.sub(r"\\u\{([0-9a-fA-F]{1,6})\}", lambda m: f"\\U{int(m[1], 16):08x}", pattern)
    pattern = re.sub(r"\\c([A-Za-z])", lambda m: f"\\x{ord(m[1]) % 32:02x}", pattern)
    pattern = re.sub(r"\\p\{(?:L|Letter|Alphabetic)\}", "a-zA-Z\u00c0-\u024f", pattern)
    pattern = re.sub(r"\\p\{(?:N|Nd|Number)\}", "0-9", pattern)
    # "$" before a final line feed matches in Python alone.
    return re.sub(r"(?<!\\)\$$", r"\\Z", pattern)


def _loops(tree: Any, inside: bool = False) -> tuple[int, bool]:
    """How many parts repeat often, and whether one of them lies in another (or branches)."""
    count, nested = 0, False
    for code, argument in tree:
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            _, most, body = argument
            often = most > 12
            inner, deeper = _loops(body, inside or often)
            count += inner + often
            nested = nested or deeper or (often and (inside or _branches(body)))
        else:
            for body in _bodies(code, argument):
                inner, deeper = _loops(body, inside)
                count += inner
                nested = nested or deeper
    return count, nested


def _branches(tree: Any) -> bool:
    return any(
        code is codes.BRANCH or any(_branches(body) for body in _bodies(code, argument))
        for code, argument in tree
    )


def _bodies(code: Any, argument: Any) -> Iterator[Any]:
    if code is codes.SUBPATTERN:
        yield argument[-1]
    elif code is codes.BRANCH:
        yield from argument[1]
    elif code in (codes.ASSERT, codes.ASSERT_NOT):
        yield argument[1]
    elif code is codes.ATOMIC_GROUP:
        yield argument
    elif code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
        yield argument[2]


def matches(pattern: str, text: str) -> bool:
    """Whether *pattern* is found in *text*; yes where that cannot be told in short time."""
    found = _compiled(pattern)
    if found is None:
        return True
    compiled, longest = found
    return len(text) > longest or compiled.search(text) is not None


def matches_all(pattern: str, text: str) -> bool:
    """Whether *pattern* accounts for the whole of *text*."""
    found = _compiled(pattern)
    if found is None:
        return False
    compiled, longest = found
    return len(text) <= longest and compiled.fullmatch(text) is not None


@lru_cache(maxsize=2048)
def text_for(pattern: str, shortest: int = 0, longest: int = _LONGEST) -> str | None:
    """A string that *pattern* matches, of a length within bounds; ``None`` if none is found."""
    tree = _parse(pattern)
    if tree is None:
        return None
    for extra in (1, 0, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64, 100, 128, 200, 256, 512, 1024):
        for choice in range(3):
            try:
                text = _Walker(extra, choice).walk(tree)
            except _UnmadeError:
                continue
            if not matches(pattern, text):
                # What a look-ahead asks for may still be missing.
                text += "aA1-"
                if not matches(pattern, text):
                    continue
            if not text:
                continue
            if len(text) < shortest and _open_end(tree):
                text += _filler(shortest - len(text))
                if not matches(pattern, text):
                    continue
            if shortest <= len(text) <= longest:
                return text
    return "" if shortest == 0 and matches(pattern, "") else None


def _open_end(tree: Any) -> bool:
    """Whether more may follow what the expression matches."""
    return not any(
        code is codes.AT and argument in (codes.AT_END, codes.AT_END_STRING)
        for code, argument in tree
    )


def _filler(count: int) -> str:
    return ("abcdefghij" * (min(count, _LONGEST) // 10 + 1))[: min(count, _LONGEST)]


class _Walker:
    """Makes one string from a parsed expression.

    :param extra: repetitions beyond the least, where more are allowed.
    :param choice: which alternative is taken, by position.
    """

    def __init__(self, extra: int, choice: int) -> None:
        self.extra = extra
        self.choice = choice
        self.made = 0
        self.turn = 0
        self.groups: dict[int, str] = {}

    def walk(self, tree: Any) -> str:
        return "".join(self._part(code, argument) for code, argument in tree)

    def _part(self, code: Any, argument: Any) -> str:
        self.made += 1
        if self.made > 4 * _LONGEST:
            raise _UnmadeError
        if code is codes.LITERAL:
            return chr(argument)
        if code is codes.NOT_LITERAL:
            return self._pick(lambda char: char != chr(argument))
        if code is codes.ANY:
            return self._pick(lambda _: True)
        if code is codes.IN:
            return self._in(argument)
        if code in (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT):
            least, most, body = argument
            count = min(int(most), int(least) + self.extra)
            if count > _LONGEST:
                raise _UnmadeError
            return "".join(self.walk(body) for _ in range(count))
        if code is codes.SUBPATTERN:
            text = self.walk(argument[-1])
            if argument[0] is not None:
                self.groups[argument[0]] = text
            return text
        if code is codes.ATOMIC_GROUP:
            return self.walk(argument)
        if code is codes.BRANCH:
            options = argument[1]
            return self.walk(options[min(self.choice, len(options) - 1)])
        if code is codes.GROUPREF:
            return self.groups.get(argument, "")
        if code in (codes.AT, codes.ASSERT, codes.ASSERT_NOT):
            return ""
        raise _UnmadeError

    def _pick(self, allowed: Any) -> str:
        """The next of the pleasant characters that is allowed."""
        for offset in range(len(_PLEASANT)):
            char = _PLEASANT[(self.turn + offset) % len(_PLEASANT)]
            if allowed(char):
                self.turn += offset + 1
                return char
        raise _UnmadeError

    def _in(self, items: list[tuple[Any, Any]]) -> str:
        negated = bool(items) and items[0][0] is codes.NEGATE
        parts = items[1:] if negated else items
        tests = [_class_test(code, argument) for code, argument in parts]

        def allowed(char: str) -> bool:
            return any(test(char) for test in tests) is not negated

        try:
            return self._pick(allowed)
        except _UnmadeError:
            if negated:
                raise
        for code, argument in parts:
            if code is codes.LITERAL:
                return chr(argument)
            if code is codes.RANGE:
                return chr(argument[0])
        for char in map(chr, range(32, 0x250)):
            if allowed(char):
                return char
        raise _UnmadeError


_CATEGORIES = {
    codes.CATEGORY_DIGIT: lambda char: char in _DIGITS,
    codes.CATEGORY_NOT_DIGIT: lambda char: char not in _DIGITS,
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    codes.CATEGORY_WORD: lambda char: char.isalnum() or char == "_",
    codes.CATEGORY_NOT_WORD: lambda char: not (char.isalnum() or char == "_"),
}


def _class_test(code: Any, argument: Any) -> Any:
    if code is codes.LITERAL:
        return lambda char: char == chr(argument)
    if code is codes.RANGE:
        first, last = argument
        return lambda char: first <= ord(char) <= last
    if code is codes.CATEGORY:
        return _CATEGORIES.get(argument, lambda _: False)
    return lambda _: False
