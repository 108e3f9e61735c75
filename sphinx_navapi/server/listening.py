"""Running an ASGI application on a socket until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import signal
import socket
import struct
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.protocols.http.h11_impl import H11Protocol

from sphinx_navapi.relay.sending import FRAMED_TWICE

#: Seconds in which a client must send the head of its request.
_HEAD_TIMEOUT = 20

#: Seconds between two checks of a connection, and number of checks without progress.
_LOOK, _LOOKS = 5.0, 4

#: Number of body parts that may be tiny, and average size in bytes of the others.
_TINY_PARTS, _PART = 1_000, 64

#: Maximum number of fields in a request. Browsers send twenty.
_FIELDS = 200


class StrictConnection(h11.Connection):
    """Reads requests like h11, but rejects those that declare their end in two ways."""

    _parts = 0
    _bytes = 0

    def next_event(self) -> Any:
        """The next part of a request. :raises h11.RemoteProtocolError: it is invalid."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._parts = self._bytes = 0
            names = {name for name, _value in event.headers}
            if {b"content-length", b"transfer-encoding"} <= names:
                raise h11.RemoteProtocolError(FRAMED_TWICE)
            if len(event.headers) > _FIELDS:
                raise h11.RemoteProtocolError("The request has too many header fields.")
        elif isinstance(event, h11.Data):
            self._parts += 1
            self._bytes += len(event.data)
            # A chunk of one byte costs as much time as one of some thousand.
            if self._parts > _TINY_PARTS + self._bytes // _PART:
                raise h11.RemoteProtocolError("The request is sent in chunks that are too small.")
        return event


class Standstill:
    """Detects that a number does not change between checks."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self._seen: int | None = None
        self._same = 0

    def look(self, figure: int | None) -> bool:
        """Whether *figure* has been unchanged for too long; ``None``: nothing is expected."""
        self._same = self._same + 1 if figure is not None and figure == self._seen else 0
        self._seen = figure
        return self._same >= self._looks


class PatientProtocol(H11Protocol):
    """Uvicorn's protocol with timeouts for requests and readers."""

    _head_timer: asyncio.TimerHandle | None = None
    _look_timer: asyncio.TimerHandle | None = None

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self.conn = StrictConnection(
            h11.SERVER, self.config.h11_max_incomplete_event_size or 16 * 1024
        )
        self._received = 0
        self._reading = Standstill(_LOOKS)
        self._writing = Standstill(_LOOKS)

    def connection_made(self, transport: Any) -> None:
        """Start the timeout."""
        super().connection_made(transport)
        self._wait()
        self._look_timer = self.loop.call_later(_LOOK, self.look)

    def data_received(self, data: bytes) -> None:
        """Keep the timeout while the rest of a head arrives."""
        self._received += len(data)
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout."""
        for timer in (self._head_timer, self._look_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Respond with 400, unless a response is being sent."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def look(self) -> None:
        """Close the connection if there has been no progress for some time."""
        self._look_timer = self.loop.call_later(_LOOK, self.look)
        waits_for_body = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        # Data after the response is discarded: no reason to wait for more of it.
        received = -1 if self.conn.our_state is h11.DONE else self._received
        is_late = self._reading.look(received if waits_for_body else None)
        waiting = self.transport.get_write_buffer_size()
        is_unread = self._writing.look(
            waiting + _in_the_system(self.transport) if waiting else None
        )
        if is_late or is_unread:
            _forget(self.transport)

    def _wait(self) -> None:
        is_waiting = self.conn.their_state is h11.IDLE
        if self._head_timer is not None and not is_waiting:
            self._head_timer.cancel()
            self._head_timer = None
        elif self._head_timer is None and is_waiting:
            self._head_timer = self.loop.call_later(_HEAD_TIMEOUT, self._give_up)

    def _give_up(self) -> None:
        self._head_timer = None
        if self.conn.their_state is h11.IDLE:
            self.transport.close()


def _forget(transport: Any) -> None:
    """Close at once, in the system too: it would keep unread data for many minutes."""
    sock = transport.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _in_the_system(transport: Any) -> int:
    """Number of bytes in the system's send buffer; 0 if unknown.

    A slow reader drains this buffer long before the server can write again.
    """
    sock = transport.get_extra_info("socket")
    if sys.platform == "win32" or sock is None:
        return 0
    import fcntl
    import termios

    try:
        (size,) = struct.unpack("i", fcntl.ioctl(sock.fileno(), termios.TIOCOUTQ, b"\0" * 4))
    except OSError:
        return 0
    return int(size)


#: Seconds in which pending requests may finish after a stop signal.
_GRACE = 10

#: Maximum size of the head of a request in bytes.
_HEAD_LIMIT = 32 * 1024


class ListenError(Exception):
    """Listening on the address failed; ``str()`` says why.

    :ivar taken: the port is in use.
    """

    def __init__(self, message: str, *, taken: bool = False) -> None:
        super().__init__(message)
        self.taken = taken


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens on *port* of *host*; port 0 is any free one.

    :raises ListenError: listening failed.
    """
    try:
        addresses = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except (socket.gaierror, UnicodeError):
        raise ListenError(f"{host} is not an address of this machine") from None
    family, kind, protocol, _name, address = addresses[0]
    sock = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":
            # On Windows it would let two servers share a port.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        sock.bind(address)
        sock.listen(2048)
    except OSError as error:
        sock.close()
        taken = error.errno in (98, 48, 10048)
        reason = "is in use: choose another with --port" if taken else f"cannot be used: {error}"
        shown = f"[{host}]" if ":" in host else host
        raise ListenError(f"{shown}:{port} {reason}", taken=taken) from None
    sock.setblocking(False)
    return sock


