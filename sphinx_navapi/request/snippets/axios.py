"""Code samples for JavaScript with axios."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.javascript import render_module


def render(request: HttpRequest) -> str:
    """The module of `javascript.render` with axios."""
    return render_module(request, "axios", typed=False)


CLIENT = Client(
    id="axios",
    label="JavaScript",
    language="javascript",
    library="axios",
    highlight="javascript",
    render=render,
)
