"""Sending one request to a checked address, and reading as much of the response as wanted.

httpx's transport is used, not its client: the client would log the URL, and its cookies, redirects,
proxies and netrc would have to be disabled, which the transport does not have.
"""

from __future__ import annotations

import contextvars
import logging
import ssl
import zlib
from collections.abc import (
    AsyncGenerator,
    AsyncIterable,
    AsyncIterator,
    Callable,
    Iterator,
    Sequence,
)
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass
from typing import cast

import anyio
import anyio.lowlevel
import httpx
from anyio import to_thread

from sphinx_navapi.relay.limits import Limits
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.sending import beside_the_loop
from sphinx_navapi.relay.target import Target

#: Maximum members of a gzip file, and chunks: each costs far more than its bytes.
_MEMBERS, _CHUNKS = 1_000, 200_000

#: Bytes passed to zlib at a time: it copies the rest after each member.
_SLICE = 4 << 10


class Decoder:
    """Collects a body.

    :ivar is_full: whether there were more than *limit* bytes, or too many pieces.
    :ivar pieces: how many arrived. :ivar inflates: whether they are decompressed.
    """

    def __init__(self, encoding: str, limit: int) -> None:
        self._limit = limit
        self._room = limit
        self._read = 0
        self._kept = bytearray()
        self._zip = _decompressor(encoding)
        self._is_new = True
        self._members = 0
        self.pieces = 0
        self.inflates = self._zip is not None
        self.is_full = False

    def feed(self, chunk: bytes) -> None:
        """Add bytes as received. :raises Refusal: 502 for invalid compression."""
        self._read += len(chunk)
        self.pieces += 1
        if self._zip is None:
            self._keep(chunk)
        else:
            for start in range(0, len(chunk), _SLICE):
                self._inflate(chunk[start : start + _SLICE])
        if self._read > self._limit or self.pieces > _CHUNKS or self._members > _MEMBERS:
            self.is_full = True

    @property
    def size(self) -> int:
        """Number of bytes collected so far."""
        return self._limit - self._room

    def content(self) -> bytearray:
        """The collected bytes, at most *limit*, without those taken; not a copy."""
        return self._kept

    def take(self) -> bytes:
        """The bytes collected since the last call, which are dropped but still counted."""
        taken = bytes(self._kept)
        self._kept.clear()
        return taken

    def _keep(self, data: bytes) -> None:
        if len(data) > self._room:
            self.is_full = True
        kept = data[: self._room]
        self._room -= len(kept)
        self._kept += kept

    def _inflate(self, data: bytes) -> None:
        while data and not self.is_full and self._members <= _MEMBERS:
            assert self._zip is not None
            try:
                self._keep(self._zip.decompress(data, self._room + 1))
            except zlib.error:
                if not self._is_new or self._zip.eof:
                    raise _broken() from None
                # "deflate" is zlib in the standard but raw in practice (RFC 9110, 8.4.1.2).
                self._zip = zlib.decompressobj(-zlib.MAX_WBITS)
                self._is_new = False
                continue
            self._is_new = False
            if self._zip.eof:  # a gzip file may have several members
                data = self._zip.unused_data
                self._members += 1
                self._zip = zlib.decompressobj(zlib.MAX_WBITS | 32)
            else:
                data = self._zip.unconsumed_tail


def _decompressor(encoding: str) -> zlib._Decompress | None:
    if encoding.strip().lower() in {"gzip", "x-gzip", "deflate"}:
        return zlib.decompressobj(zlib.MAX_WBITS | 32)
    return None


def _broken() -> Refusal:
    return Refusal(
        502, "bad-answer", "The API's response is compressed and cannot be decompressed."
    )


#: Maximum number of addresses tried for one name.
_TRIES = 4

#: Number of response chunks after which other tasks get a turn.
_PIECES = 64

