"""A response as data, whole or as it arrives, so that no part of it takes effect on the site."""

from __future__ import annotations

import base64
import codecs
import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import aclosing
from typing import Any

import anyio
import anyio.lowlevel
from starlette.types import Send

from sphinx_navapi.relay.connection import Answer, Incoming
from sphinx_navapi.relay.problem import SAFE_HEADERS, Refusal, as_problem
from sphinx_navapi.relay.sending import send_head, send_piece

_CHARSET = re.compile(r";\s*charset\s*=\s*\"?([A-Za-z0-9_.:-]+)", re.IGNORECASE)

#: Character sets of pages and files. Python supports others, some of them slow (punycode).
_CHARSETS = re.compile(
    r"utf-?8|utf-?16(?:le|be)?|us-ascii|ascii|iso-?8859-?\d{1,2}|latin-?1|windows-125\d|cp125\d"
    r"|koi8-[ru]|shift[_-]jis|euc-(?:jp|kr)|gb2312|gbk|gb18030|big5",
    re.IGNORECASE,
)
_BINARY = re.compile(
    r"(?:image/(?!svg)|audio/|video/|font/|application/(?:octet-stream|pdf|zip|gzip|wasm)\b)",
    re.IGNORECASE,
)


#: Bytes of a body that are written at a time; Base64 encodes three at once.
_BLOCK = 48 << 10


def envelope(answer: Answer, elapsed_ms: int) -> Iterator[bytes]:
    """*answer* as JSON, in pieces: a body can be six times as large in JSON, and is never whole."""
    head = {"status": answer.status, "reason": answer.reason, "headers": answer.fields}
    name, blocks = body_of(answer)
    yield _json({**head, "body": {name: ""}}).removesuffix('"}}').encode()
    for block in blocks:
        yield _json(block)[1:-1].encode()
    tail = {"truncated": answer.truncated, "elapsed_ms": elapsed_ms}
    yield _json(tail).replace("{", '"},', 1).encode()


def body_of(answer: Answer) -> tuple[str, Iterator[str]]:
    """Whether the body is ``text`` or ``base64``, and its value in blocks."""
    kind = content_type_of(answer.fields)
    charset = charset_of(kind)
    is_text = charset is not None or not (is_binary(kind) or b"\x00" in answer.content)
    if not answer.content or (is_text and _is_in(answer, charset or "utf-8")):
        return "text", _decoded(answer, charset or "utf-8")
    return "base64", (base64.b64encode(block).decode("ascii") for block in _blocks(answer))


def _blocks(answer: Answer) -> Iterator[bytes | bytearray]:
    for start in range(0, len(answer.content), _BLOCK):
        yield answer.content[start : start + _BLOCK]


def _decoded(answer: Answer, charset: str) -> Iterator[str]:
    """The body's text. :raises UnicodeError: it is not in *charset*."""
    decoder = codecs.getincrementaldecoder(charset)()
    for block in _blocks(answer):
        yield decoder.decode(block)
    # A truncated body may end within a character.
    yield decoder.decode(b"", final=not answer.truncated)


def _is_in(answer: Answer, charset: str) -> bool:
    try:
        for _block in _decoded(answer, charset):
            pass
    except (UnicodeError, LookupError):
        return False
    return True


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def content_type_of(fields: Iterable[tuple[str, str]]) -> str:
    """The value of ``Content-Type``, empty if missing."""
    return next((value for name, value in fields if name.lower() == "content-type"), "")


def charset_of(kind: str) -> str | None:
    """The character set in a ``Content-Type``; ``None`` if there is none.

    An unknown one is replaced by UTF-8.
    """
    match = _CHARSET.search(kind)
    if match is None:
        return None
    return match[1] if _CHARSETS.fullmatch(match[1]) else "utf-8"


def is_binary(kind: str) -> bool:
    """Whether a body of this ``Content-Type`` is binary, even if its bytes are valid text."""
    return _BINARY.match(kind) is not None


#: Media type of the response.
MEDIA_TYPE = "application/x-ndjson"

#: Maximum size of a part, and of pending data for the client before reading is paused.
_PART = 64 << 10


