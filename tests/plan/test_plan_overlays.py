"""Which overlays a document of a site has."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plan_sites import plan

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "servers": [{"url": "https://a.example"}],
    "paths": {"/a": {"get": {"summary": "A", "responses": {"200": {"description": "OK"}}}}},
}


def title(text: str) -> dict[str, Any]:
    action = {"target": "$.paths['/a'].get.summary", "update": text}
    return {"overlay": "1.1.0", "info": {"title": "O", "version": "1"}, "actions": [action]}


FILES = {"api.json": DOCUMENT, "one.json": title("One"), "more/two.json": title("Two")}


@pytest.mark.parametrize(
    ("overlays", "expected"),
    [
        (["one.json"], "One"),
        (["one.json", "./more/two.json"], "Two"),
        (["/more/two.json", " one.json "], "One"),
        ([], "A"),
    ],
)
@pytest.mark.parametrize("where", ["navigation", "api", "list"])
def test_they_are_applied_in_their_order(
    tmp_path: Path, overlays: list[str], expected: str, where: str
) -> None:
    entry = {"source": "./api.json", "overlays": overlays}
    navigation: dict[str, Any] = {"openapi": "api.json", "pages": ["GET /a"]}
    if where != "api":
        navigation["openapi"] = [entry] if where == "list" else entry
    settings = {"api": {"openapi": entry}} if where == "api" else None
    site = plan(tmp_path, navigation, FILES, settings=settings)
    assert site.plan.diagnostics == ()
    assert [page.title for page in site.plan.pages.values()] == [expected, "Home"]


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("ones.json", "the file does not exist, did you mean one.json?"),
        ("quite/another.yaml", "the file does not exist: correct its path"),
        ("../one.json", "is outside the source directory"),
        ("http://a.example/one.json", "only https:// URLs are fetched"),
        ("https://a.example/one.json", "navapi_remote_documents is off"),
    ],
)
def test_one_that_is_not_there(tmp_path: Path, name: str, words: str) -> None:
    entry = {"source": "api.json", "overlays": ["one.json", name]}
    site = plan(tmp_path, {"openapi": entry}, FILES, remote_documents=False)
    (found,) = site.plan.diagnostics
    assert (found.subtype, found.place.file) == ("overlay_invalid", "docs.json")
    assert found.place.pointer == "/navigation/openapi/overlays/1"
    assert words in found.message
    assert "One" in [page.title for page in site.plan.pages.values()]


def test_a_document_has_one_list(tmp_path: Path) -> None:
    groups = [
        {"group": name, "openapi": {"source": "api.json", "overlays": [file]}}
        for name, file in (("A", "one.json"), ("B", "more/two.json"), ("C", "one.json"))
    ]
    site = plan(tmp_path, {"groups": groups}, FILES)
    (found,) = [d for d in site.plan.diagnostics if d.subtype == "overlay_invalid"]
    assert found.place.pointer == "/navigation/groups/1/openapi/overlays"
    assert "these overlays of api.json are ignored" in found.message
    assert {page.title for page in site.plan.pages.values()} == {"One", "Home"}
