"""Limits of the relay: in total, and per client."""

from __future__ import annotations

import ipaddress
import re
import time
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, fields
from difflib import get_close_matches
from functools import lru_cache

import anyio

from sphinx_navapi.relay.problem import Refusal

#: Seconds that a request waits for a slot before it is told to retry.
PATIENCE = 2.0
#: Number of requests that may wait, per slot: as many as arrive in a busy second.
_WAITING = 10
#: Number of maximum-size bodies held at once, for all clients.
BODIES = 32
#: A client has half of everything, so that one alone shuts out nobody.
_SHARE = 2
#: Number of clients whose bursts are tracked; the one inactive for longest is dropped first.
_CLIENTS = 10_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Limits of the relay, per process.

    :ivar request_bytes: of the body posted to the relay.
    :ivar response_bytes: of the response body; longer ones are cut.
    :ivar header_bytes: of a request's line and fields, and of a response's fields.
    :ivar connect_seconds: to connect, TLS included; also for the name lookup.
    :ivar total_seconds: from the end of the lookup to the last byte of the response.
    :ivar concurrency: concurrent requests; ten times as many may wait two seconds. Of both, a
        client has half.
    :ivar held_bytes: of responses that are being received, or that clients have not read yet; a
        client has half.
    :ivar burst: requests that one client may send at once.
    :ivar burst_refill: requests per second that a client regains.
    :ivar json_depth: maximum nesting of lists and objects in the posted JSON.
    :ivar json_values: in all lists and objects of the posted JSON together.
    :raises ValueError: for a limit that is not positive.
    """

    request_bytes: int = 1 << 20
    response_bytes: int = 10 << 20
    header_bytes: int = 32 << 10
    connect_seconds: float = 5.0
    total_seconds: float = 30.0
    concurrency: int = 20
    held_bytes: int = 200 << 20
    burst: int = 60
    burst_refill: float = 250.0
    json_depth: int = 32
    json_values: int = 5_000

    def __post_init__(self) -> None:
        for bound in fields(self):
            if not getattr(self, bound.name) > 0:
                raise ValueError(f"{bound.name} must be above 0")


#: Beginning of the environment variables that set limits.
ENVIRONMENT = "NAVAPI_LIMIT_"

_NUMBER = re.compile(r"(?P<count>\d{1,18}(?:\.\d{1,9})?)\s*(?P<unit>[KMG]iB)?", re.ASCII)
_UNITS = {"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}


def read_limits(texts: Iterable[str], environment: Mapping[str, str]) -> Limits:
    """Limits from *texts* such as ``response_bytes=20MiB``, and from variables of *environment*
    such as ``NAVAPI_LIMIT_RESPONSE_BYTES=20MiB``, which have less weight.

    :raises ValueError: for an unknown name or an invalid value; it names the option or variable.
    """
    values: dict[str, int | float] = {}
    for variable, text in environment.items():
        if variable.startswith(ENVIRONMENT):
            name = variable.removeprefix(ENVIRONMENT).lower()
            values[name] = _limit(name, text, f"{variable}={text}")
    for text in texts:
        name, _, value = text.partition("=")
        name = name.strip().lower().replace("-", "_")
        values[name] = _limit(name, value, f"--limit {text}")
    return Limits(**values)  # type: ignore[arg-type]  # the types are checked by name


def _limit(name: str, text: str, source: str) -> int | float:
    types = {bound.name: bound.type for bound in fields(Limits)}
    if name not in types:
        near = get_close_matches(name, types, 1)
        advice = f"did you mean {near[0]}?" if near else f"write one of {', '.join(types)}"
        raise ValueError(f"{source}: there is no limit {name!r}; {advice}")
    is_size, is_whole = name.endswith("_bytes"), types[name] == "int"
    number = _NUMBER.fullmatch(text.strip())
    value = float(number["count"]) if number else 0.0
    if number and number["unit"]:
        value *= _UNITS[number["unit"]] if is_size else 0
    if value <= 0 or (is_whole and not value.is_integer()):
        kind = "a number of bytes, such as 1048576 or 1MiB" if is_size else "a number above 0"
        whole = "a whole number above 0" if is_whole and not is_size else kind
        raise ValueError(f"{source}: {text!r} is not {whole}")
    return int(value) if is_whole else value


def too_many(detail: str, seconds: int = 1) -> Refusal:
    """The refusal that asks a client to retry after *seconds*."""
    return Refusal(429, "too-many-requests", detail, headers={"Retry-After": str(seconds)})


class ConcurrencyLimit:
    """A limited number of slots; a few more requests wait, in order, for a short time.

    A client has a share of the slots, and of the requests that wait.
    """

    def __init__(self, count: int, *, patience: float = PATIENCE) -> None:
        self._free = count
        self._share = -(-count // _SHARE)
        self._most_waiting = count * _WAITING
        self._patience = patience
        self._running: Counter[str] = Counter()
        self._waiting: list[tuple[str, anyio.Event]] = []

    @asynccontextmanager
    async def place(self, client: str) -> AsyncIterator[None]:
        """Hold a slot until the block ends. :raises Refusal: 429 if none becomes free in time."""
        key = network_of(client)
        await self._take(key)
        try:
            yield
        finally:
            self._give_back(key)

    async def _take(self, key: str) -> None:
        if self._may_start(key):
            self._start(key)
            return
        busy = "The relay is busy; try again in a moment."
        own = sum(other == key for other, _ in self._waiting)
        if len(self._waiting) >= self._most_waiting or own >= self._share * _WAITING:
            raise too_many(busy)
        mine = (key, anyio.Event())
        self._waiting.append(mine)
        try:
            with anyio.move_on_after(self._patience):
                await mine[1].wait()
        except BaseException:
            self._leave(mine)
            raise
        if not mine[1].is_set():
            self._leave(mine)
            raise too_many(busy)

    def _may_start(self, key: str) -> bool:
        return self._free > 0 and self._running[key] < self._share

    def _start(self, key: str) -> None:
        self._free -= 1
        self._running[key] += 1

    def _leave(self, mine: tuple[str, anyio.Event]) -> None:
        """Stop waiting; a slot assigned at the same moment is passed on."""
        if mine[1].is_set():
            self._give_back(mine[0])
        else:
            self._waiting.remove(mine)

    def _give_back(self, key: str) -> None:
        self._free += 1
        self._running[key] -= 1
        if not self._running[key]:
            del self._running[key]
        for place in self._waiting:
            if self._may_start(place[0]):
                self._waiting.remove(place)
                self._start(place[0])
                place[1].set()
                break


class RateLimit:
    """A token bucket per client address; an empty one is a 429."""

    def __init__(
        self, size: int, refill: float, *, now: Callable[[], float] = time.monotonic
    ) -> None:
        self._size = float(size)
        self._refill = refill
        self._now = now
        self._buckets: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def count(self, client: str, price: float = 1) -> None:
        """Take a token of *client*, or *price* tokens. :raises Refusal: 429 if there are too
        few.
        """
        key = network_of(client)
        now = self._now()
        tokens, then = self._buckets.pop(key, (self._size, now))
        tokens = min(self._size, tokens + (now - then) * self._refill)
        # A price above the bucket size is accepted if the bucket is full, except for its own first
        # token.
        needed = price if price <= 1 else min(price, self._size - 1)
        enough = tokens >= needed
        self._buckets[key] = (tokens - min(price, tokens) if enough else tokens, now)
        if len(self._buckets) > _CLIENTS:
            self._buckets.popitem(last=False)
        if not enough:
            wait = max(1, int((needed - tokens) / self._refill) + 1)
            raise too_many("Too many requests from your address.", wait)


class MemoryLimit:
    """Bytes in memory, in total and per client. :param most: of all clients together."""

    def __init__(self, most: int) -> None:
        self._most = most
        #: Bytes in memory.
        self.used = 0
        self._by_client: dict[str, int] = {}

    @contextmanager
    def share(self, client: str) -> Iterator[Callable[[int], None]]:
        """A function that counts bytes until the block ends. It raises a 429 for too many."""
        key = network_of(client)
        mine = 0

        def take(size: int) -> None:
            nonlocal mine
            used = self._by_client.get(key, 0)
            if used + size > self._most // _SHARE or self.used + size > self._most:
                raise too_many("The relay is busy with other large requests or responses.")
            self._by_client[key] = used + size
            self.used += size
            mine += size

        try:
            yield take
        finally:
            self.used -= mine
            left = self._by_client.get(key, 0) - mine
            if left > 0:
                self._by_client[key] = left
            else:
                self._by_client.pop(key, None)


@lru_cache(maxsize=1024)
def network_of(client: str) -> str:
    """What counts as one client: an IPv4 address, an IPv6 network of 64 bits, or other text."""
    try:
        address = ipaddress.ip_address(client.partition("%")[0])
    except ValueError:
        # A proxy may pass on text of any length from its own client.
        return client[:64]
    if address.version == 4:
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))
