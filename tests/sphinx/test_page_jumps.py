"""Links below the address of an operation lead to the sections of its page."""

from __future__ import annotations

from typing import Any

import pytest
from bs4 import BeautifulSoup, Tag
from full_run import theme_params
from small_projects import operation

JSON = {"application/json": {"schema": {"type": "object", "properties": {"a": {}}}}}
RESPONSES = {
    "200": {"description": "Fine.", "content": JSON},
    "4XX": {"description": "Not fine."},
    "default": {"description": "Other.", "content": JSON},
}
OPERATIONS: dict[str, Any] = {
    "post": operation(
        "Long",
        description="What it does.",
        parameters=[{"name": "p", "in": "query", "schema": {"type": "string"}}],
        requestBody={"content": JSON},
        responses=RESPONSES,
    ),
    "get": operation("Short", responses={"200": {"description": "Fine."}}),
}


def page_of(project, name: str = "long", builder: str = "html", **conf: Any) -> Tag:
    api = {"openapi": "3.1.0", "info": {"title": "T", "version": "1"}, "paths": {"/x": OPERATIONS}}
    project.write({"docs.json": {"navigation": {"openapi": "api.json"}}, "api.json": api})
    built = project.build(builder, **conf)
    found = f"api-reference/users/{name}.html" if builder == "html" else "index.html"
    return BeautifulSoup(built.text(found), "html.parser")


@pytest.mark.parametrize("theme", theme_params(["navapi", "furo", "alabaster"]))
def test_links_lead_to_the_sections_and_the_responses(project, theme):
    page = page_of(project, html_theme=theme)
    links = page.select("nav.navapi-jumps a")
    targets = [page.find(id=str(link["href"]).removeprefix("#")) for link in links]
    assert all(isinstance(target, Tag) for target in targets)
    parts = [
        (link.get_text(), target.get_text(" ")) for link, target in zip(links, targets, strict=True)
    ]
    assert all(text.split()[0] in inner for text, inner in parts)
    assert [text for text, _ in parts if text in RESPONSES] == list(RESPONSES)
    sections = page.select(".navapi-operation > section[id]:not(#code-samples)")
    assert [part["id"] for part in sections] == [
        target["id"] for target in targets if target.name == "section"
    ]


def test_a_short_page_has_no_links(project):
    assert page_of(project, "short").select("nav.navapi-jumps") == []


def test_where_pages_are_joined_there_are_no_links(project):
    assert page_of(project, builder="singlehtml").select("nav.navapi-jumps") == []


def test_the_description_precedes_the_samples(project):
    page = page_of(project)
    description, samples = page.select_one(".navapi-description"), page.find(id="code-samples")
    assert description is not None
    assert samples is not None
    assert samples in description.find_all_next()
    assert page.select(".navapi-operation > section")[0] is samples
