"""Requests as the API receives them, and responses as the client receives them."""

from __future__ import annotations

import email.parser
import email.policy
import json
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from relay_world import API, Seen, answer, ask, make_relay, one_operation, upstream

from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.relay.connection import Answer
from sphinx_navapi.relay.outgoing import discovery_request, published_token_url
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.request.relay_manifest import operation_name, relay_manifest, relayed_operation
from sphinx_navapi.request.sample_request import sample_values, write_request
from sphinx_navapi.request.styles import scalar_text


def raw(value: Any) -> Any:
    """*value* as the playground sends it: scalars as text."""
    if isinstance(value, list):
        return [raw(item) for item in value]
    if isinstance(value, dict):
        return {key: raw(item) for key, item in value.items()}
    return scalar_text(value)


LISTED = {"type": "array", "items": {"type": "string"}}
LIST = ["a", "b c", "ü/?&=,"]
OBJECT = {"r": "100", "g n": "a,b", "e": ""}


def styled() -> list[dict[str, Any]]:
    """A parameter in every style, with a list, an object and a text."""
    styles = {
        "path": ["simple", "label", "matrix"],
        "query": ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
        "header": ["simple"],
        "cookie": ["form"],
    }
    made = []
    for place, names in styles.items():
        for style in names:
            for explode in (True, False):
                for kind, value in (("list", LIST), ("object", OBJECT), ("text", "a b/ü&=")):
                    if place in ("header", "cookie") and kind != "text" and not explode:
                        value = ["x", "y"]
                    made.append({
                        "name": f"{place[0]}-{style}-{explode}-{kind}", "in": place,
                        "style": style, "explode": explode, "required": True, "example": value,
                        "schema": LISTED if kind == "list" else {},
                    })  # fmt: skip
    made += [
        {"name": "reserved", "in": "query", "allowReserved": True, "required": True,
         "example": "a/b?c:d@e&f+g#h", "schema": {}},
        {"name": "filter", "in": "query", "required": True,
         "content": {"application/json": {"example": {"a": [1, {"b": "c d"}]}}}},
        {"name": "X-Json", "in": "header", "required": True,
         "content": {"application/json": {"example": {"a": "ü"}}}},
    ]  # fmt: skip
    return [one for one in made if "cookie" not in one["in"] or "object" not in one["name"]]


def test_a_sample_is_the_request_that_the_relay_sends(tmp_path: Path) -> None:
    """Both write parameters by the same rules: compared here, over a socket."""
    parameters = styled()
    path = "/x/" + "/".join(f"{{{p['name']}}}" for p in parameters if p["in"] == "path")
    with upstream() as api:
        server = api.url("/v1/base")
        tree = {"servers": [{"url": server}], "paths": {path: {"get": {"parameters": parameters}}}}
        pointer = "/paths/" + path.replace("~", "~0").replace("/", "~1")
        entry = Operation(
            key=OperationKey(document="a.json", method="GET", path=path),
            http_method="get", pointer=f"{pointer}/get", path_pointer=pointer,
        )  # fmt: skip
        document = OpenApiDocument(name="a.json", version=(3, 1), root=tree, operations=(entry,))
        view = read_operation(document, entry)
        registry = SchemaRegistry(document)
        values = sample_values(view, ExampleMaker(registry))
        sample = write_request(view, values, registry)
        assert len(values.parameters) == len(parameters)
        message: dict[str, Any] = {
            "operation": operation_name(view.key), "path": {}, "query": [], "headers": [],
            "cookies": [],
        }  # fmt: skip
        for parameter, value in values.parameters:
            sent = json.dumps(value) if parameter.content_type else raw(value)
            if parameter.place == "path":
                message["path"][parameter.name] = sent
            else:
                key = {"header": "headers", "cookie": "cookies"}.get(parameter.place, "query")
                message[key].append([parameter.name, sent])
        relay = make_relay(tmp_path, relay_manifest([relayed_operation(view)]))
        response = relay.post(message)
        assert response.status_code == 200, response.text
        seen = api.seen[0]
        split = urlsplit(sample.url)
        wanted, _, query = seen.target.partition("?")
        assert wanted == split.path
        # JSON may be spaced as the sender likes.
        for left, right in zip(query.split("&"), split.query.split("&"), strict=True):
            assert left.replace("%20", "") == right.replace("%20", "")
        assert query.replace("%20", "") == split.query.replace("%20", "")
        for name, value in sample.headers:
            if name == "X-Json":
                assert json.loads(seen.get(name)[0]) == {"a": "ü"}
            else:
                assert seen.get(name) == [value]
        assert seen.get("cookie") == ["; ".join(f"{k}={v}" for k, v in sample.cookies)]


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "HEAD",
                                    "QUERY"])  # fmt: skip
