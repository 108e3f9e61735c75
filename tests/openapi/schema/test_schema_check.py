"""Whether a value matches a schema, as used for examples."""

from __future__ import annotations

from typing import Any

import pytest
from view_documents import at, constraints_of, make_registry

from sphinx_navapi.formats import lenient
from sphinx_navapi.openapi.schema import check
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.json_values import common_types
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import Direction


@pytest.mark.parametrize(
    ("value", "types", "expected"),
    [
        (2, "number", True), (2.5, "number", True), (2, "integer", True), (2.5, "integer", False),
        # A number without a fraction is an integer, however it is written (2020-12, 6.1.1).
        (2.0, "integer", True), (2.0, "number", True), (2.0, "string", False),
        (True, "integer", False), (True, "number", False), (2, ["string", "number"], True),
        (None, "integer", False), (2, [], True),
    ],
)  # fmt: skip
def test_types(value: Any, types: Any, expected: bool) -> None:
    registry = make_registry({"It": {"type": types}})
    checker = SchemaChecker(SchemaReader(registry.document))
    assert checker.conforms(value, at("It"), Direction.BOTH) is expected


@pytest.mark.parametrize(
    ("one", "other", "common"),
    [
        ({"number"}, {"integer"}, {"integer"}),
        ({"number", "string"}, {"integer", "string"}, {"integer", "string"}),
        ({"number", "integer"}, {"number"}, {"number"}),
        ({"number"}, {"string"}, set()),
        ({"integer"}, {"string"}, set()),
    ],
)
def test_types_that_both_allow(one: set[str], other: set[str], common: set[str]) -> None:
    assert common_types(frozenset(one), frozenset(other)) == common
    assert common_types(frozenset(other), frozenset(one)) == common


@pytest.mark.parametrize("turn", [1, -1])
def test_parts_of_which_one_narrows_a_number_are_merged(turn: int) -> None:
    """One of two layers says number, the other integer: that is no contradiction."""
    parts = [{"type": "number"}, {"type": "integer", "minimum": 3}][::turn]
    registry = make_registry({"It": {"allOf": parts}})
    view = registry.view(at("It"))
    assert constraints_of(view) == [("≥", "3")]
    assert view.types == ("integer",)
    assert view.of("variant") == ()


def test_only_values_with_parts_have_a_place(monkeypatch: pytest.MonkeyPatch) -> None:
    """Examples are mostly scalars: nothing is read for them but their own keywords."""
    flat = {f"p{number}": {"type": "integer", "minimum": 0} for number in range(30)}
    schema = {"type": "object", "properties": {**flat, "state": {"enum": ["a", "b"]}}}
    checker = SchemaChecker(SchemaReader(make_registry({"It": schema}).document))
    places: list[tuple[Any, ...]] = []

    def below(pointer: str, *keys: str) -> str:
        places.append(keys)
        return lenient.below(pointer, *keys)

    monkeypatch.setattr(check, "below", below)
    value = {**dict.fromkeys(flat, 1), "state": "a"}
    assert checker.conforms(value, at("It"), Direction.BOTH)
    assert places == [("properties", "state")]
    assert not checker.conforms({**value, "p7": -1}, at("It"), Direction.BOTH)
    assert not checker.conforms({**value, "state": "c"}, at("It"), Direction.BOTH)
