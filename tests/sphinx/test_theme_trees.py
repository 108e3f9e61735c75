"""Third-party themes render the navigation beside the project's own toctrees like their own."""

from __future__ import annotations

import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from library_pages import library_index
from theme_cases import CASES

FILES = {
    "index.rst": library_index(
        """\
.. toctree::
   :hidden:
   :maxdepth: 1

   about
   Elsewhere <https://x.example/>
""",
        numbered=True,
    ),
    "shelves.rst": "Shelves\n=======\n\nHigh\n----\n\nLow\n---\n\n.. toctree::\n\n   rooms\n",
    "rooms.rst": "Rooms\n=====\n\nInner\n-----\n",
    "cards.rst": "Cards\n=====\n",
    "about.rst": "About\n=====\n",
    "start.md": "# Start\n\n## First *step*\n\n### Third\n\n## Second\n",
    "more.md": "# More\n",
    "deep.md": "# Deep\n",
}
GROUPS = [
    {"group": "", "toctree": "index"},
    {
        "group": "API",
        "pages": ["start", {"group": "Inner", "root": "more", "pages": ["deep"]}],
    },
]

#: Arguments with which themes and projects call Sphinx's ``toctree()``.
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"collapse": False, "titles_only": True, "maxdepth": -1, "includehidden": True},
    {"collapse": True, "includehidden": True, "maxdepth": 4},
    {"collapse": False, "maxdepth": "", "includehidden": False},
    {"collapse": False, "maxdepth": 1},
)

OWN_PAGES = ("index", "shelves", "rooms", "cards", "about")


def trees(project, only: str = "", **options: Any) -> tuple[Any, dict[str, list[str]]]:
    """A build, and the result of ``toctree()`` in templates on each page, or *only* on one."""
    found: dict[str, list[str]] = {}

    def record(_app, pagename, _template, context, _doctree):
        if only in ("", pagename):
            found[pagename] = [context["toctree"](**dict(each)) for each in OPTIONS]

    # After ours, before the handlers of themes.
    built = project.build(connect={"html-page-context": (record, 460)}, **options)
    assert built.warnings == []
    return built, found


@pytest.mark.parametrize("theme", theme_params([*CASES, "classic"]))
def test_own_toctrees_are_as_sphinx_writes_them(make_project, theme):
    plain, own = make_project("plain"), make_project("own")
    files = {name: text for name, text in FILES.items() if name.endswith(".rst")}
    plain.write({**files, "docs.json": "{}"})
    own.write({**FILES, "docs.json": {"navigation": {"groups": GROUPS}}})
    # Without the extension, themes append to lists that are the defaults of all builds of the
    # process.
    _, before = trees(plain, html_theme=theme, extensions=[], templates_path=[])
    _, after = trees(own, html_theme=theme)
    for name in OWN_PAGES:
        for options, wanted, found in zip(OPTIONS, before[name], after[name], strict=True):
            assert wanted.strip(), (name, options)
            assert wanted in found.replace(' aria-current="page"', ""), (name, options)
            ours = found.partition(wanted[-20:])[2]
            labels = [link.get_text() for link in BeautifulSoup(ours, "html.parser").select("a")]
            deep = [] if options.get("collapse", True) else ["Deep"]
            assert labels == ["Start", "Inner", *deep]
            assert "current" not in ours
    # A page of the navigation is not in the project's own toctrees.
    shown = BeautifulSoup(after["start"][0], "html.parser")
    assert [item.a.get_text() for item in shown.select("li.current")] == ["Start"]


@pytest.mark.parametrize("theme", theme_params([*CASES, "classic"]))
def test_methods_beside_own_toctrees(project, api, theme):
    """The mark that the style sheet shows, on the page of an operation and on another one."""
    api["openapi"] = "3.2.0"
    item = api["paths"]["/users"]
    # Also names that channels and webhooks have instead of a method.
    others = ("COPY", "PUBLISH", "WEBHOOK")
    item["additionalOperations"] = {
        name: {**item["get"], "operationId": name, "summary": name.title()} for name in others
    }
    groups = [
        {"group": "", "toctree": "index"},
        {
            "group": "API",
            "expanded": True,
            "pages": ["start", "GET /users", *(f"{name} /users" for name in others)],
        },
    ]
    files = {name: FILES[name] for name in ("index.rst", "shelves.rst", "rooms.rst", "start.md")}
    navigation = {"openapi": "api.json", "groups": groups}
    project.write({**files, "cards.rst": FILES["cards.rst"], "about.rst": FILES["about.rst"]})
    project.write({"api.json": api, "docs.json": {"navigation": navigation}})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    for name in ("start", "api-reference/users/list-users", "api-reference/users/copy"):
        page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
        links = page.select("nav.navapi-sidebar a[class*=m-]")
        marks = [(a["class"][-1], a.get("data-method"), a.get_text()) for a in links]
        assert marks == [
            ("m-get", None, "List users"), *(("m-other", name, name.title()) for name in others)
        ]  # fmt: skip
        assert not page.select("[class*='=']")


