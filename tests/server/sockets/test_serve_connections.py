"""Connections of hostile clients: refused or closed, and no forged lines in the log."""

from __future__ import annotations

import asyncio
import gzip
import socket
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import h11
import pytest
from patience import PATIENCE
from server_process import Server, running, write_site
from starlette.types import Receive, Scope, Send
from uvicorn.server import ServerState

from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.caller import SiteAddresses
from sphinx_navapi.server.command import shown
from sphinx_navapi.server.listening import (
    PatientProtocol,
    Standstill,
    StrictConnection,
    make_server,
)
from sphinx_navapi.server.monitoring import AccessLog, Observed
from sphinx_navapi.server.replies import Compressor
from sphinx_navapi.server.site_app import SiteApp

BOTH = [
    b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n",
    b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n",
    b"content-length: 0\r\nTRANSFER-ENCODING: chunked\r\n",
]
SMUGGLED = b"0\r\n\r\nGET /guide/page.html HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = write_site(tmp_path_factory.mktemp("connections") / "html")
    (folder / "large.txt").write_bytes(b"x" * 40_000_000)
    return folder


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    with running("serve", site, "--port", "0", "--trusted-proxy", "127.0.0.1") as server:
        yield server


def all_of(port: int, data: bytes) -> bytes:
    """The response to *data*, until the server closes the connection."""
    with socket.create_connection(("127.0.0.1", port), timeout=PATIENCE) as client:
        client.sendall(data)
        found = b""
        while chunk := client.recv(65536):
            found += chunk
        return found


# -- where a request ends --------------------------------------------------------------------


@pytest.mark.parametrize("both", BOTH)
@pytest.mark.parametrize(
    "line", ["GET /", "POST /", "POST /api/request", "GET /_navapi/dev/events"]
)
def test_a_length_beside_chunks_is_refused_and_closed(
    server: Server, line: str, both: bytes
) -> None:
    head = f"{line} HTTP/1.1\r\nHost: localhost\r\n".encode() + both + b"\r\n"
    answer = all_of(server.port, head + SMUGGLED)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert answer.count(b"HTTP/1.1 ") == 1
    assert b"connection: close" in answer.lower()


