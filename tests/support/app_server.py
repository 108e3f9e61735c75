"""An ASGI application served on loopback while a test runs."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import uvicorn
from patience import PATIENCE


@contextmanager
def run_app(app: Any, **options: Any) -> Iterator[int]:
    """The port of *app*. :param options: of uvicorn."""
    options = {"log_level": "error", "access_log": False, "lifespan": "off", **options}
    config = uvicorn.Config(app, host="127.0.0.1", port=0, **options)
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    while not server.started:
        thread.join(0.01)
    try:
        yield server.servers[0].sockets[0].getsockname()[1]
    finally:
        server.should_exit = True
        thread.join(PATIENCE)
