"""Fields of documents that are easily lost: each is on the page, in HTML, Markdown and text."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup

STRING = {"type": "string"}
OK = {"200": {"description": "OK"}}


def document(path_item: dict[str, Any], *, webhook: bool = False) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "servers": [{"url": "https://a.example"}],
        **({"webhooks": {"a": path_item}} if webhook else {"paths": {"/a": path_item}}),
    }


@pytest.fixture
def shown(project):
    """The page of an operation: text of the HTML page, of the Markdown page, and plain text."""

    def show(*given: Any, **more: Any) -> tuple[str, str, str]:
        project.write(
            {
                "index.rst": "Home\n====\n",
                "api.json": document(*given, **more),
                "docs.json": {"navigation": {"pages": ["index"], "openapi": "api.json"}},
            }
        )
        built = project.build()
        assert built.warnings == []
        name = "api-reference/a" if more else "api-reference/get-a"
        page = BeautifulSoup(built.text(f"{name}.html"), "html.parser").select_one("[role=main]")
        text = project.build("text").text(f"{name}.txt")
        return (
            " ".join(page.get_text(" ").split()),
            built.text(f"{name}.md").replace("\\", ""),
            " ".join(text.split()),
        )

    return show


@pytest.mark.parametrize("webhook", [False, True])
@pytest.mark.parametrize("described", ["operation", "path", "neither"])
def test_the_summary_of_a_path(shown, webhook: bool, described: str) -> None:
    method = "post" if webhook else "get"
    operation = {"responses": OK, **({"description": "Own."} if described == "operation" else {})}
    item = {"summary": "All of it.", method: operation}
    if described == "path":
        item["description"] = "Shared."
    wanted = {"operation": "All of it. Own.", "path": "All of it. Shared.", "neither": "All of it."}
    for text in shown(item, **({"webhook": True} if webhook else {})):
        assert wanted[described] in " ".join(text.split())


@pytest.mark.parametrize(
    "operation", [{"summary": "Get a"}, {"description": "All of it. And more."}]
)
def test_the_summary_of_a_path_is_not_repeated(shown, operation: dict[str, Any]) -> None:
    for text in shown({"summary": "All of it.", "get": {"responses": OK, **operation}}):
        assert text.count("All of it.") == ("description" in operation)


def returned(schema: dict[str, Any]) -> dict[str, Any]:
    content = {"application/json": {"schema": {"type": "object", "properties": {"list": schema}}}}
    return {"get": {"responses": {"200": {"description": "OK", "content": content}}}}


@pytest.mark.parametrize(
    ("schema", "label", "rest"),
    [
        ({"items": {"type": "boolean"}}, "[string, …]", "boolean"),
        ({"unevaluatedItems": {"type": "boolean"}}, "[string, …]", "boolean"),
        ({"items": False}, "[string]", "none"),
        ({"unevaluatedItems": False}, "[string]", "none"),
        ({"items": {"type": "boolean"}, "unevaluatedItems": False}, "[string, …]", "boolean"),
        ({}, "[string, …]", None),
    ],
)
def test_items_after_those_of_a_tuple(
    shown, schema: dict[str, Any], label: str, rest: str | None
) -> None:
    for text in shown(returned({"type": "array", "prefixItems": [STRING], **schema})):
        assert label in text
        found = re.findall(r"other items\W+(\w+)", text)
        assert found == ([rest] if rest else [])


def test_a_tuple_that_another_part_closes(shown) -> None:
    parts = {"allOf": [{"prefixItems": [STRING]}], "unevaluatedItems": False}
    for text in shown(returned({"type": "array", **parts})):
        assert "[string]" in text


def test_items_without_a_tuple_are_not_closed(shown) -> None:
    for text in shown(returned({"type": "array", "items": STRING, "unevaluatedItems": False})):
        assert "string[]" in text
        assert "other items" not in text


def test_objects_after_those_of_a_tuple_have_their_own_row(shown) -> None:
    items = {"type": "object", "properties": {"deep": STRING}}
    html, markdown, text = shown(
        returned({"type": "array", "prefixItems": [STRING], "items": items})
    )
    assert re.search(r"\[0\].*other items.*deep", html)
    assert "  - other items (object)\n\n    - `deep` (string)" in markdown
    assert '"list.(other items).deep" : string' in text


def test_the_summary_of_an_only_example_is_the_label_of_the_samples(shown) -> None:
    example = {"one": {"summary": "A cheap one", "value": {"price": 1}}}
    body = {"content": {"application/json": {"schema": {"type": "object"}, "examples": example}}}
    html, markdown, text = shown({"get": {"requestBody": body, "responses": OK}})
    assert "Request A cheap one cURL" in html
    assert "## Code samples\n\nA cheap one\n\n### cURL" in markdown
    assert re.search(r"Code samples =+ A cheap one -\[ cURL \]-", text)
    # With a second one, both have a label of their own.
    example["two"] = {"summary": "A dear one", "value": {"price": 2}}
    for shown_text in shown({"get": {"requestBody": body, "responses": OK}}):
        assert shown_text.count("A cheap one") == 1
        assert shown_text.count("A dear one") == 1
