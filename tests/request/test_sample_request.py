"""The request of an operation, from the document to the bytes that are sent."""

import pytest
from sample_requests import sample_request
from security_schemes import CREDENTIALS

from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import BASIC, Fill
from tests.support.normal_documents import normal

STRING = {"type": "string"}


def sample(operation, *, path="/items", method="get", name="a.yaml", root=None, **options):
    paths = {path: {method: operation}}
    escaped = path.replace("~", "~0").replace("/", "~1")
    key = OperationKey(document=name, method=method.upper(), path=path)
    entry = Operation(
        key=key,
        http_method=method,
        pointer=f"/paths/{escaped}/{method}",
        path_pointer=f"/paths/{escaped}",
    )
    base = {"servers": [{"url": "https://x.org/v1"}], **(root or {})}
    document = OpenApiDocument(
        name=name, version=(3, 2), root=normal({**base, "paths": paths}), operations=(entry,)
    )
    view = read_operation(document, entry)
    return sample_request(view, ExampleMaker(SchemaRegistry(document)), **options)


def parameter(name, place, value=None, **more):
    given = {} if value is None else {"example": value}
    return {"name": name, "in": place, "schema": STRING, **given, **more}


def test_everything_at_its_place():
    request = sample(
        {
            "parameters": [
                parameter("id", "path", "a/b c", required=True),
                parameter("q", "query", "a&b=c #é", required=True),
                parameter("X-Trace", "header", "$(id)", required=True),
                parameter("theme", "cookie", "dark blue", required=True),
            ],
            "requestBody": {
                "required": True,
                "content": {"application/json": {"example": {"id": 9007199254740993}}},
            },
            "security": [{"token": []}],
            "responses": {
                "404": {"content": {"application/problem+json": {}}},
                "200": {"content": {"application/json": {}, "text/csv": {}}},
            },
        },
        path="/items/{id}",
        method="post",
        root={"components": {"securitySchemes": {"token": {"type": "http", "scheme": "Bearer"}}}},
    )
    assert request == HttpRequest(
        method="POST",
        url="https://x.org/v1/items/a%2Fb%20c?q=a%26b%3Dc%20%23%C3%A9",
        headers=(
            ("Accept", "application/json"),
            ("Authorization", "Bearer YOUR_TOKEN"),
            ("X-Trace", "$(id)"),
            ("Content-Type", "application/json"),
        ),
        cookies=(("theme", "dark%20blue"),),
        body='{\n  "id": 9007199254740993\n}',
    )


@pytest.mark.parametrize(
    ("fill", "query"),
    [
        (Fill.GIVEN, "a=1&b=2"),
        (Fill.REQUIRED, "a=1"),
        (Fill.ALL, "a=1&b=2&c=c&d=4"),
    ],
)
def test_which_optional_parameters_are_shown(fill, query):
    operation = {
        "parameters": [
            parameter("a", "query", "1", required=True),
            parameter("b", "query", "2"),
            parameter("c", "query"),
            parameter("d", "query", "4", deprecated=True),
        ]
    }
    assert sample(operation, fill=fill).url == f"https://x.org/v1/items?{query}"


BODY = {
    "type": "object",
    "required": ["a"],
    "properties": {"a": {"type": "integer", "example": 1}, "b": {"type": "integer", "example": 2}},
}


@pytest.mark.parametrize(
    ("fill", "required", "body"),
    [
        (Fill.GIVEN, False, '{\n  "a": 1,\n  "b": 2\n}'),
        (Fill.ALL, False, '{\n  "a": 1,\n  "b": 2\n}'),
        (Fill.REQUIRED, True, '{\n  "a": 1\n}'),
        (Fill.REQUIRED, False, None),
    ],
)
def test_which_properties_of_the_body_are_shown(fill, required, body):
    content = {"application/json": {"schema": BODY}}
    operation = {"requestBody": {"required": required, "content": content}}
    request = sample(operation, method="put", fill=fill)
    assert request.body == body
    assert dict(request.headers).get("Content-Type") == (body and "application/json")


