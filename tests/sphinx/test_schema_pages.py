"""Pages of schemas: their place, their neighbors, and the pages that use the schema."""

from __future__ import annotations

import gc
import re
from collections import Counter

import pytest
from bs4 import BeautifulSoup
from docutils import nodes

from sphinx_navapi.content.html import operation as html_operation
from sphinx_navapi.plan import site as plan_site

MANY = 27


def nested(name):
    """A schema that is shown on its own page, since it is deeper than the depth of one level."""
    return {"type": "object", "properties": {"at": {"$ref": f"#/components/schemas/{name}"}}}


def operation(summary, *, sent=None, received=None):
    found = {"summary": summary, "responses": {"200": {"description": "OK"}}}
    if sent:
        found["requestBody"] = {"content": content(sent)}
    if received:
        found["responses"]["200"]["content"] = content(received)
    return found


def content(name):
    return {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}


@pytest.fixture
def api():
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "paths": {
            "/books": {
                "get": operation("List books", received="Book"),
                "post": operation("Add a book", sent="Book", received="Book"),
                "put": operation("Move a book", sent="Shelf"),
            },
        },
        "components": {
            "schemas": {
                "Book": nested("Shelf"),
                "Shelf": nested("Room"),
                "Room": {"type": "object", "properties": {"floor": {"type": "integer"}}},
            }
        },
    }


@pytest.fixture
def library(project, api):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "api.json": api,
            "docs.json": {
                "navigation": {
                    "tabs": [
                        {"tab": "Guides", "pages": ["index"]},
                        {"tab": "Reference", "openapi": "api.json"},
                    ]
                }
            },
        }
    )
    return project


def build(project, **confvals):
    return project.build("html", navapi_schema_depth=1, **confvals)


def page(built, name):
    return BeautifulSoup(built.text(f"api-reference/schemas/{name}.html"), "html.parser")


def users(soup):
    """Text of each entry below "Used by"."""
    section = soup.find(id="used-by")
    return [" ".join(item.get_text(" ").split()) for item in section.find_all("li")]


def test_users_say_in_which_part_they_use_it(library):
    built = build(library)
    assert users(page(built, "Room")) == ["Move a book PUT /books Request", "Shelf"]
    assert sorted(users(page(built, "Shelf"))) == [
        "Add a book POST /books Request, Response",
        "List books GET /books Response",
        "Move a book PUT /books Request",
    ]
    (link, *_) = page(built, "Room").find(id="used-by").find_all("a", string="Move a book")
    assert link["href"] == "../move-a-book.html"


def test_markdown_tells_the_users(library):
    text = build(library).text("api-reference/schemas/Room.md")
    used = text.partition("## Used by")[2]
    assert re.findall(r"\[(.+?)\]\((.+?)\)", used) == [
        ("Move a book", "../move-a-book.md"),
        ("Shelf", "Shelf.md"),
    ]
    assert "`PUT /books` (Request)" in used


def test_many_users_are_closed_with_their_number(library, api):
    for number in range(MANY - 1):
        api["paths"][f"/shelves/{number}"] = {"get": operation(f"Read {number}", received="Shelf")}
    library.write({"api.json": api})
    section = page(build(library), "Room").find(id="used-by")
    (closed,) = section.find_all("details")
    assert not closed.has_attr("open")
    listed, rest = len(section.find_all("li")), len(closed.find_all("li"))
    assert listed == MANY + 1  # and Shelf
    assert rest == listed - 20
    assert str(rest) in closed.find("summary").get_text()


def test_each_user_of_a_schema_is_one_node_until_it_is_written(library):
    counts = {}

    def count(app, doctree):
        for section in doctree.findall(nodes.section):
            if "used-by" in section["ids"]:
                items = section.findall(nodes.list_item)
                counts[app.env.docname] = [len(list(item.findall())) for item in items]

    library.build("html", navapi_schema_depth=1, connect={"doctree-read": count})
    # The item, its line, the entry with its text, then a space, and the part with its text.
    assert counts["api-reference/schemas/Shelf"] == [7, 7, 7]


def test_the_collector_pauses_while_schemas_are_read(library, monkeypatch):
    seen = []

    def find(*given, **named):
        seen.append(gc.isenabled())
        return find_schema_pages(*given, **named)

    find_schema_pages = plan_site.find_schema_pages
    monkeypatch.setattr(plan_site, "find_schema_pages", find)
    build(library)
    assert seen == [False]
    assert gc.isenabled()


def test_the_repeats_of_a_page_are_found_once(library, monkeypatch):
    found = Counter()

    def find(tree, prefix):
        found[str(tree.view.key)] += 1
        return find_repeats(tree, prefix)

    find_repeats = html_operation.find_repeats
    monkeypatch.setattr(html_operation, "find_repeats", find)
    build(library)
    assert found == {"GET /books": 1, "POST /books": 1, "PUT /books": 1}


def test_place_and_neighbors(library):
    built = build(library)
    soup = page(built, "Shelf")
    assert soup.select_one(".navapi-breadcrumbs").get_text().split() == ["Reference", "Schemas"]
    assert soup.select_one(".navapi-breadcrumbs a")["href"].startswith("../")
    shelf, room = (built.site()["pages"][f"api-reference/schemas/{n}"] for n in ("Shelf", "Room"))
    assert (room["prev"], room["next"]) == (None, "api-reference/schemas/Shelf")
    assert (shelf["prev"], shelf["next"]) == ("api-reference/schemas/Room", None)


def test_its_name_is_there_once(library):
    built = build(library)
    main = page(built, "Shelf").select_one("article, main, [role=main]")
    section = main.find(id="used-by")
    section.extract()
    bold = [each.get_text() for each in main.select("h1, h2, h3, b") if "Shelf" in each.get_text()]
    assert len(bold) == 1
    assert "*Shelf*" not in built.text("api-reference/schemas/Shelf.md")


def test_only_pages_whose_users_changed_are_written_again(library, api):
    build(library)
    api["paths"]["/rooms"] = {"get": operation("List rooms", received="Room")}
    library.write({"api.json": api})
    again = build(library)
    assert again.read == ["api-reference/list-rooms", "api-reference/schemas/Room"]
    assert "List rooms GET /rooms Response" in users(page(again, "Room"))
    third = build(library)
    assert (third.read, third.written) == ([], [])


def test_a_new_title_of_a_user_is_shown(library, api):
    build(library)
    api["paths"]["/books"]["put"]["summary"] = "Carry a book"
    library.write({"api.json": api})
    again = build(library)
    assert "Carry a book PUT /books Request" in users(page(again, "Room"))
    assert "Carry a book" in again.text("api-reference/schemas/Room.md")


@pytest.mark.parametrize("builder", ["text", "latex"])
def test_other_formats_list_the_users(library, builder):
    built = library.build(builder, navapi_schema_depth=1)
    assert built.warnings == []
    name = "api-reference/schemas/Room.txt" if builder == "text" else None
    texts = [built.text(name)] if name else [p.read_text() for p in built.out.glob("*.tex")]
    assert any("Used by" in text for text in texts)
