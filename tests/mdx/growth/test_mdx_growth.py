"""The cost of hostile pages: proportional to their length."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.mdx.expanded_page import ExpandedPage, ExpandedText
from sphinx_navapi.mdx.javascript.contents import unwrapped
from sphinx_navapi.mdx.marked_page import MarkedPage, mark_page
from sphinx_navapi.mdx.tag_uses import kind_of
from sphinx_navapi.mdx.values import Markup

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
    assert growth(lambda size: mark(part * (size // len(part))), 3_000) < LINEAR


@pytest.mark.parametrize("part", ["a <b>x</b> c\n\n", "<b>x</b>\n", "a\n- b\n"])
def test_children_of_components_take_linear_work(part):
    def read(count: int) -> object:
        return unwrapped(Markup(text="\n" + part * count, is_page_text=True, is_content=True))

    assert growth(read, 200) < LINEAR


def mark(text: str) -> MarkedPage:
    body = ExpandedText(text=text, lines=range(text.count("\n") + 1), is_page=True)
    return mark_page(ExpandedPage(body=body), kind_of)
