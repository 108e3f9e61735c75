"""Name lookups that do not block others while they hang.

The system's lookup cannot be canceled, and the event loop has only a few threads for all of them:
some names with a dead name server would stop every request.
"""

from __future__ import annotations

import asyncio
import socket
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

from sphinx_navapi.relay.limits import too_many

#: Maximum concurrent lookups, each in its own thread; and requests waiting for one.
_MOST_NAMES, _MOST_WAITING = 64, 200

#: Like `socket.getaddrinfo`.
Asking = Callable[..., list[Any]]


class LookUps:
    """Looks up names, each only once for all concurrent requests.

    :param ask: performs the lookup, in a thread.

    At most one thread per host of the documents can hang, never one per request.
    """

    def __init__(self, ask: Asking = socket.getaddrinfo) -> None:
        self._ask = ask
        self._underway: dict[tuple[str, int], Future[list[str]]] = {}
        self._waiting: Counter[tuple[str, int]] = Counter()

    async def __call__(self, host: str, port: int) -> list[str]:
        """Addresses of *host*, from the system.

        :raises OSError: there are none. :raises Refusal: 429 if too many requests wait.
        """
        name = (host, port)
        if self._waiting[name] >= _MOST_WAITING:
            raise too_many("The name of the API's host is still being looked up.")
        found = self._underway.get(name)
        if found is None:
            if len(self._underway) >= _MOST_NAMES:
                raise too_many("The names of other hosts are still being looked up.")
            found = self._underway[name] = Future()
            threading.Thread(
                target=self._look_up, args=(name, found), name="look-up", daemon=True
            ).start()
        self._waiting[name] += 1
        try:
            # A canceled request does not cancel the shared lookup, and does not get its result.
            answer = asyncio.wrap_future(found)
            answer.add_done_callback(_is_read)
            return await asyncio.shield(answer)
        finally:
            self._waiting[name] -= 1
            if not self._waiting[name]:
                del self._waiting[name]

    def _look_up(self, name: tuple[str, int], found: Future[list[str]]) -> None:
        try:
            entries = self._ask(*name, type=socket.SOCK_STREAM)
        except Exception as error:
            del self._underway[name]
            found.set_exception(error)
        else:
            del self._underway[name]
            found.set_result([str(entry[4][0]) for entry in entries])


def _is_read(answer: asyncio.Future[list[str]]) -> None:
    """Retrieve the error of *answer*, so that asyncio does not log it for a canceled request."""
    if not answer.cancelled():
        answer.exception()
