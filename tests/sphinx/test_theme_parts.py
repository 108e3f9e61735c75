"""A theme that renders parts of a page to see whether they are empty: pages are as it writes them,
with less work.
"""

from __future__ import annotations

import inspect
from collections import Counter, OrderedDict
from collections.abc import Callable
from copy import deepcopy
from dataclasses import dataclass
from functools import partial
from types import SimpleNamespace
from typing import Any

import pytest
from bs4 import BeautifulSoup
from pydata_sphinx_theme import toctree, utils
from small_projects import operation

from sphinx_navapi.html.themes import pydata_sphinx_theme as adapter
from sphinx_navapi.html.themes.pydata_sphinx_theme import page_toc
from sphinx_navapi.html.themes.pydata_sphinx_theme.part_checks import check_parts_once

THEME, CHECK = "pydata_sphinx_theme", "_update_and_remove_templates"

#: The name of a build in which the theme has another function for the check.
OTHER = "other"

#: Operations whose pages have the same headings, except for the last.
OPERATIONS = 8

TEMPLATES = {
    # A project's own instead of the theme's.
    "_templates/search-button-field.html": "<b>Mine on {{ pagename }}</b>",
    "_templates/mine.html": (
        "{% set toc = generate_toc_html() %}{% if toc | length > 2 %}"
        "<p id={{ unique_html_id('mine') }}>{{ toc | length }}{{ toc.find('a').string }}</p>"
        "{{ toc }}"
        "{% endif %}{{ generate_toc_html('raw') }}"
    ),
    # It counts, so it must be rendered as often as the theme does.
    "_templates/counted.html": "<p id={{ unique_html_id('pst-page-navigation-heading') }}></p>",
    "_templates/nothing.html": "{% if false %}<p>{% endif %}",
}
OWN = ["counted", "page-toc", "mine", "nothing", "page-toc"]
OPTIONS: dict[str, dict[str, Any]] = {
    "none": {},
    "levels": {"html_theme_options": {"show_toc_level": 3}},
    "lists": {
        "html_sidebars": {"**": ["search-field", "sidebar-nav-bs"]},
        "html_theme_options": {"secondary_sidebar_items": "sourcelink, page-toc, page-toc"},
    },
    "patterns": {
        "html_theme_options": {"secondary_sidebar_items": {"**": ["page-toc"], "index": []}}
    },
    "own templates": {
        "templates_path": ["_templates"],
        "html_theme_options": {
            "secondary_sidebar_items": OWN,
            "article_footer_items": OWN,
            "footer_center": ["nothing", "counted"],
        },
    },
}


def files() -> dict[str, Any]:
    paths = {
        f"/books/{number}": {"get": operation(f"Get <book> & {number}", "Books")}
        for number in range(OPERATIONS)
    }
    paths["/books/0"]["get"]["parameters"] = [
        {"name": "page", "in": "query", "schema": {"type": "integer"}}
    ]
    info = {"title": "Books", "version": "1"}
    return {
        **TEMPLATES,
        "docs.json": {
            "navigation": {
                "groups": [
                    {"group": "Guide", "pages": ["index"]},
                    {"group": "API", "openapi": "api.json"},
                ]
            }
        },
        "index.md": "# Home\n\n## First\n\n### `Second`\n",
        "api.json": {"openapi": "3.1.0", "info": info, "paths": paths},
    }


@dataclass
class Work:
    """How often a build of the theme's pages did something.

    :ivar rendered: templates rendered on their own, by name.
    :ivar parsed: lists of headings.
    """

    pages: dict[str, str]
    rendered: Counter[str]
    parsed: int


@pytest.fixture
def build(make_project, monkeypatch) -> Callable[..., Work]:
    """Builds in the theme, as if for the first time in this process."""
    check = inspect.unwrap(getattr(utils, CHECK))

    def build(name: str, **conf: Any) -> Work:
        monkeypatch.setattr(utils, CHECK, getattr(utils, CHECK) if name == OTHER else check)
        monkeypatch.setattr(page_toc, "_written", OrderedDict())
        work = Work({}, Counter(), 0)

        class Parser(BeautifulSoup):
            def __init__(self, *positional: Any, **named: Any) -> None:
                work.parsed += 'href="#' in positional[0]
                super().__init__(*positional, **named)

        def count(app: Any, *_positional: Any) -> None:
            render = app.builder.templates.render

            def counted(template: str, context: dict[str, Any]) -> str:
                work.rendered[template] += 1
                return render(template, context)

            app.builder.templates.render = counted

        monkeypatch.setattr(toctree, "BeautifulSoup", Parser)
        project = make_project(name)
        project.write(files())
        # The theme adds to its options.
        conf = deepcopy({"html_theme": THEME, **conf})
        built = project.build(connect={"env-before-read-docs": count}, **conf)
        assert built.warnings == []
        for path in built.out.rglob("*.html"):
            name = path.relative_to(built.out).as_posix()
            if not name.startswith("_static/"):
                work.pages[name] = path.read_text("utf-8")
        assert len(work.pages) > OPERATIONS
        return work

    return build


