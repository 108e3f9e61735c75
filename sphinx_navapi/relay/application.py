"""The relay as an ASGI application: the order of all checks."""

from __future__ import annotations

import json
import logging
import ssl
import traceback
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import chain
from pathlib import Path
from typing import Any, TypeVar

import anyio
from starlette.datastructures import Headers
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from sphinx_navapi.mcp.service import McpService
from sphinx_navapi.mcp.tool import ToolAnswer
from sphinx_navapi.relay.address import LookUps, PrivateHosts, Resolver, checked_addresses
from sphinx_navapi.relay.caller import SiteOrigins, preflight_headers
from sphinx_navapi.relay.connection import Answer, Connector, OutgoingRequest
from sphinx_navapi.relay.envelope import StreamedAnswer, envelope
from sphinx_navapi.relay.fields import is_from_relay
from sphinx_navapi.relay.limits import BODIES, ConcurrencyLimit, Limits, MemoryLimit, RateLimit
from sphinx_navapi.relay.manifest import Manifest, ManifestFile
from sphinx_navapi.relay.message import (
    Message,
    RequestMessage,
    TokenMessage,
    parse_message,
    read_json,
)
from sphinx_navapi.relay.outgoing import (
    discovery_request,
    head_too_large,
    operation_request,
    published_token_url,
    token_request,
    wants_header,
)
from sphinx_navapi.relay.problem import SAFE_HEADERS, Refusal, problem_response
from sphinx_navapi.relay.sending import (
    FRAMED_TWICE,
    beside_the_loop,
    closing,
    is_framed_twice,
    send_head,
    send_response,
    send_written,
)
from sphinx_navapi.relay.tools import (
    FIELDS,
    READING_BYTES,
    SENDING,
    card_response,
    check_accept,
    mcp_response,
    not_json,
    routing_fields,
    sent_answer,
)

#: Timeout in seconds for the next part of a posted body.
_STALLED = 10.0

#: Number of bytes of a message that count as an additional request.
_COUNTED = 64 << 10

#: Number of additional requests that a tool call counts as: a search is expensive.
_TOOL_PRICE = 3

#: Size up to which a body is free, and up to which a server takes a response at once.
_SMALL_BODY, _SMALL_ANSWER = 16 << 10, 256 << 10

#: Parameters of the type of messages: RFC 9110 allows empty ones, and quotes (5.6.6).
_PARAMETERS = {"", "charset=utf-8", 'charset="utf-8"'}

logger = logging.getLogger(__name__)


T = TypeVar("T")


