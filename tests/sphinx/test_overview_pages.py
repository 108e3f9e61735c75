"""The page of a whole document: everything outside its operations."""

from __future__ import annotations

import copy
from urllib.parse import unquote

import pytest
from bs4 import BeautifulSoup
from full_run import first

from sphinx_navapi.plan import listed_operations

DOCUMENT = {
    "openapi": "3.1.0",
    "info": {
        "title": "Library",
        "version": "2.4",
        "summary": "Books and loans.",
        "description": "Read this *first*.\n\n# Limits\n\nTen a second.\n\n## Bursts\n\nTwenty.\n\n"
        "# Errors\n\nSee [List books](/api-reference/books/list-books).",
        "termsOfService": "https://library.example/terms",
        "contact": {"name": "Desk", "url": "https://library.example", "email": "desk@b.example"},
        "license": {"name": "MIT", "identifier": "MIT"},
    },
    "externalDocs": {"url": "https://library.example/manual", "description": "Manual"},
    "servers": [{"url": "https://library.example/v2", "description": "For everybody"}],
    "tags": [
        {
            "name": "Books",
            "description": "What is lent.",
            "externalDocs": {"url": "https://books.example"},
        },
        {"name": "Loans", "x-displayName": "Lending"},
    ],
    "paths": {
        "/books": {
            "get": {
                "summary": "List books",
                "description": "All of them. Sorted by title.",
                "tags": ["Books"],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/loans": {
            "post": {
                "summary": "Lend a book",
                "tags": ["Loans"],
                "responses": {"201": {"description": "Lent"}},
            },
            "delete": {
                "summary": "Inner",
                "x-hidden": True,
                "responses": {"204": {"description": "Gone"}},
            },
        },
    },
    "components": {
        "securitySchemes": {
            "key": {
                "type": "apiKey",
                "in": "header",
                "name": "X-Key",
                "description": "Ask at the desk.",
            }
        }
    },
}

PAGE = "api-reference/index"


def site_of(openapi="library.json", **more):
    tab = {"tab": "API", "openapi": openapi, **more}
    return {"navigation": {"tabs": [{"tab": "Guide", "pages": ["index"]}, tab]}}


def without_text():
    document = copy.deepcopy(DOCUMENT)
    document["info"] = {"title": "Library", "version": "2.4"}
    document["tags"] = [{"name": "Books"}]
    return document


@pytest.fixture
def library(project):
    project.write({"index.rst": "Home\n====\n", "library.json": DOCUMENT, "docs.json": site_of()})
    return project


def test_it_says_what_the_document_says(library):
    built = library.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser").select_one("[role=main]")
    for link in page.select("a.headerlink"):
        link.decompose()
    assert [(tag.name, tag.get_text()) for tag in page.select("h1, h2, h3")] == [
        ("h1", "Library"),
        ("h2", "Limits"),
        ("h3", "Bursts"),
        ("h2", "Errors"),
        ("h2", "Servers"),
        ("h2", "Authorization"),
        ("h2", "Operations"),
        ("h3", "Books"),
        ("h3", "Lending"),
    ]
    text = " ".join(page.get_text(" ").split())
    for part in ("Books and loans.", "Version: 2.4", "For everybody", "X-Key", "Ask at the desk."):
        assert part in text
    assert page.select_one("#limits p").get_text() == "Ten a second."
    links = {link.get_text(): link["href"] for link in page.select("a[href]")}
    assert links["Desk"] == "https://library.example"
    assert unquote(links["desk@b.example"]) == "mailto:desk@b.example"
    assert links["library.example/terms"] == "https://library.example/terms"
    assert links["Manual"] == "https://library.example/manual"
    assert links["External documentation: books.example"] == "https://books.example"
    assert links["Lend a book"] == "loans/lend-a-book.html"
    # The one in the description, and the one in the list.
    assert [a["href"] for a in page.find_all("a", string="List books")] == [
        "books/list-books.html"
    ] * 2
    assert "All of them." in text
    assert "Sorted by title" not in text
    assert "Inner" not in text
    # The document itself, byte for byte.
    (download,) = page.select("a[download]")
    found = built.out / PAGE / ".." / download["href"]
    assert found.resolve().read_bytes() == (library.src / "library.json").read_bytes()
    markdown = built.text(f"{PAGE}.md")
    assert f"[Download the OpenAPI document]({download['href']})" in markdown


def test_its_place_is_first_in_the_section(library):
    site = library.build().site()
    tab = site["navigation"]["tabs"][1]
    assert (tab["pages"], tab["first_page"]) == ([PAGE], PAGE)
    page = site["pages"][PAGE]
    assert (page["kind"], page["generated"], page["title"]) == ("overview", True, "Library")
    assert page["next"] == "api-reference/books/index"


def test_it_follows_what_the_author_wrote(library):
    library.write(
        {
            "docs.json": site_of(pages=["start"], groups=[{"group": "Guides", "pages": ["guide"]}]),
            "start.rst": "Start\n=====\n",
            "guide.rst": "Guide\n=====\n",
        }
    )
    built = library.build()
    site = built.site()
    tab = site["navigation"]["tabs"][1]
    assert (tab["pages"], tab["first_page"]) == (["start"], "start")
    guides, overview, books, lending = tab["groups"]
    assert [guides["group"], books["group"], lending["group"]] == ["Guides", "Books", "Lending"]
    assert (overview["group"], overview["pages"]) == ("", [PAGE])
    page = site["pages"][PAGE]
    assert (page["prev"], page["next"]) == ("guide", "api-reference/books/index")
    assert page["breadcrumbs"] == ["API"]
    sidebar = BeautifulSoup(built.text("start.html"), "html.parser").select_one(".navapi-sidebar")
    assert [link.get_text() for link in sidebar.select("a")][:4] == [
        "Start",
        "Guide",
        "Library",
        "Books",
    ]


@pytest.mark.parametrize(
    ("element", "pages"),
    [
        ({"tab": "API", "pages": ["start"]}, ["start", PAGE]),
        ({"tab": "API", "pages": ["start"], "groups": []}, ["start", PAGE]),
        ({"group": "API", "pages": ["start"]}, ["start", PAGE, "Books", "Lending"]),
        ({"group": "API", "pages": ["start", {"group": "More", "pages": ["guide"]}]},
         ["start", "More", PAGE, "Books", "Lending"]),
    ],
)  # fmt: skip
def test_its_place_after_pages(library, element, pages):
    key = "tabs" if "tab" in element else "groups"
    library.write(
        {
            "docs.json": {"navigation": {key: [{**element, "openapi": "library.json"}]}},
            "start.rst": "Start\n=====\n",
            "guide.rst": "Guide\n=====\n",
        }
    )
    (found,) = library.build().site()["navigation"][key]
    assert found["first_page"] == "start"
    assert [e if isinstance(e, str) else e["group"] for e in found["pages"]] == pages


def test_the_first_page_beside_other_elements_is_the_author_s(library):
    menu = [{"item": "Guides", "pages": ["guide"]}]
    library.write({"docs.json": site_of(menu=menu), "guide.rst": "Guide\n=====\n"})
    tab = library.build().site()["navigation"]["tabs"][1]
    assert (tab["first_page"], tab["pages"]) == ("guide", [PAGE])


def test_the_same_in_markdown(library):
    text = library.build().text(f"{PAGE}.md")
    for line in (
        "# Library",
        "- Terms of service: [library.example/terms](https://library.example/terms)",
        "## Limits",
        "### Bursts",
        "- `key` (API key)",
        "- [List books](books/list-books.md): `GET /books`: All of them.",
    ):
        assert line in text.splitlines()


def test_deprecated_operations_are_marked(library):
    document = copy.deepcopy(DOCUMENT)
    document["paths"]["/books"]["get"]["deprecated"] = True
    library.write({"library.json": document})
    built = library.build()
    lists = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser").select(".navapi-operations")
    marked = {
        item.a.get_text(): "deprecated" in item.p.get_text()
        for each in lists for item in each.select("li")
    }  # fmt: skip
    assert marked == {"List books": True, "Lend a book": False}
    lines = [line for line in built.text(f"{PAGE}.md").splitlines() if line.startswith("- [")]
    assert {line[3:].partition("]")[0]: "deprecated" in line for line in lines} == marked


@pytest.mark.parametrize("builder", first(2, ["text", "latex", "man", "singlehtml", "epub"]))
def test_other_builders(library, builder):
    options = {"version": "1", "copyright": "the library"} if builder == "epub" else {}
    assert library.build(builder, **options).warnings == []


def test_its_texts_can_be_translated(library):
    pot = library.build("gettext").text("api-reference.pot")
    for message in ("Books and loans.", "Limits", "Ten a second.", "Ask at the desk.", "Books"):
        assert f'msgid "{message}"' in pot
    assert "library.json" in pot


@pytest.mark.parametrize(
    ("document", "openapi", "pages", "wanted"),
    [
        (DOCUMENT, "library.json", None, [PAGE]),
        (DOCUMENT, {"source": "library.json", "overview": False}, None, []),
        (DOCUMENT, {"source": "library.json", "directory": "v2/api"}, None, ["v2/api/index"]),
        (without_text(), "library.json", None, []),
        (without_text(), {"source": "library.json", "overview": True}, None, [PAGE]),
        # Operations that the author did not list are not published.
        (DOCUMENT, "library.json", ["GET /books"], []),
        (DOCUMENT, {"source": "library.json", "overview": True}, ["GET /books"], [PAGE]),
        (DOCUMENT, "library.json", ["GET /books", "api-reference/index"], [PAGE]),
        (DOCUMENT, ["library.json", {"source": "second.json"}], None, [PAGE, f"{PAGE}-1"]),
    ],
    ids=[
        "by itself",
        "switched off",
        "in its directory",
        "nothing to say",
        "asked for",
        "listed operations",
        "listed and asked for",
        "named",
        "of two",
    ],
)
def test_which_documents_have_one(project, document, openapi, pages, wanted):
    more = {"pages": pages} if pages else {}
    project.write(
        {
            "index.rst": "Home\n====\n",
            "library.json": document,
            "second.json": DOCUMENT,
            "docs.json": site_of(openapi, **more),
        }
    )
    built = project.build()
    assert built.warnings == []
    pages = built.site()["pages"]
    assert [name for name, page in pages.items() if page["kind"] == "overview"] == wanted


def test_a_page_file_of_that_path_keeps_it(library):
    library.write({f"{PAGE}.rst": "Mine\n====\n"})
    pages = library.build().site()["pages"]
    assert (pages[PAGE]["kind"], pages[f"{PAGE}-1"]["kind"]) == ("page", "overview")


def test_it_is_read_again_when_what_it_shows_changes(library):
    library.build()
    changed = copy.deepcopy(DOCUMENT)
    changed["info"]["license"]["name"] = "BSD"
    library.write({"library.json": changed})
    assert library.build().read == [PAGE]
    changed["paths"]["/books"]["get"]["description"] = "Nearly all."
    library.write({"library.json": changed})
    assert library.build().read == [
        "api-reference/books/index",
        "api-reference/books/list-books",
        PAGE,
    ]
    # A schema is only on the page of its operation.
    content = {"application/json": {"schema": {"type": "string"}}}
    changed["paths"]["/loans"]["post"]["requestBody"] = {"content": content}
    library.write({"library.json": changed})
    built = library.build()
    assert built.read == ["api-reference/loans/lend-a-book"]
    # The download is the current document.
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    found = built.out / PAGE / ".." / page.select_one("a[download]")["href"]
    assert found.resolve().read_bytes() == (library.src / "library.json").read_bytes()


def test_a_long_one_leaves_operations_to_the_pages_of_their_tags(library, monkeypatch):
    """Two operations count as many here: one in a tag with a page, one in a tag without."""
    monkeypatch.setattr(listed_operations, "_LISTED_IN_FULL", 1)
    changed = copy.deepcopy(DOCUMENT)
    text = library.build().text(f"{PAGE}.md")
    assert "### [Books](books/index.md)" in text
    assert "`GET /books`" not in text
    assert "- [Lend a book](loans/lend-a-book.md): `POST /loans`\n" in text
    assert "[List books]" in library.build().text("api-reference/books/index.md")
    # Nothing that it shows.
    changed["paths"]["/books"]["get"]["description"] = "Nearly all."
    library.write({"library.json": changed})
    assert PAGE not in library.build().read


def test_code_that_leaves_something_out_is_not_a_problem(library):
    document = copy.deepcopy(DOCUMENT)
    document["info"]["description"] = 'Send:\n\n```json\n{\n  "name": "Emma",\n  . . .\n}\n```\n'
    library.write({"library.json": document})
    built = library.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    assert ". . ." in page.select_one("div.highlight-json").get_text()


def test_urls_of_flows_are_relative_to_the_server(library):
    document = copy.deepcopy(DOCUMENT)
    document["components"]["securitySchemes"]["login"] = {
        "type": "oauth2",
        "flows": {
            "clientCredentials": {"tokenUrl": "token", "refreshUrl": "/renew", "scopes": {}},
        },
    }
    library.write({"library.json": document})
    built = library.build()
    assert built.warnings == []
    page = BeautifulSoup(built.text(f"{PAGE}.html"), "html.parser")
    text = page.select_one("[role=main]").get_text(" ")
    assert "https://library.example/v2/token" in text
    assert "https://library.example/renew" in text
    assert "https://library.example/v2/token" in built.text(f"{PAGE}.md")
    # They change with the server.
    document["servers"] = [{"url": "https://lending.example"}]
    library.write({"library.json": document})
    built = library.build()
    assert "https://lending.example/token" in built.text(f"{PAGE}.html")
