"""No test asserts how long something takes."""

from __future__ import annotations

import ast
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from patience import PATIENCE, VARIABLE, read_patience

HERE = Path(__file__).parent
CORPUS_TESTS = HERE.parent / "tests_corpus"
CLOCKS = {"monotonic", "perf_counter", "process_time", "thread_time", "time", "time_ns"}


def clock_assertions(source: str) -> Iterator[int]:
    """Lines of assertions that read a clock, except for patience running out."""
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


def test_patience_is_long_unless_one_says_otherwise() -> None:
    assert read_patience({}) == read_patience({VARIABLE: ""}) == 300
    assert read_patience({VARIABLE: "0.5"}) == 0.5
    assert read_patience(os.environ) == PATIENCE
    assert read_patience({}, default=60) == 60


@pytest.mark.parametrize("value", ["ten", "0", "-1", "nan", "inf"])
def test_patience_is_a_number_of_seconds(value: str) -> None:
    with pytest.raises(ValueError, match=f"{VARIABLE} is '{value}': set it to a number of seconds"):
        read_patience({VARIABLE: value})


def test_tox_hands_patience_on_and_contributing_names_it() -> None:
    for name in ("tox.ini", "CONTRIBUTING.md"):
        assert VARIABLE in (HERE.parent / name).read_text("utf-8")
