"""What a page includes and names stands in its place, as MDX, and knows where it comes from."""

from __future__ import annotations

import pytest
from work import LINEAR, growth

from sphinx_navapi.mdx.expanded_page import expand_page

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


def case(name, source, expected):
    return pytest.param(source, expected, id=name)


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        case("snippet", 'import P from "/snippets/plain.mdx";\n\n<P />', "Plain **text**."),
        case("without suffix", 'import P from "/snippets/plain"\n\n<P />', "Plain **text**."),
        case("within a line", "import P from '/snippets/plain.mdx'\n\na <P/> b",
             "a Plain **text**. b"),
        case("props", "import B from './snippets/blocks.mdx'\n\n<B lang='Go'/>",
             '## For {"Go"}\n\n- {"Go"}'),
        case("in a list", "import B from '/snippets/blocks.mdx'\n\n- <B lang='Go'/>\n- c",
             '- ## For {"Go"}\n\n  - {"Go"}\n\n- c'),
        case("named", "import { Since as S, LIMIT } from '/snippets/parts.mdx'\n\n"
             "<S version='5'/> {LIMIT}", '<b>{"5"}, not {"old"}</b> {"5"}'),
        case("program with a state", "import { Copy } from '/snippets/state.jsx'\n\n"
             "<Copy command='ls'/>", '<code>{"ls"}</code>'),
        case("by file", '<Snippet file="plain.mdx" />', "Plain **text**."),
        case("by file, older folder", '<Snippet file="old.mdx" name="x"/>', 'Old {"x"}.'),
        case("constant", "export const a = 'x*y'\n\n{a} [l]({a}) <A b={a} c={`${a}!`}/>",
             '{"x*y"} [l](x*y) <A b="x*y" c="x*y!" />'),
        case("object and array", "export const o = {l: [{k: 1}, {k: 'two'}]}\n\n"
             "{o.l[1].k} {o.l.length} <A n={o.l[0].k}/>", '{"two"} {"2"} <A n={1} />'),
        case("map", "export const l = ['a', 'b']\n\n{l.map(i => <B c={i}>{i}</B>)}",
             '<B c="a">{"a"}</B><B c="b">{"b"}</B>'),
        case("children",
             "export const Box = ({children, t}) => <div><b>{t}</b>{children}</div>\n\n"
             "<Box t='T'>in *it*</Box>",
             '<div><b>{"T"}</b>in *it*</div>'),
        case("whole props", "export function Box(props) {\n  return <i>{props.a}</i>\n}\n\n"
             "<Box a='1'/>", '<i>{"1"}</i>'),
        case("conditions",
             "export const C = ({a, b}) => <p>{a ? 'y' : 'n'}{b && <b>{b}</b>}</p>\n\n<C b='1'/>",
             '<p>{"n"}<b>{"1"}</b></p>'),
        case("nothing", "export const N = () => null\n\na <N /> b", "a  b"),
        case("markup as a property", "export const I = ({icon}) => <i>{icon}</i>\n\n"
             "<I icon={<svg d='1'/>}/>", "<i><svg d='1'/></i>"),
        case("package", "import React from 'react'\nexport const a = 1\n\n<A/> {React.b}",
             "<A/> {React.b}"),
        case("code stays", "import P from '/snippets/plain.mdx'\n\n```jsx\n<P/>\n```\n`<P/>`",
             "```jsx\n<P/>\n```\n`<P/>`"),
        case("name without value", "export const a = 1\n\n{b} {a.b.c}", "{b} {a.b.c}"),
    ],
)  # fmt: skip
def test_what_stands_in_place_of_names(source, expected):
    found = expand(source)
    assert found.text.strip() == expected
    assert found.findings == ()
    assert len(found.origins) == found.text.count("\n") + 1


def test_relative_paths_start_at_the_including_file():
    found = expand("import N from './near.md'\n\n<N/>", file="deep/page.mdx")
    assert found.text.strip() == "Near."
    assert found.files == {"deep/near.md"}


def test_variables_everywhere():
    found = expand(
        "{{ver}} {{ product.name }} {{other}}\n```\n{{ver}}\n```\n",
        variables={"ver": "2.0", "product.name": "Acme"},
    )
    assert found.text == "2.0 Acme {{other}}\n```\n2.0\n```\n"


def test_lines_know_where_they_come_from():
    found = expand("one\n\nimport B from '/snippets/blocks.mdx'\n\n<B lang='x'/>\n\nlast")
    places = [
        (text, origin.file, origin.line)
        for text, origin in zip(found.text.split("\n"), found.origins, strict=True)
        if text
    ]
    assert places == [
        ("one", "", 0),
        ('## For {"x"}', "snippets/blocks.mdx", 4),
        ('- {"x"}', "snippets/blocks.mdx", 6),
        ("last", "", 6),
    ]


@pytest.mark.parametrize(
    ("source", "message", "place"),
    [
        ("\nimport {A, B} from '/none.mdx'\n\n<A>x</A>",
         "no file is at '/none.mdx', from which <A>, <B>", ("", 2)),
        ("import A from '../../etc/passwd.md'\n\n<A/>", "no file is at", ("", 1)),
        ("import S from '/snippets/self.mdx'\n\n<S/>",
         "<Self> includes 'snippets/self.mdx'", ("snippets/self.mdx", 3)),
        ("import A from '/snippets/a.mdx'\n\n<A/>",
         "<A> includes 'snippets/a.mdx'", ("snippets/b.mdx", 3)),
        ('<Snippet file="none.mdx"/>', "there is no snippet 'none.mdx'", ("", 1)),
        ("import {Asks} from '/snippets/state.jsx'\n\n<Asks>k</Asks><Asks/>",
         "<Asks> is a program", ("", 3)),
        ("export const R = () => <R/>\n\n<R/>", "too long", ("", 1)),
    ],
    ids=["missing", "outside", "itself", "in a circle", "no snippet", "program", "recursion"],
)  # fmt: skip
def test_what_cannot_be_included_is_one_finding(source, message, place):
    found = expand(source)
    assert len(found.findings) == 1
    assert message in found.findings[0].message
    assert (found.findings[0].file, found.findings[0].line) == place


def test_what_a_program_holds_is_kept():
    found = expand("import {Asks} from '/snippets/state.jsx'\n\n<Asks>**k**</Asks>")
    assert found.text.strip() == "**k**"
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
    # Eighty times as many at each level: what is past the limit costs nothing.
    assert growth(expand_nested, 10, 2) < LINEAR