def tree(found: dict[str, list[str]], page: str, option: int) -> BeautifulSoup:
    return BeautifulSoup(found[page][option], "html.parser")


def test_place_of_a_page(project):
    project.write({**FILES, "docs.json": {"navigation": {"groups": GROUPS}}})
    _, found = trees(project, html_theme="alabaster")
    page = tree(found, "deep", 2)
    current = [(item["class"][0], item.a.get_text()) for item in page.select("li.current")]
    assert current == [("toctree-l1", "Inner"), ("toctree-l2", "Deep")]
    # The label of a group with a page of its own is the entry of that page.
    assert page.find("a", string="Inner")["href"] == "more.html"
    assert "Overview" not in page.get_text()
    root = tree(found, "more", 2)
    assert [a.get_text() for a in root.select("[aria-current=page]")] == ["Inner"]
    # If closed, only its label, as in Sphinx.
    assert "Deep" not in tree(found, "start", 2).get_text()
    assert "Deep" in tree(found, "start", 3).get_text()


def test_headings_of_the_page_where_the_theme_shows_them(project):
    project.write({**FILES, "docs.json": {"navigation": {"groups": GROUPS}}})
    _, found = trees(project, html_theme="sphinx_rtd_theme")
    entry = tree(found, "start", 0).select_one("li:has(> [aria-current])")
    shown = [(item["class"], item.a["href"], item.a.get_text()) for item in entry.select("li")]
    assert shown == [
        (["toctree-l2"], "#first-step", "First step"),
        (["toctree-l3"], "#third", "Third"),
        (["toctree-l2"], "#second", "Second"),
    ]
    assert entry.select_one("em").get_text() == "step"
    assert tree(found, "start", 1).select_one("li:has(> [aria-current])").find("ul") is None


def test_pages_that_both_name_stand_in_the_navigation(project):
    groups = [{"group": "", "toctree": "index"}, {"group": "Guide", "pages": ["cards", "start"]}]
    project.write({**FILES, "docs.json": {"navigation": {"groups": groups}}})
    _, found = trees(project, html_theme="alabaster")
    page = tree(found, "cards", 1)
    assert [a.get_text() for a in page.select("[aria-current]")] == ["2. Cards"]
    links = [link.get_text() for link in page.select("a")]
    assert links == ["1. Shelves", "1.2.1. Rooms", "About", "Elsewhere", "2. Cards", "Start"]


def test_a_large_navigation_is_closed(project):
    names = [f"page-{number}" for number in range(200)]
    project.write({**FILES, **{f"{name}.md": f"# {name}\n" for name in names}})
    groups = [
        {"group": "", "toctree": "index"},
        {"group": "A", "pages": names[:100]},
        {"group": "B", "pages": names[100:]},
    ]
    project.write({"docs.json": {"navigation": {"groups": groups}}})
    _, found = trees(project, "page-130", html_theme="furo")
    page = tree(found, "page-130", 1)
    ours = [a.get_text() for a in page.select("a") if re.match(r"A$|B$|page-", a.get_text())]
    # From the open group, the part around the page, and a link to each other part.
    assert ours[:2] == ["A", "B"]
    assert len(ours) == 2 + 40 + 2
    assert [item.a.get_text() for item in page.select("li.current")] == ["B", "page-130"]


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_a_group_with_one_page_of_its_name_is_that_page(project, theme):
    groups = [
        {"group": "more", "icon": "https://x.example/i.svg", "tag": "NEW", "pages": ["more"]},
        {"group": "Deep", "pages": ["deep", "start"]},
        {"group": "Others", "pages": [{"group": "Rooms", "pages": ["rooms"]}]},
    ]
    project.write({**FILES, "docs.json": {"navigation": {"groups": groups}}})
    built = project.build(html_theme=theme)
    page = BeautifulSoup(built.text("more.html"), "html.parser")
    sidebar = page.select_one(".sidebar-tree, .navapi-sidebar")
    link = sidebar.find("a", string=re.compile("More"), href=True) or sidebar.find(
        lambda tag: tag.name == "a" and "More" in tag.get_text()
    )
    assert "NEW" in link.get_text()
    # Other themes show no icons there.
    assert bool(link.select("img, svg, [style]")) == (theme == "navapi")
    assert [tag.get_text() for tag in sidebar.find_all(string=re.compile("^more$"))] == []
    names = sidebar.get_text(" ").split()
    assert [names.count(name) for name in ("Deep", "Rooms", "Others")] == [2, 1, 1]
    assert page.select(".navapi-breadcrumbs") == []
    rooms = BeautifulSoup(built.text("rooms.html"), "html.parser").select(".navapi-breadcrumbs li")
    assert [step.get_text() for step in rooms] == ["Others"]


