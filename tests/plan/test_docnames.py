from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.plan.docnames import (
    MAX_SEGMENT_BYTES,
    folder,
    schema_segment,
    slug,
    title_from_name,
)

CASES = value_cases(Path(__file__).parent / "cases" / "slug.yaml")


@pytest.mark.parametrize(
    ("function", "given", "expected"),
    [
        pytest.param(function, *row, id=f"{function.__name__}-{row[0]!a}")
        for function in (slug, folder, schema_segment, title_from_name)
        for row in CASES[function.__name__]
    ],
)
def test_names(function: Callable[[str], str], given: str, expected: str) -> None:
    assert function(given) == expected


def test_long_names_fit_a_file_system() -> None:
    assert len(slug("ä" * 500).encode()) <= MAX_SEGMENT_BYTES
    assert slug("word " * 100).endswith("-word")
