"""The playground's data inside a script element, and its parts as one script."""

import json
import re

import pytest
from rjsmin import jsmin

from sphinx_navapi.html import playground_scripts as bundle_module
from sphinx_navapi.html.page_language import playground_words, playground_words_script
from sphinx_navapi.html.playground import script_json
from sphinx_navapi.html.playground_scripts import (
    BODY_PARTS,
    CURL_PARTS,
    FORMAT_PARTS,
    LATER_PARTS,
    LINK_PARTS,
    PARTS,
    SAMPLE_PARTS,
    STATIC,
    playground_bundle,
)
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
    # Lone surrogates cannot be encoded; JSON has an escape for them.
    assert script_json("\ud800").encode() == b'"\\ud800"'


def test_the_parts_are_all_there_and_each_once():
    names = {path.stem for path in (STATIC / "playground").glob("*.js")} - {"oauth"}
    parts = PARTS + SAMPLE_PARTS + BODY_PARTS + LATER_PARTS + CURL_PARTS
    parts += FORMAT_PARTS + LINK_PARTS
    assert set(parts) == names
    assert len(parts) == len(set(parts))


@pytest.mark.parametrize(
    "parts",
    [PARTS, SAMPLE_PARTS, BODY_PARTS, LATER_PARTS, CURL_PARTS, FORMAT_PARTS, LINK_PARTS],
    ids=["first", "samples", "body", "later", "curl", "formats", "link"],
)
def test_parts_are_joined_without_comments(parts):
    text = playground_bundle(parts)
    assert "// @ts-check" not in text
    assert not re.search(r"^\s*(//|\*|/\*.*\*/$)", text, re.MULTILINE)
    for part in parts:
        source = (STATIC / "playground" / f"{part}.js").read_text("utf-8")
        assert jsmin(source).replace('"use strict";', "") in text
    assert text.startswith('"use strict";')


def test_a_part_says_what_it_said(tmp_path, monkeypatch):
    # Blanks in a pattern or a text, also after a word; a quote in a pattern does not start a
    # string.
    parts = {
        "words": "f = () => { return /[{ ] b/ }; // gone\n",
        "encoding": "a = /\"/; b = c / d / e; // gone's\n",
        "request": "t = `x  // ${ b } \\`  y`; /* gone */\n",
    }
    (tmp_path / "playground").mkdir()
    for name, source in parts.items():
        (tmp_path / "playground" / f"{name}.js").write_text(source, "utf-8")
    monkeypatch.setattr(bundle_module, "STATIC", tmp_path)
    text = playground_bundle.__wrapped__()
    assert "gone" not in text
    for kept in ("return/[{ ] b/}", 'a=/"/;', "b=c/d/e;", "`x  // ${ b } \\`  y`"):
        assert kept in text


@pytest.mark.parametrize(
    "part",
    PARTS + SAMPLE_PARTS + BODY_PARTS + LATER_PARTS + CURL_PARTS + FORMAT_PARTS + LINK_PARTS,
)
def test_no_template_is_in_another(part):
    # The minifier would remove blanks from the text of the inner one.
    source = (STATIC / "playground" / f"{part}.js").read_text("utf-8")
    assert re.findall(r'\$\{[^{}`"]*`', source) == []


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
    # The name of the button is the same in every language.
    assert "send" not in said
    assert said.keys() <= playground_words().keys()