@pytest.mark.parametrize("theme", ["pydata_sphinx_theme", "sphinx_book_theme"])
def test_entries_in_header_and_sidebar(project, theme):
    project.write({**FILES, "docs.json": {"navigation": {"groups": GROUPS}}})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    page = BeautifulSoup(built.text("deep.html"), "html.parser")
    side = page.select_one(".bd-sidebar-primary nav.navapi-sidebar")
    assert [item.a.get_text() for item in side.select("li.active")] == ["Inner", "Deep"]
    if theme == "pydata_sphinx_theme":
        links = page.select(".bd-header .navbar-header-items a.nav-link")
        labels = [a.get_text().strip() for a in links]
        assert labels[:5] == ["Shelves", "Cards", "About", "Elsewhere", "API"]
        own = BeautifulSoup(built.text("rooms.html"), "html.parser")
        (shown,) = own.select(".bd-sidebar-primary nav.navapi-sidebar")
        assert [a.get_text() for a in shown.select("a")] == ["1.2.1. Rooms"]


@pytest.mark.parametrize("theme", theme_params(CASES))
def test_anchors_stand_above_the_tree_on_pages_below_nothing(project, theme):
    anchors = {"anchors": [{"anchor": "Forum", "href": "https://forum.example"}]}
    navigation = {"global": anchors, "groups": GROUPS}
    project.write({**FILES, "docs.json": {"navigation": navigation}})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    for name in ("index", "rooms", "deep"):
        page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
        (anchor,) = page.select(".navapi-side nav.navapi-anchors a")
        assert anchor["href"] == "https://forum.example"


@pytest.mark.parametrize(
    ("theme", "above"), [("classic", False), ("agogo", False), ("haiku", True)]
)
def test_a_theme_that_nobody_knows(project, theme, above):
    check_unknown_theme(project, above, html_theme=theme)


