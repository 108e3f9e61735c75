"""The playground's data inside a script element, and its parts as one script."""

import json
import re

import pytest

from sphinx_navapi.html import playground_bundle as bundle_module
from sphinx_navapi.html.playground import script_json
from sphinx_navapi.html.playground_bundle import PARTS, STATIC, playground_bundle
from sphinx_navapi.html.script_words import playground_words, playground_words_script
from sphinx_navapi.locale.interface import interface_words


@pytest.mark.parametrize(
    "value",
    [
        {"a": "</script>", "<!--": ["<script", "]]>", "&lt;"]},
        {"a": "\u2028\u2029\x00\x1b\x7f", "b": '"\\'},
        {"big": 123456789012345678901234567890, "z": 1, "a": 2},
    ],
)
def test_json_in_a_script_comes_back(value):
    text = script_json(value)
    assert not re.search("[<\u2028\u2029\x00-\x1f]", text)
    assert json.loads(text) == value
    assert list(json.loads(text)) == list(value)


def test_what_json_does_not_have():
    assert json.loads(script_json({"a": [float("nan"), float("inf"), 1.5]})) == {
        "a": [None, None, 1.5]
    }
    # Halves of characters cannot be encoded; JSON has an escape for them.
    assert script_json("\ud800").encode() == b'"\\ud800"'


def test_the_parts_are_all_there_and_each_once():
    names = {path.stem for path in (STATIC / "playground").glob("*.js")} - {"oauth"}
    assert set(PARTS) == names
    assert len(PARTS) == len(set(PARTS))


def test_parts_are_joined_without_comments():
    text = playground_bundle()
    assert "// @ts-check" not in text
    assert not re.search(r"^\s*(//|\*|/\*.*\*/$)", text, re.MULTILINE)
    for part in PARTS:
        source = (STATIC / "playground" / f"{part}.js").read_text("utf-8")
        assert bundle_module._shorten(source).replace('"use strict";', "") in text
    assert text.startswith('"use strict";')


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("  // gone\n  a; // gone\n", "a;\n"),
        ("/** gone\n * gone\n */\na;\n", "a;\n"),
        ("  const b = /** @type {x} */ (c);\n\n  d;\n", "const b=(c);d;\n"),
        ('x = "http://a /* b */";\n', 'x="http://a /* b */";\n'),
        ("a = 1 + +b - -c\nreturn d in e\n", "a=1 + +b - -c\nreturn d in e\n"),
        (
            'a = b / c / d; e = f( /\\/[/`"] x/.test(g));\n',
            'a=b / c / d;e=f(/\\/[/`"] x/.test(g));\n',
        ),
        # A text over several lines, with a text in it.
        (
            '  a = `x\n  // ${b ? `{ \\` ${c}` : "}"} y\n`;\n',
            'a=`x\n  // ${b ? `{ \\` ${c}` : "}"} y\n`;\n',
        ),
    ],
)
def test_what_is_left_out(source, expected):
    assert bundle_module._shorten(source) == expected


def test_the_style_keeps_what_blanks_mean():
    style = bundle_module.playground_style()
    assert "/*" not in style
    assert ":not(.navapi-try-aside){clear:both" in style
    assert ".navapi-try-status > b" not in style
    assert "color-mix(in srgb,currentColor 15%,transparent)" in style
    assert ".navapi-form :focus-visible{" in style


def test_every_word_of_the_script_is_read():
    text = (STATIC / "playground" / "words.js").read_text("utf-8")
    inside = text[text.index("{", text.index("const english")) : text.index("\n  };")]
    keys = re.findall(r"^\s+(\w+):", inside, re.MULTILINE)
    assert list(playground_words()) == [key for key in keys if key != "send"]
    assert playground_words()["abort"] == "Abort"


def test_words_of_another_language():
    script = playground_words_script(interface_words("de"))
    said = json.loads(script[script.index(", {") + 2 : script.rindex(");")])
    assert said["required"] == "erforderlich"
    # The button's name is the same in every language.
    assert "send" not in said
    assert said.keys() <= playground_words().keys()
