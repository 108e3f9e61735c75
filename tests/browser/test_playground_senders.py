"""Requests that the browser writes are the same as in the static samples."""

from __future__ import annotations

import itertools
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from playwright.sync_api import Browser, Page
from sample_cases import all_cases
from sample_requests import sample_request
from sample_runner import ORIGIN, differences, echo_server
from sender_cases import SAMPLE_VALUES, WRITE_ALL, as_json, documents, odd_requests
from translator.write import HTML, TRANSLATED

from sphinx_navapi.html.playground_scripts import SAMPLE_PARTS, STATIC, playground_bundle
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.relay.manifest import Manifest
from sphinx_navapi.relay.message import parse_message
from sphinx_navapi.relay.outgoing import operation_request
from sphinx_navapi.request import encoding, styles
from sphinx_navapi.request.playground import playground_data
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.relay_manifest import relay_manifest, relayed_operation
from sphinx_navapi.request.request import HttpRequest, Part
from sphinx_navapi.request.sample_request import PLACEHOLDER_BASE, Fill
from sphinx_navapi.request.snippets import CLIENTS, VARIANTS, Client
from sphinx_navapi.request.snippets.wire import basic_base64, sent_headers
from sphinx_navapi.request.styles import is_relayed_field


@pytest.fixture(scope="module")
def senders(browser: Browser) -> Iterator[Page]:
    """A page in which the scripts that write requests have been loaded."""
    page = browser.new_page()
    page.add_script_tag(content=playground_bundle())
    yield page
    page.close()


@pytest.fixture(scope="module", params=["short", "readable"])
def writers(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Page]:
    """A page with the translated code: minified as pages load it, and readable."""
    page = browser.new_page()
    if request.param == "short":
        page.add_script_tag(content=playground_bundle())
        page.add_script_tag(content=playground_bundle(SAMPLE_PARTS))
    else:
        names = [f"translated/{path.rpartition('/')[2]}.js" for path in TRANSLATED]
        parts = ["words.js", "encoding.js", *names, "request.js"]
        for part in parts:
            folder = HTML if part in names else STATIC / "playground"
            page.add_script_tag(content=(folder / part).read_text("utf-8"))
    yield page
    page.close()


TEXTS = [
    "",
    "blue",
    "a&b=c #é",
    "a+b c",
    "100% %2F %zz",
    "-._~!$&'()*+,;=:@/?#[]",
    "😀日本\u0301",
    "\ud800x\udfff",
    "\x00\r\n\t\x7f",
    '"\\\u2028',
    "{[",
    " x ",
    "\u00a0\ufeff\u0085 ",
    "__proto__",
]
VALUES: list[Any] = [
    None,
    True,
    0,
    -1.5,
    1e22,
    9007199254740993,
    123456789012345678901234567890,
    *TEXTS,
    [],
    {},
    [None],
    {"a": None},
    ["a,b", "c|d", "e f", ""],
    [1, None, True, "é"],
    [[1, ["x"]], {"b": {}}],
    {"R": 100, "G": 200, "b c": "d&e"},
    {"10": 1, "2": 2, "__proto__": "x", "constructor": [1]},
    {
        "a": {"b": 1.5, "c": {"d": "e f", "__proto__": 9007199254740993}},
        "f": ["x", {"y": True}],
        "g": [],
    },
    TEXTS,
]
SETTINGS = PlaygroundSettings(sends_optional=True)
NAMES = ["color", "a[b] c", "é&=", "__proto__"]
TYPES = [
    "application/json",
    "text/plain",
    " Application/X+JSON ; a=b",
    "application/x-www-form-urlencoded",
    "",
]
SWITCHES = [(False, False), (False, True), (True, False), (True, True)]


def style_cases() -> Iterator[tuple[str, list[Any], str]]:
    """A function, its arguments and the result in Python."""
    for name, value in itertools.product(NAMES, VALUES):
        for explode, reserved in SWITCHES:
            how = {"explode": explode, "allow_reserved": reserved}
            given = {"explode": explode, "allowReserved": reserved}
            for style in ("simple", "label", "matrix", "unknown"):
                text = styles.write_path(name, value, style=style, **how)
                yield "writePath", [name, value, {"style": style, **given}], text
            for style in ("form", "spaceDelimited", "pipeDelimited", "deepObject", "unknown"):
                text = styles.write_query(name, value, style=style, **how)
                yield "writeQuery", [name, value, {"style": style, **given}], text
        for explode, style in itertools.product([False, True], ["form", "cookie"]):
            pairs = styles.write_cookies(name, value, style=style, explode=explode)
            given = {"style": style, "explode": explode}
            yield "writeCookies", [name, value, given], [list(pair) for pair in pairs]
    for value in VALUES:
        for explode in (False, True):
            yield (
                "writeHeader",
                [value, {"explode": explode}],
                styles.write_header(value, explode=explode),
            )
        for kind in TYPES:
            yield (
                "writeContent",
                [value, kind, {"asciiOnly": True}],
                styles.write_content(value, kind, ascii_only=True),
            )
            yield "writeContent", [value, kind], styles.write_content(value, kind)
            yield "writeQuerystring", [value, kind], styles.write_querystring(value, kind)
        yield "jsonText", [value], encoding.json_text(value)
        yield "jsonText", [value, {"indent": 2}], encoding.json_text(value, indent=2)
    for text in TEXTS:
        yield "wellFormed", [text], encoding.well_formed(text)
        yield "headerSafe", [text], styles.header_safe(text)


