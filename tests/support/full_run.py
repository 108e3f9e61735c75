"""What only the full run tests: more seeds, and the themes that are like another.

The ordinary run, `run.py test`, has one of each kind. With ``--full`` (`tox -e full`, or
`NAVAPI_CI=full .ci/run`), all of them run.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

#: Marks a test of the full run.
FULL = pytest.mark.full

#: Themes of the ordinary run: our own, and two that differ most from it and each other.
ORDINARY_THEMES = ("navapi", "furo", "pydata_sphinx_theme")
#: Of these, those in which the demo is built and looked at in a browser, which takes ten times as
#: long as a small build.
DEMO_THEMES = ORDINARY_THEMES[:2]

_full = False


def set_full(full: bool) -> None:
    """Choose the run, before tests are collected."""
    global _full  # noqa: PLW0603 (of the process, like the option of pytest that it repeats)
    _full = full


def amount(full: int, ordinary: int) -> int:
    """How many random examples a test tries in this run."""
    return full if _full else ordinary


def first(ordinary: int, values: Iterable[Any]) -> list[Any]:
    """Parameters of a test: in the ordinary run, only the first *ordinary*."""
    return [
        value if number < ordinary else _only_full(value) for number, value in enumerate(values)
    ]


def theme_params(values: Iterable[Any]) -> list[Any]:
    """Parameters of a test, themes or tuples that begin with one: see `ORDINARY_THEMES`."""
    return _of_themes(values, ORDINARY_THEMES)


def demo_theme_params(values: Iterable[Any]) -> list[Any]:
    """The same for the demo, and for tests in a browser: see `DEMO_THEMES`."""
    return _of_themes(values, DEMO_THEMES)


def _of_themes(values: Iterable[Any], themes: tuple[str, ...]) -> list[Any]:
    return [
        value if (value if isinstance(value, str) else value[0]) in themes else _only_full(value)
        for value in values
    ]


def _only_full(value: Any) -> Any:
    values = value if isinstance(value, tuple) else (value,)
    return pytest.param(*values, marks=FULL)
