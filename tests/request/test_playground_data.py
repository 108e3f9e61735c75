"""The data of the playground: the content of a form, with the values of the sample."""

import json

import pytest
from sample_requests import sample_request

from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.plan.page_operation import with_auth_method
from sphinx_navapi.request.playground import playground_data
from sphinx_navapi.request.playground_body import Texts
from sphinx_navapi.request.playground_settings import PlaygroundSettings, playground_settings
from sphinx_navapi.request.sample_request import Fill
from tests.support.normal_documents import normal

STRING = {"type": "string"}


def read(operation, *, path="/items", method="get", name="a.yaml", version=(3, 1), root=None):
    escaped = path.replace("~", "~0").replace("/", "~1")
    entry = Operation(
        key=OperationKey(document=name, method=method.upper(), path=path),
        http_method=method,
        pointer=f"/paths/{escaped}/{method}",
        path_pointer=f"/paths/{escaped}",
    )
    tree = {
        "servers": [{"url": "https://x.org/v1"}],
        **(root or {}),
        "paths": {path: {method: operation}},
    }
    document = OpenApiDocument(
        name=name, version=version, root=normal(tree, version), operations=(entry,)
    )
    return read_operation(document, entry), ExampleMaker(SchemaRegistry(document))


def data(operation, *, fill=Fill.GIVEN, settings=None, href=None, texts=None, **place):
    view, examples = read(operation, **place)
    return playground_data(
        view,
        examples,
        fill=fill,
        settings=settings,
        operation_href=href,
        texts=texts,
    )


def parameter(operation, **place):
    return data({"parameters": [operation]}, **place)["parameters"][0]


def body(content, *, required=True, method="post", **more):
    given = {"required": required, "content": content}
    return data({"requestBody": given}, method=method, **more)["body"]


def test_what_is_at_the_top():
    found = data(
        {
            "responses": {"200": {"description": "", "content": {"text/csv": {}}}},
            "servers": [{"url": "https://x.org"}],
        },
    )
    assert found == {
        "operation": "a.yaml GET /items",
        "document": "a.yaml",
        "method": "GET",
        "path": "/items",
        "display": "interactive",
        "proxy": True,
        "accept": "text/csv",
        "servers": [{"url": "https://x.org", "relay": True}],
    }


def test_settings_reach_the_data():
    settings = PlaygroundSettings(
        display="simple", proxy="https://relay.example.com", credentials=True
    )
    found = data({}, settings=settings)
    assert found["display"] == "simple"
    assert found["proxy"] == "https://relay.example.com"
    assert found["withCredentials"] is True
    assert "proxy" not in data({}, settings=PlaygroundSettings(proxy=False))


@pytest.mark.parametrize(
    ("api", "metadata", "expected"),
    [
        ({}, {}, PlaygroundSettings()),
        ({"playground": {"display": "none"}}, {}, PlaygroundSettings(display="none")),
        ({"playground": {"display": "none"}}, {"playground": "simple"},
         PlaygroundSettings(display="simple")),
        ({}, {"playground": "none"}, PlaygroundSettings(display="none")),
        ({}, {"playground": "loud"}, PlaygroundSettings()),
        ({}, {"playground": ["none"]}, PlaygroundSettings()),
        ({"playground": {"proxy": False, "credentials": True}}, {},
         PlaygroundSettings(proxy=False, credentials=True)),
        ({"playground": {"proxy": True}}, {}, PlaygroundSettings()),
        ({"playground": {"proxy": "https://r.example/base/"}}, {},
         PlaygroundSettings(proxy="https://r.example/base")),
        ({"examples": {"prefill": False}}, {}, PlaygroundSettings(prefill=False)),
        ({"examples": {"prefill": True}}, {}, PlaygroundSettings(sends_optional=True)),
    ],
)  # fmt: skip
def test_settings_of_site_and_page(api, metadata, expected):
    assert playground_settings({"api": api}, metadata) == expected


