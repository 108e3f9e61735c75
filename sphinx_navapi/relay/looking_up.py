"""Names looked up so that one that hangs keeps no other waiting.

The system's own look-up cannot be cancelled, and the event loop has a handful of threads for
all of them: some names of a server that is gone would stop every request.
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

#: Names that are looked up at once, each in a thread of its own; and requests that wait for one.
_MOST_NAMES, _MOST_WAITING = 64, 200

#: As `socket.getaddrinfo`.
Asking = Callable[..., list[Any]]


class LookUps:
    """Looks names up, each name once for all who wait for it.

    :param ask: how, from a thread.

    As many threads may hang as documents name hosts, never one for each request.
    """

    def __init__(self, ask: Asking = socket.getaddrinfo) -> None:
        self._ask = ask
        self._underway: dict[tuple[str, int], Future[list[str]]] = {}
        self._waiting: Counter[tuple[str, int]] = Counter()

    async def __call__(self, host: str, port: int) -> list[str]:
        """Addresses of *host*, as the system knows them.

        :raises OSError: when it knows none. :raises Refusal: 429 while too many wait.
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
            # Who leaves takes the answer from nobody else, and is not told of what it missed.
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
    """Take the error of *answer*, so that asyncio logs none for who has left."""
    if not answer.cancelled():
        answer.exception()
