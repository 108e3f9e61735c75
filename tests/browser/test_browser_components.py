"""Components in a real browser: links that open content, filters by tag, pages without scripts."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from playwright.sync_api import Browser, Page, expect
from write_files import write_files

from sphinx_navapi.cli import main


def test_link_opens_what_it_leads_into(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html#age")
    expect(page.get_by_text("Two years.")).to_be_visible()
    expect(page.get_by_text("Nothing to install.")).to_be_hidden()
    page.goto(f"{demo.as_uri()}/blocks/components.html#nodejs")
    expect(page.get_by_text("Nothing to install.")).to_be_visible()


def test_tabs_of_a_label_open_together_and_have_addresses(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    expect(page.get_by_text("const answer")).to_be_hidden()
    page.locator(".sd-tab-label", has_text="Node.js").first.click()
    expect(page.get_by_text("Nothing to install.")).to_be_visible()
    expect(page.get_by_text("const answer")).to_be_visible()
    assert page.url.endswith("#nodejs")


def test_tags_filter_updates(demo: Path, page: Page) -> None:
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    updates = page.locator(".navapi-update")
    expect(updates).to_have_count(2)
    button = page.get_by_role("button", name="Hardware")
    button.click()
    expect(button).to_have_attribute("aria-pressed", "true")
    expect(page.locator(".navapi-update:visible")).to_have_count(1)
    button.click()
    expect(page.locator(".navapi-update:visible")).to_have_count(2)


def test_grids_are_one_column_on_a_narrow_window(demo: Path, browser: Browser) -> None:
    page = browser.new_page(viewport={"width": 390, "height": 800})
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    boxes = [card.bounding_box() for card in page.locator(".navapi-card").all()]
    assert {round(box["x"]) for box in boxes if box} == {round(boxes[0]["x"]) if boxes[0] else 0}
    page.context.close()


def test_everything_is_there_without_scripts(demo: Path, browser: Browser) -> None:
    context = browser.new_context(java_script_enabled=False)
    page = context.new_page()
    page.goto(f"{demo.as_uri()}/blocks/components.html")
    page.locator(".sd-tab-label", has_text="Node.js").first.click()
    expect(page.get_by_text("Nothing to install.")).to_be_visible()
    page.locator("summary", has_text="May I move a buoy?").click()
    expect(page.get_by_text("Ask its keeper first.")).to_be_visible()
    expect(page.locator(".navapi-update:visible")).to_have_count(2)
    context.close()


def test_diagrams_are_drawn_in_the_colors_of_the_page(
    browser: Browser, tmp_path: Path, serve: Callable[[Path], str]
) -> None:
    files = {
        "docs.json": {"navigation": {"pages": ["index"]}},
        "index.mdx": "# Home\n\n```mermaid\nflowchart LR\n  A[Client] --> B[Relay]\n```\n\n"
        "```mermaid\nno diagram\n```\n",
    }
    out = tmp_path / "out"
    assert main(["build", str(write_files(tmp_path / "source", files)), str(out)]) == 0
    address = f"{serve(out)}/index.html"
    context = browser.new_context(java_script_enabled=False)
    plain = context.new_page()
    plain.goto(address)
    expect(plain.locator("pre", has_text="flowchart LR")).to_be_visible()
    context.close()
    context = browser.new_context(color_scheme="light")
    page = context.new_page()
    page.goto(address)
    figure = page.get_by_role("img", name="flowchart LR A[Client]")
    expect(figure.get_by_text("Relay")).to_be_visible()
    expect(page.locator("pre", has_text="flowchart LR")).to_be_hidden()
    expect(page.locator("pre", has_text="no diagram")).to_be_visible()
    box = figure.locator(".node rect").first
    light = box.evaluate("box => getComputedStyle(box).fill")
    page.emulate_media(color_scheme="dark")
    expect(box).not_to_have_css("fill", light)
    context.close()


def test_html_is_laid_out_in_its_place(tmp_path: Path, browser: Browser) -> None:
    frame = '<iframe title="%s" width="1440" height="900" style="position: %s; inset: 0"></iframe>'
    placed = "position: 'absolute', left: 0, width: '100%', height: '100%'"
    page_text = f"""---
title: Looks
---

<div style={{{{position: 'relative', paddingBottom: '50%'}}}}>
  <iframe title="inside" style={{{{{placed}}}}}></iframe>
</div>

{frame % ("fixed", "fixed")}

{frame % ("free", "absolute")}

<div className="grid md:grid-cols-2 gap-4">
<div className="bg-white dark:bg-black">One</div>
<div>Two</div>
</div>
"""
    source, out = tmp_path / "source", tmp_path / "out"
    settings = '{"name": "Looks", "navigation": {"pages": ["index"]}}'
    write_files(source, {"docs.json": settings, "index.mdx": page_text})
    for theme in ("navapi", "furo"):
        assert main(["build", str(source), str(out / theme), "-D", f"html_theme={theme}"]) == 0
        for width, scheme in ((1440, "light"), (390, "dark")):
            context = browser.new_context(
                viewport={"width": width, "height": 900},
                color_scheme="dark" if scheme == "dark" else "light",
            )
            page = context.new_page()
            page.goto((out / theme / "index.html").as_uri())
            assert page.evaluate("document.documentElement.scrollWidth") <= width
            text = page.get_by_role("heading", name="Looks").bounding_box()
            inside = page.locator("iframe[title=inside]").bounding_box()
            assert text is not None
            assert inside is not None
            assert inside["y"] >= text["y"] + text["height"]
            assert abs(inside["height"] - inside["width"] / 2) < 6
            for name in ("fixed", "free"):
                box = page.locator(f"iframe[title={name}]").bounding_box()
                assert box is not None
                assert box["y"] >= inside["y"] + inside["height"]
                assert box["width"] <= width
            one = page.get_by_text("One", exact=True).bounding_box()
            two = page.get_by_text("Two", exact=True).bounding_box()
            assert one is not None
            assert two is not None
            assert (one["y"] == two["y"]) == (width == 1440)
            color = page.locator("[class~='dark:bg-black'], [class*='u-dark:bg-black']").evaluate(
                "element => getComputedStyle(element).backgroundColor"
            )
            assert color == ("rgb(0, 0, 0)" if scheme == "dark" else "rgb(255, 255, 255)")
            context.close()
