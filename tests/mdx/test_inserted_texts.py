"""Snippets and components are read by themselves, where a page uses them."""

from __future__ import annotations

import random
from html import unescape
from pathlib import Path

import pytest
from full_run import amount
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from sphinx_navapi.mdx.expanded_page import read_mdx
from sphinx_navapi.mdx.mark_rules import close_marks, mark_environment, use_marks
from sphinx_navapi.mdx.marked_page import mark_page
from sphinx_navapi.mdx.tag_uses import kind_of

PARTS = (
    "```", "~~~js A", "text", "- item", "  more", "> quote", "<Note>", "</Note>", "<div>", "</div>",
    "<b>", "<!--", "-->", "{/*", "*/}", "{", "}", "\n$$", "`", "<Card title=\"", "\">", "<style>",
    "<Steps> text", "a <Step>", "</Step>", "<T>", "<br>", "", "    code", "1. one", "[^1]: note",
    "***", "[b]: /elsewhere",
)  # fmt: skip
PARAGRAPH = ["paragraph_open", "inline", "paragraph_close"]
IMPORT = 'import One from "/one.mdx"\n\n'


def read(folder: Path, text: str):
    """The marked page, and its tokens."""
    source = read_mdx(text, file="page.mdx", source_dir=folder, variables={})
    page = mark_page(source, kind_of)
    parser = MarkdownIt("commonmark").use(dollarmath_plugin).disable(["html_block", "code"])
    use_marks(parser)
    tokens = parser.parse(page.text.markdown, mark_environment(page))
    close_marks(tokens, page)
    return page, tokens


@pytest.mark.parametrize("seed", range(amount(200, 30)))
def test_the_page_after_a_snippet_is_as_without_it(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    lines = [choose.choice(PARTS) for _ in range(choose.randint(1, 8))]
    (tmp_path / "one.mdx").write_text("\n".join(lines), "utf-8")
    after = (
        "\n\n</Tip>\n\n## After\n\nA {/* b */} `c` <Note>d</Note> $$e$$ [b] -->\n\n```\ng\n```\n"
    )

    def ending(snippet: str) -> list[tuple[object, ...]]:
        _, tokens = read(tmp_path, f"{IMPORT}<Tip>\n\n{snippet}{after}")
        last = max(i for i, token in enumerate(tokens) if token.tag == "h2" and token.nesting > 0)
        assert [token.type for token in tokens[:last]].count("mdx_element_open") == [
            token.type for token in tokens[:last]
        ].count("mdx_element_close")
        return [
            (
                token.type,
                token.tag,
                token.level,
                token.map,
                token.content,
                len(token.children or ()),
            )
            for token in tokens[last:]
        ]

    assert ending("<One />") == ending("One")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("## T <One />", [("Badge", "one.mdx", 1)]),
        ("a\n<One />", [("Badge", "one.mdx", 1)]),
        ("<h2 className={<b>c</b>}><One /></h2>", [
            ("Badge", "one.mdx", 1), ("b", "", 3), ("heading", "", 3),
        ]),
        ("- a\n- <One>\n    **b** <Icon icon='i' />\n  </One>", [
            ("Badge", "one.mdx", 1), ("Icon", "", 5),
        ]),
    ],
    ids=["heading", "line", "heading of HTML", "content"],
)  # fmt: skip
def test_elements_come_from_their_own_files(tmp_path, text, places):
    definition = "export const One = ({children}) => <Badge>{children}</Badge>"
    (tmp_path / "one.mdx").write_text(definition, "utf-8")
    page, _ = read(tmp_path, f'import {{One}} from "/one.mdx"\n\n{text}\n')
    found = [(each.name, each.file, each.line) for each in page.elements if each.name]
    assert sorted(found) == sorted(places)


@pytest.mark.parametrize(
    ("snippet", "text", "expected"),
    [
        ("x **y**", "a <One /> b", PARAGRAPH),
        ("**x** y", "a <One /> b", PARAGRAPH),
        ("3.11 x", "a <One /> b", PARAGRAPH),
        ("x **y**", "<One />", PARAGRAPH),
        ("# x", "<One />", ["heading_open", "inline", "heading_close"]),
        ("x\n\ny", "a <One /> b", PARAGRAPH * 4),
        ("- x\n- y", "a <One /> b", [
            *PARAGRAPH, "bullet_list_open",
            *["list_item_open", *PARAGRAPH, "list_item_close"] * 2,
            "bullet_list_close", *PARAGRAPH,
        ]),
        ("x\n```\ny\n```", "a <One />", [
            *PARAGRAPH * 2, "fence",
        ]),
        ("x\n\ny", "## a <One />", ["heading_open", "inline", "heading_close"]),
    ],
    ids=[
        "in a line", "emphasis in a line", "number in a line", "line",
        "block", "blocks in a line", "list in a line", "code in a line",
        "blocks in a heading",
    ],
)  # fmt: skip
def test_a_text_is_part_of_the_line_if_it_can_be(tmp_path, snippet, text, expected):
    (tmp_path / "one.mdx").write_text(snippet, "utf-8")
    _, tokens = read(tmp_path, f"{IMPORT}{text}\n")
    assert [token.type for token in tokens] == expected
    words = "".join(c.content for t in tokens for c in t.children or ())
    assert "x" in words


def test_what_ends_in_code_is_one_mistake(tmp_path):
    (tmp_path / "one.mdx").write_text("<Note>\n\n- a\n  ```js\n  x\n", "utf-8")
    page, _ = read(tmp_path, f"{IMPORT}<One />\n\nEnd\n")
    (found,) = page.findings
    assert (found.file, found.line) == ("one.mdx", 4)
    assert "```" in found.message


@pytest.mark.parametrize(
    "text", ["5 * 4 * 3", "- a", "1. b_c_d", "# e", "$f$", "a &lt; `b`", "[a]: /b"]
)
def test_text_among_elements_is_not_markdown(tmp_path, text):
    definition = f"export const One = () => (\n  <div>\n    {text}\n  </div>\n)"
    _, tokens = read(tmp_path, f"{definition}\n\n<One />\n")
    (line,) = [token for token in tokens if token.type == "inline"]
    assert {child.type for child in line.children} <= {"text", "escape", "text_special"}
    assert "".join(child.content for child in line.children) == unescape(text)
