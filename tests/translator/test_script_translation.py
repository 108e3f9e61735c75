"""Python as JavaScript, and code that is refused because the two languages differ."""

import pytest
from translator.modules import ModuleWriter
from translator.names import Names, ShortNames
from translator.sources import UntranslatableError, World

PARAMETERS = (
    "t: str, u: str, n: int, b: bool, ts: list[str], d: Mapping[str, str], s: set[str], "
    "o: str | None, any_: Any, p: Part, ps: list[Part], pair: tuple[str, str], "
    "pairs: list[tuple[str, str]], lazy: Iterable[str], f: Callable[[str], str]"
)
HEAD = """
import re
_DIGIT = re.compile("[0-9]")
_GROUP = re.compile("a([0-9])")
@dataclass
class Part:
    name: str
    file_name: str | None = None
def one(t: str, *, is_long: bool = False) -> str:
    return t
"""


def translated(text, names=None):
    world = World()
    writer = ModuleWriter(world, world.add("case", text), names or Names())
    return "\n".join(writer.body(0))


def expression(source):
    """*source*, in a function with parameters of many types, as JavaScript."""
    text = f"{HEAD}def f({PARAMETERS}) -> Any:\n    x = {source}\n    return x\n"
    return translated(text).rpartition("const x = ")[2].rpartition(";\n  return x;")[0]


@pytest.mark.parametrize(
    ("source", "script"),
    [
        ("'a' + t", '"a" + t'),
        ("'a' + t + 'b' + u", '"a" + t + "b" + u'),
        ("'\"' + t", "'\"' + t"),
        ("ts + ['a', *ts]", '[...ts, ...["a", ...ts]]'),
        ("n - 1", "n - 1"),
        ("[p.name for p in ps if p.file_name]",
         "ps.filter((p) => p.fileName).map((p) => p.name)"),
        ("[k for k, v in pairs]", "pairs.map(([k]) => k)"),
        ("[v for _, v in pairs]", "pairs.map(([, v]) => v)"),
        ("[x + y for x in ts for y in ts]", "ts.flatMap((x) => ts.map((y) => x + y))"),
        ("[x for x in lazy]", "[...lazy]"),
        ("[x + x for x in lazy]", "Array.from(lazy, (x) => x + x)"),
        ("[(k, v) for k, v in d.items()]",
         "Array.from(d, /** @returns {[string, string]} */ ([k, v]) => [k, v])"),
        ("any(p.file_name is not None for p in ps)", "ps.some((p) => p.fileName != null)"),
        ("all(ts)", "ts.every(Boolean)"),
        ("next((x for x in ts if x), '')", 'ts.filter((x) => x)[0] ?? ""'),
        ("f'{{{t}}}`${n:02x}'", '`{${t}}\\`$${n.toString(16).padStart(2, "0")}`'),
        ("f'{one(f\"({t})\")}!'", '(one(`(${t})`)) + "!"'),
        ("', '.join(ts)", 'ts.join(", ")'),
        ("t.replace('x', 'y')", 't.replaceAll("x", "y")'),
        # `$&` would be the match.
        ("t.replace('x', '$&')", 't.split("x").join("$&")'),
        ("t.removesuffix('.x')", 't.replace(/\\.x$/gu, "")'),
        ("t.rstrip('/]')", 't.replace(/[\\/\\]]+$/gu, "")'),
        ("ts[-1]", "/** @type {string} */ (ts.at(-1))"),
        ("ts[:-1]", "ts.slice(0, -1)"),
        ("pair[1]", "pair[1]"),
        ("len(t)", "[...t].length"),
        ("len(ts)", "ts.length"),
        ("len(s)", "s.size"),
        ("sorted(s)", "sorted(s)"),
        ("o or ''", 'o || ""'),
        ("o is None", "o == null"),
        ("t if o else u", "o ? t : u"),
        ("not ts", "!ts.length"),
        ("bool(b or ts)", "Boolean(b || ts.length)"),
        ("b and (n < 1 or not t)", "b && (n < 1 || !t)"),
        ("t in ts", "ts.includes(t)"),
        ("t not in d", "!d.has(t)"),
        ("'a' in t", 't.includes("a")'),
        ("d.get(t, '')", 'd.get(t) ?? ""'),
        ("{**d, 'a': t}", 'new Map([...d, ["a", t]])'),
        ("{t, 'a'}", 'new Set([t, "a"])'),
        ("tuple(dict.fromkeys(ts))", "[...new Set(ts)]"),
        ("isinstance(any_, (list, tuple))", "Array.isArray(any_)"),
        ("isinstance(any_, str)", 'typeof any_ === "string"'),
        ("one(t, is_long=b)", "one(t, { isLong: b })"),
        ("Part(t)", "{ name: t, fileName: null }"),
        ("bool(_DIGIT.search(t))", "t.search(_DIGIT) >= 0"),
        ("not _DIGIT.search(t)", "t.search(_DIGIT) < 0"),
        ("_DIGIT.findall(t)", "t.match(_DIGIT) ?? []"),
        ("_GROUP.findall(t)", "Array.from(t.matchAll(_GROUP), (found) => found[1])"),
        ("_DIGIT.sub(lambda m: m[0] + m[0], t)", "t.replace(_DIGIT, (...m) => m[0] + m[0])"),
        ("f(t)", "f(t)"),
    ],
)  # fmt: skip
def test_expressions(source, script):
    assert expression(source) == script


