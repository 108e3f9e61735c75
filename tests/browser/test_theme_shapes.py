"""Our theme with long names, many tabs, tabs in tabs, page modes, and other builders."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from full_run import first
from playwright.sync_api import Locator, Page, expect
from site_builds import build_site
from write_files import write_files

MODES = {"p3": "wide", "p4": "center", "p5": "custom", "p6": "frame"}


def navigation() -> dict[str, Any]:
    tabs: list[dict[str, Any]] = [
        {
            "tab": f"A rather long tab number {number}",
            "groups": [
                {
                    "group": "A group with an extraordinarily long name that wraps",
                    "tag": "Experimental",
                    "pages": [
                        "index" if number == 0 else f"p{number}",
                        {"group": "Nested_group_without_any_space_at_all", "pages": [f"q{number}"]},
                    ],
                }
            ],
        }
        for number in range(9)
    ]
    tabs[7]["menu"] = [
        {
            "item": "An item",
            "description": "Words that wrap at some length",
            "pages": ["m"],
        }
    ]
    tabs[2]["tabs"] = [
        {"tab": "Inner one", "pages": ["i1"]},
        {"tab": "Inner two", "pages": ["i2"]},
    ]
    return {"versions": [{"version": "2026-11-21 (latest)", "tabs": tabs}]}


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("shapes-source")
    config = {"name": "A name that is really much too long", "navigation": navigation()}
    (folder / "docs.json").write_text(json.dumps(config))
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\n')
    pages = [
        "index",
        "m",
        "i1",
        "i2",
        *(f"p{n}" for n in range(1, 9)),
        *(f"q{n}" for n in range(9)),
    ]
    for name in pages:
        mode = f"---\nmode: {MODES[name]}\n---\n\n" if name in MODES else ""
        (folder / f"{name}.md").write_text(f"{mode}# Page {name}\n\nText\n\n## A heading\n\nMore\n")
    return folder


@pytest.fixture(scope="module")
def shapes(source: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    return build_site(source, tmp_path_factory.mktemp("shapes")).as_uri()


@pytest.mark.parametrize("width", first(2, [320, 1024, 390, 1280]))
def test_long_names_fit(page: Page, shapes: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 800})
    page.goto(f"{shapes}/p7.html")
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    if width < 1024:
        page.get_by_role("button", name="Navigation").click()
        drawer = page.locator(".navapi-drawer")
        assert drawer.evaluate("e => e.scrollWidth <= e.clientWidth")


def test_the_current_tab_is_in_sight_and_its_menu_in_the_window(page: Page, shapes: str) -> None:
    page.set_viewport_size({"width": 1024, "height": 800})
    page.goto(f"{shapes}/p7.html")
    current = page.locator(".navapi-tabs li:has(> [aria-current])")
    expect(current).to_contain_text("number 7")
    expect(current).to_be_in_viewport(ratio=0.9)
    current.locator("summary").click()
    item = page.get_by_role("link", name="An item")
    expect(item).to_be_visible()
    box = item.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 1024
    item.click()
    page.wait_for_url("**/m.html")


def test_tabs_in_tabs(page: Page, shapes: str) -> None:
    page.goto(f"{shapes}/i1.html")
    inner = page.locator(".navapi-side nav.navapi-tabs")
    expect(inner.locator("[aria-current]")).to_have_text("Inner one")
    inner.get_by_role("link", name="Inner two").click()
    page.wait_for_url("**/i2.html")


@pytest.mark.parametrize(
    ("name", "sidebar", "contents", "neighbors"),
    [
        ("p1", True, True, True),
        ("p3", True, False, True),
        ("p4", False, False, True),
        ("p5", False, False, False),
        ("p6", True, False, False),
    ],
    ids=["none", "wide", "center", "custom", "frame"],
)
def test_modes_of_pages(
    page: Page, shapes: str, name: str, sidebar: bool, contents: bool, neighbors: bool
) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(f"{shapes}/{name}.html")
    expect(page.locator("nav.navapi-tabs").first).to_be_visible()
    assert page.locator(".navapi-sidebar").is_visible() == sidebar
    assert page.locator(".navapi-toc").is_visible() == contents
    assert page.locator(".navapi-prev-next").is_visible() == neighbors


@pytest.mark.parametrize("builder", first(1, ["dirhtml", "singlehtml"]))
def test_other_builders(page: Page, source: Path, tmp_path: Path, builder: str) -> None:
    site = build_site(source, tmp_path, "-b", builder, "-d", str(tmp_path / ".doctrees"))
    messages: list[str] = []
    page.on("console", lambda message: messages.append(message.text))
    if builder == "singlehtml":
        page.goto((site / "index.html").as_uri())
        page.locator(".navapi-sidebar a", has_text="Page index").click()
    else:
        page.goto((site / "p1" / "index.html").as_uri())
        expect(page.locator("body")).to_have_attribute("data-navapi-page", "p1")
        link = page.locator("nav.navapi-tabs a", has_text="number 2")
        assert link.get_attribute("href") == "../p2/"
    assert messages == []


def test_a_site_without_docs_json(page: Page, tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    (source / "conf.py").write_text(
        'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\nproject = "Plain"\n'
    )
    (source / "index.rst").write_text("Plain\n=====\n\n.. toctree::\n\n   one\n")
    (source / "one.rst").write_text("One\n===\n\nText\n")
    site = build_site(source, tmp_path / "out").as_uri()
    page.goto(f"{site}/index.html")
    page.locator(".navapi-sidebar").get_by_role("link", name="One").click()
    page.wait_for_url("**/one.html")
    expect(page.locator("h1")).to_contain_text("One")


LONG = "an_extraordinarily_long_name_without_any_place_where_a_line_could_be_broken"


@pytest.mark.parametrize("theme", first(1, ["navapi", "furo"]))
def test_names_of_one_long_word_fit(page: Page, tmp_path: Path, theme: str) -> None:
    def operation(name: str, **more: Any) -> dict[str, Any]:
        schema = {"$ref": "#/components/schemas/A"}
        content = {"application/json": {"schema": schema}}
        return {
            "operationId": name,
            "responses": {"200": {"description": "Well.", "content": content, **more}},
        }

    schemas: dict[str, Any] = {
        "A": {"properties": {"a": {"$ref": "#/components/schemas/B"}}},
        "B": {"properties": {"b": {"$ref": f"#/components/schemas/{LONG}"}}},
        LONG: {"properties": {"c": {"properties": {"d": {"type": "string"}}}}},
    }
    document = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "components": {"schemas": schemas},
        "paths": {
            "/a": {"get": operation("a", links={"next": {"operationId": "b"}})},
            f"/{LONG}": {"get": operation("b")},
        },
    }
    (tmp_path / "api.json").write_text(json.dumps(document))
    (tmp_path / "docs.json").write_text('{"navigation": {"openapi": "api.json", "pages": []}}')
    (tmp_path / "conf.py").write_text('extensions = ["sphinx_navapi"]\nnavapi_schema_depth = 2\n')
    site = build_site(tmp_path, tmp_path / "out", "-D", f"html_theme={theme}")
    page.set_viewport_size({"width": 390, "height": 800})
    for name in ("get-a", f"get-{LONG}"):
        page.goto((site / "api-reference" / f"{name}.html").as_uri())
        page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390, name
    page.goto((site / "api-reference" / "get-a.html").as_uri())
    page.evaluate("document.querySelectorAll('details').forEach(d => { d.open = true })")
    expect(page.locator(".navapi-deeper")).to_have_count(1)
    responses = page.locator(".navapi-responses")
    expect(responses.get_by_role("link", name=f"GET /{LONG}")).to_have_count(1)


@pytest.mark.parametrize("language", ["en", "ar"])
def test_a_table_that_continues_fades_out(page: Page, tmp_path: Path, language: str) -> None:
    wide = "|".join(f" column_number_{number} " for number in range(9))
    head = f"| {wide} |\n|{'---|' * 9}\n| {wide} |\n"
    write_files(tmp_path / "src", {
        "docs.json": json.dumps({"navigation": {"pages": ["index"]}}),
        "index.md": f"# Tables\n\n{head}\n| a |\n|---|\n| b |\n",
    })  # fmt: skip
    options = ("-C", "-D", "extensions=sphinx_navapi", "-D", "html_theme=navapi")
    site = build_site(tmp_path / "src", tmp_path / "out", *options, "-D", f"language={language}")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto((site / "index.html").as_uri())
    wide_table, small = page.locator(".body table").all()

    def mask(table: Locator) -> str:
        # A frame later, the timeline has the new position.
        return str(
            table.evaluate(
                "async e => { for (let i = 2; i--;) await new Promise(requestAnimationFrame);"
                " return getComputedStyle(e).maskImage }"
            )
        )

    assert ("to right" if language == "en" else "to left") in mask(wide_table)
    assert mask(small) == "none"
    wide_table.evaluate("e => e.scrollBy(e.scrollWidth * (e.matches(':dir(rtl)') ? -1 : 1), 0)")
    assert mask(wide_table) == "none"
