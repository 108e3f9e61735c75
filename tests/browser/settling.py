"""When a page has done what it does by itself."""

from __future__ import annotations

from playwright.sync_api import Page

#: Smooth changes have an end, what was asked for has come, and two frames have been painted since.
_SETTLED = """async () => {
    await document.fonts.ready;
    // Those that follow scrolling never end.
    const timed = document.getAnimations().filter(one => one.timeline === document.timeline);
    await Promise.allSettled(timed.map(one => one.finished));
    for (let frame = 0; frame < 2; frame++) {
        await new Promise(requestAnimationFrame);
        await new Promise(done => setTimeout(done));
    }
}"""


def settle(page: Page) -> None:
    """Wait until *page* is loaded, nothing on it moves, and what was queued by then has run."""
    page.wait_for_load_state("networkidle")
    page.evaluate(_SETTLED)
