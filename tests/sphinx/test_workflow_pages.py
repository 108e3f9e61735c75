"""Pages of workflows: an Arazzo description among the documents of the navigation."""

from __future__ import annotations

import json
import re
import zlib
from copy import deepcopy
from typing import Any

import pytest
from arazzo_documents import LIBRARY
from bs4 import BeautifulSoup
from small_projects import Built, Project


def operation(name: str, summary: str) -> dict[str, Any]:
    parameters = [
        {"name": name, "in": place, "schema": {"type": "string"}}
        for name, place in (
            ("shelf", "query"),
            ("page", "query"),
            ("X-Token", "header"),
            ("X-Branch", "header"),
        )
    ]
    return {
        "operationId": name,
        "summary": summary,
        "parameters": parameters,
        "responses": {"200": {"description": "Fine."}},
    }


API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "paths": {
        "/books": {"get": operation("listBooks", "List books")},
        "/sessions": {"post": operation("openSession", "Open a session")},
    },
}
WORKFLOWS = "reading.arazzo.json"
PAGE = "tours/sign-in-and-borrow"


@pytest.fixture
def site(project: Project) -> Project:
    openapi = ["library.json", {"source": WORKFLOWS, "directory": "tours"}]
    project.conf["html_theme"] = "navapi"
    project.write(
        {
            "docs.json": {"navigation": {"tabs": [{"tab": "API", "openapi": openapi}]}},
            "index.md": "# Home\n\n{navapi:workflow}`signInAndBorrow`\n",
            "library.json": API,
            WORKFLOWS: LIBRARY,
        }
    )
    return project


def steps(built: Built, name: str = PAGE) -> dict[str, Any]:
    """The sections of the steps by their titles."""
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
    return {
        section.find(["h2", "h3"]).find(string=True): section
        for section in page.select(".navapi-step")
    }


def test_a_page_for_each_workflow(site: Project) -> None:
    built = site.build()
    assert built.warnings == []
    pages = built.site()["pages"]
    assert pages[PAGE]["kind"] == pages["tours/borrow-twice"]["kind"] == "workflow"
    assert pages[PAGE]["title"] == "Sign in and borrow a book"
    assert pages["tours/borrow-twice"]["title"] == "Borrow twice"
    [group] = [
        g for g in built.site()["navigation"]["tabs"][0]["groups"] if g["group"] == "Workflows"
    ]
    assert group["pages"] == [PAGE, "tours/borrow-twice"]
    first, second = steps(built).values()
    links = [link["href"] for link in first.select("p a")]
    assert links[0].endswith("open-a-session.html")
    # Each has the form of its operation, which is filled with these values.
    assert [json.loads(each.select_one("navapi-playground script").string)["path"]
            for each in (first, second)] == ["/sessions", "/books"]  # fmt: skip
    assert run_data(built)["steps"][1]["arguments"] == [
        ["header", "X-Branch", {"json": '"north"'}],
        ["query", "page", {"json": "2"}],
        ["query", "shelf", {"json": '"A&B"'}],
        ["header", "X-Token", {"text": "$steps.signIn.outputs.token",
                               "names": ["steps", "signIn", "token"]}],
    ]  # fmt: skip
    targets = {a["href"]: a.text for a in second.select("dd a")}
    assert targets["#signin"] == "signIn"
    assert "signin" in {section["id"] for section in steps(built).values()}
    for text in ("retryAfter: 2", "$statusCode == 503", "$[0]", "jsonpath", "$response.body#/0/id"):
        assert text in second.text
    [again] = steps(built, "tours/borrow-twice").values()
    assert again.select_one("p a")["href"] == "sign-in-and-borrow.html"


