"""Roles, directives, the inventory and the search index."""

from __future__ import annotations

import io
import re

import pytest
import snowballstemmer
from bs4 import BeautifulSoup
from sphinx.util.inventory import InventoryFile

USERS = "api-reference/users/list-users"


def _inventory(built):
    return InventoryFile.load(
        io.BytesIO((built.out / "objects.inv").read_bytes()), "", lambda base, uri: uri
    )


def test_operations_and_schemas_stand_in_the_inventory(small):
    small.write({"more.rst": "More\n====\n\n.. openapi-schema:: User\n"})
    inventory = _inventory(small.build())
    assert set(inventory["navapi:op"]) == {
        "GET /users", "api.json GET /users", "POST /users", "api.json POST /users",
        "GET /teams", "api.json GET /teams", "listUsers",
    }  # fmt: skip
    assert set(inventory["navapi:schema"]) == {"api.json User", "User"}


def test_schemas_without_a_page_lead_to_an_operation_that_shows_them(small, api):
    api["components"]["schemas"]["Unused"] = {"type": "string"}
    small.write({"api.json": api})
    schemas = _inventory(small.build())["navapi:schema"]
    assert set(schemas) == {"api.json User", "User"}
    found = schemas["User"]
    # Before release 8.2 of Sphinx it is a tuple.
    uri = found[2] if isinstance(found, tuple) else found.uri
    assert uri == "api-reference/users/create-user.html"


def test_names_of_two_documents_need_the_document(small, api, tabs):
    tabs["navigation"]["tabs"].append(
        {"tab": "Old", "openapi": {"source": "old.json", "directory": "old"}}
    )
    small.write({"old.json": api, "docs.json": tabs})
    inventory = _inventory(small.build())
    assert set(inventory["navapi:schema"]) == {"api.json User", "old.json User"}
    assert {name.split()[0] for name in inventory["navapi:op"]} == {"api.json", "old.json"}


@pytest.mark.parametrize(
    "target", ["GET /users", "api.json GET /users", "api GET /users", "listUsers"]
)
def test_role_links_to_the_page(small, target):
    small.write(
        {"more.rst": f"More\n====\n\n:navapi:op:`{target}`, :navapi:op:`these <{target}>`\n"}
    )
    built = small.build()
    assert built.warnings == []
    page = built.text("more.html")
    assert f'href="{USERS}.html#list-users"' in page
    assert "List users" in page
    assert ">these</span></a>" in page


def test_role_links_in_markdown(small):
    small.write({"more.rst": None, "more.md": "# More\n\n{navapi:op}`GET /users`\n"})
    built = small.build(extensions=["myst_parser", "sphinx_navapi"])
    assert built.warnings == []
    assert f'href="{USERS}.html#list-users"' in built.text("more.html")


def test_targets_without_a_page_are_published_as_the_message_says(small, api, tabs):
    api["components"]["schemas"]["Unused"] = {"type": "string"}
    tabs["navigation"]["tabs"][1]["pages"] = ["GET /teams", "GET /users"]
    text = "More\n====\n\n:navapi:op:`POST /users`\n\n:navapi:schema:`Unused`\n"
    small.write({"api.json": api, "docs.json": tabs, "more.rst": text})
    first, second = small.build().warnings
    assert "the operation 'POST /users' has no page; it is shown as text" in first
    assert 'add "api.json POST /users" to pages in docs.json' in first
    assert "the schema 'Unused' has no page; it is shown as text" in second
    assert "show it in a page with the directive openapi-schema" in second
    tabs["navigation"]["tabs"][1]["pages"].append("api.json POST /users")
    small.write({"docs.json": tabs, "more.rst": f"{text}\n.. openapi-schema:: Unused\n"})
    assert small.build().warnings == []


def test_an_operation_without_a_page_in_a_project_without_navigation(project, api):
    text = "Home\n====\n\n:navapi:op:`GET /users`\n"
    project.write({"api.json": api, "index.rst": text})
    (warning,) = project.build().warnings
    assert "it is shown as text: show it in a page with the directive openapi-operation" in warning
    project.write({"index.rst": f"{text}\n.. openapi-operation:: GET /users\n"})
    assert project.build().warnings == []


def test_unknown_targets_are_one_diagnostic_each_with_their_line(small):
    small.write(
        {"more.rst": "More\n====\n\n:navapi:op:`GET /nothing`\n\n:navapi:schema:`Nothing`\n"}
    )
    built = small.build()
    assert len(built.warnings) == 2
    assert all("[navapi.operation_not_found]" in w for w in built.warnings)
    assert "more.rst:4:" in built.warnings[0]
    assert "more.rst:6:" in built.warnings[1]


@pytest.mark.parametrize(
    ("written", "advice"),
    [("get /users", "write GET /users"), ("api GET /teams/", "write api GET /teams")],
)
def test_near_misses_are_reported_as_such(small, written, advice):
    text = f"More\n====\n\n:navapi:op:`{written}`\n\n.. openapi-operation:: {written}\n"
    small.write({"more.rst": text})
    warnings = small.build().warnings
    assert len(warnings) == 2
    assert all(f"{advice} [navapi.near_miss]" in warning for warning in warnings)
    assert small.build(navapi_reference_matching="lenient").warnings == []


