"""The documentation of the project itself."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser
from warm_python import run_module

DOCS = Path(__file__).parents[2] / "docs"


def test_reference_tables_fit_a_phone(
    browser: Browser, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    """Each cell has the whole width instead of a word in a line, and the name of a file is once."""
    out = tmp_path / "html"
    run_module("sphinx", "-qnW", "-d", tmp_path / "doctrees", DOCS, out, check=True)
    site = serve(out)
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{site}/reference/docs-json.html")
    tables = page.locator("table.reference-table")
    assert tables.count() > 15
    widths = tables.evaluate_all(
        "all => all.map(t => [t.scrollWidth, ...[...t.querySelectorAll('td')]"
        ".filter(c => c.textContent.trim()).map(c => c.offsetWidth)])"
    )
    assert all(340 < width <= 390 for table in widths for width in table)
    titles = page.locator("caption, .code-block-caption", has_text="docs.json")
    assert titles.count() == 1
    assert page.locator("p", has_text="docs.json").filter(has_not_text=" ").count() == 0
    page.close()
