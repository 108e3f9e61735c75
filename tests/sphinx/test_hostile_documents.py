"""Whatever a document contains, a page has no unintended markup."""

from __future__ import annotations

import json
from html.parser import HTMLParser

import pytest
from full_run import first

PAYLOADS = [
    "<script>window.pwned=1</script>",
    '"><img src=x onerror="window.pwned=1">',
    "'><svg onload=window.pwned=1>",
    "[go](javascript:window.pwned=1) <javascript:window.pwned=1>",
    "[go](data:text/html,<script>window.pwned=1</script>)",
    "<a href='java&#x73;cript:window.pwned=1'>go</a>",
    "<style>body{display:none}</style><base href='https://evil.example/'>",
    "<form action='https://evil.example'><input name=x></form>",
    "<iframe src='https://evil.example'></iframe><meta http-equiv=refresh content=0>",
    ".. raw:: html\n\n   <script>window.pwned=1</script>\n",
    "```{eval-rst}\n.. raw:: html\n\n   <script>window.pwned=1</script>\n```",
    ".. include:: /etc/passwd\n\n{include} /etc/passwd",
    "</script><script>window.pwned=1</script>",
    "\x02\x03\x04\x05 ]]> --> */ {{ 7*7 }} {% raw %} ${x}",
]

_FORBIDDEN = {"iframe", "object", "embed", "base", "applet", "frame", "frameset", "form"}

#: Classes of the themes' own forms.
_SEARCH_FORMS = {"search", "sidebar-search-container"}


class _Elements(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.found: list[tuple[str, dict[str, str | None]]] = []

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))

    handle_startendtag = handle_starttag


def _elements(html: str) -> list[tuple[str, dict[str, str | None]]]:
    reader = _Elements()
    reader.feed(html)
    reader.close()
    return reader.found


def _document(text: str) -> dict[str, object]:
    """A document with *text* in every place that reaches a page."""
    schema = {
        "type": "object",
        "title": text,
        "description": text,
        "required": [text],
        "properties": {
            text: {
                "type": "string",
                "description": text,
                "enum": [text, "b"],
                "x-enumDescriptions": {text: text},
                "default": text,
                "example": text,
                "pattern": text,
                "format": text,
            },
            "self": {"$ref": "#/components/schemas/Thing"},
        },
    }
    parameter = {
        "name": text,
        "in": "query",
        "description": text,
        "schema": {"type": "string", "default": text},
        "example": text,
    }
    header = {"description": text, "schema": {"type": "string", "example": text}}
    return {
        "openapi": "3.1.0",
        "info": {"title": text, "version": text, "description": text},
        "servers": [{"url": "https://api.example/{v}", "description": text,
                     "variables": {"v": {"default": text, "description": text}}}],
        "tags": [{"name": text, "description": text}],
        "security": [{text: [text]}],
        "paths": {
            f"/things/{text.replace('/', '')}": {
                "post": {
                    "summary": text,
                    "description": text,
                    "operationId": text,
                    "tags": [text],
                    "externalDocs": {"url": "javascript:window.pwned=1", "description": text},
                    "parameters": [
                        parameter,
                        {**parameter, "in": "header"},
                        {**parameter, "in": "cookie"},
                    ],
                    "requestBody": {
                        "description": text,
                        "content": {
                            "application/json": {
                                "schema": {"$ref": "#/components/schemas/Thing"},
                                "examples": {text: {"summary": text, "description": text,
                                                    "value": {text: text}}},
                            }
                        },
                    },
                    "responses": {
                        "200": {
                            "description": text,
                            "headers": {text: header},
                            "content": {text: {"schema": schema, "example": text}},
                            "links": {text: {"operationId": text, "description": text,
                                             "parameters": {text: text}}},
                        }
                    },
                    "callbacks": {text: {text: {"post": {"summary": text, "description": text,
                                  "responses": {"200": {"description": text}}}}}},
                    "x-codeSamples": [{"lang": text, "label": text, "source": text}],
                    "x-navapi": {"content": text, "metadata": {"tag": text, "sidebarTitle": text}},
                }
            }
        },
        "components": {
            "schemas": {"Thing": schema},
            "securitySchemes": {text: {"type": "oauth2", "description": text, "flows": {
                "implicit": {"authorizationUrl": "javascript:window.pwned=1",
                             "scopes": {text: text}}}}},
        },
    }  # fmt: skip


@pytest.mark.parametrize("text", first(5, PAYLOADS), ids=range(len(PAYLOADS)))
@pytest.mark.parametrize("theme", first(1, ["alabaster", "furo"]))
def test_pages_hold_no_foreign_markup(project, text, theme):
    label = " ".join(text.split())
    project.write(
        {
            "index.rst": "Home\n====\n\n.. navapi-navigation::\n",
            "api.json": _document(text),
            "docs.json": {
                "name": "Example",
                "navigation": {
                    "tabs": [{"tab": label, "openapi": "api.json"}],
                    "global": {"anchors": [{"anchor": label, "href": "https://example.com/"}]},
                },
            },
        }
    )
    built = project.build(html_theme=theme)
    pages = [p for p in built.out.rglob("*.html") if p.name not in ("search.html", "genindex.html")]
    (operation,) = [
        name for name, page in built.site()["pages"].items() if page["kind"] == "operation"
    ]
    assert (built.out / f"{operation}.html") in pages
    for page in pages:
        for tag, attributes in _elements(page.read_text("utf-8")):
            place = (page.name, tag, attributes)
            if tag == "base" and page == built.out / "404.html":
                # Ours: the link back to the site, for pages that are served at any depth.
                assert attributes == {"href": "/404.html"}, place
                continue
            assert tag not in _FORBIDDEN or attributes.get("class") in _SEARCH_FORMS, place
            assert not any(name.startswith("on") for name in attributes), place
            for name in ("href", "src", "action", "formaction", "xlink:href"):
                value = "".join((attributes.get(name) or "").split()).lower()
                assert not value.startswith(("javascript:", "data:text", "vbscript:")), place
            if tag == "meta":
                assert (attributes.get("http-equiv") or "").lower() != "refresh", place
        scripts = page.read_text("utf-8").split("<script")[1:]
        assert not any(part.partition(">")[2].startswith("window.pwned") for part in scripts)
    assert "root:" not in (built.out / f"{operation}.html").read_text("utf-8")


def test_files_for_programs_stay_valid(project):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "api.json": _document(PAYLOADS[1]),
            "docs.json": {"navigation": {"groups": [{"group": "G", "openapi": "api.json"}]}},
        }
    )
    built = project.build()
    json.loads(built.text("_navapi/site.json"))
    assert "<script" not in built.text("llms.txt").lower()
