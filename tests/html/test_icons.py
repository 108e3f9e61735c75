"""Icons by name, by URL and as SVG."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from sphinx_navapi.html.icons import (
    _SIMILAR,
    ICON_DATA,
    LIBRARIES,
    Icons,
    _find,
    clean_svg,
    icon_library,
    icon_names,
    icon_svg,
)

ICONS = Icons({})
LUCIDE = 'stroke="currentColor"'


def shape(library: str, name: str) -> str:
    drawing = icon_library(library).find(name)
    assert drawing is not None
    return drawing.shapes


@pytest.mark.parametrize(
    ("icon", "library", "name"),
    [
        ("rocket", "fontawesome-solid", "rocket"),
        ("fa-rocket", "fontawesome-solid", "rocket"),
        ("home", "fontawesome-solid", "house"),  # a former name
        ("area-chart", "fontawesome-solid", "chart-area"),  # one of version 4
        ("GitHub", "fontawesome-brands", "github"),
        ("fa-brands fa-github", "fontawesome-brands", "github"),
        ("far fa-star", "fontawesome-regular", "star"),
        ("fa-light star", "fontawesome-regular", "star"),
        ({"name": "star", "style": "regular"}, "fontawesome-regular", "star"),
        ({"name": "star", "library": "lucide"}, "lucide", "star"),
        ("lucide:star", "lucide", "star"),
        ("CircleAlert", "lucide", "circle-alert"),
        ("waves-ladder", "lucide", "waves-ladder"),
        ("brackets-curly", "lucide", "braces"),  # of a paid edition
        ("circle-2", "fontawesome-solid", "2"),
        ("rocket-launch", "fontawesome-solid", "rocket"),
        ("RocketLaunch", "fontawesome-solid", "rocket"),
        ("fa-regular fa-star-sharp", "fontawesome-regular", "star"),
        ("lucide:rocket-launch", "lucide", "rocket"),
        ("chart-line-up", "fontawesome-solid", "chart-line"),
        ("house-circle", "fontawesome-solid", "house"),  # not the frame
        ("square-moon", "fontawesome-solid", "moon"),
        ("square-e", "fontawesome-solid", "e"),
        ("exclamation-wet-triangles", "fontawesome-solid", "triangle-exclamation"),
    ],
)
def test_names(icon: object, library: str, name: str) -> None:
    svg = ICONS.draw(icon)
    assert svg.startswith('<svg class="navapi-icon" viewBox=')
    assert shape(library, name) in svg
    assert ("stroke=" in svg.partition(">")[0]) == (library == "lucide")
    assert ICONS.unknown(icon) is None


@pytest.mark.parametrize(
    ("icon", "name"),
    [
        ("rocket", None),
        ("home", None),
        ("mark-github", None),
        ("/a.svg", None),
        ("<svg/>", None),
        ("no-such-icon", None),
        ("rocket-launch", "rocket"),
        ({"name": "rocket-launch", "style": "light"}, "rocket"),
        ("memo", "notebook-pen"),
    ],
)
def test_substitutes(icon: object, name: str | None) -> None:
    assert ICONS.substitute(icon) == name


def test_each_listed_substitute_is_needed() -> None:
    for name, similar in _SIMILAR.items():
        assert Icons({}).substitute(name) == similar, name
        assert not any(icon_library(library).find(name) for library in LIBRARIES), name


def test_library_of_the_site_comes_first() -> None:
    lucide = Icons({"icons": {"library": "lucide"}})
    assert shape("lucide", "rocket") in lucide.draw("rocket")
    assert shape("fontawesome-solid", "rocket") in ICONS.draw("rocket")
    # Others have what it lacks; a style in the name selects Font Awesome.
    assert shape("fontawesome-brands", "github") in lucide.draw("github")
    assert shape("lucide", "star") in lucide.draw({"name": "star", "style": "regular"})
    assert shape("fontawesome-regular", "star") in lucide.draw(
        {"name": "star", "style": "regular", "library": "fontawesome"}
    )


#: A module of the package with Simple Icons, shortened.
LOGO = """
class NextdotjsIcon(Icon):
    @property
    def raw_svg(self) -> "str":
        return \'\'\' <svg xmlns="http://www.w3.org/2000/svg"
 role="img" viewBox="0 0 24 24">
    <title>Next.js</title>
     <path d="M18 21C16
 23Z" />
