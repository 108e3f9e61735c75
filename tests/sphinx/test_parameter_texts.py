"""The text of a parameter, and that of its schema, in every form of a page."""

from __future__ import annotations

import pytest

FORMAT = {"type": "string", "description": "Paper sizes."}
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
    # A text that the other one has in it is not repeated.
    assert text.count("A queue") == 1
