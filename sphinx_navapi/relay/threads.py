"""Running slow work in threads, so that it does not block the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

#: Bytes processed in about a millisecond: a thread would cost as much.
_FEW = 4 << 10

#: Maximum number of threads: each competes with the event loop, which serves all clients.
_THREADS = 2

_limiter: RunVar[CapacityLimiter] = RunVar("limiter of the relay")

T = TypeVar("T")


async def beside_the_loop(size: int, work: Callable[[], T]) -> T:
    """The result of *work*, run in a thread if there are more than a few bytes to process."""
    if size <= _FEW:
        return work()
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(_THREADS)
        _limiter.set(limiter)
    return await to_thread.run_sync(work, limiter=limiter)