class StreamedAnswer:
    """A streamed response to a client.

    :param headers: of our own response, such as those of CORS.
    :ivar has_begun: whether its head was sent: it can no longer become a refusal.
    """

    def __init__(self, send: Send, headers: Mapping[str, str]) -> None:
        self._send = send
        self._headers = {
            **SAFE_HEADERS,
            # nginx would buffer it until the end.
            "X-Accel-Buffering": "no",
            "Content-Type": MEDIA_TYPE,
            **headers,
        }
        self._is_read = True
        self.has_begun = False

    async def pass_on(self, incoming: Incoming) -> None:
        """Send head and body, as fast as the client reads them.

        :raises Refusal: 502 if the body breaks off.
        """
        await self._begin(incoming)
        pending = _Pending()
        failure: Exception | None = None

        async def read() -> None:
            nonlocal failure
            try:
                async with aclosing(incoming.chunks()) as turns:
                    async for _turn in turns:
                        await pending.put(incoming.decoder.take())
            except Refusal as refusal:
                failure = refusal
                await pending.put(incoming.decoder.take())
            except Exception as error:
                # Raised outside: a task group would wrap it.
                failure = error
            pending.end()

        async with anyio.create_task_group() as group:
            group.start_soon(read)
            parts = _TextOrBase64(content_type_of(incoming.fields))
            while self._is_read and (data := await pending.take()):
                await self._write(parts.part(data))
                # Sends that complete at once would not let other tasks run.
                await anyio.lowlevel.checkpoint()
            await self._write(parts.rest())
            group.cancel_scope.cancel()
        if failure is not None:
            raise failure

    async def end(self, problem: Refusal | None, elapsed_ms: int) -> None:
        """Send the last line. :param problem: why the response is incomplete, if it is."""
        last = {"end": True} if problem is None else {"error": as_problem(problem)}
        await self._write({**last, "elapsed_ms": elapsed_ms}, more=False)

    async def _begin(self, incoming: Incoming) -> None:
        self.has_begun = True
        await send_head(self._headers, self._send)
        head = {"status": incoming.status, "reason": incoming.reason, "headers": incoming.fields}
        await self._write(head)

    async def _write(self, line: Mapping[str, Any] | None, *, more: bool = True) -> None:
        """Send *line*, if there is one and the client still reads."""
        if line is None or not self._is_read:
            return
        try:
            self._is_read = await send_piece(_json(line).encode() + b"\n", self._send, more=more)
        except OSError:
            # This is how servers may report that the client has disconnected.
            self._is_read = False


class _Pending:
    """A small buffer between reading from the API and writing to the client."""

    def __init__(self) -> None:
        self._bytes = bytearray()
        self._is_over = False
        self._arrived = anyio.Event()
        self._taken = anyio.Event()

    async def put(self, data: bytes) -> None:
        """Add *data*, and wait until more can be read."""
        self._bytes += data
        self._arrived.set()
        while len(self._bytes) > _PART:
            self._taken = anyio.Event()
            await self._taken.wait()

    def end(self) -> None:
        """Mark the end."""
        self._is_over = True
        self._arrived.set()

    async def take(self) -> bytes:
        """The next data, at most one part; nothing at the end."""
        while not self._bytes and not self._is_over:
            self._arrived = anyio.Event()
            await self._arrived.wait()
        data = bytes(self._bytes[:_PART])
        del self._bytes[:_PART]
        self._taken.set()
        return data


class _TextOrBase64:
    """Encodes parts of a body: as text as long as it is UTF-8, then as Base64."""

    def __init__(self, kind: str) -> None:
        charset = charset_of(kind)
        is_text = charset is None or charset.lower() in ("utf-8", "utf8", "us-ascii", "ascii")
        self._is_declared = charset is not None
        decoder = codecs.getincrementaldecoder("utf-8")()
        self._decoder = decoder if is_text and (charset or not is_binary(kind)) else None

    def part(self, data: bytes) -> Mapping[str, str] | None:
        """*data* as a part, ``None`` if it is only the beginning of a character."""
        if self._decoder is None:
            return _in_base64(data)
        before = self._decoder.getstate()[0]
        try:
            text = self._decoder.decode(data)
            if "\0" not in text or self._is_declared:
                return {"text": text} if text else None
        except UnicodeDecodeError:
            pass
        self._decoder = None
        return _in_base64(before + data)

    def rest(self) -> Mapping[str, str] | None:
        """A part with the truncated character, if there is one."""
        rest = self._decoder.getstate()[0] if self._decoder is not None else b""
        return _in_base64(rest) if rest else None


def _in_base64(data: bytes) -> Mapping[str, str]:
    return {"base64": base64.b64encode(data).decode("ascii")}
