"""Help with filling in a form: names and values of the schema, a curl command, kept input."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import axe_playwright_python
import pytest
from full_run import first
from playground_site import Form, Site, json_body, operation, parameter, serve_document
from playwright.sync_api import Locator, Page, expect
from waiting import wait_until

AXE = next(Path(axe_playwright_python.__file__).parent.rglob("axe.min.js"))

ORDER = {
    "type": "object",
    "required": ["condition"],
    "properties": {
        "condition": {"enum": ["new", "used"]},
        "gift": {"type": "boolean"},
        "items": {"type": "array", "items": {"$ref": "#/components/schemas/Item"}},
        "pay": {"oneOf": [
            {"type": "object", "properties": {"card": {"type": "string"}}},
            {"type": "object", "properties": {"iban": {"type": "string"}}}]},
        "id": {"type": "string", "readOnly": True},
    },
}  # fmt: skip
ITEM = {"type": "object", "properties": {"price": {"type": "number"}, "parts": {"type": "array"}}}
FORM = {"type": "object", "properties": {
    "name": {"type": "string"}, "age": {"type": "integer"},
    "tags": {"type": "array", "items": {"type": "string"}}}}  # fmt: skip
SCHEMES = {
    "token": {"type": "http", "scheme": "bearer", "x-default": "sandbox"},
    "key": {"type": "apiKey", "in": "query", "name": "api key", "x-default": "k&1"},
    "basic": {"type": "http", "scheme": "basic"},
    "session": {"type": "apiKey", "in": "cookie", "name": "sid"},
}


def forms(kind: str) -> dict[str, Any]:
    example = {"name": "Tom & co", "age": 3, "tags": ["x", "y"]}
    return {"required": True, "content": {kind: {"schema": FORM, "example": example}}}


def make_document(api: str) -> dict[str, Any]:
    names = {"type": "array", "items": {"type": "string"}}
    deep = {"type": "object", "properties": {"a": {"type": "string"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Help", "version": "1"},
        "servers": [{"url": f"{api}/echo"}],
        "components": {"securitySchemes": SCHEMES, "schemas": {"Item": ITEM}},
        "paths": {
            "/order": {"post": operation(
                "Add order", requestBody=json_body(ORDER, {"gift": True}))},
            "/form": {"post": operation("Send form", requestBody=forms(
                "application/x-www-form-urlencoded"))},
            "/parts": {"post": operation("Send parts", requestBody=forms("multipart/form-data"))},
            "/x/{id}/{kinds}": {"get": operation("Read one", parameters=[
                parameter("id", "path", example="a/b ü"),
                parameter("kinds", "path", schema=names, example=["p,q", "r"]),
                parameter("limit", schema={"type": "integer"}, example=20),
                parameter("only", schema=names, example=["r", "s t"]),
                parameter("not", schema=names, explode=False, example=["u", "v"]),
                parameter("filter", schema=deep, style="deepObject", example={"a": "it's"}),
                parameter("flag", schema={"type": "boolean"}),
                parameter("X-Trace", "header", example="t-1"),
                parameter("seen", "cookie", example="yes"),
            ])},
            "/styles/{one}/{two}/{three}": {"get": operation("Read styles", parameters=[
                parameter("one", "path", style="matrix", explode=True, schema=names,
                          example=["a;b", "c"]),
                parameter("two", "path", style="label", explode=True, schema=names,
                          example=["d", "e"]),
                parameter("three", "path", style="matrix", example="f=g"),
            ])},
            "/text": {"put": operation("Put text", requestBody={"required": True, "content": {
                "text/plain": {"example": "it's\n\"two\" $lines \\"}}})},
            **{f"/with/{name}": {"get": operation(f"With {name}", security=[{name: []}])}
               for name in SCHEMES},
            "/either": {"get": operation("With either", security=[{"token": []}, {"basic": []}])},
        },
    }  # fmt: skip


SUMMARIES = (
    "Add order", "Send parts", "Read styles", "Send form", "Read one", "Put text", "With either",
    *(f"With {name}" for name in SCHEMES),
)  # fmt: skip


OPEN = {"additionalFields": True}


def serving(proxy: Any) -> Any:
    """A fixture: the document's site, whose requests use *proxy*."""

    @pytest.fixture(scope="module")
    def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
        folder = tmp_path_factory.mktemp("help")
        with serve_document(folder, make_document, proxy, playground=OPEN) as found:
            yield found

    return served


