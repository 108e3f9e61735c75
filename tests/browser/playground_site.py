"""A small site with the operations of `api_server`, and helpers for tests of its forms."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from api_server import CLIENT, TOKEN, ApiServer, run_api
from app_server import run_app
from patience import PATIENCE
from playwright.sync_api import FilePayload, Locator, Page, expect
from security_schemes import CREDENTIALS
from site_builds import build_site
from waiting import wait_until

from sphinx_navapi.content.html.samples import colored
from sphinx_navapi.request.code_grammars import PROGRAM, SHELL
from sphinx_navapi.server.command import ServeOptions, make_app


def operation(summary: str, **more: Any) -> dict[str, Any]:
    """An Operation Object."""
    return {"summary": summary, "responses": {"200": {"description": "Well."}}, **more}


def parameter(name: str, place: str = "query", **more: Any) -> dict[str, Any]:
    """A Parameter Object, a string unless *more* sets another schema."""
    required = {"required": True} if place == "path" else {}
    return {"name": name, "in": place, "schema": {"type": "string"}, **required, **more}


def json_body(schema: dict[str, Any], example: Any = None) -> dict[str, Any]:
    """A required Request Body Object."""
    media = {"schema": schema} | ({} if example is None else {"example": example})
    return {"required": True, "content": {"application/json": media}}


PHOTOS: list[FilePayload] = [
    {"name": "é.png", "mimeType": "image/png", "buffer": b"\x89PNG\0\xff"},
    {"name": "b.txt", "mimeType": "text/plain", "buffer": b"plain"},
]

#: A file with every byte, of an unspecific type.
BYTES: FilePayload = {
    "name": "some.bin",
    "mimeType": "application/x-some",
    "buffer": bytes(range(256)),
}

#: Declared header fields: those that the relay and a browser send, or one of them, or neither.
FIELDS = (
    "X-Ok", "Date", "DNT", "User-Agent", "Via", "Content-Encoding", "Origin", "Referer",
    "X-Forwarded-For", "X-Forwarded-Host", "X-Real-IP", "Forwarded", "Accept-Encoding", "Cookie",
    "Sec-Custom", "Proxy-Token", "Expect", "Host", "Keep-Alive",
)  # fmt: skip

USER = {
    "type": "object",
    "required": ["name"],
    "additionalProperties": False,
    "properties": {
        "name": {"type": "string", "maxLength": 5},
        "big": {"type": "integer"},
        "role": {"enum": ["admin", "guest"]},
    },
}
STRINGS = {"type": "array", "items": {"type": "string"}}


def document(api: str, blocked: str) -> dict[str, Any]:
    """An OpenAPI document of the API at *api*; *blocked* is a server without CORS."""
    flows = {
        "authorizationCode": {
            "authorizationUrl": f"{api}/oauth/authorize",
            "tokenUrl": f"{api}/oauth/token",
            "scopes": {"read": "To read", "write": "To write"},
        },
        "clientCredentials": {"tokenUrl": f"{api}/oauth/token", "scopes": {"read": "To read"}},
        "implicit": {"authorizationUrl": f"{api}/oauth/authorize", "scopes": {}},
    }
    schemes = {
        **CREDENTIALS,
        "oauth": {"type": "oauth2", "flows": flows},
        "device": {
            "type": "oauth2",
            "flows": {
                "deviceAuthorization": {
                    "deviceAuthorizationUrl": f"{api}/oauth/device",
                    "tokenUrl": f"{api}/oauth/token",
                    "refreshUrl": f"{api}/oauth/token/again",
                    "scopes": {"read": "To read"},
                }
            },
        },
        "scoped": {
            "type": "oauth2",
            "flows": {
                "clientCredentials": {
                    "tokenUrl": f"{api}/oauth/token",
                    "scopes": {"read": "To read", "write": "To write", "admin": "For all"},
                }
            },
        },
        "login": {
            "type": "oauth2",
            "flows": {"password": {"tokenUrl": "oauth/token", "scopes": {"read": "To read"}}},
        },
        "openid": {
            "type": "openIdConnect",
            "openIdConnectUrl": f"{api}/.well-known/openid-configuration",
        },
    }
    auth = {
        f"/auth/{name}": {"get": operation(f"Auth {name}", security=[{name: []}])}
        for name in CREDENTIALS
    }
    plain = {
        "Big": "/big", "Wide": "/wide", "Image": "/image", "File": "/file", "Page": "/page/html",
        "Svg": "/page/svg", "Events": "/events/three", "Endless": "/events/endless",
        "Lines": "/events/lines", "Slow": "/slow", "Redirect": "/redirect",
    }  # fmt: skip
    upload = {
        "type": "object",
        "required": ["title", "photos"],
        "properties": {
            "title": {"type": "string"},
            "count": {"type": "integer"},
            "labels": STRINGS,
            "about": {"type": "object", "properties": {"n": {"type": "integer"}}},
            "photos": {"type": "array", "items": {"type": "string", "format": "binary"}},
        },
    }
    return {
        "openapi": "3.1.0",
        "info": {"title": "Test API", "version": "1"},
        "servers": [
            {"url": api, "description": "open"},
            {"url": blocked, "description": "closed"},
            {"url": "http://127.0.0.1:9/{base}", "variables": {
                "base": {"default": "v1", "enum": ["v1", "v2"]}}},
        ],
        "components": {"securitySchemes": schemes},
        "paths": {
            "/echo/{id}/{path}": {"get": operation("Echo styles", parameters=[
                parameter("id", "path", example="a/b"),
                parameter("path", "path", style="matrix", explode=True, schema=STRINGS,
                          example=["x", "y"]),
                parameter("q", example="ä & b"),
                parameter("limit", schema={"type": "integer", "maximum": 100}),
                parameter("sort", schema={"enum": ["up", "down"]}, example="down"),
                parameter("deep", schema={"type": "boolean"}, required=True),
                parameter("tags", schema=STRINGS, explode=False, style="pipeDelimited",
                          example=["one", "two"]),
                parameter("filter", style="deepObject", schema={
                    "type": "object",
                    "properties": {"status": {"enum": ["on", "off"]}, "range": {"type": "object"}},
                }, example={"status": "on", "range": {"from": 1}}),
                {"name": "where", "in": "query", "example": {"n": 9007199254740993},
                 "content": {"application/json": {"schema": {"type": "object"}}}},
                parameter("X-List", "header", schema=STRINGS, example=["h1", "h2"]),
                parameter("session", "cookie", example="c=1"),
                parameter("Host", "header"),
            ])},
            "/echo/fields": {"get": operation("Echo fields", parameters=[
                parameter(name, "header", required=True, example="mine") for name in FIELDS])},
            "/echo/json": {"post": operation("Echo JSON", requestBody=json_body(
                USER, {"name": "Ada", "big": 9007199254740993}))},
            "/echo/form": {"post": operation("Echo form", requestBody={"content": {
                "application/x-www-form-urlencoded": {"schema": {
                    "type": "object",
                    "properties": {"name": {"type": "string"}, "tags": STRINGS,
                                   "on": {"type": "boolean"}},
                }, "example": {"name": "a b", "tags": ["x", "y"], "on": True}}}})},
            "/echo/upload": {"post": operation("Echo upload", requestBody={
                "required": True,
                "content": {"multipart/form-data": {"schema": upload, "example": {
                    "title": "Höhe", "count": 9007199254740993, "labels": ["a", "b"],
                    "about": {"n": 1}}}}})},
            "/echo/bytes": {"put": operation("Echo bytes", requestBody={
                "required": True,
                "content": {"application/octet-stream": {},
                            "text/csv": {"example": "a,b\n1,2\n"}}})},
            "/echo/trace": {"trace": operation("Trace"),
                            "head": operation("Head"), "delete": operation("Delete")},
            "/status/{code}": {"get": operation("Status", parameters=[
                parameter("code", "path", schema={"type": "integer"}, example=404)])},
            **{path: {"get": operation(name)} for name, path in plain.items()},
            "/users": {"post": {
                **operation("Add a user", requestBody=json_body(USER, {"name": "Ada"})),
                "responses": {"201": {"description": "Made.", "links": {
                    "itself": {"operationId": "getUser", "parameters": {
                        "id": "$response.body#/id", "path.team": "$response.body#/team/slug",
                        "trace": "$response.header.X-Trace", "how": "by {$method}",
                        "name": "$request.body#/name"}},
                    "again": {"operationId": "addUser",
                              "requestBody": {"name": "Bo"}}}}},
                "operationId": "addUser"}},
            "/users/{team}/{id}": {"get": operation(
                "Get a user", operationId="getUser", parameters=[
                    parameter("team", "path"), parameter("id", "path", schema={"type": "integer"}),
                    parameter("trace"), parameter("how"), parameter("name")])},
            **auth,
            "/auth/both": {"get": operation("Auth both", security=[
                {"header": [], "bearer": []}, {"basic": []}, {}])},
            "/auth/bearer/oauth": {"get": operation("OAuth", security=[{"oauth": ["read"]}])},
            "/auth/bearer/scoped": {
                method: operation(f"Scoped {scope}", security=[{"scoped": [scope]}])
                for method, scope in (("get", "read"), ("put", "write"))},
            "/auth/bearer/device": {"get": operation("Device", security=[{"device": ["read"]}])},
            "/auth/bearer/login": {"get": operation("Login", security=[{"login": ["read"]}])},
            "/auth/bearer/openid": {"get": operation("OpenID", security=[{"openid": []}])},
        },
    }  # fmt: skip


def build_playground(
    folder: Path,
    root: dict[str, Any],
    proxy: Any,
    *,
    playground: Mapping[str, Any] | None = None,
    prefill: bool | None = True,
    **conf: str,
) -> Path:
    """The built site of the document *root*, all operations in one group.

    :param playground: further settings of it.
    :param prefill: ``api.examples.prefill``; omitted if ``None``.
    """
    source = folder / "src"
    source.mkdir(parents=True)
    settings = {**(playground or {}), **({} if proxy is None else {"proxy": proxy})}
    config = {
        "name": "Tests",
        "api": {
            "playground": settings,
            "examples": {} if prefill is None else {"prefill": prefill},
        },
        "navigation": {"groups": [{"group": "API", "openapi": "api.json"}]},
    }
    (source / "api.json").write_text(json.dumps(root), "utf-8")
    (source / "docs.json").write_text(json.dumps(config), "utf-8")
    (source / "index.md").write_text("---\norphan: true\n---\n# Start\n", "utf-8")
    lines = ['project = "Tests"', 'extensions = ["sphinx_navapi"]']
    lines += [f"{name} = {value!r}" for name, value in {"html_theme": "navapi", **conf}.items()]
    (source / "conf.py").write_text("\n".join(lines), "utf-8")
    return build_site(source, folder / "out")


@contextmanager
def run_site(out: Path, **options: Any) -> Iterator[str]:
    """The URL of the built site *out*, served by `navapi serve`, relay included."""
    app, _ = make_app(ServeOptions(out=out, **options))
    with run_app(app) as port:
        yield f"http://127.0.0.1:{port}"


@contextmanager
def serve_document(
    folder: Path, make_document: Callable[[str], dict[str, Any]], proxy: Any, **options: Any
) -> Iterator[Site]:
    """The site of the document that *make_document* returns for the API's URL, and that API.

    :param options: of `build_playground`.
    """
    with run_api(cors=proxy is False) as api:
        out = build_playground(folder, make_document(api.url), proxy, **options)
        with run_site(out, allowed_private=("127.0.0.1",)) as url:
            yield Site(api, url, out)


@cache
def page_of(out: Path, summary: str) -> str:
    """Path of the page of the operation with this *summary*, relative to the site's root."""
    for path in sorted(out.rglob("*.html")):
        text = path.read_text("utf-8")
        if "<navapi-playground" in text and f"<h1>{summary}<" in text:
            return path.relative_to(out).as_posix()
    raise LookupError(summary)