@pytest.mark.parametrize(
    "source",
    [
        # Indexing of text: surrogates in JavaScript.
        "t[0]", "t[-1]", "t[1:]", "[i for i in t[:2]]",
        # Computed indices, which count from the end below zero in Python.
        "ts[n]", "ts[n:]", "ts[::2]", "ts[-2]",
        # Numbers that JavaScript would round or divide differently.
        "n / 2", "n // 2", "n % 2", "n * 2", "n ** 2", "-n", "1 << n", "99999999999", "1.5",
        "'a' * n",
        # Sums and comparisons that convert in JavaScript, or compare by identity.
        "t + n", "ts + s", "b + b", "ts == ts", "t == n", "b == n", "pair == pair", "t < u",
        "ts is ts", "t != any_", "n < b", "0 < n < 2",
        # Truth values: an empty Array is true, and the type of `any_` is unknown.
        "bool(any_)", "not lazy", "t if any_ else u", "bool(pair)", "bool(f)", "not p",
        "ts or ts", "t and u", "o or ts", "n or 1",
        # Order: that of a set is arbitrary, and numbers are sorted as text.
        "[x for x in s]", "', '.join(s)", "tuple(s)", "sorted(pairs)", "sorted([n])",
        "sorted(ts, reverse=True)", "{x: 1 for x in ts}", "{x for x in ts}",
        # JavaScript's methods with these names differ, or do not exist.
        "t.isalnum()", "t.isdigit()", "t.isspace()", "t.title()", "t.capitalize()",
        "t.splitlines()",
        "t.split()", "t.split('')", "t.replace('', 'x')", "t.replace(u, '')", "t.find('a')",
        "t.count('a')", "t.zfill(2)", "t.format(u)", "t.startswith(('a', 'b'))", "t.casefold()",
        # Possibly a surrogate, which JavaScript would find inside a whole character.
        "u in t", "t.startswith(u)", "t.partition(u)", "t.split(u)",
        "', '.join(n for n in [1, 2])", "any_.text", "any_[0]", "any_.items()", "t in any_",
        # Possibly None.
        "o + t", "f'{o}'", "len(o)", "o.lower()", "p.file_name.lower()", "f(o).lower",
        # Conversions to text: `None`, `True`, `1.0`.
        "f'{b}'", "f'{any_}'", "f'{t!r}'", "f'{t:>5}'", "f'{n:,}'", "f'{ts}'", "str(any_)",
        "str(b)",
        "open(t)", "print(t)", "unknown", "zip(ts, ts)", "sum([n])", "int(t)", "max(ts)",
        "min(n, 1)",
        "max(n for n in [1])", "one(t=t)", "one(*ts)", "one(t, is_short=b)", "[*s]",
        "[y for x in ts if x for y in x for z in y]", "all(d)", "any(ts)", "enumerate(ts)",
        "_DIGIT.match(t)", "_DIGIT.fullmatch(t)", "_DIGIT.split(t)", "_DIGIT.sub('\\\\1', t)",
        "re.search('a', t)", "lambda x=1: x", "(yield t)", "b''", "...", "t @ u", "Part()",
        "d['a']", "d.pop('a')", "d.get(t, o).lower()", "next(iter(ts))", "ts.pop()", "ts.index(t)",
    ],
)  # fmt: skip
def test_expressions_that_are_refused(source):
    message = r"^case\.py:\d+: .* cannot be translated$"
    with pytest.raises(UntranslatableError, match=message) as error:
        expression(source)
    line = HEAD.count("\n") + 2
    assert str(error.value).startswith(f"case.py:{line}: ")


