"""`navapi serve` and `navapi dev` in a real browser: policies hold and tabs reload."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from full_run import first
from playwright.sync_api import Browser, ConsoleMessage, Page, expect
from server_process import developing, running
from settling import settle
from shared_builds import DemoBuilds
from theme_cases import CASES
from write_files import write_files

from sphinx_navapi.cli import main
from sphinx_navapi.features.formulas import find_katex

THEMES = ("navapi", *CASES)
PAGES = (
    "index.html",
    "observations/alerts/create-an-alert.html",
    "guides/first-alert.html",
    "search.html?q=buoy",
    "genindex.html",
    "old/nowhere.html",
)


@pytest.fixture(scope="module", params=first(1, THEMES))
def theme(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def served(theme: str, demo_builds: DemoBuilds) -> Iterator[str]:
    """URL of the demo in *theme*."""
    out = demo_builds(theme)
    with running("serve", out, "--port", "0") as server:
        yield f"http://127.0.0.1:{server.port}/"


def blocked(page: Page) -> list[str]:
    """Collects what a policy blocks on *page*, and missing files."""
    found: list[str] = []

    def note(message: ConsoleMessage) -> None:
        if message.type == "error" and not _is_expected(message):
            found.append(message.text)

    page.on("console", note)
    # No test accesses another machine.
    page.route(lambda url: "//127.0.0.1" not in url, lambda route: route.abort())
    return found


def _is_expected(message: ConsoleMessage) -> bool:
    url = message.location.get("url", "")
    if "nowhere.html" in url or "net::ERR_FAILED" in message.text:
        return True
    # Sphinx's search parses pages for a summary: their scripts are not supposed to run.
    address = message.page.url if message.page is not None else ""
    return "search.html" in address and "inline event handler" in message.text


def test_the_policy_of_a_page_allows_all_that_it_does(served: str, page: Page) -> None:
    found = blocked(page)
    for name in PAGES:
        page.goto(served + name, wait_until="load")
        settle(page)
        assert found == [], name


def test_the_policy_stops_what_the_page_does_not_hold(served: str, page: Page) -> None:
    page.goto(served)
    page.evaluate(
        """() => {
            const add = (name, set) => {
                const made = document.createElement(name); set(made); document.body.append(made);
            };
            add("div", (made) => { made.innerHTML = '<img src="x:" onerror="window.hit = 1">'; });
            add("script", (made) => { made.textContent = "window.hit = 2"; });
            add("script", (made) => { made.src = "data:text/javascript,window.hit = 3"; });
            add("a", (made) => { made.href = "javascript:window.hit=4"; made.click(); });
        }"""
    )
    settle(page)
    assert page.evaluate("window.hit") is None
    refused = "fetch('https://api.example/').then(() => 'sent', () => 'refused')"
    assert page.evaluate(refused) == "refused"


def test_search_works_when_served(served: str, theme: str, page: Page) -> None:
    found = blocked(page)
    page.goto(f"{served}search.html?q=spectrum")
    results = page.locator("#search-results a, .search a, ul.search a").filter(has_text="spectrum")
    expect(results.first).to_be_visible()
    assert found == []


@pytest.mark.skipif(find_katex(Path(__file__)) is None, reason="no KaTeX: sphinx-navapi[math]")
def test_formulas_are_drawn_below_the_policy(tmp_path: Path, browser: Browser) -> None:
    source, out = tmp_path / "source", tmp_path / "out"
    formulas = "Half is $\\frac{a}{b}$, and $5 and $10.\n\n$$\n\\nowhere{$$\n\n$$\nc^2\n$$\n"
    settings = '{"name": "F", "navigation": {"pages": ["index"]}}'
    write_files(source, {"docs.json": settings, "index.mdx": f"# Home\n\n{formulas}"})
    assert main(["build", str(source), str(out)]) == 0
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto((out / "index.html").as_uri())
    expect(plain.get_by_text("\\frac{a}{b}")).to_be_visible()
    context.close()
    context = browser.new_context()
    page = context.new_page()
    found = blocked(page)
    with running("serve", out, "--port", "0") as server:
        page.goto(f"http://127.0.0.1:{server.port}/")
        expect(page.locator("math")).to_have_count(2)
        expect(page.locator("math mfrac")).to_be_visible()
        expect(page.get_by_text("\\nowhere{")).to_be_visible()
        expect(page.get_by_text("and $5 and $10.")).to_be_visible()
    assert found == []
    context.close()


def test_every_open_tab_shows_what_was_saved(tmp_path: Path, browser: Browser) -> None:
    files = {
        "docs.json": {"navigation": {"pages": ["index", "other"]}},
        "index.md": "# Home\n\nFirst words.\n",
        "other.md": "# Other\n\nOther words.\n",
    }
    folder = write_files(tmp_path / "docs", files)
    with developing(folder) as (server, _tab):
        context = browser.new_context()
        # More tabs than a browser's connections to one server.
        tabs = [context.new_page() for _number in range(8)]
        for number, tab in enumerate(tabs):
            name = "other.html" if number % 2 else "index.html"
            tab.goto(f"http://127.0.0.1:{server.port}/{name}")
        (folder / "index.md").write_text("# Home\n\nBetter words. <B>nowhere</B>\n", "utf-8")
        for tab in tabs[::2]:
            expect(tab.get_by_text("Better words.")).to_be_visible()
        # The problem is shown on every page, as text, with its location.
        for tab in tabs:
            panel = tab.locator("navapi-dev-problems")
            expect(panel.get_by_text("1 warning")).to_be_visible()
            expect(panel.locator("code")).to_have_text("index.md:3:15")
            expect(panel.locator("li")).to_contain_text("unknown component <B>")
            expect(panel.locator("li b")).to_have_count(1)
        tabs[0].get_by_role("button", name="Close").click()
        expect(tabs[0].locator("navapi-dev-problems")).to_have_count(0)
        # Close the tab that listened for all of them.
        tabs[0].close()
        (folder / "conf.py").write_text('raise ValueError("oh <i>no</i>")\n', "utf-8")
        for tab in tabs[1:]:
            panel = tab.locator("navapi-dev-problems")
            expect(panel.get_by_text("1 error")).to_be_visible()
            expect(panel.locator("li").first).to_contain_text("oh <i>no</i>")
            expect(panel.locator("code").first).to_have_text("conf.py:1")
        (folder / "conf.py").unlink()
        (folder / "index.md").write_text("# Home\n\nLast words.\n", "utf-8")
        expect(tabs[2].get_by_text("Last words.")).to_be_visible()
        expect(tabs[2].locator("navapi-dev-problems")).to_have_count(0)
        context.close()
