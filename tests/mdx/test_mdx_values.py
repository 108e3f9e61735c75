"""Info strings of fences, literals and expressions of JavaScript."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest
from case_files import value_cases
from work import count_work

from sphinx_navapi.mdx.expanded_page import expand_page
from sphinx_navapi.mdx.expressions import read_value
from sphinx_navapi.mdx.fence_info import known_language, read_fence_info
from sphinx_navapi.mdx.literals import literal_text, style_text
from sphinx_navapi.mdx.piece_reader import front_matter_end
from sphinx_navapi.mdx.values import Code

CASES = value_cases(Path(__file__).parent / "cases" / "fence_info.yaml")


@pytest.mark.parametrize(("info", "language", "title", "stressed"), CASES["fence_info"])
def test_fence_info(info, language, title, stressed):
    found = read_fence_info(info)
    assert (found.language, found.title, found.stressed) == (language, title, stressed)


@pytest.mark.parametrize(
    ("info", "flags", "icon"),
    [
        ("js", set(), ""),
        ("json highlight={2-3} wrap lines", {"wrap", "lines"}, ""),
        ('bash title=".env" icon="x" expandable', {"expandable"}, "x"),
        ("ts lines={true} wrap={false} twoslash", {"lines"}, ""),
        ("ts showLineNumbers", {"lines"}, ""),
        ("nocopy", {"nocopy"}, ""),
        ("ts noCopy", {"nocopy"}, ""),
        ('ts nocopy="false"', set(), ""),
    ],
)
def test_looks_of_a_fence(info, flags, icon):
    found = read_fence_info(info)
    assert (found.flags, found.icon, found.title) == (flags, icon, found.title)


@pytest.mark.parametrize(
    "info", ["ts", 'ts title="a b" {1,3}', 'text title="x"', "", "mermaid", "text {2}"]
)
def test_written_fence_info_reads_the_same(info):
    assert str(read_fence_info(info)) == info


def test_languages_are_those_of_pygments():
    from pygments.lexers import get_lexer_by_name

    for name in (
        "curl",
        "env",
        "jsx",
        "tsx",
        "vue",
        "svelte",
        "jsonc",
        "golang",
        "sol",
        "tf",
        "hcl",
    ):
        assert get_lexer_by_name(known_language(name)) is not None


@pytest.mark.parametrize(
    ("code", "text"),
    [
        ('"a"', "a"),
        (" 'a\\'b' ", "a'b"),
        ("`a\nb`", "a\nb"),
        (r'"\u{1F600}\x41\t"', "😀A\t"),
        (r'"\ud800"', ""),
        ("12.5", "12.5"),
        ("`${a}`", None),
        ("a + 'b'", None),
        ("'a' + 'b'", None),
        ("true", None),
        ("", None),
        ('"a\nb"', None),
    ],
)
def test_literals(code, text):
    assert literal_text(code) == text


@pytest.mark.parametrize(
    ("code", "style"),
    [
        ("{}", ""),
        ("{ a: 'b' }", "a: b"),
        ("{marginTop: 4, zIndex: 2, lineHeight: 1.5, top: 0,}",
         "margin-top: 4px; z-index: 2; line-height: 1.5; top: 0"),
        ("{ 'font-family': \"'A', b\" }", "font-family: 'A', b"),
        ("{ a: b }", None),
        ("{ ...a }", None),
        ("'a: b'", "a: b"),
    ],
)  # fmt: skip
def test_styles(code, style):
    assert style_text(code) == style


@pytest.mark.parametrize(
    ("code", "value"),
    [
        ("1 === true", False), ("0 !== false", True), ("1 == true", True), ("2 == true", False),
        ("1 === 1.0", True), ("null === 0", False), ("null == 0", False), ("null == null", True),
        ("'1' === 1", False), ("'1' == 1", True), ("'1' != 1", False), ("2.5 == ' 2.5 '", True),
        ("'' == 0", True), ("'' == false", True), ("'' == null", False), ("'a' == 0", False),
        ("'0x10' == 16", True), ("'1_0' == 10", False), ("'inf' == 1", False),
        ("[1].includes(true)", False), ("[true].includes(true)", True),
        ("[[1]].includes([1])", False), ("['1'].includes(1)", False), ("[1.0].includes(1)", True),
    ],
)  # fmt: skip
def test_equality_is_that_of_javascript(code: str, value: bool) -> None:
    assert read_value(code) is value


@pytest.mark.parametrize(
    ("text", "rest"),
    [
        ("---\na: b\n---\nc", "c"),
        ("---\n---\nc", "c"),
        ("---\na\n...\nc", "c"),
        ("---\na: b", "---\na: b"),
        ("\n---\na\n---\n", "\n---\na\n---\n"),
        ("----\na\n----\nc", "c"),
    ],
)
def test_front_matter(text, rest):
    assert text[front_matter_end(text) :] == rest


#: Expressions, and functions called with an object: Node is the reference.
ASCII = json.dumps([chr(code) for code in range(126, 31, -1)])

MIXED = [
    "b", "a", "B", "A", "ab", "aB", "Ab", "a-b", "a_b", "a b", "", "z1", "z10", "z2", "-", "$",
    "~1", "get-b", "getb", "getA", "/a/{b}", "/a/b",
]  # fmt: skip

PROGRAMS = [
    f"{MIXED}.sort((a, b) => a.localeCompare(b))",
    f"{ASCII}.sort((a, b) => a.localeCompare(b)).join('')",
    "[1, 2, 3].filter((x) => x % 2 === 1).map((x) => x * 2 - 1)",
    "[0, 1, '', 2, null].filter(Boolean)",
    "[{a: 1}, {a: 2}].find(({a}) => a > 1)",
    "[1, 2].some((x) => x > 1) && [1, 2].every((x) => x > 0)",
    "[1, 2].flatMap((x) => [x, x * 10])",
    "[...[1, 2], 3, ...[]]",
    "({...{a: 1, b: 2}, b: 3})",
    "Object.entries({a: 1, b: 2}).map(([key, value]) => key + '=' + value).join('&')",
    "Object.keys({a: 1}).concat === undefined ? 1 : Object.values({a: 1, b: 2})",
    "'a,b,c'.split(',').slice(1).join('-')",
    "'abcdef'.slice(-2) + 'abc'.slice(0, 1) + 'abc'.startsWith('ab') + 'abc'.endsWith('x')",
    "(1.005).toFixed(2) + (2.5).toFixed(0) + (3).toFixed(1) + (1.25).toFixed(1)",
    "7 / 2 + 6 / 3 + 2 * 3 - 10 - 4",
    "[-7 % 3, 7 % -3, 7.5 % 2]",
    "(({a, b: c = 5, d = 7}) => [a, c, d])({a: 1, b: 2})",
    "((props) => { const {a, b: c = 5} = props; return [a, c] })({a: 1})",
    "(({data}) => { if (!data) return null; return data.x })({})",
    "(({data}) => { if (!data) return null; return data.x })({data: {x: 1}})",
    "(({a}) => { if (a > 2) { const b = a * 2; return b } else { return 'no' } })({a: 3})",
    "(({a}) => { if (a > 2) { return a } else if (a === 1) { return 'one' } return 'no' })({a: 1})",
    "(({a}) => { if (a > 2) { return a } else if (a === 1) return 'one'; return 'no' })({a: 0})",
    "(({a}) => { if (a) { } return 'end' })({a: 1})",
    "(({a}) => { const join = (x, y) => x + ' ' + y; return join('p', a) })({a: 'q'})",
    # Irrelevant parts are not evaluated: they may be members of undefined.
    "(({a}) => [a && a.b, a ? a.b.c : 1, a || 2, a ?? 3, (a ?? {}).x, !a || a.b])({})",
    "(({a}) => [a && a.b, a ? a.b : 1, a || a.x.y, a ?? a.x.y])({a: {b: 4}})",
    "(({a}) => [a?.b.c.d, a?.b(a.c), a?.[a.x], a?.b?.c, [a?.b[0], 1].length])({})",
    "(({a}) => [a?.b.c, a?.d?.e, a?.['b'], a?.b?.['c']])({a: {b: {c: 5}}})",
    "(({a}) => (a ? [...a, {...a.b}, `${a.c}`].map((x) => x.y(a)) : 'none'))({})",
    # Line breaks end statements; comments between them do not continue the previous one.
    "(({a}) => {\n  const b = a + 1\n\n  // two\n  const c = b\n    * 2\n  return c\n})({a: 1})",
    "(({a}) => {\n  if (a) return 'yes'\n  return 'no'\n})({a: 0})",
    "(({a}) => {\n  const b = [\n 1, // b\n  a\n ]\n  return b\n    .map((x) => x + 1)\n})({a: 1})",
    "(({a}) => { let b = 1; let d, e\n b = a; b += 2; b *= 3; d = b; return [b, d] })({a: 1})",
    "(({a}) => { let b\n if (a) { b = 'one' } else { b = 'two' }\n return b })({a: 0})",
    "(({a}) => { switch (a) { case 1: return 1; case 'x': case 2: { return 2 } } })({a: 'x'})",
    "(({a}) => { switch (a) { default: return 'no'; case 1: return 'one' } })({a: 3})",
    "((a) => { switch (a) { case 1: a = 5; case 2: { a += 9; break } } return [a] })(1)",
    "(({a}) => { let b = 0; switch (a) { case 1: b = 1 } return b })({a: 5})",
    "['b', 'a', 'C'].sort((x, y) => x.localeCompare(y))",
    "['b', 'a', 'C'].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))",
    "(() => { const a = [{n: 3}, {n: 1}]; a.sort((x, y) => x.n - y.n); return a[0].n })()",
    "[[1, 2, 3].reverse(), 'b' > 'a', 'B' <= 'a']",
    "((a, b, c) => [typeof a, typeof b, typeof c])({}, 'x', true)",
    "typeof window === 'undefined' ? 'server' : window.location.hash",
]


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_programs_mean_what_they_mean_to_node() -> None:
    code = f"console.log(JSON.stringify([{', '.join(f'({text})' for text in PROGRAMS)}]))"
    done = subprocess.run(["node", "-e", code], capture_output=True, text=True, check=True)
    for text, expected in zip(PROGRAMS, json.loads(done.stdout), strict=True):
        found = read_value(text)
        if "concat" in text:
            # Unknown values are left unchanged, and never guessed.
            assert isinstance(found, Code)
        else:
            assert json.loads(json.dumps(found)) == expected, text


@pytest.mark.parametrize(
    "text",
    [
        "1 / 0", "5 % 0", "9e307 * 9e307", "9007199254740992 + 1 + 1", "(1e300).toFixed(2)",
        "[1].reduce((x) => x)", "Object.freeze({})", "window.x", "f(1)",
        "[1].map(f)", "(({a}) => { while (a) { } return 1 })({a: 1})",
        "(({a}) => { if (window) return 1; return 2 })({a: 1})", "(1).toFixed(30)",
        "'\u00e9'.localeCompare('z')",
        "'a'.split(/a/)", "typeof fetch", "[2, 1].sort((x, y) => x < y)",
        "(() => { let n = 0; [1].forEach((x) => { n += x }); return n })()",
        "(() => { const all = []; all.push(1); return all })()",
        "(({a}) => { switch (window) { case 1: return 1 } return 2 })({a: 1})",
    ],
)  # fmt: skip
def test_what_takes_a_program_stays_code(text: str) -> None:
    assert isinstance(read_value(text), Code)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("const [a, setA] = useState('x')\n const [b] = React.useState(() => [1])\n return [a, b]",
         ["x", [1]]),
        ("const a = useMemo(() => {\n const b = 2\n return b\n }, [])\n return a", 2),
        ("const f = useCallback((x) => x + 1, [])\n return f(1)", 2),
        ("const r = useRef(null)\n return r.current ? 1 : 2", 2),
        ("const [a, setA] = useState(1)\n useEffect(() => { setA(2) }, [])\n return a", 1),
        ("const [a] = useState(() => { if (typeof window !== 'x') return 2 })\n return a", 2),
    ],
)  # fmt: skip
def test_hooks_have_their_first_value(body: str, value: object) -> None:
    assert read_value(f"(() => {{\n {body}\n }})()") == value


def test_a_table_of_a_hundred_rows_is_read() -> None:
    rows = ", ".join(
        f"{{name: 'N{n * 7 % 101}', on: {str(n % 2 > 0).lower()}}}" for n in range(110)
    )
    code = (
        f"(() => {{ const rows = [{rows}]; const found = useMemo(() => {{"
        " const some = rows.filter((row) => row.name.toLowerCase().includes('n') && row.on);"
        " some.sort((a, b) => { let x, y; x = a.name.toLowerCase(); y = b.name.toLowerCase();"
        " return x < y ? -1 : x > y ? 1 : 0 }); return some }, []);"
        " return found.map((row) => row.name) })()"
    )
    found = read_value(code)
    assert isinstance(found, list)
    assert found == sorted(found)
    assert len(found) == 55


CALLS = "export const f0 = (x) => 1" + "".join(
    f"\n\nexport const f{n} = (x) => f{n - 1}(x) + f{n - 1}(x)" for n in range(1, 40)
)
TEXTS = "export const f0 = 'xx'" + "".join(
    f"\n\nexport const f{n} = f{n - 1} + f{n - 1}" for n in range(1, 40)
)


@pytest.mark.parametrize(
    ("names", "code"),
    [
        ("export const f = (x) => f(x)", "f(1)"),
        ("export const f = (x) => [1].map(f)", "f(1)"),
        ("export const f = (x) => [...x, ...x]", "f(" * 26 + "[1]" + ")" * 26),
        (CALLS, "f39(1)"),
        (TEXTS, "f39"),
        ("", "!" * 5_000 + "1"),
        ("", "(" * 5_000 + "1" + ")" * 5_000),
        ("", "[1].map((x) => " * 200 + "1" + ")" * 200),
        ("", "(() => { if (1) { return " * 100 + "1" + " } })()" * 100),
    ],
    ids=["itself", "map", "arrays", "calls", "texts", "not", "brackets", "maps", "branches"],
)
def test_what_has_no_end_stays_code(names, code):
    """Steps and depth are counted per expression, including everything that it calls."""
    page = f"{names}\n\n{{{code}}}"

    def expand():
        return expand_page(page, file="page.mdx", first_line=0, read={}.get, variables={})

    assert expand().text.strip() == f"{{{code}}}"
    assert count_work(expand) < 3_000_000


def test_branches_in_branches_have_an_end() -> None:
    """A page cannot exhaust the stack or the time of a build."""
    inside = "if (1) { " * 5_000 + "return 1" + " }" * 5_000
    assert isinstance(read_value(f"(() => {{ {inside} }})()"), Code)
