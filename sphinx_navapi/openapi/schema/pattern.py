"""Regular expressions of schemas: matching in bounded time, and generating matching strings.

Documents use ECMA-262, this module Python's syntax; differences are translated, and an expression
that Python does not support matches everything.
"""

from __future__ import annotations

import re
import warnings
from collections import deque
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any

from sphinx_navapi.openapi.schema.pattern_backtracking import ways_through
from sphinx_navapi.openapi.schema.pattern_match import Matcher, UndecidedError, is_word, test_of
from sphinx_navapi.openapi.schema.pattern_tree import codes, pattern_tree

#: Approximate maximum number of steps of a search.
_MOST_STEPS = 2_000_000

#: Maximum length of a generated string.
_LONGEST = 4096

_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_DIGITS = "1234567890"
_PLEASANT = "a1b2c3d4e5f6g7h8i9j0" + _LETTERS + _LETTERS.upper() + "-_ ./:@#+=,"


#: Characters that `_letters` does not try, and escapes that may stand for them.
_FOREIGN = re.compile(r"[^\x00-\u024f]|\\[upP]")

#: Maximum number of beginnings that are tried to find a string for several expressions.
_MOST_TEXTS = 200

#: Maximum number of characters, repetitions expanded, of expressions for which one is looked for.
_MOST_TESTS = 500

#: For each of several expressions its positions, ``None`` if it has already matched.
_Positions = tuple[frozenset[int] | None, ...]


class _UnmadeError(Exception):
    """No string can be generated from the expression."""


@lru_cache(maxsize=2048)
def _parse(pattern: str) -> Any:
    try:
        return pattern_tree(_translate(pattern))
    except (re.error, OverflowError, RecursionError, ValueError):
        return None


class _Expression:
    """An expression, matched by Python if that is certain to be fast.

    :ivar longest: the longest text for which it is; none if the number of ways to match is more
        than a power of the text's length.
    """

    __slots__ = ("_compiled", "_matcher", "_tree", "longest")

    def __init__(self, compiled: re.Pattern[str], tree: Any) -> None:
        self._compiled = compiled
        self._tree = tree
        self._matcher: Matcher | None = None
        ways = ways_through(tree)
        # A search starts at every character.
        self.longest = int((_MOST_STEPS / ways.choices) ** (1 / (ways.loops + 1))) if ways else -1

    def search(self, text: str) -> bool:
        """Whether it matches somewhere in *text*.

        :raises UndecidedError: it would take too long to decide.
        """
        if len(text) <= self.longest:
            return self._compiled.search(text) is not None
        return self._slow().search(text)

    def fullmatch(self, text: str) -> bool:
        """Whether it matches the whole of *text*; raises like `search`."""
        if len(text) <= self.longest:
            return self._compiled.fullmatch(text) is not None
        return self._slow().fullmatch(text)

    def _slow(self) -> Matcher:
        if self._matcher is None:
            self._matcher = Matcher(self._tree)
        return self._matcher


@lru_cache(maxsize=2048)
def _expression(pattern: str) -> _Expression | None:
    """*pattern* as an expression, ``None`` if Python does not support it."""
    with warnings.catch_warnings():
        # Of what Python may read otherwise in the future, such as `[--a]`.
        warnings.simplefilter("ignore", FutureWarning)
        tree = _parse(pattern)
        if tree is None:
            return None
        try:
            return _Expression(re.compile(_translate(pattern)), tree)
        except (re.error, OverflowError, RecursionError, ValueError):
            return None


def is_quick(pattern: str) -> bool:
    """Whether any matcher, including those of browsers, handles *pattern* fast."""
    expression = _expression(pattern)
    return expression is not None and expression.longest > 0


def with_named_groups(pattern: str) -> str:
    """*pattern* with the named groups of ECMA-262 in Python's syntax."""
    return re.sub(r"\(\?<(?![=!])", "(?P<", pattern)


def _translate(pattern: str) -> str:
    """Translate ECMA-262 to Python: named groups, control and Unicode escapes, properties."""
    pattern = with_named_groups(pattern)
    pattern = re.sub(r"\\u\{([0-9a-fA-F]{1,6})\}", lambda m: f"\\U{int(m[1], 16):08x}", pattern)
    pattern = re.sub(r"\\c([A-Za-z])", lambda m: f"\\x{ord(m[1]) % 32:02x}", pattern)
    pattern = re.sub(r"\\p\{(?:L|Letter|Alphabetic)\}", "a-zA-Z\u00c0-\u024f", pattern)
    pattern = re.sub(r"\\p\{(?:N|Nd|Number)\}", "0-9", pattern)
    # In Python only, "$" also matches before a final line feed.
    return re.sub(r"(?<!\\)\$$", r"\\Z", pattern)


def matches(pattern: str, text: str) -> bool:
    """Whether *pattern* is found in *text*; true if it would take too long to decide."""
    expression = _expression(pattern)
    try:
        return expression is None or expression.search(text)
    except UndecidedError:
        return True


