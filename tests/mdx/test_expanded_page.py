"""Included and named content is expanded in place, as MDX, and keeps its source location."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from case_files import text_cases
from work import LINEAR, growth

from sphinx_navapi.mdx.expanded_page import ExpandedText, expand_page
from sphinx_navapi.mdx.marks import OPENING

CASES = Path(__file__).parent / "cases"

SNIPPETS = {
    "snippets/plain.mdx": "Plain **text**.\n",
    "snippets/blocks.mdx": "---\ntitle: x\n---\n\n## For {lang}\n\n- {props.lang}\n",
    "snippets/parts.mdx": (
        "export const Since = ({ version, from = 'old' }) => (\n"
        "  <b>{version}, not {from}</b>\n);\n\nexport const LIMIT = 5;\n"
    ),
    "snippets/state.jsx": (
        "export const Copy = ({ command }) => {\n  const [copied] = useState(false);\n"
        "  return <code>{copied ? 'yes' : command}</code>;\n};\n"
        "export const Asks = () => { if (window) { return 1 } return 2 };\n"
    ),
    "snippets/self.mdx": "import Self from './self.mdx'\n\nOnce <Self />\n",
    "snippets/a.mdx": "import B from './b.mdx'\n\n<B/>\n",
    "snippets/b.mdx": "import A from '/snippets/a.mdx'\n\n<A/>\n",
    "deep/near.md": "Near.\n",
    "_snippets/old.mdx": "Old {name}.\n",
}


def expand(text, *, file="page.mdx", variables=None, files=SNIPPETS):
    return expand_page(text, file=file, first_line=0, read=files.get, variables=variables or {})


def shown(page, text=None):
    """*text* of *page* with the texts in it, in angle quotes."""

    def inside(match):
        held = page.texts[int(match[1])]
        return f"«{shown(page, held)}»" if isinstance(held, ExpandedText) else f"{{{held}}}"

    text = page.body if text is None else text
    assert len(text.lines) == text.text.count("\n") + 1
    return re.sub(rf"\{{{OPENING}(\d+)\}}", inside, text.text.strip())


@pytest.mark.parametrize(("source", "expected"), text_cases(CASES / "names.md"))
def test_what_is_in_place_of_names(source, expected):
    found = expand(source)
    assert shown(found) == expected
    assert found.findings == ()


def test_relative_paths_start_at_the_including_file():
    found = expand("import N from './near.md'\n\n<N/>", file="deep/page.mdx")
    assert shown(found) == "«Near.»"
    assert found.files == {"deep/near.md"}


def test_variables_everywhere():
    found = expand(
        "{{ver}} {{ product.name }} {{other}}\n```\n{{ver}}\n```\n",
        variables={"ver": "2.0", "product.name": "Acme"},
    )
    assert found.body.text == "2.0 Acme {{other}}\n```\n2.0\n```\n"


def test_a_misspelled_variable_is_reported():
    found = expand("\na {{relase}} {{other}}\n", variables={"release": "2.0"})
    (finding,) = found.findings
    assert "release" in finding.message
    assert finding.line == 2


@pytest.mark.parametrize(
    ("name", "is_near"), [("values.angel", True), ("value.angle", True), ("values.nope", False)]
)
def test_only_a_similar_member_of_a_group_is_suggested(name: str, is_near: bool) -> None:
    (finding,) = expand(f"{{{{{name}}}}}", variables={"values.angle": "3"}).findings
    assert name in finding.message
    assert ("did you mean values.angle?" in finding.message) is is_near


def test_lines_know_where_they_come_from():
    found = expand("one\n\nimport B from '/snippets/blocks.mdx'\n\n<B lang='x'/>\n\nlast")
    inserted = next(each for each in found.texts if isinstance(each, ExpandedText))
    places = [
        (line, text.file, number)
        for text in (found.body, inserted)
        for line, number in zip(text.text.split("\n"), text.lines, strict=True)
        if line
    ]
    assert places == [
        ("one", "", 0),
        (f"{{{OPENING}0}}", "", 4),
        ("last", "", 6),
        ('## For {"x"}', "snippets/blocks.mdx", 4),
        ('- {"x"}', "snippets/blocks.mdx", 6),
    ]


@pytest.mark.parametrize(
    ("source", "message", "place"),
    [
        ("\nimport {A, B} from '/none.mdx'\n\n<A>x</A>",
         "file '/none.mdx', imported for <A>, <B>", ("", 2)),
        ("import A from '../../etc/passwd.md'\n\n<A/>", "imported for", ("", 1)),
        ("import S from '/snippets/self.mdx'\n\n<S/>",
         "<Self> includes 'snippets/self.mdx'", ("snippets/self.mdx", 3)),
        ("import A from '/snippets/a.mdx'\n\n<A/>",
         "<A> includes 'snippets/a.mdx'", ("snippets/b.mdx", 3)),
        ('<Snippet file="none.mdx"/>', "snippet 'none.mdx' does not exist", ("", 1)),
        ("import {Asks} from '/snippets/state.jsx'\n\n<Asks>k</Asks><Asks/>",
         "<Asks> cannot be evaluated", ("snippets/state.jsx", 5)),
        ("export const R = () => <R/>\n\n<R/>", "too long", ("", 1)),
        ("\nimport {LIMITS} from '/snippets/parts.mdx'\n", "it exports Since, LIMIT", ("", 2)),
        ("\nimport logo from '/a.png'\n", 'src="/a.png"', ("", 2)),
    ],
    ids=["missing", "outside", "itself", "in a circle", "no snippet", "program", "recursion",
         "no export", "picture"],
)  # fmt: skip
def test_what_cannot_be_included_is_one_finding(source, message, place):
    found = expand(source)
    assert len(found.findings) == 1
    assert message in found.findings[0].message
    assert (found.findings[0].file, found.findings[0].line) == place


def test_what_a_program_holds_is_kept():
    found = expand("import {Asks} from '/snippets/state.jsx'\n\n<Asks>**k**</Asks>")
    assert shown(found) == "«**k**»"
    assert found.programs == {"Asks"}


def test_growth_has_a_limit(monkeypatch):
    monkeypatch.setattr("sphinx_navapi.mdx.expanded_page._MOST_CHARACTERS", 100_000)

    def expand_nested(depth: int):
        files = {
            f"{n}.mdx": f"import N from './{n + 1}.mdx'\n\n" + "<N/> <N/>\n" * 40
            for n in range(depth)
        }
        return expand("import N from './0.mdx'\n\n<N/>", files=files)

    found = expand_nested(19)
    assert any("too" in finding.message for finding in found.findings)
    # Eighty times as many at each level: anything beyond the limit costs nothing.
    assert growth(expand_nested, 10, 2) < LINEAR
