"""The choice of a version: which operations stay in the sidebar and in the search."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from full_run import demo_theme_params
from playground_site import operation, parameter
from playwright.sync_api import Browser, Page, expect
from site_builds import build_site
from write_files import write_files


def api(version: str, **operations: dict[str, Any]) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": version},
        "servers": [{"url": "https://zoo.example"}],
        "paths": {f"/{name}": {"get": each} for name, each in operations.items()},
    }


CONTRAST = """select => {
  const light = color => {
    const canvas = new OffscreenCanvas(1, 1).getContext("2d");
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b] = [...canvas.getImageData(0, 0, 1, 1).data].map(part =>
      part / 255 <= 0.04 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b + 0.05;
  };
  const { color, backgroundColor } = getComputedStyle(select);
  const both = [light(color), light(backgroundColor)];
  return Math.max(...both) / Math.min(...both);
}"""
OLD = operation("Old animals", tags=["Animals"])
CHANGED = operation("Changed animals", tags=["Animals"])
LIMITED = operation("Changed animals", tags=["Animals"], parameters=[parameter("limit")])
ADDED = operation("Added keepers", tags=["Keepers"])
RETIRED = operation("Retired keepers", tags=["Keepers"])


@pytest.fixture(scope="module", params=demo_theme_params(["navapi", "furo", "sphinx_rtd_theme"]))
def out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    openapi = {"source": "3.json", "history": ["1.json", "2.json"], "directory": "zoo"}
    files = {
        "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{request.param}"\n',
        "docs.json": {
            "navigation": {
                "tabs": [
                    {"tab": "Guides", "pages": ["index"]},
                    {"tab": "API", "openapi": openapi},
                    {"tab": "Copy", "openapi": {**openapi, "directory": "copy"}},
                ]
            }
        },
        "index.md": "# Animals at home\n",
        "1.json": api("1", old=OLD, changed=CHANGED, retired=RETIRED),
        "2.json": api("2", old=OLD, changed=LIMITED, retired=RETIRED),
        "3.json": api(
            "3", old=OLD, changed=LIMITED, added=ADDED, retired={**RETIRED, "deprecated": True}
        ),
    }
    source = write_files(tmp_path_factory.mktemp("since"), files)
    return build_site(source, source / "_build")


def entries(page: Page) -> list[str]:
    """The entries of the sidebar that are visible, or would be if their group was open."""
    lists = page.locator(".navapi-sidebar > ul:visible")
    expect(lists).to_have_count(1)
    # Some themes add the headings of the current page.
    links = lists.locator("a:not([href^='#'])")
    return [text.strip() for text in links.all_text_contents()]


def test_only_changed_operations_stay(out: Path, page: Page, serve: Callable[[Path], str]) -> None:
    base = serve(out)
    page.goto(f"{base}/zoo/animals/old-animals.html")
    everything = entries(page)
    choice = page.get_by_role("navigation").get_by_label("Changed since")
    assert choice.locator("option").all_text_contents() == ["Any version", "2 (2)", "1 (3)"]
    assert choice.evaluate(CONTRAST) >= 4.5
    row, first = choice.bounding_box(), page.locator(".navapi-sidebar > ul").bounding_box()
    assert row
    assert first
    assert row["y"] + row["height"] <= first["y"]
    assert first["x"] <= row["x"] < row["x"] + row["width"] <= first["x"] + first["width"]
    choice.select_option("1 (3)")
    expect(page.locator(".navapi-sidebar > ul + ul")).to_be_visible()
    # Not those of the other tab.
    assert page.locator(".navapi-sidebar > ul + ul a[href*='/copy/']").count() == 0
    assert entries(page) == ["Changed animals", "Added keepers", "Retired keepers"]
    choice.select_option("2 (2)")
    expect(page.locator(".navapi-sidebar > ul + ul")).not_to_contain_text("Changed animals")
    assert entries(page) == ["Added keepers", "Retired keepers"]
    # It is kept, and the entries lead to their pages.
    page.get_by_role("link", name="Added keepers").first.click()
    expect(page).to_have_url(re.compile("keepers/added-keepers.html$"))
    expect(page.locator(".navapi-sidebar > ul + ul [aria-current]")).to_have_text("Added keepers")
    choice.select_option("Any version")
    expect(page.locator(".navapi-sidebar > ul + ul")).to_have_count(0)
    assert entries(page) == everything
    # Nothing here has versions.
    page.goto(f"{base}/index.html")
    expect(page.get_by_label("Changed since")).to_have_count(0)


@pytest.mark.parametrize("out", ["navapi"], indirect=True)
def test_search_only_finds_changed_operations(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    page.goto(f"{serve(out)}/zoo/animals/old-animals.html")
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog", name="Search")
    dialog.get_by_role("combobox", name="Search").fill("animals")
    hits = dialog.get_by_role("option").locator("span")
    expect(hits.filter(has_text="Old animals")).to_have_count(2)
    dialog.get_by_label("Changed since").select_option("1 (3)")
    expect(hits.filter(has_text="Old animals")).to_have_count(0)
    expect(hits.filter(has_text="Animals at home")).to_have_count(0)
    expect(hits.filter(has_text="Changed animals")).to_have_count(1)
    page.keyboard.press("Escape")
    # The sidebar has the same choice.
    assert entries(page) == ["Changed animals", "Added keepers", "Retired keepers"]


def test_without_scripts_there_is_no_choice(out: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{out.as_uri()}/zoo/animals/old-animals.html")
    expect(page.get_by_role("combobox", name="Changed since")).to_have_count(0)
    assert "Old animals" in entries(page)
    context.close()
