"""The code in a page means what it means in JavaScript, or stays code."""

from __future__ import annotations

import random
import shutil
import subprocess
import sys

import pytest
from random_javascript import NAMES, Writer, node_values, written
from work import count_work

from sphinx_navapi.formats.javascript import parse_program, text_at
from sphinx_navapi.mdx.expanded_page import expand_page
from sphinx_navapi.mdx.javascript import read_definitions, read_value
from sphinx_navapi.mdx.values import Code, Value


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


PROGRAMS = [
    "[1, 2, 3].filter((x) => x % 2 === 1).map((x) => x * 2 - 1)",
    "[0, 1, '', 2, null].filter(Boolean)",
    "[{a: 1}, {a: 2}].find(({a}) => a > 1)",
    "[1, 2].some((x) => x > 1) && [1, 2].every((x) => x > 0)",
    "[1, 2].flatMap((x) => [x, x * 10])",
    "[...[1, 2], 3, ...[]]",
    "({...{a: 1, b: 2}, b: 3})",
    "Object.entries({a: 1, b: 2}).map(([key, value]) => key + '=' + value).join('&')",
    "Object.keys({a: 1}).concat(Object.values({a: 1, b: 2}))",
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
    "['b', 'a', 'C'].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0))",
    "(() => { const a = [{n: 3}, {n: 1}]; a.sort((x, y) => x.n - y.n); return a[0].n })()",
    "[[1, 2, 3].reverse(), 'b' > 'a', 'B' <= 'a']",
    "((a, b, c) => [typeof a, typeof b, typeof c])({}, 'x', true)",
    "typeof window === 'undefined' ? 'server' : window.location.hash",
    # Numbers and texts are those of JavaScript.
    "[1 / 0, 5 % 0, 9e307 * 9e307, 9007199254740992 + 1 + 1, 0.1 + 0.2].join()",
    "[String(-0), 1e21 + '', `${1e-7}`, [null, undefined, [1, [2]]] + '', ({}) + '']",
    "[-0, 1e21, 1 / 0, 0 / 0, -1234567.8915, 0.0005].map((x) => x.toLocaleString()).join()",
    "[1234.5, 0.25, -0.001].map((x) => x.toLocaleString('en', {minimumFractionDigits: 1})).join()",
    "(1e300).toFixed(2) + (1).toFixed(30) + (-1.5).toFixed(0) + (255).toString(16)",
    "['10', '9', 1, undefined, 'B', 'a'].sort().length + ['10', '9', 1].sort().join()",
    "'\\u{1F600}a'.length + '\\u{1F600}a'.slice(2) + 'Straße'.toUpperCase()",
    "[1].reduce((x) => x) + [1, 2, 3].reduce((sum, x) => sum + x, '')",
    "(() => { let n = 0; [1].forEach((x) => { n += x }); return n })()",
    "(() => { const all = []; all.push(1); const same = all; same.push(2); return all })()",
    "(() => { let s = ''; for (let i = 0; i < 3; i++) { if (i) continue; s += i } return s })()",
    "(() => { let a = [];for (let i = 0; i < 2; i++) a[i] = () => i; return a.map(f => f()) })()",
    "(() => { let n = 5; do n -= 2; while (n > 0); while (1) { if (n++ > 3) break } return n })()",
    "(() => { let s = ''; for (const k in {b: 1, 2: 0, a: 1, 1: 0}) s += k; return s })()",
    "(() => { const a = 'out'; { const a = 'in' } return f(a); function f(x) { return x } })()",
    "(({a = 1, ...rest}, [b, , c = 3] = [4, 5]) => [a, rest, b, c])({a: null, d: 2})",
    "[3, 1, 2].sort((a, b) => b - a).map((x, i, all) => all.length + x * i).at(-1)",
    "JSON.stringify({a: [1, undefined, NaN, 'x\"y'], b: undefined, c: {}}, null, 2)",
    "[...'ab', ...Array.from({length: 2}, (_, i) => i), ...Array(2).fill(7)]",
    "typeof null + typeof undefined + typeof [] + typeof (() => 1) + typeof 1n",
    "((a, b = a) => { a = 3; return [a, b] })(1)",
    "[0 in [undefined], 1 in [undefined], 'length' in []]",
    "Array(3).fill('a').map((item, index) => item + index)",
    "(() => { const a = new Array(2), b = a.fill(0, 0); b.push(1); return [a, 0 in a] })()",
]


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_programs_mean_what_they_mean_to_node() -> None:
    for text, expected in zip(PROGRAMS, node_values(PROGRAMS), strict=True):
        found = read_value(text)
        if "1n" in text:
            assert isinstance(found, Code)
        else:
            assert written(found) == expected, text


