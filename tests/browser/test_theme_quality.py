"""Requirements for every page of our theme: accessible, light, stable, and no wider than the
window.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import axe_playwright_python
import pytest
from full_run import FULL, amount, first
from playwright.sync_api import Browser, Page, ViewportSize
from rcssmin import cssmin
from settling import settle

#: One page of each kind.
PAGES = (
    "index.html",  # cards
    "guides/webhooks.html",  # MDX
    "blocks/components.html",
    "blocks/blink.html",  # a page that describes an operation by itself
    "start/limits.html",  # reStructuredText
    "start/authentication.html",
    "observations/alerts/create-an-alert.html",
    "observations/alerts/alert-raised.html",  # a webhook
    "observations/observations/get-the-wave-spectrum.html",
    "observations/images/upload-images.html",  # files
    "fleet/missions/plan-a-mission.html",  # callbacks
    "fleet/changes.html",
    "broadcast/buoys/receive-positions.html",  # AsyncAPI
    "reference/open-session.html",  # a page file with an operation
    "reference/at-a-glance.html",  # directives
    "reference/condition.html",  # a page file with a schema
    "changelog.html",
    "concepts/exports.html",
    "ar/start/quickstart.html",  # from right to left
    "v1/index.html",
    "search.html",
    "genindex.html",
)

OPERATION = "observations/alerts/create-an-alert.html"
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async ([within, without, dark]) => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa"];
  // A dark page is a light one in other colors.
  const colors = {type: "rule", values: ["color-contrast", "link-in-text-block"]};
  const parts = document.querySelectorAll(within);
  // Neither style sheets, which none of these rules reads, nor details of what is right.
  const quick = {preload: false, resultTypes: ["violations"]};
  const result = await axe.run(parts, {runOnly: dark ? colors : tags, ...quick});
  const isMeant = n => !document.querySelector(n.target[0])?.closest(without);
  return result.violations.flatMap(v => v.nodes.filter(isMeant).map(
    n => `${v.id}: ${n.html.slice(0, 120)}`));
}"""
OPEN_ALL = """document.querySelectorAll('main details, .navapi-sidebar details').forEach(
  d => { d.name = ''; d.open = true })"""


def open_page(browser: Browser, width: int, scheme: str) -> Page:
    context = browser.new_context(viewport={"width": width, "height": 900})
    page = context.new_page()
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")  # type: ignore[arg-type]
    return page


def violations(page: Page, within: str = "html", without: str = "none") -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    is_dark = page.evaluate("matchMedia('(prefers-color-scheme: dark)').matches")
    found: list[str] = page.evaluate(RUN_AXE, [within, without, is_dark])
    return found


@dataclass
class Visits:
    """What was noticed on each of `PAGES`, by name; empty where all is well."""

    violations: dict[str, list[str]] = field(default_factory=dict)
    messages: list[str] = field(default_factory=list)
    shifts: dict[str, float] = field(default_factory=dict)
    wide: dict[str, float] = field(default_factory=dict)


@pytest.fixture(scope="module")
def visits(browser: Browser, demo: Path) -> Visits:
    """Every page is loaded once, and looked at in all ways; by axe each second one, or all."""
    found = Visits()
    page = open_page(browser, 1440, "light")
    page.on("console", lambda message: found.messages.append(f"{page.url}: {message.text}"))
    page.on("pageerror", lambda error: found.messages.append(f"{page.url}: {error.message}"))
    page.add_init_script(
        "window.shift = 0; new PerformanceObserver(list => list.getEntries().forEach("
        "e => { window.shift += e.value })).observe({type: 'layout-shift', buffered: true})"
    )
    for number, name in enumerate(PAGES):
        # A machine under load sometimes paints a half-read page. What the page itself does, it does
        # each time.
        for _ in range(10):
            page.goto(f"{demo.as_uri()}/{name}")
            settle(page)
            shift = page.evaluate("window.shift")
            if not shift:
                break
        else:
            found.shifts[name] = shift
        if number % amount(1, 2) == 0 and (bad := violations(page)):
            found.violations[name] = bad
        page.evaluate(OPEN_ALL)
        for width in (1440, 768, 320, 1920, 1280, 1024, 390)[: amount(7, 3)]:
            page.set_viewport_size({"width": width, "height": 900})
            wide = page.evaluate("document.documentElement.scrollWidth")
            if wide > width:
                found.wide[f"{name} at {width}"] = wide
        page.set_viewport_size({"width": 1440, "height": 900})
    page.context.close()
    return found


