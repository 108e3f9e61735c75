"""What the relay may send: names, servers, headers, token URLs."""

import pytest

from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.relay.manifest import Manifest
from sphinx_navapi.relay.problem import Refusal
from sphinx_navapi.request.relay_manifest import relay_manifest, relayed_operation
from tests.support.normal_documents import normal


def read(operation, *, path="/items", method="get", name="a.yaml", root=None):
    is_webhook = method == "webhook"
    escaped = path.replace("~", "~0").replace("/", "~1")
    http_method = "post" if is_webhook else method
    below = f"/{'webhooks' if is_webhook else 'paths'}/{escaped}"
    entry = Operation(
        key=OperationKey(document=name, method=method.upper(), path=path),
        http_method=http_method,
        pointer=f"{below}/{http_method}",
        path_pointer=below,
        kind="webhook" if is_webhook else "operation",
    )
    holder = "webhooks" if is_webhook else "paths"
    tree = {
        "servers": [{"url": "https://x.org/v1"}],
        **(root or {}),
        holder: {path: {http_method: operation}},
    }
    document = OpenApiDocument(name=name, version=(3, 1), root=normal(tree), operations=(entry,))
    return relayed_operation(read_operation(document, entry))


def entry_of(operation, **options):
    manifest = relay_manifest([read(operation, **options)])
    (found,) = manifest["operations"].values()
    return found


def test_an_operation_and_nothing_that_says_nothing():
    assert relay_manifest([read({}, path="/items/{id}", method="delete")]) == {
        "version": 1,
        "servers": [[{"url": "https://x.org/v1"}]],
        "operations": {
            "a.yaml DELETE /items/{id}": {
                "servers": 0,
                "method": "DELETE",
                "path": "/items/{id}",
                "parameters": [{"name": "id", "in": "path"}],
                "body": False,
            }
        },
    }


def test_only_a_body_that_is_not_declared_is_reported():
    body = {"content": {"application/json": {}}}
    assert "body" not in entry_of({"requestBody": body}, method="post")
    assert entry_of({}, method="post")["body"] is False


def test_nothing_to_relay():
    assert relay_manifest([]) is None
    assert relay_manifest([read({}, method="webhook", path="created")]) is None


def test_lists_of_parameters_that_several_have_are_written_once():
    page = {"name": "page", "in": "query", "schema": {"type": "integer"}}
    own = {"name": "own", "in": "query", "schema": {"type": "string"}}
    manifest = relay_manifest(
        [
            read({"parameters": [page]}, path="/a"),
            read({"parameters": [own]}, path="/b"),
            read({"parameters": [page]}, path="/c"),
        ]
    )
    assert manifest["parameters"] == [[{"name": "page", "in": "query"}]]
    written = [each["parameters"] for each in manifest["operations"].values()]
    assert written == [0, [{"name": "own", "in": "query"}], 0]
    # The relay reads both in the same way.
    found = Manifest(manifest)
    names = [list(found.operation(name).parameters) for name in manifest["operations"]]
    assert names == [[("query", "page")], [("query", "own")], [("query", "page")]]
    manifest["operations"]["a.yaml GET /a"]["parameters"] = 1
    with pytest.raises(Refusal):
        Manifest(manifest).operation("a.yaml GET /a")


def test_lists_of_servers_stand_once():
    eu = {
        "url": "https://{region}.x.org",
        "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}, "port": {"default": "1"}},
    }
    manifest = relay_manifest(
        [
            read({}),
            read({"servers": [eu]}, method="put"),
            read({}, method="post"),
            read({}, name="https://docs.x.org/a/b.json", root={"servers": [{"url": "/v2"}]}),
        ]
    )
    assert manifest["servers"] == [
        [{"url": "https://x.org/v1"}],
        [
            {
                "url": "https://{region}.x.org",
                "variables": {
                    "region": {"default": "eu", "enum": ["eu", "us"]},
                    "port": {"default": "1"},
                },
            }
        ],
        [{"url": "https://docs.x.org/v2"}],
    ]
    assert [found["servers"] for found in manifest["operations"].values()] == [0, 1, 0, 2]


@pytest.mark.parametrize(
    ("parameter", "written"),
    [
        ({"in": "query"}, {}),
        ({"in": "query", "explode": True}, {}),
        ({"in": "query", "style": "form", "explode": False}, {"explode": False}),
        ({"in": "query", "style": "deepObject", "explode": True},
         {"style": "deepObject", "explode": True}),
        ({"in": "query", "style": "pipeDelimited"}, {"style": "pipeDelimited"}),
        ({"in": "query", "allowReserved": True}, {"allowReserved": True}),
        ({"in": "query", "content": {"application/json": {}}}, {"contentType": "application/json"}),
        ({"in": "path", "style": "matrix", "explode": True}, {"style": "matrix", "explode": True}),
        ({"in": "header", "explode": True}, {"explode": True}),
        ({"in": "cookie"}, {}),
        ({"in": "cookie", "style": "cookie"}, {"style": "cookie"}),
        ({"in": "querystring", "content": {"application/json": {}}},
         {"style": "form", "contentType": "application/json"}),
    ],
)  # fmt: skip
def test_styles_that_are_not_the_default(parameter, written):
    found = entry_of({"parameters": [{"name": "q", **parameter}]}, path="/items/{q}")
    named = [p for p in found["parameters"] if p["in"] == parameter["in"]]
    assert named == [{"name": "q", "in": parameter["in"], **written}]


SCHEMES = {
    "header": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "query": {"type": "apiKey", "in": "query", "name": "key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "session"},
    "basic": {"type": "http", "scheme": "basic"},
    "tls": {"type": "mutualTLS"},
    "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://id.x.org/.well-known/c"},
    "oauth": {
        "type": "oauth2",
        "flows": {
            "implicit": {"authorizationUrl": "https://id.x.org/a", "scopes": {}},
            "clientCredentials": {"tokenUrl": "https://id.x.org/t", "scopes": {}},
            "authorizationCode": {
                "authorizationUrl": "https://id.x.org/a", "tokenUrl": "token", "scopes": {},
            },
            "password": {"tokenUrl": "javascript:alert(1)", "scopes": {}},
        },
    },
}  # fmt: skip
ROOT = {"components": {"securitySchemes": SCHEMES}}


def test_names_that_a_caller_may_set():
    found = entry_of(
        {
            "parameters": [
                {"name": "X-Trace", "in": "header"},
                {"name": "Accept", "in": "header"},
                {"name": "theme", "in": "cookie"},
            ],
            "security": [{"header": [], "query": []}, {"cookie": []}, {"tls": []}],
        },
        root=ROOT,
    )
    assert found["headers"] == ["x-key", "x-trace"]
    assert found["cookies"] == ["session", "theme"]
    assert found["query"] == ["key"]


@pytest.mark.parametrize("scheme", ["basic", "oidc", "oauth"])
def test_authorization_only_where_security_asks_for_it(scheme):
    assert entry_of({"security": [{scheme: []}]}, root=ROOT)["headers"] == ["authorization"]
    assert "headers" not in entry_of({"security": []}, root=ROOT)


def test_token_requests():
    manifest = relay_manifest([read({"security": [{"oauth": [], "oidc": []}]}, root=ROOT)])
    # A relative URL is below the server; anything but http URLs is omitted.
    assert manifest["tokens"] == {
        "a.yaml oauth authorizationCode": "https://x.org/v1/token",
        "a.yaml oauth clientCredentials": "https://id.x.org/t",
    }
    assert manifest["discovery"] == {"a.yaml oidc": "https://id.x.org/.well-known/c"}
