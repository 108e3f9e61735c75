"""Timeouts for incomplete requests and unread responses.

Uvicorn waits indefinitely for a silent client, and keeps what it has received.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
import struct
import sys
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from sphinx_navapi.relay.framing import FRAMED_TWICE

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
