"""Where Python and JavaScript differ, translated code does the same in both."""

from __future__ import annotations

import json
import random
import re
import unicodedata
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from playwright.sync_api import Browser
from translator.modules import ModuleWriter
from translator.names import Names, camel
from translator.sources import HELPERS
from translator.write import READ, REQUEST, World

from sphinx_navapi.html.playground_scripts import STATIC
from sphinx_navapi.request.encoding import any_of, percent_encode, utf8_as_latin1, well_formed

#: Functions of a text, a list of texts or a mapping: their first argument is in their name.
SOURCE = r"""
from sphinx_navapi.request.encoding import any_of

_LINE = re.compile(r"^[ \t]*B")
_LAST_BLANK = re.compile(r" (?=\n|\Z)")
_END = re.compile(r"b\Z")
_PAIR = re.compile(r"a([^a]*)a")
_ASTRAL = re.compile("[\U0001f600-\U0001f64f]")
_NOT_B = re.compile("[^b]")


def text_length(text: str) -> int:
    return len(text)


def text_characters(text: str) -> list[str]:
    return [char for char in text]


def text_reversed(text: str) -> str:
    found = ""
    for char in text:
        found = char + found
    return found


def text_codes(text: str) -> list[str]:
    return [f"{ord(char):x},{ord(char):04x},{ord(char):03o}" for char in text]


def text_cases(text: str) -> list[str]:
    return [text.lower(), text.upper()]


def text_strip(text: str) -> list[str]:
    return [text.strip(), text.strip(" \t"), text.rstrip("/]^"), text.lstrip("-a")]


def text_cut(text: str) -> list[str]:
    before, mark, after = text.partition("ab")
    return [before, mark, after, text.removeprefix("a"), text.removesuffix("b"), *text.split("a")]


def text_replaced(text: str) -> list[str]:
    return [text.replace("a", "$&"), text.replace("\\", "\\\\"), text.replace("\n", "")]


def text_found(text: str) -> list[bool]:
    return [
        bool(_LINE.search(text)), bool(_END.search(text)), bool(_LINE.search(text)),
        "a" in text, text.startswith("a"), text.endswith("b"), text.isascii(),
        not _PAIR.search(text), bool(text),
    ]


def text_patterns(text: str) -> list[str]:
    return [
        *_PAIR.findall(text), *_ASTRAL.findall(text), _LAST_BLANK.sub(lambda found: "\\s", text),
        _PAIR.sub(lambda found: found[1] + found[0], text), _NOT_B.sub("", text),
    ]


def text_class(text: str) -> str:
    return any_of("]\\^-$", "\\x00-\\x1f").sub(lambda found: "<" + found[0] + ">", text)


def texts_sorted(texts: list[str]) -> list[str]:
    return sorted(set(texts))


def texts_once(texts: list[str]) -> list[str]:
    return list(dict.fromkeys(texts))


def texts_truth(texts: list[str]) -> list[bool]:
    return [not texts, bool(texts), all(texts), any(one for one in texts)]


def texts_grown(texts: list[str]) -> list[str]:
    kept: list[str] = []
    same = kept
    for index, one in enumerate(texts):
        if index:
            kept += [one, f"{index + 1}"]
    return [*same, *texts[1:], *texts[:-1], *(texts[-1:])]


def texts_numbers(texts: list[str]) -> list[int]:
    longest = max((len(one) for one in texts), default=0)
    depth = 0
    for one in texts:
        depth = max(depth - 1, 0) if one else depth + 1
    return [longest, depth, len(texts), len(set(texts))]


def texts_mapping(texts: list[str]) -> list[str]:
    found: dict[str, str] = {}
    for one in texts:
        known = found.get(one)
        found[one] = "1" if known is None else known + "1"
    return [f"{key}={value}" for key, value in found.items()]


def mapping_order(mapping: Mapping[str, str]) -> list[str]:
    more = {"10": "x", "2": "y", **mapping, "__proto__": "z", "1": "w"}
    return [*(key for key in more), *more.values(), more.get("constructor", "none")]


def mapping_keys(mapping: Mapping[str, str]) -> list[bool]:
    return ["toString" in mapping, "a" in mapping, not mapping, "__proto__" not in mapping]
"""
ALPHABET = [
    "a", "b", "ab", "B", "Z", " ", "\t", "\n", "\r", "\x0b", "\x1c", "\x1f", "\x85", "\xa0",
    "\u2028", "\u2029", "\u200b", "\ufeff", "\u3000", "é", "e\u0301", "ß", "ſ", "İ", "ı", "Σ", "ς",
    "ǆ", "ﬁ", "\uffff", "\ue000", "😀", "𐐀", "𝔘", "$", "$&", "\\", "/", "]", "^", "-", "0", "٣",
    "²", "\u212a", ".",
]  # fmt: skip


def texts_of(source: random.Random) -> list[str]:
    count = source.choice([0, 1, 2, 5, 9])
    return ["".join(source.choices(ALPHABET, k=source.choice([0, 1, 3, 8]))) for _ in range(count)]


