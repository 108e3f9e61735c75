"""Sites with odd values: each costs its own entry or page, and is reported."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
from plan_sites import ZOO, document, found, operation, plan

from sphinx_navapi.plan import PlannedSite
from sphinx_navapi.plan.explain import explain_navigation, explain_reference

API = {"group": "API", "openapi": "zoo.json"}

#: Longer than the name, or the path, of any file can be.
LONG = ["x" * 300, "/".join(["y" * 200] * 40), "GET /" + "z" * 5_000]


def is_whole(site: PlannedSite) -> None:
    """The other pages exist, and everything can be explained."""
    titles = {page.title for page in site.plan.pages.values()}
    assert {"Hi", "List lions", "Add lion", "List owls"} <= titles
    for docname in site.plan.pages:
        assert len(docname.encode()) < 1000
        assert all(len(part.encode()) < 200 for part in docname.split("/"))
    for line in (*explain_navigation(site), *explain_reference(site, "GET /lions").lines):
        assert line.isprintable()
        assert len(line) < 2000
    for diagnostic in site.plan.diagnostics:
        assert len(diagnostic.message) < 1500


def whole_plan(folder: Path, navigation: Any, zoo: Any = ZOO, **more: Any) -> PlannedSite:
    pages = {"index.md": "# Hi\n", "hi.md": "# Hi\n"}
    return plan(folder, navigation, {"zoo.json": zoo}, pages, **more)


@pytest.mark.parametrize("text", LONG, ids=["name", "path", "reference"])
@pytest.mark.parametrize(
    ("element", "subtype"),
    [
        ({"group": "G", "pages": ["hi", "{}"]}, "page_not_found"),
        ({"group": "G", "pages": ["hi"], "root": "{}"}, "page_not_found"),
        ({"group": "G", "pages": ["hi"], "openapi": "{}"}, "openapi_not_found"),
        ({"$ref": "./{}.json"}, "config"),
        ({"group": "G", "openapi": {"source": "zoo.json", "directory": "{}"}}, "config"),
    ],
    ids=["page", "root", "openapi", "part", "directory"],
)
def test_a_name_longer_than_any_file(tmp_path: Path, element: Any, subtype: str, text: str) -> None:
    def fill(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: fill(member) for key, member in value.items()}
        if isinstance(value, list):
            return [fill(member) for member in value]
        return value.replace("{}", text) if isinstance(value, str) else value

    site = whole_plan(tmp_path, {"groups": [API, fill(element)]})
    is_whole(site)
    assert subtype in [name for name, _ in found(site)]


@pytest.mark.parametrize("text", LONG, ids=["name", "path", "reference"])
def test_an_href_longer_than_any_file(tmp_path: Path, text: str) -> None:
    zoo = copy.deepcopy(ZOO)
    zoo["paths"]["/owls"]["get"]["x-mint"] = {"href": text}
    site = whole_plan(tmp_path, {"groups": [API]}, zoo)
    is_whole(site)
    ((subtype, message),) = found(site)
    assert subtype == "config"
    assert message.startswith("the href of GET /owls is too long")


def test_an_href_that_is_the_path_of_another_page(tmp_path: Path) -> None:
    zoo = copy.deepcopy(ZOO)
    zoo["paths"]["/owls"]["get"]["x-mint"] = {"href": "/hi"}
    site = plan(tmp_path, {"groups": [API]}, {"zoo.json": zoo}, {"hi.md": "# Hi\n"})
    ((subtype, message),) = found(site)
    assert subtype == "duplicate_operation"
    assert "GET /owls of zoo.json has no page: its href is that of hi.md" in message
    (said,) = [d for d in site.plan.diagnostics if d.subtype == subtype]
    assert (said.place.file, said.place.pointer) == ("zoo.json", "/paths/~1owls/get/x-mint/href")
    answer = explain_reference(site, "GET /owls")
    assert not answer.has_page
    assert "The path of its page is that of the file hi.md" in "\n".join(answer.lines)


def test_no_word_of_an_href_where_another_page_shows_the_operation(tmp_path: Path) -> None:
    zoo = copy.deepcopy(ZOO)
    zoo["paths"]["/owls"]["get"]["x-mint"] = {"href": "/hi"}
    pages = {"hi.md": "# Hi\n", "owls.md": "---\nopenapi: GET /owls\n---\n# Owls\n"}
    site = plan(
        tmp_path, {"groups": [API, {"group": "G", "pages": ["owls"]}]}, {"zoo.json": zoo}, pages
    )
    assert found(site) == []


def test_a_file_that_stands_for_an_operation_by_its_path(tmp_path: Path) -> None:
    pages = {"api-reference/birds/list-owls.md": "# By hand\n"}
    site = plan(tmp_path, {"groups": [API]}, {"zoo.json": ZOO}, pages)
    assert found(site) == []
    ((_, message),) = found(site, "duplicate_operation")
    assert "the path of its page is that of api-reference/birds/list-owls.md" in message


def test_an_operation_id_of_a_path_that_no_reference_can_hold(tmp_path: Path) -> None:
    doc = document({"/" + "x" * 3_000: {"get": operation("X", operationId="getX")}})
    site = plan(tmp_path, {"openapi": "d.json"}, {"d.json": doc})
    answer = explain_reference(site, "getX")
    assert answer.has_page
    assert max(map(len, answer.lines)) < 2_000
