"""Targets of links into a page are below the sticky bars, in every theme."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from full_run import demo_theme_params
from playwright.sync_api import Browser, Page
from theme_cases import CASES

THEMES = ("navapi", *CASES)
#: One of each kind, by page; none so close to the end that the page cannot scroll to it.
ANCHORS = {
    "observations/alerts/create-an-alert.html": (
        "authorization",  # a heading
        "header.Idempotency-Key",  # a parameter
        "body.name",  # a property
        "body.condition~o1",  # a variant
        "body.condition~o1.quantity",  # a nested property, initially closed
        "r201",  # a response
        "r201.state",
        "servers",
    ),
    "reference/at-a-glance.html": (
        "observations-get-buoys-buoy-id-parameters",  # a title that is not a heading
        "observations-get-buoys-buoy-id-r200.region.code",
        "observations-get-buoys-buoy-id-r304",  # a response without content
    ),
    "blocks/components.html": ("steps", "create-a-key", "before-a-storm", "python"),
}
#: Space between the sticky bars and the target, and whether it is in the window.
SPACE = """id => {
  const html = document.documentElement;
  // An exception below would not reject the promise, which would be waited for without end.
  if (!document.getElementById(id)) throw new Error(`${location} has no ${id}`);
  html.style.setProperty("scroll-behavior", "auto", "important");
  location.hash = "#" + encodeURIComponent(id);
  return new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
    const target = document.getElementById(id).getBoundingClientRect();
    const x = target.left + Math.min(target.width / 2, 150);
    const stuck = y => {
      for (let e = document.elementFromPoint(x, y); e && e !== html; e = e.parentElement)
        if (["sticky", "fixed"].includes(getComputedStyle(e).position)) return true;
      return false;
    };
    let y = 0;
    while (y < innerHeight && stuck(y)) y++;
    done(Math.round(target.top - y));
  })));
}"""


@pytest.fixture(scope="module", params=demo_theme_params(THEMES))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(params=[1440, 390])
def page(browser: Browser, request: pytest.FixtureRequest) -> Iterator[Page]:
    context = browser.new_context(viewport={"width": request.param, "height": 700})
    yield context.new_page()
    context.close()


def test_targets_stand_below_what_is_stuck(page: Page, site: str, theme: str) -> None:
    spaces = {}
    for name, anchors in ANCHORS.items():
        page.goto(f"{site}/{name}")
        spaces |= {anchor: page.evaluate(SPACE, anchor) for anchor in anchors}
    covered = {anchor: space for anchor, space in spaces.items() if space < 0}
    assert covered == {}
    # The same for all kinds: a link to a row leaves no more space than one to a heading.
    assert max(spaces.values()) - min(spaces.values()) <= 8, spaces
    if theme == "navapi":
        assert set(spaces.values()) == {24}