def test_a_long_made_body_keeps_its_required_properties_and_the_first_others():
    properties = {f"p{i:02}": {"type": "string", "example": "x" * 60} for i in range(60)}
    schema = {"type": "object", "required": ["p59"], "properties": properties}
    content = {"application/json": {"schema": schema}}
    body = sample({"requestBody": {"content": content}}, method="put").body
    assert '"p00"' in body
    assert '"p59"' in body
    assert '"p30"' not in body
    assert len(body) < 1000
    whole = sample({"requestBody": {"content": content}}, method="put", fill=Fill.ALL).body
    assert '"p30"' in whole


@pytest.mark.parametrize(
    ("value", "more", "query"),
    [
        ("a,b", {"schema": {"type": "array", "items": STRING}}, "q=a&q=b"),
        (["a", "b"], {"schema": {"type": "array"}, "explode": False}, "q=a,b"),
        ({"a": {"b": 1}}, {"schema": {}, "style": "deepObject"}, "q%5Ba%5D%5Bb%5D=1"),
        (True, {"schema": {"type": "boolean"}}, "q=true"),
        ("", {}, "q="),
        ({"a": 1}, {"schema": None, "content": {"application/json": {}}}, "q=%7B%22a%22%3A1%7D"),
        ("a/b", {"allowReserved": True}, "q=a/b"),
    ],
)  # fmt: skip
def test_query_values(value, more, query):
    described = parameter("q", "query", value, required=True, **more)
    described = {key: item for key, item in described.items() if item is not None}
    assert sample({"parameters": [described]}).url == f"https://x.org/v1/items?{query}"


def test_names_stand_for_values_that_nothing_is_known_of():
    operation = {
        "parameters": [
            parameter("owner", "path", required=True),
            parameter("empty", "path", "", required=True),
            {"name": "n", "in": "path", "required": True, "schema": {"type": "null"}},
        ]
    }
    request = sample(operation, path="/{owner}/{empty}/{n}/{undeclared}#fragment")
    assert request.url == "https://x.org/v1/owner/empty/n/undeclared"


def test_querystring_is_the_whole_query():
    content = {"application/x-www-form-urlencoded": {"example": {"a": "b c", "d": [1, 2]}}}
    operation = {"parameters": [{"name": "q", "in": "querystring", "content": content}]}
    assert sample(operation).url == "https://x.org/v1/items?a=b%20c&d=1&d=2"


SCHEMES = {
    **CREDENTIALS,
    "basic": {"type": "http", "scheme": "Basic"},
    "query": {"type": "apiKey", "in": "query", "name": "api key"},
    "cookie": {"type": "apiKey", "in": "cookie", "name": "sid"},
    "hostile": {"type": "apiKey", "in": "header", "name": "X\r\nEvil"},
    "oauth": {"type": "oauth2", "flows": {}},
    "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://x.org"},
    "mtls": {"type": "mutualTLS"},
}
BEARER = (("Authorization", "Bearer YOUR_TOKEN"),)


@pytest.mark.parametrize(
    ("security", "expected"),
    [
        ([{"bearer": []}], {"headers": BEARER}),
        ([{"oauth": ["a"]}], {"headers": BEARER}),
        ([{"oidc": []}], {"headers": BEARER}),
        ([{"basic": []}], {"basic": BASIC}),
        ([{"digest": []}], {"headers": (("Authorization", "Digest YOUR_CREDENTIALS"),)}),
        ([{"header": []}], {"headers": (("X-Key", "YOUR_API_KEY"),)}),
        ([{"query": []}], {"url": "https://x.org/v1/items?api%20key=YOUR_API_KEY"}),
        ([{"cookie": []}], {"cookies": (("sid", "YOUR_API_KEY"),)}),
        ([{"hostile": []}], {}),
        ([{"mtls": []}], {}),
        ([{"header": [], "bearer": []}], {"headers": (*BEARER, ("X-Key", "YOUR_API_KEY"))}),
        ([{"nowhere": []}, {"bearer": []}], {"headers": BEARER}),
        ([{}, {"bearer": []}], {}),
        ([], {}),
    ],
)
def test_credentials_of_the_first_alternative_that_is_declared(security, expected):
    request = sample({"security": security}, root={"components": {"securitySchemes": SCHEMES}})
    meant = {"method": "GET", "url": "https://x.org/v1/items", **expected}
    assert request == HttpRequest(**meant)


