"""What a page shows about an operation as a whole."""

from __future__ import annotations

from typing import Any

import pytest
from block_documents import first_operation, make_document

from sphinx_navapi.content import body_examples


@pytest.mark.parametrize(
    ("servers", "base"),
    [
        ([{"url": "https://api.example/v2/"}, {"url": "https://other.example"}],
         "https://api.example/v2"),
        ([{"url": "https://{region}.example", "variables": {"region": {"default": "eu"}}}],
         "https://eu.example"),
        ([{"url": "/v2/"}], "/v2"),
        ([{"url": "/"}], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_the_address_begins_with_the_first_server(servers: list[Any], base: str) -> None:
    root = {"servers": servers, "paths": {"/a": {"get": {"responses": {}}}}}
    assert first_operation(make_document(root)).base == base


def test_what_the_api_sends_has_no_address_here() -> None:
    root = {
        "servers": [{"url": "https://api.example"}],
        "webhooks": {"ping": {"post": {"responses": {}}}},
    }
    assert first_operation(make_document(root)).base == ""


@pytest.mark.parametrize(
    ("places", "only"), [(["query", "query"], "query"), (["path", "query"], ""), ([], "")]
)
def test_parameters_of_one_place_need_no_second_heading(places: list[str], only: str) -> None:
    parameters = [
        {"name": f"p{number}", "in": place, "required": True, "schema": {"type": "string"}}
        for number, place in enumerate(places)
    ]
    root = {"paths": {"/a": {"get": {"parameters": parameters, "responses": {}}}}}
    assert first_operation(make_document(root)).only_place == only


def test_an_example_of_several_responses_is_written_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The schema of errors is that of most responses."""
    error = {"type": "object", "properties": {"code": {"type": "integer"}}}
    content = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
    responses = {str(status): {"description": "", "content": content} for status in range(400, 410)}
    root = {
        "components": {"schemas": {"Error": error}},
        "paths": {"/a": {"get": {"responses": responses}}},
    }
    written: list[Any] = []

    def text(value: Any, *given: Any) -> str:
        written.append(value)
        return example_text(value, *given)

    example_text = body_examples.example_text
    monkeypatch.setattr(body_examples, "example_text", text)
    shown = first_operation(make_document(root)).examples.responses
    blocks = [each.examples[0].code for each in shown]
    assert len(blocks) == 10
    assert len(written) == 1
    assert len({block.text for block in blocks if block}) == 1
