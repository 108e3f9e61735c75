"""A theme that nobody knows, with a dark scheme of its own and a bar that stays in view."""

from __future__ import annotations

import json

import pytest
from playwright.sync_api import Page, expect
from site_builds import build_site

API = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "servers": [{"url": "https://x.example"}],
    "paths": {
        f"/{name}": {"get": {"summary": name, "responses": {"200": {"description": "OK"}}}}
        for name in ("one", "two", "three")
    },
}
STYLE = """<style>
html { font-size: 16px; } div.body { max-width: none; }
[data-look=frame] body { background: #123; } [data-look=frame] div.body { background: #fff; }
[data-look=night] body { background: #123; color: #eee; transition: background 10ms; }
.bar { position: fixed; inset: 0 0 auto; height: 70px; z-index: 9; background: #808; }
.document { padding-top: 80px; }
</style>"""
LAYOUT = (
    '{% extends "basic/layout.html" %}{% block extrahead %}'
    + STYLE
    + "{% endblock %}"
    + '{% block header %}<div class="bar">{{ project }}</div>{% endblock %}'
)


@pytest.fixture(scope="module")
def operation(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("any-theme")
    files = {
        "api.json": json.dumps(API),
        "docs.json": json.dumps({"navigation": {"pages": ["index"], "openapi": "api.json"}}),
        "index.md": "# Hello\n",
        "conf.py": 'extensions = ["sphinx_navapi"]\nproject = "Any"\nhtml_theme = "own"\n'
        'html_theme_path = ["themes"]\n',
        "themes/own/theme.conf": "[theme]\ninherit = basic\nstylesheet = basic.css\n",
        "themes/own/layout.html": LAYOUT,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return (build_site(folder, folder / "out") / "api-reference" / "one.html").as_uri()


def test_our_colors_follow_the_scheme_of_the_theme(page: Page, operation: str) -> None:
    page.emulate_media(color_scheme="light")
    page.goto(operation)
    string = page.locator(".navapi-samples pre i").first
    by_day = string.evaluate("e => getComputedStyle(e).color")
    page.evaluate("document.documentElement.dataset.look = 'night'")
    expect(string).not_to_have_css("color", by_day)
    expect(page.locator(":root")).to_have_css("color-scheme", "dark")
    page.evaluate("delete document.documentElement.dataset.look")
    expect(string).to_have_css("color", by_day)


def test_a_light_column_on_a_dark_page_is_light(page: Page, operation: str) -> None:
    """As in Sphinx's theme classic."""
    page.emulate_media(color_scheme="light")
    page.goto(operation)
    string = page.locator(".navapi-samples pre i").first
    by_day = string.evaluate("e => getComputedStyle(e).color")
    page.evaluate("document.documentElement.dataset.look = 'frame'")
    page.evaluate("new Promise(requestAnimationFrame)")
    expect(page.locator(":root[data-navapi-dark]")).to_have_count(0)
    expect(string).to_have_css("color", by_day)


def test_a_theme_that_declares_its_scheme_keeps_it(page: Page, operation: str) -> None:
    page.goto(operation)
    page.add_style_tag(content=":root { color-scheme: light; } body { background: #123; }")
    page.evaluate("document.documentElement.dataset.look = 'other'")
    expect(page.locator(":root[data-navapi-dark]")).to_have_count(1)
    expect(page.locator(":root")).to_have_css("color-scheme", "light")


def test_samples_stay_below_the_bar(page: Page, operation: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 600})
    page.goto(operation)
    page.evaluate("document.querySelector('.navapi-operation').style.minHeight = '3000px'")
    page.mouse.wheel(0, 1000)
    page.wait_for_function("scrollY > 500")
    samples = page.locator(".navapi-samples").first
    assert samples.evaluate("e => e.getBoundingClientRect().top") >= 70
