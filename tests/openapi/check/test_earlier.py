"""Operations that were valid before are not validated again; all others are."""

from __future__ import annotations

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from sphinx_navapi.openapi import operations
from sphinx_navapi.openapi.load import LoadResult, load_document

ROOT: dict[str, Any] = {
    "openapi": "3.0.3",
    "info": {"title": "T", "version": "1"},
    "paths": {
        "/a": {
            "get": {
                "summary": "A",
                "description": "Words.",
                "parameters": [
                    {
                        "name": "description",
                        "in": "query",
                        "required": True,
                        "schema": {
                            "type": "object",
                            "properties": {"description": {"type": "string"}},
                        },
                    }
                ],
                "responses": {"200": {"description": "Good."}},
            }
        },
        "/b": {"get": {"responses": {"200": {"description": "Good.", "headers": 1}}}},
        "/c": {"get": {"responses": {"200": {"description": "Fine."}}}},
    },
}


@pytest.fixture
def judged(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The operations that were validated."""
    found: list[Any] = []
    judge = operations.find_problems

    def note(operation: Any, version: tuple[int, int]) -> Any:
        found.append(operation)
        return judge(operation, version)

    monkeypatch.setattr(operations, "find_problems", note)
    return found


def load(folder: Path, root: Any, *, cached: bool = True) -> LoadResult:
    (folder / "a.json").write_text(json.dumps(root), "utf-8")
    cache_dir = folder / "cache" if cached else None
    return load_document(folder / "a.json", "a.json", folder, cache_dir=cache_dir)


def outcome(result: LoadResult) -> tuple[Any, ...]:
    assert result.document is not None
    return result.document.operations, result.document.skipped, result.diagnostics


def changed(*steps: str, to: Any) -> Any:
    """`ROOT` with another value at *steps*."""
    root = copy.deepcopy(ROOT)
    inner = root["paths"]
    for step in steps[:-1]:
        inner = inner[int(step) if isinstance(inner, list) else step]
    inner[steps[-1]] = to
    return root


GET = ("/a", "get")
PARAMETER = (*GET, "parameters", "0")
VALID = {**ROOT, "paths": {name: ROOT["paths"][name] for name in ("/a", "/c")}}


def test_other_texts_are_not_judged(tmp_path: Path, judged: list[Any]) -> None:
    load(tmp_path, VALID)
    assert len(judged) == 2
    judged.clear()
    after = copy.deepcopy(VALID)
    after["paths"]["/a"]["get"]["description"] = "Other words."
    after["paths"]["/a"]["get"]["responses"]["200"]["description"] = "Better."
    after["components"] = {"schemas": {"New": {}}}
    result = load(tmp_path, after)
    assert judged == []
    assert outcome(result) == outcome(load(tmp_path, after, cached=False))


@pytest.mark.parametrize(
    ("steps", "to"),
    [
        ((*GET, "description"), 7),
        ((*GET, "summary"), None),
        ((*GET, "operationId"), "other"),
        ((*GET, "x-new"), 1),
        ((*PARAMETER, "required"), 1),
        ((*PARAMETER, "required"), "perhaps"),
        ((*PARAMETER, "name"), "other"),
        ((*PARAMETER, "schema", "properties", "description"), "text"),
        ((*GET, "parameters"), []),
        (("/new",), {"get": {"responses": {}}}),
    ],
)
def test_what_is_judged_again(
    tmp_path: Path, judged: list[Any], steps: tuple[str, ...], to: Any
) -> None:
    load(tmp_path, ROOT)
    judged.clear()
    after = changed(*steps, to=to)
    result = load(tmp_path, after)
    assert after["paths"][steps[0]]["get"] in judged
    assert outcome(result) == outcome(load(tmp_path, after, cached=False))


def test_what_was_invalid_is_judged_again(tmp_path: Path, judged: list[Any]) -> None:
    before = load(tmp_path, ROOT)
    judged.clear()
    after = load(tmp_path, {**ROOT, "x-other": 1})
    # Then all that follow are validated too, since comparing them takes longer.
    assert judged == [ROOT["paths"]["/b"]["get"], ROOT["paths"]["/c"]["get"]]
    assert outcome(after) == outcome(before)


def test_another_version_judges_all(tmp_path: Path, judged: list[Any]) -> None:
    load(tmp_path, VALID)
    judged.clear()
    load(tmp_path, {**VALID, "openapi": "3.1.0"})
    assert len(judged) == 2
