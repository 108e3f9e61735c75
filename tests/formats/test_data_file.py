"""JSON and YAML as plain values, positions of their parts, and malicious input."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest
import yaml
from case_files import value_cases

from sphinx_navapi.diagnostics import Place
from sphinx_navapi.formats import data_json, data_yaml
from sphinx_navapi.formats.data_file import (
    MAX_BYTES,
    MAX_YAML_BYTES,
    DataFault,
    DataFileError,
    escape_pointer,
    parse_data,
    read_data,
    read_places,
    unescape_pointer,
)
from sphinx_navapi.formats.data_text import MAX_DEPTH

POSITIONS = value_cases(Path(__file__).parent / "cases" / "positions.yaml")


def value_of(text: str, name: str = "x.yaml", **options: bool) -> Any:
    return parse_data(text, name, **options).value


def error_of(text: str, name: str = "x.yaml", **options: bool) -> DataFileError:
    with pytest.raises(DataFileError) as caught:
        parse_data(text, name, **options)
    return caught.value


# ---------------------------------------------------------------- values


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("true", True),
        ("FALSE", False),
        ("null", None),
        ("~", None),
        ("", None),
        ("12", 12),
        ("-7", -7),
        ("+3", 3),
        ("017", 17),
        ("0o17", 15),
        ("0x1F", 31),
        ("1.5", 1.5),
        ("1e3", 1000.0),
        (".5", 0.5),
        ("1.", 1.0),
        # booleans, dates, times and groups of digits are only in YAML 1.1
        ("yes", "yes"),
        ("no", "no"),
        ("on", "on"),
        ("2024-01-01", "2024-01-01"),
        ("18:00", "18:00"),
        ("1_000", "1_000"),
        ("0b1", "0b1"),
        # not a JSON value
        (".inf", ".inf"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("NaN", "NaN"),
        # quoted and tagged
        ("'12'", "12"),
        ('"true"', "true"),
        ("!!str 12", "12"),
        ("!!int '12'", 12),
        ("! 12", "12"),
        ("!custom 12", "12"),
        ("!!python/object:os.system ls", "ls"),
        ("!!binary aGk=", "aGk="),
    ],
)
def test_yaml_scalars_follow_the_core_schema(written: str, expected: object) -> None:
    found = value_of(f"key: {written}\n")["key"]
    assert found == expected
    assert isinstance(found, type(expected))
    assert isinstance(found, bool) == isinstance(expected, bool)


@pytest.mark.parametrize(
    "key", ["200", "no", "yes", "true", "null", "2024-01-01", "1.0", "__proto__", "0x1F"]
)
def test_yaml_keys_are_the_text_that_is_written(key: str) -> None:
    assert value_of(f"{key}: {{{key}: 1}}\n") == {key: {key: 1}}


def test_yaml_merge_keys() -> None:
    text = """
base: &base {x: 1, y: 2}
more: &more {y: 9, z: 3}
one: {<<: *base, y: 5}
list: {y: 5, <<: [*base, *more]}
quoted: {"<<": *base}
scalar: {<<: 4}
both: {<<: [*base, *more]}
other: {<<: [*more, *base]}
"""
    value = value_of(text)
    assert value["one"] == {"x": 1, "y": 5}
    assert value["list"] == {"x": 1, "y": 5, "z": 3}
    assert value["quoted"] == {"<<": {"x": 1, "y": 2}}
    assert value["scalar"] == {"<<": 4}
    # "Keys in mapping nodes earlier in the sequence override keys specified in later" ones.
    assert value["both"] == {"x": 1, "y": 2, "z": 3}
    assert value["other"] == {"x": 1, "y": 9, "z": 3}
    data = parse_data(text, "x.yaml")
    assert [data.place(f"/{name}/y").line for name in ("both", "other", "one")] == [2, 3, 4]


@pytest.mark.parametrize(
    "written",
    [
        "!!null ~", "!!bool true", "!!int 1", "!!float 1.5", "!!str 1", "!!map {}", "!!seq []",
        "!!binary aGk=", "!!timestamp 2024-01-01", "!!set {a}", "!!omap [a: 1]", "!!pairs [a: 1]",
        "!!merge <<", "! 1",
    ],
)  # fmt: skip
def test_the_tags_of_yaml_say_nothing_new(written: str) -> None:
    """The tags in YAML's repository whose types JSON supports."""
    assert parse_data(f"a: {written}\n", "x.yaml").faults == ()


