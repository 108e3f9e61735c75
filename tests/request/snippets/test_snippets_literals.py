"""Which bodies and queries are literals of a language; `test_samples_run` sends them."""

import pytest
from sample_cases import FIELDS, VALUES, value_cases

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.literals import fields_of, json_body

#: Bodies that a literal would not send as they are.
NO_VALUES = {
    "half", "minus-zero", "needless-escapes", "not-json", "nan", "null", "number", "text", "twice",
    "exponent", "small", "zeros", "digits",
}  # fmt: skip
#: Those that only Python and Ruby can represent.
WIDE = {"big", "one"}


@pytest.mark.parametrize("name", VALUES)
def test_what_is_a_value(name):
    request = value_cases()[f"{name}-json"]
    assert bool(json_body(request, 2)) is (name not in NO_VALUES | WIDE)
    assert bool(json_body(request, 2, is_wide=True)) is (name not in NO_VALUES)


@pytest.mark.parametrize(
    ("number", "kept"),
    [
        ("0", "both"), ("-7", "both"), ("10", "both"), ("0.5", "both"), ("-0.0001", "both"),
        ("123456789012345", "both"), ("1234567.1234567", "both"),
        ("1234567890123456", "wide"), ("-12345678901234567890", "wide"), ("12.0", "wide"),
        ("-0", ""), ("-0.0", "wide"), ("12.50", ""), ("1e3", ""), ("1E3", ""), ("0.00001", ""),
        ("0.123456789012345", ""), ("1" + "0" * 60, ""),
    ],
)  # fmt: skip
def test_numbers_that_are_written_as_they_stand(number, kept):
    request = _json(f"[{number}]")
    assert bool(json_body(request, 2)) is (kept == "both")
    assert bool(json_body(request, 2, is_wide=True)) is bool(kept)


def test_short_lists_stand_on_a_line():
    text = '{"a":[1,"],["],"b":[[],["x"]],"c":["' + "y" * 60 + '"],"d":{}}'
    assert json_body(_json(text), 1).split("\n") == [
        "{",
        ' "a": [1, "],["],',
        ' "b": [',
        "  [],",
        '  ["x"],',
        " ],",
        ' "c": [',
        '  "' + "y" * 60 + '",',
        " ],",
        ' "d": {},',
        "}",
    ]


def test_only_json_is_a_value():
    assert json_body(HttpRequest(method="POST", url="https://a.example", body="{}"), 2) == ""
    assert json_body(_json("{}", "text/plain"), 2) == ""
    assert json_body(_json("{}", "application/problem+json; a=b"), 2) == "{}"


def test_which_fields_are_values():
    found = {name for name, text in FIELDS.items() if fields_of(text)}
    assert found == {"space", "blank", "brackets", "numbers", "proto", "zeros", "encoded"}
    assert fields_of("a%3Db=c%26d%2B&e=") == [("a=b", "c&d+"), ("e", "")]
    assert fields_of("") == []


def _json(body, kind="application/json"):
    return HttpRequest(
        method="POST", url="https://a.example", headers=(("Content-Type", kind),), body=body
    )
