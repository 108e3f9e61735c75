"""The page at the root URL of a site, and groups without a label."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

PAGES = {"a.mdx": "# A\n", "b.mdx": "# B\n", "c.mdx": "# C\n"}
GROUPS = [
    {"group": "", "pages": ["a", {"group": " ", "pages": ["b"]}]},
    {"group": "Rest", "pages": ["c"]},
]


def refresh(built, name: str) -> str | None:
    tag = BeautifulSoup(built.text(name), "html.parser").select_one("meta[http-equiv=refresh]")
    return tag["content"] if tag is not None else None


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_the_address_of_the_site_leads_to_the_first_page(project, theme):
    project.write({"docs.json": {"navigation": {"groups": GROUPS}}, **PAGES})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    assert refresh(built, "index.html") == "0; url=a.html"
    assert refresh(built, "a.html") is None
    project.write({"docs.json": {"navigation": {"pages": ["b", "a", "c"]}}})
    assert refresh(project.build(html_theme=theme), "index.html") == "0; url=b.html"


def test_with_folders_too(project):
    project.write({"docs.json": {"navigation": {"groups": GROUPS}}, **PAGES})
    assert refresh(project.build("dirhtml"), "index.html") == "0; url=a/"


def test_a_root_document_stays(project):
    project.write({"docs.json": {"navigation": {"pages": ["a"]}}, "index.md": "# I\n", **PAGES})
    assert refresh(project.build(), "index.html") is None


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_a_group_with_a_blank_label_is_its_entries(project, theme):
    project.write({"docs.json": {"navigation": {"groups": GROUPS}}, **PAGES})
    built = project.build(html_theme=theme)
    assert built.warnings == []
    page = BeautifulSoup(built.text("b.html"), "html.parser")
    assert "Untitled" not in page.get_text()
    sidebar = page.select_one("nav.navapi-sidebar")
    assert [tag.get_text() for tag in sidebar.find_all(["a", "summary"])] == ["A", "B", "Rest", "C"]
    assert len(sidebar.find_all("details")) == 1
    assert built.site()["pages"]["b"]["breadcrumbs"] == []
    assert built.site()["pages"]["c"]["breadcrumbs"] == ["Rest"]
    listed = BeautifulSoup(built.text("index.html"), "html.parser").select("ul.navapi-pages")
    assert [[li.get_text() for li in ul.find_all("li")] for ul in listed] == [["A", "B"], ["C"]]
    assert "## Pages\n" in built.text("llms.txt")


def test_the_generated_home_page_has_markdown(project):
    """It lists the pages, and links to the home page lead to it."""
    pages = {**PAGES, "a.mdx": "# A\n\n[Home](/)\n"}
    project.write({"docs.json": {"navigation": {"groups": GROUPS}}, **pages})
    built = project.build()
    assert built.warnings == []
    written = built.text("index.md")
    assert "[A](a.md)" in written
    assert "[C](c.md)" in written
    assert "(index.md)" in built.text("a.md")
    assert "index.md" not in built.text("llms.txt")