site, relayed = serving(False), serving(None)


# -- names and values at the caret ------------------------------------------------------------


def write_body(form: Form, text: str) -> tuple[Locator, Locator]:
    """The body's text with *text* typed into it, and the list of suggestions."""
    body = form.field("Body")
    wait_until(form.page, "!!globalThis.navapiPlayground?.complete")
    body.fill("")
    body.press_sequentially(text)
    return body, form.root.get_by_role("listbox", name="Suggestions")


def test_names_and_values_of_the_schema(page: Page, site: Site) -> None:
    form = site.open(page, "Add order")
    body, offered = write_body(form, '{"')
    # What only occurs in responses is not suggested.
    expect(offered.get_by_role("option")).to_have_text(
        ['"condition"', '"gift"boolean', '"items"array', '"pay"']
    )
    body.press("ArrowDown")
    first = offered.get_by_role("option", selected=True)
    expect(first).to_have_text('"condition"')
    assert body.get_attribute("aria-activedescendant") == first.get_attribute("id")
    body.press("Enter")
    expect(body).to_have_value('{"condition": ')
    expect(offered).to_be_hidden()
    body.press_sequentially('"u')
    expect(offered.get_by_role("option")).to_have_text(['"used"'])
    body.press("ArrowUp")
    body.press("Tab")
    expect(body).to_have_value('{"condition": "used"')
    expect(body).to_be_focused()
    body.press_sequentially(',\n"items": [{"price": 1}, {"pr')
    expect(offered.get_by_role("option")).to_have_text(['"price"number'])
    offered.get_by_role("option").click()
    expect(body).to_have_value('{"condition": "used",\n"items": [{"price": 1}, {"price": ')
    body.press_sequentially('2}], "c')
    # It already exists.
    expect(offered).to_be_hidden()
    body.press("Backspace")
    body.press("Backspace")
    body.press_sequentially('"pay": {"')
    expect(offered.get_by_role("option")).to_have_text(['"card"string', '"iban"string'])
    body.press("Escape")
    expect(offered).to_be_hidden()
    expect(form.root).to_be_visible()
    body.press("Control+z")
    assert body.input_value() != ""


def test_it_is_asked_for_and_keeps_what_follows(page: Page, site: Site) -> None:
    form = site.open(page, "Add order")
    body, offered = write_body(form, "")
    body.fill('{"condition": "new", "gift": true}')
    body.evaluate("area => area.setSelectionRange(27, 27)")
    body.press("Control+ ")
    # The caret is in the name "gift", which is not suggested again.
    expect(offered.get_by_role("option")).to_have_count(0)
    body.evaluate("area => area.setSelectionRange(15, 15)")
    body.press("Control+ ")
    expect(offered.get_by_role("option")).to_have_text(['"new"', '"used"'])
    body.press("ArrowDown")
    body.press("ArrowDown")
    body.press("Enter")
    expect(body).to_have_value('{"condition": "used", "gift": true}')
    body.press("ArrowDown")
    expect(offered).to_be_hidden()


@pytest.mark.parametrize("width", [1440, 390])
def test_the_list_is_in_sight_and_clean(page: Page, site: Site, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 900})
    form = site.open(page, "Add order")
    body, offered = write_body(form, '{"')
    body.press("ArrowDown")
    page.evaluate(AXE.read_text("utf-8"))
    found = page.evaluate(
        "async () => (await axe.run('.navapi-form')).violations.map(v => v.id + v.nodes[0].html)"
    )
    assert found == []
    box = offered.bounding_box()
    field = body.bounding_box()
    assert box is not None
    assert field is not None
    assert field["x"] <= box["x"]
    assert box["x"] + box["width"] <= field["x"] + field["width"] + 1
    assert field["y"] < box["y"]
    # It does not cover the text that it is about.
    assert box["y"] + 1 >= field["y"] + 20
    # And nothing covers it, from its first entry to its last.
    for part in range(1, 10):
        assert page.evaluate(
            "([x, y]) => document.elementFromPoint(x, y).closest('[role=listbox]') !== null",
            [box["x"] + 12, box["y"] + box["height"] * part / 10],
        )


