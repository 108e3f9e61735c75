"""The playground that sends through the relay, and what it says if there is none."""

from __future__ import annotations

import json
import re
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from api_server import CLIENT, KEY, TOKEN, TYPED, ApiServer, run_api
from full_run import first
from patience import PATIENCE
from playground_site import (
    BYTES,
    FIELDS,
    PHOTOS,
    Form,
    Site,
    build_playground,
    document,
    serve_document,
)
from playwright.sync_api import Page, Route, expect
from waiting import wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("relay")
    # The relay needs no CORS of the API.
    with serve_document(folder, lambda url: document(url, "http://127.0.0.1:1"), None) as found:
        yield found


def test_every_style_and_cookies_too(page: Page, site: Site) -> None:
    form = site.open(page, "Echo styles")
    form.field("limit").fill("12345678901234567890")
    form.field("session").fill("c=2")
    form.send()
    assert form.status == "200 OK"
    assert site.api.last.target == (
        "/echo/a%2Fb/;path=x;path=y?q=%C3%A4%20%26%20b&limit=12345678901234567890&sort=down"
        "&deep=true&tags=one%7Ctwo&filter%5Bstatus%5D=on&filter%5Brange%5D%5Bfrom%5D=1"
        "&where=%7B%22n%22%3A9007199254740993%7D"
    )
    assert site.api.last.header("X-List") == "h1,h2"
    assert site.api.last.header("Cookie") == "session=c%3D2"
    form.check_sample(site.api.last.target)


def test_declared_fields_are_sent_or_said_not_to_be(page: Page, site: Site) -> None:
    """Each arrives as in the sample, or is disabled, with a note beside the samples."""
    form = site.open(page, "Echo fields")
    form.send()
    enabled = {name for name in FIELDS if form.field(name).is_enabled()}
    assert enabled == {
        "X-Ok", "Date", "DNT", "User-Agent", "Via", "Content-Encoding", "Origin", "Referer"
    }  # fmt: skip
    arrived = {name: site.api.last.header(name) for name in enabled}
    assert arrived.pop("Via") == "mine, 1.1 sphinx-navapi-relay"
    assert set(arrived.values()) == {"mine"}
    sample = form.sample()
    left_out = page.locator(".navapi-samples-note").inner_text().partition(": ")[2].split(", ")
    for name in FIELDS:
        value = site.api.last.header(name)
        assert name in enabled or value is None or "mine" not in value
        in_sample = name not in ("Expect", "Host", "Keep-Alive")
        assert (f"'{name}: mine'" in sample) is in_sample
        assert (name in left_out) is (in_sample and name not in enabled)
        if name not in enabled:
            expect(form.field(name)).to_have_accessible_description(re.compile("."))


def test_bodies(page: Page, site: Site) -> None:
    form = site.open(page, "Echo JSON")
    form.field("Body").fill('{"big": 9007199254740993, "é": 1.0}')
    form.send()
    assert site.api.last.body.decode() == '{"big": 9007199254740993, "é": 1.0}'
    assert site.api.last.header("Content-Type") == "application/json"
    site.open(page, "Echo form").send()
    assert site.api.last.body == b"name=a%20b&tags=x&tags=y&on=true"
    form = site.open(page, "Echo bytes")
    form.field("File").set_input_files(BYTES)
    form.send()
    assert site.api.last.body == BYTES["buffer"]


def test_a_multipart_body_with_files(page: Page, site: Site) -> None:
    form = site.open(page, "Echo upload")
    form.field("photos").set_input_files(PHOTOS)
    form.send()
    body = site.api.last.body
    assert "Höhe".encode() in body
    assert 'filename="é.png"'.encode() in body
    assert b"\x89PNG\0\xff\r\n" in body
    assert b"plain\r\n" in body
    assert body.count(b'name="labels"') == 2


@pytest.mark.parametrize(
    ("scheme", "typed"),
    # Forms that send directly have those of `TYPED`, and the relay sends them like a key.
    first(
        3,
        [
            ("cookie", {"session": KEY}),
            ("both", {"X-Key": KEY, "Token": TOKEN}),
            *TYPED.items(),
        ],
    ),
)
def test_credentials(page: Page, site: Site, scheme: str, typed: dict[str, str]) -> None:
    form = site.open(page, f"Auth {scheme}").send()
    assert form.status == "401 Unauthorized"
    for label, text in typed.items():
        form.field(label).fill(text)
    form.send()
    assert form.status == "200 OK"