def test_other_outputs(site: Project) -> None:
    built = site.build()
    markdown = built.text(f"{PAGE}.md")
    for text in ("`card` (string, required)", "The number of the card.", '"pin": "$inputs.pin"'):
        assert text in markdown
    assert f"]({PAGE}.md)" in built.text("llms.txt")
    words = "".join(path.read_text() for path in built.out.glob("_navapi/search/*/*.js"))
    assert '"exchang' in words
    assert 'href="tours/sign-in-and-borrow.html' in built.text("index.html")
    lines = zlib.decompress((built.out / "objects.inv").read_bytes().split(b"\n", 4)[4]).decode()
    assert f"signInAndBorrow navapi:workflow -1 {PAGE}.html#" in lines


@pytest.mark.parametrize("builder", ["text", "latex", "epub"])
def test_other_builders(site: Project, builder: str) -> None:
    built = site.build(builder)
    assert [each for each in built.warnings if "navapi" in each or "workflow" in each] == []
    if builder == "text":
        assert "Try it" not in built.text(f"{PAGE}.txt")
        assert "Exchanges the card" in built.text(f"{PAGE}.txt")


def test_wrong_references_have_a_place(site: Project) -> None:
    root = deepcopy(LIBRARY)
    borrow = root["workflows"][0]["steps"]
    borrow[0]["operationId"] = "openSesion"
    borrow[1]["onFailure"][1]["stepId"] = "singIn"
    site.write({WORKFLOWS: root})
    lines = (site.src / WORKFLOWS).read_text("utf-8").splitlines()
    built = site.build()
    for wrong, right, subtype in (
        ("openSesion", "openSession", "operation_not_found"),
        ("singIn", "signIn", "unresolved_ref"),
    ):
        [warning] = [each for each in built.warnings if wrong in each]
        line = next(number for number, text in enumerate(lines, 1) if wrong in text)
        assert f"{WORKFLOWS}:{line}:" in warning
        assert right in warning
        assert f"[navapi.{subtype}]" in warning
    assert "openSesion" in steps(built)["1. signIn"].text


ACTION = ["workflows", 0, "steps", 1, "onFailure", 1]
PARAMETER = ["workflows", 0, "steps", 1, "parameters", 1]


@pytest.mark.parametrize(
    ("path", "value", "key"),
    [
        ([*ACTION, "type"], "jump", '"type": "jump"'),
        (ACTION, {"name": "x", "type": "retry", "retryAfter": -1}, '"retryAfter": -1'),
        (ACTION, {"name": "x", "type": "retry", "retryLimit": "many"}, '"retryLimit": "many"'),
        (["workflows", 0, "steps"], "oops", '"steps": "oops"'),
        (["sourceDescriptions", 0, "type"], "raml", '"type": "raml"'),
        ([*PARAMETER, "in"], "body", '"in": "body"'),
    ],
)
def test_values_that_are_ignored_have_a_place(
    site: Project, path: list[Any], value: Any, key: str
) -> None:
    root = deepcopy(LIBRARY)
    inside: Any = root
    for each in path[:-1]:
        inside = inside[each]
    inside[path[-1]] = value
    site.write({WORKFLOWS: root})
    text = (site.src / WORKFLOWS).read_text("utf-8")
    line = text[: text.index(key)].count("\n") + 1
    built = site.build()
    at_place = [each for each in built.warnings if f"{WORKFLOWS}:{line}:" in each]
    assert any("[navapi.openapi_invalid]" in each for each in at_place)
    # Nothing else is lost.
    assert built.site()["pages"]["tours/borrow-twice"]["kind"] == "workflow"
    if path[:4] == ACTION[:4]:
        assert "503" in steps(built)["2. findBook"].text


@pytest.mark.parametrize(
    ("remove", "word"),
    [
        (["workflows", 1, "steps"], "steps"),
        ([*ACTION[:4], "successCriteria", 1, "context"], "context"),
    ],
)
def test_parts_that_are_missing(site: Project, remove: list[Any], word: str) -> None:
    root = deepcopy(LIBRARY)
    inside: Any = root
    for each in remove[:-1]:
        inside = inside[each]
    del inside[remove[-1]]
    site.write({WORKFLOWS: root})
    [warning] = [each for each in site.build().warnings if "navapi.openapi_invalid" in each]
    assert word in warning
    assert re.search(rf"{WORKFLOWS}:\d+:\d+:", warning)