# -- servers -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("server", "relayed"),
    [
        ({"url": "https://x.org"}, True),
        ({"url": "http://x.org:8080/a"}, True),
        ({"url": "//x.org"}, True),
        ({"url": "/v1"}, True),
        ({"url": "."}, True),
        ({"url": "ftp://x.org"}, False),
        ({"url": "file:///etc"}, False),
        ({"url": "javascript:alert(1)"}, False),
        ({"url": "https://{region}.x.org", "variables": {"region": {"default": "eu"}}}, False),
        ({"url": "https://{region}.x.org",
          "variables": {"region": {"default": "eu", "enum": ["eu", "us"]}}}, True),
        ({"url": "https://x.org:{port}", "variables": {"port": {"default": "80"}}}, False),
        ({"url": "{scheme}://x.org", "variables": {"scheme": {"enum": ["https"]}}}, True),
        ({"url": "{scheme}://x.org", "variables": {"scheme": {"default": "https"}}}, False),
        ({"url": "{scheme}://x.org", "variables": {"scheme": {"enum": ["wss"]}}}, False),
        ({"url": "{base}/v1", "variables": {"base": {"default": "https://x.org"}}}, False),
        ({"url": "{base}/v1", "variables": {"base": {"enum": ["https://x.org"]}}}, True),
        ({"url": "{base}/v1"}, False),
        ({"url": "https://x.org/{version}", "variables": {"version": {"default": "v1"}}}, True),
        ({"url": "https://x.org?{q}", "variables": {"q": {"default": "v1"}}}, True),
    ],
    ids=lambda value: value["url"] if isinstance(value, dict) else "",
)  # fmt: skip
def test_which_servers_the_relay_takes(server, relayed):
    assert data({}, root={"servers": [server]})["servers"][0].get("relay", False) is relayed


def test_servers_with_their_variables():
    server = {
        "url": "https://{region}.x.org/{version}",
        "description": "The *live* one.\n\nMuch more.",
        "variables": {
            "region": {"default": "eu", "enum": ["eu", "us"], "description": "Where `data` is."},
            "version": {"default": 2},
        },
    }
    assert data({}, root={"servers": [server]})["servers"] == [
        {
            "url": "https://{region}.x.org/{version}",
            "description": "The live one.",
            "variables": [
                {
                    "name": "region",
                    "default": "eu",
                    "enum": ["eu", "us"],
                    "description": "Where data is.",
                },
                {"name": "version", "default": "2"},
            ],
            "relay": True,
        }
    ]


def test_texts_in_the_language_of_the_reader():
    server = {"url": "https://x.org", "description": "The live one."}
    found = data(
        {"parameters": [{"name": "q", "in": "query", "schema": {"additionalProperties": STRING}}]},
        root={"servers": [server]},
        texts=Texts(
            translate={"The live one.": "Der echte."}.get, words=Wording(type_map="Karte: {type}")
        ),
    )
    assert found["servers"][0]["description"] == "Der echte."
    assert found["parameters"][0]["hint"] == "Karte: string"


def test_a_relative_server_of_a_remote_document_is_absolute():
    name = "https://docs.x.org/api/openapi.json"
    found = data({}, name=name, root={"servers": [{"url": "../v2"}]})
    assert found["servers"][0]["url"] == "https://docs.x.org/v2"


# -- parameters --------------------------------------------------------------------------------


def test_a_parameter_says_how_it_is_written():
    found = parameter(
        {
            "name": "tags",
            "in": "query",
            "style": "pipeDelimited",
            "explode": False,
            "allowReserved": True,
            "deprecated": True,
            "required": True,
            "schema": {
                "type": "array",
                "items": {"type": "string", "enum": ["a", "b"]},
                "default": ["a"],
            },
        }
    )
    assert found == {
        "name": "tags",
        "in": "query",
        "required": True,
        "deprecated": True,
        "style": "pipeDelimited",
        "allowReserved": True,
        "type": "array",
        "items": {"type": "string", "enum": ["a", "b"]},
        "default": '["a"]',
        "value": '["a"]',
        "sent": True,
        "hint": "string[]",
    }


