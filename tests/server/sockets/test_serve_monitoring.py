"""What operators of `navapi serve` set and see: limits, health, metrics, lines of the log."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from server_process import Server, metrics_of, running, write_site

from sphinx_navapi.plan.conf_file import ProjectError
from sphinx_navapi.server.command import ServeOptions, make_app

REQUEST = b'{"operation": "GET /nothing"}'


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("monitored") / "site")


def ask(server: Server, body: bytes = REQUEST) -> int:
    """The status of a request to the relay."""
    return server.get("/api/request", "POST", body, Content_Type="application/json").status


def test_health_is_told_to_anyone(site: Path) -> None:
    with running(
        "serve", site, "--port", "0", "--site-url", "https://docs.example/manual"
    ) as server:
        for path in ("/_navapi/health", "/manual/_navapi/health"):
            # The name by which a load balancer asks is not that of the site.
            answer = server.get(path, Host="balancer.internal:9000")
            assert (answer.status, json.loads(answer.text)) == (200, {"status": "ok"})
            assert answer.headers["cache-control"] == "no-store"
        head = server.get("/_navapi/health", "HEAD")
        assert (head.status, head.body) == (200, b"")
        assert server.get("/_navapi/health", "POST").status == 405
        # Nobody asked for metrics.
        assert server.get("/_navapi/metrics").status == 404
        server.get("/guide/")
        server.wait_for("GET /guide/ ")
        assert not [line for line in server.lines if "health" in line and " 200 " in line]


def test_a_site_that_is_gone_is_not_healthy(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site")
    with running("serve", site, "--port", "0") as server:
        (site / "index.html").unlink()
        assert server.get("/_navapi/health").status == 503
        assert " GET /_navapi/health 503 " in server.wait_for("health")


def test_metrics_count_what_was_answered(site: Path) -> None:
    with running("serve", site, "--port", "0", "--metrics") as server:
        pages = [server.get("/guide/"), server.get("/guide/"), server.get("/nowhere.html")]
        refused = ask(server)
        server.get("/mcp", "POST", b"{", Content_Type="application/json")
        found = metrics_of(server)
    assert refused >= 400
    assert found['navapi_requests_total{area="site",status="200"}'] == 2
    assert found['navapi_requests_total{area="site",status="404"}'] == 1
    assert found[f'navapi_requests_total{{area="relay",status="{refused}"}}'] == 1
    sent = sum(len(page.body) for page in pages)
    assert found['navapi_response_bytes_total{area="site"}'] == sent
    assert found['navapi_request_seconds_count{area="site"}'] == 3
    assert found['navapi_request_seconds_bucket{area="mcp",le="+Inf"}'] == 1
    assert found['navapi_running_requests{area="site"}'] == 0
    assert found["navapi_relay_held_bytes"] == 0


def test_metrics_are_for_this_machine(site: Path) -> None:
    with running("serve", site, "--port", "0", "--metrics") as server:
        assert metrics_of(server)
        # A proxy asks for somebody else, or a page whose name was made to lead here.
        for name in ("X_Forwarded_For", "Forwarded", "X_Real_IP", "Via"):
            assert server.get("/_navapi/metrics", **{name: "198.51.100.7"}).status == 404
        assert server.get("/_navapi/metrics", Host="evil.example").status == 421


def test_metrics_for_others(site: Path) -> None:
    proxied = ("--trusted-proxy", "127.0.0.1", "--metrics-from", "198.51.100.0/24")
    with running("serve", site, "--port", "0", *proxied) as server:
        assert metrics_of(server, X_Forwarded_For="198.51.100.7")
        assert server.get("/_navapi/metrics", X_Forwarded_For="203.0.113.9").status == 404
        assert server.get("/_navapi/metrics").status == 404


def test_a_line_begins_with_its_time(site: Path) -> None:
    with running("serve", site, "--port", "0", "--access-log") as server:
        server.get("/guide/?secret=1")
        line = server.wait_for("GET /guide/ 200")
    assert re.fullmatch(r"\S+Z 127\.0\.0\.1 GET /guide/ 200 \d+ \d+ms", line)
    written = datetime.fromisoformat(line.split(" ", 1)[0])
    assert written.tzinfo == UTC


def test_no_lines(site: Path) -> None:
    with running("serve", site, "--port", "0", "--no-access-log") as server:
        assert server.get("/guide/").status == 200
        server.stop()
    assert [line for line in server.lines if "GET" in line] == []


def test_limits_by_option_and_environment(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAVAPI_LIMIT_REQUEST_BYTES", "1KiB")
    monkeypatch.setenv("NAVAPI_LIMIT_BURST", "3")
    with running("serve", site, "--port", "0", "--limit", "burst=1000") as server:
        assert ask(server, b" " * 1025) == 413
        # The option has more weight.
        assert 429 not in {ask(server) for _ in range(8)}
    with running("serve", site, "--port", "0", "--limit", "burst-refill=0.001") as server:
        assert 429 in {ask(server) for _ in range(8)}


@pytest.mark.parametrize(
    ("limit", "word"),
    [
        ("response_byte=1", "response_bytes"),
        ("speed=1", "burst"),
        ("burst", "whole number"),
        ("burst=", "whole number"),
        ("burst=1.5", "whole number"),
        ("burst=0", "above 0"),
        ("burst=-1", "above 0"),
        ("burst=1MiB", "above 0"),
        ("total_seconds=inf", "above 0"),
        ("total_seconds=1_0", "above 0"),
        ("total_seconds=1MiB", "above 0"),
        ("response_bytes=10MB", "MiB"),
    ],
)
def test_what_is_no_limit(site: Path, limit: str, word: str) -> None:
    with pytest.raises(ProjectError) as raised:
        make_app(ServeOptions(out=site, limits=[limit]))
    assert limit in str(raised.value)
    assert word in str(raised.value)


@pytest.mark.parametrize(
    ("options", "option"),
    [
        ({"site_urls": ["docs.example"]}, "--site-url"),
        ({"allowed_origins": ["*"]}, "--allow-origin"),
        ({"allowed_origins": ["docs.example"]}, "--allow-origin"),
        ({"trusted_proxies": ["foo"]}, "--trusted-proxy"),
        ({"metrics_readers": ["foo"]}, "--metrics-from"),
        ({"allowed_private": ["http://x"]}, "--allow-private"),
    ],
)
def test_a_malformed_value_names_its_option(
    site: Path, options: dict[str, Any], option: str
) -> None:
    with pytest.raises(ProjectError) as raised:
        make_app(ServeOptions(out=site, **options))
    assert raised.value.usage
    assert str(raised.value).startswith(f"{option}: ")
    (values,) = options.values()
    assert values[0] in str(raised.value)


def test_a_variable_that_is_no_limit(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NAVAPI_LIMIT_BURSTS", "1")
    with pytest.raises(ProjectError) as raised:
        make_app(ServeOptions(out=site))
    assert "NAVAPI_LIMIT_BURSTS" in str(raised.value)
    assert "burst" in str(raised.value).lower().split("mean")[1]


def test_the_api_catalog_is_where_programs_look(tmp_path: Path) -> None:
    site = write_site(tmp_path / "site")
    with running("serve", site, "--port", "0", "--site-url", "https://a.example/manual") as server:
        path = "/.well-known/api-catalog"
        assert server.get(path).status == 404
        (site / "_navapi" / "api-catalog.json").write_text('{"linkset": []}', "utf-8")
        for place in (path, f"/manual{path}"):
            answer = server.get(place)
            assert (answer.status, json.loads(answer.text)) == (200, {"linkset": []})
            assert answer.headers["content-type"].startswith("application/linkset+json; profile=")
        head = server.get(path, "HEAD")
        assert 'rel="api-catalog"' in head.headers["link"]
        assert head.body == b""
        # One of the site's own comes first.
        (site / ".well-known" / "api-catalog").write_text("own", "utf-8")
        assert server.get(path).text == "own"
