"""Info strings of fences, literals of JavaScript, styles, and front matter."""

from __future__ import annotations

from pathlib import Path

import pytest
from case_files import value_cases

from sphinx_navapi.doctree.components.fence_info import known_language, read_fence_info
from sphinx_navapi.mdx.constructs import front_matter_end
from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.permitted_styles import style_declarations
from sphinx_navapi.mdx.values import shown_text

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
        (r'"\ud800"', None),
        ("12.5", "12.5"),
        ("`${a}`", None),
        ("a + 'b'", None),
        ("'a' + 'b'", "ab"),
        ("1_000", "1000"),
        ("1.50", "1.5"),
        ("", None),
        ('"a\nb"', None),
    ],
)
def test_literals(code, text):
    value = read_value(code)
    assert (shown_text(value) if isinstance(value, str | float) else None) == text


@pytest.mark.parametrize(
    ("code", "style"),
    [
        ("{ a: 'b' }", "a: b"),
        ("{marginTop: 4, zIndex: 2, lineHeight: 1.5, top: 0,}",
         "margin-top: 4px; z-index: 2; line-height: 1.5; top: 0"),
        ("{ 'font-family': \"'A', b\" }", "font-family: 'A', b"),
        ("{ a: 1 / 2, b: null, c: true }", "a: 0.5px"),
    ],
)  # fmt: skip
def test_styles(code, style):
    assert style_declarations(read_value(code)) == style


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
