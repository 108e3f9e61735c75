"""Pages in several languages in one build: texts, ``lang``, direction, what is written again."""

from __future__ import annotations

import copy
import json
import re
from typing import Any

import pytest
from bs4 import BeautifulSoup
from full_run import theme_params
from theme_cases import CASES

OPERATION = "ref/{}/users/create-user"


def site(*codes: str) -> dict[str, Any]:
    """A configuration with a guide and the small document in each of *codes*."""
    return {
        "name": "Example",
        "navigation": {
            "languages": [
                {
                    "language": code,
                    "groups": [{"group": "Start", "pages": [f"{code}/guide"]}],
                    "tabs": [
                        {
                            "tab": "API",
                            "openapi": {"source": "api.json", "directory": f"ref/{code}"},
                        }
                    ],
                }
                for code in codes
            ]
        },
    }


@pytest.fixture
def languages(project, api):
    """Writes a site in the given languages."""

    def write(*codes: str):
        document = copy.deepcopy(api)
        post = document["paths"]["/users"]["post"]
        post["deprecated"] = True
        post["security"] = [{}]
        post["parameters"] = [
            {"name": "dry", "in": "query", "required": True, "schema": {"type": "boolean"}}
        ]
        document["components"]["schemas"]["User"]["properties"]["name"]["maxLength"] = 5
        project.write(
            {
                "docs.json": site(*codes),
                "api.json": document,
                "index.rst": "Welcome\n=======\n\nHello.\n",
                **{f"{code}/guide.rst": "Guide\n=====\n\nText.\n" for code in codes},
            }
        )
        return project

    return write


def soup(text: str) -> BeautifulSoup:
    return BeautifulSoup(text, "html.parser")


def headings(page: BeautifulSoup) -> set[str]:
    """Titles of the page's sections, without the links at their ends."""
    found = set()
    for heading in page.select("section h2, section h3"):
        for link in heading.select("a.headerlink"):
            link.extract()
        found.add(heading.get_text().strip())
    return found


ENGLISH = {"Authorization", "Query parameters", "Body", "Responses", "Code samples"}
GERMAN = {"Autorisierung", "Query-Parameter", "Body", "Antworten", "Codebeispiele"}
THEMES = ("alabaster", "navapi", "furo")


@pytest.mark.parametrize("theme", THEMES)
def test_labels_are_in_the_language_of_each_page(languages, theme):
    built = languages("en", "de").build(html_theme=theme)
    assert built.warnings == []
    english = built.text(f"{OPERATION.format('en')}.html")
    german = built.text(f"{OPERATION.format('de')}.html")
    assert headings(soup(english)) >= ENGLISH
    assert headings(soup(german)) >= GERMAN
    assert not headings(soup(german)) & (ENGLISH - GERMAN)
    for page, words in (
        (english, ("Copy", "deprecated", "required", "max length", "No authorization")),
        (german, ("Kopieren", "veraltet", "erforderlich", "Höchstlänge", "Keine Autorisierung")),
    ):
        content = soup(page).select_one(".navapi-operation")
        assert content is not None
        text = content.get_text(" ")
        assert all(word in text for word in words)
    # Ids are the same in every language: links from elsewhere rely on them.
    for page in (english, german):
        found = soup(page)
        ids = ("authorization", "parameters", "request-body", "responses", "code-samples")
        assert all(found.find(id=name) for name in ids)


@pytest.mark.parametrize("theme", THEMES)
def test_what_scripts_say_comes_with_the_page(languages, theme):
    built = languages("en", "de").build(html_theme=theme)
    assert "data-navapi-words" not in built.text(f"{OPERATION.format('en')}.html")
    page = soup(built.text(f"{OPERATION.format('de')}.html"))
    assert page.select_one(".navapi-operation")["style"] == "--navapi-cut: '(gekürzt)'"
    (holder,) = page.select("[data-navapi-words]")
    words = json.loads(str(holder["data-navapi-words"]))
    assert words["copied"] == "Kopiert"
    # The script's own texts, and those passed to it, are the same.
    script = built.text("_static/navapi-operation.js")
    (known,) = re.findall(r"const words ?= ?\{(.*?)\};", script, re.DOTALL)
    assert re.findall(r"(\w+): ?\"", known) == list(words)


