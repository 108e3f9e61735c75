"""What a reader enters once is on every page and in every form of the tab, and nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playground_site import operation, parameter
from playwright.sync_api import Browser, Page, expect
from site_builds import build_site
from write_files import write_files

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))
RUN_AXE = """async () => {
  const found = await axe.run("main, .navapi-values-panel");
  return found.violations.flatMap(v => v.nodes.map(n => `${v.id}: ${n.html.slice(0, 120)}`));
}"""
SCHEMES = {
    "key": {"type": "apiKey", "in": "header", "name": "X-Key"},
    "token": {"type": "http", "scheme": "bearer"},
}


def document(title: str, host: str) -> dict[str, Any]:
    path = [parameter("accountId", "path"), parameter("limit")]
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "servers": [{"url": f"https://{host}.example/v1"}],
        "security": [{"key": []}],
        "components": {"securitySchemes": SCHEMES},
        "paths": {"/accounts/{accountId}": {"get": operation(f"{title}: get", parameters=path)}},
    }


SITE = {
    "values": {
        "account_id": "Account",
        "key": {"label": "Key", "placeholder": "SECRET_KEY", "scheme": "key"},
        "base": {"placeholder": "https://own.example/v1", "server": True},
    },
    "api": {"playground": {"customServer": True, "proxy": False}},
    "navigation": {
        "pages": ["index", "guide", "plain"],
        "groups": [
            {"group": "One", "openapi": {"source": "one.json", "directory": "one"}},
            {"group": "Two", "openapi": {"source": "two.json", "directory": "two"}},
        ],
    },
}
GUIDE = """# Guide

The account {{values.account_id}}, `{{values.account_id}}`, not MY{{values.account_id}}S.

```bash
curl https://own.example/v1/accounts/YOUR_ACCOUNT_ID -H "X-Key: SECRET_KEY"
```
"""


@pytest.fixture(scope="module", params=["navapi", "furo"])
def out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{request.param}"\n',
        "docs.json": SITE,
        "index.md": "# Home\n",
        "guide.mdx": GUIDE,
        "plain.md": "# Plain\n\nNothing to fill in.\n",
        "one.json": document("One", "one"),
        "two.json": document("Two", "two"),
    }
    source = write_files(tmp_path_factory.mktemp("values"), files)
    return build_site(source, source / "_build")


def enter(page: Page, label: str, text: str) -> None:
    page.get_by_role("dialog").get_by_label(label, exact=True).fill(text)


def test_values_are_on_every_page_of_the_tab(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    base = serve(out)
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{base}/guide.html")
    text = page.get_by_role("main")
    code = text.locator("pre")
    expect(text).to_contain_text("The account YOUR_ACCOUNT_ID, YOUR_ACCOUNT_ID, not")
    # By keyboard, from the text.
    placeholder = page.get_by_role("button", name="YOUR_ACCOUNT_ID").first
    placeholder.focus()
    page.keyboard.press("Enter")
    field = page.get_by_role("dialog", name="Your values").get_by_label("Account", exact=True)
    expect(field).to_be_focused()
    page.keyboard.type("acme")
    enter(page, "Key", "s3cret")
    enter(page, "Base", "https://mine.example/v9")
    page.evaluate(AXE.read_text("utf-8"))
    assert page.evaluate(RUN_AXE) == []
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="acme").first).to_be_focused()
    expect(text).to_contain_text("The account acme, acme, not MYYOUR_ACCOUNT_IDS.")
    command = 'curl https://mine.example/v9/accounts/acme -H "X-Key: s3cret"'
    expect(code).to_contain_text(command)
    expect(page.get_by_role("button", name="Your values (3)")).to_be_visible()
    # The text of a selection is what it shows.
    page.evaluate("getSelection().selectAllChildren(document.querySelector('article p'))")
    assert "The account acme, acme" in page.evaluate("String(getSelection())")

    page.goto(f"{base}/{next((out / 'one').rglob('*.html')).relative_to(out)}")
    sample = page.locator(".navapi-samples [data-client=curl] pre")
    expect(sample).to_contain_text("https://mine.example/v9/accounts/acme")
    expect(sample).to_contain_text("X-Key: s3cret")
    assert all(url.startswith(base) for url in asked)

    # What is forgotten in the form is forgotten everywhere.
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Forget").click()
    page.goto(f"{base}/guide.html")
    expect(code).to_contain_text("SECRET_KEY")
    page.get_by_role("button", name="Your values (2)").click()
    page.get_by_role("button", name="Clear").click()
    expect(text).to_contain_text("The account YOUR_ACCOUNT_ID")
    assert "s3cret" not in page.evaluate("Object.values({...sessionStorage}).join()")
    page.reload()
    expect(page.get_by_role("button", name="Your values")).to_have_text("Your values")


def test_a_key_is_only_given_to_its_own_document(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    base = serve(out)
    other = next((out / "two").rglob("*.html")).relative_to(out)
    page.goto(f"{base}/{other}")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "acme")
    enter(page, "Key", "s3cret")
    enter(page, "Base", "https://mine.example")
    page.get_by_role("button", name="Done").click()
    sample = page.locator(".navapi-samples [data-client=curl] pre")
    expect(sample).to_contain_text("https://two.example/v1/accounts/acme")
    expect(sample).to_contain_text("X-Key: YOUR_API_KEY")


def test_pages_without_a_value_have_no_panel(
    out: Path, page: Page, browser: Browser, serve: Callable[[Path], str]
) -> None:
    assert "navapi-values" not in (out / "plain.html").read_text("utf-8")
    context = browser.new_context(java_script_enabled=False)
    bare = context.new_page()
    bare.goto(f"{serve(out)}/guide.html")
    expect(bare.get_by_text("The account YOUR_ACCOUNT_ID")).to_be_visible()
    expect(bare.get_by_role("button", name="Your values")).to_have_count(0)
    context.close()
    assert "YOUR_ACCOUNT_ID" in (out / "guide.md").read_text("utf-8")