# -- curl -------------------------------------------------------------------------------------


def fill_from(form: Form, command: str) -> Locator:
    """Fill the form from *command*; returns the message."""
    place = form.root.locator(".navapi-try-paste")
    if place.get_attribute("open") is None:
        place.locator("summary").click()
    place.get_by_label("Command").fill(command)
    place.get_by_role("button", name="Fill in").click()
    return place.get_by_role("status")


@pytest.mark.parametrize("summary", first(3, SUMMARIES))
def test_the_sample_comes_back_from_its_command(page: Page, site: Site, summary: str) -> None:
    form = site.open(page, summary)
    command = form.sample()
    other = form.sample("python")
    said = fill_from(form, command)
    expect(said).to_have_text("Filled in.")
    assert form.sample() == command
    # A form whose values have all changed.
    form.root.get_by_role("button", name="Reset").click()
    for box in form.root.get_by_role("checkbox", disabled=False).all():
        box.uncheck()
    fill_from(form, command)
    assert form.sample() == command
    assert form.sample("python") == other


def test_a_command_of_a_browser(page: Page, site: Site) -> None:
    form = site.open(page, "Add order")
    said = fill_from(
        form,
        f"""curl '{site.api.url}/echo/order' --compressed \\
          -H 'accept: */*' -H 'content-type: application/json' -H 'x-mine: 1' \\
          --data-raw $'{{"condition": "it\\'s \\u00e9"}}' """,
    )
    expect(said).to_have_text("Filled in.")
    expect(form.field("Body")).to_have_value('{"condition": "it\'s é"}')
    expect(form.field("Headers: Name")).to_have_value("x-mine")
    form.send()
    assert site.api.last.header("x-mine") == "1"
    assert json.loads(site.api.last.body) == {"condition": "it's é"}


def test_what_a_form_has_no_place_for_is_named(page: Page, relayed: Site) -> None:
    form = relayed.open(page, "Read one")
    said = fill_from(form, "curl -XDELETE http://other.test/y/9 -u a:b -H 'X-Other: 1' -d x=1")
    expect(said).to_have_text(
        "Not filled in: DELETE, http://other.test/y/9, X-Other, Authorization, body"
    )
    for text in ("wget http://a.test/", "curl 'http://a.test/", "curl", ""):
        expect(fill_from(form, text)).to_have_text("This is not a curl command with a URL.")


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("curl -sSL -G {url}/x/1/p --data-urlencode 'limit=5' -d flag=true",
         {"id": "1", "limit": "5", "flag": "true"}),
        ("curl --url {url}/x/2/p,q?limit=6\\&only=a\\&only=b%20c", {"id": "2", "limit": "6"}),
        ("$ curl -o out.json --max-time 3 -H'X-Trace: z' -b 'seen=no' \"{url}/x/3/p\"",
         {"id": "3", "X-Trace": "z", "seen": "no"}),
    ],
)  # fmt: skip
def test_options_as_people_write_them(
    page: Page, relayed: Site, command: str, values: dict[str, str]
) -> None:
    form = relayed.open(page, "Read one")
    said = fill_from(form, command.replace("{url}", f"{relayed.api.url}/echo"))
    expect(said).to_have_text("Filled in.")
    for name, value in values.items():
        field = form.field(name)
        expect(field).to_have_value(value)
    # What the command omits is not sent.
    expect(form.root.get_by_role("checkbox", name="Include filter", exact=True)).not_to_be_checked()


