"""Random graphs of components in several files, in all versions, against an independent validator.

Components refer to each other by pointer, by anchor and into ``$defs``, and a tree is extended by
``$dynamicRef``. For the validator, each component is a schema resource of its own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

import pytest
from full_run import amount
from jsonschema import Draft202012Validator
from random_schemas import (
    BooleanSource,
    MixedSource,
    OpenSource,
    RichSource,
    SchemaSource,
    as_version_3_0,
    has_siblings,
    values,
)
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT202012
from schema_rows import accepts
from view_documents import at

from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example import ExampleMaker
from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.schema.check import SchemaChecker
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction

GRAPHS: Final = amount(500, 8)
SOURCES: Final = (RichSource, MixedSource, BooleanSource, OpenSource)
VERSIONS: Final = ("3.1.0", "3.2.0", "3.0.3")
FILES: Final = ("main.json", "two.json", "more/three.json")


class Graph:
    """Components by name, and the file of each.

    :ivar schemas: references lead to ``#/components/schemas/NAME``, or into it.
    """

    def __init__(self, seed: int) -> None:
        self.random = draw = random.Random(f"graph {seed}")
        self.version = VERSIONS[seed % 3]
        self.files = FILES[: draw.randint(2, 3)]
        source = SchemaSource if self.version < "3.1" else SOURCES[seed % 4]
        self.schemas: dict[str, Any] = source(seed).document(6)
        self.anchored: set[str] = set()
        if self.version >= "3.1":
            self._define()
            self._add_tree()
        self.file = {name: draw.choice(self.files) for name in self.schemas}

    def _define(self) -> None:
        """Move some schemas to ``$defs``, and give some components an anchor."""
        for name, schema in self.schemas.items():
            if not isinstance(schema, dict):
                continue
            holders = [each for each in maps_in(schema) if each]
            if holders and self.random.random() < 0.5:
                holder = self.random.choice(holders)
                key = self.random.choice([*holder])
                schema["$defs"] = {"Inner": holder[key]}
                holder[key] = {"$ref": f"#{at(name)}/$defs/Inner"}
            if self.random.random() < 0.5:
                schema["$anchor"] = f"anchor{name}"
                self.anchored.add(name)

    def _add_tree(self) -> None:
        node = {"$dynamicRef": "#node"}
        value = {"$ref": f"#{at(self.random.choice([*self.schemas]))}"}
        more: list[dict[str, Any]] = [
            {"unevaluatedProperties": False}, {"required": ["a"]}, {"maxProperties": 1},
            {"dependentRequired": {"a": ["b"]}}, {"properties": {"c": {"type": "integer"}}},
        ]  # fmt: skip
        self.schemas["Tree"] = {
            "$dynamicAnchor": "node", "type": "object",
            "properties": {"a": value, "b": {"type": "array", "items": node}},
        }  # fmt: skip
        self.schemas["Other"] = {
            "$dynamicAnchor": "node", "$ref": f"#{at('Tree')}", **self.random.choice(more)
        }  # fmt: skip

    def write(self, folder: Path) -> Path:
        """Write the files, and return the path of the document."""
        media = {name: {"schema": {"$ref": f"#{at(name)}"}} for name in self.schemas}
        paths = {
            f"/{name}": {
                "post": {
                    "requestBody": {"content": {"application/json": each}},
                    "responses": {
                        "200": {"description": "", "content": {"application/json": each}}
                    },
                }
            }
            for name, each in media.items()
        }
        info = {"title": "Graph", "version": "1"}
        roots: dict[str, Any] = {file: {"components": {"schemas": {}}} for file in self.files}
        roots[FILES[0]] |= {"openapi": self.version, "info": info}
        roots[FILES[0]]["paths"] = rewritten(paths, lambda ref: self._in_file(ref, FILES[0]))
        for name, schema in self.schemas.items():
            file = self.file[name]
            written = rewritten(schema, lambda ref, file=file: self._in_file(ref, file))
            if self.version < "3.1":
                written = as_version_3_0(written)
            roots[file]["components"]["schemas"][name] = written
        for file, root in roots.items():
            path = folder / file
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps(root), "utf-8")
        return folder / FILES[0]

    def _in_file(self, ref: str, file: str) -> str:
        name, inner = split(ref)
        target = self.file[name]
        is_named = name in self.anchored and not inner and self.random.random() < 0.5
        fragment = f"#anchor{name}" if is_named else ref
        if target == file:
            return fragment
        return f"{'../' if '/' in file else ''}{target}{fragment}"

    def pointer(self, name: str) -> str:
        """Pointer of a component in the bundled document."""
        return f"/paths/~1{name}/post/requestBody/content/application~1json/schema"

    def judge(self, name: str, change: Callable[[Any], Any] = lambda each: each) -> Any:
        """The independent validator of a component. :param change: of all schemas."""
        registry: Registry[Any] = Registry().with_resources(
            (f"urn:{each}", Resource(change(rewritten(schema, own)), DRAFT202012))
            for each, schema in self.schemas.items()
        )
        return Draft202012Validator({"$ref": f"urn:{name}"}, registry=registry.crawl())


def split(ref: str) -> tuple[str, str]:
    """The component of a reference, and the rest of the pointer."""
    name, _, inner = ref.removeprefix("#/components/schemas/").partition("/")
    return name, inner


def own(ref: str) -> str:
    """*ref* to a component that is a resource."""
    name, inner = split(ref)
    return f"urn:{name}#/{inner}" if inner else f"urn:{name}"


def rewritten(schema: Any, change: Callable[[str], str]) -> Any:
    """*schema* with other references."""
    if isinstance(schema, list):
        return [rewritten(each, change) for each in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: change(each) if key == "$ref" and isinstance(each, str) else rewritten(each, change)
        for key, each in schema.items()
    }


def maps_in(schema: Any) -> Iterator[dict[str, Any]]:
    """The maps of properties in *schema*."""
    if isinstance(schema, list):
        for each in schema:
            yield from maps_in(each)
    elif isinstance(schema, dict):
        if isinstance(schema.get("properties"), dict):
            yield schema["properties"]
        for each in schema.values():
            yield from maps_in(each)


def any_of(schema: Any) -> Any:
    """*schema* with ``anyOf`` for ``oneOf``."""
    if isinstance(schema, list):
        return [any_of(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    rest = {key: any_of(value) for key, value in schema.items() if key != "oneOf"}
    one = [{"anyOf": any_of(schema["oneOf"])}] if "oneOf" in schema else []
    return {**rest, "allOf": [*rest.get("allOf", ()), *one]} if one else rest


def trees(draw: random.Random, pool: list[Any], size: int) -> Iterator[Any]:
    """Values for the tree."""
    for _ in range(size):
        leaf = {key: draw.choice(pool) for key in draw.sample("ac", draw.randint(0, 2))}
        yield {**leaf, "b": [{"b": [leaf]}, {"a": draw.choice(pool)}]}


def load(path: Path) -> OpenApiDocument:
    found = load_document(path, path.name, path.parent)
    assert found.document is not None
    assert [each.message for each in found.diagnostics] == []
    return found.document


def is_left_over(schemas: Any) -> bool:
    """Whether what is left over by alternatives matters, which rows cannot show."""
    return "unevaluated" in json.dumps(schemas)


@pytest.mark.parametrize("seed", range(GRAPHS))
def test_graph(tmp_path: Path, seed: int) -> None:
    graph = Graph(seed)
    if graph.version < "3.1" and has_siblings(graph.schemas):
        pytest.skip("not possible in OpenAPI 3.0")
    document = load(graph.write(tmp_path))
    registry = SchemaRegistry(document)
    checker, maker = SchemaChecker(registry.reader), ExampleMaker(registry)
    pool = values(graph.random, 20)
    pool += trees(graph.random, pool, 20)
    has_rest = is_left_over(graph.schemas)
    for name in graph.schemas:
        judge, pointer = graph.judge(name), graph.pointer(name)
        valid = [judge.is_valid(value) for value in pool]
        for value, expected in zip(pool, valid, strict=True):
            words = (name, value)
            assert checker.conforms(value, pointer, Direction.BOTH) is expected, words
            assert has_rest or accepts(registry, pointer, value) is expected, words
        sample = maker.example_for(pointer, Direction.BOTH)
        judges = (judge, graph.judge(name, any_of))
        assert not any(valid) or any(each.is_valid(sample) for each in judges), (name, sample)
    other = load(tmp_path / FILES[0])
    # All are compared, also if their text is the same.
    other.operations = tuple(
        replace(each, fingerprint=f"new {each.fingerprint}") for each in other.operations
    )
    assert compare_documents(document, other) == ()
