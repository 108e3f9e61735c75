"""Beside other extensions: nothing is written twice, and links work."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin

import myst_parser
import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from myst_parser.parsers.sphinx_ import MystParser
from theme_cases import CASES

ONCE = ("og:title", "og:type", "og:url", "og:description", "description", "viewport")

THEMES = ["navapi", *CASES, "bizstyle", "classic"]


@pytest.fixture
def extension(project, monkeypatch) -> Callable[[str, str], None]:
    """Creates extensions for a build: a name and the text of its module."""
    folder = project.folder / "extensions"
    monkeypatch.syspath_prepend(folder)
    before = set(sys.modules)

    def make(name: str, text: str) -> None:
        path = folder.joinpath(*name.split(".")).with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")

    yield make
    for name in set(sys.modules) - before:
        if getattr(sys.modules[name], "__file__", None) and str(folder) in str(
            sys.modules[name].__file__
        ):
            del sys.modules[name]


#: Like sphinxext-opengraph: it only checks for the description.
OPEN_GRAPH = """
def tags(app, pagename, templatename, context, doctree):
    if doctree is None:
        return
    for name in ("title", "type", "url", "description"):
        context["metatags"] += f'<meta property="og:{name}" content="theirs" />\\n'
    if 'name="description"' not in context["metatags"]:
        context["metatags"] += '<meta name="description" content="theirs" />\\n'


def setup(app):
    app.connect("html-page-context", tags)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize("theme", theme_params(THEMES))
def test_tags_of_the_head_are_there_once(project, extension, theme, first):
    extension("their_tags", OPEN_GRAPH)
    project.write(
        {
            "docs.json": {"navigation": {"pages": ["described", "plain"]}},
            "described.md": "---\ndescription: Mine.\n---\n# Described\n",
            "plain.rst": "Plain\n=====\n\n.. meta::\n   :description: Own.\n",
            "index.rst": "Home\n====\n\n.. toctree::\n\n   authored\n",
            "authored.rst": "Authored\n========\n",
        }
    )
    names = ["sphinx_navapi", "their_tags"]
    built = project.build(
        html_theme=theme,
        html_baseurl="https://x.example/",
        extensions=names if first else names[::-1],
    )
    assert built.warnings == []
    for name in ("described", "plain", "index", "authored"):
        head = BeautifulSoup(built.text(f"{name}.html"), "html.parser").head
        found = {key: head.select(f'[property="{key}"], [name="{key}"]') for key in ONCE}
        counts = {key: len(tags) for key, tags in found.items()}
        if theme in CASES and not CASES[theme].keeps_tags:
            # It writes what it knows itself, and nothing from others.
            assert set(counts.values()) <= {0, 1}
        else:
            assert counts == dict.fromkeys(ONCE, 1), name
            assert found["og:title"][0]["content"] == "theirs"
            wanted = {"described": "Mine.", "plain": "Own."}.get(name, "theirs")
            assert found["description"][0]["content"] == wanted
        assert "width=device-width" in found["viewport"][0]["content"]


#: The parts of sphinx-notfound-page that affect us.
NOT_FOUND = """
def context(app, pagename, templatename, context, doctree):
    if pagename != app.config.notfound_pagename:
        return
    prefix = app.config.notfound_urls_prefix

    def pathto(other, resource=False, baseuri=None):
        return prefix + (other if resource else app.builder.get_target_uri(other))

    context["pathto"] = pathto
    context["toctree"] = lambda **options: "their tree"


def setup(app):
    app.add_config_value("notfound_pagename", "404", "html")
    app.add_config_value("notfound_urls_prefix", "/en/latest/", "html")
    page = {"title": "Gone", "body": "<h1>Gone</h1>"}
    app.connect("html-collect-pages", lambda app: [("404", page, "page.html")])
    app.connect("html-page-context", context, priority=400)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""


@pytest.mark.parametrize("first", [True, False])
@pytest.mark.parametrize(
    ("theme", "builder"), theme_params([*((name, "html") for name in THEMES), ("furo", "dirhtml")])
)
def test_links_of_a_page_shown_anywhere_are_absolute(project, extension, theme, builder, first):
    extension("notfound.extension", NOT_FOUND)
    project.write(
        {
            "docs.json": {
                "navigation": {"pages": ["guide/page"], "global": {"anchors": []}},
                "navbar": {"links": [{"label": "Guide", "href": "/guide/page"}]},
            },
            "index.rst": "Home\n====\n\n.. toctree::\n\n   authored\n",
            "authored.rst": "Authored\n========\n",
            "guide/page.md": "# Page\n",
        }
    )
    names = ["sphinx_navapi", "notfound.extension"]
    built = project.build(builder, html_theme=theme, extensions=names if first else names[::-1])
    assert built.warnings == []
    text = built.text("404.html" if builder == "html" else "404/index.html")
    page = BeautifulSoup(text, "html.parser")
    assert "their tree" not in text
    links = [
        str(element[key])
        for key in ("href", "src", "action")
        for element in page.select(f"[{key}]")
        if element[key] and not element[key].startswith(("#", "https://", "http://", "data:"))
    ]
    assert len(links) > 5
    assert [link for link in links if not link.startswith("/en/latest/")] == []
    inside = {urljoin("/", link).partition("?")[0].removeprefix("/en/latest/") for link in links}
    for docname in ("guide/page", "authored"):
        assert built.site()["pages"][docname]["url"] in inside


#: An extension with the setup of MyST-NB; the package itself would install Jupyter.
MYST_NB = """
from myst_parser.parsers.sphinx_ import MystParser
from theme_cases import CASES
from myst_parser.sphinx_ext.main import setup_sphinx


