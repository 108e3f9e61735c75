"""Links in texts of OpenAPI documents, on any page, in every builder."""

from __future__ import annotations

import json
import re
from urllib.parse import urljoin

import pytest
from bs4 import BeautifulSoup
from link_checks import bad_links, bad_markdown_links, bad_objects

BASE = "https://site.example/"
TO_PAGE = "guides/setup.html?a=1&b#part-two"
LINK = "see [{}](/guides/setup?a=1&b#part-two)"

#: Texts of a document, by the text of the link.
PLACES = (
    "description", "content", "parameter", "scheme", "scope", "server", "variable", "body",
    "property", "enum", "response", "header", "example", "link", "called",
)  # fmt: skip


def document():
    text = {place: LINK.format(place) for place in PLACES}
    schema = {
        "type": "object",
        "properties": {
            "kind": {
                "type": "string",
                "description": text["property"],
                "enum": ["a"],
                "x-enum-descriptions": {"a": text["enum"]},
                "externalDocs": {"url": "/guides/setup", "description": "schemadocs"},
            }
        },
    }
    media = {
        "schema": schema,
        "examples": {"one": {"description": text["example"], "value": {"kind": "a"}}},
    }
    variables = {"v": {"default": "1", "description": text["variable"]}}
    flows = {
        "clientCredentials": {"tokenUrl": "https://a.example/t", "scopes": {"s": text["scope"]}}
    }
    answer = {
        "description": text["response"] + "\n\nMore.",
        "headers": {"H": {"description": text["header"], "schema": {"type": "string"}}},
        "content": {"application/json": media},
        "links": {"next": {"operationId": "make", "description": text["link"]}},
    }
    hook = {"description": text["called"], "responses": {"200": {"description": "OK"}}}
    return {
        "openapi": "3.1.0",
        "info": {"title": "A", "version": "1"},
        "servers": [
            {"url": "https://{v}.example", "description": text["server"], "variables": variables}
        ],
        "security": [{"o": ["s"]}],
        "paths": {
            "/things": {
                "post": {
                    "operationId": "make",
                    "summary": "Make",
                    "tags": ["Things"],
                    "description": text["description"],
                    "externalDocs": {"url": "../../guides/setup", "description": "moredocs"},
                    "parameters": [
                        {
                            "name": "q",
                            "in": "query",
                            "description": text["parameter"],
                            "schema": {"type": "string"},
                        }
                    ],
                    "requestBody": {
                        "description": text["body"],
                        "content": {"application/json": {"schema": schema}},
                    },
                    "responses": {"200": answer},
                    "callbacks": {"done": {"{$request.query.q}": {"post": hook}}},
                    "x-mint": {"content": text["content"] + " and [asis](/no/such?x#y)"},
                }
            }
        },
        "components": {
            "securitySchemes": {
                "o": {"type": "oauth2", "description": text["scheme"], "flows": flows}
            }
        },
    }


@pytest.fixture
def small(project):
    project.write(
        {
            "docs.json": {
                "navigation": {
                    "groups": [
                        {"group": "Guides", "pages": ["index", "guides/setup", "plain", "rest"]},
                        {"group": "API", "openapi": "api.json"},
                    ]
                },
                "banner": {"content": "[banner](/guides/setup?a=1&b#part-two)"},
                "navbar": {"links": [{"label": "bar", "href": "/guides/setup?a=1&b#part-two"}]},
                "footer": {
                    "links": [
                        {
                            "header": "F",
                            "items": [{"label": "foot", "href": "/guides/setup?a=1&b#part-two"}],
                        }
                    ]
                },
            },
            "api.json": document(),
            "index.mdx": "---\ntitle: Home\n---\n\n[mdx](/guides/setup?a=1&b#part-two)\n\n"
            '<table><tr><td><a href="/guides/setup?a=1&b#part-two">kept</a></td></tr></table>\n',
            "guides/setup.mdx": "---\ntitle: Set-up\n---\n\n## Part two\n\nText.\n",
            "plain.md": "# Plain\n\n[markdown](/guides/setup?a=1&b#part-two)\n\n"
            '<p><a class="x" href="/guides/setup?a=1&amp;b#part-two">raw</a></p>\n',
            "rest.rst": "Rest\n====\n\n`rest </guides/setup?a=1&b#part-two>`__ and"
            " `away </elsewhere>`__\n",
        }
    )
    return project


