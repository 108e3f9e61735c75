"""The menu of a tab of the demo, which works the same in every theme."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect


def try_tab_menu(page: Page) -> tuple[Locator, Locator]:
    """Open and close the menu, using only the keyboard.

    :returns: the menu, and the entry "Python" in it.
    """
    menu = page.locator("nav.navapi-tabs details")
    item = menu.get_by_role("link", name="Python")
    expect(item).to_be_hidden()
    menu.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(item).to_be_visible()
    expect(item.locator("small")).to_have_text("The client library")
    page.keyboard.press("Escape")
    expect(item).to_be_hidden()
    return menu, item
