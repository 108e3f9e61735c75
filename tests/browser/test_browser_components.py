"""Components in a real browser: what links open, what tags filter, what stays without scripts."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Browser, Page, expect


def test_link_opens_what_it_leads_into(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html#age")
    expect(page.get_by_text("Two years.")).to_be_visible()
    expect(page.get_by_text("Nothing to install.")).to_be_hidden()
    page.goto(f"{demo.as_uri()}/blocks/components.html#nodejs")
    expect(page.get_by_text("Nothing to install.")).to_be_visible()


def test_tabs_of_a_label_open_together_and_have_addresses(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    expect(page.get_by_text("const answer")).to_be_hidden()
    page.locator(".sd-tab-label", has_text="Node.js").first.click()
    expect(page.get_by_text("Nothing to install.")).to_be_visible()
    expect(page.get_by_text("const answer")).to_be_visible()
    assert page.url.endswith("#nodejs")


def test_tags_filter_updates(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    updates = page.locator(".navapi-update")
    expect(updates).to_have_count(2)
    button = page.get_by_role("button", name="Hardware")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".navapi-update:visible")).to_have_count(1)
    button.click()
    expect(page.locator(".navapi-update:visible")).to_have_count(2)


def test_grids_are_one_column_on_a_narrow_window(demo: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    boxes = [card.bounding_box() for card in page.locator(".navapi-card").all()]
    assert {round(box["x"]) for box in boxes if box} == {round(boxes[0]["x"]) if boxes[0] else 0}
    page.context.close()


def test_everything_is_there_without_scripts(demo: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    page.locator(".sd-tab-label", has_text="Node.js").first.click()
    expect(page.get_by_text("Nothing to install.")).to_be_visible()
    page.locator("summary", has_text="May I move a buoy?").click()
    expect(page.get_by_text("Ask its keeper first.")).to_be_visible()
    expect(page.locator(".navapi-update:visible")).to_have_count(2)
    context.close()
