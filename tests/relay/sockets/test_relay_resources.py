"""Resources: whatever an API or a caller does, the relay responds in time and within limits."""

from __future__ import annotations

import asyncio
import gzip
import json
import socket
import ssl
import threading
import time
import tracemalloc
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from patience import PATIENCE
from relay_world import API, Seen, answer, ask, make_relay, one_operation, problem_of, upstream

from sphinx_navapi.relay.connection import Decoder

OK = b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
LIMIT = 100_000


def endless(head: bytes, piece: bytes, pause: float = 0) -> Any:
    """A behavior that never ends by itself."""

    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(head)
        while True:
            sock.sendall(piece)
            if pause:
                time.sleep(pause)

    return respond


def chunk(data: bytes) -> bytes:
    return b"%x\r\n%b\r\n" % (len(data), data)


# -- excessive responses -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (OK + b"\r\n", b"x" * 4096),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", chunk(b"x" * 4096)),
        (OK + b"Content-Length: 999999999999\r\n\r\n", b"x" * 4096),
        (OK + b"Content-Type: text/event-stream\r\n\r\n", b"data: 1\n\n" * 500),
    ],
    ids=["to the end", "chunked", "long", "events"],
)
def test_an_endless_answer_is_cut_off(tmp_path: Path, head: bytes, piece: bytes) -> None:
    with upstream(endless(head, piece)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), response_bytes=LIMIT)
        envelope = relay.post(ask()).json()
        assert envelope["status"] == 200
        assert envelope["truncated"] is True
        assert len(envelope["body"]["text"]) == LIMIT
        assert api.left.wait(PATIENCE)


@pytest.mark.parametrize(("size", "truncated"), [(LIMIT, False), (LIMIT + 1, True), (0, False)])
def test_the_bound_of_an_answer(tmp_path: Path, size: int, truncated: bool) -> None:
    with upstream(answer(b"x" * size, kind="text/plain")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), response_bytes=LIMIT)
        envelope = relay.post(ask()).json()
        assert envelope["truncated"] is truncated
        assert len(envelope["body"]["text"]) == min(size, LIMIT)


def test_text_that_is_cut_within_a_character(tmp_path: Path) -> None:
    with upstream(answer("ü".encode() * LIMIT, kind="text/plain")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), response_bytes=LIMIT + 1)
        assert relay.post(ask()).json()["body"] == {"text": "ü" * (LIMIT // 2)}


@pytest.mark.parametrize(
    ("head", "piece"),
    [
        (OK + b"\r\n", b"x"),
        (OK + b"Transfer-Encoding: chunked\r\n\r\n", b"1"),
        (b"", b"H"),
        (OK, b"X"),
        (b"", b"HTTP/1.1 100 Continue\r\n\r\n"),
        (OK + b"Content-Type: text/event-stream\r\n\r\n", b": still here\n\n"),
    ],
    ids=["body", "chunk", "status", "field", "informational", "events"],
)
def test_a_slow_drip(tmp_path: Path, head: bytes, piece: bytes) -> None:
    with upstream(endless(head, piece, 0.02)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), total_seconds=0.4)
        assert relay.problem(ask(), 504)["type"].endswith("timeout")
        assert api.left.wait(PATIENCE)


def test_an_answer_that_never_begins(tmp_path: Path) -> None:
    with upstream(lambda sock, _: sock.recv(1) and None) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), total_seconds=0.3)
        relay.problem(ask(), 504)


