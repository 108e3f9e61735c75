"""The cost of a message: calls and bytes in proportion to its size, whatever its content."""

from __future__ import annotations

import contextlib
import json
import sys
import tracemalloc
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from full_run import amount
from hypothesis import example, given, settings
from hypothesis import strategies as st
from relay_world import API, make_relay, one_operation
from work import in_own_thread

from sphinx_navapi.relay.limits import Limits
from sphinx_navapi.relay.manifest import Manifest
from sphinx_navapi.relay.message import RequestMessage, TokenMessage, parse_message
from sphinx_navapi.relay.outgoing import operation_request, published_token_url, token_request
from sphinx_navapi.relay.problem import Refusal

LIMITS = Limits()
PLACES = {"path": ["simple", "label", "matrix"], "query": ["form", "pipeDelimited", "deepObject"],
          "header": ["simple"], "cookie": ["form", "cookie"]}  # fmt: skip
PARAMETERS = [
    {"name": f"{place}-{style}-{explode}", "in": place, "style": style, "explode": explode}
    for place, styles in PLACES.items()
    for style in styles
    for explode in (True, False)
] + [
    {"name": "json", "in": "query", "contentType": "application/json"},
    {"name": "form", "in": "query", "contentType": "application/x-www-form-urlencoded"},
    {"name": "head", "in": "header", "contentType": "application/json"},
]
NAMES = {place: [p["name"] for p in PARAMETERS if p["in"] == place] for place in PLACES}
SERVER = {"url": "https://api.example.test/{base}", "variables": {"base": {"default": "v1"}}}
MANIFEST = Manifest({
    "version": 1, "servers": [[SERVER]],
    "operations": {
        f"a.json POST /x/{{{name}}}": {
            "servers": 0, "method": "POST", "path": f"/x/{{{name}}}", "parameters": PARAMETERS,
        }
        for name in NAMES["path"]
    },
})  # fmt: skip


@dataclass(frozen=True)
class Cost:
    calls: int
    peak: int


def cost(work: Callable[[], Any]) -> Cost:
    """Calls of Python and C functions in *work*, and the peak memory in bytes."""
    calls = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    def noted() -> int:
        tracemalloc.start()
        sys.setprofile(note)
        try:
            work()
        finally:
            sys.setprofile(None)
            peak = tracemalloc.get_traced_memory()[1]
            tracemalloc.stop()
        return peak

    peak = in_own_thread(noted)
    return Cost(calls, peak)


def prepare(text: bytes) -> None:
    """All processing of a posted body before anything is looked up or sent."""
    with contextlib.suppress(Refusal):
        message = parse_message(text, LIMITS.json_depth, LIMITS.json_values)
        if isinstance(message, RequestMessage):
            operation_request(message, MANIFEST, None, LIMITS.header_bytes)
        elif isinstance(message, TokenMessage):
            token_request("https://api.example.test/t", message.form, None, LIMITS.header_bytes)


def check_linear(text: bytes) -> None:
    found = cost(lambda: prepare(text))
    # As many calls as for a message with the longest URL and the most values, and a few per byte.
    assert found.calls <= 250_000 + len(text)
    assert found.peak <= (4 << 20) + 12 * len(text)


# A value that grows: a text, or an item, repeated, with more inside.
TEXT = st.sampled_from(["k", "%", "%25", "25", "ü", "/", "..", ",", '"', "\\", " ", "\u0001", "9"])
GROWTH = st.one_of(
    st.tuples(st.just("text"), TEXT),
    st.recursive(
        st.sampled_from(["", "a", None, 1.5, "%25", [], {}]),
        lambda inner: st.one_of(
            st.tuples(st.just("list"), inner),
            st.tuples(st.just("keys"), inner),
            st.tuples(st.just("long key"), inner),
        ),
        max_leaves=4,
    ),
)


