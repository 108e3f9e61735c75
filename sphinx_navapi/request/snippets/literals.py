"""Literals, shared by the writers of code samples: strings, and bodies and queries as values.

A string literal represents any text so that the program has exactly this text when run, and so that
a reader sees what is there: control characters, line separators and directional marks are written
as escapes if the language has any. A body or a query is a value if a language has a literal that is
sent as exactly that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from sphinx_navapi.request.encoding import (
    any_of,
    indented_json,
    json_string,
    percent_decode,
    percent_encode,
)
from sphinx_navapi.request.request import HttpRequest
from sphinx_navapi.request.snippets.wire import content_type
from sphinx_navapi.request.styles import is_json

#: Characters that never appear unescaped in a literal, as a regular expression class: C0, DEL, C1,
#: bidirectional controls, line and paragraph separator, byte-order mark.
_UNSAFE_CLASS = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff"
UNSAFE = re.compile(f"[{_UNSAFE_CLASS}]")
_UNSAFE_IN_BLOCK = re.compile(f"(?![\\n\\t])[{_UNSAFE_CLASS}]")

#: Escapes common to all languages with backslash escapes.
COMMON_ESCAPES = {"\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}


def escaper(named: Mapping[str, str], other: Callable[[int], str]) -> Callable[[str], str]:
    """A function that escapes text for a literal.

    :param named: character and its escape.
    :param other: code point of another unsafe character to its escape.
    """
    pattern = any_of("".join(named), _UNSAFE_CLASS)

    def replace(match: re.Match[str]) -> str:
        escape = named.get(match[0])
        return other(ord(match[0])) if escape is None else escape

    return lambda text: pattern.sub(replace, text)


def four_hex(code: int) -> str:
    r"""``\uNNNN``."""
    return f"\\u{code:04x}"


def hex_or_four(code: int) -> str:
    r"""``\xNN`` below 256, else ``\uNNNN``."""
    return f"\\x{code:02x}" if code < 0x100 else four_hex(code)


def is_block(text: str) -> bool:
    """Whether *text* suits a multi-line literal: it has several lines, and nothing unsafe."""
    return "\n" in text and not _UNSAFE_IN_BLOCK.search(text)


def indent(text: str, prefix: str) -> str:
    """*text* with *prefix* before every non-empty line."""
    return "\n".join(prefix + line if line else line for line in text.split("\n"))


#: Type of a URL-encoded body.
FORM = "application/x-www-form-urlencoded"

_STRING = re.compile(r'"[^"\\]*(?:\\[^ ][^"\\]*)*"')
#: A string, with its colon if it is a key, an empty object, a brace or a word.
_TOKEN = re.compile(r'"[^"\\]*(?:\\[^ ][^"\\]*)*":?|\{\}|[{}]|[a-z]+')
_NUMBER = re.compile(r"[-0-9][-+.0-9eE]*")
#: At most 15 digits, no trailing zero, no exponent: every language writes it unchanged.
_PLAIN_NUMBER = re.compile(
    r"^-?(?=[0-9.]{1,15}\Z)(?!0\.0000)(?:0\.[0-9]*[1-9]|[1-9][0-9]*(?:\.[0-9]*[1-9])?)\Z|^0\Z"
)
#: Also kept by Python and Ruby: integers of any length, and a single zero after the point.
_WIDE_NUMBER = re.compile(r"^-?(?:[1-9][0-9]{14,40}|[0-9]{1,15}\.0)\Z")
#: A list without nested lists and objects, on several lines.
_FLAT_LIST = re.compile(r"\[\n *([^\[{ ][^\n]*(?:\n *[^\[{\] ][^\n]*)*)\n *\]")
_BREAK = re.compile(r"\n *")
_IS_MANY = re.compile(r"^[\[{]")
_LAST = re.compile(r"\n *[\]}]")
_ODD_KEY = re.compile(r'"(?:[0-9]+|__proto__)":')

#: Longest list on one line.
_LINE = 60


def json_body(request: HttpRequest, indent: int, *, is_wide: bool = False) -> str:
    """The JSON that is sent, indented, as the layout of a literal; or empty.

    Lists of few scalars are on one line, and multi-line ones have trailing commas.

    Empty if no literal is exact: invalid JSON, only a scalar, duplicate keys, numbers that would be
    written differently, lone surrogates.

    :param is_wide: for a language that keeps integers of any length and ``1.0``.
    """
    text = ""
    if request.body and is_json(content_type(request) or ""):
        text = indented_json(request.body, indent)
    if not _IS_MANY.search(text) or "\\ud" in text:
        return ""
    numbers = _NUMBER.findall(_STRING.sub("", text))
    if not all(_is_kept(number, is_wide) for number in numbers):
        return ""
    return _LAST.sub(lambda match: f",{match[0]}", _FLAT_LIST.sub(_on_a_line, text))


def _is_kept(number: str, is_wide: bool) -> bool:
    return bool(_PLAIN_NUMBER.search(number)) or (is_wide and bool(_WIDE_NUMBER.search(number)))


def _on_a_line(match: re.Match[str]) -> str:
    line = f"[{_BREAK.sub(' ', match[1])}]"
    return match[0] if len(line) > _LINE else line


def json_literal(
    text: str, quote: Callable[[str], str], key: Callable[[str], str], words: Mapping[str, str]
) -> str:
    """*text* of `json_body` in the syntax of a language.

    :param quote: writes a string.
    :param key: writes a key with its separator.
    :param words: replacements of ``true``, ``false``, ``null``, braces and ``{}``.
    """

    def written(token: str) -> str:
        if token.endswith(":"):
            return key(json_string(token.removesuffix(":")))
        if token.startswith('"'):
            return quote(json_string(token))
        return words.get(token, token)

    return _TOKEN.sub(lambda match: written(match[0]), text)


def has_odd_key(text: str) -> bool:
    """Whether a JSON key is a number, which has another position or meaning in some languages.

    Or ``__proto__``, which is not a normal key in JavaScript.
    """
    return bool(_ODD_KEY.search(text))


def fields_of(text: str) -> list[tuple[str, str]]:
    """Names and values of a query or a form; empty if clients would write it differently.

    This is the case for a duplicate name, a name without ``=``, and escapes other than those of
    `percent_encode`.
    """
    pairs = [field.partition("=") for field in text.split("&")]
    fields = [(percent_decode(name), percent_decode(value)) for name, _, value in pairs]
    again = "&".join(f"{percent_encode(name)}={percent_encode(value)}" for name, value in fields)
    names = [name for name, _ in fields]
    return fields if again == text and len(set(names)) == len(names) else []


def form_fields(request: HttpRequest) -> list[tuple[str, str]]:
    """`fields_of` the body if that is a form; a space may then be sent as ``+``."""
    return fields_of(request.body or "") if content_type(request) == FORM else []
