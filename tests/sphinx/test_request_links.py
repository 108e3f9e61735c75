"""Links of requests in code and of `TryIt`: to the operation, and to its form with the values."""

from __future__ import annotations

import json
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from bs4 import BeautifulSoup

BASE = "https://api.library.example/v1"
BOOK = {"type": "object", "properties": {
    "title": {"type": "string"}, "pages": {"type": "array"}}}  # fmt: skip


def parameter(name: str, place: str, kind: str = "string") -> dict[str, Any]:
    return {"name": name, "in": place, "schema": {"type": kind}, "required": place == "path"}


API = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": BASE}],
    "paths": {
        "/books/{id}/copies/{n}": {"get": {
            "summary": "List copies", "responses": {}, "parameters": [
                parameter("id", "path"), parameter("n", "path", "integer"),
                parameter("q", "query"), parameter("tag", "query", "array"),
                parameter("X-Tenant", "header"), parameter("other", "query", "object"),
                {**parameter("filter", "query", "object"), "style": "deepObject"},
            ]}},
        "/books": {"post": {
            "summary": "Add a book", "responses": {}, "parameters": [
                parameter("dry", "query"), parameter("q", "query")],
            "requestBody": {"content": {"application/json": {"schema": BOOK}}}}},
    },
}  # fmt: skip
COPIES = "api-reference/list-copies.html"
ADD = "api-reference/add-a-book.html"
MENU = {"pages": ["index"], "openapi": "api.json"}


def write(project: Any, code: str, language: str = "bash", **docs: Any) -> None:
    text = f"# A\n\n```{language}\n{code}\n```\n"
    site = {"navigation": MENU, **docs}
    project.write({"docs.json": site, "api.json": API, "index.mdx": text})


def links(built: Any, page: str = "index.html") -> list[tuple[str, str]]:
    """Text and address of the links below code."""
    soup = BeautifulSoup(built.text(page), "html.parser")
    return [(a.get_text(), a["href"]) for a in soup.select(".navapi-request-links a")]


def values(address: str) -> dict[str, list[str]]:
    return parse_qs(urlsplit(address).fragment, keep_blank_values=True)


CURL = (
    f"curl '{BASE}/books/a%2Fb/copies/7?q=x%26y&tag=u&tag=v&filter[a]=1&other=2' -H 'x-tenant: t'"
)
PYTHON = f"""requests.get(
    f"{BASE}/books/a%2Fb/copies/{{7}}",
    params={{"q": "x&y", "tag": ["u", "v"], "more": 1}},
    headers={{"X-Tenant": "t"}},
)"""
FETCH = f"""fetch(
    '{BASE}/books/a%2Fb/copies/7?q=x%26y&tag=u&tag=v', {{headers: {{'X-Tenant': 't'}}}}
)"""


@pytest.mark.parametrize(("language", "code"), [("bash", CURL), ("python", PYTHON), ("js", FETCH)])
def test_a_request_leads_to_its_operation(project, language: str, code: str) -> None:
    write(project, code, language)
    (title, place), (words, form) = links(project.build())
    assert (title, words) == ("List copies", "Try it")
    assert place.partition("#")[0] == COPIES
    assert form.startswith(f"{COPIES}#try=")
    given = values(form)
    if language == "bash":
        assert json.loads(given.pop("query.filter")[0]) == {"a": "1"}
    assert given == {
        "try": ["GET /books/{id}/copies/{n}"],
        "path.id": ["a/b"], "path.n": ["7"], "query.q": ["x&y"], "query.tag": ['["u", "v"]'],
        "header.X-Tenant": ["t"], "exact": [""],
    }  # fmt: skip


def test_a_body_and_what_is_not_known(project) -> None:
    body = '{"title": "Emma", "pages": [1, {"n": "$N"}]}'
    write(project, f"curl {BASE}/books?dry=$DRY -d '{body}' -H 'Content-Type: application/json'")
    _, (_, form) = links(project.build())
    given = values(form)
    assert json.loads(given.pop("body")[0]) == {"title": "Emma", "pages": [1, {"n": ""}]}
    assert given == {"try": ["POST /books"], "media": ["application/json"], "exact": [""]}


def test_only_requests_that_the_api_takes_have_links(project) -> None:
    refused = f"curl {BASE}/boks\ncurl {BASE}/books -X DELETE\n# navapi:ignore"
    write(project, f"{refused}\ncurl https://other.example/books -d a")
    assert links(project.build()) == []
    # One for each operation, although there are two requests.
    write(project, f"curl {BASE}/books -d 1\ncurl {BASE}/books -d 2\ncurl {BASE}/books/1/copies/2")
    assert [text for text, _ in links(project.build())] == [
        "Add a book", "Try it", "List copies", "Try it",
    ]  # fmt: skip


def test_links_are_for_pages_with_forms(project) -> None:
    write(project, CURL, api={"playground": {"display": "none"}})
    built = project.build()
    assert [text for text, _ in links(built)] == ["List copies"]
    assert "[List copies](api-reference/list-copies.md" in built.text("index.md")
    write(project, CURL)
    built = project.build()
    assert len(links(built)) == 2
    # Programs have no form.
    assert "Try it" not in built.text("index.md")
    assert "Try it" not in project.build("text").text("index.txt")
    write(project, CURL, api={"playground": {"display": "simple"}})
    assert [text for text, _ in links(project.build())] == ["List copies", "Edit the request"]


