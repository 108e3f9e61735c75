"""Literals of each language, by the rules of its specification.

If the tools of the language are installed, `test_samples_run` executes them; these tables apply
everywhere.
"""

from __future__ import annotations

import re

import pytest
from full_run import amount
from hypothesis import given, settings
from hypothesis import strategies as st
from sample_cases import HOSTILE, LINES

from sphinx_navapi.request.snippets import (
    csharp,
    curl,
    go,
    java,
    javascript,
    php,
    powershell,
    python,
    ruby,
)

ONE_LINE = [
    # bash: inside '…' nothing is special; $'…' has C escapes.
    (curl.quote, "a b", "'a b'"),
    (curl.quote, "it's", "'it'\\''s'"),
    (curl.quote, '$(id) `id` "x" \\ !', "'$(id) `id` \"x\" \\ !'"),
    (curl.quote, "a\nb", "'a\nb'"),
    (curl.quote, "a\tb'\\\r", "$'a\\tb\\'\\\\\\r'"),
    (curl.quote, "\x1b[0m\u2028", "$'\\x1b[0m\\xe2\\x80\\xa8'"),
    # Python, JavaScript: \xNN has two digits, \uNNNN four.
    (python.quote, "a\"b'\\", '"a\\"b\'\\\\"'),
    (python.quote, "\x011\u202e\r\n\t", '"\\x011\\u202e\\r\\n\\t"'),
    (python.quote, "é😀 {x} %s", '"é😀 {x} %s"'),
    (javascript.quote, "a\"b'`${x}\\", '"a\\"b\'`${x}\\\\"'),
    (javascript.quote, "\u2028\u2029\x7f</script>", '"\\u2028\\u2029\\x7f</script>"'),
    (javascript.quote_header, "é", '"Ã©"'),
    (javascript.quote_header, "’", '"â\\x80\\x99"'),
    # Go: \xNN is a byte, so four digits.
    (go.quote, 'a"b`\\\n', '"a\\"b`\\\\\\n"'),
    (go.quote, "\x01\x85\ufeff", '"\\u0001\\u0085\\ufeff"'),
    # Java: \uNNNN is read before the literal, so octal with three digits below 256.
    (java.quote, 'a"b\\u0041', '"a\\"b\\\\u0041"'),
    (java.quote, "\x011\x85\u2028\n", '"\\0011\\205\\u2028\\n"'),
    # PHP: two escapes in '…'; "…" expands $ and knows \u{…}.
    (php.quote, "it's $x \\n", "'it\\'s $x \\\\n'"),
    (php.quote, 'a\r\n"$x" {$y}\x1b', '"a\\r\\n\\"\\$x\\" {\\$y}\\u{1b}"'),
    # Ruby: "…" interpolates after # only before { $ @.
    (ruby.quote, "#{1} #$x #@y # #1", '"\\#{1} \\#$x \\#@y # #1"'),
    (ruby.quote, 'a"\\\x01\x85', '"a\\"\\\\\\x01\\u0085"'),
    # C#: \x takes up to four digits, so \u.
    (csharp.quote, 'a"b\\\r\n{x}', '"a\\"b\\\\\\r\\n{x}"'),
    (csharp.quote, "\x01f\u2028", '"\\u0001f\\u2028"'),
    # PowerShell: typographic quotes count as quotes.
    (powershell.quote, "it's $x `n $(1)", "'it''s $x `n $(1)'"),
    (powershell.quote, "‘a’ ‚b‛ “c”", "'‘‘a’’ ‚‚b‛‛ “c”'"),
    (powershell.quote, 'a\n$x "b" “c” `d\x1b', '"a`n`$x `"b`" `“c`” ``d`u{1b}"'),
]

BLOCKS = [
    (python.quote_body, '{\n  "a": 1\n}', '"""{\n  "a": 1\n}"""'),
    (python.quote_body, "a\\n\nb", 'r"""a\\n\nb"""'),
    (python.quote_body, 'a\nb"', '"a\\nb\\""'),
    (python.quote_body, "a\nb\\", '"a\\nb\\\\"'),
    (python.quote_body, 'a\n"""b', '"a\\n\\"\\"\\"b"'),
    (python.quote_body, "a\r\nb", '"a\\r\\nb"'),
    (javascript.quote_body, "a\nb", "`a\nb`"),
    (javascript.quote_body, 'a\n"\\n"', 'String.raw`a\n"\\n"`'),
    (javascript.quote_body, "a\n`${b}`\\", "`a\n\\`\\${b}\\`\\\\`"),
    (javascript.quote_body, "a\n\\", "`a\n\\\\`"),
    (javascript.quote_body, "a\rb\n", '"a\\rb\\n"'),
    (go.quote_body, "a\n\\n", "`a\n\\n`"),
    (go.quote_body, "a\n`", '"a\\n`"'),
    (php.quote_body, "a\n$b '\\", "<<<'BODY'\na\n$b '\\\nBODY"),
    (php.quote_body, "a\n  BODY", '"a\\n  BODY"'),
    (php.quote_body, "a\nBODYGUARD", '"a\\nBODYGUARD"'),
    (ruby.quote_body, "a\n#{b} \\", "<<'BODY'.chomp\na\n#{b} \\\nBODY"),
    (ruby.quote_body, "a\nBODY", '"a\\nBODY"'),
    (csharp.quote_body, '{\n  "a": 1\n}', '"""\n    {\n      "a": 1\n    }\n    """'),
    (csharp.quote_body, 'a\n""""', '"""""\n    a\n    """"\n    """""'),
    (powershell.quote_body, "a\n$b '", "@'\na\n$b '\n'@"),
    (powershell.quote_body, "a\n'@", '"a`n\'@"'),
    (powershell.quote_body, "a\n’@", '"a`n’@"'),
]


