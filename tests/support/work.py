"""Work counted instead of timed: the same on a busy machine, and on a fast one."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from types import FrameType
from typing import Any, TypeVar
from unittest.mock import patch

Result = TypeVar("Result")


class Counter:
    """Lines of Python that were executed, and characters that regular expressions examined."""

    def __init__(self) -> None:
        self.units = 0

    def trace(self, _frame: FrameType, event: str, _argument: Any) -> Any:
        if event == "line":
            self.units += 1
        return self.trace


class CountingPattern:
    """A compiled pattern that adds the characters it has read to a counter.

    How far a failed `match` read is unknown and counts as one.
    """

    def __init__(self, pattern: re.Pattern[str], counter: Counter) -> None:
        self._pattern = pattern
        self._counter = counter

    def __getattr__(self, name: str) -> Any:
        return getattr(self._pattern, name)

    def _read(self, text: str, start: int, found: re.Match[str] | None, unknown: int) -> Any:
        self._counter.units += found.end() - start if found else unknown
        return found

    def match(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        return self._read(text, pos, self._pattern.match(text, pos, endpos), 1)

    def fullmatch(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        return self._read(text, pos, self._pattern.fullmatch(text, pos, endpos), 1)

    def search(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        rest = max(min(endpos, len(text)) - pos, 0)
        return self._read(text, pos, self._pattern.search(text, pos, endpos), rest)

    def finditer(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> Any:
        at = pos
        for found in self._pattern.finditer(text, pos, endpos):
            self._counter.units += found.end() - at
            at = found.end()
            yield found
        self._counter.units += max(min(endpos, len(text)) - at, 0)

    def sub(self, repl: Any, string: str, count: int = 0) -> str:
        self._counter.units += len(string)
        return self._pattern.sub(repl, string, count)

    def split(self, string: str, maxsplit: int = 0) -> list[Any]:
        self._counter.units += len(string)
        return self._pattern.split(string, maxsplit)

    def findall(self, text: str, pos: int = 0, endpos: int = sys.maxsize) -> list[Any]:
        self._counter.units += max(min(endpos, len(text)) - pos, 0)
        return self._pattern.findall(text, pos, endpos)


def in_own_thread(call: Callable[[], Result]) -> Result:
    """What *call* returns or raises in a separate thread.

    Counters of calls and lines are set per thread, and in the tests' own thread Playwright switches
    between stacks, which Python's counters do not survive.
    """
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(call).result()


def count_work(call: Callable[[], object], package: str = "sphinx_navapi") -> int:
    """Units of work of *call*: lines of Python, and characters read by regular expressions.

    Only patterns in modules of *package* are counted, and nothing inside other C functions.
    """
    counter = Counter()
    with ExitStack() as stack:
        for name, module in list(sys.modules.items()):
            if name.partition(".")[0] == package and module is not None:
                patterns = {
                    key: CountingPattern(value, counter)
                    for key, value in vars(module).items()
                    if isinstance(value, re.Pattern) and isinstance(value.pattern, str)
                }
                if patterns:
                    stack.enter_context(patch.multiple(module, **patterns))

        def traced() -> None:
            sys.settrace(counter.trace)
            call()

        in_own_thread(traced)
    return counter.units


#: Limit of `growth`: linear work, with room for one-time work and logarithms.
LINEAR = 1.5


def growth(call: Callable[[int], object], size: int, times: int = 4) -> float:
    """How many times more work *call* takes for *times* the *size*, divided by *times*.

    1 for linear work, *times* for quadratic work.
    """
    call(size)  # fill caches and do lazy imports first
    small = count_work(lambda: call(size))
    return count_work(lambda: call(size * times)) / small / times
