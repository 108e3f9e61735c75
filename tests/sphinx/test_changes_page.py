"""Pages with the changes from one version of a document to the next."""

from __future__ import annotations

import copy
import re

import pytest
from bs4 import BeautifulSoup
from full_run import first

PAGE = "api-reference/changes"
CHANGED = {"source": "api.json", "changes_from": "old.json"}


@pytest.fixture
def versions(small, api, tabs):
    """The small project with an older version of its document."""
    old = copy.deepcopy(api)
    old["info"]["version"] = "0.9"
    old["servers"] = [{"url": "https://old.example"}]
    old["paths"]["/users"]["delete"] = {"responses": {"204": {"description": "Gone"}}}
    old["components"]["schemas"]["User"]["properties"]["name"]["maxLength"] = 50
    old["paths"]["/users"]["get"]["operationId"] = "users"
    api["paths"]["/users"]["post"]["requestBody"]["required"] = True
    api["servers"] = [{"url": "https://new.example"}]
    tabs["navigation"]["tabs"][1]["openapi"] = CHANGED
    small.write({"api.json": api, "old.json": old, "docs.json": tabs})
    small.old = old
    return small


def test_the_page_says_what_breaks_first(versions):
    built = versions.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    headings = [heading.get_text() for heading in page.select("h1, h2")]
    assert [re.sub(r"[¶#]", "", text) for text in headings][:4] == [
        "Changes from 0.9 to 1",
        "Breaking changes",
        "May break clients",
        "Other changes",
    ]
    breaking = page.select_one("#breaking-changes")
    terms = [term.get_text() for term in breaking.select("dt")]
    assert terms == ["POST /users", "DELETE /users"]
    # Removed operations have no page.
    links = [link["href"] for link in breaking.select("dt a")]
    assert [href.partition("#")[0] for href in links] == ["users/create-user.html"]
    items = [item.get_text(strip=True) for item in breaking.select("dd li")]
    assert items == ["Request body: the request body became required", "The operation was removed"]


def test_it_is_the_last_group_of_its_section(versions):
    site = versions.build().site()
    tab = site["navigation"]["tabs"][1]
    assert tab["groups"][-1] == {"group": "Changes", "pages": [PAGE], "first_page": PAGE}
    assert tab["first_page"] == "api-reference/users/list-users"
    page = site["pages"][PAGE]
    assert (page["kind"], page["generated"], page["title"]) == (
        "changes",
        True,
        "Changes from 0.9 to 1",
    )
    # The old document has no pages, and its problems are not reported.
    assert {p["operation"]["document"] for p in site["pages"].values() if p["operation"]} == {
        "api.json"
    }


def test_in_a_group_it_is_the_last_page(versions, tabs):
    group = {"group": "API", "openapi": CHANGED}
    versions.write({"docs.json": {"navigation": {"groups": [group]}}})
    site = versions.build().site()
    (found,) = site["navigation"]["groups"]
    assert found["pages"][-1] == PAGE
    assert found["first_page"] == "api-reference/users/list-users"


def test_where_operations_are_named_it_is_there_too(versions):
    group = {"group": "API", "openapi": CHANGED, "pages": ["GET /users"]}
    versions.write({"docs.json": {"navigation": {"groups": [group]}}})
    built = versions.build()
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    # Operations that the author did not list are not published.
    assert [term.get_text() for term in page.select("dt")] == ["GET /users"]


def test_nothing_is_reported_of_hidden_operations(versions, api):
    for document in (api, versions.old):
        for operation in document["paths"]["/users"].values():
            operation["x-hidden"] = True
    versions.write({"api.json": api, "old.json": versions.old})
    page = BeautifulSoup(versions.build().text(f"{PAGE}.html"), "html.parser")
    assert page.select("dt") == []
    assert "https://new.example" in page.get_text()


@pytest.mark.parametrize(
    "builder", first(2, ["text", "man", "latex", "singlehtml", "dirhtml", "epub"])
)
def test_every_builder_has_it(builder, versions):
    conf = {"epub_copyright": "2026", "version": "1", "copyright": "2026"}
    built = versions.build(builder, **conf)
    assert [line for line in built.warnings if "changes" in line] == []
    names = {"text": f"{PAGE}.txt", "singlehtml": "index.html", "dirhtml": f"{PAGE}/index.html"}
    names["epub"] = f"{PAGE}.xhtml"
    if builder in names:
        assert "The operation was removed" in built.text(names[builder])


