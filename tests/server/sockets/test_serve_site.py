"""`navapi serve`: its responses, over a real socket."""

from __future__ import annotations

import gzip
import socket
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_files import value_cases
from patience import PATIENCE
from server_process import Server, running, write_site

MOVED = value_cases(Path(__file__).parent / "cases" / "moved.yaml")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("serve") / "html")


@pytest.fixture(scope="module")
def server(site: Path) -> Iterator[Server]:
    with running("serve", site, "--port", "0") as server:
        yield server


@pytest.mark.parametrize(
    ("path", "title"),
    [
        ("/", "Home"),
        ("/index.html", "Home"),
        ("/guide/", "Guide"),
        ("/guide/page.html", "A page"),
        ("/guide/page.html?highlight=x", "A page"),
        ("/guide/%C3%BCn%C3%AF.html", "Letters"),
        ("/same.html", "A page"),
        ("/mcp.html", "Not reserved"),
    ],
)
def test_pages(server: Server, path: str, title: str) -> None:
    answer = server.get(path)
    assert answer.status == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert f"<title>{title}</title>" in answer.text


def test_programs_ask_by_post(server: Server) -> None:
    answer = server.get("/mcp", accept="text/html")
    assert (answer.status, answer.headers["allow"]) == (405, "POST")
    message = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'
    answer = server.get("/mcp", "POST", message, content_type="application/json")
    assert (answer.status, answer.text) == (200, '{"jsonrpc":"2.0","id":1,"result":{}}')


@pytest.mark.parametrize(
    "path",
    [
        "/nothing.html",
        "/api/users.html",
        "/api/",
        "/api",
        "/mcp/x",
        "/mcp/",
        "/.buildinfo",
        "/.doctrees/index.doctree",
        "/.git/config",
        "/../outside.txt",
        "/%2e%2e/outside.txt",
        "/guide/../../outside.txt",
        "/guide/..%2f..%2foutside.txt",
        "/..%5coutside.txt",
        "//etc/passwd",
        "/guide//page.html",
        "/index.html%00.txt",
        "/leak.txt",
        "/alias.txt",
        "/index.html/",
        "/%ff%fe",
        "/" + "a" * 5000,
    ],
)
def test_what_is_not_there_or_not_public(server: Server, path: str) -> None:
    answer = server.get(path)
    assert answer.status == 404
    assert "<title>Lost</title>" in answer.text
    assert "secret" not in answer.text
    assert "etag" not in answer.headers


def test_well_known_files_are_public(server: Server) -> None:
    assert server.get("/.well-known/security.txt").text.startswith("Contact:")


@pytest.mark.parametrize(
    ("path", "status", "location"),
    [(path, status, location) for status, rows in MOVED.items() for path, location in rows],
)
def test_moved(server: Server, path: str, status: int, location: str) -> None:
    answer = server.get(path)
    assert (answer.status, answer.headers.get("location")) == (status, location)
    assert answer.headers["cache-control"] == "no-cache"


def test_a_redirect_never_leaves_the_site_by_its_path(server: Server) -> None:
    for path in ("//evil.example/guide", "/%2f%2fevil.example", "/blog/%0d%0aSet-Cookie:%20a=b"):
        answer = server.get(path)
        assert "set-cookie" not in answer.headers
        assert not answer.headers.get("location", "").startswith(("//", "http:"))


def test_rules_that_lead_nowhere_are_not_endless_loop(server: Server) -> None:
    assert server.get("/loop").status == 404
    assert server.get("/manual/nothing").status == 404


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "TRACE", "FOO"])
def test_other_methods(server: Server, method: str) -> None:
    answer = server.get("/guide/page.html", method=method)
    assert answer.status == 405
    assert answer.headers["allow"] == "GET, HEAD"


def test_head_has_the_headers_of_get(server: Server) -> None:
    for path in ("/", "/_static/photo.png", "/nothing"):
        got, asked = server.get(path), server.get(path, method="HEAD")
        del got.headers["date"], asked.headers["date"]
        assert asked.headers == got.headers
        assert asked.status == got.status
        assert asked.body == b""


def test_unchanged(server: Server) -> None:
    first = server.get("/")
    etag, date = first.headers["etag"], first.headers["last-modified"]
    for headers in ({"If_None_Match": etag}, {"If_None_Match": f'"x", W/{etag}'},
                    {"If_None_Match": "*"}, {"If_Modified_Since": date}):  # fmt: skip
        answer = server.get("/", **headers)
        assert (answer.status, answer.body) == (304, b"")
        assert answer.headers["etag"] == etag
        assert "content-security-policy" in answer.headers
    for headers in ({"If_None_Match": '"x"', "If_Modified_Since": date},
                    {"If_Modified_Since": "Thu, 01 Jan 1970 00:00:00 GMT"},
                    {"If_Modified_Since": "nonsense"}):  # fmt: skip
        assert server.get("/", **headers).status == 200


