"""Regular expressions with the same meaning in JavaScript and Python, all with the flags ``gu``."""

from __future__ import annotations

import re

#: Characters that may be escaped with JavaScript's ``u`` flag.
_SYNTAX = frozenset("^$\\.*+?()[]{}|/")
_CONTROLS = frozenset("nrtfv")
_ESCAPE = re.compile(r"\\(?:x[0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|.)", re.DOTALL)
_TIMES = re.compile(r"\{[0-9]+(?:,[0-9]*)?\}")
_OPENING = re.compile(r"\((?:\?[:=!])?(?!\?)")
_ODD = re.compile(r"\(\?.|\{,[0-9]*\}|(?:[*+?]|\{[0-9]+(?:,[0-9]*)?\})\+", re.DOTALL)
_CLASS_START = re.compile(r"\[\^?\]?")


class PatternError(ValueError):
    """A part with different meanings in the two languages; the message says which."""


def script_pattern(pattern: str) -> str:
    r"""*pattern* as a JavaScript literal.

    Rejected is what has another meaning there: ``.`` (which characters are line breaks), ``$`` (it
    matches before a final line break; ``\Z`` does not), ``\s``, ``\w``, ``\d`` and ``\b`` (which
    parts of Unicode they include), named groups, flags, references, lookbehind.

    :raises PatternError: it has such a part.
    """
    re.compile(pattern)
    written: list[str] = []
    at = 0
    while at < len(pattern):
        piece = _piece(pattern, at)
        written.append(_class(piece) if piece[0] == "[" else _outside(piece))
        at += len(piece)
    return f"/{''.join(written)}/gu"


def group_count(pattern: str) -> int:
    """The number of groups in *pattern*."""
    return re.compile(pattern).groups


def _piece(pattern: str, at: int) -> str:
    """A class, an escape, an opening parenthesis with its modifier, a quantifier or a character."""
    if pattern[at] == "[":
        end = _CLASS_START.match(pattern, at)
        assert end is not None
        stop = end.end()
        while pattern[stop] != "]":
            stop += 2 if pattern[stop] == "\\" else 1
        return pattern[at : stop + 1]
    for form in (_ESCAPE, _OPENING, _ODD, _TIMES):
        if found := form.match(pattern, at):
            return found[0]
    return pattern[at]


def _outside(piece: str) -> str:
    if piece == "\\Z":
        return "$"
    if piece[0] == "\\":
        return _escape(piece)
    if piece in ".$":
        raise PatternError(f"{piece!r} in a pattern")
    if _ODD.fullmatch(piece) and not _OPENING.fullmatch(piece):
        raise PatternError(f"{piece} in a pattern")
    if piece in "{}]":
        return f"\\{piece}"
    if len(piece) > 1 or piece in "^|*+?()":
        return piece
    return _character(piece)


def _class(piece: str) -> str:
    inner = piece[1:-1]
    start = "[^" if inner.startswith("^") else "["
    inner = inner.removeprefix("^")
    pieces = re.findall(_ESCAPE.pattern + "|.", inner, re.DOTALL)
    return start + "".join(_in_class(one) for one in pieces) + "]"


def _in_class(piece: str) -> str:
    if piece[0] == "\\":
        return "\\-" if piece == "\\-" else _escape(piece)
    return f"\\{piece}" if piece in "[]" else _character(piece)


def _escape(piece: str) -> str:
    mark = piece[1]
    if len(piece) > 2 or mark in _CONTROLS:
        return piece
    if mark.isalnum():
        raise PatternError(f"{piece} in a pattern")
    return piece if mark in _SYNTAX else _character(mark)


def _character(char: str) -> str:
    """A literal character; blanks as escapes, for minifiers that mistake a pattern for code."""
    if char == "/":
        return "\\/"
    if "!" <= char <= "~":
        return char
    code = ord(char)
    if code > 0xFFFF:
        return f"\\u{{{code:x}}}"
    return f"\\u{code:04x}" if code > 0xFF else f"\\x{code:02x}"