@pytest.mark.parametrize("has_body", [False, True])
def test_methods_and_bodies(tmp_path: Path, method: str, has_body: bool) -> None:
    body = {"content_type": "application/json", "text": '{"ü": 1}'} if has_body else None
    with upstream(answer(b"" if method == "HEAD" else b"ok", kind="text/plain")) as api:
        relay = make_relay(tmp_path, one_operation(api.url("/v1/"), method=method, path="/x"))
        envelope = relay.post({"operation": f"api.json {method} /x", "body": body}).json()
        assert envelope["status"] == 200
        seen = api.seen[0]
        assert seen.line == f"{method} /v1/x HTTP/1.1"
        if has_body:
            assert seen.body == '{"ü": 1}'.encode()
            assert seen.get("content-type") == ["application/json"]
            assert seen.get("content-length") == ["9"]
        else:
            expected = ["0"] if method in ("POST", "PUT", "PATCH") else []
            assert seen.get("content-length") == expected
            assert seen.get("content-type") == []
        assert seen.get("transfer-encoding") == []


@pytest.mark.parametrize(
    "body",
    [{"text": ""}, {"content_type": "text/plain", "text": "x"}, {"multipart": []}],
)
def test_a_body_that_the_document_does_not_declare(tmp_path: Path, body: dict[str, Any]) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}", body=False))
    assert relay.refused(ask(body=body), 400)["type"].endswith("body-not-declared")


def test_without_the_body_that_the_document_does_not_declare(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), body=False))
        assert relay.post(ask(body=None)).status_code == 200


def test_a_body_of_bytes(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), method="PUT", path="/x"))
        body = {"content_type": "image/png", "base64": "iVBORw0KGgo="}
        assert relay.post({"operation": "api.json PUT /x", "body": body}).status_code == 200
        assert api.seen[0].body == b"\x89PNG\r\n\x1a\n"
        relay.post({"operation": "api.json PUT /x", "body": {"text": "x"}})
        assert api.seen[1].get("content-type") == []


def parts_of(seen: Seen) -> list[tuple[dict[str, str], str | None, bytes]]:
    """Parts of a multipart body, as read by Python's own message parser."""
    head = f"Content-Type: {seen.get('content-type')[0]}\r\n\r\n".encode()
    parser = email.parser.BytesParser(policy=email.policy.HTTP)
    message = parser.parsebytes(head + seen.body)
    found = []
    for part in message.iter_parts():
        disposition = part["content-disposition"]
        kind = part["content-type"]
        found.append((dict(disposition.params), kind and str(kind), part.get_payload(decode=True)))
    return found


def test_a_multipart_body(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), method="POST", path="/x"))
        parts = [
            {"name": "title", "text": "zwölf"},
            {"name": "meta", "text": '{"a": 1}', "content_type": "application/json"},
            {"name": "file", "filename": "a b.png", "base64": "iVBORw0KGgo=",
             "content_type": "image/png"},
            {"name": "file", "filename": "data", "text": "--x\r\n"},
        ]  # fmt: skip
        relay.post({"operation": "api.json POST /x", "body": {"multipart": parts}})
        seen = api.seen[0]
        assert seen.get("content-type")[0].startswith("multipart/form-data; boundary=navapi-")
        assert parts_of(seen) == [
            ({"name": "title"}, None, "zwölf".encode()),
            ({"name": "meta"}, "application/json", b'{"a": 1}'),
            ({"name": "file", "filename": "a b.png"}, "image/png", b"\x89PNG\r\n\x1a\n"),
            ({"name": "file", "filename": "data"}, "application/octet-stream", b"--x\r\n"),
        ]


def test_the_case_of_a_method(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), method="Copy", path="/x"))
        relay.post({"operation": "api.json Copy /x"})
        assert api.seen[0].line.startswith("Copy ")


