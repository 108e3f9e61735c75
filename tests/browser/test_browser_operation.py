"""Operation pages in a real browser: with the script, without it, narrow, dark."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from block_documents import everything, first_operation, make_document
from page_checks import make_writer, write_page
from playwright.sync_api import Browser, Page, expect
from waiting import wait_until
from write_files import write_files

from sphinx_navapi.links.targets import field_names, is_field_anchor

OPEN_ALL = "document.querySelectorAll('details').forEach(d => { d.name = ''; d.open = true })"
PACKAGE = Path(__file__).parents[2] / "sphinx_navapi"
STATIC = PACKAGE / "html" / "static"
STORAGE = PACKAGE / "theme" / "assets" / "js" / "navapi-storage.js"


def document_root() -> dict[str, Any]:
    root = everything()
    schemas = root["components"]["schemas"]
    schemas["Outer"] = {
        "type": "object",
        "properties": {"middle": {"$ref": "#/components/schemas/Middle"}},
    }
    schemas["Middle"] = {
        "type": "object",
        "properties": {"inner": {"$ref": "#/components/schemas/Inner"}},
    }
    schemas["Inner"] = {
        "type": "object",
        "properties": {
            "found": {"type": "string", "description": "see [there](../guide.html)"},
            "self": {"$ref": "#/components/schemas/Inner"},
        },
    }
    (operation,) = root["paths"].values()
    content = operation["post"]["responses"]["200"]["content"]
    content["application/hal+json"] = {"schema": {"$ref": "#/components/schemas/Outer"}}
    many = {f"field_{n}": {"type": "string"} for n in range(29)}
    nested = {"type": "object", "properties": {"inner": {"type": "string"}}}
    schemas["Many"] = {"type": "object", "properties": {**many, "one": nested, "two": nested}}
    return root


def named_examples() -> dict[str, Any]:
    def content(count: int) -> dict[str, Any]:
        examples = {f"Name {number}": {"value": f"value {number}"} for number in range(count)}
        return {"application/json": {"examples": examples}}

    responses = {
        "200": {"description": "x", "content": content(5)},
        "404": {"description": "x", "content": content(4)},
    }
    operation = {"requestBody": {"content": content(5)}, "responses": responses}
    return {"openapi": "3.1.0", "paths": {"/a": {"post": operation}}}


def html_page(blocks: str, *, dark: bool = False) -> str:
    colors = "background:#131416;color:#d7dade" if dark else "background:#fff;color:#1f2328"
    return (
        "<!doctype html><html lang=en><meta charset=utf-8><title>x</title>"
        '<meta name=viewport content="width=device-width">'
        f"<style>html{{color-scheme:{'dark' if dark else 'light'}}}"
        f"body{{{colors};margin:16px}}</style>"
        '<link rel=stylesheet href="/navapi-operation.css">'
        f"<main class=navapi-operation>{blocks}</main>"
        '<script src="/navapi-storage.js"></script><script src="/navapi-operation.js"></script>'
    )


@pytest.fixture
def site(tmp_path: Path, serve: Callable[[Path], str]) -> str:
    document = make_document(document_root())
    writer = make_writer(document, depth=2)
    for name in ("navapi-operation.css", "navapi-operation.js"):
        (tmp_path / name).write_bytes((STATIC / name).read_bytes())
    (tmp_path / STORAGE.name).write_bytes(STORAGE.read_bytes())
    operation = first_operation(document, depth=2)
    pages = {
        "ref/op.html": html_page(write_page(writer, operation, root="../", directory="ref")),
        "ref/dark.html": html_page(write_page(writer, operation), dark=True),
    }
    named = make_document(named_examples())
    shown = write_page(make_writer(named), first_operation(named))
    pages["ref/examples.html"] = html_page(shown)
    for name in ("Inner", "Node", "Many"):
        block = writer.schema_block(f"/components/schemas/{name}", root="../../", directory="ref")
        pages[f"ref/schemas/{name}.html"] = html_page(block)
    write_files(tmp_path, pages)
    return serve(tmp_path)


def test_one_sample_is_shown_and_the_choice_is_remembered(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    samples = page.locator(".navapi-samples .navapi-switch").first
    shown = samples.locator("details[open] > summary")
    assert shown.all_inner_texts() == ["Lua"]
    samples.get_by_text("Python", exact=True).click()
    assert shown.all_inner_texts() == ["Python"]
    assert samples.locator("pre:visible").count() == 1
    samples.get_by_text("Python", exact=True).click()
    assert shown.all_inner_texts() == ["Python"]  # shown ones stay
    page.keyboard.press("ArrowRight")
    assert shown.all_inner_texts() == ["JavaScript"]
    page.reload()
    assert shown.all_inner_texts() == ["JavaScript"]


def test_members_of_a_switch_look_like_tabs(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    summaries = page.locator(".navapi-samples .navapi-switch").first.locator("details > summary")
    boxes = [summary.bounding_box() for summary in summaries.all()]
    tops = {round(box["y"]) for box in boxes if box}
    assert len(tops) == 1  # all in a row at this width
    pre = page.locator(".navapi-samples pre:visible").first.bounding_box()
    assert pre is not None
    assert pre["y"] > max(tops)


def test_further_languages_are_in_a_menu(page: Page, site: str) -> None:
    page.set_viewport_size({"width": 700, "height": 900})
    page.goto(f"{site}/ref/op.html")
    samples = page.locator(".navapi-samples .navapi-switch").first
    tabs, menu = samples.locator("summary:visible"), samples.get_by_label("More")
    names = ["Lua", "cURL", "Python", "JavaScript", "TypeScript"]
    assert tabs.all_inner_texts() == names
    menu.select_option("Ruby")
    assert samples.locator("details[open] > summary").all_text_contents() == ["Ruby"]
    page.reload()
    assert menu.evaluate("e => e.selectedOptions[0].text") == "Ruby"
    tabs.first.click()
    assert menu.evaluate("e => e.selectedOptions[0].text") == "More"
    page.set_viewport_size({"width": 360, "height": 900})
    assert tabs.all_inner_texts() == names[:3]
    menu.select_option("TypeScript")
    assert "const response: Response" in samples.locator("pre:visible").inner_text()


def test_one_of_many_named_examples_is_chosen(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/examples.html")
    samples = page.locator(".navapi-samples")
    # Of the request, its body and the response.
    expect(samples.locator("pre:visible", has_text="value ")).to_have_count(3)
    for name, others in (("Request body", 2), ("Response 200", 2)):
        menu = samples.get_by_role("combobox", name=name)
        menu.focus()
        page.keyboard.press("End")
        expect(menu).to_have_value("Name 4")
        group = menu.locator("..")
        expect(group.locator("pre:visible")).to_have_text(re.compile("value 4"))
        expect(group.locator("summary:visible")).to_have_count(0)
        expect(samples.locator("pre:visible")).to_have_count(others + 1)
    # Four are in a row.
    samples.locator("summary", has_text="404").click()
    expect(samples.locator("summary:visible", has_text="Name")).to_have_count(4)


def test_a_named_example_that_is_found_is_chosen(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/examples.html#:~:text=value%203")
    menu = page.get_by_role("combobox", name="Response 200")
    bodies = page.get_by_role("combobox", name="Request body")
    expect(menu.or_(bodies).locator("option:checked", has_text="Name 3")).to_have_count(1)


def test_named_examples_are_read_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/ref/examples.html")
    for part in page.locator(".navapi-samples summary", has_text="Name 4").all():
        if part.is_visible():
            part.click()
            expect(part.locator("..").locator("pre")).to_be_visible()
    expect(page.locator(".navapi-samples pre:visible", has_text="value 4")).to_have_count(2)
    context.close()


def test_long_samples_fold(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    samples = page.locator(".navapi-samples .navapi-switch").first
    samples.get_by_label("More").select_option("Go")
    pre, button = samples.locator("pre:visible"), samples.get_by_role("button", name="Show all")
    assert pre.evaluate("e => e.scrollHeight > e.clientHeight")
    button.click()
    assert pre.evaluate("e => e.scrollHeight === e.clientHeight")
    button.wait_for(state="detached")
    samples.locator("summary").first.click()
    assert not button.is_visible()


def test_paper_shows_what_is_closed(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    page.emulate_media(media="print")
    lost = page.evaluate("""() => [...document.querySelectorAll(".navapi-operation *")]
      .filter(e => !e.children.length && e.textContent.trim()
        && !e.matches("button, option, .navapi-anchor")
        && !e.closest("details[data-client]:not([open]), h2")
        && !e.checkVisibility({contentVisibilityAuto: true}))
      .map(e => e.outerHTML.slice(0, 90))""")
    assert lost == []
    assert page.locator(".navapi-samples details[data-client]:visible").count() == 0


def test_copying(page: Page, site: str) -> None:
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto(f"{site}/ref/op.html")
    pre = page.locator(".navapi-samples pre:visible").first
    pre.hover()
    pre.get_by_role("button", name="Copy").click()
    assert page.evaluate("navigator.clipboard.readText()") == "print(1)"
    assert pre.get_by_role("button").inner_text() == "Copied"


def test_a_link_to_a_field_opens_what_is_around_it(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    target = page.locator(".navapi-responses details:not([open]) li[id]").first
    name = target.get_attribute("id")
    assert name
    assert not target.is_visible()
    page.goto(f"{site}/ref/op.html#{name}")
    wait_until(page, "id => document.getElementById(id).checkVisibility()", arg=name)


def test_links_to_fields_are_reached_by_keyboard(page: Page, site: str) -> None:
    """Each list is one tab stop: there may be hundreds of fields."""
    page.goto(f"{site}/ref/schemas/Many.html")
    links = page.locator(".navapi-anchor")
    focused = page.locator(".navapi-anchor:focus")
    for _ in range(4):
        page.keyboard.press("Tab")
        if focused.count():
            break
    expect(focused).to_have_attribute("href", "#schema.field_0")
    expect(focused).to_have_css("opacity", "1")
    expect(focused).to_have_accessible_name(re.compile("field_0$"))
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(focused).to_have_attribute("href", "#schema.field_1")
    page.keyboard.press("Enter")
    expect(page.locator("li:target")).to_have_attribute("id", "schema.field_1")
    assert links.evaluate_all("all => all.filter(each => each.tabIndex === 0).length") == 1


def test_links_to_fields_are_reached_by_touch(browser: Browser, site: str) -> None:
    context = browser.new_context(has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(f"{site}/ref/schemas/Many.html")
    page.locator("li", has_text="field_3").locator("code").first.tap()
    link = page.locator("li", has_text="field_3").locator(".navapi-anchor")
    expect(link).to_have_css("opacity", "1")
    link.tap()
    expect(page.locator("li:target")).to_have_attribute("id", "schema.field_3")
    context.close()


def test_anchors_of_hosted_services_lead_to_fields(page: Page, site: str) -> None:
    """As `find_field` reads them."""
    page.goto(f"{site}/ref/op.html")
    rows = page.locator(".navapi-fields > li[id]")
    names = field_names(rows.evaluate_all("rows => rows.map(row => row.id)"))
    hosted = {name: ident for name, ident in names.items() if is_field_anchor(name)}
    assert {name.partition("-")[0] for name in hosted} >= {"body", "parameter", "response"}
    for name, ident in hosted.items():
        if name != ident:
            page.evaluate("name => { location.hash = name; }", name)
            shown = "id => location.hash === '#' + encodeURIComponent(id)"
            wait_until(page, shown, arg=ident)
            wait_until(page, "id => document.getElementById(id).checkVisibility()", arg=ident)
    page.evaluate("location.hash = 'body-nothing-of-this-name'")
    assert page.evaluate("location.hash") == "#body-nothing-of-this-name"


def test_deep_schemas_open_in_place(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/op.html")
    page.evaluate(
        "document.querySelectorAll('details').forEach(d => { d.name = ''; d.open = true })"
    )
    link = page.locator(".navapi-responses a.navapi-deeper", has_text="Inner")
    assert link.get_attribute("href") == "../ref/schemas/Inner.html"
    link.click()
    opened = page.locator(
        ".navapi-responses details", has=page.locator(".navapi-schema .navapi-schema")
    ).last
    assert "found" in opened.inner_text()
    assert page.url.endswith("/ref/op.html")
    inserted = page.locator(".navapi-schema .navapi-schema").last
    assert inserted.locator("[id]").count() == 0
    hrefs = [a.get_attribute("href") or "" for a in inserted.locator("a").all()]
    assert f"{site}/ref/guide.html" in hrefs
    assert all(href.startswith(site) for href in hrefs)


def test_a_long_schema_opens_and_is_filtered(page: Page, site: str) -> None:
    page.goto(f"{site}/ref/schemas/Many.html")
    first = page.locator(".navapi-schema > .navapi-fields > li:visible")
    rows = first.or_(page.locator(".navapi-schema > .navapi-rest > .navapi-fields > li:visible"))
    expect(rows).to_have_count(15)
    inner = page.get_by_text("inner", exact=True)
    expect(inner.locator("visible=true")).to_have_count(0)
    page.get_by_role("button", name="Expand all").click()
    expect(inner.locator("visible=true")).to_have_count(2)
    expect(rows).to_have_count(31)
    field = page.get_by_role("searchbox", name="Filter properties")
    field.fill(" FIELD_2")
    expect(rows).to_have_count(10)
    field.fill("")
    expect(rows).to_have_count(15)
    # A short one needs neither.
    page.goto(f"{site}/ref/schemas/Inner.html")
    expect(page.get_by_role("searchbox")).to_have_count(0)
    expect(page.get_by_role("button", name="Expand all")).to_have_count(0)


def test_folded_fields_are_found_and_printed(page: Page, site: str) -> None:
    """By the browser's search in the page, which a link to a text uses, too."""
    page.goto(f"{site}/ref/schemas/Many.html")
    row = page.locator("li", has_text="field_20")
    expect(row).to_be_hidden()
    page.emulate_media(media="print")
    expect(row).to_be_visible()
    expect(page.locator(".navapi-rest > summary")).to_be_hidden()
    page.emulate_media(media="screen")
    expect(row).to_be_hidden()
    page.goto("about:blank")
    page.goto(f"{site}/ref/schemas/Many.html#:~:text=field_20")
    expect(row).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{site}/ref/schemas/Many.html#schema.field_27")
    expect(page.locator("li:target")).to_be_in_viewport()


