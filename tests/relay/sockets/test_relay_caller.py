"""Callers: pages of the site itself, and origins that the operator allows."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx
import pytest
from relay_world import (
    API,
    WATCH,
    ask,
    make_relay,
    one_operation,
    problem_of,
    upstream,
    write_manifest,
)

from sphinx_navapi.relay import create_app
from sphinx_navapi.relay.caller import SiteOrigins

PUBLIC = "https://docs.example.com"


def call(app: Any, method: str, headers: dict[str, str], url: str, content: bytes = b"") -> Any:
    """The response to any request; no connection is allowed."""

    async def run() -> httpx.Response:
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport) as client:
            return await client.request(method, url, headers=headers, content=content)

    with WATCH.on():
        response = asyncio.run(run())
    assert WATCH.connected == []
    return response


def site(tmp_path: Path, **options: Any) -> Any:
    return make_relay(tmp_path, one_operation(f"http://{API}:9"), **options)


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        ("application/x-www-form-urlencoded", 415), ("multipart/form-data; boundary=x", 415),
        ("text/plain", 415), ("text/plain;application/json", 415), ("", 415),
        ("application/json;charset=utf-16", 415), ('application/json;charset="utf-8', 415),
        ("application/jsonp", 415), ("application/json" + "; " * 5_000 + "x", 415),
        ("application/json, text/plain", 415),
    ],
)  # fmt: skip
def test_anything_but_json(tmp_path: Path, kind: str, status: int) -> None:
    site(tmp_path).refused(ask(), status, Content_Type=kind)


def test_json_with_its_character_set(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        for kind in (
            "application/json; charset=utf-8", "Application/JSON;charset=UTF-8",
            'application/json; charset="utf-8"', "application/json ; ;Charset=UTF-8;",
        ):  # fmt: skip
            assert relay.post(ask(), {"Content-Type": kind}).status_code == 200


def test_a_compressed_request(tmp_path: Path) -> None:
    site(tmp_path).refused(ask(), 415, Content_Encoding="gzip")


def test_a_form_of_another_site(tmp_path: Path) -> None:
    headers = {
        "Content-Type": "application/x-www-form-urlencoded", "Origin": "https://evil.test",
        "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate",
    }  # fmt: skip
    response = call(site(tmp_path), "POST", headers, "http://docs.test/api/request", b"operation=x")
    problem_of(response, 403)


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "TRACE", "BREW"])
def test_other_methods(tmp_path: Path, method: str) -> None:
    response = call(site(tmp_path), method, {}, "http://docs.test/api/request")
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "path", ["/", "/api/request/", "/api", "/api/requests", "/api/request/x", "/x/api/request"]
)
def test_other_paths(tmp_path: Path, path: str) -> None:
    problem_of(call(site(tmp_path), "POST", {}, f"http://docs.test{path}"), 404)


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.test", "null", "", "http://docs.test.evil.test", "https://docs.test",
        "http://docs.test:81", "http://docs.test/", "http://DOCS.test@evil.test", "*",
        "http://evil.test, http://docs.test", "file://",
    ],
)  # fmt: skip
def test_a_foreign_origin(tmp_path: Path, origin: str) -> None:
    assert site(tmp_path).refused(ask(), Origin=origin)["type"].endswith("foreign-origin")


@pytest.mark.parametrize("fetch_site", ["cross-site", "same-site", "none", "", "Same-Origin"])
def test_where_the_browser_says_it_comes_from(tmp_path: Path, fetch_site: str) -> None:
    site(tmp_path).refused(ask(), Sec_Fetch_Site=fetch_site)


def test_the_sites_own_pages_and_programs(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        assert relay.post(ask(), {"Sec-Fetch-Site": "same-origin"}).status_code == 200
        for text in (b'{"operation": "api.json GET /things/{id}", "path": {"id": "1"}}',):
            response = asyncio.run(_without_origin(relay, text))
            assert response.status_code == 200
        assert "access-control-allow-origin" not in response.headers


async def _without_origin(app: Any, content: bytes) -> httpx.Response:
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app)) as client:
        headers = {"Content-Type": "application/json"}
        return await client.post("http://docs.test/api/request", content=content, headers=headers)


@pytest.mark.parametrize(
    "host",
    [
        "evil.test", "evil.test:80", "docs.test.evil.test", "docs.test.", "", "docs.test@evil.test",
        "docs", "test", ":80", "[::1", "docs.test:x", "docs.test:123456",
        "docs.test, evil.test",
    ],
)  # fmt: skip
def test_a_host_that_is_not_known(tmp_path: Path, host: str) -> None:
    """Also a page whose own name was made to resolve to this server."""
    relay = site(tmp_path)
    assert relay.refused(ask(), Host=host)["type"].endswith("unknown-host")
    assert relay.refused(ask(), Host=host, Origin=f"http://{host}")["type"].endswith("-host")


@pytest.mark.parametrize(
    ("server", "host", "is_known"),
    [
        (("127.0.0.1", 3000), "127.0.0.1:3000", True),
        (("127.0.0.1", 3000), "localhost:3000", True),
        (("127.0.0.1", 3000), "LOCALHOST:3000", True),
        (("::1", 3000), "[::1]:3000", True),
        (("127.0.0.1", 80), "127.0.0.1", True),
        # In a container, or at the other end of a tunnel.
        (("172.17.0.2", 80), "localhost:8080", True),
        (("172.17.0.2", 80), "192.168.0.9:8080", True),
        (("docs.lan", 80), "docs.lan:8080", True),
        # Names that may be made to resolve to this server.
        (("127.0.0.1", 3000), "evil.test:3000", False),
        (("127.0.0.1", 3000), "127.0.0.1.evil.test:3000", False),
        (("127.0.0.1", 3000), "evil.localhost:3000", False),
        (("127.0.0.1", 3000), "localhost.evil.test", False),
        (("127.0.0.1", 3000), "0x7f000001:3000", False),
        (("127.0.0.1", 3000), "127.1:3000", False),
        (("127.0.0.1", 3000), "[localhost]:3000", False),
        (("/run/site.sock", None), "site", False),
        (("/run/site.sock", None), "/run/site.sock", False),
        (None, "evil.test", False),
    ],
)
def test_the_address_on_which_the_server_listens(
    tmp_path: Path, server: Any, host: str, is_known: bool
) -> None:
    relay = site(tmp_path)

    async def listening(scope: Any, receive: Any, send: Any) -> None:
        await relay({**scope, "server": server}, receive, send)

    headers = {"Host": host, "Origin": f"http://{host.lower()}", "Content-Type": "application/json"}
    response = call(listening, "POST", headers, "http://x.test/api/request", b"{}")
    # Known callers get as far as the check of their message, which is empty.
    problem_of(response, 400 if is_known else 403)


@pytest.mark.parametrize(
    ("headers", "base", "is_known"),
    [
        ({"Origin": PUBLIC}, PUBLIC, True),
        ({"Origin": PUBLIC, "Host": "DOCS.example.com"}, PUBLIC, True),
        ({"Origin": PUBLIC, "Host": "docs.example.com:443"}, PUBLIC, True),
        # A proxy that sends the address under which it reaches us as the host.
        ({"Origin": PUBLIC}, "http://127.0.0.1:8080", True),
        ({"Origin": "http://127.0.0.1:8080"}, "http://127.0.0.1:8080", True),
        # Another scheme is another origin.
        ({"Origin": "http://docs.example.com"}, PUBLIC, False),
        ({"Origin": "http://docs.example.com"}, "http://docs.example.com", False),
        ({"Origin": "https://docs.example.com:8443"}, PUBLIC, False),
        ({"Origin": "https://evil.test"}, PUBLIC, False),
        ({"Origin": PUBLIC, "Sec-Fetch-Site": "cross-site"}, PUBLIC, False),
    ],
)
def test_site_urls(tmp_path: Path, headers: dict[str, str], base: str, is_known: bool) -> None:
    relay = site(tmp_path, site_urls=[f"{PUBLIC}/manual/", "https://other.example.com"])
    headers = {"Content-Type": "application/json", **headers}
    for path in ("/manual/api/request", "/api/request"):
        response = call(relay, "POST", headers, base + path, b"{}")
        problem_of(response, 400 if is_known else 403)


def test_an_application_that_is_mounted(tmp_path: Path) -> None:
    from starlette.applications import Starlette
    from starlette.routing import Mount

    app = Starlette(routes=[Mount("/docs", app=site(tmp_path))])
    headers = {"Content-Type": "application/json", "Origin": "http://docs.test"}
    problem_of(call(app, "POST", headers, "http://docs.test/docs/api/request", b"{}"), 400)
    problem_of(call(app, "POST", headers, "http://docs.test/docs/other", b"{}"), 404)


@pytest.mark.parametrize("named", ["", "user-agent", "via"])
def test_a_relay_that_is_sent_to_itself(tmp_path: Path, named: str) -> None:
    """In the manifest, a document can declare the site's own relay as its API."""
    relay = make_relay(tmp_path, {}, private=["127.0.0.1"])
    with relay.serving() as port:
        server = f"http://127.0.0.1:{port}"
        manifest = one_operation(
            server, method="POST", path="/api/request", headers=["user-agent", "via"]
        )
        manifest["operations"]["x"] = one_operation(server)["operations"][ask()["operation"]]
        write_manifest(tmp_path, manifest)
        inner = {"content_type": "application/json", "text": json.dumps(ask(operation="x"))}
        headers = [[named, "mine"]] if named else []
        message = {"operation": "api.json POST /api/request", "body": inner, "headers": headers}
        envelope = relay.post(message).json()
        assert envelope["status"] == 403
        assert json.loads(envelope["body"]["text"])["type"].endswith("relay-loop")