@pytest.mark.parametrize("inside", [1, 2, 5])
@pytest.mark.parametrize("levels", [MAX_DEPTH, MAX_DEPTH + 1])
def test_an_alias_is_as_deep_as_what_it_stands_for(inside: int, levels: int) -> None:
    around = levels - inside - 1  # the mapping is one itself
    named = "[" * inside + "]" * inside
    alias = f"a: &a {named}\nb: {'[' * around}*a{']' * around}\n"
    written = f"a: {named}\nb: {'[' * around}{named}{']' * around}\n"
    for text in (alias, written):
        faults = parse_data(text, "x.yaml").faults
        assert len(faults) == levels - MAX_DEPTH
        assert all(str(MAX_DEPTH) in fault.message for fault in faults)


def test_yaml_aliases_stand_for_their_anchor_also_as_keys() -> None:
    assert value_of("a: &n 200\nb: *n\n*n : c\n") == {"a": 200, "b": 200, "200": "c"}


def test_yaml_without_the_c_loader_reads_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    text = 'a: [1, "é", &x {no: ~}, *x]\nb: |\n  text\n200: 0o7\n'
    expected = value_of(text)
    monkeypatch.setattr(data_yaml, "_LOADER", yaml.SafeLoader)
    assert value_of(text) == expected
    assert parse_data(text, "x.yaml").place("/a/2/no").column == 21
    assert "not YAML" in str(error_of("a: [1\nb: 2"))


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("a: 1", "x.yml", {"a": 1}),
        ("a: 1", "x", {"a": 1}),
        ('{"a": 1}', "x", {"a": 1}),
        ('{"a": 1}', "x.yaml", {"a": 1}),
        ("{a: 1}", "x.yaml", {"a": 1}),
        ("\ufeffa: 1", "x.yaml", {"a": 1}),
        ('\ufeff{"a": 1}', "x.json", {"a": 1}),
        ('{"a": 1, "a": 2}', "x.json", {"a": 2}),
        ("a: 1\na: 2", "x.yaml", {"a": 2}),
        ("", "x.yaml", None),
        ('{"__proto__": {"a": 1}}', "x.json", {"__proto__": {"a": 1}}),
    ],
)
def test_form_is_reported_by_name_and_first_character(
    text: str, name: str, expected: object
) -> None:
    assert value_of(text, name) == expected


def test_relaxed_json_keeps_strings_and_positions() -> None:
    text = '{\n "a": "// no, ]", // yes\n "b": [1, /* two\n lines, ] */ {"c": 3,},],\n}'
    data = parse_data(text, "docs.json", relaxed=True)
    assert data.value == {"a": "// no, ]", "b": [1, {"c": 3}]}
    place = data.key_place("/b/1/c")
    assert (place.line, place.column) == (4, 15)
    assert "not JSON" in str(error_of(text, "docs.json"))


@pytest.mark.parametrize(
    ("escaped", "expected"),
    [
        (r"\ud83d\ude00", "😀"),
        (r"\ud83d", "\ufffd"),
        (r"\ude00", "\ufffd"),
        (r"\ud83d\ud83d\ude00", "\ufffd😀"),
        (r"\\ud83d", r"\ud83d"),
        (r"\\\ud83d", "\\\ufffd"),
    ],
)
def test_half_a_surrogate_pair_can_be_written_to_a_file(escaped: str, expected: str) -> None:
    found = value_of(f'{{"a": "{escaped}"}}', "x.json")["a"]
    assert found == expected
    found.encode("utf-8")


# ---------------------------------------------------------------- positions

YAML = """\
# a comment
base: &base
  x: 1
list:
  - a: 1
    "é b": two
  - 7
own: {<<: *base, y: 5}
"""


JSON = """\
{
  "a/b": {"m~n": [10, {"c": null}]},
  "t": "x"
}
"""


