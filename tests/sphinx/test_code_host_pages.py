"""What code hosts add to Markdown, in pages and in texts of documents, in each format."""

from __future__ import annotations

from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from warm_python import run_module
from write_files import write_files

TEXT = """\
> [!warning]
> Take *care*.
>
> - a

- item

  > [!NOTE]
  > In an item.

- [ ] todo
- [x] done

~~old~~ new[^1]

[^1]: A note.
"""
ADMONITION = """\
{% admonition type="danger" name="Stop" %}
Now `{% x /%}`.
{% /admonition %}

{% tabs %}
{% tab label="A" %}
Kept.
{% /tab %}
{% /tabs %}
"""
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "API", "version": "1"},
    "servers": [{"url": "https://a.example"}],
    "paths": {
        "/a": {
            "get": {
                "summary": "Get",
                "description": f"{ADMONITION}\n{TEXT}",
                "responses": {
                    "200": {"description": TEXT},
                    "404": {"description": "> [!TIP]\n> Short."},
                },
            }
        }
    },
}
FILES = {
    "docs.json": {
        "name": "T",
        "navigation": {"pages": ["index", "page", "markdoc"], "openapi": "a.json"},
    },
    "index.md": f"# Home\n\n{TEXT}",
    "page.mdx": f"# Page\n\n{TEXT}",
    "markdoc.md": f"# Markdoc\n\n{ADMONITION}",
    "a.json": DOCUMENT,
}
#: Pages with the number of times that they have `TEXT`.
SHOWN = {"index": 1, "page": 1, "api-reference/get": 2}


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The outputs of a project without a ``conf.py``, a folder for each builder."""
    folder = tmp_path_factory.mktemp("site")
    write_files(folder / "src", FILES)
    for builder, theme in (("html", "navapi"), ("text", "navapi"), ("latex", "furo")):
        options = ["-D", f"html_theme={theme}", "--", "-b", builder, "-W", "-q", "-d", "doctrees"]
        run_module("sphinx_navapi", "build", "src", builder, *options, cwd=folder, check=True)
    return folder


@pytest.mark.parametrize("page", SHOWN)
def test_html(built: Path, page: str) -> None:
    body = BeautifulSoup((built / f"html/{page}.html").read_text("utf-8"), "html.parser").article
    assert body is not None
    count = SHOWN[page]
    warnings = body.select(".admonition.warning")
    assert len(warnings) == len(body.select("li .admonition.note")) == count
    title = warnings[0].select_one(".admonition-title")
    assert title is not None
    assert title.get_text() == "Warning"
    assert warnings[0].select_one("em")
    assert warnings[0].select_one("li")
    assert len(body.select("input[type=checkbox][disabled]")) == 2 * count
    assert len(body.select("input[checked]")) == count
    assert [each.get_text() for each in body.select("s")] == ["old"] * count
    assert body.get_text().count("A note.") == count
    assert "[!" not in body.get_text()
    assert "[^" not in body.get_text()


def test_a_short_callout_is_below_the_status(built: Path) -> None:
    page = BeautifulSoup((built / "html/api-reference/get.html").read_text("utf-8"), "html.parser")
    (response,) = page.select("#r404")
    (tip,) = response.select(".admonition.tip")
    assert tip.get_text(" ", strip=True) == "Tip Short."


@pytest.mark.parametrize("page", ["markdoc", "api-reference/get"])
def test_markdoc(built: Path, page: str) -> None:
    html = (built / f"html/{page}.html").read_text("utf-8")
    body = BeautifulSoup(html, "html.parser").article
    assert body is not None
    (title,) = [each for each in body.select(".admonition-title") if each.get_text() == "Stop"]
    assert "Now {% x /%}." in (title.parent or title).get_text()
    assert "Kept." in body.get_text()
    assert "{% tab" not in body.get_text()
    assert "{% admonition" not in (built / f"html/{page}.md").read_text("utf-8")


def test_text(built: Path) -> None:
    for page, count in SHOWN.items():
        text = (built / f"text/{page}.txt").read_text("utf-8")
        assert text.count("Warning:") == text.count("* [x] done") == count
        assert text.count("~~old~~") == text.count("* [ ] todo") == count
    tex = (built / "latex/t.tex").read_text("utf-8")
    assert tex.count(r"\textasciitilde{}\textasciitilde{}old\textasciitilde{}") == sum(
        SHOWN.values()
    )


def test_markdown(built: Path) -> None:
    for page, count in SHOWN.items():
        text = (built / f"html/{page}.md").read_text("utf-8")
        assert text.lower().count("> [!warning]\n") == text.count("~~old~~") == count
    for page in ("api-reference/get", "markdoc"):
        text = (built / f"html/{page}.md").read_text("utf-8")
        assert "> [!CAUTION]\n> **Stop**\n>\n> Now `{% x /%}`.\n" in text
