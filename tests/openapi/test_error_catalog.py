"""Errors of all operations: which problem types a response has, and their ids."""

from __future__ import annotations

from typing import Any

import pytest
from block_documents import make_document

from sphinx_navapi.openapi.document import error_statuses
from sphinx_navapi.openapi.error_catalog import ErrorCatalog, problem_anchors, read_errors
from sphinx_navapi.openapi.operation import read_operation
from sphinx_navapi.openapi.schema.registry import SchemaRegistry


def read(
    media: dict[str, Any],
    *,
    status: str = "409",
    media_type: str = "application/problem+json",
    schemas: dict[str, Any] | None = None,
) -> ErrorCatalog:
    """The errors of an operation whose response with *status* has the Media Type Object *media*."""
    response = {"description": "No.", "content": {media_type: media}}
    root = {
        "openapi": "3.1.0",
        "info": {"title": "T", "version": "1"},
        "paths": {"/a": {"get": {"responses": {"200": {"description": "OK"}, status: response}}}},
        "components": {"schemas": schemas or {}},
    }
    document = make_document(root)
    views = [read_operation(document, each) for each in document.operations]
    return read_errors(views, SchemaRegistry(document))


def types(catalog: ErrorCatalog) -> list[str]:
    return [each.uri for each in catalog.problems]


def with_type(value: dict[str, Any], **others: Any) -> dict[str, Any]:
    return {"type": "object", "properties": {"type": value, **others}}


@pytest.mark.parametrize(
    ("schema", "expected"),
    [
        (with_type({"const": "/p/a"}), ["/p/a"]),
        (with_type({"enum": ["/p/a", "/p/b"]}), ["/p/a", "/p/b"]),
        (with_type({"examples": ["/p/a", "/p/b"]}), ["/p/a", "/p/b"]),
        (with_type({"default": "/p/a"}), ["/p/a"]),
        (with_type({"const": "about:blank"}), []),
        (with_type({"const": 7}), []),
        (with_type({"type": "string"}), []),
        ({"examples": [{"type": "/p/a"}]}, ["/p/a"]),
        ({"allOf": [with_type({"type": "string"}), with_type({"const": "/p/a"})]}, ["/p/a"]),
        (
            {**with_type({"examples": ["/p/any"]}), "oneOf": [
                with_type({"const": "/p/a"}), with_type({"const": "/p/b"}),
            ]},
            ["/p/a", "/p/b"],
        ),
        ({"$ref": "#/components/schemas/Tree"}, ["/p/tree"]),
        (with_type({"const": "/p/a"}, status={"const": 409}), ["/p/a"]),
        (with_type({"const": "/p/a"}, status={"const": 404}), []),
        (with_type({"examples": ["/p/a"]}, status={"examples": [404]}), []),
        (with_type({"examples": ["/p/a"]}, status={"examples": [404, 409]}), ["/p/a"]),
    ],
)  # fmt: skip
def test_types_in_schemas(schema: dict[str, Any], expected: list[str]) -> None:
    tree = with_type({"const": "/p/tree"}, cause={"$ref": "#/components/schemas/Tree"})
    assert types(read({"schema": schema}, schemas={"Tree": tree})) == expected


def test_examples_of_the_response_are_nearer_than_those_of_its_schema() -> None:
    schema = with_type({"examples": ["/p/any"]})
    assert types(read({"schema": schema, "example": {"type": "/p/a"}})) == ["/p/a"]
    named = {"one": {"value": {"type": "/p/a"}}, "two": {"value": {"type": "/p/b", "status": 404}}}
    assert types(read({"schema": schema, "examples": named})) == ["/p/a"]
    # What the schema fixes is all that there is.
    fixed = with_type({"const": "/p/fixed"})
    assert types(read({"schema": fixed, "example": {"type": "/p/a"}})) == ["/p/fixed"]


@pytest.mark.parametrize(
    ("status", "known", "has"),
    [("4XX", 409, True), ("4XX", 500, False), ("default", 409, True), ("409", "409", True)],
)
def test_an_example_of_another_status_is_of_another_response(
    status: str, known: object, has: bool
) -> None:
    catalog = read({"example": {"type": "/p/a", "status": known}}, status=status)
    assert types(catalog) == (["/p/a"] if has else [])


def test_only_problem_details_have_types() -> None:
    media = {"schema": with_type({"const": "/p/a"})}
    assert types(read(media, media_type="application/json")) == []
    assert types(read(media, media_type="Application/Problem+JSON; charset=utf-8")) == ["/p/a"]
    assert types(read(media, media_type="application/problem+xml")) == ["/p/a"]


def test_title_and_text_are_of_the_type_itself() -> None:
    one = {**with_type({"const": "/p/a"}, title={"const": "First"}), "description": "Of one."}
    (found,) = read({"schema": one}).problems
    assert (found.title, found.text, found.statuses) == ("First", "Of one.", ("409",))
    both = {**with_type({"enum": ["/p/a", "/p/b"]}, title={"examples": ["First"]})}
    both["description"] = "Of both."
    assert [(each.title, each.text) for each in read({"schema": both}).problems] == [
        ("", None),
        ("", None),
    ]


@pytest.mark.parametrize(
    ("uris", "anchors"),
    [
        (["https://x.example/errors#no-credit"], ["no-credit"]),
        (["https://x.example/problems/no-credit/"], ["no-credit"]),
        (["urn:problem:no-credit"], ["no-credit"]),
        (["/a/same", "/b/same", "/b/other"], ["a-same", "b-same", "other"]),
        (["/p/status-404"], ["p-status-404"]),
        (["status-404"], ["status-404-1"]),
        (["/p/No.Credit_2"], ["No.Credit_2"]),
        (["/p/ein Fehler"], ["ein-Fehler"]),
        ([":"], ["problem"]),
        (["/p/a", "/p/a/", "/p/a?"], ["p-a", "p-a-1", "p-a-2"]),
    ],
)
def test_ids_are_the_end_of_the_uri(uris: list[str], anchors: list[str]) -> None:
    assert list(problem_anchors(uris, ["status-404"]).values()) == anchors


def test_a_type_after_others_leaves_their_ids() -> None:
    first = problem_anchors(["/p/a", "/p/b"])
    assert problem_anchors(["/p/new", "/p/a", "/p/b"]) | first == problem_anchors(
        ["/p/new", "/p/a", "/p/b"]
    )


@pytest.mark.parametrize(
    ("statuses", "errors"),
    [
        (["200", "404", "default"], ["404", "DEFAULT"]),
        # The answer of any request.
        (["default"], []),
        (["default", "404"], ["404"]),
        (["4xx", "500", "302", "x-note"], ["4XX", "500"]),
    ],
)
def test_statuses_that_are_errors(statuses: list[str], errors: list[str]) -> None:
    assert error_statuses(statuses) == errors


def test_statuses_are_in_order() -> None:
    responses = {
        status: {"description": status} for status in ("500", "4XX", "404", "200", "default")
    }
    root = {"openapi": "3.1.0", "paths": {"/a": {"get": {"responses": responses}}}}
    root["info"] = {"title": "T", "version": "1"}
    document = make_document(root)
    views = [read_operation(document, each) for each in document.operations]
    found = read_errors(views, SchemaRegistry(document)).statuses
    assert [each.status for each in found] == ["404", "4XX", "500", "default"]
