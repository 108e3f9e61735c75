"""Narrow columns of other themes: words stay whole."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser
from site_builds import build_site
from write_files import write_files

#: Lines of the text of an element, without its child elements.
LINES = """element => {
  const range = document.createRange(), tops = new Set();
  for (const node of element.childNodes) {
    if (node.nodeType !== 3 || !node.data.trim()) continue;
    range.selectNodeContents(node);
    for (const box of range.getClientRects()) tops.add(Math.round(box.top));
  }
  return tops.size;
}"""


@pytest.mark.parametrize("theme", ["classic", "traditional"])
def test_labels_and_addresses_are_not_a_letter_wide(
    browser: Browser, tmp_path: Path, theme: str
) -> None:
    operation = {
        "summary": "List special events",
        "x-badges": [{"name": "Gamma"}],
        "responses": {"200": {"description": "OK"}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Museum", "version": "1"},
        "servers": [{"url": "https://api.museum.example/v1"}],
        "paths": {"/special-events": {"get": operation}},
    }
    navigation = {"groups": [{"group": "API", "openapi": "api.json"}]}
    config = {"name": "Museum", "navigation": navigation}
    write_files(tmp_path / "src", {
        "docs.json": json.dumps(config), "api.json": json.dumps(document),
        "index.md": "# Home\n",
    })  # fmt: skip
    options = ("-C", "-D", "extensions=sphinx_navapi", "-D", f"html_theme={theme}")
    site = build_site(tmp_path / "src", tmp_path / "out", *options)
    (path,) = site.rglob("list-special-events.html")
    for width in (1440, 390):
        page = browser.new_page(viewport={"width": width, "height": 800})
        page.goto(path.as_uri())
        entry = page.locator(".navapi-sidebar a:has(> .navapi-tag)")
        assert entry.evaluate(LINES) <= 3
        # The address has 28 letters and a method before its path.
        assert page.locator(".navapi-signature > code").evaluate("e => e.offsetHeight") < 200
        page.close()