def events(data: bytes) -> list[Any]:
    connection = StrictConnection(h11.SERVER)
    connection.receive_data(data)
    found = []
    while (event := connection.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
        found.append(event)
    return found


@pytest.mark.parametrize("both", BOTH)
def test_the_server_itself_refuses_it(both: bytes) -> None:
    with pytest.raises(h11.RemoteProtocolError, match="both Content-Length and Transfer-Encoding"):
        events(b"GET / HTTP/1.1\r\nHost: a\r\n" + both + b"\r\n0\r\n\r\n")


def chunks(sizes: list[int]) -> bytes:
    body = b"".join(b"%x\r\n%b\r\n" % (size, b"x" * size) for size in sizes)
    return b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + body + b"0\r\n\r\n"


def test_chunks_of_one_byte_are_not_read_for_ever() -> None:
    assert len(events(chunks([1] * 900))) == 902
    assert len(events(chunks([100] * 3000))) == 3002
    with pytest.raises(h11.RemoteProtocolError, match="too small"):
        events(chunks([1] * 3000))


def test_a_request_with_too_many_fields() -> None:
    head = b"GET / HTTP/1.1\r\nHost: a\r\n" + b"a: b\r\n" * 100 + b"\r\n"
    assert len(events(head)) == 2
    with pytest.raises(h11.RemoteProtocolError, match="too many"):
        events(head.replace(b"a: b\r\n", b"a: b\r\na: b\r\na: b\r\n"))


async def answer_of(app: Any, scope: dict[str, Any]) -> dict[str, Any]:
    """Status and header fields of the response of *app* to *scope*, a request without a body."""
    sent: list[dict[str, Any]] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:
        sent.append(message)

    await app({"type": "http", "query_string": b"", "root_path": "", **scope}, receive, send)
    return {"status": sent[0]["status"], "headers": dict(sent[0]["headers"])}


@pytest.mark.parametrize("path", ["/", "/api/request", "/nothing"])
@pytest.mark.parametrize("kind", ["relay", "site"])
def test_applications_refuse_it_under_any_server(site: Path, kind: str, path: str) -> None:
    """Some servers pass both fields on, and would continue to read after the response."""
    relay = create_app(site)
    app = relay if kind == "relay" else SiteApp(site, addresses=SiteAddresses([]), relay=relay)
    for version, closes in (("1.1", True), ("1.0", True), ("2", False)):
        headers = [(b"host", b"localhost"), (b"content-length", b"5"),
                   (b"transfer-encoding", b"chunked")]  # fmt: skip
        scope = {"http_version": version, "method": "POST", "path": path, "headers": headers}
        answer = asyncio.run(answer_of(app, scope))
        assert answer["status"] == 400
        assert (answer["headers"].get(b"connection") == b"close") is closes


# -- lines of the log ------------------------------------------------------------------------


def test_a_forwarded_address_cannot_forge_a_line(server: Server) -> None:
    seen = len(server.lines)
    forged = b"\x85198.51.100.9 GET /admin 200 1 1ms \x9b31m"
    all_of(
        server.port,
        b"GET /guide/ HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nX-Forwarded-For: "
        + forged + b"\r\n\r\n",
    )  # fmt: skip
    line = server.wait_for(r"GET /guide/ 200", after=seen)
    assert line.isascii()
    assert line.isprintable()
    assert len(line.split(" ")) == 7
    assert not any(" 198.51.100.9 GET /admin" in one for one in server.lines)


def test_fields_of_a_line_are_quoted_and_short() -> None:
    lines: list[str] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})

    scope = {"type": "http", "client": ("1.2.3.4 GET /x\n" * 99, 1), "method": "G" * 999,
             "path": "/a b\x1b\n"}  # fmt: skip
    asyncio.run(Observed(app, AccessLog(lines.append))(scope, None, _ignore))  # type: ignore[arg-type]
    _time, client, method, path, *_rest = lines[0].split(" ")
    assert len(client) < 200
    assert len(method) < 20
    assert path == "/a%20b%1B%0A"
    assert lines[0].isprintable()


async def _ignore(_message: Any) -> None:
    return


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a b ü", "a b ü"),
        ("a\nb", "a\\nb"),
        ("\x1b[31m", "\\x1b[31m"),
        ("\x85\u2028", "\\x85\\u2028"),
    ],
)
def test_what_a_terminal_would_act_on_is_escaped(text: str, line: str) -> None:
    assert shown(text) == line


# -- stalled clients -----------------------------------------------------------------------------


def test_a_figure_that_stands_still() -> None:
    standstill = Standstill(3)
    assert [standstill.look(n) for n in (5, 5, 5, 4, 4, 4, None, 4, 4, 4, 4)] == [
        False, False, False, False, False, False, False, False, False, False, True,
    ]  # fmt: skip


async def with_client(
    app: Any, request: bytes, act: Callable[[PatientProtocol, socket.socket], Awaitable[None]]
) -> None:
    """Have *act* inspect the connection of a client that has sent *request*."""
    made: list[PatientProtocol] = []
    config = make_server(app).config

    def make() -> PatientProtocol:
        made.append(PatientProtocol(config, ServerState(), {}))
        return made[-1]

    loop = asyncio.get_running_loop()
    listening = await loop.create_server(make, "127.0.0.1", 0)
    with socket.socket() as client:
        client.setblocking(False)
        await loop.sock_connect(client, listening.sockets[0].getsockname())
        await loop.sock_sendall(client, request)
        await until(lambda: bool(made) and made[0].flow is not None)
        await act(made[0], client)
        made[0].transport.abort()
        await until(lambda: not made[0].connections and not made[0].tasks)
    listening.close()
    await listening.wait_closed()


async def read_all(client: socket.socket) -> None:
    while await asyncio.get_running_loop().sock_recv(client, 65536):
        pass


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


