"""Any text is a page: nothing raises, and each line has its place."""

from __future__ import annotations

from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_navapi.mdx.marked_page import CLOSING, OPENING, mark_page
from sphinx_navapi.mdx.marks import Origin
from sphinx_navapi.mdx.tag_uses import kind_of

PARTS = [
    "<", ">", "/>", "</", "{", "}", "{/*", "*/}", "<!--", "-->", "`", "``", "```", "~~~", "$$",
    "\\", "'", '"', "=", " ", "  ", "    ", "\n", "\n\n", "\t", "- ", "1. ", "> ", "# ", "|", "---",
    "\r\n",
    "import A from 'b'", "export const a = ", "export ", "(", ")", "[", "]", "](/a)", "=>", "//",
    "<Card", "<Card>", "</Card>", "title=", 'title="a b"', "icon={<X />}", "style={{a: 'b'}}", "${",
    "<div>", "</div>", "<ul>", "<li>", "</li>", "</ul>", "<table>", "<td>", "</table>", "<br/>",
    "<img src='a'", "<style>", "</style>", "<svg>", "</svg>", "<a href='b'>", "</a>", "<summary>",
    "word", "{a.b}", "{'c'}", "<T>", "\ufeff", "\x00", "\u2028", "é", "日",
]  # fmt: skip


@given(st.lists(st.sampled_from(PARTS), max_size=60).map("".join))
@example("Array <Card\n>")
@settings(max_examples=800, deadline=None)
def test_any_text_is_a_page(source):
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    origins = [Origin(line=number) for number in range(source.count("\n") + 1)]
    page = mark_page(source, origins, kind_of)
    assert len(page.origins) <= page.markdown.count("\n") + 1
    assert page.markdown.count(OPENING) >= page.markdown.count(CLOSING)
