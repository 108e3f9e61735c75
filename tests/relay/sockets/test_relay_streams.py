"""Streamed responses."""

from __future__ import annotations

import base64
import contextlib
import gzip
import http.client
import json
import socket
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from relay_world import (
    Behavior,
    Seen,
    answer,
    ask,
    make_relay,
    one_operation,
    problem_of,
    upstream,
)

from sphinx_navapi.relay.application import Relay
from sphinx_navapi.relay.envelope import _PART

EVENTS = b"HTTP/1.1 200 Fine\r\nContent-Type: text/event-stream\r\nX-Own: \xc3\xa4\r\n\r\n"
TEXT = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"


def lines_of(
    tmp_path: Path, respond: Behavior, message: Any = None, **limits: Any
) -> list[dict[str, Any]]:
    """All lines of the response to a request whose API does *respond*."""
    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), **limits)
        response = relay.post(message or ask(stream=True))
    assert response.status_code == 200, response.text
    assert response.headers["content-type"] == "application/x-ndjson"
    return [json.loads(line) for line in response.text.split("\n")[:-1]]


def whole(parts: list[dict[str, Any]]) -> bytes:
    return b"".join(
        part["text"].encode() if "text" in part else base64.b64decode(part["base64"])
        for part in parts
    )


def sends(*pieces: bytes) -> Behavior:
    def respond(sock: socket.socket, _: Seen) -> None:
        for piece in pieces:
            sock.sendall(piece)

    return respond


@contextlib.contextmanager
def streaming(relay: Any, **more: Any) -> Iterator[http.client.HTTPResponse]:
    """The response to a streamed request over a real socket, not read yet."""
    with relay.serving() as port:
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        # So that closing the response disconnects.
        headers = {
            "Content-Type": "application/json",
            "Origin": f"http://127.0.0.1:{port}",
            "Connection": "close",
        }
        connection.request("POST", "/api/request", json.dumps(ask(stream=True, **more)), headers)
        with contextlib.closing(connection):
            yield connection.getresponse()


def test_head_parts_and_end(tmp_path: Path) -> None:
    head, *parts, end = lines_of(tmp_path, sends(EVENTS, b"data: \xc3\xa4\n\n"))
    assert head == {
        "status": 200,
        "reason": "Fine",
        "headers": [["Content-Type", "text/event-stream"], ["X-Own", "ä"]],
    }
    assert "".join(part["text"] for part in parts) == "data: ä\n\n"
    elapsed = end.pop("elapsed_ms")
    assert isinstance(elapsed, int)
    assert end == {"end": True}


def test_an_answer_without_a_body(tmp_path: Path) -> None:
    head, end = lines_of(tmp_path, answer(b"", "404 Not Found"))
    assert head["status"] == 404
    assert end["end"] is True


def test_parts_come_while_the_answer_goes_on(tmp_path: Path) -> None:
    read = threading.Event()

    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(EVENTS + b"data: 1\n\n")
        assert read.wait(PATIENCE)
        sock.sendall(b"data: 2\n\n")

    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        with streaming(relay) as response:
            assert response.getheader("cache-control") == "no-store"
            assert response.getheader("x-accel-buffering") == "no"
            assert json.loads(response.readline())["status"] == 200
            assert json.loads(response.readline()) == {"text": "data: 1\n\n"}
            read.set()
            assert json.loads(response.readline()) == {"text": "data: 2\n\n"}
            assert json.loads(response.readline())["end"] is True
            assert response.read() == b""


@pytest.mark.parametrize(
    ("fields", "body", "first"),
    [
        (b"", "ä".encode() * _PART, "text"),  # no part ends within a character
        (b"", b"ab\xff\xfecd", "base64"),
        (b"", b"a\0b", "base64"),
        (b"", "ab€".encode()[:-1], "text"),
        (b"Content-Type: text/plain; charset=utf-16\r\n", "hör".encode("utf-16"), "base64"),
        (b"Content-Type: text/plain; charset=iso-8859-12\r\n", b"h\xf6r", "base64"),
        (b"Content-Type: text/plain; charset=UTF-8\r\n", b"a\0b", "text"),
        (b"Content-Type: image/png\r\n", b"abc", "base64"),
        (b"Content-Type: image/svg+xml\r\n", b"<svg/>", "text"),
        (b"Content-Encoding: gzip\r\n", gzip.compress(b"x" * 3 * _PART), "text"),
    ],
    ids=["utf-8", "bytes", "nul", "cut", "utf-16", "unknown", "declared", "png", "svg", "gzip"],
)
def test_every_byte_arrives(tmp_path: Path, fields: bytes, body: bytes, first: str) -> None:
    head = b"HTTP/1.1 200 OK\r\n%bContent-Length: %d\r\n\r\n" % (fields, len(body))
    _head, *parts, end = lines_of(tmp_path, sends(head, body))
    assert first in parts[0]
    assert whole(parts) == (gzip.decompress(body) if b"gzip" in fields else body)
    assert end["end"] is True


def test_tiny_chunks_are_passed_on_together(tmp_path: Path) -> None:
    """A part for each of them would take more than a thousand times its size."""
    head = TEXT + b"Transfer-Encoding: chunked\r\n\r\n"
    _head, *parts, _end = lines_of(tmp_path, sends(head + b"1\r\nx\r\n" * 9_000 + b"0\r\n\r\n"))
    assert whole(parts) == b"x" * 9_000
    assert len(parts) < 900


def error_of(line: dict[str, Any]) -> str:
    """The error in the last line."""
    problem = line["error"]
    assert problem.keys() == {"type", "title", "status", "detail"}
    assert line.keys() == {"error", "elapsed_ms"}
    return str(problem["type"]).removeprefix("urn:navapi:relay:")


