"""Pages that are only in the project's own toctrees keep everything that Sphinx gives them."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Any
from urllib.parse import urljoin, urlsplit

import pytest
from bs4 import BeautifulSoup
from doc_examples import LIBRARY, read_sections
from full_run import theme_params
from theme_cases import CASES

#: Context keys that refer to other pages, as lists of mappings or tuples.
KEYS = ("parents", "prev", "next", "rellinks")


def example() -> dict[str, str]:
    """The files of the example in the documentation, with pages below others."""
    (section,) = (
        s
        for s in read_sections()
        if (s.page, s.title) == ("docs/existing-project.md", "Toctrees without a group")
    )
    (files,) = section.projects()
    files["library.yaml"] = LIBRARY.read_text("utf-8")
    files["shelves.rst"] += "\n.. toctree::\n   :caption: Rooms\n\n   rooms/index\n"
    files["rooms/index.rst"] = "The ``inner`` rooms\n" + "=" * 20 + "\n\n.. toctree::\n\n   one\n"
    files["rooms/index.rst"] += "   /genindex\n   late\n"
    files["rooms/one.rst"] = "Room *one*\n==========\n"
    files["index.rst"] += (
        "\n.. toctree::\n   :hidden:\n\n   about\n   Elsewhere <https://x.example/>\n"
    )
    files["rooms/late.rst"] = "Late\n====\n"
    files["about.rst"] = "About\n=====\n"
    files["stray.rst"] = ":orphan:\n\nStray\n=====\n"
    return files


#: Labels of the groups that result from the example's toctrees.
OWN_GROUPS = {"Handbook", "Shelves", "The inner rooms", "Library"}
OWN_PAGES = ("index", "shelves", "rooms/index", "rooms/one", "rooms/late", "cards", "about")


def recorded(project, **options: Any) -> tuple[Any, dict[str, dict[str, Any]]]:
    """A build, and the template context of each page after all other handlers."""
    found: dict[str, dict[str, Any]] = {}

    def record(_app, pagename, _template, context, _doctree):
        found[pagename] = {key: context.get(key) for key in KEYS}

    built = project.build(connect={"html-page-context": (record, 9999)}, **options)
    assert built.warnings == []
    return built, found


def address(built, docname: str) -> str:
    name = f"{docname}.html"
    return name if (built.out / name).exists() else f"{docname}/index.html"


def page(built, docname: str) -> BeautifulSoup:
    return BeautifulSoup(built.text(address(built, docname)), "html.parser")


@pytest.mark.parametrize(
    ("theme", "builder"),
    theme_params(
        [
            *((theme, "html") for theme in (*CASES, "classic", "bizstyle")),
            ("alabaster", "dirhtml"),
            ("shibuya", "dirhtml"),
        ]
    ),
)
def test_place_is_that_of_a_build_without_us(make_project, theme, builder):
    plain, own = make_project("plain"), make_project("own")
    plain.write({**example(), "docs.json": "{}"})
    own.write(example())
    # Without the extension, themes append to lists that are the defaults of all builds of the
    # process.
    without, before = recorded(
        plain, builder=builder, html_theme=theme, extensions=[], templates_path=[]
    )
    built, after = recorded(own, builder=builder, html_theme=theme)
    assert {name: after[name] for name in before} == before
    site = built.site()["pages"]
    for name in before:
        shown, crumbs = page(built, name), theme in CASES and CASES[theme].breadcrumbs
        if crumbs:
            assert shown.select(crumbs) == page(without, name).select(crumbs), name
        else:
            labels = [
                item.find(string=True).strip() for item in shown.select(".navapi-breadcrumbs li")
            ]
            assert labels == (site[name]["breadcrumbs"] if name in site else [])
        assert not shown.select(".navapi-top [aria-current], .navapi-side [aria-current=true]")
        opened = shown.select(".navapi-side details[open] > summary")
        assert {summary.get_text() for summary in opened} <= OWN_GROUPS
        for link in shown.select(
            ".navapi-sidebar a[href]:not([rel=external], .external, [href='#'])"
        ):
            # With dirhtml the page itself is a folder.
            uri = urljoin(f"https://x.example/{address(built, name)}", link["href"])
            urls = {entry["url"] for entry in site.values()} | {"genindex.html", "genindex/"}
            assert urlsplit(uri).path[1:] in urls
        if name in OWN_PAGES[1:]:
            marked = shown.select(".navapi-sidebar [aria-current=page]")
            # The header of this theme shows the outermost level, its sidebar the levels below.
            in_header = theme == "pydata_sphinx_theme" and name in ("shelves", "cards", "about")
            assert len(marked) == (0 if in_header else 1), name
    for name in OWN_PAGES:
        for key in ("prev", "next"):
            assert target(site, name, before[name][key]) == site[name][key]
        titles = [
            BeautifulSoup(p["title"], "html.parser").get_text() for p in before[name]["parents"]
        ]
        breadcrumbs = site[name]["breadcrumbs"]
        assert breadcrumbs[len(breadcrumbs) - len(titles) :] == titles
    assert site["rooms/one"]["breadcrumbs"] == ["Handbook", "Shelves", "The inner rooms"]
    assert site["about"]["breadcrumbs"] == site["index"]["breadcrumbs"] == []


def target(site: dict[str, Any], docname: str, link: dict[str, str] | None) -> str | None:
    """The page in ``site.json`` to which *link* on *docname* leads."""
    if link is None:
        return None
    url = urlsplit(urljoin(f"https://x.example/{site[docname]['url']}", link["link"])).path[1:]
    (found,) = (
        name for name, entry in site.items() if PurePosixPath(entry["url"]) == PurePosixPath(url)
    )
    return found


def test_the_list_for_programs_has_their_pages_where_the_navigation_has_them(project, api):
    project.conf["project"] = "Handbook"
    groups = [{"group": "Shelf", "toctree": "index"}, {"group": "API", "openapi": "api.json"}]
    project.write(
        {
            "docs.json": {"navigation": {"groups": groups}},
            "api.json": api,
            "index.rst": "Home\n====\n\n.. toctree::\n\n   zoo\n   art\n",
            "zoo.rst": "Zoo\n===\n\n.. toctree::\n\n   lion\n",
            "lion.rst": "Lion\n====\n",
            "art.rst": "Art\n===\n",
        }
    )
    text = project.build().text("llms.txt")
    head, first, *_ = text.split("\n## ")
    assert head.startswith("# Handbook\n")
    assert first.startswith("Shelf\n")
    names = re.findall(r"\]\(([a-z]+)\.md\)", first)
    assert names == ["index", "zoo", "lion", "art"]
    assert "## Optional" not in text


def test_the_list_of_a_group_ends_where_its_toctree_ends(project):
    groups = [{"group": "Animals", "toctree": "zoo"}, {"group": "Leaf", "toctree": "art"}]
    project.write(
        {
            "docs.json": {"navigation": {"groups": groups}},
            "index.rst": "Home\n====\n\n.. toctree::\n\n   zoo\n   art\n   end\n",
            "zoo.rst": "Zoo\n===\n\n.. toctree::\n\n   lion\n",
            "lion.rst": "Lion\n====\n",
            "art.rst": "Art\n===\n",
            "end.rst": "End\n===\n",
        }
    )
    sections = project.build().text("llms.txt").split("\n## ")[1:]
    listed = {each.partition("\n")[0]: re.findall(r"\]\(([a-z]+)\.md\)", each) for each in sections}
    assert listed["Animals"] == ["zoo", "lion"]
    assert listed["Leaf"] == ["art"]
    assert set(listed["Optional"]) == {"index", "end"}
