"""Pages that collect from all operations of a document."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from full_run import first
from small_projects import Built, Project, operation

ERRORS = "api-reference/errors"
DEMO = Path(__file__).parents[2] / "demo_site" / "openapi"

PROBLEM = {
    "type": "object",
    "properties": {"type": {"type": "string"}, "title": {"type": "string"}},
}
NO_CREDIT = {
    "description": "Your balance is too low.",
    "properties": {
        "type": {"const": "https://docs.example/errors#no-credit"},
        "title": {"const": "Out of credit"},
    },
}


def problem(schema: dict[str, Any], text: str = "It failed.", **more: Any) -> dict[str, Any]:
    media = {"schema": schema, **more}
    return {"description": text, "content": {"application/problem+json": media}}


@pytest.fixture
def errors(small: Project, api: dict[str, Any], tabs: dict[str, Any]) -> Project:
    """The small project with errors, and a page of them."""
    users, teams = api["paths"]["/users"], api["paths"]["/teams"]
    api["components"]["responses"] = {"NotFound": {"description": "There is none."}}
    missing = {"$ref": "#/components/responses/NotFound"}
    users["get"]["responses"] |= {"404": missing, "default": {"description": "Anything else."}}
    users["post"]["responses"] |= {"402": problem(NO_CREDIT), "422": {"description": "No name."}}
    teams["get"]["responses"] |= {"404": missing, "422": {"description": "No *team*."}}
    tabs["navigation"]["tabs"][1]["openapi"] = {"source": "api.json", "catalog": ["errors"]}
    small.write({"api.json": api, "docs.json": tabs})
    return small


def soup_of(built: Built, name: str) -> BeautifulSoup:
    return BeautifulSoup(built.text(f"{name}.html"), "html.parser")


def answers(built: Built, name: str = ERRORS) -> dict[str, list[str]]:
    """Method and path of the operations in each section with a status, by its id."""
    found = {}
    for section in soup_of(built, name).select("section[id^=status-]"):
        items = section.select(".navapi-operations > li > p:first-child")
        found[section["id"]] = [
            f"{item.select_one('.navapi-method').get_text()} {item.select_one('code').get_text()}"
            for item in items
        ]
    return found


def test_statuses_with_what_they_mean_and_the_operations(errors: Project) -> None:
    built = errors.build()
    assert built.warnings == []
    assert answers(built) == {
        "status-402": ["POST /users"],
        "status-404": ["GET /users", "GET /teams"],
        "status-422": ["POST /users", "GET /teams"],
        "status-default": ["GET /users"],
    }
    page = soup_of(built, ERRORS)
    # A text that several operations share is there once, others are beside their operation.
    shared = page.select_one("#status-404")
    assert shared.get_text().count("There is none.") == 1
    assert "There is none." not in shared.select_one(".navapi-operations").get_text()
    single = page.select("#status-422 .navapi-operations > li")
    assert "No name." in single[0].get_text()
    assert single[1].select_one("em").get_text() == "team"
    links = [a["href"] for a in shared.select(".navapi-operations a")]
    assert links == ["users/list-users.html", "teams/list-teams.html"]


def test_a_status_of_almost_all_operations_lists_the_others(
    errors: Project, api: Any, tabs: Any
) -> None:
    failed = {"500": {"description": "Our fault."}}
    for number in range(30):
        answered = operation(f"List {number}", responses={"200": {"description": "OK"}, **failed})
        api["paths"][f"/things{number}"] = {"get": answered}
    errors.write({"api.json": api})
    built = errors.build()
    others = answers(built)["status-500"]
    keys = {f"{method.upper()} {path}" for path, item in api["paths"].items() for method in item}
    assert set(others) == {key for key in keys if "/things" not in key}
    # Of those that answer so, each has it on its page.
    assert "Our fault." in built.text("api-reference/users/list-7.html")
    for item in api["paths"].values():
        for each in item.values():
            each["responses"] |= failed
    errors.write({"api.json": api})
    section = soup_of(errors.build(), ERRORS).find(id="status-500")
    assert not section.select("li")
    assert "All operations" in section.get_text()


def test_problem_types_have_the_id_that_their_uri_ends_with(errors: Project) -> None:
    page = soup_of(errors.build(), ERRORS)
    entry = page.select_one("#no-credit")
    assert "Out of credit" in entry.h3.get_text()
    assert "https://docs.example/errors#no-credit" in entry.get_text()
    assert "Your balance is too low." in entry.get_text()
    assert [a["href"] for a in entry.select("p > a") if "#" in a["href"]] == ["#status-402"]
    assert "POST" in entry.select_one(".navapi-operations").get_text()
    status = page.select_one("#status-402")
    assert status.select_one('a[href="#no-credit"]') is not None


def test_statuses_of_operations_lead_to_their_entries(errors: Project, api: Any) -> None:
    built = errors.build()
    page = soup_of(built, "api-reference/teams/list-teams")
    here = "api-reference/teams/list-teams.html"
    links = {urljoin(here, a["href"]) for a in page.select("a.navapi-in-errors")}
    assert links == {f"{ERRORS}.html#status-404", f"{ERRORS}.html#status-422"}
    assert page.select("summary a") == []
    targets = {section["id"] for section in soup_of(built, ERRORS).select("section[id]")}
    assert {link.partition("#")[2] for link in links} <= targets
    # In a webhook, it is the reader who answers.
    answer = {"400": {"description": "No."}}
    api["webhooks"] = {"left": {"post": {"summary": "Left", "responses": answer}}}
    errors.write({"api.json": api})
    again = errors.build()
    assert "status-400" not in answers(again)
    left = soup_of(again, "api-reference/left")
    assert left.select(".navapi-responses") != []
    assert left.select("a.navapi-in-errors") == []


def test_without_the_key_there_is_nothing(errors: Project, tabs: Any) -> None:
    built = errors.build()
    assert built.site()["pages"][ERRORS]["kind"] == "errors"
    tabs["navigation"]["tabs"][1]["openapi"]["catalog"] = False
    errors.write({"docs.json": tabs})
    again = errors.build()
    assert again.warnings == []
    assert ERRORS not in again.site()["pages"]
    assert not (again.out / f"{ERRORS}.html").exists()
    # The pages that linked to it are written again, and none else that is about the API.
    assert "errors.html" not in again.text("api-reference/teams/list-teams.html")


def test_a_changed_response_rebuilds_its_operation_and_the_page(errors: Project, api: Any) -> None:
    errors.build(html_theme="alabaster")
    again = errors.build()
    assert (again.read, again.written) == ([], [])
    api["paths"]["/teams"]["get"]["responses"]["410"] = {"description": "Gone for good."}
    errors.write({"api.json": api})
    again = errors.build()
    assert again.read == [ERRORS, "api-reference/teams/list-teams"]
    assert answers(again)["status-410"] == ["GET /teams"]
    # What no operation shows does not.
    api["components"]["schemas"]["Unused"] = {"type": "string"}
    errors.write({"api.json": api})
    assert errors.build().read == []


def test_a_document_without_errors_has_no_page_and_one_info(
    errors: Project, api: Any, tabs: Any
) -> None:
    for methods in api["paths"].values():
        for each in methods.values():
            each["responses"] = {"200": {"description": "OK"}}
    errors.write({"api.json": api})
    built = errors.build()
    assert built.warnings == []
    site = built.site()
    assert ERRORS not in site["pages"]
    (info,) = (each for each in site["diagnostics"] if "errors" in each["message"])
    assert (info["subtype"], info["level"], info["file"]) == ("config", "info", "docs.json")
    line = (errors.src / "docs.json").read_text().splitlines()[info["line"] - 1]
    assert "catalog" in line


def test_only_published_operations_are_listed(errors: Project, api: Any, tabs: Any) -> None:
    tabs["navigation"]["tabs"][1]["pages"] = ["GET /teams"]
    errors.write({"docs.json": tabs})
    assert answers(errors.build()) == {
        "status-404": ["GET /teams"],
        "status-422": ["GET /teams"],
    }
    # If none of them has errors, there is nothing to list.
    api["paths"]["/teams"]["get"]["responses"] = {"200": {"description": "OK"}}
    errors.write({"api.json": api})
    assert ERRORS not in errors.build().site()["pages"]


def test_two_documents_have_a_page_each(errors: Project, api: Any, tabs: Any) -> None:
    other = {
        "openapi": "3.0.3",
        "info": {"title": "Boats", "version": "1"},
        "paths": {
            "/boats": {
                "get": operation("List boats", "Boats", responses={"503": {"description": "Ice."}})
            }
        },
    }
    binding = {"source": "boats.json", "directory": "boats", "catalog": True}
    tabs["navigation"]["tabs"].append({"tab": "Boats", "openapi": binding})
    errors.write({"boats.json": other, "docs.json": tabs})
    built = errors.build()
    assert built.warnings == []
    assert answers(built, "boats/errors") == {"status-503": ["GET /boats"]}
    assert "status-503" not in answers(built)
    page = soup_of(built, "boats/boats/list-boats")
    link = page.select_one("a.navapi-in-errors")["href"]
    assert urljoin("boats/boats/list-boats.html", link) == "boats/errors.html#status-503"


@pytest.mark.parametrize(
    "builder", first(2, ["text", "man", "latex", "singlehtml", "dirhtml", "epub"])
)
def test_every_builder_has_it(builder: str, errors: Project) -> None:
    conf = {"epub_copyright": "2026", "version": "1", "copyright": "2026"}
    built = errors.build(builder, **conf)
    assert [line for line in built.warnings if "errors" in line] == []
    names = {"text": f"{ERRORS}.txt", "singlehtml": "index.html", "epub": f"{ERRORS}.xhtml"}
    names["dirhtml"] = f"{ERRORS}/index.html"
    if builder in names:
        assert "Your balance is too low." in built.text(names[builder])
    else:
        texts = [
            path.read_text("utf-8", "replace") for path in built.out.iterdir() if path.is_file()
        ]
        assert any("Out of credit" in text for text in texts)


def test_markdown_search_and_programs(errors: Project) -> None:
    built = errors.build(html_theme="navapi")
    text = built.text(f"{ERRORS}.md")
    assert text.startswith("# Errors\n")
    assert "\n## 404 Not Found\n\nThere is none.\n" in text
    assert "- [List teams](teams/list-teams.md) **GET** `/teams`" in text
    assert f"[Errors]({ERRORS}.md)" in built.text("llms.txt")
    assert built.text("api-reference/teams/list-teams.md").count("](../errors.md)") == 2
    words = "".join(path.read_text() for path in built.out.glob("_navapi/search/*/words-*.js"))
    assert '"balance"' in words


def test_it_is_translated(errors: Project) -> None:
    built = errors.build(language="de")
    page = soup_of(built, ERRORS)
    assert "Fehler" in page.h1.get_text()
    assert built.site()["pages"][ERRORS]["title"] == "Fehler"
    assert "Problemtypen" in page.select_one("#problem-types").h2.get_text()
    other = soup_of(built, "api-reference/teams/list-teams")
    assert "Status" in other.select_one("a.navapi-in-errors").get_text()


def test_texts_of_responses_are_messages(errors: Project) -> None:
    messages = errors.build("gettext").text("api-reference.pot")
    assert 'msgid "There is none."' in messages


# -- scopes ------------------------------------------------------------------------------------

SCOPES = "api-reference/scopes"
SCHEME = {
    "type": "oauth2",
    "flows": {
        "clientCredentials": {
            "tokenUrl": "https://id.example/token",
            "scopes": {"read": "See all.", "write": "Change all.", "spare": ""},
        }
    },
}


@pytest.fixture
def scopes(errors: Project, api: Any, tabs: Any) -> Project:
    """The small project with scopes, and a page of them."""
    api["components"]["securitySchemes"] = {"login": SCHEME, "key": {"type": "mutualTLS"}}
    api["security"] = [{"login": ["read"]}]
    api["paths"]["/users"]["post"]["security"] = [{"login": ["read", "write"]}, {"key": []}]
    api["paths"]["/teams"]["get"]["security"] = [{"key": []}]
    tabs["navigation"]["tabs"][1]["openapi"]["catalog"] = ["scopes"]
    errors.write({"api.json": api, "docs.json": tabs})
    return errors


def matrices(built: Built, name: str = SCOPES) -> dict[str, dict[str, dict[str, str]]]:
    """The marks by scheme, operation and scope."""
    found: dict[str, dict[str, dict[str, str]]] = {}
    for section in soup_of(built, name).select("section[id^=scheme-]"):
        rows = found[section["id"].removeprefix("scheme-")] = {}
        head, *body = section.select("table tr")
        names = [cell.get_text(strip=True) for cell in head.find_all(["th", "td"])][1:]
        for row in body:
            first, *cells = (cell.get_text(strip=True) for cell in row.find_all(["th", "td"]))
            marks = zip(names, cells, strict=True)
            rows[first] = {scope: mark for scope, mark in marks if mark}
    return found


def test_scopes_of_operations_are_a_matrix(scopes: Project) -> None:
    built = scopes.build()
    assert built.warnings == []
    assert ERRORS not in built.site()["pages"]
    assert matrices(built) == {
        "login": {
            "GET /users": {"read": "•"},
            "POST /users": {"read": "(•)", "write": "(•)"},
        }
    }
    terms = {
        term.get_text(strip=True): term.find_next_sibling("dd").get_text(strip=True)
        for term in soup_of(built, SCOPES).select("#scheme-login dt")
    }
    assert terms == {"read": "See all.", "write": "Change all.", "spare": ""}


def test_scopes_of_operations_lead_to_the_page(scopes: Project, tabs: Any) -> None:
    name = "api-reference/users/create-user"
    page = soup_of(scopes.build(), name)
    links = {
        urljoin(f"{name}.html", a["href"]) for a in page.select(".navapi-security a:has(code)")
    }
    assert links == {f"{SCOPES}.html#scheme-login"}
    assert soup_of(scopes.build(), SCOPES).select_one("#scheme-login") is not None
    tabs["navigation"]["tabs"][1]["openapi"] = "api.json"
    scopes.write({"docs.json": tabs})
    assert soup_of(scopes.build(), name).select(".navapi-security a:has(code)") == []


def test_a_changed_scope_changes_the_page(scopes: Project, api: Any) -> None:
    scopes.build()
    api["paths"]["/users"]["post"]["security"] = [{"login": ["write"]}]
    scopes.write({"api.json": api})
    again = scopes.build()
    assert again.read == [SCOPES, "api-reference/users/create-user"]
    assert matrices(again)["login"]["POST /users"] == {"write": "•"}


def test_many_scopes_are_lists(scopes: Project, api: Any) -> None:
    names = [f"thing-{number}" for number in range(9)]
    api["security"] = [{"login": names}]
    scopes.write({"api.json": api})
    built = scopes.build()
    page = soup_of(built, SCOPES)
    assert page.select("table") == []
    terms = [term for term in page.select("dt") if term.get_text(strip=True) in names]
    assert len(terms) == len(names)
    assert all("/users" in term.find_next_sibling("dd").get_text() for term in terms)


def test_a_document_without_scopes_has_no_page_of_them(scopes: Project, api: Any) -> None:
    api["security"] = [{"key": []}]
    del api["paths"]["/users"]["post"]["security"]
    scopes.write({"api.json": api})
    site = scopes.build().site()
    assert SCOPES not in site["pages"]
    assert [each["level"] for each in site["diagnostics"] if "scopes" in each["message"]] == [
        "info"
    ]


def test_scopes_of_the_demo_are_those_of_the_document(scopes: Project, tabs: Any) -> None:
    root = json.loads((DEMO / "observations.json").read_text("utf-8"))
    scopes.write({"api.json": root, "guide.rst": "Guide\n=====\n"})
    shown = {
        (scheme, key, scope, mark == "•")
        for scheme, rows in matrices(scopes.build()).items()
        for key, marks in rows.items()
        for scope, mark in marks.items()
    }
    expected = set()
    for key, each in operations_of(root):
        given = each.get("security", root["security"])
        for required in given:
            for scheme, names in required.items():
                for scope in names:
                    always = all(scope in other.get(scheme, ()) for other in given)
                    expected.add((scheme, key, scope, always))
    assert shown == expected
    assert len(expected) > 15


# -- deprecations ------------------------------------------------------------------------------

DEPRECATIONS = "api-reference/deprecations"


@pytest.fixture
def deprecations(errors: Project, api: Any, tabs: Any) -> Project:
    """The small project with what is deprecated, and a page of it."""
    users = api["paths"]["/users"]
    users["get"] |= {"deprecated": True, "x-sunset": "2031-05-01"}
    old = {"name": "old", "in": "query", "schema": {"type": "string"}, "deprecated": True}
    users["get"]["parameters"] = [old]
    api["components"]["schemas"]["User"]["properties"]["nick"] = {
        "type": "string", "deprecated": True, "x-sunset": "2030-01-31",
        "description": "Use `name`. Please.",
    }  # fmt: skip
    inline = {"type": "object", "properties": {"team": {"type": "string", "deprecated": True}}}
    answer = {"description": "OK", "content": {"application/json": {"schema": inline}}}
    api["paths"]["/teams"]["get"]["responses"]["200"] = answer
    tabs["navigation"]["tabs"][1]["openapi"]["catalog"] = ["deprecations"]
    errors.write({"api.json": api, "docs.json": tabs})
    return errors


def listed(built: Built) -> dict[str, list[str]]:
    """The first lines of what is listed, by the id of its section."""
    page = soup_of(built, DEPRECATIONS)
    return {
        section["id"]: [
            " ".join(item.p.get_text(" ").split())
            for item in section.select(":scope > .navapi-operations > li")
        ]
        for section in page.select("section[id]")
    }


def test_deprecated_parts_by_the_date_of_their_end(deprecations: Project) -> None:
    built = deprecations.build()
    assert built.warnings == []
    assert listed(built) == {
        "deprecations": [],
        "sunset-2030-01-31": ["User nick"],
        "sunset-2031-05-01": ["List users GET /users"],
        "no-sunset": ["old (query)", "team"],
    }
    text = soup_of(built, DEPRECATIONS).select_one("#sunset-2030-01-31").get_text()
    assert "Use name." in text
    assert "Please" not in text
    # What is in no component says which operations have it.
    links = soup_of(built, DEPRECATIONS).select("#no-sunset .navapi-operations a")
    assert [link["href"] for link in links] == ["users/list-users.html", "teams/list-teams.html"]


def test_history_says_since_when(deprecations: Project, api: Any, tabs: Any) -> None:
    old = json.loads(json.dumps(api))
    old["info"]["version"] = "0.5"
    del old["paths"]["/users"]["get"]["deprecated"]
    del old["components"]["schemas"]["User"]["properties"]["nick"]["deprecated"]
    del old["paths"]["/users"]["get"]["parameters"][0]["deprecated"]
    tabs["navigation"]["tabs"][1]["openapi"]["history"] = ["old.json"]
    deprecations.write({"old.json": old, "docs.json": tabs})
    built = deprecations.build()
    items = soup_of(built, DEPRECATIONS).select("section > .navapi-operations > li")
    since = {
        item.p.get_text(" ").split()[0]: "Deprecated since 1" in item.get_text() for item in items
    }
    assert since == {"User": True, "List": True, "old": True, "team": False}


def test_an_example_with_the_word_is_nothing_deprecated(deprecations: Project, api: Any) -> None:
    for path in ("/users", "/teams"):
        get = api["paths"][path]["get"]
        get.pop("deprecated", None)
        get.pop("parameters", None)
    nick = api["components"]["schemas"]["User"]["properties"]["nick"]
    del nick["deprecated"]
    media = api["paths"]["/teams"]["get"]["responses"]["200"]["content"]["application/json"]
    media |= {"schema": {"type": "object"}, "example": {"deprecated": True}}
    deprecations.write({"api.json": api})
    site = deprecations.build().site()
    assert DEPRECATIONS not in site["pages"]
    # One that only a property has is found.
    nick["deprecated"] = True
    deprecations.write({"api.json": api})
    assert listed(deprecations.build())["sunset-2030-01-31"] == ["User nick"]


def test_all_pages_are_translated(deprecations: Project, tabs: Any) -> None:
    tabs["navigation"]["tabs"][1]["openapi"]["catalog"] = True
    deprecations.write({"docs.json": tabs})
    built = deprecations.build(language="de")
    assert "Endet am 2031-05-01" in soup_of(built, DEPRECATIONS).get_text()
    assert built.site()["pages"][DEPRECATIONS]["title"] == "Veraltetes"


# -- counted against a direct walk of the document ---------------------------------------------


def operations_of(root: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Method and path of the published operations, read without the package."""
    methods = ("get", "put", "post", "delete", "options", "head", "patch", "trace")
    for path, item in root["paths"].items():
        target: Any = root
        for step in item.get("$ref", "").split("/")[1:]:
            target = target[step.replace("~1", "/")]
        item = target if "$ref" in item else item
        for method in methods:
            each = item.get(method, {})
            if each and not any({**item, **each}.get(mark) for mark in ("x-hidden", "x-excluded")):
                yield f"{method.upper()} {path}", each


