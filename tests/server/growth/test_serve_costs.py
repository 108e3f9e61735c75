"""The cost of a request for a page: calls and bytes in proportion to its size."""

from __future__ import annotations

import asyncio
import sys
import tracemalloc
from pathlib import Path
from typing import Any

import pytest
from server_process import write_site
from work import in_own_thread

from sphinx_navapi.relay.caller import SiteAddresses, parse_site_url
from sphinx_navapi.server.monitoring import AccessLog, Observed
from sphinx_navapi.server.replies import Reply, accepted_encodings
from sphinx_navapi.server.site_app import Moved, SiteApp


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("costs") / "html")


async def answer(app: Any, scope: dict[str, Any]) -> int:
    status = 0

    async def send(message: Any) -> None:
        nonlocal status
        status = message.get("status", status)

    await app(scope, None, send)
    return status


def cost(app: Any, scope: dict[str, Any]) -> tuple[int, int]:
    """Calls in the thread of the event loop, and the peak memory in bytes."""
    calls = 0

    def note(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    async def run() -> None:
        nonlocal calls
        await answer(app, scope)  # One-time work for a file is not counted.
        tracemalloc.start()
        sys.setprofile(note)
        await answer(app, scope)
        sys.setprofile(None)

    try:
        in_own_thread(lambda: asyncio.run(run()))
        return calls, tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


PIECES = [
    "a",
    "/",
    "a/",
    "../",
    ".",
    "%",
    "é",
    ",",
    ";q=",
    '"x",',
    "W/",
    "bytes=",
    "0-",
    ":",
    "[",
    "-",
]
FIELDS = ["host", "accept-encoding", "if-none-match", "if-modified-since", "range", "if-range",
          "x-forwarded-for", "origin", "cookie"]  # fmt: skip


@pytest.mark.parametrize("place", ["path", "below", "query", "many", *FIELDS])
def test_cost_grows_with_the_request(site: Path, place: str) -> None:
    urls = [parse_site_url("https://docs.library.example/manual")]
    lines: list[str] = []
    app = Observed(SiteApp(site, addresses=SiteAddresses(urls)), AccessLog(lines.append))
    for piece in PIECES:
        for size in (100, 3_000, 32_000):
            text = piece * (size // len(piece))
            headers = [(b"host", b"localhost"), (b"accept-encoding", b"gzip")]
            if place in FIELDS:
                headers = [h for h in headers if h[0] != place.encode()]
                headers.append((place.encode(), text.encode("latin-1")))
            elif place == "many":
                headers += [(b"a", b"")] * (size // 4)
            scope = {
                "type": "http", "http_version": "1.1", "method": "GET", "headers": headers,
                "path": {"path": f"/{text}", "below": f"/manual/{text}"}.get(place, "/"),
                "query_string": text.encode("latin-1") if place == "query" else b"",
                "client": ("127.0.0.1", 1),
            }  # fmt: skip
            calls, peak = cost(app, scope)
            assert calls <= 6_000 + size // 2, (piece, size)
            assert peak <= (1 << 20) + 20 * size, (piece, size)


def test_rules_of_redirects_are_made_once(site: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from sphinx_navapi.server import site_app

    made: list[Any] = []

    class Counted(site_app.Redirects):
        def __init__(self, rules: Any) -> None:
            made.append(rules)
            super().__init__(rules)

    monkeypatch.setattr(site_app, "Redirects", Counted)
    app = SiteApp(site, addresses=SiteAddresses([]))
    for name in ("manual/x", "nothing", "blog/y", "nothing/else", "manual/x"):
        scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": f"/{name}",
                 "headers": [(b"host", b"localhost")], "query_string": b""}  # fmt: skip
        asyncio.run(answer(app, scope))
    assert len(made) <= 6


def test_where_a_page_leads_is_not_read_from_it(tmp_path: Path) -> None:
    site = write_site(tmp_path / "html")
    (site / "copied.html").write_bytes((site / "old.html").read_bytes())
    (site / "old.html").write_text("", "utf-8")
    lookup = SiteApp(site, addresses=SiteAddresses([]))._lookup
    moved = lookup.find("old.html")
    assert isinstance(moved, Moved)
    assert moved.location == "guide/page.html"
    assert not isinstance(lookup.find("copied.html"), Moved)


@pytest.mark.parametrize(
    "record",
    ["", "[]", "{}", '{"redirects": 1, "pages": []}', '{"pages": {"old.html": {"href": 1}}}'],
)
def test_a_record_of_redirects_that_is_none(tmp_path: Path, record: str) -> None:
    site = write_site(tmp_path / "html")
    (site / "_navapi" / "redirects.json").write_text(record, "utf-8")
    lookup = SiteApp(site, addresses=SiteAddresses([]))._lookup
    assert not isinstance(lookup.find("old.html"), Moved)


def test_rules_are_held_against_short_paths_alone(site: Path) -> None:
    lookup = SiteApp(site, addresses=SiteAddresses([]))._lookup
    assert lookup.find("blog/" + "a" * 400) is not None
    assert lookup.find("blog/" + "a" * 500) is None


def test_a_path_that_no_file_can_have_is_not_looked_for(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    app = SiteApp(site, addresses=SiteAddresses([]))
    looked: list[str] = []

    def find(name: str) -> None:
        looked.append(name)

    monkeypatch.setattr(app._lookup, "find", find)
    scope = {"type": "http", "http_version": "1.1", "method": "GET", "path": "/" + "a/" * 3000,
             "headers": [(b"host", b"localhost")], "query_string": b""}  # fmt: skip
    assert asyncio.run(answer(app, scope)) == 404
    assert looked == []


def test_long_lists_of_encodings_are_cut() -> None:
    assert accepted_encodings("gzip, br" + ", x" * 20_000) == {"gzip", "br"}
    assert accepted_encodings("x, " * 20_000 + "gzip") == frozenset()


def test_only_small_answers_are_held(site: Path) -> None:
    """Memory for each connection of a client that does not read, in bytes."""
    (site / "large.bin").write_bytes(b"x" * 300_000)
    (site / "page.txt").write_text("x" * 2000)
    (site / "page.txt.br").write_bytes(b"x" * 300_000)
    app = SiteApp(site, addresses=SiteAddresses([]))
    from starlette.datastructures import Headers

    async def reply(name: str, **headers: str) -> Reply:
        fields = {key.replace("_", "-"): value for key, value in headers.items()}
        return await app.answer(name, b"", Headers(headers=fields))

    for made in (reply("large.bin"), reply("page.txt", accept_encoding="br"),
                 reply("large.bin", range="bytes=0-299998")):  # fmt: skip
        found = asyncio.run(made)
        assert not isinstance(found.body, bytes)
        assert found.length >= 299_999
