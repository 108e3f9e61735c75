"""The result of overlays, and where its parts were written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import yaml

import sphinx_navapi.openapi.overlays as overlays_module
from sphinx_navapi.diagnostics import Place
from sphinx_navapi.openapi.check.check import check_document
from sphinx_navapi.openapi.code_documents import CodeDocuments, CodeSource
from sphinx_navapi.openapi.load import LoadResult, load_document
from sphinx_navapi.openapi.overlays import OverlayFile

OK = {"200": {"description": "OK"}}
DOCUMENT: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "T", "version": "1"},
    "tags": [{"name": "a"}, {"name": "b"}, {"name": "c"}],
    "paths": {
        "/a": {"get": {"summary": "A", "tags": ["a", "x", "b"], "responses": OK}},
        "/b": {"post": {"responses": OK}},
    },
}


def overlay(*actions: Any, version: str = "1.1.0") -> str:
    head = f"overlay: {version}\ninfo: {{title: O, version: '1'}}\nactions:\n"
    return head + "".join(f"- {json.dumps(action)}\n" for action in actions)


def load(folder: Path, *overlays: str, document: Any = DOCUMENT, **more: Any) -> LoadResult:
    """The document in *folder*, with *overlays*: their first action is on line 4."""
    text = document if isinstance(document, str) else json.dumps(document)
    (folder / "api.yaml").write_text(text, "utf-8")
    files = []
    for number, written in enumerate(overlays):
        files.append(OverlayFile(f"o{number}.yaml", folder / f"o{number}.yaml"))
        files[-1].path.write_text(written, "utf-8")
    return load_document(folder / "api.yaml", "api.yaml", folder, overlays=files, **more)


def root_of(result: LoadResult) -> dict[str, Any]:
    assert result.document is not None
    return result.document.root


def said(result: LoadResult) -> list[tuple[str, str]]:
    return [(str(found.subtype), str(found.place)) for found in result.diagnostics]


@pytest.mark.parametrize(
    ("actions", "pointer", "expected"),
    [
        pytest.param(
            [{"target": "$.info", "update": {"summary": "S", "title": "New"}}],
            "/info",
            {"title": "New", "version": "1", "summary": "S"},
            id="objects are merged",
        ),
        pytest.param(
            [{"target": "$", "update": {"paths": {"/a": {"get": {"tags": ["y"]}}}}}],
            "/paths/~1a/get/tags",
            ["a", "x", "b", "y"],
            id="arrays inside are joined",
        ),
        pytest.param(
            [{"target": "$.tags", "update": {"name": "d"}}],
            "/tags/3",
            {"name": "d"},
            id="an entry is appended",
        ),
        pytest.param(
            [{"target": "$.paths['/a'].get.tags", "update": ["y", "z"]}],
            "/paths/~1a/get/tags",
            ["a", "x", "b", "y", "z"],
            id="an array is joined",
        ),
        pytest.param(
            [{"target": "$.info.title", "update": "New"}], "/info/title", "New", id="a text"
        ),
        pytest.param(
            [{"target": "$.paths.*.*", "update": {"x-safe": True}}],
            "/paths/~1b/post/x-safe",
            True,
            id="each of several targets",
        ),
        pytest.param(
            [{"target": "$.tags[?@.name == 'b']", "remove": True}],
            "/tags",
            [{"name": "a"}, {"name": "c"}],
            id="an item is removed",
        ),
        pytest.param(
            [{"target": "$.tags[0,0,1]", "remove": True}],
            "/tags",
            [{"name": "c"}],
            id="what is named twice is removed once",
        ),
        pytest.param(
            [{"target": "$.paths['/a'].get.tags[?@ == 'x']", "remove": True}],
            "/paths/~1a/get/tags",
            ["a", "b"],
            id="a text is removed",
        ),
        pytest.param(
            [{"target": "$.paths..*", "remove": True}], "/paths", {}, id="what is inside, too"
        ),
        pytest.param(
            [{"target": "$.info", "remove": True, "update": {"title": "no"}}],
            "/info",
            None,
            id="remove wins over update",
        ),
        pytest.param(
            [
                {"target": "$.paths", "update": {"/c": {}}},
                {"target": "$.paths['/c']", "copy": "$.paths['/a']"},
                {"target": "$.paths['/a']", "remove": True},
                {"target": "$.paths['/c'].get", "update": {"summary": "C"}},
            ],
            "/paths",
            {
                "/b": {"post": {"responses": OK}},
                "/c": {"get": {"summary": "C", "tags": ["a", "x", "b"], "responses": OK}},
            },
            id="a path is renamed",
        ),
        pytest.param(
            [
                {"target": "$.info", "copy": "$.paths['/a']"},
                {"target": "$.paths['/a'].get.tags", "remove": True},
            ],
            "/info/get/tags",
            ["a", "x", "b"],
            id="a copy lives on its own",
        ),
        pytest.param(
            [{"target": "$.paths['/b']", "copy": "$"}],
            "/paths/~1b/paths/~1b",
            {"post": {"responses": OK}},
            id="what holds the target is copied",
        ),
    ],
)  # fmt: skip
def test_actions(tmp_path: Path, actions: list[Any], pointer: str, expected: Any) -> None:
    result = load(tmp_path, overlay(*actions))
    assert result.document is not None
    assert result.document.at(pointer) == expected
    assert [found for found in said(result) if found[0].startswith("overlay")] == []


@pytest.mark.parametrize(
    ("action", "subtype", "words"),
    [
        ({"target": "$.nope", "remove": True}, "overlay_no_match", "`$.nope` matches nothing"),
        ({"target": "$.info", "copy": "$.nope"}, "overlay_no_match", "`$.nope` matches nothing"),
        ({"target": "info", "remove": True}, "overlay_invalid", "`info` is not a JSONPath"),
        ({"target": "$.tags[?", "remove": True}, "overlay_invalid", "is not a JSONPath"),
        ({"update": {}}, "overlay_invalid", "it needs a `target`"),
        ("remove", "overlay_invalid", "it needs a `target`"),
        ({"target": "$.info"}, "overlay_invalid", "one of `update`, `copy` and `remove"),
        ({"target": "$", "update": {}, "copy": "$"}, "overlay_invalid", "one of `update`"),
        ({"target": "$.info", "remove": "yes"}, "overlay_invalid", "must be true or false"),
        ({"target": "$", "remove": True}, "overlay_invalid", "whole document cannot be removed"),
        ({"target": "$.info", "update": "T"}, "overlay_invalid", "a single value cannot be merged"),
        ({"target": "$.info.title", "update": {}}, "overlay_invalid", "an object cannot be merged"),
        (
            {"target": "$", "update": {"info": {"title": ["T"]}}},
            "overlay_invalid",
            "an array cannot be merged into a single value at `/info/title`",
        ),
        ({"target": "$['info', 'tags']", "update": {}}, "overlay_invalid", "different kinds"),
        ({"target": "$.info", "copy": "$.tags[*]"}, "overlay_invalid", "matches 3 parts"),
        ({"target": "$.info", "copy": 7}, "overlay_invalid", "`copy` must be a JSONPath"),
    ],
)
def test_impossible_actions_are_ignored(
    tmp_path: Path, action: Any, subtype: str, words: str
) -> None:
    last = {"target": "$.paths['/b']", "update": {"summary": "B"}}
    result = load(tmp_path, overlay(action, last))
    (found,) = result.diagnostics
    assert (str(found.subtype), found.place.file, found.place.line) == (subtype, "o0.yaml", 4)
    assert words in found.message
    expected = json.loads(json.dumps(DOCUMENT))
    expected["paths"]["/b"]["summary"] = "B"
    assert root_of(result) == expected


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("actions: [", "not YAML"),
        ("[]", "it has no `overlay`"),
        ("openapi: 3.1.0", "it has no `overlay`"),
        (overlay({"target": "$.info", "remove": True}, version="2.0.0"), "not a supported version"),
        ("overlay: 1.0.0\ninfo: {title: O, version: '1'}\n", "it needs `actions`"),
        ("overlay: 1.0.0\nactions: []", "it needs `actions`"),
    ],
)
def test_a_broken_overlay_is_omitted(tmp_path: Path, text: str, words: str) -> None:
    result = load(tmp_path, text, overlay({"target": "$.info.title", "update": "New"}))
    (found,) = result.diagnostics
    assert (str(found.subtype), found.place.file) == ("overlay_invalid", "o0.yaml")
    assert words in found.message
    assert root_of(result) == {**DOCUMENT, "info": {"title": "New", "version": "1"}}


def test_copy_is_of_1_1(tmp_path: Path) -> None:
    result = load(tmp_path, overlay({"target": "$.info", "copy": "$.info"}, version="1.0.0"))
    assert said(result) == [("overlay_invalid", "o0.yaml:4:32")]


def test_a_missing_overlay(tmp_path: Path) -> None:
    (tmp_path / "api.yaml").write_text(json.dumps(DOCUMENT), "utf-8")
    missing = OverlayFile("no.yaml", tmp_path / "no.yaml")
    result = load_document(tmp_path / "api.yaml", "api.yaml", tmp_path, overlays=[missing])
    assert said(result) == [("overlay_invalid", "no.yaml")]
    assert root_of(result) == DOCUMENT


def test_an_alias_is_changed_at_one_place(tmp_path: Path) -> None:
    text = yaml.safe_dump({**DOCUMENT, "paths": {}}) + "x-a: &a {b: [1]}\nx-c: *a\n"
    root = root_of(load(tmp_path, overlay({"target": "$['x-c'].b", "update": 2}), document=text))
    assert (root["x-a"], root["x-c"]) == ({"b": [1]}, {"b": [1, 2]})


def test_growth_is_bounded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each action would double the document."""
    monkeypatch.setattr(overlays_module, "MAX_ADDED", 100_000)
    actions: list[Any] = [{"target": "$", "update": {"x": {f"y{n}": {} for n in range(40)}}}]
    actions += [{"target": f"$.x.y{n}", "copy": "$"} for n in range(40)]
    result = load(tmp_path, overlay(*actions))
    assert {"overlay_invalid"} == {subtype for subtype, _ in said(result)}
    assert "overlays may add" in result.diagnostics[0].message
    assert len(json.dumps(root_of(result))) < 150_000


