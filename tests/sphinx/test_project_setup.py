"""With and without a configuration; root documents; Markdown outside the navigation."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from full_run import theme_params
from theme_cases import CASES
from write_files import write_files

ROOT = Path(__file__).parents[2]


def test_without_configuration_nothing_happens(project):
    project.write({"index.rst": "Home\n====\n", "notes.md": "# Notes\n", "page.mdx": "# Page\n"})
    built = project.build()
    assert built.warnings == []
    assert built.read == ["index"]
    assert "data-navapi-page" not in built.text("index.html")
    assert not (built.out / "_navapi").exists()


def test_directives_work_without_configuration(project, api):
    project.write(
        {
            "api.json": api,
            "index.rst": "Home\n====\n\n.. openapi-operation:: GET /users\n\n"
            ":navapi:op:`listUsers`\n",
        }
    )
    built = project.build()
    assert built.warnings == []
    assert "All of them." in built.text("index.html")


def test_named_configuration_that_is_missing_is_a_diagnostic(project):
    project.write({"index.rst": "Home\n====\n"})
    built = project.build(navapi_config="site.json")
    (warning,) = built.warnings
    assert "site.json" in warning
    assert "[navapi.config]" in warning


def test_configuration_as_a_dict(project, api, tabs):
    project.write({"api.json": api, "guide.rst": "Guide\n=====\n", "more.rst": "More\n====\n"})
    built = project.build(navapi_config=tabs)
    assert built.warnings == []
    assert "api-reference/users/list-users" in built.site()["pages"]


def test_root_document_is_made_where_there_is_none(project, api, tabs):
    project.write(
        {
            "docs.json": tabs,
            "api.json": api,
            "guide.rst": "Guide\n=====\n",
            "more.rst": "More\n====\n",
        }
    )
    built = project.build()
    assert built.warnings == []
    index = built.text("index.html")
    assert 'href="guide.html"' in index
    assert 'href="api-reference/users/list-users.html"' in index


def test_markdown_that_nothing_names_is_not_a_document(small):
    small.write(
        {
            "stray.md": "# Stray\n",
            "node_modules/x/readme.md": "# Foreign\n",
            ".hidden/note.mdx": "# Hidden\n",
        }
    )
    built = small.build()
    assert built.warnings == []
    assert "stray" not in built.read


def test_markdown_is_a_document_where_the_project_loads_myst(small):
    small.write({"stray.md": "# Stray\n", "node_modules/x/readme.md": "# Foreign\n"})
    built = small.build(extensions=["myst_parser", "sphinx_navapi"])
    assert built.warnings == []
    assert "stray" in built.read
    assert not any("node_modules" in name for name in built.read)
    assert "the navigation does not list stray" in built.status


def test_authored_toctrees_keep_working(small):
    small.write(
        {
            "index.rst": "Welcome\n=======\n\n.. toctree::\n   :caption: Extra\n\n"
            "   extra\n   guide\n",
            "extra.rst": "Extra page\n==========\n",
        }
    )
    built = small.build()
    assert built.warnings == []
    assert "names extra" not in built.status
    assert 'href="extra.html"' in built.text("index.html")
    assert not [d for d in built.site()["diagnostics"] if "extra" in d["message"]]


def test_pages_of_authored_toctrees_have_a_place(small):
    small.write(
        {
            "index.rst": "Welcome\n=======\n\n.. toctree::\n   :caption: Extra\n\n"
            "   one\n   guide\n   three\n",
            "one.rst": "One\n===\n\n.. toctree::\n\n   two\n",
            "two.rst": "Two\n===\n",
            "three.rst": "Three\n=====\n",
            "stray.rst": "Stray\n=====\n",
        }
    )
    built = small.build()
    pages = built.site()["pages"]
    places = {
        name: tuple(pages[name][k] for k in ("breadcrumbs", "prev", "next")) for name in pages
    }
    assert places["index"] == ([], None, "one")
    assert places["one"] == (["Extra"], "index", "two")
    # The toctree continues with a page that has its own place in the navigation.
    assert places["two"] == (["Extra", "One"], "one", "guide")
    assert places["three"] == (["Extra"], "guide", None)
    assert places["guide"] == (["Guides", "Start"], None, "more")
    assert places["stray"] == ([], None, None)
    outside = (d for d in built.site()["diagnostics"] if d["subtype"] == "not_in_navigation")
    assert [d["file"] for d in outside] == ["stray.rst"]
    links = re.findall(r'<a[^>]* rel="(prev|next)"[^>]* href="([^"]+)"|$', built.text("two.html"))
    links += re.findall(r'<link rel="(prev|next)"[^>]* href="([^"]+)"', built.text("two.html"))
    assert {("prev", "one.html"), ("next", "guide.html")} <= set(links)


@pytest.mark.parametrize("theme", theme_params([*CASES, "basic"]))
def test_navigation_in_every_theme(small, theme):
    # Themes append to the list that is the default for all builds of the process.
    built = small.build(html_theme=theme, templates_path=[])
    assert built.warnings == []
    page = built.text("api-reference/users/list-users.html")
    for hook in (
        "navapi-tabs",
        "navapi-sidebar",
        "navapi-breadcrumbs",
        'data-navapi-page="api-reference/users/list-users"',
    ):
        assert page.count(hook) == 1, hook
    assert 'aria-current="page"' in page
    # The page has no file, so nothing links to one.
    assert ".navapi" not in page


def test_theme_is_left_alone_where_asked(small):
    page = small.build(navapi_adapt_theme=False).text("api-reference/users/list-users.html")
    assert "navapi-tabs" not in page
    assert "navapi-sidebar" not in page


@pytest.mark.parametrize(
    ("builder", "pages", "level"),
    [
        ("html", ["guide"], None),
        ("html", ["guide", "api"], None),
        ("dirhtml", ["guide"], "info"),
        ("dirhtml", ["guide", "api"], "warning"),
    ],
)
def test_a_root_page_api_is_reported_where_it_is_a_folder(project, builder, pages, level):
    project.write(
        {
            "docs.json": {"navigation": {"pages": pages}},
            "index.rst": "Home\n====\n\n.. toctree::\n\n   api\n",
            "api.rst": "API\n===\n",
            "guide.rst": "Guide\n=====\n",
        }
    )
    built = project.build(builder)
    found = [d["level"] for d in built.site()["diagnostics"] if d["subtype"] == "reserved_path"]
    assert found == ([level] if level else [])
    assert len(built.warnings) == (level == "warning")


def test_pages_that_another_extension_generates(project):
    """Pages that autosummary writes in the first build are part of the site, nested as in its
    toctree.
    """
    module = '"""A module."""\n\n\ndef act():\n    """Act."""\n'
    project.write(
        {
            "docs.json": {"navigation": {"pages": ["guide"]}},
            "guide.rst": "Guide\n=====\n",
            "index.rst": "Home\n====\n\n.. autosummary::\n   :toctree: made\n\n   navapi_sample\n",
            "navapi_sample.py": module,
        }
    )
    extensions = ["sphinx_navapi", "sphinx.ext.autosummary"]
    sys.path.insert(0, str(project.src))
    try:
        built = project.build(extensions=extensions, autosummary_generate=True)
    finally:
        sys.path.remove(str(project.src))
        sys.modules.pop("navapi_sample", None)
    assert built.warnings == []
    assert "made/navapi_sample" in built.read
    assert "made/navapi_sample" in built.site()["pages"]
    guide = built.text("guide.html")
    assert '<a class="reference internal" href="made/navapi_sample.html">navapi_sample</a>' in guide


@pytest.mark.parametrize(("engine", "softened"), [("pdflatex", True), ("xelatex", False)])
def test_characters_that_latex_lacks_do_not_end_a_pdf(small, engine, softened):
    elements = {"preamble": "% mine"}
    small.build("latex", latex_engine=engine, latex_elements=elements, project="Example")
    text = (small.folder / "build" / "latex" / "example.tex").read_text("utf-8")
    assert "% mine" in text
    assert (r"\def\UTFviii@undefined@err" in text) is softened
    assert elements == {"preamble": "% mine"}


@pytest.mark.parametrize("has_extension", [False, True])
def test_theme_is_found_by_its_entry_point(tmp_path, has_extension):
    """Without the extension, a build says what is missing; with it, nothing is registered twice."""
    points = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]
    lines = [
        line
        for group, entries in points.items()
        for line in (f"[{group}]", *(f"{name} = {value}" for name, value in entries.items()))
    ]
    extensions = ["sphinx_navapi"] if has_extension else []
    write_files(
        tmp_path,
        {
            "installed/theme-1.dist-info/METADATA": "Name: theme\nVersion: 1\n",
            "installed/theme-1.dist-info/entry_points.txt": "\n".join(lines),
            "docs/conf.py": f'html_theme = "navapi"\nextensions = {extensions}\n',
            "docs/index.rst": "Home\n====\n",
        },
    )
    result = subprocess.run(
        [sys.executable, "-m", "sphinx", "-qW", "docs", "out"],
        cwd=tmp_path, capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path / "installed"), str(ROOT)])},
    )  # fmt: skip
    if has_extension:
        assert (result.returncode, result.stderr) == (0, "")
        assert "data-scheme=" in (tmp_path / "out/index.html").read_text("utf-8")
    else:
        assert result.returncode == 2
        assert 'html_theme = "navapi" needs extensions = ["sphinx_navapi"]' in result.stderr
