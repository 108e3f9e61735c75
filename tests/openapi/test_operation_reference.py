from __future__ import annotations

from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.operation_reference import (
    OperationReference,
    find_exact,
    find_lenient,
    names_document,
    parse_reference,
)

CASES = value_cases(Path(__file__).parent / "cases" / "document_names.yaml")


@pytest.mark.parametrize(
    ("text", "document", "method", "path"),
    [
        ("GET /users", None, "GET", "/users"),
        ("get /users", None, "get", "/users"),
        ("  GET \t /users/{id}/ ", None, "GET", "/users/{id}/"),
        ("QUERY /search", None, "QUERY", "/search"),
        ("api.json GET /users", "api.json", "GET", "/users"),
        ("/api.json GET /users", "api.json", "GET", "/users"),
        ("./v1/api.json POST /", "v1/api.json", "POST", "/"),
        ("my api.yaml GET /x", "my api.yaml", "GET", "/x"),
        ("GET POST /x", "GET", "POST", "/x"),
        ("webhook orderPaid", None, "WEBHOOK", "orderPaid"),
        ("WEBHOOK order paid", None, "WEBHOOK", "order paid"),
        ("api webhook orderPaid", "api", "WEBHOOK", "orderPaid"),
        ("https://a.example/o.json GET /x", "https://a.example/o.json", "GET", "/x"),
    ],
)
def test_forms(text: str, document: str | None, method: str, path: str) -> None:
    assert parse_reference(text) == OperationReference(document=document, method=method, path=path)


@pytest.mark.parametrize(
    ("text", "document", "method", "path"),
    [
        ("COPY /books", None, "COPY", "/books"),
        ("m-search  /", None, "m-search", "/"),
        ("my api.yaml Copy /x y /z", "my api.yaml", "Copy", "/x y /z"),
        ("./api.json COPY /x", "api.json", "COPY", "/x"),
    ],
)
def test_any_method_may_be_an_additional_one(
    text: str, document: str | None, method: str, path: str
) -> None:
    assert parse_reference(text) == OperationReference(
        document=document, method=method, path=path, custom=True
    )


@pytest.mark.parametrize(
    "text",
    [
        "get started",
        "GET started",
        "GET",
        "GET users",
        "FETCH/users",
        "F(ETCH /users",
        "guides/webhook",
        "webhook",
        "/users",
        "",
        "GET /" + "x" * 5_000,
    ],
)
def test_no_reference(text: str) -> None:
    assert parse_reference(text) is None


def test_long_text_is_refused_quickly() -> None:
    assert parse_reference("a " * 100_000) is None


@pytest.mark.parametrize(("written", "name", "closeness"), CASES["document_names"])
def test_document_names(written: str, name: str, closeness: int | None) -> None:
    assert names_document(written, name) == closeness


def make(*keys: tuple[str, str]) -> OpenApiDocument:
    operations = tuple(
        Operation(
            key=OperationKey(document="d", method=method, path=path),
            http_method="post" if method == "WEBHOOK" else method.lower(),
            pointer="",
            path_pointer="",
        )
        for method, path in keys
    )
    return OpenApiDocument(name="d", version=(3, 1), root={}, operations=operations)


@pytest.mark.parametrize(
    ("text", "exact", "lenient"),
    [
        ("GET /a", "GET /a", "GET /a"),
        ("get /a", None, "GET /a"),
        ("GET /a/", None, "GET /a"),
        ("GET /b", None, "GET /b/"),
        ("GET /c", "GET /c", "GET /c"),
        ("GET /c/", "GET /c/", "GET /c/"),
        ("get /c/", None, "GET /c/"),
        ("GET /A", None, None),
        ("GET /a//", None, None),
        ("POST /a", None, None),
        ("webhook Sold", "WEBHOOK Sold", "WEBHOOK Sold"),
        ("webhook sold", None, None),
        ("COPY /a", "COPY /a", "COPY /a"),
        ("Copy /a", "Copy /a", "COPY /a"),
        ("copy /a/", None, "COPY /a"),
        ("MOVE /a", None, None),
    ],
)
def test_matching(text: str, exact: str | None, lenient: str | None) -> None:
    document = make(
        ("GET", "/a"), ("GET", "/b/"), ("GET", "/c"), ("GET", "/c/"), ("WEBHOOK", "Sold"),
        ("COPY", "/a"), ("Copy", "/a"),
    )  # fmt: skip
    reference = parse_reference(text)
    assert reference is not None
    found = find_exact(document, reference)
    assert (str(found.key) if found else None) == exact
    found = find_lenient(document, reference)
    assert (str(found.key) if found else None) == lenient
