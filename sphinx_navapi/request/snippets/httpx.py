"""Code samples for Python with httpx."""

from __future__ import annotations

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.client import Client
from sphinx_navapi.request.snippets.python import render_script


def render(request: HttpRequest) -> str:
    """The script of `python.render` with httpx."""
    return render_script(request, "httpx")


CLIENT = Client(
    id="httpx",
    label="Python",
    language="python",
    library="httpx",
    highlight="python",
    render=render,
)
