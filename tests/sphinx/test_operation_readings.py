"""How often a build reads an operation."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from block_documents import make_document

from sphinx_navapi.openapi import operation as module
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.operation import OperationViews
from sphinx_navapi.openapi.view import OperationView


def test_a_build_reads_each_operation_once(small: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    readings = Counter[str]()
    read = module.read_operation

    def count(document: OpenApiDocument, operation: Operation) -> OperationView:
        readings[str(operation.key)] += 1
        return read(document, operation)

    monkeypatch.setattr(module, "read_operation", count)
    # For the plan, pages, their Markdown, playgrounds, and the manifest of the relay.
    small.build()
    assert readings
    assert set(readings.values()) == {1}


def test_few_operations_are_kept() -> None:
    paths = {f"/{name}": {"get": {"responses": {}}} for name in "abc"}
    document = make_document({"paths": paths})
    views = OperationViews(document, most=2)
    first = [views.view(operation) for operation in document.operations]
    again = [views.view(operation) for operation in document.operations]
    assert [a is b for a, b in zip(first, again, strict=True)] == [True, True, False]
    assert first == again
