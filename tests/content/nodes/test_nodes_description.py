from __future__ import annotations

import re

import pytest
from docutils import nodes
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st

from sphinx_navapi.content.nodes.description import description_nodes, inline_nodes
from sphinx_navapi.content.nodes.description_tree import DEEPEST_NESTING
from sphinx_navapi.formats.commonmark import plain_text
from sphinx_navapi.formats.safe_html import is_safe_url


def shape(text: str) -> str:
    """Node names, nested, with the text of leaves."""

    def walk(node: nodes.Node) -> str:
        if isinstance(node, nodes.Text):
            return repr(str(node))
        return f"{node.tagname}({', '.join(map(walk, node.children))})"

    return ", ".join(map(walk, description_nodes(text)))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        (" \n", ""),
        ("A & b_c", "paragraph('A & b_c')"),
        ("a **b *c*** `d`", "paragraph('a ', strong('b ', emphasis('c')), ' ', literal('d'))"),
        ("[a](https://b.test)", "paragraph(reference('a'))"),
        ("[a](javascript:x)", "paragraph('[a](javascript:x)')"),
        ("# T", "rubric('T')"),
        ("- a\n- b\n\n  c", "bullet_list(list_item(paragraph('a')), list_item(paragraph('b'), paragraph('c')))"),  # noqa: E501
        ("- a:\n  - b", "bullet_list(list_item(paragraph('a:'), bullet_list(list_item(paragraph('b')))))"),  # noqa: E501
        ("3. a", "enumerated_list(list_item(paragraph('a')))"),
        ("> a", "block_quote(paragraph('a'))"),
        ("a\n\n    x\n    y", "paragraph('a'), literal_block('x\\ny')"),
        ("a  \nb", "line_block(line('a'), line('b'))"),
        ("<p>a<br>b</p>", "line_block(line('a'), line('b'))"),
        ("<b>a</b> <x> <i>b", "paragraph(strong('a'), ' <x> ', emphasis('b'))"),
        ("H<sub>2</sub>O <kbd>K</kbd>", "paragraph('H', subscript('2'), 'O ', literal('K'))"),
        ("a<script>b</script>c", "paragraph('ac')"),
        ("![a](https://b.test/c.png)", "paragraph(reference('a'))"),
        ("<ul><li>a<li><p>b</ul>c", "bullet_list(list_item(paragraph('a')), list_item(paragraph('b'))), paragraph('c')"),  # noqa: E501
        (".. raw:: html\n\n   <b>x</b>", "paragraph('.. raw:: html'), paragraph(strong('x'))"),
    ],
)  # fmt: skip
def test_shape(text: str, expected: str) -> None:
    assert shape(text) == expected


@pytest.mark.parametrize("before", ["", "<b>a</b>\n\n"])
def test_the_language_of_code(before: str) -> None:
    *_, block = description_nodes(f"{before}```JSON title\n{{}}\n```")
    assert isinstance(block, nodes.literal_block)
    assert (block.astext(), block["language"]) == ("{}", "json")


def test_table_is_square() -> None:
    (table,) = description_nodes("|a|b|\n|-|-|\n|1|\n|2|**3**|")
    assert isinstance(table, nodes.table)
    (group,) = table.children
    assert isinstance(group, nodes.tgroup)
    assert group["cols"] == 2
    assert len(list(group.findall(nodes.colspec))) == 2
    rows = [[cell.astext() for cell in row.children] for row in table.findall(nodes.row)]
    assert rows == [["a", "b"], ["1", ""], ["2", "3"]]


def test_html_table_without_head_and_table_in_table() -> None:
    text = "<table><tr><td>a<td><table><tr><td>b</td></tr></table></tr><tr><td>c</table>\n\nd"
    table, after = description_nodes(text)
    assert len(list(table.findall(nodes.table))) == 1
    rows = [[cell.astext().split() for cell in row.children] for row in table.findall(nodes.row)]
    assert rows == [[["a"], ["b"]], [["c"], []]]
    assert after.astext() == "d"


def test_code_has_a_language_that_pygments_knows() -> None:
    text = "```json\n{}\n```\n\n```madeup\nx\n```\n\n```JSON5 title\n1\n```"
    blocks = [node for node in description_nodes(text) if isinstance(node, nodes.literal_block)]
    assert [block["language"] for block in blocks] == ["json", "text", "text"]
    assert [block.astext() for block in blocks] == ["{}", "x", "1"]


