"""Pages of workflows: an Arazzo description among the documents of the navigation."""

from __future__ import annotations

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
        for name, place in (("shelf", "query"), ("page", "query"), ("X-Token", "header"))
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
    # Values that are known fill the form; others depend on the steps before.
    [filled] = [a["href"] for a in second.select("p a") if "#try=" in a["href"]]
    assert filled.split("#")[1] == "try=GET+/books&query.page=2&query.shelf=A%26B"
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