def test_markdown_and_search(versions):
    built = versions.build(html_theme="navapi")
    text = built.text(f"{PAGE}.md")
    assert "[`POST /users`](users/create-user.md)\n\n- Request body: the request" in text
    assert f"[Changes from 0.9 to 1]({PAGE}.md)" in built.text("llms.txt")
    assert f'"{PAGE}"' in built.text("searchindex.js")


def test_a_component_is_reported_once_with_its_operations(versions, api):
    schema = {"$ref": "#/components/schemas/User"}
    answer = {"description": "", "content": {"application/json": {"schema": schema}}}
    for document in (api, versions.old):
        for path in ("/users", "/teams"):
            document["paths"][path]["get"]["responses"]["200"] = answer
    versions.write({"api.json": api, "old.json": versions.old})
    built = versions.build()
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    (term,) = (each for each in page.select("dt") if "Schema" in each.get_text())
    assert term.get_text() == "Schema User"
    content = term.find_next_sibling("dd")
    # The same change of a request may have another level.
    assert content.li.get_text(strip=True).startswith("Response")
    assert [link.get_text() for link in content.select("a")] == ["GET /users", "GET /teams"]
    links = "[`GET /users`](users/list-users.md), [`GET /teams`](teams/list-teams.md)"
    assert (
        f"Schema `User`\n\n- Response · `name`: `maxLength` changed from `50` to none\n- {links}\n"
        in (built.text(f"{PAGE}.md"))
    )


def test_a_change_of_either_document_writes_it_again(versions, api):
    versions.build()
    again = versions.build()
    assert (again.read, again.written) == ([], [])
    versions.old["components"]["schemas"]["User"]["properties"]["name"]["maxLength"] = 60
    versions.write({"old.json": versions.old})
    again = versions.build()
    assert again.read == [PAGE]
    assert '<span class="pre">60</span>' in again.text(f"{PAGE}.html")
    del api["paths"]["/teams"]
    versions.write({"api.json": api})
    again = versions.build()
    assert PAGE in again.read
    assert "GET /teams" in BeautifulSoup(again.text(f"{PAGE}.html"), "html.parser").get_text()


def test_an_operation_that_loses_its_page_loses_the_link(versions, tabs):
    versions.write({"guide.rst": DIRECTIVE})
    versions.build()
    tabs["navigation"]["tabs"][1]["pages"] = ["GET /users"]
    versions.write({"docs.json": tabs})
    again = versions.build(nitpicky=True)
    assert again.warnings == []
    assert {"guide", PAGE} <= {*again.read}
    for name in ("guide", PAGE):
        page = BeautifulSoup(again.text(f"{name}.html"), "html.parser")
        assert page.select("dl.navapi-breaking dt") == []


def test_without_the_key_it_is_gone(versions, tabs):
    versions.build()
    tabs["navigation"]["tabs"][1]["openapi"] = "api.json"
    versions.write({"docs.json": tabs})
    again = versions.build()
    assert PAGE not in again.site()["pages"]
    assert not (again.out / f"{PAGE}.html").exists()


def test_documents_that_are_the_same(versions, api):
    versions.write({"old.json": api})
    built = versions.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    assert "No changes." in page.get_text()
    assert built.site()["pages"][PAGE]["title"] == "Changes"


OVERLAY = {
    "overlay": "1.0.0",
    "info": {"title": "Public", "version": "1"},
    "actions": [{"target": "$.paths['/users'].delete", "remove": True}],
}


def test_both_versions_are_compared_with_their_overlays(versions, api, tabs):
    api["paths"]["/users"]["delete"] = {"responses": {"204": {"description": "Gone"}}}
    earlier = {"source": "old.json", "overlays": ["public.json"]}
    changed = {"source": "api.json", "overlays": ["public.json"], "changes_from": earlier}
    tabs["navigation"]["tabs"][1]["openapi"] = changed
    versions.write({"api.json": api, "public.json": OVERLAY, "docs.json": tabs})
    built = versions.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    assert "DELETE" not in page.get_text()
    # Without the page, the operation that readers never saw is missing.
    del earlier["overlays"]
    versions.write({"docs.json": tabs})
    page = BeautifulSoup(versions.build().text(f"{PAGE}.html"), "html.parser")
    assert "DELETE /users" in [term.get_text() for term in page.select("dt")]


