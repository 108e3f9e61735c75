"""The memory of requests in progress, and whom they keep waiting."""

from __future__ import annotations

import asyncio
import contextlib
import gzip
import json
import socket
import threading
import tracemalloc
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest
from relay_world import API, Seen, answer, ask, make_relay, one_operation, upstream
from starlette.responses import Response

from sphinx_navapi.relay import application, sending
from sphinx_navapi.relay.connection import Decoder, Incoming
from sphinx_navapi.relay.limits import Limits, MemoryLimit
from sphinx_navapi.relay.problem import Refusal

LARGEST = 1 << 20


def scope_of(client: str, version: str = "1.1") -> dict[str, Any]:
    return {
        "type": "http", "http_version": version, "method": "POST", "path": "/api/request",
        "query_string": b"", "root_path": "", "scheme": "http", "client": (client, 1),
        "headers": [(b"host", b"localhost"), (b"content-type", b"application/json")],
    }  # fmt: skip


def received(body: bytes, *, more: bool = False) -> Callable[[], Awaitable[Any]]:
    """A client that sends *body* and then nothing."""
    parts = [{"type": "http.request", "body": body, "more_body": more}]

    async def receive() -> Any:
        if not parts:
            await asyncio.Event().wait()
        return parts.pop()

    return receive


def statuses_of_stalled(relay: Any, clients: list[str], size: int) -> list[int]:
    """The immediate responses to clients that send *size* bytes, and then nothing."""
    statuses: list[int] = []
    data = b" " * size

    async def call(client: str) -> None:
        receive = received(data, more=True)

        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                statuses.append(message["status"])

        await relay(scope_of(client), receive, send)

    async def run() -> None:
        calls = [asyncio.ensure_future(call(client)) for client in clients]
        for _ in range(20):
            await asyncio.sleep(0)
        for one in calls:
            one.cancel()
        await asyncio.gather(*calls, return_exceptions=True)

    asyncio.run(run())
    return statuses


def test_stalled_bodies_are_held_up_to_a_bound(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"), burst=1000)
    many = [f"198.51.100.{n}" for n in range(100)]
    tracemalloc.start()
    assert statuses_of_stalled(relay, many, LARGEST) == [429] * 68
    assert tracemalloc.get_traced_memory()[1] < 48 * LARGEST
    tracemalloc.stop()
    # One client has half of it, and small bodies are always accepted.
    assert statuses_of_stalled(relay, ["198.51.100.1"] * 100, LARGEST) == [429] * 84
    assert statuses_of_stalled(relay, many, 16 << 10) == []


def test_what_is_held_is_given_back() -> None:
    held = MemoryLimit(3200)
    for _ in range(3):
        with held.share("a") as take, held.share("a") as too, held.share("b") as other:
            take(800)
            too(800)
            with pytest.raises(Refusal):
                too(1)
            other(1600)
            with pytest.raises(Refusal), held.share("c") as more:
                more(1)
    assert held._by_client == {}
    assert held.used == 0


def test_a_body_that_stalls_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(application, "_STALLED", 0.05)
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    sent: list[Any] = []

    async def run() -> None:
        async def send(message: Any) -> None:
            sent.append(message)

        await relay(scope_of("198.51.100.7"), received(b"{", more=True), send)

    asyncio.run(run())
    assert sent[0]["status"] == 400
    assert dict(sent[0]["headers"])[b"connection"] == b"close"
    assert b"request-timeout" in sent[1]["body"]


@pytest.mark.parametrize(("status", "message"), [(400, {}), (404, {"operation": "none"})])
def test_after_a_400_nothing_more_is_read(tmp_path: Path, status: int, message: Any) -> None:
    response = make_relay(tmp_path, one_operation(f"http://{API}")).post(message)
    assert response.status_code == status
    assert response.headers.get("connection") == ("close" if status == 400 else None)


def test_an_answer_is_sent_in_pieces_and_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sending, "_PATIENCE", 0.05)
    body = bytes(range(256)) * 1000
    sent: list[bytes] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            if len(sent) == stalls_at:
                await asyncio.Event().wait()
            sent.append(message["body"])
            assert message["more_body"] is (sum(map(len, sent)) < len(body))

    stalls_at = -1
    asyncio.run(sending.send_response(Response(body), send))
    assert b"".join(sent) == body
    assert max(map(len, sent)) <= 64 << 10
    sent.clear()
    stalls_at = 2
    asyncio.run(sending.send_response(Response(body), send))
    assert len(sent) == 2


