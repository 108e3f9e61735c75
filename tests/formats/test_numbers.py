"""Numbers keep the text in which they were written."""

from __future__ import annotations

import copy
import json
import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_navapi.formats.data_file import parse_document
from sphinx_navapi.formats.numbers import (
    WrittenFloat,
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


_SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
_VALUES = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner) | st.tuples(inner) | st.dictionaries(st.text(max_size=3), inner),
)


@given(_VALUES, st.sampled_from([None, 0, 1, 2]), st.booleans())
def test_other_values_are_written_as_by_json(value: object, indent: int | None, flag: bool) -> None:
    """With a number that has its own text, and without."""
    expected = json.dumps(value, indent=indent, ensure_ascii=flag)
    assert write_json(value, indent=indent, ensure_ascii=flag) == expected
    both = [value, WrittenFloat("1.50")]
    expected = json.dumps([value, "@"], indent=indent, ensure_ascii=flag)
    head, _, tail = expected.rpartition('"@"')
    assert write_json(both, indent=indent, ensure_ascii=flag) == f"{head}1.50{tail}"


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
