"""The Markdown of a page contains the text of the page, in at most half the bytes.

For documents that have each field of OpenAPI: no word of a page is missing in its Markdown, except
interface texts.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from warm_python import run_module
from write_files import write_files

DOCUMENTS = Path(__file__).parent / "every_field"
KINDS = ("operation", "tag", "overview")

#: Headings and buttons that Markdown has in another form or not at all, such as the number of
#: properties to open.
INTERFACE = {
    "callbacks", "code", "copy", "details", "document", "download", "headers", "openapi",
    "properties", "samples", "servers", "the", "values",
}  # fmt: skip

#: Parts of a page that are not its text: samples repeat it in each language.
APART = "script, style, svg, navapi-playground, .headerlink, .navapi-samples"


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    names = sorted(path.name for path in DOCUMENTS.glob("3.*.yaml"))
    groups = [
        {"group": name, "openapi": {"source": name, "directory": f"v{name[:3]}"}} for name in names
    ]
    files: dict[str, Any] = {
        name: (DOCUMENTS / name).read_text("utf-8") for name in names
    }  # fmt: skip
    docs = {"navigation": {"pages": ["index", *groups]}}
    folder = write_files(
        tmp_path_factory.mktemp("all"), {"docs.json": docs, "index.md": "# Home\n", **files}
    )
    run_module("sphinx_navapi", "build", folder, folder / "out", "--", "-q", check=True)
    return folder / "out"


def words(text: str) -> set[str]:
    return {word.lower() for word in re.findall(r"\w+", text)}


def test_no_word_of_a_page_is_missing(site: Path) -> None:
    pages = json.loads((site / "_navapi/site.json").read_text("utf-8"))["pages"]
    compared = [name for name, page in pages.items() if page["kind"] in KINDS]
    assert {pages[name]["kind"] for name in compared} == {"operation", "overview", "tag"}
    missing = {}
    for name in compared:
        html = (site / pages[name]["url"]).read_text("utf-8")
        markdown = (site / f"{name}.md").read_text("utf-8")
        article = BeautifulSoup(html, "html.parser").article
        assert article is not None
        for apart in article.select(APART):
            apart.decompose()
        lacking = words(article.get_text(" ")) - words(markdown.replace("\\", "")) - INTERFACE
        # The number of properties to open.
        lacking = {word for word in lacking if not re.fullmatch(r"\d\d?", word)}
        if lacking:
            missing[name] = lacking
        assert len(markdown.encode()) * 2 <= len(html.encode()), name
    assert missing == {}
