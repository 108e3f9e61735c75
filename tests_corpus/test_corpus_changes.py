"""Real documents in two versions: unchanged, and with manual changes of a known class."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from shared_corpus import DOCUMENTS, OPENAPI, load

from sphinx_navapi.changes.change import shared_changes
from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.formats.data_file import read_data
from sphinx_navapi.openapi.load import load_document

#: Larger ones are only compared with themselves.
MOST_BYTES = 600_000

SMALL = [name for name in DOCUMENTS if (OPENAPI / name).stat().st_size < MOST_BYTES]


@pytest.mark.parametrize("name", DOCUMENTS)
def test_a_document_is_as_itself(name: str) -> None:
    document = load(name)
    assert compare_documents(document, document) == ()
    # Also without knowing beforehand that an operation is the same.
    other = load_document(OPENAPI / name, name, OPENAPI).document
    assert other is not None
    for operation in other.operations:
        object.__setattr__(operation, "fingerprint", "another")
    assert compare_documents(document, other) == ()


Edit = Callable[[dict[str, Any]], bool]


def remove(operation: dict[str, Any]) -> bool:
    operation["x-removed"] = operation.get("deprecated") is not True
    return bool(operation["x-removed"])


def require_query(operation: dict[str, Any]) -> bool:
    schema = {"type": "string"}
    parameter = {"name": "added-here", "in": "query", "required": True, "schema": schema}
    operation["parameters"] = [*operation.get("parameters", []), parameter]
    return True


def add_header(operation: dict[str, Any]) -> bool:
    parameter = {"name": "X-Added-Here", "in": "header", "schema": {"type": "string"}}
    operation["parameters"] = [*operation.get("parameters", []), parameter]
    return True


def parameters(operation: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for parameter in operation.get("parameters", []):
        if "$ref" not in parameter and parameter["in"] == "query" and "schema" in parameter:
            yield parameter


def require_parameter(operation: dict[str, Any]) -> bool:
    found = next((p for p in parameters(operation) if not p.get("required")), None)
    if found is not None:
        found["required"] = True
    return found is not None


def drop_parameter(operation: dict[str, Any]) -> bool:
    found = next((p for p in parameters(operation) if not p.get("deprecated")), None)
    if found is not None:
        operation["parameters"].remove(found)
    return found is not None


def change_type(operation: dict[str, Any]) -> bool:
    plain = ({"type": "string"}, {"type": "integer"}, {"type": "boolean"})
    for parameter in parameters(operation):
        schema = {key: v for key, v in parameter["schema"].items() if key == "type"}
        if schema in plain and not {"enum", "format"} & parameter["schema"].keys():
            parameter["schema"]["type"] = "object"
            return True
    return False


def drop_enum_value(operation: dict[str, Any]) -> bool:
    for parameter in parameters(operation):
        values = parameter["schema"].get("enum", [])
        if len(values) > 1:
            values.pop()
            return True
    return False


def drop_success(operation: dict[str, Any]) -> bool:
    responses = operation.get("responses", {})
    found = next((status for status in responses if status.startswith("2")), None)
    if found is not None:
        del responses[found]
        responses.setdefault("default", {"description": ""})
    return found is not None


def drop_body(operation: dict[str, Any]) -> bool:
    return operation.pop("requestBody", None) is not None


def deprecate(operation: dict[str, Any]) -> bool:
    was = operation.get("deprecated") is True
    operation["deprecated"] = True
    return not was


def rename(operation: dict[str, Any]) -> bool:
    operation["operationId"] = "calledAnotherName"
    return True


def ask_for_a_token(operation: dict[str, Any]) -> bool:
    is_open = operation.get("security") == []
    if is_open:
        operation["security"] = [{"another-token": []}]
    return is_open


#: An edit of one operation, and the rule that must report it with its level.
EDITS: list[tuple[Edit, str, str]] = [
    (remove, "operation-removed", "breaking"),
    (require_query, "new-required-request-parameter", "breaking"),
    (add_header, "new-optional-request-parameter", "info"),
    (require_parameter, "request-parameter-became-required", "breaking"),
    (drop_parameter, "request-parameter-removed", "warning"),
    (change_type, "request-type-changed", "breaking"),
    (drop_enum_value, "request-enum-value-removed", "breaking"),
    (drop_success, "success-status-removed", "breaking"),
    (drop_body, "request-body-removed", "breaking"),
    (deprecate, "operation-deprecated", "info"),
    (rename, "operation-id-changed", "info"),
    (ask_for_a_token, "security-added", "breaking"),
]


def operations_of(root: dict[str, Any]) -> Iterator[tuple[dict[str, Any], str]]:
    for item in root.get("paths", {}).values():
        for method in ("get", "put", "post", "delete", "patch"):
            if isinstance(item.get(method), dict):
                yield item, method


@pytest.mark.parametrize("name", SMALL)
def test_an_edit_is_reported_by_its_rule(name: str, tmp_path: Path) -> None:
    """Apply each edit to the first operation that it fits: no other breaking change is reported."""
    old = load(name)
    text = json.dumps(read_data(OPENAPI / name, name).value, default=str)
    done = 0
    for edit, rule, level in EDITS:
        root = json.loads(text)
        for item, method in operations_of(root):
            if edit(item[method]):
                if item[method].get("x-removed"):
                    del item[method]
                break
        else:
            continue
        path = tmp_path / "new.json"
        path.write_text(json.dumps(root), "utf-8")
        new = load_document(path, "new.json", tmp_path).document
        assert new is not None
        found = {(change.rule, str(change.level)) for change in compare_documents(old, new)}
        assert (rule, level) in found, (edit.__name__, found)
        assert {told for told, weight in found if weight == "breaking"} <= {rule}, (
            edit.__name__,
            found,
        )
        done += 1
    assert done >= 4 or not old.root.get("paths")


CASES: dict[str, list[dict[str, Any]]] = yaml.safe_load(
    (Path(__file__).parent / "cases" / "changes.yaml").read_text("utf-8")
)


@cache
def values_of(name: str) -> Any:
    """The parsed file of the document *name*."""
    return json.loads(json.dumps(read_data(OPENAPI / name, name).value, default=str))


def older(name: str, keys: list[str | int], *before: Any) -> Any:
    """The document *name* with *before* as the value at *keys*."""
    root = deepcopy(values_of(name))
    *around, last = keys
    owner = root
    for key in around:
        owner = owner[key]
    if not before:
        del owner[last]
    elif isinstance(owner, list) and last == len(owner):
        owner.append(before[0])
    else:
        owner[last] = before[0]
    return root


@pytest.mark.parametrize(
    ("name", "case"),
    [
        pytest.param(name, case, id=f"{name}-{'.'.join(map(str, case['old'][0]))}")
        for name, cases in CASES.items()
        for case in cases
    ],
)
def test_a_change_since_an_older_version(name: str, case: Any, tmp_path: Path) -> None:
    path = tmp_path / "old.json"
    path.write_text(json.dumps(older(name, *case["old"])), "utf-8")
    old = load_document(path, "old.json", tmp_path).document
    assert old is not None
    found = [
        f"{each.change.level} {each.change.rule} | {', '.join(map(str, each.operations))}".strip()
        for each in shared_changes(compare_documents(old, load(name)))
    ]
    assert sorted(found) == sorted(line.strip() for line in case["told"])


def test_there_are_sixty_of_them() -> None:
    told = [
        line.partition(" | ")[0] for cases in CASES.values() for c in cases for line in c["told"]
    ]
    assert len(told) >= 60
    assert {line.split()[0] for line in told} == {"breaking", "warning", "info"}
    assert len(set(told)) >= 50
