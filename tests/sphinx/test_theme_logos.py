"""The logos of docs.json in third-party themes."""

from __future__ import annotations

from pathlib import Path
from typing import Any
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from theme_cases import CASES, ONE_LOGO, TWO_LOGOS

TWO, ONE = TWO_LOGOS, [*ONE_LOGO, "classic"]


@pytest.fixture
def site(project):
    project.write(
        {
            "docs.json": {
                # Files of one name in two folders.
                "logo": {"light": "/day/logo.svg", "dark": "/night/logo.svg"},
                "favicon": "/icon.svg",
                "navigation": {"pages": ["index", "a/b"]},
            },
            "index.md": "# Home\n",
            "a/b.md": "# B\n",
            **{
                f"{name}.svg": f'<svg xmlns="http://www.w3.org/2000/svg"><!--{name}--></svg>'
                for name in ("day/logo", "night/logo", "icon", "own")
            },
        }
    )
    return project


def images(built: Any, name: str, selector: str = "img") -> list[str]:
    """The images of a page: text of the files, or URLs."""
    soup = BeautifulSoup(built.text(name), "html.parser")
    found = []
    for image in soup.select(selector):
        source = image.get("src") or image["href"]
        path = source.partition("?")[0]
        if path.startswith("https:"):
            found.append(path)
            continue
        file = built.out / Path(urljoin(f"/{name}", path)).relative_to("/")
        found.append(file.read_text("utf-8").partition("<!--")[2].partition("-->")[0])
    return found


@pytest.mark.parametrize("theme", theme_params(TWO))
@pytest.mark.parametrize("page", ["index.html", "a/b.html"])
def test_two_logos(site, theme, page):
    built = site.build(html_theme=theme)
    assert built.warnings == []
    assert set(images(built, page)) == {"day/logo", "night/logo"}
    soup = BeautifulSoup(built.text(page), "html.parser")
    for image in soup.select("img"):
        (scheme,) = (s for s in ("light", "dark") if s in image["src"])
        assert scheme in " ".join(image["class"])


@pytest.mark.parametrize("theme", ONE)
def test_one_logo(site, theme):
    built = site.build(html_theme=theme)
    assert built.warnings == []
    assert set(images(built, "a/b.html")) == {"day/logo"}
    assert not list((built.out / "_static").glob("navapi-logo*"))


@pytest.mark.parametrize("theme", theme_params([*TWO, *ONE, "navapi"]))
def test_favicon(site, theme):
    built = site.build(html_theme=theme)
    assert images(built, "a/b.html", "link[rel~=icon]") == ["icon"]


@pytest.mark.parametrize("theme", theme_params(TWO))
def test_the_project_wins(site, theme):
    built = site.build(html_theme=theme, html_logo="own.svg")
    assert set(images(built, "a/b.html")) == {"own"}
    assert not list((built.out / "_static").glob("navapi-logo*"))


@pytest.mark.parametrize("theme", theme_params(TWO))
def test_options_of_the_theme_win(site, theme):
    options = {"html_theme_options": CASES[theme].logo, "html_static_path": ["own.svg"]}
    built = site.build(html_theme=theme, **options)
    assert "own" in images(built, "a/b.html")
    assert "night/logo" not in images(built, "a/b.html")


def test_furo_shows_the_name_once(site):
    name = "sidebar-brand-text"
    assert name not in site.build(html_theme="furo").text("a/b.html")
    shown = {"sidebar_hide_name": False}
    assert name in site.build(html_theme="furo", html_theme_options=shown).text("a/b.html")


def test_addresses(site):
    logo = {"light": "https://x.example/l.svg", "dark": "https://x.example/d.svg"}
    site.write({"docs.json": {"logo": logo, "navigation": {"pages": ["index", "a/b"]}}})
    for theme in ("shibuya", "pydata_sphinx_theme"):
        assert set(images(site.build(html_theme=theme), "a/b.html")) == set(logo.values())
    # Which only accepts files.
    assert images(site.build(html_theme="furo"), "a/b.html") == [logo["light"]]


def test_another_logo_is_shown_on_every_page(site):
    site.build(html_theme="furo")
    site.write({"docs.json": {"logo": "/own.svg", "navigation": {"pages": ["index", "a/b"]}}})
    built = site.build(html_theme="furo")
    assert set(images(built, "a/b.html")) == {"own"}
    assert set(images(built, "index.html")) == {"own"}
