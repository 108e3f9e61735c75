"""What is equal in JavaScript. In Python ``True == 1``, and never ``"1" == 1``."""

from __future__ import annotations

import re

#: Types of values that are compared by what they are.
PLAIN = (str, int, float, bool, type(None))

_DECIMAL = re.compile(
    r"[+-]?(?:[0-9]{1,300}\.?[0-9]{0,300}|\.[0-9]{1,300})(?:[eE][+-]?[0-9]{1,9})?"
)
_WHOLE = re.compile(r"0(?:[xX][0-9A-Fa-f]{1,300}|[oO][0-7]{1,300}|[bB][01]{1,300})")


def is_same(left: object, right: object) -> bool:
    """``===``: values of one type that are equal; a list or an object only itself."""
    if not (isinstance(left, PLAIN) and isinstance(right, PLAIN)):
        return left is right
    return isinstance(left, bool) == isinstance(right, bool) and left == right


def is_equal(left: object, right: object) -> bool:
    """``==`` of plain values: a text and a number are compared as numbers."""
    if left is None or right is None or isinstance(left, str) == isinstance(right, str):
        return left == right  # true is 1 here as there
    text, other = (left, right) if isinstance(left, str) else (right, left)
    numeral = str(text).strip() or "0"
    if _WHOLE.fullmatch(numeral):
        return int(numeral, 0) == other
    return _DECIMAL.fullmatch(numeral) is not None and float(numeral) == other