def test_what_is_written_in_pieces_is_given_up_too(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without an end, so that no server treats it as complete; the rest is never written."""
    monkeypatch.setattr(sending, "_PATIENCE", 0.05)
    parts = iter([b"a" * 100_000, b"b", b"c"])
    sent: list[Any] = []

    async def send(message: Any) -> None:
        if len(sent) == 2:
            await asyncio.Event().wait()
        sent.append(message)

    asyncio.run(sending.send_written(parts, send))
    assert [message["more_body"] for message in sent] == [True, True]
    assert list(parts) == [b"c"]


@pytest.mark.parametrize(("size", "status"), [(1_000, 200), (1_000_000, 429)])
def test_a_large_answer_keeps_its_place_until_it_is_read(
    tmp_path: Path, size: int, status: int
) -> None:
    found: list[int] = []
    text = json.dumps(ask()).encode()

    async def call(relay: Any, reads: bool) -> None:
        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                found.append(message["status"])
                begun.set()
            elif not reads:
                await asyncio.Event().wait()

        await relay(scope_of("198.51.100.7"), received(text), send)

    async def run(relay: Any) -> None:
        first = asyncio.ensure_future(call(relay, reads=False))
        await begun.wait()
        found.remove(200)
        await call(relay, reads=True)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)

    with upstream(answer(b"x" * size, kind="text/plain")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), concurrency=1)
        relay._places._patience = 0.05
        begun = asyncio.Event()
        asyncio.run(run(relay))
    assert found == [status]


@pytest.mark.parametrize(("room", "status"), [(1 << 20, 502), (8 << 20, 200)])
def test_a_large_answer_without_room_is_told(tmp_path: Path, room: int, status: int) -> None:
    """Not with 429, upon which a client would send the request again: it was made."""
    found: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.start":
            found.append(message["status"])

    async def run(relay: Any) -> None:
        for _ in range(2):  # what the first held is given back
            body = received(json.dumps(ask()).encode())
            await relay(scope_of("198.51.100.7"), body, send)

    with upstream(answer(b"x" * 1_000_000, kind="text/plain")) as api:
        asyncio.run(run(make_relay(tmp_path, one_operation(api.url()), held_bytes=room)))
    assert found == [status, status]


@pytest.mark.parametrize("kind", ["application/json", "image/png"])
@pytest.mark.parametrize("byte", [b"x", b"\x01"])
def test_a_large_answer_is_in_memory_once(tmp_path: Path, kind: str, byte: bytes) -> None:
    """While it arrives, and while the client reads it, which takes its time."""
    content = byte * (8 << 20)
    sizes: list[int] = []

    async def send(message: Any) -> None:
        if message["type"] == "http.response.body":
            sizes.append(len(message["body"]))

    async def run(relay: Any) -> None:
        await relay(scope_of("198.51.100.8"), received(json.dumps(ask()).encode()), send)

    with upstream(answer(content, kind=kind)) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), held_bytes=16 << 20)
        tracemalloc.start()
        asyncio.run(run(relay))
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
    assert sum(sizes) > len(content)
    assert max(sizes) <= 64 << 10
    assert peak < 1.5 * len(content)  # a growing buffer has a reserve


def test_an_answer_is_counted_while_it_arrives(tmp_path: Path) -> None:
    """What has arrived of it is in memory: here its end never arrives."""

    def respond(sock: socket.socket, _: Seen) -> None:
        with contextlib.suppress(OSError):  # closed when there is no room
            sock.sendall(b"HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n"
                         b"Content-Length: 2000000\r\n\r\n" + b"x" * 1_000_000)  # fmt: skip

    with upstream(respond) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), held_bytes=1 << 20)
        assert relay.post(ask()).json()["type"] == "urn:navapi:relay:answer-too-large"


def test_small_answers_that_nobody_reads_are_counted(tmp_path: Path) -> None:
    """Those of one client take half of the room; the rest remains for the others."""
    found: dict[str, list[int]] = {"198.51.100.7": [], "198.51.100.8": []}
    text = json.dumps(ask()).encode()

    async def call(relay: Any, address: str, *, reads: bool = True) -> None:
        async def send(message: Any) -> None:
            if message["type"] == "http.response.start":
                found[address].append(message["status"])
            elif not reads and found[address][-1] == 200:
                await asyncio.Event().wait()

        await relay(scope_of(address), received(text), send)

    async def run(relay: Any) -> None:
        attack = []
        for count in range(1, 5):
            attack.append(asyncio.ensure_future(call(relay, "198.51.100.7", reads=False)))
            while len(found["198.51.100.7"]) < count:
                await asyncio.sleep(0.01)
        await call(relay, "198.51.100.8")
        for one in attack:
            one.cancel()
        await asyncio.gather(*attack, return_exceptions=True)
        await call(relay, "198.51.100.7")

    with upstream(answer(b"x" * 1000, kind="text/plain")) as api:
        relay = make_relay(tmp_path, one_operation(api.url()), held_bytes=4 * (256 << 10))
        asyncio.run(run(relay))
    assert found["198.51.100.8"] == [200]
    assert found["198.51.100.7"] == [200, 200, 429, 429, 200]


def test_a_client_that_is_gone_gets_no_more_pieces(tmp_path: Path) -> None:
    """Even from a server whose `send` never waits, because its connection is closed."""
    pieces: list[int] = []
    posted = received(json.dumps(ask()).encode())

    async def run(relay: Any) -> None:
        gone = asyncio.Event()
        has_posted = False

        async def receive() -> Any:
            nonlocal has_posted
            if not has_posted:
                has_posted = True
                return await posted()
            await gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            if message["type"] == "http.response.body":
                pieces.append(len(message["body"]))
                gone.set()

        await relay(scope_of("198.51.100.7"), receive, send)

    with upstream(answer(b"x" * (4 << 20), kind="text/plain")) as api:
        asyncio.run(run(make_relay(tmp_path, one_operation(api.url()))))
    # Of 64, each 64 KiB: the server's message is noticed within a few turns of the loop.
    assert 1 <= len(pieces) < 16


def threads_of(monkeypatch: pytest.MonkeyPatch, place: Any, name: str) -> list[bool]:
    """Whether *place.name* was called outside the event loop, for each of its calls."""
    work: Callable[..., Any] = getattr(place, name)
    found: list[bool] = []

    def noted(*arguments: Any) -> Any:
        found.append(threading.current_thread() is not threading.main_thread())
        return work(*arguments)

    monkeypatch.setattr(place, name, noted)
    return found


@pytest.mark.parametrize("size", [100, 500_000])
def test_long_work_is_done_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: int
) -> None:
    names = ("parse_message", "operation_request", "_beginning")
    found = [threads_of(monkeypatch, application, name) for name in names]
    manifest = one_operation("", method="POST")
    with upstream(answer(b"x" * size, kind="text/plain")) as api:
        manifest["servers"] = [[{"url": api.url()}]]
        message = ask(body={"content_type": "text/plain", "text": "x" * size})
        message["operation"] = "api.json POST /things/{id}"
        assert make_relay(tmp_path, manifest).post(message).status_code == 200
    assert found == [[size > 100]] * 3


def test_a_large_manifest_is_read_once_and_beside_the_loop(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from sphinx_navapi.relay import manifest

    found = threads_of(monkeypatch, manifest, "_load")
    data = one_operation(f"http://{API}")
    data["operations"] |= {f"x{n}": {} for n in range(10_000)}
    relay = make_relay(tmp_path, data)

    async def run() -> None:
        await asyncio.gather(*(relay._manifest.current() for _ in range(20)))

    asyncio.run(run())
    assert found == [True]


def test_members_of_a_compressed_answer_are_counted() -> None:
    """Each is twenty bytes, and takes as much time as a thousand."""
    decoder = Decoder("gzip", 10 << 20)
    decoder.feed(gzip.compress(b"a") * 900 + gzip.compress(b"bc"))
    assert decoder.content() == b"a" * 900 + b"bc"
    assert not decoder.is_full
    decoder.feed(gzip.compress(b"") * 200)
    assert decoder.is_full


def test_chunks_of_an_answer_are_counted() -> None:
    decoder = Decoder("", 10 << 20)
    for _ in range(200_001):
        decoder.feed(b"x")
    assert decoder.is_full


def test_others_get_their_turn_between_chunks() -> None:
    """A read from the socket may contain thousands of them, and nothing waits in between."""
    import httpx

    class Chunks(httpx.AsyncByteStream):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            for _ in range(1_000):
                yield b"x"

    turns = 0

    async def others() -> None:
        nonlocal turns
        while True:
            await asyncio.sleep(0)
            turns += 1

    async def run() -> None:
        task = asyncio.ensure_future(others())
        response = httpx.Response(200, stream=Chunks())
        incoming = Incoming(response, Limits())
        async for _turn in incoming.chunks():
            pass
        assert len(incoming.decoder.content()) == 1_000
        task.cancel()

    asyncio.run(run())
    assert turns >= 10
