"""The Model Context Protocol over HTTP: its streamable transport, without streams.

Access and rate limits are those of the relay's own requests.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

from starlette.datastructures import Headers
from starlette.responses import Response

from sphinx_navapi.mcp.service import (
    PARSE_ERROR,
    McpAnswer,
    ProtocolError,
    RoutingFields,
    error_message,
)
from sphinx_navapi.mcp.tool import MOST_CHARACTERS, Argument, Tool, ToolAnswer
from sphinx_navapi.relay.connection import Answer
from sphinx_navapi.relay.envelope import body_of
from sphinx_navapi.relay.problem import SAFE_HEADERS, Refusal

#: Header fields that a page of an allowed origin may send.
FIELDS: Final = ("Content-Type", "MCP-Protocol-Version", "Mcp-Method", "Mcp-Name")

#: Maximum size of a message that only reads.
READING_BYTES: Final = 64 << 10

#: The tool that sends requests; its arguments are a message to the relay.
SENDING: Final = Tool(
    name="send_request",
    title="Send a request to the API",
    description="Send a real request to the API and return its response. Use read_operation "
    "to find its parameters.",
    arguments={
        "operation": Argument(
            type="string", description='"document METHOD /path", all three parts.', required=True
        ),
        "server": Argument(type="integer", description="Index of the server, from 0."),
        "variables": Argument(type="object", description="Server variables by name."),
        "path": Argument(type="object", description="Path parameters by name."),
        "query": Argument(type="array", description="Pairs of name and value."),
        "headers": Argument(type="array", description="Pairs of name and value."),
        "cookies": Argument(type="array", description="Pairs of name and value."),
        "body": Argument(type="object", description="The body: content_type and text."),
    },
    reads=False,
)


def check_accept(headers: Headers) -> None:
    """Accept clients that accept JSON. :raises Refusal: 406 for others."""
    accepted = headers.get("accept", "*/*").lower()
    kinds = {each.partition(";")[0].strip() for each in accepted.split(",")}
    if not kinds & {"application/json", "application/*", "*/*"}:
        raise Refusal(406, "not-acceptable", "Responses are application/json.")


def routing_fields(headers: Headers) -> RoutingFields:
    """The *headers* that repeat parts of the body. :raises Refusal: 400 for duplicates."""
    names = ("mcp-protocol-version", "mcp-method", "mcp-name")
    if any(len(headers.getlist(name)) > 1 for name in names):
        raise Refusal(400, "malformed-request", "A header field of the protocol occurs twice.")
    version, method, name = (headers.get(name) for name in names)
    return RoutingFields(version=version, method=method, name=name)


def not_json(refusal: Refusal) -> McpAnswer:
    """The response to a body that is not JSON, described by *refusal*."""
    error = ProtocolError(400, PARSE_ERROR, refusal.detail)
    return McpAnswer(status=400, message=error_message(error, None))


def card_response(card: Mapping[str, Any]) -> Response:
    """The server card, which any page may read."""
    headers = {
        **SAFE_HEADERS,
        "Access-Control-Allow-Origin": "*",
        "Cache-Control": "public, max-age=3600",
        "Cross-Origin-Resource-Policy": "cross-origin",
    }
    return Response(json.dumps(card).encode(), media_type="application/json", headers=headers)


def mcp_response(answer: McpAnswer, cors: Mapping[str, str]) -> Response:
    """*answer* as a response."""
    headers = {**SAFE_HEADERS, **cors}
    if answer.message is None:
        return Response(status_code=answer.status, headers=headers)
    return Response(
        json.dumps(answer.message, ensure_ascii=False, separators=(",", ":")).encode(),
        status_code=answer.status,
        media_type="application/json",
        headers=headers,
    )


def sent_answer(answer: Answer, elapsed_ms: int) -> ToolAnswer:
    """The API's response: as much of it as a tool result may contain."""
    name, blocks = body_of(answer)
    body = ""
    while len(body) <= MOST_CHARACTERS and (block := next(blocks, None)) is not None:
        body += block
    envelope = {
        "status": answer.status,
        "reason": answer.reason,
        "headers": answer.fields,
        "body": {name: body[:MOST_CHARACTERS]},
        "truncated": answer.truncated or len(body) > MOST_CHARACTERS,
        "elapsed_ms": elapsed_ms,
    }
    return ToolAnswer(text=json.dumps(envelope, ensure_ascii=False))
