"""Header fields: only declared ones are sent, and those of the response are returned as data."""

from __future__ import annotations

import logging
import socket
from pathlib import Path
from typing import Any

import pytest
from patience import PATIENCE
from relay_world import API, Seen, answer, ask, make_relay, one_operation, upstream

#: Part of every request.
ALWAYS = {"host", "accept", "accept-encoding", "user-agent", "connection"}

DECLARED = {
    "parameters": [{"name": "X-Trace", "in": "header"}, {"name": "theme", "in": "cookie"}],
    "headers": ["authorization", "x-trace"],
    "cookies": ["session", "theme"],
}


def sent(tmp_path: Path, message: dict[str, Any], own: Any = None, /, **entry: Any) -> Seen:
    """What the API receives for *message*."""
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), **entry))
        response = relay.post(message, own)
        assert response.status_code == 200, response.text
        return api.seen[0]


def test_nothing_but_our_own_by_default(tmp_path: Path) -> None:
    seen = sent(tmp_path, ask())
    assert seen.names == ALWAYS
    assert seen.get("accept-encoding") == ["identity"]
    assert seen.get("user-agent") == ["sphinx-navapi-relay"]
    assert seen.get("accept") == ["*/*"]


@pytest.mark.parametrize(
    "name",
    [
        "Host", "Cookie", "Cookie2", "Proxy-Authorization", "Proxy-Connection", "X-Forwarded-For",
        "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Upgrade", "TE", "Trailer",
        "Transfer-Encoding", "Content-Length", "Keep-Alive", "Expect", "Sec-Fetch-Site",
        "HTTP2-Settings", "Accept-Encoding",
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_declared", [False, True])
def test_fields_that_never_go_out(tmp_path: Path, name: str, is_declared: bool) -> None:
    entry = {"headers": [name.lower()]} if is_declared else {}
    seen = sent(tmp_path, ask(headers=[[name, "evil"]]), **entry)
    assert seen.names == ALWAYS
    assert all("evil" not in value for _, value in seen.headers)


@pytest.mark.parametrize("name", ["Authorization", "X-Api-Key", "X-Anything", "Origin", "Referer"])
def test_fields_that_the_operation_does_not_declare(tmp_path: Path, name: str) -> None:
    assert sent(tmp_path, ask(headers=[[name, "evil"]])).names == ALWAYS


def test_fields_that_the_operation_declares(tmp_path: Path) -> None:
    headers = [
        ["authorization", "Bearer s3cret"],
        ["X-TRACE", ["a", "b"]],
        ["Accept", "text/csv"],
        ["X-Other", "no"],
    ]
    seen = sent(tmp_path, ask(headers=headers), **DECLARED)
    assert seen.names == ALWAYS | {"authorization", "x-trace"}
    assert seen.get("authorization") == ["Bearer s3cret"]
    assert seen.get("x-trace") == ["a,b"]
    assert seen.get("accept") == ["text/csv"]


@pytest.mark.parametrize(
    ("declared", "arrives"),
    [
        ({"User-Agent": "mine"}, {"user-agent": "mine", "via": "1.1 sphinx-navapi-relay"}),
        ({"Via": "1.0 mine"}, {"user-agent": "sphinx-navapi-relay", "via": "1.0 mine"}),
        (
            {"User-Agent": "mine", "Via": "1.0 mine"},
            {"user-agent": "mine", "via": "1.0 mine, 1.1 sphinx-navapi-relay"},
        ),
        ({"Content-Encoding": "gzip"}, {"content-encoding": "gzip"}),
    ],
)
def test_fields_of_the_caller_that_the_relay_needs_too(
    tmp_path: Path, declared: dict[str, str], arrives: dict[str, str]
) -> None:
    headers = [[name, value] for name, value in declared.items()]
    seen = sent(tmp_path, ask(headers=headers), headers=[name.lower() for name in declared])
    assert {name: seen.get(name) for name in arrives} == {
        name: [value] for name, value in arrives.items()
    }


def test_of_a_field_that_stands_twice_the_last_counts(tmp_path: Path) -> None:
    seen = sent(tmp_path, ask(headers=[["X-Trace", "1"], ["x-trace", "2"]]), **DECLARED)
    assert seen.get("x-trace") == ["2"]


def test_fields_that_connection_names(tmp_path: Path) -> None:
    headers = [["Authorization", "Bearer s"], ["Connection", "keep-alive, Authorization"]]
    seen = sent(tmp_path, ask(headers=headers), **DECLARED)
    assert seen.names == ALWAYS
    assert seen.get("connection") == ["close"]


def test_the_browsers_own_fields_stay_here(tmp_path: Path) -> None:
    own = {
        "Cookie": "site=secret", "Authorization": "Basic secret", "X-Trace": "secret",
        "Referer": "http://docs.test/secret", "X-Forwarded-For": "secret",
    }  # fmt: skip
    seen = sent(tmp_path, ask(), own, **DECLARED)
    assert seen.names == ALWAYS


@pytest.mark.parametrize("breaking", ["a\r\nX-Evil: 1", "a\n", "\r", "a\x00b"])
@pytest.mark.parametrize("declared", [DECLARED, {}])
def test_line_breaks_and_nul(tmp_path: Path, breaking: str, declared: dict[str, Any]) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}", **declared))
    for message in (
        ask(headers=[["X-Trace", breaking]]),
        ask(headers=[[breaking, "1"]]),
        ask(headers=[["X-Trace", ["ok", breaking]]]),
        ask(headers=[["X-Trace", {breaking: "1"}]]),
        ask(cookies=[["session", breaking]]),
        ask(cookies=[[breaking, "1"]]),
    ):
        problem = relay.refused(message, 400)
        assert problem["type"].endswith("malformed-field")


@pytest.mark.parametrize("kind", ["text/plain\r\nX: y", "a\x00b/c", "plain", "", "a/b\nc", "é/x",
                                  "a/b; c=\rd", "a/b; c=\x00"])  # fmt: skip
def test_a_content_type_that_is_none(tmp_path: Path, kind: str) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    relay.refused(ask(body={"content_type": kind, "text": "x"}), 400)
    part = {"name": "a", "text": "x", "content_type": kind}
    relay.refused(ask(body={"multipart": [part]}), 400)


def test_other_control_characters_become_spaces(tmp_path: Path) -> None:
    seen = sent(tmp_path, ask(headers=[["X-Trace", "a\x01b\x7fc"]]), **DECLARED)
    assert seen.get("x-trace") == ["a b c"]


def test_cookies_that_are_declared(tmp_path: Path) -> None:
    cookies = [["session", "ab=="], ["theme", "a b"], ["site", "secret"]]
    seen = sent(tmp_path, ask(cookies=cookies), **DECLARED)
    assert seen.get("cookie") == ["session=ab==; theme=a%20b"]


@pytest.mark.parametrize("value", ["a; admin=1", "a;b", "a b", "a\tb"])
def test_a_cookie_cannot_become_two(tmp_path: Path, value: str) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}", **DECLARED))
    relay.refused(ask(cookies=[["session", value]]), 400)


