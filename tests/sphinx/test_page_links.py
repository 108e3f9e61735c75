"""Parts of pages with links: anchors of headings, icons as links, details, the root."""

from __future__ import annotations

from dataclasses import replace

import pytest
from bs4 import BeautifulSoup

PAGE = """---
title: Links
---

## 安装（可选）：第一步

## Fees & billing

## Fees & billing

[own](#安装（可选）：第一步) [second](#fees-&-billing-2)

<details open>
<summary>More **info**</summary>

- Hidden.

</details>

<a href="/other"><Icon icon="github" /></a>

<a href="/other" aria-label="To it"><Icon icon="rocket" /></a>

<a href="https://www.x.example/a/"><Icon icon="github" /></a>
"""


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": {"name": "Links", "navigation": {"pages": ["page", "other"]}},
            "page.mdx": PAGE,
            "other.mdx": "---\ntitle: Other\n---\n\nText.\n",
        }
    )
    return project


def test_anchors_of_a_hosted_service(site):
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("page.html"), "html.parser")
    headings = {each["id"]: each.find_parent("section") for each in page.select("span[id]")}
    assert headings["安装（可选）：第一步"].h2.contents[0] == "安装（可选）：第一步"
    assert headings["fees-&-billing"] is not headings["fees-&-billing-2"]
    assert page.find("a", string="own")["href"] == "#安装（可选）：第一步"


def test_pages_of_myst_keep_their_anchors(project):
    """Their HTML is that of MyST, in a project that loads it and has a navigation."""
    index = "# Home\n\n```{toctree}\npage\nother\n```\n"
    text = "# Fees & *billing* …\n\nText.\n\n## A `b_c` d\n"
    project.conf.update(
        extensions=["myst_parser", "sphinx_navapi"], html_theme="alabaster", myst_heading_anchors=2
    )
    project.write(
        {
            "index.md": index,
            "page.md": text,
            "other.mdx": "---\ntitle: Other\n---\n\n## Fees & *billing*\n",
            "docs.json": {"name": "Links", "navigation": {"pages": ["index", "page"]}},
        }
    )
    built = project.build()
    assert built.warnings == []
    other = BeautifulSoup(built.text("other.html"), "html.parser")
    assert other.find(id="fees-&-billing") is not None
    without = replace(project, folder=project.folder / "without")
    without.write({"index.md": index, "page.md": text, "other.md": "# Other\n"})
    # Sphinx would add MyST's suffix to the default, which later builds of this process share.
    suffixes = {".rst": "restructuredtext", ".md": "markdown"}
    plain = without.build(extensions=["myst_parser"], source_suffix=suffixes)
    assert plain.warnings == []

    def section(text: str) -> str:
        return str(BeautifulSoup(text, "html.parser").select_one("section"))

    assert section(built.text("page.html")) == section(plain.text("page.html"))


def test_details_open(site):
    page = BeautifulSoup(site.build().text("page.html"), "html.parser")
    details = page.select_one("details.navapi-disclosure[open]")
    assert details.summary.decode_contents() == "More <strong>info</strong>"
    assert details.li.get_text().strip() == "Hidden."


def test_icons_are_links_with_a_name(site):
    page = BeautifulSoup(site.build().text("page.html"), "html.parser")
    links = [link for link in page.select(".body a") if link.find("svg")]
    assert [link["title"] for link in links] == ["Other", "To it", "x.example/a"]
    assert all(not link.get_text().strip() for link in links)
    text = site.build("text").text("page.txt")
    assert "x.example/a" in text
    assert "**More **info****" in text


@pytest.mark.parametrize(
    ("destination", "href"),
    [
        ("/other", "other.html"),
        ("/old", "other.html"),
        ("/other#a", "other.html#a"),
        ("https://x.example/", "https://x.example/"),
        ("/nowhere", "page.html"),
    ],
)
def test_a_redirect_from_the_root(site, destination, href):
    rules = [
        {"source": "/", "destination": destination},
        {"source": "/old", "destination": "/other"},
    ]
    navigation = {"pages": ["page", "other"]}
    site.write({"docs.json": {"name": "L", "navigation": navigation, "redirects": rules}})
    built = site.build()
    assert f'content="0; url={href}"' in built.text("index.html")
    assert len(built.warnings) == (destination == "/nowhere")


def test_a_changed_redirect_from_the_root(site):
    site.build()
    navigation = {"pages": ["page", "other"]}
    rules = [{"source": "/", "destination": "/other"}]
    site.write({"docs.json": {"name": "Links", "navigation": navigation, "redirects": rules}})
    assert 'content="0; url=other.html"' in site.build().text("index.html")


def test_a_page_at_the_root_stays(site):
    rules = [{"source": "/", "destination": "/other"}]
    navigation = {"pages": ["index", "page", "other"]}
    site.write(
        {
            "docs.json": {"name": "L", "navigation": navigation, "redirects": rules},
            "index.mdx": "---\ntitle: Home\n---\n\nWelcome.\n",
        }
    )
    built = site.build()
    assert built.warnings == []
    assert "Welcome." in built.text("index.html")
    assert '"/" is a page, so the redirect is ignored' in built.status