def test_an_answer_that_nobody_reads_is_given_up(site: Path) -> None:
    app = SiteApp(site, addresses=SiteAddresses([]))

    async def act(protocol: PatientProtocol, client: socket.socket) -> None:
        await until(lambda: protocol.flow.write_paused)
        # Of 40 MB, only a part waits in the server.
        assert protocol.transport.get_write_buffer_size() < 300_000
        await asyncio.sleep(0.3)
        for _ in range(4):
            protocol.look()
        assert not protocol.transport.is_closing()
        protocol.look()
        await until(lambda: protocol.cycle.disconnected)
        # The client gets the message, although it has not read the previous data.
        with pytest.raises(ConnectionResetError):
            await read_all(client)

    request = b"GET /large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    asyncio.run(with_client(app, request, act))


def test_an_answer_that_is_read_slowly_is_sent(site: Path) -> None:
    app = SiteApp(site, addresses=SiteAddresses([]))

    async def act(protocol: PatientProtocol, client: socket.socket) -> None:
        await until(lambda: protocol.flow.write_paused)
        for _ in range(12):
            read = 0
            while read < 4_000_000:
                read += len(await asyncio.get_running_loop().sock_recv(client, 65536))
                if protocol.cycle.response_complete:
                    return
            protocol.look()
            assert not protocol.transport.is_closing()

    request = b"GET /large.txt HTTP/1.1\r\nHost: localhost\r\n\r\n"
    asyncio.run(with_client(app, request, act))


@pytest.mark.parametrize("answers", [False, True], ids=["before", "after"])
def test_a_body_that_does_not_come_is_given_up(answers: bool) -> None:
    """Also after the response, when Uvicorn continues to read the rest of the body."""
    ended = asyncio.Event()

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        if answers:
            await send({"type": "http.response.start", "status": 413, "headers": []})
            await send({"type": "http.response.body", "body": b""})
        while (await receive())["type"] != "http.disconnect":
            pass
        ended.set()

    async def act(protocol: PatientProtocol, client: socket.socket) -> None:
        await until(
            lambda: protocol.cycle is not None and protocol.cycle.response_complete is answers
        )
        for _ in range(3):
            # A little more of it is enough, as long as it is expected.
            await asyncio.get_running_loop().sock_sendall(client, b"x")
            await asyncio.sleep(0.05)
            protocol.look()
        assert not protocol.transport.is_closing()
        for _ in range(4):
            protocol.look()
        assert protocol.transport.is_closing()
        await until(ended.is_set)

    request = b"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 999999\r\n\r\n"
    asyncio.run(with_client(app, request, act))


# -- costs of responses --------------------------------------------------------------------------


def test_a_text_is_compressed_once_for_all_who_ask_at_once(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[int] = []

    def compress(_self: Compressor, content: bytes) -> bytes:
        done.append(len(content))
        return gzip.compress(content)

    monkeypatch.setattr(Compressor, "compress", compress)
    app = SiteApp(site, addresses=SiteAddresses([]))
    scope = {"http_version": "1.1", "method": "GET", "path": "/",
             "headers": [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]}  # fmt: skip

    async def run() -> None:
        answers = await asyncio.gather(*(answer_of(app, scope) for _ in range(10)))
        assert {a["headers"][b"content-encoding"] for a in answers} == {b"gzip"}

    asyncio.run(run())
    assert len(done) == 1


def test_what_is_too_large_to_keep_is_not_compressed_again(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = SiteApp(site, addresses=SiteAddresses([]))
    done: list[int] = []
    compressor = Compressor(limit=40)
    compress = compressor.compress
    monkeypatch.setattr(
        compressor, "compress", lambda content: (done.append(1), compress(content))[1]
    )
    monkeypatch.setattr(app, "_compressor", compressor)
    scope = {"http_version": "1.1", "method": "GET", "path": "/",
             "headers": [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]}  # fmt: skip
    answers = [asyncio.run(answer_of(app, scope)) for _ in range(3)]
    assert [b"content-encoding" in a["headers"] for a in answers] == [True, False, False]
    assert done == [1]
