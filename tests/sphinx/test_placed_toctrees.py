"""A group of docs.json may contain the toctrees of a document, wherever the group is."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from library_pages import library_index
from theme_cases import CASES

FILES = {
    "index.rst": library_index("""\
.. toctree::
   :caption: More

   about
"""),
    "shelves.rst": "Shelves\n=======\n\n.. toctree::\n\n   rooms\n",
    "rooms.rst": "Rooms\n=====\n",
    "cards.rst": "Cards\n=====\n",
    "about.rst": "About\n=====\n",
    "start.md": "# Start\n",
}

API = {"group": "API", "pages": ["start"]}

OWN = {"group": "", "toctree": "index"}


def outline(built, page):
    """Labels of the sidebar, nested: a group is its label and its content."""
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    top: list = []
    lists: dict = {id(None): top}
    for tag in soup.select("nav.navapi-sidebar :is(summary, ul a:not(:has(+ details)))"):
        # Items have no end tags: groups show how deep a label is.
        if tag.name == "a":
            lists[id(tag.find_parent("details"))].append(tag.get_text())
        else:
            group = tag.parent
            lists[id(group)] = []
            lists[id(group.find_parent("details"))].append({tag.get_text(): lists[id(group)]})
    return top


def opened(built, page):
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    return [tag.summary.get_text() for tag in soup.select("nav.navapi-sidebar details[open]")]


HANDBOOK = {"Handbook": [{"Shelves": ["Rooms"]}, "Cards"]}

THEMES = ["navapi", *CASES]


@pytest.mark.parametrize(
    ("groups", "wanted"),
    [
        ([API], [{"API": ["Start"]}, HANDBOOK, {"More": ["About"]}]),
        ([OWN, API], [HANDBOOK, {"More": ["About"]}, {"API": ["Start"]}]),
        ([API, OWN], [{"API": ["Start"]}, HANDBOOK, {"More": ["About"]}]),
        (
            [API, {"group": "Guide", "toctree": "index"}],
            [{"API": ["Start"]}, {"Guide": [HANDBOOK, {"More": ["About"]}]}],
        ),
        (
            [{"group": "API", "pages": ["start", OWN]}],
            [{"API": ["Start", HANDBOOK, {"More": ["About"]}]}],
        ),
        # For a page in a toctree, its own part; the others follow.
        (
            [{"group": "Places", "root": "shelves", "toctree": "shelves"}, API],
            [
                {"Places": ["Rooms"]},
                {"API": ["Start"]},
                {"Handbook": ["Cards"]},
                {"More": ["About"]},
            ],
        ),
    ],
    ids=["by itself", "before", "after", "under a label", "under an entry", "of a page"],
)
def test_toctrees_stand_where_a_group_asks_for_them(project, groups, wanted):
    project.write({**FILES, "docs.json": {"navigation": {"groups": groups}}})
    built = project.build(html_theme="navapi")
    assert built.warnings == []
    for page in ("start", "cards", "index"):
        assert outline(built, page) == wanted


@pytest.mark.parametrize("theme", theme_params(THEMES))
def test_in_every_theme(project, theme):
    project.write({**FILES, "docs.json": {"navigation": {"groups": [OWN, API]}}})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    if theme == "navapi":
        assert outline(built, "start") == [HANDBOOK, {"More": ["About"]}, {"API": ["Start"]}]
        return
    page = BeautifulSoup(built.text("start.html"), "html.parser")
    captions = [p.get_text() for p in page.select("nav.navapi-sidebar .caption")]
    if theme == "pydata_sphinx_theme":
        # Its header shows the outermost level, its sidebar the levels below the entry of the page.
        header = page.select_one(".bd-header .navbar-header-items")
        labels = [link.get_text().strip() for link in header.select("a.nav-link")]
        assert labels[:4] == ["Shelves", "Cards", "About", "API"]
        assert captions == ["API"]
    else:
        assert captions == ["Handbook", "More", "API"]
    assert [a.get_text() for a in page.select("nav.navapi-sidebar [aria-current]")] == ["Start"]


def test_what_is_around_a_page_is_open(project):
    groups = [API, {"group": "Guide", "toctree": "index"}]
    project.write({**FILES, "docs.json": {"navigation": {"groups": groups}}})
    built = project.build(html_theme="navapi")
    assert opened(built, "rooms") == ["Guide", "Handbook", "Shelves"]
    assert opened(built, "start") == ["API"]


@pytest.mark.parametrize("theme", ["navapi", "sphinx_rtd_theme"])
def test_a_tab_with_toctrees_has_a_link_and_their_sidebar(project, theme):
    tabs = [{"tab": "Docs", "groups": [OWN]}, {"tab": "API", "pages": ["start"]}]
    project.write({**FILES, "docs.json": {"navigation": {"tabs": tabs}}})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    for page, tab, absent in (
        ("cards", "Docs", "Start"),
        ("index", "Docs", "Start"),
        ("start", "API", "Cards"),
    ):
        soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
        links = soup.select("nav.navapi-tabs a")
        assert [(a.get_text(), a["href"]) for a in links] == [
            ("Docs", "shelves.html"),
            ("API", "start.html"),
        ]
        assert [a.get_text() for a in links if a.get("aria-current")] == [tab]
        sidebar = soup.select_one("nav.navapi-sidebar").get_text()
        assert ("Cards" in sidebar, "Start" in sidebar) == (tab == "Docs", tab == "API")
        assert absent not in sidebar


def test_a_change_of_a_toctree_is_shown_on_all_pages(project):
    project.write({**FILES, "docs.json": {"navigation": {"groups": [OWN, API]}}})
    project.build(html_theme="navapi")
    project.write({"shelves.rst": "Shelves\n=======\n\n.. toctree::\n\n   rooms\n   cellar\n"})
    project.write({"cellar.rst": "Cellar\n======\n"})
    built = project.build(html_theme="navapi")
    shelves = {"Shelves": ["Rooms", "Cellar"]}
    assert outline(built, "start")[0] == {"Handbook": [shelves, "Cards"]}


def test_a_large_site_closes_what_is_not_open(project):
    names = [f"room-{number}" for number in range(170)]
    rooms = "\n".join(f"   {name}" for name in names)
    project.write({name + ".rst": f"{name}\n{'=' * len(name)}\n" for name in names})
    project.write(
        {**FILES, "shelves.rst": f"Shelves\n=======\n\n.. toctree::\n\n{rooms}\n   rooms\n"}
    )
    groups = [API, {"group": "Guide", "toctree": "index"}]
    project.write({"docs.json": {"navigation": {"groups": groups}}})
    built = project.build(html_theme="navapi")
    soup = BeautifulSoup(built.text("start.html"), "html.parser")
    guide = soup.select("nav.navapi-sidebar details")[1]
    assert guide.summary.get_text() == "Guide"
    # Readers who follow the link find the others there, even without scripts.
    assert guide.a["href"] == "shelves.html"
    fragment = built.text(f"_navapi/nav/{guide['data-nav']}.html")
    assert "Handbook" in fragment
    assert "room-3" not in built.text("start.html")


def test_a_document_that_is_not_there(project):
    groups = [{"group": "", "toctree": "indx"}, API]
    project.write({**FILES, "docs.json": {"navigation": {"groups": groups}}})
    built = project.build(html_theme="navapi")
    (warning,) = built.warnings
    assert "docs.json:6" in warning
    assert "there is no page file indx, so no toctree is inserted here" in warning
    assert outline(built, "start") == [{"API": ["Start"]}, HANDBOOK, {"More": ["About"]}]


def test_a_toctree_that_is_not_text(project):
    project.write(
        {**FILES, "docs.json": {"navigation": {"groups": [{"group": "A", "toctree": 3}]}}}
    )
    built = project.build(html_theme="navapi")
    assert any("toctree" in line for line in built.warnings)
    assert outline(built, "cards")[-2:] == [HANDBOOK, {"More": ["About"]}]


#: Text before a first heading that is not the title, as MyST allows.
TITLED = "---\ntitle: Opening hours\n---\n\n[Rooms](rooms/big).\n\n## Weekdays\n\n## Sundays\n"


def headings(built, page):
    """Headings of the page's text, outermost first."""
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    return [(tag.name, tag.find(string=True)) for tag in soup.select("[role=main] :is(h1, h2, h3)")]


