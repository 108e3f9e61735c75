"""Responses with a file or a part of it, or with the status "not modified"."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from email.utils import formatdate, parsedate_to_datetime
from pathlib import Path

from anyio import open_file
from starlette.datastructures import Headers
from starlette.types import Send

from sphinx_navapi.relay.sending import send_body, send_piece

#: Bytes of a file that are read and sent at a time.
_CHUNK = 64 * 1024

#: Maximum length of a condition: browsers only send back our own.
_CONDITION = 1_000


@dataclass(frozen=True, slots=True, kw_only=True)
class FilePart:
    """A part of a file that is too large for memory. :ivar start: the first byte."""

    path: Path
    start: int
    length: int


@dataclass(slots=True, kw_only=True)
class Reply:
    """A response."""

    status: int
    headers: dict[str, str] = field(default_factory=dict)
    body: bytes | FilePart = b""

    @property
    def length(self) -> int:
        """Length of the body in bytes."""
        return len(self.body) if isinstance(self.body, bytes) else self.body.length


async def send_reply(reply: Reply, send: Send, *, with_body: bool) -> None:
    """Send *reply*; its body only if *with_body* (a HEAD request has none)."""
    headers = {"content-length": str(reply.length), **reply.headers}
    if reply.status in (204, 304):
        del headers["content-length"]
    await send(
        {
            "type": "http.response.start",
            "status": reply.status,
            "headers": [
                (name.encode(), value.encode("latin-1")) for name, value in headers.items()
            ],
        }
    )
    if with_body and isinstance(reply.body, FilePart):
        await _send_part(reply.body, send)
        return
    await send_body(reply.body if with_body and isinstance(reply.body, bytes) else b"", send)


async def _send_part(part: FilePart, send: Send) -> None:
    rest = part.length
    async with await open_file(part.path, "rb") as file:
        await file.seek(part.start)
        while rest > 0:
            chunk = await file.read(min(_CHUNK, rest))
            if not chunk:
                # The file was truncated; the connection is closed, as the length was already sent.
                raise OSError("a file was truncated while it was being sent")
            rest -= len(chunk)
            if not await send_piece(chunk, send, more=rest > 0):
                return


def http_date(nanoseconds: int) -> str:
    """A modification time in HTTP format."""
    return formatdate(nanoseconds // 1_000_000_000, usegmt=True)


def is_unchanged(headers: Headers, etag: str, mtime: int) -> bool:
    """Whether the client has the current version of the file (RFC 9110, section 13.1)."""
    tags = headers.get("if-none-match")
    if tags is not None:
        known = [tag.strip().removeprefix("W/") for tag in tags[:_CONDITION].split(",")]
        return "*" in known or etag in known
    since = _seconds(headers.get("if-modified-since"))
    return since is not None and mtime // 1_000_000_000 <= since


def requested_range(
    headers: Headers, etag: str, mtime: int, size: int
) -> tuple[int, int] | bool | None:
    """Start and length of the requested range.

    ``None``: everything; ``False``: not satisfiable. Several ranges are answered with everything,
    as the specification allows (RFC 9110, section 14.2).
    """
    asked = headers.get("range")
    if asked is None or not _still_holds(headers.get("if-range"), etag, mtime):
        return None
    match = re.fullmatch(r"\s*bytes\s*=\s*(\d*)\s*-\s*(\d*)\s*", asked)
    if match is None or match[1] == match[2] == "" or max(map(len, match.groups())) > 18:
        return None
    if not match[1]:
        length = min(int(match[2]), size)
        return (size - length, length) if length else False
    start = int(match[1])
    end = min(int(match[2]), size - 1) if match[2] else size - 1
    if match[2] and int(match[2]) < start:
        return None
    return (start, end - start + 1) if start < size else False


def _still_holds(condition: str | None, etag: str, mtime: int) -> bool:
    if condition is None:
        return True
    if condition.strip().startswith(('"', "W/")):
        return condition.strip() == etag
    return _seconds(condition) == mtime // 1_000_000_000


def _seconds(date: str | None) -> float | None:
    if date is None:
        return None
    try:
        return parsedate_to_datetime(date[:_CONDITION]).timestamp()
    except (TypeError, ValueError, OverflowError):
        return None