SERVERS = [
    "https://api.example.org/v1/",
    "https://{region}.example.org:443//a",
    "HTTPS://API.Example.ORG:443/V1",
    "http://x.org:80",
    "/v1",
    "v1",
    "./v1",
    "../v1",
    "/",
    "",
    "//x.org/v1",
    "https://user:pw@x.org/",
    "https://x.org/a?b=c#d",
    "https://x.org?b=c",
    "https://x.org/a b/{c}/%7e%2f%zz",
    "https://bücher.example/",
    "https://STRASSE.straße.example/ü",
    "http://[::1]:8080/",
    "  https://x.org \n",
    "{scheme}://{host}",
    "mailto:x",
    "https://日本語。example",
    "https://日本:80/",
    "https://日本..example:8080/",
    "https://日本.:ü/",
    "https://x_y.example:8080/{region}",
]
VARIABLES = {"region": "eu", "host": "X.example:80", "scheme": "http"}
PATHS = [
    "/users/{id}",
    "/a/{x}.{y}",
    "/files/content#create",
    "/a/{b#c}/d#e",
    "/a b/ü",
    "/a%2fb/%41%7e/100%",
    "/x?action=a'b",
    "/{id}/{id}",
    "{",
    "/}{x}{",
    "/$a/@b/(c)|d",
]

ASK_ALL = """(cases) => cases.map(([name, args]) => {
  const playground = globalThis.navapiPlayground;
  const result = playground[name](...args.map(([kind, text]) =>
    kind === "value" ? playground.parseJson(text) : JSON.parse(text)));
  // Lone surrogates survive as JSON alone.
  return JSON.stringify(result);
})"""


def arguments(values: list[Any]) -> list[list[str]]:
    """Values as JSON text, settings of a style as plain objects."""
    return [
        [
            "plain"
            if isinstance(value, dict) and {"explode", "style", "asciiOnly", "indent"} & set(value)
            else "value",
            json.dumps(value),
        ]
        for value in values
    ]


def test_values_in_every_style(writers: Page) -> None:
    cases = list(style_cases())
    assert len(cases) > 5_000
    found = writers.evaluate(ASK_ALL, [[name, arguments(values)] for name, values, _ in cases])
    wrong = [
        (name, values, text, json.loads(got))
        for (name, values, text), got in zip(cases, found, strict=True)
        if json.loads(got) != text
    ]
    assert wrong[:5] == []


def test_addresses(writers: Page) -> None:
    found = writers.evaluate(
        """([servers, variables, paths]) => {
          const { expandServer, expandPath, pathNames, joinUrl } = globalThis.navapiPlayground;
          const written = new Map([["id", "7"], ["x", "a%2F"], ["b#c", "1"]]);
          return [
            servers.map((server) => expandServer(server, new Map(Object.entries(variables)))),
            paths.map((path) => expandPath(path, written)),
            paths.map((path) => pathNames(path)),
            [
              joinUrl("s", "/a", ["", "b", "c"]), joinUrl("s", "/a?z", ["b"]),
              joinUrl("s", "/a", [""]),
            ],
          ];
        }""",
        [SERVERS, VARIABLES, PATHS],
    )
    written = {"id": "7", "x": "a%2F", "b#c": "1"}
    assert found == [
        [styles.expand_server(server, VARIABLES) for server in SERVERS],
        [styles.expand_path(path, written) for path in PATHS],
        [list(styles.path_names(path)) for path in PATHS],
        ["s/a?b&c", "s/a?z&b", "s/a"],
    ]


@pytest.mark.parametrize("text", ["", "{", "[1,]", "{'a':1}", "01", "[1 2]", '"\n"', "nul"])
def test_what_is_not_json_is_refused(senders: Page, text: str) -> None:
    said = senders.evaluate(
        """(text) => {
          try { globalThis.navapiPlayground.parseJson(text); } catch (error) { return error.name; }
        }""",
        text,
    )
    assert said == "SyntaxError"


