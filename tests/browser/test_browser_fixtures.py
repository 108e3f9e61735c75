"""The fixtures on which all browser tests rely."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page

KEEP = """() => {
  const found = [document.cookie, localStorage.length, sessionStorage.length];
  document.cookie = "a=1";
  localStorage.a = sessionStorage.a = 1;
  return [...found, innerWidth, matchMedia("(prefers-color-scheme: dark)").matches];
}"""
FRESH = ["", 0, 0, 1280, False]


def test_page_shows_what_serve_serves(
    page: Page, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    (tmp_path / "index.html").write_text("<title>Fulmar</title><h1>Hello</h1>", encoding="utf-8")
    response = page.goto(serve(tmp_path) + "/")
    assert response is not None
    assert response.status == 200
    assert page.title() == "Fulmar"
    assert page.get_by_role("heading", name="Hello").is_visible()


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("shown") / "index.html"
    path.write_text("<h1>Hello</h1>", "utf-8")
    return path


@pytest.mark.parametrize("turn", ["first", "second"])
def test_a_page_has_nothing_of_the_test_before(page: Page, address: Path, turn: str) -> None:
    url = "https://shown.example/"
    answer = f"<h1>{turn}</h1>"
    page.context.route(
        f"{url}**",
        lambda route: route.fulfill(
            body=answer, content_type="text/html", headers={"cache-control": "max-age=900"}
        ),
    )
    page.goto(url)
    assert page.locator("h1").inner_text() == turn
    assert page.evaluate(KEEP) == FRESH
    page.goto(address.as_uri())
    assert page.evaluate(KEEP) == FRESH
    page.set_viewport_size({"width": 400, "height": 400})
    page.emulate_media(color_scheme="dark")