def test_names_of_parts_stay_names(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), method="POST", path="/x"))
        evil = 'a"; filename="b\r\nX-Evil: 1\r\n\r\n'
        parts = [{"name": evil, "filename": evil, "text": "x"}]
        relay.post({"operation": "api.json POST /x", "body": {"multipart": parts}})
        lines = api.seen[0].body.split(b"\r\n")
        name = b"a%22; filename=%22b%0D%0AX-Evil: 1%0D%0A%0D%0A"
        assert lines[1] == b'Content-Disposition: form-data; name="%b"; filename="%b"' % (
            name,
            name,
        )
        assert lines[2:5] == [b"Content-Type: application/octet-stream", b"", b"x"]


def test_fields_of_parts(tmp_path: Path) -> None:
    with upstream() as api:
        manifest = one_operation(api.url(), method="POST", path="/x")
        relay = make_relay(tmp_path, manifest)

        def post(name: str, value: str) -> dict[str, Any]:
            part = {"name": "a", "text": "one\r\ntwo\n", "headers": [[name, value]]}
            return {"operation": "api.json POST /x", "body": {"multipart": [part]}}

        assert relay.post(post("X-A", "é b")).status_code == 200
        assert b'name="a"\r\nX-A: \xc3\xa9 b\r\n\r\none\r\ntwo\n\r\n--' in api.seen[0].body
        for name, value in (
            ("X-A", "a\r\nb"), ("X-A", "a\0"), ("X A", "b"), ("X-A:", "b"), ("", "b"),
            ("content-TYPE", "a/b"), ("Content-Disposition", "form-data"),
        ):  # fmt: skip
            assert relay.refused(post(name, value), 400)["type"].endswith("malformed-field")


def test_other_multipart_types(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), method="POST", path="/x"))
        body = {"content_type": "multipart/mixed", "multipart": []}
        relay.post({"operation": "api.json POST /x", "body": body})
        assert api.seen[0].get("content-type")[0].startswith("multipart/mixed; boundary=")


def test_query_names_that_nobody_declared_are_a_form(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), query=["api key"]))
        query = [["a", "1 2"], ["b", ["x", "y"]], ["c", {"d": "e"}], ["f", None], ["api key", "k="]]
        relay.post(ask(query=query))
        assert api.seen[0].target == "/things/7?a=1%202&b=x&b=y&d=e&api%20key=k%3D"


def test_a_whole_query_string(tmp_path: Path) -> None:
    entry = {"parameters": [
        {"name": "q", "in": "querystring", "contentType": "application/json"}]}  # fmt: skip
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), **entry))
        relay.post(ask(query=[["q", {"a": "b"}]]))
        assert api.seen[0].target == "/things/7?%7B%22a%22%3A%22b%22%7D"


def test_values_that_are_not_text(tmp_path: Path) -> None:
    entry = {"parameters": [{"name": "f", "in": "query", "contentType": "application/json"}]}
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url(), **entry))
        query = [["a", 9007199254740993], ["b", True], ["f", {"n": 9007199254740993}]]
        relay.post(ask(path={"id": 7}, query=query))
        assert api.seen[0].target == (
            "/things/7?a=9007199254740993&b=true&f=%7B%22n%22%3A9007199254740993%7D"
        )


# -- responses -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "body", "expected"),
    [
        ("application/json", b'{"a": "\xc3\xbc"}', {"text": '{"a": "ü"}'}),
        ("text/html; charset=utf-8", b"<script>\xc3\xbc", {"text": "<script>ü"}),
        ("text/html; charset=iso-8859-1", b"\xfc", {"text": "ü"}),
        ('text/plain; charset="windows-1252"', b"\x80", {"text": "€"}),
        ("text/plain; charset=utf-16", "ü".encode("utf-16"), {"text": "ü"}),
        ("text/plain; charset=punycode", b"tda", {"text": "tda"}),
        ("text/plain; charset=utf-8", b"\xff\xfe", {"base64": "//4="}),
        ("text/plain", b"\xfc", {"base64": "/A=="}),
        ("image/png", b"PNG", {"base64": "UE5H"}),
        ("image/svg+xml", b"<svg/>", {"text": "<svg/>"}),
        ("application/octet-stream", b"abc", {"base64": "YWJj"}),
        ("application/pdf", b"%PDF", {"base64": "JVBERg=="}),
        ("application/vnd.api+json", b"{}", {"text": "{}"}),
        ("", b"text", {"text": "text"}),
        ("", b"a\x00b", {"base64": "YQBi"}),
        ("application/octet-stream", b"", {"text": ""}),
    ],
)
def test_bodies_as_text_or_bytes(
    tmp_path: Path, kind: str, body: bytes, expected: dict[str, str]
) -> None:
    with upstream(answer(body, kind=kind)) as api:
        envelope = make_relay(tmp_path, one_operation(api.url())).post(ask()).json()
    assert envelope["body"] == expected


