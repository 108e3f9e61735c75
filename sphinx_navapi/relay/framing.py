"""The end of a request: a request that declares it in two ways is rejected.

One server or proxy may use the length, and the next one the chunks: the rest is then treated as
another request (RFC 9112, 6.1). Not every ASGI server rejects such a request, and some continue to
read what follows it.
"""

from __future__ import annotations

from collections.abc import Mapping

from starlette.datastructures import Headers
from starlette.types import Scope

#: The message for such a request.
FRAMED_TWICE = "The request has both Content-Length and Transfer-Encoding."


def is_framed_twice(headers: Headers) -> bool:
    """Whether a request has both ``Content-Length`` and ``Transfer-Encoding``."""
    return "content-length" in headers and "transfer-encoding" in headers


def closing(scope: Scope) -> Mapping[str, str]:
    """The field of a response after which nothing more is read; HTTP/2 and later have none."""
    return {"connection": "close"} if scope["http_version"].startswith("1") else {}