def text_of(built, page):
    """The page's text, without its surroundings."""
    soup = BeautifulSoup(built.text(f"{page}.html"), "html.parser")
    body = soup.select_one("[role=main]")
    for added in body.select(
        ".navapi-place, .navapi-pages, .navapi-top, .navapi-prev-next, .clearer"
    ):
        added.decompose()
    return body.decode_contents().strip()


def test_own_pages_keep_their_text(make_project):
    """In a project with toctrees, ``title`` in front matter is not a heading, as without the
    extension.
    """
    plain, own = make_project("plain"), make_project("own")
    files = {
        "index.md": "# Home\n\n```{toctree}\nhours\nrooms/big\n```\n",
        "rooms/big.md": "# Big rooms\n",
        "hours.md": TITLED,
        "start.md": TITLED,
    }
    plain.write({**files, "docs.json": "{}"})
    own.write({**files, "docs.json": {"navigation": {"groups": [API]}}})
    # Extensions append to Sphinx's own default lists, which all builds of a process share.
    lists = {"templates_path": [], "source_suffix": {".rst": "restructuredtext"}}
    before = plain.build(extensions=["myst_parser"], html_theme="basic", **lists)
    options = {"extensions": ["myst_parser", "sphinx_navapi"], "html_theme": "basic"}
    built = own.build(**options)
    assert headings(before, "hours") == [("h1", "Weekdays"), ("h1", "Sundays")]
    assert text_of(built, "hours") == text_of(before, "hours")
    # A page in the navigation is a page of a site: its title is its heading.
    named = [("h1", "Opening hours"), ("h2", "Weekdays"), ("h2", "Sundays")]
    assert headings(built, "start") == named
    # Without a toctree, all pages are.
    own.write({"index.md": "# Home\n"})
    assert headings(own.build(**options), "hours") == named