def test_labels_of_the_navigation_are_in_the_language_of_the_page(languages):
    built = languages("en", "de").build(html_theme="navapi")
    english = soup(built.text("en/guide.html"))
    german = soup(built.text("de/guide.html"))

    def labels(page: BeautifulSoup) -> set[str]:
        return {str(nav["aria-label"]) for nav in page.select("nav[aria-label]")}

    assert {"Breadcrumbs", "Tabs"} <= labels(english)
    assert {"Brotkrümelnavigation", "Tabs"} <= labels(german)
    assert "Breadcrumbs" not in labels(german)
    # Templates of the theme, and texts of its scripts.
    assert "Skip to content" in english.get_text()
    assert "Zum Inhalt springen" in german.get_text()
    assert english.body is not None
    assert german.body is not None
    assert json.loads(str(german.body["data-words"]))["copied"] == "Kopiert"
    assert not english.body.has_attr("data-words")  # scripts are in English by default


@pytest.mark.parametrize("code", ["en", "de"])
def test_words_of_a_page_win_over_those_of_the_project(languages, code):
    """A page with a language only uses its texts, whatever the language of the project."""
    built = languages("en", "de").build(html_theme="navapi", language="fr")
    text = soup(built.text(f"{code}/guide.html")).get_text()
    assert ("Skip to content" in text) == (code == "en")
    assert ("Zum Inhalt springen" in text) == (code == "de")
    # A page without one uses the project's.
    assert "Aller au contenu" in soup(built.text("genindex.html")).get_text()


@pytest.mark.parametrize("theme", theme_params(["navapi", *CASES]))
def test_lang_and_direction(languages, theme):
    built = languages("en", "cn", "jp", "ar", "zh-Hant", "he").build(html_theme=theme)
    assert built.warnings == []
    tags = {"en": "en", "cn": "zh-CN", "jp": "ja", "ar": "ar", "zh-Hant": "zh-Hant", "he": "he"}
    for code, tag in tags.items():
        html = soup(built.text(f"{code}/guide.html")).html
        assert html is not None
        assert html["lang"] == tag
        assert html.get("dir", "ltr") == ("rtl" if code in ("ar", "he") else "ltr")


def test_direction_in_a_theme_that_nobody_knows(languages):
    built = languages("en", "ar").build(html_theme="classic")
    page = soup(built.text("ar/guide.html"))
    assert page.html is not None
    assert page.html["lang"] == "ar"
    heading = page.find("h1")
    assert heading is not None
    assert heading.find_parent(dir="rtl") is not None
    assert "rtl" not in built.text("en/guide.html")


def test_a_project_in_arabic(small):
    """The language of the project is used if the navigation sets none."""
    built = small.build(html_theme="navapi", language="ar")
    assert built.warnings == []
    for name in ("guide.html", "genindex.html"):
        page = soup(built.text(name))
        assert page.html is not None
        assert (page.html["lang"], page.html.get("dir")) == ("ar", "rtl")
        assert "الانتقال إلى المحتوى" in page.get_text()
    assert "الاستجابات" in built.text("api-reference/users/create-user.html")


def test_theme_is_left_alone_on_demand(languages):
    built = languages("en", "ar").build(html_theme="alabaster", navapi_adapt_theme=False)
    page = soup(built.text("ar/guide.html"))
    assert page.html is not None
    assert (page.html["lang"], page.html.get("dir")) == ("en", None)


def test_markdown_and_text_have_the_words_of_the_page(languages):
    project = languages("en", "de")
    html, text = project.build(), project.build("text")
    for code, own, other in (
        ("en", "Responses", "Antworten"),
        ("de", "Antworten", "Responses"),
    ):
        page = OPERATION.format(code)
        for found in (html.text(f"{page}.md"), text.text(f"{page}.txt")):
            assert own in found
            assert other not in found


