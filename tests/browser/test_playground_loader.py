"""The playground's button, the files that it loads, and the page to which sign-in returns."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from full_run import demo_theme_params, first
from playwright.sync_api import BrowserContext, Page, Route, expect
from settling import settle
from site_builds import build_site
from theme_cases import CASES
from waiting import wait_until

THEMES = ("navapi", *CASES)

#: Replacement for the parts: records each start, and whether the button is used afterwards.
STUB = """
globalThis.navapiPlayground ??= {};
globalThis.loaded = (globalThis.loaded ?? 0) + 1;
navapiPlayground.start = (element, button) => {
  const data = JSON.parse(element.querySelector("script").textContent);
  (globalThis.started ??= []).push(data.operation);
  button.addEventListener("click", () => { (globalThis.clicked ??= []).push(button.textContent); });
};
"""


def operation(summary: str) -> dict[str, Any]:
    return {"summary": summary, "tags": ["A"], "responses": {"200": {"description": "OK"}}}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("playground-source")
    flow = {
        "authorizationUrl": "https://id.x.org/a",
        "tokenUrl": "https://id.x.org/t",
        "scopes": {},
    }
    api = {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [{"url": "https://x.org"}],
        "paths": {"/a": {"get": operation("One"), "post": operation("Two")}},
        "components": {
            "securitySchemes": {"login": {"type": "oauth2", "flows": {"authorizationCode": flow}}}
        },
        "security": [{"login": []}],
    }
    german = {"language": "de", "openapi": {"source": "api.json", "directory": "de/api"}}
    english = {"language": "en", "pages": ["index"], "openapi": "api.json"}
    files = {
        "api.json": json.dumps(api),
        "docs.json": json.dumps({"navigation": {"languages": [english, german]}}),
        "index.md": "# Hello\n",
        "conf.py": 'extensions = ["sphinx_navapi"]\n',
    }
    for name, text in files.items():
        (folder / name).write_text(text, "utf-8")
    return folder


@pytest.fixture(scope="module")
def site(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_site(source, tmp_path_factory.mktemp("playground"), "-D", "html_theme=navapi")


def use_stub(page: Page, body: str = STUB) -> list[str]:
    """Serve other parts to *page*; returns the URLs of all playground files that are loaded."""
    asked: list[str] = []

    def answer(route: Route) -> None:
        asked.append(route.request.url)
        route.fulfill(body=body, content_type="text/javascript")

    page.route("**/playground/playground.js*", answer)
    return asked


PAGE = "api-reference/a/one.html"


def test_the_button_is_there_and_the_parts_follow(page: Page, site: Path, serve):
    asked = use_stub(page)
    page.goto(f"{serve(site)}/{PAGE}")
    button = page.get_by_role("button", name="Try it", exact=True)
    assert button.get_attribute("aria-expanded") == "false"
    wait_until(page, "globalThis.started?.length")
    assert page.evaluate("started") == ["api.json GET /a"]
    assert len(asked) == 1
    assert "?v=" in asked[0]
    button.click()
    button.click()
    assert page.evaluate("clicked") == ["Try it", "Try it"]
    assert page.evaluate("loaded") == 1


def test_a_click_that_comes_first_is_not_lost(page: Page, site: Path, serve):
    use_stub(page)
    page.add_init_script(
        # The reader is faster than anything that runs when the browser is idle.
        "globalThis.requestIdleCallback = () => 0;"
    )
    page.goto(f"{serve(site)}/{PAGE}")
    assert page.evaluate("globalThis.started") is None
    page.get_by_role("button", name="Try it", exact=True).click()
    wait_until(page, "globalThis.clicked?.length")
    assert page.evaluate("[started, clicked]") == [["api.json GET /a"], ["Try it"]]


def test_parts_that_do_not_load_are_asked_for_again(page: Page, site: Path, serve):
    page.route("**/playground/playground.js*", lambda route: route.abort())
    page.goto(f"{serve(site)}/{PAGE}")
    button = page.get_by_role("button", name="Try it", exact=True)
    button.click()
    wait_until(page, "document.querySelector('.navapi-try').title !== ''")
    page.unroute("**/playground/playground.js*")
    use_stub(page)
    button.click()
    wait_until(page, "globalThis.clicked?.length")


def test_the_button_moves_nothing(page: Page, site: Path, serve):
    use_stub(page)
    page.add_init_script(
        "globalThis.shift = 0; new PerformanceObserver(list => {"
        "for (const entry of list.getEntries()) shift += entry.value;"
        "}).observe({type: 'layout-shift', buffered: true});"
    )
    page.goto(f"{serve(site)}/{PAGE}")
    wait_until(page, "globalThis.started?.length")
    settle(page)
    assert page.evaluate("shift") < 0.01


def test_without_scripts_there_is_no_room_for_it(browser, site: Path, serve):
    context: BrowserContext = browser.new_context(java_script_enabled=False)
    tab = context.new_page()
    tab.goto(f"{serve(site)}/{PAGE}")
    assert tab.locator("navapi-playground").is_hidden()
    context.close()


def test_from_a_file(page: Page, site: Path):
    page.goto((site / PAGE).as_uri())
    wait_until(page, "typeof globalThis.navapiPlayground?.start === 'function'")


@pytest.mark.parametrize("builder", ["dirhtml", "singlehtml"])
def test_folders_and_one_page(page: Page, source: Path, tmp_path: Path, serve, builder):
    asked = use_stub(page)
    out = build_site(source, tmp_path / "below" / "it", "-b", builder, "-D", "html_theme=navapi")
    path = "index.html" if builder == "singlehtml" else "api-reference/a/one/"
    page.goto(f"{serve(out.parent)}/it/{path}")
    page.locator("navapi-playground").first.scroll_into_view_if_needed()
    wait_until(page, "globalThis.started?.length")
    assert len(asked) == 1
    # Each in the language of its page.
    for button in page.locator(".navapi-try").all():
        button.click()
    count = 4 if builder == "singlehtml" else 1
    wait_until(page, f"globalThis.clicked?.length === {count}")
    assert len(set(page.evaluate("started"))) == min(count, 2)
    assert len(asked) == 1


@pytest.mark.parametrize("theme", first(2, THEMES))
def test_other_themes(page: Page, source: Path, tmp_path: Path, serve, theme):
    use_stub(page)
    out = build_site(source, tmp_path / "out", "-D", f"html_theme={theme}")
    page.goto(f"{serve(out)}/{PAGE}")
    wait_until(page, "globalThis.started?.length")
    box = page.get_by_role("button", name="Try it", exact=True).bounding_box()
    assert box is not None
    assert box["height"] >= 24  # large enough to hit (WCAG 2.2, 2.5.8)
    assert box["y"] < 900


@pytest.mark.parametrize(
    ("theme", "color"),
    demo_theme_params(
        [
            ("furo", "var(--color-brand-primary)"),
            ("pydata_sphinx_theme", "var(--pst-color-primary)"),
            ("shibuya", "var(--sy-c-link)"),
            # Nothing is known about this one except the color of its links.
            ("classic", "a"),
        ]
    ),
)
def test_the_button_has_a_color_of_the_theme(page, source, tmp_path, serve, theme, color):
    use_stub(page)
    out = build_site(source, tmp_path / "out", "-D", f"html_theme={theme}")
    page.goto(f"{serve(out)}/{PAGE}")
    button = page.get_by_role("button", name="Try it", exact=True)
    button.wait_for()
    wanted = page.evaluate(
        """color => {
            const probe = document.createElement(color === "a" ? "a" : "i");
            if (color === "a") probe.href = "#"; else probe.style.color = color;
            document.querySelector(".navapi-operation").append(probe);
            return getComputedStyle(probe).color;
        }""",
        color,
    )
    assert wanted not in ("rgb(0, 0, 0)", "rgba(0, 0, 0, 0)")
    expect(button).to_have_css("background-color", wanted)


def test_words_of_the_language(page: Page, site: Path, serve):
    use_stub(page)
    page.goto(f"{serve(site)}/de/api/a/one.html")
    page.get_by_role("button", name="Ausprobieren", exact=True).click()
    wait_until(page, "globalThis.clicked?.length")
    assert page.evaluate("navapiPlayground.words.required") == "erforderlich"


# -- signing in ------------------------------------------------------------------------------------


def come_back(page: Page, base: str, answer: str, left: Any) -> None:
    """Open the page for responses with *left* in the tab."""
    page.goto(f"{base}/index.html")
    text = left if isinstance(left, str) else json.dumps(left)
    page.evaluate("text => sessionStorage.setItem('/ navapi-oauth', text)", text)
    page.goto(f"{base}/_navapi/oauth.html{answer}")


def result(page: Page) -> Any:
    return page.evaluate("JSON.parse(sessionStorage.getItem('/ navapi-oauth-result'))")


@pytest.mark.parametrize("mark", ["?", "#"])
def test_a_code_is_brought_back(page: Page, site: Path, serve, mark):
    base = serve(site)
    use_stub(page)
    left = {"state": "s 1", "return": f"{base}/{PAGE}?x=1#parameters", "verifier": "secret"}
    come_back(page, base, f"{mark}code=c%2B1&state=s%201&iss=https%3A%2F%2Fid.x.org", left)
    page.wait_for_url(left["return"])
    assert result(page) == {
        "code": "c+1",
        "state": "s 1",
        "redirect_uri": f"{base}/_navapi/oauth.html",
        "iss": "https://id.x.org",
    }
    # The form, which has something to finish, is started immediately.
    wait_until(page, "globalThis.started?.length")


def test_a_refusal_is_shown_as_text(page: Page, site: Path, serve):
    base = serve(site)
    left = {"state": "s", "return": f"{base}/{PAGE}"}
    described = "<img src=x onerror=alert(1)> not today"
    come_back(
        page, base, f"?error=access_denied&error_description={quote(described)}&state=s", left
    )
    assert described in page.locator("#message").inner_text()
    assert page.locator("img").count() == 0
    assert result(page)["error"] == "access_denied"
    assert page.evaluate("location.search") == ""
    page.get_by_role("link", name="Back to the documentation").click()
    page.wait_for_url(left["return"])


@pytest.mark.parametrize(
    ("answer", "left"),
    first(
        4,
        [
            ("?code=c&state=other", {"state": "s", "return": "here"}),
            ("?code=c", {"state": "s", "return": "here"}),
            ("?code=c&state=", {"state": "", "return": "here"}),
            ("?code=c&state=s", {"return": "here"}),
            ("?code=c&state=s", "nonsense"),
            ("?code=c&state=s", "null"),
            ("?code=c&state=s", {"state": "s"}),
            ("?code=c&state=s", {"state": "s", "return": 7}),
            ("?code=c&state=s", {"state": "s", "return": "https://evil.example/"}),
            ("?code=c&state=s", {"state": "s", "return": "//evil.example/"}),
            ("?code=c&state=s", {"state": "s", "return": "javascript:alert(1)"}),
            ("?code=c&state=s", {"state": "s", "return": "data:text/html,x"}),
            ("?code=c&state=s", {"state": "s", "return": "http://user@127.0.0.1/"}),
        ],
    ),
)
def test_answers_that_are_not_for_this_tab(page: Page, site: Path, serve, answer, left):
    base = serve(site)
    if isinstance(left, dict) and left.get("return") == "here":
        left["return"] = f"{base}/{PAGE}"
    come_back(page, base, answer, left)
    wait_until(page, "!document.getElementById('message').textContent.startsWith('One')")
    settle(page)
    assert page.url == f"{base}/_navapi/oauth.html"
    assert result(page) is None


def test_a_site_in_a_folder_leads_back_into_it_only(page: Page, site: Path, serve):
    base = serve(site.parent)
    folder = f"{base}/{site.name}"
    page.goto(f"{folder}/index.html")
    left = {"state": "s", "return": f"{base}/elsewhere.html"}
    page.evaluate("left => navapiStorage.keep('navapi-oauth', left)", left)
    page.goto(f"{folder}/_navapi/oauth.html?code=c&state=s")
    assert "this tab is not waiting for one" in page.locator("#message").inner_text()
    assert result(page) is None