def test_json_text_keeps_every_character(senders: Page) -> None:
    text = (
        '{"b":1.10,"10":1E400,"a":-0,"__proto__":{"x":[9007199254740993,true,null,"\\u00e9"]},'
        '"b2":[],"c":{}}'
    )
    ask = (
        "(text) => { const p = globalThis.navapiPlayground; return p.jsonText(p.parseJson(text)); }"
    )
    assert senders.evaluate(ask, text) == text.replace("\\u00e9", "é")


def test_a_form_starts_as_the_static_sample(senders: Page, tmp_path: Path) -> None:
    all_data, requests = [], []
    for loaded in documents(tmp_path):
        examples = ExampleMaker(SchemaRegistry(loaded))
        for operation in loaded.operations:
            view = read_operation(loaded, operation)
            for fill in (Fill.GIVEN, Fill.ALL, Fill.REQUIRED):
                all_data.append(playground_data(view, examples, fill=fill, settings=SETTINGS))
                requests.append(as_json(sample_request(view, examples, fill=fill)))
    assert len(requests) > 150
    found = senders.evaluate(WRITE_ALL, all_data)
    wrong = [
        (request, json.loads(got))
        for request, got in zip(requests, found, strict=True)
        if json.loads(got) != request
    ]
    assert wrong[:2] == []


RENDER_ALL = """([id, requests]) => requests.map((request) =>
  globalThis.navapiPlayground.samples[id](request))"""


@pytest.mark.parametrize("client", first(6, [*VARIANTS, *CLIENTS]), ids=lambda client: client.id)
def test_samples_are_those_of_the_page(writers: Page, tmp_path: Path, client: Client) -> None:
    requests = [*all_cases().values(), *odd_requests()]
    for loaded in documents(tmp_path):
        examples = ExampleMaker(SchemaRegistry(loaded))
        requests += [
            sample_request(read_operation(loaded, operation), examples, fill=Fill.ALL)
            for operation in loaded.operations
        ]
    assert len(requests) > 250
    found = writers.evaluate(RENDER_ALL, [client.id, [as_json(request) for request in requests]])
    wrong = [
        (request, client.render(request), text)
        for request, text in zip(requests, found, strict=True)
        if text != client.render(request)
    ]
    assert wrong[:1] == []


def fields_of(request: HttpRequest) -> list[tuple[bytes, bytes]]:
    fields = [(name.encode(), value.encode()) for name, value in sent_headers(request)]
    if request.basic:
        fields.append((b"Authorization", f"Basic {basic_base64(request.basic)}".encode()))
    return fields


SEND_ALL = """async (requests) => {
  const { fetchArguments } = globalThis.navapiPlayground;
  const codes = [];
  for (const request of requests) {
    for (const part of request.parts) {
      if (part.filename !== null) part.file = new File([part.text], part.filename);
    }
    if (request.file !== null) {
      const bytes = [...Array(256).keys(), 13, 10, 10, 13];
      request.content = new File([new Uint8Array(bytes)], "x", { type: "text/html" });
    }
    const made = fetchArguments(request);
    codes.push(made.code ?? "");
    // A preflight needs a server that answers it: a page of the server's own needs none.
    if (!made.code) await fetch(made.url, { ...made.init, cache: "no-store", credentials: "omit" });
  }
  return codes;
}"""


def test_fetch_sends_exactly_the_request_or_says_why_not(browser: Browser) -> None:
    cases = all_cases()
    with echo_server() as server:
        page = browser.new_page()
        page.goto(f"{server.origin}/")
        page.add_script_tag(content=playground_bundle())
        sent = {
            name: replace(request, url=request.url.replace(ORIGIN, f"{server.origin}/c{number}", 1))
            for number, (name, request) in enumerate(cases.items())
        }
        codes = page.evaluate(SEND_ALL, [as_json(request) for request in sent.values()])
        page.close()
        wrong = {}
        for number, (name, code) in enumerate(zip(cases, codes, strict=True)):
            request = cases[name]
            has_body = bool(request.body is not None or request.parts or request.file)
            if request.method == "TRACE":
                expected = "method"
            elif has_body and request.method in ("GET", "HEAD"):
                expected = "body"
            elif "/../" in request.url:
                expected = "dots"
            else:
                expected = "cookies" if request.cookies else ""
            assert (name, code) == (name, expected)
            arrived = server.received.get(number, [])
            found = ["sent"] if code and arrived else []
            if not code:
                found = differences(request, arrived)
            if found:
                wrong[name] = found
    assert not wrong


