"""The ids of rows that are listed without writing a page are those of the page."""

from __future__ import annotations

import random
import re
from html import unescape
from typing import Any

import pytest
from block_documents import everything, first_operation, make_document
from full_run import amount
from page_checks import make_writer, write_page

from sphinx_navapi.content import field_ids
from sphinx_navapi.content.field_ids import operation_ids, schema_ids
from sphinx_navapi.openapi.view import Direction

_ID = re.compile(r'(?<![\w-])id="([^"]*)"')
#: A body and its media types only have an id if something in them links back.
_WHOLE = re.compile(r"(?:c\d+~)*(?:body|r\w+)(?:-\d+)?(?:~item)?")


def written_ids(html: str) -> set[str]:
    return {unescape(ident) for ident in _ID.findall(html)}


def random_schema(draw: random.Random, depth: int = 0) -> dict[str, Any]:
    """A schema with properties, patterns, tuples, alternatives, maps and references."""
    kind = draw.choice(["object", "array", "oneOf", "map", "tuple", "ref", "string", "string"])
    if depth > 3 or kind == "string":
        told = draw.choice([{}, {"description": "Told."}, {"enum": ["a", "b"]}, {"nullable": True}])
        return {"type": "string", **told}
    inner = [random_schema(draw, depth + 1) for _ in range(draw.randint(1, 3))]
    if kind == "object":
        names = draw.sample(
            ["id", "userId", "a b", "a.b", "a_b", "Ünï", "x/y", "items"], len(inner)
        )
        patterns = {"^x-": random_schema(draw, depth + 1)} if draw.random() < 0.3 else {}
        return {
            "type": "object",
            "properties": dict(zip(names, inner, strict=True)),
            **({"patternProperties": patterns} if patterns else {}),
        }
    if kind == "array":
        return {"type": "array", "items": inner[0]}
    if kind == "tuple":
        return {"type": "array", "prefixItems": inner}
    if kind == "map":
        return {"type": "object", "additionalProperties": inner[0]}
    if kind == "ref":
        return {"$ref": f"#/components/schemas/{draw.choice('AB')}"}
    return {draw.choice(["oneOf", "anyOf", "allOf"]): inner}


def random_root(seed: int) -> dict[str, Any]:
    draw = random.Random(seed)

    def schema() -> dict[str, Any]:
        return random_schema(draw)

    def content() -> dict[str, Any]:
        return {name: {"schema": schema()} for name in ("application/json", "application/xml")}

    called = {"requestBody": {"content": content()}, "responses": {"200": {"description": "OK"}}}
    post = {
        "parameters": [
            {"name": "userId", "in": place, "schema": schema()} for place in ("query", "header")
        ],
        "requestBody": {"content": content()},
        "responses": {
            "200": {
                "description": "OK",
                "content": content(),
                "headers": {"X-Rate": {"schema": schema()}},
            },
            "default": {"description": "No"},
        },
        "callbacks": {"done": {"{$url}": {"post": called}}},
    }
    components = {"schemas": {name: random_schema(draw) for name in "AB"}}
    return {"paths": {"/a": {"post": post}}, "components": components}


@pytest.mark.parametrize("root", [everything(), *map(random_root, range(amount(60, 12)))])
@pytest.mark.parametrize("prefix", ["", "one-"])
def test_ids_of_an_operation(root: dict[str, Any], prefix: str) -> None:
    document = make_document(root)
    operation = first_operation(document)
    html = written_ids(write_page(make_writer(document), operation, prefix=prefix))
    listed = dict(operation_ids(operation, prefix))
    assert html <= set(listed)
    extra = {ident.removeprefix(prefix) for ident in {*listed, *listed.values()} - html}
    assert [ident for ident in extra if not _WHOLE.fullmatch(ident)] == []


