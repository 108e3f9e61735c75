"""The official client of the Model Context Protocol reads a built site."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable, Iterator
from functools import cache
from typing import Any

import pytest
from server_process import Server, running

from sphinx_navapi.mcp.service import LEGACY, MODERN

PAGE = "api-reference/users/list-users"


@cache
def mcp() -> Any:
    """The official client. It takes a second, which only its tests should need."""
    # The folder of our tests of the room has the name, too.
    pytest.importorskip("mcp.client", reason="the official client is not installed")
    return pytest.importorskip("mcp")


@pytest.fixture
def server(small) -> Iterator[Server]:
    small.conf["html_theme"] = "navapi"
    built = small.build()
    with running("serve", built.out, "--port", "0") as server:
        yield server


def ask(server: Server, mode: str, work: Callable[[Any], Awaitable[Any]]) -> Any:
    """What *work* returns with a client of the server."""

    async def run() -> Any:
        url = f"http://127.0.0.1:{server.port}/mcp"
        async with mcp().Client(url, mode=mode) as client:
            return await work(client)

    return asyncio.run(run())


@pytest.mark.parametrize(("mode", "versions"), [("legacy", LEGACY), ("auto", MODERN)])
def test_an_exchange(server: Server, mode: str, versions: tuple[str, ...]) -> None:
    async def work(client: Any) -> None:
        assert client.protocol_version in versions
        capabilities = client.server_capabilities
        assert None not in (capabilities.tools, capabilities.resources, capabilities.prompts)
        tools = {tool.name for tool in (await client.list_tools()).tools}
        assert {"search", "read_operation"} <= tools
        found = await client.call_tool("search", {"query": "users"})
        assert PAGE in [each["page"] for each in found.structured_content["results"]]

        resources = {each.name: each for each in (await client.list_resources()).resources}
        assert {PAGE, "llms.txt"} <= resources.keys()
        [content] = (await client.read_resource(resources[PAGE].uri)).contents
        assert content.text.startswith("# List users\n")
        [template] = (await client.list_resource_templates()).resource_templates
        uri = template.uri_template.replace("{+docname}", PAGE)
        [again] = (await client.read_resource(uri)).contents
        assert again.text == content.text
        with pytest.raises(mcp().MCPError):
            await client.read_resource("docs:///none")

        prompts = {each.name: each for each in (await client.list_prompts()).prompts}
        assert [each.name for each in prompts["find_operation"].arguments] == ["task"]
        prompt = await client.get_prompt(
            "call_operation", {"operation": "GET /users", "language": "Python"}
        )
        text, documentation = (message.content for message in prompt.messages)
        assert "Python" in text.text
        assert documentation.resource.text == content.text
        for name, arguments in (
            ("none", {}),
            ("find_operation", {}),
            ("find_operation", {"x": ""}),
        ):
            with pytest.raises(mcp().MCPError):
                await client.get_prompt(name, arguments)

    ask(server, mode, work)


def test_the_card_leads_to_the_server(server: Server) -> None:
    answers = [
        server.get(path) for path in ("/mcp/server-card", "/.well-known/mcp/server-card.json")
    ]
    assert {answer.status for answer in answers} == {200}
    assert answers[0].text == answers[1].text
    assert answers[0].headers["access-control-allow-origin"] == "*"
    card = json.loads(answers[0].text)
    assert card["title"] == "Example"
    [remote] = card["remotes"]
    assert remote["url"] == f"http://127.0.0.1:{server.port}/mcp"
    # What it says is what a client negotiates.
    for mode in ("legacy", "auto"):
        assert ask(server, mode, _version) in remote["supportedProtocolVersions"]


async def _version(client: Any) -> str:
    return str(client.protocol_version)
