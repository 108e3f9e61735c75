"""Sections of long pages, which answers leave out, and how they are read."""

from __future__ import annotations

import random

import pytest
from markdown_it import MarkdownIt

from sphinx_navapi.mcp.page_sections import read_sections, section_of, shortened
from sphinx_navapi.mcp.tool import ToolError

PAGE = """\
# Create a thing

```http
POST /things
```

## Body

- `name` string

  ```sh
  ## not a heading
  ```

````json
```
## not this one
````

## Responses

### 200 OK

Good.

### 404 Not Found

Gone.

## Code samples

x
"""


def test_sections() -> None:
    found = [(s.level, s.heading) for s in read_sections(PAGE)]
    assert found == [
        (0, ""), (2, "Body"), (2, "Responses"), (3, "200 OK"), (3, "404 Not Found"),
        (2, "Code samples"),
    ]  # fmt: skip
    assert "".join(s.text for s in read_sections(PAGE) if s.level < 3) == PAGE


def test_a_section_is_read_with_what_is_below() -> None:
    assert section_of(PAGE, "responses ") == (
        "## Responses\n\n### 200 OK\n\nGood.\n\n### 404 Not Found\n\nGone.\n\n"
    )
    assert section_of(PAGE, "200 OK") == "### 200 OK\n\nGood.\n\n"
    for name in ("", "not a heading", "Create a thing"):
        with pytest.raises(ToolError, match="404 Not Found"):
            section_of(PAGE, name)


def test_headings_are_those_of_another_parser() -> None:
    chance = random.Random(41)
    lines = [
        "## A", "### B *c*", "# D", "#### E", "## ", "text", "", "```", "```json", "~~~", "````",
        "- item", "##F",
    ]  # fmt: skip
    for _ in range(500):
        # Fences of pages are always closed.
        text = "\n".join(["# T", "", *chance.choices(lines, k=12), "", "## Last", ""])
        tokens = MarkdownIt().parse(text)
        if any(t.type == "fence" and "Last" in t.content for t in tokens):
            continue
        expected = [
            tokens[at + 1].content
            for at, token in enumerate(tokens)
            if token.type == "heading_open" and token.tag in ("h2", "h3") and token.level == 0
        ]
        found = [s.heading for s in read_sections(text) if s.level]
        assert found == [heading for heading in expected if heading], text


def test_short_pages_are_whole() -> None:
    assert shortened(PAGE) == PAGE


def test_long_sections_are_only_named() -> None:
    long = PAGE.replace("Good.", "Good. " * 2_000)
    text = shortened(long)
    assert len(text.encode()) < 6_000
    assert "- 404 Not Found" in text
    assert "Gone." not in text
    assert "`name` string" in text
    assert text.index("## Body") < text.index("## Responses") < text.index("## Code samples")
    # A long text before all sections is cut where the rest begins.
    long = PAGE.replace("```http", "Words. " * 2_000 + "\n\n```http")
    text = shortened(long)
    assert len(text.encode()) < 6_000
    offset = int(text.partition("offset ")[2].partition(" ")[0])
    assert text.startswith(long[:offset])
    assert "## Responses" in text