@pytest.fixture
def build_without(build, monkeypatch) -> Callable[..., Work]:
    """Builds in which the theme does its work alone."""

    def build_without(**conf: Any) -> Work:
        with monkeypatch.context() as patch:
            patch.setattr(adapter, "check_parts_once", lambda _context: None)
            return build("alone", **conf)

    return build_without


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("theme", [THEME, "sphinx_book_theme"])
def test_pages_are_as_the_theme_writes_them(build, build_without, theme, options):
    conf = {"html_theme": theme, **OPTIONS[options]}
    wanted, found = build_without(**conf), build("ours", **conf)
    assert found.pages == wanted.pages
    shown = [name for name, page in found.pages.items() if "Mine on" in page]
    assert shown == (list(found.pages) if options == "own templates" else [])


def test_lists_of_headings_are_parsed_once_for_each_structure(build, build_without):
    # Every page, and the theme keeps what it has parsed.
    alone, ours = build_without(), build("ours")
    operations = [name for name in ours.pages if "/get-" in name]
    assert len(operations) == OPERATIONS
    others = alone.parsed - OPERATIONS
    # Pages of operations have two structures: one has parameters.
    assert ours.parsed <= others + 2


def test_parts_that_are_never_empty_are_not_rendered_to_see_it(build, build_without):
    conf = OPTIONS["own templates"]
    alone, ours = build_without(**conf), build("ours", **conf)
    written = [name for name in ours.pages if not name.startswith("api-reference/")]
    for part in ("theme-switcher.html", "search-button-field.html", "navbar-logo.html"):
        assert alone.rendered[part] == len(alone.pages)
        assert ours.rendered[part] == len(written)
    for part in ("counted.html", "page-toc.html", "nothing.html", "breadcrumbs.html"):
        assert ours.rendered[part] == alone.rendered[part] >= len(alone.pages)


def test_another_list_of_headings_stays(build, build_without, monkeypatch):
    original = toctree.add_toctree_functions

    def add(app: Any, pagename: str, template: str, context: dict[str, Any], doctree: Any) -> None:
        original(app, pagename, template, context, doctree)
        context["generate_toc_html"] = partial(context["generate_toc_html"])

    monkeypatch.setattr(toctree, "add_toctree_functions", add)
    alone, ours = build_without(), build("ours")
    assert ours.pages == alone.pages
    assert ours.parsed == alone.parsed


def test_another_check_of_parts_stays(build, build_without, monkeypatch):
    alone = build_without()
    check = inspect.unwrap(getattr(utils, CHECK))

    def other(*positional: Any, **named: Any) -> Any:
        return check(*positional, **named)

    monkeypatch.setattr(utils, CHECK, other)
    ours = build(OTHER)
    assert ours == alone
    assert getattr(utils, CHECK) is other


def test_a_theme_without_a_check_of_parts(monkeypatch):
    monkeypatch.delattr(utils, CHECK)
    context: dict[str, Any] = {"title": "Page"}
    check_parts_once(context)
    assert context == {"title": "Page"}


def test_builds_without_the_extension_are_left_alone(build):
    build("ours")
    assert hasattr(getattr(utils, CHECK), "__wrapped__")
    context: dict[str, Any] = {"title": "Page"}
    rendered: list[str] = []

    def render(template: str, _context: dict[str, Any]) -> str:
        rendered.append(template)
        return ""

    app = SimpleNamespace(builder=SimpleNamespace(templates=SimpleNamespace(render=render)))
    assert getattr(utils, CHECK)(app, context, ["theme-switcher"], "theme_navbar_end") == []
    assert rendered == ["theme-switcher.html"]
    assert context == {"title": "Page"}
