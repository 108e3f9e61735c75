"""The tools for programs at ``/mcp``: complete exchanges, and refused ones."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import httpx
import pytest
from relay_world import (
    API,
    SITE,
    WATCH,
    SiteRelay,
    answer,
    make_relay,
    one_operation,
    problem_of,
    upstream,
)
from write_files import write_files

from sphinx_navapi.content.search_index import SearchPage, place_index
from sphinx_navapi.content.search_terms import SearchUnit, unit_terms
from sphinx_navapi.mcp.service import LEGACY, MODERN
from sphinx_navapi.mcp.tool import MOST_CHARACTERS
from sphinx_navapi.relay import create_app

PUBLIC = "https://docs.example.com"
TOOLS = ["search", "read_page", "list_operations", "read_operation", "read_schema"]
LONG = "".join(f"Line {number} of the guide.\n" for number in range(5_000))


def page(title: str, operation: str = "", **more: Any) -> dict[str, Any]:
    """An entry of ``site.json`` for a page. :param operation: method, path and operationId."""
    method, path, identity = operation.split() if operation else ("", "", "")
    named = {"document": "api.json", "method": method, "path": path, "operation_id": identity}
    return {"title": title, "operation": named if operation else None, "language": None, **more}


PAGES = {
    "index": page("Buoys", url="index.html"),
    "guides/long": page("A long guide", url="guides/long.html"),
    "guides/plain": page("Plain", url="guides/plain.html"),
    "guides/gone": page("Gone", url="guides/gone.html"),
    "api/list": page("List things", "GET /things listThings", url="api/list.html"),
    "de/api/list": page("Dinge", "GET /things listThings", url="de/api/list.html", language="de"),
    "api/get": page("Get a thing", "GET /things/{id} getThing", url="api/get.html"),
    "api/old": page("Drop", "DELETE /things/{id} drop", url="api/old.html", deprecated=True),
}
SCHEMAS = {"api.json": {"Thing": {"type": "object"}, "Both": {}}, "other.yaml": {"Both": {}}}


def write_site(folder: Path) -> Path:
    """A built site, reduced to what the tools read."""
    pages = [
        SearchPage(
            docname=name, title=value["title"],
            units=(SearchUnit("", "", f"About {name}", unit_terms(texts=[value["title"]])),),
        )
        for name, value in sorted(PAGES.items())
    ]  # fmt: skip
    index = place_index(pages, {"a"})
    place = {"key": "/", "folder": "all", "words": list(index.prefixes)}
    common = {"places": [place], "stop": ["a"], "stemmer": "", "synonyms": [], "related": []}
    write_files(
        folder,
        {
            "llms.txt": "# Buoys\n\nA site.\n",
            "index.md": "# Buoys\n",
            "guides/long.md": LONG,
            "_sources/guides/plain.rst.txt": "Plain\n=====\n",
            "api/list.md": "# List things\n",
            "api/get.md": "# Get a thing\n",
            "api/old.md": "# Drop\n",
            ".hidden.md": "secret",
            "unlisted.md": "secret",
            "_navapi/site.json": json.dumps({"version": 1, "pages": PAGES}),
            "_navapi/schemas.json": json.dumps({"version": 1, "documents": SCHEMAS}),
            "_navapi/search.js": f'// x\nnavapiFound("",{json.dumps(common)})\n',
            **{
                f"_navapi/search/all/{name}.js": f'navapiFound("all/{name}",{text})\n'
                for name, text in index.files.items()
            },
        },
    )
    (folder.parent / "secret.md").write_text("secret", "utf-8")
    return folder


class Tools:
    """An older client, which sends what it requires and no more."""

    def __init__(self, app: Any, base: str = SITE) -> None:
        self._app = app
        self._base = base

    def post(self, body: Any, **headers: str) -> httpx.Response:
        """The response to any body; bytes are posted unchanged."""
        content = body if isinstance(body, bytes) else json.dumps(body).encode()
        return self.request("POST", content, **headers)

    def request(self, method: str, content: bytes = b"", **headers: str) -> httpx.Response:
        given = {name.replace("_", "-").lower(): value for name, value in headers.items()}
        kept = {"content-type": "application/json", "accept": "application/json", **given}

        async def run() -> httpx.Response:
            transport = httpx.ASGITransport(self._app, client=("198.51.100.7", 1234))
            async with httpx.AsyncClient(transport=transport, base_url=self._base) as client:
                sent = {name: value for name, value in kept.items() if value}
                return await client.request(method, "mcp", headers=sent, content=content)

        return asyncio.run(run())

    def ask(self, method: str, params: Mapping[str, Any] | None = None, **headers: str) -> Any:
        """The message in the response to a request."""
        message = {"jsonrpc": "2.0", "id": 7, "method": method, "params": params or {}}
        response = self.post(message, **headers)
        assert response.headers["content-type"] == "application/json"
        assert response.headers["cache-control"] == "no-store"
        found = response.json()
        assert (found["jsonrpc"], found["id"]) == ("2.0", 7)
        return found

    def call(self, name: str, /, **arguments: Any) -> tuple[str, bool]:
        """The text that a tool returns, and whether it is an error."""
        result = self.ask("tools/call", {"name": name, "arguments": arguments})["result"]
        [content] = result["content"]
        assert content["type"] == "text"
        return content["text"], result["isError"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_site(tmp_path_factory.mktemp("tools") / "html")


@pytest.fixture(scope="module")
def relay(folder: Path) -> SiteRelay:
    return make_relay(folder, one_operation(f"http://{API}:9"), burst=10_000)


@pytest.fixture(scope="module")
def tools(relay: SiteRelay) -> Tools:
    return Tools(relay)


@pytest.mark.parametrize("version", LEGACY)
def test_an_exchange(tools: Tools, version: str) -> None:
    begun = tools.ask(
        "initialize",
        {"protocolVersion": version, "capabilities": {}, "clientInfo": {"name": "x"}},
    )["result"]
    assert begun["protocolVersion"] == version
    assert begun["serverInfo"]["title"] == "Buoys"
    assert begun["capabilities"] == {"tools": {}, "resources": {}, "prompts": {}}
    noted = tools.post(
        {"jsonrpc": "2.0", "method": "notifications/initialized"}, MCP_Protocol_Version=version
    )
    assert (noted.status_code, noted.content) == (202, b"")
    assert "mcp-session-id" not in noted.headers
    assert tools.ask("ping", MCP_Protocol_Version=version)["result"] == {}
    listed = tools.ask("tools/list", MCP_Protocol_Version=version)["result"]["tools"]
    assert [tool["name"] for tool in listed] == TOOLS
    assert all(tool["annotations"]["readOnlyHint"] for tool in listed)
    found = tools.ask(
        "tools/call", {"name": "search", "arguments": {"query": "thing"}},
        MCP_Protocol_Version=version,
    )["result"]  # fmt: skip
    assert found["structuredContent"]["results"][0]["page"] in ("api/list", "api/get")
    assert "page: api/get" in found["content"][0]["text"]


def test_an_exchange_of_requests_that_name_their_version(tools: Tools) -> None:
    version = MODERN[0]
    meta = {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientCapabilities": {},
    }

    def ask(method: str, /, **params: Any) -> Any:
        given = {
            "MCP_Protocol_Version": version,
            "Mcp_Method": method,
            "Mcp_Name": params.get("name", params.get("uri", "")),
        }
        return tools.ask(method, {**params, "_meta": meta}, **given)

    found = ask("server/discover")["result"]
    assert version in found["supportedVersions"]
    for result in (found, ask("tools/list")["result"]):
        assert result["resultType"] == "complete"
        assert result["cacheScope"] == "public"
        assert result["ttlMs"] > 0
        assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "sphinx-navapi"
    for method in ("resources/list", "resources/templates/list", "prompts/list"):
        assert ask(method)["result"]["cacheScope"] == "public"
    [content] = ask("resources/read", uri="docs:///index")["result"]["contents"]
    assert content == {"uri": "docs:///index", "mimeType": "text/markdown", "text": "# Buoys\n"}
    assert ask("resources/read", uri="docs:///none")["error"]["code"] == -32602
    assert ask("prompts/get", name="find_operation", arguments={"task": "x"})["result"]["messages"]
    unnamed = {"jsonrpc": "2.0", "id": 1, "method": "resources/read",
               "params": {"uri": "docs:///index", "_meta": meta}}  # fmt: skip
    refused = tools.post(unnamed, MCP_Protocol_Version=version, Mcp_Method="resources/read")
    assert (refused.status_code, refused.json()["error"]["code"]) == (400, -32020)
    read = ask("tools/call", name="read_page", arguments={"page": "index"})["result"]
    assert (read["content"][0]["text"], read["isError"]) == ("# Buoys\n", False)
    # Removed in the newest version.
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping", "params": {"_meta": meta}}
    gone = tools.post(message, MCP_Protocol_Version=version, Mcp_Method="ping")
    assert (gone.status_code, gone.json()["error"]["code"]) == (404, -32601)


@pytest.mark.parametrize(
    "name",
    [
        "api/list", "api/list.md", "api/list.html", "/api/list.html#x", "api/list/",
        "https://docs.example.com/manual/api/list.html?q=1",
    ],
)  # fmt: skip
def test_a_page_by_docname_and_address(tools: Tools, name: str) -> None:
    assert tools.call("read_page", page=name) == ("# List things\n", False)


def test_the_first_page_by_its_address(tools: Tools) -> None:
    assert tools.call("read_page", page="/") == ("# Buoys\n", False)


def test_a_page_without_markdown_has_its_source(tools: Tools) -> None:
    assert tools.call("read_page", page="guides/plain") == ("Plain\n=====\n", False)


@pytest.mark.parametrize(
    "name",
    [
        "unlisted", ".hidden", "../secret", "/../secret.md", "%2e%2e/secret", "..\\secret",
        "file:///etc/passwd", "/etc/passwd", "_navapi/site", "_navapi/relay.json", "index\0",
        "http://[", "guides/gone", "x" * 2_000,
    ],
)  # fmt: skip
def test_what_is_not_a_page_is_not_read(tools: Tools, name: str) -> None:
    text, is_error = tools.call("read_page", page=name)
    assert is_error
    assert "secret" not in text.lower()
    assert name not in text


@pytest.mark.parametrize(
    "uri",
    [
        "docs:///unlisted", "docs:///.hidden", "docs:///../secret", "docs:///%2e%2e/secret",
        "docs:///_navapi/site.json", "file:///etc/passwd", "docs:///guides/gone", "index", "", 7,
        None,
    ],
)  # fmt: skip
def test_what_is_not_a_page_is_not_a_resource(tools: Tools, uri: Any) -> None:
    found = tools.ask("resources/read", {"uri": uri})
    assert found["error"]["code"] == -32002
    assert "secret" not in json.dumps(found)


def test_resources_are_listed_in_parts(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "html")
    names = [f"p{number}" for number in range(450)]
    (folder / "_navapi/site.json").write_text(
        json.dumps({"pages": {"wrong": 7, **{name: page("T") for name in names}}}), "utf-8"
    )
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9")))
    found, cursor = [], {}
    for _ in range(3):
        result = tools.ask("resources/list", cursor)["result"]
        found += [each["name"] for each in result["resources"]]
        cursor = {"cursor": result.get("nextCursor")}
    assert found == ["llms.txt", *names]
    assert cursor == {"cursor": None}
    for wrong in ("x", "-1", "", 3, "²"):
        assert tools.ask("resources/list", {"cursor": wrong})["error"]["code"] == -32602


def test_prompts(tools: Tools) -> None:
    def ask(**params: Any) -> Any:
        return tools.ask("prompts/get", params)

    listed = tools.ask("prompts/list")["result"]["prompts"]
    assert [each["name"] for each in listed] == ["find_operation", "call_operation"]
    found = ask(name="find_operation", arguments={"task": "Drop a thing"})["result"]
    [message] = found["messages"]
    assert "Drop a thing" in message["content"]["text"]
    called = ask(name="call_operation", arguments={"operation": "getThing"})["result"]
    resource = called["messages"][1]["content"]["resource"]
    assert (resource["uri"], resource["text"]) == ("docs:///api/get", "# Get a thing\n")
    for params in (
        {}, {"name": "none"}, {"name": []}, {"name": "find_operation"},
        {"name": "find_operation", "arguments": []},
        {"name": "find_operation", "arguments": {"task": 7}},
        {"name": "call_operation", "arguments": {"operation": "GET /none"}},
        {"name": "call_operation", "arguments": {"operation": "/things/{id}"}},
    ):  # fmt: skip
        assert ask(**params)["error"]["code"] == -32602


def test_a_page_of_a_site_that_lies(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "html")
    pages = {"../secret": page("Out", url="x"), ".hidden": page("Hidden", url="y"), "index": 7}
    (folder / "_navapi/site.json").write_text(json.dumps({"pages": pages}), "utf-8")
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9")))
    for name in ("../secret", ".hidden"):
        text, is_error = tools.call("read_page", page=name)
        assert (is_error, "secret" in text) == (True, False)


def test_a_long_page_is_cut(tools: Tools) -> None:
    first, _ = tools.call("read_page", page="guides/long")
    assert len(first) < MOST_CHARACTERS + 200
    offset = int(first.rpartition("offset ")[2].rstrip(".]"))
    second, _ = tools.call("read_page", page="guides/long", offset=offset)
    assert LONG.startswith(first.partition("\n[Cut")[0] + second.partition("\n[Cut")[0])
    assert tools.call("read_page", page="guides/long", offset=len(LONG) + 1)[1]


def test_operations(tools: Tools) -> None:
    text, _ = tools.call("list_operations")
    assert text.splitlines()[:2] == ["4 operations:", "- GET /things: List things [api/list]"]
    assert "- DELETE /things/{id}: Drop (deprecated) [api/old]" in text
    assert tools.call("list_operations", contains="GETTHING")[0].count("\n") == 1
    assert tools.call("list_operations", language="de")[0].count("\n") == 1
    assert "in the documents api.json" in tools.call("list_operations", document="x")[0]
    assert tools.call("list_operations", limit=1, offset=1)[0].splitlines() == [
        "4 operations, showing 1 from offset 1:", "- GET /things: Dinge [de/api/list]",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "name", ["GET /things/{id}", "get /things/{id}", "api.json GET /things/{id}",
             "api GET /things/{id}", "getThing", "api/get"],
)  # fmt: skip
def test_an_operation_by_its_names(tools: Tools, name: str) -> None:
    assert tools.call("read_operation", operation=name) == ("# Get a thing\n", False)


def test_operations_of_several_pages_and_several_of_one_path(tools: Tools) -> None:
    assert tools.call("read_operation", operation="listThings") == (
        "Also shown by: de/api/list.\n\n# List things\n", False,
    )  # fmt: skip
    text, is_error = tools.call("read_operation", operation="/things/{id}")
    assert is_error
    assert "api.json GET /things/{id}, api.json DELETE /things/{id}" in text
    for name in ("GET /things/", "GET", "index", "x.json GET /things", ""):
        assert tools.call("read_operation", operation=name)[1]


def test_schemas(tools: Tools) -> None:
    text, _ = tools.call("read_schema", name="Thing")
    assert json.loads(text) == {"type": "object"}
    assert tools.call("read_schema", name="Both")[1]
    assert tools.call("read_schema", name="Both", document="other") == ("{}", False)
    assert tools.call("read_schema", name="None")[1]


def test_nothing_is_found(tools: Tools) -> None:
    assert tools.call("search", query="zebra") == (
        "No results. Try other or fewer words.", False,
    )  # fmt: skip


@pytest.mark.parametrize("spoilt", ["", "{", "navapiFound(", 'navapiFound("",[])', 'f("",{})'])
def test_a_search_index_that_is_none(tmp_path: Path, spoilt: str) -> None:
    folder = write_site(tmp_path / "html")
    (folder / "_navapi/search.js").write_text(spoilt, "utf-8")
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9")))
    assert tools.call("search", query="thing")[1]
    (folder / "_navapi/search.js").unlink()
    assert tools.call("search", query="thing")[1]
    for text in ("", "{", "Search.setIndex([])", "Search.setIndex({})", "Search.setIndex({"):
        (folder / "searchindex.js").write_text(text, "utf-8")
        assert tools.call("search", query="thing")[1]


def test_a_file_of_the_index_that_is_gone(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "html")
    for path in (folder / "_navapi/search/all").glob("words-*"):
        path.unlink()
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9")))
    text, is_error = tools.call("search", query="thing")
    assert is_error
    assert text.startswith("The search index is not available.")


def test_a_site_that_is_built_again(tmp_path: Path) -> None:
    folder = write_site(tmp_path / "html")
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9")))
    assert "4 operations" in tools.call("list_operations")[0]
    (folder / "_navapi/site.json").write_text('{"pages": {}}', "utf-8")
    assert "0 operations" in tools.call("list_operations")[0]


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "PATCH", "TRACE"])
def test_post_alone(tools: Tools, method: str) -> None:
    response = tools.request(method)
    assert response.status_code == 405
    assert response.headers["allow"] == "POST"


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.test"}, {"Origin": "null"}, {"Host": "evil.test"},
        {"Sec_Fetch_Site": "cross-site"}, {"Origin": PUBLIC, "Host": "evil.test"},
    ],
)  # fmt: skip
def test_pages_of_other_sites(folder: Path, headers: dict[str, str]) -> None:
    app = create_app(folder, site_url=PUBLIC)
    tools = Tools(app, PUBLIC)
    assert tools.ask("ping")["result"] == {}
    assert tools.ask("ping", Origin=PUBLIC)["result"] == {}
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    problem_of(tools.post(message, **headers), 403)


def test_an_origin_that_is_allowed(folder: Path) -> None:
    friend = "https://friend.test"
    tools = Tools(create_app(folder, site_url=PUBLIC, allowed_origins=friend), PUBLIC)
    asked = tools.request("OPTIONS", Origin=friend, Access_Control_Request_Method="POST")
    assert asked.status_code == 204
    assert asked.headers["access-control-allow-origin"] == friend
    assert "Mcp-Method" in asked.headers["access-control-allow-headers"]
    response = tools.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, Origin=friend)
    assert response.headers["access-control-allow-origin"] == friend
    problem_of(tools.request("OPTIONS", Origin="https://evil.test"), 403)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Content_Type": "text/plain"}, 415), ({"Content_Type": ""}, 415),
        ({"Content_Encoding": "gzip"}, 415), ({"Accept": "text/event-stream"}, 406),
        ({"Accept": "text/html, image/*;q=0.5"}, 406),
    ],
)  # fmt: skip
def test_forms_that_are_refused(tools: Tools, headers: dict[str, str], status: int) -> None:
    problem_of(tools.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}, **headers), status)


@pytest.mark.parametrize(
    "accept", ["", "*/*", "application/json, text/event-stream", "application/*;q=0.1"]
)
def test_answers_that_are_accepted(tools: Tools, accept: str) -> None:
    assert tools.ask("ping", Accept=accept)["result"] == {}


@pytest.mark.parametrize(
    "body",
    [
        b"", b"{", b"ping", b"\xff", b'{"jsonrpc":"2.0","jsonrpc":"2.0"}', b'{"id":NaN}',
        b"[" * 50_000, b'{"a":' * 1_000,
    ],
)  # fmt: skip
def test_what_is_not_json(tools: Tools, body: bytes) -> None:
    response = tools.post(body)
    assert response.status_code == 400
    found = response.json()
    assert (found["id"], found["error"]["code"]) == (None, -32700)


@pytest.mark.parametrize(
    ("body", "code"),
    [
        (b"[]", -32600), (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600),
        (b"7", -32600), (b'{"jsonrpc":"2.0","id":1,"result":{}}', -32600),
    ],
)  # fmt: skip
def test_what_is_not_a_single_request(tools: Tools, body: bytes, code: int) -> None:
    response = tools.post(body)
    assert (response.status_code, response.json()["error"]["code"]) == (400, code)


def test_a_large_message(tools: Tools) -> None:
    problem_of(tools.post(b'"' + b"x" * (70 << 10) + b'"'), 413)
    problem_of(tools.post(b"[" + b"0," * 6_000 + b"0]"), 413)


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("resources/subscribe", {}, -32601), ("tools/call", {}, -32602),
        ("tools/call", {"name": "send_request"}, -32602), ("tools/call", {"name": 7}, -32602),
        ("tools/call", {"name": "search", "arguments": []}, -32602), ("", {}, -32601),
        ("initialize", {}, -32602), ("server/discover", {}, -32601),
    ],
)  # fmt: skip
def test_calls_that_are_none(tools: Tools, method: str, params: dict[str, Any], code: int) -> None:
    assert tools.ask(method, params)["error"]["code"] == code


def test_a_version_that_is_not_known(tools: Tools) -> None:
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    response = tools.post(message, MCP_Protocol_Version="1900-01-01")
    assert response.status_code == 400
    assert response.json()["error"]["data"]["supported"] == [*MODERN, *LEGACY]


def test_notifications_have_no_answer_whatever_they_are(tools: Tools) -> None:
    for method in ("notifications/cancelled", "tools/call", "x"):
        response = tools.post({"jsonrpc": "2.0", "method": method})
        assert (response.status_code, response.content) == (202, b"")


def test_a_burst(folder: Path) -> None:
    relay = make_relay(folder, one_operation(f"http://{API}:9"), burst=8, burst_refill=1e-9)
    tools = Tools(relay)
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert [tools.post(message).status_code for _ in range(3)] == [200, 200, 429]


def test_reading_connects_to_nothing(tools: Tools) -> None:
    with WATCH.on():
        tools.call("search", query="things")
        tools.call("read_operation", operation="listThings")
    assert WATCH.connected == WATCH.looked_up == []


def test_requests_are_sent_only_where_that_is_set(tmp_path: Path) -> None:
    with upstream(answer(b'{"name": "x"}')) as api:
        folder = write_site(tmp_path / "html")
        tools = Tools(make_relay(folder, one_operation(api.url()), mcp="send"))
        listed = tools.ask("tools/list")["result"]["tools"]
        assert [tool["name"] for tool in listed] == [*TOOLS, "send_request"]
        assert listed[-1]["annotations"]["readOnlyHint"] is False
        name = "api.json GET /things/{id}"
        text, is_error = tools.call("send_request", operation=name, path={"id": "a b"})
        assert not is_error
        assert json.loads(text)["status"] == 200
        assert json.loads(text)["body"] == {"text": '{"name": "x"}'}
        assert [seen.target for seen in api.seen] == ["/things/a%20b"]
        # All rules of the relay apply.
        for arguments in ({"operation": "api.json PUT /x"}, {"operation": name}):
            assert tools.call("send_request", **arguments)[1]
        assert tools.call("send_request", operation=name, path={"id": "1"}, url="http://x")[1]
        assert len(api.seen) == 1


def test_a_large_answer_of_the_api_is_cut(tmp_path: Path) -> None:
    with upstream(answer(b"x" * 200_000, kind="text/plain")) as api:
        folder = write_site(tmp_path / "html")
        tools = Tools(make_relay(folder, one_operation(api.url()), mcp="send"))
        name = "api.json GET /things/{id}"
        text, _ = tools.call("send_request", operation=name, path={"id": "1"})
        assert len(text) < MOST_CHARACTERS + 1_000
        assert json.loads(text)["truncated"]


def test_an_answer_of_the_api_is_counted_for_tools_too(tmp_path: Path) -> None:
    name = "api.json GET /things/{id}"
    with upstream(answer(b"x" * 1_000_000, kind="text/plain")) as api:
        folder = write_site(tmp_path / "html")
        manifest = one_operation(api.url())
        for room, is_refused in ((1 << 20, True), (4 << 20, False)):
            tools = Tools(make_relay(folder, manifest, mcp="send", held_bytes=room))
            _, is_error = tools.call("send_request", operation=name, path={"id": "1"})
            assert is_error is is_refused


def test_the_tools_are_off(folder: Path) -> None:
    tools = Tools(make_relay(folder, one_operation(f"http://{API}:9"), mcp="off"))
    problem_of(tools.post({"jsonrpc": "2.0", "id": 1, "method": "ping"}), 404)
    with pytest.raises(ValueError, match="mcp: 'write'"):
        create_app(folder, mcp="write")  # type: ignore[arg-type]


def test_below_the_path_of_the_site(folder: Path) -> None:
    tools = Tools(create_app(folder, site_url=f"{PUBLIC}/manual"), f"{PUBLIC}/manual/")
    assert tools.ask("ping")["result"] == {}