def matches_all(pattern: str, text: str) -> bool:
    """Whether *pattern* matches the whole of *text*; false if undecided."""
    expression = _expression(pattern)
    try:
        return expression is not None and expression.fullmatch(text)
    except UndecidedError:
        return False


def are_apart(*patterns: str) -> bool:
    """Whether it is certain that no text matches all *patterns*."""
    text, is_certain = _search_common(patterns)
    return text is None and is_certain


@lru_cache(maxsize=2048)
def text_for(pattern: str, shortest: int = 0, longest: int = _LONGEST) -> str | None:
    """A string of a length within bounds that *pattern* matches; ``None`` if none is found."""
    tree = _parse(pattern)
    if tree is None:
        return None
    for extra in (1, 0, 2, 3, 5, 8, 12, 16, 24, 32, 48, 64, 100, 128, 200, 256, 512, 1024):
        for choice in range(3):
            try:
                text = _Walker(extra, choice).walk(tree)
            except (_UnmadeError, UndecidedError):
                continue
            if not matches(pattern, text):
                # A look-ahead may still require other characters.
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


def common_text(patterns: Sequence[str], shortest: int = 0, longest: int = _LONGEST) -> str | None:
    """The shortest string within bounds that all *patterns* match; ``None`` if none is found."""
    return _search_common(tuple(patterns), shortest, longest)[0]


@lru_cache(maxsize=1024)
def _search_common(
    patterns: tuple[str, ...], shortest: int = 0, longest: int = _LONGEST
) -> tuple[str | None, bool]:
    """See `common_text`; and whether there certainly is no other one.

    All positions of all expressions are followed at once, as far as `_MOST_TEXTS` beginnings go.
    """
    trees = [_parse(pattern) for pattern in patterns]
    if shortest > _MOST_TEXTS or not all(tree is not None for tree in trees):
        return None, False
    try:
        matchers = [Matcher(tree) for tree in trees]
        tests = [test for each in matchers for test in each.tests]
        if len(tests) > _MOST_TESTS or any(each.looks_around for each in matchers):
            return None, False
        letters = _letters(tests)
        waiting: deque[tuple[str, _Positions]] = deque([("", (frozenset(),) * len(matchers))])
        known: set[tuple[int, bool, _Positions]] = set()
        for _ in range(_MOST_TEXTS):
            if not waiting:
                # Other characters could only match where the expressions name them.
                return None, not any(_FOREIGN.search(pattern) for pattern in patterns)
            text, places = waiting.popleft()
            matched = (
                each is None or matcher.is_found(each, text)
                for matcher, each in zip(matchers, places, strict=True)
            )
            if len(text) >= shortest and all(matched):
                return text, False
            for char in letters if len(text) < longest else ():
                after = tuple(
                    None if each is None else matcher.after(each, text, char)
                    for matcher, each in zip(matchers, places, strict=True)
                )
                key = (min(len(text) + 1, shortest), is_word(char), after)
                if key not in known:
                    known.add(key)
                    waiting.append((text + char, after))
    except UndecidedError:
        pass
    return None, False


def _letters(tests: Sequence[Callable[[str], bool]]) -> list[str]:
    """One character for each combination of *tests*: for them, all others equal one of these."""
    letters: dict[object, str] = {}
    for char in (*_PLEASANT, *map(chr, range(0x250)), "\u0400", "\u4e00"):
        letters.setdefault((is_word(char), *(test(char) for test in tests)), char)
    return list(letters.values())


def _open_end(tree: Any) -> bool:
    """Whether more text may follow the match."""
    return not any(
        code is codes.AT and argument in (codes.AT_END, codes.AT_END_STRING)
        for code, argument in tree
    )


def _filler(count: int) -> str:
    return ("abcdefghij" * (min(count, _LONGEST) // 10 + 1))[: min(count, _LONGEST)]


class _Walker:
    """Generates one string from a parsed expression.

    :param extra: repetitions beyond the minimum, if allowed.
    :param choice: index of the alternative to take.
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
        if code in (codes.NOT_LITERAL, codes.ANY):
            return self._pick(test_of(code, argument))
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

    def _pick(self, allowed: Callable[[str], bool]) -> str:
        """The next allowed one of the preferred characters."""
        for offset in range(len(_PLEASANT)):
            char = _PLEASANT[(self.turn + offset) % len(_PLEASANT)]
            if allowed(char):
                self.turn += offset + 1
                return char
        raise _UnmadeError

    def _in(self, items: list[tuple[Any, Any]]) -> str:
        allowed = test_of(codes.IN, items)
        try:
            return self._pick(allowed)
        except _UnmadeError:
            if items[0][0] is codes.NEGATE:
                raise
        for code, argument in items:
            if code is codes.LITERAL:
                return chr(argument)
            if code is codes.RANGE:
                return chr(argument[0])
        for char in map(chr, range(32, 0x250)):
            if allowed(char):
                return char
        raise _UnmadeError