@pytest.mark.skipif(shutil.which("node") is None, reason="no node")
def test_random_code_means_what_it_means_to_node() -> None:
    """Values are right, or the code stays code: for at most a fifth of what has a value."""
    writer = Writer(20_261)
    codes = [writer.expression() for _ in range(2_000)] + [writer.body() for _ in range(100)]
    codes += [writer.call() for _ in range(1_000)]
    wrong, kept, valid = [], 0, 0
    for code, expected in zip(codes, node_values(codes), strict=True):
        # Each with new arrays, as in Node.
        found = read_value(code, {name: read_value(text) for name, text in NAMES.items()})
        throws = expected[0] == "error"
        valid += not throws
        if isinstance(found, Code):
            kept += not throws
        elif throws or written(found) != expected:
            wrong.append((code, expected, written(found)))
    assert wrong == []
    assert kept <= valid / 5, (kept, valid)


@pytest.mark.parametrize(
    "text",
    [
        "Object.freeze([])", "window.x", "f(1)", "[1].map(f)", "new Date()", "Date.now()",
        "Math.random()", "(() => { throw 1 })()", "(() => { try { } finally { } })()",
        "(5).toLocaleString('de')", "(5).toLocaleString('en', {style: 'percent'})",
        "1n", "(async () => 1)()", "(function* () { yield 1 })()", "this",
        "(class { })", "new Map()", "'\\ud83d'", "'\\u{1F600}'.slice(1)", "[1, , 2]", "010",
        "0 ?? 1 || 2", "-1 ** 2", "--0", "1; 2", "1)(2", "a.b", "null.a", "undefined.a", "[].a.b",
        "(1)()", "++('a')", "0 in new Array(2)", "Array(3).fill(1, 1).map((item) => item)",
        "(() => { const o = {}; let t; [o.x, t] = window.a; return o })()",
        "(() => { const o = {}; ({a: o.x, ...o.y} = window.a); return o })()",
        "(() => { let n = 1, t; t = window.b + (() => { for (n of [2]) { } })(); return n })()",
        "[1].concat(Array(2))", "[Array(2)].flat()", "[1].flatMap(() => Array(2))",
        "(() => { const a = 1; a = 2; return a })()", "(() => { let a; let a })()",
        "(() => { b; let b = 1; return b })()", "((a, a) => a)(1)", "({__proto__: null})",
        "(({a}) => { while (a) { } return 1 })({a: 1})", "[].reduce((x) => x)", "[].every(1)",
        "(({a}) => { if (window) return 1; return 2 })({a: 1})", "(1).toFixed(101)",
        "'a'.localeCompare('z')", "typeof fetch", "[2, 1].sort((x, y) => x < y)",
        "'a'.repeat(-1)", "'ab'.repeat(1e9)", "2 ** 0.5", "[1].toString.length", "`a`.at", "f`a`",
        "(({a}) => { switch (window) { case 1: return 1 } return 2 })({a: 1})",
        "(() => { let n = 0; [2, 1].sort((a, b) => { n++; return a - b }); return n })()",
        "(() => { let a = []; a[0] = a; return a })()",
        "(() => { let o = {}; o.a = o; return o })()",
        "(() => { let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a })()",
        "(() => { let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return `${a}` })()",
        "(() => { let a = [1]; for (let i = 0; i < 40; i++) a = [a, a]; return a.flat(99) })()",
        "(() => { let a = [1]; while (a.length) a = [a]; return a })()",
    ],
)  # fmt: skip
def test_what_takes_a_program_stays_code(text: str) -> None:
    assert isinstance(read_value(text), Code)


