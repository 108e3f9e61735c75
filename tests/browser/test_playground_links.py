"""Links to filled requests: they fill the form, send nothing by themselves, and have no secrets."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest
from full_run import amount, first
from playground_site import Form, Site, operation, page_of, parameter, serve_document
from playwright.sync_api import Browser, Page, expect
from waiting import wait_until

from sphinx_navapi.request.playground_settings import fragment_of

STRINGS = {"type": "array", "items": {"type": "string"}}
MEMBERS = {"type": "object", "properties": {
    "name": {"type": "string"}, "age": {"type": "integer"}, "tags": STRINGS}}  # fmt: skip
SECRET = {"type": "object", "properties": {"pin": {"type": "string", "format": "password"}}}
KINDS = ("application/json", "application/x-www-form-urlencoded", "multipart/form-data")


def make_document(api: str) -> dict[str, Any]:
    bodies = {kind: {"schema": MEMBERS} for kind in KINDS}
    bodies[KINDS[0]] = {"schema": {"allOf": [MEMBERS, SECRET]}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Links", "version": "1"},
        "servers": [{"url": f"{api}/echo"}],
        "components": {"securitySchemes": {"key": {"type": "http", "scheme": "bearer"}}},
        "paths": {
            "/things/{id}": {"post": operation(
                "Change a thing",
                security=[{"key": []}],
                parameters=[
                    parameter("id", "path"),
                    parameter("note"),
                    parameter("limit", schema={"type": "integer"}),
                    parameter("only", schema=STRINGS),
                    parameter("X-Trace", "header"),
                    parameter("access_token"),
                ],
                requestBody={"content": bodies | {"text/plain": {}}},
            )},
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with serve_document(tmp_path_factory.mktemp("links"), make_document, proxy=False) as found:
        yield found


def copy_link(form: Form) -> str:
    form.page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    form.root.get_by_role("button", name="Copy link").click()
    expect(form.root.get_by_text("The link has the values of this request.")).to_be_visible()
    return str(form.page.evaluate("navigator.clipboard.readText()"))


def sent(site: Site) -> tuple[Any, ...]:
    last = site.api.last
    kind = (last.header("Content-Type") or "").partition(";")[0]
    body: Any = last.body
    if kind == "multipart/form-data":
        boundary = (last.header("Content-Type") or "").partition("boundary=")[2]
        body = body.replace(boundary.encode(), b"-")
    elif kind == "application/json":
        body = json.loads(body)
    return last.method, last.target, last.header("X-Trace"), kind, body


NASTY = ("a b", "a&b=c#d", "ä/ö?", '"quoted"', "007", "1e5", "true", "+1", "100%", "%41", "{}", "'")


def fill(form: Form, seed: int) -> None:
    """Random values in random rows, and a random kind of body."""
    pick = random.Random(seed)
    form.field("id").fill(pick.choice(NASTY))
    for name, values in (("note", NASTY), ("limit", ("0", "9007199254740993"))):
        if pick.random() < 0.7:
            form.field(name).fill(pick.choice(values))
    if pick.random() < 0.5:
        form.field("X-Trace").fill("t-1")
    kind = pick.choice((*KINDS, "text/plain"))
    form.field("Media type").select_option(label=kind)
    section = form.root.get_by_role("group", name="Body", exact=True)
    if kind in KINDS[1:]:
        section.get_by_label("name", exact=True).fill(pick.choice(NASTY))
        if pick.random() < 0.5:
            section.get_by_label("age", exact=True).fill("7")
    else:
        value = json.dumps({"name": pick.choice(NASTY), "big": 9007199254740993})
        text = value if kind == KINDS[0] else pick.choice(NASTY)
        section.get_by_role("textbox", name="Body").fill(text)


@pytest.mark.parametrize("seed", range(amount(20, 2)))
def test_what_a_link_opens_is_the_same_request(
    browser: Browser, page: Page, site: Site, seed: int
) -> None:
    form = site.open(page, "Change a thing")
    fill(form, seed)
    link = copy_link(form)
    form.send()
    wanted, count = sent(site), len(site.api.seen)
    context = browser.new_context()
    other = Form(context.new_page(), link)
    expect(other.root).to_be_visible()
    expect(other.root.get_by_role("button", name="Copy link")).to_be_visible()
    assert len(site.api.seen) == count  # opening it sent nothing
    other.send()
    assert sent(site) == wanted
    context.close()


def test_a_link_has_no_secrets(page: Page, site: Site) -> None:
    form = site.open(page, "Change a thing")
    form.field("Token").fill("s3cret-1")
    form.field("id").fill("7")
    form.field("access_token").fill("s3cret-2")
    form.field("Media type").select_option(label="application/json")
    body = {"name": "Ada", "pin": "s3cret-3", "deep": [{"clientSecret": "s3cret-4"}]}
    form.root.get_by_role("textbox", name="Body").fill(json.dumps(body))
    link = copy_link(form)
    assert "s3cret" not in link
    expect(form.root.get_by_text("Without: access_token, pin, clientSecret")).to_be_visible()
    given = dict(parse_qsl(urlsplit(link).fragment, keep_blank_values=True))
    assert json.loads(given["body"]) == {"name": "Ada", "pin": "", "deep": [{"clientSecret": ""}]}
    # A text that is no JSON cannot be searched.
    form.root.get_by_role("textbox", name="Body").fill('{"password": "s3cret-5"')
    assert "s3cret" not in copy_link(form)


def test_a_link_that_is_too_long_is_not_made(page: Page, site: Site) -> None:
    form = site.open(page, "Change a thing")
    form.field("note").fill("x" * 9000)
    form.root.get_by_role("button", name="Copy link").click()
    expect(form.root.get_by_text("The values are too long for a link.")).to_be_visible()


def test_written_links_fill_what_they_name(page: Page, site: Site) -> None:
    """Without `exact`, the form keeps its own values; a link in the page opens it, too."""
    address = f"{site.url}/{page_of(site.out, 'Change a thing')}"
    values = [("path", "id", "a/b"), ("query", "only", ["r", "s"]), ("query", "note", '"7')]
    fragment = fragment_of("POST", "/things/{id}", values, exact=False)
    form = Form(page, f"{address}#{fragment}")
    expect(form.field("id")).to_have_value("a/b")
    expect(form.field("note")).to_have_value('"7')
    page.evaluate("place => { location.hash = place }", "try=POST+/things/{id}&path.id=2")
    expect(form.field("id")).to_have_value("2")
    expect(form.field("note")).to_have_value('"7')
    page.evaluate("place => { location.hash = place }", "try=POST+/things/{id}&path.id=3&exact")
    expect(form.field("id")).to_have_value("3")
    expect(form.field("Include note")).not_to_be_checked()


@pytest.mark.parametrize(
    "fragment",
    [
        "try=GET+/things/{id}&path.id=7",  # another operation
        "try=POST+/things/{id}&path.id=" + "7" * 20_000,
        "try=%E0%A4%A&path.id=7",
        "path.id=7",
    ],
)
def test_other_fragments_open_nothing(page: Page, site: Site, fragment: str) -> None:
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    form = Form(page, f"{site.url}/{page_of(site.out, 'Change a thing')}#{fragment}")
    wait_until(page, "!!globalThis.navapiPlayground?.start")
    expect(form.root).to_have_count(0)
    assert form.open().field("id").input_value() == "example-id"
    assert problems == []


@pytest.mark.parametrize(
    "body", first(3, ['{"name": {"a": [1]}}', "null", "{", '[["name"]]', "[1]", ""])
)
def test_odd_bodies_leave_a_form_that_works(page: Page, site: Site, body: str) -> None:
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    for kind in (*KINDS, "nothing/such"):
        page.goto("about:blank")
        fragment = fragment_of("POST", "/things/{id}", [("path", "id", "1")], body=body, media=kind)
        form = Form(page, f"{site.url}/{page_of(site.out, 'Change a thing')}#{fragment}")
        expect(form.field("id")).to_have_value("1")
    assert problems == []