def test_a_request_that_is_never_read(tmp_path: Path) -> None:
    """A body larger than the buffers in between, and an API that reads nothing of it."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        port = listener.getsockname()[1]
        manifest = one_operation(f"http://{API}:{port}", method="POST", path="/")
        relay = make_relay(tmp_path, manifest, total_seconds=0.4, request_bytes=8 << 20)
        body = {"content_type": "text/plain", "text": "x" * (6 << 20)}
        relay.problem({"operation": "api.json POST /", "body": body}, 504)


def test_a_connection_that_is_never_taken(tmp_path: Path) -> None:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        listener.listen(0)
        port = listener.getsockname()[1]
        filling = []
        for _ in range(4):  # until the queue is full, Linux responds no more
            waiting = socket.socket()
            waiting.setblocking(False)
            waiting.connect_ex(("127.0.0.1", port))
            filling.append(waiting)
        relay = make_relay(tmp_path, one_operation(f"http://{API}:{port}"), connect_seconds=0.3)
        problem = relay.problem(ask(), 504)
        for waiting in filling:
            waiting.close()
        assert problem["type"].endswith("timeout")


def test_a_handshake_that_is_never_answered(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
        relay = make_relay(
            tmp_path,
            one_operation(f"https://{API}:{port}"),
            connect_seconds=0.3,
            tls=ssl.create_default_context(),
        )
        relay.problem(ask(), 504)


@pytest.mark.parametrize("encoding", ["gzip", "deflate", "GZIP", "x-gzip"])
def test_a_bomb_of_zeros(tmp_path: Path, encoding: str) -> None:
    packer = zlib.compressobj(9, wbits=31 if "gzip" in encoding.lower() else 15)
    bomb = b"".join(packer.compress(b"\0" * (1 << 20)) for _ in range(200)) + packer.flush()
    assert len(bomb) < 300_000
    with upstream(
        answer(bomb, "200 OK", f"Content-Encoding: {encoding}", kind="text/plain")
    ) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        tracemalloc.start()
        envelope = relay.post(ask()).json()
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert envelope["truncated"] is True
    assert peak < 150 << 20  # 10 of the 200 MiB are returned, in several formats


def test_a_bomb_is_never_whole_in_memory() -> None:
    bomb = gzip.compress(bytes(64 << 20))
    decoder = Decoder("gzip", LIMIT)
    tracemalloc.start()
    decoder.feed(bomb)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert decoder.is_full
    assert decoder.content() == bytes(LIMIT)
    assert peak < 10 * LIMIT


def test_compression_that_holds_nothing_and_never_ends() -> None:
    decoder = Decoder("gzip", LIMIT)
    for _ in range(LIMIT):
        decoder.feed(gzip.compress(b""))
        if decoder.is_full:
            break
    assert decoder.is_full
    assert decoder.content() == b""


@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", gzip.compress(b"hello")),
        ("gzip", gzip.compress(b"hel") + gzip.compress(b"lo")),
        ("deflate", zlib.compress(b"hello")),
        ("deflate", zlib.compressobj(wbits=-15).compress(b"") + zlib.compress(b"hello")[2:-4]),
    ],
    ids=["gzip", "members", "zlib", "bare"],
)
def test_compression_that_nobody_asked_for(tmp_path: Path, encoding: str, packed: bytes) -> None:
    with upstream(
        answer(packed, "200 OK", f"Content-Encoding: {encoding}", kind="text/plain")
    ) as api:
        envelope = make_relay(tmp_path, one_operation(api.url())).post(ask()).json()
        assert envelope["body"] == {"text": "hello"}
        assert envelope["truncated"] is False


def test_compression_that_is_broken_or_not_known(tmp_path: Path) -> None:
    with upstream(answer(b"hello", "200 OK", "Content-Encoding: gzip")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        relay.problem(ask(), 502)
        api.respond = answer(b"\x00\x01\xff", "200 OK", "Content-Encoding: br")
        assert relay.post(ask()).json()["body"] == {"base64": "AAH/"}


@pytest.mark.parametrize(
    "head",
    [
        b"HTTP/1.1 200 OK\r\n" + b"".join(b"X-%d: %b\r\n" % (n, b"y" * 1000) for n in range(40))
        + b"Content-Length: 0\r\n\r\n",
        b"HTTP/1.1 200 OK\r\nX: " + b"y" * 40_000 + b"\r\nContent-Length: 0\r\n\r\n",
    ],
    ids=["many", "long"],
)  # fmt: skip
def test_large_fields_of_an_answer(tmp_path: Path, head: bytes) -> None:
    with upstream(lambda sock, _: sock.sendall(head)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        assert relay.problem(ask(), 502)["type"].endswith("header-too-large")


@pytest.mark.parametrize("piece", [b"X: yyyyyyyyyyyyyyyyyyyyyyyyyy\r\n", b"y" * 1000])
def test_endless_fields_of_an_answer(tmp_path: Path, piece: bytes) -> None:
    with upstream(endless(b"HTTP/1.1 200 OK\r\nX: ", piece)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        relay.problem(ask(), 502)
        assert api.left.wait(PATIENCE)


@pytest.mark.parametrize(
    "reply",
    [
        b"",
        b"\r\n\r\n",
        b"SSH-2.0-OpenSSH_9.6\r\n",
        b"HTTP/1.1 abc\r\n\r\n",
        OK + b"Content-Length: 10\r\n\r\nabc",
        OK + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
        OK + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
        OK + b"Bad Field\r\n\r\n",
        OK + b"Transfer-Encoding: gzip\r\n\r\nab",
        b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\n",
    ],
)
def test_an_answer_that_is_not_proper_http(tmp_path: Path, reply: bytes) -> None:
    with upstream(lambda sock, _: sock.sendall(reply)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), total_seconds=PATIENCE)
        relay.problem(ask(), 502)


def test_a_connection_that_is_reset(tmp_path: Path) -> None:
    def respond(sock: socket.socket, _: Seen) -> None:
        linger = b"\1\0\0\0\0\0\0\0"
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)

    with upstream(respond) as api:
        make_relay(tmp_path, one_operation(api.url())).problem(ask(), 502)


# -- excessive requests --------------------------------------------------------------------------


def test_a_request_that_is_too_large(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"), request_bytes=1000)
    assert relay.refused(b"x" * 1001, 413)["type"].endswith("request-too-large")
    assert relay.refused(b"x" * 10, 413, Content_Length="1001")
    assert relay.refused(b"x" * 10, 413, Content_Length="9" * 400)
    assert relay.refused(b" " * 1000, 400)["type"].endswith("malformed-request")


def test_a_large_request_over_a_socket(tmp_path: Path) -> None:
    """Refused before it has arrived, with or without a length."""
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    with relay.serving() as port, httpx.Client(trust_env=False, timeout=PATIENCE) as client:
        url = f"http://127.0.0.1:{port}/api/request"
        headers = {"Content-Type": "application/json"}
        for content in (b" " * (8 << 20), (b" " * 65536 for _ in range(100))):
            response = client.post(url, content=content, headers=headers)
            problem_of(response, 413)
        with socket.create_connection(("127.0.0.1", port)) as sock:
            sock.sendall(
                b"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                b"Content-Type: application/json\r\nContent-Length: 99999999999\r\n\r\n" % port
            )
            sock.settimeout(PATIENCE)
            assert sock.recv(65536).startswith(b"HTTP/1.1 413 ")


def test_a_request_that_does_not_arrive(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"), total_seconds=0.3)
    with relay.serving() as port, socket.create_connection(("127.0.0.1", port)) as sock:
        sock.sendall(
            b"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
            b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{" % port
        )
        sock.settimeout(PATIENCE)
        assert sock.recv(65536).startswith(b"HTTP/1.1 400 ")


@pytest.mark.parametrize("place", ["query", "path", "headers", "cookies"])
def test_a_long_url_or_field(tmp_path: Path, place: str) -> None:
    long = "x" * 40_000
    values: dict[str, Any] = {"path": {"id": long}} if place == "path" else {place: [["a", long]]}
    entry = {"headers": ["a"], "cookies": ["a"]}
    relay = make_relay(tmp_path, one_operation(f"http://{API}", **entry))
    relay.refused({**ask(), **values}, 413)


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"null",
        b"[]",
        b"1",
        b'"x"',
        b"{",
        b"{}",
        b'{"operation": 1}',
        b"{'operation': ''}",
        b'{"operation": "x",}',
        b'{"operation": "a", "operation": "b"}',
        b'{"operation": "a", "path": {"id": "1", "id": "2"}}',
        b'{"operation": "a", "path": {"\\u0069d": "1", "id": "2"}}',
        b'{"operation": "a", "path": {"id": NaN}}',
        b'{"operation": "a", "path": {"id": Infinity}}',
        b'{"operation": "a", "path": {"id": -Infinity}}',
        b'{"operation": "a", "path": {"id": 1e999}}',
        b'{"operation": "a", "path": {"id": ' + b"9" * 5000 + b"}}",
        b'{"operation": "a", "path": {"id": ' + b"[" * 40 + b"]" * 40 + b"}}",
        b'{"operation": "a", "path": {"id": ' + b"[" * 200_000 + b"]" * 200_000 + b"}}",
        b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
        b'{"operation": "a"} x',
        b'\xff\xfe{"operation": "a"}',
        b'\xef\xbb\xbf{"operation": "a"}',
        b'{"operation": "a", "server": 1.0}',
        b'{"operation": "a", "server": true}',
        b'{"operation": "a", "url": "http://evil.test/"}',
        b'{"operation": "a", "path": []}',
        b'{"operation": "a", "query": {}}',
        b'{"operation": "a", "query": [["a"]]}',
        b'{"operation": "a", "query": [["a", "b", "c"]]}',
        b'{"operation": "a", "query": [[1, "b"]]}',
        b'{"operation": "a", "headers": "x"}',
        b'{"operation": "a", "variables": {"x": 1}}',
        b'{"operation": "a", "body": "x"}',
        b'{"operation": "a", "body": {}}',
        b'{"operation": "a", "body": {"text": "x", "base64": "eA=="}}',
        b'{"operation": "a", "body": {"base64": "x"}}',
        b'{"operation": "a", "body": {"base64": "=="}}',
        b'{"operation": "a", "body": {"base64": "e A="}}',
        b'{"operation": "a", "body": {"text": 1}}',
        b'{"operation": "a", "body": {"text": "\\ud800"}}',
        b'{"operation": "a", "body": {"x": 1}}',
        b'{"operation": "a", "body": {"multipart": {}}}',
        b'{"operation": "a", "body": {"multipart": [1]}}',
        b'{"operation": "a", "body": {"multipart": [{"text": "x"}]}}',
        b'{"operation": "\\ud800"}',
        b'{"token": 1}',
        b'{"token": "a", "form": []}',
        b'{"token": "a", "url": "http://evil.test"}',
        b'{"discovery": 1}',
        b'{"discovery": "a", "form": {}}',
    ],
)
def test_a_message_that_is_none(tmp_path: Path, text: bytes) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    problem = relay.refused(text, 400)
    assert problem["type"].endswith("malformed-request")


def test_json_as_deep_as_it_may_be(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"), json_depth=4)
    # The message, its path and two lists.
    deep = b'{"operation": "a", "path": {"id": [[1]]}}'
    assert relay.refused(deep, 404)
    assert relay.refused(deep.replace(b"[[1]]", b"[[[1]]]"), 400)


# -- concurrency ---------------------------------------------------------------------------------


def run_many(
    relay: Any,
    count: int,
    message: Any = None,
    answered: Callable[[httpx.Response], object] = lambda response: None,
) -> list[httpx.Response]:
    """That many requests at the same moment, from one client; *answered* is called for each
    response.
    """

    async def run() -> list[httpx.Response]:
        transport = httpx.ASGITransport(relay)
        async with httpx.AsyncClient(transport=transport, base_url="http://docs.test") as client:
            headers = {"Content-Type": "application/json"}
            content = json.dumps(message or ask())

            async def call() -> httpx.Response:
                response = await client.post("/api/request", content=content, headers=headers)
                answered(response)
                return response

            return await asyncio.gather(*(call() for _ in range(count)))

    return asyncio.run(run())


def test_a_burst_of_one_client(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(
            tmp_path, one_operation(api.url()), burst=5, burst_refill=0.5, concurrency=50
        )
        responses = run_many(relay, 20)
        assert sorted(response.status_code for response in responses) == [200] * 5 + [429] * 15
        refusal = next(response for response in responses if response.status_code == 429)
        assert problem_of(refusal, 429)["type"].endswith("too-many-requests")
        assert int(refusal.headers["retry-after"]) >= 1
        assert api.connections == 5


def test_a_burst_with_the_bounds_that_stand(tmp_path: Path) -> None:
    refused_all = threading.Event()
    with upstream(lambda *_: refused_all.wait(PATIENCE)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        statuses: list[int] = []

        def answered(response: httpx.Response) -> None:
            statuses.append(response.status_code)
            if statuses.count(429) == 90:
                refused_all.set()

        run_many(relay, 100, answered=answered)
        # 60 pass the burst limit, 10 of them get a slot, and the others stop waiting for one.
        assert statuses.count(429) == 90
        assert api.connections == 10


@pytest.mark.parametrize("stream", [False, True])
def test_one_client_alone_shuts_out_nobody(tmp_path: Path, stream: bool) -> None:
    """It fills its share of the slots, and of the requests that wait for one."""
    answered = threading.Event()
    others: list[int] = []

    def respond(sock: socket.socket, seen: Seen) -> None:
        if seen.target.endswith("/other"):
            answer()(sock, seen)
        else:
            answered.wait(PATIENCE)

    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=3, burst=200)
        headers = {"Content-Type": "application/json", "Host": "docs.test"}

        async def call(address: str, message: Any) -> httpx.Response:
            transport = httpx.ASGITransport(relay, client=(address, 1))
            async with httpx.AsyncClient(transport=transport, base_url="http://docs.test") as one:
                return await one.post("/api/request", content=json.dumps(message), headers=headers)

        async def run() -> None:
            attack = [
                asyncio.ensure_future(call("198.51.100.7", ask(stream=stream))) for _ in range(80)
            ]
            while api.connections < 2:
                await asyncio.sleep(0.01)
            for _ in range(10):
                found = await call("198.51.100.8", ask(path={"id": "other"}))
                others.append(found.status_code)
            answered.set()
            await asyncio.gather(*attack)

        asyncio.run(run())
    assert others == [200] * 10


def test_requests_that_wait_for_a_place(tmp_path: Path) -> None:
    def slow(sock: socket.socket, seen: Seen) -> None:
        time.sleep(0.1)
        answer()(sock, seen)

    with upstream(slow) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=4)
        assert [r.status_code for r in run_many(relay, 8)] == [200] * 8
        # Slots are released, whatever happened to those that had them.
        assert [r.status_code for r in run_many(relay, 8)] == [200] * 8


def test_places_come_back_after_failures(tmp_path: Path) -> None:
    with upstream(lambda sock, _: sock.sendall(b"nonsense\r\n\r\n")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=2)
        for _ in range(6):
            relay.problem(ask(), 502)
        api.respond = answer()
        assert [r.status_code for r in run_many(relay, 4)] == [200] * 4


# -- clients that disconnect ---------------------------------------------------------------------


def posted(port: int, message: Any) -> socket.socket:
    content = json.dumps(message).encode()
    sock = socket.create_connection(("127.0.0.1", port))
    sock.sendall(
        b"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nContent-Type: application/json\r\n"
        b"Content-Length: %d\r\n\r\n%b" % (port, len(content), content)
    )
    return sock


@pytest.mark.parametrize("begins", [False, True])
def test_a_client_that_goes_away(tmp_path: Path, begins: bool) -> None:
    """The request to the API is canceled immediately, and its slot is released."""
    arrived = threading.Event()
    left = threading.Event()

    def respond(sock: socket.socket, _: Seen) -> None:
        if begins:
            sock.sendall(OK + b"Content-Length: 1000\r\n\r\nx")
        arrived.set()
        if sock.recv(1) == b"":
            left.set()

    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=1)
        with relay.serving() as port:
            for _ in range(3):
                arrived.clear()
                left.clear()
                client = posted(port, ask())
                assert arrived.wait(PATIENCE)
                client.close()
                assert left.wait(PATIENCE)
            api.respond = answer()
            with posted(port, ask()) as client:
                client.settimeout(PATIENCE)
                assert client.recv(65536).startswith(b"HTTP/1.1 200 ")


def test_a_client_that_goes_away_before_its_request_is_there(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=1)
        with relay.serving() as port:
            sock = socket.create_connection(("127.0.0.1", port))
            sock.sendall(
                b"POST /api/request HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n"
                b"Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{" % port
            )
            sock.close()
            with posted(port, ask()) as client:
                client.settimeout(PATIENCE)
                assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
    assert api.connections == 1


def test_a_slow_api_holds_up_nobody_else(tmp_path: Path) -> None:
    others_answered = threading.Event()

    def respond(sock: socket.socket, seen: Seen) -> None:
        if "slow" in seen.target:
            others_answered.wait(PATIENCE)
        answer()(sock, seen)

    with upstream(respond) as api, make_relay(tmp_path, one_operation(api.url())).serving() as port:
        slow = [posted(port, ask(path={"id": "slow"})) for _ in range(9)]
        for _ in range(30):
            with posted(port, ask()) as client:
                client.settimeout(PATIENCE)
                assert client.recv(65536).startswith(b"HTTP/1.1 200 ")
        others_answered.set()
        for sock in slow:
            sock.close()