</svg>\'\'\'
"""


@pytest.fixture
def simple_icons(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """An installed package with one logo, which must not be imported."""
    package = tmp_path / "simplepycons"
    package.mkdir()
    for name in ("__init__", "registry"):
        (package / f"{name}.py").write_text("raise AssertionError", "utf-8")
    (package / "_nextdotjs.py").write_text(LOGO, "utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    forget_drawings()
    yield
    forget_drawings()


def forget_drawings() -> None:
    icon_svg.cache_clear()
    _find.cache_clear()


@pytest.mark.usefixtures("simple_icons")
@pytest.mark.parametrize(
    "icon", ["nextdotjs", "NextDotJs", "next-js", "next.js", "simple-icons:nextdotjs"]
)
def test_logos_of_the_extra(icon: str) -> None:
    assert '><path d="M18 21C16 23Z" /></svg>' in ICONS.draw(icon)
    assert "nextdotjs" in icon_names()


@pytest.mark.usefixtures("simple_icons")
@pytest.mark.parametrize("icon", ["simple-icons:registry", "simple-icons:../_nextdotjs"])
def test_a_name_is_no_path(icon: str) -> None:
    assert ICONS.draw(icon) == ""


def test_logos_without_the_extra() -> None:
    assert ICONS.unknown("nextdotjs") == "nextdotjs"
    assert "nextdotjs" not in icon_names()


def test_octicons() -> None:
    assert 'viewBox="0 0 16 16"' in ICONS.draw("mark-github")


@pytest.mark.parametrize("icon", [None, "", 7, {"style": "solid"}, []])
def test_no_icon(icon: object) -> None:
    assert (ICONS.draw(icon), ICONS.unknown(icon)) == ("", None)


@pytest.mark.parametrize("icon", ["no-such-icon", "<script>", "/not/there.svg", "a b c"])
def test_unknown(icon: str) -> None:
    assert (ICONS.draw(icon), ICONS.unknown(icon)) == ("", icon)


def test_pictures() -> None:
    icons = Icons({}, lambda folder, path: f"_navapi/images{path}" if path == "/a.svg" else None)
    assert 'src="../../_navapi/images/a.svg"' in icons.draw("/a.svg", "x/y/z.html")
    assert icons.draw("/b.svg", "x.html") == ""
    assert 'src="https://x.example/?a=1&amp;b"' in icons.draw("https://x.example/?a=1&b")


def test_svg_is_cleaned() -> None:
    svg = clean_svg(
        '<svg onload="x()" width={20} viewBox="0 0 9 9" style="position:fixed"><script>x</script>'
        '<a href="javascript:x"><path strokeWidth={2} fill="url(//x)" onclick="x" d="M1 2"/></a>'
        '<foreignObject><img src="x" onerror="x"></foreignObject><use href="//x#y"/>'
        '<style>@import "//x"</style><rect fill="url(#a)" mask="u\\rl(https://x)"/></svg>'
    )
    assert svg == (
        '<svg class="navapi-icon" viewBox="0 0 9 9" fill="currentColor" width="1em" height="1em"'
        ' aria-hidden="true"><path stroke-width="2" d="M1 2"></path>'
        '<rect fill="url(#a)"></rect></svg>'
    )


def test_shapes_in_a_frame_of_their_own() -> None:
    svg = ICONS.draw('<SmallIcon><path d="M5 12h14" /></SmallIcon>')
    assert LUCIDE in svg
    assert '<path d="M5 12h14"></path></svg>' in svg


BUNDLED = [name for name in LIBRARIES if name != "simple-icons"]


@pytest.mark.parametrize("name", BUNDLED)
def test_libraries_are_whole(name: str) -> None:
    """Every name leads to shapes."""
    library = icon_library(name)
    names = [*library.names()]
    assert len(names) == len({*names}) > 150
    for icon in names:
        drawing = library.find(icon)
        assert drawing is not None, icon
        assert re.fullmatch(r"0 0 \d+ \d+", drawing.box), icon
        assert drawing.shapes.startswith("<"), icon
    assert library.find("no-such-icon") is None


def test_libraries_stay_small() -> None:
    assert sum(path.stat().st_size for path in ICON_DATA.iterdir()) < 360_000
