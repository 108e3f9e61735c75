"""Requests for running code samples, ordinary and hostile ones."""

from __future__ import annotations

from sample_runner import ORIGIN

from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.styles import join_url, write_path, write_query

JSON = ("Content-Type", "application/json")

PRETTY = """{
  "name": "Rex",
  "id": 9007199254740993,
  "weight": 1.10,
  "tags": [
    "a\\nb",
    "c"
  ]
}"""

HOSTILE = {
    "single-quote": "it's",
    "double-quote": 'say "hi"',
    "all-quotes": "'\"`''\"\"``\"\"\"'''",
    "backslashes": "a\\b\\\\c\\n\\u0041\\",
    "command": "$(touch pwned) `touch pwned` ${HOME} $HOME $$ !!",
    "interpolation": "#{1+1} #$x #@y ${1+1} {{x}} %s %(x)s {0} $($x) \"@ '@",
    "script": "</script><script>alert(1)</script><!-- ]]> -->",
    "separators": "a\u2028b\u2029c\u0085d",
    "direction": "a\u202eb\u2066c\u200fd\ufeffe",
    "emoji": "é 😀 日本語 \u0301",
    "typographic": "‘a’ ‚b‛ “c” „d‟",
    "percent": "100% %2F %zz %",
    "at": "@/etc/passwd",
    "less": "<file",
    "dash": "--help",
    "semicolon": "a;type=text/html;b",
    "comment": "# // /* */ -- ' #",
}

LINES = {
    "crlf": "a\r\nb\r\n",
    "cr": "a\rb",
    "trailing-newline": "a\nb\n",
    "leading-newline": "\na\nb",
    "only-newline": "\n",
    "tabs": "a\tb\n\tc",
    "controls": "a\x01b\x1bc\x7fd\x9fe",
    "controls-before-digits": "\x011\x1bf\x7f0\u20281",
    "heredoc-marks": 'x\nBODY\nBODY;\n  BODY\n\'@\n"@\nEOF\n"""\nend',
    "ends-with-quote": 'a\nb"',
    "ends-with-backslash": "a\nb\\",
    "trailing-spaces": "a  \n  b \n   \nc",
    "indented": "  a\n    b",
    "backtick-and-template": "`a`\n${b}\n\\`",
    "triple-quotes": 'a\n"""b""""\n\\"""',
    "sections": "a\n__END__\n=begin\nb\n=end\n?>\n<?php\n",
}


PET = """{
  "name": "Rex",
  "age": 3,
  "weight": 12.5,
  "is-good": true,
  "owner": null,
  "tags": [
    "dog",
    "it's \\"big\\""
  ],
  "chip": {},
  "visits": [
    {
      "on": "2026-01-31",
      "why": "a\\nb"
    }
  ]
}"""

#: Bodies that are JSON, or almost: not all of them can be literals in every language.
VALUES = {
    "nested": '{"a": {"b": [[], {}, [{"c": [1.5, 0.0001, -3]}]]}, "d": [["e", "f"], ["g"]]}',
    "list": '[1, "x", null, true, false]',
    "empty": "{}",
    "empty-list": "[]",
    "blanks": ' {"a" :1,\n\t"b":[ ]}\r\n',
    "keys": '{"": 1, "a b": 2, "if": 3, "class": 4, "A": 5, "#{x}": 6, "$y": 7, "é": 8}',
    "proto": '{"__proto__": {"a": 1}, "b": 2}',
    "number-keys": '{"2": 1, "1": 2}',
    "list-keys": '{"0": "a", "1": "b"}',
    "long-list": f'{{"a": ["{"x" * 40}", "{"y" * 40}"]}}',
    "odd-list": '["[", "]", "{", "}: ", "a:", "\\"k\\": [", "{}", "true", "-0"]',
    "escapes": '{"a": "\\b\\f\\n\\r\\t\\u0000\\u001f\\\\ \\" \u2028\u202e\x7f 😀"}',
    "needless-escapes": '{"a": "\\u00e9\\/"}',
    "half": '{"a": "\\ud800"}',
    "command": '{"a": "$(touch pwned) `touch pwned` #{`touch pwned`} ${1}"}',
    "twice": '{"a": 1, "a": 2}',
    "one": '{"a": 1.0}',
    "zeros": '{"a": 1.10}',
    "minus-zero": '{"a": -0, "b": -0.0}',
    "big": '{"a": 12345678901234567890123, "b": 9007199254740993}',
    "exponent": '{"a": 1e5, "b": 1E-7}',
    "small": '{"a": 0.00001}',
    "digits": '{"a": 123456789012345, "b": 0.1234567890123, "c": 12345678.12345678}',
    "text": '"x"',
    "number": "3",
    "null": "null",
    "not-json": '{"a": 1,}',
    "nan": '{"a": NaN}',
}

