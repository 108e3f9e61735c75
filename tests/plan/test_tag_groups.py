"""Nested groups of added operations, and the pages of groups."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from plan_sites import document, operation, plan
from work import LINEAR, growth

from sphinx_navapi.plan.kinds.tag import TAG
from sphinx_navapi.plan.site_plan import ResolvedElement

SHOP = document(
    {
        "/films": {"get": operation("List films", "films")},
        "/books": {"get": operation("List books", "books"), "post": operation("Index", "shop")},
        "/lost": {"get": operation("List lost", "lost")},
        "/ping": {"get": operation("Ping")},
    },
    openapi="3.2.0",
    tags=[
        {"name": "shop", "summary": "Shop", "description": "For sale.\n\nAll of it."},
        {"name": "books", "parent": "shop", "externalDocs": {"url": "https://books.example"}},
        {"name": "films", "parent": "shop"},
        {"name": "about", "parent": "shop", "description": "Who we are."},
        {"name": "beta", "kind": "badge", "description": "Not ready."},
    ],
)


def tree(entry: Any) -> Any:
    """Labels, own pages and entries of *entry*."""
    if not isinstance(entry, ResolvedElement):
        return entry
    pages = [tree(inner) for inner in entry.content.get("pages", ())]
    return {entry.label: pages, "root": entry.root} if entry.root else {entry.label: pages}


def groups_of(folder: Path, openapi: Any = "shop.json", **files: Any) -> list[Any]:
    pages = files.pop("pages", None)
    site = plan(folder, {"openapi": openapi}, {"shop.json": SHOP, **files}, pages)
    assert [found.message for found in site.plan.diagnostics if found.level != "info"] == []
    return [tree(entry) for entry in site.plan.navigation.content["groups"]]


def test_groups_nest_in_the_order_of_tags(tmp_path: Path) -> None:
    at = "api-reference"
    assert groups_of(tmp_path) == [
        {
            "Shop": [
                f"{at}/shop/index",
                {"books": [f"{at}/books/list-books"], "root": f"{at}/books/index"},
                {"films": [f"{at}/films/list-films"]},
                {"about": [], "root": f"{at}/about/index"},
            ],
            # An operation has that path, and keeps it.
            "root": f"{at}/shop/index-1",
        },
        {"lost": [f"{at}/lost/list-lost"]},
        {"API Reference": [f"{at}/ping"]},
    ]


def test_pointers_lead_to_the_groups(tmp_path: Path) -> None:
    site = plan(tmp_path, {"openapi": "shop.json"}, {"shop.json": SHOP})
    (shop, *_rest) = site.plan.navigation.content["groups"]
    assert isinstance(shop, ResolvedElement)
    for index, inner in enumerate(shop.content["pages"]):
        if isinstance(inner, ResolvedElement):
            assert inner.pointer == f"/groups/0/pages/{index}"


def test_without_overview_there_are_not_pages_of_groups(tmp_path: Path) -> None:
    (shop, *_rest) = groups_of(tmp_path, {"source": "shop.json", "overview": False})
    assert [list(inner) for inner in shop["Shop"][1:]] == [["books"], ["films"]]
    assert "root" not in shop


def test_a_page_file_is_the_page_of_the_group(tmp_path: Path) -> None:
    (shop, *_rest) = groups_of(tmp_path, pages={"api-reference/books/index.md": "# Mine\n"})
    assert shop["Shop"][1]["root"] == "api-reference/books/index"


def test_a_page_for_each_document_with_text(tmp_path: Path) -> None:
    other = document(
        {"/shops": {"get": operation("List shops", "Shop")}},
        tags=[{"name": "Shop", "description": "Of bricks."}],
    )
    openapi = ["shop.json", {"source": "other.json", "directory": "other"}]
    (shop, *_rest) = groups_of(tmp_path, openapi, **{"other.json": other})
    assert shop["root"] == "api-reference/shop/index-1"
    assert shop["Shop"][:3] == [
        "other/shop/index",
        "api-reference/shop/index",
        "other/shop/list-shops",
    ]


def test_the_page_of_a_group(tmp_path: Path) -> None:
    site = plan(tmp_path, {"openapi": "shop.json"}, {"shop.json": SHOP})
    page = site.plan.pages["api-reference/shop/index-1"]
    assert (page.kind, page.generated, page.title) == (TAG, True, "Shop")
    assert (page.description, page.tags) == ("For sale.", ("shop",))
    assert page.next == "api-reference/shop/index"


@pytest.mark.parametrize(
    ("tags", "subtypes"),
    [
        ([{"name": "a", "parent": "b"}, {"name": "b", "parent": "a"}], ["tag_groups"]),
        ([{"name": "a", "parent": "c"}, {"name": "b", "parent": "d"}], ["tag_groups"] * 2),
    ],
)
def test_problems_have_a_place(tmp_path: Path, tags: list[Any], subtypes: list[str]) -> None:
    api = document({"/a": {"get": operation("A", "a")}}, openapi="3.2.0", tags=tags)
    found = plan(tmp_path, {"openapi": "a.json"}, {"a.json": api}).plan.diagnostics
    assert [each.subtype for each in found] == subtypes
    for each in found:
        assert each.place.file == "a.json"
        assert each.place.line
        assert each.place.column
    # If all operations are listed, tags form no groups.
    site = plan(tmp_path, {"openapi": "a.json", "pages": ["GET /a"]}, {"a.json": api})
    assert site.plan.diagnostics == ()


@pytest.mark.parametrize("parents", [False, True])
def test_many_tags_with_pages(tmp_path: Path, parents: bool) -> None:
    """Each page of a tag is found and listed without looking at the others."""

    def use(count: int) -> None:
        folder = tmp_path / str(count)
        folder.mkdir(exist_ok=True)
        tags = [{"name": f"t{n}", "description": "About it."} for n in range(count)]
        if parents:
            tags = [{**tag, "parent": f"t{n // 2}"} for n, tag in enumerate(tags) if n] + tags[:1]
        paths = {f"/{n}": {"get": operation(tag=f"t{n}")} for n in range(count)}
        site = plan(
            folder, {"openapi": "a.json"}, {"a.json": document(paths, tags=tags, openapi="3.2.0")}
        )
        assert sum(page.kind is TAG for page in site.plan.pages.values()) == count

    assert growth(use, 60) < LINEAR
