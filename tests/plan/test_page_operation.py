"""Operations that pages describe themselves: what is read, and the resulting document."""

import json
from functools import reduce

import pytest
from sample_requests import sample_request

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.plan.page_operation import PageField, page_document, read_page_operation


def operation(api, *fields, **metadata):
    return read_page_operation("guides/create", {"api": api, **metadata}, fields)


def sample(found, metadata=None, settings=None):
    document = page_document(found, metadata or {}, settings or {})
    (entry,) = document.operations
    assert document.operation(entry.key.method, entry.key.path) is entry
    view = read_operation(document, entry)
    return sample_request(view, ExampleMaker(SchemaRegistry(document)))


@pytest.mark.parametrize(
    ("api", "method", "path", "server"),
    [
        ("GET /users", "GET", "/users", None),
        ("post /users/{id}", "POST", "/users/{id}", None),
        ("GET users", "GET", "/users", None),
        (" GET  https://api.x.org/v1/users ", "GET", "/v1/users", "https://api.x.org"),
        ("GET https://api.x.org", "GET", "/", "https://api.x.org"),
        ("GET http://api.x.org:8080/a?b=c", "GET", "/a", "http://api.x.org:8080"),
        ("GET {base}/users", "GET", "/users", "{base}"),
        ("GET /{id}", "GET", "/{id}", None),
        ("DELETE /users/:id/keys/:key", "DELETE", "/users/{id}/keys/{key}", None),
    ],
)
def test_method_and_address(api, method, path, server):
    found = operation(api)
    assert (found.method, found.path, found.server) == (method, path, server)
    assert found.key.document == "guides/create"


@pytest.mark.parametrize(
    "api", [None, "", "GET", "/users", "SEND /users", "GET /a /b", 7, ["GET /"]]
)
def test_what_names_no_operation(api):
    assert operation(api) is None


def test_fields_become_the_request():
    found = operation(
        "POST /users/{id}",
        PageField(name="id", place="path", type="integer"),
        PageField(name="dry", place="query", type="bool", default="true", required=True),
        PageField(name="X-Trace", place="header", type="string", placeholder="7"),
        PageField(name="answer", place="response", type="string"),
        PageField(
            name="user",
            place="body",
            type="object",
            required=True,
            fields=(
                PageField(name="name", place="body", type="string", placeholder="Ann"),
                PageField(name="tags", place="body", type="string[]", default='["a"]'),
                PageField(name="lines", place="body", type="object[]", fields=(
                    PageField(name="count", place="body", type="int", placeholder="3"),
                )),
            ),
        ),
    )  # fmt: skip
    request = sample(found, settings={"api": {"mdx": {"server": "https://x.org/v1"}}})
    assert request.method == "POST"
    assert request.url.startswith("https://x.org/v1/users/")
    assert request.url.endswith("?dry=true")
    assert dict(request.headers)["X-Trace"] == "7"
    assert json.loads(request.body or "") == {
        "user": {"name": "Ann", "tags": ["a"], "lines": [{"count": 3}]}
    }


@pytest.mark.parametrize(
    ("name", "schema"),
    [
        ("string", {"type": "string"}),
        ("Integer", {"type": "integer"}),
        ("number[]", {"type": "array", "items": {"type": "number"}}),
        ("array<string>", {"type": "array", "items": {"type": "string"}}),
        ("array of boolean", {"type": "array", "items": {"type": "boolean"}}),
        ("string[][]", {"type": "array", "items": {"type": "array", "items": {"type": "string"}}}),
        ("file", {"type": "string", "format": "binary"}),
        ("User", {}),
        ("", {}),
        # Nesting has a limit.
        (
            "x" + "[]" * 200,
            reduce(lambda items, _: {"type": "array", "items": items}, range(12), {}),
        ),
    ],
)
def test_types(name, schema):
    found = operation("POST /a", PageField(name="q", place="query", type=name))
    root = page_document(found, {}, {}).root
    parameter = root["paths"]["/a"]["post"]["parameters"][0]
    assert parameter["schema"] == schema


def test_files_make_a_multipart_body():
    file = PageField(name="photo", place="body", type="file", required=True)
    request = sample(operation("POST /a", file))
    assert [part.filename for part in request.parts] == ["photo.bin"]
    text = operation("POST /a", PageField(name="a", place="body", type="string", required=True),
                     contentType="application/x-www-form-urlencoded")  # fmt: skip
    assert dict(sample(text).headers)["Content-Type"] == "application/x-www-form-urlencoded"


@pytest.mark.parametrize(
    ("auth", "metadata", "headers"),
    [
        ({}, {}, []),
        ({"method": "bearer"}, {}, [("Authorization", "Bearer YOUR_TOKEN")]),
        ({"method": "key", "name": "X-Token"}, {}, [("X-Token", "YOUR_API_KEY")]),
        ({"method": "key"}, {}, [("x-api-key", "YOUR_API_KEY")]),
        ({"method": "bearer"}, {"authMethod": "none"}, []),
        ({"method": "none"}, {"authMethod": "bearer"}, [("Authorization", "Bearer YOUR_TOKEN")]),
        ({"method": "cobo"}, {}, []),
    ],
)
def test_authorization_of_site_and_page(auth, metadata, headers):
    request = sample(operation("GET /a"), metadata, {"api": {"mdx": {"auth": auth}}})
    assert list(request.headers) == headers


@pytest.mark.parametrize(
    ("server", "expected"),
    [
        ("https://x.org/v1/", "https://x.org/v1/a"),
        (["https://x.org", "https://y.org"], "https://x.org/a"),
        ([7, ""], "https://api.example.com/a"),
        (None, "https://api.example.com/a"),
    ],
)
def test_servers_of_the_site(server, expected):
    settings = {"api": {"mdx": {"server": server}}}
    assert sample(operation("GET /a"), settings=settings).url == expected
    # A URL in the page is sufficient.
    assert sample(operation("GET https://z.org/a"), settings=settings).url == "https://z.org/a"