def test_words_are_those_of_a_shell(page: Page, site: Site) -> None:
    form = site.open(page, "Add order")
    fill_from(form, "curl x")
    texts = ["a b", "it's", '"', "\\", "$HOME", "`x`", "é\n\t", "", "a'b\"c\\d$e", "~", "#", "*"]
    for text in texts:
        read = page.evaluate(
            "text => navapiPlayground.parseCurl(text).data", f"curl u -d {shlex.quote(text)}"
        )
        assert read == text
        doubled = "".join(f"\\{char}" if char in '\\"$`' else char for char in text)
        read = page.evaluate(
            "text => navapiPlayground.parseCurl(text).data", f'curl u \\\n  --data="{doubled}"'
        )
        assert read == text


# -- what the document does not declare -------------------------------------------------------


def test_fields_that_are_not_declared_go_from_the_browser(page: Page, site: Site) -> None:
    form = site.open(page, "Put text")
    form.field("Query parameters: Name").fill("über")
    form.field("Query parameters: Value").fill("a&b")
    form.field("Headers: Name").fill("X-Mine")
    form.field("Headers: Value").fill("1")
    form.check_sample("X-Mine: 1")
    form.send()
    assert site.api.last.target == "/echo/text?%C3%BCber=a%26b"
    assert site.api.last.header("X-Mine") == "1"


def test_the_relay_is_sent_none_of_them(page: Page, relayed: Site) -> None:
    form = relayed.open(page, "Put text")
    expect(form.root.get_by_text("Additional parameters")).to_be_hidden()
    form.send()
    assert relayed.api.last.target == "/echo/text"
    # They come with the browser as the sender, and go with it.
    page.evaluate("navapiStorage.keep('navapi-direct', 1)")
    page.reload()
    form.open()
    form.field("Headers: Name").fill("X-Mine")
    form.field("Headers: Value").fill("1")
    form.check_sample("X-Mine")
    form.root.get_by_role("button", name="Use the relay again").click()
    expect(form.root.get_by_text("Additional parameters")).to_be_hidden()
    form.field("Body").fill("x")
    form.check_sample_lacks("X-Mine")
    form.send()
    assert relayed.api.last.header("X-Mine") is None


# -- what is kept -----------------------------------------------------------------------------


def test_edits_survive_a_reload(page: Page, relayed: Site) -> None:
    form = relayed.open(page, "Read one")
    form.field("id").fill("edited")
    form.field("limit").fill("7")
    form.root.get_by_role("checkbox", name="Include X-Trace").uncheck()
    page.reload()
    form.open()
    expect(form.field("id")).to_have_value("edited")
    expect(form.field("limit")).to_have_value("7")
    expect(form.root.get_by_role("checkbox", name="Include X-Trace")).not_to_be_checked()
    form.send()
    assert relayed.api.last.target.startswith("/echo/x/edited/p%2Cq,r?limit=7")
    # Another page has its own.
    other = relayed.open(page, "Add order")
    other.field("Body").fill("[]")
    page.go_back()
    form.open()
    expect(form.field("id")).to_have_value("edited")
    form.root.get_by_role("button", name="Reset").click()
    expect(form.field("id")).to_have_value("a/b ü")
    page.reload()
    form.open()
    expect(form.field("id")).to_have_value("a/b ü")
    relayed.open(page, "Add order")
    expect(form.field("Body")).to_have_value("[]")


def test_a_form_that_nobody_edited_is_not_kept(page: Page, relayed: Site) -> None:
    form = relayed.open(page, "Read one")
    form.send()
    page.reload()
    assert page.evaluate("Object.keys(sessionStorage).filter(key => /draft/.test(key))") == []


# -- x-default of security schemes ------------------------------------------------------------


def test_a_key_for_everybody_fills_its_field(page: Page, relayed: Site) -> None:
    form = relayed.open(page, "With token")
    assert "Authorization: Bearer sandbox" in form.sample()
    expect(form.field("Token")).to_have_value("sandbox")
    form.send()
    assert relayed.api.last.header("Authorization") == "Bearer sandbox"
    form.field("Token").fill("")
    form.send()
    assert relayed.api.last.header("Authorization") is None
    form.field("Token").fill("own")
    form.send()
    assert relayed.api.last.header("Authorization") == "Bearer own"
    form = relayed.open(page, "With key")
    assert "api%20key=k%261" in form.sample()
    form.send()
    assert relayed.api.last.target == "/echo/with/key?api%20key=k%261"
