"""Addresses: one lookup, every result checked, and a connection to a checked address."""

from __future__ import annotations

import asyncio
import gc
import ipaddress
import socket
import ssl
import threading
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import anyio
import httpx
import pytest
from patience import PATIENCE
from relay_world import (
    API,
    SITE,
    TLS,
    WATCH,
    Names,
    answer,
    ask,
    make_relay,
    one_operation,
    upstream,
)

from sphinx_navapi.relay.address import LookUps, PrivateHosts, checked_addresses, is_public
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.relay.target import Target

UNSAFE = [
    "127.0.0.1", "127.8.9.10", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1",
    "169.254.169.254", "100.64.0.1", "100.127.255.255", "0.0.0.0", "0.1.2.3", "192.0.0.192",
    "192.0.2.1", "198.18.0.1", "198.51.100.1", "203.0.113.1", "224.0.0.1", "239.255.255.255",
    "240.0.0.1", "255.255.255.255", "192.88.99.1", "168.63.129.16",
    "::1", "::", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1", "::8.8.8.8",
    "64:ff9b::7f00:1", "64:ff9b::808:808", "64:ff9b:1::7f00:1", "2002:7f00:1::", "2002:0a00:1::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2", "2001:db8::1", "2001:10::1", "2001:2::1",
    "fe80::1", "fe80::1%eth0", "fc00::1", "fd00:ec2::254", "fec0::1", "ff02::1", "ff0e::1",
    "100::1", "3fff::1", "5f00::1", "4000::1", "2606:4700:0:0:0:5efe:7f00:1",
    "2606:4700::200:5efe:a00:1", "::ffff:0:7f00:1",
    "2606:4700::1%eth0",
]  # fmt: skip
SAFE = ["8.8.8.8", "1.1.1.1", "172.32.0.1", "100.63.0.1", "100.128.0.1", "192.0.1.1", "169.253.0.1",
        "2606:4700::1111", "2a00:1450:4001::1", "2001:4860:4860::8888", "2001:200::1", "2003::1",
        "2606:4700:0:0:0:5efe:808:808"]  # fmt: skip


@pytest.mark.parametrize("address", UNSAFE)
def test_an_unsafe_address_is_refused_behind_a_name(tmp_path: Path, address: str) -> None:
    names = Names({"api.test": [[address]]})
    relay = make_relay(tmp_path, one_operation("http://api.test"), names=names)
    assert relay.refused(ask())["type"].endswith("address-refused")
    assert names.asked == ["api.test"]


@pytest.mark.parametrize("address", [one for one in UNSAFE if "%" not in one])
def test_an_unsafe_address_is_refused_as_a_server(tmp_path: Path, address: str) -> None:
    names = Names()
    host = f"[{address}]" if ":" in address else address
    relay = make_relay(tmp_path, one_operation(f"http://{host}:8080"), names=names)
    assert relay.refused(ask())["type"].endswith("address-refused")
    assert names.asked == []


@pytest.mark.parametrize(
    "host",
    [
        "2130706433", "0177.0.0.1", "0x7f.0.0.1", "0x7f000001", "127.1", "127.0.1", "0", "0x",
        "017700000001", "127.0.0.01", "00.0.0.0", "256.0.0.1", "1.2.3.4.5", "134744072", "foo.0x7f",
    ],
)  # fmt: skip
def test_numbers_in_other_forms_are_not_hosts(tmp_path: Path, host: str) -> None:
    names = Names({host: [["127.0.0.1"]]})
    make_relay(tmp_path, one_operation(f"http://{host}/"), names=names).refused(ask())
    assert names.asked == []


@pytest.mark.parametrize("address", SAFE)
def test_public_addresses(address: str) -> None:
    assert is_public(ipaddress.ip_address(address))


