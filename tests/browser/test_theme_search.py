"""Our search in other themes, if ``conf.py`` asks for it: their search box and keys open it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from full_run import demo_theme_params, first
from playwright.sync_api import Browser, Locator, Page, expect
from site_builds import build_site
from test_theme_quality import open_page, violations
from theme_cases import CASES
from waiting import hold_back
from write_files import write_files

ZOO = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://zoo.example"}],
    "paths": {
        "/lions": {
            "post": {
                "summary": "Add a lion",
                "tags": ["Cats"],
                "responses": {"200": {"description": "Added."}},
            }
        }
    },
}
NAVIGATION = {
    "languages": [
        {
            "language": "en",
            "groups": [
                {"group": "Guides", "pages": ["index", "deep/care"]},
                {"group": "API", "openapi": "zoo.json"},
            ],
        },
        {"language": "de", "groups": [{"group": "Anleitungen", "pages": ["de/pflege"]}]},
    ]
}
#: Buttons of themes that have a dialog of their own; other themes have a field.
BUTTONS = {
    "pydata_sphinx_theme": ".search-button__button",
    "sphinx_book_theme": ".search-button__button",
}

#: Whether the dialog, and the page, have a dark background.
DARKNESS = """() => ["dialog.navapi-search-dialog", "body"].map((name) => {
  for (let box = document.querySelector(name); box; box = box.parentElement) {
    const [red, green, blue, alpha] = getComputedStyle(box).backgroundColor.match(/[\\d.]+/g);
    if (alpha !== "0") return +red + +green + +blue < 200;
  }
  return false;
})"""


@pytest.fixture(scope="module", params=demo_theme_params(CASES))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def site(theme: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = write_files(
        tmp_path_factory.mktemp("source"),
        {
            "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{theme}"\n'
            'navapi_search = "navapi"\n',
            "docs.json": {"navigation": NAVIGATION, "search": {"prompt": "Search the zoo"}},
            "zoo.json": ZOO,
            "index.md": "# Welcome\n\nAnimals of many kinds.\n",
            "deep/care.md": "# Caring for animals\n\n## Feeding times\n\nAt noon.\n",
            "de/pflege.md": "# Pflege der Tiere\n",
        },
    )
    return build_site(source, source / "_build")


@pytest.fixture
def dialog(page: Page) -> Locator:
    return page.locator("dialog.navapi-search-dialog")


def box(page: Page, theme: str) -> Locator:
    return page.locator(f"{BUTTONS.get(theme, 'form input[name=q]')}:visible").first


@pytest.mark.parametrize("key", ["/", "Control+k"])
def test_keys_open_it(page: Page, site: Path, dialog: Locator, key: str) -> None:
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(error.message))
    page.goto(f"{site.as_uri()}/deep/care.html")
    page.keyboard.press(key)
    expect(dialog).to_be_visible()
    # No other one is open.
    expect(page.locator("dialog[open]")).to_have_count(1)
    field = dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    expect(field).to_have_attribute("placeholder", "Search the zoo")
    page.keyboard.type("create lions")
    expect(dialog.get_by_role("option").first).to_contain_text("Add a lion")
    page.keyboard.press("Enter")
    page.wait_for_url("**/api-reference/cats/add-a-lion.html")
    assert errors == []


def test_the_box_opens_it(page: Page, site: Path, theme: str, dialog: Locator) -> None:
    page.goto(f"{site.as_uri()}/index.html")
    box(page, theme).click()
    expect(dialog).to_be_visible()
    expect(page.locator("dialog[open]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(box(page, theme)).to_be_focused()


def test_what_is_typed_into_a_field_moves(page: Page, site: Path, theme: str) -> None:
    if theme in BUTTONS:
        pytest.skip("no field")
    page.goto(f"{site.as_uri()}/index.html")
    field = box(page, theme)
    # The focus alone, which may only pass, opens nothing.
    field.focus()
    expect(field).to_have_attribute("aria-haspopup", "dialog")
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.type("feeding", delay=20)
    dialog = page.locator("dialog.navapi-search-dialog")
    expect(dialog.get_by_role("combobox")).to_have_value("feeding")
    option = dialog.get_by_role("option").first
    expect(option).to_contain_text("Feeding times")
    expect(option).to_have_attribute("href", "./deep/care.html#feeding-times")
    expect(field).to_have_value("")


@pytest.mark.parametrize("late", ["navapi-search.js", "navapi-search.css"])
def test_what_is_typed_while_it_is_loaded_moves(
    page: Page, site: Path, dialog: Locator, serve: Callable[[Path], str], late: str
) -> None:
    page.goto(f"{serve(site)}/index.html")
    link = page.locator("a[href]:visible").first
    link.focus()
    release = hold_back(page, late, lambda: page.keyboard.press("Control+k"))
    page.keyboard.type("/ feedink")
    page.keyboard.press("Backspace")
    # Keys of the theme do nothing meanwhile.
    page.keyboard.type("g times")
    assert page.locator("dialog[open]").count() == 0
    release()
    expect(dialog.get_by_role("combobox")).to_have_value("/ feeding times")
    expect(dialog.get_by_role("option").first).to_contain_text("Feeding times")
    page.keyboard.press("Escape")
    expect(dialog).not_to_be_visible()
    expect(link).to_be_focused()


def test_the_page_of_results_keeps_its_own(
    page: Page, site: Path, serve: Callable[[Path], str]
) -> None:
    page.goto(f"{serve(site)}/search.html?q=animals")
    expect(page.locator("#search-results li a").first).to_be_visible()
    assert page.locator("dialog[open]").count() == 0


def test_texts_are_in_the_language_of_the_page(page: Page, site: Path, dialog: Locator) -> None:
    page.goto(f"{site.as_uri()}/de/pflege.html")
    page.keyboard.press("Control+k")
    expect(dialog).to_be_visible()
    expect(dialog).to_have_attribute("aria-label", "Suchen")
    page.keyboard.type("pflege")
    expect(dialog.get_by_role("option").first).to_contain_text("Pflege der Tiere")


@pytest.mark.parametrize(
    ("width", "scheme"),
    first(2, [(1440, "light"), (390, "dark"), (1440, "dark"), (390, "light")]),
)
def test_no_violation_of_wcag(browser: Browser, site: Path, width: int, scheme: str) -> None:
    page = open_page(browser, width, scheme)
    page.goto(f"{site.as_uri()}/deep/care.html")
    page.keyboard.press("/")
    dialog = page.locator("dialog.navapi-search-dialog")
    expect(dialog).to_be_visible()
    page.keyboard.type("animals")
    dialog.get_by_role("option").first.wait_for()
    assert violations(page, "[class*=navapi-]") == []
    bounds = dialog.bounding_box()
    assert bounds is not None
    assert bounds["x"] >= 0
    assert bounds["x"] + bounds["width"] <= width
    # It has the scheme of the page around it.
    dialog_is_dark, page_is_dark = page.evaluate(DARKNESS)
    assert dialog_is_dark == page_is_dark
    page.context.close()


def test_without_it_the_form_leads_to_the_results(
    page: Page, site: Path, theme: str, serve: Callable[[Path], str]
) -> None:
    if theme in BUTTONS:
        pytest.skip("no form")
    base = serve(site)
    page.route("**/navapi-search.js*", lambda route: route.abort())
    page.goto(f"{base}/index.html")
    field = box(page, theme)
    field.focus()
    field.evaluate("(box) => { box.value = 'animals'; box.form.requestSubmit(); }")
    page.wait_for_url("**/search.html?q=animals*")
    expect(page.locator("#search-results li a").first).to_be_visible()
