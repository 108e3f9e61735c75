"""Requests in code: what is read is what the code sends.

Our own samples are the oracle: `test_samples_run` runs them and compares what arrives.
"""

from __future__ import annotations

import json
from collections import Counter
from typing import Any
from urllib.parse import parse_qsl

import pytest
from sample_cases import all_cases

from sphinx_navapi.request.snippets import CLIENTS, VARIANTS
from sphinx_navapi.request.written import read_requests
from sphinx_navapi.request.written.values import HOLE, Unset, WrittenRequest, is_known, with_holes

RENDER = {client.id: client.render for client in (*CLIENTS, *VARIANTS)}
LANGUAGES = {"curl": "bash", "python": "python", "httpx": "python", "javascript": "javascript"}


def one(language: str, code: str) -> WrittenRequest:
    (request,) = read_requests(language, code)
    return request


def names_in(query: str) -> list[str]:
    return [key for key, _ in parse_qsl(query, keep_blank_values=True)]


def agrees(known: Any, sent: Any) -> bool:
    """Whether *known* is *sent*, as far as it is known."""
    if known is Unset.UNKNOWN:
        return True
    if isinstance(known, dict):
        return known.keys() == sent.keys() and all(agrees(known[key], sent[key]) for key in known)
    if isinstance(known, list):
        return len(known) == len(sent) and all(map(agrees, known, sent))
    return bool(known == sent and type(known) is type(sent))


@pytest.mark.parametrize("client", LANGUAGES)
def test_samples_are_read_as_they_are_sent(client: str) -> None:
    seen: Counter[str] = Counter()
    for name, request in all_cases().items():
        found = read_requests(LANGUAGES[client], RENDER[client](request))
        seen["read" if found else "left"] += 1
        for each in found:
            if HOLE not in each.url:
                base, _, query = request.url.partition("?")
                assert each.url.partition("?")[0] == base, name
                assert each.query is not None, name
                names = [*names_in(each.url.partition("?")[2]), *(name for name, _ in each.query)]
                assert names == names_in(query), name
            assert each.method == request.method.upper(), name
            if each.headers is not None:
                sent = {key.lower() for key, _ in request.headers}
                assert set(each.headers) - {"authorization", "cookie", "content-type"} <= sent, name
            if isinstance(each.body, dict | list) and HOLE not in with_holes(request.body or ""):
                assert agrees(each.body, json.loads(request.body or "null")), name
                seen["body"] += 1
            is_without = request.body is None and not request.parts and request.file is None
            if request.method != "GET" or each.body is not Unset.UNKNOWN:
                assert (each.body is Unset.NONE) is is_without or not request.body, name
    assert seen["read"] > 0.8 * seen.total() - seen["body"]
    assert seen["body"] > 0


CURL = [
    ("curl https://a.example/x", ("GET", "https://a.example/x", (), None)),
    ("$ curl -sSL 'https://a.example/x'", ("GET", "https://a.example/x", (), None)),
    ("curl -XDELETE https://a.example/x", ("DELETE", "https://a.example/x", (), None)),
    ("curl -I https://a.example/x", ("HEAD", "https://a.example/x", (), None)),
    ("A=1 curl https://a.example/$A", ("GET", "https://a.example/\0", (), None)),
    ('curl "https://a.example/${A}/b"', ("GET", "https://a.example/\0/b", (), None)),
    ("curl https://a.example/<id>/b", ("GET", "https://a.example/\0/b", (), None)),
    ("curl https://a.example/{id}", ("GET", "https://a.example/\0", (), None)),
    ("curl https://a.example/:id", ("GET", "https://a.example/\0", (), None)),
    ("curl -G https://a.example -d a=1 -d b=2",
     ("GET", "https://a.example", (("a", "1"), ("b", "2")), None)),
    ("curl -d '[1]' https://a.example \\\n  -s", ("POST", "https://a.example", (), [1])),
    ("curl --json '{\"a\": 1}' https://a.example", ("POST", "https://a.example", (), {"a": 1})),
    ("curl https://a.example -d $'{\"a\": \"it\\'s\"}'",
     ("POST", "https://a.example", (), {"a": "it's"})),
    ("echo 1 | curl https://a.example -d @-",
     ("POST", "https://a.example", (), Unset.UNKNOWN)),
    ("curl https://a.example -T f.txt", ("PUT", "https://a.example", (), Unset.UNKNOWN)),
    ("curl https://a.example -F a=b", ("POST", "https://a.example", (), Unset.UNKNOWN)),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), CURL)
def test_curl(code: str, expected: tuple[Any, ...]) -> None:
    found = one("bash", code)
    body = None if found.body is Unset.NONE else found.body
    assert (found.method, found.url, found.query, body) == expected


@pytest.mark.parametrize(
    "code",
    [
        "curl --unheard-of https://a.example",  # may have a value
        "curl https://a.example https://b.example",
        "curl -K file https://a.example",
        "# curl https://a.example",
        "echo 'curl https://a.example'",
        "curl 'https://a.example",
        "curl -X",
        "cat <<EOF\ncurl https://a.example\nEOF",
    ],
)
def test_what_curl_may_do_otherwise_is_left_out(code: str) -> None:
    assert read_requests("bash", f"# https://a.example\n{code}") == []


