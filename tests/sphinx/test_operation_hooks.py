"""The element that shows programs which operation a page has, around all of its parts."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import first

PARTS = ("security", "body", "responses", "samples")

#: A page file in each markup: with metadata, text, a label, and its own section.
FILES = {
    "more.rst": ":openapi: POST /users\n\n.. _label:\n\nUsers of ours\n=============\n\n"
    "Own words.\n\nOwn part\n--------\n\nMore words, see :ref:`label`.\n",
    "more.md": "---\nopenapi: POST /users\n---\n(label)=\n# Users of ours\n\nOwn words.\n\n"
    "## Own part\n\nMore words, see {ref}`label`.\n",
    "more.mdx": '---\nopenapi: "POST /users"\ntitle: Users of ours\n---\nOwn words.\n\n'
    "## Own part\n\nMore words, see [there](#own-part).\n",
}


@pytest.fixture
def secured(small, api):
    api["security"] = [{"key": []}]
    api["components"]["securitySchemes"] = {"key": {"type": "http", "scheme": "bearer"}}
    small.write({"api.json": api, "more.rst": None})
    small.conf["extensions"] = ["myst_parser", "sphinx_navapi"]
    small.conf["suppress_warnings"] = ["navapi.duplicate_operation"]
    return small


def operations(built, name: str) -> list[BeautifulSoup]:
    soup = BeautifulSoup(built.text(name), "html.parser")
    found = soup.select(".navapi-operation[data-method][data-path]")
    for part in PARTS:
        inside = [p for element in found for p in element.select(f".navapi-{part}")]
        assert len(inside) == len(soup.select(f".navapi-{part}")), part
    return found


@pytest.mark.parametrize("theme", ["navapi", "alabaster", "classic"])
@pytest.mark.parametrize("name", FILES)
def test_page_file(secured, name, theme):
    secured.write({name: FILES[name]})
    built = secured.build(html_theme=theme)
    assert built.warnings == []
    (operation,) = operations(built, "more.html")
    assert (operation["data-method"], operation["data-path"]) == ("POST", "/users")
    assert operation.h1.get_text().startswith("Users of ours")
    assert [h2.get_text().strip("¶#") for h2 in operation.select("h2")] == [
        "Own part",
        "Code samples",
        "Authorization",
        "Body",
        "Responses",
    ]
    links = [a for a in operation.select("p a") if "words" in a.parent.get_text()]
    (link,) = links
    # The label of the page links to the section that is now the operation's.
    assert operation.find_all(id=link["href"].removeprefix("#")) or (
        operation["id"] == link["href"].removeprefix("#")
    )
    toc = built.text("more.html")
    assert 'href="#request-body"' in toc


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "man", "epub"]))
def test_page_file_in_other_builders(secured, builder):
    secured.write({"more.rst": FILES["more.rst"]})
    built = secured.build(
        builder, epub_copyright="c", version="1", epub_show_urls="no", man_pages=[]
    )
    assert [line for line in built.warnings if "man_pages" not in line] == []
    if builder == "text":
        text = built.text("more.txt")
        assert 0 < text.index("\nResponses\n") < text.index("\nCode samples\n")


def test_directive(secured):
    secured.write(
        {
            "more.rst": "More\n====\n\n.. openapi-operation:: POST /users\n\n"
            ".. openapi-operation:: GET /users\n"
        }
    )
    built = secured.build()
    assert built.warnings == []
    found = operations(built, "more.html")
    assert [(o.name, o["data-method"], o["data-path"]) for o in found] == [
        ("div", "POST", "/users"),
        ("div", "GET", "/users"),
    ]
    for one in found:
        before = one.select_one(".navapi-description") or one.select_one(".navapi-address")
        shown = before.find_next_siblings()[:2]
        assert shown[0].get_text() == "Code samples"
        assert shown[1]["class"] == ["navapi-samples"]