@pytest.mark.parametrize("summary", ["OAuth", "OpenID"])
def test_tokens_by_the_relay(page: Page, site: Site, summary: str) -> None:
    form = site.open(page, summary)
    form.sign_in()
    form.send()
    assert form.status == "200 OK"
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Flow").select_option("clientCredentials")
    form.field("Client secret").fill(CLIENT[1])
    form.field("Token").fill("")
    form.root.get_by_role("button", name="Get a token").click()
    expect(form.field("Token")).to_have_value(TOKEN)


def test_a_code_for_another_device_by_the_relay(page: Page, site: Site) -> None:
    site.open(page, "Device").pair(site.api)


def test_answers(page: Page, site: Site) -> None:
    form = site.open(page, "Status")
    for code, shown in (("404", "404 Not Found"), ("500", "500 Internal Server Error")):
        form.field("code").fill(code)
        form.send()
        assert form.status == shown
    form = site.open(page, "Redirect").send()
    assert form.status == "302 Found"
    expect(form.result.get_by_text("not followed")).to_be_visible()
    form = site.open(page, "Big").send()
    expect(form.result.get_by_text("9007199254740993", exact=True)).to_be_visible()
    form = site.open(page, "Image").send()
    wait_until(page, "document.querySelector('.navapi-try-content img').naturalWidth === 24")
    form = site.open(page, "File").send()
    with page.expect_download() as download:
        form.result.get_by_role("button", name="Download").click()
    assert Path(download.value.path()).read_bytes() == b"PK\x03\x04\0\xff\xfe"
    form = site.open(page, "Svg").send()
    assert form.result.locator("pre").inner_text().startswith("<svg")


def test_aborting_ends_the_request_to_the_api(page: Page, site: Site) -> None:
    site.api.hung_up.clear()
    site.open(page, "Slow").send_and_abort()
    assert site.api.hung_up.wait(PATIENCE)


def test_a_refusal_is_shown(page: Page, site: Site) -> None:
    form = site.open(page, "Big")
    form.field("Server").select_option("1")
    form.send()
    problem = form.result.locator(".navapi-try-problem")
    expect(problem).to_have_attribute("data-kind", "refused")
    expect(problem).not_to_be_empty()
    expect(form.root.get_by_role("button", name="Send from the browser")).to_have_count(0)


# -- no relay -------------------------------------------------------------------------------------


def test_streams_come_through_the_relay(page: Page, site: Site) -> None:
    site.open(page, "Endless").check_endless(site.api)
    site.open(page, "Events").send().check_events()
    site.open(page, "Lines").send().check_lines()


@pytest.mark.parametrize(
    ("last", "note"),
    [
        ({"error": {"type": "urn:navapi:relay:answer-too-large"}}, "size limit"),
        ({"error": {"type": "urn:navapi:relay:timeout", "detail": "It took too long."}}, "It took"),
        (None, "before the complete body arrived"),
    ],
)
def test_streams_that_are_not_whole(
    page: Page, site: Site, last: dict[str, object] | None, note: str
) -> None:
    head = {"status": 200, "reason": "", "headers": [["Content-Type", "text/plain"]]}
    lines = [head, {"text": "abc"}, {"base64": "w6Q="}, {"base64": "ww=="}]
    text = "".join(json.dumps(line) + "\n" for line in [*lines, *([last] if last else [])])
    page.route(
        "**/api/request",
        lambda route: route.fulfill(body=text, content_type="application/x-ndjson"),
    )
    form = site.open(page, "Big").send()
    expect(form.result).to_contain_text(note)
    expect(form.result.locator("pre")).to_have_text("abcä")


