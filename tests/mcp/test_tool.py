"""The arguments of a tool, and the size of its result."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.mcp.site_tools import TOOLS
from sphinx_navapi.mcp.tool import MOST_CHARACTERS, MOST_OF_ARGUMENT, ToolError, part_of

SEARCH = next(tool for tool in TOOLS if tool.name == "search")


@pytest.mark.parametrize(
    "given",
    [
        pytest.param({}, id="missing"),
        pytest.param({"query": None}, id="null"),
        pytest.param({"query": 7}, id="a number"),
        pytest.param({"query": ["a"]}, id="a list"),
        pytest.param({"query": "a", "path": "x"}, id="unknown"),
        pytest.param({"query": "a" * (MOST_OF_ARGUMENT + 1)}, id="too long"),
        pytest.param({"query": "a", "limit": 0}, id="too little"),
        pytest.param({"query": "a", "limit": 10**9}, id="too much"),
        pytest.param({"query": "a", "limit": True}, id="a truth value"),
        pytest.param({"query": "a", "limit": "5"}, id="text"),
    ],
)
def test_arguments_that_are_refused(given: dict[str, Any]) -> None:
    with pytest.raises(ToolError) as caught:
        SEARCH.check(given)
    assert str(caught.value).endswith(".")


def test_arguments_that_are_null_are_not_there() -> None:
    assert SEARCH.check({"query": "a", "limit": None}) == {"query": "a"}


def test_a_long_text_is_read_in_parts() -> None:
    text = "".join(f"line {number}\n" for number in range(10_000))
    read, offset, parts = "", 0, 0
    while True:
        part = part_of(text, offset)
        content, cut, _ = part.partition("\n[Cut at character ")
        assert len(content) <= MOST_CHARACTERS
        read += content
        parts += 1
        if not cut:
            break
        offset = len(read)
        assert part.endswith(f"call again with offset {offset}.]")
    assert read == text
    assert parts == -(-len(text) // (MOST_CHARACTERS - 20))


def test_a_text_without_lines() -> None:
    text = "x" * (MOST_CHARACTERS + 5)
    assert part_of(text, 0).startswith("x" * MOST_CHARACTERS + "\n[Cut")
    assert part_of(text, MOST_CHARACTERS) == "x" * 5


def test_an_offset_behind_the_end() -> None:
    assert part_of("", 0) == ""
    with pytest.raises(ToolError, match="has 3 characters"):
        part_of("abc", 3)
