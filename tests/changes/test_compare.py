"""Every rule, as pairs of documents with the expected changes."""

from __future__ import annotations

import json
from collections.abc import Callable
from copy import deepcopy
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from case_files import read_yaml
from work import LINEAR, growth

from sphinx_navapi.changes.change import Change, shared_changes
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.changes.rules import RULES
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.load import load_document

CASES = Path(__file__).parent / "cases"
TODAY = date(2026, 1, 15)


def read_cases(name: str) -> dict[str, Any]:
    cases: dict[str, Any] = read_yaml(CASES / name)
    return cases


BASE = read_cases("base.yaml")
OPERATIONS = read_cases("operations.yaml")
SCHEMAS = read_cases("schemas.yaml")


def load(folder: Path, name: str, value: Any) -> OpenApiDocument:
    path = folder / name
    path.write_text(json.dumps(value), "utf-8")
    loaded = load_document(path, name, folder)
    assert loaded.document is not None, loaded.diagnostics
    return loaded.document


def compare(folder: Path, old: Any, new: Any, **options: Any) -> tuple[Change, ...]:
    return compare_documents(
        load(folder, "old.json", old), load(folder, "new.json", new), today=TODAY, **options
    )


def edited(value: Any, edits: list[Any]) -> Any:
    value = deepcopy(value)
    for (*around, last), *new in edits:
        owner = value
        for key in around:
            owner = owner[key]
        if not new:
            del owner[last]
        elif isinstance(owner, list) and last == len(owner):
            owner.append(new[0])
        else:
            owner[last] = new[0]
    return value


def told(change: Change) -> str:
    place = " | ".join(change.place)
    return f"{change.level} {change.operation or '*'} | {place} | {change.rule}"


@pytest.mark.parametrize("title", OPERATIONS)
def test_operations(title: str, tmp_path: Path) -> None:
    case = OPERATIONS[title]
    old = edited(BASE, case.get("old", []))
    found = [told(change) for change in compare(tmp_path, old, edited(old, case["edit"]))]
    if "only" in case:
        found = [line for line in found if f" {case['only']} |" in line]
    assert sorted(found) == sorted(case["expect"])


def of_schema(schema: Any) -> dict[str, Any]:
    content = {"content": {"application/json": {"schema": schema}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "Library", "version": "1"},
        "paths": {
            "/in": {"post": {"requestBody": content, "responses": {"204": {"description": ""}}}},
            "/out": {"get": {"responses": {"200": {"description": "", **content}}}},
        },
    }


@pytest.mark.parametrize("title", SCHEMAS)
def test_schemas(title: str, tmp_path: Path) -> None:
    case = SCHEMAS[title]
    found: dict[str, list[str]] = {"/in": [], "/out": []}
    for change in compare(tmp_path, of_schema(case["old"]), of_schema(case["new"])):
        assert change.operation is not None
        place = f" at {change.place[1].strip('`')}" if len(change.place) > 1 else ""
        found[change.operation.path].append(f"{change.level} {change.rule}{place}")
    assert found == {"/in": case["request"], "/out": case["response"]}


def test_every_rule_has_a_case() -> None:
    expected = [line.split(" | ")[-1] for case in OPERATIONS.values() for line in case["expect"]]
    for case in SCHEMAS.values():
        expected += [line.split()[1] for line in (*case["request"], *case["response"])]
    assert {*expected, "comparison-incomplete"} == RULES.keys()


def test_a_document_is_as_itself(tmp_path: Path) -> None:
    assert compare(tmp_path, BASE, BASE) == ()


def test_another_version_of_openapi_is_not_a_change(tmp_path: Path) -> None:
    assert compare(tmp_path, BASE, {**BASE, "openapi": "3.2.0"}) == ()


def test_a_component_of_many_operations_is_reported_once(tmp_path: Path) -> None:
    new = edited(BASE, [[["components", "schemas", "Book", "required"], []]])
    shared = shared_changes(compare(tmp_path, BASE, new))
    found = {each.change.rule: [str(key) for key in each.operations] for each in shared}
    assert found["response-property-became-optional"] == [
        "GET /books",
        "POST /books",
        "GET /books/{book_id}",
        "WEBHOOK bookReturned",
    ]
    assert found["request-property-became-optional"] == [
        "POST /books",
        "PATCH /books/{book_id}",
    ]
    assert [str(each.change.level) for each in shared] == ["breaking", "info"]


