"""Requirements for the playground's form: accessible, light, and no wider than the window."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import axe_playwright_python
import pytest
from api_server import ApiServer, run_api
from full_run import amount, first
from playground_site import (
    PHOTOS,
    Form,
    build_playground,
    document,
    page_of,
    run_site,
    wait_for_samples,
)
from playwright.sync_api import Browser, Page, expect

STATIC = Path(__file__).parents[2] / "sphinx_navapi" / "html" / "static"
AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => {
  const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
  const result = await axe.run(".navapi-form", {runOnly: tags});
  return result.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 160)}`));
}"""
THEMES = ("navapi", "furo")
#: Bytes, gzip: script, style and loader.
BUDGET = 40_960
#: What runs workflows, on their pages.
WORKFLOW_BUDGET = 8_192
#: And what is loaded when the form is used.
LATER_BUDGET = 26_112


class Site(NamedTuple):
    api: ApiServer
    urls: dict[str, str]
    out: Path


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with run_api() as api:
        root = document(api.url, "http://127.0.0.1:1")
        folder = tmp_path_factory.mktemp("quality")
        outs = {
            theme: build_playground(
                folder / theme, root, False, playground={"customServer": True}, html_theme=theme
            )
            for theme in THEMES
        }
        with run_site(outs["navapi"]) as first, run_site(outs["furo"]) as second:
            yield Site(api, {"navapi": first, "furo": second}, outs["navapi"])


def open_form(page: Page, site: Site, theme: str, summary: str) -> Form:
    return Form(page, f"{site.urls[theme]}/{page_of(site.out, summary)}").open()


def violations(page: Page) -> list[str]:
    page.evaluate(AXE.read_text("utf-8"))
    found: list[str] = page.evaluate(RUN_AXE)
    return found


@pytest.mark.parametrize(
    ("theme", "scheme", "width"),
    first(
        1,
        [
            ("navapi", "light", 1440),
            ("furo", "dark", 1440),
            ("navapi", "dark", 1440),
            ("navapi", "light", 390),
            ("furo", "light", 390),
        ],
    ),
)
def test_no_violation_of_wcag(
    browser: Browser, site: Site, theme: str, scheme: str, width: int
) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": 900},
        color_scheme=scheme,  # type: ignore[arg-type]
        bypass_csp=True,
    )
    page = context.new_page()
    found = {}
    for summary in (
        "Echo JSON", "Echo upload", "Auth both", "Login", "Echo styles", "OAuth", "Wide",
    )[: amount(7, 4)]:  # fmt: skip
        form = open_form(page, site, theme, summary)
        if summary == "Echo JSON":
            form.field("Body").fill('{"role": 1}')
            form.root.get_by_text("match its schema").wait_for()
            form.root.get_by_role("button", name="Fields", exact=True).click()
            form.field("role").wait_for()
            if bad := violations(page):
                found["fields"] = bad
            form.root.get_by_role("button", name="Text", exact=True).click()
        if summary == "Echo upload":
            form.field("photos").set_input_files(PHOTOS)
        if summary in ("OAuth", "Login"):
            form.root.get_by_text("Get a token", exact=True).first.click()
        if summary == "Login":
            form.field("Server").select_option(label="Another server")
            form.field("Server URL").fill("localhost")
            form.root.get_by_role("button", name="Get a token").click()
            form.root.get_by_text("A value is required.").first.wait_for()
        elif summary != "OAuth":
            form.send()
        for opened in form.root.locator(".navapi-try-history, .navapi-try-headers").all():
            if opened.is_visible():
                opened.locator("summary").click()
        if bad := violations(page):
            found[summary] = bad
        wide = page.evaluate("document.documentElement.scrollWidth")
        if wide > width:
            found[f"{summary}: width"] = [str(wide)]
    form = open_form(page, site, theme, "Big")
    form.field("Server").select_option("1")
    form.send()
    if bad := violations(page):
        found["problem"] = bad
    context.close()
    assert found == {}


def test_the_ground_follows_the_theme(page: Page, site: Site) -> None:
    form = open_form(page, site, "navapi", "Echo JSON")
    grounds = {}
    for scheme in ("light", "dark"):
        page.evaluate(f"document.documentElement.dataset.scheme = '{scheme}'")
        expect(form.root).to_have_css("color-scheme", scheme)
        grounds[scheme] = form.field("Server").evaluate("e => getComputedStyle(e).backgroundColor")
    assert grounds["light"] != grounds["dark"]