@pytest.mark.parametrize(
    ("schema", "example", "kind", "value"),
    [
        ({"type": "integer"}, 9007199254740993, "integer", "9007199254740993"),
        ({"type": "number"}, 1.50, "number", "1.5"),
        ({"type": "boolean"}, False, "boolean", "false"),
        (STRING, "a</script>\u2028b", "string", '"a</script>\u2028b"'),
        ({"type": ["integer", "null"]}, 3, "integer", "3"),
        ({"type": ["integer", "string"]}, 3, "string", "3"),
        ({"type": ["integer", "number"]}, 3, "number", "3"),
        ({"type": ["integer", "boolean"]}, 3, "any", "3"),
        ({}, "x", "any", '"x"'),
        # If schema and example disagree, the sample decides.
        (STRING, ["a", "b"], "array", '["a","b"]'),
        (STRING, {"b": 1, "a": 2}, "object", '{"b":1,"a":2}'),
        ({"type": "array", "items": {"type": "integer"}}, 5, "array", "[5]"),
        ({"type": "array", "items": STRING}, "a,b", "array", '["a","b"]'),
        ({"type": "object"}, "a=b", "string", '"a=b"'),
    ],
)
def test_one_type_and_the_value_as_json(schema, example, kind, value):
    found = parameter({"name": "q", "in": "query", "schema": schema, "example": example})
    assert (found["type"], found["value"]) == (kind, value)


@pytest.mark.parametrize(
    ("more", "settings", "sent"),
    [
        ({"example": "x"}, {}, True),
        ({"schema": {**STRING, "examples": ["x"]}}, {}, True),
        ({"required": True}, {}, True),
        ({}, {}, False),
        ({"example": "x", "deprecated": True}, {}, False),
        ({"example": "x"}, {"prefill": False}, False),
        ({"required": True}, {"prefill": False}, True),
        ({}, {"sends_optional": True, "fill": Fill.ALL}, True),
        ({"example": "x"}, {"fill": Fill.REQUIRED}, False),
        ({}, {"fill": Fill.ALL}, False),
    ],
)
def test_parameters_sent_at_first_are_required_or_have_an_example(more, settings, sent):
    settings = dict(settings)
    fill = settings.pop("fill", Fill.GIVEN)
    declared = {"name": "q", "in": "query", "schema": STRING, **more}
    found = parameter(declared, fill=fill, settings=PlaygroundSettings(**settings))
    assert found.get("sent", False) is sent


#: The optional properties without an example are invented.
PRICE = {
    "type": "object",
    "required": ["amount", "to"],
    "properties": {
        "amount": {"type": "integer"},
        "product": STRING,
        "product_data": {"type": "object", "properties": {"name": STRING}},
        "currency": {**STRING, "example": "eur"},
        "old": {**STRING, "example": "x", "deprecated": True},
        "to": {"type": "object", "required": ["city"], "properties": {
            "city": STRING, "zip": {**STRING, "example": "10115"}, "floor": STRING}},
    },
}  # fmt: skip


def sent_at_first(media_type, content, method="post", **more):
    """What the first media type sends at first, and what the reader may add."""
    given = {"required": True, "content": {media_type: content}}
    media = data({"requestBody": given}, method=method, **more)["body"]["media"][0]
    if "fields" in media:
        sent = {f["name"]: json.loads(f["value"]) for f in media["fields"] if f.get("sent")}
        return sent, {f["name"] for f in media["fields"] if "example" in f or "value" in f}
    complete = json.loads(media.get("example", media["text"]))
    return json.loads(media["text"]), set(complete)


