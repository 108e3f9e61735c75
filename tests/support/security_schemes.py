"""Security Scheme Objects, one for each way to send a credential."""

from __future__ import annotations

from typing import Any

#: Declarations of an operation, by name in ``security``.
CREDENTIALS: dict[str, dict[str, Any]] = {
    "basic": {"type": "http", "scheme": "basic"},
    "bearer": {"type": "http", "scheme": "bearer"},
    "digest": {"type": "http", "scheme": "Digest"},
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "session"},
}
