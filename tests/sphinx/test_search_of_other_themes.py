"""The search for programs, on a site whose theme uses Sphinx's own search."""

from __future__ import annotations

from typing import Any

import pytest

from sphinx_navapi.mcp.site_tools import SiteTools

ZOO = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://zoo.example"}],
    "paths": {
        "/lions": {
            "get": {
                "operationId": "listLions",
                "tags": ["Cats"],
                "summary": "List lions",
                "responses": {"200": {"description": "All lions."}},
            },
            "post": {
                "summary": "Feed",
                "tags": ["Cats"],
                "responses": {"200": {"description": "Fed."}},
            },
        }
    },
}


@pytest.fixture(scope="module")
def tools(shared_project) -> SiteTools:
    project = shared_project
    project.conf["html_theme"] = "furo"
    project.write(
        {
            "docs.json": {
                "navigation": {
                    "groups": [
                        {"group": "Guides", "pages": ["index", "care"]},
                        {"group": "API", "openapi": "zoo.json"},
                    ]
                }
            },
            "index.md": "# Welcome\n\nAnimals of many kinds.\n",
            "care.md": "# Caring for animals\n\nThey eat.\n\n## Feeding times\n\nAt noon.\n",
            "zoo.json": ZOO,
        }
    )
    return SiteTools(project.build().out)


def found(tools: SiteTools, query: str, **more: Any) -> list[str]:
    data = tools.call("search", {"query": query, **more}).data
    assert data is not None
    return [f"{hit['page']} {hit.get('section', '')}".strip() for hit in data["results"]]


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("Caring for animals", "care"),
        ("feeding times", "care Feeding times"),
        ("animals", "care"),
        ("kinds", "index"),
        ("animal kind", "index"),
        ("list lions", "api-reference/cats/list-lions"),
        ("GET /lions", "api-reference/cats/list-lions"),
    ],
)
def test_what_is_first(tools: SiteTools, query: str, first: str) -> None:
    assert found(tools, query)[0] == first


def test_an_operation_is_named(tools: SiteTools) -> None:
    data = tools.call("search", {"query": "GET /lions"}).data
    assert data is not None
    assert data["results"][0] == {
        "title": "List lions",
        "page": "api-reference/cats/list-lions",
        "url": "api-reference/cats/list-lions.html",
        "trail": "API › Cats",
        "operation": "GET /lions",
    }


def test_nothing_and_little(tools: SiteTools) -> None:
    assert found(tools, "zebra") == found(tools, "") == found(tools, "animals zebra") == []
    assert len(found(tools, "animals", limit=1)) == 1
    assert found(tools, "animals", language="de") == []
