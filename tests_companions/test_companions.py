"""The extension beside others that many projects have, the real ones."""

from __future__ import annotations

import re
import zipfile

import pytest
from bs4 import BeautifulSoup
from library_site import BOOKS, DESCRIBED, LOANS, PAGES

# What other extensions do with Sphinx is theirs to change.
pytestmark = pytest.mark.filterwarnings("default")

HEAD = ("og:title", "og:type", "og:url", "og:description", "description", "viewport")


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_opengraph_says_what_the_operation_does(build, theme):
    built = build("sphinxext.opengraph", ogp_site_url="https://docs.example/", html_theme=theme)
    assert built.warnings == []
    heads = {}
    for name in PAGES:
        page = built.page(name)
        tags = {key: page.select(f'[property="{key}"], [name="{key}"]') for key in HEAD}
        assert {key: len(found) for key, found in tags.items()} == dict.fromkeys(HEAD, 1)
        heads[name] = {key: str(found[0]["content"]) for key, found in tags.items()}
    told = DESCRIBED.partition(" See ")[0]
    for key in ("description", "og:description"):
        assert heads[BOOKS][key].startswith(told)
        assert heads[BOOKS][key].endswith("See the rules.")
        assert heads[LOANS][key] == "POST /loans"
        # Of a page that somebody wrote, the other extension knows best.
        assert heads["shelves"][key] == "By author."
    assert len({head["og:url"] for head in heads.values()}) == len(PAGES)


@pytest.mark.parametrize("theme", ["furo", "alabaster"])
def test_notfound_page_is_theirs_with_our_sidebar(build, theme):
    built = build("notfound.extension", html_theme=theme)
    assert built.warnings == []
    page = built.page("404")
    assert [tag.name for tag in page.select("base")] == []
    links = {str(tag["href"]) for tag in page.select("a[href]")}
    assert f"/en/latest/{BOOKS}.html" in links
    assert "/en/latest/shelves.html" in links


def test_copybutton_leaves_samples_alone(build):
    code = "Shelves\n=======\n\n.. code-block:: python\n\n   read()\n"
    built = build("sphinx_copybutton", files={"shelves.rst": code})
    assert built.warnings == []
    script = built.text("_static/copybutton.js")
    selector = re.search(r"COPYBUTTON_SELECTOR = '([^']+)'", script)[1]
    # Ours are put into these by a script.
    samples = built.page(BOOKS).select(".navapi-samples pre")
    assert samples
    theirs = built.page(BOOKS).select(selector)
    assert [sample for sample in samples if sample in theirs] == []
    assert len(built.page("shelves").select(selector)) == 1


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_sitemap_lists_pages_that_are_found(build, builder):
    built = build("sphinx_sitemap", builder=builder, sitemap_url_scheme="{link}")
    assert built.warnings == []
    places = re.findall(r"<loc>https://docs.example/([^<]*)</loc>", built.text("sitemap.xml"))
    assert len(places) == len(set(places))
    ending = ".html" if builder == "html" else "/"
    assert {f"{name}{ending}" for name in PAGES[1:]} < set(places)
    assert [place for place in places if "404" in place] == []


def test_epub_tells_each_operation(build):
    built = build(
        builder="epub", version="1", epub_copyright="Us", copyright="Us", epub_show_urls="no"
    )
    assert built.warnings == []
    (packed,) = built.out.glob("*.epub")
    with zipfile.ZipFile(packed) as book:
        text = book.read(f"{BOOKS}.xhtml").decode()
        order = book.read("content.opf").decode()
    assert "All books of the house." in BeautifulSoup(text, "html.parser").get_text()
    assert f'href="{LOANS}.xhtml"' in order


def test_last_updated_is_the_day_of_the_build_on_every_page(build, monkeypatch):
    """As on all pages of Sphinx; no page has a day of its own."""
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")
    built = build(html_last_updated_fmt="%Y-%m-%d")
    assert built.warnings == []
    for name in PAGES:
        assert "2001-09-09" in built.page(name).get_text()


def test_mermaid_draws_beside_an_api(build):
    text = "Shelves\n=======\n\n.. mermaid::\n\n   graph TD; a-->b\n"
    built = build("sphinxcontrib.mermaid", files={"shelves.rst": text})
    assert built.warnings == []
    assert "a-->b" in built.page("shelves").select_one("pre.mermaid, .mermaid").get_text()
    assert built.page(BOOKS).select(".mermaid") == []