@pytest.mark.parametrize("depth", [300, 5000])
def test_what_is_very_deep_is_unknown(depth: int) -> None:
    body = "[" * depth + "1" + "]" * depth
    for language, code in (
        ("bash", f"curl https://a.example -d '{body}'"),
        ("python", f"requests.post('https://a.example', data='{body}')"),
        ("js", f"fetch('https://a.example', {{method: 'POST', body: '{body}'}})"),
    ):
        assert not is_known(one(language, code).body)


def test_lines_of_several_commands() -> None:
    code = "curl https://a.example/1\n\n# two\ncurl \\\n  https://a.example/2; curl https://a.example/3"
    assert [(each.line, each.url[-1]) for each in read_requests("sh", code)] == [
        (0, "1"), (3, "2"), (4, "3"),
    ]  # fmt: skip


PYTHON = [
    ("requests.get('https://a.example/x')", ("GET", "https://a.example/x", (), None)),
    ("requests.get('https://a.example', None)",
     ("GET", "https://a.example", None, Unset.UNKNOWN)),
    ("requests.request('post', url='https://a.example')", ("POST", "https://a.example", (), None)),
    ("B = 'https://a.example'\nr = httpx.put(f'{B}/{id}', json={'a': [1, x]})",
     ("PUT", "https://a.example/\0", (), {"a": [1, Unset.UNKNOWN]})),
    ("B = 'https://a.example'\nB = 'https://b.example'\nrequests.get(B + '/x')",
     ("GET", "\0/x", (), None)),
    ("def f(B='https://a.example'):\n    requests.get(B + '/x')", ("GET", "\0/x", (), None)),
    ("p = {'a': 1}\np['b'] = 2\nrequests.get('https://a.example', params=p)",
     ("GET", "https://a.example", None, None)),
    ("p = {'a': 1}\np.update(more)\nrequests.get('https://a.example', params=p)",
     ("GET", "https://a.example", None, None)),
    ("p = {'a': 1}\ndel p['a']\nrequests.get('https://a.example', params=p)",
     ("GET", "https://a.example", None, None)),
    ("B = 'https://a.example/'\nrequests.get(B + 'x' + B.rstrip('/'))",
     ("GET", "https://a.example/x\0", (), None)),
    ("requests.get('https://a.example', params=[('a', 1), ('a', 2)])",
     ("GET", "https://a.example", (("a", "1"), ("a", "2")), None)),
    ("async with httpx.AsyncClient(base_url='https://a.example/v1/') as c:\n    await c.get('/x')",
     ("GET", "https://a.example/v1/x", None, None)),
    ("requests.post('https://a.example', **more)",
     ("POST", "https://a.example", None, Unset.UNKNOWN)),
    ("requests.post('https://a.example', data=json.dumps({'a': 1}))",
     ("POST", "https://a.example", (), {"a": 1})),
    (">>> requests.get('https://a.example/x')\n<Response [200]>",
     None),
    (">>> requests.get('https://a.example/x')", ("GET", "https://a.example/x", (), None)),
    ("print('https://a.example'); other.get('https://a.example')", None),
    ("requests.get(", None),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), PYTHON)
def test_python(code: str, expected: tuple[Any, ...] | None) -> None:
    found = read_requests("python", f"# https://a.example\n{code}")
    seen = [
        (each.method, each.url, each.query, None if each.body is Unset.NONE else each.body)
        for each in found
    ]
    assert seen == ([] if expected is None else [expected])


FETCH = [
    ("fetch('https://a.example/x')", ("GET", "https://a.example/x", None)),
    ("const B = 'https://a.example';\nawait fetch(`${B}/x/${id}`)",
     ("GET", "https://a.example/x/\0", None)),
    ("let B = 'https://a.example';\nfetch(B + '/x')", ("GET", "\0/x", None)),
    ("fetch('https://a.example', {method: 'post', body: JSON.stringify({a: 1, 'b': [null, c]})})",
     ("POST", "https://a.example", {"a": 1, "b": [None, Unset.UNKNOWN]})),
    ("fetch('https://a.example', {method: 'POST', body: JSON.stringify({...rest})})",
     ("POST", "https://a.example", Unset.UNKNOWN)),
    ("const o = {method: 'PUT'};\nfetch('https://a.example', o)",
     ("PUT", "https://a.example", None)),
    ("const o = {body: '[1]'};\no.method = m;\nfetch('https://a.example', o)", None),
    ("const o = {};\nObject.assign(o, {method: 'PUT'});\nfetch('https://a.example', o)", None),
    ("const b = b + 'x';\nfetch('https://a.example/' + b)", ("GET", "https://a.example/\0x", None)),
    ("fetch('https://a.example', options)", None),
    ("fetch('https://a.example', {method: m})", None),
    ("fetch('https://a.example', {...o})", None),
    ("prefetch('https://a.example')", None),
]  # fmt: skip


@pytest.mark.parametrize(("code", "expected"), FETCH)
def test_fetch(code: str, expected: tuple[Any, ...] | None) -> None:
    found = read_requests("js", f"// https://a.example\n{code}")
    seen = [
        (each.method, each.url, None if each.body is Unset.NONE else each.body) for each in found
    ]
    assert seen == ([] if expected is None else [expected])


@pytest.mark.parametrize("language", ["json", "", "text", "http"])
def test_other_languages_are_not_read(language: str) -> None:
    assert read_requests(language, "curl https://a.example") == []
