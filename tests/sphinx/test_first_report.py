"""The report at the end of the first build of a site."""

from __future__ import annotations

import pytest

API = {
    "openapi": "3.1.0",
    "info": {"title": "Zoo", "version": "1"},
    "servers": [{"url": "https://zoo.example"}],
    "paths": {
        "/lions": {"get": {"summary": "Lions", "responses": {"200": {"description": ""}}}},
        "/bears": {"get": {"summary": "Bears", "responses": {"200": {"description": ""}}}},
    },
}
FILES = {
    "zoo.json": API,
    "index.rst": "Home\n====\n",
    "docs.json": {
        "name": "Zoo",
        "integrations": {},
        "analytics": {},
        "navigation": {
            "groups": [
                {"group": "Guide", "pages": ["index", "gone", "lost"]},
                {"group": "API", "openapi": "zoo.json", "pages": ["get /lions", "GET /bears"]},
                {"group": "More", "openapi": "none.json"},
            ]
        },
    },
}


@pytest.fixture
def site(project):
    project.write(FILES)
    return project


def said(built):
    return [
        line
        for line in built.status.splitlines()
        if line.startswith(("built ", "these keys", "next step"))
    ]


def test_the_first_build_says_what_there_is_and_what_to_do(site):
    lines = said(site.build())
    assert lines[0] == "built 1 page file, 1 operation"
    assert lines[1] == "these keys of docs.json have no effect: analytics"
    assert [line[:12] for line in lines[2:]] == ["next step 1:", "next step 2:", "next step 3:"]
    assert "missing OpenAPI documents" in lines[2]
    assert "[navapi.openapi_not_found]" in lines[2]
    assert '"referenceMatching": "lenient"' in lines[3]
    assert "(1 warning [navapi.near_miss])" in lines[3]
    assert "(2 warnings [navapi.page_not_found])" in lines[4]


def test_only_the_first(site):
    site.build()
    site.write({"index.rst": "Home\n====\n\nMore.\n"})
    assert said(site.build()) == []


def test_what_is_suppressed_is_not_to_be_done(site):
    site.conf["suppress_warnings"] = ["navapi.near_miss", "navapi.openapi_not_found"]
    lines = said(site.build())
    assert len(lines) == 3
    assert "page_not_found" in lines[2]


def test_nothing_is_said_of_a_project_without_a_site(project):
    project.write({"index.rst": "Home\n====\n"})
    assert said(project.build()) == []