def cases() -> list[tuple[str, Any]]:
    """Name of a function and its argument."""
    source = random.Random(20)
    names = re.findall(r"^def (\w+)", SOURCE, re.MULTILINE)
    found: list[tuple[str, Any]] = []
    for name in names:
        for _ in range(150):
            texts = texts_of(source)
            kind = name.partition("_")[0]
            if kind == "mapping":
                keys = source.sample([*texts, "3", "1", "-1", "a", "01", "toString"], k=3)
                found.append((name, dict(zip(keys, ["p", "q", "r"], strict=True))))
            else:
                found.append((name, texts if kind == "texts" else "".join(texts)))
    return found


def python_functions() -> dict[str, Callable[[Any], Any]]:
    scope: dict[str, Any] = {"re": re, "any_of": any_of, "Mapping": Mapping}
    exec(SOURCE, scope)
    return scope


def script() -> str:
    """The functions as loaded by the page."""
    world = World()
    for name in READ:
        world.add(name, (REQUEST / f"{name}.py").read_text("utf-8"))
    writer = ModuleWriter(world, world.add("case", SOURCE), Names())
    body = "\n".join(writer.body(0))
    given = ", ".join([*HELPERS, "anyOf"])
    names = ", ".join(camel(name) for name in re.findall(r"^def (\w+)", SOURCE, re.MULTILINE))
    return (
        f"(() => {{ const {{ {given} }} = globalThis.navapiPlayground;\n{body}\n"
        f"globalThis.translated = {{ {names} }}; }})();"
    )


ASK = """(cases) => cases.map(([name, value]) => JSON.stringify(globalThis.translated[name](
  typeof value === "string" || Array.isArray(value) ? value : new Map(value.pairs))))"""


@pytest.fixture(scope="module")
def answers(browser: Browser) -> list[Any]:
    page = browser.new_page()
    page.add_script_tag(content=(STATIC / "playground" / "encoding.js").read_text("utf-8"))
    page.add_script_tag(content=script())
    asked = [
        [camel(name), {"pairs": list(value.items())} if isinstance(value, dict) else value]
        for name, value in cases()
    ]
    found = [json.loads(text) for text in page.evaluate(ASK, asked)]
    page.close()
    return found


def test_both_give_the_same(answers: list[Any]) -> None:
    functions = python_functions()
    wrong = [
        (name, value, expected, got)
        for (name, value), got in zip(cases(), answers, strict=True)
        if (expected := functions[name](value)) != got
    ]
    assert wrong[:3] == []


def test_every_trap_is_met() -> None:
    """The cases are such that a plain JavaScript method would return something else."""
    given = [value for _, value in cases()]
    texts = [value for value in given if isinstance(value, str)]
    assert any(len(text) != len(text.encode("utf-16-le")) // 2 for text in texts)
    assert any(
        text.strip() != text.strip(" \t\n\r\x0b\xa0\u2028\u2029\ufeff\u3000") for text in texts
    )
    lists = [set(value) for value in given if isinstance(value, list)]
    assert any(
        sorted(one) != sorted(one, key=lambda text: text.encode("utf-16-be")) for one in lists
    )
    assert [] in given
    assert any(isinstance(one, dict) and list(one) != sorted(one) for one in given)


def test_every_character_in_both_cases(browser: Browser) -> None:
    """Characters that every version of Unicode in Python and browsers has."""
    old = unicodedata.ucd_3_2_0
    chars = [
        chr(code)
        for code in range(0x110000)
        if old.category(chr(code)) not in ("Cn", "Cs", "Co")
        and (chr(code).lower(), chr(code).upper()) != (chr(code), chr(code))
    ]
    assert len(chars) > 1_500
    page = browser.new_page()
    found = page.evaluate(
        "(chars) => chars.map((char) => [char.toLowerCase(), char.toUpperCase()])", chars
    )
    page.close()
    wrong = {
        char: (got, [char.lower(), char.upper()])
        for char, got in zip(chars, found, strict=True)
        if got != [char.lower(), char.upper()]
    }
    # Letters for which a counterpart in the other case was added after version 3.2.
    assert {char for char in wrong if wrong[char][1] == [char, char]} == set()
    assert wrong == {}


def test_both_encode_every_character(browser: Browser) -> None:
    text = [chr(code) for code in (*range(0x500), *range(0xD7F0, 0xE010), 0x1F600, 0x10FFFF)]
    page = browser.new_page()
    page.add_script_tag(content=(STATIC / "playground" / "encoding.js").read_text("utf-8"))
    found = page.evaluate(
        """(codes) => codes.map((code) => {
          const { percentEncode, wellFormed, utf8AsLatin1 } = globalThis.navapiPlayground;
          const text = wellFormed(String.fromCodePoint(code));
          return [percentEncode(text, "/?"), utf8AsLatin1(text)];
        })""",
        [ord(char) for char in text],
    )
    page.close()
    expected = [[percent_encode(one, "/?"), utf8_as_latin1(well_formed(one))] for one in text]
    assert [pair for pair in zip(text, found, expected, strict=True) if pair[1] != pair[2]] == []
