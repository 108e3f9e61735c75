"""The navigation of our theme in a real browser, from disk and below a path."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from demo_menu import try_tab_menu
from full_run import first
from playwright.sync_api import Browser, Page, expect
from settling import settle
from site_builds import build_site
from waiting import hold_back
from write_files import write_files

OPERATION = "observations/alerts/create-an-alert.html"
BACKGROUND = "getComputedStyle(document.body).backgroundColor"


@pytest.fixture(params=first(1, ["file", "sub-path"]))
def site(request: pytest.FixtureRequest, demo: Path, serve: Callable[[Path], str]) -> str:
    """URL of the demo: from disk, and below a path of a server."""
    if request.param == "file":
        return demo.as_uri()
    return f"{serve(demo.parent)}/{demo.name}"


#: A test of links and styles alone. On the disk they are the same, and `test_other_themes` follows
#: such links from there; what scripts request or store is tested in both places.
SERVED = pytest.mark.parametrize("site", ["sub-path"], indirect=True)


@SERVED
def test_tabs(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    tabs = page.locator("nav.navapi-tabs > ul > li > a")
    assert [tab.inner_text() for tab in tabs.all()] == [
        "Guides",
        "API reference",
        "Tools",
        "Changelog",
        "Blog",
    ]
    assert tabs.nth(0).get_attribute("aria-current") == "true"
    assert tabs.nth(4).get_attribute("rel") == "external"
    tabs.nth(1).click()
    assert page.url == f"{site}/reference/observations.html"
    expect(page.locator("nav.navapi-tabs > ul > li > a[aria-current=true]")).to_have_text(
        "API reference"
    )


@SERVED
def test_menu_of_a_tab(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    try_tab_menu(page)
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/tools/python.html")
    current = page.locator("nav.navapi-tabs details a[aria-current=true]")
    assert current.locator("span").first.text_content() == "Python"


@SERVED
def test_menus_close_when_the_pointer_or_the_focus_goes_elsewhere(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    versions, languages = page.locator(".navapi-versions"), page.locator(".navapi-languages")
    versions.locator("summary").click()
    expect(versions).to_have_attribute("open", "")
    languages.locator("summary").click()
    expect(versions).not_to_have_attribute("open", "")
    page.locator("h1").click()
    expect(languages).not_to_have_attribute("open", "")


@SERVED
def test_dropdown(page: Page, site: str) -> None:
    page.goto(f"{site}/{OPERATION}")
    dropdown = page.locator(".navapi-dropdowns")
    expect(dropdown.locator("summary")).to_contain_text("Observations API")
    dropdown.locator("summary").click()
    dropdown.get_by_role("link", name="Fleet API").click()
    page.wait_for_url(f"{site}/reference/fleet.html")
    expect(page.locator(".navapi-dropdowns summary")).to_contain_text("Fleet API")


@SERVED
def test_anchors(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    anchors = page.locator("nav.navapi-anchors")
    assert anchors.get_by_role("link").all_inner_texts() == [
        "Status",
        "Ask a question",
        "Science",
        "Data license",
    ]
    assert anchors.get_by_role("link", name="Status").get_attribute("rel") == "external"
    anchors.get_by_role("link", name="Science").click()
    page.wait_for_url(f"{site}/science/quality-control.html")
    expect(page.locator("nav.navapi-anchors [aria-current]")).to_have_text("Science")


@SERVED
@pytest.mark.parametrize(
    ("css", "name", "target", "page_name"),
    [
        (".navapi-versions", "1", "v1/index.html", "index.html"),
        (".navapi-products", "Buoy hardware", "hardware/index.html", "index.html"),
        (".navapi-languages", "Deutsch", "de/start/quickstart.html", "start/quickstart.html"),
        (".navapi-languages", "English", "start/quickstart.html", "ar/start/quickstart.html"),
    ],
)
def test_selectors(page: Page, site: str, css: str, name: str, target: str, page_name: str) -> None:
    page.goto(f"{site}/{page_name}")
    selector = page.locator(css)
    selector.locator("summary").click()
    selector.get_by_role("link", name=name).first.click()
    page.wait_for_url(f"{site}/{target}")
    expect(page.locator(f"{css} [aria-current=true]").locator("span").first).to_have_text(name)


def test_a_switch_keeps_the_place_in_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/start/quickstart.html")
    page.evaluate("location.hash = 'find-a-buoy'")
    languages = page.locator(".navapi-languages")
    languages.locator("summary").click()
    link = languages.get_by_role("link", name="Deutsch")
    link.focus()
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/de/start/quickstart.html#find-a-buoy")
    page.goto(f"{site}/index.html#here")
    products = page.locator(".navapi-products")
    products.locator("summary").click()
    products.locator("a:not([aria-current])").first.click()
    page.wait_for_url("**/hardware/*.html")


@SERVED
def test_breadcrumbs(page: Page, site: str) -> None:
    page.goto(f"{site}/{OPERATION}")
    crumbs = page.locator("nav.navapi-breadcrumbs li")
    assert crumbs.all_inner_texts() == [
        "Data platform",
        "API reference",
        "Observations API",
        "Alerts",
    ]
    crumbs.nth(2).get_by_role("link").click()
    page.wait_for_url(f"{site}/reference/observations.html")


def test_groups_open_without_leaving_the_page(page: Page, site: str) -> None:
    page.goto(f"{site}/{OPERATION}")
    group = page.locator(".navapi-sidebar details", has_text="Exports").first
    group.locator("summary").click()
    expect(group.get_by_role("link", name="Start an export")).to_be_visible()
    assert page.url == f"{site}/{OPERATION}"
    current = page.locator(".navapi-sidebar a[aria-current=page]")
    expect(current).to_have_text("Create an alert")
    method = current.evaluate("e => getComputedStyle(e, '::after').content")
    assert method == '"POST"'
    page.locator(".navapi-sidebar").get_by_role("link", name="List alerts").click()
    page.wait_for_url("**/list-alerts.html")
    expect(group).to_have_attribute("open", "")
    # Groups that readers close stay closed, except the group of the page that they open.
    group.locator("summary").click()
    page.locator(".navapi-sidebar").get_by_role("link", name="Create an alert").click()
    page.wait_for_url("**/create-an-alert.html")
    expect(group).not_to_have_attribute("open", "")
    page.goto(f"{site}/observations/exports/start-an-export.html")
    expect(group).to_have_attribute("open", "")


def test_titles_stand_in_one_place(page: Page, demo: Path) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    places = []
    for name in ("start/quickstart.html", OPERATION):
        page.goto(f"{demo.as_uri()}/{name}")
        places.append(page.locator("h1").bounding_box())
    guide, operation = places
    assert guide
    assert operation
    assert (guide["x"], guide["y"]) == (operation["x"], operation["y"])


@SERVED
def test_previous_and_next(page: Page, site: str) -> None:
    page.goto(f"{site}/start/quickstart.html")
    links = page.locator(".navapi-prev-next a")
    assert [link.locator("span").inner_text() for link in links.all()] == [
        "Welcome",
        "Authentication",
    ]
    links.nth(1).click()
    page.wait_for_url(f"{site}/start/authentication.html")


def test_search(page: Page, site: str) -> None:
    page.goto(f"{site}/start/limits.html")
    page.goto(f"{site}/{OPERATION}")
    page.evaluate(
        "window.heard = []; addEventListener('navapi:search', (event) => heard.push(event.detail))"
    )
    page.keyboard.press("Control+k")
    dialog = page.get_by_role("dialog")
    field = dialog.get_by_role("combobox")
    expect(field).to_be_focused()
    options = dialog.get_by_role("option")
    expect(dialog.get_by_role("group", name="Recently opened")).to_contain_text("Rate limits")
    page.keyboard.type("notify_url")
    expect(options.first).to_contain_text("Start an export")
    expect(options.filter(has_text="Get an export").locator("code").last).to_have_text("notify_url")
    expect(options.first.locator("mark").first).to_have_text("notify_url")
    # The place of the field.
    expect(options.first).to_have_attribute(
        "href", re.compile(r"an-export\.html#body\.notify_url$")
    )
    expect(options.filter(has_text="Get an export").first).to_have_attribute(
        "href", re.compile(r"get-an-export\.html#r200\.\S*notify_url$")
    )
    heard = page.evaluate("heard.at(-1)")
    # The entry that looks in other versions is an option, but not a result.
    results = dialog.locator("[role=option]:not(.navapi-hit-more)")
    assert heard == {"query": "notify_url", "count": results.count()}
    page.keyboard.press("Control+a")
    page.keyboard.type("delete alert")
    expect(options.first).to_contain_text("Delete an alert")
    assert "m-delete" in (options.first.get_attribute("class") or "")
    expect(options.first.locator("small").first).to_have_text(
        "/alerts/{alert_id} Observations API › Alerts"
    )
    page.keyboard.press("ArrowDown")
    active = dialog.locator("[aria-selected=true]")
    assert field.get_attribute("aria-activedescendant") == active.get_attribute("id")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("Enter")
    page.wait_for_url(f"{site}/observations/alerts/delete-an-alert.html*")


def test_search_looks_in_the_language_of_the_page_first(page: Page, site: str) -> None:
    page.goto(f"{site}/de/index.html")
    page.keyboard.press("/")
    expect(page.get_by_role("dialog").get_by_role("combobox")).to_be_focused()
    page.keyboard.type("quickstart curl")
    groups = page.get_by_role("dialog").get_by_role("group")
    expect(groups.last).to_contain_text("Andere Versionen und Sprachen")
    page.keyboard.press("Control+a")
    page.keyboard.type("schnell")
    first = page.get_by_role("option").first
    expect(first).to_have_attribute("href", "../de/start/quickstart.html")


@pytest.mark.parametrize("late", ["navapi-search.js", "navapi-search.css"])
def test_what_is_typed_while_the_search_is_loaded_moves(
    page: Page, demo: Path, serve: Callable[[Path], str], late: str
) -> None:
    site = serve(demo)
    page.goto(f"{site}/index.html")
    release = hold_back(page, late, lambda: page.keyboard.press("/"))
    page.keyboard.type("delete alert")
    page.keyboard.press("Enter")
    release()
    page.wait_for_url(f"{site}/observations/alerts/delete-an-alert.html*")


def test_escape_closes_the_search_before_it_is_loaded(
    page: Page, demo: Path, serve: Callable[[Path], str]
) -> None:
    page.goto(f"{serve(demo)}/index.html")
    button = page.locator("a.navapi-search")
    button.focus()
    release = hold_back(page, "navapi-search.js", lambda: button.press("Enter"))
    page.keyboard.type("delete")
    page.keyboard.press("Escape")
    expect(button).to_be_focused()
    with page.expect_request("**/navapi-search.css*"):
        release()
    settle(page)
    assert page.locator("dialog[open]").count() == 0
    page.keyboard.press("Control+k")
    field = page.get_by_role("dialog").get_by_role("combobox")
    expect(field).to_be_focused()
    expect(field).to_have_value("")


def test_what_is_typed_goes_to_the_results_without_the_dialog(
    page: Page, demo: Path, serve: Callable[[Path], str]
) -> None:
    page.goto(f"{serve(demo)}/index.html")
    release = hold_back(page, "navapi-search.js", lambda: page.keyboard.press("/"))
    page.keyboard.type("two words")
    release(fails=True)
    page.wait_for_url("**/search.html?q=two%20words")


def test_search_says_when_there_is_nothing(page: Page, site: str) -> None:
    page.goto(f"{site}/index.html")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("dialog").get_by_role("combobox").fill("zzzz")
    expect(page.get_by_role("status")).to_contain_text("Nothing found: “zzzz”")
    page.get_by_role("dialog").get_by_role("combobox").fill("buoy")
    expect(page.get_by_role("status")).to_contain_text("Results: ")
    page.get_by_role("option", name="Other versions and languages").click()
    others = page.get_by_role("group", name="Other versions and languages")
    expect(others).to_contain_text("1 · English")
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog")).to_be_hidden()


def test_search_that_cannot_be_loaded(page: Page, demo: Path, serve: Callable[[Path], str]) -> None:
    site = f"{serve(demo.parent)}/{demo.name}"
    page.goto(f"{site}/index.html")
    page.route("**/_navapi/search.js", lambda route: route.abort())
    page.keyboard.press("/")
    page.get_by_role("dialog").get_by_role("combobox").fill("two words")
    status = page.get_by_role("status")
    expect(status).to_contain_text("Search could not be loaded.")
    link = status.get_by_role("link", name="Search")
    assert (link.get_attribute("href") or "").endswith("/search.html?q=two%20words")
    page.unroute("**/_navapi/search.js")
    page.get_by_role("dialog").get_by_role("combobox").fill("delete alert")
    expect(page.get_by_role("option").first).to_contain_text("Delete an alert")


@SERVED
def test_drawer(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 390, "height": 600})
    page.goto(f"{site}/{OPERATION}")
    toggle = page.get_by_role("button", name="Navigation")
    entry = page.locator(".navapi-sidebar").get_by_role("link", name="List alerts")
    expect(entry).to_be_hidden()
    toggle.click()
    expect(toggle).to_have_attribute("aria-expanded", "true")
    expect(entry).to_be_visible()
    expect(page.locator("nav.navapi-tabs").get_by_role("link", name="Guides")).to_be_visible()
    # Far down in the list, readers still see where they are.
    expect(page.locator(".navapi-sidebar [aria-current=page]")).to_be_in_viewport()
    expect(page.locator(".navapi-products summary")).to_be_in_viewport()
    expect(page.locator(".navapi-versions summary")).to_be_in_viewport()
    assert page.locator("main").evaluate("e => e.inert")
    page.keyboard.press("Escape")
    expect(entry).to_be_hidden()
    expect(toggle).to_be_focused()
    toggle.click()
    entry.click()
    page.wait_for_url(f"{site}/observations/alerts/list-alerts.html")
    expect(page.locator(".navapi-sidebar")).to_be_hidden()


@pytest.mark.parametrize("name", [OPERATION, "observations/buoys/list-buoys.html"])
def test_keys_reach_the_playground_and_its_end_soon(page: Page, demo: Path, name: str) -> None:
    page.goto(f"{demo.as_uri()}/{name}")
    expect(page.get_by_role("button", name="Try it", exact=True)).to_be_visible()
    focused = "document.activeElement.textContent"
    for _stop in range(12):
        page.keyboard.press("Tab")
        label = page.evaluate(focused)
        if label == "Send":
            break
        if label == "Skip to the playground":
            page.keyboard.press("Enter")
            send = page.get_by_role("button", name="Send", exact=True)
            expect(send).to_be_visible()
            expect(page.locator(".navapi-form :focus")).to_have_count(1)
        elif label == "Skip the parameters":
            page.keyboard.press("Enter")
            assert page.evaluate(focused) == "Send"
            break
    assert page.evaluate(focused) == "Send"


@SERVED
def test_color_scheme(page: Page, site: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(f"{site}/index.html")
    button = page.get_by_role("button", name="Color scheme")
    light = page.evaluate(BACKGROUND)
    expect(button).to_have_accessible_name("Color scheme: automatic")
    button.click()
    expect(button).to_have_accessible_name("Color scheme: dark")
    assert page.evaluate(BACKGROUND) != light


def test_color_scheme_is_remembered(browser: Browser, site: str) -> None:
    # Under load, Chromium loses about one in twenty of the values that a page from disk stores,
    # sometimes permanently; for 200 pages from a server, it lost none.
    chances = 1 if site.startswith("http") else 5
    assert any(remembers_dark(browser, site) for _ in range(chances))


def remembers_dark(browser: Browser, site: str) -> bool:
    """Whether the color scheme that a reader chose is set before anything is painted."""
    with browser.new_context(color_scheme="light") as context:
        page = context.new_page()
        page.goto(f"{site}/index.html")
        page.get_by_role("button", name="Color scheme").click()
        dark = page.evaluate(BACKGROUND)
        page.add_init_script(
            "new MutationObserver((_, o) => { if (document.body) { o.disconnect();"
            " window.first = document.documentElement.dataset.scheme } })"
            ".observe(document, {childList: true, subtree: true})"
        )
        page.goto(f"{site}/{OPERATION}")
        scheme = page.evaluate("window.first")
        return bool(scheme == "dark" and page.evaluate(BACKGROUND) == dark)


def test_the_sidebar_stays_where_it_was(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1280, "height": 420})
    page.goto(f"{site}/{OPERATION}")
    side = page.locator(".navapi-side")
    link = page.locator(".navapi-sidebar").get_by_role("link", name="Replace an alert")
    link.evaluate("e => e.scrollIntoView({block: 'center'})")
    before = side.evaluate("e => e.scrollTop")
    assert before > 0
    link.click()
    page.wait_for_url("**/replace-an-alert.html")
    assert side.evaluate("e => e.scrollTop") == before


@SERVED
def test_contents_follow(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 600})
    page.goto(f"{site}/start/authentication.html")
    links = page.locator(".navapi-toc ul ul a")
    assert links.count() > 1
    last = links.last
    last.click()
    expect(last).to_have_attribute("aria-current", "location")


def test_code_can_be_copied(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/tools/cli.html")
    block = page.locator(".highlight").last
    block.hover()
    block.get_by_role("button", name="Copy").click()
    expect(block.get_by_role("button")).to_have_text("Copied")
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("fulmar observations by_62442")


def test_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False, viewport={"width": 390, "height": 800})
    page = context.new_page()
    page.goto(f"{site}/{OPERATION}")
    entry = page.locator(".navapi-sidebar a", has_text="List alerts")
    assert not entry.is_visible()
    page.locator(".navapi-toggle").click()
    assert entry.is_visible()
    entry.click()
    assert page.url == f"{site}/observations/alerts/list-alerts.html"
    assert page.locator("h1").is_visible()
    assert not page.locator(".navapi-scheme").is_visible()
    page.locator(".navapi-search").click()
    assert page.url == f"{site}/search.html"
    context.close()


# -- large sites and drilldown --------------------------------------------------------------


def large_document() -> dict[str, object]:
    paths = {}
    for tag in ("Ants", "Bees", "Crickets", "Dragonflies"):
        for number in range(55):
            paths[f"/{tag.lower()}/{number}"] = {
                "get": {
                    "tags": [tag],
                    "summary": f"{tag} number {number}",
                    "responses": {"200": {"description": "Fine"}},
                }
            }
    return {"openapi": "3.1.0", "info": {"title": "Many", "version": "1"}, "paths": paths}


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    source = tmp_path_factory.mktemp("large-source")
    navigation = {"openapi": "many.json", "groups": [{"group": "Start", "pages": ["index"]}]}
    (source / "many.json").write_text(json.dumps(large_document()))
    (source / "docs.json").write_text(json.dumps({"name": "Many", "navigation": {"tabs": [
        {"tab": "API", **navigation},
    ]}}))  # fmt: skip
    (source / "index.md").write_text("# Many\n")
    (source / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    return build_site(source, tmp_path_factory.mktemp("large"))


def test_closed_groups_are_fetched_when_opened(
    page: Page, large: Path, serve: Callable[[Path], str]
) -> None:
    site = f"{serve(large.parent)}/{large.name}"
    page.goto(f"{site}/api-reference/ants/ants-number-3.html")
    bees = page.locator(".navapi-sidebar details", has_text="Bees")
    assert bees.locator("li").count() == 0
    bees.locator("summary").click()
    expect(bees.locator("li")).to_have_count(55)
    link = bees.get_by_role("link", name="Bees number 54")
    assert "m-get" in (link.get_attribute("class") or "")
    link.click()
    page.wait_for_url(f"{site}/api-reference/bees/bees-number-54.html")
    page.goto(f"{site}/api-reference/ants/ants-number-4.html")
    expect(bees.locator("li")).to_have_count(55)


def test_closed_groups_stay_links_on_the_disk(page: Page, large: Path) -> None:
    page.goto(f"{large.as_uri()}/api-reference/ants/ants-number-3.html")
    bees = page.locator(".navapi-sidebar details", has_text="Bees")
    bees.locator("summary").click()
    bees.get_by_role("link", name="55 entries").click()
    page.wait_for_url(f"{large.as_uri()}/api-reference/bees/bees-number-0.html")
    expect(page.locator(".navapi-sidebar a[aria-current=page]")).to_have_text("Bees number 0")


def test_fragments_are_written_once_for_all_pages(large: Path) -> None:
    names = {path.stem for path in (large / "_navapi" / "nav").glob("*.html")}
    used = {
        part.split(">")[0].split(" ")[0]
        for path in large.rglob("ants-number-*.html")
        for part in path.read_text("utf-8").split("data-nav=")[1:]
    }
    assert used
    assert used <= names


@pytest.fixture(scope="module")
def drilling(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site whose groups lead to their first page when opened."""
    groups = [
        {"group": "First", "pages": ["index"]},
        {"group": "Second", "pages": ["two", "three"]},
    ]
    source = write_files(
        tmp_path_factory.mktemp("drilling"),
        {
            "docs.json": {"interaction": {"drilldown": True}, "navigation": {"groups": groups}},
            "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
            **{f"{name}.md": f"# {name}\n" for name in ("index", "two", "three")},
        },
    )
    return build_site(source, source / "_build").as_uri()


@pytest.mark.parametrize("key", ["click", "Enter"])
def test_drilldown(page: Page, drilling: str, key: str) -> None:
    page.goto(f"{drilling}/index.html")
    summary = page.locator(".navapi-sidebar summary", has_text="Second")
    summary.click() if key == "click" else summary.press(key)
    page.wait_for_url(f"{drilling}/two.html")
    # Closing the open group does not navigate.
    page.locator(".navapi-sidebar summary", has_text="Second").click()
    expect(page.locator(".navapi-sidebar a", has_text="three")).to_be_hidden()
    assert page.url == f"{drilling}/two.html"
