"""What a component's children are: the values that MDX 3.1 gives, with remark-gfm."""

from __future__ import annotations

import pytest

from sphinx_navapi.mdx.constructs import Expression, read_constructs
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.contents import unwrapped
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.values import UNDEFINED, Markup, Value

CODE = object()


def children(text: str) -> object:
    """The children of a component with the content *text*: elements by the text in them."""
    constructs = read_constructs(text)
    values = {
        each.start: read_value(each.code) for each in constructs if isinstance(each, Expression)
    }

    def shown(value: Value) -> object:
        if isinstance(value, Markup):
            return " ".join(value.text.split()), value.is_block
        return value

    try:
        found = unwrapped(Markup(text=text, values=values, is_page_text=True, is_content=True))
    except NotDataError:
        return CODE
    return [shown(each) for each in found] if isinstance(found, list) else shown(found)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("text", "text"),
        (" a ", " a "),
        ("a\n  b", "a\nb"),
        ("\ntext\n", ("text", True)),
        ("\n\n\n", UNDEFINED),
        ("\nFirst.\n\nSecond.\n", [("First.", True), ("Second.", True)]),
        ("\none\ntwo\n", ("one two", True)),
        ("\n<b>a</b>\n<i>b</i>\n", [("<b>a</b>", False), ("<i>b</i>", False)]),
        ("\n<b>a</b> and **b**\n", ("<b>a</b> and **b**", True)),
        ("\n<hr />\na **b**\n<br />\nc\n", [
            ("<hr />", False), ("a **b**", True), ("<br />", False), ("c", True),
        ]),
        ("\n  <div>\n    a\n  </div>\n  <p>b</p>\n", [
            ("<div> a </div>", False), ("<p>b</p>", False),
        ]),
        ("\n{'a'}\n{'b'}\n", ["a", "b"]),
        ("\n<b>a</b> {'b'}\n", [("<b>a</b>", False), "b"]),
        ("\na {'b'}\n", ("a {'b'}", True)),
        ("\n{/* c */}\na\n", ("a", True)),
        ("\n- a\n- b\n\n- c\n", ("- a - b - c", True)),
        ("\n- a\n\n  b\n\nc\n", [("- a b", True), ("c", True)]),
        ("\na\n***\nb\n", [("a", True), ("***", True), ("b", True)]),
        ("\n# a\n```js\nb\n```\nc\n", [("# a", True), ("```js b ```", True), ("c", True)]),
        ("\n| a |\n|-|\n| b |\n", ("| a | |-| | b |", True)),
        ("<b>a</b> b", [("<b>a</b>", False), " b"]),
        ("<b>a</b>\n<i>b</i>", [("<b>a</b>", False), "\n", ("<i>b</i>", False)]),
        # MDX splits it: it stays code.
        ("a **b**", CODE),
        ("a &amp; b", CODE),
    ],
)  # fmt: skip
def test_children_are_those_of_mdx(text: str, expected: object) -> None:
    assert children(text) == expected
