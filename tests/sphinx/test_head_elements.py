"""``head`` and ``customCSS`` of docs.json, in built pages."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from warm_python import run_module
from write_files import write_files

from sphinx_navapi.server.content_policy import page_policy

NAVIGATION = {"pages": ["index", "deep/page"]}


@pytest.fixture
def site(project):
    def change(**settings: Any) -> None:
        project.write({"docs.json": {"navigation": NAVIGATION, **settings}})

    project.conf["html_theme"] = "navapi"
    project.write({
        "index.md": "# Home\n", "deep/page.md": "# Page\n", "style/a b.css": "h1 { color: red }\n",
        "data.js": "window.data = 1\n",
    })  # fmt: skip
    project.change = change
    return project


def head(built: Any, name: str) -> list[Any]:
    """The last elements of the page's head."""
    return BeautifulSoup(built.text(name), "html.parser").head.find_all(recursive=False)


@pytest.mark.parametrize("theme", ["navapi", "furo", "alabaster"])
def test_elements_stand_at_the_end_of_each_head(site, theme: str) -> None:
    site.conf["html_theme"] = theme
    site.change(
        customCSS="/style/a b.css",
        head=[
            {"tag": "script", "attrs": {"src": "/data.js?a=1", "defer": True, "async": False}},
            {"tag": "link", "attrs": {"rel": "preconnect", "href": "https://a.example"}},
            {"tag": "link", "attrs": {"rel": "help", "href": "/deep/page"}},
            {"tag": "meta", "attrs": {"name": "x", "content": '"<b>'}},
            {"tag": "script", "content": "let a = '</script>'"},
        ],
    )
    built = site.build()
    assert built.warnings == []
    for name, up in (("index.html", ""), ("deep/page.html", "../"), ("search.html", "")):
        style, script, preconnect, link, meta, inline = head(built, name)[-6:]
        assert style.attrs == {"rel": ["stylesheet"], "href": f"{up}style/a%20b.css"}
        assert script.attrs == {"src": f"{up}data.js?a=1", "defer": ""}
        assert preconnect["href"] == "https://a.example"
        assert link["href"].endswith("page.html")
        assert meta["content"] == '"<b>'
        assert inline.string == r"let a = '<\/script>'"
    assert (built.out / "style/a b.css").read_text("utf-8") == "h1 { color: red }\n"
    assert (built.out / "data.js").exists()
    # The server's policy allows the inline script, by its hash.
    assert "script-src 'self' 'sha256-" in page_policy(built.text("index.html").encode())


def test_addresses_in_styles_are_relative(site) -> None:
    site.write({"style/a b.css": "h1 { background: url(/a.png) }\n"})
    site.change(customCSS="/style/a b.css", head=[{"tag": "style", "content": "@import '/b.css'"}])
    built = site.build()
    assert (built.out / "style/a b.css").read_text("utf-8") == "h1 { background: url(../a.png) }\n"
    assert head(built, "index.html")[-1].string == "@import 'b.css'"
    assert head(built, "deep/page.html")[-1].string == "@import '../b.css'"


def test_a_change_writes_pages_again_and_takes_files_away(site) -> None:
    site.change()
    before = site.build().text("index.html")
    site.change(customCSS=["style/a b.css", "https://cdn.example/b.css"])
    built = site.build()
    assert built.written == ["deep/page", "index"]
    assert [link["href"] for link in head(built, "index.html")[-2:]] == [
        "style/a%20b.css",
        "https://cdn.example/b.css",
    ]
    site.change()
    again = site.build()
    assert again.text("index.html") == before
    assert not (again.out / "style").exists()


def test_files_that_are_not_there_are_reported_with_their_place(site) -> None:
    site.conf["html_extra_path"] = ["extra"]
    site.write({"extra/there.js": "1\n"})
    site.change(
        customCSS=["style/a b.css", "/none.css"],
        head=[
            {"tag": "script", "attrs": {"src": "/there.js"}},
            {"tag": "script", "attrs": {"src": "../../outside.js"}},
        ],
    )
    built = site.build()
    # The server may provide them.
    assert built.warnings == []
    first, second = built.site()["diagnostics"]
    assert 'customCSS.1: the file "none.css"' in first["message"]
    assert 'head.1.attrs.src: the file "../../outside.js"' in second["message"]
    assert first["file"] == "docs.json"
    assert first["line"] < second["line"]
    assert (first["level"], first["subtype"]) == ("info", "config")
    assert first["message"] in built.status


@pytest.mark.parametrize("entry", [{"tag": "base", "attrs": {"href": "/"}}, {"attrs": {}}, "x",
                                   {"tag": "iframe"}])  # fmt: skip
def test_other_elements_are_refused(site, entry: object) -> None:
    site.change()
    before = site.build().text("index.html")
    site.change(head=[entry])
    built = site.build()
    [warning] = built.warnings
    assert "head.0" in warning
    assert built.text("index.html") == before


def test_names_of_attributes_cannot_break_out(site) -> None:
    site.change(head=[{"tag": "meta", "attrs": {"x><script>": "1", "name": "a", "content": 5}}])
    built = site.build()
    assert head(built, "index.html")[-1].attrs == {"name": "a", "content": "5"}


def test_without_a_conf_file_each_file_is_loaded_once_as_said(tmp_path: Path) -> None:
    files = {
        "docs.json": {
            "navigation": {"pages": ["index"]},
            "head": [{"tag": "script", "attrs": {"src": "/chat.js", "type": "module"}}],
        },
        "index.md": "# Home\n",
        "chat.js": "1\n",
        "other.js": "2\n",
    }
    source = write_files(tmp_path, files)
    run_module("sphinx_navapi", "build", source, source / "_out", check=True)
    page = BeautifulSoup((source / "_out/index.html").read_text("utf-8"), "html.parser")
    scripts = [tag for tag in page.select("script[src]") if "_static" not in tag["src"]]
    assert [tag["src"] for tag in scripts] == ["other.js", "chat.js"]
    assert scripts[1]["type"] == "module"
    assert (source / "_out/chat.js").exists()
