"""The relay's environment: built sites, good and bad APIs, names, and a watch on connections."""

from __future__ import annotations

import asyncio
import contextlib
import json
import socket
import ssl
import sys
import threading
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import httpx
from app_server import run_app
from patience import PATIENCE

from sphinx_navapi.relay.address import PrivateHosts
from sphinx_navapi.relay.application import Relay
from sphinx_navapi.relay.caller import SiteOrigins
from sphinx_navapi.relay.limits import Limits

#: The name with which the relay's tests reach loopback, using their own resolver.
API = "api.example.test"
TLS = Path(__file__).parent / "tls"

SITE = "http://docs.test"


@dataclass
class Seen:
    """A request as received by an API."""

    line: str
    headers: list[tuple[str, str]]
    body: bytes = b""

    @property
    def target(self) -> str:
        return self.line.split(" ")[1]

    def get(self, name: str) -> list[str]:
        return [value for key, value in self.headers if key.lower() == name.lower()]

    @property
    def names(self) -> set[str]:
        return {key.lower() for key, _ in self.headers}


Behavior = Callable[[socket.socket, Seen], None]


def answer(
    body: bytes = b"{}", status: str = "200 OK", *fields: str, kind: str = "application/json"
) -> Behavior:
    """A behavior that sends this response, with its length."""

    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *fields]
    if kind:
        lines.append(f"Content-Type: {kind}")
    response = "\r\n".join(lines).encode("latin-1") + b"\r\n\r\n" + body

    def respond(sock: socket.socket, _: Seen) -> None:
        sock.sendall(response)

    return respond


class Upstream:
    """An API on loopback that behaves as instructed, over plain sockets.

    :ivar seen: requests; *connections*: how many were accepted; *left*: set once a client has
        disconnected before its request or the response was complete.
    """

    def __init__(
        self,
        respond: Behavior | None = None,
        tls: ssl.SSLContext | None = None,
        listener: socket.socket | None = None,
    ) -> None:
        self.respond = respond or answer()
        self.seen: list[Seen] = []
        self.connections = 0
        self.left = threading.Event()
        self._tls = tls
        self._closing = False
        self._listener = listener or socket.create_server(("127.0.0.1", 0), backlog=256)
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def url(self, path: str = "", host: str = API, scheme: str = "http") -> str:
        return f"{scheme}://{host}:{self.port}{path}"

    def close(self) -> None:
        self._closing = True
        with contextlib.suppress(OSError):
            self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def _accept(self) -> None:
        while not self._closing:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                return
            self.connections += 1
            threading.Thread(target=self._serve, args=(sock,), daemon=True).start()

    def _serve(self, sock: socket.socket) -> None:
        try:
            sock.settimeout(PATIENCE)
            if self._tls is not None:
                sock = self._tls.wrap_socket(sock, server_side=True)
            seen = _read_request(sock)
            if seen is None:
                self.left.set()
                return
            self.seen.append(seen)
            self.respond(sock, seen)
        except OSError:
            self.left.set()
        finally:
            with contextlib.suppress(OSError):
                sock.close()


def _read_request(sock: socket.socket) -> Seen | None:
    data = b""
    while b"\r\n\r\n" not in data:
        chunk = sock.recv(65536)
        data += chunk
        if not chunk or data[:1] == b"\x16":  # a TLS handshake
            return None
    head, _, body = data.partition(b"\r\n\r\n")
    line, *rest = head.decode("utf-8", "replace").split("\r\n")
    headers = [(name, value.strip()) for name, _, value in (one.partition(":") for one in rest)]
    seen = Seen(line, headers)
    length = int((seen.get("content-length") or ["0"])[0])
    while len(body) < length:
        body += sock.recv(65536)
    seen.body = body
    return seen


@contextlib.contextmanager
def upstream(
    respond: Behavior | None = None, tls: ssl.SSLContext | None = None
) -> Iterator[Upstream]:
    api = Upstream(respond, tls)
    try:
        yield api
    finally:
        api.close()


@dataclass
class Names:
    """A resolver: addresses by name, in turn if there are several lists."""

    answers: Mapping[str, list[list[str]]] = field(default_factory=dict)
    asked: list[str] = field(default_factory=list)

    async def __call__(self, host: str, port: int) -> Iterable[str]:
        self.asked.append(host)
        found = self.answers.get(host)
        if not found:
            raise socket.gaierror(socket.EAI_NONAME, "no such name")
        return found[min(self.asked.count(host), len(found)) - 1]


LOOPBACK = {API: [["127.0.0.1"]]}


