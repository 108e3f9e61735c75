"""Fonts, background, color scheme and code as set in docs.json."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.html.theme_settings import VARIANTS, dark_code, site_styles, strict_scheme


def look(tmp_path: Path, **settings: Any) -> str:
    return site_styles(settings, tmp_path).css


def test_fonts(tmp_path: Path) -> None:
    (tmp_path / "fonts").mkdir()
    (tmp_path / "fonts" / "a b.woff2").touch()
    fonts = {
        "family": "Inter",
        "heading": {"family": "Serif One", "source": "/fonts/a b.woff2", "weight": 600},
    }
    found = site_styles({"fonts": fonts}, tmp_path)
    assert ':root { --navapi-sans: "Inter", system-ui' in found.css
    assert '{ font-family: "Serif One", var(--navapi-sans); }' in found.css
    assert 'font-weight: 600; font-display: swap; src: url("../../_navapi/look/fonts/a%20b' in (
        found.css
    )
    assert 'format("woff2")' in found.css
    assert list(found.files) == ["_navapi/look/fonts/a b.woff2"]


def test_font_of_a_url(tmp_path: Path) -> None:
    font = {"family": "F", "source": "https://x.example/f", "format": "woff"}
    css = look(tmp_path, fonts={"body": font})
    assert "font-weight: 100 900;" in css
    assert 'src: url("https://x.example/f") format("woff")' in css


def test_background(tmp_path: Path) -> None:
    (tmp_path / "a.png").touch()
    color = {"light": "#f5f5f7", "dark": "#000000"}
    css = look(tmp_path, background={"color": color, "image": {"light": "a.png"}})
    assert "--navapi-bg: light-dark(#f5f5f7, #000000)" in css
    assert 'url("../../_navapi/look/a.png")' in css
    assert 'html[data-scheme="auto"] body { background-image: none; }' in css
    assert "light-dark(#f5f5f7, #0f1216)" in look(
        tmp_path, background={"color": {"light": "#f5f5f7"}}
    )
    for decoration in ("gradient", "grid", "windows"):
        assert "body::before" in look(tmp_path, background={"decoration": decoration})


@pytest.mark.parametrize(
    "settings",
    [
        {},
        # Text would not be legible.
        {"background": {"color": {"light": "#222222", "dark": "#eeeeee"}}},
        {"background": {"color": {"light": "red; } body { display: none"}}},
        {"background": {"image": '/x.png"); } body { display: none'}},
        {"background": {"image": "../secret.png"}},
        {"background": {"image": "https://x.example/a'b.png)"}},
        {"fonts": {"family": 'A"; } body { display: none'}},
        {"fonts": {"source": "/fonts/none.woff2"}},
    ],
)
def test_nothing_else_reaches_the_style_sheet(tmp_path: Path, settings: dict[str, Any]) -> None:
    (tmp_path.parent / "secret.png").touch()
    assert site_styles(settings, tmp_path).css == ""


@pytest.mark.parametrize(
    ("value", "is_dark"),
    [
        ("dark", True),
        ("system", False),
        (None, False),
        ({"theme": "night-owl"}, True),
        ({"theme": "css-variables"}, False),
        ({"theme": {"light": "min-light", "dark": "min-dark"}}, False),
        ({"theme": {"light": "dracula", "dark": "dracula"}}, True),
    ],
)
def test_code(value: Any, is_dark: bool) -> None:
    assert dark_code({"styling": {"codeblocks": value}}) is is_dark


def test_strict() -> None:
    assert strict_scheme({"appearance": {"strict": True}})
    assert not strict_scheme({"appearance": {"default": "dark"}})


def test_looks_by_name(tmp_path: Path) -> None:
    """Each is different, and balanced: an extra brace would disable the rules after it."""
    found = {name: look(tmp_path, theme=name) for name in VARIANTS}
    assert len(set(found.values())) == len(VARIANTS) == 9
    assert found["mint"] == look(tmp_path) == look(tmp_path, theme="of another service")
    assert all(css.count("{") == css.count("}") for css in found.values())


def test_fonts_win_over_those_of_a_look(tmp_path: Path) -> None:
    css = look(tmp_path, theme="linden", fonts={"family": "Inter"})
    assert css.index("var(--navapi-mono)") < css.index('"Inter"')
