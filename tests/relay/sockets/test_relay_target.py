"""Targets: anything that is not declared is refused, and no socket is opened."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from relay_world import API, Names, ask, make_relay, one_operation, problem_of, upstream

REGION = {"region": {"default": "eu", "enum": ["eu", "us"]}}


def with_variable(url: str, **variable: Any) -> dict[str, Any]:
    return {"url": url, "variables": {"x": variable}}


@pytest.mark.parametrize(
    "value",
    [
        "../admin", "..", ".", "../../etc", "..%2f", "%2e%2e", "%2E%2e/x", "%252e%252e",
        "a/../../b", "..;/admin", "..\\admin", "..%5cadmin", "\\@evil.test", "a\tb", "a\nb",
        "a\r\nb", "\x00", "%00", "%0d%0aX: y", "\x7f",
    ],
)  # fmt: skip
def test_a_path_value_cannot_leave_its_place(tmp_path: Path, value: str) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}/v1"))
    assert "target-refused" in relay.refused(ask(path={"id": value}))["type"]


@pytest.mark.parametrize(
    ("value", "sent"),
    [
        ("a/b", "a%2Fb"), ("a?b", "a%3Fb"), ("a#b", "a%23b"), ("a b", "a%20b"), ("1..2", "1..2"),
        ("...", "..."), ("ü", "%C3%BC"), ("100%", "100%25"), ("a+b&c=d", "a%2Bb%26c%3Dd"),
        ("//evil.test", "%2F%2Fevil.test"), ("api@evil", "api%40evil"), (";x=1", "%3Bx%3D1"),
    ],
)  # fmt: skip
def test_a_path_value_is_encoded_whole(tmp_path: Path, value: str, sent: str) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url("/v1")))
        assert relay.post(ask(path={"id": value})).status_code == 200
        assert api.seen[0].target == f"/v1/things/{sent}"


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd", "gopher://api.example.test/", "data:text/plain,x", "ftp://x.test/",
        "ws://api.example.test", "javascript:alert(1)", "http://", "http:///v1", "https://:80/",
        "http://api.example.test:0/", "http://api.example.test:99999/",
        "http://api.example.test:/", "http://api.example.test:8a/", "http://api.example.test./v1",
        "http://api.example.test@evil.test/", "http://user:pw@api.example.test/",
        "http://evil.test\\@api.example.test/", "http://api.example.test\\.evil.test/",
        "http://api.exa\tmple.test/", "http://api.exa\nmple.test/", "http://api.example.test%2eevil",
        "http://[::1", "http://[zz]/", "http://[fe80::1%25eth0]/", "http://-api..example.test/",
        "http://api.example.test/{missing}", "http://a b.test/", "http://api.example.test/../x",
        "http://api.example.test/v1/%2e%2e/x", "http://api.example.test//other/",
        "http://" + "a" * 64 + ".test/", "http://" + "a." * 130 + "test/", "http://ex*mple.test/",
    ],
)  # fmt: skip
def test_a_server_that_is_not_a_plain_address(tmp_path: Path, url: str) -> None:
    make_relay(tmp_path, one_operation(url)).refused(ask())


def test_a_path_that_begins_with_two_slashes(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}", path="//evil.test/x"))
    relay.refused({"operation": "api.json GET //evil.test/x"})
    relay = make_relay(tmp_path, one_operation(f"http://{API}", path="/{a}/x"))
    relay.refused({"operation": "api.json GET /{a}/x", "path": {"a": ""}}, 400)


@pytest.mark.parametrize(
    ("url", "variable", "value"),
    [
        # The host is only allowed because of the enum.
        ("https://{x}.example.test/", {"enum": ["eu", "us"]}, "evil"),
        ("https://{x}.example.test/", {"enum": ["eu", "us"]}, "EU"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "api.example.test.evil.test"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "api.example.test@evil"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "evil\\@api.example.test"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "api.example.test\t"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "api.example.test\n"),
        ("https://{x}/", {"enum": ["api.example.test"]}, "api.example.test."),
        ("https://{x}/", {"enum": ["api.example.test"]}, ""),
        ("https://api.example.test:{x}/", {"enum": ["443"]}, "22"),
        ("{x}://api.example.test/", {"enum": ["https"]}, "http"),
        ("{x}/v1", {"enum": ["https://api.example.test"]}, "https://evil.test"),
        # Without an enum, not even its default.
        ("https://{x}.example.test/", {"default": "eu"}, None),
        ("https://{x}.example.test/", {"default": "eu"}, "eu"),
        ("https://api.example.test:{x}/", {"default": "443"}, "443"),
        ("{x}://api.example.test/", {"default": "https"}, None),
        ("{x}/v1", {"default": "https://api.example.test"}, None),
        ("//{x}/v1", {"default": "api.example.test"}, None),
        # It has no value.
        ("https://api.example.test/{x}", {}, None),
        # Anything that would leave the path.
        ("https://api.example.test/{x}", {"default": "v1"}, "../admin"),
        ("https://api.example.test/{x}", {"default": "v1"}, "%2e%2e"),
        ("https://api.example.test/{x}", {"default": "v1"}, "/evil"),
        ("https://api.example.test/{x}", {"default": "v1"}, "a//b"),
        # Also if a slash in the value would add a segment.
        ("https://api.example.test/v1{x}", {"default": ""}, "/admin"),
        ("https://api.example.test/{x}", {"default": "v1"}, "v1?a=b"),
        ("https://api.example.test/{x}", {"default": "v1"}, "v1#a"),
        ("https://api.example.test/{x}", {"default": "v1"}, "v\t1"),
        ("https://api.example.test/{x}", {"default": "v1"}, "v\n1"),
        ("https://api.example.test/{x}", {"default": "v1"}, "v\\1"),
        ("https://api.example.test/{x}", {"default": "v1"}, "@evil.test"),
        ("https://api.example.test/{x}", {"default": "v1", "enum": ["v1"]}, "v2"),
        ("/{x}", {"default": "v1"}, "/evil.test"),
        ("/{x}/evil.test", {"default": "v1"}, ""),
    ],
)  # fmt: skip
def test_a_server_variable(
    tmp_path: Path, url: str, variable: dict[str, Any], value: str | None
) -> None:
    relay = make_relay(
        tmp_path, one_operation(with_variable(url, **variable)), site_urls=["http://docs.test"]
    )
    relay.refused(ask(variables={} if value is None else {"x": value}))


def test_server_variables_that_are_declared(tmp_path: Path) -> None:
    with upstream() as api:
        server = {
            "url": f"http://{{host}}:{api.port}/{{base}}/",
            "variables": {
                "host": {"default": API, "enum": [API, "other.test"]},
                "base": {"default": "v1"},
            },
        }
        relay = make_relay(tmp_path, one_operation(server))
        assert relay.post(ask()).status_code == 200
        assert relay.post(ask(variables={"base": "v2/beta"})).status_code == 200
        assert relay.post(ask(variables={"base": "", "unknown": "x"})).status_code == 200
        assert [seen.target for seen in api.seen] == ["/v1/things/7", "/v2/beta/things/7",
                                                     "/things/7"]  # fmt: skip
        relay.problem(ask(variables={"host": "other.test"}), 502)


@pytest.mark.parametrize("server", [1, -1, 99, "https://evil.test"])
def test_a_server_that_the_document_does_not_name(tmp_path: Path, server: Any) -> None:
    make_relay(tmp_path, one_operation(f"http://{API}")).refused(ask(server=server))


@pytest.mark.parametrize("method", ["DELETE", "POST", "CONNECT", "TRACE", "get", "connect"])
def test_a_method_that_the_document_does_not_have(tmp_path: Path, method: str) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    if method == "get":
        relay.refused(ask(operation="api.json get /things/{id}"), 403)
    else:
        relay.refused(ask(operation=f"api.json {method} /things/{{id}}"), 403)


@pytest.mark.parametrize("method", ["CONNECT", "TRACE", "GET /x HTTP/1.1\r\nX: y", "", "get"])
def test_a_method_that_is_never_sent_even_if_declared(tmp_path: Path, method: str) -> None:
    manifest = one_operation(f"http://{API}", method=method)
    manifest["operations"] = {"op": next(iter(manifest["operations"].values()))}
    make_relay(tmp_path, manifest).refused(ask(operation="op"))


@pytest.mark.parametrize(
    "operation", ["", "GET", "api.json GET /nope", "other.json GET /things/{id}", "x" * 5000]
)
def test_an_operation_that_no_document_has(tmp_path: Path, operation: str) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    relay.refused(ask(operation=operation), 404)


def test_a_path_parameter_is_missing(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation(f"http://{API}"))
    for path in ({}, {"id": None}, {"other": "1"}):
        relay.refused(ask(path=path), 400)


@pytest.mark.parametrize("value", ["", [], {}, [""], ["", ""], [None], {"a": None}])
@pytest.mark.parametrize("style", ["simple", "label", "matrix", None])
def test_a_path_parameter_is_empty(tmp_path: Path, style: str | None, value: Any) -> None:
    """`/things/` is another operation, or none."""
    entry = {"parameters": [{"name": "id", "in": "path", "style": style}]} if style else {}
    relay = make_relay(tmp_path, one_operation(f"http://{API}", **entry))
    problem = relay.refused(ask(path={"id": value}), 400)
    assert problem["type"].endswith("parameter-missing")
    assert '"id"' in problem["detail"]


@pytest.mark.parametrize("value", [0, False, " ", {"a": ""}, ["", "a"]])
def test_a_path_value_that_is_little_is_a_value(tmp_path: Path, value: Any) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        assert relay.post(ask(path={"id": value})).status_code == 200


@pytest.mark.parametrize(
    ("value", "status"), [("%", 200), ("%25", 200), ("%2525", 403), ("%252541", 403)]
)
def test_a_path_value_is_decoded_twice_at_most(tmp_path: Path, value: str, status: int) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        assert relay.post(ask(path={"id": value})).status_code == status
        assert api.connections == (status == 200)


@pytest.mark.parametrize(
    ("url", "site_urls", "target"),
    [
        ("/v1", ["http://{api}"], "/v1/things/7"),
        ("/", ["http://{api}/manual"], "/things/7"),
        ("v1", ["http://{api}/manual"], "/manual/v1/things/7"),
        ("../v1", ["http://{api}/manual"], "/v1/things/7"),
        ("//{api}/v1", [], None),
        ("//{api}/v1", ["http://docs.test"], "/v1/things/7"),
    ],
)
def test_a_relative_server_is_relative_to_the_site(
    tmp_path: Path, url: str, site_urls: list[str], target: str | None
) -> None:
    with upstream() as api:
        here = f"{API}:{api.port}"
        relay = make_relay(
            tmp_path,
            one_operation(url.replace("{api}", here)),
            site_urls=[site.replace("{api}", here) for site in site_urls],
        )
        response = relay.post(ask())
        if target is None:  # https, which this server does not support
            problem_of(response, 502)
        else:
            assert response.status_code == 200
            assert api.seen[0].target == target


def test_a_relative_server_where_the_site_is_not_known(tmp_path: Path) -> None:
    relay = make_relay(tmp_path, one_operation("/v1"))
    assert "--site-url" in relay.refused(ask())["detail"]


def test_query_values_are_encoded_and_never_reach_the_path(tmp_path: Path) -> None:
    with upstream() as api:
        relay = make_relay(tmp_path, one_operation(api.url()))
        query = [["a#b", "c&d"], ["e", "../x\n?"], ["f", "http://evil.test"], ["g", "\\"]]
        assert relay.post(ask(query=query)).status_code == 200
        assert api.seen[0].target == (
            "/things/7?a%23b=c%26d&e=..%2Fx%0A%3F&f=http%3A%2F%2Fevil.test&g=%5C"
        )


@pytest.mark.parametrize(
    ("url", "host"),
    [
        ("http://API.Example.TEST:{port}", "api.example.test:{port}"),
        ("http://bücher.example.test:{port}", "xn--bcher-kva.example.test:{port}"),
    ],
)
def test_a_host_is_sent_in_lower_case_and_ascii(tmp_path: Path, url: str, host: str) -> None:
    with upstream() as api:
        names = {"xn--bcher-kva.example.test": [["127.0.0.1"]], API: [["127.0.0.1"]]}
        relay = make_relay(
            tmp_path,
            one_operation(url.replace("{port}", str(api.port))),
            names=Names(names),
            private=["bücher.example.test", API],
        )
        assert relay.post(ask()).status_code == 200
        assert api.seen[0].get("host") == [host.replace("{port}", str(api.port))]