def test_schema_without_a_page_leads_to_an_operation_that_shows_it(small):
    small.write({"more.rst": "More\n====\n\n:navapi:schema:`User`\n"})
    built = small.build()
    assert built.warnings == []
    assert 'href="api-reference/users/create-user.html' in built.text("more.html")


def test_directives_show_operation_and_schema(small):
    small.write(
        {
            "more.rst": "More\n====\n\n.. openapi-operation:: POST /users\n\n"
            ".. openapi-schema:: api.json User\n\n.. openapi-operation:: GET /gone\n"
        }
    )
    built = small.build()
    (warning,) = built.warnings
    assert "more.rst:8:" in warning
    assert "GET /gone" in warning
    page = built.text("more.html")
    assert 'class="navapi-body"' in page
    assert page.count("Full name.") == 2


def test_a_recursive_schema_of_a_directive_has_one_id(small, api):
    api["components"]["schemas"]["User"]["properties"]["boss"] = {
        "$ref": "#/components/schemas/User"
    }
    small.write({"api.json": api, "more.rst": "More\n====\n\n.. openapi-schema:: User\n"})
    page = small.build().text("more.html")
    assert page.count('id="user-schema"') == 1
    assert 'href="#user-schema"' in page


def test_headings_skip_no_level(small):
    small.write(
        {
            "more.rst": "More\n====\n\n.. openapi-schema:: User\n   :no-index:\n\n"
            "Part\n----\n\n.. openapi-schema:: User\n",
            "guide.rst": ":openapi-schema: User\n\nGuide\n=====\n\nText.\n",
        }
    )
    built = small.build(navapi_schema_depth=1)
    assert built.warnings == []
    for name, levels in (
        ("more.html", ["1", "2", "2", "3"]),
        ("guide.html", ["1", "2"]),
    ):
        body = built.text(name).partition('class="body"')[2]
        headings = re.findall(r"<h(\d)>(?:More|Guide|Part|Example)<", body)
        assert headings == levels


def test_page_with_a_directive_is_read_again_only_with_its_operation(small, api):
    small.write({"more.rst": "More\n====\n\n.. openapi-operation:: GET /teams\n"})
    small.build()
    api["paths"]["/users"]["get"]["description"] = "Changed."
    small.write({"api.json": api})
    assert small.build().read == [USERS]
    api["paths"]["/teams"]["get"]["description"] = "All teams."
    small.write({"api.json": api})
    again = small.build()
    assert again.read == ["api-reference/teams/list-teams", "more"]
    assert "All teams." in again.text("more.html")


def test_page_metadata_shows_the_operation(small):
    small.write(
        {"more.rst": ":openapi: GET /teams\n\nTeams of ours\n=============\n\nOwn words.\n"}
    )
    built = small.build()
    page = built.text("more.html")
    assert "Own words." in page
    assert 'class="navapi-responses"' in page
    assert built.site()["pages"]["more"]["kind"] == "operation"
    assert any("[navapi.duplicate_operation]" in w for w in built.warnings)


@pytest.mark.parametrize("word", ["listUsers", "teams", "Create"])
def test_search_finds_operations(small, word):
    index = small.build().text("searchindex.js")
    stem = snowballstemmer.stemmer("english").stemWord(word.lower())
    assert re.search(rf'[{{,"]{stem}"?:', index)


def test_navigation_directive(small):
    small.write(
        {"more.rst": "More\n====\n\n.. navapi-navigation:: API\n\n.. navapi-navigation:: Nowhere\n"}
    )
    built = small.build()
    (warning,) = built.warnings
    assert "'Nowhere'" in warning
    assert "more.rst:6:" in warning
    label = warning.partition("such as ")[2].partition(" [")[0]
    small.write({"guide.rst": f"Guide\n=====\n\n.. navapi-navigation:: {label}\n"})
    assert small.build().warnings == []
    page = built.text("more.html")
    assert f'href="{USERS}.html"' in page.split('role="main"')[1]


def test_operations_stand_in_the_general_index(small):
    index = small.build().text("genindex.html")
    for name in ("GET /users", "/teams", "listUsers"):
        assert f">{name}</a>" in index
    assert f'href="{USERS}.html#list-users"' in index


def test_a_name_without_text_is_not_in_the_general_index(small, api):
    api["webhooks"] = {" ;": {"post": {"responses": {"200": {"description": "OK"}}}}}
    small.write({"api.json": {**api, "openapi": "3.1.0"}})
    assert small.build().warnings == []


@pytest.mark.parametrize("kind", ["languages", "versions"])
def test_a_reference_stays_in_its_language_and_version(project, api, kind):
    one = kind.removesuffix("s")
    names = ("de", "en", "fr") if one == "language" else ("1", "2", "3")
    page = "Page\n====\n\n:navapi:op:`GET /users` :navapi:schema:`User`\n"
    project.write({
        "docs.json": {"navigation": {kind: [
            {one: name, "pages": [f"p{name}/page"], "openapi": {
                "source": "api.json", "directory": f"p{name}/api"}}
            for name in names
        ]}},
        "api.json": api,
        "index.rst": "Home\n====\n",
        **{f"p{name}/page.rst": page for name in names},
    })  # fmt: skip
    built = project.build()
    for name in names:
        links = BeautifulSoup(built.text(f"p{name}/page.html"), "html.parser").select(".body p a")
        found = [str(a["href"]) for a in links if "api/" in str(a["href"])]
        assert found, name
        assert all(href.startswith("api/") for href in found), (name, found)
