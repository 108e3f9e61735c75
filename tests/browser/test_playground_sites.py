"""Several sites on one host, as at code hosts: each keeps its own values in the browser."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from playground_site import Form, build_playground, operation, page_of
from playwright.sync_api import Page, expect
from waiting import wait_until

SCHEMES = {"bearer": {"type": "http", "scheme": "bearer"}}


def document(server: str) -> dict[str, Any]:
    get = operation("Get x", security=[{"bearer": []}], parameters=[{"name": "q", "in": "query"}])
    return {
        "openapi": "3.1.0",
        "info": {"title": "X", "version": "1"},
        "servers": [{"url": server}],
        "components": {"securitySchemes": SCHEMES},
        "paths": {"/x": {"get": get}},
    }


@pytest.fixture(scope="module")
def out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build_playground(tmp_path_factory.mktemp("built"), document("https://a.example"), False)


@pytest.mark.parametrize("theme", first(1, ["navapi", "furo"]))
def test_sites_on_one_host_share_nothing(page: Page, tmp_path: Path, serve, theme: str) -> None:
    for name in ("a", "b"):
        root = document(f"https://{name}.example")
        out = build_playground(tmp_path / f"built-{name}", root, False, html_theme=theme)
        shutil.copytree(out, tmp_path / "host" / name)
    base = serve(tmp_path / "host")
    path = page_of(tmp_path / "host/a", "Get x")
    page.route("https://*.example/**", lambda route: route.fulfill(
        body="{}", headers={"Access-Control-Allow-Origin": "*",
                            "Access-Control-Allow-Headers": "*"}))  # fmt: skip
    form = Form(page, f"{base}/a/{path}").open()
    form.field("Token").fill("secret")
    form.send()
    expect(form.root.get_by_text("Recent requests in this tab")).to_be_visible()
    page.locator(".navapi-samples summary", has_text="Python").first.click()
    form = Form(page, f"{base}/b/{path}").open()
    expect(form.field("Token")).to_have_value("")
    expect(form.root.get_by_text("Recent requests in this tab")).to_be_hidden()
    form = Form(page, f"{base}/a/{path}").open()
    expect(form.field("Token")).to_have_value("secret")
    keys = page.evaluate("[...Object.keys(localStorage), ...Object.keys(sessionStorage)]")
    assert len(keys) > 2
    assert {key.split(" ")[0] for key in keys if "navapi" in key} <= {"/a/", "/b/"}


def test_credentials_belong_to_the_servers_of_a_document(page: Page, tmp_path: Path, serve) -> None:
    """What was typed for one server is not sent to another, in a later build for example."""
    site = tmp_path / "site"
    base = serve(tmp_path)
    builds = {name: build_playground(tmp_path / name, document(f"https://{name}.example"), False)
              for name in ("one", "two")}  # fmt: skip
    for visit, (name, known) in enumerate((("one", ""), ("two", ""), ("one", "secret"))):
        shutil.copytree(builds[name], site, dirs_exist_ok=True)
        # The browser may have kept the page.
        url = f"{base}/site/{page_of(site, 'Get x')}?{visit}"
        field = Form(page, url).open().field("Token")
        expect(field).to_have_value(known)
        if name == "one":
            field.fill("secret")


@pytest.mark.parametrize(
    "address", ["javascript:document.title='planted'", "https://evil.example/", "/elsewhere.html"]
)
def test_an_earlier_request_leads_into_the_site_only(
    page: Page, out: Path, tmp_path: Path, serve, address: str
) -> None:
    shutil.copytree(out, tmp_path / "host/a")
    url = f"{serve(tmp_path / 'host')}/a/{page_of(out, 'Get x')}"
    page.goto(url)
    entry = {"operation": "api.json GET /planted", "page": address, "method": "GET",
             "path": "/planted", "at": 0, "form": {"parameters": []}}  # fmt: skip
    page.evaluate("entry => navapiStorage.keep('navapi-history', [entry])", entry)
    title = page.title()
    form = Form(page, url).open()
    form.root.get_by_text("Recent requests in this tab").click()
    form.root.get_by_role("button", name="/planted").click()
    wait_until(page, "true")
    assert (page.url, page.title()) == (url, title)
    assert page.evaluate("navapiStorage.recall('navapi-next')") is None


@pytest.mark.parametrize(
    "value", first(2, [{"parameters": [5]}, [None], "text", {"page": 1, "form": {}}])
)
def test_what_another_version_kept_is_ignored(page: Page, out: Path, serve, value: object) -> None:
    """Each version may keep something else under a key, and so may other programs of the host."""
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    path = page_of(out, "Get x")
    url = f"{serve(out)}/{path}"
    page.goto(url)
    operation = "api.json GET /x"
    next_one = {"operation": operation, "form": value}
    others = ("navapi-history", f"navapi-draft {operation} /{path}", "navapi-recent",
              "navapi-credentials api.json https://a.example", "navapi-open")  # fmt: skip
    for kept in (
        {"navapi-next": value},
        {"navapi-next": next_one},
        dict.fromkeys(others, value) | {"navapi-history": [value]},
        {"navapi-history": value},
    ):
        page.goto("about:blank")
        page.goto(url)
        page.evaluate(
            "kept => Object.entries(kept).forEach(([key, value]) =>"
            " { navapiStorage.keep(key, value); navapiStorage.keep(key, value, true) })",
            kept,
        )
        page.reload()
        page.get_by_role("button", name="Try it").or_(page.locator(".navapi-form")).first.wait_for()
        if not page.locator(".navapi-form").is_visible():
            page.get_by_role("button", name="Try it").click()
        expect(page.locator(".navapi-form")).to_be_visible()
        assert errors == [], kept
        page.evaluate("sessionStorage.clear(); localStorage.clear()")
