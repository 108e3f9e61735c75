"""Work that would keep every other request waiting, done beside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import CapacityLimiter, to_thread
from anyio.lowlevel import RunVar

#: Bytes that are worked through in about a millisecond: a thread would cost as much.
_FEW = 4 << 10

#: Threads at once: each takes its turns from the event loop, which has to answer everybody.
_THREADS = 2

_limiter: RunVar[CapacityLimiter] = RunVar("limiter of the relay")

T = TypeVar("T")


async def beside_the_loop(size: int, work: Callable[[], T]) -> T:
    """What *work* gives, from a thread where it has more than a few bytes to work through."""
    if size <= _FEW:
        return work()
    try:
        limiter = _limiter.get()
    except LookupError:
        limiter = CapacityLimiter(_THREADS)
        _limiter.set(limiter)
    return await to_thread.run_sync(work, limiter=limiter)
