"""Whatever a snippet opens ends with its file."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin
from work import LINEAR, growth

from sphinx_navapi.mdx.expanded_page import read_mdx
from sphinx_navapi.mdx.file_ends import end_with_file
from sphinx_navapi.mdx.marked_page import mark_page
from sphinx_navapi.mdx.pieces import match_tags, read_pieces
from sphinx_navapi.mdx.tag_uses import kind_of

CODE = "this code is never closed: it ends with the file, or with its list; write {} where it ends"
OPEN = "<{0}> is never closed: it ends with the file; write </{0}> where it ends, or <{0} />"
HIDDEN = "{} is never closed: the rest of the file is not shown; write {} where it ends"


@pytest.mark.parametrize(
    ("text", "expected", "messages"),
    [
        pytest.param("```py\na", "```py\na\n```\n", [CODE.format("```")], id="fence"),
        pytest.param("~~~~\n```\n", "~~~~\n```\n~~~~\n", [CODE.format("~~~~")], id="tildes"),
        pytest.param(
            "- a\n  ```\n  b\n", "- a\n  ```\n  b\n  ```\n", [CODE.format("```")], id="list"
        ),
        pytest.param("> ```\n> a", "> ```\n> a\n> ```\n", [CODE.format("```")], id="quotation"),
        pytest.param("<Note>\na", "<Note>\na\n</Note>\n", [OPEN.format("Note")], id="component"),
        pytest.param(
            "<div>\n<Tip>\na",
            "<div>\n<Tip>\na\n</Tip>\n</div>\n",
            [OPEN.format("div"), OPEN.format("Tip")],
            id="nested",
        ),
        pytest.param(
            "<Note>\n```\n</Note>\n",
            "<Note>\n```\n</Note>\n```\n\n</Note>\n",
            [CODE.format("```")],
            id="one cause",
        ),
        pytest.param(
            "a <b>c",
            "a c",
            ["<b> is never closed: the tag is ignored; write </b> where it ends, or <b />"],
            id="in a line",
        ),
        pytest.param(
            "a\n</Note>\n",
            "a\n\n",
            ["unmatched </Note> ignored: write <Note> before it, or remove it"],
            id="closing tag",
        ),
        pytest.param("a\n<!-- b", "a\n", [HIDDEN.format("<!--", "-->")], id="comment"),
        pytest.param("a {/* b\n", "a ", [HIDDEN.format("{/*", "*/}")], id="MDX comment"),
        pytest.param("$$\na", "$$\na\n$$", None, id="formula"),
        pytest.param('A<T> {a <Note b="', 'A&lt;T> \\{a &lt;Note b="', [], id="text"),
        pytest.param("```\na\n```\n\n<Note>b</Note>\n<br>", None, [], id="nothing"),
    ],
)  # fmt: skip
def test_ends(text: str, expected: str | None, messages: list[str] | None) -> None:
    closed, pieces, parts = end_with_file(text)
    assert closed == (text if expected is None else expected)
    assert pieces == read_pieces(closed)
    if messages is not None:
        assert [message for _line, message in parts] == messages


PARTS = (
    "```", "~~~js A", "text", "- item", "  more", "> quote", "<Note>", "</Note>", "<div>", "</div>",
    "<b>", "<!--", "-->", "{/*", "*/}", "{", "}", "\n$$", "`", "<Card title=\"", "\">", "<style>",
    "<Steps> text", "a <Step>", "</Step>", "<T>", "<br>", "", "    code", "1. one", "[^1]: note",
    "***",
)  # fmt: skip


@pytest.mark.parametrize("seed", range(200))
def test_the_page_after_a_snippet_is_as_without_it(tmp_path: Path, seed: int) -> None:
    choose = random.Random(seed)
    lines = [choose.choice(PARTS) for _ in range(choose.randint(1, 8))]
    (tmp_path / "one.mdx").write_text("\n".join(lines), "utf-8")
    before = 'import One from "/one.mdx"\n\n<Tip>\n\n'
    after = (
        "\n\n</Tip>\n\n## After\n\nA {/* b */} `c` <Note>d</Note> $$e$$ {f} -->\n\n```\ng\n```\n"
    )
    source = read_mdx(f"{before}<One />{after}", file="page.mdx", source_dir=tmp_path, variables={})
    end = source.text.index("</Tip>\n\n## After")
    pieces = read_pieces(source.text)
    own = [(p.start - end, type(p)) for p in pieces if p.start >= end]
    assert own == [(p.start, type(p)) for p in read_pieces(after.lstrip())]
    assert all(piece.end <= end for piece in pieces if piece.start < end)
    partners = match_tags(pieces)
    (tip,) = [i for i, p in enumerate(pieces) if p.start == end]
    assert source.text.startswith("<Tip>", pieces[partners[tip]].start)
    marked = mark_page(source.text, source.origins, kind_of).markdown
    parser = MarkdownIt("commonmark").use(dollarmath_plugin).disable(["html_block", "code"])
    tokens = parser.parse(marked)
    heading = next(i for i, t in enumerate(tokens) if t.content == "After")
    assert tokens[heading - 1].tag == "h2"
    assert tokens[heading - 1].level == 0
    assert tokens[-1].content == "g\n"


@pytest.mark.parametrize("text", ["<Note>\n", "</Note>\n", "{ ", "```\n", "<b> ", "$$\n", "<!--"])
def test_work_is_linear(text: str) -> None:
    assert growth(lambda size: end_with_file(text * size), 100) < LINEAR
    end_with_file(text * 6000)
