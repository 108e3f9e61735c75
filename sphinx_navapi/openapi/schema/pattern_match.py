"""Matching regular expressions in bounded time.

Python's matcher backtracks, and there may be more ways than a machine can try in a year: for
``(([^,]*,?)*)*;`` a line of prose is enough. This one tracks all positions of the expression at
once (K. Thompson, 1968), so that the cost per character is bounded by the length of the expression.
It is slow, and only used for expressions that are not safe for Python's matcher.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

from sphinx_navapi.openapi.schema.pattern_tree import codes

#: Maximum number of positions in an expression with its repetitions expanded.
_MOST_PLACES: Final = 5_000

#: Maximum number of position visits per match.
MOST_STEPS: Final = 50_000

_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT)


class UndecidedError(Exception):
    """The expression is not supported, or matching takes too long."""


@dataclass(frozen=True, slots=True)
class _Look:
    """A look-ahead or look-behind, positive or negative."""

    program: _Program
    negated: bool
    behind: int | None


@dataclass(slots=True)
class _Program:
    """The positions of an expression. The last one is the end.

    :ivar tests: the condition on the character at a position that consumes one.
    :ivar conditions: the condition at a position that consumes none.
    :ivar following: positions after a position.
    """

    tests: list[Callable[[str], bool] | None] = field(default_factory=list)
    conditions: list[Callable[[str, int], bool] | _Look | None] = field(default_factory=list)
    following: list[list[int]] = field(default_factory=list)

    def place(
        self,
        test: Callable[[str], bool] | None = None,
        condition: Callable[[str, int], bool] | _Look | None = None,
    ) -> int:
        """A new position without successors."""
        if len(self.tests) >= _MOST_PLACES:
            raise UndecidedError
        self.tests.append(test)
        self.conditions.append(condition)
        self.following.append([])
        return len(self.tests) - 1

    def add(self, start: int, tree: Any) -> int:
        """Append *tree* after the position *start*, and return the position after it."""
        for code, argument in tree:
            start = self._part(start, code, argument)
        return start

    def _part(self, start: int, code: Any, argument: Any) -> int:
        if code in _REPEATS:
            return self._repeat(start, *argument)
        if code is codes.BRANCH:
            end = self.place()
            for option in argument[1]:
                self.following[self.add(self._after(start), option)].append(end)
            return end
        if code is codes.SUBPATTERN:
            _group, added, removed, body = argument
            if added or removed:
                raise UndecidedError
            return self.add(start, body)
        if code is codes.AT:
            return self._after(start, condition=_condition(argument))
        if code in (codes.ASSERT, codes.ASSERT_NOT):
            direction, body = argument
            behind = None
            if direction < 0:
                shortest, behind = body.getwidth()
                if shortest != behind:
                    raise UndecidedError
            look = _Look(program_of(body), code is codes.ASSERT_NOT, behind)
            return self._after(start, condition=look)
        return self._after(start, test=test_of(code, argument))

    def _after(self, start: int, **kind: Any) -> int:
        place = self.place(**kind)
        self.following[start].append(place)
        return place

    def _repeat(self, start: int, least: int, most: int, body: Any) -> int:
        for _ in range(int(least)):
            start = self.add(start, body)
        if most == codes.MAXREPEAT:
            again = self._after(start)
            self.following[self.add(again, body)].append(again)
            return self._after(again)
        end = self.place()
        for _ in range(int(most) - int(least)):
            self.following[start].append(end)
            start = self.add(start, body)
        self.following[start].append(end)
        return end


def program_of(tree: Any) -> _Program:
    """The positions of the parsed expression *tree*, starting with the first.

    :raises UndecidedError: it has back-references, or is too large.
    """
    flags = getattr(getattr(tree, "state", None), "flags", 0)
    if flags & ~codes.SRE_FLAG_UNICODE:
        raise UndecidedError
    program = _Program()
    end = program.add(program.place(), tree)
    program.following[end].append(program.place())
    return program


class Matcher:
    """Matches one expression against texts. :ivar steps: taken by the last match."""

    def __init__(self, tree: Any) -> None:
        self._program = program_of(tree)
        self.steps = 0

    def search(self, text: str) -> bool:
        """Whether a part of *text* matches. :raises UndecidedError: it takes too long."""
        self.steps = 0
        return self._run(self._program, text, 0, anywhere=True, whole=False)

    def fullmatch(self, text: str) -> bool:
        """Whether all of *text* matches. :raises UndecidedError: it takes too long."""
        self.steps = 0
        return self._run(self._program, text, 0, anywhere=False, whole=True)

    def after(self, waiting: frozenset[int], text: str, char: str) -> frozenset[int] | None:
        """The positions after *char*, which follows *text*; ``None`` if a part of *text* matches.

        :param waiting: those after *text*, at first 0.
        """
        program = self._program
        places = self._closure(program, {*waiting, 0}, text + char, len(text))
        if len(program.tests) - 1 in places:
            return None
        fitting = (place for place in places if (test := program.tests[place]) and test(char))
        return frozenset(each for place in fitting for each in program.following[place])

    def is_found(self, waiting: frozenset[int], text: str) -> bool:
        """Whether *text* matches, with *waiting* as in `after`."""
        places = self._closure(self._program, {*waiting, 0}, text, len(text))
        return len(self._program.tests) - 1 in places

    @property
    def tests(self) -> list[Callable[[str], bool]]:
        """The conditions on characters at its positions."""
        return [test for test in self._program.tests if test is not None]

    @property
    def looks_around(self) -> bool:
        """Whether a position depends on more than the characters beside it."""
        return any(isinstance(each, _Look) for each in self._program.conditions)

    def _run(
        self, program: _Program, text: str, position: int, *, anywhere: bool, whole: bool
    ) -> bool:
        last = len(program.tests) - 1
        waiting: set[int] = {0}
        while True:
            places = self._closure(program, waiting, text, position)
            if last in places and (not whole or position == len(text)):
                return True
            if position == len(text) or not (places or anywhere):
                return False
            char = text[position]
            position += 1
            waiting = {0} if anywhere else set()
            for place in places:
                test = program.tests[place]
                if test is not None and test(char):
                    waiting.update(program.following[place])

    def _closure(self, program: _Program, start: set[int], text: str, position: int) -> set[int]:
        """The positions reachable from *start* without consuming a character."""
        reached = set(start)
        pending = list(start)
        while pending:
            self.steps += 1
            if self.steps > MOST_STEPS:
                raise UndecidedError
            place = pending.pop()
            if program.tests[place] is not None:
                continue
            condition = program.conditions[place]
            if condition is not None and not self._holds(condition, text, position):
                continue
            for following in program.following[place]:
                if following not in reached:
                    reached.add(following)
                    pending.append(following)
        return reached

    def _holds(
        self, condition: Callable[[str, int], bool] | _Look, text: str, position: int
    ) -> bool:
        if not isinstance(condition, _Look):
            return condition(text, position)
        if condition.behind is None:
            matched = self._run(condition.program, text, position, anywhere=False, whole=False)
        else:
            start = position - condition.behind
            matched = start >= 0 and self._run(
                condition.program, text[:position], start, anywhere=False, whole=True
            )
        return matched is not condition.negated


def test_of(code: Any, argument: Any) -> Callable[[str], bool]:
    """The condition on a character of a part that consumes one.

    :raises UndecidedError: it does not consume exactly one character.
    """
    if code is codes.LITERAL:
        return chr(argument).__eq__
    if code is codes.NOT_LITERAL:
        return chr(argument).__ne__
    if code is codes.ANY:
        return "\n".__ne__
    if code is codes.IN:
        negated = bool(argument) and argument[0][0] is codes.NEGATE
        tests = [_member(*item) for item in argument[negated:]]
        return lambda char: any(test(char) for test in tests) is not negated
    raise UndecidedError


def _member(code: Any, argument: Any) -> Callable[[str], bool]:
    if code is codes.LITERAL:
        return chr(argument).__eq__
    if code is codes.RANGE:
        first, last = map(chr, argument)
        return lambda char: first <= char <= last
    test = _CATEGORIES.get(argument)
    if test is None:
        raise UndecidedError
    return test


def is_word(char: str) -> bool:
    """Whether *char* is part of a word."""
    return char.isalnum() or char == "_"


_CATEGORIES: Final[dict[Any, Callable[[str], bool]]] = {
    codes.CATEGORY_DIGIT: str.isdecimal,
    codes.CATEGORY_NOT_DIGIT: lambda char: not char.isdecimal(),
    codes.CATEGORY_SPACE: str.isspace,
    codes.CATEGORY_NOT_SPACE: lambda char: not char.isspace(),
    codes.CATEGORY_WORD: is_word,
    codes.CATEGORY_NOT_WORD: lambda char: not is_word(char),
}


def _is_boundary(text: str, position: int) -> bool:
    before = position > 0 and is_word(text[position - 1])
    after = position < len(text) and is_word(text[position])
    return before is not after


def _condition(code: Any) -> Callable[[str, int], bool]:
    condition = _CONDITIONS.get(code)
    if condition is None:
        raise UndecidedError
    return condition


_CONDITIONS: Final[dict[Any, Callable[[str, int], bool]]] = {
    codes.AT_BEGINNING: lambda _, position: position == 0,
    codes.AT_BEGINNING_STRING: lambda _, position: position == 0,
    codes.AT_END: lambda text, position: text[position:] in ("", "\n"),
    codes.AT_END_STRING: lambda text, position: position == len(text),
    codes.AT_BOUNDARY: _is_boundary,
    codes.AT_NON_BOUNDARY: lambda text, position: not _is_boundary(text, position),
}
