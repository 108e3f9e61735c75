"""Fingerprints depend only on values, and follow every reference."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.fingerprint import Fingerprinter, reached_pointers

#: Ordinary texts, and some that look like the input of a fingerprint.
TEXTS = st.one_of(
    st.text(max_size=12),
    st.builds("#/{}".format, st.text(max_size=300)),
    st.builds("u{}\0#/{}".format, st.text(min_size=3, max_size=3), st.text(max_size=5)),
    st.sampled_from(
        ["operationId", "u\x0b\0\0\0operationIdu", "u\x05\0\0\0#/é", "\ud800", "#/\ud800"]
    ),
)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | TEXTS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=20,
)


def document_of(root: dict[str, Any]) -> OpenApiDocument:
    return OpenApiDocument(name="d", version=(3, 1), root=root, operations=())


def texts_in(value: Any) -> set[str]:
    """Every text in *value*, keys included."""
    if isinstance(value, dict):
        return {*value, *(text for inner in value.values() for text in texts_in(inner))}
    if isinstance(value, list):
        return {text for inner in value for text in texts_in(inner)}
    return {value} if isinstance(value, str) else set()


@given(VALUES)
def test_every_text_that_may_be_a_reference_is_followed(value: Any) -> None:
    expected = {text.removeprefix("#") for text in texts_in(value) if text.startswith("#/")}
    assert reached_pointers(document_of({}), [value]) >= expected


@given(st.dictionaries(TEXTS, VALUES, max_size=4))
def test_equal_values_have_one_fingerprint(value: dict[str, Any]) -> None:
    # When read from a text, no two parts are the same object, and no text is interned.
    again = json.loads(json.dumps(value))
    shared = {"a": value, "b": value}
    apart = {"a": again, "b": json.loads(json.dumps(value))}
    first, second = (
        Fingerprinter(document_of({}), {}).values([each], []) for each in (shared, apart)
    )
    assert first == second


@pytest.mark.parametrize("length", [1, 254, 255, 256, 70_000])
def test_long_names_are_followed(length: int) -> None:
    name = "n" * length
    components = {name: {"$ref": "#/components/schemas/Last"}, "Last": {"type": "string"}}
    document = document_of({"components": {"schemas": components}})
    value = {"$ref": f"#/components/schemas/{name}"}
    assert reached_pointers(document, [value]) == {
        f"/components/schemas/{name}",
        "/components/schemas/Last",
    }


def test_values_of_other_types_count_as_what_is_written_of_them() -> None:
    class Text(str):
        """As Python code may create it in a document."""

        __slots__ = ()

    value = {"type": Text("string"), "$ref": Text("#/a")}
    plain = {"type": "string", "$ref": "#/a"}
    first, second = (
        Fingerprinter(document_of({}), {}).values([each], []) for each in (value, plain)
    )
    assert first == second