def test_everything_can_be_read_without_scripts(browser: Browser, site: str) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{site}/ref/op.html")
    page.locator(".navapi-samples summary", has_text="Python").first.click()
    assert page.locator(".navapi-samples pre:visible").first.inner_text().startswith("import ")
    page.locator(".navapi-responses summary", has_text="default").click()
    assert page.get_by_text("long long").first.is_visible()
    context.close()


@pytest.mark.parametrize("width", [390, 1280])
def test_nothing_is_wider_than_the_page(page: Page, site: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{site}/ref/op.html")
    page.evaluate(
        "document.querySelectorAll('details').forEach(d => { d.name = ''; d.open = true })"
    )
    assert page.evaluate("document.documentElement.scrollWidth") <= width


CONTRAST = """
() => {
  const canvas = document.createElement("canvas").getContext("2d", {willReadFrequently: true});
  const rgba = (color) => {
    canvas.clearRect(0, 0, 1, 1); canvas.fillStyle = color; canvas.fillRect(0, 0, 1, 1);
    return [...canvas.getImageData(0, 0, 1, 1).data].map((v, i) => i < 3 ? v : v / 255);
  };
  const over = (top, below) =>
    [0, 1, 2].map(i => top[i] * top[3] + below[i] * (1 - top[3])).concat(1);
  const back = (e) => {
    const own = rgba(getComputedStyle(e).backgroundColor);
    return own[3] === 1 || !e.parentElement ? own : over(own, back(e.parentElement));
  };
  const light = (c) => {
    const [r, g, b] = c.slice(0, 3).map(v => v / 255)
      .map(v => v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const bad = [];
  for (const e of document.querySelectorAll("main *")) {
    const own = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    if (!own || !e.checkVisibility() || e.tagName === "A") continue;
    const under = back(e), text = over(rgba(getComputedStyle(e).color), under);
    const [a, b] = [light(text), light(under)].sort((x, y) => y - x);
    const ratio = (a + 0.05) / (b + 0.05);
    if (ratio < 4.5) bad.push(`${e.tagName} ${e.textContent.slice(0, 20)} ${ratio.toFixed(2)}`);
  }
  return bad;
}
"""


@pytest.mark.parametrize("name", ["op", "dark"])
def test_text_has_contrast(page: Page, site: str, name: str) -> None:
    """WCAG 2.2, 1.4.3 (AA), for everything but links, whose color is the theme's."""
    page.goto(f"{site}/ref/{name}.html")
    badges = "".join(
        f'<b class="navapi-method m-{m}">{m}</b>'
        for m in ("get", "post", "put", "patch", "delete", "head", "webhook")
    )
    page.evaluate(
        "html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", badges
    )
    page.evaluate(
        "document.querySelectorAll('details').forEach(d => { d.name = ''; d.open = true })"
    )
    assert page.evaluate(CONTRAST) == []
