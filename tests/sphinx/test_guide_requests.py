"""Requests in the code of pages, compared with the API that they are for."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sphinx_navapi.request.written import check

API: dict[str, Any] = {
    "openapi": "3.1.0",
    "info": {"title": "Library", "version": "1"},
    "servers": [{"url": "https://{region}.library.example/v1",
                 "variables": {"region": {"default": "eu"}}}],
    "security": [{"key": []}],
    "paths": {
        "/books": {
            "get": {
                "parameters": [
                    {"name": "limit", "in": "query", "schema": {"type": "integer"}},
                    {"name": "filter", "in": "query", "style": "deepObject",
                     "schema": {"type": "object"}},
                    {"name": "tag[]", "in": "query", "schema": {"type": "array"}},
                ],
                "responses": {"200": {"description": "OK"}},
            },
            "post": {
                "requestBody": {"required": True, "content": {"application/json": {"schema": {
                    "type": "object", "required": ["title", "id"],
                    "properties": {"title": {"type": "string", "maxLength": 9},
                                   "id": {"type": "string", "readOnly": True}},
                }}}},
                "responses": {"200": {"description": "OK"}},
            },
        },
        "/books/{id}": {
            "get": {
                "parameters": [
                    {"name": "id", "in": "path", "required": True, "schema": {"type": "string"}},
                    {"name": "lang", "in": "query", "required": True, "schema": {}},
                    {"name": "X-Tenant", "in": "header", "required": True, "schema": {}},
                    {"name": "Accept", "in": "header", "required": True, "schema": {}},
                ],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/books/new": {"get": {"responses": {"200": {"description": "OK"}}}},
        "/search": {
            "get": {
                "parameters": [
                    {"name": "any", "in": "query", "schema": {"type": "object"}},
                ],
                "responses": {"200": {"description": "OK"}},
            }
        },
        "/v{n}.json": {"get": {"responses": {"200": {"description": "OK"}}}},
    },
    "components": {
        "securitySchemes": {"key": {"type": "apiKey", "in": "query", "name": "api_key"}},
    },
}  # fmt: skip
BASE = "https://eu.library.example/v1"


def reported(project: Any, pages: dict[str, Any] | str, **more: Any) -> list[str]:
    """File, line and message of each warning."""
    files = {"index.rst": pages} if isinstance(pages, str) else pages
    names = [name.partition(".")[0] for name in files]
    docs = {"navigation": {"pages": names, "openapi": "api.json"}}
    project.write({"docs.json": docs, "api.json": API, **files, **more})
    found = project.build().warnings
    assert all("navapi.guide_request" in line for line in found), found
    return [line.partition("/src/")[2] for line in found]


def page(code: str, language: str = "bash") -> str:
    lines = "".join(f"   {line}\n" for line in code.splitlines())
    return f"A\n=\n\n.. code-block:: {language}\n\n{lines}"


#: Requests that the document describes, or that are none of its.
TAKEN = (
    "curl 'API/books?limit=1&filter[a]=1&tag[]=a&tag=b&api_key=k'",
    'curl "API/books?limit=$LIMIT&$MORE"',
    "curl API/books/",
    "curl API/books/new",
    "curl 'API/books/7?lang=de' -H 'X-Tenant: a'",
    "curl 'API/books/<id>?lang=de' -H 'x-tenant: a' -H 'Authorization: b'",
    'curl API/books -d \'{"title": "A"}\'',
    'curl API/books -d \'{"title": "<a title that is too long>"}\'',
    "curl API/books -d @book.json",
    "curl API/search?whatever=1",
    "curl -I API/anything",
    "curl API/",
    "curl API",
    "curl API/v2.json",
    "curl API/install.sh",
    "curl API/$PATH_OF_A_RESOURCE",
)


def test_what_the_api_takes(project) -> None:
    """A page for each request, whose name says which one is reported."""
    pages = {
        f"p{number}.rst": page(command.replace("API", BASE)) for number, command in enumerate(TAKEN)
    }
    # The pages are checked at all.
    wrong = page(f"curl {BASE}/boks")
    (found,) = reported(project, {"index.rst": wrong, **pages})
    assert found.startswith("index.rst:")


@pytest.mark.parametrize(
    ("command", "named"),
    [
        (f"curl {BASE}/boks", ["/boks", "/books"]),
        (f"curl {BASE}/books/1/pages", ["/books/1/pages"]),
        (f"curl -X DELETE {BASE}/books", ["/books", "DELETE", "GET, POST"]),
        (f"curl '{BASE}/books?limt=1'", ["GET /books", "`limt`", "`limit`"]),
        (f'curl "{BASE}/books?limt=$N"', ["`limt`"]),
        (f"curl {BASE}/books/1 -H 'X-Tenant: a'", ["GET /books/{id}", "`lang`"]),
        (f"curl '{BASE}/books/1?lang=de'", ["`X-Tenant`"]),
        (f"curl -X POST {BASE}/books", ["POST /books", "body"]),
        (f"curl {BASE}/books -d '{{}}'", ["`title`"]),
        (f"curl {BASE}/books -d '{{\"title\": 5}}'", ["`title`", "string"]),
        (f'curl {BASE}/books -d \'{{"title": "A Long Title"}}\'', ["`title`", "`maxLength`"]),
        ("curl http://us.library.example/v1/boks", ["/boks"]),
    ],
)
def test_what_it_refuses(project, command: str, named: list[str]) -> None:
    (line,) = reported(project, page(command))
    place, _, message = line.partition(": WARNING: ")
    assert place == "index.rst:6"
    assert "api.json" in message
    assert [part for part in named if part not in message] == []


def test_requests_for_others_are_nobodys_business(project) -> None:
    urls = ("https://other.example/v1/boks", "https://eu.library.example/v10/boks",
            "https://eu.library.example/boks", "$BASE/boks")  # fmt: skip
    assert reported(project, page("\n".join(f"curl {url}" for url in urls))) == []


def test_lines_in_every_markup(project) -> None:
    fence = f"```python main.py\nimport requests\n\nrequests.get('{BASE}/boks')\n```\n"
    group = f"<CodeGroup>\n{fence}\n```js\nfetch('{BASE}/bok')\n```\n</CodeGroup>\n"
    mdx = f"---\ntitle: M\n---\n\n{group}"
    pages = {
        "index.rst": "A\n=\n\nText.\n\n" + page(f"x\ncurl {BASE}/bks")[5:],
        "b.md": f"# B\n\n- item\n\n  ~~~bash\n  curl {BASE}/ooks\n  ~~~\n",
        "c.mdx": mdx,
    }
    places = [line.partition(": ")[0] for line in reported(project, pages)]
    assert sorted(places) == ["b.md:6", "c.mdx:13", "c.mdx:9", "index.rst:9"]


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("index.rst", "A\n=\n\n.. navapi:ignore\n\n" + page(f"curl {BASE}/boks")[5:]),
        ("index.rst", page(f"# navapi:ignore\ncurl {BASE}/boks")),
        ("index.md", f"# A\n\n<!-- navapi:ignore -->\n\n```bash\ncurl {BASE}/boks\n```\n"),
        ("index.mdx", f"# A\n\n{{/* navapi:ignore */}}\n```bash\ncurl {BASE}/boks\n```\n"),
    ],
)
def test_a_comment_leaves_requests_out(project, name: str, text: str) -> None:
    assert reported(project, {name: text}) == []
    (line,) = reported(project, {name: text.replace("navapi:ignore", "otherwise")})
    assert "boks" in line


def test_only_what_every_api_at_the_address_refuses(project) -> None:
    other = json.loads(json.dumps(API).replace("/books", "/boks"))
    docs = {"navigation": {"groups": [
        {"group": "A", "pages": ["index"], "openapi": "api.json"},
        {"group": "B", "openapi": {"source": "b.json", "directory": "b"}},
    ]}}  # fmt: skip
    files = {"b.json": other, "docs.json": docs}
    assert reported(project, page(f"curl {BASE}/boks"), **files) == []
    (line,) = reported(project, page(f"curl {BASE}/boks?limt=1"), **files)
    assert "b.json" in line
    assert "`limt`" in line


def test_results_are_kept_as_long_as_the_documents(project, monkeypatch) -> None:
    compared: list[str] = []
    refusal = check.RequestCheck.refusal

    def count(self: Any, request: Any) -> Any:
        compared.append(request.url)
        return refusal(self, request)

    monkeypatch.setattr(check.RequestCheck, "refusal", count)
    pages = {
        "index.rst": page(f"curl {BASE}/boks"),
        "b.md": f"# B\n\n```sh\ncurl {BASE}/books\n```\n",
    }
    assert len(reported(project, pages)) == 1
    assert len(compared) == 2
    assert len(reported(project, pages)) == 1
    assert len(compared) == 2
    mended = json.loads(json.dumps(API).replace("/search", "/boks"))
    assert reported(project, pages, **{"api.json": mended}) == []
    assert len(compared) == 4


def test_generated_pages_are_not_read(project) -> None:
    sample = {"lang": "curl", "source": f"curl {BASE}/boks"}
    api = json.loads(json.dumps(API))
    api["paths"]["/books"]["get"]["x-codeSamples"] = [sample]
    assert reported(project, "A\n=\n", **{"api.json": api}) == []
