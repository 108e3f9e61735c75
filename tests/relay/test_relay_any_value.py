"""Any value from a caller or a document: a declared target or a refusal, and nothing else."""

from __future__ import annotations

import contextlib
import json
from typing import Any
from urllib.parse import unquote, urlsplit

import httpx
from full_run import amount
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_navapi.relay.fields import write_fields
from sphinx_navapi.relay.manifest import METHODS, Manifest
from sphinx_navapi.relay.message import RequestMessage, parse_message
from sphinx_navapi.relay.outgoing import operation_request, write_payload
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.target import absolute_url, parse_target, request_target

TRICKS = st.sampled_from(
    ["..", ".", "/", "//", "\\", "@", "%2e", "%2F", "%5c", "%", "?", "#", ";", ":", "\t",
     "\n", "\r", "\x00", " ", "{x}", "evil.test", "http://", "。", "／", "ü", "\ud800",
     "[", "]", "&", "="]
)  # fmt: skip
TEXT = st.one_of(st.lists(TRICKS, max_size=6).map("".join), st.text(max_size=12))
VALUE = st.recursive(
    TEXT | st.none() | st.booleans() | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXT, inner, max_size=3),
    max_leaves=6,
)
HOSTS = ("eu.api.test", "us.api.test")
STYLES = {
    "path": ["simple", "label", "matrix", "odd"], "query": ["form", "pipeDelimited", "deepObject"],
    "header": ["simple"], "cookie": ["form", "cookie"],
}  # fmt: skip


def parameter(name: str) -> Any:
    return st.sampled_from(sorted(STYLES)).flatmap(
        lambda place: st.fixed_dictionaries({
            "name": st.just(name), "in": st.just(place), "style": st.sampled_from(STYLES[place]),
            "explode": st.booleans(), "allowReserved": st.booleans(),
        }, optional={"contentType": st.sampled_from(["application/json", "text/plain", "x"])})
    )  # fmt: skip


@settings(max_examples=amount(150, 37), deadline=None)
@given(
    parameters=st.lists(st.sampled_from("abc").flatmap(parameter), max_size=4),
    variables=st.dictionaries(st.sampled_from(["region", "base", "x"]), TEXT, max_size=3),
    path=st.dictionaries(st.sampled_from("ab"), VALUE, min_size=2, max_size=2),
    pairs=st.lists(st.tuples(st.sampled_from("abc") | TEXT, VALUE), max_size=3),
)
def test_any_value_goes_to_the_declared_server(
    parameters: Any, variables: Any, path: Any, pairs: Any
) -> None:
    server = {
        "url": "https://{region}.api.test:8443/{base}/v1",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}, "base": {"default": "b"}},
    }
    entry = {"servers": 0, "method": "GET", "path": "/x/{a}/{b}", "parameters": parameters,
             "headers": ["a"], "cookies": ["b"]}  # fmt: skip
    manifest = Manifest({"version": 1, "servers": [[server]], "operations": {"op": entry}})
    with contextlib.suppress(Refusal):
        message = RequestMessage(
            operation="op", variables=variables, path=path, query=tuple(pairs),
            headers=tuple(pairs), cookies=tuple(pairs),
        )  # fmt: skip
        request = operation_request(message, manifest, None, 32 << 10)
        target = request.target
        assert (target.scheme, target.port) == ("https", 8443)
        assert target.host in HOSTS
        # Two independent URL parsers find the same in it.
        url = httpx.URL(f"{target.origin}{target.path}")
        assert (url.host, url.raw_path) == (target.host, target.path.encode())
        split = urlsplit(f"{target.origin}{target.path}")
        assert (split.hostname, split.port, split.fragment) == (target.host, 8443, "")
        once = unquote(split.path)
        assert not {".", ".."} & set(once.replace("\\", "/").split("/"))
        assert "/v1/x/" in once
        for name, value in request.fields:
            assert not set(name + value) & set(b"\r\n\0")
        assert target.path.isascii()
        assert not set(target.path) & set(" \r\n\t\\#")


@settings(max_examples=amount(100, 25), deadline=None)
@example(url="//ü")
@given(url=st.lists(TRICKS | st.sampled_from(["https:", "api.test", "1", "[::1]"])).map("".join))
def test_any_server_is_a_plain_address_or_refused(url: str) -> None:
    manifest = Manifest({
        "version": 1, "servers": [[{"url": url}]],
        "operations": {"op": {"servers": 0, "method": "GET", "path": "/x"}},
    })  # fmt: skip
    for site_url in (None, "https://docs.test/manual"):
        with contextlib.suppress(Refusal):
            message = RequestMessage(operation="op")
            target = request_target(manifest.operation("op"), message, site_url)
            found = httpx.URL(f"{target.origin}{target.path}")
            # In the form used for lookups: `host` returns the Unicode form of an IDNA name.
            assert found.raw_host == target.host.encode("ascii")
            assert found.userinfo == b""
    with contextlib.suppress(Refusal):
        parse_target(absolute_url(url, None))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXT,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(
                ["operation", "server", "variables", "path", "query", "headers", "cookies", "body",
                 "text", "base64", "content_type", "multipart", "name", "filename", "token", "form",
                 "discovery", "version", "servers", "operations", "url", "in", "method", "op"]
            ) | TEXT, inner, max_size=5,
        )
    ),
    max_leaves=25,
)  # fmt: skip


@settings(max_examples=amount(150, 37), deadline=None)
@given(JSON)
def test_any_json_is_a_message_or_refused(value: Any) -> None:
    for data in (value, {"operation": "op", "body": value}, {"operation": "op", "query": value}):
        with contextlib.suppress(Refusal):
            message = parse_message(json.dumps(data).encode("utf-8", "surrogatepass"), 32, 5000)
            if isinstance(message, RequestMessage):
                payload = write_payload(message.body)
                assert (payload.content_type or "").isprintable()


@settings(max_examples=amount(150, 37), deadline=None)
@given(JSON)
def test_any_json_is_a_manifest_or_refused(value: Any) -> None:
    for data in (
        value,
        {"version": 1, "operations": {"op": value}, "servers": [value], "tokens": {"op": value}},
        {"version": 1, "operations": {"op": {"method": "GET", "path": "/x", "parameters": [value]}},
         "servers": [[{"url": "https://api.test", "variables": value}]]},
    ):  # fmt: skip
        with contextlib.suppress(Refusal):
            operation = Manifest(data).operation("op")
            assert operation.method in METHODS
            write_fields(operation, RequestMessage(operation="op"), None)
        with contextlib.suppress(Refusal):
            Manifest(data).token_url("op")