class Parser(MystParser):
    supported = ("myst-nb",)


def setup(app):
    setup_sphinx(app)
    app.add_source_parser(Parser)
    app.add_source_suffix(".md", "myst-nb", override=True)
    app.add_source_suffix(".ipynb", "myst-nb")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
"""


@pytest.mark.parametrize(
    "extensions",
    [
        ["sphinx_navapi", "myst_nb"],
        ["myst_nb", "sphinx_navapi"],
        ["myst_parser", "myst_nb", "sphinx_navapi"],
        ["sphinx_navapi", "myst_parser", "myst_nb"],
    ],
    ids="-".join,
)
def test_myst_nb_in_either_order(project, extension, extensions, monkeypatch):
    version = tuple(map(int, myst_parser.__version__.split(".")[:2]))
    if "myst_parser" in extensions and version < (5, 2):
        pytest.skip("MyST-Parser before 5.2 itself cannot be set up twice")
    # The real one, if installed, is only loaded under its own name.
    for name in [name for name in sys.modules if name.partition(".")[0] == "myst_nb"]:
        monkeypatch.delitem(sys.modules, name)
    extension("myst_nb", MYST_NB)
    parsed: list[str] = []
    original: Any = MystParser.parse

    def parse(self, text, document):
        parsed.append(type(self).__name__)
        original(self, text, document)

    monkeypatch.setattr(MystParser, "parse", parse)
    project.write(
        {
            "docs.json": {"navigation": {"pages": ["index", "guide"]}},
            "index.md": "# Home\n",
            "guide.mdx": "# Guide\n\n<Note>Mind.</Note>\n",
            "stray.md": "# Stray\n",
        }
    )
    built = project.build(extensions=extensions)
    assert built.warnings == []
    assert set(built.read) == {"guide", "index", "stray"}
    assert parsed.count("Parser") == 2
    assert "Mind." in built.text("guide.html")


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_each_page_has_a_description(project, theme):
    """Its own, the site's, or else what the page begins with."""
    pages = ["described", "plain", "long", "empty"]
    document = {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "servers": [{"url": "https://library.example"}],
        "paths": {"/books": {"get": {"summary": "List books", "responses": {}}}},
    }
    site = {"navigation": {"pages": pages, "openapi": "library.json"}}
    project.write(
        {
            "docs.json": site,
            "library.json": document,
            "described.md": "---\ndescription: Mine.\n---\n# Described\n\nWords.\n",
            "plain.rst": "Plain\n=====\n\n.. note:: Read on.\n\nWords & <signs> of *it*.\n",
            "long.md": f"# Long\n\n{'word ' * 100}\n",
            "empty.md": "# Empty\n",
        }
    )
    wanted = {
        "described": "Mine.",
        "plain": "Words & <signs> of it.",
        "long": f"{('word ' * 60)[:299].rstrip()}…",
        "empty": None,
        "api-reference/list-books": "GET /books",
    }

    def descriptions() -> dict[str, object]:
        built = project.build(html_theme=theme)
        assert built.warnings == []
        found = {}
        for name in wanted:
            head = BeautifulSoup(built.text(f"{name}.html"), "html.parser").head
            tags = head.select('[name="description"], [property="og:description"]')
            assert len(tags) in (0, 2), name
            (found[name],) = {tag["content"] for tag in tags} or {None}
        return found

    assert descriptions() == wanted
    project.write({"plain.rst": "Plain\n=====\n\nOther words.\n"})
    assert descriptions() == wanted | {"plain": "Other words."}
    project.write({"docs.json": {**site, "seo": {"metatags": {"description": "Ours."}}}})
    built = project.build(html_theme=theme)
    head = BeautifulSoup(built.text("plain.html"), "html.parser").head
    assert [tag["content"] for tag in head.select('[name="description"]')] == ["Ours."]
