"""What a reader enters once is on every page and in every form of the tab, and nowhere else."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from playground_site import operation, parameter
from playwright.sync_api import Browser, Page, Route, expect
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


REPLY = {"account": "YOUR_ACCOUNT_ID"}
PLANS = {
    **operation("Plans", parameters=[{**parameter("plan"), "example": "of YOUR_ACCOUNT_ID"}]),
    "x-codeSamples": [{"lang": "ruby", "source": "YOUR_ACCOUNT_ID.get 'YOUR_ACCOUNT_ID'"}],
    "responses": {
        "200": {"description": "OK", "content": {"application/json": {"example": REPLY}}}
    },
}


MESSAGE = {"account": "YOUR_ACCOUNT_ID", "lines": ["<YOUR_TENANT>", "NOT_YOUR_ACCOUNT_ID"]}
TEXT = {"type": "string"}
FIELDS = {"type": "object", "properties": {"account": TEXT, "note": TEXT}, "required": ["account"]}
BODY = {
    "required": True,
    "content": {
        "application/json": {
            "examples": {
                "short": {"value": MESSAGE},
                "long": {"value": {**MESSAGE, "more": "of YOUR_ACCOUNT_ID"}},
            }
        },
        "application/x-www-form-urlencoded": {
            "schema": FIELDS,
            "example": {"account": "a YOUR_ACCOUNT_ID", "note": "b"},
        },
        "text/plain": {"example": "Dear YOUR_ACCOUNT_ID"},
    },
}


def document(title: str, host: str) -> dict[str, Any]:
    path = [parameter("accountId", "path"), parameter("limit")]
    return {
        "openapi": "3.1.0",
        "info": {"title": title, "version": "1"},
        "servers": [{"url": f"https://{host}.example/v1"}],
        "security": [{"key": []}],
        "components": {"securitySchemes": SCHEMES},
        "paths": {
            "/accounts/{accountId}": {"get": operation(f"{title}: get", parameters=path)},
            "/plans": {"get": PLANS},
            "/messages": {"post": operation("Messages", requestBody=BODY)},
        },
    }


SITE = {
    "values": {
        "account_id": "Account",
        "key": {"label": "Key", "placeholder": "SECRET_KEY", "scheme": "key"},
        "base": {"placeholder": "https://own.example/v1", "server": True},
        "tenant": {"placeholder": "<YOUR_TENANT>"},
        "user": {"placeholder": "your-user-id"},
    },
    "api": {"playground": {"customServer": True, "proxy": False}},
    "navigation": {
        "pages": ["index", "guide", "plain", "hand"],
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

```html
<p><YOUR_TENANT></p>
```

```python
get(your-user-id)
```

See https://own.example/v1 and [the account](https://a.example/YOUR_ACCOUNT_ID).

Not [the key](https://a.example/SECRET_KEY).
"""


HAND = """---
title: By hand
api: GET https://hand.example/accounts/{account_id}
---

<ParamField path="account_id" type="string" required />

<RequestExample>
```bash
open YOUR_ACCOUNT_ID
```
</RequestExample>
"""