def test_single_page_keeps_the_languages_apart(languages):
    built = languages("en", "de").build("singlehtml")
    found = headings(soup(built.text("index.html")))
    assert found >= ENGLISH
    assert found >= GERMAN
    text = soup(built.text("index.html")).get_text(" ")
    assert "required" in text
    assert "erforderlich" in text


def test_pages_follow_a_change_of_their_language(languages):
    project = languages("en", "de")
    project.build()
    again = project.build()
    assert (again.read, again.written) == ([], [])
    config = site("en", "de")
    german = config["navigation"]["languages"][1]
    german["language"] = "it"
    project.write({"docs.json": config})
    changed = project.build()
    operation = OPERATION.format("de")
    assert operation in changed.read
    assert OPERATION.format("en") not in changed.read
    page = soup(changed.text(f"{operation}.html"))
    assert headings(page) >= {"Autorizzazione", "Risposte"}
    assert page.html is not None
    assert page.html["lang"] == "it"
    # An authored page is only written.
    assert "de/guide" not in changed.read
    assert "de/guide" in changed.written
    assert "Risposte" in changed.text(f"{operation}.md")


def test_directives_have_the_words_of_their_page(languages):
    project = languages("en", "de")
    project.write(
        {
            "de/guide.rst": "Guide\n=====\n\n.. openapi-operation:: POST /users\n\n"
            ".. openapi-schema:: User\n"
        }
    )
    built = project.build()
    page = soup(built.text("de/guide.html"))
    rubrics = {rubric.get_text() for rubric in page.select("h2.rubric")}
    assert {"Body", "Antworten"} <= rubrics
    assert "Höchstlänge" in page.get_text()


@pytest.mark.parametrize("builder", ["html", "text"])
def test_types_constraints_and_flows_speak_the_language_too(project, api, builder):
    api["security"] = [{"login": []}]
    flow = {"authorizationUrl": "https://a.example", "tokenUrl": "https://b.example", "scopes": {}}
    api["components"]["securitySchemes"] = {
        "login": {"type": "oauth2", "flows": {"authorizationCode": flow}}
    }
    properties = api["components"]["schemas"]["User"]["properties"]
    properties["labels"] = {"type": "object", "additionalProperties": {"type": "string"}}
    properties["tags"] = {"type": "array", "uniqueItems": True, "items": {"type": "string"}}
    properties["extra"] = {}
    api["components"]["schemas"]["User"]["dependentRequired"] = {"extra": ["tags"]}
    project.write(
        {
            "docs.json": site("en", "de"),
            "api.json": api,
            "index.rst": "Welcome\n=======\n",
            **{f"{code}/guide.rst": "Guide\n=====\n" for code in ("en", "de")},
        }
    )
    built = project.build(builder)
    assert built.warnings == []
    english = ("map of string", "any", "unique", "with extra", "authorization code")
    german = ("Zuordnung zu string", "beliebig", "eindeutig", "mit extra", "Autorisierungscode")
    suffixes = (".html", ".md") if builder == "html" else (".txt",)
    for suffix in suffixes:
        for code, words, others in (("en", english, german), ("de", german, english)):
            text = built.text(f"{OPERATION.format(code)}{suffix}")
            if suffix == ".html":
                content = soup(text).select_one(".navapi-operation")
                assert content is not None
                text = content.get_text(" ")
            # Names are code, in each format with its own marks.
            text = " ".join(re.sub(r"[`\"]", "", text).split())
            assert [word for word in words if word not in text] == []
            assert [word for word in others if re.search(rf"\b{word}\b", text)] == []


def test_badge_of_a_deprecated_page(project):
    project.write(
        {
            "docs.json": {
                "navigation": {
                    "languages": [
                        {"language": "en", "pages": ["index"]},
                        {"language": "de", "pages": ["de/old"]},
                    ]
                }
            },
            "index.md": "# Home\n",
            "de/old.md": "---\ndeprecated: true\n---\n# Alt\n",
        }
    )
    page = soup(project.build(html_theme="navapi").text("de/old.html"))
    assert [badge.get_text() for badge in page.select("h1 .navapi-old")] == ["veraltet"]