@pytest.mark.parametrize(
    "media_type",
    ["application/json", "application/x-www-form-urlencoded", "multipart/form-data"],
)
def test_properties_sent_at_first_are_required_or_have_an_example(media_type):
    sent, known = sent_at_first(media_type, {"schema": PRICE})
    assert set(sent) == {"amount", "currency", "to"}
    assert set(sent["to"]) == {"city", "zip"}
    assert (sent["currency"], sent["to"]["zip"]) == ("eur", "10115")
    assert known >= {"product", "product_data"}
    everything = PlaygroundSettings(sends_optional=True)
    sent, _ = sent_at_first(media_type, {"schema": PRICE}, settings=everything)
    assert set(sent) == {"amount", "product", "product_data", "currency", "to"}


@pytest.mark.parametrize(
    ("content", "sent"),
    [
        ({"schema": PRICE}, {"amount", "to"}),
        ({"schema": PRICE, "example": {"amount": 7, "product": "p", "to": {}}}, {"amount", "to"}),
        ({"schema": {**PRICE, "required": []}, "example": {"amount": 7}}, set()),
        ({"example": {"amount": 7}}, {"amount"}),
    ],
    ids=["schema", "example", "nothing-required", "no-schema"],
)
def test_a_patch_starts_with_what_is_required(content, sent):
    found, _ = sent_at_first("application/json", content, method="patch")
    assert set(found) == sent
    assert found.get("amount", 7) == (7 if "example" in content else found.get("amount", 7))


def test_items_of_a_patch_start_with_what_is_required():
    content = {"schema": {"type": "array", "items": PRICE}}
    [media] = body({"application/json": content}, method="patch")["media"]
    assert [set(item) for item in json.loads(media["text"])] == [{"amount", "to"}]
    assert "product" in json.loads(media["example"])[0]
    # Changes that the document gives have no meaning without their values (RFC 6902).
    change = {"op": "add", "path": "/a", "value": 1}
    schema = {"properties": {"value": {}}, "required": ["op", "path"]}
    content = {"schema": {"type": "array", "items": schema}, "example": [change]}
    [media] = body({"application/json-patch+json": content}, method="patch")["media"]
    assert json.loads(media["text"]) == [change]


def test_an_example_of_the_body_is_sent_complete():
    example = {"amount": 7, "product": "p", "to": {"city": "B"}}
    found, _ = sent_at_first("application/json", {"schema": PRICE, "example": example})
    assert found == example


def test_optional_files_are_not_sent_at_first():
    content = {"schema": {"type": "object", "required": ["a"], "properties": {
        name: {"type": "string", "format": "binary"} for name in "ab"}}}  # fmt: skip
    fields = body({"multipart/form-data": content})["media"][0]["fields"]
    assert [field.get("sent", False) for field in fields] == [True, False]


def test_optional_parameters_without_example_are_not_sent_but_have_a_placeholder():
    schema = {"type": "integer", "minimum": 5, "maximum": 5}
    found = parameter({"name": "limit", "in": "query", "schema": schema})
    assert found["example"] == "5"
    assert "sent" not in found


def test_properties_of_an_object():
    schema = {
        "type": "object",
        "required": ["from"],
        "properties": {"from": {"type": "integer"}, "unit": {"enum": ["d", "m"]}},
    }
    found = parameter({"name": "range", "in": "query", "style": "deepObject", "schema": schema})
    assert found["properties"] == [
        {"name": "from", "type": "integer", "required": True},
        {"name": "unit", "type": "string", "enum": ["d", "m"]},
    ]


def test_enum_values_are_texts():
    found = parameter({"name": "q", "in": "query", "schema": {"enum": [1, True, None, "x", {}]}})
    assert found["enum"] == ["1", "true", "x"]
    many = {"type": "integer", "enum": list(range(500))}
    assert "enum" not in parameter({"name": "q", "in": "query", "schema": many})


def test_content_type_of_a_parameter():
    found = parameter(
        {"name": "f", "in": "query", "content": {"application/json": {"schema": {}, "example": {}}}}
    )
    assert found["contentType"] == "application/json"