@pytest.fixture(scope="module", params=["navapi", "furo"])
def out(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    files = {
        "conf.py": f'extensions = ["sphinx_navapi"]\nhtml_theme = "{request.param}"\n',
        "docs.json": SITE,
        "index.md": "# Home\n",
        "guide.mdx": GUIDE,
        "hand.mdx": HAND,
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
    code = text.locator("pre").first
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

    page.goto(f"{base}/{next((out / 'one').rglob('*-get.html')).relative_to(out)}")
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


def test_values_are_in_tokens_and_links(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    page.goto(f"{serve(out)}/guide.html")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "acme")
    enter(page, "Base", "https://mine.example/v9/")
    enter(page, "Key", "s3cret")
    enter(page, "Tenant", "north")
    enter(page, "User", "u-1")
    page.get_by_role("button", name="Done").click()
    text = page.get_by_role("main")
    assert [code.strip() for code in text.locator("pre").all_inner_texts()] == [
        'curl https://mine.example/v9/accounts/acme -H "X-Key: s3cret"',
        "<p>north</p>",
        "get(u-1)",
    ]
    link = text.get_by_role("link", name="the account")
    expect(link).to_have_attribute("href", "https://a.example/acme")
    own = text.get_by_role("link", name="https://mine.example/v9", exact=True)
    expect(own).to_have_attribute("href", "https://mine.example/v9")
    assert text.locator("a[href*='s3cret']").count() == 0
    # Only what a browser opens as a page.
    page.get_by_role("button", name="Your values").click()
    enter(page, "Base", "javascript:alert(1)")
    assert text.locator("a[href^='javascript']").count() == 0


def test_values_are_in_all_samples(out: Path, page: Page, serve: Callable[[Path], str]) -> None:
    base = serve(out)
    page.goto(f"{base}/{next((out / 'two').rglob('plans.html')).relative_to(out)}")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "acme")
    page.get_by_role("button", name="Done").click()
    samples = page.locator(".navapi-samples")
    expect(samples.filter(has_text="acme.get 'acme'")).not_to_have_count(0)
    expect(samples.filter(has_text='"account": "acme"')).not_to_have_count(0)
    expect(page.locator("[data-client=curl] pre")).to_contain_text("of%20acme")
    page.get_by_role("button", name="Try it").click()
    fields = page.locator(".navapi-form fieldset").locator("input, textarea")
    assert "of acme" in fields.evaluate_all("fields => fields.map(field => field.value)")
    # Also where a page describes its operation itself.
    page.goto(f"{base}/hand.html")
    expect(page.locator(".navapi-samples pre").filter(has_text="open acme")).not_to_have_count(0)
    page.get_by_role("button", name="Try it").click()
    expect(page.locator(".navapi-form")).to_contain_text("https://hand.example/accounts/acme")


def test_values_are_in_bodies(out: Path, page: Page, serve: Callable[[Path], str]) -> None:
    page.goto(f"{serve(out)}/{next((out / 'two').rglob('messages.html')).relative_to(out)}")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", 'a"c\\me')
    enter(page, "Tenant", "north")
    page.get_by_role("button", name="Done").click()
    filled = {"account": 'a"c\\me', "lines": ["north", "NOT_YOUR_ACCOUNT_ID"]}
    sample = page.locator("[data-client=javascript] pre")
    expect(sample).to_contain_text('a\\"c\\\\me')
    page.get_by_role("button", name="Try it").click()
    form = page.get_by_role("region", name="POST /messages")
    body = form.get_by_label("Body", exact=True)
    assert json.loads(body.input_value()) == filled
    # Other examples and media types have placeholders, too.
    examples = form.get_by_role("combobox", name="Example")
    long = examples.locator("option").filter(has_text="long").first
    examples.select_option(value=long.get_attribute("value"))
    assert json.loads(body.input_value()) == {**filled, "more": 'of a"c\\me'}
    types = form.get_by_role("combobox", name="Media type")
    types.select_option(label="application/x-www-form-urlencoded")
    expect(form.get_by_label("account", exact=True)).to_have_value('a a"c\\me')
    expect(form.get_by_label("note", exact=True)).to_have_value("b")
    types.select_option(label="text/plain")
    expect(body).to_have_value('Dear a"c\\me')
    # A later value takes its place, unless the reader has changed the text.
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "beta")
    page.get_by_role("button", name="Done").click()
    expect(body).to_have_value("Dear beta")
    body.fill("Dear beta!")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "gamma")
    page.get_by_role("button", name="Done").click()
    expect(body).to_have_value("Dear beta!")
    # An example is chosen on a page that begins with the values.
    page.reload()
    page.get_by_role("button", name="Try it").click()
    examples.select_option(value=long.get_attribute("value"))
    assert json.loads(body.input_value())["more"] == "of gamma"


def test_a_key_is_only_given_to_its_own_document(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    base = serve(out)
    other = next((out / "two").rglob("*-get.html")).relative_to(out)
    page.goto(f"{base}/{other}")
    page.get_by_role("button", name="Your values").click()
    enter(page, "Account", "acme")
    enter(page, "Key", "s3cret")
    enter(page, "Base", "https://mine.example")
    page.get_by_role("button", name="Done").click()
    sample = page.locator(".navapi-samples [data-client=curl] pre")
    expect(sample).to_contain_text("https://two.example/v1/accounts/acme")
    expect(sample).to_contain_text("X-Key: YOUR_API_KEY")


def test_a_press_before_the_script_comes_counts(
    out: Path, page: Page, serve: Callable[[Path], str]
) -> None:
    held: list[Route] = []
    # playwright marks the handler, which a built-in method does not allow.
    page.route("**/navapi-values.js*", lambda route: held.append(route))  # noqa: PLW0108
    operation = next((out / "two").rglob("*-get.html")).relative_to(out)
    with page.expect_request("**/navapi-values.js*"):
        page.goto(f"{serve(out)}/{operation}", wait_until="domcontentloaded")
    page.get_by_role("button", name="Your values").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    held[0].continue_()
    expect(page.get_by_role("dialog")).to_be_visible()


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
