"""A theme that inherits from another is treated as that one."""

from __future__ import annotations

import re

import pytest
from full_run import theme_params
from theme_cases import CASES

from sphinx_navapi.html.themes import theme_names

FILES = {
    "index.md": "# Home\n",
    "guide.md": "# Guide\n",
    "docs.json": {
        "navigation": {
            "tabs": [{"tab": "Guides", "pages": ["index"]}, {"tab": "API", "pages": ["guide"]}]
        }
    },
}

#: The two files in which a theme can name the one it inherits from.
DECLARATIONS = {
    "theme.conf": "[theme]\ninherit = {}\n",
    "theme.toml": '[theme]\ninherit = "{}"\n',
}


def build(project, parent: str, declaration: str = "theme.conf", files=FILES):
    own = f"themes/own/{declaration}"
    project.write({**files, own: DECLARATIONS[declaration].format(parent)})
    return project.build(html_theme="own", html_theme_path=["themes"])


@pytest.mark.parametrize("theme", theme_params(CASES))
def test_a_child_has_the_adapter_of_its_parent(make_project, theme):
    plain = make_project("plain")
    plain.write(FILES)
    parent = plain.build(html_theme=theme)
    child = build(make_project("child"), theme)
    navigation = re.compile(r'class="[^"]*\bnavapi-[\w-]+')
    wanted = navigation.findall(parent.text("guide.html"))
    assert wanted
    assert navigation.findall(child.text("guide.html")) == wanted
    sheets = [{path.name for path in built.out.rglob("navapi*.css")} for built in (parent, child)]
    assert sheets[0] == sheets[1]


@pytest.mark.parametrize("declaration", DECLARATIONS)
@pytest.mark.parametrize("has_site", [True, False])
def test_a_child_of_ours_has_the_style_sheet_and_the_texts(project, declaration, has_site):
    files = FILES if has_site else {"index.md": "# Home\n", "conf.py": ""}
    built = build(project, "navapi", declaration, files)
    page = built.text("index.html")
    sheets = re.findall(r'href="(_static/[^"?]+\.css)', page)
    assert "_static/css/navapi-theme.css" in sheets
    assert all((built.out / name).is_file() for name in sheets)
    scripts = re.findall(r'src="(_static/[^"?]+\.js)', page)
    assert scripts
    assert all((built.out / name).is_file() for name in scripts)


def test_grandparents_count(project):
    names = []
    project.conf["html_theme_path"] = ["themes"]
    project.write({**FILES, "themes/middle/theme.conf": "[theme]\ninherit = furo\n"})
    project.write({"themes/own/theme.conf": "[theme]\ninherit = middle\n"})
    project.build(
        html_theme="own",
        connect={"env-before-read-docs": lambda app, *_: names.extend(theme_names(app.builder))},
    )
    assert [name for name in names if name in {"middle", "furo"}] == ["middle", "furo"]
    assert "navapi" not in names