def grown(shape: Any, size: int) -> Any:
    """*shape* where anything that grows has this *size*, one growing part inside the other."""
    if not isinstance(shape, tuple):
        return shape
    kind, inner = shape
    if kind == "text":
        return str(inner) * size
    if kind == "list":
        return [grown(inner, max(size // 8, 1))] * min(size, 3000)
    if kind == "keys":
        return {f"k{n}": grown(inner, max(size // 8, 1)) for n in range(min(size, 1500))}
    return {"k" * size: grown(inner, size)}


def grown_size(shape: Any, size: int) -> int:
    """The approximate number of characters that `grown` produces."""
    if not isinstance(shape, tuple):
        return len(str(shape)) + 2
    kind, inner = shape
    if kind == "text":
        return len(str(inner)) * size
    if kind == "list":
        return min(size, 3000) * grown_size(inner, max(size // 8, 1))
    if kind == "keys":
        return min(size, 1500) * (grown_size(inner, max(size // 8, 1)) + 6)
    return size + grown_size(inner, size)


@settings(max_examples=amount(60, 6), deadline=None)
@given(
    shape=GROWTH,
    name=TEXT,
    place=st.sampled_from(["path", "query", "headers", "cookies", "variables", "form", "body"]),
    pick=st.integers(0, 20),
)
@example(shape=("text", "25"), name="k", place="path", pick=0)
@example(shape=("list", ""), name="k", place="query", pick=7)
@example(shape=("long key", ("list", "")), name="k", place="query", pick=4)
@example(shape=("long key", ("keys", None)), name="k", place="query", pick=4)
@example(shape=("list", ""), name="k", place="form", pick=0)
@example(shape=("text", ","), name="k", place="headers", pick=2)
@example(shape=("text", "%"), name="k", place="variables", pick=0)
def test_cost_grows_with_the_message(shape: Any, name: str, place: str, pick: int) -> None:
    for size in (16, 256, 4096, 32_768):
        if grown_size(shape, size) > 2 * LIMITS.request_bytes:
            # Refused before it is parsed; nested lists would take gigabytes.
            return
        value, long = grown(shape, size), name * size
        path = NAMES["path"][pick % len(NAMES["path"])]
        declared = {"headers": NAMES["header"], "cookies": NAMES["cookie"],
                    "query": NAMES["query"]}.get(place, [""])  # fmt: skip
        known = declared[pick % len(declared)]
        message: dict[str, Any] = {"operation": f"a.json POST /x/{{{path}}}", "path": {path: "1"}}
        if place == "form":
            message = {"token": "t", "form": {long: value, "client_id": value}}
        elif place == "path":
            message["path"] = {path: "%" + value if isinstance(value, str) else value}
        elif place == "variables":
            message["variables"] = {"base": value}
        elif place == "body":
            part = {"name": long, "filename": long, "text": long}
            message["body"] = {"multipart": [part] * min(size, 500)} if pick % 2 else {"text": long}
        else:
            message[place] = [[known, value], [long, value], ["connection", long]]
        text = json.dumps(message, ensure_ascii=False).encode()
        if len(text) <= LIMITS.request_bytes:
            check_linear(text)


@pytest.mark.parametrize(
    "piece", [b"{},", b"[],", b'"",', b"1,", b'{"a":[]},', b"[", b'{"a":', b'"', b"\\", b",", b"9"]
)
def test_cost_of_anything_that_is_posted(piece: bytes) -> None:
    for size in (1_000, 100_000, LIMITS.request_bytes - 300):
        text = b'{"operation":"a","path":{"id":[' + piece * (size // len(piece))
        check_linear(text)
        check_linear(text.removesuffix(b",") + b"]}}")


def test_values_are_counted_before_they_are_made(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"), json_values=100)
    start = b'{"operation":"a","path":{"id":['
    few = start + b",".join([b'"a,[{\\","'] * 90) + b"]}}"
    many = start + b",".join([b"1"] * 101) + b"]}}"
    assert relay.refused(few, 404)
    assert "100 values" in relay.refused(many, 413)["detail"]


@pytest.mark.parametrize(
    ("message", "entry"),
    [
        ({"query": [["k" * 60_000, [""] * 4_000]]}, {}),
        ({"query": [["d", {"k" * 60_000: {"a": [""] * 4_000}}]]},
         {"parameters": [{"name": "d", "in": "query", "style": "deepObject"}]}),
        ({"path": {"id": "%" + "25" * 60_000}}, {}),
    ],
    ids=["repeated", "deep", "encoded"],
)  # fmt: skip
def test_what_would_become_long_is_refused(tmp_path: Path, message: Any, entry: Any) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}", **entry))
    whole = {"operation": "api.json GET /things/{id}", "path": {"id": "7"}, **message}
    tracemalloc.start()
    assert relay.refused(whole, 413)["type"].endswith("request-too-large")
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 8 << 20


def test_a_form_of_a_token_that_would_become_long(tmp_path: Path) -> None:
    manifest = {**one_operation(f"http://{API}"), "tokens": {"a b c": f"http://{API}/token"}}
    relay = make_relay(tmp_path, manifest)
    form = {"k" * 60_000: [""] * 4_000}
    assert relay.refused({"token": "a b c", "form": form}, 413)


@pytest.mark.parametrize("size", [100, 2000])
def test_a_host_that_is_not_a_name_is_not_encoded(
    size: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Python's codec scans the whole name again for each of its characters."""
    from sphinx_navapi.request.styles import expand_server

    host = "".join(chr(0x4E00 + n) for n in range(size))
    found = cost(lambda: expand_server(f"https://{host}", {}))
    assert found.calls <= 1_000 * min(size, 260) + 20 * size


def test_a_provider_that_publishes_too_much() -> None:
    from sphinx_navapi.relay.connection import Answer
    from sphinx_navapi.relay.outgoing import discovery_request

    asked = discovery_request("https://id.example.test/", None)
    for published in ({"token_endpoint": "https://x.test/" + "ü" * 9000},
                      {"token_endpoint": "https://x.test/", "a": "x" * 300_000}):  # fmt: skip
        answer = Answer(status=200, reason="", fields=(), truncated=False,
                        content=json.dumps(published).encode())  # fmt: skip
        with pytest.raises(Refusal) as refusal:
            published_token_url(asked, answer)
        assert refusal.value.status == 502
