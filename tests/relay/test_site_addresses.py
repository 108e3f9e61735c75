"""One rule for `Host`, for the pages of a site and for its relay."""

from __future__ import annotations

import asyncio
import ipaddress
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from starlette.datastructures import Headers

from sphinx_navapi.relay.caller import SiteAddresses, SiteOrigins, parse_site_url
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.server.site_app import SiteApp

URLS = ["https://docs.example.com/manual", "http://intranet.example:8080"]
NAME = "box.local"


def relay_takes(hosts: list[str], origin: str | None = None, scheme: str = "http") -> bool:
    raw = [(b"host", host.encode("latin-1")) for host in hosts]
    if origin is not None:
        raw.append((b"origin", origin.encode()))
    scope = {"type": "http", "scheme": scheme, "server": ("10.0.0.1", 80)}
    try:
        SiteOrigins(URLS, (), [NAME]).check(scope, Headers(raw=raw))
    except Refusal:
        return False
    return True


def make_pages(folder: Path) -> Callable[[list[str]], bool]:
    (folder / "index.html").write_text("Home", "utf-8")
    app = SiteApp(folder, addresses=SiteAddresses(map(parse_site_url, URLS), [NAME]))

    def takes(hosts: list[str]) -> bool:
        sent: list[Any] = []
        scope = {
            "type": "http", "scheme": "http", "method": "GET", "path": "/", "query_string": b"",
            "server": ("10.0.0.1", 80),
            "headers": [(b"host", host.encode("latin-1")) for host in hosts],
        }  # fmt: skip

        async def send(message: Any) -> None:
            sent.append(message)

        asyncio.run(app(scope, None, send))  # type: ignore[arg-type]
        assert sent[0]["status"] in (200, 421)
        return bool(sent[0]["status"] == 200)

    return takes


def expected(host: str) -> bool:
    """The rule, written with the parser of URLs."""
    try:
        parts = urlsplit(f"//{host}")
        name, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    after = host.rpartition("]")[2] if "]" in host else ""
    if (
        parts.netloc != host
        or "@" in host
        or host.endswith(":")
        or port == 0
        or after[:1] not in ("", ":")
    ):
        return False
    try:
        is_six = ipaddress.ip_address(name).version == 6
        return is_six == host.startswith("[") and "%" not in name
    except ValueError:
        pass
    if name in ("localhost", NAME):
        return True
    return (name, port) in (
        ("docs.example.com", None), ("docs.example.com", 443),
        ("intranet.example", None), ("intranet.example", 8080),
    )  # fmt: skip


NAMES = [
    "docs.example.com", "DOCS.example.COM", "intranet.example", "box.local", "LocalHost", "a.local",
    "127.0.0.1", "[::1]", "::1", "[127.0.0.1]", "[2001:DB8::1]", "[fe80::1%eth0]", "2130706433",
    "127.1", "0x7f000001", "evil.test", "_x", "-a-.b", "x y", "", "é", "[", "]", "10.0.0.1",
]  # fmt: skip
AROUND = [
    *[""] * 40, ".", "..", "user@", " ", "/", ",", "a.", "-", "\t", "%2e", "\\", "#", "?",
]  # fmt: skip
PORTS = [
    *[""] * 9, ":", ":80", ":443", ":8080", ":08080", ":0", ":65536", ":99999", ":x", ":8 0",
    ":80:80",
]  # fmt: skip


@pytest.mark.parametrize("seed", range(4))
def test_pages_and_relay_accept_the_same_hosts(tmp_path: Path, seed: int) -> None:
    source = random.Random(seed)
    pages, known = make_pages(tmp_path), 0
    for _ in range(100):
        name = source.choice(AROUND) + source.choice(NAMES) + source.choice(AROUND)
        host = name + source.choice(PORTS)
        assert pages([host]) == relay_takes([host]) == expected(host), host
        known += expected(host)
    assert 10 < known < 90


@pytest.mark.parametrize(
    ("hosts", "is_known"),
    [
        (["docs.example.com"], True),
        # With a trailing dot, the origin of its pages is that of another site.
        (["docs.example.com."], False),
        (["localhost."], False),
        # A public URL has one port, which proxies may omit.
        (["docs.example.com:443"], True),
        (["docs.example.com:80"], False),
        (["intranet.example"], True),
        (["box.local:9"], True),
        # Two fields, or none.
        (["docs.example.com", "docs.example.com"], False),
        (["localhost", "evil.test"], False),
        ([], False),
    ],
)
def test_hosts(tmp_path: Path, hosts: list[str], is_known: bool) -> None:
    assert make_pages(tmp_path)(hosts) == relay_takes(hosts) == is_known


def test_origins_where_a_proxy_omits_the_port() -> None:
    host = ["intranet.example"]
    assert relay_takes(host, "http://intranet.example:8080")
    # Another server on the same machine.
    assert not relay_takes(host, "http://intranet.example")
    assert relay_takes(["[::1]:80"], "http://[::1]")
    assert relay_takes(["[::1]:80"], "https://[::1]:80", scheme="https")
    assert not relay_takes(["[::1]:80"], "wss://[::1]:80", scheme="wss")


def test_the_url_under_which_a_request_arrived() -> None:
    """The base of the relative servers of documents."""
    site = SiteOrigins([*URLS, "https://docs.example.com/the%20manual/"])
    for host, url in (
        ("intranet.example", URLS[1]), ("INTRANET.example:8080", URLS[1]),
        ("docs.example.com:443", URLS[0]), ("127.0.0.1", URLS[0]), ("docs.example.com:1", URLS[0]),
    ):  # fmt: skip
        assert site.url_for(Headers({"host": host})) == url
    assert site.is_relay({"type": "http", "path": "/the manual/api/request"})
    last = SiteOrigins(["https://docs.example.com/the%20manual/"])
    assert last.url_for(Headers()) == "https://docs.example.com/the%20manual"
