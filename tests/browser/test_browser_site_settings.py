"""Settings of docs.json and the memory of the site, in a real browser."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from settling import settle
from write_files import write_files

from sphinx_navapi.cli import main

SHIFT = """() => new Promise(done => {
  let sum = 0;
  new PerformanceObserver(list => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) sum += entry.value;
  }).observe({type: "layout-shift", buffered: true});
  setTimeout(() => done(sum), 300);
})"""


def test_banner_is_closed_for_good(demo: Path, page: Page, serve: Callable[[Path], str]) -> None:
    site = serve(demo)
    page.goto(f"{site}/start/limits.html")
    banner = page.locator(".navapi-banner")
    expect(banner.get_by_role("link")).to_have_attribute("href", "../v1/migrating.html")
    banner.get_by_role("button", name="Close").click()
    expect(banner).to_be_hidden()
    page.goto(f"{site}/changelog.html")
    expect(banner).to_be_hidden()
    # On a busy machine, painting in two steps shifts by thousandths; a banner by hundredths.
    assert page.evaluate(SHIFT) < 0.01
    # A different text has a different id.
    page.evaluate("navapiStorage.keep('navapi-banner', 'older', true)")
    page.reload()
    expect(banner).to_be_visible()


def test_banner_and_drawer(demo: Path, browser: Browser) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{demo.as_uri()}/index.html")
    page.locator(".navapi-toggle").click()
    header = page.locator(".navapi-header").bounding_box()
    drawer = page.locator(".navapi-drawer").bounding_box()
    assert header is not None
    assert drawer is not None
    assert drawer["y"] == header["y"] + header["height"]
    button = page.locator(".navapi-drawer").get_by_role("link", name="Open the console")
    button.scroll_into_view_if_needed()
    expect(button).to_be_visible()
    context.close()


def test_without_scripts(demo: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.as_uri()}/v1/index.html")
    expect(page.locator(".navapi-banner p")).to_be_visible()
    expect(page.locator(".navapi-banner button")).to_be_hidden()
    expect(page.locator(".navapi-notice a")).to_be_visible()
    expect(page.get_by_role("link", name="GitHub")).to_be_visible()
    context.close()


@pytest.mark.parametrize("path", ["getting-started.html", "getting-started/index.html"])
@pytest.mark.parametrize("over", ["file", "http"])
def test_redirect(
    demo: Path, browser: Browser, serve: Callable[[Path], str], path: str, over: str
) -> None:
    root = demo.as_uri() if over == "file" else serve(demo)
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{root}/{path}")
    page.wait_for_url(f"{root}/start/quickstart.html")
    context.close()


def test_redirect_below_a_base_path(
    demo: Path, page: Page, serve: Callable[[Path], str], tmp_path: Path
) -> None:
    (tmp_path / "base").symlink_to(demo)
    root = serve(tmp_path)
    page.goto(f"{root}/base/webhooks")
    page.wait_for_url(f"{root}/base/guides/webhooks.html")


def test_choice_of_language_is_remembered(
    demo: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    site = serve(demo)
    page.goto(f"{site}/start/authentication.html")
    page.locator(".navapi-languages summary").click()
    page.locator(".navapi-languages").get_by_role("link", name="Deutsch").click()
    page.wait_for_url(f"{site}/de/start/authentication.html")
    # Only on the start page.
    page.goto(f"{site}/")
    page.wait_for_url(f"{site}/de/index.html")
    page.goto(f"{site}/start/limits.html")
    expect(page.locator("h1")).to_contain_text("Rate limits")
    page.locator(".navapi-sidebar").get_by_role("link", name="Welcome").click()
    page.wait_for_url(f"{site}/index.html")
    settle(page)
    assert page.url == f"{site}/index.html"


def test_notice_leads_to_the_default_version(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/v1/index.html")
    page.locator(".navapi-notice a").click()
    expect(page.locator("body")).to_have_attribute("data-navapi-page", "index")
    expect(page.locator(".navapi-notice")).to_have_count(0)


def test_style_sheets_of_a_site_see_whether_a_page_is_dark(page: Page, tmp_path: Path) -> None:
    files = {
        "docs.json": {"navigation": {"pages": ["index"]}},
        "index.md": "# Home\n",
        "site.css": ".dark h1 { color: rgb(1, 2, 3) }\n",
    }
    source = write_files(tmp_path / "source", files)
    out = tmp_path / "out"
    assert main(["build", str(source), str(out)]) == 0
    page.emulate_media(color_scheme="light")
    page.goto(f"{out.as_uri()}/index.html")
    title = page.get_by_role("heading", name="Home")
    expect(title).not_to_have_css("color", "rgb(1, 2, 3)")
    page.emulate_media(color_scheme="dark")
    expect(title).to_have_css("color", "rgb(1, 2, 3)")
    # The reader's choice takes precedence.
    page.evaluate("document.documentElement.dataset.scheme = 'light'")
    expect(title).not_to_have_css("color", "rgb(1, 2, 3)")


def test_dark_code_on_a_light_page_has_the_colors_of_a_dark_one(demo: Path, page: Page) -> None:
    """The effect of ``styling.codeblocks``; names and brackets have no color of their own."""
    color = (
        "[...document.querySelectorAll('.navapi-samples pre, .navapi-samples pre *')]"
        ".map(each => getComputedStyle(each).color)"
    )
    page.emulate_media(color_scheme="dark")
    page.goto(f"{demo.as_uri()}/observations/alerts/create-an-alert.html")
    dark = page.evaluate(color)
    page.emulate_media(color_scheme="light")
    assert dark
    assert page.evaluate(color) != dark
    page.evaluate("document.documentElement.dataset.code = 'dark'")
    assert page.evaluate(color) == dark


CODE = """---
title: Home
---

```ruby app.rb
call "one"
```

<CodeGroup>

```ruby first.rb
call "two"
```

</CodeGroup>

<ResponseField name="tags" type="array">

```ruby
call "three"
```

</ResponseField>
"""


def test_titles_of_dark_code_are_dark(tmp_path: Path, page: Page) -> None:
    """Titles and tabs are on the dark, too: their colors are those of dark pages."""
    config = {"navigation": {"pages": ["index"]}, "styling": {"codeblocks": "dark"}}
    files = {"docs.json": json.dumps(config), "index.mdx": CODE}
    out = tmp_path / "out"
    assert main(["build", str(write_files(tmp_path / "source", files)), str(out)]) == 0
    page.emulate_media(color_scheme="light")
    page.goto(f"{out.as_uri()}/index.html")
    for selector in (".literal-block-wrapper", ".navapi-code-group", ".navapi-fields pre"):
        expect(page.locator(selector)).to_have_css("color-scheme", "dark")
        # Nothing of a light page shines through.
        background = page.locator(selector).evaluate("e => getComputedStyle(e).backgroundColor")
        assert re.fullmatch(r"rgb\(\d\d, \d\d, \d\d\)", background), (selector, background)
