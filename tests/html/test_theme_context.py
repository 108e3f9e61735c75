"""What the templates of our theme get: plain functions, data in, value out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.html.page_contexts import edit_url, page_mode, unused_files, with_badges
from sphinx_navapi.html.theme_settings import (
    CONTRAST,
    DARK_BACKGROUND,
    LIGHT_BACKGROUND,
    contrast,
    legible,
    logo_path,
    make_accent,
    parse_color,
    theme_settings,
)
from sphinx_navapi.locale.interface import interface_words
from sphinx_navapi.plan.site_plan import (
    Page,
)


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [
        # From the examples of WCAG's understanding documents and its formula.
        ((0, 0, 0), (255, 255, 255), 21.0),
        ((255, 255, 255), (255, 255, 255), 1.0),
        ((0x76, 0x76, 0x76), (255, 255, 255), 4.54),
        ((255, 0, 0), (255, 255, 255), 4.0),
    ],
)
def test_contrast(first: Any, second: Any, ratio: float) -> None:
    assert contrast(first, second) == pytest.approx(ratio, abs=0.01)
    assert contrast(second, first) == contrast(first, second)


@pytest.mark.parametrize("color", ["#ffd000", "#fff", "#000", "#0b6b74", "#7f7f7f", "#ff0000"])
def test_every_accent_is_legible(color: str) -> None:
    accent = make_accent(color)
    for shown, background, upon in (
        (accent.light, LIGHT_BACKGROUND, accent.on_light),
        (accent.dark, DARK_BACKGROUND, accent.on_dark),
    ):
        rgb, text = parse_color(shown), parse_color(upon)
        assert rgb is not None
        assert text is not None
        assert contrast(rgb, background) >= CONTRAST
        assert contrast(rgb, text) >= 4.5


def test_a_legible_color_stays() -> None:
    assert legible((0x0B, 0x6B, 0x74), LIGHT_BACKGROUND) == (0x0B, 0x6B, 0x74)
    assert make_accent("#0b6b74", "#4fc3cc").dark == "#4fc3cc"


@pytest.mark.parametrize("value", [None, "", "teal", "#12", "#12345", "rgb(1,2,3)", "url(x)"])
def test_no_color(value: str | None) -> None:
    assert parse_color(value) is None
    assert make_accent(value) == make_accent(None)


OPTIONS = {
    "breadcrumbs": "true",
    "drilldown": "false",
    "open_groups": "",
    "accent_color": "",
    "logo_light": "",
    "logo_dark": "",
    "show_prev_next": "true",
    "sidebar_icons": "true",
    "color_scheme": "auto",
}


@pytest.mark.parametrize(
    ("options", "settings", "name", "value"),
    [
        ({}, {}, "open_groups", False),
        ({}, {"theme": "mint"}, "open_groups", True),
        ({"open_groups": False}, {"theme": "mint"}, "open_groups", False),
        ({"open_groups": "false"}, {"theme": "mint"}, "open_groups", False),
        ({"open_groups": True}, {}, "open_groups", True),
        ({}, {}, "eyebrows", "breadcrumbs"),
        ({"breadcrumbs": False}, {}, "eyebrows", ""),
        ({"breadcrumbs": "false"}, {"styling": {"eyebrows": "section"}}, "eyebrows", "section"),
        ({}, {}, "drilldown", False),
        ({"drilldown": True}, {}, "drilldown", True),
        ({"drilldown": "true"}, {"interaction": {"drilldown": False}}, "drilldown", False),
        ({"show_prev_next": "False"}, {}, "show_prev_next", False),
        ({"color_scheme": "dark"}, {}, "color_scheme", "dark"),
        ({"color_scheme": "sepia"}, {}, "color_scheme", "auto"),
        ({"color_scheme": "dark"}, {"appearance": {"default": "light"}}, "color_scheme", "light"),
        ({"logo_light": "a.svg"}, {"logo": "b.svg"}, "logo_light", "b.svg"),
        ({"logo_dark": "a.svg"}, {"logo": {"light": "b.svg"}}, "logo_dark", "a.svg"),
        ({}, {"search": {"prompt": "Ask"}}, "search_prompt", "Ask"),
    ],
)
def test_docs_json_wins_over_options(
    options: dict[str, Any], settings: dict[str, Any], name: str, value: object
) -> None:
    assert getattr(theme_settings({**OPTIONS, **options}, settings), name) == value


def test_logo_stays_in_its_folders(tmp_path: Path) -> None:
    source, config = tmp_path / "docs", tmp_path / "conf"
    for folder in (source / "images", config):
        folder.mkdir(parents=True)
    (source / "images" / "a.svg").write_text("<svg/>")
    (config / "b.svg").write_text("<svg/>")
    (tmp_path / "secret.svg").write_text("<svg/>")
    assert logo_path("/images/a.svg", source, config) == (source / "images" / "a.svg").resolve()
    assert logo_path("b.svg", source, config) == (config / "b.svg").resolve()
    assert logo_path("../secret.svg", source, config) is None


def test_unused_files() -> None:
    plain = unused_files("<p>text</p>", own_code_colors=True)
    assert "_static/sphinx-design.min.css" in plain
    assert "_static/navapi-operation.js" in plain
    assert "_static/pygments.css" in plain
    cards = unused_files(
        '<div class="sd-card"><div class="x navapi-fields">', own_code_colors=False
    )
    assert "_static/sphinx-design.min.css" not in cards
    assert "_static/navapi-operation.css" not in cards
    assert "_static/design-tabs.js" in cards
    assert "_static/pygments.css" not in cards


@pytest.mark.parametrize(
    ("context", "url"),
    [
        ({}, None),
        (
            {"github_user": "a", "github_repo": "b", "conf_py_path": "/docs/"},
            "https://github.com/a/b/edit/main/docs/guide/x.md",
        ),
        (
            {"gitlab_user": "a", "gitlab_repo": "b", "gitlab_version": "v2"},
            "https://gitlab.com/a/b/-/edit/v2/guide/x.md",
        ),
        ({"github_user": "a", "github_repo": "b", "sourcename": ""}, None),
    ],
)
def test_edit_url(context: dict[str, Any], url: str | None) -> None:
    page = {"pagename": "guide/x", "page_source_suffix": ".md", "sourcename": "guide/x.md.txt"}
    assert edit_url({**page, **context}) == url


def test_badges() -> None:
    body = '<section><h1>Title<a class="headerlink" href="#t">¶</a></h1><h1>Two</h1></section>'
    page = Page(docname="a", title="Title", tag="<Beta>", deprecated=True)
    html = with_badges(body, page, interface_words(None))
    start, end = html.split('<a class="headerlink"', 1)
    assert start.startswith('<section><h1>Title <span class="navapi-tag">&lt;Beta&gt;</span>')
    assert start.endswith('navapi-old">deprecated</span>')
    assert "navapi-tag" not in end
    assert with_badges(body, Page(docname="a", title="Title"), interface_words(None)) == body
    assert with_badges(body, None, interface_words(None)) == body
    assert with_badges("<p>no heading</p>", page, interface_words(None)) == "<p>no heading</p>"


@pytest.mark.parametrize(
    ("mode", "shown"),
    [("wide", "wide"), ("center", "center"), ("odd", ""), (None, ""), (["wide"], "")],
)
def test_modes(mode: object, shown: str) -> None:
    assert page_mode(Page(docname="a", title="A", metadata={"mode": mode})) == shown