@pytest.mark.parametrize(
    ("suffix", "pointer", "value", "key"),
    [(suffix, *row) for suffix, rows in POSITIONS.items() for row in rows],
)
def test_positions(suffix: str, pointer: str, value: list[int], key: list[int]) -> None:
    data = parse_data({"yaml": YAML, "json": JSON}[suffix], f"x.{suffix}")
    place, key_place = data.place(pointer), data.key_place(pointer)
    assert [place.line, place.column] == value
    assert [key_place.line, key_place.column] == key
    assert place.file == f"x.{suffix}"
    assert place.pointer == pointer


def test_every_json_position_holds_its_value() -> None:
    """Another way to the same positions: parsing the text there returns the value."""
    value = {"a": [1, {"b": [], "c": {}}, "x, ]"], "d\\": {"": True, "é": [[2.5]]}}
    text = json.dumps(value, indent=3, ensure_ascii=False)
    data = parse_data(text, "x.json")
    lines = text.splitlines(keepends=True)
    pending: list[tuple[str, Any]] = [("", value)]
    count = 0
    while pending:
        pointer, expected = pending.pop()
        place = data.place(pointer)
        assert place.line is not None
        assert place.column is not None
        rest = "".join(lines[place.line - 1 :])[place.column - 1 :]
        assert json.JSONDecoder().raw_decode(rest)[0] == expected
        count += 1
        if isinstance(expected, dict):
            pending += [(f"{pointer}/{escape_pointer(k)}", v) for k, v in expected.items()]
        elif isinstance(expected, list):
            pending += [(f"{pointer}/{i}", v) for i, v in enumerate(expected)]
    assert count == 12


def test_lines_are_those_of_an_editor() -> None:
    data = parse_data('a: "x\u2028y"\nb: 1\n', "x.yaml")
    assert data.key_place("/b").line == 2


@pytest.mark.parametrize("key", ["a/b", "~", "~1", "", "a~0/b"])
def test_pointer_segments_come_back(key: str) -> None:
    assert unescape_pointer(escape_pointer(key)) == key


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("a: 1\nb: {c: [1, {d: 1, d: 2}]}\na: 2\n", "x.yaml", ["2:19 /b/c/1/d", "3:1 /a"]),
        ("a: &a {x: 1}\nb: {<<: *a, x: 2}\n", "x.yaml", []),
        ('{"a": 1,\n "b/": [1, {"d": [","], "d": "}"}],\n "a": {}}', "x.json",
         ["2:25 /b~1/1/d", "3:2 /a"]),
        ('{"a": {"a": ["a", "a"]}, "b": "a"}', "x.json", []),
        ('{"a": 1, "\\u0061": 2}', "x.json", ["1:10 /a"]),
        ("{}", "x.json", []),
        ('"a"', "x.json", []),
    ],
)  # fmt: skip
def test_keys_that_stand_twice(text: str, name: str, expected: list[str]) -> None:
    found = parse_data(text, name).repeated_keys()
    assert [f"{place.line}:{place.column} {place.pointer}" for place in found] == expected


def test_keys_that_stand_twice_in_relaxed_json() -> None:
    text = '{"a": 1, /* "a": 2, */ "b": 2, // "a"\n "a": 3,}'
    (place,) = parse_data(text, "docs.json", relaxed=True).repeated_keys()
    assert (place.line, place.column) == (2, 2)


# ---------------------------------------------------------------- what is refused


@pytest.mark.parametrize(
    ("text", "name", "line", "column", "says"),
    [
        ('{"a": 1,\n "b" 2}', "x.json", 2, 6, "not JSON"),
        ("", "x.json", 1, 1, "not JSON"),
        ("a: b\n c: d: e", "x.yaml", 2, 3, "not YAML"),
        ("a: 1\nb: \x01", "x.yaml", 2, 4, "not YAML"),
    ],
)
def test_faults_have_a_place(text: str, name: str, line: int, column: int, says: str) -> None:
    error = error_of(text, name)
    assert (error.place.file, error.place.line, error.place.column) == (name, line, column)
    assert says in str(error)
    assert "\n" not in str(error)


