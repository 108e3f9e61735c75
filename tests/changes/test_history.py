"""The history of documents: since when their parts exist, and in which version they changed."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from full_run import amount

from sphinx_navapi.changes import compare
from sphinx_navapi.changes.history import EarlierVersion, read_history
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.history import History, history_values, part_key, read_history_values
from sphinx_navapi.openapi.load import load_document


def load(folder: Path, name: str, value: Any) -> OpenApiDocument:
    path = folder / f"{name}.json"
    path.write_text(json.dumps(value), "utf-8")
    loaded = load_document(path, path.name, folder)
    assert loaded.document is not None, loaded.diagnostics
    return loaded.document


def history_of(folder: Path, versions: list[dict[str, Any]]) -> History:
    """Versions are labelled ``v0``, ``v1`` …"""
    documents = [load(folder, f"v{index}", value) for index, value in enumerate(versions)]
    earlier = [
        EarlierVersion(f"v{index}", lambda document=document: document)
        for index, document in enumerate(documents[:-1])
    ]
    return read_history(documents[-1], f"v{len(documents) - 1}", earlier)


def document(paths: Any, schemas: Any = None) -> dict[str, Any]:
    return {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": "1"},
        "paths": paths,
        "components": {"schemas": schemas or {}},
    }


def lists(schema: Any, **more: Any) -> dict[str, Any]:
    response = {"description": "Done", "content": {"application/json": {"schema": schema}}}
    return {"get": {"responses": {"200": response}, **more}}


ANIMAL = {"$ref": "#/components/schemas/Animal"}


def animal(**properties: Any) -> dict[str, Any]:
    return {"Animal": {"type": "object", "properties": properties}}


def test_nothing_is_new_in_the_first_version(tmp_path):
    only = document({"/a": lists(ANIMAL)}, animal(name={"type": "string"}))
    found = history_of(tmp_path, [only, only, only])
    assert (found.added, found.changed, found.deprecated, found.changes) == ({}, {}, {}, {})
    assert found.versions == ("v0", "v1", "v2")


def test_the_last_change_of_a_place_counts(tmp_path):
    versions = [
        document({"/a": lists(ANIMAL)}, animal(name={"type": "string", "maxLength": limit}))
        for limit in (10, 60, 60, 50, 50)
    ]
    found = history_of(tmp_path, versions)
    assert found.changed["/components/schemas/Animal/properties/name"] == "v3"
    (change,) = found.changes["GET /a"]
    assert (change.version, dict(change.words)["old"], dict(change.words)["new"]) == (
        "v3",
        "`60`",
        "`50`",
    )


def test_values_are_told_in_the_order_of_versions(tmp_path):
    kinds = (["a"], ["a", "b"], ["c", "a", "b"])
    versions = [document({"/a": lists(ANIMAL)}, animal(kind={"enum": kind})) for kind in kinds]
    (values,) = history_of(tmp_path, versions).values.values()
    assert list(values.items()) == [("b", "v1"), ("c", "v2")]


def test_what_was_away_for_a_while_is_new_again(tmp_path):
    plain, more = animal(), animal(age={"type": "integer"})
    versions = [document({"/a": lists(ANIMAL)}, each) for each in (more, plain, more, more)]
    found = history_of(tmp_path, versions)
    assert found.added == {"/components/schemas/Animal/properties/age": "v2"}


def test_a_property_that_only_moved_is_not_new(tmp_path):
    age = {"age": {"type": "integer"}}
    parts = {"Animal": {"allOf": [{"$ref": "#/components/schemas/Base"}]}}
    before = document({"/a": lists(ANIMAL)}, animal(**age))
    after = document({"/a": lists(ANIMAL)}, {**parts, "Base": {"properties": age}})
    assert history_of(tmp_path, [before, after]).added == {}


def test_a_component_that_one_operation_begins_to_use_is_not_new(tmp_path):
    names = {"name": {"type": "string", "maxLength": 9, "enum": ["Tom"]}}
    cat = {"type": "object", "properties": {"lives": {}, **names}}
    schemas = {**animal(name={"type": "string", "maxLength": 5}), "Cat": cat}
    cat = {"$ref": "#/components/schemas/Cat"}
    before = document({"/a": lists(ANIMAL), "/cats": lists(cat)}, schemas)
    after = document({"/a": lists(cat), "/cats": lists(cat)}, schemas)
    found = history_of(tmp_path, [before, after])
    # It is for the operation, but its row is on the pages of others, too.
    assert (found.added, found.values, found.changed) == ({}, {}, {"GET /a": "v1"})
    assert {change.version for change in found.changes["GET /a"]} == {"v1"}
    assert "GET /cats" not in found.changes


def test_operations_that_are_the_same_in_the_next_version_are_not_compared_again(
    tmp_path, monkeypatch
):
    read: list[str] = []
    read_operation = compare.read_operation

    def counted(document: OpenApiDocument, operation: Any) -> Any:
        read.append(document.name)
        return read_operation(document, operation)

    monkeypatch.setattr(compare, "read_operation", counted)
    paths = {f"/a{number}": lists({"maxLength": 10}) for number in range(20)}
    versions = [document(copy.deepcopy(paths)) for _ in range(6)]
    versions[2]["paths"]["/a3"] = lists({"maxLength": 9})
    versions[-1]["paths"] = {f"/a{number}": lists({"maxLength": 11}) for number in range(20)}
    found = history_of(tmp_path, versions)
    counts = Counter(read)
    assert counts.pop("v5.json") == 22
    assert counts == {"v4.json": 20, "v2.json": 1, "v1.json": 1}
    assert {c.version for changes in found.changes.values() for c in changes} == {"v5"}


def test_it_survives_being_kept(tmp_path):
    versions = [
        document({"/a": lists({"enum": ["x", *more]}), "/b": lists({})}) for more in ([], ["y"])
    ]
    del versions[1]["paths"]["/b"]
    found = history_of(tmp_path, versions)
    assert found.values
    assert "GET /b" in found.changes
    assert read_history_values(json.loads(json.dumps(history_values(found)))) == found


@pytest.mark.parametrize("value", [None, [], {}, {"versions": 3}, {"changes": {"a": [1]}}])
def test_a_damaged_one_is_read_again(value):
    assert read_history_values(value) is None


# -- random series against sets of raw names ----------------------------------------------------


class Series:
    """A random series of versions, and the names of the parts of each, by its own rule."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        # Each schema is always used: one that nothing refers to is on no page.
        self.operations = {f"/o{name}": self._operation(name) for name in "ABC"}
        self.schemas = {name: self._names("p", 3) for name in "ABC"}

    def _names(self, start: str, most: int) -> dict[str, dict[str, Any]]:
        numbers = self.random.sample(range(6), self.random.randint(1, most))
        return {f"{start}{number}": {"type": "string", "maxLength": 5} for number in numbers}

    def _operation(self, schema: str) -> dict[str, Any]:
        return {
            "parameters": self._names("q", 3),
            "statuses": {"200": schema},
            "deprecated": self.random.random() < 0.3,
        }

    def step(self) -> None:
        """One to four changes."""
        for _ in range(self.random.randint(1, 4)):
            owner = self.random.choice([*self.operations.values(), *self.schemas.values()])
            if "statuses" not in owner:
                self._toggle(owner, f"p{self.random.randrange(6)}")
                continue
            match self.random.randrange(5):
                case 0:
                    self._toggle(owner["parameters"], f"q{self.random.randrange(6)}")
                case 1:
                    status = self.random.choice(["400", "404"])
                    if owner["statuses"].pop(status, None) is None:
                        owner["statuses"][status] = "A"
                case 2:
                    owner["deprecated"] = not owner["deprecated"]
                case 3:
                    self.operations[f"/o{len(self.operations)}"] = self._operation("A")
                case _:
                    for part in owner["parameters"].values():
                        part["maxLength"] = self.random.randint(1, 9)

    def _toggle(self, parts: dict[str, Any], name: str) -> None:
        if parts.pop(name, None) is None:
            parts[name] = {"type": "string", "maxLength": 5}

    def document(self) -> dict[str, Any]:
        paths = {}
        for path, operation in self.operations.items():
            responses = {
                status: {
                    "description": status,
                    "content": {
                        "application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}
                    },
                }
                for status, name in operation["statuses"].items()
            }
            parameters = [
                {"name": name, "in": "query", "schema": schema}
                for name, schema in operation["parameters"].items()
            ]
            self.random.shuffle(parameters)
            get = {"parameters": parameters, "responses": responses}
            paths[path] = {"get": {**get, "deprecated": operation["deprecated"]}}
        schemas = {
            name: {"type": "object", "properties": parts} for name, parts in self.schemas.items()
        }
        return copy.deepcopy(document(paths, schemas))

    def parts(self) -> dict[str, Any]:
        """The keys of all parts that it has, with what they are now."""
        found: dict[str, Any] = {}
        for path, operation in self.operations.items():
            found[f"GET {path}"] = operation["deprecated"]
            for name, schema in operation["parameters"].items():
                found[part_key(f"GET {path}", f"query parameter `{name}`")] = schema["maxLength"]
            for status in operation["statuses"]:
                found[part_key(f"GET {path}", f"response `{status}`")] = None
        for schema, properties in self.schemas.items():
            for name in properties:
                found[f"/components/schemas/{schema}/properties/{name}"] = None
        return found


def since(key: str, versions: list[dict[str, Any]]) -> Iterator[str]:
    """The first version of the last stretch in which a part is there, unless that is the first.

    A part of an operation that is new itself has no history of its own.
    """
    for index in range(len(versions) - 2, -1, -1):
        operation = key.partition("\n")[0]
        if operation != key and operation not in versions[index]:
            return
        if key not in versions[index]:
            yield f"v{index + 1}"
            return


@pytest.mark.parametrize("seed", range(amount(25, 6)))
def test_random_series_have_the_dates_of_their_names(tmp_path, seed):
    series = Series(seed)
    documents, parts = [], []
    for _ in range(6):
        documents.append(series.document())
        parts.append(copy.deepcopy(series.parts()))
        series.step()
    found = history_of(tmp_path, documents)
    expected = {key: version for key in parts[-1] for version in since(key, parts)}
    assert dict(found.added) == expected
    deprecated = {}
    for key, value in parts[-1].items():
        if value is True:
            states = [each.get(key) for each in parts]
            start = max((i for i, state in enumerate(states) if state is not True), default=-1) + 1
            # One that was deprecated from its first version on did not become it.
            if start and states[start - 1] is False:
                deprecated[key] = f"v{start}"
    assert dict(found.deprecated) == deprecated
