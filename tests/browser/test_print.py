"""Operation pages on paper, in every theme."""

from __future__ import annotations

import re

import pytest
from full_run import demo_theme_params
from playwright.sync_api import Page
from theme_cases import CASES

OPERATION = "observations/alerts/create-an-alert.html"

#: The lower edge of each part, from top to bottom.
ORDER = """() => [".navapi-address", ".navapi-description", "#request-body", "#responses",
  "#code-samples"].map(part => document.querySelector(part).getBoundingClientRect().bottom)"""

#: Of each sample: its lines, those shown, and whether the note lies within it.
SAMPLES = """() => [...document.querySelectorAll("#code-samples pre")]
  .filter(pre => pre.checkVisibility()).map(pre => {
    const line = parseFloat(getComputedStyle(pre).lineHeight);
    const note = getComputedStyle(pre, "::after");
    return [Math.round(pre.querySelector("code").getBoundingClientRect().height / line),
      Math.round(pre.clientHeight / line), parseFloat(note.top) < pre.clientHeight - 1,
      note.content];
  })"""

#: What would be printed on each sheet, above its text.
FIXED = """() => [...document.querySelectorAll("body *")].filter(e => e.checkVisibility()
    && getComputedStyle(e).position === "fixed" && e.innerText.trim()
    && e.getBoundingClientRect().right > 0 && e.getBoundingClientRect().left < innerWidth)
  .map(e => e.outerHTML.slice(0, 80))"""


@pytest.fixture(scope="module", params=demo_theme_params(["navapi", *CASES]))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


def test_an_operation_on_paper(page: Page, site: str) -> None:
    """Text first, then samples of at most 40 lines with a note; 9 to 14 sheets became 5 to 7."""
    page.set_viewport_size({"width": 720, "height": 1000})
    page.goto(f"{site}/{OPERATION}")
    page.emulate_media(media="print")
    edges = page.evaluate(ORDER)
    assert edges == sorted(edges)
    samples = page.evaluate(SAMPLES)
    assert len(samples) == 3
    for lines, shown, is_noted, note in samples:
        assert shown == min(lines, 41)
        assert is_noted == (lines > 40)
        assert note == '"… (shortened)"'
    assert any(lines > 41 for lines, *_ in samples)
    assert page.evaluate(FIXED) == []
    sheets = re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))
    assert 5 <= len(sheets) <= 7