def test_the_envelope(tmp_path: Path) -> None:
    with upstream(answer(b"no", "418 I'm a t\xe9apot", "X-A: 1", "X-A: \xfc", kind="")) as api:
        response = make_relay(tmp_path, one_operation(api.url())).post(ask())
    assert response.headers["content-type"] == "application/json"
    envelope = response.json()
    assert isinstance(envelope.pop("elapsed_ms"), int)
    assert envelope == {
        "status": 418,
        "reason": "I'm a téapot",
        "headers": [["Content-Length", "2"], ["X-A", "1"], ["X-A", "ü"]],
        "body": {"text": "no"},
        "truncated": False,
    }


@pytest.mark.parametrize("status", ["204 No Content", "304 Not Modified", "500 Oh", "599 X", "200"])
def test_every_status_is_data(tmp_path: Path, status: str) -> None:
    with upstream(answer(b"", status)) as api:
        response = make_relay(tmp_path, one_operation(api.url())).post(ask())
    assert response.status_code == 200
    assert response.json()["status"] == int(status[:3])


# -- tokens ----------------------------------------------------------------------------------

FORM = {
    "grant_type": "client_credentials",
    "client_id": "me",
    "client_secret": "s+ü ",
    "scope": "a b",
}


def with_token(api_url: str, **more: Any) -> dict[str, Any]:
    return {
        **one_operation(api_url),
        "tokens": {"api.json login clientCredentials": api_url},
        **more,
    }


def test_a_token(tmp_path: Path) -> None:
    with upstream(answer(b'{"access_token": "t"}')) as api:
        relay = make_relay(tmp_path, with_token(api.url("/token?tenant=1")))
        message = {"token": "api.json login clientCredentials", "form": FORM}
        envelope = relay.post(message).json()
        assert json.loads(envelope["body"]["text"]) == {"access_token": "t"}
        seen = api.seen[0]
        assert seen.line == "POST /token?tenant=1 HTTP/1.1"
        assert parse_qs(seen.body.decode(), strict_parsing=True) == {
            k: [v] for k, v in FORM.items()
        }
        assert seen.get("content-type") == ["application/x-www-form-urlencoded"]
        assert seen.get("accept") == ["application/json"]
        assert "authorization" not in seen.names


@pytest.mark.parametrize(("room", "status"), [(1 << 20, 502), (4 << 20, 200)])
def test_each_answer_of_a_provider_is_counted(tmp_path: Path, room: int, status: int) -> None:
    def respond(sock: Any, seen: Seen) -> None:
        is_first = "authorization" not in seen.names
        answer(b"{}" if is_first else b"x" * 1_000_000,
               "401 Unauthorized" if is_first else "200 OK")(sock, seen)  # fmt: skip

    with upstream(respond) as api:
        relay = make_relay(tmp_path, with_token(api.url("/token")), held_bytes=room)
        message = {"token": "api.json login clientCredentials", "form": FORM}
        assert relay.post(message).status_code == status
        assert len(api.seen) == 2


@pytest.mark.parametrize(
    ("status", "refusal"),
    [("401 Unauthorized", b"{}"), ("400 Bad Request", b'{"error": "invalid_client"}')],
)
def test_a_provider_that_takes_the_secret_in_the_header_alone(
    tmp_path: Path, status: str, refusal: bytes
) -> None:
    """RFC 6749, 2.3.1; with 400 by the code of the error (5.2)."""

    def respond(sock: Any, seen: Seen) -> None:
        found = (b"{}", "200 OK") if seen.get("authorization") else (refusal, status)
        answer(*found)(sock, seen)

    with upstream(respond) as api:
        relay = make_relay(tmp_path, with_token(api.url("/token")))
        message = {"token": "api.json login clientCredentials", "form": FORM}
        assert relay.post(message).json()["status"] == 200
        # RFC 6749, 2.3.1: both are encoded before they are put together.
        assert api.seen[1].get("authorization") == ["Basic bWU6cyUyQiVDMyVCQyUyMA=="]
        assert api.seen[1].body == b"grant_type=client_credentials&scope=a%20b"
        without = {key: value for key, value in FORM.items() if key != "client_secret"}
        assert relay.post({**message, "form": without}).json()["status"] == int(status[:3])
        assert len(api.seen) == 3