@pytest.mark.parametrize(
    ("text", "column", "says"),
    [
        (" ", 1, "the file is empty"),
        ('{"a": 1 "b": 2}', 9, "a comma is missing before this"),
        ('{"a" 1}', 6, "a colon is missing before this"),
        ("{'a': 1}", 2, 'use double quotation marks, "…", instead of \''),
        ('{"a": “b”}', 7, "instead of “"),
        ("/* a", 1, "the comment that begins here is not closed: add */"),
        ('{"a": [1, 2}', 7, "the [ here is not closed: add ] before the } on line 1"),
        ('{"a": [1, 2]', 1, "the { here is not closed: add }"),
        ('{"a":', 1, "the { here is not closed: add }"),
        ('{"a": "b\n}', 7, "the quotation mark here is not closed in its line"),
        ('{"a": "b\n, "c": 1}', 7, "the quotation mark here is not closed in its line"),
        ('{"a": "b', 7, "the quotation mark here is not closed: add another one"),
        ('{"a": "b\tc"}', 9, r"write \t"),
        (r'{"a": "C:\d"}', 10, "a backslash in a string is written twice"),
        ('{"a": True}', 7, "write true instead of True"),
        ('{"a": None}', 7, "write null instead of None"),
        ("{a: 1}", 2, 'a key needs quotation marks: "a"'),
        ('{"a": b}', 7, 'a string needs quotation marks: "b"'),
        ('{"a": }', 7, "a value is missing here"),
        ('{"a": [,1]}', 8, "there is nothing before this comma: remove it"),
        ('{"a": .5}', 7, "a number starts with a digit or -"),
        ('{"a": 01}', 7, "a number may not start with 0"),
        ("<html>", 1, "this is HTML or XML"),
        ('{"a": 1}}', 9, "the value ends before this: remove the rest"),
    ],
)
def test_mistakes_in_json_say_what_to_write(text: str, column: int, says: str) -> None:
    error = error_of(text, "x.json")
    assert (error.place.column, says in str(error)) == (column, True), str(error)


