"""Details of our theme's pages: in print, by touch, in the system's colors."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect
from site_builds import build_site
from waiting import wait_until
from write_files import write_files

OPERATION = "observations/alerts/create-an-alert.html"
SEVERAL_MEDIA_TYPES = "reference/at-a-glance.html"


@pytest.fixture
def opened(browser: Browser) -> Iterator[Callable[..., Page]]:
    """``opened(url, **context)``: a page in a separate context."""
    contexts: list[BrowserContext] = []

    def start(url: str, **options: object) -> Page:
        options.setdefault("viewport", {"width": 1440, "height": 900})
        contexts.append(browser.new_context(**options))  # type: ignore[arg-type]
        page = contexts[-1].new_page()
        page.goto(url)
        return page

    yield start
    for context in contexts:
        context.close()


# -- on paper --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", [OPERATION, "start/quickstart.html", "blocks/components.html"])
def test_nothing_is_repeated_on_each_sheet(
    opened: Callable[..., Page], demo: Path, name: str
) -> None:
    page = opened(f"{demo.as_uri()}/{name}", has_touch=True, is_mobile=True)
    page.emulate_media(media="print")
    shown = page.evaluate("""() => [...document.body.querySelectorAll("*")]
      .filter(e => e.getClientRects().length && (getComputedStyle(e).position === "fixed"
        || e.matches("button, .navapi-skip, .navapi-header, .navapi-drawer")))
      .map(e => e.outerHTML.slice(0, 80))""")
    assert shown == []


def test_paper_is_light(opened: Callable[..., Page], demo: Path) -> None:
    page = opened(f"{demo.as_uri()}/{OPERATION}")
    color = "getComputedStyle(document.querySelector('h1')).color"
    light = page.evaluate(color)
    page.evaluate("document.documentElement.dataset.scheme = 'dark'")
    assert page.evaluate(color) != light
    page.emulate_media(media="print")
    assert page.evaluate(color) == light


def test_long_lines_of_code_stay_on_the_sheet(opened: Callable[..., Page], demo: Path) -> None:
    page = opened(f"{demo.as_uri()}/start/quickstart.html", viewport={"width": 390, "height": 800})
    wider = """[...document.querySelectorAll(".body pre")]
      .filter(e => e.scrollWidth > e.clientWidth).length"""
    assert page.evaluate(wider) > 0
    page.emulate_media(media="print")
    assert page.evaluate(wider) == 0


# -- responses -------------------------------------------------------------------------------


def test_only_a_status_has_a_dot(opened: Callable[..., Page], demo: Path) -> None:
    page = opened(f"{demo.as_uri()}/{SEVERAL_MEDIA_TYPES}")
    dots = page.evaluate("""() => [...document.querySelectorAll(
        ".navapi-responses summary code, .navapi-responses > .navapi-empty code")]
      .filter(e => getComputedStyle(e, "::before").content !== "none").map(e => e.innerText)""")
    assert "application/geo+json" in page.locator(".navapi-responses").inner_text()
    assert dots == ["200", "304", "404"]


@pytest.mark.parametrize("scripts", [True, False])
def test_a_link_to_a_status_opens_it(
    opened: Callable[..., Page], demo: Path, scripts: bool
) -> None:
    page = opened(f"{demo.as_uri()}/{OPERATION}", java_script_enabled=scripts)
    statuses = page.locator(".navapi-responses").get_by_role("heading", level=3)
    names = statuses.all_inner_texts()
    assert len(names) > 1
    assert all(name[:3].isdigit() for name in names)
    # Each is shown; so are the contents of the first one.
    assert [status.is_visible() for status in statuses.all()] == [True] * len(names)
    bodies = page.locator(".navapi-responses > details > .navapi-schema")
    assert [body.is_visible() for body in bodies.all()][:2] == [True, False]
    page.goto(f"{page.url}#{bodies.nth(1).locator('..').get_attribute('id')}")
    expect(bodies.nth(1)).to_be_visible()


@pytest.mark.parametrize("opened_one", [0, 2])
def test_an_open_response_has_an_edge_all_around(
    opened: Callable[..., Page], demo: Path, opened_one: int
) -> None:
    page = opened(f"{demo.as_uri()}/{SEVERAL_MEDIA_TYPES}")
    edges = page.evaluate(
        """at => {
          const all = [...document.querySelector(".navapi-responses").children];
          all.forEach((e, i) => { if (e.localName === "details") e.open = i === at });
          return all.map(e => { const s = getComputedStyle(e);
            return [s.borderTopWidth, s.borderBottomWidth, s.borderLeftWidth]; });
        }""",
        opened_one,
    )
    assert edges == [["1px", "1px", "1px"], ["0px", "1px", "1px"], ["0px", "1px", "1px"]]


@pytest.mark.parametrize("height", [700, 900, 1200])
def test_samples_end_within_the_window(
    opened: Callable[..., Page], demo: Path, height: int
) -> None:
    page = opened(f"{demo.as_uri()}/{OPERATION}", viewport={"width": 1440, "height": height})
    page.evaluate("scrollTo(0, 1000)")
    column = page.locator("#code-samples > .navapi-samples").bounding_box()
    last = page.locator("#code-samples .navapi-switch").last.bounding_box()
    assert column is not None
    assert last is not None
    assert last["y"] + last["height"] <= column["y"] + column["height"] <= height


# -- one scale -------------------------------------------------------------------------------

#: Of everything shown: sizes of elements with text, and corners except circles and pills.
MEASURES = """() => {
  const sizes = new Set(), corners = new Set();
  for (const one of document.querySelectorAll("details")) { one.name = ""; one.open = true; }
  for (const e of document.querySelectorAll("body *")) {
    if (!e.checkVisibility({visibilityProperty: true, opacityProperty: true})) continue;
    const style = getComputedStyle(e);
    const isField = e.matches("input:not([type=checkbox], [type=radio]), select, textarea");
    if (isField || [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim()))
      sizes.add(style.fontSize);
    const corner = parseFloat(style.borderTopLeftRadius);
    if (corner && corner < e.clientHeight / 2 && !style.borderTopLeftRadius.includes("%"))
      corners.add(corner);
  }
  return [[...sizes].map(parseFloat).sort((a, b) => a - b), [...corners].sort((a, b) => a - b)];
}"""


@pytest.mark.parametrize("width", [1440, 390])
def test_text_has_six_sizes_and_boxes_two_corners(
    opened: Callable[..., Page], demo: Path, width: int
) -> None:
    page = opened(f"{demo.as_uri()}/{OPERATION}", viewport={"width": width, "height": 900})
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Send", exact=True).wait_for()
    sizes, corners = page.evaluate(MEASURES)
    assert len(sizes) <= 6, sizes
    assert sizes[0] >= 12
    assert len(corners) <= 2, corners


# -- by touch --------------------------------------------------------------------------------

#: Code that is covered by a button.
COVERED = """() => [...document.querySelectorAll(".navapi-copy-code, .navapi-samples .navapi-copy")]
  .filter(b => b.getClientRects().length).flatMap(button => {
    const pre = button.closest("pre") ?? button.closest(".highlight").querySelector("pre");
    const b = button.getBoundingClientRect();
    const walker = document.createTreeWalker(pre, NodeFilter.SHOW_TEXT);
    const over = [];
    for (let node; (node = walker.nextNode());) {
      if (button.contains(node) || !node.data.trim()) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      for (const r of range.getClientRects())
        if (r.right > b.left && r.left < b.right && r.bottom > b.top + 1 && r.top < b.bottom - 1)
          over.push(node.data.slice(0, 40));
    }
    return over;
  })"""


@pytest.mark.parametrize("name", [OPERATION, "start/quickstart.html", "blocks/components.html"])
def test_a_button_to_copy_covers_no_code(
    opened: Callable[..., Page], demo: Path, name: str
) -> None:
    page = opened(
        f"{demo.as_uri()}/{name}",
        viewport={"width": 390, "height": 800},
        has_touch=True,
        is_mobile=True,
    )
    buttons = page.locator(".navapi-copy-code, .navapi-samples .navapi-copy")
    seen = buttons.evaluate_all(
        "all => all.filter(e => e.getClientRects().length).map(e => getComputedStyle(e).opacity)"
    )
    assert seen
    assert set(seen) == {"1"}
    assert page.evaluate(COVERED) == []


# -- the system's colors --------------------------------------------------------------------


@pytest.mark.parametrize("width", [1440, 390])
def test_what_is_current_is_seen_in_forced_colors(
    opened: Callable[..., Page], demo: Path, width: int
) -> None:
    page = opened(
        f"{demo.as_uri()}/{OPERATION}",
        forced_colors="active",
        viewport={"width": width, "height": 900},
    )
    if width == 390:
        page.get_by_role("button", name="Navigation").click()
    probe = page.evaluate("""() => {
      const own = document.createElement("i");
      own.style.cssText = "color: Highlight; forced-color-adjust: none";
      document.body.append(own);
      return getComputedStyle(own).color;
    }""")
    # Either an outline, or a line below, drawn by the element's row.
    marked = """(e, color) => {
      const s = getComputedStyle(e), line = getComputedStyle(e.parentElement, "::after");
      return s.outlineStyle === "solid" && s.outlineColor === color
        || line.content !== "none" && line.backgroundColor === color;
    }"""
    tabs = page.locator(".navapi-bar .navapi-tabs > ul > li > a")
    now = [tab.evaluate(marked, probe) for tab in tabs.all()]
    assert now == [tab.get_attribute("aria-current") == "true" for tab in tabs.all()]
    assert any(now)
    assert page.locator(".navapi-sidebar a[aria-current]").evaluate(marked, probe)
    clients = page.locator("#code-samples .navapi-switch > details")
    for client in clients.all():
        summary = client.locator(":scope > summary")
        is_open = client.get_attribute("open") is not None
        assert summary.evaluate(marked, probe) == is_open


@pytest.mark.parametrize("system", ["light", "dark"])
def test_the_first_press_changes_the_scheme(
    opened: Callable[..., Page], demo: Path, system: str
) -> None:
    page = opened(f"{demo.as_uri()}/start/limits.html", color_scheme=system)
    button = page.locator(".navapi-scheme")
    grounds, names = [], []
    for _ in range(4):
        grounds.append(page.evaluate("getComputedStyle(document.body).backgroundColor"))
        names.append(page.evaluate("document.documentElement.dataset.scheme"))
        button.click()
    other = "dark" if system == "light" else "light"
    assert names == ["auto", other, system, "auto"]
    assert grounds[0] != grounds[1]
    assert grounds[0] == grounds[2] == grounds[3]


# -- search ----------------------------------------------------------------------------------


def test_excerpts_of_a_search_are_the_text_of_the_page(
    opened: Callable[..., Page], demo: Path, serve: Callable[[Path], str]
) -> None:
    page = opened(f"{serve(demo)}/search.html?q=alert")
    page.locator("ul.search p.context").nth(5).wait_for()
    wait_until(page, "!document.querySelector('#search-progress')?.textContent.match(/[.]$/)")
    excerpts = page.locator("ul.search p.context").all_inner_texts()
    joined = "\n".join(excerpts)
    assert "Data platform" not in joined
    assert "Previous" not in joined
    assert "Copy" not in joined
    assert "curl" not in joined
    assert "Try a condition against last year" in joined
    html = json.dumps(
        '<main role="main"><nav>Trail</nav><ul><li>one<li>two</ul><p>three</p><p>four<b>5</b></p>'
        "</main>"
    )
    assert page.evaluate(f"Search.htmlToText({html}).split(/\\s+/).filter(Boolean)") == [
        "one",
        "two",
        "three",
        "four5",
    ]


# -- focus and long words --------------------------------------------------------------------


@pytest.mark.parametrize("width", [390, 1440])
def test_the_link_of_a_heading_has_its_focus_around_it(
    opened: Callable[..., Page], demo: Path, width: int
) -> None:
    page = opened(
        f"{demo.as_uri()}/start/quickstart.html", viewport={"width": width, "height": 900}
    )
    link = page.locator("h2 > .headerlink").first
    link.focus()
    text = """link => {
      const text = document.createRange();
      text.selectNodeContents(link.previousSibling);
      return text.getBoundingClientRect().right; }"""
    box = link.bounding_box()
    assert box is not None
    assert box["height"] > 12
    assert box["x"] > link.evaluate(text)


def test_long_labels_above_a_title_break(opened: Callable[..., Page], tmp_path: Path) -> None:
    long = "Donaudampfschifffahrtsgesellschaftskapitänspatentprüfungskommissionsvorsitzender"
    navigation = {"tabs": [{"tab": long, "groups": [{"group": long, "pages": ["index"]}]}]}
    write_files(
        tmp_path,
        {
            "index.md": "# Title\n",
            "docs.json": json.dumps({"name": "x", "navigation": navigation}),
            "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
        },
    )
    site = build_site(tmp_path, tmp_path / "out")
    page = opened((site / "index.html").as_uri(), viewport={"width": 390, "height": 900})
    expect(page.locator(".navapi-breadcrumbs li")).to_have_count(2)
    assert page.evaluate("document.documentElement.scrollWidth") == 390


# -- operations without a summary ------------------------------------------------------------

_ORDERS: dict[str, object] = {
    "openapi": "3.1.0",
    "info": {"title": "Shop", "version": "1"},
    "paths": {
        "/orders": {
            "post": {
                "requestBody": {
                    "content": {
                        "application/json": {
                            "schema": {
                                "properties": {
                                    "payer": {
                                        "anyOf": [
                                            {"type": "string", "maxLength": 9},
                                            {"type": "object", "properties": {"id": {}}},
                                        ]
                                    }
                                }
                            }
                        }
                    }
                },
                "responses": {"200": {"description": "OK"}},
            }
        }
    },
}


@pytest.fixture(scope="module")
def shop(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A site with one operation, which has no summary."""
    source = write_files(
        tmp_path_factory.mktemp("shop"),
        {
            "conf.py": 'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n',
            "docs.json": {"navigation": {"openapi": "api.json", "pages": ["index"]}},
            "api.json": _ORDERS,
            "index.md": "# Shop\n\nText.\n",
        },
    )
    return build_site(source, tmp_path_factory.mktemp("shop-output"))


def test_a_hit_shows_the_path_once(page: Page, shop: Path) -> None:
    page.goto(f"{shop.as_uri()}/index.html")
    page.keyboard.press("Control+k")
    page.keyboard.type("orders")
    option = page.get_by_role("dialog").get_by_role("option").first
    expect(option).to_contain_text("/orders")
    assert option.inner_text().count("/orders") == 1


def test_the_facts_of_an_alternative_keep_off_its_frame(page: Page, shop: Path) -> None:
    page.goto(f"{shop.as_uri()}/api-reference/post-orders.html")
    gap = page.evaluate("""() => {
      const frame = document.querySelector(".navapi-schema .navapi-switch");
      const facts = frame.querySelector("details[open] > small");
      return frame.getBoundingClientRect().bottom - facts.getBoundingClientRect().bottom;
    }""")
    assert gap >= 8