def test_what_is_not_global_is_never_public() -> None:
    # An independent check, which alone is too lenient: everything that it refuses must be refused.
    for number in range(0, 1 << 32, 65_521 * 16):
        address = ipaddress.IPv4Address(number)
        if not address.is_global or address.is_multicast or address.is_reserved:
            assert not is_public(address), address
    for prefix in range(0, 1 << 16, 7):
        address6 = ipaddress.IPv6Address((prefix << 112) | 1)
        if not address6.is_global or address6.is_multicast or address6.is_site_local:
            assert not is_public(address6), address6


@pytest.mark.parametrize(
    "answers",
    [
        ["8.8.8.8", "10.0.0.1"], ["10.0.0.1", "8.8.8.8"], ["2606:4700::1", "::1"],
        ["8.8.8.8", "not an address"], ["8.8.8.8", "fe80::1%2"],
    ],
)  # fmt: skip
def test_one_unsafe_answer_is_enough(tmp_path: Path, answers: list[str]) -> None:
    names = Names({"api.test": [answers]})
    make_relay(tmp_path, one_operation("http://api.test"), names=names).refused(ask())


def test_a_name_that_changes_between_look_ups(tmp_path: Path) -> None:
    """The first result is checked and connected to; there is no second lookup."""
    names = Names({"api.test": [["127.0.0.1"], ["127.0.0.99"]]})
    with upstream() as api:
        relay = make_relay(
            tmp_path,
            one_operation(api.url(host="api.test")),
            names=names,
            private=["api.test"],
        )
        with WATCH.on():
            assert relay.post(ask()).status_code == 200
        assert names.asked == ["api.test"]
        assert WATCH.connected == [("127.0.0.1", api.port)]
        assert WATCH.looked_up == []  # the connection only knows the address
        assert api.seen[0].get("host") == [f"api.test:{api.port}"]


def test_the_addresses_are_those_of_one_look_up() -> None:
    names = Names({"api.test": [["8.8.8.8", "2606:4700::1", "8.8.8.8"], ["127.0.0.1"]]})
    target = Target(scheme="https", host="api.test", port=443, path="/")
    addresses = anyio.run(checked_addresses, target, PrivateHosts(()), names, 5.0)
    assert addresses == ("8.8.8.8", "2606:4700::1")
    assert names.asked == ["api.test"]


def test_a_look_up_that_takes_too_long(tmp_path: Path) -> None:
    async def slow(host: str, port: int) -> Iterable[str]:
        await anyio.sleep_forever()
        return ["8.8.8.8"]

    relay = make_relay(tmp_path, one_operation("http://api.test"), names=slow, connect_seconds=0.05)
    assert relay.refused(ask(), 502)["type"].endswith("name-timeout")


@pytest.mark.parametrize("answers", [[], [[]]])
def test_a_name_without_an_address(tmp_path: Path, answers: list[list[str]]) -> None:
    names = Names({"api.test": answers})
    relay = make_relay(tmp_path, one_operation("http://api.test"), names=names)
    assert relay.refused(ask(), 502)["type"].endswith("name-unknown")


def test_the_systems_own_resolver(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation("http://localhost:1"), names=LookUps())
    with WATCH.on():
        assert relay.problem(ask(), 403)["type"].endswith("address-refused")
    assert WATCH.connected == []


# -- exceptions set by the operator -----------------------------------------------------


@pytest.mark.parametrize(
    ("allowed", "host", "address", "is_allowed"),
    [
        ("api.internal", "api.internal", "10.0.0.5", True),
        ("API.internal", "api.internal", "10.0.0.5", True),
        ("api.internal:8080", "api.internal", "10.0.0.5", True),
        ("api.internal:9090", "api.internal", "10.0.0.5", False),
        ("other.internal", "api.internal", "10.0.0.5", False),
        ("internal", "api.internal", "10.0.0.5", False),
        ("10.0.0.5", "10.0.0.5", "10.0.0.5", True),
        ("10.0.0.5", "api.internal", "10.0.0.5", False),
        ("[fd00::5]:8080", "fd00::5", "fd00::5", True),
        ("fd00::5", "fd00::5", "fd00::5", True),
        # A name that resolves to the cloud's own services is not allowed.
        ("api.internal", "api.internal", "169.254.169.254", False),
        ("api.internal", "api.internal", "::ffff:169.254.169.254", False),
        ("api.internal", "api.internal", "fe80::1", False),
        ("169.254.169.254", "169.254.169.254", "169.254.169.254", True),
        ("api.internal", "api.internal", "224.0.0.1", False),
        ("api.internal", "api.internal", "0.0.0.0", False),
        ("api.internal", "api.internal", "255.255.255.255", False),
        ("api.internal", "api.internal", "::", False),
    ],
)
def test_private_hosts(allowed: str, host: str, address: str, is_allowed: bool) -> None:
    target = Target(scheme="http", host=host, port=8080, path="/")
    assert PrivateHosts([allowed]).allow(target, ipaddress.ip_address(address)) is is_allowed


