"""Mermaid diagrams: which pages load the library, and where it comes from."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest
import sphinx
from bs4 import BeautifulSoup

from sphinx_navapi.features.diagrams import find_library

DIAGRAM = "# A\n\n```mermaid\nflowchart LR\n  A --> B\n```\n"
FILES = {
    "docs.json": {"navigation": {"pages": ["index", "deep/drawn", "markdown"]}},
    "index.mdx": "# Home\n\nNo diagram, but `mermaid`.\n",
    "deep/drawn.mdx": DIAGRAM,
    "markdown.md": DIAGRAM,
}
#: Where npm puts it.
LIBRARY = "node_modules/mermaid/dist/mermaid.min.js"


@pytest.fixture
def site(project, monkeypatch):
    """A site on a machine without the library."""
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util, "find_spec", lambda name: None if name == "mermaidx" else find_spec(name)
    )
    project.conf.update(extensions=["myst_parser", "sphinx_navapi"], html_theme="navapi")
    project.conf["suppress_warnings"] = ["misc.highlighting_failure"]
    project.write(FILES)
    return project


def loaders(built, name):
    found = BeautifulSoup(built.text(name), "html.parser")
    return [tag["data-library"] for tag in found.select("script[src*=navapi-diagrams]")]


def loads(built):
    names = ("index.html", "deep/drawn.html", "markdown.html")
    return {name: loaders(built, name) for name in names}


NONE = {"index.html": [], "deep/drawn.html": [], "markdown.html": []}
DRAWN = {
    "index.html": [],
    "deep/drawn.html": ["../_navapi/mermaid.js"],
    "markdown.html": ["_navapi/mermaid.js"],
}


def test_the_source_stays_where_there_is_no_library(site):
    built = site.build()
    # Before release 8.2, this warning of Sphinx has no type with which it could be suppressed.
    untyped = [] if sphinx.version_info >= (8, 2) else ["markdown"]
    found = [re.search(r"(\w+)\.md:3: WARNING: Pygments lexer", line) for line in built.warnings]
    assert [match and match[1] for match in found] == untyped
    assert loads(built) == NONE
    assert "shown as source on 2 page(s)" in built.status
    assert "flowchart LR" in built.text("deep/drawn.html")


def test_the_library_of_npm_is_in_the_output(site):
    path = site.folder / LIBRARY
    path.parent.mkdir(parents=True)
    path.write_text("window.mermaid = {}\n", "utf-8")
    built = site.build()
    assert loads(built) == DRAWN
    assert built.text("_navapi/mermaid.js") == "window.mermaid = {}\n"
    assert "as source" not in built.status


def test_the_library_of_the_repository_around_the_source(site, tmp_path):
    path = tmp_path / "repository" / LIBRARY
    path.parent.mkdir(parents=True)
    path.touch()
    docs = tmp_path / "repository" / "docs"
    assert find_library(docs) == find_library(docs / "en") == path
    assert find_library(tmp_path) is None


def test_the_library_of_the_extra(site, monkeypatch, tmp_path):
    package = tmp_path / "packages" / "mermaidx"
    (package / "assets").mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "assets/mermaid.js").write_text("window.mermaid = {}\n", "utf-8")
    monkeypatch.undo()
    monkeypatch.syspath_prepend(str(package.parent))
    built = site.build()
    assert loads(built) == DRAWN
    assert built.text("_navapi/mermaid.js") == "window.mermaid = {}\n"


def test_a_library_that_comes_and_goes(site):
    site.build()
    path = site.folder / LIBRARY
    path.parent.mkdir(parents=True)
    path.write_text("window.mermaid = {}\n", "utf-8")
    assert loads(site.build()) == DRAWN
    site.write({"index.mdx": "# Home\n\nOther\n"})
    assert (site.build().out / "_navapi/mermaid.js").is_file()
    path.unlink()
    built = site.build()
    assert loads(built) == NONE
    assert not (built.out / "_navapi/mermaid.js").exists()


def test_no_page_with_a_diagram_needs_no_library(site):
    path: Path = site.folder / LIBRARY
    path.parent.mkdir(parents=True)
    path.write_text("window.mermaid = {}\n", "utf-8")
    site.write({"deep/drawn.mdx": "# A\n", "markdown.md": "# M\n"})
    built = site.build()
    assert loads(built) == NONE
    assert not (built.out / "_navapi/mermaid.js").exists()