def test_two_framings_of_the_posted_body(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    relay.refused(ask(), 400, Transfer_Encoding="chunked", Content_Length="64")


NEXT = b"0\r\n\r\nGET /api/request HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.mark.parametrize(
    "request_",
    [
        b"Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n",
        b"Transfer-Encoding: chunked\r\nContent-Length: 2\r\n\r\n",
        b"Content-Length: 2\r\n\r\n{}",
    ],
    ids=["length first", "chunks first", "malformed"],
)
def test_what_follows_a_400_on_its_connection_is_not_read(tmp_path: Path, request_: bytes) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    with relay.serving() as port, socket.create_connection(("127.0.0.1", port)) as client:
        client.settimeout(PATIENCE)
        client.sendall(
            b"POST /api/request HTTP/1.1\r\nHost: localhost\r\n"
            b"Content-Type: application/json\r\n" + request_ + NEXT
        )
        found = b""
        while chunk := client.recv(65536):
            found += chunk
    assert found.startswith(b"HTTP/1.1 400 ")
    assert found.count(b"HTTP/1.1 ") == 1


def test_a_content_type_without_a_body_stays_here(tmp_path: Path) -> None:
    seen = sent(tmp_path, ask(headers=[["Content-Type", "text/evil"]]), headers=["content-type"])
    assert seen.names == ALWAYS


