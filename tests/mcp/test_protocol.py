"""Which messages are requests, in both versions of the protocol, and which errors others get."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.mcp.service import (
    LEGACY,
    MODERN,
    ProtocolError,
    RoutingFields,
    error_message,
    initialized,
    read_request,
)

NEW = MODERN[0]
META = {
    "io.modelcontextprotocol/protocolVersion": NEW,
    "io.modelcontextprotocol/clientCapabilities": {},
}


def call(method: str = "ping", **more: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, **more}


def modern(method: str = "tools/list", **params: Any) -> dict[str, Any]:
    return call(method, params={**params, "_meta": META})


def error_of(message: Any, fields: RoutingFields = RoutingFields()) -> tuple[int, int]:  # noqa: B008
    with pytest.raises(ProtocolError) as caught:
        read_request(message, fields)
    return caught.value.status, caught.value.code


@pytest.mark.parametrize("version", [None, *LEGACY])
def test_requests_of_older_clients(version: str | None) -> None:
    request = read_request(call(id="a"), RoutingFields(version=version))
    assert (request.id, request.method, request.params, request.is_modern) == (
        "a", "ping", {}, False,
    )  # fmt: skip


def test_requests_that_name_their_version() -> None:
    fields = RoutingFields(version=NEW, method="tools/list")
    assert read_request(modern(), fields).is_modern
    named = RoutingFields(version=NEW, method="tools/call", name="=?base64?c2VhcmNo?=")
    assert read_request(modern("tools/call", name="search"), named).is_modern


@pytest.mark.parametrize(
    "message",
    [
        pytest.param([], id="an empty batch"),
        pytest.param([call()], id="a batch"),
        pytest.param("ping", id="text"),
        pytest.param(None, id="null"),
        pytest.param({"id": 1, "method": "ping"}, id="no version of JSON-RPC"),
        pytest.param(call(jsonrpc="1.0"), id="another version of JSON-RPC"),
        pytest.param({"jsonrpc": "2.0", "id": 1, "result": {}}, id="an answer"),
        pytest.param(call(method=7), id="a method that is none"),
        pytest.param(call(id=None), id="an id that is null"),
        pytest.param(call(id=True), id="an id that is a truth value"),
        pytest.param(call(id=1.5), id="an id that is a fraction"),
        pytest.param(call(id={}), id="an id that is an object"),
    ],
)
def test_what_is_not_a_request(message: Any) -> None:
    assert error_of(message) == (400, -32600)


def test_params_that_are_not_object() -> None:
    assert error_of(call(params=[1])) == (400, -32602)


@pytest.mark.parametrize("version", ["2024-11-05", "1900-01-01", "", "x" * 5000])
def test_versions_that_are_not_known(version: str) -> None:
    with pytest.raises(ProtocolError) as caught:
        read_request(call(), RoutingFields(version=version))
    assert (caught.value.status, caught.value.code) == (400, -32022)
    assert caught.value.data is not None
    assert caught.value.data["supported"] == [*MODERN, *LEGACY]
    assert len(caught.value.data["requested"]) <= 100


@pytest.mark.parametrize(
    "fields",
    [
        pytest.param(RoutingFields(), id="no fields"),
        pytest.param(RoutingFields(version=LEGACY[0], method="tools/call", name="x"), id="version"),
        pytest.param(RoutingFields(version=NEW, name="x"), id="no method"),
        pytest.param(RoutingFields(version=NEW, method="tools/list", name="x"), id="method"),
        pytest.param(RoutingFields(version=NEW, method="tools/call"), id="no name"),
        pytest.param(RoutingFields(version=NEW, method="tools/call", name="y"), id="name"),
        pytest.param(
            RoutingFields(version=NEW, method="tools/call", name="=?base64?x?="), id="base64"
        ),
    ],
)
def test_fields_that_do_not_repeat_the_body(fields: RoutingFields) -> None:
    assert error_of(modern("tools/call", name="x"), fields) == (400, -32020)


def test_the_field_says_a_version_and_the_body_none() -> None:
    assert error_of(call(), RoutingFields(version=NEW, method="ping")) == (400, -32020)


def test_a_client_that_says_not_what_it_can() -> None:
    meta = {"io.modelcontextprotocol/protocolVersion": NEW}
    message = call("tools/list", params={"_meta": meta})
    assert error_of(message, RoutingFields(version=NEW, method="tools/list")) == (400, -32602)


@pytest.mark.parametrize(
    ("asked", "agreed"), [(LEGACY[1], LEGACY[1]), ("2024-11-05", LEGACY[0]), ("x", LEGACY[0])]
)
def test_the_version_that_initialize_agrees_on(asked: str, agreed: str) -> None:
    result = initialized({"protocolVersion": asked}, "Buoys", "Read.")
    assert result["protocolVersion"] == agreed
    assert result["serverInfo"]["title"] == "Buoys"


@pytest.mark.parametrize(("given", "told"), [(1, 1), ("a", "a"), (True, None), ([], None)])
def test_errors_name_the_message_if_that_is_possible(given: object, told: object) -> None:
    assert error_message(ProtocolError(400, -1, "x"), given)["id"] == told
