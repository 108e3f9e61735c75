"""What a form sends for examples, files and empty fields, through the relay and directly."""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Iterator
from typing import Any

import pytest
from api_server import TOKEN
from full_run import first
from playground_site import Form, Site, json_body, operation, parameter, serve_document
from playwright.sync_api import FilePayload, Page, expect
from security_schemes import CREDENTIALS

PET = {"type": "object", "properties": {"name": {"type": "string"}, "age": {"type": "integer"}}}
JPEG: FilePayload = {"name": "a.jpg", "mimeType": "image/jpeg", "buffer": b"\xff\xd8\xff"}
NAMELESS: FilePayload = {"name": "a.unknown", "mimeType": "", "buffer": b"?"}


#: A body whose schema is too large for the page.
ORDER = {
    "type": "object",
    "required": ["condition", "items"],
    "properties": {
        "condition": {"enum": ["new", "used"]},
        "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}},
        "gift": {"type": "boolean"},
        "note": {"type": ["string", "null"]},
        "pay": {
            "oneOf": [{"$ref": "#/components/schemas/Card"}, {"$ref": "#/components/schemas/Bank"}],
            "discriminator": {"propertyName": "by"},
        },
        **{f"property_number_{n}": {"type": "string", "maxLength": n} for n in range(1, 60)},
    },
}
SCHEMAS = {
    "Item": {"type": "object", "required": ["price"], "properties": {
        "price": {"type": "number", "minimum": 0},
        "parts": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}}}},
    "Card": {"type": "object", "required": ["by", "number"], "properties": {
        "by": {"const": "Card"}, "number": {"type": "string"}, "holder": {"type": "string"}}},
    "Bank": {"type": "object", "required": ["by", "iban"], "properties": {
        "by": {"const": "Bank"}, "iban": {"type": "string"}, "holder": {"type": "string"}}},
}  # fmt: skip
PARCEL = {
    "type": "object",
    "properties": {
        "name": {"type": "string"},
        "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}},
        "to": {"type": "object", "properties": {"street": {"type": "string"}}},
    },
}
DEEP = {"style": "deepObject", "explode": True}
#: One of its alternatives has alternatives itself.
DELIVERY = {
    "oneOf": [
        {"title": "Collect", "type": "object", "required": ["shop"],
         "properties": {"shop": {"type": "string"}}},
        {"title": "Send", "type": "object", "required": ["to"],
         "properties": {"to": {"type": "string"}},
         "oneOf": [
             {"title": "Post", "required": ["stamps"], "properties": {
                 "stamps": {"type": "integer"}}},
             {"title": "Courier", "required": ["rider"], "properties": {
                 "rider": {"type": "string"}, "bell": {"type": "boolean"}}}]},
    ]
}  # fmt: skip


def uploads(media: dict[str, Any], kind: str = "multipart/form-data") -> dict[str, Any]:
    return {"required": True, "content": {kind: media}}