def listening_names(host: str) -> list[str]:
    """The names by which a server is addressed that listens on *host*; none for all addresses."""
    return [host] if host not in ("", "0.0.0.0", "::") else []  # noqa: S104


def shown_url(host: str, port: int) -> str:
    """The URL to open on this machine, for a server that listens on *host*."""
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        name = host
    else:
        loopback = "[::1]" if address.version == 6 else "127.0.0.1"
        shown = f"[{host}]" if address.version == 6 else host
        name = loopback if address.is_unspecified else shown
    return f"http://{name}:{port}/"


@contextlib.contextmanager
def handling_signals(names: Iterable[str], handle: Callable[..., object]) -> Iterator[None]:
    """Call *handle* for the signals *names*, if the system has them."""
    signals = [getattr(signal, name) for name in names if hasattr(signal, name)]
    before = {number: signal.signal(number, handle) for number in signals}
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


class GracefulServer(uvicorn.Server):
    """Stops after its last request on the first signal, and at once on the second.

    :ivar on_stop: called on the first signal, to end what would otherwise wait.
    :ivar signals: names of the handled signals, if the system has them.
    """

    signals: Sequence[str] = ("SIGINT", "SIGTERM", "SIGBREAK")
    on_stop: Callable[[], None] | None = None
    stopped_by: int | None = None

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle signals while it runs; none is raised again, as this is the way to stop it."""
        if threading.current_thread() is not threading.main_thread():
            yield  # Signals can only be handled in the main thread.
            return
        with handling_signals(self.signals, self.handle_exit):
            yield

    def handle_exit(self, sig: int, frame: Any) -> None:
        """Start to stop; on the second signal, do not wait any longer."""
        self.stopped_by = sig
        if self.should_exit:
            self.force_exit = True
        self.should_exit = True
        if self.on_stop is not None:
            self.on_stop()


def make_server(app: ASGIApp, *, trusted_proxies: Sequence[str] = ()) -> GracefulServer:
    """A server of *app*.

    :param trusted_proxies: addresses and networks whose ``X-Forwarded-For`` and
        ``X-Forwarded-Proto`` are trusted.
    """

    async def ending_quietly(scope: Scope, receive: Receive, send: Send) -> None:
        try:
            await app(scope, receive, send)
        except asyncio.CancelledError:
            # Responses that do not finish in time are cut off, which is not an error of the
            # application.
            if not server.should_exit:
                raise

    server = GracefulServer(
        uvicorn.Config(
            ending_quietly,
            http=PatientProtocol,
            ws="none",
            loop="asyncio",
            lifespan="auto",
            log_config=None,
            log_level="error",
            access_log=False,
            server_header=False,
            # Always set: Uvicorn would read the environment.
            proxy_headers=bool(trusted_proxies),
            forwarded_allow_ips=list(trusted_proxies),
            timeout_keep_alive=30,
            timeout_graceful_shutdown=_GRACE,
            h11_max_incomplete_event_size=_HEAD_LIMIT,
        )
    )
    return server


def run_server(server: uvicorn.Server, sock: socket.socket) -> None:
    """Serve on *sock* until a signal arrives."""
    asyncio.run(server.serve(sockets=[sock]))
