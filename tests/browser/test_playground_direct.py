"""The playground sending directly from the browser, to a real API on loopback."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import pytest
from api_server import CLIENT, KEY, TOKEN, TYPED, run_api
from full_run import first
from patience import PATIENCE
from playground_site import (
    BYTES,
    FIELDS,
    PHOTOS,
    Form,
    Site,
    build_playground,
    document,
    page_of,
    run_site,
    wait_for_samples,
)
from playwright.sync_api import Page, Route, expect
from waiting import wait_until


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with run_api() as api, run_api(cors=False) as blocked:
        root = document(api.url, blocked.url)
        out = build_playground(tmp_path_factory.mktemp("direct"), root, False)
        with run_site(out) as url:
            yield Site(api, url, out)


def test_the_form_has_the_samples_values_and_sends_them(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/{page_of(site.out, 'Echo styles')}")
    before = page.locator(".navapi-samples details[data-client] code").all_text_contents()
    form = site.open(page, "Echo styles")
    wait_for_samples(page)
    assert page.locator(".navapi-samples details[data-client] code").all_text_contents() == before
    form.send()
    assert form.status == "200 OK"
    assert site.api.last.target == (
        "/echo/a%2Fb/;path=x;path=y?q=%C3%A4%20%26%20b&sort=down&deep=true&tags=one%7Ctwo"
        "&filter%5Bstatus%5D=on&filter%5Brange%5D%5Bfrom%5D=1&where=%7B%22n%22%3A9007199254740993%7D"
    )
    assert site.api.last.header("X-List") == "h1,h2"
    form.check_sample(site.api.last.target)


def test_every_kind_of_field(page: Page, site: Site) -> None:
    form = site.open(page, "Echo styles")
    form.field("id").fill("7 §")
    form.field("path").fill("first")
    form.field("path 2").fill("second")
    form.root.get_by_role("button", name="Remove 2").first.click()
    form.field("q").fill("c+d")
    form.field("limit").fill("12345678901234567890")  # ticks it
    form.field("sort").select_option("up")
    form.field("deep").select_option("false")
    form.field("tags 2").fill("t;w")
    form.field("filter status").select_option("off")
    form.field("filter range").fill('{"from": [1, 2]}')
    form.field("where").fill('{"n": 1.50}')
    form.field("X-List").fill("é?")
    form.send()
    assert site.api.last.target == (
        "/echo/7%20%C2%A7/;path=first?q=c%2Bd&limit=12345678901234567890&sort=up&deep=false"
        "&tags=one%7Ct%3Bw&filter%5Bstatus%5D=off&filter%5Brange%5D%5Bfrom%5D%5B0%5D=1"
        "&filter%5Brange%5D%5Bfrom%5D%5B1%5D=2&where=%7B%22n%22%3A1.50%7D"
    )
    form.check_sample(site.api.last.target)


def test_what_is_omitted_is_not_sent(page: Page, site: Site) -> None:
    form = site.open(page, "Echo styles")
    for name in ("q", "sort", "tags", "filter", "where", "X-List"):
        row = form.root.locator(".navapi-try-row").filter(has=page.get_by_text(name, exact=True))
        row.first.get_by_role("checkbox").first.uncheck()
    form.send()
    assert site.api.last.target == "/echo/a%2Fb/;path=x;path=y?deep=true"
    assert site.api.last.header("X-List") is None


def test_hints_do_not_block(page: Page, site: Site) -> None:
    form = site.open(page, "Echo styles")
    form.field("limit").fill("many")
    expect(form.root.get_by_text("Not an integer.")).to_be_visible()
    expect(form.field("limit")).to_have_accessible_description("Not an integer.")
    form.send()
    assert "limit=many" in site.api.last.target


def test_cookies_and_host_are_disabled_and_say_why(page: Page, site: Site) -> None:
    form = site.open(page, "Echo styles")
    for name in ("session", "Host"):
        expect(form.field(name)).to_be_disabled()
        expect(form.field(name)).to_have_accessible_description(re.compile("."))


def test_declared_fields_are_sent_or_said_not_to_be(page: Page, site: Site) -> None:
    form = site.open(page, "Echo fields")
    form.send()
    left_out = page.locator(".navapi-samples-note").inner_text().partition(": ")[2].split(", ")
    sample = form.sample()
    for name in FIELDS:
        is_sent = site.api.last.header(name) == "mine"
        assert form.field(name).is_enabled() is is_sent
        assert (name in left_out) is (not is_sent and f"'{name}: mine'" in sample)


def test_a_json_body_keeps_its_text(page: Page, site: Site) -> None:
    form = site.open(page, "Echo JSON")
    body = form.field("Body")
    body.fill('{"name":"Ada",   "big":9007199254740993,"role":"admin", "x": 1e400}')
    form.root.get_by_role("button", name="Format").click()
    text = '{\n  "name": "Ada",\n  "big": 9007199254740993,\n  "role": "admin",\n  "x": 1e400\n}'
    assert body.input_value() == text
    expect(form.root.get_by_text("x is unknown")).to_be_visible()
    form.send()
    assert site.api.last.body.decode() == text
    assert site.api.last.header("Content-Type") == "application/json"
    form.check_sample(text)


def test_a_body_that_is_not_json_is_sent_as_it_is(page: Page, site: Site) -> None:
    form = site.open(page, "Echo JSON")
    form.field("Body").fill('{"name": ')
    expect(form.root.get_by_text("Not JSON:")).to_be_visible()
    form.root.get_by_role("button", name="Format").click()
    form.send()
    assert site.api.last.body == b'{"name": '


def test_a_form_body(page: Page, site: Site) -> None:
    form = site.open(page, "Echo form")
    form.field("name").fill("x&y=é")
    form.field("tags 2").fill("+")
    form.send()
    assert site.api.last.body == b"name=x%26y%3D%C3%A9&tags=x&tags=%2B&on=true"
    form.root.get_by_role("checkbox", name="Include").first.uncheck()
    form.send()
    assert site.api.last.body == b""
    assert site.api.last.header("Content-Type") is None


def test_a_multipart_body_with_files(page: Page, site: Site) -> None:
    form = site.open(page, "Echo upload")
    form.field("title").fill("Tür")
    form.field("photos").set_input_files(PHOTOS)
    form.send()
    body = site.api.last.body
    assert 'name="title"\r\n\r\nTür\r\n'.encode() in body
    assert b'name="count"\r\n\r\n9007199254740993\r\n' in body
    assert body.count(b'name="labels"') == 2
    assert b'{"n":1}' in body
    assert 'name="photos"; filename="é.png"'.encode() in body
    assert b"\r\n\r\n\x89PNG\0\xff\r\n" in body
    assert b"\r\n\r\nplain\r\n" in body
    form.check_sample("b.txt")


def test_a_binary_body(page: Page, site: Site) -> None:
    form = site.open(page, "Echo bytes")
    form.field("File").set_input_files(BYTES)
    form.send()
    assert site.api.last.body == BYTES["buffer"]
    assert site.api.last.header("Content-Type") == "application/octet-stream"
    form.check_sample("some.bin")
    form.field("Media type").select_option("text/csv")
    form.field("Body").fill("x,y\n")
    form.send()
    assert site.api.last.body == b"x,y\n"
    assert site.api.last.header("Content-Type") == "text/csv"


@pytest.mark.parametrize(("scheme", "typed"), TYPED.items())
def test_credentials(page: Page, site: Site, scheme: str, typed: dict[str, str]) -> None:
    form = site.open(page, f"Auth {scheme}")
    form.send()
    assert form.status == "401 Unauthorized"
    for label, text in typed.items():
        form.field(label).fill(text)
    form.send()
    assert form.status == "200 OK"
    if scheme in ("bearer", "header", "query"):
        form.check_sample(next(iter(typed.values())))
    # Another operation in the tab already has them.
    page.reload()
    form.open().send()
    assert form.status == "200 OK"
    kept = page.evaluate("JSON.stringify([{...localStorage}, document.cookie])")
    assert not any(text in kept for text in typed.values())


def test_a_key_in_a_cookie_cannot_be_sent(page: Page, site: Site) -> None:
    form = site.open(page, "Auth cookie")
    expect(form.field("session")).to_be_disabled()
    form.send()
    assert form.status == "401 Unauthorized"


def test_alternatives_can_be_chosen(page: Page, site: Site) -> None:
    form = site.open(page, "Auth both")
    form.field("X-Key").fill(KEY)
    form.field("Token").fill(TOKEN)
    form.send()
    assert form.status == "200 OK"
    form.field("Authorize with").select_option(label="None")
    form.send()
    assert form.status == "401 Unauthorized"
    form.check_sample_lacks("X-Key")


def test_authorization_code_with_pkce(page: Page, site: Site) -> None:
    form = site.open(page, "OAuth")
    form.sign_in()
    assert page.url.startswith(site.url)
    assert "code=" not in page.url
    form.send()
    assert form.status == "200 OK"
    assert site.api.last.header("Authorization") == f"Bearer {TOKEN}"
    authorize = next(one for one in site.api.seen[::-1] if "/authorize" in one.target)
    assert "scope=read" in authorize.target


def test_a_refusal_of_the_provider_is_shown(page: Page, site: Site) -> None:
    form = site.open(page, "OAuth")
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Client ID").fill("refused")
    form.root.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Back to the documentation").click()
    expect(form.root.get_by_text("You said no.")).to_be_visible()


@pytest.mark.parametrize(
    ("operation", "issuer", "is_accepted"),
    first(
        4,
        [
            ("OAuth", "{api}/realms/a", True), ("OAuth", "https://honest.example", False),
            ("OpenID", "{api}", True), ("OpenID", "{api}/", False),
            ("OAuth", "{api}", True), ("OAuth", "", False),
            ("OpenID", "https://honest.example", False),
        ],
    ),
)  # fmt: skip
def test_the_code_of_another_provider_is_not_sent(
    page: Page, site: Site, operation: str, issuer: str, is_accepted: bool
) -> None:
    """A provider may lead the reader to another one, to get its code (RFC 9207, 2.4)."""

    def answer(route: Route) -> None:
        query = parse_qs(urlsplit(route.request.url).query)
        given = {"state": query["state"][0], "code": "c", "iss": issuer.format(api=site.api.url)}
        route.fulfill(
            status=302, headers={"Location": f"{query['redirect_uri'][0]}?{urlencode(given)}"}
        )

    page.route("**/oauth/authorize?*", answer)
    form = site.open(page, operation)
    before = len(site.api.seen)
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Client ID").fill(CLIENT[0])
    form.root.get_by_role("button", name="Sign in").click()
    wrong = form.root.get_by_text("the response does not belong to the request of this tab")
    unknown = form.root.get_by_text("invalid_grant")  # the code is not one of this server
    expect(unknown if is_accepted else wrong).to_be_visible()
    asked = [one for one in site.api.seen[before:] if one.target == "/oauth/token"]
    assert bool(asked) is is_accepted


def test_a_sign_in_without_a_client_id_is_not_begun(page: Page, site: Site) -> None:
    for operation, button in (("OAuth", "Sign in"), ("Device", "Get a token")):
        form = site.open(page, operation)
        before = len(site.api.seen), page.url
        form.root.locator("summary").get_by_text("Get a token").click()
        form.root.get_by_role("button", name=button).click()
        expect(form.root.get_by_text("Client ID: A value is required.")).to_be_visible()
        assert (len(site.api.seen), page.url) == before


def test_a_provider_that_refuses_the_secret_in_the_body(page: Page, site: Site) -> None:
    seen: list[str | None] = []

    def answer(route: Route) -> None:
        seen.append(route.request.headers.get("authorization"))
        given = {"access_token": "t", "token_type": "mac"} if seen[-1] else {
            "error": "invalid_client"}  # fmt: skip
        route.fulfill(status=200 if seen[-1] else 400, json=given,
                      headers={"Access-Control-Allow-Origin": "*"})  # fmt: skip

    page.route("**/oauth/token", answer)
    form = site.open(page, "OAuth")
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Flow").select_option("clientCredentials")
    form.field("Client ID").fill("me")
    form.field("Client secret").fill("s")
    form.root.get_by_role("button", name="Get a token").click()
    # Its token cannot be sent as a Bearer token.
    expect(form.root.get_by_text("The token is of type mac")).to_be_visible()
    assert seen == [None, "Basic bWU6cw=="]
    expect(form.field("Token")).to_have_value("")


def test_client_credentials(page: Page, site: Site) -> None:
    form = site.open(page, "OAuth")
    form.root.get_by_text("Get a token", exact=True).click()
    form.field("Flow").select_option("clientCredentials")
    form.field("Client ID").fill(CLIENT[0])
    form.field("Client secret").fill("wrong")
    form.root.get_by_role("button", name="Get a token").click()
    expect(form.root.get_by_text("invalid_grant: not this one")).to_be_visible()
    form.field("Client secret").fill(CLIENT[1])
    form.root.get_by_role("button", name="Get a token").click()
    expect(form.root.get_by_text("A token was received.")).to_be_visible()
    assert form.field("Token").input_value() == TOKEN


def test_scopes_of_operations_that_share_a_token(page: Page, site: Site) -> None:
    """Ticked are those of this operation and of the ones opened before; what a token lacks is
    said."""

    def get_token(form: Form) -> list[str]:
        form.root.locator("summary").get_by_text("Get a token").click()
        form.field("Client ID").fill(CLIENT[0])
        form.field("Client secret").fill(CLIENT[1])
        form.root.get_by_role("button", name="Get a token").click()
        expect(form.root.get_by_text("A token was received.")).to_be_visible()
        return parse_qs(site.api.last.body.decode())["scope"]

    form = site.open(page, "Scoped read")
    assert get_token(form) == ["read"]
    status = page.locator(".navapi-try-flow + [role=status]")
    expect(status).not_to_contain_text("write")
    form = site.open(page, "Scoped write")
    expect(status).to_contain_text("write")
    assert get_token(form) == ["read write"]
    expect(status).not_to_contain_text("write")
    form = site.open(page, "Scoped read")
    expect(form.field("Token")).to_have_value(TOKEN)
    expect(status).not_to_contain_text("write")
    # What the reader unticks is not requested here; it is ticked again where it is required.
    form.root.locator("summary").get_by_text("Get a token").click()
    form.root.get_by_role("checkbox", name="write").uncheck()
    form.root.get_by_role("button", name="Get a token").click()
    expect(form.root.get_by_text("A token was received.")).to_be_visible()
    assert parse_qs(site.api.last.body.decode())["scope"] == ["read"]
    form = site.open(page, "Scoped write")
    expect(status).to_contain_text("write")


def test_scopes_that_the_provider_did_not_grant(page: Page, site: Site) -> None:
    def answer(route: Route) -> None:
        granted = {"access_token": TOKEN, "token_type": "Bearer", "scope": "admin,read"}
        route.fulfill(json=granted, headers={"Access-Control-Allow-Origin": "*"})

    page.route("**/oauth/token", answer)
    form = site.open(page, "Scoped write")
    form.root.get_by_text("Get a token", exact=True).first.click()
    form.root.get_by_role("button", name="Get a token").click()
    expect(page.locator(".navapi-try-flow + [role=status]")).to_contain_text("write")


#: Header fields of a response that requires other scopes (RFC 6750, 3.1).
INSUFFICIENT = {
    "Access-Control-Allow-Origin": "*",
    "Access-Control-Allow-Headers": "*, Authorization",
    "Access-Control-Expose-Headers": "*",
    "WWW-Authenticate": 'Bearer error="insufficient_scope", scope="read admin"',
}


#: One scope may be written without quotes (RFC 9110, 11.2).
UNQUOTED = INSUFFICIENT | {"WWW-Authenticate": "Basic, Bearer scope=admin, realm=x"}


def test_refused_credentials_are_marked(page: Page, site: Site) -> None:
    form = site.open(page, "Scoped read")
    token = form.field("Token")
    for status, headers in ((401, INSUFFICIENT), (403, INSUFFICIENT), (403, UNQUOTED)):
        answer = {"status": status, "headers": headers, "json": {}}
        page.route("**/auth/bearer/scoped", partial(refuse, answer))
        token.fill("mine")
        expect(token).not_to_have_attribute("aria-invalid", "true")
        form.send()
        expect(token).to_have_attribute("aria-invalid", "true")
        expect(token).to_have_accessible_description(re.compile(f"{status}.*admin"))
        expect(form.field("Client ID")).not_to_have_attribute("aria-invalid", "true")
        token.fill("other")
        expect(token).not_to_have_attribute("aria-invalid", "true")
        page.unroute("**/auth/bearer/scoped")
        token.fill(TOKEN)
        form.send()
        assert form.status == "200 OK"
        expect(token).not_to_have_attribute("aria-invalid", "true")


def refuse(answer: dict[str, Any], route: Route) -> None:
    route.fulfill(**answer)


def test_a_bearer_token_lacks_scopes_too(page: Page, site: Site) -> None:
    """What an API requires is in its response, whatever the document calls the scheme."""
    page.route("**/auth/bearer", lambda one: one.fulfill(status=403, headers=INSUFFICIENT))
    form = site.open(page, "Auth bearer")
    form.field("Token").fill("mine")
    form.send()
    expect(form.field("Token")).to_have_accessible_description(re.compile("read, admin"))


@pytest.mark.parametrize("width", [1440, 390])
def test_the_views_of_a_long_body_stay_in_view(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 700})
    form = site.open(page, "Echo JSON")
    form.field("Body").fill("{" + ",\n".join(f'"k{n}": {n}' for n in range(300)) + "}")
    form.root.get_by_role("button", name="Fields", exact=True).click()
    views = form.root.locator(".navapi-try-views")
    form.root.locator(".navapi-try-tree-fields, fieldset").last.scroll_into_view_if_needed()
    form.root.get_by_text("k100", exact=True).scroll_into_view_if_needed()
    expect(views).to_be_in_viewport(ratio=1)
    box, bar = views.bounding_box(), form.root.locator(".navapi-try-bar").bounding_box()
    assert box is not None
    assert bar is not None
    assert box["y"] + box["height"] <= bar["y"] + 1


def test_names_break_after_underscores(page: Page, site: Site) -> None:
    site.open(page, "Echo styles")
    parts = page.evaluate(
        "names => names.map(name => { const span = document.createElement('span');"
        "span.append(...navapiPlayground.breakable(name)); return span.innerHTML; })",
        ["a_b__c", "_x_", "plain", ""],
    )
    assert parts == ["a_<wbr>b__<wbr>c", "_<wbr>x_", "plain", ""]


def test_a_code_for_another_device(page: Page, site: Site) -> None:
    site.open(page, "Device").pair(site.api)


def test_openid_connect(page: Page, site: Site) -> None:
    form = site.open(page, "OpenID")
    form.sign_in()
    form.send()
    assert form.status == "200 OK"


def test_statuses(page: Page, site: Site) -> None:
    form = site.open(page, "Status")
    for shown in (
        "401 Unauthorized",
        "404 Not Found",
        "500 Internal Server Error",
        "204 No Content",
    ):
        form.field("code").fill(shown.partition(" ")[0])
        form.send()
        assert form.status == shown
        expect(form.root.get_by_role("status").filter(has_text=shown)).to_have_count(1)


def test_json_is_a_tree_with_every_digit(page: Page, site: Site) -> None:
    form = site.open(page, "Big").send()
    tree = form.result.locator(".navapi-try-tree")
    for text in ("9007199254740993", "1.10", "null", "true"):
        expect(tree.get_by_text(text, exact=True)).to_be_visible()
    tree.locator("summary").first.click()
    expect(tree.get_by_text("1.10", exact=True)).to_be_hidden()
    form.result.locator(".navapi-try-headers summary").click()
    expect(form.result.get_by_text("content-type", exact=True)).to_be_visible()


def test_a_big_document_opens_bit_by_bit(page: Page, site: Site) -> None:
    form = site.open(page, "Wide").send()
    assert page.evaluate("document.querySelectorAll('.navapi-try-tree *').length") < 3000
    form.result.get_by_text('"rows"').click()
    form.result.get_by_role("button", name="Show 100 more").click()
    rows = ".navapi-try-tree > details > div > details > div:first-of-type > details"
    expect(form.result.locator(rows)).to_have_count(200)


def test_a_picture(page: Page, site: Site) -> None:
    form = site.open(page, "Image").send()
    picture = form.result.get_by_role("img", name="Image in the response")
    expect(picture).to_be_visible()
    wait_until(page, "document.querySelector('.navapi-try-content img').naturalWidth === 24")


def test_a_file_is_saved_under_its_name(page: Page, site: Site) -> None:
    form = site.open(page, "File").send()
    with page.expect_download() as download:
        form.result.get_by_role("button", name="Download").click()
    assert download.value.suggested_filename == "däta.zip"
    assert Path(download.value.path()).read_bytes() == b"PK\x03\x04\0\xff\xfe"


@pytest.mark.parametrize(("summary", "start"), [("Page", "<script>"), ("Svg", "<svg")])
def test_pages_and_drawings_are_text(page: Page, site: Site, summary: str, start: str) -> None:
    form = site.open(page, summary).send()
    assert form.result.locator("pre").inner_text().startswith(start)
    assert page.title() != "owned"
    assert form.result.locator("svg, h1, iframe").count() == 0


def test_an_event_stream_is_live(page: Page, site: Site) -> None:
    form = site.open(page, "Events").send()
    form.check_events()


def test_an_endless_stream_is_aborted(page: Page, site: Site) -> None:
    site.open(page, "Endless").check_endless(site.api)


def test_a_stream_comes_into_view(page: Page, site: Site) -> None:
    """It stays in view while it grows, unless the reader scrolls away; focus is not moved."""
    page.set_viewport_size({"width": 1280, "height": 450})
    form = site.open(page, "Endless")
    form.press_send()
    log = form.result.get_by_role("log")
    expect(log.get_by_role("listitem").nth(4)).to_be_attached()
    last = log.get_by_role("listitem").last
    expect(last).to_be_in_viewport()
    expect(form.root.get_by_role("button", name="Send", exact=True)).to_be_focused()
    page.evaluate("scrollTo(0, 0)")
    expect(last).not_to_have_text(last.inner_text())
    assert page.evaluate("scrollY") == 0
    form.root.get_by_role("button", name="Abort").click()
    expect(form.result.get_by_text("The stream ended.", exact=True)).to_be_visible()


def test_lines_of_json_are_items(page: Page, site: Site) -> None:
    site.open(page, "Lines").send().check_lines()


def test_a_slow_request_shows_progress_and_is_aborted(page: Page, site: Site) -> None:
    site.api.hung_up.clear()
    form = site.open(page, "Slow").send_and_abort()
    expect(form.root.get_by_role("button", name="Send", exact=True)).to_be_focused()
    assert site.api.hung_up.wait(PATIENCE)


def test_a_redirect_is_reported(page: Page, site: Site) -> None:
    form = site.open(page, "Redirect").send()
    expect(
        form.result.get_by_text(f"{site.api.url}/echo/landed", exact=False).first
    ).to_be_visible()


def test_a_server_without_cors_is_explained(page: Page, site: Site) -> None:
    form = site.open(page, "Big")
    form.field("Server").select_option("1")
    form.send()
    expect(form.result.get_by_text("No response")).to_be_visible()
    expect(form.result.get_by_text(f"requests from {site.url} (CORS)")).to_be_visible()


def test_server_variables(page: Page, site: Site) -> None:
    form = site.open(page, "Big")
    form.field("Server").select_option("2")
    form.field("base").select_option("v2")
    form.check_sample("http://127.0.0.1:9/v2/big")
    form.send()
    expect(form.result.get_by_text("the server 127.0.0.1:9 cannot be reached")).to_be_visible()


def test_what_a_browser_cannot_send(page: Page, site: Site) -> None:
    form = site.open(page, "Trace")
    expect(form.root.get_by_role("button", name="Send", exact=True)).to_be_disabled()
    expect(form.root.get_by_text("do not let a page send TRACE")).to_be_visible()
    form = site.open(page, "Head").send()
    assert form.status == "200 OK"
    form = site.open(page, "Delete").send()
    assert site.api.last.method == "DELETE"


def test_links_fill_the_next_request(page: Page, site: Site) -> None:
    form = site.open(page, "Add a user").send()
    assert form.status == "201 Created"
    form.result.get_by_role("button", name=re.compile("^again")).click()
    assert json.loads(form.field("Body").input_value()) == {"name": "Bo"}
    form.send()
    form.result.get_by_role("button", name=re.compile("^itself")).click()
    page.wait_for_url(f"{site.url}/{page_of(site.out, 'Get a user')}")
    expect(form.field("id")).to_have_value("9007199254740995")
    form.send()
    assert (
        site.api.last.target
        == "/users/core%2F%C3%A4/9007199254740995?trace=t-1&how=by%20POST&name=Bo"
    )


def test_history_fills_the_form_again(page: Page, site: Site) -> None:
    form = site.open(page, "Echo JSON")
    form.field("Body").fill('{"name": "old", "big": 90071992547409931}')
    form.send()
    form = site.open(page, "Echo styles")
    form.field("q").fill("first")
    form.send()
    form.field("q").fill("second")
    form.field("limit").fill("5")
    form.root.get_by_text("Recent requests in this tab").click()
    form.root.get_by_role("button", name="GET /echo/").click()
    assert form.field("q").input_value() == "first"
    form.send()
    assert "q=first&sort" in site.api.last.target
    form.root.get_by_role("button", name="POST /echo/json").click()
    page.wait_for_url(f"{site.url}/{page_of(site.out, 'Echo JSON')}")
    expect(form.field("Body")).to_have_value('{"name": "old", "big": 90071992547409931}')


def test_by_keyboard_alone(page: Page, site: Site) -> None:
    page.goto(f"{site.url}/{page_of(site.out, 'Echo JSON')}")
    button = page.get_by_role("button", name="Try it")
    button.focus()
    page.keyboard.press("Enter")
    form = page.locator(".navapi-form")
    expect(form.get_by_label("Server", exact=True)).to_be_focused()
    expect(button).to_have_attribute("aria-expanded", "true")
    page.keyboard.press("Tab")
    expect(form.get_by_role("textbox", name="Body")).to_be_focused()
    # A single tab stop for everything below the body.
    page.keyboard.press("Tab")
    expect(form.get_by_role("button", name="Text", exact=True)).to_be_focused()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(form.get_by_role("button", name="Format")).to_be_focused()
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    expect(form.get_by_role("button", name="Text", exact=True)).to_be_focused()
    page.keyboard.press("Shift+Tab")
    expect(form.get_by_role("textbox", name="Body")).to_be_focused()
    page.keyboard.press("Control+a")
    page.keyboard.type('{"name": "Zoë"}')
    page.keyboard.press("Control+Enter")
    expect(form.get_by_role("status").filter(has_text="Response: 200 OK")).to_have_count(1)
    assert site.api.last.body.decode() == '{"name": "Zoë"}'


def test_a_dialog_on_narrow_screens(page: Page, site: Site) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    form = site.open(page, "Echo JSON")
    dialog = page.get_by_role("dialog")
    expect(dialog).to_be_visible()
    form.field("Body").fill("[1]")
    page.keyboard.press("Escape")
    expect(dialog).to_be_hidden()
    expect(page.get_by_role("button", name="Try it")).to_be_focused()
    form.open()
    assert form.field("Body").input_value() == "[1]"
    page.set_viewport_size({"width": 1280, "height": 900})
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert form.field("Body").input_value() == "[1]"
    form.send()
    assert site.api.last.body == b"[1]"


@pytest.mark.parametrize("slides_off", [False, True])
def test_a_press_counts_although_a_message_moves_the_button(
    page: Page, site: Site, slides_off: bool
) -> None:
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route("**/playground-body.js*", hold)
    form = site.open(page, "Echo JSON")
    form.field("Body").fill("[2]")
    button = form.root.get_by_role("button", name="Send", exact=True)
    before = button.bounding_box()
    assert before is not None
    x, y = before["x"] + before["width"] / 2, before["y"] + 3
    site.api.seen.clear()
    page.mouse.move(x, y)
    page.mouse.down()
    expect(form.field("Body")).not_to_be_focused()
    held[0].continue_()
    expect(form.root.get_by_text("Body must be of type object")).to_be_visible()
    after = button.bounding_box()
    assert after is not None
    assert after["y"] > y
    if slides_off:
        page.mouse.move(x, y - 30)
    page.mouse.up()
    if not slides_off:
        expect(form.result.locator(".navapi-try-status")).to_be_visible()
    page.unroute("**/playground-body.js*")
    # A press that ended elsewhere was taken back: the next request is the first.
    form.field("Body").fill('{"name": "Zoe"}')
    form.send()
    bodies = [request.body for request in site.api.seen if request.method == "POST"]
    assert bodies == ([] if slides_off else [b"[2]"]) + [b'{"name": "Zoe"}']


def test_nothing_is_said_to_the_console(page: Page, site: Site) -> None:
    said: list[Any] = []
    page.on("console", lambda message: said.append(message.text))
    site.open(page, "Echo styles").send()
    site.open(page, "Image").send()
    assert said == []
