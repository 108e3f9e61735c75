"""Links between documented Python functions and the operations that they handle or call."""

from __future__ import annotations

import re

import pytest
from bs4 import BeautifulSoup

APP = '''
from functools import wraps

from fastapi import FastAPI

app = FastAPI(title="Books", version="1", servers=[{"url": "https://books.example"}])


def counted(function):
    @wraps(function)
    def call(*arguments, **values):
        return function(*arguments, **values)
    return call


@app.get("/books/{isbn:path}", operation_id="readBook")
@counted
def read(isbn: str) -> str:
    """One book."""
    return isbn


def routes():
    @app.delete("/books/{isbn}")
    def remove(isbn: str) -> None:
        """Not importable."""

routes()
'''

CLIENT = '''
class Client:
    """A client."""

    def read_book(self, isbn):
        """Read a book."""

    def close(self):
        """Not an operation."""


def drop(isbn):
    """Remove a book."""
'''

PAGES = {
    "docs.json": {
        "navigation": {
            "pages": ["index", "code"],
            "groups": [{"group": "API", "openapi": "api"}],
        }
    },
    "index.md": "# Home\n",
    "code.rst": """\
Code
====

.. py:module:: bookshop

.. autofunction:: bookshop.read

.. autoclass:: client.Client
   :members:

.. autofunction:: client.drop
""",
    "bookshop.py": APP,
    "client.py": CLIENT,
}
SETUP = "import sys\nsys.path.insert(0, __file__[:-8])\n"
READ = "api-reference/read"
REMOVE = "api-reference/remove"


@pytest.fixture
def documented(project):
    """An application and a client, both documented by autodoc."""
    project.conf = {
        "extensions": ["sphinx_navapi", "sphinx.ext.autodoc"],
        "navapi_documents": {"api": "bookshop:app"},
        "navapi_functions": {"client.Client.*": "api", "client.drop": "DELETE /books/{isbn}"},
    }
    project.write({"conf.py": SETUP, **PAGES})
    return project


def links(html: str, selector: str) -> dict[str, str]:
    """Text and address of the links in the elements that *selector* selects."""
    soup = BeautifulSoup(html, "html.parser")
    found = soup.select(f"{selector} a.reference")
    return {" ".join(link.get_text().split()): str(link["href"]) for link in found}


def test_they_lead_both_ways(documented):
    built = documented.build()
    assert built.warnings == []
    shown = links(built.text(f"{READ}.html"), ".navapi-dates")
    assert shown == {
        "bookshop.read()": "../code.html#bookshop.read",
        "client.Client.read_book()": "../code.html#client.Client.read_book",
    }
    assert links(built.text(f"{REMOVE}.html"), ".navapi-dates") == {
        "client.drop()": "../code.html#client.drop"
    }
    soup = BeautifulSoup(built.text("code.html"), "html.parser")
    for anchor, page in (
        ("bookshop.read", READ),
        ("client.Client.read_book", READ),
        ("client.drop", REMOVE),
    ):
        described = soup.find(id=anchor).find_next_sibling("dd")
        assert [link["href"].partition("#")[0] for link in described.select("a.reference")] == [
            f"{page}.html"
        ]
    assert not soup.find(id="client.Client.close").find_next_sibling("dd").select("a.reference")


def test_markdown_and_other_builders_have_them(documented):
    built = documented.build()
    assert "[`bookshop.read()`](../code.md#bookshop.read)" in built.text(f"{READ}.md")
    assert f"]({READ}.md" in built.text("code.md")
    text = documented.build("text").text(f"{READ}.txt")
    assert '"bookshop.read()"' in text
    joined = documented.build("singlehtml").text("index.html")
    soup = BeautifulSoup(joined, "html.parser")
    described = soup.find(id=re.compile("client.drop$")).find_next_sibling("dd")
    assert described.select_one("a.reference").get_text() == "Remove"


def test_a_change_writes_the_pages_that_show_it(documented):
    documented.build()
    again = documented.build()
    assert (again.read, again.written) == ([], [])
    documented.conf["navapi_functions"] = {"client.drop": "GET /books/{isbn}"}
    changed = documented.build()
    assert changed.read == []
    # Sphinx also writes the page with the toctree.
    assert {*changed.written} - {"index"} == {"code", READ, REMOVE}
    # A function that is no longer documented.
    documented.write({"code.rst": "Code\n====\n\n.. autofunction:: client.drop\n"})
    changed = documented.build()
    assert {*changed.written} - {"index"} == {"code", READ}
    assert set(links(changed.text(f"{READ}.html"), ".navapi-dates")) == {"client.drop()"}


@pytest.mark.parametrize(
    ("name", "reference", "word"),
    [
        ("client.drop", "DELETE /book/{isbn}", "DELETE /books/{isbn}"),
        ("client.lost", "DELETE /books/{isbn}", "autofunction:: client.lost"),
        ("client.*", "openapi.yaml", "api"),
        ("client.nothing.*", "api", "operationId"),
    ],
)
def test_what_leads_nowhere_is_said_once(documented, name, reference, word):
    values = f'"bookshop.read": "readBook",\n    "{name}": "{reference}"'
    documented.write({"conf.py": f"{SETUP}navapi_functions = {{\n    {values},\n}}\n"})
    del documented.conf["navapi_functions"]
    (warning,) = documented.build().warnings
    assert "[navapi.config]" in warning
    assert "conf.py:5: " in warning
    assert word in warning