#: Queries and forms.
FIELDS = {
    "space": "a=1&b=x%20y",
    "latin": "a=%E9",
    "twice": "a=1&a=2",
    "bare": "a",
    "blank": "a=&b=",
    "brackets": "x%5By%5D=1&z=%2A",
    "raw": "a=~*!",
    "numbers": "10=a&2=b",
    "proto": "q=1&__proto__=2",
    "zeros": "n=007&m=-1&o=0",
    "encoded": "a%3Db=c%26d%2B",
}


def _request(method="GET", path="/items", query=(), headers=(), **more) -> HttpRequest:
    url = join_url(ORIGIN, path, [write_query(name, value) for name, value in query])
    return HttpRequest(method=method, url=url, headers=tuple(headers), **more)


def ordinary_cases() -> dict[str, HttpRequest]:
    matrix = write_path("c", ["a", "b"], style="matrix", explode=True)
    return {
        "get": _request(),
        "get-root": _request(path=""),
        "get-slash": _request(path="/"),
        "get-accept": _request(headers=[("Accept", "application/json")]),
        "query-awkward": _request(query=[("q", "a&b=c #é"), ("page", 2)]),
        "query-plus-space": _request(query=[("q", "a+b c"), ("empty", "")]),
        "query-list": _request(query=[("tags", ["a b", "c,d", "e"])]),
        "path-slash": _request(path=f"/files/{write_path('p', 'a/b c?d#e')}"),
        "path-percent": _request(path=f"/files/{write_path('p', '%2F')}/x"),
        "path-matrix": _request(path=f"/m{matrix}"),
        "path-dots": _request(path="/a/../b/./c"),
        "path-reserved": _request(path="/a:b/@c/$d/(e)*,;=!"),
        "post-json": _request("POST", headers=[("Accept", "application/json"), JSON], body=PRETTY),
        "post-pet": _request("POST", path="/pets", query=[("notify", "a/b"), ("limit", 10)],
                             headers=[("Accept", "application/json"),
                                      ("Authorization", "Bearer YOUR_TOKEN"), JSON], body=PET),
        "put-json": _request("PUT", headers=[JSON], body="{}"),
        "patch-json": _request("PATCH", headers=[JSON], body='{"a": null}'),
        "delete": _request("DELETE", path="/items/7"),
        "delete-body": _request("DELETE", headers=[JSON], body="[1, 2]"),
        "head": _request("HEAD"),
        "head-with-body": _request("HEAD", headers=[JSON], body="{}"),
        "trace-with-body": _request("TRACE", headers=[JSON], body="{}"),
        "options": _request("OPTIONS"),
        "trace": _request("TRACE"),
        "method-case": _request("Copy"),
        "query-method": _request("QUERY", headers=[JSON], body='{"find": 1}'),
        "get-with-body": _request(headers=[JSON], body='{"query": {\n  "a": 1\n}}'),
        "post-without-body": _request("POST"),
        "post-empty-body": _request("POST", headers=[JSON], body=""),
        "big-integers": _request("POST", headers=[JSON], body='{"id": 12345678901234567890123}'),
        "form": _request("POST", headers=[("Content-Type", "application/x-www-form-urlencoded")],
                         body="a=b%20c&d=%26%3D&e="),
        "form-odd": _request("POST", body="&a=b&&c&",
                             headers=[("Content-Type", "application/x-www-form-urlencoded")]),
        "text": _request("POST", headers=[("Content-Type", "text/plain; charset=utf-8")],
                         body="é😀"),
        "xml": _request("POST", headers=[("Content-Type", "application/xml")],
                        body='<?xml version="1.0"?>\n<a b="c">\n\t<d>&amp;</d>\n</a>\n'),
        "bearer": _request(headers=[("Authorization", "Bearer YOUR_TOKEN")]),
        "basic": _request(basic=("YOUR_USERNAME", "YOUR_PASSWORD")),
        "basic-hostile": _request(basic=("us\"er'", "p:ä$(x)\\`")),
        "cookies": _request(cookies=(("session", "abc"), ("theme", "dark%20blue"))),
        "cookie-and-headers": _request(headers=[("X-A", "1")], cookies=(("a", "b=c"),)),
        "header-empty": _request(headers=[("X-Empty", ""), ("X-After", "1")]),
        "header-twice": _request(headers=[("X-A", "1"), ("X-B", "2"), ("x-a", "3")]),
        "header-case": _request(headers=[("x-api-KEY", "YOUR_API_KEY")]),
        "file-body": _request("PUT", headers=[("Content-Type", "application/octet-stream")],
                              file="data.bin"),
        "multipart": _request("POST", parts=(
            Part(name="title", text="My photo"),
            Part(name="photo", text="\x89PNG\r\n\x1a\n", filename="photo.png",
                 content_type="image/png"),
        )),
        "multipart-no-file": _request("POST", parts=(
            Part(name="a", text="b"), Part(name="c", text=""),
        )),
        "multipart-twice": _request("POST", parts=(
            Part(name="a", text="1"), Part(name="a", text="2"),
        )),
        "multipart-typed": _request("POST", parts=(
            Part(name="meta", text='{\n  "a": "b\\\\c;"\n}', content_type="application/json"),
            Part(name="file", text="x,y\n1,2\n", filename="my file.csv", content_type="text/csv"),
            Part(name="raw", text="", filename="raw.bin"),
        )),
        "multipart-headers": _request("POST", headers=[("Accept", "text/plain"), ("X-A", "b")],
                                      parts=(Part(name="a", text="b"),), basic=("u", "p")),
        "multipart-names": _request("POST", parts=(
            Part(name='a"b', text="1"), Part(name="c;d e", text="2"), Part(name="é😀", text="3"),
            Part(name="items[0]", text="4"),
        )),
        "multipart-fields": _request("POST", parts=(
            Part(name="a", text='x"\\;é', headers=(("X-A", 'b "c"; \\d'), ("X-B", "e"))),
            Part(name="b", text="{}", content_type="application/json", headers=(("X-A", "f"),)),
            Part(name="c", text="x", filename="c.txt", content_type="text/plain",
                 headers=(("Content-Language", "en"),)),
        )),
        "multipart-lines": _request("POST", parts=(
            Part(name="a", text="one\r\ntwo\r\n"), Part(name="b", text="one\ntwo\rthree"),
        )),
        "multipart-equals": _request("POST", parts=(Part(name="a=b", text="1"),)),
        "multipart-get": _request("GET", parts=(Part(name="a", text="b"),)),
        "multipart-get-typed": _request("GET", headers=[("X-A", "b")], parts=(
            Part(name="a", text="b", content_type="text/csv"),
            Part(name="f", text="\r\n--x", filename="f.txt", content_type="text/plain"),
        )),
        "file-get": _request("GET", file="data.bin"),
        "multipart-method": _request("PUT", parts=(Part(name="a", text="b"),)),
    }  # fmt: skip


