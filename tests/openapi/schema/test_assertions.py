"""Each assertion of the table: what it allows, and that nothing that reads the table lacks it."""

from __future__ import annotations

import json
from dataclasses import replace
from operator import attrgetter
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from jsonschema_specifications import REGISTRY  # type: ignore[import-untyped]  # ships no types
from view_documents import at, make_document, make_registry

from sphinx_navapi.changes.compare import compare_documents
from sphinx_navapi.locale.wording import Wording
from sphinx_navapi.openapi.check.objects import VALUES as GRAMMAR
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.assertions import ASSERTIONS, Assertion
from sphinx_navapi.openapi.schema.label_words import constraint_words
from sphinx_navapi.request.playground_schema import hint_schema

LIMITS: dict[str, Any] = {"pattern": "^a", "uniqueItems": True, "multipleOf": 1.5}
KEYWORD = attrgetter("keyword")
VALUES: dict[str, list[Any]] = {
    "number": [-2, 0, 1.5, 2, 2.5, 3, 4],
    "string": ["", "a", "ab", "abc", "bc"],
    "array": [[], [1], [1, 1], [1, 2], [1, 2, 3]],
    "object": [{}, {"a": 1}, {"a": 1, "b": 2}, {"a": 1, "b": 2, "c": 3}],
}

#: Assertions about several parts of a value, or its type: not limits.
OTHERS = {"type", "enum", "const", "required", "dependentRequired"}


def limit_of(assertion: Assertion) -> Any:
    """A limit that some of `VALUES` exceed."""
    return LIMITS.get(assertion.keyword, 2)


def test_all_assertions_of_json_schema_are_there() -> None:
    published = REGISTRY.contents("https://json-schema.org/draft/2020-12/meta/validation")
    assert {each.keyword for each in ASSERTIONS} == {*published["properties"]} - OTHERS


@pytest.mark.parametrize("assertion", [each for each in ASSERTIONS if each.type], ids=KEYWORD)
def test_allows_what_a_validator_allows(assertion: Assertion) -> None:
    limit = limit_of(assertion)
    judge = Draft202012Validator({assertion.keyword: limit})
    expected = [judge.is_valid(value) for value in VALUES[assertion.type]]
    assert len({*expected}) == 2
    found = [assertion.allows(value, assertion.read(limit)) for value in VALUES[assertion.type]]
    assert found == expected


def schema_with(assertion: Assertion, limit: Any) -> dict[str, Any]:
    if not assertion.type:
        return {"type": "array", "contains": {"type": "string"}, assertion.keyword: limit}
    return {"type": assertion.type, assertion.keyword: limit}


@pytest.mark.parametrize("assertion", ASSERTIONS, ids=KEYWORD)
def test_is_read_everywhere(assertion: Assertion) -> None:
    limit = limit_of(assertion)
    registry = make_registry({"C": schema_with(assertion, limit)})
    rows = {each.keyword: each for each in registry.view(at("C")).constraints}
    assert any(constraint_words(rows[assertion.keyword], Wording()))
    assert assertion.keyword in GRAMMAR[Kind.SCHEMA]
    if assertion.type and assertion.keyword != "pattern":
        assert hint_schema(registry.reader, at("C"))[assertion.keyword] == limit


@pytest.mark.parametrize("assertion", ASSERTIONS, ids=KEYWORD)
def test_its_removal_is_a_change(assertion: Assertion) -> None:
    schema = schema_with(assertion, limit_of(assertion))
    without = {key: value for key, value in schema.items() if key != assertion.keyword}

    def document(schema: Any) -> OpenApiDocument:
        content = {"application/json": {"schema": schema}}
        body = {"requestBody": {"content": content}, "responses": {}}
        made = make_document({"openapi": "3.1.0", "paths": {"/a": {"post": body}}})
        # Operations with the same fingerprint are not compared.
        made.operations = (replace(made.operations[0], fingerprint=json.dumps(schema)),)
        return made

    changes = compare_documents(document(schema), document(without))
    assert [each.rule.partition("-")[0] for each in changes] == ["request"]
