"""Every link of the demo leads to a file and an element, in every builder that writes pages."""

from __future__ import annotations

import re
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from link_checks import (
    bad_links,
    bad_markdown_links,
    bad_objects,
    count_links,
    malformed_pages,
    unreached_pages,
)
from shared_builds import DemoBuilds


@pytest.fixture(scope="session")
def demo(demo_builds: DemoBuilds) -> Callable[[str], Path]:
    """Build the demo, once with each builder."""
    return partial(demo_builds, "navapi")


@pytest.mark.parametrize(
    ("builder", "least"), [("html", 5000), ("dirhtml", 5000), ("singlehtml", 250)]
)
def test_every_link_leads_somewhere(demo, builder, least):
    out = demo(builder)
    assert count_links(out) > least
    assert bad_links(out) == []


# The inventory of singlehtml, as written by Sphinx, has two fragments in a URL.
@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_object_is_in_its_page(demo, builder):
    out = demo(builder)
    found = bad_objects(out)
    # Sphinx lists its own indexes even if they are not written.
    assert [bad for bad in found if not bad.page.startswith("std:label ")] == []


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_every_markdown_file_leads_to_others(demo, builder):
    out = demo(builder)
    assert len(list(out.rglob("*.md"))) > 60
    assert bad_markdown_links(out) == []


@pytest.fixture(scope="module")
def book(demo, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The unpacked ePub."""
    (packed,) = demo("epub").glob("*.epub")
    folder = tmp_path_factory.mktemp("book")
    with zipfile.ZipFile(packed) as archive:
        archive.extractall(folder)
    return folder


def test_every_link_of_the_book_leads_into_it(book):
    assert count_links(book, ".xhtml") > 500
    assert bad_links(book, ".xhtml") == []


def test_pages_of_the_book_are_well_formed(book):
    assert malformed_pages(book) == []


def test_every_page_of_the_book_is_reached_and_listed(book):
    package = (book / "content.opf").read_text("utf-8")
    items = dict(re.findall(r'<item id="([^"]*)" href="([^"]*)"', package))
    listed = {name for name in items.values() if name.endswith(".xhtml")}
    assert listed | {"nav.xhtml"} == {p.relative_to(book).as_posix() for p in book.rglob("*.xhtml")}
    spine = {items[name] for name in re.findall(r'<itemref idref="([^"]*)"', package)}
    assert spine == listed - {"nav.xhtml"}
    # Pages outside the reading order must be reachable by a link.
    apart = {items[i] for i in re.findall(r'<itemref idref="([^"]*)" linear="no"', package)}
    assert apart & unreached_pages(book) == set()
    assert all((book / name).is_file() for name in items.values())
    assert not re.search(r"<dc:[a-z]+[^>]*></dc:|<meta [^>]*></meta>", package)


def test_styles_of_the_book_say_no_direction(book):
    styles = list(book.rglob("*.css"))
    assert any(path.name == "navapi-operation.css" for path in styles)
    ours = [path for path in styles if path.name.startswith("navapi")]
    told = re.compile(r"(?<![\w-])(direction|unicode-bidi)\s*:")
    assert [path.name for path in ours if told.search(path.read_text("utf-8"))] == []
