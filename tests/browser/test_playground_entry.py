"""How the form reads what is pasted, and keeps what was entered."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playground_site import Form, Site, json_body, operation, parameter, serve_document
from playwright.sync_api import Page, expect

STRING = {"type": "string"}
PAY = {
    "oneOf": [
        {"title": "Card", "type": "object", "required": ["number"],
         "properties": {"number": STRING, "holder": STRING}},
        {"title": "Bank", "type": "object", "required": ["iban"],
         "properties": {"iban": STRING, "holder": STRING}},
    ]
}  # fmt: skip
KEY = {"type": "apiKey", "in": "header"}
SCHEMES = {
    "bearer": {"type": "http", "scheme": "bearer"},
    "basic": {"type": "http", "scheme": "basic"},
    "digest": {"type": "http", "scheme": "Digest"},
    "key": {**KEY, "name": "X-Key"},
    "same": {**KEY, "name": "x-key"},
}


def make_document(api: str) -> dict[str, Any]:
    pairs = {"one": ["bearer"], "digest": ["digest"], "basic": ["basic", "bearer"],
             "keys": ["key", "bearer"], "same": ["same", "key"]}  # fmt: skip
    return {
        "openapi": "3.1.0",
        "info": {"title": "Entry", "version": "1"},
        "servers": [{"url": api}],
        "components": {"securitySchemes": SCHEMES},
        "paths": {
            "/echo/pay": {"post": operation(
                "Pay", requestBody=json_body(PAY, {"number": "1", "holder": "Ann"}),
                parameters=[parameter("q"), parameter("r"), parameter("X-A", "header")])},
            "/echo/order": {"post": operation("Order", requestBody=json_body({"oneOf": [
                {"title": "Order", "type": "object", "properties": {"pay": PAY}},
                {"title": "Quote", "type": "object", "properties": {"ref": STRING}}]}, {}))},
            "/echo/payments": {"post": operation("Payments", requestBody=json_body(
                {"type": "array", "items": PAY}, []))},
            "/echo/null": {"post": operation("Nothing", requestBody=json_body(
                {"anyOf": [{"type": "object", "properties": {"a": STRING}}, {"type": "null"}],
                 "default": None}))},
            **{f"/echo/{name}": {"get": operation(
                f"With {name}", security=[{key: [] for key in schemes}])}
               for name, schemes in pairs.items()},
        },
    }  # fmt: skip


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder = tmp_path_factory.mktemp("entry")
    with serve_document(folder, make_document, None, prefill=None) as found:
        yield found


@pytest.mark.parametrize(
    ("name", "field", "cases"),
    [
        ("one", "Token", {
            "Bearer t1": "Bearer t1",
            "  bearer   t2": "Bearer t2",
            "Authorization: Bearer t3": "Bearer t3",
            '-H "Authorization: Bearer t4"': "Bearer t4",
            "'Bearer t5' ": "Bearer t5",
            "Bearers": "Bearer Bearers",
        }),
        ("digest", "Credentials (Digest)", {'Digest a="1"': 'Digest a="1"'}),
    ],
    ids=["bearer", "digest"],
)  # fmt: skip
def test_the_rest_of_a_pasted_header(
    page: Page, site: Site, name: str, field: str, cases: dict[str, str]
) -> None:
    form = site.open(page, f"With {name}")
    for pasted, sent in cases.items():
        form.field(field).fill(pasted)
        form.send()
        assert site.api.last.header("Authorization") == sent
        expect(form.field(field)).to_have_value(sent.partition(" ")[2])


def test_schemes_that_need_the_same_header(page: Page, site: Site) -> None:
    form = site.open(page, "With basic")
    unsent = form.root.get_by_text("Authorization header")
    form.field("Token").fill("t1")
    expect(unsent).to_have_count(0)
    form.send()
    assert site.api.last.header("Authorization") == "Bearer t1"
    form.field("Username").fill("ann")
    expect(unsent).to_have_count(1)
    expect(form.root.locator("[data-scheme=bearer]")).to_contain_text("Authorization header")
    form.send()
    assert (site.api.last.header("Authorization") or "").startswith("Basic ")


def test_schemes_that_do_not(page: Page, site: Site) -> None:
    form = site.open(page, "With keys")
    form.field("Token").fill("t1")
    form.field("X-Key").fill("k")
    form.send()
    assert site.api.last.header("Authorization") == "Bearer t1"
    assert site.api.last.header("X-Key") == "k"
    assert "Not sent" not in (form.root.text_content() or "")


def test_keys_of_one_header(page: Page, site: Site) -> None:
    form = site.open(page, "With same")
    form.field("x-key").fill("a")
    form.field("X-Key").fill("b")
    expect(form.root.locator("[data-scheme=same]")).to_contain_text("Not sent")
    form.send()
    assert site.api.last.header("X-Key") == "b"


def test_a_body_is_not_null_unless_the_reader_wants_it(page: Page, site: Site) -> None:
    site.open(page, "Nothing").send()
    assert json.loads(site.api.last.body) == {}


def sent_json(site: Site, form: Form) -> Any:
    form.send()
    return json.loads(site.api.last.body)


def test_alternatives_keep_their_values(page: Page, site: Site) -> None:
    form = site.open(page, "Pay")
    form.root.get_by_role("button", name="Fields").click()
    choice = form.field("Body: Option")
    choice.select_option(label="Bank")
    form.field("iban").fill("DE1")
    form.field("holder").fill("Bo")
    choice.select_option(label="Card")
    assert sent_json(site, form) == {"number": "1", "holder": "Bo"}
    choice.select_option(label="Bank")
    assert sent_json(site, form) == {"iban": "DE1", "holder": "Bo"}


def test_alternatives_of_a_property_keep_their_values(page: Page, site: Site) -> None:
    """Also while another alternative of what they are in is chosen, and beside what is removed."""
    form = site.open(page, "Order")
    form.root.get_by_role("button", name="Fields").click()
    outer = form.field("Body: Option")
    form.root.get_by_role("checkbox", name="Include pay").check()
    assert sent_json(site, form) == {"pay": {}}
    inner = form.field("pay: Option")
    inner.select_option(label="Bank")
    form.field("iban").fill("DE1")
    inner.select_option(label="Card")
    outer.select_option(label="Quote")
    outer.select_option(label="Order")
    form.field("pay: Option").select_option(label="Bank")
    assert sent_json(site, form) == {"pay": {"iban": "DE1"}}


def test_an_item_starts_as_its_first_alternative(page: Page, site: Site) -> None:
    form = site.open(page, "Payments")
    form.root.get_by_role("button", name="Fields").click()
    for _ in range(2):
        form.root.get_by_role("button", name="+ Add").click()
    assert sent_json(site, form) == [{}, {}]
    form.field("Body 1: Option").select_option(label="Bank")
    form.field("iban").fill("DE1")
    form.field("Body 1: Option").select_option(label="Card")
    form.root.get_by_role("button", name="Remove 2 (Body)").click()
    form.field("Body 1: Option").select_option(label="Bank")
    assert sent_json(site, form) == [{"iban": "DE1"}]


#: As browsers copy it for cmd.exe: all is escaped from it, then quotes from the program.
WINDOWS = r"""curl ^"{url}/echo/pay?q=win^&r=a^%^20b^" ^
  -X ^"POST^" ^
  -H ^"X-A: 1^" ^
  -H ^"Content-Type: application/json^" ^
  --data-raw ^"^{^\^"number^\^":^\^"it's ^^ 5^%^\^"^}^"
