"""Parts of the playground's script that need no page: run by Node, from data to values."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from full_run import FULL
from jsonschema import Draft202012Validator
from random_schemas import SchemaSource, as_version_3_0, has_siblings, values
from view_documents import at, make_registry

from sphinx_navapi.request.playground_schema import hint_schema

PARTS = Path(__file__).parents[2] / "sphinx_navapi" / "html" / "static" / "playground"
NODE = shutil.which("node")
SEEDS = range(60)
pytestmark = pytest.mark.skipif(NODE is None, reason="no node")


def run(code: str, given: Any) -> Any:
    """The JSON value of the expression *code*, in which *given* is available as ``given``."""
    names = (
        "words",
        "encoding",
        "translated.min",
        "dom",
        "validate",
        "send",
        "servers",
        "provider",
        "tokens",
    )
    script = "".join((PARTS / f"{name}.js").read_text("utf-8") + "\n" for name in names)
    script += f"const given = {json.dumps(given)};\nconsole.log(JSON.stringify({code}));"
    assert NODE is not None
    done = subprocess.run([NODE, "-"], input=script, capture_output=True, text=True, check=True)
    return json.loads(done.stdout)


SERVERS = {
    "https://api.example.org": "https://api.example.org",
    " http://localhost:8000/v1/ ": "http://localhost:8000/v1",
    "HTTP://API.Example.ORG:80//": "http://api.example.org",
    "http://[::1]:8000": "http://[::1]:8000",
    "https://münchen.example/ä": "https://xn--mnchen-3ya.example/%C3%A4",
    "": "",
    "api.example.org": "",
    "localhost:8000": "",
    "/v1": "",
    "//api.example.org": "",
    "ftp://api.example.org": "",
    "javascript:alert(1)": "",
    "https://": "",
    "https:///v1": "",
    "https://api.example.org:99999": "",
    "https://user:secret@api.example.org": "",
    "https://api.example.org/?key=1": "",
    "https://api.example.org/#top": "",
    "https://{region}.example.org": "",
    "https://api .example.org": "",
    "https://api.example.org\\@evil.example": "",
    "https://api.example.org\nhttps://x.example": "",
}


def test_what_is_a_server() -> None:
    found = run("given.map(navapiPlayground.serverUrl)", list(SERVERS))
    assert dict(zip(SERVERS, found, strict=True)) == SERVERS


#: Status and body of a token endpoint's response, and the message.
REFUSALS = [
    # RFC 6749, 5.2
    (400, {"error": "invalid_grant"},
     "The username, the password or the code is wrong or no longer valid. (400 invalid_grant)"),
    (401, {"error": "invalid_client", "error_description": "Who?"},
     "The client ID or the client secret is wrong or missing. (401 invalid_client: Who?)"),
    (400, {"error": "slow_down", "error_description": "Later."},
     "slow_down: Later. (400 Bad Request)"),
    # FastAPI and Django REST framework
    (400, {"detail": "Incorrect username or password"},
     "Incorrect username or password (400 Bad Request)"),
    (422, {"detail": [{"loc": ["body", "username"], "msg": "Field required", "type": "missing"},
                      {"loc": ["body", "password"], "msg": "Field required", "type": "missing"}]},
     "username: Field required; password: Field required (422 Unprocessable Content)"),
    (403, {"message": "Locked"}, "Locked (403 Forbidden)"),
    (400, {"error": {"message": "Nested"}}, "Nested (400 Bad Request)"),
    # not an error
    (200, {"token": "x"}, "The response has no access_token. (200 OK)"),
    (404, "<h1>Not found</h1>", "404 Not Found"),
    (500, "null", "500 Internal Server Error"),
    (599, "", "599"),
    (400, {"detail": {"a": 1}, "error": 7}, "400 Bad Request"),
    (400, {"detail": [None, 1]}, "400 Bad Request"),
    (400, {"message": "x" * 2000}, "x" * 300 + " (400 Bad Request)"),
]  # fmt: skip


def test_refusals_of_a_token_are_words() -> None:
    given = [
        [status, body if isinstance(body, str) else json.dumps(body)]
        for status, body, _ in REFUSALS
    ]
    found = run("given.map(([status, text]) => navapiPlayground.refusal(status, text))", given)
    assert found == [words for *_, words in REFUSALS]


CARD = {"type": "object", "required": ["number"], "properties": {"number": {"type": "string"}}}
BANK = {"type": "object", "required": ["iban"], "properties": {"iban": {"type": "string"}}}
BY_KIND = {
    "anyOf": [{"$ref": "#/$defs/Card"}, {"$ref": "#/$defs/Bank"}],
    "discriminator": {"propertyName": "kind", "mapping": {"card": "#/$defs/Card"}},
    "$defs": {"Card": CARD, "Bank": BANK},
}
KINDS = {
    "anyOf": [
        {"type": "object", "required": ["kind", "number"],
         "properties": {"kind": {"const": "card"}}},
        {"type": "object", "required": ["kind", "iban", "bic"],
         "properties": {"kind": {"const": "bank"}}},
    ]
}  # fmt: skip
TREE = {
    "$ref": "#/$defs/Node",
    "$defs": {"Node": {
        "type": "object",
        "properties": {"name": {"type": "string"},
                       "below": {"type": "array", "items": {"$ref": "#/$defs/Node"}}},
        "additionalProperties": False,
    }},
}  # fmt: skip
ITEMS = {"properties": {"items": {"items": {"properties": {"price": {"minimum": 0}}}}}}

#: Schema, JSON text, and the message.
MISFITS = [
    ({"required": ["condition"]}, "{}", ["`condition` is missing"]),
    (
        ITEMS,
        '{"items": [{}, {"price": 0}, {"price": -0.5}]}',
        ["`items[2].price` must be at least 0"],
    ),
    ({"type": "object"}, "[]", ["Body must be of type object"]),
    ({"type": ["string", "null"]}, "1", ["Body must be of type string, null"]),
    ({"type": "integer"}, "1.0", []),
    ({"type": "number"}, "9007199254740993", []),
    ({"maximum": 1}, "1.5", ["Body must be at most 1"]),
    ({"exclusiveMinimum": 0, "exclusiveMaximum": 2}, "0", ["Body must be greater than 0"]),
    ({"exclusiveMinimum": 0, "exclusiveMaximum": 2}, "2", ["Body must be less than 2"]),
    ({"multipleOf": 0.1}, "0.3", []),
    ({"multipleOf": 0.01}, "19.999", ["Body must be a multiple of 0.01"]),
    ({"minLength": 2, "maxLength": 3}, '"😀"', ["Body is shorter than 2"]),
    ({"maxLength": 3}, '"abcd"', ["Body is longer than 3"]),
    ({"pattern": "^a+$"}, '"ab"', ["Body must match `^a+$`"]),
    ({"pattern": "("}, '"ab"', []),
    ({"enum": ["a", 1, None]}, '"b"', ["Body must be one of `a`, `1`, `null`"]),
    ({"enum": ["a", 1, None]}, "null", []),
    ({"const": {"a": 1}}, '{"a":2}', ['Body must be one of `{"a":1}`']),
    ({"minItems": 1}, "[]", ["Body must have at least 1 entries"]),
    ({"maxProperties": 1}, '{"a":1,"b":2}', ["Body must have at most 1 entries"]),
    ({"uniqueItems": True}, '[{"a":1},{"a":1}]', ["Body has duplicate items"]),
    (
        {"properties": {"a": {}}, "additionalProperties": False},
        '{"a":1,"odd key":2}',
        ['`["odd key"]` is unknown'],
    ),
    (
        {"patternProperties": {"^x-": {"type": "string"}}, "additionalProperties": False},
        '{"x-a":1}',
        ["`x-a` must be of type string"],
    ),
    (
        {"allOf": [{"required": ["a"]}, {"required": ["b"]}]},
        "{}",
        ["`a` is missing", "`b` is missing"],
    ),
    # Alternatives: the missing key has its name
    ({"anyOf": [CARD, BANK]}, "{}", ["One of `number`, `iban` is missing"]),
    ({"anyOf": [CARD, {"type": "null"}]}, "{}", ["`number` is missing"]),
    (
        {"anyOf": [{"type": "string"}, {"type": "null"}]},
        "{}",
        ["Body matches none of the variants"],
    ),
    (
        {"properties": {"pay": {"anyOf": [CARD, BANK]}}},
        '{"pay":{}}',
        ["One of `pay.number`, `pay.iban` is missing"],
    ),
    (BY_KIND, "{}", ["`kind` is missing"]),
    (BY_KIND, '{"kind":"card"}', ["`number` is missing"]),
    (BY_KIND, '{"kind":"Bank"}', ["`iban` is missing"]),
    (KINDS, '{"kind":"bank","bic":"x"}', ["`iban` is missing"]),
    (KINDS, '{"kind":"bank","iban":"x","bic":"y"}', []),
    # To full depth, and no deeper
    (TREE, '{"below":[{"below":[{"nam":1}]}]}', ["`below[0].below[0].nam` is unknown"]),
    (TREE, '{"below":[{"name":1}]}', ["`below[0].name` must be of type string"]),
    ({"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [{"$ref": "#/$defs/A"}]}}}, "1", []),
]

#: Values that match a format, and values that do not.
FORMATS: dict[str, tuple[list[str], list[str]]] = {
    "date": (["2024-02-29"], ["2023-02-29", "2024-13-01", "24-01-01", "2024-01-01T00:00:00Z"]),
    "date-time": (["2024-02-29T23:59:60Z", "2024-01-01t00:00:00.5+02:00"],
                  ["2024-01-01", "2024-01-01T00:00:00", "2024-01-01T25:00:00Z"]),
    "time": (["10:00:00Z"], ["10:00", "24:00:00Z"]),
    "duration": (["P1Y", "PT0.5S", "P2W"], ["P", "PT", "1Y"]),
    "email": (["a@b.example", "ä@b"], ["a", "a b@c", "@"]),
    "uuid": (["123E4567-e89b-12d3-a456-426614174000"], ["123e4567", ""]),
    "uri": (["https://a.example/ä", "urn:x"], ["/a", "a b:c"]),
    "uri-reference": (["/a", ""], ["a b"]),
    "hostname": (["a-1.example"], ["-a.example", "a..b", "a_b"]),
    "ipv4": (["127.0.0.1"], ["256.0.0.1", "1.2.3"]),
    "ipv6": (["::1", "2001:db8::ff00:42:8329"], ["1.2.3.4", "g::", ":::"]),
    "byte": (["YQ=="], ["a b"]),
    "currency": (["anything"], []),
    "toString": (["anything"], []),
}  # fmt: skip


def said_of(given: list[Any]) -> list[list[str]]:
    code = """given.map(([schema, text]) => {
      const { validate, parseJson } = navapiPlayground;
      return validate(schema, parseJson(text)).map((problem) => problem.text);
    })"""
    found: list[list[str]] = run(code, given)
    return found


def test_what_does_not_fit_is_said_in_words() -> None:
    found = said_of([[schema, text] for schema, text, _ in MISFITS])
    assert found == [words for *_, words in MISFITS]


def test_formats() -> None:
    cases = [
        (name, text, fits)
        for name, (good, bad) in FORMATS.items()
        for fits, texts in ((True, good), (False, bad))
        for text in texts
    ]
    found = said_of([[{"format": name}, json.dumps(text)] for name, text, _ in cases])
    assert found == [[] if fits else [f"Body is not a valid {name}"] for name, _, fits in cases]


def test_a_parameter_has_its_name() -> None:
    code = "navapiPlayground.validate(given, ['x'], 'tags')"
    assert run(code, {"items": {"enum": ["a"]}}) == [
        {"at": "[0]", "text": "`tags[0]` must be one of `a`"}
    ]


def test_alternatives_in_alternatives_have_an_end() -> None:
    """Each level doubles the comparisons; a value with 40 levels is read once for each."""
    both = {"type": "object", "properties": {"a": {"$ref": "#/$defs/A"}}, "required": ["x"]}
    root = {"$ref": "#/$defs/A", "$defs": {"A": {"anyOf": [both, {**both, "required": ["y"]}]}}}
    assert said_of([[root, '{"a":' * 25 + "1" + "}" * 25]])[0]


def lenient(schema: Any) -> Any:
    """*schema* as a form reads it: several alternatives may match, and ``not`` is not checked."""
    if isinstance(schema, list):
        return [lenient(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    names = {"oneOf": "anyOf"}
    return {names.get(key, key): lenient(each) for key, each in schema.items() if key != "not"}


def verdicts(seed: int, version: tuple[int, int]) -> tuple[list[Any], list[bool]]:
    """Forms of random schemas with values, and what an independent validator says of these."""
    source = SchemaSource(seed)
    components = source.document()
    if version == (3, 0) and has_siblings(components):
        return [], []
    written = as_version_3_0(components) if version == (3, 0) else components
    reader = make_registry(written, version).reader
    pool = values(source.random)
    forms, expected = [], []
    for name in components:
        root = {"components": {"schemas": lenient(components)}, "$ref": f"#{at(name)}"}
        form = hint_schema(reader, at(name))
        Draft202012Validator.check_schema(form)
        forms += [[form, json.dumps(value)] for value in pool]
        expected += [*map(Draft202012Validator(root).is_valid, pool)]
    return forms, expected


@pytest.mark.parametrize("version", [pytest.param((3, 0), marks=FULL), (3, 1)])
def test_forms_refuse_what_a_validator_refuses(version: tuple[int, int]) -> None:
    found = [verdicts(seed, version) for seed in SEEDS]
    given = [each for forms, _ in found for each in forms]
    expected = [each for _, known in found for each in known]
    wrong = [
        (text, json.dumps(form), said, fits)
        for (form, text), said, fits in zip(given, said_of(given), expected, strict=True)
        if fits is bool(said)
    ]
    assert len(given) > 10_000
    assert wrong[:3] == []