class Relay:
    """The relay of one built site; see `sphinx_navapi.relay.create_app`.

    :param resolve: looks up names; the default uses the system. :param tls: verifies certificates.
    :param mcp: whether tools of programs may ``"read"`` the site, or also ``"send"`` requests, or
        are ``"off"``.
    """

    def __init__(
        self,
        site_dir: Path,
        *,
        site: SiteOrigins,
        private: PrivateHosts,
        limits: Limits,
        resolve: Resolver | None = None,
        tls: ssl.SSLContext | None = None,
        mcp: str = "read",
    ) -> None:
        self._manifest = ManifestFile(site_dir)
        self._site = site
        self._private = private
        self._limits = limits
        self._resolve = resolve or LookUps()
        self._connector = Connector(limits, tls)
        self._places = ConcurrencyLimit(limits.concurrency)
        self._bursts = RateLimit(limits.burst, limits.burst_refill)
        self._held = MemoryLimit(limits.request_bytes * BODIES)
        self._unread = MemoryLimit(limits.held_bytes)
        self._sends = mcp == "send"
        self._tools = (
            None if mcp == "off" else McpService(site_dir, SENDING if self._sends else None)
        )

    @property
    def held_bytes(self) -> int:
        """Bytes of responses that are being received, or that clients have not read yet."""
        return self._unread.used

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request (ASGI 3)."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "http":
            response = await self._respond(scope, receive, send)
            if response is not None:
                await send_response(response, send)
        elif scope["type"] == "websocket":
            await send({"type": "websocket.close", "code": 1000})

    async def _live(self, receive: Receive, send: Send) -> None:
        while True:
            message = await receive()
            if message["type"] == "lifespan.startup":
                await self._connector.prepare()
                await send({"type": "lifespan.startup.complete"})
            elif message["type"] == "lifespan.shutdown":
                await self._connector.aclose()
                await send({"type": "lifespan.shutdown.complete"})
                return

    async def _respond(self, scope: Scope, receive: Receive, send: Send) -> Response | None:
        """The response; ``None`` if it has been sent, or the client has disconnected."""
        headers = Headers(scope=scope)
        cors = self._site.cors_headers(headers)
        try:
            return await self._decide(scope, receive, send, headers)
        except Refusal as refusal:
            # A malformed request may not end where it seems to: nothing after it is read.
            last = closing(scope) if refusal.status == 400 else {}
            return problem_response(refusal, {**cors, **last})
        except ClientDisconnect:
            return None
        except Exception as error:
            return problem_response(_failure(error), cors)

    async def _decide(
        self, scope: Scope, receive: Receive, send: Send, headers: Headers
    ) -> Response | None:
        if is_framed_twice(headers):
            raise Refusal(400, "malformed-request", FRAMED_TWICE)
        if self._tools is not None and self._site.is_card(scope):
            return card_response(await self._tools.card(self._site.mcp_url(scope, headers)))
        tools = self._tools if self._site.is_mcp(scope) else None
        if tools is None and not self._site.is_relay(scope):
            raise Refusal(404, "not-found", "Not found: only POST /api/request exists here.")
        cors = self._site.cors_headers(headers)
        if scope["method"] == "OPTIONS":
            self._site.check_preflight(scope, headers)
            allowed = preflight_headers(cors, FIELDS if tools else ("Content-Type",))
            return Response(status_code=204, headers={**SAFE_HEADERS, **allowed})
        if scope["method"] != "POST":
            raise Refusal(
                405, "method-not-allowed", "Only POST is allowed here.", headers={"Allow": "POST"}
            )
        self._site.check(scope, headers)
        if is_from_relay(headers):
            # A document may list the site's own relay as its API.
            raise Refusal(403, "relay-loop", "Requests from another relay are refused.")
        _check_form(headers)
        client = (scope.get("client") or ("", 0))[0]
        self._bursts.count(client)
        if tools is not None:
            return await self._answer_tools(tools, scope, receive, headers)
        with self._held.share(client) as take:
            most = self._limits.request_bytes
            text = await self._read_in_time(Request(scope, receive), headers, take, most)
            # Messages that take longer to process count as several.
            self._bursts.count(client, len(text) // _COUNTED)
            depth, values = self._limits.json_depth, self._limits.json_values
            message = await beside_the_loop(len(text), lambda: parse_message(text, depth, values))
            site_url = self._site.url_for(headers)
            return await _unless_gone(
                receive, lambda: self._relay(message, client, len(text), site_url, cors, send)
            )

    async def _answer_tools(
        self, tools: McpService, scope: Scope, receive: Receive, headers: Headers
    ) -> Response | None:
        """The response to a message of the Model Context Protocol."""
        check_accept(headers)
        fields = routing_fields(headers)
        client = (scope.get("client") or ("", 0))[0]
        cors, site_url = self._site.cors_headers(headers), self._site.url_for(headers)
        most = self._limits.request_bytes
        most = most if self._sends else min(most, READING_BYTES)
        with self._held.share(client) as take:
            text = await self._read_in_time(Request(scope, receive), headers, take, most)
            self._bursts.count(client, _TOOL_PRICE + len(text) // _COUNTED)
            try:
                message = read_json(text, self._limits.json_depth, self._limits.json_values)
            except Refusal as refusal:
                if refusal.status != 400:
                    raise
                return mcp_response(not_json(refusal), cors)

            async def work() -> Response:
                answer = await tools.answer(
                    message, fields, lambda arguments: self._send_for(arguments, client, site_url)
                )
                return mcp_response(answer, cors)

            return await _unless_gone(receive, work)

    async def _send_for(
        self, arguments: Mapping[str, Any], client: str, site_url: str | None
    ) -> ToolAnswer:
        """The API's response to the request in the *arguments* of a tool."""
        try:
            text = json.dumps(arguments).encode()
            message = parse_message(text, self._limits.json_depth, self._limits.json_values)
            request = self._first(message, await self._manifest.current(), site_url)
            await self._connector.prepare()
            addresses = await self._addresses(request)
            with self._unread.share(client) as hold:
                hold(_SMALL_ANSWER)
                async with self._places.place(client):
                    started = anyio.current_time()
                    with self._in_time():
                        answer = await self._connector.send(request, addresses, _growing(hold))
                return sent_answer(answer, _milliseconds_since(started))
        except Refusal as refusal:
            return ToolAnswer(text=refusal.detail, is_error=True)

    async def _read_in_time(
        self, request: Request, headers: Headers, take: Callable[[int], None], most: int
    ) -> bytes:
        with anyio.move_on_after(self._limits.total_seconds):
            return await self._read(request, headers, take, most)
        raise _too_slow()

    async def _read(
        self, request: Request, headers: Headers, take: Callable[[int], None], most: int
    ) -> bytes:
        """The posted body. :raises Refusal: 413 as soon as it is known to be too large."""
        length = headers.get("content-length", "")
        too_large = Refusal(413, "request-too-large", f"The request is larger than {most} bytes.")
        if length.isdecimal() and int(length[:20]) > most:
            raise too_large
        body = bytearray()
        with anyio.move_on_after(_STALLED) as stalled:
            async for chunk in request.stream():
                stalled.deadline = anyio.current_time() + _STALLED
                if len(body) + len(chunk) > most:
                    raise too_large
                if len(body) + len(chunk) > _SMALL_BODY:
                    take(len(chunk))
                body += chunk
        if stalled.cancelled_caught:
            raise _too_slow()
        return bytes(body)

    async def _relay(
        self,
        message: Message,
        client: str,
        size: int,
        site_url: str | None,
        cors: dict[str, str],
        send: Send,
    ) -> None:
        manifest = await self._manifest.current()
        # Before waiting for a slot: a refusal needs none, and a hanging lookup must not occupy one.
        request = await beside_the_loop(size, lambda: self._first(message, manifest, site_url))
        await self._connector.prepare()
        started = anyio.current_time()
        addresses = await self._addresses(request)
        looked_up = anyio.current_time() - started
        with self._unread.share(client) as hold:
            hold(_SMALL_ANSWER)
            hold_large = _growing(hold)
            async with self._places.place(client):
                started = anyio.current_time() - looked_up
                if isinstance(message, RequestMessage) and message.stream:
                    await self._pass_on(request, addresses, started, StreamedAnswer(send, cors))
                    return
                with self._in_time():
                    answer = await self._connector.send(request, addresses, hold_large)
                    if isinstance(message, TokenMessage):
                        answer = await self._take_token(
                            message, manifest, site_url, request, answer, hold_large
                        )
                size = len(answer.content)
                parts = envelope(answer, _milliseconds_since(started))
                del answer  # the client may take its time
                body = await beside_the_loop(size, lambda: _beginning(parts))
                headers = {**SAFE_HEADERS, **cors}
                if len(body) > _SMALL_ANSWER:
                    # While holding the slot: this limits the number of large responses in memory.
                    await send_head({**headers, "Content-Type": "application/json"}, send)
                    await send_written(chain([body], parts), send)
                    return
            await send_response(Response(body, 200, headers, "application/json"), send)

    def _first(self, message: Message, manifest: Manifest, site_url: str | None) -> OutgoingRequest:
        """The first request for *message*: for a token, it may be the discovery request."""
        most = self._limits.header_bytes
        if isinstance(message, RequestMessage):
            request = operation_request(message, manifest, site_url, most)
        elif isinstance(message, TokenMessage):
            url = manifest.token_url(message.token)
            if url is None:
                url = manifest.discovery_url(message.token.rpartition(" ")[0])
                request = discovery_request(url, site_url)
            else:
                request = token_request(url, message.form, site_url, most)
        else:
            request = discovery_request(manifest.discovery_url(message.discovery), site_url)
        if request.head_bytes > most:
            raise head_too_large()
        return request

    async def _pass_on(
        self,
        request: OutgoingRequest,
        addresses: Sequence[str],
        started: float,
        streamed: StreamedAnswer,
    ) -> None:
        """Send *request*, and pass on the response as it arrives.

        :raises Refusal: there is no response to start with.
        """
        problem: Refusal | None = None
        try:
            with self._in_time():
                async with self._connector.receiving(request, addresses) as incoming:
                    await streamed.pass_on(incoming)
                    if incoming.decoder.is_full:
                        problem = _too_much()
        except Exception as error:
            if not streamed.has_begun:
                raise
            problem = error if isinstance(error, Refusal) else _failure(error)
        await streamed.end(problem, _milliseconds_since(started))

    @contextmanager
    def _in_time(self) -> Iterator[None]:
        """Cancel what takes too long. :raises Refusal: 504."""
        try:
            with anyio.fail_after(self._limits.total_seconds):
                yield
        except TimeoutError:
            raise Refusal(
                504, "timeout", "The API's server timed out before its response was complete."
            ) from None

    async def _take_token(
        self,
        message: TokenMessage,
        manifest: Manifest,
        site_url: str | None,
        first: OutgoingRequest,
        answer: Answer,
        hold: Callable[[int], None],
    ) -> Answer:
        """The response to the token request, if *answer* to the *first* request is not it yet."""
        most = self._limits.header_bytes
        url = manifest.token_url(message.token)
        if url is None:
            url, site_url = published_token_url(first, answer), None
            answer = await self._send(token_request(url, message.form, site_url, most), hold)
        if wants_header(message.form, answer):
            by_header = token_request(url, message.form, site_url, most, by_header=True)
            answer = await self._send(by_header, hold)
        return answer

    async def _send(self, request: OutgoingRequest, hold: Callable[[int], None]) -> Answer:
        if request.head_bytes > self._limits.header_bytes:
            raise head_too_large()
        return await self._connector.send(request, await self._addresses(request), hold)

    async def _addresses(self, request: OutgoingRequest) -> tuple[str, ...]:
        return await checked_addresses(
            request.target, self._private, self._resolve, self._limits.connect_seconds
        )


def _milliseconds_since(started: float) -> int:
    return round((anyio.current_time() - started) * 1000)


def _failure(error: Exception) -> Refusal:
    """The refusal for an internal *error*, which is logged."""
    # Only the location, never the message: it may quote a value of the request.
    places = traceback.extract_tb(error.__traceback__)
    where = f"{Path(places[-1].filename).name}:{places[-1].lineno}" if places else "?"
    logger.error("the relay failed: %s at %s", type(error).__name__, where)
    return Refusal(500, "failure", "Internal error in the relay; see its log.")


def _too_much() -> Refusal:
    return Refusal(
        502, "answer-too-large", "The API's response is truncated: this is only its beginning."
    )


def _beginning(parts: Iterator[bytes]) -> bytes:
    """All *parts* of a small response; of a large one, no more than show that it is large."""
    body = bytearray()
    while len(body) <= _SMALL_ANSWER and (part := next(parts, None)) is not None:
        body += part
    return bytes(body)


def _growing(hold: Callable[[int], None]) -> Callable[[int], None]:
    """A function that counts a response by its size so far.

    It raises a 502 instead of the 429 of *hold*, since the request was made.
    """
    counted = _SMALL_ANSWER

    def hold_large(size: int) -> None:
        nonlocal counted
        if size <= counted:
            return
        try:
            hold(size - counted)
        except Refusal:
            problem = "The relay has no room for a response of this size right now."
            raise Refusal(502, "answer-too-large", problem) from None
        counted = size

    return hold_large


def _too_slow() -> Refusal:
    return Refusal(400, "request-timeout", "The request did not arrive in time.")


def _check_form(headers: Headers) -> None:
    """Accept JSON. :raises Refusal: 415 for other types."""
    kinds = headers.getlist("content-type")
    kind, *parameters = "".join(kinds).lower().split(";")
    is_utf8 = {parameter.replace(" ", "").strip() for parameter in parameters} <= _PARAMETERS
    if len(kinds) != 1 or kind.strip() != "application/json" or not is_utf8:
        raise Refusal(415, "not-json", "The relay accepts only application/json.")
    if headers.get("content-encoding", "identity").lower() != "identity":
        raise Refusal(415, "not-json", "The relay does not accept compressed requests.")


async def _unless_gone(receive: Receive, work: Callable[[], Awaitable[T]]) -> T | None:
    """The result of *work*; if the client disconnects first, *work* is canceled: ``None``.

    :raises Refusal: as *work* does.
    """
    outcome: T | Exception | None = None
    async with anyio.create_task_group() as group:

        async def watch() -> None:
            while (await receive())["type"] != "http.disconnect":
                pass
            group.cancel_scope.cancel()

        group.start_soon(watch)
        try:
            outcome = await work()
        except Exception as error:
            # Raised outside: a task group would wrap it.
            outcome = error
        group.cancel_scope.cancel()
    if isinstance(outcome, Exception):
        raise outcome
    return outcome
