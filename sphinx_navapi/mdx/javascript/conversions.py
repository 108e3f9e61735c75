"""JavaScript's conversions between types (ECMA-262, section 7).

Whatever does not have a value here raises `NotDataError`: it would require running code.
"""

from __future__ import annotations

import math
import re

from sphinx_navapi.formats.numbers import number_text
from sphinx_navapi.mdx.values import UNDEFINED, BuiltIn, Code, Function, Undefined, Value

#: White space and line ends (12.2, 12.3); those of Python are others.
SPACE = (
    "\t\n\v\f\r \xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a"
    "\u2028\u2029\u202f\u205f\u3000\ufeff"
)
_LONGEST_NUMBER = 200
_DECIMAL = re.compile(r"[+-]?(?:Infinity|(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?)")
_WHOLE = re.compile(r"0(?:[xX][0-9A-Fa-f]+|[oO][0-7]+|[bB][01]+)")
_SURROGATE = re.compile(r"[\ud800-\udfff]")
_DEEPEST = 20
_MOST_ITEMS = 20_000


class NotDataError(Exception):
    """A value requires running code, or more work than is permitted."""


class ThrowsError(NotDataError):
    """JavaScript raises an error."""


def limited(value: Value) -> Value:
    """*value*, of limited size and depth: an array may contain another one often, or itself."""
    stack, count = [(value, 0)], 0
    while stack:
        part, depth = stack.pop()
        if isinstance(part, list | dict):
            count += 1 + len(part)
            if count > _MOST_ITEMS or depth > _DEEPEST:
                raise NotDataError
            inner = part if isinstance(part, list) else part.values()
            stack += [(item, depth + 1) for item in inner]
    return value


def text_of(value: Value) -> str:
    """``String(value)``."""
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return number_text(value)
    if value is None:
        return "null"
    if value is UNDEFINED:
        return "undefined"
    if isinstance(value, list):
        limited(value)
        return ",".join(
            "" if item is None or item is UNDEFINED else text_of(item) for item in value
        )
    if isinstance(value, dict) and value.keys().isdisjoint({"toString", "valueOf"}):
        return "[object Object]"
    raise NotDataError


def number_of(value: Value) -> float:
    """``Number(value)``."""
    if isinstance(value, bool | float):
        return float(value)
    if value is None:
        return 0.0
    if value is UNDEFINED:
        return math.nan
    return number_in(text_of(value).strip(SPACE))


def number_in(text: str) -> float:
    """The number that is *text*, without spaces around it."""
    if len(text) > _LONGEST_NUMBER:
        raise NotDataError
    if _WHOLE.fullmatch(text):
        return float(int(text, 0))
    if not text:
        return 0.0
    return float(text) if _DECIMAL.fullmatch(text) else math.nan


def integer_of(value: Value, default: float = 0) -> float:
    """*value* as an index: a whole number or infinite. :param default: for ``undefined``."""
    if value is UNDEFINED:
        return default
    number = number_of(value)
    return 0 if math.isnan(number) else number if math.isinf(number) else math.trunc(number)


def clamped(value: Value, length: int, default: float = 0) -> int:
    """*value* as an index between 0 and *length*; negative ones count from the end."""
    index = integer_of(value, default)
    return int(max(0, index + length) if index < 0 else min(index, length))


def int32(value: Value) -> int:
    """*value* as a signed integer of 32 bits."""
    number = number_of(value)
    whole = int(number) & 0xFFFFFFFF if math.isfinite(number) else 0
    return whole - (1 << 32) if whole >> 31 else whole


def is_true(value: Value) -> bool:
    """``Boolean(value)``."""
    if isinstance(value, Code):
        raise NotDataError
    if isinstance(value, float):
        return value == value and value != 0
    return value not in (None, UNDEFINED, False, "") if not isinstance(value, list | dict) else True


def type_of(value: Value) -> str:
    """``typeof value``."""
    if isinstance(value, Code):
        raise NotDataError
    if isinstance(value, BuiltIn):
        return "object" if value.name in {"Math", "JSON", "React"} else "function"
    kinds = {bool: "boolean", str: "string", float: "number", Undefined: "undefined"}
    return kinds.get(type(value), "function" if isinstance(value, Function) else "object")


def is_same(left: Value, right: Value) -> bool:
    """``left === right``."""
    if isinstance(left, Code) or isinstance(right, Code):
        raise NotDataError
    if isinstance(left, str | float | bool | BuiltIn):
        return type(left) is type(right) and left == right
    return left is right


def is_equal(left: Value, right: Value) -> bool:
    """``left == right``."""
    missing = [side is None or side is UNDEFINED for side in (left, right)]
    if any(missing):
        return all(missing)
    plain = [isinstance(side, str | float | bool) for side in (left, right)]
    if not any(plain) or isinstance(left, Code) or isinstance(right, Code):
        return is_same(left, right)
    if not plain[0]:
        left = text_of(left)
    if not plain[1]:
        right = text_of(right)
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    return number_of(left) == number_of(right)


def is_less(left: Value, right: Value) -> bool | None:
    """``left < right``, ``None`` if one of them is not a number."""
    left, right = primitive(left), primitive(right)
    if isinstance(left, str) and isinstance(right, str):
        return units(left) < units(right)
    first, second = number_of(left), number_of(right)
    return None if math.isnan(first) or math.isnan(second) else first < second


def primitive(value: Value) -> Value:
    """*value*, as text if it is an object."""
    plain = value is None or isinstance(value, str | float | bool | Undefined)
    return value if plain else text_of(value)


def units(text: str) -> str:
    """*text* with a character for each of its UTF-16 code units."""
    if text.isascii() or max(text) < "\U00010000":
        return text
    data = text.encode("utf-16-be")
    return "".join(chr(high << 8 | low) for high, low in zip(data[::2], data[1::2], strict=True))


def from_units(text: str) -> str:
    """The opposite of `units`. Half of a character has no text."""
    if text.isascii() or not _SURROGATE.search(text):
        return text
    try:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le")
    except UnicodeDecodeError:
        raise NotDataError from None