def value_cases() -> dict[str, HttpRequest]:
    """Requests whose parts may be written as values of a language."""
    cases = {}
    for name, text in VALUES.items():
        cases[f"{name}-json"] = _request("POST", headers=[JSON], body=text)
    form = ("Content-Type", "application/x-www-form-urlencoded")
    for name, text in FIELDS.items():
        cases[f"{name}-fields"] = _request(path=f"/x?{text}")
        cases[f"{name}-form"] = _request("POST", headers=[form], body=text)
    more = [("Content-Type", "application/merge-patch+json; charset=utf-8")]
    return {
        **cases,
        "json-type": _request("PATCH", headers=more, body=PET),
        "json-get": _request(path="/x?a=1", headers=[JSON], body=PET),
        "json-delete": _request("DELETE", headers=[JSON], body=PET),
        "json-dots": _request("PUT", path="/a/../b?c=1", headers=[JSON], body=PET),
        "form-get": _request(headers=[form], body="a=b"),
    }


def hostile_cases() -> dict[str, HttpRequest]:
    cases = {}
    for name, text in HOSTILE.items():
        header = " ".join("".join(c if c.isprintable() else " " for c in text).split())
        cases[f"{name}-query"] = _request(query=[(text, text)])
        cases[f"{name}-path"] = _request(path=f"/p/{write_path('p', text)}")
        cases[f"{name}-header"] = _request(headers=[("X-Value", header)])
        cases[f"{name}-body"] = _request(
            "POST", headers=[("Content-Type", "text/plain")], body=text
        )
        cases[f"{name}-lines"] = _request(
            "POST", headers=[("Content-Type", "text/plain")], body=f"{text}\n  {text}\n{text}"
        )
        cases[f"{name}-part"] = _request(
            "POST", parts=(Part(name="a", text=text), Part(name="b", text=f"{text}\n{text}"))
        )
        cases[f"{name}-typed-part"] = _request(
            "POST", parts=(Part(name="a", text=text, content_type="application/json"),)
        )
        cases[f"{name}-cookie"] = _request(cookies=(("a", write_path("a", text)),))
    for name, text in LINES.items():
        cases[f"{name}-body"] = _request(
            "POST", headers=[("Content-Type", "text/plain")], body=text
        )
    return cases


def all_cases() -> dict[str, HttpRequest]:
    return {**ordinary_cases(), **value_cases(), **hostile_cases()}