def links_of(built, name):
    """Label to absolute URL of the links of a page."""
    soup = BeautifulSoup(built.text(name), "html.parser")
    return {
        a.get_text(strip=True): urljoin(f"{BASE}{name}", str(a["href"]))
        for a in soup.find_all("a", href=True)
    }


PAGE = "api-reference/things/make"


def test_every_text_of_a_document_leads_to_the_page(small):
    built = small.build(html_theme="navapi")
    assert built.warnings == []
    found = links_of(built, f"{PAGE}.html")
    wanted = dict.fromkeys((*PLACES, "banner", "bar", "foot"), f"{BASE}{TO_PAGE}")
    wanted |= dict.fromkeys(("moredocs", "schemadocs"), f"{BASE}guides/setup.html")
    assert {name: found.get(name) for name in wanted} == wanted
    # Broken links are kept unchanged.
    assert found["asis"] == f"{BASE}no/such?x#y"
    assert [bad.href for bad in bad_links(built.out)] == ["/no/such?x#y", "/elsewhere"]


@pytest.mark.parametrize(
    ("page", "names"),
    [("index", ["mdx", "kept"]), ("plain", ["markdown", "raw"]), ("rest", ["rest"])],
)
def test_every_kind_of_page_leads_to_the_page(small, page, names):
    found = links_of(small.build(), f"{page}.html")
    assert {name: found[name] for name in names} == dict.fromkeys(names, f"{BASE}{TO_PAGE}")


def test_folders_as_pages(small):
    built = small.build("dirhtml", html_theme="navapi")
    soup = BeautifulSoup(built.text(f"{PAGE}/index.html"), "html.parser")
    hrefs = {a.get_text(strip=True): a["href"] for a in soup.find_all("a", href=True)}
    for name in (*PLACES, "banner", "bar", "foot"):
        assert hrefs[name] == "../../../guides/setup/?a=1&b#part-two", name
    assert {bad.href for bad in bad_links(built.out)} == {"/no/such?x#y", "/elsewhere"}


def test_one_file_for_all_pages(small):
    built = small.build("singlehtml", html_theme="navapi")
    soup = BeautifulSoup(built.text("index.html"), "html.parser")
    hrefs = {a.get_text(strip=True): a["href"] for a in soup.find_all("a", href=True)}
    for name in (*PLACES, "banner", "bar", "foot", "mdx", "kept", "markdown", "raw", "rest"):
        assert hrefs[name] == "#part-two", name
    assert {bad.href for bad in bad_links(built.out)} == {"/no/such?x#y", "/elsewhere"}


#: Texts that are on the overview of a book only; a book leaves out descriptions of examples, and
#: its tables have those of headers without markup.
ONCE, PLAIN = {"scheme", "scope"}, {"example", "header"}


def with_overview(small) -> None:
    """Let an operation in a book leave out what the overview of its document has."""
    settings = json.loads((small.src / "docs.json").read_text("utf-8"))
    settings["navigation"]["groups"][1]["openapi"] = {"source": "api.json", "overview": True}
    small.write({"docs.json": settings})


@pytest.mark.parametrize("has_overview", [False, True])
def test_books_have_no_link_out_of_them(small, has_overview):
    if has_overview:
        with_overview(small)
    built = small.build("epub", version="1", epub_copyright="A")
    pages = [f"{PAGE}.xhtml", *(["api-reference/index.xhtml"] if has_overview else [])]
    soups = [BeautifulSoup(built.text(name), "html.parser") for name in pages]
    hrefs = {
        a.get_text(strip=True): urljoin(name, a["href"])
        for name, soup in zip(pages, soups, strict=True)
        for a in soup.find_all("a", href=True)
    }
    for name in set(PLACES) - {"enum"} - PLAIN - (set() if has_overview else ONCE):
        # EPUB allows no query.
        assert hrefs[name] == "guides/setup.xhtml#part-two", name
    assert "asis" not in hrefs
    assert "asis" in soups[0].get_text()
    assert bad_links(built.out, ".xhtml") == []


