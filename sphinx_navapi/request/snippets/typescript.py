"""Code samples for TypeScript with fetch."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.javascript import render_module


def render(request: HttpRequest) -> str:
    """The module of `javascript.render` with types."""
    return render_module(request, "fetch", typed=True)


CLIENT = Client(
    id="typescript",
    label="TypeScript",
    library="fetch",
    highlight="typescript",
    aliases=("ts",),
    render=render,
)
