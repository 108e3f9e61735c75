"""Pages of the tools of MCP servers: a list among the documents of the navigation."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bs4 import BeautifulSoup
from small_projects import Project

API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "paths": {
        "/books": {
            "get": {
                "operationId": "listBooks",
                "summary": "All books",
                "responses": {"200": {"description": "Fine."}},
            }
        }
    },
}

#: Schemas of two tools have a definition of the same name: each is that of its own schema.
TOOLS: dict[str, Any] = {
    "tools": [
        {
            "name": "listBooks",
            "title": "Find books",
            "description": "The *books* of a shelf.",
            "annotations": {"readOnlyHint": True, "openWorldHint": False},
            "inputSchema": {
                "type": "object",
                "properties": {"shelf": {"$ref": "#/$defs/Place"}},
                "$defs": {
                    "Place": {
                        "type": "object",
                        "properties": {
                            "floor": {"type": "integer"},
                            "next": {"$ref": "#/$defs/Place"},
                        },
                    }
                },
            },
            "outputSchema": {
                "type": "object",
                "properties": {"count": {"type": "integer", "minimum": 3}},
            },
        },
        {
            "name": "lend_a_book",
            "inputSchema": {
                "type": "object",
                "properties": {"place": {"$ref": "#/$defs/Place"}},
                "$defs": {"Place": {"type": "string", "maxLength": 7}},
            },
        },
    ]
}


def write(project: Project, tools: Any, page: str = "# Home\n", source: str = "tools.json") -> None:
    openapi = ["api.json", {"source": source, "directory": "agents"}]
    project.conf["html_theme"] = "navapi"
    project.write(
        {
            "docs.json": {"navigation": {"groups": [{"group": "API", "openapi": openapi}]}},
            "index.md": page,
            "api.json": API,
            **({} if tools is None else {"tools.json": tools}),
        }
    )


def test_a_page_for_each_tool(project: Project) -> None:
    write(project, TOOLS, "# Home\n\n{navapi:tool}`lend_a_book`\n")
    built = project.build()
    assert built.warnings == []
    pages = built.site()["pages"]
    own = {name: page["kind"] for name, page in pages.items() if name.startswith("agents/")}
    assert own == {"agents/list-books": "tool", "agents/lend-a-book": "tool"}
    assert pages["agents/list-books"]["title"] == "Find books"
    assert pages["agents/lend-a-book"]["title"] == "Lend a book"
    page = BeautifulSoup(built.text("agents/list-books.html"), "html.parser").main
    assert page is not None
    [link] = [a for a in page.select("p a") if a["href"].endswith("all-books.html")]
    assert link.parent is not None
    assert "/books" in link.parent.get_text()
    text = built.text("agents/list-books.md")
    assert "readOnlyHint: true" in text
    assert "openWorldHint: false" in text
    assert "`floor`" in text
    assert "`count`" in text
    other = built.text("agents/lend-a-book.md")
    assert "`floor`" not in other
    assert "7" in other.partition("`place`")[2].partition("\n\n")[2]
    home = BeautifulSoup(built.text("index.html"), "html.parser")
    assert home.find("a", string="Lend a book", href="agents/lend-a-book.html")


@pytest.mark.parametrize(
    ("change", "at", "word"),
    [
        ({"name": ""}, "{", "name"),
        ({"name": "listBooks"}, '"name"', "listBooks"),
        ({"inputSchema": None}, '"inputSchema"', "inputSchema"),
        ({"annotations": {"readOnlyHint": "yes"}}, '"readOnlyHint"', "true"),
        ({"inputSchema": {"$ref": "#/$defs/Nothing"}}, '"$ref"', "Nothing"),
    ],
)
def test_a_mistake_costs_only_its_part(
    project: Project, change: dict[str, Any], at: str, word: str
) -> None:
    first, second = TOOLS["tools"]
    before = json.dumps({"tools": [first]}, indent=1).removesuffix("]\n}").rstrip() + ",\n"
    text = json.dumps(second | change, indent=1)
    write(project, f"{before}{text}]}}")
    built = project.build()
    [warning] = built.warnings
    assert word in warning
    line = 1 + (before + text[: text.index(at)]).count("\n")
    assert f"tools.json:{line}:" in warning
    assert "agents/list-books" in built.site()["pages"]


def test_a_part_of_a_list_is_reported(project: Project) -> None:
    write(project, {**TOOLS, "nextCursor": "2"})
    [warning] = project.build().warnings
    assert "nextCursor" in warning


def test_a_renamed_operation_is_linked_anew(project: Project) -> None:
    write(project, TOOLS)
    project.build()
    api = json.loads(json.dumps(API))
    api["paths"]["/books"]["get"]["operationId"] = "other"
    project.write({"api.json": api})
    changed = project.build()
    assert "/books" not in changed.text("agents/list-books.md")
    project.write({"api.json": API})
    assert "/books" in project.build().text("agents/list-books.md")


def test_an_unknown_tool_is_reported(project: Project) -> None:
    write(project, TOOLS, "# Home\n\n{navapi:tool}`lend_book`\n")
    [warning] = project.build().warnings
    assert "lend_a_book" in warning
    assert "index.md:3" in warning


SERVER = """
from mcp.server.mcpserver import MCPServer

server = MCPServer("library")


@server.tool(title="Find books")
def list_books(shelf: str, limit: int = 10) -> list[str]:
    "The books of a shelf."
    return []
"""


def test_tools_of_a_server_object(project: Project) -> None:
    pytest.importorskip("mcp.server.mcpserver", reason="the MCP SDK is not installed")
    write(project, None, source="tools")
    project.write({"library_server.py": SERVER})
    project.conf["navapi_documents"] = {"tools": "library_server:server"}
    built = project.build()
    assert built.warnings == []
    text = built.text("agents/list-books.md")
    assert text.startswith("# Find books")
    assert "`shelf`" in text
    assert "`limit`" in text
