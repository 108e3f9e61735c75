"""Texts of parameters, of their schemas and of external documentation, in every page format."""

from __future__ import annotations

import pytest

FORMAT = {"type": "string", "description": "Paper sizes."}
QUEUE = {
    "type": "object",
    "externalDocs": {"url": "https://print.example/queues", "description": "How queues work"},
    "properties": {
        "desk": {"type": "string", "externalDocs": {"url": "https://print.example/desks"}},
    },
}
DOCUMENT = {
    "openapi": "3.1.0",
    "info": {"title": "Print", "version": "1"},
    "paths": {
        "/jobs": {
            "get": {
                "summary": "Jobs",
                "parameters": [
                    {
                        "name": "sizes",
                        "in": "query",
                        "description": "Only such jobs.",
                        "schema": {"type": "array", "items": FORMAT},
                    },
                    {
                        "name": "X-Queue",
                        "in": "header",
                        "description": "A queue: of one desk.",
                        "schema": {"type": "string", "description": "A queue"},
                    },
                ],
                "responses": {
                    "200": {
                        "description": "Jobs.",
                        "content": {"application/json": {"schema": QUEUE}},
                        "headers": {
                            "X-Left": {
                                "description": "Pages that are left.",
                                "schema": {"type": "integer", "description": "Sheets count twice."},
                            }
                        },
                    }
                },
            }
        }
    },
}


@pytest.mark.parametrize("builder", ["html", "text", "gettext", "markdown"])
def test_both_are_there(builder, project):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "print.json": DOCUMENT,
            "docs.json": {"navigation": {"groups": [{"group": "API", "openapi": "print.json"}]}},
        }
    )
    built = project.build("html" if builder == "markdown" else builder)
    assert built.warnings == []
    name = {
        "html": "api-reference/jobs.html", "markdown": "api-reference/jobs.md",
        "text": "api-reference/jobs.txt", "gettext": "api-reference.pot",
    }[builder]  # fmt: skip
    text = built.text(name)
    for part in ("Only such jobs.", "Paper sizes.", "Pages that are left.", "Sheets count twice."):
        assert part in text
    # A text that is contained in the other one is not repeated.
    assert text.count("A queue") == 1


CATALOG = """\
msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8"

msgid "How queues work"
msgstr "Wie Warteschlangen arbeiten"
"""


@pytest.mark.parametrize("builder", ["html", "text", "gettext"])
def test_what_documentation_elsewhere_is_called_is_translated(builder, project):
    project.write(
        {
            "index.rst": "Home\n====\n",
            "print.json": DOCUMENT,
            "docs.json": {"navigation": {"groups": [{"group": "API", "openapi": "print.json"}]}},
            "locale/de/LC_MESSAGES/api-reference.po": CATALOG,
        }
    )
    options = {"language": "de", "locale_dirs": ["locale"], "exclude_patterns": ["locale"]}
    if builder == "gettext":
        assert "How queues work" in project.build(builder).text("api-reference.pot")
        return
    built = project.build(builder, **options)
    names = ["api-reference/jobs.html", "api-reference/jobs.md"]
    for name in names if builder == "html" else ["api-reference/jobs.txt"]:
        text = built.text(name)
        assert "Wie Warteschlangen arbeiten" in text
        assert "How queues work" not in text
        # Without a description, the link says what it leads to, and where.
        assert "Externe Dokumentation: print.example/desks" in text
