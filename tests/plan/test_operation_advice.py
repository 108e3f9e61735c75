from __future__ import annotations

import re
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
  /broken:
    get: none
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
        (
            "libary GET /books",
            "operation",
            "no document is called libary: did you mean library.yaml?",
        ),
        ("zoo GET /books", "operation", "no document is called zoo: use one of library.yaml"),
        ("listBoks", "operation", "did you mean listBooks?"),
        ("GET /zzzzzzzz", "operation", "of library.yaml, such as GET /books"),
        ("library GET /zzzzzzzz", "operation", "of library.yaml, such as library GET /books"),
        ("GET /broken", "operation", "the operation is invalid and was skipped ("),
        ("RECEIVE x", "operation", "there is no AsyncAPI document in this site"),
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
    _, such, example = found.partition(", such as ")
    if such:
        assert site.has_target(example, kind)


EVENTS = """\
asyncapi: 3.0.0
info: {title: Events, version: "1"}
channels:
  rooms: {address: rooms}
operations:
  enter: {action: receive, channel: {$ref: '#/channels/rooms'}}
"""


@pytest.mark.parametrize("text", ["RECEIVE zzzzzz", "events RECEIVE zzzzzz", "RECEIVE room"])
def test_proposals_for_channels_are_of_asyncapi_documents(tmp_path: Path, text: str) -> None:
    documents = {"events.yaml": EVENTS, "library.yaml": LIBRARY}
    site = plan(tmp_path, {"openapi": "library.yaml"}, documents)
    advice = site.advise(text, "operation")
    (proposed,) = re.findall(r"(?:such as|did you mean) (.+?)\??$", advice)
    operation = site.find_operation(proposed)
    assert operation is not None
    assert operation.key.document == "events.yaml"


@pytest.mark.parametrize(("key", "pages"), [("exact", 0), ("lenient", 1)])
def test_the_matching_of_docs_json(tmp_path: Path, key: str, pages: int) -> None:
    navigation = {"openapi": "library.yaml", "pages": ["get /books"]}
    settings = {"api": {"referenceMatching": key}}
    site = plan(tmp_path, navigation, {"library.yaml": LIBRARY}, settings=settings)
    assert len(site.plan.operation_pages) == pages
