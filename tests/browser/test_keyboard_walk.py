"""From the start page to an answer with few keys, beside what is typed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, Route, expect

#: Most keys of a walk.
MOST_KEYS = 20

FOCUSED = "(document.activeElement?.textContent ?? '').trim()"


class Walk:
    """Presses keys on a page, and counts them."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.keys = 0

    def press(self, key: str) -> None:
        self.keys += 1
        assert self.keys <= MOST_KEYS
        self.page.keyboard.press(key)

    def tab_to(self, label: str) -> None:
        """Presses Tab until the focus is on what is called *label*."""
        while self.page.evaluate(FOCUSED) != label:
            self.press("Tab")

    def find(self, words: str, title: str) -> None:
        """Opens the page *title* from the search."""
        self.press("Control+k")
        self.page.get_by_role("dialog").get_by_role("combobox").wait_for()
        self.page.keyboard.type(words)
        first = self.page.get_by_role("dialog").get_by_role("option").first
        expect(first).to_contain_text(title)
        self.press("Enter")
        expect(self.page.get_by_role("heading", level=1)).to_contain_text(title)


@pytest.fixture
def walk(page: Page, demo: Path, serve: Callable[[Path], str]) -> Walk:
    page.goto(f"{serve(demo)}/index.html")
    return Walk(page)


def test_a_response_is_read(walk: Walk) -> None:
    walk.find("create alert", "Create an alert")
    walk.tab_to("Skip to content")
    walk.press("Enter")
    walk.tab_to("422")
    walk.press("Enter")
    status = walk.page.get_by_role("heading", name="422 Unprocessable Entity")
    expect(status).to_be_in_viewport()
    expect(walk.page.locator("#r422 .navapi-fields li").first).to_be_in_viewport()


def test_a_request_is_sent_and_its_response_read(walk: Walk) -> None:
    def answer(route: Route) -> None:
        envelope = {
            "status": 201,
            "reason": "Created",
            "headers": [["content-type", "application/json"]],
            "body": {"text": '{"id": "al_77"}'},
            "truncated": False,
            "elapsed_ms": 12,
        }
        route.fulfill(content_type="application/json", body=json.dumps(envelope))

    walk.page.route("**/api/request", answer)
    walk.find("create alert", "Create an alert")
    walk.tab_to("Skip to the playground")
    walk.press("Enter")
    expect(walk.page.locator(".navapi-form :focus")).to_have_count(1)
    walk.tab_to("Send")
    walk.press("Enter")
    expect(walk.page.get_by_text('"al_77"', exact=True)).to_be_in_viewport()