"""
#: As written by hand, in one line.
DOUBLED = (
    "curl -X POST {url}/echo/pay?q=win^&r=a%20b -H 'X-A: 1' "
    "-H 'Content-Type: application/json' -d '{''number'': ''it~s ^ 5%''}' "
).translate({ord("'"): '"', ord("~"): "'"})


#: As browsers copy it for shells of Unix, in which a caret is one.
UNIX = r"""curl '{url}/echo/pay?q=win&r=a%20b' -H $'X-A: 1' -H 'Content-Type: application/json' \
  --data-raw $'{"number":"it\'s ^ 5%"}'
"""


@pytest.mark.parametrize("command", [WINDOWS, WINDOWS.replace("\n", "\r\n"), DOUBLED, UNIX])
def test_a_command_for_windows(page: Page, site: Site, command: str) -> None:
    form = site.open(page, "Pay")
    form.root.get_by_text("Fill in from a curl command").click()
    form.field("Command").fill(command.replace("{url}", site.api.url))
    form.root.get_by_role("button", name="Fill in", exact=True).click()
    expect(form.root.get_by_text("Filled in.")).to_be_visible()
    assert sent_json(site, form) == {"number": "it's ^ 5%"}
    assert site.api.last.target == "/echo/pay?q=win&r=a%20b"
    assert site.api.last.header("X-A") == "1"


@pytest.mark.parametrize(
    "command",
    [
        "curl.exe `\n -X POST {url}/echo/pay?q=win",
        'curl.exe {url}/echo/pay?q=win -d "{`"number`": `"1`"}"',
        'curl -Uri "{url}/echo/pay?q=win" -Method POST -Body "{}"',
        "curl {url}/echo/pay?q=win -d `cat body.json`",
    ],
)
def test_a_command_for_powershell_is_refused(page: Page, site: Site, command: str) -> None:
    form = site.open(page, "Pay")
    form.root.get_by_text("Fill in from a curl command").click()
    form.field("Command").fill(command.replace("{url}", site.api.url))
    form.root.get_by_role("button", name="Fill in", exact=True).click()
    expect(form.root.get_by_text("not a curl command")).to_be_visible()
    expect(form.field("q")).to_have_value("")
