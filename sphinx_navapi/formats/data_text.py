"""Shared by the readers of JSON and YAML: limits, faults and their positions."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

#: Levels of nesting. Real documents stay below 60; consumers may recurse over any
#: accepted value without meeting Python's own limit.
MAX_DEPTH: Final = 200


class TextError(Exception):
    """The text cannot be read. :ivar offset: character at which the error was detected."""

    def __init__(self, message: str, offset: int) -> None:
        super().__init__(message)
        self.offset = offset


class Fault(NamedTuple):
    """A part that was cut, or read differently than written, so that the rest is usable.

    :ivar offset: character position of the first of its kind; *times*: number of occurrences.
    """

    message: str
    offset: int
    times: int = 1

    def __str__(self) -> str:
        more = self.times - 1
        return f"{self.message} (and {more:,} more like it)" if more else self.message


#: Offset and path of every duplicate key of a text, in order.
RepeatedKeys = Sequence[tuple[int, list[str]]]


class Faults:
    """Collects faults, one of each kind."""

    def __init__(self) -> None:
        self._found: dict[str, Fault] = {}

    def add(self, message: str, offset: int, *, kind: str | None = None) -> None:
        """Add *message*, unless its *kind* (itself, if ``None``) is already there."""
        kind = message if kind is None else kind
        known = self._found.get(kind)
        self._found[kind] = (
            Fault(message, offset) if known is None else known._replace(times=known.times + 1)
        )

    def in_order(self) -> tuple[Fault, ...]:
        """One fault for each kind, in order of their first positions."""
        return tuple(sorted(self._found.values(), key=lambda fault: fault.offset))


class Entry(NamedTuple):
    """The position of a member of a mapping or list.

    :ivar key: offset of the key; of the item itself in a list.
    :ivar value: offset of the value.
    :ivar inside: what the reader needs to look into the value, ``None`` for a scalar.
    """

    key: int
    value: int
    inside: Any


class LineIndex:
    """The lines of a text, for looking up many positions.

    Only line feeds count as line ends, as in editors and compilers; YAML also counts characters
    that no editor treats as line ends.
    """

    __slots__ = ("_starts",)

    def __init__(self, text: str) -> None:
        self._starts = [0, *(match.end() for match in re.finditer("\n", text))]

    def position(self, offset: int) -> tuple[int, int]:
        """Line and column of the character at *offset*, both from 1."""
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1


def line_and_column(text: str, offset: int) -> tuple[int, int]:
    """Line and column of the character at *offset*, both from 1, as `LineIndex` counts."""
    return text.count("\n", 0, offset) + 1, offset - text.rfind("\n", 0, offset)
