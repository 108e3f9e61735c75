"""Wait for a condition in a page, whatever its policy for scripts."""

from __future__ import annotations

from typing import Any

from patience import PAGE_PATIENCE
from playwright.sync_api import Error, Page

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
