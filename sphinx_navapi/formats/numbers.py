"""Numbers and other values as text, and numbers as they were written."""

from __future__ import annotations

import itertools
import json
import marshal
import math
import re
from collections import Counter
from collections.abc import Callable, Sequence
from decimal import Decimal
from typing import Any, Final, Self

#: A number of JSON (RFC 8259, section 6).
_JSON_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


def free_name(name: str, is_taken: Callable[[str], object], *, first: int = 1) -> str:
    """*name*, with the first number from *first* on that makes it free: ``name-1``."""
    if not is_taken(name):
        return name
    numbered = (f"{name}-{number}" for number in itertools.count(first))
    return next(each for each in numbered if not is_taken(each))


class WrittenFloat(float):
    """A number with a fraction or an exponent. :ivar text: as it was written."""

    text: str

    def __new__(cls, text: str) -> Self:
        """The number *text*."""
        number = super().__new__(cls, text)
        number.text = text
        return number

    def __repr__(self) -> str:
        """JSON: as written if that is JSON."""
        return self.text if _JSON_NUMBER.fullmatch(self.text) else float.__repr__(self)

    __str__ = __repr__

    def __reduce__(self) -> tuple[type[WrittenFloat], tuple[str]]:
        return WrittenFloat, (self.text,)


class WrittenInt(int):
    """An integer written as ``007`` or ``0x1F``. :ivar text: as it was written."""

    text: str

    def __new__(cls, text: str, base: int = 10) -> Self:
        """The number *text*. :param base: 0: from its prefix."""
        number = super().__new__(cls, text, base)
        number.text = text
        return number

    def __reduce__(self) -> tuple[type[WrittenInt], tuple[str, int]]:
        return WrittenInt, (self.text, 0 if self.text[:2].lower() in ("0x", "0o") else 10)


def read_float(text: str) -> float:
    """The number *text*, with its text if Python would write another one."""
    number = float(text)
    return number if repr(number) == text else WrittenFloat(text)


def read_integer(text: str, base: int = 10) -> int:
    """The integer *text*, with its text if Python would write another one."""
    number = int(text, base)
    return number if str(number) == text else WrittenInt(text, base)


def text_as_written(value: Any) -> Any:
    """The text of *value* in the document if it is a number, else *value*.

    Where a text is expected, a number is one that lacks its quotes: ``1.10``, ``007``.
    """
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return value.text if isinstance(value, WrittenFloat | WrittenInt) else str(value)


def write_json(value: Any, *, indent: int | None = None, **options: Any) -> str:
    """*value* as JSON, numbers as they were written.

    :param indent, options: of `json.dumps`, which would write numbers anew, and with an indent is
        not implemented in C.
    """
    encoder = json.JSONEncoder(**options)
    encode = encoder.encode
    if indent is None and WrittenFloat not in types_in(value):
        return encode(value)
    step, between = ("", encoder.item_separator) if indent is None else (" " * indent, ",")

    def write(value: Any, start: str) -> str:
        if isinstance(value, WrittenFloat):
            return repr(value)
        if not value or not isinstance(value, dict | list | tuple):
            return encode(value)
        inner = start + step
        if isinstance(value, dict):
            ends = "{}"
            colon = encoder.key_separator
            parts = [
                f"{encode(str(key))}{colon}{write(item, inner)}" for key, item in value.items()
            ]
        else:
            ends = "[]"
            parts = [write(item, inner) for item in value]
        return f"{ends[0]}{inner}{f'{between}{inner}'.join(parts)}{start}{ends[1]}"

    return write(value, "" if indent is None else "\n")


def types_in(value: Any) -> set[type]:
    """The types of *value* and of all values in it: most have no numbers that need care."""
    types: set[type] = set()
    waiting = [value]
    while waiting:
        each = waiting.pop()
        types.add(type(each))
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list | tuple):
            waiting += each
    return types


#: A version of `marshal` that only encodes values: later ones also encode which parts are the same
#: object.
PLAIN: Final = 2


def marshalled(value: Any, version: int = marshal.version) -> bytes:
    """*value* in the format of `marshal`, which only knows numbers without a text."""
    try:
        return marshal.dumps(value, version)
    except ValueError:
        return marshal.dumps(_packed(value), version)


def unmarshalled(content: bytes | memoryview) -> Any:
    """The value of *content*, a result of `marshalled` that is not damaged."""
    value = marshal.loads(content)  # noqa: S302 - made here
    return _unpacked(value[1]) if type(value) is tuple else value


def _packed(value: Any) -> Any:
    """*value* in a tuple, with a tuple for each number that has a text: JSON has no tuples."""
    return ("packed", _replaced(value))


def _replaced(value: Any) -> Any:
    if isinstance(value, WrittenFloat | WrittenInt):
        return value.text, type(value) is WrittenFloat
    if type(value) is dict:
        return {key: _replaced(item) for key, item in value.items()}
    if type(value) is list:
        return [_replaced(item) for item in value]
    # Of the parts of a stored document around the values.
    return value


def _unpacked(value: Any) -> Any:
    if type(value) is tuple:
        text, is_float = value
        based = text[:2].lower() in ("0x", "0o")
        return WrittenFloat(text) if is_float else WrittenInt(text, 0 if based else 10)
    if type(value) is dict:
        return {key: _unpacked(item) for key, item in value.items()}
    return [_unpacked(item) for item in value] if type(value) is list else value


def number_text(value: float) -> str:
    """*value* as JavaScript formats it (ECMA-262, Number::toString)."""
    if isinstance(value, int) or (abs(value) < 1e15 and value == int(value)):
        return str(int(value))
    if not math.isfinite(value):
        return "NaN" if value != value else "Infinity" if value > 0 else "-Infinity"
    # The same digits in both languages: the fewest that mean this number.
    digits = repr(float(value)).removesuffix(".0")
    if 1e-6 <= abs(value) < 1e21:
        return format(Decimal(digits), "f")
    mantissa, _, exponent = digits.partition("e")
    return f"{mantissa}e{int(exponent):+d}"


#: Maximum length of values in a row (defaults, examples).
LONGEST_VALUE = 400


def value_text(value: Any) -> str:
    """*value* on one line for readers: strings without quotes if that is unambiguous."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        text = value
    else:
        text = write_json(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def value_texts(values: Sequence[Any]) -> list[str]:
    """*values*, each on one line; strings have quotes where another value would look the same."""
    texts = [value_text(value) for value in values]
    same = {text for text, count in Counter(texts).items() if count > 1}
    return [
        json.dumps(value, ensure_ascii=False) if isinstance(value, str) and text in same else text
        for value, text in zip(values, texts, strict=True)
    ]