def test_a_source_description_without_a_file(site: Project) -> None:
    root = deepcopy(LIBRARY)
    root["sourceDescriptions"][0]["url"] = "./librarz.json"
    site.write({WORKFLOWS: root})
    lines = (site.src / WORKFLOWS).read_text("utf-8").splitlines()
    line = next(number for number, text in enumerate(lines, 1) if "librarz" in text)
    [warning] = site.build().warnings
    assert f"{WORKFLOWS}:{line}:" in warning
    assert "./library.json" in warning
    assert "[navapi.openapi_not_found]" in warning


def test_a_source_description_of_a_file_that_is_not_shown(site: Project) -> None:
    root = deepcopy(LIBRARY)
    root["sourceDescriptions"] += [
        {"name": "other", "url": "other.json", "type": "openapi"},
        {"name": "far", "url": "https://far.example/api.json", "type": "openapi"},
    ]
    site.write({WORKFLOWS: root, "other.json": {**API, "paths": {}}})
    assert site.build().warnings == []


def run_data(built: Built, name: str = PAGE) -> dict[str, Any]:
    """What the page has for its script."""
    page = BeautifulSoup(built.text(f"{name}.html"), "html.parser")
    return json.loads(page.select_one("navapi-workflow script").string)


def test_only_pages_with_a_run_load_its_script(site: Project) -> None:
    built = site.build()
    loading = [page.name for page in built.out.rglob("*.html")
               if "navapi-workflow." in page.read_text("utf-8")]  # fmt: skip
    assert loading == ["sign-in-and-borrow.html"]  # the other one has no step with a form
    config = json.loads((site.src / "docs.json").read_text("utf-8"))
    config["api"] = {"playground": {"display": "none"}}
    site.write({"docs.json": config})
    text = site.build().text(f"{PAGE}.html")
    assert "navapi-workflow" not in text
    assert "<navapi-playground" not in text


def test_forms_follow_the_operation(site: Project) -> None:
    assert "/volumes" not in site.build().text(f"{PAGE}.html")
    api = deepcopy(API)
    api["paths"]["/books"]["get"]["parameters"].append(
        {"name": "volumes", "in": "query", "schema": {"type": "integer"}}
    )
    site.write({"library.json": api})
    assert '"name":"volumes"' in site.build().text(f"{PAGE}.html")


def test_a_parameter_that_the_operation_does_not_have(site: Project) -> None:
    root = deepcopy(LIBRARY)
    parameters = root["workflows"][0]["steps"][1]["parameters"]
    parameters += [
        {"name": "shelve", "in": "query", "value": "x"},
        {"name": "Authorization", "in": "header", "value": "Bearer x"},
        {"name": "x-token", "in": "header", "value": "y"},
    ]
    site.write({WORKFLOWS: root})
    text = (site.src / WORKFLOWS).read_text("utf-8")
    built = site.build()
    [warning] = [each for each in built.warnings if "shelve" in each]
    place = re.search(rf"{WORKFLOWS}:(\d+):\d+:", warning)
    assert place is not None
    shown = "\n".join(text.splitlines()[int(place[1]) - 1 :])
    assert shown.index("shelve") < 60
    for word in ("findBook", "signInAndBorrow"):
        assert word in warning
    assert "TryIt" not in warning
    assert [each for each in built.warnings if "Authorization" in each or "x-token" in each] == []


