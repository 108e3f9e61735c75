"""The cost of hostile pages: proportional to their length."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.mdx.plain_page import plain_markdown

HOSTILE = {
    "less-than": "<",
    "braces": "{",
    "both": "<{",
    "backticks": "` ",
    "strings": '{"',
    "templates": "{`${",
    "tags": "<A b={",
    "quoted": "<A b=\"<A b='",
    "comments": "{/*",
    "html comments": "<!--",
    "imports": "import a, \n",
    "exports": "export const {\n",
    "fences": " ```a\nx\n",
    "dollars": "$$ ",
    "styles": "<style>",
}


@pytest.mark.parametrize("part", HOSTILE.values(), ids=HOSTILE)
def test_hostile_pages_take_linear_work(part):
    assert growth(lambda size: plain_markdown(part * (size // len(part))), 3_000) < LINEAR
    megabyte = part * (1_000_000 // len(part))
    assert plain_markdown(megabyte).count("\n") == megabyte.count("\n")
