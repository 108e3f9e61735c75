"""The catalog of a site's APIs (RFC 9727): a linkset (RFC 9264, JSON) whose links lead to files."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import unquote, urljoin

import pytest

ROOT = "https://site.example/"


def catalog(built: Any) -> dict[str, dict[str, Any]]:
    """The link contexts by their anchors, as seen at the place where programs look."""
    (_, *contexts) = json.loads(built.text("_navapi/api-catalog.json"))["linkset"]
    return {context["anchor"]: context for context in contexts}


def small_site(project: Any, api: dict[str, Any], **more: Any) -> None:
    groups = [{"group": "API", "openapi": "api.json"}, {"group": "Guides", "pages": ["index"]}]
    project.write({
        "docs.json": {"navigation": {"groups": groups}},
        "index.md": "# Home\n",
        "api.json": api | more,
    })  # fmt: skip


def test_each_page_of_an_api_is_in_it(project: Any, api: dict[str, Any]) -> None:
    small_site(project, api, servers=[{"url": "https://{region}.x.example"},
                                      {"url": "https://api.x.example/v1"}])  # fmt: skip
    built = project.build()
    ((anchor, context),) = catalog(built).items()
    assert anchor == "https://api.x.example/v1"
    pages = built.site()["pages"]
    urls = {page["url"] for page in pages.values() if page["kind"] in ("operation", "schema")}
    assert len(urls) > 2
    for place in ("_navapi/api-catalog.json", ".well-known/api-catalog"):
        links = [(each, urljoin(ROOT + place, each["href"])) for each in context["service-doc"]]
        html = {url.removeprefix(ROOT) for each, url in links if each["type"] == "text/html"}
        assert html == urls
        for _, url in links:
            assert (built.out / unquote(url.removeprefix(ROOT))).is_file()
    (whole, *_) = json.loads(built.text("_navapi/api-catalog.json"))["linkset"]
    assert whole["item"] == [{"href": anchor}]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_links_are_absolute_where_the_base_is_known(
    project: Any, api: dict[str, Any], builder: str
) -> None:
    small_site(project, api)
    base = "https://docs.x.example/manual/"
    built = project.build(builder, html_baseurl=base, navapi_markdown_files=False)
    ((anchor, context),) = catalog(built).items()
    # Without a server, an API is where its documentation is.
    assert anchor == context["service-doc"][0]["href"]
    urls = {page["url"] for page in built.site()["pages"].values() if page["kind"] != "page"}
    assert {each["href"].removeprefix(base) for each in context["service-doc"]} == urls
    assert {each["type"] for each in context["service-doc"]} == {"text/html"}


def test_a_site_without_an_api_has_none(project: Any) -> None:
    project.write({"docs.json": {"navigation": {"pages": ["index"]}}, "index.md": "# Home\n"})
    assert not (project.build().out / "_navapi" / "api-catalog.json").exists()
