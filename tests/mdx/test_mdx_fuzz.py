"""Any text is a page: nothing raises, and each line has its place."""

from __future__ import annotations

from full_run import amount
from hypothesis import example, given, settings
from hypothesis import strategies as st

from sphinx_navapi.mdx.expanded_page import ExpandedPage, ExpandedText
from sphinx_navapi.mdx.marked_page import CLOSING, OPENING, mark_page
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
@example("<ul></ul>")
@settings(max_examples=amount(800, 200), deadline=None)
def test_any_text_is_a_page(source):
    source = source.replace("\r\n", "\n").replace("\r", "\n")
    body = ExpandedText(text=source, lines=range(source.count("\n") + 1), is_page=True)
    page = mark_page(ExpandedPage(body=body), kind_of)
    for text in (page.text, *page.contents.values()):
        assert len(text.lines) == text.markdown.count("\n")
        assert text.markdown.count(OPENING) >= text.markdown.count(CLOSING)
