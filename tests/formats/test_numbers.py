"""Numbers keep the text in which they were written."""

from __future__ import annotations

import copy
import json
import pickle

import pytest

from sphinx_navapi.formats.data_file import parse_document
from sphinx_navapi.formats.numbers import (
    marshalled,
    read_float,
    read_integer,
    text_as_written,
    unmarshalled,
    write_json,
)


@pytest.mark.parametrize(
    "text", ["10.50", "1e-7", "1E+2", "-0.0", "12345678901234567890.123456789", "1.5", "0.1"]
)
def test_json_is_as_it_was_written(text: str) -> None:
    for source in (f'{{"a": [{text}]}}', f"a: [{text}]\n"):
        value = parse_document(source, None, "a").value
        assert write_json(value) == f'{{"a": [{text}]}}'
        assert json.loads(write_json(value, indent=1)) == {"a": [float(text)]}
        assert value["a"][0] + 1 == float(text) + 1


@pytest.mark.parametrize(
    ("text", "written"),
    [(".5", "0.5"), ("1.", "1.0"), ("+1.5", "1.5"), ("007", "7"), ("0x1F", "31"), ("0o17", "15")],
)
def test_what_only_yaml_writes_is_json(text: str, written: str) -> None:
    value = parse_document(f"[{text}]\n", None, "a.yaml").value
    assert write_json(value) == f"[{written}]"
    assert text_as_written(value[0]) == text


@pytest.mark.parametrize("value", ["10.50", True, None, [1.5]])
def test_only_numbers_have_another_text(value: object) -> None:
    assert text_as_written(value) == value


def test_a_text_that_looks_like_a_mark_is_a_text() -> None:
    assert write_json(["\x001.5"]) == '["\\u00001.5"]'


def test_copies_keep_the_text() -> None:
    value = {"a": [read_float("1.10"), read_integer("0x1F", 0), "x"], "b": (1).real}
    for copied in (
        copy.deepcopy(value),
        pickle.loads(pickle.dumps(value)),
        unmarshalled(marshalled(value)),
        unmarshalled(marshalled(value, 2)),
    ):
        assert copied == value
        assert [text_as_written(each) for each in copied["a"]] == ["1.10", "0x1F", "x"]
    assert unmarshalled(marshalled([1.5])) == [1.5]
    # Equal values have equal bytes, and another text other bytes.
    assert marshalled(read_float("1.10")) == marshalled(read_float("1.10"))
    assert marshalled(read_float("1.10")) != marshalled(read_float("1.1"))