#: How a project's own theme changes the sidebar of ``basic``, and whether that removes it.
LAYOUTS = {
    "adds to it": ("{% block sidebar2 %}<b>Top</b>{{- super() }}{% endblock %}", False),
    "draws it itself": ("{% block sidebar2 %}<aside>{{ sidebar() }}</aside>{% endblock %}", False),
    "replaces it": ("{% block sidebar2 %}{{ title }}{% endblock %}", True),
    "has another block": ("{% block footer %}{{ title }}{% endblock %}", False),
    "has a tree sometimes": (
        "{% block footer %}{% if theme_no %}{{ toctree() }}{% endif %}{% endblock %}",
        True,
    ),
    "includes a tree sometimes": (
        "{% block footer %}{% if theme_no %}{% include 'never.html' %}{% endif %}{% endblock %}",
        True,
    ),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_a_theme_that_changes_the_sidebar(project, name):
    text, above = LAYOUTS[name]
    project.write(
        {
            "themes/own/theme.conf": "[theme]\ninherit = basic\nstylesheet = basic.css\n"
            "sidebars = localtoc.html, relations.html\n",
            "themes/own/layout.html": '{% extends "basic/layout.html" %}\n' + text,
            # Only shown if `sidebars` or the layout says so.
            "themes/own/never.html": "{{ toctree() }}",
        }
    )
    check_unknown_theme(project, above, html_theme="own", html_theme_path=["themes"])


@pytest.mark.parametrize("own", [False, True], ids=["groups", "own toctrees"])
def test_a_theme_with_a_function_of_its_own_for_the_tree(project, own):
    """As sphinx-breeze-theme: a row of the outermost entries in the header, the tree below it.

    Its function has other options than Sphinx's.
    """
    guides = {"group": "Guides", "pages": ["index", "start"]}
    groups = [
        {"group": "", "toctree": "index"} if own else guides,
        {"group": "API", "pages": ["more", {"group": "Inner", "pages": ["deep"]}]},
    ]
    if own:
        index = "# Index\n\n```{toctree}\n:caption: Handbook\nstart\nother\n```\n"
        project.write({"index.md": index, "other.md": "# Other\n"})
        project.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    project.write(
        {
            "docs.json": {"navigation": {"groups": groups}},
            **{f"{name}.md": f"# {name.title()}\n" for name in ("start", "more", "deep")},
            **({} if own else {"index.md": "# Index\n"}),
            "themes/own/theme.conf": "[theme]\ninherit = basic\nstylesheet = basic.css\n"
            "sidebars = localtoc.html\n",
            "themes/own/layout.html": '{% extends "basic/layout.html" %}\n'
            "{% block header %}<header>{{ toctree(maxdepth=1, level=0) }}</header>{% endblock %}\n"
            "{% block sidebar2 %}<aside>{{ toctree(level=1) }}</aside>{% endblock %}",
        }
    )

    def put(_app, _pagename, _template, context, _doctree):
        context["toctree"] = lambda *_levels, **_options: "<i>theirs</i>"

    built = project.build(
        connect={"html-page-context": (put, 500)}, html_theme="own", html_theme_path=["themes"]
    )
    page = BeautifulSoup(built.text("deep.html"), "html.parser")
    row = page.select("header > ul > li > a")
    first = (
        [("Start", "start.html"), ("Other", "other.html")] if own else [("Guides", "index.html")]
    )
    assert [(link.get_text(), link["href"]) for link in row] == [*first, ("API", "more.html")]
    assert [link.get_text() for link in page.select("header li.current")] == ["API"]
    assert len(page.select("aside nav.navapi-sidebar")) == 1
    assert "theirs" not in page.get_text()
    assert not page.select(".navapi-pages")


@pytest.mark.parametrize("drawn", ["all", "some"])
def test_a_theme_that_draws_a_tree_from_the_toctrees(project, drawn):
    """As sphinx-immaterial: there is nothing above the text, unless pages are missing there."""
    project.write(
        {
            **FILES,
            "docs.json": {"navigation": {"groups": GROUPS}},
            "themes/own/theme.conf": "[theme]\ninherit = basic\nstylesheet = basic.css\n",
            "themes/own/layout.html": '{% extends "basic/layout.html" %}'
            "{% block sidebar2 %}<nav>{{ drawn }}</nav>{% endblock %}",
        }
    )

    def draw(app, pagename, _template, context, _doctree):
        shown = sorted(app.env.found_docs - ({"cards"} if drawn == "some" else set()))
        context["drawn"] = "".join(
            f'<a class="x" href="{app.builder.get_relative_uri(pagename, name)}">{name}</a>'
            for name in shown
        )

    built = project.build(
        connect={"html-page-context": (draw, 500)}, html_theme="own", html_theme_path=["themes"]
    )
    page = BeautifulSoup(built.text("deep.html"), "html.parser")
    assert bool(page.select("nav.navapi-sidebar")) == (drawn == "some")
    assert page.select_one(".navapi-place")["data-navapi-page"] == "deep"


def check_unknown_theme(project, above, **options):
    project.write({**FILES, "docs.json": {"navigation": {"groups": GROUPS}}})
    built = project.build(**options)
    assert built.warnings == []
    for name in ("deep", "rooms", "index"):
        page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
        before = page.select("h1")[-1].find_all_previous(
            class_=re.compile("^navapi-(side|pages|top|place)")
        )
        assert (before != []) == above, name
        assert not page.select("nav.navapi-prev-next")
        (side,) = page.select("nav.navapi-sidebar")
        assert side.a.get_text() == "1. Shelves"
        titles = [title.get_text() for title in page.select("[class*=sidebar] h3")]
        assert len(titles) == len(set(titles))


@pytest.mark.parametrize("theme", theme_params(["alabaster", "sphinx_rtd_theme", "furo"]))
def test_headings_in_a_sidebar_of_ours(project, theme):
    """If the theme only shows them in its tree: the others have a separate place."""
    project.write({name: FILES[name] for name in ("start.md", "more.md", "deep.md")})
    more = "# More\n\n## Of it\n"
    tabs = [{"tab": "T", "groups": GROUPS[1:]}, {"tab": "U", "pages": ["index"]}]
    project.write(
        {"more.md": more, "docs.json": {"navigation": {"tabs": tabs}}, "index.md": "# I\n"}
    )
    built = project.build(html_theme=theme)
    assert built.warnings == []
    shown = [link("start", built), link("more", built)]
    if theme == "furo":
        assert shown == [[], []]
    else:
        assert shown == [["#first-step", "#third", "#second"], ["#of-it"]]


def link(name, built):
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
    (current,) = page.select("nav.navapi-sidebar [aria-current=page]")
    assert current["href"] == f"{name}.html"
    return [a["href"] for a in page.select("nav.navapi-sidebar a[href^='#']")]
