"""Our files in `_static`: those that the site needs; those of the project take their places."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params


@pytest.mark.parametrize("theme", theme_params(["navapi", "furo"]))
def test_only_files_that_the_site_needs(project, api, tabs, theme):
    project.write({"docs.json": tabs, "api.json": api, "guide.rst": "Guide\n=====\n"})
    built = project.build(html_theme=theme)
    names = {path.relative_to(built.out / "_static").as_posix()
             for path in (built.out / "_static").rglob("*navapi*")}  # fmt: skip
    assert ("css/navapi-theme.css" in names) == (theme == "navapi")
    assert ("navapi-furo.css" in names) == (theme == "furo")
    assert "navapi-alabaster.css" not in names
    # The form is loaded as one file.
    assert "navapi-playground.css" not in names
    assert not (built.out / "_static/playground/form.js").exists()
    for name in names:
        assert "\n  " not in built.text(f"_static/{name}"), name


def test_files_of_the_project_take_their_places(project, tabs, api):
    own = {"_static/navapi.css": "/* own */", "_static/css/navapi-theme.css": "/* theme */"}
    project.write({"docs.json": tabs, "api.json": api, "guide.rst": "Guide\n=====\n", **own})
    for text in ("One.", "Two."):
        project.write({"guide.rst": f"Guide\n=====\n\n{text}\n"})
        built = project.build(html_theme="navapi", html_static_path=["_static"])
        assert "guide" in built.written
        for name, own_text in own.items():
            assert built.text(name) == own_text


def test_style_sheets_of_a_book_set_no_direction(project, api, tabs):
    """EPUB 3.3, section 6.3.1: ``direction`` and ``unicode-bidi`` are not allowed."""
    project.write({"docs.json": tabs, "api.json": api, "guide.rst": "Guide\n=====\n"})
    book, site = project.build("epub"), project.build()
    name = "_static/navapi-operation.css"
    assert "direction:" in site.text(name)
    found = [path for path in (book.out / "_static").glob("navapi*.css")
             if "direction:" in path.read_text("utf-8").replace("flex-direction:", "")]  # fmt: skip
    assert found == []
    assert len(book.text(name)) > 1000


STORAGE = "_static/js/navapi-storage.js"


def scripts(built, name):
    """The scripts of a page that a browser executes before it goes on."""
    soup = BeautifulSoup(built.text(name), "html.parser")
    tags = soup.select("head script[src]")
    return len(tags), [tag["src"].partition("?")[0] for tag in tags if not tag.has_attr("defer")]


def test_sphinx_s_scripts_let_pages_be_shown(project, api, tabs):
    project.write({"docs.json": tabs, "api.json": api, "guide.rst": "Guide\n=====\n"})
    built = project.build(html_theme="navapi")
    count, blocking = scripts(built, "guide.html")
    # The color scheme is applied before anything is shown.
    assert (count, blocking) == (5, [STORAGE])
    # Sphinx's template of the search has scripts that need them at once.
    assert "_static/doctools.js" in scripts(built, "search.html")[1]


def test_a_page_of_an_operation_loads_few_files(project, api, tabs):
    """At most 12 with the page itself and two images: each takes half a second on a slow phone."""
    project.write({"docs.json": tabs, "api.json": api, "guide.rst": "Guide\n=====\n"})
    built = project.build(html_theme="navapi")
    page = next(path for path in built.out.rglob("*.html") if "<navapi-playground" in
                path.read_text("utf-8")).relative_to(built.out).as_posix()  # fmt: skip
    soup = BeautifulSoup(built.text(page), "html.parser")
    sheets = soup.select("head link[rel=stylesheet]")
    assert len(sheets) + scripts(built, page)[0] <= 9
    colors = built.text("_static/css/navapi-theme.css")
    assert "--navapi-accent:light-dark(" in colors
    assert ".navapi-steps" in colors


def test_scripts_stay_in_order(project, tabs, api):
    """Another script may need those of Sphinx at once."""
    files = {
        "_static/own.js": "",
        "docs.json": tabs,
        "api.json": api,
        "guide.rst": "Guide\n=====\n",
    }
    project.write(files)
    given = {"html_theme": "navapi", "html_static_path": ["_static"]}
    _, blocking = scripts(project.build(html_js_files=["own.js"], **given), "guide.html")
    assert blocking[-1] == "_static/own.js"
    assert "_static/doctools.js" in blocking
    later = [("own.js", {"defer": "defer"})]
    assert scripts(project.build(html_js_files=later, **given), "guide.html")[1] == [STORAGE]
