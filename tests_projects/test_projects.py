"""Real projects before and after: existing content is kept, and an API is added."""

from __future__ import annotations

import json

import pytest
from builds import ADDED, Built, build
from sources import PROJECTS, Project, fetch

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://library.example"}],
    "paths": {
        "/books": {
            "get": {
                "operationId": "listBooks",
                "summary": "List books",
                "tags": ["Books"],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/loans": {
            "post": {
                "operationId": "lendBook",
                "summary": "Lend a book",
                "tags": ["Loans"],
                "responses": {"201": {"description": "Lent"}},
            }
        },
    },
}

NAVIGATION = {"navigation": {"groups": [{"group": "API", "openapi": "library.json"}]}}

API = ("api-reference/books/list-books", "api-reference/loans/lend-a-book")

#: Context keys of what surrounds the text of a page.
KEPT = ("parents", "prev", "next", "toc", "title", "rellinks", "body")


@pytest.fixture(scope="module", params=PROJECTS, ids=lambda project: project.name)
def project(request) -> Project:
    fetch(request.param)
    return request.param


@pytest.fixture(scope="module")
def plain(project) -> Built:
    built = build(project, "plain")
    assert built.status == 0, built.log[-2000:]
    return built


@pytest.fixture(scope="module")
def with_api(project, plain) -> Built:
    files = {"docs.json": json.dumps(NAVIGATION), "library.json": json.dumps(DOCUMENT)}
    built = build(project, "api", ADDED, files)
    assert built.status == 0, built.log[-2000:]
    return built


def warnings(built: Built) -> list[str]:
    return [line for line in built.log.splitlines() if "WARNING" in line or "ERROR" in line]


def test_the_extension_alone_changes_no_byte(project, plain, capsys):
    added = build(project, "added", ADDED)
    assert added.status == 0, added.log[-2000:]
    assert sorted(added.files) == sorted(plain.files)
    differ = [name for name, data in added.files.items() if data != plain.files[name]]
    if differ != [".buildinfo"]:
        # The output of some extensions differs in each build.
        again = build(project, "again")
        differ = [name for name in differ if again.files[name] == plain.files[name]]
    # Sphinx's digest of the configuration, which includes the extension.
    assert differ == [".buildinfo"]
    assert warnings(added) == warnings(plain)
    with capsys.disabled():
        print(
            f"\n{project.name}: {len(plain.pages)} pages, "
            f"CPU {plain.cpu:.1f} -> {added.cpu:.1f} s, "
            f"memory {plain.memory:.0f} -> {added.memory:.0f} MB"
        )


def test_pages_keep_what_is_around_them(plain, with_api):
    """Ancestors, previous and next, contents of the page, for all pages in toctrees."""
    assert set(plain.pages) <= set(with_api.pages)
    changed = {
        (name, key)
        for name, page in plain.pages.items()
        for key in KEPT
        if page[key] != with_api.pages[name][key]
    }
    assert changed == set()


def test_the_tree_is_the_themes_own(plain, with_api):
    """All entries of the project's toctrees in sequence, with any options of the theme."""
    changed = [
        (name, options)
        for name, page in plain.pages.items()
        for options, entries in page.get("tree", {}).items()
        if not stands_in(entries, with_api.pages[name]["tree"][options])
    ]
    assert changed == []
    for name in API:
        labels = [entry[1] for entry in with_api.pages[name]["tree"]["whole"]]
        assert {"API", "List books", "Lend a book"} <= set(labels)


def stands_in(part: list[list[object]], whole: list[list[object]]) -> bool:
    """Whether *part* is a contiguous part of *whole*."""
    starts = range(len(whole) - len(part) + 1)
    return any(whole[start : start + len(part)] == part for start in starts)


def test_the_api_is_there_without_warnings(plain, with_api):
    assert set(API) <= set(with_api.pages)
    assert set(warnings(with_api)) - set(warnings(plain)) == set()
