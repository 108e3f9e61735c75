"""Recognizing inline formulas between dollar signs, as opposed to prices."""

from __future__ import annotations

import re

_BETWEEN = re.compile(
    r"(?<![\w$\\])\$(?![\s${])"
    r"(?P<formula>(?:[^$\\\n`]|\\.|\n(?![ \t]*\n)){1,500})(?<![\s\\])\$(?![\w${])"
)
_COMMAND = re.compile(r"\\(?:text|mathrm|operatorname|mbox)\s*\{[^{}]*\}|\\[A-Za-z]+")
_FUNCTIONS = re.compile(
    r"\b(?:sin|cos|tan|log|exp|max|min|mod|lim|sup|inf|det|dim|gcd|arg|var|ker)\b"
)
_WORD = re.compile(r"[^\W\d_]{3,}")
_SIGN = re.compile(r"[\^_=+*/<>{}|≤≥≠±×·∈]|(?<=[\w)\s])-|\\")
_NAME = re.compile(r"[(\[]*\d*[^\W\d_]['\d]*(?:\([^()\s]{1,12}\))?(?:,\s*[^\W\d_]['\d]*)*[)\]]*")
_VARIABLE = re.compile(r"[A-Z][A-Z0-9_]+")


def formula_end(text: str, start: int) -> int | None:
    """The end of the formula that starts with the ``$`` at *start*; ``None`` if there is none.

    The dollar signs follow pandoc's rules (no space inside, no digit after the closing one), and
    the content must have a mathematical symbol or be a single letter: prices and shell variables
    are text.
    """
    match = _BETWEEN.match(text, start)
    return match.end() if match and _is_formula(match["formula"]) else None


def _is_formula(text: str) -> bool:
    if _VARIABLE.fullmatch(text):
        return False
    bare = _FUNCTIONS.sub("", _COMMAND.sub(" ", text))
    if _WORD.search(bare):
        return False
    return bool(_SIGN.search(text)) or bool(_NAME.fullmatch(text))
