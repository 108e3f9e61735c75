"""The cost of absurd text: proportional to its length."""

from __future__ import annotations

import itertools

import pytest
from full_run import amount
from work import LINEAR, growth

from sphinx_navapi.formats.commonmark import LONGEST_MARKUP, is_plain, render_html


@pytest.mark.parametrize(
    "text",
    ["[", "*a ", "**a ", "<div>", "![", "[a](", "> ", "<", "`a``", "|\n", "&#", "https://", "<a "],
)
def test_absurd_text_costs_no_more_than_its_length(text: str) -> None:
    numbers = itertools.count()

    def render(size: int) -> None:
        # A text seen before would cost nothing.
        absurd = f"a{next(numbers)}\n|-|\n" + text * (size // len(text) - 8)
        assert not is_plain(absurd)
        render_html(absurd)

    assert growth(render, LONGEST_MARKUP // 100) < LINEAR
    render(amount(LONGEST_MARKUP, LONGEST_MARKUP // 25))
