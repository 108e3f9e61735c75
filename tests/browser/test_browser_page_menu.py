"""The menu of a page in a real browser: with and without scripts, by keyboard, narrow and wide."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import axe_playwright_python
import pytest
from full_run import first
from playwright.sync_api import Browser, Page, ViewportSize, expect
from settling import settle
from site_builds import build_site
from write_files import write_files

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => {
  const found = await axe.run(".navapi-page-menu");
  return found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}`));
}"""
SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 300);
})"""
TITLE = "A title that goes on for more than one line where the window is narrow"
ENTRY = {
    "title": "Chat", "description": "About this page", "icon": "plus",
    "href": "https://chat.example/?q=$page",
}  # fmt: skip
OPTIONS = ["copy", "view", "chatgpt", "mcp", "add-mcp", "cursor", "vscode", ENTRY]


@pytest.fixture(scope="module", params=first(1, ["navapi", "furo"]))
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    docs = {
        "name": "Buoys", "contextual": {"options": OPTIONS},
        "navigation": {"groups": [{"group": "Guides", "pages": ["index", "deep/page"]}]},
    }  # fmt: skip
    folder = write_files(
        tmp_path_factory.mktemp("menu"),
        {
            "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{request.param}"\n',
            "docs.json": docs,
            "index.md": "# Home\n",
            "deep/page.md": f"# {TITLE}\n\n{'Words of the page. ' * 40}\n\n## Part\n",
        },
    )
    return build_site(folder, folder / "_build")


@pytest.fixture
def opened(site: Path, page: Page, serve: Callable[[Path], str]) -> tuple[Page, str]:
    base = serve(site)
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    page.goto(f"{base}/deep/page.html")
    return page, base


def test_copying(opened: tuple[Page, str]) -> None:
    page, base = opened
    page.get_by_role("button", name="Copy page").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    expect(page.locator(".navapi-page-menu [role=status]")).to_have_text("Copied")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith(f"# {TITLE}")
    expect(page.get_by_role("button", name="Copy page")).to_be_visible()
    page.locator(".navapi-page-menu summary").click()
    page.get_by_role("button", name="Copy the command that adds").press("Space")
    expect(page.locator(".navapi-page-menu [role=status]")).to_have_text("Copied")
    assert page.evaluate("navigator.clipboard.readText()") == f"npx add-mcp {base}/mcp"
    assert page.url == f"{base}/deep/page.html"


def test_addresses_of_the_place(opened: tuple[Page, str]) -> None:
    page, base = opened
    links = page.locator(".navapi-page-menu a")
    hrefs = links.evaluate_all("all => all.map(a => decodeURIComponent(a.href))")
    text = f"{base}/deep/page.md"
    assert hrefs[1] == text
    assert f"Read {text}. I want to ask questions about it." in hrefs[2]
    assert f'"url":"{base}/mcp"' in hrefs[6]
    assert page.evaluate("href => atob(new URL(href).searchParams.get('config'))", hrefs[5]) == (
        f'{{"url":"{base}/mcp"}}'
    )


def test_the_text_of_the_page_goes_into_an_address(opened: tuple[Page, str]) -> None:
    page, _base = opened
    page.context.route("https://chat.example/**", lambda route: route.fulfill(body="x"))
    page.locator(".navapi-page-menu summary").click()
    with page.expect_popup() as popup:
        page.get_by_role("link", name="Chat About this page").click()
    popup.value.wait_for_url("https://chat.example/**")
    asked = popup.value.evaluate("new URL(location.href).searchParams.get('q')")
    assert asked.startswith(f"# {TITLE}")


def test_keys(opened: tuple[Page, str]) -> None:
    page, _base = opened
    summary = page.locator(".navapi-page-menu summary")
    summary.focus()
    page.keyboard.press("Enter")
    view = page.get_by_role("link", name="View as Markdown")
    expect(view).to_be_visible()
    page.keyboard.press("Tab")
    expect(view).to_be_focused()
    page.keyboard.press("Escape")
    expect(view).to_be_hidden()
    expect(summary).to_be_focused()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 390])
def test_it_is_accessible_and_no_wider_than_the_window(
    site: Path, browser: Browser, width: int, scheme: str
) -> None:
    size: ViewportSize = {"width": width, "height": 800}
    page = browser.new_context(viewport=size).new_page()
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    page.goto(f"{site.as_uri()}/deep/page.html")
    assert page.evaluate(SHIFT) < 0.01
    page.locator(".navapi-page-menu summary").click()
    settle(page)
    box = page.locator(".navapi-page-menu ul").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= width
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(RUN_AXE) == []
    page.context.close()


def test_from_the_disk_the_markdown_is_opened(site: Path, page: Page) -> None:
    page.goto(f"{site.as_uri()}/deep/page.html")
    page.get_by_role("link", name="Copy page").click()
    page.wait_for_url("**/page.md")


def test_without_scripts(site: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site.as_uri()}/deep/page.html")
    page.locator(".navapi-page-menu summary").click()
    shown = page.locator(".navapi-page-menu a:visible").all_inner_texts()
    assert [text.split("\n")[0] for text in shown] == ["Copy page", "View as Markdown"]
    page.get_by_role("link", name="View as Markdown").click()
    page.wait_for_url("**/page.md")
    context.close()


def test_below_the_contents(tmp_path: Path, browser: Browser, serve: Callable[[Path], str]) -> None:
    folder = write_files(
        tmp_path / "source",
        {
            "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
            "docs.json": {
                "name": "Buoys",
                "contextual": {"options": ["copy", "view", "claude"], "display": "toc"},
                "navigation": {"pages": ["index"]},
            },
            "index.md": "# Home\n\nWords.\n\n## Part\n",
        },
    )
    base = serve(build_site(folder, tmp_path / "out"))
    context = browser.new_context(viewport={"width": 1440, "height": 900})
    context.grant_permissions(["clipboard-read", "clipboard-write"], origin=base)
    page = context.new_page()
    page.goto(f"{base}/index.html")
    expect(page.locator(".navapi-page-menu")).to_be_hidden()
    page.locator(".navapi-page-list").get_by_role("button", name="Copy page").click()
    expect(page.locator(".navapi-page-list")).to_contain_text("Copied")
    assert "Words." in page.evaluate("navigator.clipboard.readText()")
    page.set_viewport_size({"width": 390, "height": 900})
    expect(page.locator(".navapi-page-list")).to_be_hidden()
    page.locator(".navapi-page-menu").get_by_role("button", name="Copy page").click()
    expect(page.locator(".navapi-page-menu")).to_contain_text("Copied")
    context.close()