def test_credentials_win_over_parameters_of_the_same_name():
    operation = {
        "security": [{"header": [], "query": [], "cookie": []}],
        "parameters": [
            parameter("x-key", "header", "1", required=True),
            parameter("api key", "query", "2", required=True),
            parameter("sid", "cookie", "3", required=True),
        ],
    }
    request = sample(operation, root={"components": {"securitySchemes": SCHEMES}})
    assert request.url == "https://x.org/v1/items?api%20key=YOUR_API_KEY"
    assert request.headers == (("X-Key", "YOUR_API_KEY"),)
    assert request.cookies == (("sid", "YOUR_API_KEY"),)


def test_fields_that_cannot_be_sent_are_omitted():
    names = ["Host", "Content-Length", "Transfer-Encoding", "Connection", "a b", "X\r\nY", "é", ""]
    operation = {"parameters": [parameter(name, "header", "1", required=True) for name in names]}
    assert sample(operation).headers == ()


def test_a_line_break_in_a_header_value_opens_no_field():
    operation = {"parameters": [parameter("X-A", "header", "1\r\nX-B: 2", required=True)]}
    assert sample(operation).headers == (("X-A", "1  X-B: 2"),)


@pytest.mark.parametrize(
    ("servers", "options", "url"),
    [
        ([{"url": "/v2"}], {}, "https://api.example.com/v2/items"),
        ([{"url": "v2/"}], {"name": "https://d.org/specs/a.yaml"}, "https://d.org/specs/v2/items"),
        ([], {}, "https://api.example.com/items"),
        ([{"url": "https://a.org"}, {"url": "https://b.org/"}], {"server": 1}, "https://b.org/items"),
        ([{"url": "https://a.org"}], {"server": 5}, "https://a.org/items"),
        (
            [{"url": "https://{r}.a.org:{p}",
              "variables": {"r": {"default": "eu"}, "p": {"default": 8443}}}],
            {},
            "https://eu.a.org:8443/items",
        ),
        ([{"url": "https://{undeclared}.org"}], {}, "https://%7Bundeclared%7D.org/items"),
    ],
)  # fmt: skip
def test_servers(servers, options, url):
    assert sample({}, root={"servers": servers}, **options).url == url


@pytest.mark.parametrize(
    ("method", "required", "has_body"),
    [
        ("post", False, True), ("delete", False, True), ("get", False, False),
        ("get", True, True), ("head", False, False), ("trace", True, False),
        ("query", False, True),
    ],
)  # fmt: skip
def test_methods_with_and_without_body(method, required, has_body):
    body = {"required": required, "content": {"application/json": {"example": {}}}}
    assert (sample({"requestBody": body}, method=method).body is not None) is has_body


def test_the_media_type_is_the_first_or_the_one_asked_for():
    content = {"application/json": {"example": {"a": 1}}, "text/csv": {"example": "a\n1"}}
    operation = {"requestBody": {"content": content}}
    assert sample(operation, method="post").body == '{\n  "a": 1\n}'
    assert sample(operation, method="post", media_type="text/csv").body == "a\n1"
    assert sample(operation, method="post", media_type="text/none").body == '{\n  "a": 1\n}'


def test_a_webhook_goes_to_the_reader():
    root = {
        "security": [{"bearer": []}],
        "components": {"securitySchemes": SCHEMES},
        "webhooks": {"ping {x}": {"post": {"parameters": [parameter("q", "query", "1")]}}},
    }
    entry = Operation(
        key=OperationKey(document="a.yaml", method="WEBHOOK", path="ping {x}"),
        http_method="post",
        pointer="/webhooks/ping {x}/post",
        path_pointer="/webhooks/ping {x}",
        kind="webhook",
    )
    document = OpenApiDocument(name="a.yaml", version=(3, 1), root=root, operations=(entry,))
    request = sample_request(
        read_operation(document, entry), ExampleMaker(SchemaRegistry(document))
    )
    assert request == HttpRequest(method="POST", url="https://your-server.example.com/webhook?q=1")
