"""What is a formula in a line of text, and what is a price or a variable."""

from __future__ import annotations

import pytest

from sphinx_navapi.mdx.text_rules import formula_end


@pytest.mark.parametrize(
    "text",
    [
        "$x$", "$2x$", "$f(x)$", "$O(n)$", "$(x, y)$", "$n+1$", "$x_{1}$", "$a^2 + b^2 = c^2$",
        "$\\frac{a}{b}$", "$\\text{some words} + 1$", "$O(n \\log n)$", "$n$-th", "$a \\$ = b$",
        "$a\n= b$",
    ],
)  # fmt: skip
def test_formula(text):
    assert formula_end(text, 0) == text.rindex("$") + 1


@pytest.mark.parametrize(
    "text",
    [
        "$5 and $10", "$20/$30 to 40$", "$HOME/$PATH", "$HOME$", "$1,000 - $2,000", "$10$", "$ x $",
        "${a}/${b}$", "$a and b$", "$100k-$200k", "$$", "$x", "$a\n\n= b$", "$\\$", "$a`=`b$",
    ],
)  # fmt: skip
def test_no_formula(text):
    assert formula_end(text, 0) is None


@pytest.mark.parametrize("before", ["US", "\\", "$"])
def test_what_is_before(before):
    assert formula_end(f"{before}$x^2$", len(before)) is None
