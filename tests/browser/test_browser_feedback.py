"""The question whether a page helped: which events are dispatched, and what is sent where."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playwright.sync_api import Browser, Page, Route, expect
from site_builds import build_site
from write_files import write_files

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => {
  const found = await axe.run(".navapi-feedback");
  return found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}`));
}"""
POST = "https://feedback.example/answers"


def build(folder: Path, theme: str, feedback: object) -> Path:
    files = {
        "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{theme}"\n',
        "docs.json": {"feedback": feedback, "navigation": {"pages": ["index", "deep/page"]}},
        "index.md": "# Home\n",
        "deep/page.md": "# Page\n\nText.\n",
    }
    source = write_files(folder, files)
    return build_site(source, source / "_build")


def answer(page: Page, name: str) -> Any:
    """What scripts of the site receive for the answer *name*."""
    page.evaluate("addEventListener('navapi:feedback', event => { window.heard = event.detail })")
    page.get_by_role("group", name="Was this page helpful?").get_by_role(
        "button", name=name
    ).click()
    return page.evaluate("window.heard")


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_nothing_is_sent_unless_the_site_says_where(
    tmp_path: Path, page: Page, serve: Callable[[Path], str], theme: str
) -> None:
    base = serve(build(tmp_path, theme, True))
    page.goto(f"{base}/deep/page.html")
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    url = f"{base}/deep/page.html"
    assert answer(page, "Yes") == {"page": "deep/page", "url": url, "helpful": True}
    question = page.get_by_role("group", name="Was this page helpful?")
    expect(question.get_by_role("status")).to_have_text("Thank you.")
    expect(question.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "true")
    assert answer(page, "No")["helpful"] is False
    expect(question.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "false")
    assert sent == []
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(RUN_AXE) == []


def test_answers_are_sent_where_the_site_says(
    tmp_path: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    base = serve(build(tmp_path, "navapi", {"thumbsRating": True, "post": POST}))
    sent: list[Any] = []
    status = 204

    def take(route: Route) -> None:
        if route.request.method == "POST":
            sent.append(json.loads(route.request.post_data or ""))
        allowed = {"access-control-allow-origin": "*", "access-control-allow-headers": "*"}
        route.fulfill(status=status, headers=allowed)

    page.context.route("https://feedback.example/**", take)
    page.goto(f"{base}/index.html")
    detail = answer(page, "No")
    status_text = page.locator(".navapi-feedback [role=status]")
    expect(status_text).to_have_text("Thank you.")
    page.wait_for_function("document.querySelector('[data-helpful=false]').ariaPressed === 'true'")
    assert sent == [detail]
    status = 500
    answer(page, "Yes")
    expect(status_text).to_have_text("Your answer could not be sent.")
    # It can be answered again.
    expect(page.get_by_role("button", name="Yes")).to_have_attribute("aria-pressed", "false")
    # A script of the site may prevent sending.
    page.evaluate("addEventListener('navapi:feedback', event => event.preventDefault())")
    before = len(sent)
    answer(page, "No")
    answer(page, "Yes")
    expect(status_text).to_have_text("Thank you.")
    assert len(sent) == before


def test_without_scripts_nobody_is_asked(tmp_path: Path, browser: Browser) -> None:
    out = build(tmp_path, "furo", {"thumbsRating": True})
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{out.as_uri()}/index.html")
    question = page.get_by_text("Was this page helpful?")
    expect(question).to_have_count(1)
    expect(question).to_be_hidden()
    context.close()