def test_without_prefill_values_are_examples_only():
    settings = PlaygroundSettings(prefill=False)
    found = data(
        {
            "parameters": [
                {"name": "q", "in": "query", "schema": STRING, "example": "x"},
                {"name": "r", "in": "query", "required": True, "schema": STRING, "example": "y"},
            ],
            "requestBody": {"content": {"application/json": {"example": {"a": 1}}}},
        },
        method="post",
        settings=settings,
    )
    first, second = found["parameters"]
    assert (first["example"], first.get("sent")) == ('"x"', None)
    assert (second["example"], second["sent"]) == ('"y"', True)
    assert "value" not in first
    assert "text" not in found["body"]["media"][0]
    assert json.loads(found["body"]["media"][0]["example"]) == {"a": 1}


# -- bodies ------------------------------------------------------------------------------------


def test_a_json_body_is_the_text_of_the_sample():
    example = {"z": 9007199254740993, "a": 1.0, "é": "</script>"}
    operation = {"requestBody": {"content": {"application/json": {"example": example}}}}
    view, examples = read(operation, method="post")
    found = playground_data(view, examples)["body"]
    assert found["media"][0]["text"] == sample_request(view, examples).body
    assert found["media"][0]["kind"] == "json"
    assert found["sent"] == 0


def test_media_types_that_are_alike_stand_once():
    content = {"schema": {"type": "object", "properties": {"name": STRING}}}
    found = body({"application/json": content, "text/json": content, "text/plain": {}})
    first, second, third = found["media"]
    assert first["schema"]["properties"] == {"name": STRING}
    assert second == {"type": "text/json", "sends": "text/json", "kind": "json", "like": 0}
    assert third["kind"] == "text"


def test_a_body_that_the_sample_leaves_out():
    content = {"application/json": {"schema": {"type": "object"}}}
    found = body(content, required=False, fill=Fill.REQUIRED)
    assert "sent" not in found
    assert found["media"][0]["text"] == "{}"


@pytest.mark.parametrize(
    ("media_type", "schema", "kind"),
    [
        ("application/vnd.api+json", {}, "json"),
        ("application/octet-stream", {"type": "string", "format": "binary"}, "binary"),
        ("image/png", {}, "binary"),
        ("text/csv", STRING, "text"),
        ("application/xml", {"type": "object"}, "text"),
        ("application/x-ndjson", {"type": "object"}, "text"),
        ("application/x-www-form-urlencoded", {"type": "object"}, "form"),
        ("multipart/form-data", {"type": "object"}, "multipart"),
        ("*/*", {"type": "object", "properties": {"a": STRING}}, "json"),
    ],
)
def test_kinds_of_bodies(media_type, schema, kind):
    assert body({media_type: {"schema": schema}})["media"][0]["kind"] == kind


def test_a_range_of_types_is_sent_as_one():
    (media,) = body({"image/*": {}})["media"]
    assert (media["type"], media["sends"], media["filename"]) == (
        "image/*",
        "image/png",
        "file.png",
    )


def test_fields_of_a_form():
    schema = {
        "type": "object",
        "required": ["name"],
        "properties": {
            "name": STRING,
            "tags": {"type": "array", "items": {"type": "string", "enum": ["a", "b"]}},
            "meta": {"type": "object"},
            "kind": {"type": "string", "enum": ["x", "y"]},
            "id": {"type": "integer", "readOnly": True},
        },
    }
    encoding = {
        "tags": {"style": "pipeDelimited", "explode": False},
        "meta": {"contentType": "application/json"},
    }
    example = {"name": "N", "tags": ["a"], "meta": {"k": 1}}
    content = {"schema": schema, "encoding": encoding, "example": example}
    (media,) = body({"application/x-www-form-urlencoded": content})["media"]
    assert media["fields"] == [
        {"name": "name", "required": True, "type": "string", "hint": "string",
         "value": '"N"', "sent": True},
        {"name": "tags", "type": "array", "items": {"type": "string", "enum": ["a", "b"]},
         "hint": "string[]", "style": "pipeDelimited", "value": '["a"]', "sent": True},
        {"name": "meta", "type": "object", "hint": "object", "contentType": "application/json",
         "value": '{"k":1}', "sent": True},
        {"name": "kind", "type": "string", "enum": ["x", "y"], "hint": "string"},
    ]  # fmt: skip


