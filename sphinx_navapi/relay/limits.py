"""How much one relay does at once, and for one client."""

from __future__ import annotations

import ipaddress
import time
from collections import OrderedDict, deque
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, fields

import anyio

from sphinx_navapi.relay.problem import Refusal

#: Seconds that a request waits for a place before it is told to come back.
PATIENCE = 2.0
#: Requests that may wait, for each place: as many as a busy second brings.
_WAITING = 10
#: Largest bodies that may be held at once, of all clients; and the part of them for one.
_BODIES = 32
_SHARE = 2
#: Clients whose bursts are remembered; the one that has been quiet longest goes first.
_CLIENTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Bounds of the relay, for each process.

    :ivar request_bytes: of the body that is posted to the relay.
    :ivar response_bytes: of the answer's body; more is cut off.
    :ivar header_bytes: of a request's line and fields, and of an answer's fields.
    :ivar connect_seconds: until a connection stands, TLS included; also for the name's look-up.
    :ivar total_seconds: from the end of the look-up to the last byte of the answer.
    :ivar concurrency: requests on their way at once; ten times as many may wait two seconds.
    :ivar burst: requests that one client may send at once.
    :ivar burst_refill: requests a second that a client gets back.
    :ivar json_depth: how deep lists and objects of the posted JSON may nest.
    :ivar json_values: in the posted JSON, in all of its lists and objects together.
    :raises ValueError: for a bound that is not above zero.
    """

    request_bytes: int = 1 << 20
    response_bytes: int = 10 << 20
    header_bytes: int = 32 << 10
    connect_seconds: float = 5.0
    total_seconds: float = 30.0
    concurrency: int = 20
    burst: int = 60
    burst_refill: float = 250.0
    json_depth: int = 32
    json_values: int = 5_000

    def __post_init__(self) -> None:
        for bound in fields(self):
            if not getattr(self, bound.name) > 0:
                raise ValueError(f"{bound.name} must be above 0")


def too_many(detail: str, seconds: int = 1) -> Refusal:
    """The refusal that asks a client to come back after so many *seconds*."""
    return Refusal(429, "too-many-requests", detail, headers={"Retry-After": str(seconds)})


class Places:
    """So many requests at once; a few more wait, in order, and not for long."""

    def __init__(self, count: int, *, patience: float = PATIENCE) -> None:
        self._free = count
        self._most_waiting = count * _WAITING
        self._patience = patience
        self._waiting: deque[anyio.Event] = deque()

    @asynccontextmanager
    async def place(self) -> AsyncIterator[None]:
        """A place until the block ends. :raises Refusal: 429 when none comes free in time."""
        await self._take()
        try:
            yield
        finally:
            self._give_back()

    async def _take(self) -> None:
        if self._free > 0:
            self._free -= 1
            return
        busy = "The relay is busy; try again in a moment."
        if len(self._waiting) >= self._most_waiting:
            raise too_many(busy)
        mine = anyio.Event()
        self._waiting.append(mine)
        try:
            with anyio.move_on_after(self._patience):
                await mine.wait()
        except BaseException:
            self._leave(mine)
            raise
        if not mine.is_set():
            self._leave(mine)
            raise too_many(busy)

    def _leave(self, mine: anyio.Event) -> None:
        """Stop waiting; a place that came at the same moment goes to the next."""
        if mine.is_set():
            self._give_back()
        else:
            self._waiting.remove(mine)

    def _give_back(self) -> None:
        if self._waiting:
            self._waiting.popleft().set()
        else:
            self._free += 1


class Bursts:
    """A bucket of tokens for each client address; an empty one is a 429."""

    def __init__(
        self, size: int, refill: float, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = float(size)
        self._refill = refill
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, client: str, price: float = 1) -> None:
        """Take a token of *client*, or as many as *price*. :raises Refusal: 429 without them."""
        key = network_of(client)
        now = self._now()
        tokens, then = self._buckets.pop(key, (self._size, now))
        tokens = min(self._size, tokens + (now - then) * self._refill)
        # One that costs more than all is let through with all, less what it has taken itself.
        needed = price if price <= 1 else min(price, self._size - 1)
        enough = tokens >= needed
        self._buckets[key] = (tokens - min(price, tokens) if enough else tokens, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        if not enough:
            wait = max(1, int((needed - tokens) / self._refill) + 1)
            raise too_many("Too many requests from your address.", wait)


class Held:
    """Bytes of bodies that are posted and not answered yet, in all and of one client.

    :param body_bytes: of the largest body.
    """

    def __init__(self, body_bytes: int) -> None:
        self._most = body_bytes * _BODIES
        self._all = 0
        self._by_client: dict[str, int] = {}

    @contextmanager
    def share(self, client: str) -> Iterator[Callable[[int], None]]:
        """What takes so many bytes, until the block ends. It raises a 429 for too many."""
        key = network_of(client)
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            held = self._by_client.get(key, 0)
            if held + size > self._most // _SHARE or self._all + size > self._most:
                raise too_many("The relay is busy with other large requests.")
            self._by_client[key] = held + size
            self._all += size
            mine += size

        try:
            yield take
        finally:
            self._all -= mine
            left = self._by_client.get(key, 0) - mine
            if left > 0:
                self._by_client[key] = left
            else:
                self._by_client.pop(key, None)


def network_of(client: str) -> str:
    """What counts as one client: an IPv4 address, an IPv6 network of 64 bits, or other text."""
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        # A proxy may pass on what its own client wrote, of any length.
        return client[:64]
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
