"""What leads agents that read a single page to the list of all pages."""

from __future__ import annotations

from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from markdown_it import MarkdownIt

BASE = "https://docs.example.org/manual/"


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": {
                "name": "Buoys",
                "navigation": {"pages": ["index", "deep/page", "plain"]},
            },
            "index.md": "# Home\n\nFirst words.\n",
            "deep/page.md": "# Page\n",
            "plain.rst": "Plain\n=====\n",
        }
    )
    return project


def in_html(built, page: str, file: str) -> list[str]:
    """Where hidden links of *file* lead that come before any text of *page*."""
    heading = BeautifulSoup(built.text(file), "html.parser").h1
    assert heading is not None
    links = [
        link
        for link in heading.find_all_previous("a")
        if link.find_parent(hidden=True) and str(link["href"]).endswith("llms.txt")
    ]
    return [urljoin(f"{BASE}{page}", str(link["href"])) for link in links]


def in_markdown(built, file: str) -> list[str]:
    """Where links of the second block of *file* lead."""
    tokens = MarkdownIt().parse((built.out / file).read_text("utf-8"))
    assert tokens[0].tag == "h1"
    block = [t for t in tokens[3:] if t.type == "inline"][:1]
    links = [c for t in block for c in t.children or () if c.type == "link_open"]
    return [urljoin(f"{BASE}{file}", str(link.attrGet("href"))) for link in links]


@pytest.mark.parametrize("base_url", ["", BASE])
@pytest.mark.parametrize(
    ("builder", "theme"),
    [("html", "navapi"), ("html", "alabaster"), ("dirhtml", "navapi"), ("dirhtml", "furo")],
)
def test_each_page_leads_to_the_list(site, builder: str, theme: str, base_url: str) -> None:
    site.conf["html_theme"] = theme
    built = site.build(builder, html_baseurl=base_url)
    assert built.warnings == []
    for name in ("index", "deep/page", "plain"):
        uri = f"{name}.html" if builder == "html" or name == "index" else f"{name}/"
        file = f"{uri}index.html" if uri.endswith("/") else uri
        assert in_html(built, uri, file) == ([f"{BASE}llms.txt"] if theme == "navapi" else [])
        assert in_markdown(built, f"{name}.md") == [f"{BASE}llms.txt"]
    # Programs that look for a path find one, also beside the list.
    assert "/llms.txt" in (built.out / "index.md").read_text("utf-8")
    assert theme != "navapi" or "/llms.txt" in built.text("index.html")


def test_the_text_of_all_pages_is_without_it(site) -> None:
    text = site.build().text("llms-full.txt")
    assert "First words." in text
    assert "llms.txt" not in text


@pytest.mark.parametrize("theme", ["navapi", "alabaster"])
def test_no_list_no_link(site, theme: str) -> None:
    site.conf |= {"html_theme": theme, "navapi_llms_txt": False}
    built = site.build()
    assert in_html(built, "index.html", "index.html") == []
    assert in_markdown(built, "index.md") == []


def test_our_theme_adds_no_sign_to_headings(site) -> None:
    site.conf["html_theme"] = "navapi"
    built = site.build()
    heading = BeautifulSoup(built.text("index.html"), "html.parser").h1
    assert heading is not None
    assert heading.get_text() == "Home"
    link = heading.select_one("a.headerlink")
    assert link is not None
    assert link["title"]
    site.conf["html_permalinks_icon"] = "§"
    assert ">§</a>" in site.build().text("index.html")


def test_samples_that_are_not_in_the_markdown_say_so(small) -> None:
    small.conf["html_theme"] = "navapi"
    built = small.build()
    page = "api-reference/users/list-users"
    samples = BeautifulSoup(built.text(f"{page}.html"), "html.parser").select("[data-client]")
    assert len(samples) > 5
    markdown = built.text(f"{page}.md")
    for sample in samples:
        code = sample.select_one("code")
        assert code is not None
        is_told = code.get_text().splitlines()[0] in markdown
        assert is_told != sample.has_attr("data-markdown-ignore"), sample["data-client"]


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
def test_pages_of_a_version_lead_to_its_list(project, builder: str) -> None:
    versions = [{"version": "2", "pages": ["index"]}, {"version": "1", "pages": ["v1/deep/page"]}]
    pages = {"index.md": "# Home\n", "v1/deep/page.md": "# Page\n"}
    config = {"name": "Buoys", "theme": "mint", "navigation": {"versions": versions}}
    project.write({"docs.json": config, **pages})
    project.conf["html_theme"] = "navapi"
    built = project.build(builder)
    uri = "v1/deep/page.html" if builder == "html" else "v1/deep/page/"
    file = f"{uri}index.html" if uri.endswith("/") else uri
    assert in_html(built, uri, file) == [f"{BASE}v1/deep/llms.txt"]
    assert in_markdown(built, "v1/deep/page.md") == [f"{BASE}v1/deep/llms.txt"]
    assert "page.md" in built.text("v1/deep/llms.txt")
    assert in_html(built, "index.html", "index.html") == [f"{BASE}_navapi/llms/2/llms.txt"]

    # One version has no list of its own, and no page leads to one.
    config["navigation"] = {"pages": ["index", "v1/deep/page"]}
    project.write({"docs.json": config})
    built = project.build(builder)
    assert not (built.out / "v1/deep/llms.txt").exists()
    assert in_html(built, uri, file) == in_markdown(built, "v1/deep/page.md") == [f"{BASE}llms.txt"]


def test_links_of_a_version_lead_to_it_on_read_the_docs(site, monkeypatch) -> None:
    """Although search engines are to list another one, and its canonical links lead there."""
    host = "https://buoys.readthedocs.io/en"
    monkeypatch.setenv("READTHEDOCS_CANONICAL_URL", f"{host}/1.4/")

    def links(built) -> tuple[str, list[str], str]:
        (canonical,) = BeautifulSoup(built.text("plain.html"), "html.parser").select(
            "link[rel=canonical]"
        )
        listed = built.text("llms.txt").partition("/plain.md)")[0].rpartition("](")[2]
        return str(canonical["href"]), in_markdown(built, "plain.md"), listed

    built = site.build(html_baseurl=f"{host}/stable/")
    found = links(built)
    assert found == (f"{host}/stable/plain.html", [f"{host}/1.4/llms.txt"], f"{host}/1.4")
    # Another host is where the site is read.
    own = "https://docs.example.org/buoys"
    found = links(site.build(html_baseurl=f"{own}/"))
    assert found == (f"{own}/plain.html", [f"{own}/llms.txt"], own)
