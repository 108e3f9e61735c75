"""How often a build reads an operation."""

from __future__ import annotations

import gc
import shutil
import weakref
from collections import Counter
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from block_documents import make_document

from sphinx_navapi.openapi import operation as module
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.operation import OperationViews
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import OperationView
from sphinx_navapi.project import late
from sphinx_navapi.project.environment import env_site


@pytest.fixture
def readings(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """How often each operation was read."""
    found = Counter[str]()
    read = module.read_operation

    def count(document: OpenApiDocument, operation: Operation) -> OperationView:
        found[str(operation.key)] += 1
        return read(document, operation)

    monkeypatch.setattr(module, "read_operation", count)
    return found


def test_a_build_reads_each_operation_once(small: Any, readings: Counter[str]) -> None:
    # For the plan, pages, their Markdown, playgrounds, and the manifest of the relay.
    small.build()
    assert readings
    assert set(readings.values()) == {1}


def test_another_word_reads_its_operation_alone(
    small: Any, api: Any, readings: Counter[str]
) -> None:
    small.build()
    assert len(readings) > 1
    readings.clear()
    api["paths"]["/users"]["get"]["description"] = "Other words."
    small.write({"api.json": api})
    assert small.build().read == ["api-reference/users/list-users"]
    assert readings == {"GET /users": 1}


def test_what_the_relay_may_send_is_as_in_a_first_build(small: Any, api: Any) -> None:
    def manifest() -> str:
        return small.build().text("_navapi/relay.json")

    before = manifest()
    api["paths"]["/users"]["get"]["parameters"] = [
        {"name": "page", "in": "header", "schema": {"type": "string"}}
    ]
    api["servers"] = [
        {"url": "https://{region}.example.com", "variables": {"region": {"default": "eu"}}}
    ]
    small.write({"api.json": api})
    after = manifest()
    assert after != before
    kept = [*small.folder.rglob("relayed-*.json"), *small.folder.rglob("made-*.json")]
    assert len(kept) == 2
    for path in kept:
        path.unlink()
    assert manifest() == after
    for damage in ("", "[]", '{"version": 1}'):
        kept[0].write_text(damage, "utf-8")
        kept[1].unlink()
        assert manifest() == after


def test_few_operations_are_kept() -> None:
    paths = {f"/{name}": {"get": {"responses": {}}} for name in "abc"}
    document = make_document({"paths": paths})
    views = OperationViews(document, most=2)
    first = [views.view(operation) for operation in document.operations]
    again = [views.view(operation) for operation in document.operations]
    assert [a is b for a, b in zip(first, again, strict=True)] == [True, True, False]
    assert first == again


def test_schemas_are_released_after_the_pages(small: Any) -> None:
    """Sphinx's search index takes the most memory: it is written last."""
    registries: list[weakref.ref[SchemaRegistry]] = []
    alive: list[int] = []

    def note(app: Any, pagename: str, *_others: Any) -> None:
        if pagename.startswith("api-reference/"):
            registries.append(weakref.ref(env_site(app.env).registry("api.json")))

    def count(_app: Any) -> tuple[()]:
        gc.unfreeze()
        gc.collect()
        alive.append(sum(registry() is not None for registry in registries))
        return ()

    small.build(connect={"html-page-context": note, "html-collect-pages": (count, 900)})
    assert len(registries) > 1
    assert alive == [0]


def test_released_schemas_are_read_again_on_demand(
    small: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def written(folder: str) -> dict[str, bytes]:
        built = replace(small, folder=tmp_path / folder)
        shutil.copytree(small.src, built.src)
        out = built.build().out
        return {str(path.relative_to(out)): path.read_bytes() for path in files_of(out)}

    released = written("released")
    monkeypatch.setattr("sphinx_navapi.html.output.release_writers", lambda _app: ())
    late.load.cache_clear()
    assert written("kept") == released
    late.load.cache_clear()


def files_of(folder: Path) -> list[Path]:
    return [path for path in folder.rglob("*") if path.is_file()]
