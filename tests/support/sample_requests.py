"""The request that the sample of an operation shows."""

from __future__ import annotations

from typing import Any

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.sample_request import sample_values, write_request


def sample_request(view: OperationView, examples: ExampleMaker, **options: Any) -> HttpRequest:
    """The request of *view* with example values, and placeholders for credentials."""
    return write_request(view, sample_values(view, examples, **options), examples.registry)
