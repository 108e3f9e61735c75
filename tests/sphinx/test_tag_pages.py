"""Pages of groups formed by tags, and the nested groups of a document on its overview."""

from __future__ import annotations

import copy

import pytest
from bs4 import BeautifulSoup
from full_run import first

from sphinx_navapi.built_site.pages import SiteFiles
from sphinx_navapi.built_site.search import search
from sphinx_navapi.built_site.search_index import SiteIndex


def operation(summary, *tags):
    return {"get": {"summary": summary, "tags": tags, "responses": {"200": {"description": "OK"}}}}


DOCUMENT = {
    "openapi": "3.2.0",
    "info": {"title": "Shop", "version": "1"},
    "servers": [{"url": "https://shop.example"}],
    "tags": [
        {
            "name": "shop",
            "summary": "The shop",
            "description": "For sale. All of it.\n\n# Prices\n\nWith [tax](/tax).",
            "externalDocs": {"url": "https://shop.example/manual", "description": "Manual"},
        },
        {"name": "books", "parent": "shop"},
        {"name": "beta", "kind": "badge", "summary": "Beta", "description": "Not ready yet."},
    ],
    "paths": {
        "/all": operation("List all", "shop"),
        "/books": operation("List books", "beta", "books"),
    },
}

PAGE = "api-reference/shop/index"
FILES = {
    "index.rst": "Home\n====\n",
    "tax.rst": "Tax\n===\n",
    "shop.json": DOCUMENT,
    "docs.json": {"navigation": {"pages": ["index", "tax"], "openapi": "shop.json"}},
}


@pytest.fixture
def shop(project):
    project.write(FILES)
    return project


def headings(page):
    for link in page.select("a.headerlink"):
        link.decompose()
    return [(tag.name, tag.get_text()) for tag in page.select("h1, h2, h3, h4")]


def main_of(built, docname):
    return BeautifulSoup(built.text(f"{docname}.html"), "html.parser").select_one("[role=main]")


def test_the_page_and_the_overview(shop):
    built = shop.build()
    assert built.warnings == []
    page = main_of(built, PAGE)
    assert headings(page) == [
        ("h1", "The shop"),
        ("h2", "Prices"),
        ("h2", "Operations"),
        ("h3", "books"),
    ]
    links = {link.get_text(): link["href"] for link in page.select("a[href]")}
    assert links["Manual"] == "https://shop.example/manual"
    assert links["tax"] == "../../tax.html"
    assert links["List all"] == "list-all.html"
    assert links["List books"] == "../beta/list-books.html"
    assert not page.select("a[download]")
    overview = main_of(built, "api-reference/index")
    assert headings(overview) == [
        ("h1", "Shop"),
        ("h2", "Servers"),
        ("h2", "Operations"),
        ("h3", "The shop"),
        ("h4", "books"),
        ("h3", "Beta"),
    ]
    assert overview.select_one("h3 a")["href"] == "shop/index.html"
    text = overview.get_text(" ")
    assert "For sale." in text
    assert "Not ready yet." in text
    assert "All of it." not in text
    assert "Prices" not in text
    # The group's label leads to the page, in the sidebar of every page.
    sidebar = BeautifulSoup(built.text("index.html"), "html.parser").select_one(".navapi-sidebar")
    assert [a.get_text() for a in sidebar.select(f'a[href="{PAGE}.html"]')] == ["The shop"]
    # A badge is shown beside the title, and does not form a group.
    badges = main_of(built, "api-reference/beta/list-books").select(".navapi-badge, .navapi-tag")
    assert [badge.get_text() for badge in badges] == ["Beta"]
    lines = built.text(f"{PAGE}.md").splitlines()
    for line in ("# The shop", "- More: [Manual](https://shop.example/manual)", "### books"):
        assert line in lines
    assert "### [The shop](shop/index.md)" in built.text("api-reference/index.md").splitlines()


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "singlehtml", "epub"]))
def test_other_builders(shop, builder):
    options = {"version": "1", "copyright": "the shop"} if builder == "epub" else {}
    assert shop.build(builder, **options).warnings == []


def test_its_texts_can_be_translated(shop):
    pot = shop.build("gettext").text("api-reference.pot")
    for message in ("For sale. All of it.", "Prices", "The shop", "Manual", "Not ready yet."):
        assert f'msgid "{message}"' in pot


def test_it_is_read_again_when_what_it_shows_changes(shop):
    shop.build()
    changed = copy.deepcopy(DOCUMENT)
    changed["tags"][0]["externalDocs"]["description"] = "Handbook"
    shop.write({"shop.json": changed})
    assert shop.build().read == ["api-reference/index", PAGE]
    changed["tags"][2]["summary"] = "Trial"
    shop.write({"shop.json": changed})
    assert shop.build().read == ["api-reference/beta/list-books", "api-reference/index"]


def test_an_operation_is_found_on_its_own_page_alone(shop):
    shop.conf["html_theme"] = "navapi"
    index = SiteIndex(SiteFiles(shop.build().out))
    assert {hit.docname for hit in search(index, index.places, "list")} == {
        "api-reference/shop/list-all",
        "api-reference/beta/list-books",
    }
