"""JavaScript's equality. In Python ``True == 1``, and never ``"1" == 1``."""

from __future__ import annotations

import re

#: Types that are compared by value.
PLAIN = (str, int, float, bool, type(None))

_DECIMAL = re.compile(
    r"[+-]?(?:[0-9]{1,300}\.?[0-9]{0,300}|\.[0-9]{1,300})(?:[eE][+-]?[0-9]{1,9})?"
)
_WHOLE = re.compile(r"0(?:[xX][0-9A-Fa-f]{1,300}|[oO][0-7]{1,300}|[bB][01]{1,300})")


def is_same(left: object, right: object) -> bool:
    """``===``: equal values of the same type; lists and objects are compared by identity."""
    if not (isinstance(left, PLAIN) and isinstance(right, PLAIN)):
        return left is right
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def is_equal(left: object, right: object) -> bool:
    """``==`` of plain values: a string and a number are compared as numbers."""
    if left is None or right is None or isinstance(left, str) == isinstance(right, str):
        return left == right  # true equals 1 in both languages
    text, other = (left, right) if isinstance(left, str) else (right, left)
    numeral = str(text).strip() or "0"
    if _WHOLE.fullmatch(numeral):
        return int(numeral, 0) == other
    return _DECIMAL.fullmatch(numeral) is not None and float(numeral) == other