def test_what_is_not_there_is_never_unchanged(server: Server) -> None:
    assert server.get("/nothing", If_None_Match="*").status == 404


def test_a_file_that_changes_is_sent_anew(server: Server, site: Path) -> None:
    path = site / "changing.html"
    path.write_text("<title>One</title>", "utf-8")
    first = server.get("/changing.html")
    path.write_text("<title>Twos</title>", "utf-8")
    second = server.get("/changing.html", If_None_Match=first.headers["etag"])
    assert (second.status, second.text) == (200, "<title>Twos</title>")


@pytest.mark.parametrize(
    ("asked", "status", "body", "shown"),
    [
        ("bytes=0-3", 206, bytes(range(4)), "bytes 0-3/2048"),
        ("bytes=2040-", 206, bytes(range(248, 256)), "bytes 2040-2047/2048"),
        ("bytes=-2", 206, b"\xfe\xff", "bytes 2046-2047/2048"),
        ("bytes=2047-99999", 206, b"\xff", "bytes 2047-2047/2048"),
        ("bytes=2048-", 416, b"", "bytes */2048"),
        ("bytes=-0", 416, b"", "bytes */2048"),
    ],
)
def test_ranges(server: Server, asked: str, status: int, body: bytes, shown: str) -> None:
    answer = server.get("/_static/photo.png", Range=asked)
    assert (answer.status, answer.body) == (status, body)
    assert answer.headers["content-range"] == shown


@pytest.mark.parametrize("asked", ["bytes=3-1", "bytes=", "lines=1-2", "bytes=0-1,4-5", "x"])
def test_ranges_that_are_none(server: Server, asked: str) -> None:
    assert len(server.get("/_static/photo.png", Range=asked).body) == 2048


def test_a_range_of_another_state_is_the_whole(server: Server) -> None:
    etag = server.get("/_static/photo.png").headers["etag"]
    assert server.get("/_static/photo.png", Range="bytes=0-1", If_Range=etag).status == 206
    assert server.get("/_static/photo.png", Range="bytes=0-1", If_Range='"old"').status == 200


@pytest.mark.parametrize(
    ("path", "accept", "kind"),
    [
        ("/guide/page.html", "text/markdown", "markdown"),
        ("/guide/page.html", "text/markdown, text/html;q=0.9, */*;q=0.1", "markdown"),
        ("/guide/page.html", "text/markdown, text/html", "markdown"),
        ("/folder/", "text/markdown", "markdown"),
        ("/guide/page.html", "text/html, text/markdown", "html"),
        ("/guide/page.html", "text/html,application/xhtml+xml,*/*;q=0.8", "html"),
        ("/guide/page.html", "text/markdown;q=0", "html"),
        ("/guide/page.html", "*/*", "html"),
        # It does not have one.
        ("/guide/", "text/markdown", "html"),
    ],
)
def test_markdown_for_who_asks_for_it(server: Server, path: str, accept: str, kind: str) -> None:
    answer = server.get(path, Accept=accept)
    assert answer.status == 200
    assert answer.headers["content-type"] == f"text/{kind}; charset=utf-8"
    assert ("accept" in answer.headers.get("vary", "").split(", ")) == (path != "/guide/")
    assert answer.text.startswith("# " if kind == "markdown" else "<!DOCTYPE html>")


def test_each_form_of_a_page_has_a_tag_of_its_own(server: Server) -> None:
    html = server.get("/guide/page.html", Accept="text/html").headers["etag"]
    markdown = server.get("/guide/page.html", Accept="text/markdown", If_None_Match=html)
    assert markdown.status == 200
    assert markdown.headers["etag"] != html


def test_compression(server: Server) -> None:
    plain = server.get("/")
    packed = server.get("/", Accept_Encoding="gzip, deflate")
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(packed.body) == plain.body
    assert len(packed.body) < len(plain.body) / 4
    assert packed.headers["etag"] != plain.headers["etag"]
    assert {plain.headers["vary"], packed.headers["vary"]} == {"accept-encoding"}
    again = server.get("/", Accept_Encoding="gzip", If_None_Match=packed.headers["etag"])
    assert again.status == 304
    assert (
        server.get("/", Accept_Encoding="gzip;q=0, br;q=0").headers.get("content-encoding") is None
    )
    # A range of a file contains its own bytes.
    part = server.get("/", Accept_Encoding="gzip", Range="bytes=0-14")
    assert part.body == b"<!DOCTYPE html>"


