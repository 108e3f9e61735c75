"""Responding to messages of the Model Context Protocol about one built site."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

from sphinx_navapi.mcp.protocol import (
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    McpRequest,
    ProtocolError,
    RoutingFields,
    discovered,
    error_message,
    initialized,
    listed,
    read_request,
    result_message,
)
from sphinx_navapi.mcp.site_tools import TOOLS, SiteTools
from sphinx_navapi.mcp.tool import Tool, ToolAnswer, ToolError

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
    """The tools of the site in *site_dir*.

    :param sending: an additional tool that sends requests to the API; ``None``: there is none.
    """

    def __init__(self, site_dir: Path, sending: Tool | None = None) -> None:
        self._site = SiteTools(site_dir)
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
        if request.method == "tools/list":
            return listed([tool.as_json() for tool in self._tools.values()], request)
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

    async def _call(self, request: McpRequest, send: Sending | None) -> ToolAnswer:
        name, given = request.params.get("name"), request.params.get("arguments", {})
        tool = self._tools.get(name) if isinstance(name, str) else None
        status = 400 if request.is_modern else 200
        if tool is None:
            known = ", ".join(self._tools)
            raise ProtocolError(status, INVALID_PARAMS, f"Unknown tool. Available tools: {known}")
        if not isinstance(given, dict):
            raise ProtocolError(status, INVALID_PARAMS, "arguments must be an object.")
        try:
            if tool is self._sending:
                assert send is not None
                return await send(tool.check(given))
            return await self._in_thread(lambda: self._site.call(tool.name, given))
        except ToolError as error:
            return ToolAnswer(text=str(error), is_error=True)

    async def _in_thread(self, work: Callable[[], T]) -> T:
        try:
            limiter = _limiter.get()
        except LookupError:
            limiter = CapacityLimiter(_THREADS)
            _limiter.set(limiter)
        return await to_thread.run_sync(work, limiter=limiter)
