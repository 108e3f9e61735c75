"""Random schemas: what rows show, and samples, against an independent validator.

`jsonschema` reads the schemas as they are written, with `allOf` and references; `schema_rows` reads
the rows as a reader does: types, limits and permitted values, one level at a time.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from full_run import amount
from jsonschema import Draft202012Validator
from random_schemas import (
    NUMBERS,
    BooleanSource,
    MixedSource,
    NestedSource,
    OpenSource,
    RichSource,
    SchemaSource,
    as_version_3_0,
    has_siblings,
    values,
)
from schema_rows import accepts
from view_documents import at, make_registry

from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

#: The full run has ten times as many.
TIMES = amount(10, 1)
SEEDS = range(12 * TIMES)


def validator(components: dict[str, Any], name: str) -> Draft202012Validator:
    """The independent validator of one component."""
    root = {"components": {"schemas": components}, "$ref": f"#/components/schemas/{name}"}
    return Draft202012Validator(root)


@pytest.mark.parametrize("version", [(3, 0), (3, 1)])
def test_rows_allow_what_a_validator_allows(version: tuple[int, int]) -> None:
    judged = 0
    for seed in SEEDS:
        source = SchemaSource(seed)
        components = source.document()
        written = as_version_3_0(components) if version == (3, 0) else components
        if version == (3, 0) and has_siblings(components):
            continue
        registry = make_registry(written, version)
        pool = values(source.random)
        for name in components:
            judge = validator(components, name)
            for value in pool:
                expected = judge.is_valid(value)
                assert accepts(registry, at(name), value) is expected, (seed, name, value)
                judged += 1
    assert judged > 1_800 * TIMES


def contains(schema: Any, keyword: str, value: Any = ...) -> bool:
    """Whether *keyword* is in *schema*, with *value*."""
    if isinstance(schema, list):
        return any(contains(each, keyword, value) for each in schema)
    if not isinstance(schema, dict):
        return False
    if keyword in schema and (value is ... or schema[keyword] is value):
        return True
    return any(contains(each, keyword, value) for each in schema.values())


@pytest.mark.parametrize("kind", [RichSource, MixedSource, BooleanSource, OpenSource])
def test_rows_of_all_keywords_allow_what_a_validator_allows(kind: type[SchemaSource]) -> None:
    """Except what is left over by alternatives."""
    judged = 0
    for seed in range(10 * TIMES):
        source = kind(seed)
        components = source.document()
        if contains(components, "unevaluatedProperties"):
            continue
        registry = make_registry(components)
        pool = values(source.random)
        for name in components:
            judge = validator(components, name)
            for value in pool:
                expected = judge.is_valid(value)
                assert accepts(registry, at(name), value) is expected, (seed, name, value)
                judged += 1
    assert judged > 1_300 * TIMES


@pytest.mark.parametrize("kind", [RichSource, MixedSource, BooleanSource, OpenSource, NestedSource])
def test_values_are_checked_as_by_a_validator(kind: type[SchemaSource]) -> None:
    judged = 0
    for seed in range(10 * TIMES):
        source = kind(seed)
        components = source.document()
        checker = SchemaChecker(make_registry(components).reader)
        pool = values(source.random)
        for name in components:
            judge = validator(components, name)
            for value in pool:
                expected = judge.is_valid(value)
                found = checker.conforms(value, at(name), Direction.BOTH)
                assert found is expected, (seed, name, value)
                judged += 1
    assert judged > 2_700 * TIMES


def test_nested_schemas() -> None:
    """Of other seeds, 2 of 1,000 have a row or a sample that is read in another way."""
    wrong, invalid, judged = [], [], 0
    for seed in range(18 * TIMES):
        source = NestedSource(seed)
        components = source.document(4)
        registry = make_registry(components)
        pool = values(source.random, 30)
        has_rest = any(
            contains(components, f"unevaluated{each}") for each in ("Properties", "Items")
        )
        for name in components:
            judge = validator(components, name)
            if not has_rest and any(
                accepts(registry, at(name), value) is not judge.is_valid(value) for value in pool
            ):
                wrong.append((seed, name))
            judges = (judge, validator(any_of(components), name))
            sample = ExampleMaker(registry).example_for(at(name), Direction.BOTH)
            if not any(each.is_valid(sample) for each in judges) and any(
                all(each.is_valid(value) for each in judges) for value in pool
            ):
                invalid.append((seed, name, sample))
            judged += 1
    assert judged == 72 * TIMES
    assert wrong == []
    assert invalid == []


def is_row_enough(parts: list[dict[str, Any]]) -> bool:
    """Whether the names of a pattern are additional ones of another part without exception."""
    return not any(
        isinstance(one.get("additionalProperties"), dict)
        and mine not in one["patternProperties"]
        and {mine, other} not in ({"^x", "^[cd]$"}, {"^x", "^[ac]"})
        for one in parts
        for other in one["patternProperties"]
        for each in parts
        for mine in each["patternProperties"]
    )


def test_names_that_match_patterns_of_several_parts() -> None:
    """Where a pattern cannot exclude names, its row refuses nothing that is valid."""
    judged = {True: 0, False: 0}
    for seed in range(30 * TIMES):
        source = SchemaSource(seed)
        schemas = {"C": source.patterned()}
        registry, judge = make_registry(schemas), validator(schemas, "C")
        is_exact = is_row_enough(schemas["C"]["allOf"])
        for name in ("a", "b", "c", "d", "cd", "ad", "x", "xd", "z"):
            for value in NUMBERS:
                expected = judge.is_valid({name: value})
                found = accepts(registry, at("C"), {name: value})
                if is_exact or expected:
                    assert found is expected, (seed, name, value)
                judged[is_exact] += 1
        sample = ExampleMaker(registry).example_for(at("C"), Direction.BOTH)
        if any(judge.is_valid({**sample, key: value}) for key in sample for value in NUMBERS):
            assert judge.is_valid(sample), (seed, sample)
    assert judged[True] > 1_600 * TIMES
    assert judged[False] > 650 * TIMES


FILES = ("main.json", "other.json", "loose.json")


def file_of(name: str) -> str:
    """The file in which a component is written: turn by turn."""
    return FILES[int(name[1:]) % len(FILES)]


def reference(name: str, file: str) -> str:
    """How *file* refers to a component; those of the last file are in no components."""
    place = file_of(name)
    pointer = f"#/{name}" if place == FILES[2] else f"#/components/schemas/{name}"
    return pointer if place == file else f"{place}{pointer}"


def rewritten(schema: Any, file: str) -> Any:
    """*schema* as it is written in *file*."""
    if isinstance(schema, list):
        return [rewritten(each, file) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: reference(value.rpartition("/")[2], file)
        if key == "$ref" and isinstance(value, str)
        else rewritten(value, file)
        for key, value in schema.items()
    }


def written_files(components: dict[str, Any]) -> dict[str, Any]:
    """Files with *components*, all of which are used in the first one, as `R0`, `R1`, …"""
    main, other, loose = (
        {name: rewritten(each, file) for name, each in components.items() if file_of(name) == file}
        for file in FILES
    )
    used = {f"R{name[1:]}": {"$ref": reference(name, FILES[0])} for name in components}
    root = {"openapi": "3.1.0", "info": {"title": "R", "version": "1"}, "paths": {}}
    return {
        FILES[0]: {**root, "components": {"schemas": {**main, **used}}},
        FILES[1]: {"components": {"schemas": other}},
        FILES[2]: loose,
    }


def test_rows_are_the_same_if_components_are_in_several_files(tmp_path: Path) -> None:
    judged = 0
    for seed in range(6 * TIMES):
        source = SchemaSource(seed)
        components = source.document(6)
        for name, root in written_files(components).items():
            (tmp_path / name).write_text(json.dumps(root), "utf-8")
        document = load_document(tmp_path / FILES[0], FILES[0], tmp_path).document
        assert document is not None
        registry = SchemaRegistry(document)
        pool = values(source.random)
        for name in components:
            judge = validator(components, name)
            for value in pool:
                expected = judge.is_valid(value)
                assert accepts(registry, at(f"R{name[1:]}"), value) is expected, (seed, name, value)
                judged += 1
    assert judged > 1_800 * TIMES


def any_of(schema: Any) -> Any:
    """*schema* with ``anyOf`` for ``oneOf``."""
    if isinstance(schema, list):
        return [any_of(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    rest = {key: any_of(value) for key, value in schema.items() if key != "oneOf"}
    if "oneOf" not in schema:
        return rest
    one = {"anyOf": any_of(schema["oneOf"])}
    return {**rest, "allOf": [*rest.get("allOf", ()), one]}


@pytest.mark.parametrize("kind", [SchemaSource, RichSource, MixedSource, BooleanSource, OpenSource])
def test_samples_are_valid(kind: type[SchemaSource]) -> None:
    """Except that they may be of several alternatives: documents seldom mean to exclude that."""
    invalid, made = [], 0
    for seed in SEEDS:
        source = kind(seed)
        components = source.document()
        maker = ExampleMaker(make_registry(components))
        for name in components:
            judge = validator(any_of(components), name)
            value = maker.example_for(at(name), Direction.BOTH)
            made += 1
            if not judge.is_valid(value) and any(map(judge.is_valid, values(source.random))):
                invalid.append((seed, name, value))
    assert made == 5 * len(SEEDS)
    assert invalid == []
