"""Builds with odd values, in all places at once: they end, and the other pages exist."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest
from bs4 import BeautifulSoup


def write_bytes(project: Any, name: str, content: bytes) -> None:
    project.src.mkdir(parents=True, exist_ok=True)
    (project.src / name).write_bytes(content)


@pytest.mark.parametrize("builder", ["html", "text"])
def test_pages_that_are_not_utf_8(project, builder):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "docs.json": {"navigation": {"pages": ["index", "a", "b", "c"]}},
        }
    )
    write_bytes(project, "a.md", b"# A\n\nword caf\xe9 word\n")
    write_bytes(project, "b.rst", b"B\n=\n\nword caf\xe9 word\n")
    write_bytes(project, "c.mdx", b"# C\n\n" + b"word " * 8_000 + b"caf\xe9 <b>word</b>\n")
    built = project.build(builder)
    assert built.exit_code == 0
    places = [line.partition(": WARNING: ")[0].rpartition("/")[2] for line in built.warnings]
    assert places == ["a.md:3", "b.rst:4", "c.mdx:3"]
    for line, name in zip(built.warnings, ("a.md", "b.rst", "c.mdx"), strict=True):
        assert f"WARNING: {name} is not UTF-8: the byte 0xe9" in line
        assert line.endswith("[navapi.page_syntax]")
    for name in "abc":
        assert "caf\ufffd" in built.text(f"{name}.{'html' if builder == 'html' else 'txt'}")


def test_odd_values_in_a_document(project, api):
    odd: dict[str, Any] = {"deep": 1}
    for _ in range(250):
        odd = {"a": odd}
    schema = api["components"]["schemas"]["User"]
    schema["properties"] |= {
        "type": {"type": {}},
        "types": {"type": [["string"], "null"]},
        "pattern": {"type": "string", "pattern": "(([^,]*,?)*)*;"},
        "example": {"type": "string", "example": float("nan")},
        "examples": {"examples": [odd]},
    }
    api["paths"]["/teams"]["get"]["x-mint"] = {"href": "x" * 5_000}
    project.write(
        {
            "index.rst": "Home\n====\n",
            "api.json": api,
            "docs.json": {
                "logo": "l" * 5_000,
                "favicon": "f" * 5_000,
                "navigation": {"openapi": "api.json", "pages": ["index", "p" * 5_000]},
                "redirects": [{"source": "/old", "destination": "/" + "d" * 5_000}],
            },
        }
    )
    built = project.build()
    kinds = sorted(page["title"] for page in built.site()["pages"].values())
    assert kinds == ["Create user", "Home", "List teams", "List users"]
    assert all(len(line) < 3_000 for line in built.warnings)
    said = [line.rpartition("[navapi.")[2] for line in built.warnings]
    assert {"openapi_invalid]", "config]", "page_not_found]"} <= set(said)


def test_titles_that_are_ids_of_parts(project):
    """An id is on a page once, whatever the title is."""
    titles = ("History", "Parameters", "Responses", "Body", "R200", "Code samples", "Content")
    operation = {
        "parameters": [{"name": "q", "in": "query", "schema": {"type": "string"}}],
        "requestBody": {
            "content": {
                "application/json": {"schema": {"$ref": "#/components/schemas/Pet"}},
                "text/plain": {},
            }
        },
        "responses": {"200": {"description": "OK"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "2"},
        "paths": {
            f"/{number}": {"post": {"summary": title, **operation}}
            for number, title in enumerate(titles)
        },
        "components": {
            "schemas": {"Pet": {"type": "object", "properties": {"a": {"type": "string"}}}}
        },
    }
    earlier = json.loads(json.dumps(document).replace('"q"', '"r"').replace('"2"', '"1"'))
    source = {"source": "api.json", "history": ["old.json"]}
    project.write(
        {
            "index.rst": "Home\n====\n",
            "api.json": document,
            "old.json": earlier,
            "docs.json": {"navigation": {"openapi": source, "pages": ["index"]}},
        }
    )
    built = project.build()
    assert built.warnings == []
    for title in titles:
        name = title.lower().replace(" ", "-")
        page = BeautifulSoup(built.text(f"api-reference/{name}.html"), "html.parser")
        found = Counter(tag["id"] for tag in page.find_all(id=True))
        assert {"parameters", "responses", "r200", "history"} <= found.keys()
        assert [ident for ident, count in found.items() if count > 1] == []
