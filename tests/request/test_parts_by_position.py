"""Multipart bodies whose parts have no names: how each is sent depends on its position."""

from __future__ import annotations

import json
from email import message_from_string
from pathlib import Path
from typing import Any

import pytest
from sample_requests import sample_request

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.request.playground import playground_data
from sphinx_navapi.request.playground_settings import PlaygroundSettings
from sphinx_navapi.request.sample_request import Fill

BOOK = {"type": "object", "properties": {"title": {"type": "string", "example": "Emma"}}}
NOTE = {"type": "string", "example": "Torn"}
COUNT = {"schema": {"type": "integer"}, "example": 7}


@pytest.mark.parametrize(
    ("media", "parts"),
    [
        (
            {
                "schema": {
                    "type": "array", "minItems": 4, "prefixItems": [BOOK, NOTE], "items": NOTE,
                },
                "prefixEncoding": [
                    {"contentType": "application/book+json"}, {"contentType": "text/markdown"},
                ],
                "itemEncoding": {"contentType": "text/csv"},
            },
            [
                ("application/book+json", '{"title":"Emma"}', None),
                ("text/markdown", "Torn", None),
                ("text/csv", "Torn", None),
                ("text/csv", "Torn", None),
            ],
        ),
        (
            {
                "itemSchema": BOOK,
                "itemEncoding": {
                    "contentType": "application/book+json", "headers": {"X-Count": COUNT},
                },
            },
            [("application/book+json", '{"title":"Emma"}', "7")],
        ),
        ({"itemSchema": BOOK}, [("application/json", '{"title":"Emma"}', None)]),
        ({"schema": {"type": "array", "items": NOTE}}, [("text/plain", "Torn", None)]),
    ],
    ids=["prefix and items", "items with a header", "no encoding", "text"],
)  # fmt: skip
def test_each_part_has_its_encoding(media: Any, parts: Any, tmp_path: Path) -> None:
    body = {"required": True, "content": {"multipart/mixed": media}}
    root = {
        "openapi": "3.2.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": "https://library.example"}],
        "paths": {"/books": {"post": {"requestBody": body, "responses": {"204": {}}}}},
    }
    path = tmp_path / "api.json"
    path.write_text(json.dumps(root), "utf-8")
    document = load_document(path, "api.json", tmp_path).document
    assert document is not None
    view, maker = (
        read_operation(document, document.operations[0]),
        ExampleMaker(SchemaRegistry(document)),
    )
    sample = sample_request(view, maker, fill=Fill.ALL)
    kind = dict(sample.headers)["Content-Type"]
    # Read by the standard library's parser for multipart messages.
    message = message_from_string(f"Content-Type: {kind}\r\n\r\n{sample.body}")
    found = [
        (part.get_content_type(), str(part.get_payload()).strip(), part.get("X-Count"))
        for part in message.get_payload()
        if not isinstance(part, str)
    ]
    assert found == parts
    # The form starts with the same text.
    settings = PlaygroundSettings(sends_optional=True)
    data = playground_data(view, maker, fill=Fill.ALL, settings=settings)
    (sent,) = data["body"]["media"]
    assert (sent["kind"], sent["sends"]) == ("text", kind)
    assert sent["text"] == sample.body
