"""Which styles of authors are kept, and which classes set a layout; nothing covers the page or
loads.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import sphinx_navapi
from sphinx_navapi.mdx.permitted_styles import page_style, permitted_style, style_value
from sphinx_navapi.mdx.utility_classes import find_classes, own_classes, rules, style_classes

STATIC = Path(sphinx_navapi.__file__).parent / "html" / "static"


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("color: #c00; PADDING-TOP: 4px", "color: #c00; padding-top: 4px"),
        ({"paddingTop": 8, "lineHeight": 1.5, "flex": 1},
         "padding-top: 8px; line-height: 1.5; flex: 1"),
        ({"gridTemplateColumns": "repeat(auto-fit, minmax(9rem, 1fr))"},
         "grid-template-columns: repeat(auto-fit, minmax(9rem, 1fr))"),
        ("color: red !important", "color: red"),
        ("position: fixed; inset: 0; top: 0", ""),
        ("position: sticky; top: 0", ""),
        ("position: absolute; left: 0; color: red", "color: red"),
        ("background: url(//x.example/a.png)", ""),
        ("background: u\\72l(//x.example)", ""),
        ("background: URL (//x.example)", ""),
        ("background: image-set('a.png' 1x)", ""),
        ("width: expression(alert(1))", ""),
        ("color: red; } body { display: none", "color: red"),
        ("z-index: 9; transform: scale(90); animation: a 1s; clip-path: none; --x: 1", ""),
        ("margin-top: -90rem; margin: calc(10px - 9999px); margin-left: min(1px, -9px)", ""),
        ("margin: 0 auto", "margin: 0 auto"),
        ("box-shadow: 0 0 0 9999px red", ""),
        ("box-shadow: 0 1px 3px rgb(0 0 0 / 10%)", "box-shadow: 0 1px 3px rgb(0 0 0 / 10%)"),
        ("filter: blur(900px)", ""),
        ("font-size: 90rem", ""),
        ("text-indent: -999px", ""),
        ({"width": None, "height": True, "color": ["red"]}, ""),
        (7, ""),
    ],
)  # fmt: skip
def test_what_stays_of_a_style(style, kept):
    assert style_value(permitted_style(style)) == kept


@pytest.mark.parametrize(
    ("style", "kept"),
    [
        ("width: 1440px", {"width": "1440px", "box-sizing": "border-box", "max-width": "100%"}),
        ("max-width: 40rem", {"max-width": "min(40rem, 100%)", "box-sizing": "border-box"}),
        ("max-width: none", {"max-width": "100%", "box-sizing": "border-box"}),
        ("width: 50%", {"width": "50%", "box-sizing": "border-box"}),
        ("position: relative", {"position": "relative", "contain": "paint"}),
        ("color: red", {"color": "red"}),
    ],
)
def test_what_is_in_a_page_keeps_its_place(style, kept):
    assert page_style(style) == kept


def test_what_is_placed_freely_needs_a_frame():
    style = "position: absolute; top: 0; width: 100%"
    assert "position" not in permitted_style(style)
    assert permitted_style(style, in_frame=True)["position"] == "absolute"
    assert own_classes("absolute top-0") == ["navapi-u-top-0"]
    assert own_classes("absolute", in_frame=True) == ["navapi-u-absolute"]


@pytest.mark.parametrize(
    ("name", "css"),
    [
        ("grid-cols-3", "grid-template-columns: repeat(3, minmax(0, 1fr))"),
        ("col-span-2", "grid-column: span 2 / span 2"),
        ("gap-4", "gap: 1rem"),
        ("p-0.5", "padding: 0.125rem"),
        ("mx-auto", "margin-inline: auto"),
        ("w-1/3", "width: 33.3333%; box-sizing: border-box"),
        ("h-[500px]", "height: 500px; box-sizing: border-box"),
        ("items-start", "align-items: flex-start"),
        ("object-cover", "object-fit: cover"),
        ("text-center", "text-align: center"),
        ("text-lg", "font-size: 1.125rem; line-height: 1.75rem"),
        ("text-white", "color: #fff"),
        ("text-black/50", "color: color-mix(in srgb, #000 50%, transparent)"),
        ("border-l-4", "border-left-width: 4px; border-left-style: solid"),
        ("aspect-video", "aspect-ratio: 16 / 9"),
        ("opacity-50", "opacity: 0.5"),
    ],
)
def test_a_class_that_lays_out(name, css):
    (own,) = own_classes(name)
    assert own == f"navapi-u-{name}"
    assert f"{{ {css} }}" in rules([own])


@pytest.mark.parametrize(
    ("names", "kept"),
    [
        ("hero my-box", ["hero", "my-box"]),
        ("fixed sticky z-50 -mt-96", ["fixed", "sticky", "z-50", "-mt-96"]),
        ("bg-[url(//x.example)] w-[expression(1)] group-hover:underline", []),
        ("m-[-900px] mt-[calc(1px-900px)]", []),
    ],
)
def test_a_class_that_does_not(names, kept):
    assert own_classes(names) == kept
    assert rules(f"navapi-u-{name}" for name in names.split()) == ""


def test_rules_of_wider_pages_and_of_the_dark_come_last():
    names = own_classes(
        "dark:bg-black lg:p-8 border-t p-4 px-2 md:p-6 border bg-white hover:bg-black"
    )
    lines = rules(names).splitlines()
    order = ["border.", "p-4", "border-t", "px-2", "bg-white", "hover", "md", "lg", "dark", "dark"]
    assert [
        next(i for i, line in enumerate(lines) if f"u-{name}" in line) for name in order[:-1]
    ] == (list(range(len(order) - 1)))
    assert "@media (width >= 768px)" in rules(own_classes("md:p-6"))
    dark = rules(own_classes("dark:block"))
    assert '[data-theme="dark"]' in dark
    assert "prefers-color-scheme: dark" in dark


def test_classes_are_found_in_pages():
    html = '<p class="a navapi-u-md:w-1/2 navapi-u-[margin:0_auto]">navapi-u-p-4</p>'
    assert find_classes(html) == {"navapi-u-md:w-1/2", "navapi-u-[margin:0_auto]"}
    assert "{ margin: 0 auto }" in rules(style_classes({"margin": "0 auto"}))


@pytest.mark.parametrize("name", ["space-x-2", "space-y-4"])
def test_space_between_overrides_that_single_lines_have_no_margin(name):
    style = (STATIC / "navapi-content.css").read_text("utf-8")
    flush = re.search(r"^((?:\.navapi-flush)+) {", style, re.MULTILINE)
    rule = rules([f"navapi-u-{name}"])
    assert rule.partition("{")[0].count(".") > flush[1].count(".")
