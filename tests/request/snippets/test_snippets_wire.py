"""What a request is on the wire, whatever the language of a sample."""

from __future__ import annotations

import pytest

from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.wire import content_type


@pytest.mark.parametrize("name", ["Content-Type", "content-type", "CONTENT-TYPE"])
def test_the_content_type_in_any_case(name: str) -> None:
    headers = (("X-Content-Type", "no"), (name, "text/plain"))
    request = HttpRequest(method="POST", url="https://api.example", headers=headers)
    assert content_type(request) == "text/plain"
    assert content_type(HttpRequest(method="GET", url="https://api.example")) is None
