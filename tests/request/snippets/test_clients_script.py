"""The clients as a script for browsers; `tests/browser` compares what the two write."""

import ast

import pytest

from sphinx_navapi.request.snippets import CLIENTS
from sphinx_navapi.request.snippets.script import (
    MODULES,
    SCRIPT,
    UntranslatableError,
    clients_script,
)
from sphinx_navapi.request.snippets.script import _Module as Module


def test_the_script_is_that_of_the_modules():
    assert SCRIPT.read_text("utf-8") == clients_script(), (
        "python -m sphinx_navapi.request.snippets.script writes it again"
    )


def test_every_client_is_in_the_script():
    assert {client.id for client in CLIENTS} == set(MODULES) - {"quoting"}


@pytest.mark.parametrize(
    ("source", "script"),
    [
        ("f(a) if not a else b'' ", None),
        ("'a' + b", '"a" + b'),
        ("a + b", "add(a, b)"),
        ("[x.text for x in a_b if x.c_d]", "list(aB).filter((x) => is(x.cD)).map((x) => x.text)"),
        ("[x for x in a if x in b]", "list(a).filter((x) => has(b, x))"),
        ("any(x.y is not None for x in a)", "list(a).some((x) => x.y !== null)"),
        ("f'{{{x}}}`${y:02x}'", "`{${x}}\\`$${y.toString(16).padStart(2, 0)}`"),
        ("f'{x!r}'", None),
        ("', '.join(a)", 'a.join(", ")'),
        ("a.replace('x', '$&')", 'a.split("x").join("$&")'),
        ("a[-1]", "a.at(-1)"),
        ("a[:-1]", "a.slice(0, -1)"),
        ("a[::2]", None),
        ("a < b < c", None),
        ("{x: 1 for x in a}", None),
        ("a.title()", None),
        ("f(a=1, b=2)", None),
        ("re.sub('a', r'\\1', b)", None),
        ("a or []", None),
        ("a or ''", '(a || "")'),
        ("sorted(a)", "[...a].sort()"),
        ("open(a)", None),
        ("(yield a)", None),
    ],
)
def test_expressions(source, script):
    node = ast.parse(source.strip(), mode="eval").body
    if script is None:
        with pytest.raises(UntranslatableError, match=r"^case\.py:1: .* is not translated$"):
            Module("case").value(node)
    else:
        assert Module("case").value(node) == script


@pytest.mark.parametrize(
    "source",
    [
        "def f(a=1): return a",
        "@g\ndef f(a): return a",
        "class A: pass",
        "a = b = 1",
        "def f(a):\n    while a: pass",
        "def f(a):\n    a -= 1",
        "def f(a):\n    for x in a: pass\n    else: return 1",
        "def f(a):\n    with a: return 1",
    ],
)
def test_statements_that_are_refused(source):
    with pytest.raises(UntranslatableError, match=r"^case\.py:\d: "):
        Module("case").write(ast.parse(source))
