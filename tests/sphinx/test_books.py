"""Books: the navigation as parts, chapters and sections, without a TeX installation."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from bs4 import BeautifulSoup
from full_run import first
from small_projects import Built, Project, operation

from sphinx_navapi.doctree import book_images

HEADING = re.compile(r"^\\(part|chapter|section|subsection|appendix)\b(?:\{(.*)\})?$", re.MULTILINE)

USER = {"$ref": "#/components/schemas/User"}

API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Accounts", "version": "1"},
    "servers": [{"url": "https://api.example.com/v1"}],
    "security": [{"key": []}],
    "tags": [{"name": "Users"}, {"name": "Teams"}],
    "paths": {
        "/users": {
            "get": operation(
                "List users",
                "Users",
                operationId="listUsers",
                parameters=[
                    {
                        "name": "limit",
                        "in": "query",
                        "required": True,
                        "description": "How many.",
                        "schema": {"type": "integer", "maximum": 50},
                    }
                ],
                responses={
                    "200": {
                        "description": "A page.",
                        "content": {
                            "application/json": {"schema": {"type": "array", "items": USER}}
                        },
                    },
                    "404": {"description": "Nobody is here."},
                },
            ),
            "post": operation(
                "Create user",
                "Users",
                requestBody={"content": {"application/json": {"schema": USER}}},
            ),
        },
        "/teams": {"get": operation("List teams", "Teams")},
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "header", "name": "X-Key"}},
        "schemas": {
            "User": {
                "type": "object",
                "description": "Somebody with an account. That is all.",
                "properties": {
                    "name": {"type": "string"},
                    "home": {"$ref": "#/components/schemas/Place"},
                    "manager": USER,
                },
            },
            "Place": {"type": "object", "properties": {"city": {"type": "string"}}},
        },
    },
}

NAVIGATION = {
    "languages": [
        {
            "language": "en",
            "default": True,
            "tabs": [
                {
                    "tab": "Guides",
                    "groups": [
                        {"group": "Start", "pages": ["index", "guide"]},
                        {"group": "Secret", "hidden": True, "pages": ["hidden"]},
                    ],
                },
                {
                    "tab": "Reference",
                    "openapi": {"source": "api.json", "overview": True},
                },
            ],
        },
        {"language": "de", "groups": [{"group": "Anfang", "pages": ["de/index"]}]},
    ]
}

FILES = {
    "docs.json": {"name": "Example", "navigation": NAVIGATION},
    "api.json": API,
    "index.rst": "Welcome\n=======\n\nHello.\n",
    "guide.rst": "Guide\n=====\n\nSee :doc:`index`.\n\nFirst step\n----------\n\nText.\n",
    "hidden.rst": "Hidden\n======\n\nNot for readers.\n",
    "de/index.rst": "Willkommen\n==========\n\nHallo.\n",
}


@pytest.fixture(scope="module")
def latex(shared_project: Project) -> Built:
    shared_project.write(FILES)
    built = shared_project.build("latex")
    assert built.warnings == []
    return built


@pytest.fixture(scope="module")
def english(latex: Built) -> str:
    return latex.text("example.tex")


def headings(tex: str) -> list[tuple[str, str]]:
    return [(match[1], match[2] or "") for match in HEADING.finditer(tex)]


def part_of(tex: str, title: str) -> str:
    """The text of the section with *title*, up to the next heading."""
    (start,) = [match for match in HEADING.finditer(tex) if match[2] == title]
    rest = HEADING.search(tex, start.end())
    return tex[start.end() : rest.start() if rest else len(tex)]


def test_tabs_are_parts_and_groups_chapters(english: str) -> None:
    found = headings(english)
    assert found[:5] == [
        ("part", "Guides"),
        ("chapter", "Start"),
        ("section", "Welcome"),
        ("section", "Guide"),
        ("subsection", "First step"),
    ]
    start = found.index(("part", "Reference"))
    assert found[start + 1] == ("chapter", "Accounts")  # the overview first
    assert ("chapter", "Users") in found[start:]
    assert ("section", "List users") in found[start:]
    assert "Not for readers" not in english


def test_each_page_is_once(project: Project) -> None:
    """Also the root document, and a schema whose page is in the navigation."""
    files = {**FILES, "shown.md": "---\nopenapi-schema: User\n---\n\nMore about it.\n"}
    navigation = json.loads(json.dumps(NAVIGATION))
    navigation["languages"][0]["tabs"][1]["pages"] = ["shown", "guide"]
    project.write({**files, "docs.json": {"name": "Example", "navigation": navigation}})
    built = project.build("latex")
    assert built.warnings == []
    tex = built.text("example.tex")
    labels = re.findall(r"\\label\{([^}]*)\}", tex)
    assert sorted(labels) == sorted(set(labels))
    assert tex.count("More about it.") == tex.count("First step") == 1
    for name in ("index", "shown", "guide"):
        assert rf"\detokenize{{{name}::doc" in labels


def test_no_blank_pages(english: str) -> None:
    head = re.search(r"\\documentclass\[(.*)\]", english)
    assert head is not None
    assert {"openany", "oneside"} <= set(head[1].split(","))


def test_a_schema_is_once_in_the_appendix(english: str) -> None:
    found = headings(english)
    appendix = found.index(("appendix", ""))
    names = [title for _, title in found[appendix:]]
    assert sorted(names[-2:]) == ["Place", "User"]
    assert [title for _, title in found].count("User") == 1
    assert english.count("That is all.") == 1
    # Each row of User is there, and none of Place.
    user = part_of(english, "User")
    assert "home" in user
    assert "city" not in user


def test_references_have_page_numbers(english: str) -> None:
    label = re.search(r"\\label\{\\detokenize\{([^}]*schemas/User::doc)\}\}", english)
    assert label is not None
    target = re.escape(label[1])
    page = rf"\\autopageref\*\{{\\detokenize\{{{target}\}}\}}"
    assert re.search(page, part_of(english, "Create user"))
    assert re.search(page, part_of(english, "List users"))


def test_operation_begins_with_address_and_authorization(english: str) -> None:
    text = part_of(english, "List users")
    order = [
        r"\sphinxstylestrong{GET}",
        r"\sphinxupquote{/users}",
        "Authorization",
        "API key",
        "limit",
        "404 Not Found",
    ]
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    assert "max" in text or "50" in text
    # Its parts have no headings, and the server is that of the whole document.
    assert "https://api.example.com" not in text.partition("Example")[0]


def test_samples_are_in_the_first_language(english: str) -> None:
    text = part_of(english, "List users")
    assert "curl" in text
    assert "requests" not in text
    assert "fetch" not in text


def test_samples_in_chosen_languages(project: Project) -> None:
    project.write(FILES)
    built = project.build("latex", navapi_book_languages=["python"])
    text = part_of(built.text("example.tex"), "List users")
    assert "requests" in text
    assert "curl" not in text


def test_index_has_operations_and_schemas(english: str) -> None:
    entries = re.findall(r"\\index\{((?:[^{}]|\{[^{}]*\})*)\}", english)
    assert any("/users" in entry and "GET" in entry and "!" in entry for entry in entries)
    assert any("List users" in entry for entry in entries)
    assert any("listUsers" in entry for entry in entries)
    assert any("User@" in entry for entry in entries)


def test_each_language_is_a_book(latex: Built) -> None:
    german = latex.text("example-de.tex")
    assert headings(german) == [("chapter", "Anfang"), ("section", "Willkommen")]
    assert "ngerman" in german
    assert r"\def\pageautorefname{Seite}" in german
    assert "Willkommen" not in latex.text("example.tex")


VERSIONED = {
    "versions": [
        {"version": "2", "default": True, "groups": [{"group": "Now", "pages": ["index"]}]},
        {"version": "1", "groups": [{"group": "Then", "pages": ["guide"]}]},
    ]
}


def test_older_versions_are_books(project: Project) -> None:
    project.write({**FILES, "docs.json": {"name": "Example", "navigation": VERSIONED}})
    built = project.build("latex")
    assert built.warnings == []
    assert headings(built.text("example.tex")) == [("chapter", "Now"), ("section", "Welcome")]
    old = headings(built.text("example-1.tex"))
    assert old[:2] == [("chapter", "Then"), ("section", "Guide")]


def engine(built: Built, name: str = "example.tex") -> str:
    return "xelatex" if "polyglossia" in built.text(name) else "pdflatex"


@pytest.mark.parametrize(
    ("text", "expected"),
    [("Café, naïve — 5 µm", "pdflatex"), ("Привет", "xelatex"), ("مرحبا", "xelatex")],
)
def test_engine_has_the_script(project: Project, text: str, expected: str) -> None:
    project.write({"docs.json": {"name": "Example", "navigation": {"pages": ["index"]}}})
    project.write({"index.rst": f"Welcome\n=======\n\n{text}\n"})
    assert engine(project.build("latex")) == expected


def test_engine_of_the_project(project: Project) -> None:
    project.write({"docs.json": {"name": "Example", "navigation": {"pages": ["index"]}}})
    project.write({"index.rst": "Welcome\n=======\n\nПривет\n"})
    assert engine(project.build("latex", latex_engine="pdflatex")) == "pdflatex"


def test_right_to_left(project: Project) -> None:
    navigation = {"languages": [{"language": "ar", "pages": ["index"]}]}
    project.write({"docs.json": {"name": "Example", "navigation": navigation}})
    project.write({"index.rst": "مرحبا\n=====\n\nنص.\n"})
    tex = project.build("latex").text("example.tex")
    # It must be loaded after all packages that Sphinx loads.
    assert tex.index("{hyperref}") < tex.index("{polyglossia}")
    assert r"\setmainlanguage{arabic}" in tex


def test_documents_of_the_project(project: Project) -> None:
    project.write(FILES)
    entry = ("guide", "mine.tex", "Mine", "Me", "howto")
    built = project.build("latex", latex_documents=[entry])
    assert [path.name for path in built.out.glob("*.tex")] == ["mine.tex"]


PICTURES = {
    "docs.json": {"name": "Example", "navigation": {"pages": ["index", "more"]}},
    "index.rst": "Welcome\n=======\n\n.. image:: plan.svg\n   :alt: The plan\n",
    "more.rst": "More\n====\n\n.. image:: plan.svg\n   :alt: Again\n",
    "plan.svg": '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>',
}


def test_svg_is_converted(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    def convert(source: Path, target: Path) -> bool:
        target.parent.mkdir(parents=True, exist_ok=True)
        return bool(target.write_bytes(b"%PDF-1.4 " + source.read_bytes()))

    monkeypatch.setattr(book_images, "convert_svg", convert)
    project.write(PICTURES)
    built = project.build("latex")
    assert built.warnings == []
    (pdf,) = built.out.glob("*.pdf")
    assert f"{{{pdf.stem}}}.pdf" in built.text("example.tex")
    assert list(built.out.glob("*.svg")) == []


def test_svg_without_a_converter(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(book_images, "which", lambda _name: None)
    monkeypatch.setitem(__import__("sys").modules, "cairosvg", None)
    project.write(PICTURES)
    built = project.build("latex")
    (warning,) = built.warnings
    assert "plan.svg" in warning
    text = built.text("example.tex")
    assert "The plan" in text
    assert "includegraphics" not in text.partition(r"\begin{document}")[2]


@pytest.mark.skipif(shutil.which("rsvg-convert") is None, reason="rsvg-convert is not installed")
def test_rsvg_converts(tmp_path: Path) -> None:
    source, target = tmp_path / "plan.svg", tmp_path / "made" / "plan.pdf"
    source.write_text(str(PICTURES["plan.svg"]), "utf-8")
    assert book_images.convert_svg(source, target)
    assert target.read_bytes().startswith(b"%PDF")


def test_manual_page_has_the_same_order(project: Project) -> None:
    project.write(FILES)
    built = project.build("man")
    (page,) = built.out.glob("*.1")
    text = page.read_text("utf-8")
    order = ["GUIDES", "Start", "Hello.", "REFERENCE", "List users", "SCHEMAS", "That is all"]
    places = [text.index(word) for word in order]
    assert places == sorted(places)
    assert text.count("That is all.") == 1


def test_manual_page_has_no_addresses_of_its_own(project: Project) -> None:
    guide = (
        "Guide\n=====\n\nSee :doc:`the home <index>`, :ref:`its part <part>`, `First step`_ and"
        " `others <https://other.example/x>`__.\n\nFirst step\n----------\n\nText.\n"
    )
    home = f"{FILES['index.rst']}\n.. _part:\n\nPart\n----\n\nText.\n"
    project.write({**FILES, "guide.rst": guide, "index.rst": home})
    built = project.build("man")
    assert built.warnings == []
    (page,) = built.out.glob("*.1")
    text = page.read_text("utf-8").replace("\\:", "")
    (line,) = [line for line in text.splitlines() if line.startswith("See ")]
    assert line.startswith("See the home, its part, First step and")
    assert "<#" not in text
    assert "<>" not in text
    assert "https://other" in text


def test_epub_links_to_the_only_place_of_a_schema(project: Project) -> None:
    project.write(FILES)
    built = project.build("epub", **EPUB)
    assert built.warnings == []
    pages = {path: path.read_text("utf-8") for path in built.out.rglob("*.xhtml")}
    (own,) = [path for path, text in pages.items() if "That is all." in text]
    assert own.name == "User.xhtml"
    assert any("User.xhtml" in text for path, text in pages.items() if "create-user" in path.name)


EPUB = {"epub_copyright": "c", "version": "1", "epub_show_urls": "no"}


def contents(built: Built) -> list[tuple[int, str, str]]:
    """The entries of the navigation document: depth, text and target."""
    soup = BeautifulSoup(built.text("nav.xhtml"), "html.parser")
    return [
        (len(link.find_parents("ol")), link.get_text(), str(link["href"]))
        for link in soup.select("nav a")
    ]


def test_contents_of_an_epub_are_the_navigation(project: Project) -> None:
    old = {"version": "1", "groups": [{"group": "Then", "pages": ["guide"]}]}
    navigation = json.loads(json.dumps(NAVIGATION))
    english = navigation["languages"][0]
    english["tabs"][0]["groups"][0]["pages"] = ["index"]
    new = {"version": "2", "default": True, "tabs": english.pop("tabs")}
    english["versions"] = [new, old]
    config = {"name": "Example", "navigation": navigation}
    project.write({**FILES, "docs.json": config, "beside.rst": "Beside\n======\n"})
    built = project.build("epub", **EPUB)
    assert built.warnings == []
    found = contents(built)
    shown = [(depth, text) for depth, text, _ in found]
    assert shown[:3] == [(1, "Guides"), (2, "Start"), (3, "Welcome")]
    start = shown.index((1, "Reference"))
    assert shown[start + 1] == (2, "Accounts")
    assert {(2, "Users"), (3, "List users"), (3, "Create user")} <= {*shown[start:]}
    schemas = shown.index((1, "Schemas"))
    assert sorted(shown[schemas + 1 : schemas + 3]) == [(2, "Place"), (2, "User")]
    # The other version, and the other language, are books below the first one.
    assert shown[schemas + 3 : schemas + 6] == [(1, "English 1"), (2, "Then"), (3, "Guide")]
    assert shown[schemas + 6 : schemas + 9] == [(1, "Deutsch"), (2, "Anfang"), (3, "Willkommen")]
    # Each has a place of its own, and it exists.
    targets = [target for _, _, target in found]
    assert len({*targets}) == len(targets)
    for target in targets:
        file, _, anchor = target.partition("#")
        page = BeautifulSoup(built.text(file), "html.parser")
        assert not anchor or page.find(id=anchor) is not None, target
    # Of the toctrees that say so, pages show nothing.
    assert "toctree-wrapper" not in built.text("index.xhtml")
    # As the other contents, and the reading order, are.
    ncx = built.text("toc.ncx")
    assert re.findall(r'<content src="([^"]*)"', ncx) == targets
    places = re.findall(r'playOrder="([^"]*)"', ncx)
    assert len({*places}) == len(places) == len(targets)
    spine = re.findall(r'<itemref idref="([^"]*)"', built.text("content.opf"))
    assert len({*spine}) == len(spine)


def test_contents_follow_the_navigation(project: Project) -> None:
    project.write(FILES)
    project.build("epub", **EPUB)
    navigation = {"groups": [{"group": "Other", "pages": ["guide", "index", "de/index"]}]}
    project.write({"docs.json": {"name": "Example", "navigation": navigation}})
    built = project.build("epub", **EPUB)
    found = contents(built)
    assert [text for _, text, _ in found] == [
        "Other",
        "Guide",
        "Welcome",
        "Willkommen",
    ]
    (first, second, *_) = [target for _, _, target in found]
    assert first == "guide.xhtml"
    file, _, name = second.partition("#")
    assert file == first
    assert f'id="{name}"' in built.text(file)


def test_an_epub_has_no_rules_for_scripts(project: Project) -> None:
    project.write(FILES)
    built = project.build("epub", **EPUB)
    styles = [path.read_text("utf-8") for path in (built.out / "_static").glob("navapi*.css")]
    assert any("@media" in css for css in styles)
    for css in styles:
        assert not re.search(r"scripting:\s*enabled", css)
        assert css.count("{") == css.count("}")
    # The rules around them are left.
    html = project.build("html")
    for path in (built.out / "_static").glob("navapi*.css"):
        whole = (html.out / "_static" / path.name).read_text("utf-8")
        assert len(path.read_text("utf-8")) > len(whole) * 0.8


def merged(**properties: str) -> dict[str, Any]:
    """A schema without a name that has a component among its parts."""
    told = {name: {"type": "string", "description": text} for name, text in properties.items()}
    return {"allOf": [{"$ref": "#/components/schemas/Place"}, {"properties": told}]}


def document_of(*operations: dict[str, Any]) -> dict[str, Any]:
    paths = {f"/{number}": {"post": each} for number, each in enumerate(operations)}
    return {**API, "paths": paths}


def write_reference(project: Project, document: dict[str, Any], **binding: Any) -> None:
    entry = {"source": "api.json", **binding}
    config = {"name": "Example", "navigation": {"groups": [{"group": "API", "openapi": entry}]}}
    project.write({"docs.json": config, "api.json": document})


@pytest.mark.parametrize(("builder", "file"), [("latex", "example.tex"), ("man", "example.1")])
def test_rows_of_a_schema_are_once_for_all_media_types(
    project: Project, builder: str, file: str
) -> None:
    media = {
        "application/json": {"schema": merged(extra="Said once.")},
        "multipart/form-data": {
            "schema": merged(extra="Said once."),
            "encoding": {"extra": {"contentType": "text/plain"}},
        },
        "application/xml": {"schema": merged(other="Said elsewhere.")},
    }
    body = {"content": media}
    answers = {"200": {"description": "Made.", "content": media}}
    make = operation("Make", requestBody=body, responses=answers)
    write_reference(project, document_of(make))
    built = project.build(builder)
    assert built.warnings == []
    text = built.text(file)
    # For the body, and for the response.
    assert text.count("Said once.") == text.count("Said elsewhere.") == 2
    assert text.count("Combines") == 4
    # Which of the types the rows are those of.
    shown = text.replace(r"\sphinxhyphen{}", "-").replace(r"\-", "-")
    before = shown.partition("Said once.")[0].rpartition("POST")[2]
    assert before.rindex("multipart/form-data") > before.rindex("application/xml")
    between = shown.partition("Said once.")[2].partition("Said elsewhere.")[0]
    assert "application/xml" in between
    assert "text/plain" in shown


def test_authorization_is_described_once_without_an_overview(project: Project) -> None:
    described = "Ask our support for a key.\n\n- It never ends.\n- Keep it secret.\n"
    key = {**API["components"]["securitySchemes"]["key"], "description": described}
    components = {**API["components"], "securitySchemes": {"key": key}}
    operations = [operation(f"Make {name}") for name in ("one", "two")]
    document = {**document_of(*operations), "components": components}
    for overview, titles in ((True, []), (False, ["Make one"])):
        write_reference(project, document, overview=overview)
        text = project.build("latex").text("example.tex")
        assert text.count("Ask our support") == text.count("Keep it secret.") == 1
        parts = {name: part_of(text, name) for name in ("Make one", "Make two")}
        assert [name for name, part in parts.items() if "It never ends." in part] == titles
        # Where the key goes is told with it.
        assert [name for name, part in parts.items() if "{X-Key}" in part.partition("Example")[0]
                or r"X\sphinxhyphen{}Key" in part.partition("Example")[0]] == titles  # fmt: skip


CARDS = """\
# Guide