def test_a_form_that_is_given_as_text_stays_text():
    (media,) = body({"application/x-www-form-urlencoded": {"example": "a=1&b=2"}})["media"]
    assert (media["kind"], media["text"]) == ("text", "a=1&b=2")


def test_files_of_a_multipart_body():
    schema = {
        "type": "object",
        "required": ["photo"],
        "properties": {
            "photo": {"type": "string", "format": "binary"},
            "pages": {"type": "array", "items": {"type": "string", "format": "binary"}},
            "note": STRING,
            "meta": {"type": "object", "properties": {"a": {"type": "integer"}}},
        },
    }
    content = {"schema": schema, "encoding": {"photo": {"contentType": "image/png, image/jpeg"}}}
    (media,) = body({"multipart/form-data": content})["media"]
    by_name = {field["name"]: field for field in media["fields"]}
    assert by_name["photo"] == {
        "name": "photo", "file": True, "required": True, "contentType": "image/png",
        "filename": "photo.png", "sent": True,
    }  # fmt: skip
    assert by_name["pages"]["multiple"] is True
    assert by_name["note"]["type"] == "string"
    assert "file" not in by_name["meta"]


def test_fields_stand_in_the_order_in_which_the_sample_sends_them():
    schema = {"type": "object", "properties": {"a": STRING, "b": STRING, "c": STRING}}
    form = "application/x-www-form-urlencoded"
    for example, order in (
        ({"b": "1"}, "abc"),
        ({"c": "1", "a": "2"}, "cab"),
        ({"x": "1"}, "xabc"),
    ):
        (media,) = body({form: {"schema": schema, "example": example}})["media"]
        assert "".join(field["name"] for field in media["fields"]) == order


# -- security ----------------------------------------------------------------------------------

SCHEMES = {
    "key": {"type": "apiKey", "in": "query", "name": "k"},
    "basic": {"type": "http", "scheme": "basic"},
    "jwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    "odd": {"type": "strange"},
    "oidc": {"type": "openIdConnect", "openIdConnectUrl": "https://id.x.org/.well-known/x"},
    "oauth": {
        "type": "oauth2",
        "flows": {
            "authorizationCode": {
                "authorizationUrl": "https://id.x.org/authorize",
                "tokenUrl": "https://id.x.org/token",
                "refreshUrl": "https://id.x.org/refresh",
                "scopes": {f"s{number}": f"Scope {number}" for number in range(100)},
            }
        },
    },
}
COMPONENTS = {"components": {"securitySchemes": SCHEMES}}


def test_alternatives_and_what_is_known_of_their_schemes():
    found = data({"security": [{"odd": []}, {"key": [], "jwt": []}, {}]}, root=COMPONENTS)
    assert found["security"] == [["odd"], ["key", "jwt"], []]
    assert found["alternative"] == 1  # like the sample: the first that is completely known
    assert found["schemes"] == {
        "odd": {"type": "strange"},
        "key": {"type": "apiKey", "in": "query", "name": "k"},
        "jwt": {"type": "http", "scheme": "bearer", "bearerFormat": "JWT"},
    }


def test_an_operation_that_needs_nothing_has_no_schemes():
    found = data({"security": []}, root={**COMPONENTS, "security": [{"key": []}]})
    assert not {"security", "schemes", "alternative"} & found.keys()


