"""Work that would keep every other request waiting, done beside the event loop."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from anyio import to_thread

#: Bytes that are worked through in about a millisecond: a thread would cost as much.
_FEW = 4 << 10

T = TypeVar("T")


async def beside_the_loop(size: int, work: Callable[[], T]) -> T:
    """What *work* gives, from a thread where it has more than a few bytes to work through."""
    if size <= _FEW:
        return work()
    return await to_thread.run_sync(work)