def test_right_to_left(page: Page, site: Site) -> None:
    form = open_form(page, site, "navapi", "Echo styles")
    page.evaluate("document.documentElement.dir = 'rtl'")
    name = form.root.get_by_text("limit", exact=True).bounding_box()
    field = form.field("limit").bounding_box()
    assert name is not None
    assert field is not None
    assert name["x"] > field["x"]
    assert page.evaluate("document.documentElement.scrollWidth") <= 1280


def test_opening_a_form_changes_no_sample(page: Page, demo: Path) -> None:
    """Samples written by Python, and those that the form writes from the same values."""
    code = ".navapi-samples details[data-client] pre > code"
    changed = {}
    compared = 0
    for path in sorted(demo.rglob("*.html"))[:: amount(1, 12)]:
        text = path.read_text("utf-8")
        # A relative server is on the site itself, whose URL the build does not know.
        if "<navapi-playground" not in text or "/schemas/" in path.as_posix():
            continue
        page.goto(path.as_uri())
        before = page.locator(code).all_text_contents()
        page.locator(".navapi-try").first.click()
        page.locator(".navapi-form").first.wait_for()
        if before:
            wait_for_samples(page)
            compared += 1
        after = page.locator(code).all_text_contents()
        if before != after:
            pairs = zip(before, after, strict=True)
            changed[path.relative_to(demo).as_posix()] = next(p for p in pairs if p[0] != p[1])
    assert changed == {}
    assert compared > amount(30, 2)


def test_a_simple_form_sends_nothing(page: Page, tmp_path: Path) -> None:
    root = document("http://127.0.0.1:1", "http://127.0.0.1:2")
    out = build_playground(tmp_path, root, None, playground={"display": "simple"})
    form = Form(page, f"{out.as_uri()}/{page_of(out, 'Echo JSON')}")
    page.get_by_role("button", name="Edit the request").click()
    form.field("Body").fill('{"name": "Eve"}')
    form.check_sample('{"name": "Eve"}')
    assert form.root.get_by_role("button", name="Send").count() == 0
    page.keyboard.press("Control+Enter")
    assert form.result.count() == 0


def test_every_word_is_used_and_every_used_word_is_there() -> None:
    words = (STATIC / "playground" / "words.js").read_text("utf-8")
    table = words.partition("const english = {")[2].partition("  };")[0]
    keys = set(re.findall(r"^    (\w+):", table, re.MULTILINE))
    assert len(keys) > 100
    code = "".join(
        path.read_text("utf-8")
        for path in sorted((STATIC / "playground").glob("*.js"))
        if not path.name.startswith("words")
    )
    unused = {key for key in keys if f'"{key}"' not in code}
    assert unused - {"path", "query", "querystring", "header", "cookie"} == set()
    said = set(re.findall(r'\b(?:say|report)\(\s*"(\w+)"', code))
    assert said - keys == set()


@pytest.mark.parametrize("theme", THEMES)
def test_a_label_names_one_thing(page: Page, site: Site, theme: str) -> None:
    form = open_form(page, site, theme, "Echo JSON")
    expect(page.get_by_label("Body", exact=True)).to_have_count(1)
    heading = page.get_by_role("heading", name="Body", exact=True)
    expect(heading).to_have_count(1)
    for name in ("Send", "Reset", "Text", "Fields"):
        expect(page.get_by_role("button", name=name, exact=True)).to_have_count(1)
    expect(form.field("Body")).to_be_visible()


def test_its_weight(site: Site) -> None:
    files = [
        site.out / "_static" / "playground" / "playground.js",
        site.out / "_static" / "playground" / "playground.css",
        site.out / "_static" / "navapi-playground.js",
    ]
    sizes = {path.name: len(gzip.compress(path.read_bytes(), 9)) for path in files}
    assert sum(sizes.values()) < BUDGET, sizes
    workflow = [
        (site.out / "_static" / f"navapi-workflow.{suffix}").read_bytes()
        for suffix in ("js", "css")
    ]
    assert sum(len(gzip.compress(data, 9)) for data in workflow) < WORKFLOW_BUDGET
    later = [
        (site.out / "_static" / "playground" / f"playground-{name}.js").read_bytes()
        for name in ("samples", "body", "tokens")
    ]
    assert sum(len(gzip.compress(data, 9)) for data in later) < LATER_BUDGET
