"""The server of a request: chosen, entered if the site allows it, and remembered."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from api_server import TOKEN, USER, ApiServer, run_api
from playground_site import (
    Site,
    build_playground,
    document,
    page_of,
    run_site,
    serve_document,
)
from playwright.sync_api import Page, expect
from waiting import wait_until


@pytest.fixture(scope="module")
def other() -> Iterator[ApiServer]:
    """An API that is in no document."""
    with run_api() as api:
        yield api


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """A site with a relay whose readers may enter a server."""
    with run_api() as api:
        root = document(api.url, "http://127.0.0.1:1")
        folder = tmp_path_factory.mktemp("servers")
        out = build_playground(folder, root, None, playground={"customServer": True})
        with run_site(out, allowed_private=("127.0.0.1",)) as url:
            yield Site(api, url, out)


def test_a_server_is_typed(page: Page, site: Site, other: ApiServer) -> None:
    form = site.open(page, "Echo styles")
    relayed: list[str] = []
    page.on("request", lambda request: relayed.append(request.url))
    form.field("Server").select_option(label="Another server")
    field = form.field("Server URL")
    # Initially the server that was chosen before, so that readers can change a port or add a path.
    expect(field).to_have_value(site.api.url)
    field.fill(f"{other.url}/echo/")
    form.check_sample(f"{other.url}/echo/echo/")
    # The bar above shows the URL to which the request is sent; no other line repeats it.
    bar = page.locator(".navapi-signature > code")
    expect(bar).to_have_text(re.compile(re.escape(f"{other.url}/echo/echo/a%2Fb/")))
    expect(form.root.locator(".navapi-try-head")).to_be_hidden()
    expect(form.root.get_by_text("The relay cannot send to this server")).to_be_visible()
    expect(form.field("session")).to_be_disabled()  # from the browser
    form.send()
    assert form.status == "200 OK"
    assert other.last.target.startswith("/echo/echo/a%2Fb/")
    assert not [url for url in relayed if url.endswith("/api/request")]
    # A server of the document goes through the relay, even if it was entered.
    before = len(other.seen)
    field.fill(f"{site.api.url}/")
    form.send()
    assert (form.status, len(other.seen)) == ("200 OK", before)
    assert [url for url in relayed if url.endswith("/api/request")]
    # Closed, it shows the URL of the operation on the chosen server.
    page.get_by_role("button", name="Try it").click()
    expect(bar).to_have_text(re.compile(rf"^{re.escape(site.api.url)}/echo/\{{"))


def test_what_is_not_a_server_is_not_sent(page: Page, site: Site, other: ApiServer) -> None:
    form = site.open(page, "Login")
    form.field("Server").select_option(label="Another server")
    field = form.field("Server URL")
    field.fill(other.url)
    form.check_sample(other.url)
    kept = form.sample()
    before = len(site.api.seen), len(other.seen)
    message = "Not a URL that starts with https:// or http://."
    for text in ("api.example", "ftp://x.example", f"{other.url}/?a=1", "http://", "javascript:1"):
        field.fill(text)
        expect(field).to_have_attribute("aria-invalid", "true")
        expect(field).to_have_accessible_description(message)
        assert form.sample() == kept
        form.root.get_by_label("Token").focus()
        form.press_send()
        expect(field).to_be_focused()
        expect(form.root.get_by_role("status").filter(has_text=message)).to_have_count(1)
    # Nor is a password sent to the previous URL.
    form.root.get_by_text("Get a token", exact=True).first.click()
    form.field("Username").fill(USER[0])
    form.field("Password").fill(USER[1])
    form.field("Password").press("Enter")
    expect(form.root.get_by_text(f"No token was received: Server URL: {message}")).to_be_visible()
    assert (len(site.api.seen), len(other.seen)) == before
    field.fill("")
    expect(field).to_have_accessible_description("A value is required.")


def test_a_server_is_remembered_for_its_document(page: Page, site: Site, other: ApiServer) -> None:
    form = site.open(page, "Big")
    form.field("Server").select_option("2")
    form.field("base").select_option("v2")
    form.check_sample("http://127.0.0.1:9/v2/big")
    form = site.open(page, "Echo JSON")
    expect(form.field("base")).to_have_value("v2")
    form.field("Server").select_option(label="Another server")
    form.field("Server URL").fill(other.url)
    form.check_sample(f"{other.url}/echo/json")
    # The samples of other pages use that server before the form is opened.
    page.goto(f"{site.url}/{page_of(site.out, 'Big')}")
    sample = page.locator(".navapi-samples details[data-client=curl] code").first
    expect(sample).to_contain_text(f"{other.url}/big")
    kept = page.evaluate("JSON.stringify(Object.keys(localStorage))")
    assert [key for key in json.loads(kept) if "server" in key] == ["/ navapi-server api.json"]
    form.open().field("Server").select_option("0")
    form = site.open(page, "Echo JSON")
    expect(form.field("Server")).to_have_value("0")


def test_a_token_by_user_name_and_password(page: Page, site: Site, other: ApiServer) -> None:
    form = site.open(page, "Login")
    form.root.get_by_text("Get a token", exact=True).first.click()
    get = form.root.get_by_role("button", name="Get a token")
    before = len(site.api.seen)
    get.click()
    expect(form.field("Username")).to_be_focused()
    expect(form.field("Password")).to_have_accessible_description("A value is required.")
    assert len(site.api.seen) == before
    expect(form.root.get_by_text(f"{site.api.url}/oauth/token")).to_be_visible()
    form.field("Username").fill(USER[0])
    form.field("Password").fill("wrong")
    get.click()
    problem = "No token was received: Incorrect username or password (400 Bad Request)"
    expect(form.root.get_by_text(problem)).to_be_visible()
    form.field("Password").fill(USER[1])
    form.field("Password").press("Enter")
    expect(form.root.get_by_text("A token was received.")).to_be_visible()
    asked = site.api.last
    assert (asked.method, asked.target) == ("POST", "/oauth/token")
    assert asked.header("Content-Type") == "application/x-www-form-urlencoded"
    # Anything that was not entered is missing.
    assert asked.body == b"grant_type=password&username=ada&password=pa%3Ass%20w%C3%B6rd&scope=read"
    form.send()
    assert site.api.last.header("Authorization") == f"Bearer {TOKEN}"
    storages = page.evaluate("JSON.stringify([{...localStorage}, {...sessionStorage}])")
    assert TOKEN in storages
    assert "ada" not in storages
    assert "pa:ss" not in storages
    # If the reader entered a server, its relative URL is relative to that one.
    form.field("Server").select_option(label="Another server")
    form.field("Server URL").fill(other.url)
    form.field("Client ID").fill("me")
    get.click()
    expect(form.root.get_by_text(f"{other.url}/oauth/token")).to_be_visible()
    wait_until(page, "document.querySelector('[data-key=token]').value")
    form.send()
    token, request = other.seen[-2:]
    assert token.body == (
        b"grant_type=password&username=ada&password=pa%3Ass+w%C3%B6rd&scope=read&client_id=me"
    )
    assert request.header("Authorization") == f"Bearer {TOKEN}"


def test_a_variable_without_a_value_is_not_sent(
    page: Page, tmp_path_factory: pytest.TempPathFactory
) -> None:
    with run_api() as api:
        root = document(api.url, "http://127.0.0.1:1")
        root["servers"] = [{"url": f"{api.url}/{{base}}", "variables": {"base": {}}}]
        out = build_playground(tmp_path_factory.mktemp("variables"), root, None)
        with run_site(out, allowed_private=("127.0.0.1",)) as url:
            form = Site(api, url, out).open(page, "Big")
            form.check_sample(f"{api.url}/%7Bbase%7D/big")
            form.press_send()
            expect(form.field("base")).to_be_focused()
            message = form.root.get_by_role("status").filter(has_text="base: A value is required.")
            expect(message).to_have_count(1)
            assert api.seen == []
            form.field("base").fill("echo")
            form.check_sample(f"{api.url}/echo/big")


@pytest.mark.parametrize("typed", [False, True], ids=["", "typed"])
def test_an_api_without_an_address_gets_no_request(
    page: Page, tmp_path: Path, other: ApiServer, typed: bool
) -> None:
    def make_document(url: str) -> dict[str, Any]:
        return {key: value for key, value in document(url, url).items() if key != "servers"}

    with serve_document(tmp_path, make_document, None, playground={"customServer": typed}) as site:
        form = site.open(page, "Echo styles")
        sent: list[str] = []
        page.on("request", lambda request: sent.append(request.url))
        # The samples keep the name that stands for one.
        form.check_sample("https://api.example.com/echo/")
        form.press_send()
        problem = form.root.locator(".navapi-try-problem")
        expect(problem).to_be_visible()
        assert [url for url in sent if not url.endswith(".js")] == []
        if typed:
            form.field("Server").select_option(label="Another server")
            form.field("Server URL").fill(f"{other.url}/echo")
            before = len(other.seen)
            form.send()
            assert len(other.seen) > before