def wait_for_samples(page: Page) -> None:
    """Wait until the script for samples is loaded and they are up to date."""
    wait_until(page, "globalThis.navapiPlayground?.samples")
    page.evaluate("new Promise(done => requestAnimationFrame(() => setTimeout(done)))")


class Form:
    """The form on an operation's page."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        page.goto(address)
        self.root = page.locator(".navapi-form")

    def open(self) -> Form:
        self.page.get_by_role("button", name="Try it").click()
        self.root.wait_for()
        return self

    def field(self, name: str) -> Locator:
        return self.root.get_by_label(name, exact=True)

    def send(self) -> Form:
        """Press "Send" and wait for the result."""
        self.press_send()
        self.root.get_by_role("button", name="Abort").wait_for(state="hidden")
        self.result.locator(".navapi-try-status, .navapi-try-problem").wait_for()
        return self

    def send_and_abort(self) -> Form:
        """Press "Send", then "Abort" before the response arrives."""
        self.press_send()
        expect(self.result.get_by_role("progressbar")).to_be_visible()
        self.root.get_by_role("button", name="Abort").click()
        expect(self.result.get_by_text("Aborted.")).to_be_visible()
        return self

    def press_send(self) -> None:
        self.root.get_by_role("button", name="Send", exact=True).click()

    def sign_in(self) -> None:
        """Get a token through the provider's page."""
        self.root.get_by_text("Get a token", exact=True).click()
        self.field("Client ID").fill(CLIENT[0])
        self.root.get_by_role("button", name="Sign in").click()
        expect(self.root.get_by_text("A token was received.")).to_be_visible()

    def pair(self, api: ApiServer) -> None:
        """Get a token with a code entered on the provider's page, then the next one."""
        self.root.locator("summary").get_by_text("Get a token").click()
        self.field("Client ID").fill(CLIENT[0])
        self.root.get_by_role("button", name="Get a token").click()
        expect(self.root.get_by_text("WDJB-MJHT", exact=True)).to_be_visible()
        link = self.root.get_by_role("link", name="Open the provider's page")
        assert link.get_attribute("href") == f"{api.url}/oauth/let-in"
        assert self.field("Token").input_value() == ""
        for code in api.devices:
            api.devices[code] = True
        expect(self.root.get_by_text("The token has expired.")).to_be_visible()
        assert self.field("Token").input_value() == "old-token"
        self.root.get_by_role("button", name="Renew the token").click()
        expect(self.field("Token")).to_have_value(TOKEN)
        expect(self.root.get_by_text("It is valid until")).to_be_visible()
        self.send()
        assert self.status == "200 OK"
        assert api.last.header("Authorization") == f"Bearer {TOKEN}"

    @property
    def result(self) -> Locator:
        return self.root.get_by_role("region", name="Response")

    @property
    def status(self) -> str:
        return self.result.locator(".navapi-try-status b").inner_text()

    def check_sample(self, text: str, client: str = "curl") -> None:
        """A code sample shows *text* once it is updated."""
        code = self.page.locator(f".navapi-samples details[data-client={client}] code").first
        expect(code).to_contain_text(text)
        assert text in self.sample(client)

    def check_sample_lacks(self, text: str) -> None:
        """The command no longer shows *text* once it is updated."""
        code = self.page.locator(".navapi-samples details[data-client=curl] code").first
        expect(code).not_to_contain_text(text)
        assert "curl" in self.sample()

    def sample(self, client: str = "curl") -> str:
        """The text of a code sample once it is updated."""
        wait_for_samples(self.page)
        code = self.page.locator(f".navapi-samples details[data-client={client}] code")
        text = code.first.text_content() or ""
        grammar = SHELL if client in ("curl", "powershell") else PROGRAM
        assert code.first.inner_html() == colored(text, grammar)
        return text

    def check_events(self) -> None:
        """The events of the API's stream are shown, and can be saved unchanged."""
        expect(self.result.get_by_role("log").get_by_role("listitem")).to_have_count(3)
        expect(self.result.get_by_text("The stream ended.", exact=True)).to_be_visible()
        with self.page.expect_download() as download:
            self.result.get_by_role("button", name="Download").click()
        events = [f'event: tick\nid: {n}\ndata: {{"n": {n}}}\n\n' for n in range(3)]
        assert Path(download.value.path()).read_text("utf-8") == "".join(events)

    def check_lines(self) -> None:
        """Lines of JSON are shown one by one, including an incomplete last one."""
        items = self.result.get_by_role("log").get_by_role("listitem")
        expect(items).to_have_text(['{\n  "n": 1\n}', '{\n  "n": "ä"\n}', '{\n  "n": 3\n}'])

    def check_endless(self, api: ApiServer) -> None:
        """Events are shown while others arrive; the API notices when it is aborted."""
        api.hung_up.clear()
        self.press_send()
        log = self.result.get_by_role("log")
        expect(log.get_by_text("tick #2")).to_be_visible()
        self.root.get_by_role("button", name="Abort").click()
        expect(self.result.get_by_text("The stream ended.", exact=True)).to_be_visible()
        expect(log.get_by_text("tick #2")).to_be_visible()
        assert api.hung_up.wait(PATIENCE)


class Site(NamedTuple):
    """The built site, served, and the API that it documents."""

    api: ApiServer
    url: str
    out: Path

    def open(self, page: Page, summary: str) -> Form:
        return self.show(page, summary).open()

    def show(self, page: Page, summary: str) -> Form:
        """The page of an operation, its form not yet open."""
        return Form(page, f"{self.url}/{page_of(self.out, summary)}")
