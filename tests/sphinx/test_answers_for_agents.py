"""Questions that agents answer with the tools of the MCP server, and how much they read for it."""

from __future__ import annotations

from typing import Any

import pytest
from small_projects import Project

from sphinx_navapi.mcp.site_tools import SiteTools

#: Bytes of the answers of `search` and `read_operation` for one question.
MOST = 6_000

THINGS = ["invoice", "customer", "refund", "coupon", "shipment", "warehouse"]


def _schema(thing: str) -> dict[str, Any]:
    fields = {
        f"{thing}_field_{number}": {
            "type": "string",
            "description": f"What the {thing} has in place {number}, in words of some length.",
        }
        for number in range(90)
    }
    return {"type": "object", "properties": fields}


def _document() -> dict[str, Any]:
    paths: dict[str, Any] = {}
    for thing in THINGS:
        content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{thing}"}}}
        body = {
            "type": "object",
            "required": [f"{thing}_name"],
            "properties": {f"{thing}_name": {"type": "string", "maxLength": 70}},
        }
        answer = {"200": {"description": f"The {thing}.", "content": content},
                  "409": {"description": f"The {thing} exists."}}  # fmt: skip
        paths[f"/{thing}s"] = {
            "get": {"summary": f"List {thing}s", "operationId": f"list{thing}s", "tags": [thing],
                    "responses": answer, "security": [{"oauth": [f"{thing}:read"]}],
                    "parameters": [{"name": "since", "in": "query",
                                    "schema": {"type": "string", "format": "date"}}]},
            "post": {"summary": f"Create a {thing}", "tags": [thing], "responses": answer,
                     "security": [{"oauth": [f"{thing}:write"]}],
                     "requestBody": {"content": {"application/json": {"schema": body}}}},
        }  # fmt: skip
        paths[f"/{thing}s/{{id}}"] = {
            "delete": {"summary": f"Remove a {thing}", "tags": [thing],
                       "security": [{"oauth": [f"{thing}:admin"]}],
                       "parameters": [{"name": "id", "in": "path", "required": True,
                                       "schema": {"type": "integer"}}],
                       "responses": {"204": {"description": "Removed."}}},
        }  # fmt: skip
    scopes = {f"{t}:{right}": f"May {right} {t}s" for t in THINGS for right in ("read", "write")}
    flow = {"tokenUrl": "https://id.example.com/token", "scopes": scopes}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Shop", "version": "1"},
        "servers": [{"url": "https://api.example.com"}],
        "paths": paths,
        "components": {
            "schemas": {thing: _schema(thing) for thing in THINGS},
            "securitySchemes": {"oauth": {"type": "oauth2", "flows": {"clientCredentials": flow}}},
        },
    }


@pytest.fixture(scope="module")
def tools(shared_project: Project) -> SiteTools:
    shared_project.conf["html_theme"] = "navapi"
    shared_project.write(
        {"docs.json": {"name": "Shop", "navigation": {"openapi": "api.json"}},
         "api.json": _document(), "index.md": "# Shop\n"}
    )  # fmt: skip
    return SiteTools(shared_project.build().out)


@pytest.mark.parametrize(
    ("query", "operation", "section", "told"),
    [
        ("create invoice", "POST /invoices", "", "invoice:write"),
        ("create coupon name", "POST /coupons", "", "`coupon_name`"),
        ("how long may the name of a refund be", "POST /refunds", "", "70"),
        ("remove a shipment", "DELETE /shipments/{id}", "", "shipment:admin"),
        ("list customers", "GET /customers", "", "`since`"),
        ("listwarehouses", "GET /warehouses", "", "warehouse:read"),
        ("GET /refunds", "GET /refunds", "409", "The refund exists."),
    ],
)
def test_a_question(tools: SiteTools, query: str, operation: str, section: str, told: str) -> None:
    found = tools.call("search", {"query": query})
    assert found.data is not None
    results = found.data["results"]
    assert operation in [each.get("operation") for each in results[:3]]
    read = tools.call("read_operation", {"operation": operation, "section": section or None})
    assert told in read.text
    assert len(f"{found.text}{read.text}".encode()) <= MOST


def test_what_is_left_out_is_named_and_can_be_read(tools: SiteTools) -> None:
    short = tools.call("read_operation", {"operation": "GET /invoices"}).text
    assert "invoice_field_89" not in short
    whole = tools.call("read_page", {"page": _page(tools)}).text
    assert "invoice_field_89" in whole
    headings = [line[3:] for line in whole.splitlines() if line.startswith("## ")]
    assert [line[3:] for line in short.splitlines() if line.startswith("## ")] == headings
    parts = [
        tools.call("read_operation", {"operation": "GET /invoices", "section": heading}).text
        for heading in headings
    ]
    assert all(part in whole for part in parts)
    assert "invoice_field_89" in "".join(parts)


def _page(tools: SiteTools) -> str:
    return next(
        name for name, page in tools.pages().operations() if page["title"] == "List invoices"
    )