@pytest.mark.parametrize("is_pure", [False, True])
@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("a: b: c\n", 1, "quote a text that contains `: `"),
        ("a: b\n  c: d\n", 2, "or indent this line like the others of its level"),
        ("a:\n\tb: 1\n", 2, "use spaces instead of the tab"),
        ('a: "b\n', 1, "add another quotation mark"),
        ("a: {b\n", 1, "add }"),
        ("a: [b\nc: d\n", 1, "add ]"),
        ("a: @b\n", 1, "put the text in quotation marks if it begins with this character"),
        ("a: 'It's'\n", 1, "with the other kind of quotation marks"),
        ("a:\n  b: 1\n c: 2\n", 3, "indent the keys or items of one level alike"),
        ("a b\nc: d\n", 1, "write `key: value`, with a space after the colon"),
        ("a:b\nc: d\n", 1, "write `key: value`, with a space after the colon"),
        ('a: "C:\\d"\n', 1, "a backslash is written twice"),
    ],
)
def test_mistakes_in_yaml_say_what_to_write(
    text: str, line: int, says: str, is_pure: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_pure:
        monkeypatch.setattr(data_yaml, "_LOADER", yaml.SafeLoader)
    error = error_of(text)
    assert (error.place.line, says in str(error)) == (line, True), str(error)


def only_fault(text: str, name: str) -> DataFault:
    (fault,) = parse_data(text, name).faults
    return fault


@pytest.mark.parametrize(
    ("text", "name", "value", "line", "column", "says"),
    [
        ('{"a": "NaN",\n "b": [NaN]}', "x.json", {"a": "NaN", "b": [None]}, 2, 8, "NaN"),
        ('{"a": -Infinity}', "x.json", {"a": None}, 1, 7, "-Infinity"),
        ('{"a": 1,\n "b": -1e999}', "x.json", {"a": 1, "b": None}, 2, 7, "-1e999"),
        (f'{{"a": {"9" * 5000}, "b": 1}}', "x.json", {"a": None, "b": 1}, 1, 7, "9999"),
        ("[NaN, 1, NaN, 1e999]", "x.json", [None, 1, None, None], 1, 2, "and 2 more like it"),
        ("a: 1\n---\nb: 1", "x.yaml", {"a": 1}, 2, 1, "more than one YAML document"),
        ("a: &a\n  b: *a", "x.yaml", {"a": {"b": None}}, 2, 6, "cycle"),
        ("a: &a [1, *a]", "x.yaml", {"a": [1, None]}, 1, 11, "cycle"),
        ("a: *b\nc: 1", "x.yaml", {"a": None, "c": 1}, 1, 4, "no anchor"),
        ("a: 1\n? [x, y]\n: z\nb: 2", "x.yaml", {"a": 1, "b": 2}, 2, 3, "a key that is"),
        ("a: 1\n? [x, {y: z}]\n: [z, {}]\nb: 2", "x.yaml", {"a": 1, "b": 2}, 2, 3, "a key that"),
        ("a: &l [x]\n*l : z\nb: 2", "x.yaml", {"a": ["x"], "b": 2}, 2, 1, "a key that is"),
        ("a: {{ b }}\nc: 1", "x.yaml", {"a": {}, "c": 1}, 1, 5, "quote text"),
        ("a: !include b.yaml\nc: !env [D, !x 1]", "x.yaml", {"a": "b.yaml", "c": ["D", "1"]},
         1, 4, "unknown YAML tag !include ignored"),
        ("a: !py/o {b: 1}", "x.yaml", {"a": {"b": 1}}, 1, 4, "!py/o"),
    ],
)  # fmt: skip
def test_parts_that_are_cut(
    text: str, name: str, value: object, line: int, column: int, says: str
) -> None:
    fault = only_fault(text, name)
    assert (fault.place.file, fault.place.line, fault.place.column) == (name, line, column)
    assert says in fault.message
    assert parse_data(text, name).value == value


def test_tags_that_say_what_a_value_is_anyway() -> None:
    text = "a: !!str 1\nb: !!int '2'\nc: !!map {}\nd: ! x\ne: !!timestamp 2001-01-01"
    data = parse_data(text, "x.yaml")
    assert data.faults == ()
    assert data.value == {"a": "1", "b": 2, "c": {}, "d": "x", "e": "2001-01-01"}


def test_places_around_what_was_cut() -> None:
    deep = "[" * 300 + "\n" + "]" * 300
    text = f'{{"a": {deep}, "n": {"9" * 5000},\n "b": [NaN, 5]}}'
    data = parse_data(text, "x.json")
    assert data.value["b"] == [None, 5]
    assert str(data.place("/b/1")) == "x.json:3:13"
    assert str(data.place("/a/0/0")) == "x.json:1:9"
    assert [fault.place.line for fault in data.faults] == [1, 2]
    deep = "[" * 300 + "x" + "]" * 300
    data = parse_data(f"a: {deep}\n? [k]\n: v\nb: [1, 2]\n", "x.yaml")
    assert data.value["b"] == [1, 2]
    assert str(data.place("/b/1")) == "x.yaml:4:8"
    assert str(data.place("/a/0/0")) == "x.yaml:1:6"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[" * 100_000 + "]" * 100_000, "x.json"),
        ('{"a":' * 100_000 + "1" + "}" * 100_000, "x.json"),
        ('{"a":' * 250 + "1" + "}" * 250, "x.json"),
        ("a: " + "[" * 899 + "]" * 899, "x.yaml"),
        ("- " * 900 + "a", "x.yaml"),
        ("".join(f"{' ' * depth}a:\n" for depth in range(900)), "x.yaml"),
        ("{a: " * 900 + "1" + "}" * 900, "x.yaml"),
    ],
    ids=["lists", "objects", "a few too many", "flow", "block", "mappings", "flow mappings"],
)
def test_endless_nesting(text: str, name: str) -> None:
    fault = only_fault(text, name)
    assert "nested more than 200 levels" in fault.message
    assert fault.place.line is not None


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("[" * 100_000, "x.json"),
        ('{"a":' * 100_000, "x.json"),
        ("[" * 300 + "}" * 300, "x.json"),
    ],
)
def test_endless_nesting_that_is_not_even_read(text: str, name: str) -> None:
    error_of(text, name)


@pytest.mark.parametrize("levels", [901, 999, 1_000, 1_001, 1_100, 100_000])
@pytest.mark.parametrize(
    ("opening", "closing"),
    [("[a, ", "]"), ("[a,\n", "]"), ("{a: ", "}"), ("- ", ""), ("? ", "")],
    ids=["lists", "lists of lines", "mappings", "block", "keys"],
)
def test_yaml_that_nests_too_deeply_to_be_read(opening: str, closing: str, levels: int) -> None:
    """One error for every version of libyaml: some refuse 1,000 levels, others none."""
    error = error_of(opening * levels + "1" + closing * levels, "x.yaml")
    assert "nested more than 900 levels deep" in str(error)
    assert error.place.line is not None


