"""How an example is written and highlighted, by its media type and its value."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.content.body_examples import code_language, example_text


@pytest.mark.parametrize(
    ("media_type", "value", "text", "language"),
    [
        pytest.param("application/json", "a", '"a"', "json", id="text in JSON"),
        pytest.param("text/json; charset=utf-8", "a", '"a"', "json", id="the old name of JSON"),
        pytest.param("application/json", '{"a": 1}', '{"a": 1}', "json", id="JSON already"),
        pytest.param("*/*", {"a": 1}, '{\n  "a": 1\n}', "json", id="any type, an object"),
        pytest.param("application/*", [], "[]", "json", id="any application, an array"),
        pytest.param("*/*", "a", "a", "text", id="any type, a text"),
        pytest.param("application/json", [1e400], "[\n  null\n]", "json", id="no number of JSON"),
        pytest.param("application/json", ["\ud800"], '[\n  "\\ud800"\n]', "json", id="half a pair"),
        pytest.param("text/plain", "a", "a", "text", id="text"),
        pytest.param("application/atom+xml", "<a/>", "<a/>", "xml", id="XML"),
    ],
)
def test_text_of_an_example(media_type: str, value: Any, text: str, language: str) -> None:
    assert (example_text(value, media_type), code_language(value, media_type)) == (text, language)
