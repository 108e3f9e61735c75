"""Relative URLs, resolved by the standard library (RFC 3986, section 5)."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sphinx_navapi.links.targets import below_base, folder_of, relative_url, root_prefix

SITE = "https://docs.example/base/"

#: Pages and folders of a site: names with a colon look like schemes.
paths = st.builds(
    "/".join, st.lists(st.sampled_from(["a", "b", "index.html", "c:d"]), max_size=4)
).flatmap(lambda path: st.sampled_from([path, f"{path}/"] if path else [""]))
fragments = st.sampled_from(["", "#x", "#a/b"])


@given(paths, fragments, paths, fragments)
def test_a_relative_url_leads_to_its_target(
    source: str, own: str, target: str, fragment: str
) -> None:
    relative = relative_url(f"{source}{own}", f"{target}{fragment}")
    assert relative, "an empty address is the page itself, with its query"
    assert urljoin(SITE + source, relative) == f"{SITE}{target}{fragment}"
    assert not relative.startswith("/")


@pytest.mark.parametrize(
    ("source", "target", "relative"),
    [
        ("a/b.html", "a/b.html#x", "#x"),
        ("a/b.html", "a/b.html", "b.html"),
        ("a/", "a/", "./"),
        ("", "", "./"),
        ("a/b/c.html", "a/d.html", "../d.html"),
        ("index.html", "c:d.html", "./c:d.html"),
        ("c:d.html", "c:d.html", "./c:d.html"),
    ],
)
def test_no_longer_than_it_must_be(source: str, target: str, relative: str) -> None:
    assert relative_url(source, target) == relative


@given(paths, fragments)
def test_the_way_to_the_root(uri: str, fragment: str) -> None:
    prefix = root_prefix(f"{uri}{fragment}")
    assert urljoin(SITE + uri, f"{prefix}x.css") == f"{SITE}x.css"
    folder = folder_of(f"{uri}{fragment}")
    assert urljoin(SITE + uri, "x.css") == f"{SITE}{folder}/x.css".replace("//x", "/x")


@pytest.mark.parametrize(
    ("path", "base_url", "below"),
    [
        ("/docs/images/a.png", "https://library.example/docs/", "/images/a.png"),
        ("/docs/images/a.png", "https://library.example/docs", "/images/a.png"),
        ("/a/b/c", "https://library.example/a/b", "/c"),
        ("/d é/c", "https://library.example/d%20%C3%A9/", "/c"),
        ("/docs", "https://library.example/docs/", "/"),
        ("/docs/", "https://library.example/docs/", "/"),
        ("/docsearch/a", "https://library.example/docs/", None),
        ("/images/a.png", "https://library.example/docs/", None),
        ("docs/a.png", "https://library.example/docs/", None),
        ("/docs/a.png", "https://library.example/", None),
        ("/docs/a.png", "", None),
    ],
)
def test_paths_below_the_site(path: str, base_url: str, below: str | None) -> None:
    assert below_base(path, base_url) == below
