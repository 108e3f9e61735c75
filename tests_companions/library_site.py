"""The files of the site built beside each extension."""

from __future__ import annotations

import json

DESCRIBED = "All books of the house. See [the rules](https://rules.example/books)."

DOCUMENT = f"""\
openapi: 3.1.0
info: {{title: Library, version: "1"}}
servers: [{{url: https://library.example}}]
paths:
  /books:
    get:
      summary: List books
      tags: [Books]
      description: |-
        {DESCRIBED}
      responses: {{"200": {{description: OK}}}}
  /loans:
    post:
      summary: Lend a book
      tags: [Loans]
      externalDocs: {{url: https://rules.example/loans}}
      requestBody:
        content:
          application/json:
            schema:
              type: object
              properties:
                title:
                  type: string
                  description: |
                    As printed,

                    see [titles](https://rules.example/titles).
      responses: {{"201": {{description: Lent}}}}
"""

FILES = {
    "index.rst": "Library\n=======\n\nA house of books.\n\n.. toctree::\n\n   shelves\n",
    "shelves.rst": "Shelves\n=======\n\nBy author.\n",
    "library.yaml": DOCUMENT,
    "docs.json": json.dumps(
        {
            "name": "Library",
            "navigation": {
                "groups": [
                    {"group": "", "toctree": "index"},
                    {"group": "API", "openapi": "library.yaml"},
                ]
            },
        }
    ),
}

BOOKS = "api-reference/books/list-books"
LOANS = "api-reference/loans/lend-a-book"
PAGES = ("index", "shelves", BOOKS, LOANS)
