"""No test asserts how long something takes."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

HERE = Path(__file__).parent
CORPUS_TESTS = HERE.parent / "tests_corpus"
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time", "time_ns"}


def clock_assertions(source: str) -> Iterator[int]:
    """Lines of assertions that read a clock, patience that ends aside."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Assert):
            for part in ast.walk(node.test):
                if (
                    isinstance(part, ast.Call)
                    and isinstance(part.func, ast.Attribute)
                    and part.func.attr in CLOCKS
                    and isinstance(part.func.value, ast.Name)
                    and part.func.value.id == "time"
                ):
                    yield node.lineno


def test_the_finder_finds() -> None:
    source = "a = time.monotonic()\nassert time.monotonic() - a < 5\nassert limits.time() == 1\n"
    assert list(clock_assertions(source)) == [2]


def test_no_assertion_reads_a_clock() -> None:
    found = [
        f"{path.relative_to(HERE.parent)}:{line}"
        for path in sorted([*HERE.rglob("*.py"), *CORPUS_TESTS.rglob("*.py")])
        for line in clock_assertions(path.read_text("utf-8"))
    ]
    assert found == []
