from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from plan_sites import ZOO, document, operation, plan

from sphinx_navapi.cli import main
from sphinx_navapi.plan.explain import explain_navigation, explain_reference

EXTRA = {
    "/bad": {"get": []},
    "/gone": {"get": operation("Gone", **{"x-excluded": True})},
    "/way": {"x-excluded": True, "get": operation("Way")},
}
DOC = document({**ZOO["paths"], **EXTRA}, webhooks={"sold": {"post": operation("Sold")}})


def explain(folder: Path, navigation: Any, reference: str, **more: Any) -> tuple[bool, str]:
    documents = {"zoo.json": DOC, **more.pop("documents", {})}
    site = plan(folder, navigation, documents, more.pop("files", {}), **more)
    answer = explain_reference(site, reference)
    return answer.has_page, "\n".join(answer.lines)


BULK = {"tabs": [{"tab": "API", "openapi": "zoo.json"}]}
PICKED = {"tabs": [{"tab": "API", "openapi": "zoo.json", "pages": ["GET /lions", "GET /owls"]}]}


@pytest.mark.parametrize(
    ("navigation", "reference", "has_page", "words"),
    [
        (BULK, "GET /owls", True, ["no entry in its scope", 'The tab "API" (docs.json:4', "added"]),
        (PICKED, "GET /owls", True, ['The entry "GET /owls" at docs.json:9', 'the tab "API"']),
        (BULK, "webhook sold", True, ["webhook sold of zoo.json has a page"]),
        (PICKED, "POST /lions", False,
         ["only listed ones", 'the entry "GET /lions" at docs.json:8', "and 1 more",
          'Write "POST /lions"']),
        (BULK, "GET /keys", False, ["is not added", "x-hidden", 'Write "GET /keys" in pages']),
        (PICKED, "GET /keys", False, ["is not added automatically", "only listed ones"]),
        (BULK, "GET /bad", False, ["was skipped", "invalid", "openapi-check"]),
        (BULK, "GET /gone", False, ["x-excluded"]),
        (BULK, "GET /way", False, ["x-excluded"]),
        (BULK, "get /owls", False, ["must match exactly", 'Write "GET /owls"', "lenient"]),
        (BULK, "GET /owls/", False, ["must match exactly", 'Write "GET /owls"']),
        (BULK, "GET /owl", False, ["Searched in zoo.json", "Did you mean GET /owls"]),
        (BULK, "get owls", False, ["Did you mean GET /owls"]),
        (BULK, "the owls, please", False, ["Create a file"]),
        (BULK, "other GET /owls", False, ["There is no OpenAPI document called other", "zoo.json"]),
        ({}, "GET /owls", False, ["No element of the navigation", '"openapi": "zoo.json"']),
        ({"pages": ["GET /owls"]}, "GET /owls", False,
         ["No element of the navigation sets", "docs.json:4", "[missing_openapi]"]),
        ({"openapi": "zoo.json", "tabs": [{"tab": "T"}]}, "GET /owls", False,
         ["The root of the navigation", "only passes", '"openapi": "zoo.json"']),
        ({"openapi": "old.json"}, "GET /x", False, ["convert it to OpenAPI 3", "Swagger 2.0"]),
        ({"openapi": "nope.json"}, "GET /x", False, ["there is no OpenAPI document nope.json"]),
        ({"pages": ["get /x"], "openapi": "zoo.json"}, "get /x", False,
         ["[page_not_found]", "docs.json:4"]),
        ({"pages": ["page"]}, "page", True, ['page is a page: "Page"', "page.md", "navigation"]),
        ({"pages": []}, "page", True, ["The navigation does not list it"]),
        ({"pages": ["pgae"]}, "pgae", False, ["Did you mean page?", "[page_not_found]"]),
        (BULK, "api-reference/birds/list-owls", True, ["all operations are added", "API › Birds"]),
        (BULK, "index", True, ["no root document"]),
        (BULK, "", False, ["There is no page"]),
    ],
)  # fmt: skip
def test_reasons(
    tmp_path: Path, navigation: Any, reference: str, has_page: bool, words: list[str]
) -> None:
    documents = {"old.json": {"swagger": "2.0"}}
    files = {"page.md": "# Page\n"}
    found, text = explain(tmp_path, navigation, reference, documents=documents, files=files)
    assert found == has_page
    for word in words:
        assert word in text, text