@pytest.mark.parametrize("host", ["", "http://api", "a b", "api:0", "api:99999", "api/x", "u@api"])
def test_a_private_host_that_is_none(host: str) -> None:
    with pytest.raises(ValueError, match="allow_private"):
        PrivateHosts([host])


@pytest.mark.parametrize(
    ("host", "address", "status"),
    [
        ("localhost", "127.0.0.1", 200), ("api.localhost", "127.0.0.1", 200),
        ("127.0.0.1", "", 200), ("localhost", "10.0.0.1", 403), ("api.test", "127.0.0.1", 403),
        ("localhost", "0.0.0.0", 403), ("0.0.0.0", "", 403), ("notlocalhost", "127.0.0.1", 403),
    ],
)  # fmt: skip
def test_loopback_for_servers_that_are_named_as_loopback(
    tmp_path: Path, host: str, address: str, status: int
) -> None:
    with upstream() as api:
        relay = make_relay(
            tmp_path,
            one_operation(api.url(host=host)),
            names=Names({host: [[address]]}),
            private=(),
            loopback=True,
        )
        assert relay.post(ask()).status_code == status
        assert api.connections == (1 if status == 200 else 0)


def test_loopback_is_refused_without_being_asked_for(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(host="127.0.0.1")), private=())
        relay.refused(ask())
        assert api.connections == 0


def test_the_next_address_when_one_takes_no_connection(tmp_path: Path) -> None:
    with upstream() as api:
        names = Names({API: [["127.0.0.99", "127.0.0.1"]]})
        relay = make_relay(tmp_path, one_operation(api.url()), names=names)
        assert relay.post(ask()).status_code == 200


def test_an_address_that_refuses_connections(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    relay = make_relay(tmp_path, one_operation(f"http://{API}:{port}"))
    assert relay.problem(ask(), 502)["type"].endswith("connect-failed")


# -- TLS -------------------------------------------------------------------------------------


def trusting() -> ssl.SSLContext:
    return ssl.create_default_context(cafile=str(TLS / "authority.pem"))


def certified(name: str, asked: list[str | None]) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(TLS / f"{name}.pem", TLS / "server.key.pem")
    context.sni_callback = lambda _sock, server_name, _context: asked.append(server_name)
    return context


def test_tls_to_the_checked_address_with_the_original_name(tmp_path: Path) -> None:
    asked: list[str | None] = []
    with upstream(answer(b'{"a":1}'), certified(API, asked)) as api:
        relay = make_relay(tmp_path, one_operation(api.url(scheme="https")), tls=trusting())
        with WATCH.on():
            response = relay.post(ask())
        assert response.json()["body"] == {"text": '{"a":1}'}
        assert asked == [API]
        assert api.seen[0].get("host") == [f"{API}:{api.port}"]
        assert WATCH.connected == [("127.0.0.1", api.port)]


@pytest.mark.parametrize(
    ("certificate", "is_trusted", "word"),
    [("other.example.test", True, "Hostname mismatch"), (API, False, "issuer certificate")],
)
def test_a_certificate_that_does_not_hold(
    tmp_path: Path, certificate: str, is_trusted: bool, word: str
) -> None:
    with upstream(answer(), certified(certificate, [])) as api:
        tls = trusting() if is_trusted else None
        relay = make_relay(tmp_path, one_operation(api.url(scheme="https")), tls=tls)
        problem = relay.problem(ask(), 502)
        assert problem["type"].endswith("connect-failed")
        assert word in problem["detail"]
        assert api.seen == []


def test_plain_text_behind_https(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(scheme="https")), tls=trusting())
        relay.problem(ask(), 502)


