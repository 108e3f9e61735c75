"""Operations that tags leave in one group are grouped by their paths."""

from __future__ import annotations

import json
import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from full_run import amount
from plan_sites import document, operation, plan

from sphinx_navapi.openapi.load import load_document
from sphinx_navapi.openapi.path_groups import path_groups
from sphinx_navapi.plan.listed_operations import PublishedPages, list_document
from sphinx_navapi.plan.planned_pages import index_tags
from sphinx_navapi.plan.site_plan import ResolvedElement

NAMES = ("books", "line_items", "lineItems", "v1", "a-b", "users:batchGet", "Calls.json", "x(y)")


def tree(entry: Any) -> Any:
    """Labels, and the number of operations directly in each group."""
    assert isinstance(entry, ResolvedElement)
    entries = entry.content.get("pages", ())
    groups = [tree(inner) for inner in entries if isinstance(inner, ResolvedElement)]
    return (entry.label, len(entries) - len(groups), *groups)


def groups_of(folder: Path, paths: dict[str, Any], **settings: Any) -> list[Any]:
    site = plan(folder, {"openapi": "a.json"}, {"a.json": document(paths)}, settings=settings)
    assert [found.message for found in site.plan.diagnostics if found.level != "info"] == []
    return [tree(entry) for entry in site.plan.navigation.content["groups"]]


def paths_of(*paths: str, tag: str | None = None) -> dict[str, Any]:
    """Two operations for each path."""
    return {path: {"get": operation(tag=tag), "put": operation(tag=tag)} for path in paths}


BOOKS = [f"/v1/books/{{id}}/part-{letter}" for letter in "abcdefg"]
SHELVES = [f"/v1/book_shelves/{{id}}/{letter}" for letter in "abcdefg"]
WANTED = (("Books", 14), ("Book shelves", 14), ("Readers", 2))


@pytest.mark.parametrize(("tag", "label"), [(None, "API Reference"), ("All", "All")])
def test_many_operations_of_one_tag_are_grouped_by_path(tmp_path, tag, label):
    paths = paths_of(*BOOKS, *SHELVES, "/v1/readers", tag=tag)
    paths["/v1/ping"] = {"get": operation(tag=tag)}
    assert groups_of(tmp_path, paths) == [(label, 1, *WANTED)]


def test_thirty_operations_are_one_list(tmp_path):
    assert groups_of(tmp_path, paths_of(*BOOKS, *SHELVES, "/v1/x")) == [("API Reference", 30)]


def test_tags_that_tell_operations_apart_suffice(tmp_path):
    paths = paths_of(*BOOKS, *SHELVES, "/v1/readers", tag="All") | paths_of("/v1/pens", tag="Pens")
    assert groups_of(tmp_path, paths) == [("All", 30), ("Pens", 2)]


def test_a_site_can_group_by_tags_only(tmp_path):
    paths = paths_of(*BOOKS, *SHELVES, "/v1/readers", "/v1/pens")
    found = groups_of(tmp_path, paths, api={"groupBy": "tag"})
    assert found == [("API Reference", 32)]


def test_large_groups_are_divided_again(tmp_path):
    inner = [f"/v1/books/{{id}}/{name}" for name in ("pages", "covers", "notes")]
    paths = paths_of(*(f"{path}/{letter}" for path in inner for letter in "abcdef"), "/v1/books")
    books = ("Books", 2, ("Pages", 12), ("Covers", 12), ("Notes", 12))
    paths |= paths_of("/v1/pens", "/v1/pens/{pen}")
    assert groups_of(tmp_path, paths) == [("API Reference", 0, books, ("Pens", 4))]


def test_the_overview_lists_what_the_navigation_shows(tmp_path):
    site = plan(
        tmp_path,
        {"openapi": {"source": "a.json", "overview": True}},
        {"a.json": document(paths_of(*BOOKS, *SHELVES, "/v1/readers", "/v1/pens"))},
    )
    pages = [page for page in site.plan.pages.values() if page.operation is not None]
    assert Counter(page.trail[-1].label for page in pages) == dict(WANTED) | {"Pens": 2}
    (overview,) = (page for page in site.plan.pages.values() if page.overview is not None)
    published = PublishedPages(
        pages=site.plan.pages,
        operations=site.plan.operation_pages,
        tags=index_tags(site.plan.pages),
    )
    listed = list_document(site.plan.documents["a.json"], overview, published)
    assert [(group.label, len(group.operations), group.depth) for group in listed] == [
        ("", 0, 0),
        *((label, count, 0) for label, count in (*WANTED, ("Pens", 2))),
    ]


@pytest.mark.parametrize("seed", range(amount(30, 8)))
def test_random_paths(tmp_path, seed):
    chosen = random.Random(seed)
    paths = {
        "/" + "/".join(chosen.choices([*NAMES, "{id}"], k=chosen.randrange(5)))
        for _ in range(chosen.randrange(20, 90))
    }
    file = tmp_path / "a.json"
    file.write_text(json.dumps(document({path: {"get": operation()} for path in paths})))
    loaded = load_document(file, "a.json", None).document
    assert loaded is not None
    found = path_groups(loaded.operations)
    if len(loaded.operations) <= 30:
        assert found == {}
    sizes = Counter(trail[: depth + 1] for trail in found.values() for depth in range(len(trail)))
    assert all(size > 1 for size in sizes.values())
    for key, trail in found.items():
        # Every label is a segment of the path, in this order, and none is a parameter.
        segments = iter(key.path.strip("/").split("/"))
        for label in trail:
            start = label.split()[0].lower()
            assert any(not s.startswith("{") and s.lower().startswith(start) for s in segments)
