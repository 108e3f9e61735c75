"""Reading requests and sending responses without being held up by the other side."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeVar

import anyio
from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar, checkpoint
from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.types import Scope, Send

#: The message for such a request.
FRAMED_TWICE = "The request has both Content-Length and Transfer-Encoding."


def is_framed_twice(headers: Headers) -> bool:
    """Whether a request has both ``Content-Length`` and ``Transfer-Encoding``."""
    return "content-length" in headers and "transfer-encoding" in headers


def closing(scope: Scope) -> Mapping[str, str]:
    """The field of a response after which nothing more is read; HTTP/2 and later have none."""
    return {"connection": "close"} if scope["http_version"].startswith("1") else {}


#: Bytes processed in about a millisecond: a thread would cost as much.
_FEW = 4 << 10

#: Maximum number of threads: each competes with the event loop, which serves all clients.
_THREADS = 2

_limiter: RunVar[CapacityLimiter] = RunVar("limiter of the relay")

T = TypeVar("T")


async def beside_the_loop(size: int, work: Callable[[], T]) -> T:
    """The result of *work*, run in a thread if there are more than a few bytes to process."""
    if size <= _FEW:
        return work()
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(_THREADS)
        _limiter.set(limiter)
    return await to_thread.run_sync(work, limiter=limiter)


#: Bytes passed to the server at a time.
_PIECE = 64 << 10

#: Timeout in seconds for a piece.
_PATIENCE = 30.0


async def send_response(response: Response, send: Send) -> None:
    """Send *response*."""
    head = {
        "type": "http.response.start",
        "status": response.status_code,
        "headers": response.raw_headers,
    }
    await send(head)
    await send_body(bytes(response.body), send)


async def send_head(headers: Mapping[str, str], send: Send) -> None:
    """Send the head of a 200 whose body is not complete yet."""
    fields = [(name.lower().encode("ascii"), value.encode("ascii"))
              for name, value in headers.items()]  # fmt: skip
    await send({"type": "http.response.start", "status": 200, "headers": fields})


async def send_body(body: bytes, send: Send, *, more: bool = False) -> bool:
    """Send *body*, everything after the head of a response, and return whether it was taken.

    An abandoned response is left unfinished, so that no server treats it as complete.

    :param more: it is only a part.
    """
    for start in range(0, max(len(body), 1), _PIECE):
        rest = more or start + _PIECE < len(body)
        if start:
            # A `send` that never waits, such as that of a closed connection, would hold the loop.
            await checkpoint()
        if not await send_piece(body[start : start + _PIECE], send, more=rest):
            return False
    return True


async def send_written(parts: Iterator[bytes], send: Send) -> None:
    """Send the *parts* of a body, each of which is written when the one before was taken."""
    while (part := await beside_the_loop(_PIECE, lambda: next(parts, None))) is not None:
        if not await send_body(part, send, more=True):
            return
        await checkpoint()
    await send_piece(b"", send, more=False)


async def send_piece(piece: bytes, send: Send, *, more: bool) -> bool:
    """Send one *piece* of a body, and return whether it was taken in time."""
    with anyio.move_on_after(_PATIENCE) as slow:
        await send({"type": "http.response.body", "body": piece, "more_body": more})
    return not slow.cancelled_caught