def test_nesting_as_deep_as_allowed() -> None:
    for text, name in (("[" * 200 + "]" * 200, "x.json"), ("[" * 200 + "1" + "]" * 200, "x.yaml")):
        assert parse_data(text, name).faults == ()
    only_fault("[" * 201 + "]" * 201, "x.json")
    only_fault("[" * 201 + "1" + "]" * 201, "x.yaml")


def test_alias_bomb() -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 10)]
    error = error_of("\n".join(lines))
    assert "aliases expand to more than 1,000,000 values" in str(error)
    assert error.place.line == 6


def test_aliases_add_to_the_depth() -> None:
    nested = "[" * 150
    closed = "]" * 150
    text = f"a: &a {nested}x{closed}\nb: {nested}*a{closed}\n"
    fault = only_fault(text, "x.yaml")
    assert "nested more than 200 levels" in fault.message
    assert fault.place.line == 2


def test_more_values_than_yaml_may_hold(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(data_yaml, "MAX_VALUES", 100)
    assert len(value_of("\n".join(f"- {n}" for n in range(99)))) == 99
    error = error_of("\n".join(f"- {n}" for n in range(200)))
    assert "convert it to JSON" in str(error)


def test_yaml_past_its_size() -> None:
    error = error_of("a: " + "x" * MAX_YAML_BYTES)
    assert "16.0 MiB" in str(error)
    assert "convert it to JSON" in str(error)


def test_json_of_many_values_is_refused_before_it_is_parsed() -> None:
    error = error_of("[" + "{}," * 4_000_000 + "{}]", "x.json")
    assert "MiB of memory" in str(error)


# ---------------------------------------------------------------- files


def test_files_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "x.yaml"
    path.write_bytes(b"\xef\xbb\xbfa: 1\n")
    data = read_data(path, "docs/x.yaml")
    assert data.value == {"a": 1}
    assert str(data.place("/a")) == "docs/x.yaml:1:4"


def test_files_in_another_encoding(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    path.write_bytes('{\n "a": "é"}'.encode("latin-1"))
    data = read_data(path, "x.json")
    assert data.value == {"a": "\ufffd"}
    (fault,) = data.faults
    assert (str(fault.place), "not UTF-8" in fault.message) == ("x.json:2:8", True)
    with pytest.raises(DataFileError, match="not UTF-8") as caught:
        read_data(path, "x.json", relaxed=True)
    assert str(caught.value.place) == "x.json:2:8"


@pytest.mark.parametrize(
    "content", ['{"a": "é"}'.encode("utf-16"), '{"a": 1}'.encode("utf-16-le"), b'{"a": "\xe9']
)
def test_files_of_which_no_part_can_be_read(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(content)
    with pytest.raises(DataFileError):
        read_data(path, "x.json")


def test_files_that_are_none(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError):
        read_data(tmp_path / "missing.json", "missing.json")
    with pytest.raises(FileNotFoundError):
        read_data(tmp_path / "missing" / "x.json", "missing/x.json")
    with pytest.raises(DataFileError, match="is not a file"):
        read_data(tmp_path, "folder")
    with pytest.raises(DataFileError, match="cannot be read"):
        read_data(Path("a\0b"), "x")
    pipe = tmp_path / "pipe.json"
    os.mkfifo(pipe)
    with pytest.raises(DataFileError, match="is not a file"):
        read_data(pipe, "pipe.json")


def test_files_past_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "x.json"
    with path.open("wb") as stream:
        stream.truncate(MAX_BYTES + 1)
    with pytest.raises(DataFileError, match="64 MiB"):
        read_data(path, "x.json")


@pytest.mark.parametrize("word", ["", "~", "null", "Null", "NULL"])
def test_every_word_for_nothing_in_yaml(word: str) -> None:
    assert value_of(f"a: {word}\nb: 1\n") == {"a": None, "b": 1}


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.json", '{"a": 1,\n "b": [{"c": 2},\n {"d": [3]}]}'),
        ("a.yaml", '{"a": 1,\n "b": [{"c": 2},\n {"d": [3]}]}'),
        ("a.yaml", '{"a": 1, # one\n "b": [{"c": 2},\n {"d": [3]}]}'),
        ("a.yaml", "a: 1\nb:\n- c: 2\n- d: [3]\n"),
        ("a.json", '\ufeff{"a": NaN,\n "b": [{"c": "\\ud800"},\n {"d": [3]}]}'),
        ("a.json", '{"a": ' + "[" * 3000 + "]" * 3000 + ',\n "b": [{"c": 2},\n {"d": 3}]}'),
        ("a.json", '{"a": 1,\n "b": [{"c": 2, "c": 3},\n {"d": [3]}]}'),
        ("a.json", '{"a": 1, "b": [{}, {"d": [0]}], "x": 2,\n "b": [{"c": 2},\n {"d": [3]}]}'),
        ("a.json", '{"a": "\u00e9\U0001f600", "\u00e9": "\u4e00", "b": [{"c": 2}, {"d": [3]}]}'),
        ("a.json", '{"\\u00e9": 1,\n"b": ["\U0001f600' + "\u00e9" * 70_000 + '", {"d": [3]}]}'),
        ("a.json", '{"a": {}, "b": [ ], "\\/": 1, "\u00e9" : {"d": 0}}'),
        ("a.json", "[1, 2]"),
        ("a.json", "3"),
    ],
)
def test_places_are_the_same_without_values(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, "utf-8")
    data, places = read_data(path, name), read_places(path, name)
    pointers = ("", "/a", "/b", "/b/0", "/b/0/c", "/b/1/d", "/b/1/d/0", "/gone", "/\u00e9", "/~1")
    for pointer in (*pointers, "/\u00e9/d", "/1", "/a/0"):
        assert places.place(pointer) == data.place(pointer)
        assert places.place(pointer, of_key=True) == data.key_place(pointer)


def test_places_in_bytes_that_are_not_utf_8(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_bytes(b'{"a\xff\xe9": "\xff", "b": [1]}')
    data, places = (
        read_data(tmp_path / "a.json", "a.json"),
        read_places(tmp_path / "a.json", "a.json"),
    )
    assert places.place("/b/0") == data.place("/b/0")


@pytest.mark.parametrize(
    "text", ["{", "[1", '{"a": 1,}', '{"a" 1}', '{"a": 1 "b": 2}', '{"b": 1]', "[1}"]
)
def test_places_of_a_file_that_cannot_be_read(tmp_path: Path, text: str) -> None:
    (tmp_path / "a.json").write_text(text, "utf-8")
    places = read_places(tmp_path / "a.json", "a.json")
    assert places.place("/c/0") == Place(file="a.json", pointer="/c/0")


def test_places_of_a_file_that_is_gone_in_between(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    path.write_text('{"a": 1e}', "utf-8")
    places = read_places(path, "a.json")
    path.unlink()
    assert places.place("/b") == Place(file="a.json", pointer="/b")


def test_places_of_json_are_found_without_its_values(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.json").write_text('{"a": 1}', "utf-8")
    monkeypatch.delattr("sphinx_navapi.formats.data_file.parse_json")
    assert read_places(tmp_path / "a.json", "a.json").place("/a").column == 7


def test_places_read_no_more_than_they_must(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a.json").write_text('{"a": [1, {"b": 2}, 3], "c": [4, 5]}', "utf-8")
    places = read_places(tmp_path / "a.json", "a.json")
    read = []
    raw_decode = data_json._SCANNER.raw_decode

    def note(text: str, position: int) -> tuple[object, int]:
        read.append(text[position : raw_decode(text, position)[1]])
        return raw_decode(text, position)

    monkeypatch.setattr(data_json._SCANNER, "raw_decode", note)
    assert places.place("/a/1/b").column == 17
    assert set(read) == {'"a"', "1", '"b"'}
    read.clear()
    assert places.place("/a/2").column == 21
    assert set(read) == {'{"b": 2}'}


def test_equal_texts_of_a_document_are_one_object() -> None:
    text = '{"a": "some text", "b": ["some text", {"c": "some text", "d": 1}], "some text": null}'
    value = data_json.parse_json(text).value
    assert value == json.loads(text)
    assert value["a"] is value["b"][0] is value["b"][1]["c"]