def test_an_overlay_of_the_old_document_that_there_is_not(versions, tabs):
    changed = {**CHANGED, "changes_from": {"source": "old.json", "overlays": ["publik.json"]}}
    tabs["navigation"]["tabs"][1]["openapi"] = changed
    versions.write({"public.json": OVERLAY, "docs.json": tabs})
    built = versions.build()
    (warning,) = built.warnings
    assert "did you mean public.json?" in warning
    assert PAGE in built.site()["pages"]


def test_an_old_document_of_another_standard(versions):
    old = {"asyncapi": "3.0.0", "info": {"title": "Events", "version": "1"}, "channels": {}}
    versions.write({"old.json": old})
    built = versions.build()
    (warning,) = built.warnings
    assert "old.json is an AsyncAPI document, so it has no page of changes" in warning
    assert PAGE not in built.site()["pages"]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        (None, "there is no OpenAPI document old.json"),
        ("{", "old.json"),
        ('{"swagger": "2.0"}', "old.json is Swagger 2.0"),
    ],
)
def test_an_old_document_that_cannot_be_read(text, told, versions):
    versions.write({"old.json": text})
    built = versions.build()
    (warning,) = built.warnings
    assert told in warning
    assert PAGE not in built.site()["pages"]
    assert "api-reference/users/list-users" in built.site()["pages"]


def test_a_page_of_that_name_is_kept(versions):
    versions.write({f"{PAGE}.rst": "Our words\n=========\n\nThis changed.\n"})
    built = versions.build()
    assert built.warnings == []
    assert built.site()["pages"][PAGE]["kind"] == "page"
    assert "This changed." in built.text(f"{PAGE}.html")


def test_an_operation_of_that_name_keeps_its_path(versions, api):
    api["paths"]["/changes"] = {
        "get": {"summary": "Changes", "responses": {"200": {"description": ""}}}
    }
    versions.write({"api.json": api})
    built = versions.build()
    assert built.warnings == []
    pages = built.site()["pages"]
    assert (pages[PAGE]["kind"], pages[f"{PAGE}-1"]["kind"]) == ("operation", "changes")


DIRECTIVE = """\
News
====

.. openapi-changes:: api.json
   :from: old.json
"""


def test_the_directive_shows_it_in_a_page(versions):
    versions.write({"guide.rst": DIRECTIVE})
    built = versions.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("guide.html"), "html.parser")
    assert [term.get_text() for term in page.select("dl.navapi-breaking dt")] == [
        "POST /users",
        "DELETE /users",
    ]
    versions.old["components"]["schemas"]["User"]["properties"]["name"]["maxLength"] = 70
    versions.write({"old.json": versions.old})
    again = versions.build()
    assert "guide" in again.read
    assert "70" in BeautifulSoup(again.text("guide.html"), "html.parser").get_text()


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("api.json\n   :from: older.json", "there is no OpenAPI document 'older.json'"),
        ("apy.json\n   :from: old.json", "there is no OpenAPI document 'apy.json'"),
        ("api.json", "the option ':from:' is missing; no changes are shown: set it to the path of"),
    ],
)
def test_a_directive_that_names_no_document(written, told, versions):
    versions.write({"guide.rst": f"News\n====\n\n.. openapi-changes:: {written}\n"})
    (warning,) = versions.build().warnings
    assert "guide.rst:4" in warning
    assert told in warning


CATALOG = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8"

msgid "the operation was removed"
msgstr "die Operation wurde entfernt"

msgid "request body"
msgstr "Rumpf"

msgid "the server {name} was added"
msgstr "neu ist der Server {name}"
"""


def test_its_sentences_are_messages(versions):
    messages = versions.build("gettext").text("api-reference.pot")
    for text in ("the operation was removed", "request body", "the server {name} was added"):
        assert f'msgid "{text}"' in messages


def test_it_is_translated(versions):
    versions.write({"locale/de/LC_MESSAGES/api-reference.po": CATALOG})
    built = versions.build(language="de", locale_dirs=["locale"], exclude_patterns=["locale"])
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser").get_text()
    assert "Inkompatible Änderungen" in page
    assert "Die Operation wurde entfernt" in page
    assert "Rumpf: the request body became required" in page
    assert "Neu ist der Server https://new.example" in page
    assert "- Die Operation wurde entfernt" in built.text(f"{PAGE}.md")
