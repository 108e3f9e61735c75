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


# ---------------------------------------------------------------- by target

HIDDEN = {"target": "$.paths['/a'].get", "update": {"x-hidden": True}}
REMOVED = {"target": "$.paths['/a'].get", "remove": True}


def of_target(extends: str | None, text: str = "By target", *more: Any) -> dict[str, Any]:
    """An overlay with a target."""
    overlay = title(text)
    overlay["actions"] += more
    return overlay if extends is None else {**overlay, "extends": extends}


def titles(site: Any) -> list[str]:
    return [page.title for page in site.plan.pages.values() if page.title != "Home"]


@pytest.mark.parametrize(
    ("overlays", "file", "extends"),
    [
        (["a.json"], "a.json", "api.json"),
        ("a.json", "a.json", "./api.json"),
        (["over"], "over/a.json", "../api.json"),
        ("over/", "over/more/a.json", "../../api.json"),
        ("over", "over/a.json", "api.json"),  # relative to the source directory
        (["./over/a.json"], "over/a.json", "../api%2Ejson"),
    ],
)
def test_overlays_of_the_site_are_of_their_targets(
    tmp_path: Path, overlays: Any, file: str, extends: str
) -> None:
    files = {"api.json": DOCUMENT, "other.json": DOCUMENT, file: of_target(extends)}
    navigation = {"openapi": ["api.json", "other.json"]}
    site = plan(tmp_path, navigation, files, settings={"api": {"overlays": overlays}})
    assert site.plan.diagnostics == ()
    assert titles(site) == ["By target", "A"]


def test_those_beside_the_source_come_first(tmp_path: Path) -> None:
    files = {**FILES, "a.json": of_target("api.json")}
    navigation = {"openapi": {"source": "api.json", "overlays": ["one.json"]}}
    site = plan(tmp_path, navigation, files, settings={"api": {"overlays": ["a.json"]}})
    assert site.plan.diagnostics == ()
    assert titles(site) == ["By target"]


@pytest.mark.parametrize(
    ("overlay", "words"),
    [
        (of_target(None), "it has no `extends`"),
        (of_target("gone.json"), "it extends gone.json, which is not a document of this site"),
        ("https://a.example/o.json", "overlays from URLs are not found by target"),
        ("gone.json", "the file does not exist"),
        ("empty", "the folder contains no overlays"),
    ],
)
def test_overlays_of_the_site_without_effect(tmp_path: Path, overlay: Any, words: str) -> None:
    name = overlay if isinstance(overlay, str) else "a.json"
    files = {"api.json": DOCUMENT, "empty/none.json": {}}
    if isinstance(overlay, dict):
        files["a.json"] = overlay
    settings = {"api": {"overlays": [name]}}
    site = plan(tmp_path, {"openapi": "api.json"}, files, settings=settings, remote_documents=True)
    (found,) = site.plan.diagnostics
    assert f"the overlay {name} is ignored: " in found.message
    assert words in found.message


def test_a_folder_beside_the_source(tmp_path: Path) -> None:
    files = {
        "api.json": DOCUMENT,
        "other.json": DOCUMENT,
        "over/1.json": of_target(None, "First"),
        "over/2.json": of_target("../api.json", "Second"),
        "over/3.json": of_target("../other.json", "Third"),
        "over/4.json": of_target("../gone.json", "Fourth"),
        "over/note.json": {"overlays": []},
    }
    bound = {"source": "api.json", "overlays": "over"}
    site = plan(tmp_path, {"openapi": [bound, "other.json"]}, files)
    assert titles(site) == ["Second", "A"]
    assert [str(each.subtype) for each in site.plan.diagnostics] == [
        "overlay_invalid",
        "overlay_unused",
    ]


@pytest.mark.parametrize("folder", ["", "apis/"])
@pytest.mark.parametrize(
    ("action", "level"), [(None, "info"), (HIDDEN, "warning"), (REMOVED, "warning")]
)
def test_an_overlay_that_nothing_lists(
    tmp_path: Path, folder: str, action: Any, level: str
) -> None:
    overlay = of_target("api.json", "T", *([] if action is None else [action]))
    files = {f"{folder}api.json": DOCUMENT, f"{folder}api.overlay.json": overlay}
    site = plan(tmp_path, {"openapi": f"{folder}api.json"}, files)
    (found,) = site.plan.diagnostics
    assert (str(found.subtype), str(found.level)) == ("overlay_unused", level)
    assert f"{folder}api.overlay.json is an overlay of {folder}api.json" in found.message
    assert found.place.file == f"{folder}api.overlay.json"
    assert ("what it hides is shown" in found.message) == (action is not None)


@pytest.mark.parametrize(
    "files",
    [
        {"a.json": of_target("https://a.example/api.json")},
        {"a.json": of_target("not-bound.json"), "not-bound.json": DOCUMENT},
        {"a.json": {"info": {"overlay": 1}, "extends": "api.json"}},
        {"a.json": of_target(None)},
    ],
)
def test_overlays_of_other_documents_are_not_reported(
    tmp_path: Path, files: dict[str, Any]
) -> None:
    site = plan(tmp_path, {"openapi": "api.json"}, {"api.json": DOCUMENT, **files})
    assert site.plan.diagnostics == ()
