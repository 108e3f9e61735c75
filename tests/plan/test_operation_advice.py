from __future__ import annotations

from pathlib import Path

import pytest
from plan_sites import plan

LIBRARY = """\
openapi: 3.1.0
info: {title: Library, version: "1"}
paths:
  /books:
    get: {operationId: listBooks, responses: {"200": {description: d}}}
    post: {operationId: addBook, responses: {"200": {description: d}}}
  /loans:
    get: {operationId: listLoans, responses: {"200": {description: d}}}
components:
  schemas:
    Book: {type: object}
    Loan: {type: object}
"""


@pytest.mark.parametrize(
    ("text", "kind", "advice"),
    [
        ("GET /boks", "operation", "did you mean GET /books?"),
        ("get /books", "operation", "did you mean GET /books?"),
        ("GET /loans/", "operation", "did you mean GET /loans?"),
        ("DELETE /books", "operation", "did you mean GET /books or POST /books?"),
        ("library GET /boks", "operation", "did you mean library GET /books?"),
        ("libary GET /books", "operation", "no document is called libary; those of this site are"),
        ("listBoks", "operation", "did you mean listBooks?"),
        ("GET /zzzzzzzz", "operation", "of library.yaml, such as GET /books"),
        ("Bok", "schema", "did you mean Book?"),
        ("library Lona", "schema", "did you mean Loan?"),
        ("Zzzzzz", "schema", "such as Book"),
    ],
)
def test_proposals_are_of_the_documents(tmp_path: Path, text: str, kind: str, advice: str) -> None:
    site = plan(tmp_path, {"openapi": "library.yaml"}, {"library.yaml": LIBRARY})
    found = site.advise(text, kind)
    assert advice in found
    for proposed in found.removeprefix("did you mean ").removesuffix("?").split(" or "):
        if found.startswith("did you mean ") and kind == "operation":
            assert site.find_operation(proposed) is not None


@pytest.mark.parametrize(("key", "pages"), [("exact", 0), ("lenient", 1)])
def test_the_matching_of_docs_json(tmp_path: Path, key: str, pages: int) -> None:
    navigation = {"openapi": "library.yaml", "pages": ["get /books"]}
    settings = {"api": {"referenceMatching": key}}
    site = plan(tmp_path, navigation, {"library.yaml": LIBRARY}, settings=settings)
    assert len(site.plan.operation_pages) == pages
