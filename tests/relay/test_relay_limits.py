"""Limits of clients and slots of requests, without any network."""

from __future__ import annotations

import threading
import time

import anyio
import pytest
from starlette.datastructures import Headers

from sphinx_navapi.relay.caller import SiteOrigins
from sphinx_navapi.relay.limits import ConcurrencyLimit, Limits, RateLimit, network_of
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.sending import beside_the_loop


@pytest.fixture
def anyio_backend() -> str:
    """The event loop that the servers use."""
    return "asyncio"


def test_a_bucket_fills_up_again() -> None:
    now = [0.0]
    bursts = RateLimit(3, 2.0, now=lambda: now[0])

    def count(client: str = "1.2.3.4") -> bool:
        try:
            bursts.count(client)
        except Refusal as refusal:
            return refusal.status != 429
        return True

    assert [count() for _ in range(5)] == [True, True, True, False, False]
    assert count("1.2.3.5")
    now[0] = 0.5
    assert [count() for _ in range(2)] == [True, False]
    now[0] = 100.0
    assert [count() for _ in range(4)] == [True, True, True, False]


def test_clients_are_forgotten_one_day() -> None:
    bursts = RateLimit(1, 0.001, now=lambda: 0.0)
    for number in range(25_000):
        bursts.count(f"10.{number >> 16}.{number >> 8 & 255}.{number & 255}")
    assert len(bursts._buckets) == 10_000


@pytest.mark.parametrize(
    ("client", "network"),
    [
        ("1.2.3.4", "1.2.3.4"), ("::ffff:1.2.3.4", "1.2.3.4"), ("2001:db8::1:2", "2001:db8::/64"),
        ("2001:db8:0:0:ffff::1", "2001:db8::/64"), ("fe80::1%eth0", "fe80::/64"), ("", ""),
        ("unix", "unix"),
    ],
)  # fmt: skip
def test_what_counts_as_one_client(client: str, network: str) -> None:
    assert network_of(client) == network


@pytest.mark.parametrize("name", list(Limits.__dataclass_fields__))
def test_every_limit_is_above_zero(name: str) -> None:
    for value in (0, -1):
        with pytest.raises(ValueError, match=name):
            Limits(**{name: value})


def test_the_limits_that_stand() -> None:
    limits = Limits()
    assert (limits.request_bytes, limits.response_bytes) == (1_048_576, 10_485_760)
    assert (limits.header_bytes, limits.connect_seconds) == (32_768, 5)
    assert (limits.total_seconds, limits.concurrency) == (30, 20)


@pytest.mark.anyio
async def test_places_in_order() -> None:
    got: list[int] = []
    places = ConcurrencyLimit(1)

    async def take(number: int) -> None:
        async with places.place("a"):
            got.append(number)
            await anyio.sleep(0.01)

    async with anyio.create_task_group() as group:
        for number in range(2):
            group.start_soon(take, number)
    assert got == [0, 1]


@pytest.mark.anyio
async def test_nobody_waits_long_or_in_a_crowd() -> None:
    places = ConcurrencyLimit(1, patience=0.05)
    statuses: list[int] = []

    async def take() -> None:
        try:
            async with places.place("a"):
                await anyio.sleep(0.2)
        except Refusal as refusal:
            statuses.append(refusal.status)

    async with anyio.create_task_group() as group:
        for _ in range(14):
            group.start_soon(take)
        await anyio.sleep(0.01)
        assert statuses == [429] * 3  # one has a slot, ten wait
    assert statuses == [429] * 13
    async with places.place("a"):
        pass


@pytest.mark.anyio
async def test_a_place_that_comes_as_its_waiter_leaves() -> None:
    places = ConcurrencyLimit(1)
    scope = anyio.CancelScope()

    async def leave() -> None:
        with scope:
            async with places.place("a"):
                await anyio.sleep(0)

    async with anyio.create_task_group() as group, places.place("a"):
        group.start_soon(leave)
        await anyio.sleep(0.01)
        # The slot is passed to a waiter that has not noticed yet.
        scope.cancel()
    with anyio.fail_after(1):
        async with places.place("a"):
            pass


@pytest.mark.anyio
async def test_cancelled_waiters_leave_the_queue() -> None:
    places = ConcurrencyLimit(1)

    async def wait() -> None:
        async with places.place("a"):
            pass

    async with places.place("a"), anyio.create_task_group() as group:
        group.start_soon(wait)
        await anyio.sleep(0.01)
        group.cancel_scope.cancel()
    with anyio.fail_after(1):
        async with places.place("a"):
            pass


@pytest.mark.parametrize(("refill", "seconds"), [(250.0, "1"), (0.5, "3"), (0.1, "11")])
def test_a_client_is_reported_when_to_come_back(refill: float, seconds: str) -> None:
    bursts = RateLimit(1, refill, now=lambda: 0.0)
    bursts.count("1.2.3.4")
    with pytest.raises(Refusal) as refusal:
        bursts.count("1.2.3.4")
    assert refusal.value.headers == {"Retry-After": seconds}


def test_a_page_of_an_allowed_origin_can_read_when_to_come_back() -> None:
    site = SiteOrigins(["https://docs.example"], ["https://app.example"])
    headers = site.cors_headers(Headers({"origin": "https://app.example"}))
    assert headers["Access-Control-Expose-Headers"] == "Retry-After"


def test_large_messages_cost_more() -> None:
    bursts = RateLimit(3, 2.0, now=lambda: 0.0)
    bursts.count("1.2.3.4", 2)
    with pytest.raises(Refusal) as refusal:
        bursts.count("1.2.3.4", 2)
    assert refusal.value.status == 429
    bursts.count("1.2.3.4", 0)
    bursts.count("1.2.3.4")
    # A request that costs more than the limit of a client uses all of it.
    bursts.count("1.2.3.5", 100)
    with pytest.raises(Refusal):
        bursts.count("1.2.3.5")


@pytest.mark.anyio
async def test_few_threads_take_turns_from_the_loop() -> None:
    at_once = most = 0
    lock = threading.Lock()

    def work() -> None:
        nonlocal at_once, most
        with lock:
            at_once += 1
            most = max(most, at_once)
        time.sleep(0.01)  # until another one has started, if it may
        with lock:
            at_once -= 1

    async with anyio.create_task_group() as group:
        for _ in range(8):
            group.start_soon(beside_the_loop, 1 << 20, work)
    assert most <= 2


def test_a_large_message_is_not_refused_for_its_own_price() -> None:
    """A body counts as several requests, but never more than an idle client has."""
    bursts = RateLimit(60, 250.0, now=lambda: 0.0)
    bursts.count("127.0.0.1")
    bursts.count("127.0.0.1", 96)
    with pytest.raises(Refusal):
        bursts.count("127.0.0.1")