@pytest.mark.parametrize(("quote", "text", "literal"), ONE_LINE + BLOCKS)
def test_literals(quote, text, literal):
    assert quote(text) == literal


@pytest.mark.parametrize(
    ("text", "literal"),
    [
        ('{\n  "a": "\\n"\n}', '"""\n    {\n      "a": "\\\\n"\n    }"""'),
        ("a\nb\n", '"""\n    a\n    b\n    """'),
        ('a\n"', '"""\n    a\n    \\""""'),
        ('a\n"""b', '"""\n    a\n    \\"\\"\\"b"""'),
        ("a  \nb", '"""\n    a \\s\n    b"""'),
        ("  a\n  b", '"  a\\n  b"'),
        ("a\tb\nc", '"a\\tb\\nc"'),
        ("a", '"a"'),
    ],
)
def test_java_text_blocks(text, literal):
    assert java.quote_body(text, "    ") == literal


def test_header_values_of_javascript_are_bytes_of_utf8():
    literal = javascript.quote_header("日本 é’")
    text = re.sub(r"\\x([0-9a-f]{2})", lambda m: chr(int(m[1], 16)), literal[1:-1])
    assert text.encode("latin-1").decode() == "日本 é’"


def read_csharp(literal: str) -> str:
    """The value of a C# string literal (language specification, 6.4.5.6; raw: C# 11)."""
    fence = re.match('"{3,}', literal)
    if fence:
        first, *lines, last = literal.split("\n")
        assert first == fence[0]
        margin = last.removesuffix(fence[0])
        assert margin.strip() == ""
        assert last == margin + fence[0]
        assert not any(fence[0] in line for line in lines)
        assert all(line.startswith(margin) or not line for line in lines)
        return "\n".join(line.removeprefix(margin) for line in lines)
    assert re.fullmatch(r'"(?:[^"\\\r\n\u0085\u2028\u2029]|\\u[0-9a-f]{4}|\\[\\"nrt])*"', literal)
    named = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(
        r"\\(?:u([0-9a-f]{4})|(.))",
        lambda m: chr(int(m[1], 16)) if m[1] else named.get(m[2], m[2]),
        literal[1:-1],
    )


def read_powershell(literal: str) -> str:
    """The value of a PowerShell string literal (language specification, 2.3.5.2)."""
    if literal.startswith("@'"):
        lines = literal.split("\n")
        assert lines[0] == "@'"
        assert lines[-1] == "'@"
        assert not any(re.match("['\u2018-\u201b]@", line) for line in lines[1:-1])
        return "\n".join(lines[1:-1])
    if literal.startswith("'"):
        inner = literal[1:-1]
        assert re.fullmatch("(?:[^'\u2018-\u201b]|['\u2018-\u201b]{2})*", inner)
        return re.sub("(['\u2018-\u201b])['\u2018-\u201b]", r"\1", inner)
    inner = literal[1:-1]
    assert literal[0] == literal[-1] == '"'
    assert re.fullmatch('(?:[^"\u201c-\u201e`$]|`u\\{[0-9a-f]+\\}|`.)*', inner)
    named = {"n": "\n", "r": "\r", "t": "\t"}
    return re.sub(
        r"`(?:u\{([0-9a-f]+)\}|(.))",
        lambda m: chr(int(m[1], 16)) if m[1] else named.get(m[2], m[2]),
        inner,
    )


TEXTS = [*HOSTILE.values(), *LINES.values(), *(f"{t}\n{t}" for t in HOSTILE.values())]


@pytest.mark.parametrize("text", TEXTS)
def test_languages_that_are_not_run_read_back_the_text(text):
    assert read_csharp(csharp.quote(text)) == text
    assert read_csharp(csharp.quote_body(text)) == text
    assert read_powershell(powershell.quote(text)) == text
    assert read_powershell(powershell.quote_body(text)) == text


ANY_TEXT = st.text(st.characters(exclude_categories=["Cs"]) | st.sampled_from("\n\r\t\"'`$\\@’{}"))


@settings(max_examples=amount(300, 75), derandomize=True, deadline=None)
@given(ANY_TEXT)
def test_any_text_is_read_back(text):
    assert eval(python.quote(text)) == text
    assert eval(python.quote_body(text)) == text
    assert read_csharp(csharp.quote(text)) == text
    assert read_csharp(csharp.quote_body(text)) == text
    assert read_powershell(powershell.quote(text)) == text
    assert read_powershell(powershell.quote_body(text)) == text


UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff]")


@pytest.mark.parametrize(
    "quote",
    [
        q
        for module in (curl, python, javascript, go, php, ruby, csharp, powershell)
        for q in (module.quote, getattr(module, "quote_body", module.quote))
    ],
)
def test_nothing_invisible_is_in_a_literal(quote):
    for text in TEXTS:
        assert not UNSAFE.search(quote(text))