class _Forbids(BaseHTTPRequestHandler):
    """Serves the files of a site and does not support POST: *reply* sets the response to it."""

    out: Path
    reply: tuple[int, str, str]

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 (the base class's name)
        pass

    def do_GET(self) -> None:
        path = self.out / self.path.split("?")[0].lstrip("/")
        kinds = {".html": "text/html", ".js": "text/javascript", ".css": "text/css"}
        found = path.is_file()
        data = path.read_bytes() if found else b""
        self._write(200 if found else 404, kinds.get(path.suffix, "text/plain"), data)

    def do_POST(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length") or 0))
        status, kind, text = self.reply
        self._write(status, kind, text.encode())

    def _write(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)


@contextmanager
def static_host(out: Path, reply: tuple[int, str, str]) -> Iterator[str]:
    handler = type("Forbids", (_Forbids,), {"out": out, "reply": reply})
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()


@pytest.fixture(scope="module")
def open_site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site for the relay, with an API that allows browsers."""
    with run_api() as api:
        root = document(api.url, "http://127.0.0.1:1")
        out = build_playground(tmp_path_factory.mktemp("static"), root, None)
        yield Site(api, out.as_uri(), out)


@pytest.mark.parametrize(
    "reply",
    [
        (404, "text/html", "<h1>Not found</h1>"),
        (405, "text/plain", "no"),
        (200, "text/html", "<h1>Start</h1>"),
        (200, "application/json", '{"ok": true}'),
        (404, "application/json", '{"message": "no such thing"}'),
        (204, "text/plain", ""),
    ],
    ids=["404-page", "405", "200-page", "other-json", "404-json", "nothing"],
)
def test_no_relay(page: Page, open_site: Site, reply: tuple[int, str, str]) -> None:
    with static_host(open_site.out, reply) as url:
        form = open_site._replace(url=url).open(page, "Echo JSON").send()
        check_no_relay(form, open_site.api, f"{url}/api/request")


def check_no_relay(form: Form, api: ApiServer, endpoint: str) -> None:
    """The form says so, suggests both solutions, and its button sends from the browser."""
    problem = form.result.locator(".navapi-try-problem")
    expect(problem.get_by_text("There is no relay here")).to_be_visible()
    for text in (endpoint, "navapi serve", "api.playground.proxy", "send from the browser"):
        expect(problem).to_contain_text(text)
    before = len(api.seen)
    form.root.get_by_role("button", name="Send from the browser").click()
    form.result.locator(".navapi-try-status").wait_for()
    assert form.status == "200 OK"
    assert len(api.seen) == before + 1
    form.send()  # remembered
    assert len(api.seen) == before + 2
    form.root.get_by_role("button", name="Use the relay again").click()
    form.send()
    expect(problem.get_by_text("There is no relay here")).to_be_visible()


def test_no_answer_at_all(page: Page, open_site: Site) -> None:
    with static_host(open_site.out, (404, "text/plain", "")) as url:
        page.route("**/api/request", lambda route: route.abort("connectionrefused"))
        form = open_site._replace(url=url).open(page, "Echo JSON").send()
        check_no_relay(form, open_site.api, f"{url}/api/request")


def test_over_file_there_is_no_relay(page: Page, open_site: Site) -> None:
    form = open_site.open(page, "Echo JSON").send()
    check_no_relay(form, open_site.api, f"{open_site.url}/api/request")


def test_a_problem_is_shown_with_its_words(page: Page, open_site: Site) -> None:
    problem = json.dumps({"title": "Too many requests", "status": 429, "detail": "Wait a second."})
    with static_host(open_site.out, (429, "application/problem+json", problem)) as url:
        form = open_site._replace(url=url).open(page, "Big").send()
        expect(form.result.get_by_text("Too many requests")).to_be_visible()
        expect(form.result.get_by_text("Wait a second.")).to_be_visible()


def test_a_relay_elsewhere(
    page: Page, site: Site, tmp_path: Path, serve: Callable[[Path], str]
) -> None:
    root = document("http://127.0.0.1:1", "http://127.0.0.1:2")
    out = build_playground(tmp_path, root, "https://relay.example.com/base/")
    asked: list[str] = []

    def answer(route: Route) -> None:
        if route.request.method == "POST":
            asked.append(route.request.url)
        envelope = {
            "status": 203, "reason": "Odd", "headers": [["Content-Type", "text/plain"]],
            "body": {"base64": "aMO2cg=="}, "truncated": True, "elapsed_ms": 1234,
        }  # fmt: skip
        allowed = {"Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*"}
        route.fulfill(json=envelope, headers=allowed)

    page.route("https://relay.example.com/**", answer)
    form = Site(site.api, serve(out), out).open(page, "Big").send()
    assert asked == ["https://relay.example.com/base/api/request"]
    assert form.status == "203 Odd"
    for text in ("hör", "1.2 s", "exceeds the relay's size limit"):
        expect(form.result).to_contain_text(text)
