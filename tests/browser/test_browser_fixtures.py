"""The fixtures on which all browser tests rely."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Page


def test_page_shows_what_serve_serves(
    page: Page, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("<title>Fulmar</title><h1>Hello</h1>", encoding="utf-8")
    response = page.goto(serve(tmp_path) + "/")
    assert response is not None
    assert response.status == 200
    assert page.title() == "Fulmar"
    assert page.get_by_role("heading", name="Hello").is_visible()
