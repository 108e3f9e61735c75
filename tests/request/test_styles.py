import json
from pathlib import Path
from urllib.parse import unquote

import pytest
from case_files import value_cases
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_navapi.request import encoding, styles

TABLES = value_cases(Path(__file__).parent / "cases" / "styles.yaml")
EMPTY, STRING = "", "blue"
ARRAY, OBJECT = ["blue", "black", "brown"], {"R": 100, "G": 200, "B": 150}


def style_cases(place):
    """Style, explode, value and result, for each cell of the specification's table."""
    return [
        (style, explode, value, written)
        for style, explode, *cells in TABLES[place]
        for value, written in zip((EMPTY, STRING, ARRAY, OBJECT), cells, strict=True)
        if written is not None
    ]


@pytest.mark.parametrize(("style", "explode", "value", "expected"), style_cases("path"))
def test_path_styles(style, explode, value, expected):
    assert styles.write_path("color", value, style=style, explode=explode) == expected


@pytest.mark.parametrize(("style", "explode", "value", "expected"), style_cases("query"))
def test_query_styles(style, explode, value, expected):
    assert styles.write_query("color", value, style=style, explode=explode) == expected


@pytest.mark.parametrize(("style", "explode", "value", "expected"), style_cases("cookie"))
def test_cookie_styles(style, explode, value, expected):
    cookies = styles.write_cookies("color", value, style=style, explode=explode)
    assert "; ".join(f"{name}={text}" for name, text in cookies) == expected


@pytest.mark.parametrize(
    ("style", "explode", "value", "expected"),
    [case for case in style_cases("path") if case[0] == "simple"],
)
def test_header_style(style, explode, value, expected):
    assert styles.write_header(value, explode=explode) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        (True, "q=true"),
        (False, "q=false"),
        (0, "q=0"),
        (9007199254740993, "q=9007199254740993"),
        (1.5, "q=1.5"),
        (None, ""),
        ([], ""),
        ({}, ""),
        (["a", None, "", "b"], "q=a&q=&q=b"),
        ({"a": None, "b": ""}, "b="),
        ("a&b=c #é", "q=a%26b%3Dc%20%23%C3%A9"),
        ("a+b", "q=a%2Bb"),
        ("100%", "q=100%25"),
        ("%2F", "q=%252F"),
        ("-._~", "q=-._~"),
        ("😀", "q=%F0%9F%98%80"),
        ("\ud800", "q=%EF%BF%BD"),
        ("\x00\r\n", "q=%00%0D%0A"),
        (["a,b", "c"], "q=a%2Cb&q=c"),
        ([{"a": 1}], "q=%7B%22a%22%3A1%7D"),
    ],
)
def test_query_values(value, expected):
    assert styles.write_query("q", value) == expected


@pytest.mark.parametrize(
    ("style", "value", "expected"),
    [
        ("form", ["a,b", "c|d"], "q=a%2Cb,c%7Cd"),
        ("spaceDelimited", ["a b", "c"], "q=a%20b%20c"),
        ("pipeDelimited", "a", "q=a"),
        ("form", [], ""),
    ],
)
def test_query_joined_values_encode_their_delimiters(style, value, expected):
    assert styles.write_query("q", value, style=style, explode=False) == expected


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"a": {"b": 1, "c": {"d": "e f"}}}, "q[a][b]=1&q[a][c][d]=e f"),
        ({"a": ["x", {"y": True}]}, "q[a][0]=x&q[a][1][y]=true"),
        (["x", "y"], "q[0]=x&q[1]=y"),
        ({"a": None, "b": {}}, ""),
        ("x", "q=x"),
    ],
)
def test_deep_object_nests(value, expected):
    written = styles.write_query("q", value, style="deepObject")
    assert unquote(written) == expected
    assert "[" not in written


@pytest.mark.parametrize("style", ["spaceDelimited", "pipeDelimited"])
def test_exploded_delimited_styles_are_form(style):
    assert styles.write_query("q", ["a", "b"], style=style, explode=True) == "q=a&q=b"


def test_allow_reserved_in_a_query_keeps_what_does_not_change_the_query():
    value = ":/?#[]@!$&'()*+,;= %2F"
    written = styles.write_query("q", value, allow_reserved=True)
    assert written == "q=:/?%23%5B%5D@!$%26%27()*%2B,;=%20%252F"


def test_allow_reserved_in_a_path_never_opens_a_segment():
    assert styles.write_path("p", "a/b?c#d:@", allow_reserved=True) == "a%2Fb%3Fc%23d:@"


@pytest.mark.parametrize(
    ("value", "expected"),
    [("a/b?c#d", "a%2Fb%3Fc%23d"), ("a b", "a%20b"), ("é", "%C3%A9"), ("%2F", "%252F")],
)
def test_path_values_are_encoded_whole(value, expected):
    assert styles.write_path("p", value) == expected


