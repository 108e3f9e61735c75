"""Where a request ends: one that says it in two ways is none.

A server or proxy on the way may go by the length, and the next one by the chunks: what is
left over is then taken for another request (RFC 9112, 6.1). Not every ASGI server refuses
such a request, and some go on to read what follows it.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import Scope

#: What is said to who sends one.
FRAMED_TWICE = "The request has both Content-Length and Transfer-Encoding."


def is_framed_twice(headers: Headers) -> bool:
    """Whether a request has both ``Content-Length`` and ``Transfer-Encoding``."""
    return "content-length" in headers and "transfer-encoding" in headers


def closing(scope: Scope) -> Mapping[str, str]:
    """The field of an answer after which nothing more is read; HTTP/2 and later have none."""
    return {"connection": "close"} if scope["http_version"].startswith("1") else {}
