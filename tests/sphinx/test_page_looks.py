"""Styles and classes of HTML in MDX pages: blocks that are laid out, in HTML alone."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup

PAGE = """---
title: Looks
---

<div className="grid md:grid-cols-2 gap-4 hero">
  <div style={{padding: 12, color: '#c00'}}>One **bold**.</div>
  <div className="dark:bg-zinc-800">

    ### Named

    <p className="text-sm w-[50%]">Two</p>
    <h3 className="font-bold">Three</h3>
  </div>
</div>

<div style={{position: 'relative', paddingBottom: '56.25%'}}>
  <iframe src="https://x.example/" style={{position: 'absolute', width: '100%'}}></iframe>
</div>

<iframe src="https://x.example/" style="position: absolute; width: 1440px"></iframe>

<div className="max-w-xl">

## A section

A <span style="color: green; position: fixed">word</span>.

</div>

<img src="/a.png" alt="A" className="hidden dark:block" style={{borderRadius: 8, width: 30}} />
"""


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": {"name": "Looks", "navigation": {"pages": ["index", "plain"]}},
            "index.mdx": PAGE,
            "plain.mdx": "---\ntitle: Plain\n---\n\nText.\n",
            "a.png": "",
        }
    )
    return project


def test_blocks_are_laid_out(site):
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    grid = page.select_one("div.hero")
    assert {"navapi-u-grid", "navapi-u-md:grid-cols-2", "navapi-html"} <= set(grid["class"])
    one, two = grid.find_all("div", recursive=False)
    assert one["style"] == "padding: 12px; color: #c00"
    assert one.p.strong.string == "bold"
    assert "navapi-flush" in one.p["class"]
    assert two.select_one("p[class~='navapi-u-text-sm']").string == "Two"
    assert two.select_one("p.rubric[class~='navapi-u-font-bold']").get_text() == "Three"
    assert [heading.contents[0] for heading in page.select("h2")] == ["A section"]
    inside, outside = page.select("iframe")
    assert inside["style"].startswith("position: absolute")
    assert "contain: paint" in inside.find_parent("div")["style"]
    assert "position" not in outside["style"]
    assert page.select_one("span[style='color: green']").string == "word"
    image = page.select_one("img[alt=A]")
    assert {"navapi-u-hidden", "navapi-u-[border-radius:8px]"} <= set(image["class"])
    assert image.parent.name != "a"


@pytest.mark.parametrize("theme", ["navapi", "furo", "pydata_sphinx_theme", "alabaster"])
def test_only_the_rules_of_the_page_are_in_its_head(site, theme):
    built = site.build(html_theme=theme)
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    (rules,) = [each.string for each in page.head.select("style") if "navapi-u-" in each.string]
    assert ".navapi-u-gap-4.navapi-u-gap-4 { gap: 1rem }" in rules
    assert "gap-2" not in rules
    assert "navapi-u-" not in built.text("plain.html")


@pytest.mark.parametrize("builder", ["text", "latex", "man", "epub", "xml"])
def test_other_builders_show_the_content(site, builder):
    built = site.build(builder, version="1", epub_copyright="Us", copyright="Us")
    assert built.warnings == []
    if builder == "text":
        text = built.text("index.txt")
        assert "One **bold**." in text
        assert "A word." in text
        assert "navapi" not in text
