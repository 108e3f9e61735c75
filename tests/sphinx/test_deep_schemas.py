"""Deeply nested schemas: shown as far as they are read, without affecting anything else."""

from __future__ import annotations

import json

import pytest


def nested(kind: str, levels: int) -> str:
    """JSON of a schema that is deeper than `json` itself can write."""
    around = {
        "properties": ('{"type": "object", "properties": {"inner": ', "}}"),
        "items": ('{"type": "array", "items": ', "}"),
        "allOf": ('{"allOf": [', "]}"),
        "oneOf": ('{"oneOf": [', "]}"),
    }
    before, after = around[kind]
    inner = '{"type": "string", "description": "The innermost."}'
    return before * levels + inner + after * levels


def document(schema: str) -> str:
    """A document with *schema* in one of its operations, and another operation."""
    body = {"content": {"application/json": {"schema": "SCHEMA"}}}
    answers = {"200": {"description": "Done."}}
    root = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "paths": {
            "/deep": {"post": {"summary": "Deep", "requestBody": body, "responses": answers}},
            "/flat": {"get": {"summary": "Flat", "responses": answers}},
        },
    }
    return json.dumps(root).replace('"SCHEMA"', schema)


@pytest.fixture
def built(project, request):
    builder, schema = request.param
    project.write(
        {
            "index.rst": "Home\n====\n",
            "deep.json": document(schema),
            "docs.json": {"navigation": {"groups": [{"group": "API", "openapi": "deep.json"}]}},
        }
    )
    return project.build(builder)


#: As in `Wording`.
CUT = "Deeper levels are not shown"


def pages(built):
    """The texts that the build writes for the operation."""
    is_html = (built.out / "index.html").exists()
    return [
        built.text(f"api-reference/deep.{suffix}")
        for suffix in (("html", "md") if is_html else ("txt",))
    ]


CASES = [
    (builder, kind) for builder in ("html", "text") for kind in ("properties", "items", "allOf")
]


@pytest.mark.parametrize(
    "built",
    [(builder, nested(kind, 46)) for builder, kind in CASES],
    ids=[f"{kind}-{builder}" for builder, kind in CASES],
    indirect=True,
)
def test_some_fifty_levels_are_shown(built):
    assert built.warnings == []
    for text in pages(built):
        assert "The innermost." in text
        assert CUT not in text


@pytest.mark.parametrize(
    "built",
    [(builder, nested("properties", 90)) for builder in ("html", "text")],
    ids=["html", "text"],
    indirect=True,
)
def test_what_is_deeper_is_reported_once(built):
    assert built.warnings == []
    for text in pages(built):
        assert "The innermost." not in text
        assert " ".join(text.split()).count(CUT) == 1


@pytest.mark.parametrize(
    "built",
    [("html", nested(kind, 500)) for kind in ("properties", "items", "allOf", "oneOf")],
    ids=["properties", "items", "allOf", "oneOf"],
    indirect=True,
)
def test_five_hundred_levels_cost_nothing_else(built):
    (warning,) = built.warnings
    assert "nested more than 200 levels deep: deeper values were ignored" in warning
    assert "deep.json:" in warning
    pages = built.site()["pages"]
    assert {"api-reference/deep", "api-reference/flat"} <= pages.keys()
    assert "Done." in built.text("api-reference/deep.html")
    assert "The innermost." not in built.text("api-reference/deep.html")
