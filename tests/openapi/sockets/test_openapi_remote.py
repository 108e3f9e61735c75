"""Documents by URL: fetched once, revalidated, never through a reference."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import dataclass, field
from email.message import Message
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from urllib.request import OpenerDirector, ProxyHandler, Request, build_opener

import pytest

from sphinx_navapi.openapi import remote
from sphinx_navapi.openapi.remote import fetch_document, load_remote_document

DOCUMENT = "openapi: 3.1.0\npaths: {/a: {get: {}}}\n"


@dataclass
class Answer:
    """The server's next response. :ivar length: sent instead of the true one."""

    status: int = 200
    body: str = DOCUMENT
    headers: dict[str, str] = field(default_factory=dict)
    length: int | None = None


class Server:
    """A server on loopback that responds as configured, and records requests."""

    def __init__(self) -> None:
        self.answer = Answer()
        self.asked: list[tuple[str, dict[str, str]]] = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.asked.append((self.path, dict(self.headers)))
                answer = outer.answer
                body = answer.body.encode()
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                if answer.status != 304:
                    self.send_header("Content-Length", str(answer.length or len(body)))
                self.end_headers()
                if answer.status != 304:
                    self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.http.server_port}/api.yaml"
        self.thread = threading.Thread(target=self.http.serve_forever, args=(0.01,))
        self.thread.start()

    def stop(self) -> None:
        self.http.shutdown()
        self.thread.join()
        self.http.server_close()


@pytest.fixture
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.stop()


@pytest.fixture
def opener() -> OpenerDirector:
    """Bypasses the rule that only https is fetched."""
    return build_opener(ProxyHandler({}))


