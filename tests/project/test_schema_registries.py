"""Cached schemas may be dropped between pages: the pages are the same."""

from __future__ import annotations

import gc
import json
import weakref
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sphinx.environment import BuildEnvironment
from sphinx.testing.util import SphinxTestApp

from sphinx_navapi.content.html.operation import OperationHtml
from sphinx_navapi.content.html.schema import SchemaHtml
from sphinx_navapi.content.markdown.schema import FileLinks, Rows, SchemaMarkdown
from sphinx_navapi.formats.commonmark import render_html
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema import check as check_module
from sphinx_navapi.openapi.schema import reader as reader_module
from sphinx_navapi.openapi.schema import registry as registry_module
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Field, SchemaView
from sphinx_navapi.openapi.view import Direction, ParameterView
from sphinx_navapi.project.environment import env_site

SCHEMAS: dict[str, Any] = {
    "Node": {
        "type": "object",
        "properties": {
            "id": {"type": "string", "readOnly": True},
            "children": {"type": "array", "items": {"$ref": "#/components/schemas/Node"}},
            "pet": {"oneOf": [{"$ref": "#/components/schemas/Cat"}, {"type": "null"}]},
        },
    },
    "Cat": {"allOf": [{"$ref": "#/components/schemas/Animal"}, {"required": ["name"]}]},
    "Animal": {"properties": {"name": {"type": "string"}, "home": {"type": "object"}}},
}


def operation(name: str) -> dict[str, Any]:
    content = {"application/json": {"schema": {"$ref": f"#/components/schemas/{name}"}}}
    return {
        "parameters": [
            {"name": name, "in": "query", "schema": {"type": "string"}},
            {"$ref": "#/components/parameters/Page"},
        ],
        "requestBody": {"content": content},
        "responses": {"200": {"description": "OK", "content": content}},
    }


DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "A", "version": "1"},
    "paths": {f"/{name}": {"post": operation(name)} for name in SCHEMAS},
    "components": {
        "schemas": SCHEMAS,
        "parameters": {"Page": {"name": "page", "in": "query", "schema": {"type": "integer"}}},
    },
}


def pages(
    folder: Path, connect: Callable[[SphinxTestApp], None] = lambda app: None
) -> dict[str, bytes]:
    """The pages of a site of `DOCUMENT` built in *folder*, as HTML and Markdown."""
    folder.mkdir()
    (folder / "conf.py").write_text('extensions = ["sphinx_navapi"]\n')
    (folder / "index.md").write_text("# Welcome\n")
    navigation = {"pages": ["index"], "groups": [{"group": "API", "openapi": "api.json"}]}
    (folder / "docs.json").write_text(json.dumps({"name": "A", "navigation": navigation}))
    (folder / "api.json").write_text(json.dumps(DOCUMENT))
    app = SphinxTestApp("html", srcdir=folder)
    connect(app)
    try:
        app.build()
    finally:
        app.cleanup()
    out = Path(app.outdir)
    files = [path for kind in ("*.html", "*.md") for path in out.rglob(kind)]
    return {path.relative_to(out).as_posix(): path.read_bytes() for path in files}


def test_pages_are_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = pages(tmp_path / "kept")
    monkeypatch.setattr(registry_module, "_MOST_VIEWS", 0)
    forgotten: list[int] = []
    forget = registry_module.SchemaViews.forget
    monkeypatch.setattr(
        registry_module.SchemaViews,
        "forget",
        lambda self: (forgotten.append(self.count()), forget(self)),
    )
    assert pages(tmp_path / "again") == kept
    assert sum("post-" in name for name in kept) == 2 * len(SCHEMAS)
    assert len(forgotten) >= len(SCHEMAS)


def test_nothing_is_kept_once_all_pages_are_written(tmp_path: Path) -> None:
    """What existed before writing is not scanned for circles of references any more."""
    read: list[weakref.ref[Field]] = []
    left: list[Field | None] = []

    def note(app: SphinxTestApp, env: BuildEnvironment) -> list[str]:
        site = env_site(env)
        assert site is not None
        field = site.registry("api.json").schema("/components/schemas/Node", Direction.REQUEST)
        read.append(weakref.ref(field))
        return []

    def look(app: SphinxTestApp) -> tuple[()]:
        left.extend(each() for each in read)
        return ()

    def connect(app: SphinxTestApp) -> None:
        app.connect("env-updated", note)
        app.connect("html-collect-pages", look, priority=1000)

    assert pages(tmp_path / "site", connect)
    assert left == [None]


def test_a_few_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = SchemaRegistry(
        OpenApiDocument(name="d", version=(3, 1), root=DOCUMENT, operations=(), digest="")
    )
    pointer = "/components/schemas/Node"
    first = registry.view(pointer, Direction.REQUEST)
    depth = registry.depth_for(pointer, Direction.REQUEST)
    registry.rest()
    assert registry.view(pointer, Direction.REQUEST) is first
    monkeypatch.setattr(registry_module, "_MOST_VIEWS", 0)
    registry.rest()
    again = registry.view(pointer, Direction.REQUEST)
    assert again is not first
    assert again == first
    assert registry.depth_for(pointer, Direction.REQUEST) == depth


