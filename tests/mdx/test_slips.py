"""Slips in Markdown that would pass as text, and what only looks like one."""

from __future__ import annotations

import pytest
from markdown_it import MarkdownIt

from sphinx_navapi.mdx.slips import slip_of_quotation, slip_of_table, slips_of_fence


@pytest.mark.parametrize(
    ("text", "meant"),
    [("[!NOTTE]\nText.", "[!NOTE]"), ("[!warnning]", "[!WARNING]"), ("[!ABC]\nText.", "TIP")],
)
def test_an_unknown_alert(text, meant):
    slip = slip_of_quotation(text)
    assert slip is not None
    assert meant in slip


@pytest.mark.parametrize("text", ["[!NOTTE] in a line", "Text [!NOTTE]", "![a](b.png)", "[a]"])
def test_other_quotations(text):
    assert slip_of_quotation(text) is None


@pytest.mark.parametrize(
    ("info", "meant"),
    [
        ("pyhton", ["python"]),
        ("jsno title='a'", ["json"]),
        ('python tilte="a.py"', ["title"]),
        ('python title="a.py" wrpa', ["wrap"]),
        ('javscript title="a.js" highlihgt="1"', ["javascript", "highlight"]),
    ],
)
def test_misspelled_words_of_a_fence(info, meant):
    slips = list(slips_of_fence(info))
    assert [slip.rsplit("did you mean ", 1)[-1].rstrip("?") for slip in slips] == meant


@pytest.mark.parametrize(
    "info",
    [
        "", "python", "js {1,3}", "curl Request", "jsonc", "abap", "prisma", "toon",
        "python Titles", 'ts title="Wrapped lines" lines', "bash theme={null}", "{1} js", "mermaid",
        "Terminal",
    ],
)  # fmt: skip
def test_other_fences(info):
    assert list(slips_of_fence(info)) == []


@pytest.mark.parametrize(
    "text",
    [
        "| A | B |\n|--|\n| 1 | 2 |",
        "| A | B |\n|---|---|---|",
        "Text\nA | B\n--|--|--",
        r"| A \| B | C |" + "\n|--|--|--|",
        "| A | B |\n|--|--|",
        "A | B\n-|-",
        "a || b\nc || d",
        "A\n|--|",
    ],
)
def test_a_rule_with_another_number_of_cells(text):
    """It is a slip exactly where Markdown makes no table of a line and the rule below it."""
    has_rule = any(set(line) <= set("|- ") and "|" in line for line in text.split("\n"))
    has_header = "A | B" in text or "A \\|" in text
    made = {token.type for token in MarkdownIt("commonmark").enable("table").parse(text)}
    slip = slip_of_table(text)
    assert (slip is not None) == (has_rule and has_header and "table_open" not in made)
    if slip is not None:
        line = text.split("\n")[slip[0]]
        assert set(line) <= set("|- ")
