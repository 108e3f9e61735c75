"""Values of any type where one type was expected: kept unchanged, or empty."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.formats import lenient

#: One of each type that a file can contain, and which function keeps it; all others return nothing.
VALUES: list[tuple[Any, dict[str, Any]]] = [
    (None, {}),
    (True, {}),
    (False, {}),
    (0, {"as_count": 0, "as_number": 0}),
    (7, {"as_count": 7, "as_number": 7}),
    (-1, {"as_number": -1}),
    (2.0, {"as_count": 2, "as_number": 2.0}),
    (2.5, {"as_number": 2.5}),
    (float("inf"), {}),
    (float("nan"), {}),
    (2**999 - 1, {"as_count": 2**999 - 1, "as_number": 2**999 - 1}),
    (2**999, {"as_count": 2**999}),
    ("", {}),
    ("a", {"as_text": "a"}),
    ([], {"as_list": []}),
    (["b", 1, "a", "b", None], {"as_list": ["b", 1, "a", "b", None], "as_names": ("b", "a")}),
    ({}, {"as_mapping": {}}),
    ({"a": 1}, {"as_mapping": {"a": 1}}),
]
EMPTY = {
    "as_mapping": {}, "as_list": (), "as_text": None, "as_names": (), "as_count": None,
    "as_number": None,
}  # fmt: skip


@pytest.mark.parametrize("reader", EMPTY)
def test_what_is_kept(reader: str) -> None:
    for value, kept in VALUES:
        found = getattr(lenient, reader)(value)
        expected = kept.get(reader, EMPTY[reader])
        assert (found, type(found)) == (expected, type(expected)), value


def test_pointers() -> None:
    assert lenient.below("", "paths", "/a~b", "get", 0) == "/paths/~1a~0b/get/0"
    assert lenient.below("/x") == "/x"