def test_the_environment_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text(f"machine {API} login me password secret\n")
    with upstream() as proxy, upstream() as api:
        for name in ("HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "ALL_PROXY", "all_proxy"):
            monkeypatch.setenv(name, proxy.url(host="127.0.0.1"))
        monkeypatch.setenv("NETRC", str(netrc))
        relay = make_relay(tmp_path, one_operation(api.url()))
        assert relay.post(ask()).status_code == 200
        assert proxy.connections == 0
        assert "authorization" not in api.seen[0].names


def test_names_that_hang_hold_up_no_other(tmp_path: Path) -> None:
    """More lookups at once than there are slots, and more than the loop has threads."""
    answered = threading.Event()
    hosts = [f"hangs{n}.example.test" for n in range(40)]
    asked: list[str] = []

    def ask_system(host: str, *_: object, **__: object) -> list[Any]:
        asked.append(host)
        if host != API:
            assert answered.wait(PATIENCE)
        return [(0, 0, 0, "", ("127.0.0.1", 0))]

    with upstream() as api:
        manifest = one_operation(api.url())
        operation = next(iter(manifest["operations"].values()))
        for index, host in enumerate(hosts):
            manifest["servers"].append([{"url": f"http://{host}:{api.port}"}])
            manifest["operations"][f"api.json GET /{host}"] = {
                **operation, "path": f"/{host}", "servers": index + 1,
            }  # fmt: skip
        relay = make_relay(
            tmp_path, manifest, names=LookUps(ask_system), private=[API, *hosts], burst=1000
        )

        async def run() -> list[int]:
            transport = httpx.ASGITransport(relay)
            async with httpx.AsyncClient(transport=transport, base_url=SITE) as client:

                async def post(message: Any) -> int:
                    response = await client.post("/api/request", json=message)
                    return response.status_code

                waiting = [
                    asyncio.create_task(post({"operation": f"api.json GET /{host}"}))
                    for host in hosts * 2
                ]
                while len(asked) < len(hosts):
                    await asyncio.sleep(0.01)
                first = [await post(ask()) for _ in range(3)]
                answered.set()
                return [*first, *await asyncio.gather(*waiting)]

        statuses = asyncio.run(run())
        assert statuses[:3] == [200] * 3
        # Some of the others may not get a slot in time, since all of them start at once.
        assert set(statuses) <= {200, 429}
        # Each name once for all requests that wait for it.
        assert sorted(asked) == sorted([*hosts, API, API, API])


def test_requests_that_wait_for_one_name_are_not_without_end(
    caplog: pytest.LogCaptureFixture,
) -> None:
    answered = threading.Event()

    def ask_system(*_: object, **__: object) -> list[Any]:
        assert answered.wait(PATIENCE)
        raise OSError("no such name")

    async def run() -> None:
        look_up = LookUps(ask_system)
        waiting = [asyncio.ensure_future(look_up("a.test", 80)) for _ in range(200)]
        waiting += [asyncio.ensure_future(look_up(f"{n}.test", 80)) for n in range(63)]
        await asyncio.sleep(0)
        for host in ("a.test", "b.test"):
            with pytest.raises(Refusal) as refusal:
                await look_up(host, 80)
            assert refusal.value.status == 429
        waiting[0].cancel()
        await asyncio.sleep(0)
        waiting.append(asyncio.ensure_future(look_up("a.test", 80)))
        answered.set()
        outcomes = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(one) for one in outcomes[1:]] == [OSError] * 263

    asyncio.run(run())
    # Nor does asyncio report results that nobody awaited.
    gc.collect()
    assert caplog.text == ""