@pytest.mark.parametrize(
    ("source", "script"),
    [
        ("if t:\n  x = 1\nelse:\n  x = 2\nreturn x",
         "let x;\nif (t) {\n  x = 1;\n} else {\n  x = 2;\n}\nreturn x;"),
        ("x = 1\nif t:\n  x += 2\nreturn x", "let x = 1;\nif (t) {\n  x += 2;\n}\nreturn x;"),
        # A list is modified in place, so others that refer to it see the change, in both.
        ("x: list[str] = []\nx += ts\nx.append(t)\nreturn x",
         "/** @type {string[]} */\nconst x = [];\nx.push(...ts);\nx.push(t);\nreturn x;"),
        ("for x in ts:\n  y = x\nreturn t", "for (const x of ts) {\n  const y = x;\n}\nreturn t;"),
        ("for x in ts:\n  y = x\nreturn y",
         "let y;\nfor (const x of ts) {\n  y = x;\n}\nreturn y;"),
        ("for i, x in enumerate(ts):\n  n = i\nreturn n",
         "for (const [i, x] of ts.entries()) {\n  n = i;\n}\nreturn n;"),
        ("while 'a' in t:\n  t += 'b'\nreturn t",
         'while (t.includes("a")) {\n  t += "b";\n}\nreturn t;'),
        ("a, _, c = t.partition('=')\nreturn a + c",
         'const [a, , c] = partition(t, "=");\nreturn a + c;'),
        ("s.update(('a', t))\nreturn s",
         'for (const one of ["a", t]) {\n  s.add(one);\n}\nreturn s;'),
        ("# Why.\nif o is None:\n  return t\nreturn o.lower()",
         "// Why.\nif (o == null) {\n  return t;\n}\nreturn o.toLowerCase();"),
        ("x: dict[str, str] = {}\nx[t] = u\nreturn x",
         "/** @type {Map<string, string>} */\nconst x = new Map();\nx.set(t, u);\nreturn x;"),
    ],
)  # fmt: skip
def test_statements(source, script):
    body = source.replace("\n", "\n    ")
    text = translated(f"{HEAD}def f({PARAMETERS}) -> Any:\n    {body}\n")
    lines = text.rpartition(") => {\n")[2].splitlines()[:-1]
    assert "\n".join(line[2:] for line in lines) == script


@pytest.mark.parametrize(
    "source",
    [
        "def f(a: list[str] = []) -> str: return ''",
        "def f(*a: str) -> str: return ''",
        "@g\ndef f(a: str) -> str: return a",
        "class A: pass",
        "a = b = 1",
        "def f(a: int) -> int:\n    a -= 'x'",
        "def f(a: set[str]) -> None:\n    a |= a",
        "def f(a: list[str]) -> str:\n    for x in a: x.lower()\n    else: return ''",
        "def f(a: str) -> str:\n    with a: return a",
        "def f(a: str) -> str:\n    try: return a\n    except ValueError: return ''",
        "def f(a: str) -> str:\n    del a",
        "def f(a: list[str]) -> list[str]:\n    a[0] = ''\n    return a",
        "def f(a: list[str]) -> None:\n    for x in a:\n        def g() -> str: return x",
        "def f(a_b: str, aB: str) -> str: return a_b",
        "def f(strip: str) -> str: return strip.strip()",
        "P = re.compile('a', re.I)",
        "def f(a: str) -> str:\n    first, *rest = a.split(',')\n    return first",
        "def f(a: tuple[str, str]) -> str:\n    b = a[0]\n    b, c = a\n    return b + c",
    ],
)
def test_statements_that_are_refused(source):
    with pytest.raises(UntranslatableError, match=r"^case\.py:\d: "):
        translated(source)


def test_what_bounds_python_is_omitted():
    source = """
UNBOUNDED = LengthBudget()
def f(t: str, budget: LengthBudget = UNBOUNDED, *, b: bool = True) -> str:
    budget.take(len(t))
    return t
def g(t: str, budget: LengthBudget) -> str:
    return f(t, budget, b=False) + f(t, budget)
"""
    lines = [line for line in translated(source).splitlines() if not line.startswith((" *", "/*"))]
    assert [line for line in lines if line] == [
        "const f = (t, { b = true } = {}) => t;",
        "const g = (t) => f(t, { b: false }) + f(t);",
    ]


def test_a_docstring_becomes_jsdoc():
    source = '''
def f(some_text: str, *, is_long: bool = True) -> list[str]:
    """What ``some`` of *some_text* is.

    :param some_text: any.

    More is said in Python alone.
    """
    return [some_text]
'''
    assert translated(source).strip() == (
        "/**\n * What `some` of `someText` is.\n * @param {string} someText any.\n"
        " * @param {{ isLong?: boolean }} [options]\n * @returns {string[]}\n */\n"
        "const f = (someText, { isLong = true } = {}) => [someText];"
    )


def test_short_names_are_letters_and_keys_remain():
    source = """
def _inner(some_text: str, *, is_long: bool = True) -> str:
    return some_text
def outer(some_text: str) -> str:
    other = _inner(some_text, is_long=False)
    return other
"""
    assert translated(source, ShortNames(frozenset())).splitlines() == [
        "const A = (a, { isLong: b = true } = {}) => a;",
        "const B = (a) => {",
        "const b = A(a, { isLong: false });",
        "return b;",
        "};",
    ]