def make_document(api: str) -> dict[str, Any]:
    pets = {
        "application/json": {"schema": PET, "examples": {
            "cat": {"summary": "A cat", "value": {"name": "Tom", "age": 9007199254740993}},
            "dog": {"summary": "A dog", "value": {"name": "Rex"}},
        }},
        "application/x-www-form-urlencoded": {"schema": PET, "examples": {
            "bird": {"summary": "A bird", "value": {"name": "Tweety & co", "age": 2}},
        }},
        "text/csv": {"example": "name,age\nJerry,1\n"},
    }  # fmt: skip
    photo = {"type": "object", "properties": {"photo": {"type": "string", "format": "binary"}}}
    photo["required"] = ["photo"]
    encoded = {"schema": photo, "encoding": {"photo": {"contentType": "image/png, image/jpeg"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Values", "version": "1"},
        "servers": [{"url": api}],
        "components": {"securitySchemes": CREDENTIALS, "schemas": SCHEMAS},
        "paths": {
            "/echo/pets": {"post": operation("Add pet", requestBody={
                "required": False, "content": pets})},
            "/echo/plain": {"post": operation("Upload", requestBody=uploads({"schema": photo}))},
            "/echo/encoded": {"post": operation("Upload encoded", requestBody=uploads(encoded))},
            "/echo/order": {"post": operation(
                "Add order", requestBody=json_body(ORDER, {"items": [{"price": 1}]}), parameters=[
                    parameter("size", schema={"type": "integer", "maximum": 9}, example=10)])},
            "/echo/kept": {"post": operation("Keep order", requestBody=json_body(
                ORDER, {"x": {"y z": [1.50, None]}, "number": 9007199254740993,
                        "pay": {"by": "Card", "number": "1", "holder": "Ann"}, "note": None}))},
            "/echo/delivery": {"post": operation(
                "Deliver", requestBody=json_body(DELIVERY, {"to": "Ann", "rider": "Bo"}))},
            "/echo/parcel": {"post": operation("Add parcel", requestBody=uploads(
                {"schema": PARCEL, "encoding": {"items": DEEP, "to": DEEP},
                 "example": {"name": "a"}}, "application/x-www-form-urlencoded"))},
            "/echo/range": {"put": operation("Put range", requestBody=uploads({}, "image/*"))},
            "/echo/exact": {"put": operation("Put exact", requestBody=uploads(
                {}, "application/octet-stream"))},
            "/echo/{id}/{kinds}/{box}": {"get": operation("Read pet", parameters=[
                parameter("id", "path"),
                parameter("kinds", "path", schema={"type": "array", "items": {"type": "string"}},
                          example=["a"]),
                parameter("box", "path", schema={"type": "object"}, example={"x": 1}),
                parameter("limit", schema={"type": "integer"}, example=20),
            ])},
            **{f"/echo/{name}": {"get": operation(f"With {name}", security=[{name: []}])}
               for name in CREDENTIALS},
        },
    }  # fmt: skip


EXAMPLES = [
    ("A cat", "application/json"),
    ("A dog", "application/json"),
    ("A bird", "application/x-www-form-urlencoded"),
    ("Example 4", "text/csv"),
]


@pytest.fixture(scope="module", params=first(1, ["relay", "direct"]))
def site(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    proxy = False if request.param == "direct" else None
    folder = tmp_path_factory.mktemp("values")
    with serve_document(folder, make_document, proxy, prefill=None) as found:
        yield found


#: A test of the form, which is the same whoever sends the request.
RELAYED = pytest.mark.parametrize("site", ["relay"], indirect=True)


def choose(form: Form, label: str) -> None:
    form.page.locator(".navapi-samples summary").get_by_text(label).click()


def test_an_example_becomes_the_body(page: Page, site: Site) -> None:
    form = site.open(page, "Add pet")
    choose(form, "A dog")
    expect(form.field("Body")).to_have_value('{\n  "name": "Rex"\n}')
    for client in ("curl", "python", "go"):
        form.check_sample("Rex", client)
        assert "Tom" not in form.sample(client)
    form.send()
    assert site.api.last.body == b'{\n  "name": "Rex"\n}'
    choose(form, "A cat")
    form.send()
    assert b"9007199254740993" in site.api.last.body
    choose(form, "text/csv")
    form.check_sample("Jerry")
    form.send()
    assert site.api.last.body == b"name,age\nJerry,1\n"
    assert site.api.last.header("Content-Type") == "text/csv"
    choose(form, "A bird")
    form.send()
    assert site.api.last.body == b"name=Tweety%20%26%20co&age=2"


@RELAYED
def test_an_example_is_chosen_before_the_form_is_open(page: Page, site: Site) -> None:
    form = site.show(page, "Add pet")
    choose(form, "A bird")
    sample = page.locator(".navapi-samples details[data-client=curl] code")
    expect(sample.first).to_contain_text("Tweety")
    form.open().send()
    assert site.api.last.body == b"name=Tweety%20%26%20co&age=2"


@pytest.mark.parametrize(
    ("summary", "file", "kind"),
    [
        ("Upload", JPEG, b"image/jpeg"),
        ("Upload", NAMELESS, b"application/octet-stream"),
        ("Upload encoded", JPEG, b"image/jpeg"),
    ],
)
def test_a_part_has_the_type_of_its_file(
    page: Page, site: Site, summary: str, file: FilePayload, kind: bytes
) -> None:
    form = site.open(page, summary)
    form.field("photo").set_input_files(file)
    form.check_sample(kind.decode(), "javascript")
    form.send()
    head, _, content = site.api.last.body.partition(b"\r\n\r\n")
    assert b"Content-Type: " + kind + b"\r\n" in head + b"\r\n"
    assert content.startswith(file["buffer"])


@pytest.mark.parametrize(
    ("summary", "kind"),
    [("Put range", "image/jpeg"), ("Put exact", "application/octet-stream")],
)
def test_a_body_of_a_range_has_the_type_of_its_file(
    page: Page, site: Site, summary: str, kind: str
) -> None:
    form = site.open(page, summary)
    form.field("File").set_input_files(JPEG)
    form.check_sample(f"Content-Type: {kind}")
    form.send()
    assert site.api.last.header("Content-Type") == kind


def test_an_empty_path_value_is_not_sent(page: Page, site: Site) -> None:
    form = site.open(page, "Read pet")
    form.field("id").fill("")
    count = len(site.api.seen)
    form.press_send()
    expect(form.field("id")).to_be_focused()
    said = form.root.get_by_role("status").filter(has_text="id: A value is required.")
    expect(said).to_have_count(1)
    form.field("id").fill(" ")
    form.field("kinds").fill("")
    form.press_send()
    expect(form.field("kinds")).to_be_focused()
    assert len(site.api.seen) == count
    form.field("kinds").fill("0")
    form.send()
    assert site.api.last.target == "/echo/%20/0/x,1?limit=20"


@RELAYED
def test_examples_are_chosen_at_the_form(page: Page, site: Site) -> None:
    form = site.open(page, "Add pet")
    example = form.field("Example")
    expect(example.locator("option")).to_have_text(
        ["Choose an example", *[f"{name} ({kind})" for name, kind in EXAMPLES]]
    )
    example.select_option("A dog (application/json)")
    expect(form.field("Body")).to_have_value('{\n  "name": "Rex"\n}')
    form.check_sample("Rex")
    example.select_option("A bird (application/x-www-form-urlencoded)")
    expect(form.field("name")).to_have_value("Tweety & co")
    choose(form, "A cat")
    expect(example.locator("option:checked")).to_have_text("A cat (application/json)")


def switch(form: Form, view: str) -> None:
    form.root.get_by_role("button", name=view, exact=True).click()


@RELAYED
def test_a_body_as_fields(page: Page, site: Site) -> None:
    form = site.open(page, "Keep order")
    before = form.field("Body").input_value()
    switch(form, "Fields")
    expect(form.field("number").first).to_have_value("9007199254740993")
    switch(form, "Text")
    # Nothing was changed, so the text is unchanged.
    expect(form.field("Body")).to_have_value(before)
    switch(form, "Fields")
    condition = form.field("condition")
    expect(condition).to_have_attribute("aria-invalid", "true")
    expect(condition).to_have_accessible_description("condition is missing")
    condition.select_option("new")
    expect(condition).not_to_have_attribute("aria-invalid", "true")
    form.field("pay: Option").select_option("Bank")
    form.field("iban").fill("DE1")
    form.root.get_by_role("button", name="Add", description="items").click()
    form.field("price").fill("2.50")
    # If there are many properties, readers choose from the missing ones.
    form.field("Body: Add a property").select_option("gift")
    form.field("gift").select_option("true")
    form.field("Include note").uncheck()
    form.send()
    # Keys keep their order, numbers their spelling, and unknown properties are kept.
    assert json.loads(site.api.last.body, object_pairs_hook=list, parse_float=str) == [
        ("x", [("y z", ["1.5", None])]),
        ("number", 9007199254740993),
        ("pay", [("by", "Bank"), ("holder", "Ann"), ("iban", "DE1")]),
        ("condition", "new"),
        ("items", [[("price", "2.50")]]),
        ("gift", True),
    ]
    switch(form, "Text")
    form.field("Body").fill("{")
    switch(form, "Fields")
    expect(form.root.get_by_role("alert")).to_have_text(
        "The text is not JSON: correct it to see its fields."
    )
    # It is kept when the check after typing is complete.
    page.wait_for_timeout(300)
    expect(form.root.get_by_role("alert")).to_be_visible()
    expect(form.field("Body")).to_be_visible()


#: The copy of the text by line: what is new since the last look, and everything.
LINES = """area => {
  const lines = [...area.previousElementSibling.children];
  const fresh = lines.filter(line => !line.isOld).map(line => line.textContent);
  for (const line of lines) line.isOld = true;
  return [fresh, lines.map(line => line.textContent).join("")];
}"""


@RELAYED
def test_a_key_changes_one_line_of_what_is_shown(page: Page, site: Site) -> None:
    form = site.open(page, "Keep order")
    area = form.field("Body")
    before = area.input_value()
    assert area.evaluate(LINES) == [[f"{line}\n" for line in before.split("\n")], f"{before}\n"]
    area.press("ControlOrMeta+Home")
    area.press("ArrowDown")
    for key, count in (("a", 1), ("Enter", 2), ("b", 1), ("Backspace", 1), ("Backspace", 1)):
        area.press(key)
        fresh, text = area.evaluate(LINES)
        assert text == f"{area.input_value()}\n"
        assert len(fresh) == count
    area.fill("{}")
    assert area.evaluate(LINES)[1] == "{}\n"


@RELAYED
def test_samples_of_a_large_request_follow(page: Page, site: Site) -> None:
    form = site.open(page, "Keep order")
    samples = page.locator(".navapi-samples")
    shown = samples.locator("details[data-client=curl] code")
    hidden = samples.locator("details[data-client=javascript] code")
    form.field("Body").fill('{"long": "' + "a" * 3_000 + '"}')
    expect(shown).to_contain_text("aaaa")
    expect(hidden).to_contain_text("aaaa")
    form.field("Body").press("ControlOrMeta+End")
    form.field("Body").press("ArrowLeft")
    form.field("Body").press_sequentially(', "b": "last"')
    # What is sent is what was typed, whether or not the samples have been updated.
    page.evaluate("addEventListener('navapi:request', event => { window.heard = event.detail })")
    form.send()
    assert json.loads(site.api.last.body)["b"] == "last"
    heard = page.evaluate("heard")
    assert {key: heard[key] for key in ("method", "path", "status", "problem")} == {
        "method": "POST", "path": "/echo/kept", "status": 200, "problem": None,
    }  # fmt: skip
    assert "last" not in json.dumps(heard)
    expect(shown).to_contain_text("last")
    expect(hidden).to_contain_text("last")
    form.field("Body").fill('{"short": 1}')
    expect(hidden).to_contain_text("short")


@RELAYED
def test_alternatives_of_an_alternative(page: Page, site: Site) -> None:
    form = site.open(page, "Deliver")
    switch(form, "Fields")
    outer = form.field("Body: Option")
    inner = form.field("Body: Option 2")
    expect(outer.locator("option:checked")).to_have_text("Send")
    expect(inner.locator("option:checked")).to_have_text("Courier")
    expect(form.field("rider")).to_have_value("Bo")
    inner.focus()
    inner.select_option("Post")
    expect(inner).to_be_focused()
    expect(form.field("to")).to_have_value("Ann")
    expect(form.field("rider")).to_have_count(0)
    form.field("stamps").fill("3")
    outer.select_option("Collect")
    expect(inner).to_have_count(0)
    form.field("shop").fill("Mill")
    form.send()
    assert json.loads(site.api.last.body) == {"shop": "Mill"}
    outer.select_option("Send")
    expect(inner.locator("option:checked")).to_have_text("Post")
    inner.select_option("Courier")
    form.field("to").fill("Eve")
    form.field("rider").fill("Cy")
    form.send()
    assert json.loads(site.api.last.body) == {"to": "Eve", "rider": "Cy"}


def test_nested_fields_of_a_form(page: Page, site: Site) -> None:
    form = site.open(page, "Add parcel")
    form.field("street").fill("a&b")
    form.root.get_by_role("button", name="Add", description="items").click()
    form.field("price").fill("1.50")
    form.send()
    assert site.api.last.body == b"name=a&items%5B0%5D%5Bprice%5D=1.50&to%5Bstreet%5D=a%26b"


@RELAYED
def test_what_does_not_fit_is_said_and_sent_all_the_same(page: Page, site: Site) -> None:
    form = site.open(page, "Add order")
    said = form.root.locator(".navapi-try-note li")
    expect(said).to_have_text(["condition is missing"])
    form.field("Body").fill(
        '{"condition": "old", "items": [{"price": 0}, {"price": 1}, {"price": -1}]}'
    )
    expect(said).to_have_text(
        ["condition must be one of new, used", "items[2].price must be at least 0"]
    )
    size = form.field("size")
    form.root.get_by_role("checkbox", name="Include size").uncheck()
    expect(size).not_to_have_attribute("aria-invalid", "true")
    form.root.get_by_role("checkbox", name="Include size").check()
    expect(size).to_have_attribute("aria-invalid", "true")
    expect(size).to_have_accessible_description("size must be at most 9")
    form.send()
    assert site.api.last.target == "/echo/order?size=10"
    assert b'"price": -1' in site.api.last.body


@RELAYED
def test_reset_brings_back_what_the_form_began_with(page: Page, site: Site) -> None:
    form = site.open(page, "Read pet")
    ticked = form.root.get_by_role("checkbox", name="Include limit")
    expect(ticked).to_be_checked()
    form.field("id").fill("7")
    form.field("limit").fill("3")
    form.send()
    assert site.api.last.target == "/echo/7/a/x,1?limit=3"
    form.root.get_by_role("button", name="Reset").click()
    expect(ticked).to_be_checked()
    expect(form.field("limit")).to_have_value("20")
    expect(form.field("id")).to_be_focused()
    expect(form.result).to_be_hidden()
    form.check_sample("limit=20")


@pytest.mark.parametrize("scheme", ["bearer", "basic", "digest", "header", "query"])
def test_what_was_not_typed_is_not_a_credential(page: Page, site: Site, scheme: str) -> None:
    form = site.open(page, f"With {scheme}").send()
    note = form.root.get_by_text("Sent without credentials.")
    expect(note).to_be_visible()
    assert site.api.last.target == f"/echo/{scheme}"
    assert site.api.last.header("Authorization") is None
    assert site.api.last.header("X-Key") is None
    # The sample shows where it is sent.
    form.check_sample("YOUR_")
    names = {"basic": "Username", "bearer": "Token", "digest": "Credentials (Digest)",
             "header": "X-Key", "query": "key"}  # fmt: skip
    form.field(names[scheme]).fill(TOKEN)
    expect(note).to_be_hidden()
    form.send()
    said = [site.api.last.target, site.api.last.header("Authorization") or "",
            site.api.last.header("X-Key") or ""]  # fmt: skip
    sent = b64encode(f"{TOKEN}:".encode()).decode() if scheme == "basic" else TOKEN
    assert sent in " ".join(said)
    assert "YOUR_" not in " ".join(said)
