"""How many ways a matcher that tries one after another may have through an expression.

Such matchers are Python's and those of browsers. With a loop, the ways grow with the
text, with a loop beside it with its square; with one inside it there is no bound,
unless something between the rounds shows where each of them ends.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sphinx_navapi.openapi.schema.pattern_match import UndecidedError, test_of
from sphinx_navapi.openapi.schema.pattern_tree import codes

#: Repetitions that count as a few, to be multiplied.
_FEW: Final = 12

#: Bounds of the two numbers.
_MOST_LOOPS: Final = 6
_MOST_CHOICES: Final = 100_000

_REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)


#: Parts that take one of certain characters.
_MARKS = (codes.LITERAL, codes.IN)


@dataclass(frozen=True, slots=True)
class Ways:
    """A text of *n* characters has at most some ``n ** loops * choices`` ways."""

    loops: int = 0
    choices: int = 1


def ways_through(tree: Any) -> Ways | None:
    """The ways through the parsed expression *tree*; ``None`` where they grow without bound."""
    loops, choices = 0, 1
    for code, argument in tree:
        found: Ways | None
        if code in _REPEATS:
            found = _of_repeat(*argument)
        elif code is codes.BRANCH:
            found = _of_branch(argument[1])
        else:
            found = _of_all(bodies(code, argument))
        if found is None:
            return None
        loops, choices = loops + found.loops, choices * found.choices
        if loops > _MOST_LOOPS or choices > _MOST_CHOICES:
            return None
    return Ways(loops, choices)


def _of_all(trees: Iterator[Any]) -> Ways | None:
    return next((ways_through(tree) for tree in trees), Ways())


def _of_branch(options: Any) -> Ways | None:
    found = [ways_through(option) for option in options]
    known = [ways for ways in found if ways is not None]
    if len(known) < len(found):
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
    """Whether each round of *body* has a character that none of its loops takes."""
    try:
        marks = [test_of(*part) for part in _in_a_row(body) if part[0] in _MARKS]
        looped = [test_of(*part) for part in _looped(body)]
    except UndecidedError:
        return False
    return any(not any(_share(mark, other) for other in looped) for mark in marks)


def _in_a_row(body: Any) -> Iterator[tuple[Any, Any]]:
    """The parts of *body* that each round has."""
    for code, argument in body:
        if code is codes.SUBPATTERN:
            yield from _in_a_row(argument[-1])
        else:
            yield code, argument


def _looped(tree: Any, inside: bool = False) -> Iterator[tuple[Any, Any]]:
    """The parts of *tree* that take a character in a loop."""
    for code, argument in tree:
        repeats = code in _REPEATS
        inner = list(bodies(code, argument))
        for body in inner:
            yield from _looped(body, inside or repeats)
        if inside and not inner and code is not codes.AT:
            yield code, argument


def _share(one: Callable[[str], bool], other: Callable[[str], bool]) -> bool:
    return any(one(char) and other(char) for char in map(chr, range(0x250)))


def bodies(code: Any, argument: Any) -> Iterator[Any]:
    """The expressions inside one part of an expression."""
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
