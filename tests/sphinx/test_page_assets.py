"""Style sheets and scripts are only where needed, and the extension alone changes nothing."""

from __future__ import annotations

import sys

import pytest
from bs4 import BeautifulSoup
from full_run import first, theme_params
from library_pages import library_index
from theme_cases import CASES

PAGES = {
    "index.rst": library_index(
        """\
.. note:: Closed on Mondays.
""",
        numbered=True,
    ),
    "shelves.rst": """
Shelves
=======

.. container:: tall

   By author.

.. code-block:: python

   shelf = find("a")

.. raw:: html

   <iframe title="Map"></iframe>

.. math:: a^2

.. py:function:: find(name)
""",
    "cards.rst": """
Cards
=====

A first heading
---------------

See :py:func:`find`, and :doc:`shelves`.
""",
    "other.rst": ":orphan:\n\nOther\n=====\n",
}

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "paths": {
        "/books": {"get": {"operationId": "listBooks", "responses": {"200": {"description": "OK"}}}}
    },
}

OURS = {"navapi.css", "navapi-content.css", "navapi-operation.css", "navapi-operation.js"}
DESIGN = {"sphinx-design.min.css", "design-tabs.js"}

CARD = "\n.. card:: Open\n\n   On Sundays.\n"


def without_us(project, builder="html", **conf):
    """A build without this extension, with separate lists for each build.

    Sphinx's own are shared by all builds of a process, and themes append to them.
    """
    lists = {name: [] for name in ("exclude_patterns", "html_static_path", "templates_path")}
    return project.build(builder, extensions=[], **lists, **conf)


def files(built):
    """All published files. ``.buildinfo`` is Sphinx's digest of the configuration."""
    return {
        path.relative_to(built.out).as_posix(): path.read_bytes()
        for path in built.out.rglob("*")
        if path.is_file() and path.name != ".buildinfo" and ".doctrees" not in path.parts
    }


def loaded(built, page):
    """Names of the style sheets and scripts of *page*."""
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    found = [tag.get("href", "") for tag in soup.select("link[rel=stylesheet]")]
    found += [tag.get("src", "") for tag in soup.select("script")]
    return {name.partition("?")[0].rpartition("/")[2] for name in found}


def ours(names):
    return {name for name in names if name.startswith(("navapi", "sphinx-design", "design-"))}


def static(built):
    return ours(
        path.relative_to(built.out / "_static").parts[0]
        for path in (built.out / "_static").rglob("*")
    )


@pytest.mark.parametrize("theme", theme_params([*CASES, "bizstyle", "classic"]))
def test_the_extension_alone_changes_no_byte(make_project, theme):
    plain, added = make_project("plain"), make_project("added")
    for project in (plain, added):
        project.write(PAGES)
    before = files(without_us(plain, html_theme=theme))
    after = files(added.build(html_theme=theme))
    assert sorted(after) == sorted(before)
    assert [name for name, data in after.items() if data != before[name]] == []


@pytest.mark.parametrize(
    "builder", first(2, ["dirhtml", "singlehtml", "text", "latex", "gettext", "man"])
)
def test_of_other_builders_neither(make_project, builder, monkeypatch):
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    plain, added = make_project("plain"), make_project("added")
    for project in (plain, added):
        project.write(PAGES)
    before = files(without_us(plain, builder))
    after = files(added.build(builder))
    assert sorted(after) == sorted(before)
    assert [name for name, data in after.items() if data != before[name]] == []


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_a_page_with_a_directive_loads_what_it_needs(project, theme):
    operation = "\n.. openapi-operation:: library GET /books\n"
    project.write(
        {**PAGES, "library.json": DOCUMENT, "shelves.rst": PAGES["shelves.rst"] + operation}
    )
    built = project.build(html_theme=theme)
    assert built.warnings == []
    assert loaded(built, "shelves") >= OURS
    for page in ("index", "cards", "other", "genindex", "search"):
        assert ours(loaded(built, page)) == set()
    # No theme files: no page has the navigation around it.
    assert not {name for name in static(built) if theme in name or "furo" in name}


def test_static_files_go_with_the_directive(project):
    operation = "\n.. openapi-operation:: library GET /books\n"
    project.write({**PAGES, "library.json": DOCUMENT, "other.rst": PAGES["other.rst"] + operation})
    assert static(project.build()) >= OURS
    project.write({"other.rst": PAGES["other.rst"]})
    assert static(project.build()) == set()


def test_components_of_one_page(project):
    project.write({**PAGES, "other.rst": PAGES["other.rst"] + CARD})
    built = project.build()
    assert "sphinx-design.min.css" in loaded(built, "other")
    # Its script is for tabs.
    assert "design-tabs.js" not in loaded(built, "other")
    assert ours(loaded(built, "cards")) == set()
    project.write({"other.rst": PAGES["other.rst"]})
    assert static(project.build()) == set()


@pytest.mark.parametrize(
    "extensions",
    [["sphinx_navapi", "sphinx_design"], ["sphinx_design", "sphinx_navapi"]],
)
def test_who_loads_sphinx_design_has_it_on_all_pages(project, extensions):
    project.write(PAGES)
    built = project.build(extensions=extensions)
    for page in ("index", "other"):
        assert ours(loaded(built, page)) == DESIGN
    assert static(built) == DESIGN


TABS = "\n.. tab-set::\n\n   .. tab-item:: One\n\n      1\n"


def test_tabs_of_sphinx_design_are_not_ours(project):
    """Even if another page has a directive of this extension."""
    operation = "\n.. openapi-operation:: library GET /books\n"
    project.write({**PAGES, "library.json": DOCUMENT, "cards.rst": PAGES["cards.rst"] + TABS})
    project.write({"shelves.rst": PAGES["shelves.rst"] + operation})
    built = project.build(extensions=["sphinx_design", "sphinx_navapi"])
    assert ours(loaded(built, "shelves")) >= OURS
    assert ours(loaded(built, "cards")) == DESIGN


def test_an_extension_before_ours_that_loads_it(project, monkeypatch):
    text = 'def setup(app):\n    app.setup_extension("sphinx_design")\n'
    project.write({**PAGES, "cards_everywhere.py": text})
    monkeypatch.syspath_prepend(project.src)
    try:
        built = project.build(extensions=["cards_everywhere", "sphinx_navapi"])
    finally:
        sys.modules.pop("cards_everywhere", None)
    assert ours(loaded(built, "index")) == DESIGN


@pytest.mark.parametrize("theme", ["alabaster", "furo"])
def test_a_site_copies_the_files_of_its_own_theme(project, theme):
    navigation = {"groups": [{"group": "API", "openapi": "library.json"}]}
    project.write({**PAGES, "library.json": DOCUMENT, "docs.json": {"navigation": navigation}})
    built = project.build(html_theme=theme)
    names = static(built)
    assert names >= OURS
    themes = {name for name in names if any(f"navapi-{each}" in name for each in CASES)}
    assert themes == {f"navapi-{theme}.css"}
    assert not OURS - {"navapi.css"} & loaded(built, "other")
    assert "navapi.css" in loaded(built, "other")


def test_a_page_with_media_has_their_style_in_a_site(project):
    project.write({**PAGES, "docs.json": {"navigation": {"pages": ["shelves", "cards"]}}})
    built = project.build()
    assert "navapi-content.css" in loaded(built, "shelves")
    assert "navapi-content.css" not in loaded(built, "cards")
