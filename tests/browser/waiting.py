"""Wait for a condition in a page, whatever its policy for scripts."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from patience import PAGE_PATIENCE
from playwright.sync_api import Error, Page, Route

#: Milliseconds between two checks.
_PAUSE = 20


def wait_until(page: Page, condition: str, arg: Any = None) -> None:
    """Wait until the JavaScript expression, or function, *condition* is true.

    `Page.wait_for_function` evaluates text again in the page, which a content security policy
    forbids unless the condition is true at the first check.
    """
    for _ in range(int(PAGE_PATIENCE * 1000 / _PAUSE)):
        try:
            if page.evaluate(condition, arg):
                return
        except Error as error:
            # The page navigated away in the meantime.
            if "context was destroyed" not in str(error):
                raise
        page.wait_for_timeout(_PAUSE)
    raise AssertionError(f"never true: {condition}")


def hold_back(page: Page, name: str, start: Callable[[], object]) -> Callable[..., None]:
    """Run *start*, which requests the file *name*; the result lets the request go on, or fail."""
    held: list[Route] = []
    # playwright marks the handler, which a built-in method does not allow.
    page.route(f"**/{name}*", lambda route: held.append(route))  # noqa: PLW0108
    with page.expect_request(f"**/{name}*"):
        start()

    def release(*, fails: bool = False) -> None:
        for route in held:
            route.abort() if fails else route.continue_()

    return release
