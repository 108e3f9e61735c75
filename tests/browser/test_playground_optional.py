"""What the form sends of what is optional: nothing that neither document nor reader gave."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playground_site import PHOTOS, Form, Site, operation, parameter, serve_document
from playwright.sync_api import Page, expect

STRING = {"type": "string"}
MULTIPART = "multipart/form-data"
FILE = {"type": "string", "format": "binary"}
PRICE = {
    "type": "object",
    "required": ["amount"],
    "properties": {
        "amount": {"type": "integer", "minimum": 3},
        "product": {"type": "string", "minLength": 2},
        "currency": {**STRING, "example": "eur"},
        "kind": {"enum": ["once", "again"]},
        "data": {"type": "object", "required": ["name"], "properties": {
            "name": STRING, "code": STRING}},
    },
}  # fmt: skip
UPLOAD = {
    "type": "object",
    "properties": {"title": STRING, "photo": FILE, "pages": {"type": "array", "items": FILE}},
}


def sent_as(kind: str, schema: dict[str, Any]) -> dict[str, Any]:
    return {"requestBody": {"required": True, "content": {kind: {"schema": schema}}}}


def make_document(api: str) -> dict[str, Any]:
    form = "application/x-www-form-urlencoded"
    needed = {**UPLOAD, "required": ["photo"]}
    picture = {"type": "object", "properties": {"photo": FILE}}
    octets = {"content": {"application/octet-stream": {}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Optional", "version": "1"},
        "servers": [{"url": api}],
        "paths": {
            "/echo/price": {
                "post": operation("Add price", **sent_as("application/json", PRICE)),
                "patch": operation("Change price", **sent_as("application/json", PRICE)),
            },
            "/echo/form": {"post": operation("Add form", **sent_as(form, PRICE))},
            "/echo/files": {"post": operation("Add files", **sent_as(MULTIPART, UPLOAD))},
            "/echo/file": {"post": operation("Add file", **sent_as(MULTIPART, needed))},
            "/echo/picture": {"put": operation("Put picture", **sent_as(MULTIPART, picture))},
            "/echo/bytes": {"put": operation("Put bytes", requestBody=octets)},
            "/echo/search": {"get": operation("Search", parameters=[
                parameter("q", required=True, example="cats"),
                parameter("sort", schema={"enum": ["up", "down"]}),
                parameter("limit", schema={"type": "integer", "minimum": 5, "maximum": 5}),
                parameter("since", example="2020"),
            ])},
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("optional")
    with serve_document(folder, make_document, None, prefill=None) as found:
        yield found


def sent_json(site: Site, form: Form) -> Any:
    form.send()
    return json.loads(site.api.last.body)


def test_a_body_starts_without_what_is_invented(page: Page, site: Site) -> None:
    form = site.open(page, "Add price")
    form.check_sample_lacks("product")
    first = sent_json(site, form)
    assert set(first) == {"amount", "currency"}
    form.root.get_by_role("button", name="Include all").click()
    assert set(sent_json(site, form)) == {*PRICE["properties"]}
    form.check_sample("product")
    form.root.get_by_role("button", name="Clear optional").click()
    assert sent_json(site, form) == {"amount": first["amount"]}
    form.field("Body").fill('{"amount": 9, "data": {"name": "x", "code": "y"}, "extra": 1}')
    form.root.get_by_role("button", name="Include all").click()
    kept = sent_json(site, form)
    assert (kept["amount"], kept["data"]["code"], kept["extra"]) == (9, "y", 1)


def test_a_patch_starts_empty(page: Page, site: Site) -> None:
    form = site.open(page, "Change price")
    assert set(sent_json(site, form)) == {"amount"}


def test_the_buttons_work_on_invalid_json_and_in_fields(page: Page, site: Site) -> None:
    form = site.open(page, "Add price")
    form.field("Body").fill("{")
    form.root.get_by_role("button", name="Include all").click()
    expect(form.root.get_by_role("alert")).to_be_visible()
    expect(form.field("Body")).to_have_value("{")
    form.field("Body").fill("")
    form.root.get_by_role("button", name="Fields").click()
    form.root.get_by_role("button", name="Include all").click()
    expect(form.root.get_by_role("checkbox", name="Include product")).to_be_checked()
    assert set(sent_json(site, form)) == {*PRICE["properties"]}


def test_an_example_is_a_placeholder_until_it_is_ticked(page: Page, site: Site) -> None:
    form = site.open(page, "Add price")
    form.root.get_by_role("button", name="Fields").click()
    box = form.root.get_by_role("checkbox", name="Include product")
    product = form.field("product")
    expect(product).to_have_value("")
    example = product.get_attribute("placeholder")
    assert example
    box.check()
    assert sent_json(site, form)["product"] == example
    box.uncheck()
    expect(product).to_have_value("")
    product.click()
    page.keyboard.type("mine")
    expect(box).to_be_checked()
    assert sent_json(site, form)["product"] == "mine"
    product.fill("")
    expect(box).not_to_be_checked()
    assert "product" not in sent_json(site, form)
    box.check()
    assert sent_json(site, form)["product"] == ""
    form.field("amount").fill("")
    expect(form.field("amount")).to_have_attribute("aria-invalid", "true")
    assert "amount" not in sent_json(site, form)
    form.root.get_by_role("checkbox", name="Include data").check()
    form.field("name").fill("")
    expect(form.root.get_by_text("A value is required.")).to_be_visible()


def test_fields_of_a_form(page: Page, site: Site) -> None:
    form = site.open(page, "Add form").send()
    sent = dict(part.split("=") for part in site.api.last.body.decode().split("&"))
    assert set(sent) == {"amount", "currency"}
    form.root.get_by_role("button", name="Include all").click()
    form.send()
    body = site.api.last.body.decode()
    missing = [name for name in ("amount", "currency", "product", "kind") if f"{name}=" not in body]
    assert (missing, body) == ([], body)
    form.root.get_by_role("button", name="Clear optional").click()
    form.send()
    assert site.api.last.body.decode() == f"amount={sent['amount']}"


def test_parameters(page: Page, site: Site) -> None:
    form = site.open(page, "Search").send()
    assert site.api.last.target == "/echo/search?q=cats&since=2020"
    limit = form.field("limit")
    expect(limit).to_have_value("")
    form.root.get_by_role("checkbox", name="Include limit").check()
    form.root.get_by_role("checkbox", name="Include sort").check()
    form.field("since").fill("")
    form.send()
    assert site.api.last.target == "/echo/search?q=cats&sort=up&limit=5"
    form.field("sort").select_option("")
    # An example that is in the field is replaced by what one types.
    form.field("q").click()
    page.keyboard.type("dogs")
    form.send()
    assert site.api.last.target == "/echo/search?q=dogs&limit=5"
    form.field("q").fill("")
    expect(form.root.get_by_text("A value is required.")).to_be_visible()
    form.root.get_by_role("button", name="q: Use the example").click()
    form.send()
    assert site.api.last.target == "/echo/search?q=cats&limit=5"


def test_an_example_in_the_fields_of_a_body_is_replaced(page: Page, site: Site) -> None:
    form = site.open(page, "Add price")
    form.root.get_by_role("button", name="Fields").click()
    currency = form.field("currency")
    expect(currency).to_have_value("eur")
    currency.click()
    page.keyboard.type("U")
    expect(currency).to_have_value("U")
    # But what one has typed is continued.
    form.field("amount").focus()
    currency.click(position={"x": 100, "y": 5})
    page.keyboard.type("SD")
    expect(currency).to_have_value("USD")


def test_an_optional_file_is_left_out(page: Page, site: Site) -> None:
    form = site.open(page, "Add files")
    form.root.get_by_role("button", name="Include all").click()
    form.check_sample_lacks("photo")
    form.send()
    assert b"title" in site.api.last.body
    assert b"photo" not in site.api.last.body
    assert b"pages" not in site.api.last.body
    form.field("pages").set_input_files(PHOTOS)
    form.send()
    assert site.api.last.body.count(b'name="pages"') == 2
    form.field("pages").set_input_files([])
    expect(form.root.get_by_role("checkbox", name="Include pages")).not_to_be_checked()
    form.send()
    assert b"pages" not in site.api.last.body


def test_a_required_file_is_asked_for_at_its_field(page: Page, site: Site) -> None:
    form = site.open(page, "Add file")
    count = len(site.api.seen)
    form.press_send()
    expect(form.field("photo")).to_be_focused()
    expect(form.field("photo")).to_have_accessible_description("A value is required.")
    assert len(site.api.seen) == count


def test_an_optional_body_without_a_file(page: Page, site: Site) -> None:
    form = site.open(page, "Put bytes").send()
    assert site.api.last.body == b""
    form.field("File").set_input_files(PHOTOS[1])
    form.send()
    assert site.api.last.body == b"plain"


def test_a_required_body_has_a_part(page: Page, site: Site) -> None:
    form = site.open(page, "Put picture")
    count = len(site.api.seen)
    form.press_send()
    expect(form.field("photo")).to_be_focused()
    assert len(site.api.seen) == count
    form.field("photo").set_input_files(PHOTOS[0])
    form.send()
    assert site.api.last.body.count(b'name="photo"') == 1
