"""Style sheets and scripts beside the pages of a project without ``conf.py``."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from warm_python import run_module
from write_files import write_files

FILES: dict[str, Any] = {
    "docs.json": {"name": "Site", "navigation": {"pages": ["index", "deep/page"]}},
    "index.md": "# Home\n\nText\n",
    "deep/page.md": "# Page\n\nText\n\n## Sidebar\n",
    "theme/site.css": "#navbar { color: red }\n",
    # Like libraries that Node and browsers load.
    "chat.js": "!function(e, t) {\n  typeof module == 'object' ? module.exports = t(require('x')) :"
    " e.chat = t()\n}(this, () => 1)\n",
    "module.js": "export const chat = 1\n",
    "tailwind.config.js": "export default {}\n",
    "chat.test.js": "test()\n",
    "script.js": "#!/usr/bin/env node\n",
    "tool.js": "const fs = require('fs')\n",
    "node_modules/x/x.js": "x()\n",
}

BASE = "https://library.example/docs"


def build(folder: Path, *flags: str) -> str:
    """Build with the command of a project without ``conf.py``; returns its output."""
    done = run_module("sphinx_navapi", "build", folder, folder / "_out", *flags, check=True)
    assert "WARNING" not in done.stderr
    return done.stdout


def page(folder: Path, name: str) -> BeautifulSoup:
    return BeautifulSoup((folder / "_out" / name).read_text("utf-8"), "html.parser")


def loaded(found: BeautifulSoup) -> tuple[list[str], list[tuple[str, str | None]]]:
    """The site's own style sheets and scripts on the page, each with its type."""
    styles = [str(link["href"]) for link in found.select("link[rel=stylesheet]")]
    scripts = [(str(tag["src"]), tag.get("type")) for tag in found.select("script[src]")]
    return (
        [href for href in styles if "_static" not in href],
        [(src, kind) for src, kind in scripts if "_static" not in src and src != "searchindex.js"],  # type: ignore[misc]
    )


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_files(tmp_path_factory.mktemp("site"), FILES)


@pytest.mark.parametrize("name", ["index.html", "search.html", "404.html"])
def test_each_page_loads_them(site: Path, name: str) -> None:
    assert "on each page: theme/site.css, chat.js, module.js (" in build(site)
    styles, scripts = loaded(page(site, name))
    assert styles == ["theme/site.css"]
    assert scripts == [("chat.js", None), ("module.js", "module")]
    for file in ("theme/site.css", "chat.js", "module.js"):
        assert (site / "_out" / file).read_text("utf-8") == FILES[file]
    assert not (site / "_out/tool.js").exists()


def test_addresses_are_relative_and_ids_stand_once(site: Path) -> None:
    build(site)
    found = page(site, "deep/page.html")
    assert loaded(found)[0] == ["../theme/site.css"]
    assert [tag.name for tag in found.select("#navbar")] == ["header"]
    assert [tag.name for tag in found.select("#content-area")] == ["article"]
    # A heading of the page has this one.
    assert [tag.name for tag in found.select("#sidebar")] == ["section"]
    assert [tag.name for tag in page(site, "index.html").select("#sidebar")] == ["div"]


def test_addresses_in_style_sheets_are_relative(tmp_path: Path) -> None:
    style = "@font-face { src: url('/fonts/a.woff2') }\nbody { background: url(/docs/logo.png) }\n"
    write_files(
        tmp_path,
        {
            **FILES,
            "docs.json": {**FILES["docs.json"], "seo": {"metatags": {"canonical": BASE}}},
            "theme/site.css": style,
            "logo.png": "",
            "fonts/a.woff2": "",
        },
    )
    build(tmp_path)
    assert (tmp_path / "_out/theme/site.css").read_text("utf-8") == (
        "@font-face { src: url('../fonts/a.woff2') }\nbody { background: url(../logo.png) }\n"
    )
    assert (tmp_path / "_out/fonts/a.woff2").exists()


@pytest.mark.parametrize("how", ["setting", "conf"])
def test_what_leaves_them_out(tmp_path: Path, how: str) -> None:
    files = dict(FILES)
    if how == "setting":
        files["docs.json"] = {**FILES["docs.json"], "styling": {"siteFiles": False}}
    else:
        files["conf.py"] = (
            'extensions = ["sphinx_navapi"]\nhtml_theme = "navapi"\nexclude_patterns = ["_out"]\n'
        )
    folder = write_files(tmp_path, files)
    assert "on each page" not in build(folder)
    found = page(folder, "index.html")
    assert loaded(found) == ([], [])
    assert not found.select("#navbar")
    assert not (folder / "_out/chat.js").exists()


def test_pages_follow_files_that_come_and_go(tmp_path: Path) -> None:
    folder = write_files(tmp_path, FILES)
    build(folder)
    (folder / "chat.js").unlink()
    (folder / "more.css").write_text("h1 { color: blue }\n", "utf-8")
    build(folder)
    for name in ("index.html", "404.html", "search.html"):
        styles, scripts = loaded(page(folder, name))
        assert styles == ["more.css", "theme/site.css"]
        assert scripts == [("module.js", "module")]
    assert not (folder / "_out/chat.js").exists()
    (folder / "more.css").write_text("h1 { color: green }\n", "utf-8")
    before = (folder / "_out/index.html").stat().st_mtime_ns
    build(folder)
    assert "green" in (folder / "_out/more.css").read_text("utf-8")
    assert (folder / "_out/index.html").stat().st_mtime_ns == before
