"""The menu of a page, ``contextual.options`` of docs.json, in built pages."""

from __future__ import annotations

import base64
import json
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from bs4 import BeautifulSoup, Tag

ALL = [
    "copy", "view", "download", "chatgpt", "claude", "perplexity", "grok", "aistudio", "mcp",
    "add-mcp", "cursor", "vscode",
]  # fmt: skip
BASE = "https://docs.example.org/manual"


@pytest.fixture
def site(project):
    def change(**settings: Any) -> None:
        navigation = {"pages": ["index", "deep/page", "plain", "bare"]}
        project.write({"docs.json": {"name": "Buoys", "navigation": navigation, **settings}})

    project.conf["html_theme"] = "navapi"
    project.write(
        {
            "index.md": "# Home\n", "deep/page.md": "# Page\n", "plain.rst": "Plain\n=====\n",
            "bare.md": "---\nmode: custom\n---\n# Bare\n",
        }
    )  # fmt: skip
    project.change = change
    return project


def menu_of(built: Any, name: str) -> Tag | None:
    found = BeautifulSoup(built.text(name), "html.parser").select(".navapi-page-menu")
    assert len(found) < 2
    return found[0] if found else None


def links_of(built: Any, name: str) -> dict[str, Tag]:
    menu = menu_of(built, name)
    assert menu is not None
    return {link.span.text: link for link in menu.select("a")}


@pytest.mark.parametrize("theme", ["navapi", "furo"])
def test_pages_are_as_before_without_it(site, theme: str) -> None:
    site.conf["html_theme"] = theme
    site.change(contextual={"options": []})
    built = site.build()
    assert built.warnings == []
    pages = {path.name: path.read_bytes() for path in built.out.rglob("*.html")}
    assert not any(b"page-menu" in page or b"navapi-page-top" in page for page in pages.values())
    site.change()
    again = site.build()
    assert {path.name: path.read_bytes() for path in again.out.rglob("*.html")} == pages


@pytest.mark.parametrize("theme", ["navapi", "furo", "alabaster"])
def test_options(site, theme: str) -> None:
    site.conf |= {"html_theme": theme, "html_baseurl": f"{BASE}/"}
    site.change(contextual={"options": ALL})
    built = site.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text("deep/page.html"), "html.parser")
    assert page.select('script[src$="navapi-page-menu.js"][defer], '
                       'script[src*="navapi-page-menu.js?"][defer]')  # fmt: skip
    assert page.select('link[rel="stylesheet"][href*="navapi-page-menu.css"]')
    links = links_of(built, "deep/page.html")
    assert list(links) == [
        "Copy page", "View as Markdown", "Download as Markdown", "Open in ChatGPT",
        "Open in Claude", "Open in Perplexity", "Open in Grok", "Open in Google AI Studio",
        "Copy the URL of the MCP server", "Copy the command that adds the MCP server",
        "Connect to Cursor", "Connect to VS Code",
    ]  # fmt: skip
    for name in ("Copy page", "View as Markdown", "Download as Markdown"):
        assert links[name]["href"] == "page.md"
    assert "download" in links["Download as Markdown"].attrs
    text = f"{BASE}/deep/page.md"
    for name in ("ChatGPT", "Claude", "Perplexity", "Grok", "Google AI Studio"):
        href = links[f"Open in {name}"]["href"]
        asked = parse_qs(urlsplit(href).query)
        assert f"Read {text}. I want to ask questions about it." in [*asked.values()][-1]
        assert "{" not in href
    tools = f"{BASE}/mcp"
    assert links["Copy the URL of the MCP server"]["data-text"] == tools
    command = links["Copy the command that adds the MCP server"]["data-text"]
    assert command == f"npx add-mcp {tools}"
    cursor = parse_qs(urlsplit(links["Connect to Cursor"]["href"]).query)
    assert cursor["name"] == ["Buoys"]
    assert json.loads(base64.b64decode(cursor["config"][0])) == {"url": tools}
    code = links["Connect to VS Code"]["href"].partition("?")[2]
    assert json.loads(unquote(code)) == {"name": "Buoys", "type": "http", "url": tools}


def test_addresses_that_only_the_reader_knows(site) -> None:
    site.change(contextual={"options": ALL})
    built = site.build()
    links = links_of(built, "index.html")
    assert "href" not in links["Open in Claude"].attrs
    assert "{page}" in links["Open in Claude"]["data-href"]
    assert links["Copy the URL of the MCP server"]["data-text"] == "{mcp}"
    assert "{config}" in links["Connect to Cursor"]["data-href"]


def test_pages_in_restructuredtext_and_pages_without_a_frame(site) -> None:
    site.change(contextual={"options": ["copy", "view", "claude"]})
    site.conf["html_baseurl"] = BASE
    built = site.build()
    links = links_of(built, "plain.html")
    assert list(links) == ["Copy page", "View as Markdown", "Open in Claude"]
    assert links["View as Markdown"]["href"] == "plain.md"
    for name in ("bare.html", "search.html", "genindex.html"):
        assert menu_of(built, name) is None
    # One option needs no list.
    site.change(contextual={"options": ["claude"]})
    assert menu_of(site.build(), "plain.html").details is None


