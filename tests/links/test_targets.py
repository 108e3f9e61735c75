"""URLs as written in texts: their parts, the pages they lead to, and redirects."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.links.targets import (
    Redirects,
    find_in_folder,
    find_page,
    first_pages,
    is_external,
    split_href,
)

CASES = value_cases(Path(__file__).parent / "cases" / "pages.yaml")
PAGES = {"index": 0, "guide": 0, "deep/page": 0, "deep/index": 0, "other/README": 0, "a.b": 0}


@pytest.mark.parametrize(("path", "docname", "page"), CASES["pages"])
def test_pages_of_links(path, docname, page):
    assert find_page(path, docname, PAGES, "index") == page


def test_first_page_of_a_folder():
    pages = first_pages(["z/b", "z/a/c", "zz/d"])
    assert find_in_folder("/z/", "x", pages) == "z/b"
    assert find_in_folder("a", "z/b", pages) == "z/a/c"
    assert find_in_folder("a", "z/a/x", pages) is None
    assert find_in_folder("..", "z/a/x", pages) == "z/b"
    assert find_in_folder("/", "x", pages) == "z/b"
    assert find_in_folder("/y", "x", pages) is None


@pytest.mark.parametrize(
    ("href", "external"),
    [("https://a", True), ("//a/b", True), ("mailto:a", True), ("/a", False), ("a/b:c", False),
     ("#a:b", False), ("./a", False)],
)  # fmt: skip
def test_external_addresses(href, external):
    assert is_external(href) is external


def test_parts_of_an_address():
    assert split_href("/a%20b?c=d#e%C3%A9") == ("/a b", "eé")
    assert split_href("#a") == ("", "a")


def test_redirects():
    redirects = Redirects(
        [
            {"source": "/a", "destination": "/b"},
            {"source": "old/:page", "destination": "/new/:page.x"},
            {"source": "/v1/:rest*", "destination": "/v2/:rest*"},
            {"source": "/any/*", "destination": "/one"},
            {"source": "/:x/:x", "destination": "/:x"},
            "nonsense",
            {"source": 1, "destination": "/c"},
            {"source": "/a", "destination": "/ignored"},
        ]
    )
    assert redirects.follow("/a/") == "/b"
    assert redirects.follow("old/p") == "/new/p.x"
    assert redirects.follow("/v1/p/q") == "/v2/p/q"
    assert redirects.follow("/v1") == "/v2"
    assert redirects.follow("/any/p/q") == "/one"
    assert redirects.follow("/p/q") == "/q"
    assert redirects.follow("/p.q(r") is None
