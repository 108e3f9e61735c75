"""Estimating how many ways a backtracking matcher may have to try for an expression.

Python and browsers use such matchers. A loop makes the number of ways linear in the text's length,
two loops in sequence quadratic; with nested loops it is unbounded, unless a separator marks the end
of each round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.openapi.schema.pattern_match import UndecidedError, test_of
from sphinx_navapi.openapi.schema.pattern_tree import codes

#: Maximum number of repetitions that is expanded as a factor.
_FEW: Final = 12

#: Limits of the two numbers.
_MOST_LOOPS: Final = 6
_MOST_CHOICES: Final = 100_000

_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


#: Parts that match one character of a set.
_MARKS = (codes.LITERAL, codes.IN)


@dataclass(frozen=True, slots=True)
class Ways:
    """A text of *n* characters has at most about ``n ** loops * choices`` ways."""

    loops: int = 0
    choices: int = 1


def ways_through(tree: Any) -> Ways | None:
    """The ways through the parsed expression *tree*; ``None`` if they are unbounded."""
    loops, choices = 0, 1
    for code, argument in tree:
        ways: Ways | None
        if code in _REPEATS:
            ways = _of_repeat(*argument)
        elif code is codes.BRANCH:
            ways = _of_branch(argument[1])
        else:
            ways = _of_all(bodies(code, argument))
        if ways is None:
            return None
        loops, choices = loops + ways.loops, choices * ways.choices
        if loops > _MOST_LOOPS or choices > _MOST_CHOICES:
            return None
    return Ways(loops, choices)


def _of_all(trees: Iterator[Any]) -> Ways | None:
    return next((ways_through(tree) for tree in trees), Ways())


def _of_branch(options: Any) -> Ways | None:
    ways_of_options = [ways_through(option) for option in options]
    known = [ways for ways in ways_of_options if ways is not None]
    if len(known) < len(ways_of_options):
        return None
    return Ways(max(ways.loops for ways in known), sum(ways.choices for ways in known))


def _of_repeat(least: Any, most: Any, body: Any) -> Ways | None:
    inner = ways_through(body)
    if inner is None:
        return None
    least, most = int(least), int(most)
    if most <= _FEW:
        choices = inner.choices**most * (most - least + 1)
        return Ways(inner.loops * most, choices)
    own = 0 if least == most else 1
    if inner == Ways():
        return Ways(own)
    if inner.choices == 1 and _is_parted(body):
        return Ways(inner.loops + own)
    return None


def _is_parted(body: Any) -> bool:
    """Whether each round of *body* contains a character that none of its loops matches."""
    try:
        marks = [test_of(*part) for part in _in_a_row(body) if part[0] in _MARKS]
        looped = [test_of(*part) for part in _looped(body)]
    except UndecidedError:
        return False
    return any(not any(share(mark, other) for other in looped) for mark in marks)


def _in_a_row(body: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of *body* that occur in each round."""
    for code, argument in body:
        if code is codes.SUBPATTERN:
            yield from _in_a_row(argument[-1])
        else:
            yield code, argument


def _looped(tree: Any, inside: bool = False) -> Iterator[tuple[Any, Any]]:
    """The parts of *tree* that match a character in a loop."""
    for code, argument in tree:
        repeats = code in _REPEATS
        inner = list(bodies(code, argument))
        for body in inner:
            yield from _looped(body, inside or repeats)
        if inside and not inner and code is not codes.AT:
            yield code, argument


def share(one: Callable[[str], bool], other: Callable[[str], bool]) -> bool:
    """Whether a character satisfies both conditions; those beyond Latin letters are not tried."""
    return any(one(char) and other(char) for char in map(chr, range(0x250)))


def bodies(code: Any, argument: Any) -> Iterator[Any]:
    """The subexpressions of one part."""
    if code is codes.SUBPATTERN:
        yield argument[-1]
    elif code is codes.BRANCH:
        yield from argument[1]
    elif code in (codes.ASSERT, codes.ASSERT_NOT):
        yield argument[1]
    elif code is codes.ATOMIC_GROUP:
        yield argument
    elif code in _REPEATS:
        yield argument[2]