@pytest.mark.parametrize(
    ("body", "value"),
    [
        ("const a = [1]; const b = a; push(b); b.push(now()); return a", None),
        ("const a = [1]; const b = {a}; b.a.push(now()); return 1", 1),
        ("let n = 1; const f = () => { n = 2; return now() }; f(); return n", None),
        ("let n = 1; const t = now(); return n", 1),
        ("const t = now(); return t", None),
        ("let n = 1; [1].forEach((x) => { n += now() }); return n", None),
        ("console.log(now()); return 1", 1),
        ("for (const x of [1, 2]) console.log(x); return 1", 1),
        ("const a = [5]; delete a[0]; return a[0]", None),
    ],
)
def test_what_unknown_code_changes_is_unknown(body: str, value: float | None) -> None:
    found = read_value(f"(() => {{ {body} }})()")
    assert isinstance(found, Code) if value is None else found == value


def test_an_evaluation_only_changes_what_it_created() -> None:
    scope: dict[str, Value] = {"list": read_value("[2, 1]"), "o": read_value("{a: 1}")}
    for code in ("list.sort()", "list.push(3)", "(o.a = 2)", "(list = 1)", "delete o.a"):
        assert isinstance(read_value(code, scope), Code), code
    assert read_value("[...list].sort().join() + {...o, a: 2}.a", scope) == "1,22"
    assert read_value("list.join() + o.a", scope) == "2,11"


def test_literals_are_read_without_the_parser() -> None:
    """A page without code does not load it."""
    code = (
        "import sys; from sphinx_navapi.mdx import parser, javascript;"
        " assert [javascript.read_value(x) for x in ('\"a\"', '`b`', '3', 'true')];"
        " print('tree_sitter' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "False\n"


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

    assert expand().body.text.strip() == f"{{{code}}}"
    assert count_work(expand) < 3_000_000


def test_branches_in_branches_have_an_end() -> None:
    """A page cannot exhaust the stack or the time of a build."""
    inside = "if (1) { " * 5_000 + "return 1" + " }" * 5_000
    assert isinstance(read_value(f"(() => {{ {inside} }})()"), Code)


ODD = (
    "( ) [ ] { } , ; : ? . ?. => = + ** ! ... ` ${ \" ' a b 1 2e9 class function async yield return"
    " if else for of while do switch case let const var typeof try < > </ /> <b> </b> /a/g // @ \n"
)


def test_code_with_errors_stays_code() -> None:
    """Neither an expression nor a definition that is cut off raises an error."""
    writer, pick = Writer(3), random.Random(3)
    for number in range(1_500):
        if number % 2:
            code = " ".join(pick.choices(ODD.split(" "), k=pick.randrange(1, 14)))
        else:
            code = writer.body() if number % 4 else writer.expression(2)
            place = pick.randrange(len(code))
            code = code[:place] + pick.choice(ODD.split(" ")) + code[place + pick.randrange(4) :]
        read_value(code, {"a": [1.0], "b": None})
        for _ in read_definitions(f"const q = {code}\nfunction f() {{ {code} }}", {}):
            pass


@pytest.mark.parametrize("keyword", ["class", "for", "in", "default"])
@pytest.mark.parametrize("code", ["<a {}='é' b>{{c}}</a>", "<a b='c'\n {} = {{d}}/>", '<a {}=""/>'])
def test_keywords_are_attributes(keyword, code):
    written, other = code.format(keyword), code.format("other")
    found, expected = parse_program(written), parse_program(other)
    assert text_at(found) == written
    assert str(found) == str(expected)
    assert not found.has_error


def test_keywords_in_strings_stay():
    code = '\'a class="b"\' + ` for={c}` + \'in="" default=""\''
    assert read_value(code) == 'a class="b" for={c}in="" default=""'
