"""Wait until a page is idle."""

from __future__ import annotations

from playwright.sync_api import Page

#: Transitions have ended, requests are complete, and two frames have been painted since.
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
    """Wait until *page* is loaded, nothing moves, and queued tasks have run."""
    page.wait_for_load_state("networkidle")
    page.evaluate(_SETTLED)