def test_pages_are_the_same_without_the_levels_of_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = pages(tmp_path / "kept")
    monkeypatch.setattr(reader_module, "_MOST_LEVELS", 0)
    monkeypatch.setattr(check_module, "_MOST_KEPT", 0)
    assert pages(tmp_path / "again") == kept


def test_levels_are_let_go_before_what_was_read_from_them(monkeypatch: pytest.MonkeyPatch) -> None:
    registry = make_content()
    pointers = [f"/components/schemas/{name}" for name in SCHEMAS]
    views = [registry.view(pointer) for pointer in pointers]
    levels = [weakref.ref(registry.reader.level(pointer)) for pointer in pointers]
    registry.rest()
    assert all(level() is not None for level in levels)
    monkeypatch.setattr(reader_module, "_MOST_LEVELS", len(SCHEMAS) - 1)
    registry.rest()
    gc.collect()
    assert all(level() is None for level in levels)
    assert all(
        registry.view(pointer) is view for pointer, view in zip(pointers, views, strict=True)
    )


def test_nothing_is_kept_twice_for_equal_schemas() -> None:
    """Of a hundred texts: an attribute dictionary for each, or a set, would be most of it."""
    properties = {f"p{number}": {"type": "string", "maxLength": number} for number in range(100)}
    root = {"components": {"schemas": {"A": {"type": "object", "properties": properties}}}}
    document = OpenApiDocument(name="d", version=(3, 1), root=root, operations=(), digest="")
    registry = SchemaRegistry(document)
    fields = registry.schema("/components/schemas/A", Direction.BOTH).subschemas.fields
    assert len(fields) == 100
    assert all(field.weight and field.facts for field in fields)
    for value in (*fields, *(each.view for each in fields), *(each.subschemas for each in fields)):
        assert not hasattr(value, "__dict__")
    levels = [registry.reader.level(field.view.pointer) for field in fields]
    for values in (
        [field.subschemas.linked for field in fields],
        [level.allowed for level in levels],
        [level.around for level in levels],
    ):
        assert len(set(map(id, values))) == 1


def test_pages_are_the_same_without_the_parameters_of_those_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = pages(tmp_path / "kept")
    monkeypatch.setattr(registry_module, "_MOST_PARAMETERS", 0)
    assert pages(tmp_path / "again") == kept


def make_content() -> SchemaRegistry:
    document = OpenApiDocument(name="d", version=(3, 1), root=DOCUMENT, operations=(), digest="")
    return SchemaRegistry(document)


Write = Callable[[Field], str]


def writers() -> list[Write]:
    """Every way in which a row is written and kept."""
    rows = SchemaHtml(render_html, Wording())
    parameters = OperationHtml(rows, str, lambda key: None)
    texts = SchemaMarkdown(str, Wording(), lambda directory, pointer: None)
    links = FileLinks("page", "api")
    return [
        rows.root,
        lambda field: parameters._field(field, "p."),
        lambda field: texts.whole(field, links),
        lambda field: texts.rows(Rows((field,)), links),
    ]


@pytest.mark.parametrize("number", range(4))
def test_what_was_written_is_kept_as_long_as_the_content(
    monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    content = make_content()
    write = writers()[number]
    field = content.schema("/components/schemas/Node", Direction.BOTH)
    parts = [weakref.ref(field), weakref.ref(field.subschemas)]
    first = write(field)
    assert "children" in first
    assert write(field) == first
    del field
    monkeypatch.setattr(registry_module, "_MOST_VIEWS", 0)
    content.rest()
    gc.collect()
    assert [part() for part in parts] == [None, None]
    again = content.schema("/components/schemas/Node", Direction.BOTH)
    assert write(again) == first


def test_a_limited_number_of_parameters_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry_module, "_MOST_PARAMETERS", 2)
    content = make_content()

    def row(name: str) -> Field:
        pointer = f"/paths/~1Node/post/parameters/{name}"
        view = ParameterView(name=name, place="query", pointer=pointer)
        return content.parameter(view, Direction.REQUEST)

    first = row("a")
    assert row("b") is not first
    assert row("a") is first
    row("c")
    assert row("a") is not first
    assert row("a").name == first.name


def test_the_depth_is_found_out_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes far more views than are shown: all rows down to the depth are counted."""
    document = OpenApiDocument(name="d", version=(3, 1), root=DOCUMENT, operations=(), digest="")
    registry = SchemaRegistry(document)
    monkeypatch.setattr(registry_module, "_MOST_VIEWS", 0)
    counted: list[str] = []
    left = SchemaRegistry._left

    def count(self: SchemaRegistry, view: SchemaView, *given: Any) -> int:
        counted.append(view.pointer)
        return left(self, view, *given)

    monkeypatch.setattr(SchemaRegistry, "_left", count)
    body = "/paths/~1Node/post/requestBody/content/application~1json/schema"
    depths = []
    for pointer in ("/components/schemas/Node", body, "/paths/~1Node/post/parameters/0/schema"):
        depths.append(registry.depth_for(pointer, Direction.REQUEST))
        registry.rest()
    assert depths == [3, 3, 3]
    assert counted[0] == "/components/schemas/Node"
    # The other two neither for the component that it refers to, nor for a plain string.
    assert body not in counted
    assert counted.count("/components/schemas/Node") == 1
    assert not [pointer for pointer in counted if "parameters" in pointer]
