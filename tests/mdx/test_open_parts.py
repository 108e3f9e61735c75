"""What is never closed is reported where it begins; everything else on the page is kept."""

from __future__ import annotations

import random

import pytest
from full_run import amount

from sphinx_navapi.mdx.expanded_page import expand_page
from sphinx_navapi.mdx.javascript import find_syntax_error
from sphinx_navapi.mdx.marked_page import mark_page
from sphinx_navapi.mdx.tag_uses import kind_of

#: Lines that are valid, each with a word that must be shown.
LINES = (
    '<Card title="One" href="/a">Alpha</Card>',
    "<Card title='Two'>Beta</Card>",
    '<Card title={"Three"} icon="book">Gamma</Card>',
    "<Note>Delta</Note>",
    "Sum {1 + 2} Epsilon",
    'A "quoted" word, Zeta',
    "- {`x`} Eta",
)
WORDS = ("Alpha", "Beta", "Gamma", "Delta", "Epsilon", "Zeta", "Eta")

#: A line, the end that is removed from it, and what is then never closed.
ENDS = [
    (0, 'One"', '"One'),
    (0, '/a"', '"/a'),
    (1, "Two'", "'Two"),
    (2, '"}', '{"Three'),
    (2, 'book"', '"book'),
    (4, "2}", "{1"),
    (6, "`}", "{`x"),
]


def findings(text, file="page.mdx"):
    source = expand_page(text, file=file, first_line=0, read={}.get, variables={})
    page = mark_page(source, kind_of)
    shown = [page.text, *page.contents.values(), *page.inserted.values()]
    return [*source.findings, *page.findings], "\n".join(each.markdown for each in shown)


@pytest.mark.parametrize("seed", range(amount(12, 4)))
@pytest.mark.parametrize(("number", "end", "opening"), ENDS)
def test_the_place_is_that_of_the_opening(number, end, opening, seed):
    order = list(range(len(LINES)))
    random.Random(seed).shuffle(order)
    broken = LINES[number].replace(end, end[:-1], 1)
    assert broken != LINES[number]
    lines = [broken if index == number else LINES[index] for index in order]
    found, shown = findings("\n\n".join(lines))
    (finding,) = found
    assert finding.line == 2 * order.index(number) + 1
    assert finding.column == broken.index(opening) + 1
    assert all(word in shown for word in WORDS)


def test_valid_lines_have_no_findings():
    assert findings("\n\n".join(LINES))[0] == []


@pytest.mark.parametrize(
    "text",
    [
        "a < b and c > d",
        "List<String> and Map<K, V>",
        "if (a <b && c >d) x",
        "# Heading {#anchor}",
        r"a \{ brace",
        r"$\frac{a$ and /users/{id}",
        '`{` and `<Card title="`',
        '```\n{ <Card title="\n```',
        '<Card\n  title="a"\n\n  href="/b"\n>x</Card>',
        '<Card title="two\nlines">x</Card>',
    ],
)
def test_what_is_text_or_valid(text):
    assert findings(text)[0] == []


STATEMENTS = (
    "export const price = {\n  plan: 'a',\n  cost: [3, 4],\n};",
    "export function twice(n) {\n  return n * 2;\n}",
    'export const Box = ({ children }) => (\n  <b title="x">{children}</b>\n);',
    "export const name = `a ${1 + 1} b`;",
    'export const text = "it\'s (odd";',
)


def test_valid_statements():
    for statement in STATEMENTS:
        assert find_syntax_error(statement) is None
    assert (
        find_syntax_error("export const a: string = 'x';\nexport interface B { c?: number }")
        is None
    )


@pytest.mark.parametrize(
    ("code", "is_valid"),
    [
        ("const a = {b: 1,, c: 2}", False), ("const a = {, b: 1}", False), ("f(1,, 2)", False),
        ("f(/* b */, 1)", False), ("f(1, // b\n, 2)", False), ("const {a,, b} = c", False),
        ("new F(1,,)", False), ("const a = 08", False), ("++5", False), ("a ?? b || c", False),
        ("const a = [1,, 2]", True), ("const [a,, b] = c", True), ("f(1,)", True),
        ("f(1, /* b */ 2)", True), ("const a = {b: 1, // c\n d: 2}", True), ("f([,,])", True),
        ("f(`,,`)", True), ("const a = {b: 1,}", True),
    ],
)  # fmt: skip
def test_commas_and_other_rules_beyond_the_grammar(code, is_valid):
    """As Node decides with ``--check`` for modules."""
    assert (find_syntax_error(code) is None) == is_valid


@pytest.mark.parametrize(
    ("statement", "removed", "opening"),
    [
        (0, "}", "{\n"),
        (0, "]", "["),
        (1, "}", "{\n  return"),
        (1, "n)", "(n"),
        (2, "</b>\n)", "(\n  <b"),
        (2, "children }) ", "({ children"),
    ],
)
def test_an_unclosed_bracket_in_a_statement(statement, removed, opening):
    code = STATEMENTS[statement]
    keep = removed[:-1] if removed != "children }) " else "children } "
    broken = code.replace(removed, keep, 1)
    found = find_syntax_error(broken)
    assert found is not None
    assert found[0] == broken.index(opening)


def test_a_mistake_in_a_statement_is_reported_there_and_not_where_it_is_used():
    page = (
        "First.\n\nexport const price = {\n  cost: 3 +,\n};\n\nCost {price.cost}, {price}.\n\n"
        "<Card title={price.name}>Kept</Card>\n\nLast.\n"
    )
    found, shown = findings(page)
    (finding,) = found
    assert (finding.line, finding.column) == (4, 11)
    assert "price" in finding.message
    assert all(word in shown for word in ("First", "Cost", "Kept", "Last"))


def test_a_mistake_in_a_snippet_is_reported_there():
    files = {
        "snippets/t.jsx": "export const a = 3;\n\nexport const T = () => {\n  return [1;\n};\n"
    }
    text = 'import {T, a} from "/snippets/t.jsx"\n\n{a} and {T}\n\nLast.\n'
    source = expand_page(text, file="p.mdx", first_line=0, read=files.get, variables={})
    page = mark_page(source, kind_of)
    (finding,) = (*source.findings, *page.findings)
    assert (finding.file, finding.line, finding.column) == ("snippets/t.jsx", 4, 10)
    assert "Last." in page.text.markdown


@pytest.mark.parametrize(
    ("code", "offset"),
    [
        ("1 +", 3),
        ("1 + * 2", 2),
        ("foo(", 3),
        ("a.", 2),
        ("2 things", 0),
        ("é + 'x", 6),
        ("{a: 1", 0),
    ],
)
def test_mistakes_in_expressions(code, offset):
    mistake = find_syntax_error(code, is_expression=True)
    assert mistake is not None
    assert mistake[0] == offset
    if code.count("{") == code.count("}"):
        (finding,), shown = findings(f"# T\n\nText {{{code}}} here.\n")
        assert (finding.line, finding.column) == (3, len("Text {") + offset + 1)
        assert f"{{{code}}}" in shown


@pytest.mark.parametrize("code", ["1 + 2", "{a: 1}", "x => x", "new Date()", "a as string"])
def test_valid_expressions(code):
    assert find_syntax_error(code, is_expression=True) is None
