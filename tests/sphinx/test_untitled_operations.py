"""Operations without a title in navigation: their paths, beside the marks of their methods."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from small_projects import operation

SUMMARIES = {
    "/v1/{id}/x<y>": None,
    "/titled": "GET all of them",
    "/named": "POST /named",
}


def entries_of(project, theme):
    """The contents of the navigation's links to operations, by their text."""
    paths = {path: {"get": operation(text or "")} for path, text in SUMMARIES.items()}
    api = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": paths}
    project.write({"docs.json": {"navigation": {"openapi": "api.json"}}, "api.json": api})
    built = project.build(html_theme=theme)
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    links = page.select("a[class*=get]")
    return {link.get_text(): [str(part) for part in link.contents] for link in links}


@pytest.mark.parametrize("theme", theme_params(["navapi", "furo", "alabaster"]))
def test_the_path_stands_beside_the_mark(project, theme):
    entries = entries_of(project, theme)
    assert {"/v1/{id}/x<y>", "GET all of them", "POST /named"} <= entries.keys()
    parts = entries["/v1/{id}/x<y>"]
    assert parts == ["/v1", "<wbr/>", "/{id}", "<wbr/>", "/x<y>"]


def test_a_heading_may_be_broken_before_a_slash(project):
    entries_of(project, "navapi")
    page = project.folder / "build/html/api-reference/users/get-v1-xy.html"
    heading = BeautifulSoup(page.read_text("utf-8"), "html.parser").h1
    assert heading is not None
    parts = [str(part) for part in heading.contents[:6]]
    assert parts == ["GET ", "<wbr/>", "/v1", "<wbr/>", "/{id}", "<wbr/>"]
    assert heading.get_text().startswith("GET /v1/{id}/x<y>")