def test_an_operation_id(tmp_path: Path) -> None:
    doc = document({"/x": {"get": operation("X", operationId="getX")}})
    found, text = explain(tmp_path, {"openapi": "d.json"}, "getX", documents={"d.json": doc})
    assert found
    assert text.startswith("getX is the operationId of d.json GET /x.")


def test_lenient(tmp_path: Path) -> None:
    found, text = explain(tmp_path, BULK, "get /owls/", matching=_lenient())
    assert found
    assert "GET /owls of zoo.json has a page" in text


def _lenient() -> Any:
    from sphinx_navapi.plan import Matching

    return Matching.LENIENT


def test_a_page_file_and_a_generated_page(tmp_path: Path) -> None:
    files = {"mine.md": "---\nopenapi: GET /owls\n---\n"}
    found, text = explain(tmp_path, BULK, "GET /owls", files=files)
    assert found
    assert "has 2 pages" in text
    assert "mine.md:2" in text
    assert "both are built" in text


@pytest.mark.parametrize("inside", [True, False])
def test_the_command_for_an_invalid_operation_works(
    tmp_path: Path, inside: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    monkeypatch.chdir(folder if inside else tmp_path)
    _, text = explain(Path("." if inside else "docs"), BULK, "GET /bad")
    (command,) = re.findall(r"See navapi (.+)\.$", text, re.MULTILINE)
    assert command == ("openapi-check zoo.json" if inside else "openapi-check docs/zoo.json")
    assert main(command.split()) == 1
    assert "GET /bad is invalid" in capsys.readouterr().out


def test_a_page_for_each_directory(tmp_path: Path) -> None:
    tabs = [
        {"tab": "One", "openapi": "zoo.json"},
        {"tab": "Two", "openapi": {"source": "zoo.json", "directory": "two"}},
        {"tab": "Other", "pages": ["zoo.json GET /owls"]},
    ]
    _, text = explain(tmp_path, {"tabs": tabs}, "GET /owls")
    assert "has 2 pages" in text
    assert "page file" not in text
    _, first, second = re.split(r"^  (?=\S+: generated)", text, flags=re.MULTILINE)
    assert re.findall(r"(?:tab|entry) \"(.+?)\"", first) == ["zoo.json GET /owls", "One"]
    assert re.findall(r"(?:tab|entry) \"(.+?)\"", second) == ["Two"]


def test_markdown_that_nothing_names(tmp_path: Path) -> None:
    found, text = explain(tmp_path, BULK, "lost", files={"lost.mdx": ""}, source_suffixes=(".rst",))
    assert not found
    assert "lost.mdx exists, but is not listed" in text


def test_the_tree(tmp_path: Path) -> None:
    navigation = {
        "versions": [{"version": "2", "groups": [{"group": "G", "root": "a", "pages": ["b"]}]}],
        "tabs": [
            {"tab": "API", "hidden": True, "openapi": "zoo.json", "pages": ["GET /lions"]},
            {"tab": "Blog", "href": "https://a.example"},
        ],
        "global": {"anchors": [{"anchor": "X", "href": "https://x.example"}]},
        "pages": ["https://b.example"],
    }
    files = {"a.md": "", "b.md": "# Bee\n", "c.md": ""}
    site = plan(tmp_path, navigation, {"zoo.json": DOC}, files)
    assert list(explain_navigation(site)) == [
        "navigation",
        "  b.example → https://b.example",
        '  tab "API" (hidden; openapi: zoo.json)',
        "    api-reference/cats/list-lions  List lions  [GET /lions]",
        '  tab "Blog" → https://a.example',
        '  version "2" (default)',
        '    group "G"',
        "      a  A (the group's own page)",
        "      b  Bee",
        "  global anchor X → https://x.example",
        "",
        "outside the navigation",
        "  c  C",
        "  index  Home",
    ]