def test_ids_below_repeated_schemas() -> None:
    """They are those of the rows that are shown instead."""
    properties = {f"field{n}": {"type": "string", "description": "x" * 100} for n in range(90)}
    item = {"type": "object", "properties": properties}
    content = {
        name: {"schema": {"type": "array", "items": {"$ref": f"#/components/schemas/{schema}"}}}
        for name, schema in (("application/json", "A"), ("application/xml", "B"))
    }
    responses = {
        str(status): {"$ref": "#/components/responses/Error"} for status in (400, 404, 500, 503)
    }
    called = {"requestBody": {"content": content}, "responses": responses}
    operation = {"responses": responses, "callbacks": {"done": {"{$url}": {"post": called}}}}
    root = {
        "paths": {"/a": {"get": operation}},
        "components": {
            "schemas": {"A": item, "B": item},
            "responses": {"Error": {"description": "E", "content": content}},
        },
    }
    document = make_document(root)
    operation_tree = first_operation(document)
    html = write_page(make_writer(document), operation_tree)
    written = written_ids(html)
    found = list(operation_ids(operation_tree))
    rows = {name: ident for name, ident in found if ".field" in name}
    assert len(rows) == 4 * 2 * 90 + 5 * 2 * 90
    assert written.issuperset(rows.values())
    assert len(set(rows.values())) == sum("field" in ident for ident in written) < len(rows)
    assert rows["r400.field7"] == "r400.field7"
    assert rows["r503.field7"] == "r400.field7"
    assert rows["r503-1.field7"] == "r400-1.field7"
    assert rows["c0~r503.field7"] == "c0~r400.field7"
    assert rows["c0~body.field7"] == "c0~body.field7"
    assert written.issuperset(re.findall('<a href="#([^"]*)"', html))


@pytest.mark.parametrize("seed", range(amount(40, 8)))
def test_ids_below_rows_that_are_shown_once(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of a page that is considered long: each id leads to one that is written."""
    monkeypatch.setattr(field_ids, "_LONG", 0)
    monkeypatch.setattr(field_ids, "_WORTH_A_ROW", 1)
    document = make_document(random_root(seed))
    operation = first_operation(document)
    html = write_page(make_writer(document), operation)
    written = written_ids(html)
    found = dict(operation_ids(operation))
    rows = field_ids.find_repeats(operation, "").rows
    assert {shown for shown in found.values() if not _WHOLE.fullmatch(shown)} <= written
    for row, (first, _) in rows.items():
        assert row in written
        assert first in written
        below = {ident for ident in written if ident.startswith((f"{row}.", f"{row}~"))}
        assert below == set()
    assert written.issuperset(map(unescape, re.findall('<a href="#([^"]*)"', html)))


@pytest.mark.parametrize("count", [1, 40])
def test_a_long_page_shows_everything_once(count: int) -> None:
    """Components of parameters, items of arrays, and the encodings of equal bodies."""
    line = {"type": "string", "description": "x" * 100}
    address = {"type": "object", "properties": {f"line{n}": line for n in range(count)}}
    listed = {"type": "array", "items": {"$ref": "#/components/schemas/Address"}}
    one = {"$ref": "#/components/schemas/Address"}
    parameters = [
        {"name": name, "in": "query", "schema": schema}
        for name, schema in (("home", one), ("work", one), ("all", listed), ("old", listed))
    ]
    form = {"type": "object", "properties": {"addresses": listed, "file": line}}
    header = {"schema": {"type": "string"}}
    encoding = {"file": {"contentType": "image/png", "headers": {"X-Name": header}}}
    error = {
        "description": "Error",
        "content": {"multipart/form-data": {"schema": form, "encoding": encoding}},
    }
    responses = {str(status): {"$ref": "#/components/responses/Error"} for status in (400, 404)}
    root = {
        "paths": {"/a": {"get": {"parameters": parameters, "responses": responses}}},
        "components": {"schemas": {"Address": address}, "responses": {"Error": error}},
    }
    operation = first_operation(document := make_document(root))
    is_long = count > 1
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(field_ids, "_LONG", 10_000)
        html = write_page(make_writer(document), operation)
        found = dict(operation_ids(operation))
    written = written_ids(html)
    lines = [ident for ident in written if ident.endswith(".line0")]
    assert len(lines) == (1 if is_long else 6)
    assert sum(ident.endswith("X-Name") for ident in written) == (1 if is_long else 2)
    assert {ident for ident in found.values() if "." in ident or "X-Name" in ident} <= written
    assert written.issuperset(map(unescape, re.findall('<a href="#([^"]*)"', html)))


@pytest.mark.parametrize("seed", range(amount(40, 8)))
def test_ids_of_a_schema(seed: int) -> None:
    document = make_document(random_root(seed))
    writer = make_writer(document)
    schema = writer._content.schemas.schema("/components/schemas/A", Direction.BOTH)
    html = written_ids(writer.schema_block("/components/schemas/A"))
    assert html | {"schema"} == set(schema_ids(schema, "schema"))