def test_a_document_is_fetched_and_loaded(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    loaded = load_remote_document(server.url, tmp_path / "cache", opener=opener)
    assert loaded.diagnostics == ()
    assert loaded.document is not None
    assert loaded.document.name == server.url
    assert [str(op.key) for op in loaded.document.operations] == ["GET /a"]
    ((path, headers),) = server.asked
    assert path == "/api.yaml"
    assert headers["User-Agent"].startswith("sphinx-navapi/")
    assert "If-None-Match" not in headers


def test_an_unchanged_document_is_not_sent_again(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    server.answer.headers = {"ETag": '"one"', "Last-Modified": "Mon, 02 Nov 2026 10:00:00 GMT"}
    first = fetch_document(server.url, tmp_path, opener=opener)
    server.answer = Answer(304)
    second = fetch_document(server.url, tmp_path, opener=opener)
    assert second == first
    assert second.path is not None
    assert second.path.read_text() == DOCUMENT
    assert server.asked[1][1]["If-None-Match"] == '"one"'
    assert server.asked[1][1]["If-Modified-Since"] == "Mon, 02 Nov 2026 10:00:00 GMT"


def test_a_changed_document_replaces_the_copy(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    server.answer.headers = {"ETag": '"one"'}
    fetch_document(server.url, tmp_path, opener=opener)
    server.answer = Answer(body=DOCUMENT.replace("/a", "/b"), headers={"ETag": '"two"'})
    loaded = load_remote_document(server.url, tmp_path, opener=opener)
    assert loaded.document is not None
    assert [str(op.key) for op in loaded.document.operations] == ["GET /b"]
    server.answer = Answer(304)
    fetch_document(server.url, tmp_path, opener=opener)
    assert server.asked[2][1]["If-None-Match"] == '"two"'


FAILURES = {
    "not found": (Answer(404), "the server responded with 404"),
    "an error": (Answer(500), "the server responded with 500"),
    "a login page": (Answer(body="<html>Sign in</html>"), "not an OpenAPI document"),
    "nothing": (Answer(body=""), "not an OpenAPI document"),
    "half of it": (Answer(length=5000), "was cut off"),
    "too much": (Answer(body=DOCUMENT + "#" * 2_000_000), "larger than 1 MiB"),
    "a redirect in a circle": (
        Answer(302, headers={"Location": "/api.yaml"}),
        "responded with 302",
    ),
    "a redirect to a file": (Answer(302, headers={"Location": "file:///etc/passwd"}), "302"),
}


@pytest.mark.parametrize(("answer", "says"), FAILURES.values(), ids=FAILURES)
def test_failures_are_one_diagnostic(
    server: Server, opener: OpenerDirector, tmp_path: Path, answer: Answer, says: str
) -> None:
    server.answer = answer
    fetched = fetch_document(server.url, tmp_path, opener=opener, max_bytes=1024 * 1024)
    assert fetched.path is None
    (found,) = fetched.diagnostics
    assert str(found.subtype) == "openapi_not_found"
    assert server.url in found.message
    assert says in found.message
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(("answer", "says"), FAILURES.values(), ids=FAILURES)
def test_failures_leave_the_copy_in_use(
    server: Server, opener: OpenerDirector, tmp_path: Path, answer: Answer, says: str
) -> None:
    first = fetch_document(server.url, tmp_path, opener=opener)
    server.answer = answer
    fetched = fetch_document(server.url, tmp_path, opener=opener, max_bytes=1024 * 1024)
    assert fetched.path == first.path
    (found,) = fetched.diagnostics
    assert says in found.message
    assert "the copy of an earlier build is used" in found.message
    assert fetched.path is not None
    assert fetched.path.read_text() == DOCUMENT


def test_a_server_that_is_not_there(server: Server, opener: OpenerDirector, tmp_path: Path) -> None:
    url = server.url.rpartition(":")[0] + ":1/api.yaml"
    (found,) = fetch_document(url, tmp_path, opener=opener).diagnostics
    assert "cannot be fetched" in found.message
    assert "\n" not in found.message


def test_a_server_that_is_silent(
    server: Server, opener: OpenerDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "SILENCE", 0.05)
    server.answer = Answer(length=5000)
    over = threading.Event()
    server.http.RequestHandlerClass.do_GET = lambda self: over.wait(60)  # type: ignore[attr-defined]
    try:
        (found,) = fetch_document(server.url, tmp_path, opener=opener).diagnostics
    finally:
        over.set()
    assert "no response in time" in found.message


def test_a_server_that_drips(
    server: Server, opener: OpenerDirector, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(remote, "TOTAL", -1.0)
    (found,) = fetch_document(server.url, tmp_path, opener=opener).diagnostics
    assert "took longer" in found.message


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("http://127.0.0.1/api.yaml", "use an https URL"),
        ("file:///etc/passwd", "use an https URL"),
        ("ftp://example.com/a", "use an https URL"),
        ("https:///api.yaml", "has no host"),
        ("https://user:secret@example.com/api.yaml", "credentials"),
    ],
)
def test_addresses_that_are_refused(tmp_path: Path, url: str, says: str) -> None:
    fetched = fetch_document(url, tmp_path / "cache")
    assert fetched.path is None
    (found,) = fetched.diagnostics
    assert says in found.message
    assert "secret" not in found.message
    assert "secret" not in found.place.file
    assert not (tmp_path / "cache").exists()


def test_the_own_opener_takes_https_alone(server: Server) -> None:
    opener = remote._https_opener()
    assert set(opener.handle_open) == {"https"}
    assert server.asked == []


def test_nothing_is_fetched_where_that_is_switched_off(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    fetch_document(server.url, tmp_path, opener=opener)
    fetched = fetch_document(server.url, tmp_path, enabled=False, opener=opener)
    assert fetched.path is None
    assert "navapi_remote_documents" in fetched.diagnostics[0].message
    assert len(server.asked) == 1


def test_references_never_reach_the_network(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    base = server.url.rpartition("/")[0]
    refs = [f"{base}/other.yaml", "other.yaml", "/other.yaml", "//127.0.0.1/x", "../../secret"]
    schemas = ", ".join(f"S{n}: {{$ref: '{ref}'}}" for n, ref in enumerate(refs))
    server.answer.body = f"openapi: 3.1.0\ncomponents: {{schemas: {{{schemas}}}}}\n"
    (tmp_path / "other.yaml").write_text("type: string")
    loaded = load_remote_document(server.url, tmp_path, opener=opener)
    assert [str(found.subtype) for found in loaded.diagnostics] == ["unresolved_ref"] * len(refs)
    assert len(server.asked) == 1
    assert loaded.document is not None
    assert "x-navapi-files" not in loaded.document.root


def test_a_copy_that_cannot_be_written(
    server: Server, opener: OpenerDirector, tmp_path: Path
) -> None:
    (tmp_path / "cache").write_text("a file where the folder should be")
    (found,) = fetch_document(server.url, tmp_path / "cache", opener=opener).diagnostics
    assert "cannot be written" in found.message


def test_redirects_stay_on_https() -> None:
    handler = remote._HttpsRedirects()
    request = Request("https://example.com/a")
    followed = handler.redirect_request(
        request, BytesIO(), 302, "Found", Message(), "https://example.org/b"
    )
    assert followed is not None
    assert followed.full_url == "https://example.org/b"
    with pytest.raises(remote._FetchError, match="which is not https"):
        handler.redirect_request(
            request, BytesIO(), 302, "Found", Message(), "http://169.254.169.254/"
        )
