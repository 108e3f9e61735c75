"""Connections that end: requests that are not sent to their end, answers that nobody reads.

Uvicorn waits for ever for a client that says nothing, and keeps what it was sent so far.
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

#: Seconds in which a client must have sent the head of its request.
_HEAD_TIMEOUT = 20

#: Seconds between two looks at a connection, and looks at which nothing has moved.
_LOOK, _LOOKS = 5.0, 4

#: Parts of a body that may be tiny, and bytes that the others have on average.
_TINY_PARTS, _PART = 1_000, 64

#: Fields of a request. Browsers send twenty.
_FIELDS = 200


class StrictConnection(h11.Connection):
    """Reads requests as h11 does, without those that say in two ways where they end."""

    _parts = 0
    _bytes = 0

    def next_event(self) -> Any:
        """The next part of a request. :raises h11.RemoteProtocolError: it is none."""
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
    """Notices that a figure stays the same from look to look."""

    def __init__(self, looks: int) -> None:
        self._looks = looks
        self._seen: int | None = None
        self._same = 0

    def look(self, figure: int | None) -> bool:
        """Whether *figure* has stayed too long; ``None``: nothing is waited for."""
        self._same = self._same + 1 if figure is not None and figure == self._seen else 0
        self._seen = figure
        return self._same >= self._looks


class PatientProtocol(H11Protocol):
    """Uvicorn's protocol, which does not wait for ever here: neither for a request nor a reader."""

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
        """Begin to wait."""
        super().connection_made(transport)
        self._wait()
        self._look_timer = self.loop.call_later(_LOOK, self.look)

    def data_received(self, data: bytes) -> None:
        """Wait no longer than before for the rest of a head."""
        self._received += len(data)
        super().data_received(data)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        for timer in (self._head_timer, self._look_timer):
            if timer is not None:
                timer.cancel()
        super().connection_lost(exc)

    def send_400_response(self, msg: str) -> None:
        """Say that there is no such request, unless an answer is on its way."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def look(self) -> None:
        """Give the connection up if nothing has moved for some time."""
        self._look_timer = self.loop.call_later(_LOOK, self.look)
        waits_for_body = self.conn.their_state is h11.SEND_BODY and not self.flow.read_paused
        # What comes after the answer is thrown away: no reason to wait for more of it.
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
    """Close at once, for the system too: it would keep what is unread for many minutes."""
    sock = transport.get_extra_info("socket")
    if sock is not None:
        with contextlib.suppress(OSError):
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    transport.abort()


def _in_the_system(transport: Any) -> int:
    """Bytes that the system still holds for a reader; 0 where it does not say.

    A slow reader empties its part of these long before the server can write again.
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