def test_paper_has_links_within(small):
    with_overview(small)
    built = small.build("latex")
    assert built.warnings == []
    text = next(built.out.glob("*.tex")).read_text("utf-8")
    reference = (
        r"\\hyperref\[\\detokenize\{([^}]*)\}\]"
        r"\{\\sphinxcrossref\{(?:\\DUrole\{[^}]*\}\{)*([a-z]+)\}"
    )
    linked = {label: target for target, label in re.findall(reference, text)}
    for name in {*PLACES, "mdx", "markdown", "rest"} - PLAIN:
        assert linked.get(name) == "guides/setup:part-two", name


def test_plain_text_is_written(small):
    built = small.build("text")
    assert built.warnings == []
    assert "see description" in built.text(f"{PAGE}.txt")


def test_markdown_files_lead_to_markdown_files(small):
    built = small.build()
    text = built.text(f"{PAGE}.md")
    for name in set(PLACES) - {"variable"}:
        assert f"[{name}](../../guides/setup.md?a=1&b#part-two)" in text, name
    assert "[moredocs](../../guides/setup.md)" in text
    assert "[asis](/no/such?x#y)" in text
    assert "[mdx](guides/setup.md?a=1&b#part-two)" in built.text("index.md")
    plain = built.text("plain.md")
    assert "[markdown](guides/setup.md?a=1&b#part-two)" in plain
    assert "[raw](guides/setup.md?a=1&b#part-two)" in plain
    assert {bad.href for bad in bad_markdown_links(built.out)} == {"/no/such?x#y", "/elsewhere"}


def test_markdown_files_lead_to_files_of_pages_in_every_layout(small):
    small.write({"plain.md": "# Plain\n\n[rest](/rest)\n"})
    assert "[rest](rest.md)" in small.build().text("plain.md")
    assert "[rest](rest.md)" in small.build("dirhtml").text("plain.md")


def test_what_leads_nowhere_is_reported_once(small):
    api = document()
    post = api["paths"]["/things"]["post"]
    post["requestBody"]["description"] = "[again](/no/such?x#y) [up](../nor/this) [here](#x)"
    api["paths"]["/more"] = {"post": {**post, "operationId": "more", "summary": "More"}}
    small.write({"api.json": api})
    built = small.build()
    assert built.warnings == []
    found = [d for d in built.site()["diagnostics"] if d["subtype"] == "unresolved_link"]
    hrefs = sorted(re.search(r"links to '([^']*)'", d["message"])[1] for d in found)
    assert hrefs == ["#x", "../nor/this", "/no/such?x#y"]
    assert {(d["level"], d["file"]) for d in found} == {("info", "api.json")}
    lines = (small.src / "api.json").read_text("utf-8").splitlines()
    assert all(("/no/such" in lines[d["line"] - 1]) for d in found)
    assert built.status.count("[navapi.unresolved_link]") == 3
    # Collected from the document once; reported in each build.
    assert small.build().status.count("[navapi.unresolved_link]") == 3


CHANNELS = """\
asyncapi: 3.0.0
info: {title: Events, version: "1", description: All.,
  externalDocs: {url: /guides/setup, description: rootdocs}}
servers:
  main: {host: a.example, protocol: mqtt, description: "[server](/guides/setup)",
    externalDocs: {url: /guides/setup, description: serverdocs}}
channels:
  news: {address: news, description: "[channel](/guides/setup) [gone](/gone/channel)",
    externalDocs: {url: /guides/setup, description: channeldocs},
    messages: {m: {description: "[message](/guides/setup)", payload: {type: object},
      externalDocs: {url: /guides/setup, description: messagedocs}}}}
operations:
  tell: {action: send, channel: {$ref: "#/channels/news"}, description: "[text](/guides/setup)",
    externalDocs: {url: /gone/docs}}
"""


def test_texts_of_channels(small):
    small.write(
        {
            "events.yaml": CHANNELS,
            "docs.json": {
                "navigation": {"pages": ["index", "guides/setup"], "asyncapi": "events.yaml"}
            },
        }
    )
    built = small.build(html_theme="navapi")
    found = {}
    for page in built.site()["pages"].values():
        found |= links_of(built, page["url"])
    names = ("root", "server", "channel", "message")
    wanted = (*(f"{name}docs" for name in names), "server", "channel", "message", "text")
    assert {name: found.get(name) for name in wanted} == dict.fromkeys(
        wanted, f"{BASE}guides/setup.html"
    )
    dead = [d for d in built.site()["diagnostics"] if d["subtype"] == "unresolved_link"]
    gone = {re.search(r"links to '([^']*)'", d["message"])[1]: d["line"] for d in dead}
    assert gone == {"/gone/channel": 8, "/gone/docs": 14}


