"""Marks in place of tags: where blocks start and end, what moves, what remains text."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from case_files import text_cases
from full_run import amount
from markdown_it import MarkdownIt
from work import LINEAR, growth

from sphinx_navapi.mdx.expanded_page import ExpandedPage, ExpandedText
from sphinx_navapi.mdx.mark_rules import close_marks, mark_environment, use_marks
from sphinx_navapi.mdx.marked_page import MARK, MarkedPage, MarkedText, mark_page
from sphinx_navapi.mdx.marks import OPENING
from sphinx_navapi.mdx.tag_uses import kind_of

CASES = Path(__file__).parent / "cases"


def mark(text: str) -> MarkedPage:
    body = ExpandedText(text=text, lines=range(text.count("\n") + 1), is_page=True)
    return mark_page(ExpandedPage(body=body), kind_of)


def readable(page: MarkedPage) -> str:
    """The Markdown of *page* with the names of elements for their marks."""

    def name(match: re.Match[str]) -> str:
        slash = "" if match[1] == OPENING else "/"
        return f"[{slash}{page.elements[int(match[2])].name}]"

    def lines(text: MarkedText) -> Iterator[str]:
        for line in text.markdown.removesuffix("\n").split("\n"):
            yield MARK.sub(name, line)
            for match in MARK.finditer(line):
                content = page.contents.get(int(match[2]))
                if content is not None:
                    before = re.sub(r"[-+*\d.]", " ", line[: match.start()])
                    yield from (f"{before}{each}".rstrip() for each in lines(content))
                    yield f"{before}[/{page.elements[int(match[2])].name}]"

    return "\n".join(lines(page.text)) + "\n"


@pytest.mark.parametrize(("source", "expected"), text_cases(CASES / "marks.md"))
def test_marks(source, expected):
    page = mark(source)
    assert re.sub(r"\n+\Z", "\n", readable(page)) == expected
    for text in (page.text, *page.contents.values()):
        assert len(text.lines) == text.markdown.count("\n")


def test_elements_know_their_place_and_parent():
    page = mark("<Tabs>\n  <Tab title='a'>\n    x <Icon icon='i' />\n  </Tab>\n</Tabs>\n")
    assert [(e.name, e.line, e.column, e.parent and e.parent.name) for e in page.elements] == [
        ("Tabs", 1, 1, None), ("Tab", 2, 3, "Tabs"), ("Icon", 3, 7, "Tab"),
    ]  # fmt: skip
    assert [element.inline for element in page.elements] == [False, False, True]


def test_attributes_are_values():
    (element,) = mark(
        "<Card a='x &amp; y' b={1} c d={['p', 2]} e={{f: true}} g={`t`} h={i()} j={null} />"
    ).elements
    assert element.text("a") == "x & y"
    assert element.number("b") == 1
    assert element.flag("c")
    assert element.strings("d") == ("p", "2")
    assert element.attributes["e"] == {"f": True}
    assert element.text("g") == "t"
    assert element.text("h") == element.text("j") == element.text("missing") == ""
    assert not element.flag("j")


#: Pages with many copies of one piece, for which a careless parser takes quadratic time.
PIECES = [
    "<", "{", "<a ", "`", "[", "![", "<a>", "<Card>", "<b>x</b>", "{a}", "{'", "{`${", "<!--",
    "{/*", "<A b={", "<A b='", "```\n", "<td>", "<ul><li>", "- <Note>\n  ", "<Note>\n\n", "</Card>",
    "export const a = (\n", "import a from '", "$$", "<svg>", "<script>", "{x ? ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_work_is_linear(piece):
    parser = MarkdownIt("commonmark").disable(["html_block", "html_inline", "code"])
    use_marks(parser)

    def read(size: int) -> None:
        page = mark(piece * (size // len(piece)))
        close_marks(parser.parse(page.text.markdown, mark_environment(page)), page)

    assert growth(read, 1_500) < LINEAR
    read(amount(60_000, 3_000))


@pytest.mark.parametrize(
    ("tag", "anchors"),
    [
        ('<Accordion title="Set up">', ("set-up",)),
        ('<Accordion title="Set up" id="mine">', ("mine", "set-up")),
        # Cards link to other pages: their titles are the headings of those pages.
        ('<Card title="Set up">', ()),
        ('<Card title="Set up" id="mine">', ("mine",)),
        ('<ParamField path="userName">', ("param-user-name",)),
    ],
)
def test_anchors_of_an_element(tag, anchors):
    (element,) = mark(f"{tag}\na\n</{tag[1:].split()[0]}>\n").elements
    assert element.anchors == anchors


def test_a_text_of_an_element_is_one_line():
    (element,) = mark('<Card title=" Set\n  up ">\na\n</Card>\n').elements
    assert element.text("label", "title") == "Set up"