def test_a_page_is_written_again_if_its_links_change(project) -> None:
    write(project, CURL)
    project.build()
    changed = json.loads(json.dumps(API).replace("List copies", "All copies"))
    project.write({"api.json": changed})
    built = project.build()
    assert links(built)[0][0] == "All copies"
    built = project.build()
    assert built.read == []
    assert links(built)[0][0] == "All copies"
    gone = {**API, "paths": {"/books": API["paths"]["/books"]}}  # type: ignore[index]
    project.write({"api.json": gone})
    assert links(project.build()) == []


def try_it(built: Any) -> list[tuple[str, str]]:
    soup = BeautifulSoup(built.text("index.html"), "html.parser")
    return [(a.get_text(), a["href"]) for a in soup.select("a:has(.navapi-try-link)")]


def test_try_it_in_every_markup(project) -> None:
    given = """values={{dry: "yes & no", "query.q": 7}} body='{"title": "Emma"}'"""
    tag = f'<TryIt operation="POST /books" {given}>Add **one**</TryIt>'
    other = "<TryIt operation='GET /books/{id}/copies/{n}' />"
    project.write({
        "docs.json": {"navigation": {**MENU, "pages": ["index", "b", "c"]}},
        "api.json": API,
        "index.mdx": f"# A\n\nNow: {tag}.\n\n{other}\n",
        "b.rst": "B\n=\n\n.. try-it:: POST /books\n   :values: {dry: yes & no, query.q: 7}\n"
                 "   :body: {\"title\": \"Emma\"}\n\n   Add **one**\n",
        "c.md": "# C\n\n:::{try-it} POST /books\n:body: '{\"title\": \"Emma\"}'\n:::\n",
    })  # fmt: skip
    built = project.build(navapi_markdown="myst")
    assert built.warnings == []
    (text, first), (plain, second) = try_it(built)
    wanted = {
        "try": ["POST /books"], "any.dry": ["yes & no"], "query.q": ["7"],
        "body": ['{"title": "Emma"}'],
    }  # fmt: skip
    assert (text, plain) == ("Add one", "Try it")
    assert first.startswith(f"{ADD}#")
    assert values(first) == wanted
    assert values(second) == {"try": ["GET /books/{id}/copies/{n}"]}
    soup = BeautifulSoup(built.text("b.html"), "html.parser")
    assert values(soup.select_one("a:has(.navapi-try-link)")["href"]) == wanted
    assert "Now: Add **one**." in project.build("text").text("index.txt")


def test_lists_and_truth_values_of_try_it_are_json(project) -> None:
    tag = """<TryIt operation="POST /books" values={{dry: true, q: ["a b", 1, {c: null}]}} />"""
    project.write({
        "docs.json": {"navigation": {**MENU, "pages": ["index", "b"]}},
        "api.json": API,
        "index.mdx": f"# A\n\n{tag}\n",
        "b.rst": "B\n=\n\n.. try-it:: POST /books\n"
                 '   :values: {dry: true, q: ["a b", 1, {c: null}]}\n',
    })  # fmt: skip
    built = project.build()
    ((_, first),) = try_it(built)
    given = values(first)
    assert json.loads(given["any.dry"][0]) is True
    assert json.loads(given["any.q"][0]) == ["a b", 1, {"c": None}]
    soup = BeautifulSoup(built.text("b.html"), "html.parser")
    other = values(soup.select_one("a:has(.navapi-try-link)")["href"])
    assert json.loads(other["any.q"][0]) == ["a b", 1, {"c": None}]
    assert json.loads(other["any.dry"][0]) is True


@pytest.mark.parametrize(
    ("name", "near"), [("quer.q", "query.q"), ("tga", "tag"), ("nothing-like-it", "")]
)
def test_a_value_of_try_it_that_is_no_parameter_is_reported(project, name, near) -> None:
    tag = f"<TryIt operation='GET /books/{{id}}/copies/{{n}}' values={{{{'{name}': 1, id: 2}}}} />"
    project.write({
        "docs.json": {"navigation": MENU}, "api.json": API, "index.mdx": f"# A\n\n{tag}\n",
    })  # fmt: skip
    (warning,) = project.build().warnings
    assert "index.mdx:3" in warning
    assert "[navapi.guide_request]" in warning
    assert f" {name}," in warning
    assert near in warning


def test_values_and_a_body_that_cannot_be_read_are_reported(project) -> None:
    project.write({"api.json": API, "docs.json": {"navigation": MENU}})
    text = "H\n=\n\n.. try-it:: POST /books\n   :values: {bad\n   :body: {bad\n"
    project.write({"index.rst": text})
    first, second = project.build().warnings
    assert "values" in first
    assert "JSON" in first
    assert "index.rst:4" in first
    assert "body" in second


def test_try_it_without_an_operation_is_reported(project) -> None:
    project.write({
        "docs.json": {"navigation": MENU}, "api.json": API,
        "index.mdx": "# A\n\n<TryIt>Text</TryIt>\n\n<TryIt operation='GET /boks'>More</TryIt>\n",
    })  # fmt: skip
    built = project.build()
    assert len(built.warnings) == 2
    assert "index.mdx:3" in built.warnings[0]
    assert "operation=" in built.warnings[0]
    assert "index.mdx:5" in built.warnings[1]
    assert "GET /boks" in built.warnings[1]
    soup = BeautifulSoup(built.text("index.html"), "html.parser")
    assert [each.get_text() for each in soup.select("p")[-2:]] == ["Text", "More"]