# -- other origins that the operator allows --------------------------------------------------

FRIEND = "https://friend.example.com"


def preflight(app: Any, origin: str, base: str = "http://docs.test") -> Any:
    headers = {
        "Origin": origin, "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "content-type",
    }  # fmt: skip
    return call(app, "OPTIONS", headers, f"{base}/api/request")


@pytest.mark.parametrize("origin", ["https://evil.test", "null", "http://docs.test", "*"])
@pytest.mark.parametrize("origins", [[], [FRIEND]])
def test_a_preflight_of_an_origin_that_is_not_named(
    tmp_path: Path, origin: str, origins: list[str]
) -> None:
    response = preflight(site(tmp_path, origins=origins), origin)
    problem_of(response, 403)
    assert not [name for name in response.headers if name.startswith("access-control")]


def test_a_preflight_of_an_origin_that_is_named(tmp_path: Path) -> None:
    response = preflight(site(tmp_path, origins=[FRIEND]), FRIEND)
    assert response.status_code == 204
    cors = {k: v for k, v in response.headers.items() if k.startswith("access-control-allow")}
    assert cors == {
        "access-control-allow-origin": FRIEND,
        "access-control-allow-methods": "POST",
        "access-control-allow-headers": "Content-Type",
    }
    assert response.headers["vary"] == "Origin"


