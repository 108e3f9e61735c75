"""Text as bytes, JSON and host names: whatever Python and browsers implement differently.

`static/playground/encoding.js` is its counterpart, with the same names; everything based on the two
is written once, in Python (`tools/translator`).
"""

from __future__ import annotations

import json
import math
import re
from base64 import b64encode
from collections.abc import Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote, unquote

from sphinx_navapi.formats.numbers import types_in, write_json

_LONE_SURROGATE = re.compile("[\ud800-\udfff]")
_UNRESERVED = re.compile(r"[A-Za-z0-9._~-]*")
#: Types of values that JSON writes as they are.
_EXACT = frozenset({dict, list, str, int, bool, type(None)})
_STRING_OR_BLANKS = re.compile(r'("[^"\\]*(?:\\.[^"\\]*)*")|[ \t\n\r]+')


def well_formed(text: str) -> str:
    """*text* with each lone surrogate replaced by U+FFFD, like in browsers; encodable as UTF-8."""
    if text.isascii() or not _LONE_SURROGATE.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def percent_encode(text: str, keep: str = "") -> str:
    """*text* as UTF-8 with all but unreserved characters and those in *keep* as ``%XX``."""
    if _UNRESERVED.fullmatch(text):
        return text
    return quote(well_formed(text), safe=keep)


def percent_decode(text: str) -> str:
    """The inverse of `percent_encode`; another text if *text* is not a result of it."""
    return unquote(text)


def normal_triplet(triplet: str) -> str:
    """``%XX`` normalized as in RFC 3986, 6.2.2: an unreserved character itself, else in upper
    case.
    """
    char = chr(int(triplet[1:], 16))
    return char if _UNRESERVED.fullmatch(char) else triplet.upper()


def encode_host(authority: str) -> str:
    """Host and port in ASCII; percent-encoded if the name cannot be encoded."""
    name, colon, port = authority.partition(":")
    try:
        return name.encode("idna").decode("ascii") + colon + percent_encode(port)
    except UnicodeError:
        return percent_encode(authority, ":[]%")


def json_text(value: Any, *, indent: int | None = None) -> str:
    """*value* as JSON: keys in order, integers in full, compact without *indent*.

    Lone surrogates are written as escapes, numbers not supported by JSON as ``null``.
    """
    return _written(value, indent=indent, ascii_only=False)


def ascii_json(value: Any) -> str:
    """*value* like `json_text`, with characters beyond ASCII as escapes."""
    return _written(value, indent=None, ascii_only=True)


@lru_cache(maxsize=8)  # all samples of a request have the same body
def indented_json(text: str, indent: int) -> str:
    """JSON *text* reindented; empty if it is invalid, or has more than its value.

    That is a duplicate key, or an unnecessary escape. Numbers that Python or JavaScript would write
    differently may make it empty, too.
    """
    try:
        value = json.loads(text)
    except (ValueError, RecursionError):
        return ""
    is_all = json_text(value) == _STRING_OR_BLANKS.sub(lambda match: match[1] or "", text)
    return json_text(value, indent=indent) if is_all else ""


def json_string(literal: str) -> str:
    """The value of a JSON string literal."""
    return str(json.loads(literal))


def _written(value: Any, *, indent: int | None, ascii_only: bool) -> str:
    text = write_json(
        value if types_in(value) <= _EXACT else _finite(value),
        ensure_ascii=ascii_only,
        indent=indent,
        separators=(",", ":") if indent is None else None,
        default=str,
    )
    return _LONE_SURROGATE.sub(lambda match: f"\\u{ord(match[0]):04x}", text)


def _finite(value: Any) -> Any:
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    if isinstance(value, Mapping):
        return {str(key): _finite(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(item) for item in value]
    return value


def base64_text(text: str) -> str:
    """Base64 of *text* in UTF-8."""
    return b64encode(text.encode()).decode()


def utf8_as_latin1(text: str) -> str:
    """Each byte of *text* in UTF-8 as a character, for clients that send one byte per character."""
    return text.encode().decode("latin-1")


def any_of(chars: str, ranges: str) -> re.Pattern[str]:
    """A pattern for one character: one in *chars* or in *ranges*, a regular expression's."""
    return re.compile(f"[{re.escape(chars)}{ranges}]")
