"""The navigation in third-party themes, in a real browser."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from demo_menu import try_tab_menu
from full_run import FULL, demo_theme_params, first
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from settling import settle
from site_builds import build_site
from test_theme_quality import OPEN_ALL, open_page, violations
from theme_cases import CASES, PARTS, TWO_LOGOS

OPERATION = "observations/buoys/list-buoys.html"
WITH_BODY = "observations/alerts/create-an-alert.html"
SCHEMA = "fleet/schemas/RecoveryTask.html"
#: One page of each kind that has parts of ours.
PAGES = (
    WITH_BODY,
    SCHEMA,
    "blocks/components.html",
    "broadcast/buoys/receive-positions.html",  # AsyncAPI
    "fleet/changes.html",
    "fleet/missions/plan-a-mission.html",  # callbacks
    "index.html",
)

#: Distances between the vertical middles of one link and the next, in pixels.
STEPS = """links => links.map(link => {
  const { top, bottom } = link.getBoundingClientRect();
  return (top + bottom) / 2;
}).map((middle, index, all) => Math.abs(middle - all[Math.max(index - 1, 0)]))"""

#: Contrast between text and its background, for all links and buttons, measured in a browser.
CONTRASTS = (Path(__file__).parent / "contrasts.js").read_text("utf-8")


#: Sizes of text in the form that are not on the scale, with their elements.
FORM_SIZES = """() => {
  const root = parseFloat(getComputedStyle(document.documentElement).fontSize);
  const scale = [0.75, 0.8125, 0.875, 1, 1.25, 2].map(size => Math.round(size * root * 100));
  return [...document.querySelectorAll(".navapi-form *")].filter(e => e.checkVisibility()
      && [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
    .map(e => [Math.round(parseFloat(getComputedStyle(e).fontSize) * 100), e.className])
    .filter(([size]) => !scale.includes(size));
}"""


@pytest.fixture(scope="module", params=demo_theme_params(CASES))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def drilling(theme: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site whose groups lead to their first page when opened."""
    source = tmp_path_factory.mktemp("source")
    files = {
        "conf.py": 'extensions = ["sphinx_navapi"]\n',
        "docs.json": json.dumps(
            {
                "interaction": {"drilldown": True},
                "navigation": {
                    "groups": [
                        {"group": "One", "pages": ["index", "one"]},
                        {"group": "Two", "pages": ["two", "three"]},
                    ]
                },
            }
        ),
        **{f"{n}.md": f"# {n}\n" for n in ("index", "one", "two", "three")},
    }
    for name, text in files.items():
        (source / name).write_text(text, "utf-8")
    return build_site(
        source, tmp_path_factory.mktemp("drilling"), "-D", f"html_theme={theme}"
    ).as_uri()


@pytest.fixture(scope="module")
def long(theme: str, tmp_path_factory: pytest.TempPathFactory) -> str:
    """A site with more pages than the window has room for."""
    source = tmp_path_factory.mktemp("long")
    names = [f"page-{number}" for number in range(60)]
    tabs = [
        {"tab": "Guide", "groups": [{"group": "All", "pages": ["index", *names]}]},
        {"tab": "Other", "pages": ["other"]},
    ]
    (source / "conf.py").write_text('extensions = ["sphinx_navapi"]\n', "utf-8")
    (source / "docs.json").write_text(json.dumps({"navigation": {"tabs": tabs}}), "utf-8")
    for name in ("index", "other", *names):
        (source / f"{name}.md").write_text(f"# {name}\n\n" + "A line.\n\n" * 60, "utf-8")
    output = tmp_path_factory.mktemp("long-output")
    return build_site(source, output, "-D", f"html_theme={theme}").as_uri()


@pytest.fixture
def quiet(page: Page) -> Iterator[Page]:
    """A tab whose console must not show errors, except for fonts and icons that a theme fetches."""
    problems: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not message.location["url"].startswith("https:"):
            problems.append(message.text)

    page.on("console", note)
    yield page
    assert problems == []


def test_each_part_is_there_once(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{OPERATION}")
    for hook in ("[data-navapi-page]", *PARTS):
        expect(quiet.locator(hook)).to_have_count(1)
    for hook in ("nav.navapi-tabs", "nav.navapi-anchors", "nav.navapi-sidebar"):
        expect(quiet.locator(hook)).to_be_visible()
    assert quiet.locator("[data-navapi-page]").get_attribute("data-navapi-page") == (
        OPERATION.removesuffix(".html")
    )


def test_tabs_and_their_menu(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/index.html")
    tabs = quiet.locator("nav.navapi-tabs > ul > li > a")
    assert [tab.inner_text().strip() for tab in tabs.all()] == [
        "Guides",
        "API reference",
        "Tools",
        "Changelog",
        "Blog",
    ]
    assert tabs.nth(4).get_attribute("rel") == "external"
    tabs.nth(1).click()
    assert quiet.url == f"{site}/reference/observations.html"
    current = quiet.locator("nav.navapi-tabs > ul > li > a[aria-current=true]")
    assert current.inner_text().strip() == "API reference"
    menu, item = try_tab_menu(quiet)
    menu.locator("summary").click()
    item.click()
    assert quiet.url == f"{site}/tools/python.html"


def test_selectors(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/start/quickstart.html#here")
    landmark = quiet.get_by_role("navigation", name="Other versions and languages")
    languages = landmark.locator(".navapi-languages")
    expect(languages.locator("summary")).to_contain_text("English")
    languages.locator("summary").click()
    # One menu at a time.
    versions = quiet.locator(".navapi-versions")
    expect(versions.locator("summary")).to_contain_text("2")
    versions.locator("summary").click()
    assert languages.get_attribute("open") is None
    languages.locator("summary").click()
    languages.get_by_role("link", name="Deutsch").click()
    # The same place of the same page in the other language.
    assert quiet.url == f"{site}/de/start/quickstart.html#here"
    assert quiet.evaluate("document.documentElement.lang") == "de"
    expect(quiet.locator(".navapi-languages summary")).to_contain_text("Deutsch")
    quiet.goto(f"{site}/start/quickstart.html")
    quiet.locator(".navapi-products summary").click()
    quiet.locator(".navapi-products a:not([aria-current])").first.click()
    assert "/hardware/" in quiet.url


def test_sidebar_and_its_switcher(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{OPERATION}")
    sidebar = quiet.locator("nav.navapi-sidebar")
    current = sidebar.locator("a[aria-current=page]")
    expect(current).to_have_count(1)
    expect(current).to_have_text("List buoys")
    # The method must be readable, not only visible by color.
    method = current.evaluate("e => getComputedStyle(e, '::before').content")
    assert method == '"GET"'
    group = sidebar.locator("details", has=quiet.get_by_text("Exports", exact=True)).first
    assert group.get_attribute("open") is None
    group.locator("summary").click()
    quiet.reload()
    expect(group).to_have_attribute("open", "")
    group.locator("a").first.click()
    assert "/observations/exports/" in quiet.url
    switcher = quiet.locator(".navapi-dropdowns")
    expect(switcher.locator("summary")).to_contain_text("Observations API")
    switcher.locator("summary").click()
    switcher.get_by_role("link", name="Fleet API").click()
    assert quiet.url == f"{site}/reference/fleet.html"
    anchor = quiet.locator("nav.navapi-anchors a").first
    assert anchor.get_attribute("href") == "https://status.fulmar.example"


def test_the_current_entry_of_a_long_sidebar_is_in_view(quiet: Page, long: str) -> None:
    current = quiet.locator("nav.navapi-sidebar a[aria-current=page]")
    for name in ("page-40", "page-59", "page-1"):
        quiet.goto(f"{long}/{name}.html")
        expect(current).to_have_text(name)
        expect(current).to_be_in_viewport()
        assert quiet.evaluate("scrollY") == 0
    # The page stays where the reader was.
    quiet.evaluate("scrollTo({top: 700, behavior: 'instant'})")
    quiet.reload()
    settle(quiet)
    assert 690 < quiet.evaluate("scrollY") < 710


def test_breadcrumbs_and_neighbors(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{OPERATION}")
    breadcrumbs = quiet.locator("nav.navapi-breadcrumbs")
    expect(breadcrumbs).to_be_visible()
    for link in breadcrumbs.get_by_role("link").all():
        box = link.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) >= 24  # WCAG 2.2, 2.5.8
    assert [entry.inner_text() for entry in breadcrumbs.locator("li").all()] == [
        "Data platform",
        "API reference",
        "Observations API",
        "Buoys",
    ]
    breadcrumbs.get_by_role("link", name="Observations API").click()
    assert quiet.url == f"{site}/reference/observations.html"
    quiet.goto(f"{site}/{OPERATION}")
    quiet.locator(".navapi-prev-next a[href$='get-a-buoy.html']").click()
    assert quiet.url == f"{site}/observations/buoys/get-a-buoy.html"


@pytest.mark.parametrize("key", ["pointer", "Enter", "Space"])
def test_opening_a_group_leads_to_its_first_page(quiet: Page, drilling: str, key: str) -> None:
    quiet.goto(f"{drilling}/index.html")
    summary = quiet.locator("nav.navapi-sidebar summary", has_text="Two")
    summary.click() if key == "pointer" else summary.press(key)
    quiet.wait_for_url(f"{drilling}/two.html")
    # Closing one does not navigate.
    current = quiet.locator("nav.navapi-sidebar a[aria-current=page]")
    expect(current).to_be_visible()
    summary.click()
    expect(current).to_be_hidden()
    assert quiet.url == f"{drilling}/two.html"


def test_without_scripts(browser: Browser, site: str, drilling: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{site}/index.html")
    tab.locator(".navapi-versions summary").click()
    expect(tab.locator(".navapi-versions a").first).to_be_visible()
    tab.locator("nav.navapi-tabs a", has_text="Changelog").click()
    assert tab.url == f"{site}/changelog.html"
    tab.goto(f"{drilling}/index.html")
    tab.locator("nav.navapi-sidebar summary", has_text="Two").click()
    tab.locator("nav.navapi-sidebar a", has_text="three").click()
    assert tab.url == f"{drilling}/three.html"
    context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_logo(browser: Browser, site: str, theme: str, scheme: str) -> None:
    context = browser.new_context(color_scheme="dark" if scheme == "dark" else "light")
    tab = context.new_page()
    tab.goto(f"{site}/start/limits.html")
    logos = [
        image.get_attribute("src") or ""
        for image in tab.locator("img[src*=logo]").all()
        if image.is_visible() and image.evaluate("e => e.complete && e.naturalWidth > 0")
    ]
    # Themes with one logo always show the light one.
    shown = scheme if theme in TWO_LOGOS else "light"
    assert len(logos) == 1
    assert f"logo-{shown}" in logos[0]
    context.close()


@pytest.mark.parametrize(
    ("width", "scheme"), first(1, [(390, "dark"), (1440, "light"), (390, "light"), (1440, "dark")])
)
def test_legible_and_not_too_wide(browser: Browser, site: str, scheme: str, width: int) -> None:
    """WCAG 2.2, 1.4.3, including methods, which the style sheet writes; no horizontal scrolling."""
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    tab = context.new_page()
    for name in (OPERATION, "fleet/index.html", "index.html", "ar/start/quickstart.html"):
        tab.goto(f"{site}/{name}")
        settle(tab)
        assert tab.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
        assert tab.evaluate(CONTRASTS) == []
    context.close()


# The ordinary run has our own theme, in `test_theme_quality`.
@FULL
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 390])
def test_our_parts_have_no_violation_of_wcag(
    browser: Browser, site: str, theme: str, width: int, scheme: str
) -> None:
    page = open_page(browser, width, scheme)
    weak = CASES[theme].weak or "none"
    found = {}
    for name in PAGES:
        page.goto(f"{site}/{name}")
        page.evaluate(OPEN_ALL)
        if bad := violations(page, "[class*=navapi-]", weak):
            found[name] = bad
    page.context.close()
    assert found == {}


def test_menus_stay_on_narrow_screens(browser: Browser, site: str) -> None:
    context = browser.new_context(viewport={"width": 390, "height": 800})
    tab = context.new_page()
    tab.goto(f"{site}/{OPERATION}")
    for menu in ("nav.navapi-tabs details", ".navapi-versions", ".navapi-languages"):
        tab.locator(f"{menu} > summary").click()
        box = tab.locator(f"{menu} > ul").bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= 390
        # No part of the theme covers it.
        link = tab.locator(f"{menu} > ul a").last
        link.click(trial=True)
        tab.keyboard.press("Escape")
    context.close()


def test_headings_and_their_links_have_names(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{WITH_BODY}")
    expect(quiet.get_by_role("heading", name="Create an alert", exact=True)).to_have_count(1)
    link = quiet.get_by_role("link", name="Link to this heading: Responses")
    link.focus()
    expect(link).to_have_css("opacity", "1")
    expect(link).to_be_focused()


def test_our_lists_are_rows(quiet: Page, site: str) -> None:
    """Without the bullets, indents and margins that a theme gives to lists and to their items."""
    for name in (WITH_BODY, "fleet/missions/index.html", SCHEMA):
        quiet.goto(f"{site}/{name}")
        left = quiet.locator("h1[aria-label]").evaluate(
            "e => e.getBoundingClientRect().left + parseFloat(getComputedStyle(e).paddingLeft)"
        )
        items = quiet.locator(":is(.navapi-jumps, .navapi-operations) li")
        for item in items.all():
            expect(item).to_have_css("list-style-type", "none")
        first_item = items.first.bounding_box()
        assert first_item is not None
        assert first_item["x"] == pytest.approx(left, abs=2)
    quiet.goto(f"{site}/{WITH_BODY}")
    # The links of a row have one height.
    steps = quiet.locator(".navapi-jumps a").evaluate_all(STEPS)
    assert len(steps) > 6
    assert [step for step in steps if 4 < step < 20] == []
    quiet.goto(f"{site}/{SCHEMA}")
    lefts = quiet.locator(".navapi-operations a").evaluate_all(
        "links => links.map(e => Math.round(e.getBoundingClientRect().left))"
    )
    assert len(lefts) > 2
    assert len(set(lefts)) == 1


def test_code_wraps_where_a_page_says_so(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/blocks/components.html")
    code = quiet.locator(".navapi-wrap .highlight pre").first
    assert code.evaluate("e => e.scrollWidth - e.clientWidth") <= 0
    assert len(code.inner_text()) > 100


def test_the_place_of_a_schema(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{SCHEMA}")
    breadcrumbs = quiet.locator("nav.navapi-breadcrumbs")
    expect(breadcrumbs).to_be_visible()
    expect(breadcrumbs.locator("li").last).to_have_text("Schemas")


def test_samples_stand_beside_the_text(quiet: Page, site: str, theme: str) -> None:
    quiet.set_viewport_size({"width": 1280, "height": 900})
    quiet.goto(f"{site}/{WITH_BODY}")
    samples = quiet.locator("#code-samples").bounding_box()
    text = quiet.locator("#request-body").bounding_box()
    bar = quiet.locator(".navapi-address").bounding_box()
    assert samples is not None
    assert text is not None
    assert bar is not None
    if not CASES[theme].has_room:
        assert bar["y"] < samples["y"] < text["y"]
    else:
        assert samples["x"] >= text["x"] + text["width"]
        assert samples["width"] < text["width"]
        assert samples["x"] + samples["width"] <= 1280


def test_a_form_is_near_and_has_the_sizes_of_the_page(quiet: Page, site: str, theme: str) -> None:
    """Few tab stops to Send, and one scale of text and corners with the form open."""
    quiet.goto(f"{site}/{WITH_BODY}")
    quiet.get_by_role("button", name="Try it").click()
    send = quiet.get_by_role("button", name="Send", exact=True)
    send.wait_for()
    quiet.locator("#request-body").scroll_into_view_if_needed()
    assert quiet.evaluate(FORM_SIZES) == []
    stops = 0
    quiet.get_by_role("button", name="Try it").focus()
    while not send.evaluate("e => e === document.activeElement") and stops < 20:
        quiet.keyboard.press("Tab")
        stops += 1
        if "navapi-try-hidden" in quiet.evaluate("document.activeElement.className"):
            quiet.keyboard.press("Enter")
    assert stops <= 12


def test_a_method_has_one_color(quiet: Page, site: str) -> None:
    quiet.goto(f"{site}/{OPERATION}")
    values = quiet.evaluate("""() => {
      const own = document.createElement("i");
      own.style.background = getComputedStyle(
        document.querySelector(".navapi-sidebar .m-get"), "::before"
      ).getPropertyValue("--navapi-method");
      document.body.append(own);
      const badge = document.querySelector(".navapi-method.m-get");
      return [own, badge].map(e => getComputedStyle(e).backgroundColor);
    }""")
    assert values[0] == values[1]
    assert values[0].startswith("rgb(")