def test_a_request_of_an_origin_that_is_named(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()), origins=[FRIEND])
        headers = {"Origin": FRIEND, "Sec-Fetch-Site": "cross-site"}
        response = relay.post(ask(), headers)
        assert response.status_code == 200
        assert response.headers["access-control-allow-origin"] == FRIEND
        assert "access-control-allow-credentials" not in response.headers
        refusal = relay.post(ask(operation="x"), headers)
        problem_of(refusal, 404)
        assert refusal.headers["access-control-allow-origin"] == FRIEND
        foreign = relay.post(ask(), {"Origin": "https://evil.test"})
        assert "access-control-allow-origin" not in foreign.headers
        assert foreign.headers["vary"] == "Origin"


# -- configuration by the operator -----------------------------------------------------------


@pytest.mark.parametrize(
    "url", ["docs.example.com", "ftp://x.test", "https://", "https://u@x.test", "https://x.test/?a",
            "https://x.test/#a", "*"]
)  # fmt: skip
def test_a_site_url_that_is_none(url: str) -> None:
    with pytest.raises(ValueError, match="site_url"):
        SiteOrigins([url])


@pytest.mark.parametrize("origin", ["*", "null", "friend.example.com", "https://x.test/path", ""])
def test_an_origin_that_is_none(origin: str) -> None:
    with pytest.raises(ValueError, match="allowed_origins"):
        SiteOrigins([], [origin])


def test_options_of_the_application(tmp_path: Path) -> None:
    create_app(tmp_path, site_url="https://docs.example.com", allowed_origins=FRIEND)
    create_app(str(tmp_path), site_url=["https://a.test", "https://b.test/x"], concurrency=3)
    with pytest.raises(TypeError, match="concurency"):
        create_app(tmp_path, concurency=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="total_seconds"):
        create_app(tmp_path, total_seconds=0)
    with pytest.raises(ValueError, match="allow_private"):
        create_app(tmp_path, allow_private=["http://x"])


def test_names_on_which_the_server_listens(tmp_path: Path) -> None:
    app = create_app(tmp_path, listening_hosts="docs.lan")
    headers = {"Content-Type": "application/json", "Host": "docs.lan:3000"}
    url = "http://127.0.0.1:3000/api/request"
    for origin, status in (("http://docs.lan:3000", 400), ("http://evil.test:3000", 403)):
        problem_of(call(app, "POST", {**headers, "Origin": origin}, url, b"{}"), status)