def test_entries_of_the_site(site) -> None:
    entries = [
        {"title": "Ask <us>", "description": "A & B", "icon": "plus", "href": "/deep/page#x"},
        {"title": "Share", "icon": "none", "href": {"base": "https://x.example/s?a=1", "query": [
            {"key": "t", "value": "See $path & $mcp"}]}},
        {"title": "Chat", "icon": "", "href": "https://chat.example/?q=$page"},
    ]  # fmt: skip
    site.conf["html_baseurl"] = BASE
    site.change(contextual={"options": entries})
    links = links_of(site.build(), "index.html")
    assert links["Ask <us>"]["href"] == "deep/page.html#x"
    assert links["Ask <us>"].small.text == "A & B"
    assert links["Ask <us>"].svg
    query = parse_qs(urlsplit(links["Share"]["href"]).query)
    assert query == {"a": ["1"], "t": [f"See /index.html & {BASE}/mcp"]}
    # The script replaces it with the text itself; before that it is a URL.
    chat = links["Chat"]
    assert parse_qs(urlsplit(chat["href"]).query) == {"q": [f"{BASE}/index.md"]}
    assert chat["data-href"] == "https://chat.example/?q={text}"
    assert chat["rel"] == ["external", "noopener"]


@pytest.mark.parametrize(
    "option",
    ["copyy", 7, {"title": "x"}, {"title": "x", "href": "javascript:alert(1)"},
     {"title": "x", "href": {"base": "javascript:alert(1)"}}, {"href": "/a"}],
)  # fmt: skip
def test_options_that_are_none(site, option: object) -> None:
    site.change(contextual={"options": ["view", option]})
    built = site.build()
    [warning] = built.warnings
    assert "[navapi.config]" in warning
    assert "docs.json" in warning
    assert list(links_of(built, "index.html")) == ["View as Markdown"]


def test_options_of_another_service_are_omitted(site) -> None:
    site.change(contextual={"options": ["assistant", "view", "download-pdf"], "display": "toc"})
    built = site.build()
    assert built.warnings == []
    assert list(links_of(built, "index.html")) == ["View as Markdown"]


def test_words_of_the_language(site) -> None:
    site.conf["language"] = "de"
    site.change(contextual={"options": ["copy", "view"]})
    menu = menu_of(site.build(), "index.html")
    assert [link.text for link in menu.select("a")] == ["Seite kopieren", "Als Markdown anzeigen"]
    assert menu.summary["aria-label"] == "Mehr zu dieser Seite"
    assert menu["data-copied"] == "Kopiert"


def test_other_options_write_the_pages_again(site) -> None:
    site.change(contextual={"options": ["copy"]})
    site.build()
    site.change(contextual={"options": ["view"]})
    again = site.build()
    assert {"index", "deep/page"} <= set(again.written)
    assert again.read == []


@pytest.mark.parametrize(
    "settings",
    [
        {"contextual": {"options": ["view", "download-spec"]}},
        {"contextual": {"options": ["view"]}, "api": {"spec": {"download": True}}},
    ],
)
def test_the_document_of_an_operation(site, settings: dict[str, Any]) -> None:
    responses = {"200": {"description": "Fine."}}
    zoo = {
        "openapi": "3.1.0",
        "info": {"title": "Zoo", "version": "1", "description": "Of lions."},
        "servers": [{"url": "https://zoo.example"}],
        "paths": {"/lions": {"get": {"summary": "Lions", "responses": responses}}},
    }
    site.write({"docs/zoo.json": zoo})
    pages = ["index", {"group": "API", "openapi": "docs/zoo.json"}]
    site.change(navigation={"pages": pages}, **settings)
    built = site.build()
    link = links_of(built, "api-reference/lions.html")["Download the OpenAPI document"]
    assert "download" in link.attrs
    assert json.loads((built.out / "api-reference" / link["href"]).read_text("utf-8")) == zoo
    assert list(links_of(built, "index.html")) == ["View as Markdown"]


@pytest.mark.parametrize(("display", "count"), [("toc", 1), ("header", 0), (None, 0)])
def test_below_the_contents(site, display: str | None, count: int) -> None:
    site.write({"deep/page.md": "# Page\n\n## Part\n"})
    shown = {"display": display} if display else {}
    site.change(contextual={"options": ["copy", "view"], **shown})
    page = BeautifulSoup(site.build().text("deep/page.html"), "html.parser")
    links = page.select("aside.navapi-toc > .navapi-page-list > ul > li > a")
    assert [link.span.text for link in links] == ["Copy page", "View as Markdown"] * count
    assert len(page.select(".navapi-page-top.navapi-listed")) == count
    # Without contents it is beside the title.
    plain = BeautifulSoup(site.build().text("index.html"), "html.parser")
    assert not plain.select(".navapi-page-list, .navapi-listed")
    assert plain.select(".navapi-page-top > .navapi-page-menu")


def test_other_themes_have_it_beside_the_title(site) -> None:
    site.conf["html_theme"] = "furo"
    site.change(contextual={"options": ["copy"], "display": "toc"})
    page = BeautifulSoup(site.build().text("deep/page.html"), "html.parser")
    assert page.select(".navapi-page-menu")
    assert not page.select(".navapi-page-list")


def test_a_change_of_the_display_writes_pages_again(site) -> None:
    site.write({"deep/page.md": "# Page\n\n## Part\n"})
    site.change(contextual={"options": ["copy"]})
    site.build()
    site.change(contextual={"options": ["copy"], "display": "toc"})
    assert "navapi-page-list" in site.build().text("deep/page.html")
