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
