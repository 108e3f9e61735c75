"""``-b linkcheck`` reports where a link is written: a document and its line, never a stub."""

from __future__ import annotations

import json

import pytest

DOCUMENT = """\
openapi: 3.1.0
info: {title: Library, version: "1", description: All.}
externalDocs: {url: https://rules.example/all}
tags: [{name: Books, externalDocs: {url: https://rules.example/tag}}]
servers: [{url: https://library.example}]
paths:
  /books:
    get:
      summary: List books
      tags: [Books]
      description: |-
        All books of the house.

        See [the rules](https://rules.example/books).
      responses: {"200": {description: OK}}
  /loans:
    post:
      summary: Lend a book
      tags: [Loans]
      externalDocs: {url: https://rules.example/loans}
      requestBody:
        content:
          application/json:
            schema: {$ref: "parts.json#/Loan"}
      responses: {"201": {description: Lent}}
"""

#: A solidus may be written with a backslash before it.
PARTS = """\
{"Loan": {"type": "object", "properties": {

  "title": {"type": "string",
    "description": "See [titles](https://rules.example/titles)."},
  "days": {"type": "integer",
    "description": "See [days](https:\\/\\/rules.example\\/days)."}
}}}
"""


@pytest.fixture
def report(project):
    def report(files):
        project.write({"library.yaml": DOCUMENT, "parts.json": PARTS, **files})
        # Ignored links are also in the report, and nothing is requested.
        built = project.build("linkcheck", linkcheck_ignore=[".*"])
        assert built.warnings == []
        entries = map(json.loads, built.text("output.json").splitlines())
        return {entry["uri"]: (entry["filename"], entry["lineno"]) for entry in entries}

    return report


def line_of(text: str, part: str) -> int:
    (line,) = (number for number, line in enumerate(text.splitlines(), 1) if part in line)
    return line


def test_links_of_generated_pages(report):
    navigation = {"pages": ["index"], "openapi": "library.yaml"}
    found = report({"docs.json": {"navigation": navigation}, "index.rst": "Home\n====\n"})
    books, titles, days = (f"https://rules.example/{name}" for name in ("books", "titles", "days"))
    assert found[books] == ("library.yaml", line_of(DOCUMENT, books))
    for name in ("all", "tag", "loans"):
        uri = f"https://rules.example/{name}"
        assert found[uri] == ("library.yaml", line_of(DOCUMENT, uri)), name
    assert found[titles] == ("parts.json", line_of(PARTS, titles))
    assert found[days][0] == "parts.json"
    assert {file for file, _line in found.values()} == {"library.yaml", "parts.json"}


def test_links_of_the_configuration(report):
    config = """\
{"navigation": {
  "global": {"anchors": [{"anchor": "A", "href": "https://links.example/anchor"}]},
  "tabs": [{"tab": "T", "pages": ["index"]},
    {"tab": "Away", "href": "https://links.example/tab"}]},
 "navbar": {"links": [
    {"label": "n", "href": "https://links.example/navbar"}]},
 "footer": {"socials": {
    "x": "https://links.example/social"}},
 "banner": {"content":
    "[b](https://links.example/banner)"},
 "feedback": {"thumbsRating": true, "post": "https://links.example/post"}}
"""
    found = report({"docs.json": config, "index.rst": "Home\n====\n"})
    for name in ("anchor", "tab", "navbar", "social", "banner"):
        line = line_of(config, f'/{name}"' if name != "banner" else "/banner)")
        assert found[f"https://links.example/{name}"] == ("docs.json", line), name
    # A server gets the answers: no page.
    assert "https://links.example/post" not in found


def test_links_beside_an_operation_that_a_page_shows(report):
    text = "Home\n====\n\nSee `own <https://own.example/>`_.\n\n"
    shown = ".. openapi-operation:: library GET /books\n"
    found = report({"index.rst": text + shown})
    books = "https://rules.example/books"
    assert found["https://own.example/"] == ("index.rst", 4)
    assert found[books] == ("library.yaml", line_of(DOCUMENT, books))
