"""Marks on lines of code: how comments and numbers set them, and that none is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.doctree.components.code import read_lines
from sphinx_navapi.doctree.components.fence_info import read_fence_info

CASES = value_cases(Path(__file__).parent / "cases" / "line_marks.yaml")
SIGNS = {"added": "+", "removed": "-"}


@pytest.mark.parametrize(("info", "code", "expected"), CASES["line_marks"])
def test_marks(info, code, expected):
    lines = read_lines(code, read_fence_info(info))
    shown = [
        " ".join([*(SIGNS.get(mark, mark) for mark in sorted(line.marks)), line.text])
        for line in lines
    ]
    assert "|".join(shown) == expected
