"""Operations that were valid before are not validated again; all others are."""

from __future__ import annotations

import copy
import json
import random
from pathlib import Path
from typing import Any

import pytest
from full_run import amount

from sphinx_navapi.openapi import operations
from sphinx_navapi.openapi.check import values
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


@pytest.fixture
def examined(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pointers of the examples that were compared with their schemas."""
    pointers: list[str] = []
    examine = values._ValueCheck.value

    def note(self: Any, site: Any) -> Any:
        pointers.append(site.pointer)
        return examine(self, site)

    monkeypatch.setattr(values._ValueCheck, "value", note)
    return pointers


def with_examples(*paths: Any, **components: Any) -> dict[str, Any]:
    """A document with a parameter or body for each path, and *components*."""
    items = {}
    for index, media in enumerate(paths):
        content = {"application/json": media}
        responses = {"200": {"description": "Good.", "content": content}}
        items[f"/{index}"] = {"get": {"responses": responses}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": items,
        "components": components,
    }


NUMBER, TEXT = {"schema": {"type": "integer"}}, {"schema": {"type": "string"}}
SHARED = {"examples": {"e": {"$ref": "#/components/examples/E"}}}


@pytest.mark.parametrize(
    "written", [{"example": "x"}, SHARED], ids=["beside the schema", "as a reference"]
)
def test_only_examples_of_changed_paths_are_compared(
    tmp_path: Path, examined: list[str], written: dict[str, Any]
) -> None:
    media = [{**TEXT, **written} for _ in range(20)]
    components = {"examples": {"E": {"value": "x"}}}
    load(tmp_path, with_examples(*media, **components))
    assert len(examined) == 20
    examined.clear()
    media[3] = {**NUMBER, **written}
    result = load(tmp_path, with_examples(*media, **components))
    assert len(examined) == 1
    assert [each.rule for each in result.diagnostics] == ["example"]


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            with_examples({"schema": {"type": "integer", "example": "x"}}),
            with_examples({"schema": {"type": "integer", "examples": ["x"]}}),
            id="the same example, written differently",
        ),
        pytest.param(
            with_examples({**TEXT, **SHARED}, examples={"E": {"value": "x"}}),
            with_examples({**NUMBER, **SHARED}, examples={"E": {"value": "x"}}),
            id="the schema beside a reference to the example",
        ),
        pytest.param(
            with_examples({**NUMBER, **SHARED}, {**TEXT, **SHARED}, examples={"E": {"value": "x"}}),
            with_examples({**TEXT, **SHARED}, {**TEXT, **SHARED}, examples={"E": {"value": "x"}}),
            id="one of two schemas with the same example",
        ),
    ],
)
def test_wrong_examples_are_those_of_a_first_build(
    tmp_path: Path, before: dict[str, Any], after: dict[str, Any]
) -> None:
    first = load(tmp_path, before)
    assert outcome(load(tmp_path, after)) == outcome(load(tmp_path, after, cached=False))
    assert outcome(first) == outcome(load(tmp_path, before, cached=False))


def random_document(chance: random.Random) -> dict[str, Any]:
    """A document in which examples are written in any way, and are often wrong."""

    def value() -> Any:
        return chance.choice([1, "x", [1], {"a": "x"}, None])

    def schema(*, is_deep: bool = True) -> dict[str, Any]:
        if is_deep and chance.random() < 0.3:
            return {"$ref": f"#/components/schemas/{chance.choice('AB')}"}
        made: dict[str, Any] = {"type": chance.choice(["integer", "string", "object"])}
        if chance.random() < 0.4:
            made |= chance.choice([{"example": value()}, {"examples": [value(), value()]}])
        if is_deep and made["type"] == "object":
            made["properties"] = {"a": schema(is_deep=False)}
        return made

    def media() -> dict[str, Any]:
        references = {name: {"$ref": f"#/components/examples/{name}"} for name in "EF"}
        written = chance.choice([{"example": value()}, {"examples": references}, {}])
        return {"schema": schema(), **written}

    return with_examples(
        *(media() for _ in range(chance.randint(1, 3))),
        schemas={name: schema(is_deep=False) for name in "AB"},
        examples={name: {"value": value()} for name in "EF"},
    )


@pytest.mark.parametrize("seed", range(amount(40, 8)))
def test_any_change_gives_the_diagnostics_of_a_first_build(tmp_path: Path, seed: int) -> None:
    """Parts of two random documents are exchanged, one after the other."""
    chance = random.Random(seed)
    root = random_document(chance)
    load(tmp_path, root)
    for _ in range(6):
        other = random_document(chance)
        kind = chance.choice(["paths", "schemas", "examples"])
        old, new = (each.get(kind) or each["components"][kind] for each in (root, other))
        name = chance.choice(sorted(new))
        old[name] = new[name]
        assert outcome(load(tmp_path, root)) == outcome(load(tmp_path, root, cached=False))


def test_another_version_judges_all(tmp_path: Path, judged: list[Any]) -> None:
    load(tmp_path, VALID)
    judged.clear()
    load(tmp_path, {**VALID, "openapi": "3.1.0"})
    assert len(judged) == 2