def test_header_values_are_raw_and_one_line():
    assert styles.write_header("a b, c=ü") == "a b, c=ü"
    assert styles.write_header(" x\r\nEvil: 1\x00 ") == "x  Evil: 1"


def test_content_parameters_are_json():
    value = {"b": 1, "a": ["é", 9007199254740993]}
    assert styles.write_content(value, "application/json") == '{"b":1,"a":["é",9007199254740993]}'
    assert json.loads(styles.write_content(value, "application/json", ascii_only=True)) == value
    assert styles.write_content(value, "application/json", ascii_only=True).isascii()
    assert styles.write_content("x", "application/json") == '"x"'
    assert styles.write_content("x y", "text/plain") == "x y"


def test_querystring_form_is_the_query_and_json_is_encoded_whole():
    form = "application/x-www-form-urlencoded"
    assert styles.write_querystring({"a": "b c", "d": [1, 2]}, form) == "a=b%20c&d=1&d=2"
    assert styles.write_querystring({"a": 1}, "application/json") == "%7B%22a%22%3A1%7D"


def test_form_fields_by_default_encoding():
    assert styles.write_form([("a", [1, 2]), ("b", {"c": 1}), ("d", None)]) == (
        "a=1&a=2&b=%7B%22c%22%3A1%7D"
    )


@pytest.mark.parametrize(
    ("template", "variables", "expected"),
    [
        ("https://api.example.org/v1/", {}, "https://api.example.org/v1"),
        ("https://{region}.example.org", {"region": "eu"}, "https://eu.example.org"),
        ("{scheme}://x.org:{port}/{base}", {"scheme": "http", "port": "8080", "base": "a/b"},
         "http://x.org:8080/a/b"),
        ("HTTPS://API.Example.ORG:443/V1", {}, "https://api.example.org/V1"),
        ("http://x.org:80", {}, "http://x.org"),
        ("/v1", {}, "https://api.example.com/v1"),
        ("v1", {}, "https://api.example.com/v1"),
        ("./v1", {}, "https://api.example.com/v1"),
        ("../v1", {}, "https://api.example.com/v1"),
        ("/", {}, "https://api.example.com"),
        ("", {}, "https://api.example.com"),
        ("//x.org/v1", {}, "https://x.org/v1"),
        ("https://user:pw@x.org/", {}, "https://x.org"),
        ("https://x.org/a?b=c#d", {}, "https://x.org/a"),
        ("https://x.org?b=c", {}, "https://x.org"),
        ("https://x.org/a b/{c}", {}, "https://x.org/a%20b/%7Bc%7D"),
        ("https://bücher.example/", {}, "https://xn--bcher-kva.example"),
        ("https://bücher:8080/", {}, "https://xn--bcher-kva:8080"),
        ("http://[::1]:8080/", {}, "http://[::1]:8080"),
    ],
)  # fmt: skip
def test_expand_server(template, variables, expected):
    assert styles.expand_server(template, variables) == expected


@pytest.mark.parametrize(
    ("template", "written", "expected"),
    [
        ("/users/{id}", {"id": "7"}, "/users/7"),
        ("/a/{x}.{y}", {"x": "1", "y": "2"}, "/a/1.2"),
        ("/files/content#create", {}, "/files/content"),
        ("/a/{b#c}/d#e", {"b#c": "1"}, "/a/1/d"),
        ("/users/{id}", {}, "/users/%7Bid%7D"),
        ("/a b/ü", {}, "/a%20b/%C3%BC"),
        ("/a%2fb/%41%7e/100%", {}, "/a%2Fb/A~/100%25"),
        ("/x?action=a'b", {}, "/x?action=a%27b"),
    ],
)
def test_expand_path(template, written, expected):
    assert styles.expand_path(template, written) == expected


def test_join_url_puts_queries_behind_one_question_mark():
    assert styles.join_url("https://x.org", "/a", ["", "b=1", "c=2"]) == "https://x.org/a?b=1&c=2"
    assert styles.join_url("https://x.org", "/a?z=0", ["b=1"]) == "https://x.org/a?z=0&b=1"
    assert styles.join_url("https://x.org", "/a", [""]) == "https://x.org/a"


def test_json_text_is_exact_json():
    assert encoding.json_text({"z": 1, "a": 123456789012345678901}) == (
        '{"z":1,"a":123456789012345678901}'
    )
    assert encoding.json_text([float("nan"), float("inf"), 1.0]) == "[null,null,1.0]"
    assert encoding.json_text("\ud800😀") == '"\\ud800😀"'


@settings(max_examples=amount(200, 50), derandomize=True, deadline=None)
@given(st.text())
def test_any_text_survives_a_query(text):
    written = styles.write_query("q", text)
    assert written.isascii()
    assert set(written) <= set(
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~%="
    )
    assert unquote(written.removeprefix("q=")) == encoding.well_formed(text)
