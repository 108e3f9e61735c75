"""Marks on lines of code: how comments and numbers set them, and that none is shown."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.mdx.fence_info import read_fence_info
from sphinx_navapi.mdx.line_marks import read_lines
from sphinx_navapi.mdx.plain_page import plain_markdown

CASES = value_cases(Path(__file__).parent / "cases" / "line_marks.yaml")
SIGNS = {"added": "+", "removed": "-"}


@pytest.mark.parametrize(("info", "code", "expected"), CASES["line_marks"])
def test_marks(info, code, expected):
    lines = read_lines(code, read_fence_info(info))
    shown = [
        " ".join([*(SIGNS.get(mark, mark) for mark in sorted(line.marks)), line.text])
        for line in lines
    ]
    assert "|".join(shown) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("```js\na // [!code hl]\n```\n", "```js\na\n```\n"),
        ("```js\n// [!code hl]\na\n```\nb\n", "```js\na\n```\nb\n"),
        (
            "```ts a.ts\nb\n\na // [!code ++]\nc // [!code --]\n```\n",
            '```diff title="a.ts"\n  b\n\n+ a\n- c\n```\n',
        ),
        ("- ```js\n  a // [!code ++]\n    b\n  ```\n", "- ```diff\n  + a\n      b\n  ```\n"),
        ("> ```js\n> a // [!code ++]\n> ```\n", "> ```diff\n> + a\n> ```\n"),
        ("```js\na // [!code ++]", "```diff\n+ a"),
    ],
)
def test_markdown_of_marked_code(source, expected):
    assert plain_markdown(source) == expected