def test_a_parameter_of_all_steps(site: Project) -> None:
    root = deepcopy(LIBRARY)
    root["workflows"][0]["parameters"] += [
        {"name": "shelf", "in": "query", "value": "south"},
        {"name": "X-Brunch", "in": "header", "value": "x"},
    ]
    del root["workflows"][0]["steps"][1]["parameters"][1]
    site.write({WORKFLOWS: root})
    built = site.build()
    [warning] = built.warnings
    assert "did you mean header.X-Branch?" in warning
    line = int(re.search(rf"{WORKFLOWS}:(\d+):\d+:", warning)[1])
    lines = (site.src / WORKFLOWS).read_text("utf-8").splitlines()
    assert "X-Brunch" in "".join(lines[line - 1 : line + 2])
    # They fill the forms of all steps.
    for step in run_data(built)["steps"]:
        for value in (["query", "shelf", {"json": '"south"'}],
                      ["header", "X-Branch", {"json": '"north"'}]):  # fmt: skip
            assert value in step["arguments"]


def test_an_expression_within_a_text_is_a_link(site: Project) -> None:
    root = deepcopy(LIBRARY)
    root["workflows"][0]["outputs"]["line"] = "the {$steps.findBook.outputs.book} by {$inputs.card}"
    site.write({WORKFLOWS: root})
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    [item] = [each for each in page.select("#outputs li") if "line" in each.text]
    assert [a.text for a in item.select("a")] == ["{$steps.findBook.outputs.book}"]
    assert root["workflows"][0]["outputs"]["line"] in item.text


def test_two_descriptions_with_the_same_workflow(site: Project) -> None:
    other = deepcopy(LIBRARY)
    del other["workflows"][1]
    site.write({"more.arazzo.json": other})
    config = json.loads((site.src / "docs.json").read_text("utf-8"))
    config["navigation"]["tabs"][0]["openapi"].append(
        {"source": "more.arazzo.json", "directory": "more"}
    )
    site.write({"docs.json": config})
    warnings = [each for each in site.build().warnings if "signInAndBorrow" in each]
    assert any("more.arazzo.json:" in each and WORKFLOWS in each for each in warnings)


def test_versions_may_have_the_same_workflow(site: Project) -> None:
    other = deepcopy(LIBRARY)
    del other["workflows"][1]
    site.write({"more.arazzo.json": other})
    versions = [
        {
            "version": name,
            "openapi": ["library.json", {"source": source, "directory": f"{name}/tours"}],
            "pages": pages,
        }
        for name, source, pages in (
            ("v2", WORKFLOWS, ["index"]),
            ("v1", "more.arazzo.json", ["old"]),
        )
    ]
    link = "# Old\n\n{navapi:workflow}`signInAndBorrow`\n"
    site.write({"docs.json": {"navigation": {"versions": versions}}, "old.md": link})
    built = site.build()
    assert [each for each in built.warnings if "signInAndBorrow" in each] == []
    for name, version in (("index", "v2"), ("old", "v1")):
        assert f"{version}/tours/sign-in-and-borrow.html" in built.text(f"{name}.html")


def test_a_description_is_no_earlier_version(site: Project) -> None:
    config = {
        "navigation": {
            "openapi": {"source": "library.json", "directory": "api", "history": [WORKFLOWS]},
            "pages": ["index"],
        }
    }
    site.write({"docs.json": config, "index.md": "# Home\n"})
    [warning] = [each for each in site.build().warnings if WORKFLOWS in each]
    assert "Arazzo" in warning
    assert "openapi-check" not in warning


def test_a_page_follows_its_operations(site: Project) -> None:
    site.build()
    api = deepcopy(API)
    api["paths"]["/sessions"]["post"]["summary"] = "Start a session"
    site.write({"library.json": api})
    built = site.build()
    assert PAGE in built.read
    assert "Start a session" in steps(built)["1. signIn"].text


@pytest.mark.parametrize("version", ["2.0.0", 1, "x"])
def test_versions_that_are_not_supported(site: Project, version: object) -> None:
    site.write({WORKFLOWS: {**LIBRARY, "arazzo": version}, "index.md": "# Home\n"})
    built = site.build()
    [warning] = built.warnings
    assert f"{WORKFLOWS}:" in warning
    assert "[navapi.openapi_invalid]" in warning
