"""An operation with everything that its page shows."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from view_documents import NAME, make_document

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OperationKey
from sphinx_navapi.openapi.facts import Link
from sphinx_navapi.openapi.operation import read_operation, schema_roots
from sphinx_navapi.openapi.view import (
    MISSING,
    Direction,
    ExampleView,
    OperationView,
    ParameterView,
    RequirementView,
    ServerVariableView,
    ServerView,
)
from sphinx_navapi.request.styles import expand_server

STRING = {"type": "string"}


def read(
    operation: Any = None,
    path_item: dict[str, Any] | None = None,
    root: dict[str, Any] | None = None,
    path: str = "/things",
) -> OperationView:
    item = {**(path_item or {}), "get": operation if operation is not None else {}}
    document = make_document({"paths": {path: item}, **(root or {})})
    return read_operation(document, document.operations[0])


def named(view: OperationView) -> dict[str, ParameterView]:
    return {parameter.name: parameter for parameter in view.parameters}


def test_words() -> None:
    view = read(
        {
            "operationId": "list", "summary": "S", "description": "D", "tags": ["a", "b", "a"],
            "deprecated": True, "externalDocs": {"url": "https://example.com"},
        }
    )  # fmt: skip
    assert view.key == OperationKey(document=NAME, method="GET", path="/things")
    assert (view.http_method, view.operation_id) == ("GET", "list")
    assert (view.summary, view.description, view.deprecated) == ("S", "D", True)
    assert view.tags == ("a", "b")
    assert view.link == Link("https://example.com")
    assert not view.incoming


def test_summary_and_description_of_the_path_stand_in() -> None:
    view = read({}, {"summary": "path S", "description": "path D"})
    assert (view.summary, view.description) == ("path S", "path S\n\npath D")
    own = read({"summary": "S"}, {"summary": "path S", "description": "path D"})
    assert (own.summary, own.description) == ("S", "path D")


def test_parameters_of_the_path_are_overridden_by_name_and_place() -> None:
    view = read(
        {
            "parameters": [
                {"name": "id", "in": "query", "schema": STRING},
                {"name": "page", "in": "query", "description": "mine"},
            ]
        },
        {
            "parameters": [
                {"name": "page", "in": "query", "description": "theirs"},
                {"name": "id", "in": "path", "schema": STRING},
                {"name": "X-Trace", "in": "header"},
            ]
        },
        path="/things/{id}",
    )
    assert [(one.name, one.place) for one in view.parameters] == [
        ("page", "query"), ("id", "path"), ("X-Trace", "header"), ("id", "query"),
    ]  # fmt: skip
    assert view.parameters[0].description == "mine"


def test_names_of_headers_are_the_same_in_any_case() -> None:
    view = read(
        {
            "parameters": [
                {"name": "x-TRACE", "in": "header", "description": "mine"},
                {"name": "ID", "in": "query"},
            ]
        },
        {"parameters": [{"name": "X-Trace", "in": "header"}, {"name": "id", "in": "query"}]},
    )
    assert [(one.name, one.place, one.description) for one in view.parameters] == [
        ("x-TRACE", "header", "mine"), ("id", "query", None), ("ID", "query", None),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("parameter", "style", "explode"),
    [
        ({"in": "path"}, "simple", False),
        ({"in": "query"}, "form", True),
        ({"in": "header"}, "simple", False),
        ({"in": "cookie"}, "form", True),
        ({"in": "query", "style": "spaceDelimited"}, "spaceDelimited", False),
        ({"in": "query", "style": "deepObject", "explode": True}, "deepObject", True),
        ({"in": "query", "explode": False}, "form", False),
        ({"in": "path", "style": "matrix", "explode": True}, "matrix", True),
        ({"in": "cookie", "style": "cookie"}, "cookie", True),
    ],
)
def test_style_has_the_default_of_its_place(
    parameter: dict[str, Any], style: str, explode: bool
) -> None:
    (found,) = read({"parameters": [{"name": "p", "schema": STRING, **parameter}]}).parameters
    assert (found.style, found.explode) == (style, explode)


def test_parameters_that_are_ignored() -> None:
    names = ["Accept", "content-type", "Authorization", "X-Own"]
    view = read({"parameters": [{"name": name, "in": "header"} for name in names]})
    assert list(named(view)) == ["X-Own"]


def test_a_deprecated_parameter() -> None:
    values = {"old": True, "new": False, "said": "yes"}
    parameters = [{"name": n, "in": "query", "deprecated": v} for n, v in values.items()]
    found = named(read({"parameters": [*parameters, {"name": "none", "in": "query"}]}))
    assert [name for name, parameter in found.items() if parameter.deprecated] == ["old"]


def test_path_parameters_are_required_and_never_missing() -> None:
    view = read(
        {"parameters": [{"name": "id", "in": "path", "required": False}]},
        path="/things/{id}/parts/{part}",
    )
    assert [(one.name, one.required, one.schema) for one in view.parameters] == [
        ("id", True, None),
        ("part", True, None),
    ]


def test_a_parameter_by_content() -> None:
    content = {"application/json": {"schema": STRING, "example": "x"}}
    (found,) = read({"parameters": [{"name": "f", "in": "query", "content": content}]}).parameters
    assert found.content_type == "application/json"
    assert found.schema == ("/paths/~1things/get/parameters/0/content/application~1json/schema")
    assert found.examples == (ExampleView(value="x"),)


def test_a_parameter_with_alternatives_and_no_type() -> None:
    schema = {"oneOf": [{"type": "string"}, {"type": "integer"}]}
    (found,) = read({"parameters": [{"name": "f", "in": "query", "schema": schema}]}).parameters
    assert found.schema == "/paths/~1things/get/parameters/0/schema"


def test_a_parameter_by_reference_may_be_described_anew() -> None:
    view = read(
        {"parameters": [{"$ref": "#/components/parameters/P", "description": "here"}]},
        root={
            "components": {
                "parameters": {"P": {"name": "p", "in": "querystring", "description": "there"}}
            }
        },
    )
    (found,) = view.parameters
    assert (found.name, found.place, found.description) == ("p", "querystring", "here")
    assert found.pointer == "/components/parameters/P"


EXAMPLES = {
    "components": {
        "examples": {
            "full": {"summary": "S", "value": 1},
            "empty": {"summary": "without a value"},
        }
    }
}


@pytest.mark.parametrize(
    ("media", "examples"),
    [
        pytest.param({"example": None}, [ExampleView(value=None)], id="null"),
        pytest.param({"examples": {"a": {"value": 1, "description": "D"}}},
                     [ExampleView(name="a", value=1, description="D")], id="named"),
        pytest.param({"examples": {"a": {"$ref": "#/components/examples/full"}}},
                     [ExampleView(name="a", summary="S", value=1)], id="reference"),
        pytest.param({"examples": {"a": {"$ref": "#/components/examples/empty"}}}, [],
                     id="reference-without-value"),
        pytest.param({"examples": {"a": {"summary": "S"}}}, [], id="without-value"),
        pytest.param({"examples": {"a": {"externalValue": "https://example.com/a"}}},
                     [ExampleView(name="a", external_value="https://example.com/a")],
                     id="external"),
        pytest.param({"examples": {"a": {"dataValue": [1], "serializedValue": "1"}}},
                     [ExampleView(name="a", value=[1]),
                      ExampleView(name="a: serializedValue", value="1")], id="data-value"),
        pytest.param({"examples": {"a": {"dataValue": 1, "externalValue": "https://a.example"}}},
                     [ExampleView(name="a", value=1),
                      ExampleView(name="a: externalValue", external_value="https://a.example")],
                     id="data-value-elsewhere"),
        pytest.param({"examples": {"a": {"dataValue": "x", "serializedValue": "x"}}},
                     [ExampleView(name="a", value="x")], id="data-value-as-it-is-sent"),
        pytest.param({"examples": {"a": {"serializedValue": "x=1"}}},
                     [ExampleView(name="a", value="x=1")], id="serialized-value"),
        pytest.param({"examples": [1, 2]}, [ExampleView(value=1), ExampleView(value=2)],
                     id="list-by-mistake"),
        pytest.param({"examples": {"a": 5}}, [], id="malformed"),
        pytest.param({"examples": {"a": {"$ref": "#/components/examples/none"}}}, [],
                     id="reference-to-nothing"),
    ],
)  # fmt: skip
def test_given_examples(media: dict[str, Any], examples: list[ExampleView]) -> None:
    operation = {"requestBody": {"content": {"application/json": media}}}
    body = read(operation, root=EXAMPLES).body
    assert body is not None
    assert list(body.content[0].examples) == examples


def test_encodings_of_parts_without_a_name() -> None:
    inner = {"encoding": {"p": {"contentType": "a/p"}}, "itemEncoding": {"contentType": "a/i"}}
    media = {
        "encoding": {"named": {"contentType": "a/n", **inner}},
        "prefixEncoding": [{"contentType": "a/0"}, inner],
        "itemEncoding": {"style": "form", "prefixEncoding": [{"contentType": "a/x"}]},
    }
    body = read({"requestBody": {"content": {"multipart/mixed": media}}}).body
    assert body is not None
    (content,) = body.content
    assert [each.property_name for each in content.encoding] == ["named"]
    assert [(each.property_name, each.content_type) for each in content.parts] == [
        ("named.p", "a/p"), ("named[*]", "a/i"), ("[0]", "a/0"), ("[1]", None), ("[1].p", "a/p"),
        ("[1][*]", "a/i"), ("[*]", None), ("[*][0]", "a/x"),
    ]  # fmt: skip


def test_an_encoding_that_repeats_itself_ends() -> None:
    encoding: dict[str, Any] = {}
    encoding["itemEncoding"] = encoding
    body = read({"requestBody": {"content": {"multipart/mixed": encoding}}}).body
    assert body is not None
    assert 10 < len(body.content[0].parts) < 50


def test_body_with_encoding() -> None:
    media = {
        "schema": {"type": "object"},
        "encoding": {
            "file": {
                "contentType": "image/png",
                "headers": {
                    name: {"schema": STRING}
                    for name in ("X-Part", "Content-Type", "content-type", "CONTENT-TYPE")
                },
            },
            "tags": {"style": "pipeDelimited", "allowReserved": True},
            "bad": 5,
        },
    }
    content = {"multipart/form-data": media}
    operation = {"requestBody": {"required": True, "description": "D", "content": content}}
    body = read(operation).body
    assert body is not None
    assert (body.required, body.description) == (True, "D")
    (part,) = body.content
    assert part.schema == part.pointer + "/schema"
    file, tags, bad = part.encoding
    assert (file.content_type, file.style, file.explode) == ("image/png", "form", True)
    assert [header.name for header in file.headers] == ["X-Part"]
    assert (tags.style, tags.explode, tags.allow_reserved) == ("pipeDelimited", False, True)
    assert bad.property_name == "bad"


def test_sequential_media_types() -> None:
    media = {"itemSchema": {"type": "object"}}
    responses = {"200": {"content": {"text/event-stream": media}}}
    (content,) = read({"responses": responses}).responses[0].content
    assert content.schema is None
    assert content.item_schema == content.pointer + "/itemSchema"


def test_media_types_by_reference() -> None:
    view = read(
        {"requestBody": {"content": {"application/json": {"$ref": "#/components/mediaTypes/M"}}}},
        root={"components": {"mediaTypes": {"M": {"schema": STRING}}}},
    )
    assert view.body is not None
    assert view.body.content[0].schema == "/components/mediaTypes/M/schema"


def test_responses_with_success_first_and_default_last() -> None:
    view = read(
        {
            "responses": {
                "default": {"description": "else"},
                "200": {"$ref": "#/components/responses/Fine", "description": "here"},
                "4XX": {"description": "yours", "headers": {"Retry-After": {"schema": STRING}}},
                "x-note": {"description": "no response"},
                "500": None,
            }
        },
        root={
            "components": {
                "responses": {
                    "Fine": {
                        "description": "there",
                        "summary": "short",
                        "content": {"application/json": {"schema": STRING}},
                    }
                }
            }
        },
    )
    assert [(one.status, one.description) for one in view.responses] == [
        ("200", "here"), ("4XX", "yours"), ("default", "else"),
    ]  # fmt: skip
    assert view.responses[0].summary == "short"
    assert view.responses[0].content[0].schema == (
        "/components/responses/Fine/content/application~1json/schema"
    )
    (header,) = view.responses[1].headers
    assert (header.name, header.place, header.style) == ("Retry-After", "header", "simple")


LINKED = {
    "paths": {
        "/things": {
            "get": {
                "responses": {
                    "200": {
                        "links": {
                            "byId": {
                                "operationId": "one",
                                "parameters": {"id": "$response.body#/id"},
                            },
                            "byRef": {"operationRef": "#/paths/~1things~1{id}/get"},
                            "encoded": {"operationRef": "api.yaml#/paths/~1things~1%7Bid%7D/get"},
                            "elsewhere": {
                                "operationRef": "https://e.example/o.json#/paths/~1things/get"
                            },
                            "lost": {"operationId": "none", "requestBody": None},
                            "bad": 1,
                        }
                    }
                }
            }
        },
        "/things/{id}": {"get": {"operationId": "one"}},
    }
}


def test_links() -> None:
    document = make_document(LINKED)
    links = read_operation(document, document.operations[0]).responses[0].links
    target = OperationKey(document=NAME, method="GET", path="/things/{id}")
    assert [(link.name, link.target) for link in links] == [
        ("byId", target), ("byRef", target), ("encoded", target), ("elsewhere", None),
        ("lost", None),
    ]  # fmt: skip
    assert links[0].parameters == (("id", "$response.body#/id"),)
    assert links[0].request_body is MISSING
    assert links[4].request_body is None


ROOT_SERVERS = {"servers": [{"url": "https://root.example"}]}


@pytest.mark.parametrize(
    ("operation", "path_item", "root", "url"),
    [
        ([{"url": "https://o.example"}], [{"url": "https://p.example"}], ROOT_SERVERS,
         "https://o.example"),
        (None, [{"url": "https://p.example"}], ROOT_SERVERS, "https://p.example"),
        ([], None, ROOT_SERVERS, "https://root.example"),
        (None, None, {}, "/"),
        ([{"url": 5}], None, {"servers": "no"}, "/"),
    ],
)  # fmt: skip
def test_nearest_servers_hold(operation: Any, path_item: Any, root: Any, url: str) -> None:
    view = read({"servers": operation}, {"servers": path_item}, root)
    assert [server.url for server in view.servers] == [url]


def test_server_variables() -> None:
    server = {
        "url": "https://{region}.example:{port}", "description": "D", "name": "main",
        "variables": {
            "region": {"default": "eu", "enum": ["eu", "us"], "description": "where"},
            "port": {"default": 443, "enum": [443, None]},
            # Not text and not a port number: YAML reads "on" as true.
            "secure": {"default": True, "enum": [True, False, "on"]},
        },
    }  # fmt: skip
    assert read({"servers": [server]}).servers == (
        ServerView(
            url="https://{region}.example:{port}",
            name="main",
            description="D",
            variables=(
                ServerVariableView(
                    name="region", default="eu", enum=("eu", "us"), description="where"
                ),
                ServerVariableView(name="port", default="443", enum=("443",)),
                ServerVariableView(name="secure", default="on", enum=("on",)),
            ),
        ),
    )


@pytest.mark.parametrize(
    ("variable", "default", "url"),
    [
        ({}, None, "https://%7Ba%7D.example/v1"),
        ({"default": None}, None, "https://%7Ba%7D.example/v1"),
        ({"default": ["b"]}, None, "https://%7Ba%7D.example/v1"),
        ({"enum": ["b", "c"]}, "b", "https://b.example/v1"),
        ({"default": "d", "enum": ["b", "c"]}, "d", "https://d.example/v1"),
        ({"default": ""}, "", "https://.example/v1"),
    ],
)
def test_a_server_variable_without_a_value(
    variable: dict[str, Any], default: str | None, url: str
) -> None:
    server = {"url": "https://{a}.example/v1", "variables": {"a": variable}}
    (view,) = read({"servers": [server]}).servers
    assert [one.default for one in view.variables] == [default]
    assert expand_server(view.url, view.values) == url


SCHEMES = {
    "security": [{"key": []}],
    "components": {
        "securitySchemes": {
            "key": {"type": "apiKey", "in": "header", "name": "X-Key", "description": "D"},
            "basic": {"type": "http", "scheme": "basic", "deprecated": True},
            "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://id.example/"},
            "oauth": {
                "type": "oauth2",
                "flows": {
                    "clientCredentials": {
                        "tokenUrl": "https://id.example/token",
                        "refreshUrl": "https://id.example/refresh",
                        "scopes": {"read": "Read things", "write": None},
                    },
                    "implicit": "bad",
                },
            },
        }
    },
}


def test_security_of_the_document() -> None:
    assert read(root=SCHEMES).security == (
        (
            RequirementView(
                scheme="key", type="apiKey", place="header", name="X-Key", description="D"
            ),
        ),
    )


@pytest.mark.parametrize(
    ("security", "schemes"),
    [
        pytest.param([], [], id="taken-away"),
        pytest.param([{}, {"key": []}], [[], ["key"]], id="optional"),
        pytest.param([{"key": [], "basic": []}], [["key", "basic"]], id="both"),
        pytest.param([{"key": []}, {"basic": []}], [["key"], ["basic"]], id="either"),
        pytest.param("bad", [["key"]], id="malformed"),
        pytest.param([5, {"key": "x"}], [["key"]], id="malformed-entry"),
    ],
)
def test_security_of_an_operation(security: Any, schemes: list[list[str]]) -> None:
    view = read({"security": security}, root=SCHEMES)
    assert [[one.scheme for one in alternative] for alternative in view.security] == schemes


def test_a_requirement_names_a_component_before_it_is_a_reference() -> None:
    key = {"type": "apiKey", "in": "header", "name": "X-Key"}
    schemes = {"#/x-key": key, "key": key | {"name": "X-Other"}}
    root = {
        "components": {"securitySchemes": schemes},
        "x-key": {"type": "http", "scheme": "basic"},
        "x key": {"type": "http", "scheme": "bearer"},
    }
    names = ["#/x-key", "#/components/securitySchemes/key", "#/x%20key"]
    view = read({"security": [{name: []} for name in names]}, root=root)
    found = [(one.scheme, one.name or one.http_scheme) for (one,) in view.security]
    assert found == list(zip(names, ["X-Key", "X-Other", "bearer"], strict=True))


def test_a_scheme_of_an_unknown_type_is_declared() -> None:
    root = {"components": {"securitySchemes": {"key": {"type": "apikey"}}}}
    view = read({"security": [{"key": []}, {"other": []}]}, root=root)
    words = Wording()
    found = [one.kind_words(words) for (one,) in view.security]
    assert found == ["apikey", words.undeclared]


def test_scopes_and_flows() -> None:
    ((oauth, basic, oidc, unknown),) = read(
        {"security": [{"oauth": ["read", "other"], "basic": [], "oidc": [], "gone": ["x"]}]},
        root=SCHEMES,
    ).security
    assert oauth.scopes == (("read", "Read things"), ("other", None))
    (flow,) = oauth.flows
    assert (flow.flow, flow.url("tokenUrl")) == ("clientCredentials", "https://id.example/token")
    assert flow.url("refreshUrl") == "https://id.example/refresh"
    assert flow.scopes == (("read", "Read things"), ("write", ""))
    assert (basic.http_scheme, basic.deprecated) == ("basic", True)
    assert oidc.openid_url == "https://id.example/"
    assert (unknown.type, unknown.scopes) == ("", (("x", None),))


def test_code_samples() -> None:
    view = read(
        {
            "x-codeSamples": [
                {"lang": "Shell", "label": "cURL", "source": "curl"},
                {"lang": "Python", "source": "import"},
                {"lang": "Go", "source": {"$ref": "x.go"}},
                7,
            ],
            "x-code-samples": [{"source": "more"}],
        }
    )
    assert [(one.language, one.label, one.source) for one in view.code_samples] == [
        ("Shell", "cURL", "curl"), ("Python", "Python", "import"), ("text", "text", "more"),
    ]  # fmt: skip


ON_EVENT = "/paths/~1subscribe/post/callbacks/onEvent"
CALLBACKS = {
    "paths": {
        "/subscribe": {
            "post": {
                "callbacks": {
                    "onEvent": {
                        "{$request.body#/url}": {
                            "post": {
                                "summary": "called",
                                "requestBody": {
                                    "content": {"application/json": {"schema": STRING}}
                                },
                                "responses": {"200": {"headers": {"X": {"schema": STRING}}}},
                                "callbacks": {"again": {"$ref": "#" + ON_EVENT}},
                            },
                            "x-note": 1,
                        },
                        "x-ext": {},
                    },
                    "bad": [],
                }
            }
        }
    },
    "servers": [{"url": "https://api.example"}],
}


def test_callbacks() -> None:
    document = make_document(CALLBACKS)
    view = read_operation(document, document.operations[0])
    ((name, expression, called),) = view.callbacks
    assert (name, expression) == ("onEvent", "{$request.body#/url}")
    assert (called.summary, called.http_method, called.incoming) == ("called", "POST", True)
    assert called.servers == ()
    assert called.parameters == ()
    # A second occurrence is not read again.
    assert called.callbacks == ()
    place = ON_EVENT + "/{$request.body#~1url}/post"
    assert schema_roots(document, document.operations[0]) == (
        (f"{place}/requestBody/content/application~1json/schema", Direction.BOTH),
        (f"{place}/responses/200/headers/X/schema", Direction.BOTH),
    )


def test_webhook() -> None:
    document = make_document(
        {
            "webhooks": {
                "new {thing}": {"post": {"requestBody": {"content": {"a/b": {"schema": {}}}}}}
            },
            "servers": [{"url": "https://api.example"}],
        }
    )
    view = read_operation(document, document.operations[0])
    assert (view.key.method, view.http_method, view.incoming) == ("WEBHOOK", "POST", True)
    assert (view.servers, view.parameters) == ((), ())
    assert view.request_direction is Direction.BOTH


def test_schema_roots_of_all_parts() -> None:
    document = make_document(
        {
            "paths": {
                "/t": {
                    "parameters": [{"name": "p", "in": "query", "schema": STRING}],
                    "post": {
                        "requestBody": {
                            "content": {
                                "multipart/form-data": {
                                    "schema": STRING,
                                    "encoding": {"a": {"headers": {"H": {"schema": STRING}}}},
                                }
                            }
                        },
                        "responses": {
                            "200": {
                                "headers": {"R": {"schema": STRING}},
                                "content": {"a/b": {"schema": True}, "c/d": {"itemSchema": {}}},
                            }
                        },
                    },
                }
            }
        }
    )
    body = "/paths/~1t/post/requestBody/content/multipart~1form-data"
    answer = "/paths/~1t/post/responses/200"
    assert schema_roots(document, document.operations[0]) == (
        ("/paths/~1t/parameters/0/schema", Direction.REQUEST),
        (f"{body}/schema", Direction.REQUEST),
        (f"{body}/encoding/a/headers/H/schema", Direction.REQUEST),
        (f"{answer}/headers/R/schema", Direction.RESPONSE),
        (f"{answer}/content/a~1b/schema", Direction.RESPONSE),
        (f"{answer}/content/c~1d/itemSchema", Direction.RESPONSE),
    )


def test_the_extension_object() -> None:
    document = make_document({"paths": {"/t": {"get": {}}}})
    operation = replace(
        document.operations[0], extension={"content": "*before*", "metadata": {"tag": "new"}}
    )
    view = read_operation(document, operation)
    assert (view.content, view.metadata) == ("*before*", {"tag": "new"})


@pytest.mark.parametrize("value", [None, 5, "x", [], {}, [5], {"a": 5}, {"a": [None]}, True])
@pytest.mark.parametrize(
    "field",
    ["parameters", "requestBody", "responses", "callbacks", "security", "servers", "tags",
     "x-codeSamples", "externalDocs", "summary", "deprecated"],
)  # fmt: skip
def test_malformed_parts_are_omitted(field: str, value: Any) -> None:
    read({field: value})
    read({}, {field: value}, {field: value})


@pytest.mark.parametrize("value", [None, 5, "x", [], [5], {"a": [None]}, True])
@pytest.mark.parametrize(
    ("field", "inner"),
    [("responses", "headers"), ("responses", "content"), ("responses", "links"),
     ("responses", "description"), ("callbacks", "{$url}")],
)  # fmt: skip
def test_malformed_parts_of_parts(field: str, inner: str, value: Any) -> None:
    read({field: {"200": {inner: value}}})
    read({"requestBody": {inner: value, "content": {"a/b": {inner: value, "examples": value}}}})