def raw_errors(root: dict[str, Any]) -> dict[str, list[str]]:
    """The operations that answer with each error, read without the package."""
    found: dict[str, list[str]] = {}
    for key, each in operations_of(root):
        statuses = list(each.get("responses", {}))
        for status in statuses:
            beside = any(re.match("[123]", other) for other in statuses)
            if re.match("[45]", status) or (status == "default" and beside):
                found.setdefault(f"status-{status.lower()}", []).append(key)
    return found


def many_operations() -> dict[str, Any]:
    """A document of the size and habits of real ones."""
    statuses = ("400", "401", "403", "404", "409", "422", "429", "500", "503", "4XX", "default")
    paths: dict[str, Any] = {}
    for number in range(60):
        for index, method in enumerate(("get", "post", "delete")):
            chosen = [s for n, s in enumerate(statuses) if (number * 7 + index * 5 + n) % 4 == 0]
            responses = {s: {"description": f"Text {len(s)} {number % 3}."} for s in chosen}
            if (number + index) % 5:
                responses["200"] = {"description": "OK"}
            each = operation(f"{method} thing {number}", f"Tag {number % 6}", responses=responses)
            paths.setdefault(f"/things/{number}", {})[method] = each
    return {"openapi": "3.1.0", "info": {"title": "Things", "version": "1"}, "paths": paths}


DOCUMENTS = [
    pytest.param(json.loads((DEMO / "observations.json").read_text("utf-8")), id="demo"),
    pytest.param(many_operations(), id="many"),
]


@pytest.mark.parametrize("root", DOCUMENTS)
def test_every_status_of_every_operation_is_counted(root: Any, errors: Project, tabs: Any) -> None:
    tabs["navigation"]["tabs"][0]["groups"][0]["pages"] = ["more"]
    errors.write({"api.json": root, "guide.rst": None, "docs.json": tabs})
    found, expected = answers(errors.build()), raw_errors(root)
    assert {k: sorted(v) for k, v in found.items()} == {k: sorted(v) for k, v in expected.items()}
    assert sum(map(len, expected.values())) > 20