# ------------------------------------------------------------------ locations


TEXT = """\
openapi: 3.1.0
info: {title: T, version: '1'}
tags: [{name: a}, {name: b}, {name: c}]
paths:
  /a:
    get:
      tags: [a]
      responses: {}
"""

ACTIONS = """\
overlay: 1.1.0
info: {title: O, version: '1'}
actions:
- target: $.tags[0]
  remove: true
- target: $.tags
  update: [{name: d}]
- target: $.paths
  update:
    /b: {}
- target: $.paths['/b']
  copy: $.paths['/a']
- target: $.paths['/b'].get
  update:
    summary: B
    parameters: [{name: q, in: nowhere}]
- target: $.paths['/a'].get.responses
  update: {'200': {$ref: '#/components/responses/No'}}
"""


def test_places(tmp_path: Path) -> None:
    result = load(tmp_path, ACTIONS, document=TEXT)
    document = result.document
    assert document is not None
    places = {
        "/info/title": "api.yaml:2:15",
        "/tags/0/name": "api.yaml:3:26",  # b
        "/tags/1/name": "api.yaml:3:37",
        "/tags/2/name": "o0.yaml:7:19",
        "/paths/~1b": "o0.yaml:10:9",
        "/paths/~1b/get/tags/0": "api.yaml:7:14",
        "/paths/~1b/get/summary": "o0.yaml:15:14",
        "/paths/~1a/get/tags/0": "api.yaml:7:14",
        "/paths/~1a/get/responses/200": "o0.yaml:18:19",
    }
    assert {pointer: str(document.place(pointer)) for pointer in places} == places
    assert str(document.place("/paths/~1b/get/summary", of_key=True)) == "o0.yaml:15:5"
    assert said(result) == [
        ("unresolved_ref", "o0.yaml:18:26"),
        ("invalid_operation", "o0.yaml:16:28"),
    ]


