"""Formulas: what counts as one, which pages load the library, and where it comes from."""

from __future__ import annotations

import importlib.util

import pytest
from bs4 import BeautifulSoup
from full_run import first

FORMULAS = """---
title: Formulas
---

A $\\frac{a}{b}$ for $5 and $10, {1 + 1}.

$$
c = d_{1}
$$

```math
e^2
```
"""
FILES = {
    "docs.json": {"name": "F", "navigation": {"pages": ["index", "deep/formulas", "prices"]}},
    "index.mdx": "---\ntitle: Home\n---\n\nNone.\n",
    "deep/formulas.mdx": FORMULAS,
    "prices.mdx": "---\ntitle: Prices\n---\n\nFrom $5 and $10 to 20$, `$x^2$`.\n",
}


@pytest.fixture
def site(project, monkeypatch):
    """A site without ``conf.py``, on a machine without the library."""
    find_spec = importlib.util.find_spec
    monkeypatch.setattr(
        importlib.util,
        "find_spec",
        lambda name: None if name == "sphinxcontrib.katex" else find_spec(name),
    )
    project.conf.update(extensions=["myst_parser", "sphinx_navapi"], html_theme="navapi")
    project.write(FILES)
    return project


def add_library(site, *, with_style: bool) -> None:
    folder = site.src / "node_modules" / "katex" / "dist"
    (folder / "fonts").mkdir(parents=True)
    (folder / "katex.min.js").write_text("window.katex = {}\n", "utf-8")
    if with_style:
        (folder / "katex.min.css").touch()
        (folder / "fonts" / "A.woff2").touch()


def loaded(built, name="deep/formulas.html"):
    page = BeautifulSoup(built.text(name), "html.parser")
    found = list(page.select("script[src]"))
    ours = [tag for tag in found if "navapi-formulas" in tag["src"]]
    remote = [tag["src"] for tag in found if tag["src"].startswith("http")]
    return [(tag["data-library"], tag.get("data-style")) for tag in ours], remote


def test_formulas_and_prices(site):
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("deep/formulas.html"), "html.parser").select_one(".body")
    # MyST-Parser 4 leaves the line break before the closing fence.
    shown = [each.get_text().strip().replace("\n", "") for each in page.select(".math")]
    assert shown == [r"\(\frac{a}{b}\)", r"\[c = d_{1}\]", r"\[e^2\]"]
    assert "for $5 and $10, 2." in page.p.get_text()
    prices = BeautifulSoup(built.text("prices.html"), "html.parser").select_one(".body")
    assert not prices.select(".math")


@pytest.mark.parametrize("with_style", [True, False])
def test_the_library_of_npm_is_in_the_output(site, with_style):
    add_library(site, with_style=with_style)
    built = site.build()
    style = "../_navapi/katex/katex.min.css" if with_style else None
    assert loaded(built) == ([("../_navapi/katex/katex.min.js", style)], [])
    assert loaded(built, "index.html") == loaded(built, "prices.html") == ([], [])
    assert (built.out / "_navapi/katex/fonts/A.woff2").is_file() == with_style


def test_the_library_comes_later(site):
    assert loaded(site.build())[0] == []
    add_library(site, with_style=False)
    built = site.build()
    assert built.read == []
    assert "deep/formulas" in built.written
    assert "prices" not in built.written
    assert loaded(built)[0] != []


@pytest.mark.parametrize(
    "conf",
    [
        {"mathjax_path": "https://x.example/own.js"},
        {"mathjax3_config": {"tex": {}}},
        {"extensions": ["myst_parser", "sphinx_navapi", "sphinx.ext.mathjax"]},
    ],
)
def test_what_a_project_chose_stays(site, conf):
    add_library(site, with_style=True)
    ours, remote = loaded(site.build(**conf))
    assert ours == []
    assert remote == [conf.get("mathjax_path", remote[0])]


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "epub", "man"]))
def test_other_builders(site, builder):
    add_library(site, with_style=True)
    built = site.build(builder, version="1", epub_copyright="Us", copyright="Us")
    assert built.warnings == []
    assert not (built.out / "_navapi/katex").exists()
