"""Anchors as Redoc and Scalar write them, and the pages they lead to."""

from __future__ import annotations

from pathlib import Path

import pytest
from plan_sites import document, operation, plan

from sphinx_navapi.plan.reference_anchors import ReferenceAnchors, is_reference_anchor

LIBRARY = document(
    {
        "/books": {"get": operation("List", "Old Books", operationId="listBooks")},
        "/books/{id}": {
            "get": operation("Show", "Old Books"),
            "delete": operation("Drop", "Tools"),
        },
    },
    tags=[{"name": "Old Books", "description": "Books."}, {"name": "t2", "x-displayName": "Two"}],
    components={"schemas": {"Book Title": {"type": "object"}}},
)
SHOP = document({"/books": {"get": operation("Sell", "Two", operationId="sell/it")}})


@pytest.fixture(scope="module")
def anchors(tmp_path_factory: pytest.TempPathFactory) -> ReferenceAnchors:
    navigation = {
        "groups": [
            {"group": "L", "openapi": {"source": "library.json", "directory": "lib"}},
            {"group": "S", "openapi": {"source": "shop.json", "directory": "shop"}},
        ]
    }
    folder: Path = tmp_path_factory.mktemp("site")
    site = plan(folder, navigation, {"library.json": LIBRARY, "shop.json": SHOP})
    return ReferenceAnchors(site.plan)


LIST, SHOW, TAG = "lib/old-books/list", "lib/old-books/show", "lib/old-books/index"


@pytest.mark.parametrize(
    ("anchor", "page"),
    [
        ("operation/listBooks", LIST),
        ("tag/Old-Books", TAG),
        ("tag/Old Books", TAG),
        ("tag/old-books", TAG),
        ("tag/Old-Books/operation/listBooks", LIST),
        ("tag/Old-Books/paths/~1books~1{id}/get", SHOW),
        ("tag/old-books/GET/books/{id}", SHOW),
        ("tag/old-books/GET/books", LIST),
        ("section/Old/Paging", "lib/index"),
        ("description/paging", "lib/index"),
        # Without a page of its own, a tag is its first operation.
        ("tag/tools", "lib/tools/drop"),
        ("operation/gone", None),
        ("tag/gone", None),
        ("tag/old-books/POST/books", None),
        ("model/gone", None),
        ("books", None),
        ("tag/", None),
    ],
)
def test_pages_of_anchors(anchors: ReferenceAnchors, anchor: str, page: str | None) -> None:
    assert anchors.find(anchor, "library.json") == page


def test_the_own_document_comes_first(anchors: ReferenceAnchors) -> None:
    assert anchors.find("tag/two", "shop.json") == "shop/two/sell"
    assert anchors.find("operation/sell/it", "library.json") is None
    # A page outside of any document may mean each of them.
    assert anchors.find("operation/sell/it", None) == "shop/two/sell"
    assert anchors.find("tag/x/GET/books", None) == LIST


@pytest.mark.parametrize(
    "anchor", ["", "tag", "tags/x", "body-user-id", "operation", "sections/x", "x/operation/y"]
)
def test_other_anchors(anchor: str) -> None:
    assert not is_reference_anchor(anchor)
