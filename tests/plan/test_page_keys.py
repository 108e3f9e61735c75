from __future__ import annotations

import pytest

from sphinx_navapi.formats.front_matter import read_markdown_head, read_rst_head
from sphinx_navapi.plan.page_files import find_head_problems


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("titel: X", 'did you mean "title"?'),
        ("sidebarTitel: X", 'did you mean "sidebarTitle"?'),
        ("Icon: book", 'did you mean "icon"?'),
        ("opnapi: GET /books", 'did you mean "openapi"?'),
        ("mode: wid", 'did you mean "wide"?'),
        ("playground: smple", 'did you mean "simple"?'),
        ("authMethod: baerer", 'did you mean "bearer"?'),
        ("deprecated: yess", "use true or false"),
        ("hidden: 1", "use true or false"),
        ("noindex: []", "use true or false"),
        ("canonical: /x", "a URL that starts with https:"),
        ("tag: [new]", "use a string"),
        ("title: true", "use a string"),
        ("api: GTE https://x.example/a", 'use "GET https://x.example/a"'),
        ("api: 3", 'use "GET https://…"'),
    ],
)
def test_one_problem_with_its_place(line: str, words: str) -> None:
    head = read_markdown_head(f"---\nkeywords: a\n{line}\n---\n\n# T\n", "page.md")
    (problem,) = find_head_problems(head, "page.md")
    assert str(problem.place) == "page.md:3:1"
    assert words in problem.message


@pytest.mark.parametrize(
    "line",
    [
        "title: 3", "title:", "mode: default", "mode: frame", "hidden: 'true'", "tags: [a]",
        "author: me", "orphan: true", "tocdepth: 2", "myst: {}", "og:title: T", "public: true",
        "api: post /lamps", "playground: auth", "kernelspec: {}", "date: 2026-01-01",
        "title: A\ntitles: B",
    ],
)  # fmt: skip
def test_what_other_tools_read_is_left_alone(line: str) -> None:
    head = read_markdown_head(f"---\n{line}\n---\n\n# T\n", "page.md")
    assert list(find_head_problems(head, "page.md")) == []


def test_fields_of_restructuredtext() -> None:
    head = read_rst_head(":sidebartitel: X\n:hidden: true\n:author: me\n\nT\n=\n", "page.rst")
    (problem,) = find_head_problems(head, "page.rst")
    assert (str(problem.place), "sidebarTitle" in problem.message) == ("page.rst:1:1", True)


@pytest.mark.parametrize(
    ("text", "place", "words"),
    [
        ("---\ntitle: A\ntag: b\n\n# T\n", "page.md:1:1", "add --- after line 3"),
        ("---\ntitle: A\n", "page.md:1:1", "add --- after line 2"),
        ("---\ntitle: A\n--\n\n# T\n", "page.md:1:1", "write --- on line 3"),
        ("---\ntitle: A\n----\n\n# T\n", "page.md:1:1", "write --- on line 3"),
        ("---\ntitle: A\ntag: b\n—\n", "page.md:1:1", "write --- on line 4"),
        ("\n---\ntitle: A\n---\n", "page.md:2:1", "remove the spaces and blank lines"),
        (" ---\ntitle: A\ntag:\n  - b\n---\n", "page.md:1:1", "remove the spaces and blank"),
    ],
)
def test_front_matter_that_is_read_as_text(text: str, place: str, words: str) -> None:
    (problem,) = read_markdown_head(text, "page.md").diagnostics
    assert (str(problem.place), words in problem.message) == (place, True)


@pytest.mark.parametrize(
    "text",
    [
        "---\n\nA thematic break.\n",
        "---\ntitle: A\n---\n",
        "\n---\n\nNote: two thematic breaks.\n\n---\n",
    ],
)
def test_other_dashes_are_no_front_matter(text: str) -> None:
    assert read_markdown_head(text, "page.md").diagnostics == ()