@pytest.mark.parametrize(
    ("change", "code"),
    [
        ({"headers": (("Origin", "x"),)}, "header"),
        ({"headers": (("Sec-Fetch-Site", "x"),)}, "header"),
        ({"headers": (("User-Agent", "x"),)}, "header"),
        ({"headers": (("Accept-Encoding", "br"),)}, "header"),
        ({"headers": (("X-HTTP-Method-Override", "TRACE"),)}, "header"),
        ({"headers": (("Host", "x"),)}, "header"),
        ({"url": "https://%7Bregion%7D.example.com/"}, "url"),
        ({"url": "ftp://example.com/"}, "url"),
        ({"url": "https://0x7f.1/"}, "url"),
        ({"url": "https://example.com/a/%2e%2E"}, "dots"),
        ({"file": "a.bin", "method": "PUT"}, "file"),
        ({"parts": (Part(name="a", text="", filename="a"),), "method": "PUT"}, "file"),
        ({"method": "CONNECT"}, "method"),
        ({"url": "https://example.com"}, None),
        ({"url": "https://example.com?a='b"}, "url"),
        ({"url": "https://example.com?a=%27b/../c"}, None),
        ({"url": "http://xn--bcher-kva.example:8080/a:b@c/;,=$&+!*()"}, None),
        ({"headers": (("Authorization", "Bearer ü"), ("x-a", "1"), ("X-A", "2"))}, None),
    ],
)
def test_what_fetch_cannot_send(senders: Page, change: dict[str, Any], code: str | None) -> None:
    request = HttpRequest(**{"method": "GET", "url": "https://example.com/", **change})
    made = senders.evaluate(
        """(request) => {
          const { code, problem, url } = globalThis.navapiPlayground.fetchArguments(request);
          return { code: code ?? null, problem, url };
        }""",
        as_json(request),
    )
    assert made["code"] == code
    assert bool(made.get("problem")) == (code is not None)
    assert made.get("url") == (request.url if code is None else None)


RELAY_ALL = f"""(all) => Promise.all(all.map(async (data) => {{
  const values = ({SAMPLE_VALUES})(data);
  // What the reader chooses: the same files as the sample names.
  if (values.body?.file) values.body.file = new File(["\\xff é"], values.body.file.name);
  for (const field of values.body?.fields ?? []) {{
    if (field.filename) field.file = new File([new Uint8Array([0, 255])], field.filename);
  }}
  return await globalThis.navapiPlayground.relayRequest(data, values);
}}))"""


def test_the_relay_sends_what_the_sample_shows(senders: Page, tmp_path: Path) -> None:
    """The message, read by the relay, results in the request of the sample."""
    all_data, requests, manifests = [], [], []
    for loaded in documents(tmp_path):
        examples = ExampleMaker(SchemaRegistry(loaded))
        views = [read_operation(loaded, operation) for operation in loaded.operations]
        manifest = Manifest(relay_manifest(map(relayed_operation, views)))
        for view in views:
            if view.incoming or view.http_method == "TRACE":
                continue
            all_data.append(playground_data(view, examples, fill=Fill.ALL, settings=SETTINGS))
            requests.append(sample_request(view, examples, fill=Fill.ALL))
            manifests.append(manifest)
    messages = senders.evaluate(RELAY_ALL, all_data)
    for message, request, manifest in zip(messages, requests, manifests, strict=True):
        read = parse_message(message.encode(), 64, 5000)
        made = operation_request(read, manifest, PLACEHOLDER_BASE, 32 << 10)
        assert f"{made.target.origin}{made.target.path}" == with_slash(request.url)
        content_type = {name.lower(): value for name, value in made.fields}.get(b"content-type")
        own = {b"accept-encoding", b"user-agent", b"connection"}
        if request.parts:
            own.add(b"content-type")
            assert content_type is not None
            assert content_type.startswith(b"multipart/form-data; boundary=")
        arrived = {n.lower(): v for n, v in made.fields if n.lower() not in own}
        meant = {
            name.lower(): value
            for name, value in fields_of(request)
            if name.lower() not in own
            if is_relayed_field(name.decode()) or (name == b"Cookie" and request.cookies)
        }
        if b"via" in arrived:
            arrived[b"via"] = arrived[b"via"].removesuffix(b", 1.1 sphinx-navapi-relay")
        assert arrived == {b"accept": b"*/*", **meant}
        if request.file is None and not request.parts:
            assert made.content == (None if request.body is None else request.body.encode())


def with_slash(url: str) -> str:
    """*url* as in a request: its path has at least a slash."""
    scheme, _, rest = url.partition("://")
    at = min((rest.index(mark) for mark in "/?" if mark in rest), default=len(rest))
    path = rest[at:] if rest[at:].startswith("/") else f"/{rest[at:]}"
    return f"{scheme}://{rest[:at]}{path}"