def test_what_the_build_compressed_is_taken(server: Server) -> None:
    answer = server.get("/_static/app.js", Accept_Encoding="br, gzip")
    assert (answer.headers["content-encoding"], answer.body) == ("br", b"not really brotli")
    assert (
        server.get("/_static/app.js", Accept_Encoding="gzip").headers["content-encoding"] == "gzip"
    )


def test_images_and_small_files_are_not_compressed(server: Server) -> None:
    for path in ("/_static/photo.png", "/guide/page.html"):
        assert "content-encoding" not in server.get(path, Accept_Encoding="gzip").headers


def test_only_what_is_named_by_its_content_is_kept_for_good(server: Server, site: Path) -> None:
    content = (site / "_static" / "app.js").read_bytes()
    checksum = f"{zlib.crc32(content):08x}"
    immutable = "public, max-age=31536000, immutable"
    for path, expected in {
        "/": "no-cache",
        "/?v=" + checksum: "no-cache",
        "/_static/app.js": "no-cache",
        f"/_static/app.js?v={checksum}": immutable,
        "/_static/app.js?v=00000000": "no-cache",
        "/_static/logo.0123456789abcdef.svg": immutable,
        "/_navapi/oauth.html": "no-store",
    }.items():
        assert server.get(path).headers["cache-control"] == expected, path


def test_security_headers(server: Server) -> None:
    for path in ("/", "/nothing", "/_static/app.js", "/guide", "/api/request"):
        headers = server.get(path).headers
        assert headers["x-content-type-options"] == "nosniff"
        assert "server" not in headers
    assert server.get("/").headers["referrer-policy"] == "strict-origin-when-cross-origin"
    assert server.get("/_navapi/oauth.html").headers["referrer-policy"] == "no-referrer"
    assert (
        "script-src 'none'"
        in server.get("/_static/logo.0123456789abcdef.svg").headers["content-security-policy"]
    )


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:{port}", 200),
        ("localhost:{port}", 200),
        ("localhost", 200),
        ("[::1]:{port}", 200),
        ("10.0.0.8", 200),
        ("evil.example", 421),
        ("evil.example:{port}", 421),
        ("127.0.0.1.evil.example", 421),
        ("localhost.evil.example", 421),
        ("localhost@evil.example", 421),
        ("", 421),
    ],
)
def test_host(server: Server, host: str, status: int) -> None:
    answer = server.get("/", Host=host.format(port=server.port))
    assert answer.status == status
    assert ("words" in answer.text) == (status == 200)


def test_the_relay_answers_at_its_path_alone(server: Server) -> None:
    refused = server.get("/api/request")
    assert (refused.status, refused.headers["allow"]) == (405, "POST")
    body = b'{"operation": "openapi.json GET /x", "server": 0}'
    kind = {"Content_Type": "application/json"}
    asked = server.get("/api/request", "POST", body, **kind)
    assert asked.headers["content-type"] == "application/problem+json"
    foreign = server.get("/api/request", "POST", body, **kind, Origin="https://evil.example")
    assert foreign.status == 403
    rebound = server.get("/api/request", "POST", body, **kind, Host="evil.example")
    assert rebound.status == 403
    assert server.get("/api/request/").status == 404


def test_the_log_keeps_no_secrets(server: Server) -> None:
    seen = len(server.lines)
    server.get("/guide/page.html?key=hunter2", Authorization="Bearer hunter3", Cookie="s=hunter4")
    server.get("/a%0Ab%1b[31m")
    server.wait_for(r"%0A", after=seen)
    text = "\n".join(server.lines[seen:])
    assert "hunter" not in text
    assert "\x1b" not in text
    assert "127.0.0.1 GET /guide/page.html 200" in text
    # There is no proxy: the header of one is ignored.
    seen = len(server.lines)
    server.get("/", X_Forwarded_For="203.0.113.9")
    assert server.wait_for(r"GET / 200", after=seen).split()[1] == "127.0.0.1"


def test_a_request_that_is_none(server: Server) -> None:
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 4")
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as client:
        client.sendall(b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n")
        assert client.recv(100).startswith(b"HTTP/1.1 400")
    assert server.get("/").status == 200
