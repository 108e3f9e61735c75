"""Authored pages as Markdown: each kind of node, from each kind of source."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from bs4 import BeautifulSoup
from case_files import value_cases
from full_run import amount
from markdown_it import MarkdownIt
from page_words import blocks, missing_words, page_text, rendered, words
from random_mdx import make_page as make_mdx_page

CASES = Path(__file__).parent / "cases" / "markdown_of_pages.yaml"
SOURCES = {
    f"{suffix}-{name}": (suffix, source, expected)
    for suffix, cases in value_cases(CASES).items()
    for name, (source, expected) in cases
}
HEADS = {"rst": "Page\n====\n\n", "md": "# Page\n\n", "mdx": "# Page\n\n"}

EXTENSIONS = ["sphinx_navapi", "sphinx.ext.autodoc", "myst_parser"]
MYST = ["deflist", "fieldlist", "dollarmath", "tasklist", "attrs_inline", "colon_fence"]


def test_each_kind_of_node(project, monkeypatch):
    monkeypatch.syspath_prepend(project.src)
    pages = {
        f"{name}.{suffix}": f"{HEADS[suffix]}{source}"
        for name, (suffix, source, _) in SOURCES.items()
    }
    files = {**pages, "index.md": "# Home\n", "program.py": PROGRAM}
    files["docs.json"] = {"navigation": {"pages": ["index", *SOURCES]}}
    project.write(files)
    built = project.build(
        html_theme="navapi",
        extensions=EXTENSIONS,
        myst_enable_extensions=MYST,
        myst_heading_anchors=3,
    )
    assert built.warnings == []
    wrong = {}
    for name, (_, _, expected) in SOURCES.items():
        markdown = built.text(f"{name}.md").removeprefix("# Page\n\n").rstrip("\n")
        if markdown != expected.rstrip("\n"):
            wrong[name] = markdown
        lacking = missing_words(built.text(f"{name}.html"), built.text(f"{name}.md"))
        assert not lacking, name
        compare_structure(page_text(built.text(f"{name}.html")), rendered(built.text(f"{name}.md")))
    for name, markdown in wrong.items():
        print(f"  {name}:\n{markdown}\n")
    assert not wrong


def compare_structure(html, markdown) -> None:
    """Sections, code, rows of tables and addresses are those of the page."""
    for level in ("h1", "h2", "h3"):
        found = [words(each) for each in markdown.select(level)]
        for title in html.select(f"section > {level}"):
            assert words(title) in found
    code = [each.get_text().strip() for each in markdown.select("pre code")]
    for block in html.select("div.highlight pre"):
        # In a cell, its lines are separate; a change is a diff.
        text = block.get_text().strip()
        assert text in code or f"+ {text}" in code or block.find_parent("td")
    rows = [words(each) for each in markdown.select("tr")]
    for row in html.select("table.docutils tr"):
        assert words(row) in rows


PROGRAM = '''\
"""A program."""


class Desk:
    """Where books are lent."""

    def lend(self, *books: str, days: int = 14) -> None:
        """Lend books.

        :param books: The titles.
        :param days: For how long.
        """
'''


def test_a_page_is_resolved_once(project, monkeypatch):
    project.write({
        "docs.json": {"navigation": {"pages": ["index", "a"]}},
        "index.md": "# Home\n",
        "a.rst": "A\n=\n\nText.\n",
    })  # fmt: skip
    from sphinx.environment import BuildEnvironment

    resolved = []
    resolve = BuildEnvironment.get_and_resolve_doctree

    def count(self, docname, *arguments, **named):
        resolved.append(docname)
        return resolve(self, docname, *arguments, **named)

    monkeypatch.setattr(BuildEnvironment, "get_and_resolve_doctree", count)
    built = project.build()
    assert sorted(resolved) == ["a", "index"]
    resolved.clear()
    (built.out / "a.md").unlink()
    assert project.build().text("a.md") == "# A\n\nText.\n"
    assert resolved == ["a"]
    resolved.clear()
    assert project.build().written == []
    assert resolved == []


def test_unknown_nodes_are_their_text(project):
    from docutils import nodes

    class strange(nodes.General, nodes.Element):  # noqa: N801 - docutils names nodes this way
        pass

    class odd(nodes.Inline, nodes.TextElement):  # noqa: N801
        pass

    def put(_app, doctree, _docname):
        section = next(doctree.findall(nodes.section), None)
        if section is not None:
            inner = nodes.paragraph("", "", nodes.Text("inside "), odd("", "word"))
            section += strange("", inner, nodes.Text("loose"))

    def through(_self, _node):
        pass

    from docutils.writers._html_base import HTMLTranslator

    for each in (strange, odd):
        setattr(HTMLTranslator, f"visit_{each.__name__}", through)
        setattr(HTMLTranslator, f"depart_{each.__name__}", through)
    project.write({"docs.json": {"navigation": {"pages": ["index"]}}, "index.rst": "H\n=\n"})
    built = project.build(connect={"doctree-resolved": put})
    assert built.text("index.md") == "# H\n\ninside word\n\nloose\n"


WORDS = ("buoy", "`code_x`", "*mooring*", "**lamp**", "a_b", "2 * 3", "<tag>", "[x]", "1.", "#",
         "snake_case_name", "~~~", "x|y", "\\\\", "&amp;", "!", "-", "it's")  # fmt: skip


def make_page(choose: random.Random, *, is_rst: bool) -> Iterator[str]:
    """Random blocks, in reStructuredText or MyST."""
    kinds: list[Callable[[], str]] = [
        lambda: f"{line()}\n{line()}",
        lambda: "\n".join(f"- {line()}" for _ in range(3)),
        lambda: f"- {line()}\n\n  {line()}\n\n  1. {line()}\n  2. {line()}",
        lambda: "\n".join(f"{number}. {line()}" for number in (1, 2)),
        lambda: (
            f".. warning:: {line()}\n\n   {line()}"
            if is_rst
            else f"```{{warning}}\n{line()}\n\n- {line()}\n```"
        ),
        lambda: (
            f"term\n   {line()}\n\n   {line()}" if is_rst else f"term\n: {line()}\n\n  {line()}"
        ),
        lambda: (
            f".. code-block:: text\n\n   {line()}\n   ```" if is_rst else "~~~text\n```\nx\n~~~"
        ),
        lambda: (
            f".. list-table::\n\n   * - {line()}\n     - {line()}"
            if is_rst
            else f"| {cell()} | b |\n| --- | --- |\n| {cell()} | {cell()} |"
        ),
    ]

    def line() -> str:
        text = " ".join(choose.choice(WORDS) for _ in range(choose.randint(1, 7)))
        # A line that starts with words is text, and nothing in it is left open.
        return f"start {text.replace('`code_x`', '``code_x``') if is_rst else text} end"

    def cell() -> str:
        return line().replace("|", "")

    for _ in range(12):
        yield choose.choice(kinds)()


@pytest.mark.parametrize("suffix", ["rst", "md"])
def test_random_pages(project, suffix):
    choose = random.Random(36)
    pages = {
        f"p{number}.{suffix}": HEADS[suffix]
        + "\n\n".join(make_page(choose, is_rst=suffix == "rst"))
        + "\n"
        for number in range(amount(25, 5))
    }
    names = [name.partition(".")[0] for name in pages]
    files = {**pages, "index.md": "# Home\n", "docs.json": {"navigation": {"pages": names}}}
    project.write(files)
    built = project.build(html_theme="navapi", extensions=EXTENSIONS, myst_enable_extensions=MYST)
    for name in names:
        html, markdown = built.text(f"{name}.html"), built.text(f"{name}.md")
        assert not missing_words(html, markdown), name
        text = " ".join(words(rendered(markdown)))
        for block in blocks(page_text(html)):
            assert " ".join(block) in text, (name, block)
        plain = rendered(markdown).get_text()
        shown = BeautifulSoup(html, "html.parser").article
        assert shown is not None
        for sign in ("a_b", "2 * 3", "<tag>", "[x]", "x|y"):
            assert plain.count(sign) == page_text(html).get_text().count(sign), (name, sign)


def test_random_mdx_pages_keep_words_and_code_in_order(project):
    pages = {f"p{number}": make_mdx_page(random.Random(number)) for number in range(amount(40, 10))}
    files = {f"{name}.mdx": "# Page\n" + "\n".join(page.lines) for name, page in pages.items()}
    project.write({**files, "docs.json": {"navigation": {"pages": [*pages]}}, "index.md": "# H\n"})
    built = project.build()
    for name, page in pages.items():
        found, code = [], []
        for token in MarkdownIt("commonmark").parse(built.text(f"{name}.md")):
            if token.type == "fence":
                code.append(token.content)
            for child in token.children or []:
                found += child.content.split() if child.type == "text" else []
        own = set(page.words)
        assert [word for word in found if word in own] == page.words, name
        # Empty lines around code are not shown.
        assert [each.strip("\n") for each in code] == [each.strip("\n") for each in page.code]
        assert "hidden" not in found