def test_the_bound_of_an_answer(tmp_path: Path) -> None:
    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(TEXT + b"\r\n")
        while True:
            sock.sendall(b"x" * 4096)

    _head, *parts, last = lines_of(tmp_path, respond, response_bytes=100_000)
    assert whole(parts) == b"x" * 100_000
    assert error_of(last) == "answer-too-large"
    (tmp_path / "all").mkdir()
    exact = sends(TEXT + b"Content-Length: 100000\r\n\r\n" + b"x" * 100_000)
    assert lines_of(tmp_path / "all", exact, response_bytes=100_000)[-1]["end"] is True


def test_a_stream_that_does_not_end(tmp_path: Path) -> None:
    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(EVENTS + b"data: 1\n\n")
        sock.recv(1)

    with upstream(respond) as api:
        for seconds in (0.4, 2, 10, 50):  # on a busy machine the head may arrive later
            relay = make_relay(tmp_path, one_operation(api.url()), total_seconds=seconds)
            response = relay.post(ask(stream=True))
            if response.status_code == 200:
                break
    _head, part, last = map(json.loads, response.text.splitlines())
    assert part == {"text": "data: 1\n\n"}
    assert error_of(last) == "timeout"


@pytest.mark.parametrize(
    ("reply", "error"),
    [
        (TEXT + b"Content-Length: 10\r\n\r\nabc", "bad-answer"),
        (TEXT + b"Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n", "bad-answer"),
        (TEXT + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"abc") + b"oops", "bad-answer"),
    ],
    ids=["short", "chunks", "gzip"],
)
def test_a_stream_that_breaks(tmp_path: Path, reply: bytes, error: str) -> None:
    _head, *parts, last = lines_of(tmp_path, sends(reply))
    assert whole(parts) == b"abc"
    assert error_of(last) == error


def test_what_fails_in_the_middle_is_reported_and_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    from sphinx_navapi.relay.connection import Decoder

    def fail(self: Decoder) -> bytes:
        raise LookupError("a secret")

    monkeypatch.setattr(Decoder, "take", fail)
    _head, last = lines_of(tmp_path, sends(EVENTS, b"data: 1\n\n"))
    assert error_of(last) == "failure"
    assert "LookupError at " in caplog.text
    assert "secret" not in caplog.text


def test_refusals_are_as_without_a_stream(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation("http://10.0.0.1"), private=())
    assert relay.refused(ask(stream=True))["type"].endswith("address-refused")
    assert relay.refused(ask(stream=True, operation="x"), 404)
    for wrong in (None, 1, "true", {}):
        assert '"stream"' in relay.refused(ask(stream=wrong), 400)["detail"]
    assert relay.refused({"token": "a b c", "stream": True}, 400)
    with upstream(sends(b"nonsense\r\n\r\n")) as api:
        (tmp_path / "other").mkdir()
        other = make_relay(tmp_path / "other", one_operation(api.url()))
        problem_of(other.post(ask(stream=True)), 502)
        api.respond = answer(b"", "302 Found", "Location: http://127.0.0.1:1/")
        assert json.loads(other.post(ask(stream=True)).text.split("\n")[0])["status"] == 302
        assert api.connections == 2


def endless(left: threading.Event, sent: list[int]) -> Behavior:
    """A behavior that sends until the client disconnects, and counts how much."""

    def respond(sock: socket.socket, _: Seen) -> None:
        try:
            sock.sendall(TEXT + b"\r\n")
            while True:
                sent.append(sock.send(b"x" * 65536))
        except OSError:
            left.set()
            raise

    return respond


def test_a_client_that_goes_away(tmp_path: Path) -> None:
    """The request to the API is canceled immediately, and its slot is released."""
    left = threading.Event()

    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(EVENTS + b"data: 1\n\n")
        if sock.recv(1) == b"":
            left.set()

    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=1)
        for _ in range(2):
            left.clear()
            with streaming(relay) as response:
                assert response.readline()
                response.close()
                assert left.wait(PATIENCE)


def test_a_client_that_reads_nothing(tmp_path: Path) -> None:
    """The API is read no faster than the client, and canceled after the time limit."""
    left, sent = threading.Event(), list[int]()
    with upstream(endless(left, sent)) as api:
        relay = make_relay(
            tmp_path, one_operation(api.url()), total_seconds=2, response_bytes=1 << 40
        )
        with streaming(relay):
            assert left.wait(PATIENCE)
    # The capacity of the sockets' own buffers, on both sides.
    assert sum(sent) < 40 << 20


def test_a_server_that_says_when_the_client_is_gone(tmp_path: Path) -> None:
    """By an error of `send`, which ASGI allows since 2.4: not an error of the relay."""
    left, sent = threading.Event(), list[int]()
    with upstream(endless(left, sent)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), response_bytes=1 << 40)
        assert _call_and_leave(relay) == ["http.response.start"]
        assert left.wait(PATIENCE)


def _call_and_leave(relay: Relay) -> list[str]:
    """Types of the messages that were received before the client disconnected."""
    import asyncio

    taken: list[str] = []

    async def run() -> None:
        body = json.dumps(ask(stream=True)).encode()
        waiting = [{"type": "http.request", "body": body, "more_body": False}]

        async def receive() -> Any:
            return waiting.pop() if waiting else await asyncio.Event().wait()

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                raise OSError("gone")
            taken.append(message["type"])

        headers = [(b"host", b"docs.test"), (b"content-type", b"application/json")]
        scope = {"type": "http", "method": "POST", "path": "/api/request", "headers": headers,
                 "http_version": "1.1", "scheme": "http", "server": ("docs.test", 80),
                 "root_path": "", "query_string": b""}  # fmt: skip
        await relay(scope, receive, send)

    asyncio.run(run())
    return taken
