"""The playground's parts as one script: what a page loads when somebody may want to send."""

from __future__ import annotations

import hashlib
import re
from functools import lru_cache
from pathlib import Path

STATIC = Path(__file__).parent / "static"

#: Files below ``static/playground``, in the order in which they run.
PARTS = (
    "words", "styles", "wire", "request", "clients", "dom", "json", "validate", "fields", "body",
    "security", "send", "answer", "history", "form",
)  # fmt: skip

#: Where the script is written, relative to the output.
BUNDLE = "_static/playground/playground.js"
#: And the style of what it makes, which has the name `STYLE` in the package.
STYLE_BUNDLE = "_static/playground/playground.css"
STYLE = "navapi-playground.css"

#: What JavaScript is made of, as far as blanks and comments in it are concerned. A slash
#: begins a regular expression where no value stands before it.
_TOKEN = re.compile(
    r"""(?P<comment>//[^\n]*|/\*(?:[^*]|\*(?!/))*\*/)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<template>`)
    |(?P<pattern>(?<=[(,=:\[!&|?{};>\n])[ ]*/(?![/*])(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/)
    |(?P<blank>\s+)
    |(?P<other>[\w$]+|.)""",
    re.VERBOSE,
)
_STRICT = '"use strict";'
_STYLE_COMMENT = re.compile(r"/\*(?:[^*]|\*(?!/))*\*/")
#: Not before a colon: "a :b" is not "a:b".
_STYLE_BLANKS = re.compile(r" ?([{};,>]) ?|(?<=:) ")

#: Beside these no blank is needed. Not ``+`` and ``-``, of which two are another operator.
_TIGHT = frozenset("{}(),;:=?&|<>![]*")
#: After these no line ends a statement, and with these none begins one.
_OPEN = frozenset("{(,;[=?:&|>")
_CLOSE = frozenset("})],;.?:&|=")


@lru_cache(maxsize=1)
def playground_bundle() -> str:
    """The parts joined, without comments and blanks that mean nothing."""
    paths = (STATIC / "playground" / f"{part}.js" for part in PARTS)
    text = "".join(_shorten(path.read_text("utf-8")) for path in paths if path.is_file())
    # Once for all of them.
    return _STRICT + text.replace(_STRICT, "")


@lru_cache(maxsize=1)
def playground_style() -> str:
    """The style of the form, without comments and blanks that mean nothing."""
    text = _STYLE_COMMENT.sub("", (STATIC / STYLE).read_text("utf-8"))
    return _STYLE_BLANKS.sub(lambda m: m[1] or "", " ".join(text.split())).replace(";}", "}") + "\n"


@lru_cache(maxsize=1)
def bundle_digest() -> str:
    """Changes with what the loader loads, which browsers keep by its address."""
    return hashlib.sha256((playground_bundle() + playground_style()).encode()).hexdigest()[:8]


def _shorten(text: str) -> str:
    """*text* without comments and without the blanks that mean nothing; lines stay lines."""
    pieces: list[str] = []
    gap, last, at = "", "{", 0
    while at < len(text):
        found = _TOKEN.match(text, at)
        assert found is not None  # any character is a token
        piece, start, at = found[0], at, found.end()
        if found.lastgroup == "comment":
            gap = gap or " "
            continue
        if found.lastgroup == "blank":
            gap = "\n" if "\n" in gap + piece else " "
            continue
        if found.lastgroup == "template":
            at = _template_end(text, start)
            piece = text[start:at]
        elif found.lastgroup == "pattern":
            piece = piece.lstrip()
        if gap == "\n":
            is_needed = last not in _OPEN and piece[0] not in _CLOSE
        else:
            is_needed = not {last, piece[0]} & _TIGHT
        if gap and is_needed:
            pieces.append(gap)
        pieces.append(piece)
        gap, last = "", piece[-1]
    return "".join(pieces) + "\n"


def _template_end(text: str, at: int) -> int:
    """Where the template literal ends that begins at *at*."""
    at += 1
    while text[at] != "`":
        if text.startswith("${", at):
            at = _braces_end(text, at + 2)
        else:
            at += 2 if text[at] == "\\" else 1
    return at + 1


def _braces_end(text: str, at: int) -> int:
    """Where the braces end after whose opening one *at* is."""
    depth = 1
    while depth:
        found = _TOKEN.match(text, at)
        assert found is not None  # any character is a token
        if found.lastgroup == "template":
            at = _template_end(text, at)
            continue
        depth += {"{": 1, "}": -1}.get(found[0], 0)
        at = found.end()
    return at