def test_a_kept_document(tmp_path: Path) -> None:
    """It is read from the cache while document and overlays are unchanged."""
    cache = tmp_path / "cache"
    title = {"target": "$.info.title", "update": "New"}
    first = load(tmp_path, overlay(title), cache_dir=cache)
    again = load(tmp_path, overlay(title), cache_dir=cache)
    assert again.document == first.document
    assert again.document is not None
    assert str(again.document.place("/info/title")) == "o0.yaml:4:40"
    assert root_of(load(tmp_path, cache_dir=cache))["info"]["title"] == "T"
    other = load(tmp_path, overlay(title | {"update": "Other"}), cache_dir=cache)
    assert root_of(other)["info"]["title"] == "Other"
    assert other.document is not None
    assert first.document is not None
    assert other.document.digest != first.document.digest
    # Parts that the overlay does not change have the same fingerprint.
    assert [operation.fingerprint for operation in other.document.operations] == [
        operation.fingerprint for operation in first.document.operations
    ]


def test_the_check_of_a_document_sees_the_result(tmp_path: Path) -> None:
    load(tmp_path, ACTIONS, document=TEXT)
    problems = check_document(tmp_path / "api.yaml", tmp_path, [tmp_path / "o0.yaml"])
    assert {(p.code, p.place.file.rpartition("/")[2], p.place.line) for p in problems} == {
        ("unresolved_ref", "o0.yaml", 18),
        ("invalid_operation", "o0.yaml", 16),
        ("parameter-schema", "o0.yaml", 16),
        ("specification", "api.yaml", 8),  # the empty responses, copied before
    }


def test_a_document_that_code_writes(tmp_path: Path) -> None:
    text = json.dumps(DOCUMENT).replace("'", "\\'")
    (tmp_path / "write.py").write_text(f"print('{text}')", "utf-8")
    source = CodeSource(name="api", code=("python", "write.py"), place=Place(file="conf.py"))
    documents = CodeDocuments([source], folder=tmp_path, search_path=(), cache_dir=tmp_path)
    (tmp_path / "o.yaml").write_text(overlay({"target": "$.info.title", "update": "New"}))
    document = documents.load("api", [OverlayFile("o.yaml", tmp_path / "o.yaml")]).document
    assert document is not None
    assert document.root["info"]["title"] == "New"
    assert str(document.place("/info/title")) == "o.yaml:4:40"
    assert str(document.place("/info/version")) == 'navapi_documents["api"]#/info/version'
