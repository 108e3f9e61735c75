from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sphinx.util.matching import compile_matchers

from sphinx_navapi.plan.source_pages import path_matcher

PATTERNS = [
    "_build", "**/x", "*.md", "a/**", "a?c", "[ab]*", "[!a]b", "**.rst", "a.b", "[", "x[", "[a-c]",
    "[!a-b]c", "a-c", "[a-]", "[a", "a]b", "[*]", "a**c", "[a.b]x", "?",
]  # fmt: skip
PATHS = [
    "_build", "x", "a/x", "a/b/x", "r.md", "d/r.md", "a/b", "abc", "a/c", "b", "ab", "cb", "a-c",
    "-", "cc", "a]b", "*", "a/b/c", "axc", "[a", ".x", "/",
]  # fmt: skip


@pytest.mark.parametrize("pattern", PATTERNS)
def test_as_sphinx(pattern: str) -> None:
    (judge,) = compile_matchers([pattern])
    matches = path_matcher([pattern])
    assert [path for path in PATHS if matches(path)] == [path for path in PATHS if judge(path)]


@given(
    st.lists(st.text("ab*?/.[]!-", max_size=6), max_size=3),
    st.text("ab/.-", max_size=6),
)
def test_never_fails(patterns: list[str], path: str) -> None:
    assert path_matcher(patterns)(path) in {True, False}


def test_no_pattern_matches_nothing() -> None:
    assert not path_matcher([])("a")