def test_no_violation_of_wcag(visits: Visits) -> None:
    assert visits.violations == {}


def test_nothing_is_wider_than_the_window(visits: Visits) -> None:
    assert visits.wide == {}


def test_no_error_in_the_console_and_no_layout_shift(visits: Visits) -> None:
    assert visits.messages == []
    assert visits.shifts == {}


# A narrow window shows a subset of what a wide one shows, in the same colors.
@FULL
@pytest.mark.parametrize(("width", "scheme"), [(1440, "dark"), (390, "light")])
def test_no_violation_of_wcag_elsewhere(
    browser: Browser, demo: Path, width: int, scheme: str
) -> None:
    page = open_page(browser, width, scheme)
    found = {}
    for name in PAGES:
        page.goto(f"{demo.as_uri()}/{name}")
        if bad := violations(page):
            found[name] = bad
    page.context.close()
    assert found == {}


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_violation_among_search_results(
    browser: Browser, demo: Path, serve: Callable[[Path], str], scheme: str
) -> None:
    page = open_page(browser, 1440, scheme)
    page.goto(f"{serve(demo)}/search.html?q=alert")
    page.locator("#search-results .highlighted").nth(20).wait_for()
    assert violations(page) == []
    page.context.close()


def test_few_files_are_requested(page: Page, demo: Path, serve: Callable[[Path], str]) -> None:
    requested: list[str] = []
    page.on("request", lambda request: requested.append(request.url))
    page.goto(f"{serve(demo)}/index.html", wait_until="networkidle")
    assert len([name for name in requested if "logo-" in name]) == 1  # that of the color scheme
    assert len(requested) <= 12


@pytest.mark.parametrize("scheme", first(1, ["light", "dark"]))
def test_no_violation_with_everything_open(browser: Browser, demo: Path, scheme: str) -> None:
    page = open_page(browser, 1440, scheme)
    page.goto(f"{demo.as_uri()}/{OPERATION}")
    page.evaluate(OPEN_ALL)
    assert violations(page) == []
    page.locator(".navapi-versions summary").click()
    assert violations(page) == []
    # Everything is in a landmark.
    assert page.evaluate("axe.run({runOnly: ['region']}).then(found => found.violations)") == []
    page.keyboard.press("Control+k")
    page.get_by_role("dialog").get_by_role("combobox").fill("alert")
    page.get_by_role("dialog").get_by_role("option").first.wait_for()
    assert violations(page) == []
    page.context.close()
    page = open_page(browser, 390, scheme)
    page.goto(f"{demo.as_uri()}/{OPERATION}")
    page.get_by_role("button", name="Navigation").click()
    page.locator(".navapi-tabs summary").click()
    assert violations(page) == []
    page.context.close()


#: Where the parts of a page start, and how high they are.
PLACES = """() => [...document.querySelectorAll(
  ".navapi-address, .navapi-signature > code, .navapi-operation section, .navapi-samples pre, "
  + ".navapi-description, h1, main p"
)].map(part => [part.tagName + "." + part.className + "#" + part.id,
  Math.round(part.getBoundingClientRect().y), Math.round(part.getBoundingClientRect().height)])"""


@pytest.mark.parametrize("width", [1440, 390])
def test_scripts_that_come_late_move_nothing(browser: Browser, demo: Path, width: int) -> None:
    """Space for content added by scripts is reserved before they are loaded, as on a slow
    connection.
    """
    size: ViewportSize = {"width": width, "height": 844}
    context = browser.new_context(viewport=size, has_touch=width < 500, is_mobile=width < 500)
    page = context.new_page()
    # Nothing is shown before the small one in the head.
    ours = re.compile(r"/navapi(?!-storage)[^/]*\.js")
    for name in (OPERATION, "observations/alerts/create-an-alert.html", "start/quickstart.html"):
        page.route(ours, lambda route: route.abort())
        page.goto(f"{demo.as_uri()}/{name}")
        before = page.evaluate(PLACES)
        page.unroute(ours)
        page.goto(f"{demo.as_uri()}/{name}")
        settle(page)
        assert page.evaluate(PLACES) == before
        assert len(before) > 5
    context.close()


