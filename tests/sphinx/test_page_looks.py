"""Styles and classes of HTML in MDX pages: layout, in HTML only."""

from __future__ import annotations

import pytest
from bs4 import BeautifulSoup
from full_run import first

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
    assert two.select_one(".rubric[class~='navapi-u-font-bold']").get_text() == "Three"
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


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "man", "epub", "xml"]))
def test_other_builders_show_the_content(site, builder):
    built = site.build(builder, version="1", epub_copyright="Us", copyright="Us")
    assert built.warnings == []
    if builder == "text":
        text = built.text("index.txt")
        assert "One **bold**." in text
        assert "A word." in text
        assert "navapi" not in text


CARD = """---
title: Page
description: What it is.
mode: custom
---

export const Item = ({ title, href }) => (
  <a href={href} className="flex items-center text-gray-900 no-underline">
    <div>
      <svg viewBox="0 0 1 1" />
    </div>
    <div>
      {title}
    </div>
    <p className="text-sm">More of it.</p>
  </a>
);

<div className="flex gap-2">
  <Item title="Start" href="/plain" />
  <div className="flex">

  A paragraph.

  <span className="text-sm">or</span>

  </div>
</div>

<a href="/plain">

One.

Two.

</a>
"""


@pytest.fixture
def card(site):
    site.write({"index.mdx": CARD})
    built = site.build()
    assert built.warnings == []
    return BeautifulSoup(built.text("index.html"), "html.parser")


def test_a_link_around_blocks_with_a_look_is_one_link(card):
    (area,) = card.select(".navapi-link-card")
    (link,) = area.select("a")
    assert link.get_text() == "Start"
    assert [each.get_text() for each in card.select("a[href='plain.html'].reference")][-2:] == [
        "One.",
        "Two.",
    ]


def test_headings_in_html_are_headings_of_html_alone(site):
    page = '# T\n\n<div className="x">\n<h1>One</h1>\n<h2>Two</h2>\n</div>\n\n## Three\n'
    site.write({"index.mdx": page})
    html = BeautifulSoup(site.build().text("index.html"), "html.parser")
    assert [each.get_text() for each in html.select("h1.rubric, h2.rubric")] == ["One", "Two"]
    (latex,) = [each.read_text("utf-8") for each in site.build("latex").out.glob("*.tex")]
    assert "subsubsection*{One}" in latex


def test_text_of_jsx_is_not_a_paragraph(card):
    flush = [each.get_text() for each in card.select("p.navapi-flush")]
    assert flush == ["Start", "or"]


def test_a_paragraph_of_the_page_may_start_with_an_own_component(site):
    own = "export const Own = ({t}) => <span>{t}</span>\n\n"
    uses = '<Own t="one" /> text.\n\n<Own t="two" />\n\n<Own t="three" /> {/* note */}\n\n'
    page = own + uses + '<Card title="x">\n  <Own t="four" /></Card>\n'
    site.write({"index.mdx": f"---\ntitle: T\n---\n\n{page}"})
    html = BeautifulSoup(site.build().text("index.html"), "html.parser")
    flush = [each.get_text().strip() for each in html.select("p.navapi-flush")]
    assert flush == ["two", "three", "four"]


@pytest.mark.parametrize("mode", ["custom", "frame", "wide", ""])
def test_a_blank_sheet_has_no_title(site, mode):
    site.write({"index.mdx": CARD.replace("mode: custom", f"mode: {mode}" if mode else "")})
    page = BeautifulSoup(site.build().text("index.html"), "html.parser")
    hidden = page.select(".navapi-blank-sheet > h1, .navapi-blank-sheet > .navapi-lead")
    assert len(hidden) == (2 if mode in ("custom", "frame") else 0)


@pytest.mark.parametrize(("mode", "hidden"), [("custom", 1), ("frame", 1), ("wide", 0)])
def test_a_blank_sheet_without_a_title_has_none(site, mode, hidden):
    site.write({"index.mdx": f"---\nmode: {mode}\n---\n\n<div>Hero</div>\n"})
    page = BeautifulSoup(site.build().text("index.html"), "html.parser")
    assert len(page.select(".body h1")) == 1
    assert len(page.select(".navapi-blank-sheet > h1")) == hidden


def test_an_element_has_its_id_though_it_is_that_of_the_title(site):
    text = '---\ntitle: All Parts\n---\n\n<div id="all-parts" />\n\n[Up](#all-parts)\n'
    site.write({"index.mdx": text})
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("index.html"), "html.parser")
    element = page.find(id="all-parts")
    assert element.h1 is None
    ids = [each["id"] for each in page.select(".body [id]")]
    assert len(ids) == len(set(ids)) == 2
    # The title can be linked, too.
    assert page.select_one(".body h1").parent["id"] != "all-parts"
    assert page.find("a", string="Up")["href"] == "#all-parts"


def test_a_heading_of_the_text_is_seen_on_a_blank_sheet(site):
    site.write({"index.mdx": "---\ntitle: Page\nmode: custom\n---\n\n# Page\n\nText.\n"})
    page = BeautifulSoup(site.build().text("index.html"), "html.parser")
    assert page.h1 is not None
    assert page.select(".navapi-blank-sheet") == []
