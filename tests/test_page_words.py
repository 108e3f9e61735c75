"""Every word of the pages of the demo site and the documentation is in their Markdown."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

from bs4 import BeautifulSoup
from full_run import FULL
from page_words import missing_words, page_text
from shared_builds import DemoBuilds
from warm_python import run_module

from sphinx_navapi.built_site.pages import without_agent_note

ROOT = Path(__file__).parent.parent
_ADDRESS = re.compile(r"!\[[^\]]*\]\([^()\s]*\)|(?<=\])\([^()\s]*\)")


def authored(out: Path) -> Iterator[tuple[str, str, str]]:
    """Name, HTML and Markdown of each page that is not generated."""
    pages = json.loads((out / "_navapi" / "site.json").read_text("utf-8"))["pages"]
    for name, page in pages.items():
        if page["kind"] == "page":
            html = (out / page["url"]).read_text("utf-8")
            text = (out / f"{name}.md").read_text("utf-8")
            yield name, html, without_agent_note(text)


def check(out: Path) -> None:
    missing = {}
    for name, html, markdown in authored(out):
        if found := missing_words(html, markdown):
            missing[name] = dict(found.most_common(10))
        check_size(name, html, markdown)
    assert missing == {}


def check_size(name: str, html: str, markdown: str) -> None:
    """At most half of the page's main part, or little more than its bare text.

    HTML that is hardly more than text leaves nothing to save: of a page without code and tables,
    60 to 70 percent are text. Images and addresses of links are not part of that text.
    """
    article = BeautifulSoup(html, "html.parser").article
    assert article is not None
    half = len(str(article).encode()) // 2
    text = len(" ".join(page_text(html).get_text().split()).encode())
    written = len(_ADDRESS.sub("", markdown).encode())
    assert len(markdown.encode()) <= half or written <= text * 4 // 3, (name, half, text, written)


def test_the_demo_site(demo_builds: DemoBuilds) -> None:
    check(demo_builds("navapi"))


@FULL
def test_the_documentation(tmp_path: Path) -> None:
    run_module("sphinx", "-q", ROOT / "docs", tmp_path, check=True)
    check(tmp_path)
    text = (tmp_path / "reference" / "docs-json.md").read_text("utf-8")
    assert "| `versions` |" in text