def test_many_redirects_that_are_ignored_for_one_reason_are_one_note(site):
    sources = [f"/old#{part}" for part in "abcdef"] + ["/page", "/other"]
    rules = [{"source": source, "destination": "/other"} for source in sources]
    navigation = {"pages": ["page", "other"]}
    site.write({"docs.json": {"name": "L", "navigation": navigation, "redirects": rules}})
    built = site.build()
    assert built.warnings == []
    anchors, *pages = [line for line in built.status.splitlines() if "[navapi.config]" in line]
    assert "6 redirects" in anchors
    assert "docs.json:" in anchors
    # A few are named.
    assert ['"/page"' in pages[0], '"/other"' in pages[1], len(pages)] == [True, True, 2]


@pytest.mark.parametrize(
    ("options", "found"),
    [
        pytest.param({}, ["llms.txt", "llms-full.txt"], id="default"),
        pytest.param({"navapi_llms_txt": False}, [], id="none"),
        pytest.param(
            {"html_baseurl": "https://l.example/docs/"},
            ["llms.txt", "llms-full.txt", "sitemap.xml"],
            id="address",
        ),
    ],
)
def test_links_to_files_that_the_build_makes(site, options, found):
    text = "[a](/llms.txt) [b](../llms-full.txt) [c](/docs/sitemap.xml)\n"
    navigation = {"pages": ["page", "other", "deep/more"]}
    site.write({"docs.json": {"name": "L", "navigation": navigation}, "deep/more.mdx": text})
    built = site.build(**options)
    assert len(built.warnings) == 3 - len(found)
    page = BeautifulSoup(built.text("deep/more.html"), "html.parser")
    links = [link["href"] for link in page.select(".body p a")]
    assert links == [f"../{name}" for name in found]
    assert all((built.out / name).is_file() for name in found)


HOSTED = """---
title: Page
---

![Plan](/docs/images/plan.svg) <img src="/docs/images/plan.svg" width="20" /> [data](/docs/data.csv)

<a href="/docs/other#part">inside</a> [link](/docs/other) ![There](/docs/own.svg)

<video src="/docs/film.mp4" controls />
"""


def test_addresses_with_the_path_of_the_site(project):
    config = {"name": "Links", "navigation": {"pages": ["page", "other"]}}
    files = dict.fromkeys(["images/plan.svg", "docs/own.svg"], "<svg/>")
    project.write(
        {
            "docs.json": config,
            "page.mdx": HOSTED,
            "other.mdx": "---\ntitle: Other\n---\n\n## Part\n",
            **files,
            "data.csv": "a,b\n",
            "film.mp4": "film",
        }
    )
    lost = "\n".join(project.build().warnings)
    assert all(path in lost for path in ("docs/images", "/docs/other", "/docs/data.csv"))

    tags = {"canonical": "https://library.example/docs"}
    project.write({"docs.json": {**config, "seo": {"metatags": tags}}})
    built = project.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("page.html"), "html.parser")
    assert {each["src"] for each in page.select("img")} == {"_images/plan.svg", "_images/own.svg"}
    assert page.find("a", string="inside")["href"] == "other.html#part"
    assert page.find("a", string="link")["href"] == "other.html"
    assert page.find("a", string="data")["href"].endswith("/data.csv")
    assert page.video["src"].startswith("_downloads/")


MYST_PAGE = """# Page

## Build site

[](#build_site) and [*the* site](#build_site), [](#long--shelf), [](#Other)

[](Other.md#near), [](#list_of_shelves)

## Other

## Long shelf

:::{glossary}
long--shelf
: Of wood.
:::

## List of shelves
"""

MYST_OTHER = """# Other

## Near

```{py:function} build_site()
```

```{py:module} list_of_shelves
```

(near)=
Text.
"""


def test_links_that_myst_resolves_stay_as_they_are(project):
    """Although a heading has nearly the same name as what they lead to."""
    pages = {
        "index.md": "# Home\n\n```{toctree}\npage\nOther\n```\n",
        "page.md": MYST_PAGE,
        "Other.md": MYST_OTHER,
    }
    confvals = {"html_theme": "alabaster", "myst_enable_extensions": ["colon_fence"]}
    project.conf.update(extensions=["myst_parser", "sphinx_navapi"], **confvals)
    project.write({**pages, "docs.json": {"navigation": {"pages": ["index", "page"]}}})
    built = project.build()
    without = replace(project, folder=project.folder / "without")
    without.write(pages)
    suffixes = {".rst": "restructuredtext", ".md": "markdown"}
    plain = without.build(extensions=["myst_parser"], source_suffix=suffixes)
    assert built.warnings == plain.warnings == []

    def links(text: str) -> list[str]:
        return [str(each) for each in BeautifulSoup(text, "html.parser").select(".body p a")]

    assert len(links(plain.text("page.html"))) == 6
    assert links(built.text("page.html")) == links(plain.text("page.html"))
