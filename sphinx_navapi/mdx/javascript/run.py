"""The limits of one evaluation: its work, and what it may change."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TypeVar

from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.values import Value

#: Maximum nesting of code and calls, and maximum steps.
_MAX_DEPTH = 120
_MAX_STEPS = 60_000
#: Number of characters that count as a step.
_CHARACTERS = 50

_Made = TypeVar("_Made")


class Run(ABC):
    """The work of one evaluation, including all functions that it calls.

    It only changes what it created: pages may contain the same expression several times.

    :ivar depth: of the code that is being evaluated.
    :ivar calls: how many functions were called.
    """

    def __init__(self) -> None:
        self.depth = 0
        self.calls = 0
        self._steps: float = _MAX_STEPS
        self._made: dict[int, int] = {}
        self._oldest_change: float = math.inf

    def enter(self) -> None:
        """Count a step, one level deeper."""
        self.depth += 1
        if self.depth > _MAX_DEPTH:
            raise NotDataError
        self.spend(0)

    def spend(self, characters: float) -> None:
        """Count a step, and more for many *characters*."""
        self._steps -= 1 + characters / _CHARACTERS
        if self._steps < 0:
            raise NotDataError

    def made(self, value: _Made) -> _Made:
        """*value*, a string, an array or an object, which was just created."""
        if isinstance(value, str):
            self.spend(len(value))
        elif isinstance(value, list | dict):
            self.spend(len(value) * _CHARACTERS)
            self._made[id(value)] = self.calls
        return value

    def change(self, value: list[Value] | dict[str, Value]) -> None:
        """Note that *value* is about to change."""
        self.note_change(self._made.get(id(value), -1))

    def freeze(self, value: Value) -> None:
        """Prevent changes of *value*."""
        self._made.pop(id(value), None)

    def note_change(self, age: int) -> None:
        """Note that something changes that was created after *age* calls; -1: by another one."""
        if age < 0:
            raise NotDataError
        self._oldest_change = min(self._oldest_change, age)

    @contextmanager
    def without_changes(self) -> Iterator[None]:
        """Functions called inside only change what they create: how often does not matter."""
        before, start = self._oldest_change, self.calls
        self._oldest_change = math.inf
        yield
        if self._oldest_change <= start:
            raise NotDataError
        self._oldest_change = before

    @abstractmethod
    def call(self, function: Value, arguments: Sequence[Value]) -> Value:
        """The return value of *function*."""
