"""Code samples for TypeScript with axios."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.javascript import render_module


def render(request: HttpRequest) -> str:
    """The module of `typescript.render` with axios."""
    return render_module(request, "axios", typed=True)


CLIENT = Client(
    id="axios_typescript",
    label="TypeScript",
    language="typescript",
    library="axios",
    highlight="typescript",
    render=render,
)
