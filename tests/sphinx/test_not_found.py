"""``404.html``: links that work at any depth, below any URL."""

from __future__ import annotations

import json
import re
from pathlib import Path
from urllib.parse import urljoin

import pytest
from full_run import first
from warm_python import run_module
from write_files import write_files

from sphinx_navapi.features.not_found import base_path


def build(folder: Path, *options: str, **files: str) -> Path:
    """The output of a small site with *files* beside its two pages."""
    source = folder / "docs"
    source.mkdir()
    navigation = {"pages": ["index", "guide/page"]}
    (source / "docs.json").write_text(json.dumps({"navigation": navigation}), "utf-8")
    texts = {"index.md": "# Home\n", "guide/page.md": "# A page\n", **files}
    write_files(source, texts)
    out = folder / "out"
    options = ["-D", "html_theme=navapi", "--", "-qW", *options]
    run_module("sphinx_navapi", "build", source, out, *options, check=True)
    return out


@pytest.mark.parametrize("builder", ["html", "dirhtml"])
@pytest.mark.parametrize("base", first(1, ["https://docs.library.example/the%20manual/", ""]))
def test_links_hold_at_any_depth(builder: str, base: str, tmp_path: Path) -> None:
    out = build(tmp_path, "-b", builder, "-D", f"html_baseurl={base}")
    text = (out / "404.html").read_text("utf-8")
    assert "<h1>Page not found</h1>" in text
    assert '<meta name="robots" content="noindex">' in text
    path = "/the%20manual/" if base else "/"
    (href,) = re.findall(r'<base href="([^"]*)">', text)
    assert text.index("<base ") < text.index('href="', text.index("<base ") + len(href) + 15)
    shown = urljoin(f"http://127.0.0.1{path}any/depth/at/all", href)
    links = set(re.findall(r'(?:href|src)="([^"#:]+)"', text)) - {href}
    assert len(links) > 5
    for link in links:
        url = urljoin(shown, link).partition("?")[0]
        assert url.startswith(f"http://127.0.0.1{path}")
        file = url.removeprefix(f"http://127.0.0.1{path}")
        assert (out / file).exists(), link
    site = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))
    assert "404" not in site["pages"]


def test_a_page_of_the_project_wins(tmp_path: Path) -> None:
    out = build(tmp_path, **{"404.md": "---\norphan: true\n---\n\n# Gone fishing\n"})
    assert "Gone fishing" in (out / "404.html").read_text("utf-8")


def test_in_the_language_of_the_site(tmp_path: Path) -> None:
    out = build(tmp_path, "-D", "language=de")
    assert "<h1>Seite nicht gefunden</h1>" in (out / "404.html").read_text("utf-8")


@pytest.mark.parametrize(
    ("url", "path"),
    [
        ("", "/"),
        ("https://a.example", "/"),
        ("https://a.example/b", "/b/"),
        ("https://a.example/b/c/", "/b/c/"),
        ('https://a.example/"><script>', "/%22%3E%3Cscript%3E/"),
    ],
)
def test_base_path(url: str, path: str) -> None:
    assert base_path(url) == path


def test_own_words_and_the_way_home(tmp_path: Path) -> None:
    error = {"title": "Lost <i>", "description": "Ask *us*.", "redirect": True}
    out = build(
        tmp_path,
        **{
            "docs.json": json.dumps(
                {"errors": {"404": error}, "navigation": {"pages": ["index", "guide/page"]}}
            )
        },
    )
    text = (out / "404.html").read_text("utf-8")
    assert "<h1>Lost &lt;i&gt;</h1>\n<p>Ask <em>us</em>.</p>" in text
    assert '<meta http-equiv="refresh" content="0; url=/index.html">' in text


def test_pages_to_suggest(tmp_path: Path) -> None:
    hidden = "---\nhidden: true\n---\n\n# Hidden\n"
    # Fields of reStructuredText are texts.
    field = ":hidden: true\n\nAlso hidden\n===========\n"
    navigation = {"pages": ["index", "guide/page", "guide/hidden", "guide/field"]}
    configuration = json.dumps({"navigation": navigation})
    out = build(
        tmp_path,
        **{"docs.json": configuration, "guide/hidden.md": hidden, "guide/field.rst": field},
    )
    pages = json.loads((out / "_navapi" / "pages.json").read_text("utf-8"))
    assert pages == [["index.html", "Home"], ["guide/page.html", "A page"]]
    text = (out / "404.html").read_text("utf-8")
    assert 'data-pages="_navapi/pages.json"' in text
    assert '<form class="search" action="search.html" role="search">' in text
    home = (out / "index.html").read_text("utf-8")
    assert "guide/page.html" in home
    assert not re.search("guide/(hidden|field)", home)