def test_only_the_scopes_that_the_operation_needs():
    (flow,) = data({"security": [{"oauth": ["s7", "s3"]}]}, root=COMPONENTS)["schemes"]["oauth"][
        "flows"
    ]
    assert flow == {
        "flow": "authorizationCode",
        "authorizationUrl": "https://id.x.org/authorize",
        "tokenUrl": "https://id.x.org/token",
        "refreshUrl": "https://id.x.org/refresh",
        "scopes": [["s3", "Scope 3"], ["s7", "Scope 7"]],
    }
    scheme = data({"security": [{"oauth": []}]}, root=COMPONENTS)["schemes"]["oauth"]
    assert len(scheme["flows"][0]["scopes"]) == 30
    assert "required" not in scheme


def test_a_server_that_is_typed_is_what_relative_addresses_are_relative_to():
    flows = {
        "authorizationCode": {"authorizationUrl": "/in", "tokenUrl": "https://id.x.org/token"},
        "password": {"tokenUrl": "token"},
    }
    root = {"components": {"securitySchemes": {"login": {"type": "oauth2", "flows": flows}}}}
    operation = {"security": [{"login": []}]}
    fixed = data(operation, root=root)
    assert "customServer" not in fixed
    assert fixed["schemes"]["login"]["flows"] == [
        {
            "flow": "authorizationCode",
            "authorizationUrl": "https://x.org/in",
            "tokenUrl": "https://id.x.org/token",
        },
        {"flow": "password", "tokenUrl": "https://x.org/v1/token"},
    ]
    settings = playground_settings({"api": {"playground": {"customServer": True}}})
    found = data(operation, root=root, settings=settings)
    assert found["customServer"] is True
    relative = [flow["relative"] for flow in found["schemes"]["login"]["flows"]]
    assert relative == [{"authorizationUrl": "/in"}, {"tokenUrl": "token"}]


@pytest.mark.parametrize("url", ["//[x", "http://[::1", "token\n"])
def test_an_address_that_is_none_stays_as_it_is(url):
    flows = {"password": {"tokenUrl": url}}
    root = {"components": {"securitySchemes": {"login": {"type": "oauth2", "flows": flows}}}}
    (flow,) = data({"security": [{"login": []}]}, root=root)["schemes"]["login"]["flows"]
    assert flow["tokenUrl"].strip().endswith(url.strip())


@pytest.mark.parametrize(
    ("method", "schemes"),
    [
        ("none", None),
        ("bearer", {"bearer": {"type": "http", "scheme": "bearer"}}),
        ("basic", {"basic": {"type": "http", "scheme": "basic"}}),
        ("key", {"key": {"type": "apiKey", "in": "header", "name": "X-Token"}}),
        ("cookie", {"cookie": {"type": "apiKey", "in": "cookie", "name": "X-Token"}}),
        ("cobo", {"key": {"type": "apiKey", "in": "query", "name": "k"}}),
        (["none"], {"key": {"type": "apiKey", "in": "query", "name": "k"}}),
    ],
)
def test_a_page_says_how_to_authorize(method, schemes):
    view, examples = read({"security": [{"key": []}]}, root=COMPONENTS)
    settings = {"api": {"mdx": {"auth": {"name": "X-Token"}}}}
    view = with_auth_method(view, {"authMethod": method}, settings)
    assert playground_data(view, examples).get("schemes") == schemes


# -- links -------------------------------------------------------------------------------------


def test_links_lead_to_operations_that_have_a_page():
    link = {"operationRef": "#/paths/~1items/get", "parameters": {"id": "$response.body#/id"}}
    operation = {
        "responses": {
            "201": {"description": "", "links": {"again": link, "lost": {"operationId": "no"}}}
        }
    }
    assert data(operation, href=lambda key: f"../{key.method}.html")["links"] == [
        {
            "name": "again",
            "status": "201",
            "operation": "a.yaml GET /items",
            "href": "../GET.html",
            "parameters": [["id", "$response.body#/id"]],
        }
    ]
    assert "links" not in data(operation, href=lambda key: None)