def test_documentation_without_a_text_has_the_title_of_its_page(small):
    api = document()
    docs = {"externalDocs": {"url": "/guides/setup"}}
    api["paths"]["/things"]["post"] |= docs
    api |= {**docs, "tags": [{"name": "Things", "description": "Many.", **docs}]}
    small.write({"api.json": api})
    built = small.build(html_theme="navapi")
    for name in (PAGE, "api-reference/things/index", "api-reference/index"):
        assert links_of(built, f"{name}.html")["Set-up"] == f"{BASE}guides/setup.html", name


def test_a_page_that_comes_and_goes(small):
    small.build()
    small.write({"no/such.rst": "New\n===\n"})
    built = small.build()
    assert links_of(built, f"{PAGE}.html")["asis"] == f"{BASE}no/such.html?x#y"
    assert "[asis](../../no/such.md?x#y)" in built.text(f"{PAGE}.md")
    small.write({"no/such.rst": None})
    built = small.build()
    assert links_of(built, f"{PAGE}.html")["asis"] == f"{BASE}no/such?x#y"
    assert "[asis](/no/such?x#y)" in built.text(f"{PAGE}.md")


def test_relative_links_in_texts_that_several_pages_show(small):
    """Written for one page; on pages in other folders, they work as well."""
    api = document()
    post = api["paths"]["/things"]["post"]
    post["description"] = "[up](../../guides/setup) [beside](../others/one)"
    api["paths"]["/one"] = {
        "get": {**post, "operationId": "o", "summary": "One", "tags": ["Others"]}
    }
    small.write(
        {
            "api.json": api,
            "deep/er/still/page.rst": "Page\n====\n\n.. openapi-operation:: POST /things\n",
        }
    )
    built = small.build()
    for name in (PAGE, "api-reference/others/one", "deep/er/still/page"):
        found = links_of(built, f"{name}.html")
        assert found["up"] == f"{BASE}guides/setup.html", name
        assert found["beside"] == f"{BASE}api-reference/others/one.html", name


def test_what_directives_show_has_the_anchor_that_others_name(small):
    api = document()
    api["components"]["schemas"] = {"Thing": {"type": "object", "description": "A thing."}}
    small.write(
        {
            "api.json": api,
            "rest.rst": "Rest\n====\n\n.. openapi-operation:: POST /things\n\n"
            ".. openapi-schema:: Thing\n",
            "plain.md": "# Plain\n\n{navapi:schema}`Thing` [a](/guides/setup)\n",
        }
    )
    for builder in ("html", "dirhtml", "singlehtml"):
        built = small.build(builder, html_theme="navapi")
        if builder != "singlehtml":  # whose inventory Sphinx writes with two fragments
            found = bad_objects(built.out)
            assert [bad for bad in found if bad.page.startswith("navapi:")] == []
        assert {bad.href for bad in bad_links(built.out)} == {"/no/such?x#y"}
    built = small.build("epub", version="1", epub_copyright="A")
    assert bad_links(built.out, ".xhtml") == []
    assert 'href="rest.xhtml#thing-schema"' in built.text("plain.xhtml")


# MyST reads an attribute that Sphinx 9 deprecates.
@pytest.mark.filterwarnings("ignore:.*MystReferenceResolver.app")
def test_books_leave_out_what_nothing_leads_to(small):
    small.write(
        {
            "alone.md": "# Alone\n\n[b](/also)\n",
            "also.md": "# Also\n",
            "linked.md": "# Linked\n\n[t](/third)\n",
            "third.md": "# Third\n",
            "plain.md": "# Plain\n\n[l](/linked)\n",
        }
    )
    extensions = ["myst_parser", "sphinx_navapi"]
    built = small.build("epub", version="1", epub_copyright="A", extensions=extensions)
    package = built.text("content.opf")
    assert [f'href="{name}.xhtml"' in package for name in ("alone", "also", "linked", "third")] == [
        False,
        False,
        True,
        True,
    ]