````{grid} 2
```{grid-item-card} Read values
:link: index
:link-type: doc

The heights.
```
```{grid-item-card}
Without a title.
```
````

:::{card} Last one
At the end.
+++
Below it.
:::
"""

MDX_CARDS = """\
# More

<CardGroup>
<Card title="Start here" icon="rocket" href="/index">First words.</Card>
<Card title="No link">Second words.</Card>
</CardGroup>
"""


@pytest.mark.parametrize("builder", first(2, ["latex", "man", "text", "texinfo"]))
def test_cards_are_apart(project: Project, builder: str) -> None:
    pages = {"guide.md": CARDS, "more.mdx": MDX_CARDS, "index.md": "# Welcome\n\nHello.\n"}
    config = {"name": "Example", "navigation": {"pages": ["index", "guide", "more"]}}
    project.write({"docs.json": config, **pages})
    project.conf["extensions"] = ["sphinx_navapi", "myst_parser"]
    project.conf["myst_enable_extensions"] = ["colon_fence"]
    project.conf["suppress_warnings"] = ["design.card_legacy"]
    built = project.build(builder)
    assert built.warnings == []
    names = {"latex": "example.tex", "man": "example.1", "texinfo": "example.texi"}
    files = [names[builder]] if builder in names else ["guide.txt", "more.txt"]
    text = "\n".join(built.text(name) for name in files)
    lines = [line for line in text.splitlines() if line]
    for title, content in (
        ("Read values", "The heights."),
        ("Last one", "At the end."),
        ("Start here", "First words."),
        ("No link", "Second words."),
    ):
        # A line of its own, and what it says on another.
        (place,) = [number for number, line in enumerate(lines) if title in line]
        (said,) = [number for number, line in enumerate(lines) if content in line]
        assert place < said < place + 5
        assert not [
            each for each in ("heights", "Without", "words", "Below") if each in lines[place]
        ]
    assert "Without a title." in text
    assert "Below it." in text
    if builder == "text":
        # What belongs to a card is below its title.
        assert re.search(r"^Read values\n +The heights\.\n\n +Welcome$", text, re.MULTILINE)
    if builder == "latex":
        assert text.count("sphinxlineitem{") == 4
        assert re.search(r"\\sphinxlineitem\{.*\\hyperref.*Start here", text)


#: Wider than a column, and without a place where LaTeX itself ends a line.
TOKEN = "MDY6Q29tbWl0NmRjYjA5YjViNTc4NzVmMzM0ZjYxYWViZWQ2OTVlMmU0MTkzZGI1ZQ" * 3


def write_long_words(project: Project) -> None:
    schema = {"type": "object", "properties": {"token": {"type": "string", "example": TOKEN}}}
    body = {"content": {"application/json": {"schema": schema}}}
    document = document_of(operation("Make", requestBody=body))
    path = "/organizations/{organization}/code-scanning/alerts/{alert_number}/instances/{number}"
    document["paths"][path] = {"get": operation("Get")}
    write_reference(project, document)


def test_long_words_in_tables_can_be_broken(project: Project) -> None:
    write_long_words(project)
    text = project.build("latex").text("example.tex")
    row = text.partition("{token}")[2].partition("varwidth")[2]
    shown = re.search(r"sphinxupquote\{(MDY6.*?)\}\}\s", row)
    assert shown is not None
    parts = shown[1].split(r"\allowbreak{}")
    assert "".join(parts) == TOKEN
    assert max(map(len, parts)) <= 26
    # In a sample, a break would be a part of the value.
    assert f"{TOKEN[:20]}" in text.partition("Example}")[2]


@pytest.mark.full
@pytest.mark.skipif(shutil.which("latexmk") is None, reason="needs latexmk")
def test_nothing_is_wider_than_a_page(project: Project) -> None:
    write_long_words(project)
    folder = project.build("latex").out
    command = ["latexmk", "-pdf", "-interaction=nonstopmode", "-silent", "example.tex"]
    subprocess.run(command, cwd=folder, check=True, capture_output=True)
    log = (folder / "example.log").read_text("utf-8", "replace")
    assert re.findall(r"Overfull .hbox \((?:[2-9]\d|\d{3,})", log) == []


@pytest.mark.parametrize("builder", ["latex", "epub"])
def test_links_to_parts_that_a_page_lacks_are_text(project: Project, builder: str) -> None:
    """As in documents whose descriptions are written for the pages of another program."""
    text = "See [elsewhere](#of-another-program) and [the answers](#responses)."
    write_reference(project, document_of(operation("Make", description=text)))
    built = project.build(builder)
    if builder == "latex":
        book = built.text("example.tex")
        assert "of-another-program" not in book
        assert re.search(r"hyperref\[\\detokenize\{[^}]*make:responses\}\]", book)
    else:
        [page] = built.out.rglob("make.xhtml")
        book = page.read_text("utf-8")
        assert "#of-another-program" not in book
        assert 'href="#responses"' in book
    assert "elsewhere" in book