def test_an_operation_that_cannot_be_read_is_not_gone(tmp_path: Path) -> None:
    broken = edited(BASE, [[["paths", "/status", "get"], "none"]])
    assert compare(tmp_path, BASE, broken) == ()
    assert compare(tmp_path, broken, BASE) == ()


def test_a_reference_that_leads_nowhere_is_not_a_change(tmp_path: Path) -> None:
    old, new = of_schema({"type": "string"}), of_schema({"$ref": "#/components/schemas/Gone"})
    assert compare(tmp_path, old, new) == ()


def test_the_work_is_bounded(tmp_path: Path) -> None:
    """Thirty schemas that each have thirty properties of the others, in all combinations."""
    names = [f"S{number}" for number in range(30)]

    def schemas(kind: str) -> dict[str, Any]:
        links = {name: {"$ref": f"#/components/schemas/{name}"} for name in names}
        return {name: {"properties": {**links, "id": {"type": kind}}} for name in names}

    def document(kind: str) -> Any:
        root = of_schema({"$ref": "#/components/schemas/S0"})
        return {**root, "components": {"schemas": schemas(kind)}}

    old, new = document("string"), document("integer")
    found = compare(tmp_path, old, new)
    assert [change.rule for change in found].count("request-type-changed") == len(names)
    found = compare(tmp_path, old, new, most_pairs=10)
    assert found[-1].rule == "comparison-incomplete"


@pytest.mark.parametrize(
    "schema",
    [
        {"allOf": [{"$ref": "#/components/schemas/A"}, {"type": "object"}]},
        {"$ref": "#/components/schemas/A"},
        {"oneOf": [{"$ref": "#/components/schemas/A"}, {"$ref": "#/components/schemas/A"}]},
        {"type": 5, "enum": "a", "properties": [], "required": {}, "items": 1, "allOf": {}},
        {"type": ["string", 5, None], "oneOf": [5, None], "minimum": "a", "discriminator": "a"},
        {"properties": {"a": None}, "additionalProperties": 5, "const": {}, "enum": [[], {}]},
        {"$ref": "#/nowhere"},
        {"oneOf": [{"$ref": "#/nowhere"}, {"$ref": "#/components"}, {"type": "string"}, {}]},
    ],
)
def test_what_makes_no_sense_ends(schema: Any, tmp_path: Path) -> None:
    plain = of_schema({"type": "string"})
    strange = {**of_schema(schema), "components": {"schemas": {"A": schema}}}
    compare(tmp_path, plain, strange)
    compare(tmp_path, strange, plain)
    assert compare(tmp_path, strange, strange) == ()


@pytest.mark.parametrize(
    "schema",
    [
        pytest.param(lambda size: {"enum": [f"v{n}" for n in range(size)]}, id="values"),
        pytest.param(
            lambda size: {"oneOf": [{"const": n, "description": str(n)} for n in range(size)]},
            id="alternatives",
        ),
    ],
)
def test_long_lists_are_compared_once(
    tmp_path: Path, schema: Callable[[int], dict[str, Any]]
) -> None:
    def use(size: int) -> None:
        old, new = of_schema(schema(size)), of_schema(schema(size))
        new["paths"]["/in"]["post"]["responses"]["404"] = {"description": ""}
        (change,) = compare(tmp_path, old, new)
        assert change.rule == "other-status-added"

    assert growth(use, 50) < LINEAR


@pytest.mark.parametrize(
    ("kept", "alternative"),
    [
        pytest.param(True, lambda n: {f"s{n}": []}, id="same"),
        pytest.param(True, lambda n: {"s0": [f"s{n}"]}, id="same scheme"),
        pytest.param(False, lambda n: {f"s{n}": []}, id="others"),
        pytest.param(False, lambda n: {"s0": [], f"s{n}": []}, id="others with one in common"),
    ],
)
def test_many_security_alternatives(
    tmp_path: Path, kept: bool, alternative: Callable[[int], dict[str, Any]]
) -> None:
    def use(size: int) -> None:
        schemes = {f"s{n}": {"type": "http", "scheme": "basic"} for n in range(2 * size)}
        old, new = (
            {
                **of_schema({}),
                "components": {"securitySchemes": schemes},
                "security": [alternative(n) for n in range(start, start + size)],
            }
            for start in (0, 0 if kept else size)
        )
        new["paths"]["/in"]["post"]["responses"]["404"] = {"description": ""}
        rules = {change.rule for change in compare(tmp_path, old, new)}
        assert (rules == {"other-status-added"}) is kept

    assert growth(use, 40) < LINEAR