_is_relaying: contextvars.ContextVar[bool] = contextvars.ContextVar("is_relaying", default=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class OutgoingRequest:
    """A serialized request. :ivar fields: all but ``Host`` and ``Content-Length``."""

    target: Target
    method: str
    fields: tuple[tuple[bytes, bytes], ...]
    content: bytes | None = None

    @property
    def head_bytes(self) -> int:
        """Size of the request line and the fields."""
        line = len(self.method) + len(self.target.path) + len(self.target.authority) + 24
        return line + sum(len(name) + len(value) + 4 for name, value in self.fields)


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """A response. :ivar truncated: whether *content* is only the beginning."""

    status: int
    reason: str
    fields: tuple[tuple[str, str], ...]
    content: bytes | bytearray
    truncated: bool


class Incoming:
    """A response whose head has arrived.

    :ivar status: of HTTP. :ivar reason: its phrase, often empty. :ivar fields: of the header.
    :ivar decoder: the body received so far.
    :raises Refusal: 502 for fields that are too large.
    """

    def __init__(self, response: httpx.Response, limits: Limits) -> None:
        self.status = response.status_code
        self.reason = _text(response.extensions.get("reason_phrase", b""))
        self.fields = tuple((_text(name), _text(value)) for name, value in response.headers.raw)
        if sum(len(name) + len(value) + 4 for name, value in self.fields) > limits.header_bytes:
            raise Refusal(502, "answer-header-too-large", "The API's header fields are too large.")
        self.decoder = Decoder(response.headers.get("content-encoding", ""), limits.response_bytes)
        # The stream itself: httpx's own methods would decompress without a limit.
        self._stream = cast(AsyncIterable[bytes], response.stream)

    async def chunks(self) -> AsyncGenerator[None, None]:
        """Yield after each received chunk, until the body ends or is too large."""
        async for chunk in self._stream:
            await self._feed(chunk)
            yield
            if self.decoder.is_full:
                break

    async def _feed(self, chunk: bytes) -> None:
        if self.decoder.pieces % _PIECES == 0:
            # One read from the socket may contain thousands of chunks, which arrive without
            # waiting.
            await anyio.lowlevel.checkpoint()
        size = len(chunk) if self.decoder.inflates else 0
        await beside_the_loop(size, lambda: self.decoder.feed(chunk))


class _Discretion(logging.Filter):
    """Drops the HTTP library's DEBUG messages, which contain response headers."""

    def filter(self, record: logging.LogRecord) -> bool:
        return not _is_relaying.get()


_DISCRETION = _Discretion()


class Connector:
    """Sends requests, each over its own connection.

    :param tls: how certificates are verified; by default with the authorities of the system and of
        certifi.

    A reused connection could serve another name at the same address, whose certificate was never
    checked.
    """

    def __init__(self, limits: Limits, tls: ssl.SSLContext | None = None) -> None:
        self._limits = limits
        self._tls = tls
        self._transport: httpx.AsyncHTTPTransport | None = None
        self._preparing = anyio.Lock()
        for name in ("httpx", "httpcore.connection", "httpcore.http11"):
            logging.getLogger(name).addFilter(_DISCRETION)  # has no effect if repeated

    async def send(
        self,
        request: OutgoingRequest,
        addresses: Sequence[str],
        hold: Callable[[int], None] = lambda _size: None,
    ) -> Answer:
        """The response to *request* from the first of *addresses* that accepts a connection.

        :param hold: called with the number of bytes in memory, as it grows.
        :raises Refusal: 502 if there is no valid response, 504 if it takes too long.
        """
        async with self.receiving(request, addresses) as incoming:
            async for _turn in incoming.chunks():
                hold(incoming.decoder.size)
            return Answer(
                status=incoming.status,
                reason=incoming.reason,
                fields=incoming.fields,
                content=incoming.decoder.content(),
                truncated=incoming.decoder.is_full,
            )

    @asynccontextmanager
    async def receiving(
        self, request: OutgoingRequest, addresses: Sequence[str]
    ) -> AsyncIterator[Incoming]:
        """The response to *request* like `send`, available from its head on; closed with the block.

        :raises Refusal: as `send` does, also while the body is read.
        """
        token = _is_relaying.set(True)
        try:
            with _errors_as_refusals():
                response = await self._connect(request, addresses)
                try:
                    yield Incoming(response, self._limits)
                finally:
                    with anyio.CancelScope(shield=True):
                        await response.aclose()
        finally:
            _is_relaying.reset(token)

    async def aclose(self) -> None:
        """Close what is open."""
        if self._transport is not None:
            await self._transport.aclose()
            self._transport = None

    async def _connect(self, request: OutgoingRequest, addresses: Sequence[str]) -> httpx.Response:
        deadline = anyio.current_time() + self._limits.connect_seconds
        tries = addresses[:_TRIES]
        for position, address in enumerate(tries):
            remaining = max(deadline - anyio.current_time(), 0.01)
            try:
                return await self._open(request, address, remaining / (len(tries) - position))
            except (httpx.ConnectError, httpx.ConnectTimeout):
                if position == len(tries) - 1:
                    raise
        raise AssertionError("no address")  # the caller passes at least one

    async def _open(self, request: OutgoingRequest, address: str, seconds: float) -> httpx.Response:
        target = request.target
        fields = [(b"Host", target.authority.encode("ascii")), *request.fields]
        if request.content is not None or request.method in {"POST", "PUT", "PATCH"}:
            fields.append((b"Content-Length", str(len(request.content or b"")).encode("ascii")))
        url = httpx.URL(
            scheme=target.scheme,
            host=address,
            port=target.port,
            raw_path=target.path.encode("ascii"),
        )
        outgoing = httpx.Request(
            request.method,
            url,
            headers=fields,
            stream=httpx.ByteStream(request.content or b""),
            extensions={
                "sni_hostname": target.host,
                "target": target.path.encode("ascii"),
                "timeout": {"connect": seconds},
            },
        )
        # httpx writes methods in upper case, but they are case-sensitive (RFC 9110, 9.1).
        outgoing.method = request.method
        return await (await self._ready()).handle_async_request(outgoing)

    async def prepare(self) -> None:
        """Do slow initialization in a thread, so that the first request need not wait for it."""
        await self._ready()

    async def _ready(self) -> httpx.AsyncHTTPTransport:
        if self._transport is None:
            async with self._preparing:
                if self._transport is None:
                    self._transport = await to_thread.run_sync(self._new_transport)
        return self._transport

    def _new_transport(self) -> httpx.AsyncHTTPTransport:
        return httpx.AsyncHTTPTransport(
            verify=self._tls or _verifying_context(),
            trust_env=False,
            limits=httpx.Limits(max_connections=None, max_keepalive_connections=0),
        )


@contextmanager
def _errors_as_refusals() -> Iterator[None]:
    try:
        yield
    except httpx.ConnectTimeout:
        raise Refusal(504, "connect-timeout", "The API's server cannot be reached.") from None
    except httpx.TimeoutException:
        raise Refusal(504, "timeout", "The API's server timed out.") from None
    except httpx.ConnectError as error:
        raise Refusal(502, "connect-failed", _connect_failure(error)) from None
    except httpx.ProtocolError:
        raise Refusal(
            502, "bad-answer", "The API's server sent an invalid HTTP response."
        ) from None
    except (httpx.TransportError, httpx.InvalidURL):
        raise Refusal(
            502, "connection-lost", "The connection to the API's server was lost."
        ) from None


def _connect_failure(error: BaseException) -> str:
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"The certificate of the API's server is not valid: {cause.verify_message}."
        if isinstance(cause, ssl.SSLError):
            return "The TLS handshake with the API's server failed."
        cause = cause.__cause__ or cause.__context__
    return "The API's server refused the connection."


def _verifying_context() -> ssl.SSLContext:
    context = httpx.create_ssl_context(trust_env=False)
    context.load_default_certs()
    return context


def _text(raw: bytes) -> str:
    try:
        return raw.decode()
    except UnicodeDecodeError:
        return raw.decode("latin-1")
