from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.html.theme_settings import usable_options


@pytest.mark.parametrize(
    ("name", "value", "words"),
    [
        ("colour_scheme", "dark", 'did you mean "color_scheme"?'),
        ("frobnicate", 1, "the options are breadcrumbs"),
        ("color_scheme", "drak", 'did you mean "dark"?'),
        ("accent_color", "bleu", "a hexadecimal color"),
        ("breadcrumbs", "maybe", "use true or false"),
        ("drilldown", 3, "use true or false"),
        ("logo_light", "gone.svg", "does not exist"),
        ("logo_dark", "../outside.svg", "does not exist"),
    ],
)
def test_what_cannot_be_used_is_reported_and_omitted(
    tmp_path: Path, name: str, value: Any, words: str
) -> None:
    conf_file = tmp_path / "conf.py"
    conf_file.write_text(f"\nhtml_theme_options = {{\n    {name!r}: {value!r},\n}}\n", "utf-8")
    options, (problem,) = usable_options({name: value}, conf_file, tmp_path)
    assert name not in options
    assert words in problem.message
    assert str(problem.place) == "conf.py:3"


def test_options_that_are_no_dict_are_ignored(tmp_path: Path) -> None:
    conf_file = tmp_path / "conf.py"
    conf_file.write_text("html_theme_options = []\n", "utf-8")
    options, (problem,) = usable_options([], conf_file, tmp_path)
    assert options == {}
    assert problem.message == "html_theme_options: a list is ignored: use a dict"
    assert str(problem.place) == "conf.py:1"


def test_what_is_fine_stays(tmp_path: Path) -> None:
    (tmp_path / "logo.svg").write_text("<svg/>", "utf-8")
    options = {
        "breadcrumbs": "false",
        "drilldown": True,
        "accent_color": "#0b6b74",
        "color_scheme": "light",
        "logo_light": "logo.svg",
        "logo_dark": "https://a.example/logo.svg",
        "sidebar_icons": "",
        "navigation_with_keys": True,
    }
    assert usable_options(options, tmp_path / "conf.py", tmp_path) == (options, ())
