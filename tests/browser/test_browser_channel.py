"""Pages of AsyncAPI operations and of changes, in a browser."""

from __future__ import annotations

import re
from pathlib import Path

import axe_playwright_python
import pytest
from full_run import amount, first
from playwright.sync_api import Browser, Page, expect

PAGES = (
    "broadcast/buoys/receive-measurements.html",
    "broadcast/buoys/receive-positions.html",
    "broadcast/commands/ask-for-a-sample.html",
    "broadcast/index.html",
    "de/broadcast/commands/ask-for-a-sample.html",
    "fleet/changes.html",
    "de/changelog.html",
)
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => (await axe.run({runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa",
  "wcag22aa", "best-practice"]})).violations.flatMap(
  v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}`))"""


@pytest.mark.parametrize("scheme", first(1, ["light", "dark"]))
@pytest.mark.parametrize("width", first(1, [1440, 390]))
def test_no_violation(browser: Browser, demo: Path, width: int, scheme: str) -> None:
    page = browser.new_page(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
        reduced_motion="reduce",
    )
    found = {}
    for name in PAGES[:: amount(1, 2)]:
        page.goto(f"{demo.as_uri()}/{name}")
        page.evaluate("document.querySelectorAll('main details').forEach(d => { d.open = true })")
        page.evaluate(AXE.read_text("utf-8"))
        if bad := page.evaluate(RUN_AXE):
            found[name] = bad
        assert page.evaluate("document.documentElement.scrollWidth") <= width, name
    page.close()
    assert found == {}


def test_a_channel_is_read_and_not_tried(page: Page, demo: Path) -> None:
    page.goto(f"{demo.as_uri()}/broadcast/commands/ask-for-a-sample.html")
    main = page.get_by_role("main")
    expect(main.get_by_role("heading", level=1)).to_contain_text("Ask for a sample")
    expect(main.locator(".navapi-operation")).to_have_attribute("data-method", "SEND")
    for heading in ("Channel", "Parameters", "Messages", "Reply", "Servers", "Authorization"):
        expect(main.get_by_role("heading", level=2, name=heading)).to_be_visible()
    expect(main.get_by_role("button", name="Try it")).to_have_count(0)
    # The page of the same channel in German has translated texts and the same content.
    page.goto(f"{demo.as_uri()}/de/broadcast/commands/ask-for-a-sample.html")
    expect(main.get_by_role("heading", level=1)).to_contain_text("Um eine Messung bitten")
    expect(main).to_contain_text("Was übrig ist.")


def test_a_change_leads_to_its_operation(page: Page, demo: Path) -> None:
    page.goto(f"{demo.as_uri()}/fleet/changes.html")
    breaking = page.locator("#breaking-changes")
    expect(breaking).to_contain_text("The media type text/csv was removed", ignore_case=True)
    breaking.get_by_role("link", name="GET /firmware").first.click()
    expect(page).to_have_url(re.compile(r"/fleet/firmware/list-firmware-releases\.html"))
