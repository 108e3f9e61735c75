"""Which page a link in a text leads to."""

from __future__ import annotations

import pytest

from sphinx_navapi.links.page_targets import PageTarget, PageTargets
from sphinx_navapi.links.targets import Redirects

PAGES = ("index", "guide", "api/index", "api/users", "api/deep/more", "api/deep/orphan", "b/c d")
REDIRECTS = {
    "/old": "/guide",
    "/moved": "/guide#part",
    "/out": "https://elsewhere.example/x",
    "/lost": "/nowhere",
    "/api/former": "/api/users",
    "/guide": "/api/users",
}


def targets(*folders: str, base_url: str = "") -> PageTargets:
    return PageTargets(
        frozenset(PAGES),
        "index",
        placed=lambda: ("nowhere", "api/deep/more", "api/users", "b/c d"),
        folders=lambda: folders,
        redirects=Redirects({"source": a, "destination": b} for a, b in REDIRECTS.items()),
        base_url=base_url,
    )


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("#x%20y", PageTarget("api/users", "", "x y")),
        ("?a=b#x", PageTarget("api/users", "?a=b", "x")),
        ("/guide", PageTarget("guide")),
        ("/guide.md?q#x", PageTarget("guide", "?q", "x")),
        ("deep/more", PageTarget("api/deep/more")),
        ("../guide#x", PageTarget("guide", "", "x")),
        ("/b/c%20d", PageTarget("b/c d")),
        # redirects, from the root and from the page's folder; a page takes precedence over a
        # redirect
        ("/old", PageTarget("guide")),
        ("/old?q#x", PageTarget("guide", "?q", "x")),
        ("/moved#x", PageTarget("guide", "", "part")),
        ("former", PageTarget("api/users")),
        ("../old", PageTarget("guide")),
        ("/out#x", "https://elsewhere.example/x"),
        ("/lost", None),
        # folders: the first page of the navigation in them
        ("/api/deep", PageTarget("api/deep/more")),
        ("deep/#x", PageTarget("api/deep/more", "", "x")),
        ("/b/", PageTarget("b/c d")),
        ("/", PageTarget("index")),
        ("/none", None),
    ],
)
def test_links_of_a_page(href: str, expected: PageTarget | str | None) -> None:
    assert targets().find(href, "api/users") == expected


@pytest.mark.parametrize(
    ("href", "expected"),
    [
        ("/api/guide#x", PageTarget("guide", "", "x")),
        ("/api/old", PageTarget("guide")),
        # An exact match takes precedence.
        ("/api/users", PageTarget("api/users")),
        ("/api/none", None),
        ("/other/guide", None),
    ],
)
def test_links_with_the_path_of_the_site(href: str, expected: PageTarget | None) -> None:
    site = targets(base_url="https://library.example/api/")
    assert site.find(href, "b/c d") == expected


@pytest.mark.parametrize(
    ("href", "folders", "docname", "expected"),
    [
        ("more", ("api/deep",), "guide", "api/deep/more"),
        ("more", ("b", "api/deep"), "b/c d", "api/deep/more"),
        ("more", ("b",), "guide", None),
        ("/more", ("api/deep",), "guide", None),
        # its own folder comes first, then the nearest
        ("users", ("api", "b"), "api/deep/more", "api/users"),
        ("../guide", ("api",), "b/c d", "guide"),
    ],
)
def test_links_of_a_text_that_several_pages_show(
    href: str, folders: tuple[str, ...], docname: str, expected: str | None
) -> None:
    found = targets(*folders).find_for_shown(href, docname)
    assert (found.docname if isinstance(found, PageTarget) else found) == expected


def test_the_nearest_folder_counts() -> None:
    site = PageTargets(
        {"a/x", "a/b/c/x", "z/x"},
        "index",
        folders=lambda: ("z", "a", "a/b/c"),
        redirects=Redirects(()),
    )

    def docname(page: str) -> str:
        found = site.find_for_shown("./x", page)
        assert isinstance(found, PageTarget)
        return found.docname

    assert docname("a/b/c/d/page") == "a/b/c/x"
    assert docname("a/other/page") == "a/x"
    assert docname("elsewhere/page") == "z/x"
