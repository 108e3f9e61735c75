"""Which schemas a schema refers to."""

from __future__ import annotations

from typing import Any

import pytest
from view_documents import at, make_document

from sphinx_navapi.openapi.schema.graph import SchemaGraph

B = {"$ref": f"#{at('B')}"}


@pytest.mark.parametrize(
    ("schema", "is_reference"),
    [
        ({"properties": {"example": B}}, True),
        ({"properties": {"x-b": B}}, True),
        ({"not": {"items": B}}, True),
        ({"x-patch": B}, False),
        ({"default": B}, False),
        ({"examples": [B]}, False),
    ],
)
def test_references_are_where_schemas_are(schema: Any, is_reference: bool) -> None:
    components = {"schemas": {"A": schema, "B": {"type": "string"}}}
    graph = SchemaGraph(make_document({"openapi": "3.1.0", "components": components}))
    assert (at("B") in graph.reachable(at("A"))) is is_reference