# -- responses -----------------------------------------------------------------------------------

ACTING = (
    "Set-Cookie: a=b; HttpOnly",
    "Set-Cookie: c=d",
    "Strict-Transport-Security: max-age=31536000",
    "Clear-Site-Data: *",
    "Access-Control-Allow-Origin: *",
    "Content-Security-Policy: script-src *",
    "Refresh: 0; url=http://evil.test/",
    "Service-Worker-Allowed: /",
    "Link: <http://evil.test/x.css>; rel=stylesheet",
    "X-Content-Type-Options: sniff",
    "Content-Disposition: attachment",
    "Alt-Svc: h2=evil.test:443",
)


def test_fields_of_the_answer_are_data(tmp_path: Path) -> None:
    with upstream(answer(b"<script>", "200 OK", *ACTING, kind="text/html")) as api:
        response = make_relay(tmp_path, one_operation(api.url())).post(ask())
    assert dict(response.headers) == {
        "content-type": "application/json",
        "content-length": str(len(response.content)),
        "cache-control": "no-store",
        "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
        "cross-origin-resource-policy": "same-origin",
        "referrer-policy": "no-referrer",
        "x-content-type-options": "nosniff",
    }
    fields = response.json()["headers"]
    for line in ACTING:
        name, _, value = line.partition(": ")
        assert [name, value] in fields
    assert response.json()["body"] == {"text": "<script>"}


def test_no_cookie_is_kept(tmp_path: Path) -> None:
    with upstream(answer(b"", "200 OK", "Set-Cookie: a=b; Path=/")) as api:
        relay = make_relay(tmp_path, one_operation(api.url(), **DECLARED))
        relay.post(ask())
        relay.post(ask())
        assert all(seen.names == ALWAYS for seen in api.seen)


def test_nothing_of_a_request_is_logged(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for name in ("httpx", "httpcore", "httpcore.http11", "httpcore.connection", "asyncio"):
        caplog.set_level(logging.DEBUG, logger=name)
    with upstream(answer(b"s3cret-answer", "200 OK", "X-Key: s3cret-header")) as api:
        manifest = one_operation(api.url(), method="POST", **DECLARED)
        relay = make_relay(tmp_path, manifest)
        message = {
            "operation": "api.json POST /things/{id}",
            "path": {"id": "s3cret-path"},
            "query": [["q", "s3cret-query"]],
            "headers": [["Authorization", "s3cret-token"]],
            "cookies": [["session", "s3cret-cookie"]],
            "body": {"content_type": "text/plain", "text": "s3cret-body"},
        }
        assert relay.post(message).status_code == 200
        api.respond = lambda sock, _: sock.sendall(b"s3cret is no HTTP\r\n\r\n")
        problem = relay.problem(message, 502)
    ours = [record for record in caplog.records if "POST http://docs.test" not in record.message]
    assert not [record for record in ours if "s3cret" in record.getMessage()]
    assert "s3cret" not in str(problem)


def test_a_failure_is_reported_without_what_it_was_about(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def broken(host: str, port: int) -> list[str]:
        raise KeyError("s3cret")

    relay = make_relay(tmp_path, one_operation(f"http://{API}"), names=broken)
    problem = relay.problem(ask(), 500)
    assert "s3cret" not in str(problem) + caplog.text
    assert "KeyError at test_relay_headers.py:" in caplog.text