def test_nesting_is_bounded_and_loses_nothing() -> None:
    lists = "\n".join("  " * level + f"- item{level}" for level in range(9)) + "\n- last"
    quotes = "".join("> " * level + f"quote{level}\n>\n" for level in range(1, 9))
    found = nodes.container("", *description_nodes(f"{lists}\n\n{quotes}"))
    text = found.astext()
    assert all(f"item{level}" in text for level in range(9))
    assert all(f"quote{level}" in text for level in range(1, 9))
    for node in found.findall(nodes.paragraph):
        parents = []
        while node.parent is not None:
            node = node.parent
            parents.append(node)
        assert sum(isinstance(p, nodes.bullet_list) for p in parents) <= DEEPEST_NESTING
        assert sum(isinstance(p, nodes.block_quote) for p in parents) <= DEEPEST_NESTING
    # The content after the deep list is another item of the outermost one.
    assert isinstance(found.children[0], nodes.bullet_list)
    assert found.children[0].children[-1].astext() == "last"


def test_source_is_set_on_request() -> None:
    def sources(*found: nodes.Node) -> set[tuple[str | None, int | None]]:
        return {(e.source, e.line) for f in found for e in f.findall(nodes.TextElement)}

    assert sources(*description_nodes("a **b**\n\n- c")) == {(None, None)}
    assert sources(*description_nodes("a **b**\n\n- c", source="api.json", line=7)) == {
        ("api.json", 7)
    }


def test_inline_nodes() -> None:
    found = nodes.paragraph("", "", *inline_nodes("# a\n\nb *c*\n\n- d\n- e"))
    assert found.astext() == "a b c d e"
    assert all(isinstance(child, nodes.Text | nodes.Inline) for child in found.children)


ALLOWED = {
    nodes.paragraph, nodes.rubric, nodes.bullet_list, nodes.enumerated_list, nodes.list_item,
    nodes.block_quote, nodes.literal_block, nodes.line_block, nodes.line, nodes.table,
    nodes.tgroup, nodes.colspec, nodes.thead, nodes.tbody, nodes.row, nodes.entry, nodes.strong,
    nodes.emphasis, nodes.literal, nodes.subscript, nodes.superscript, nodes.reference,
    nodes.inline, nodes.Text,
}  # fmt: skip

PIECES = re.split(
    ",",
    "- ,1. ,> ,    ,\n,\n\n,a,b c,**,*,`,  \n,<p>,</p>,<ul>,<li>,</ul>,<b>,</b>,<br>,<table>,<tr>,"
    "<td>,</table>,<pre>,</pre>,<h2>,</h2>,<script>,</script>,<a href='javascript:x'>,---\n,# ,"
    "[x](javascript:y),[x](https://y.test),![x](data:y),<details>,<summary>,```\n,<x>,"
    "<img src=x onerror=y>,<blockquote>,|,|a|b|\n|-|-|\n",
)


@settings(max_examples=amount(400, 100), deadline=None)
@given(st.lists(st.sampled_from(PIECES), max_size=14).map("".join))
def test_any_soup_makes_sound_nodes(text: str) -> None:
    found = nodes.container("", *description_nodes(text))
    for node in list(found.findall())[1:]:
        assert type(node) in ALLOWED
        if isinstance(node, nodes.Text):
            assert isinstance(node.parent, nodes.TextElement)
        elif isinstance(node, nodes.reference):
            assert is_safe_url(node["refuri"])
        elif isinstance(node, nodes.bullet_list | nodes.enumerated_list):
            assert all(isinstance(child, nodes.list_item) for child in node.children)
        elif isinstance(node, nodes.tgroup):
            assert [type(c) for c in node.children if not isinstance(c, nodes.colspec)] in (
                [nodes.tbody], [nodes.thead, nodes.tbody],
            )  # fmt: skip
        elif isinstance(node, nodes.row):
            assert len(node.children) == node.parent.parent["cols"]
    if "<" not in text:
        # Without HTML, both halves show the same words (images by their alternative text).
        assert re.sub(r"\s|\* \* \*", "", found.astext()) == re.sub(r"\s", "", plain_text(text))