def write_manifest(site_dir: Path, manifest: Any) -> Path:
    """*manifest* as ``relay.json``; text is written unchanged."""
    path = site_dir / "_navapi" / "relay.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(manifest if isinstance(manifest, str) else json.dumps(manifest))
    return path


def one_operation(
    server: str | Mapping[str, Any], method: str = "GET", path: str = "/things/{id}", **more: Any
) -> dict[str, Any]:
    """A manifest of one operation, named ``api.json METHOD path``."""
    entry = {"url": server} if isinstance(server, str) else server
    operation = {"servers": 0, "method": method, "path": path, **more}
    return {
        "version": 1,
        "servers": [[entry]],
        "operations": {f"api.json {method} {path}": operation},
    }


def ask(**more: Any) -> dict[str, Any]:
    """The message that most tests send."""
    return {"operation": "api.json GET /things/{id}", "path": {"id": "7"}, **more}


def problem_of(response: httpx.Response, status: int) -> dict[str, Any]:
    """The problem document of a refusal, after checking its format."""
    assert response.status_code == status, response.text
    assert response.headers["content-type"] == "application/problem+json"
    assert response.headers["x-content-type-options"] == "nosniff"
    problem: dict[str, Any] = response.json()
    assert problem.keys() == {"type", "title", "status", "detail"}
    assert problem["status"] == status
    assert problem["detail"].endswith(".")
    return problem


class Watch:
    """Every connection and lookup of this process while active."""

    def __init__(self) -> None:
        self.connected: list[Any] = []
        self.looked_up: list[Any] = []
        self._on = False
        sys.addaudithook(self._note)

    def _note(self, event: str, arguments: tuple[Any, ...]) -> None:
        if not self._on:
            return
        if event == "socket.connect":
            self.connected.append(arguments[1])
        elif event == "socket.getaddrinfo":
            self.looked_up.append(arguments[0])

    @contextlib.contextmanager
    def on(self) -> Iterator[Watch]:
        self.connected.clear()
        self.looked_up.clear()
        self._on = True
        try:
            yield self
        finally:
            self._on = False


WATCH = Watch()


#: Timeouts that only tests of timeouts reach.
PATIENT = {"connect_seconds": PATIENCE, "total_seconds": PATIENCE}


class SiteRelay(Relay):
    """The relay of a site, and helpers for its tests."""

    def post(
        self, message: Any, headers: Mapping[str, str] | None = None, base: str = SITE
    ) -> httpx.Response:
        """Its response to *message*; bytes are posted unchanged."""

        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(self, client=("198.51.100.7", 1234))
            async with httpx.AsyncClient(transport=transport, base_url=base) as client:
                return await client.post(
                    "/api/request",
                    content=message if isinstance(message, bytes) else json.dumps(message),
                    headers={"Content-Type": "application/json", "Origin": base, **(headers or {})},
                )

        return asyncio.run(run())

    def problem(self, message: Any, status: int) -> dict[str, Any]:
        """The problem of a request that fails."""
        return problem_of(self.post(message), status)

    def refused(self, message: Any, status: int = 403, **headers: str) -> dict[str, Any]:
        """The problem of a request that opened no socket and looked up no name."""
        with WATCH.on():
            fields = {name.replace("_", "-"): value for name, value in headers.items()}
            response = self.post(message, fields)
        assert WATCH.connected == []
        assert WATCH.looked_up == []
        problem = problem_of(response, status)
        if not headers:  # tests the message, not its sender
            assert problem["type"].rpartition(":")[2] not in {"unknown-host", "foreign-origin"}
        return problem

    @contextlib.contextmanager
    def serving(self, **options: Any) -> Iterator[int]:
        """The port on which it responds over real sockets."""
        with run_app(self, **options) as port:
            yield port


def make_relay(
    site_dir: Path,
    manifest: Any,
    *,
    names: Callable[[str, int], Awaitable[Iterable[str]]] | None = None,
    site_urls: Iterable[str] = (),
    origins: Iterable[str] = (),
    private: Iterable[str] = (API,),
    loopback: bool = False,
    tls: ssl.SSLContext | None = None,
    mcp: str = "read",
    **limits: Any,
) -> SiteRelay:
    """The relay of a site with this manifest."""
    write_manifest(site_dir, manifest)
    return SiteRelay(
        site_dir,
        site=SiteOrigins(site_urls, origins),
        private=PrivateHosts(private, loopback=loopback),
        limits=Limits(**PATIENT | limits),
        resolve=names or Names(LOOPBACK),
        tls=tls,
        mcp=mcp,
    )