@pytest.mark.parametrize("body", [b'{"error": "invalid_grant"}', b"[]", b"{", b'"invalid_client"'])
def test_other_refusals_of_a_provider_are_not_tried_again(tmp_path: Path, body: bytes) -> None:
    with upstream(answer(body, "400 Bad Request")) as api:
        relay = make_relay(tmp_path, with_token(api.url("/token")))
        message = {"token": "api.json login clientCredentials", "form": FORM}
        assert relay.post(message).json()["status"] == 400
        assert len(api.seen) == 1


@pytest.mark.parametrize("token", ["api.json login password", "api.json", "", "api.json x y"])
def test_a_token_that_nobody_declared(tmp_path: Path, token: str) -> None:
    relay = make_relay(tmp_path, with_token(f"http://{API}/token"))
    relay.refused({"token": token, "form": {}}, 404)
    relay.refused({"discovery": token}, 404)


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "http://127.0.0.1/", "http://u@api.example.test/"]
)
def test_a_token_from_nowhere(tmp_path: Path, url: str) -> None:
    relay = make_relay(tmp_path, with_token(url))
    relay.refused({"token": "api.json login clientCredentials", "form": {}})


def provider(published: Any) -> Any:
    def respond(sock: Any, seen: Seen) -> None:
        body = json.dumps(published).encode() if "well-known" in seen.target else b'{"t": 1}'
        answer(body)(sock, seen)

    return respond


def test_openid_connect(tmp_path: Path) -> None:
    with upstream() as api:
        api.respond = provider({"token_endpoint": api.url("/oauth/token")})
        url = api.url("/.well-known/openid-configuration")
        manifest = {**one_operation(api.url()), "discovery": {"api.json oidc": url}}
        relay = make_relay(tmp_path, manifest)
        found = relay.post({"discovery": "api.json oidc"}).json()
        assert "token_endpoint" in found["body"]["text"]
        answered = relay.post({"token": "api.json oidc authorizationCode", "form": FORM}).json()
        assert answered["body"] == {"text": '{"t": 1}'}
        assert [seen.line for seen in api.seen] == [
            "GET /.well-known/openid-configuration HTTP/1.1",
            "GET /.well-known/openid-configuration HTTP/1.1",
            "POST /oauth/token HTTP/1.1",
        ]


@pytest.mark.parametrize(
    ("published", "status"),
    [
        ({"token_endpoint": "http://127.0.0.1:1/"}, 403), ({"token_endpoint": "file:///x"}, 403),
        ({"token_endpoint": "http://169.254.169.254/latest"}, 403), ({"token_endpoint": "/x"}, 403),
        ({"token_endpoint": 1}, 502), ({}, 502), ([], 502), ("x", 502),
    ],
)  # fmt: skip
def test_a_provider_that_leads_elsewhere(tmp_path: Path, published: Any, status: int) -> None:
    with upstream(provider(published)) as api:
        url = api.url("/.well-known/openid-configuration")
        relay = make_relay(tmp_path, {**one_operation(api.url()), "discovery": {"a o": url}})
        relay.problem({"token": "a o authorizationCode", "form": FORM}, status)
        assert api.connections == 1


@pytest.mark.parametrize("own", ["https", "http"])
def test_a_provider_with_tls_cannot_lead_to_one_without(own: str) -> None:
    asked = discovery_request(f"{own}://login.test/.well-known/openid-configuration", None)
    published = b'{"token_endpoint": "http://login.test/token"}'
    found = Answer(status=200, reason="", fields=(), content=published, truncated=False)
    if own == "http":
        assert published_token_url(asked, found) == "http://login.test/token"
    else:
        with pytest.raises(Refusal) as refusal:
            published_token_url(asked, found)
        assert refusal.value.status == 403