@pytest.mark.parametrize("name", PAGES)
def test_hooks_for_programs(demo: Path, name: str) -> None:
    text = (demo / name).read_text("utf-8")
    docname = name.removesuffix(".html")
    assert f'<body data-navapi-page="{docname}"' in text
    for css in ('class="navapi-sidebar"', 'class="navapi-anchors"', 'class="navapi-languages'):
        assert text.count(css) == 1, css
    assert len(re.findall(r"<h1[ >]", text)) == 1


def test_weight_of_an_operation_page(demo: Path) -> None:
    text = (demo / OPERATION).read_text("utf-8")
    names = re.findall(r'(?:href|src)="([^"?]+\.(?:css|js))(?:\?[^"]*)?"', text)
    paths = [(demo / OPERATION).parent / name for name in names]
    weight = sum(len(gzip.compress(path.read_bytes())) for path in paths)
    assert len(paths) > 5
    assert weight < 32_000
    for path in paths:
        assert "@font-face" not in path.read_text("utf-8")


def test_samples_stand_beside_the_reference(browser: Browser, demo: Path) -> None:
    page = open_page(browser, 1440, "light")
    page.goto(f"{demo.as_uri()}/{OPERATION}")
    samples, body = page.locator(".navapi-samples"), page.locator("#request-body")
    box, reference = samples.bounding_box(), body.bounding_box()
    assert box is not None
    assert reference is not None
    assert box["x"] >= reference["x"] + reference["width"]
    page.evaluate("scrollTo(0, 1200)")
    settle(page)
    box = samples.bounding_box()
    assert box is not None
    assert 0 < box["y"] < 200
    page.set_viewport_size({"width": 1280, "height": 900})
    box, reference = samples.bounding_box(), body.bounding_box()
    assert box is not None
    assert reference is not None
    assert box["x"] > reference["x"] + reference["width"] > reference["x"] + box["width"]
    page.set_viewport_size({"width": 800, "height": 900})
    box, bar = samples.bounding_box(), page.locator(".navapi-signature").bounding_box()
    text = page.locator(".navapi-description").first.bounding_box()
    assert box is not None
    assert bar is not None
    assert text is not None
    assert bar["y"] < text["y"] < text["y"] + text["height"] <= box["y"]
    page.context.close()


def test_right_to_left(browser: Browser, demo: Path) -> None:
    page = open_page(browser, 1440, "light")
    page.goto(f"{demo.as_uri()}/ar/start/quickstart.html")
    assert page.locator("html").get_attribute("lang") == "ar"
    assert page.locator("html").get_attribute("dir") == "rtl"
    side, column = page.locator(".navapi-side"), page.locator(".navapi-column")
    side_box, column_box = side.bounding_box(), column.bounding_box()
    assert side_box is not None
    assert column_box is not None
    assert side_box["x"] > column_box["x"]
    assert page.locator("pre").first.evaluate("e => getComputedStyle(e).direction") == "ltr"
    page.context.close()


def test_styles_are_scoped_to_what_a_page_needs(demo: Path) -> None:
    text = (demo / "tools" / "cli.html").read_text("utf-8")
    assert "sphinx-design" not in text
    assert "navapi-operation" not in text
    assert "pygments.css" not in text
    cards = (demo / "index.html").read_text("utf-8")
    assert "sphinx-design" in cards


def test_style_sheets_without_comments_have_the_same_rules(browser: Browser) -> None:
    """Those that are served, and their sources, as the browser reads them."""
    page = browser.new_page()
    sheets = sorted((Path(__file__).parents[2] / "sphinx_navapi").rglob("*.css"))
    for path in sheets:
        source = path.read_text("utf-8")
        short, whole = (page.evaluate(RULES, text) for text in (cssmin(source), source))
        assert short == whole, path
        assert len(whole) > 2, path
    page.close()
    assert len(sheets) > 10


#: Blanks are the same where the browser keeps them as they are written.
RULES = r"""text => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  const short = text => text.replace(/\s+/g, " ").replace(/([,:]) /g, "$1");
  return [...sheet.cssRules].map(rule => short(rule.cssText));
}"""
