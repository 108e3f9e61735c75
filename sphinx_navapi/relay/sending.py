"""Sending responses in pieces, as fast as they are read, with a timeout for stalled clients.

A server copies what it is given into its own memory. In one piece, a client that reads nothing
would keep a whole response there.
"""

from __future__ import annotations

import anyio
from starlette.responses import Response
from starlette.types import Send

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


async def send_body(body: bytes, send: Send) -> None:
    """Send *body*, everything after the head of a response.

    An abandoned response is left unfinished, so that no server treats it as complete.
    """
    for start in range(0, max(len(body), 1), _PIECE):
        rest = start + _PIECE < len(body)
        if not await send_piece(body[start : start + _PIECE], send, more=rest):
            return


async def send_piece(piece: bytes, send: Send, *, more: bool) -> bool:
    """Send one *piece* of a body, and return whether it was taken in time."""
    with anyio.move_on_after(_PATIENCE) as slow:
        await send({"type": "http.response.body", "body": piece, "more_body": more})
    return not slow.cancelled_caught
