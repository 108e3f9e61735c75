"""Responding to messages of the Model Context Protocol about one built site.

They are JSON-RPC. Two protocol styles are supported, as in the specification of 2026-07-28
("Versioning and Compatibility"): requests that each name their version, and those of older clients,
which start with ``initialize``. The server is stateless: there are no sessions.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar
from urllib.parse import urlsplit

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from sphinx_navapi._version import __version__
from sphinx_navapi.mcp.site_resources import SiteResources
from sphinx_navapi.mcp.site_tools import TOOLS, SiteTools
from sphinx_navapi.mcp.tool import Tool, ToolAnswer, ToolError

#: Versions named in requests, and versions negotiated by ``initialize``; newest first.
MODERN: Final = ("2026-07-28",)
LEGACY: Final = ("2025-11-25", "2025-06-18", "2025-03-26")

PARSE_ERROR: Final = -32700
INVALID_REQUEST: Final = -32600
METHOD_NOT_FOUND: Final = -32601
INVALID_PARAMS: Final = -32602
HEADER_MISMATCH: Final = -32020
UNSUPPORTED_VERSION: Final = -32022

RESOURCE_NOT_FOUND: Final = -32002

#: Parameters that the header field `Mcp-Name` repeats, by method.
_NAMING: Final = {"tools/call": "name", "prompts/get": "name", "resources/read": "uri"}

_CAPABILITIES: Final[Mapping[str, Any]] = {"tools": {}, "resources": {}, "prompts": {}}

_META: Final = "io.modelcontextprotocol/"

#: Milliseconds for which a client may cache a list or a page.
_FRESH: Final = 300_000

_BASE64 = re.compile(r"=\?base64\?(.*)\?=")


class ProtocolError(Exception):
    """A message whose response is an error.

    :ivar status: of HTTP. :ivar code: of JSON-RPC. :ivar data: details for programs.
    """

    def __init__(
        self, status: int, code: int, text: str, data: Mapping[str, Any] | None = None
    ) -> None:
        super().__init__(text)
        self.status = status
        self.code = code
        self.data = data


@dataclass(frozen=True, slots=True, kw_only=True)
class RoutingFields:
    """Header fields of a request that repeat parts of its body; ``None`` if missing."""

    version: str | None = None
    method: str | None = None
    name: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class McpRequest:
    """A valid message.

    :ivar id: ``None`` for a notification, which gets no response.
    :ivar is_modern: it names its version itself.
    """

    id: str | int | None
    method: str
    params: Mapping[str, Any]
    is_modern: bool


def read_request(message: Any, fields: RoutingFields) -> McpRequest:
    """Parse *message*.

    :raises ProtocolError: it is not a single request or notification, its version is unknown, or
        *fields* contradict it.
    """
    if isinstance(message, list):
        # Only 2025-03-26 allowed them.
        raise _invalid("Batches are not supported. Send each message separately.")
    if not isinstance(message, dict) or message.get("jsonrpc") != "2.0":
        raise _invalid('The body must be a JSON-RPC message with "jsonrpc": "2.0".')
    method, identity = message.get("method"), message.get("id")
    if not isinstance(method, str):
        raise _invalid("The body must be a request or a notification.")
    if "id" in message and (isinstance(identity, bool) or not isinstance(identity, str | int)):
        raise _invalid("The id must be a string or an integer.")
    params = message.get("params", {})
    if not isinstance(params, dict):
        raise ProtocolError(400, INVALID_PARAMS, "params must be an object.")
    meta = params.get("_meta")
    version = meta.get(f"{_META}protocolVersion") if isinstance(meta, dict) else None
    is_modern = version is not None or fields.version in MODERN
    if "id" in message and is_modern:
        _check_modern(method, params, version, fields)
    else:
        _check_version(fields.version, (*MODERN, *LEGACY))
    return McpRequest(
        id=identity if "id" in message else None,
        method=method,
        params=params,
        is_modern=is_modern,
    )


def _check_modern(
    method: str, params: Mapping[str, Any], version: object, fields: RoutingFields
) -> None:
    """Reject requests that violate the rules of 2026-07-28 ("Server Validation")."""
    if not isinstance(version, str) or fields.version != version:
        raise _mismatch("MCP-Protocol-Version", "protocolVersion in _meta")
    _check_version(version, MODERN)
    if fields.method != method:
        raise _mismatch("Mcp-Method", "method")
    member = _NAMING.get(method)
    if member and (fields.name is None or _decoded(fields.name) != params.get(member)):
        raise _mismatch("Mcp-Name", f"{member} in params")
    meta = params["_meta"]
    if not isinstance(meta.get(f"{_META}clientCapabilities"), dict):
        raise ProtocolError(
            400, INVALID_PARAMS, f"_meta must have {_META}clientCapabilities, an object."
        )


def _check_version(version: str | None, supported: tuple[str, ...]) -> None:
    if version is not None and version not in supported:
        raise ProtocolError(
            400,
            UNSUPPORTED_VERSION,
            "Unsupported protocol version",
            {"supported": [*MODERN, *LEGACY], "requested": version[:100]},
        )


def _decoded(value: str) -> str | None:
    """A header field that may be in base64 ("Value Encoding"); ``None`` if invalid."""
    match = _BASE64.fullmatch(value)
    if match is None:
        return value
    try:
        return base64.b64decode(match[1], validate=True).decode()
    except (binascii.Error, UnicodeDecodeError):
        return None


def _mismatch(field: str, member: str) -> ProtocolError:
    return ProtocolError(400, HEADER_MISMATCH, f"Header mismatch: {field} differs from {member}")


def _invalid(text: str) -> ProtocolError:
    return ProtocolError(400, INVALID_REQUEST, text)


def server_info(title: str) -> dict[str, str]:
    """Name and version of the server. :param title: of the site, ``""`` for none."""
    info = {"name": "sphinx-navapi", "version": __version__}
    return {**info, "title": title} if title else info


def initialized(params: Mapping[str, Any], title: str, instructions: str) -> dict[str, Any]:
    """The result of ``initialize``: the requested version, or the newest that supports it."""
    version = params.get("protocolVersion")
    if not isinstance(version, str):
        raise ProtocolError(400, INVALID_PARAMS, "protocolVersion is missing.")
    return {
        "protocolVersion": version if version in LEGACY else LEGACY[0],
        "capabilities": _CAPABILITIES,
        "serverInfo": server_info(title),
        "instructions": instructions,
    }


def discovered(instructions: str) -> dict[str, Any]:
    """The result of ``server/discover``."""
    return {
        "supportedVersions": [*MODERN, *LEGACY],
        "capabilities": _CAPABILITIES,
        "instructions": instructions,
        **_CACHEABLE,
    }


_CACHEABLE: Final = {"ttlMs": _FRESH, "cacheScope": "public"}


def result_message(request: McpRequest, result: Mapping[str, Any], title: str) -> dict[str, Any]:
    """*result* as the response to *request*."""
    if request.is_modern:
        meta = {f"{_META}serverInfo": server_info(title)}
        result = {"resultType": "complete", **result, "_meta": meta}
    return {"jsonrpc": "2.0", "id": request.id, "result": result}


def error_message(error: ProtocolError, identity: object) -> dict[str, Any]:
    """*error* as the response to the message with that id, ``None`` if unknown."""
    value: dict[str, Any] = {"code": error.code, "message": str(error)}
    if error.data is not None:
        value["data"] = dict(error.data)
    if isinstance(identity, bool) or not isinstance(identity, str | int):
        identity = None
    return {"jsonrpc": "2.0", "id": identity, "error": value}


#: Maximum number of concurrent tool calls: each competes with the event loop, which serves all
#: clients.
_THREADS: Final = 2

_limiter: RunVar[CapacityLimiter] = RunVar("limiter of tools")

_INSTRUCTIONS: Final = (
    "The documentation of a product and its API. Use search to find pages, read_page to read one, "
    "list_operations and read_operation for operations of the API, read_schema for their schemas."
)

T = TypeVar("T")

#: A function that sends a request, given validated arguments, and returns the response.
Sending = Callable[[Mapping[str, Any]], Awaitable[ToolAnswer]]


@dataclass(frozen=True, slots=True, kw_only=True)
class McpAnswer:
    """A response. :ivar message: ``None`` if it has no content."""

    status: int
    message: dict[str, Any] | None = None


class McpService:
    """The tools, resources and prompts of the site in *site_dir*.

    :param sending: an additional tool that sends requests to the API; ``None``: there is none.
    """

    def __init__(self, site_dir: Path, sending: Tool | None = None) -> None:
        self._site = SiteTools(site_dir)
        self._resources = SiteResources(self._site)
        self._sending = sending
        self._tools = {tool.name: tool for tool in (*TOOLS, *([sending] if sending else []))}

    async def answer(
        self, message: Any, fields: RoutingFields, send: Sending | None = None
    ) -> McpAnswer:
        """The response to *message*, the parsed body.

        :param send: implements the additional tool.
        """
        identity = message.get("id") if isinstance(message, dict) else None
        try:
            request = read_request(message, fields)
            if request.id is None:
                return McpAnswer(status=202)
            result = await self._result(request, send)
        except ProtocolError as error:
            return McpAnswer(status=error.status, message=error_message(error, identity))
        title = await self._in_thread(self._site.title)
        return McpAnswer(status=200, message=result_message(request, result, title))

    async def _result(self, request: McpRequest, send: Sending | None) -> Mapping[str, Any]:
        if request.method == "tools/call":
            return (await self._call(request, send)).as_json()
        if (read := self._reading(request)) is not None:
            result = await self._in_thread(read)
            is_cached = request.is_modern and request.method != "prompts/get"
            return {**result, **(_CACHEABLE if is_cached else {})}
        if request.is_modern and request.method == "server/discover":
            return discovered(_INSTRUCTIONS)
        if not request.is_modern and request.method == "initialize":
            title = await self._in_thread(self._site.title)
            return initialized(request.params, title, _INSTRUCTIONS)
        if not request.is_modern and request.method == "ping":
            return {}
        # The older versions of the protocol leave the status to JSON-RPC.
        status = 404 if request.is_modern else 200
        raise ProtocolError(status, METHOD_NOT_FOUND, "Method not found")

    def _reading(self, request: McpRequest) -> Callable[[], Mapping[str, Any]] | None:
        """What returns the result of *request*, if it only reads the site."""
        params, resources = request.params, self._resources

        def read() -> Mapping[str, Any]:
            try:
                return known[request.method]()
            except ToolError as error:
                is_old = request.method == "resources/read" and not request.is_modern
                code = RESOURCE_NOT_FOUND if is_old else INVALID_PARAMS
                status = 400 if request.is_modern else 200
                raise ProtocolError(status, code, str(error)) from None

        known: Mapping[str, Callable[[], Mapping[str, Any]]] = {
            "tools/list": lambda: {"tools": [tool.as_json() for tool in self._tools.values()]},
            "resources/list": lambda: resources.list(params.get("cursor")),
            "resources/templates/list": resources.templates,
            "resources/read": lambda: resources.read(params.get("uri")),
            "prompts/list": resources.prompts,
            "prompts/get": lambda: resources.prompt(
                params.get("name"), params.get("arguments", {})
            ),
        }
        return read if request.method in known else None

    async def card(self, url: str) -> dict[str, Any]:
        """The server card. :param url: of this server (an extension of the protocol, SEP-2127)."""
        host = (urlsplit(url).hostname or "").replace(":", ".")
        title = await self._in_thread(self._site.title)
        return {
            "$schema": "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
            "name": f"{'.'.join(reversed(host.split('.')))}/docs",
            "version": __version__,
            "title": title or "Documentation",
            "description": "Search and read the documentation of a product and its API.",
            "remotes": [
                {
                    "type": "streamable-http",
                    "url": url,
                    "supportedProtocolVersions": [*MODERN, *LEGACY],
                }
            ],
        }

    async def _call(self, request: McpRequest, send: Sending | None) -> ToolAnswer:
        name, arguments = request.params.get("name"), request.params.get("arguments", {})
        tool = self._tools.get(name) if isinstance(name, str) else None
        status = 400 if request.is_modern else 200
        if tool is None:
            known = ", ".join(self._tools)
            raise ProtocolError(status, INVALID_PARAMS, f"Unknown tool. Available tools: {known}")
        if not isinstance(arguments, dict):
            raise ProtocolError(status, INVALID_PARAMS, "arguments must be an object.")
        try:
            if tool is self._sending:
                assert send is not None
                return await send(tool.check(arguments))
            return await self._in_thread(lambda: self._site.call(tool.name, arguments))
        except ToolError as error:
            return ToolAnswer(text=str(error), is_error=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            limiter = _limiter.get()
        except LookupError:
            limiter = CapacityLimiter(_THREADS)
            _limiter.set(limiter)
        return await to_thread.run_sync(work, limiter=limiter)
