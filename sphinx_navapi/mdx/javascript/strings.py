"""Methods of strings and numbers (ECMA-262, 22.1 and 21.1)."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal

from sphinx_navapi.mdx.javascript.conversions import (
    SPACE,
    NotDataError,
    ThrowsError,
    clamped,
    from_units,
    int32,
    integer_of,
    number_of,
    text_of,
    units,
)
from sphinx_navapi.mdx.javascript.run import Run
from sphinx_navapi.mdx.values import UNDEFINED, BuiltIn, Function, Value

Arguments = Sequence[Value]
DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
#: Enough digits for all numbers that ``toFixed`` writes with decimal places.
_EXACT = Context(prec=200)


def string_method(run: Run, text: str, name: str, arguments: Arguments) -> Value:
    """``text.name(…arguments)``."""
    method = _METHODS.get(name)
    if method is None:
        raise NotDataError
    run.spend(len(text))
    result = method(run, units(text), arguments)
    if isinstance(result, str):
        return run.made(from_units(result))
    if isinstance(result, list):
        parts: list[Value] = [from_units(text_of(part)) for part in result]
        return run.made(parts)
    return result


def argument(arguments: Arguments, place: int) -> Value:
    """One of *arguments*, ``undefined`` if it is missing."""
    return arguments[place] if place < len(arguments) else UNDEFINED


def _text(arguments: Arguments) -> str:
    return units(text_of(argument(arguments, 0)))


def _start(text: str, arguments: Arguments) -> int:
    """The second argument as a position."""
    return int(max(0, min(integer_of(argument(arguments, 1)), len(text))))


def _last_place(text: str, arguments: Arguments) -> float:
    wanted, limit = _text(arguments), number_of(argument(arguments, 1))
    # NaN, such as of ``undefined``, is no limit.
    last = len(text) if math.isnan(limit) else int(max(0, min(limit, len(text))))
    return float(text.rfind(wanted, 0, last + len(wanted)))


def sliced(length: int, arguments: Arguments) -> slice:
    """The part that the arguments of ``slice`` mean."""
    start = clamped(argument(arguments, 0), length)
    return slice(start, max(start, clamped(argument(arguments, 1), length, length)))


def at_index(length: int, arguments: Arguments) -> int | None:
    """The index that the argument of ``at`` means."""
    index = integer_of(argument(arguments, 0))
    index += length if index < 0 else 0
    return int(index) if 0 <= index < length else None


def _at(text: str, arguments: Arguments) -> Value:
    index = at_index(len(text), arguments)
    return UNDEFINED if index is None else text[index]


def _character(text: str, arguments: Arguments) -> str:
    index = integer_of(argument(arguments, 0))
    return text[int(index)] if 0 <= index < len(text) else ""


def _code(character: str) -> float:
    return float(ord(character)) if character else math.nan


def _substring(text: str, arguments: Arguments) -> str:
    first = max(0, min(integer_of(argument(arguments, 0)), len(text)))
    last = max(0, min(integer_of(argument(arguments, 1), len(text)), len(text)))
    return text[int(min(first, last)) : int(max(first, last))]


def _substr(text: str, arguments: Arguments) -> str:
    start = clamped(argument(arguments, 0), len(text))
    size = integer_of(argument(arguments, 1), len(text))
    return text[start : start + int(max(0, min(size, len(text))))]


def _repeat(run: Run, text: str, arguments: Arguments) -> str:
    count = integer_of(argument(arguments, 0))
    if count < 0 or math.isinf(count):
        raise ThrowsError
    run.spend(len(text) * count if text else 0)
    return text * int(count) if text else ""


def _filling(run: Run, text: str, arguments: Arguments) -> str:
    """What ``padStart`` and ``padEnd`` add."""
    filler = argument(arguments, 1)
    mark = " " if filler is UNDEFINED else units(text_of(filler))
    size = integer_of(argument(arguments, 0)) - len(text)
    if size <= 0 or not mark:
        return ""
    run.spend(size)
    return (mark * int(size // len(mark) + 1))[: int(size)]


def _split(text: str, arguments: Arguments) -> list[Value]:
    mark, limit = argument(arguments, 0), argument(arguments, 1)
    most = None if limit is UNDEFINED else int32(limit) & 0xFFFFFFFF
    if mark is UNDEFINED:
        return [text] if most != 0 else []
    mark = units(text_of(mark))
    pieces: list[Value] = [*(text.split(mark) if mark else text)]
    return pieces[:most]


def _replaced(run: Run, text: str, arguments: Arguments, most: int) -> str:
    searched, other = _text(arguments), argument(arguments, 1)
    is_function = isinstance(other, Function | BuiltIn)
    if not searched or (not is_function and "$" in text_of(other)):
        raise NotDataError
    written, position = "", 0
    while most and (start := text.find(searched, position)) >= 0:
        call_arguments: list[Value] = [from_units(searched), float(start), from_units(text)]
        new = run.call(other, call_arguments) if is_function else other
        written += text[position:start] + units(text_of(new))
        position, most = start + len(searched), most - 1
        run.spend(len(written))
    return written + text[position:]


_Method = Callable[[Run, str, Arguments], Value]
_METHODS: Mapping[str, _Method] = {
    "at": lambda run, text, arguments: _at(text, arguments),
    "charAt": lambda run, text, arguments: _character(text, arguments),
    "charCodeAt": lambda run, text, arguments: _code(_character(text, arguments)),
    "concat": lambda run, text, arguments: (
        text + "".join(units(text_of(each)) for each in arguments)
    ),
    "endsWith": lambda run, text, arguments: text[
        : int(max(0, min(integer_of(argument(arguments, 1), len(text)), len(text))))
    ].endswith(_text(arguments)),
    "includes": lambda run, text, arguments: _text(arguments) in text[_start(text, arguments) :],
    "indexOf": lambda run, text, arguments: float(
        text.find(_text(arguments), _start(text, arguments))
    ),
    "lastIndexOf": lambda run, text, arguments: _last_place(text, arguments),
    "padEnd": lambda run, text, arguments: text + _filling(run, text, arguments),
    "padStart": lambda run, text, arguments: _filling(run, text, arguments) + text,
    "repeat": _repeat,
    "replace": lambda run, text, arguments: _replaced(run, text, arguments, 1),
    "replaceAll": lambda run, text, arguments: _replaced(run, text, arguments, -1),
    "slice": lambda run, text, arguments: text[sliced(len(text), arguments)],
    "split": lambda run, text, arguments: _split(text, arguments),
    "startsWith": lambda run, text, arguments: text.startswith(
        _text(arguments), _start(text, arguments)
    ),
    "substr": lambda run, text, arguments: _substr(text, arguments),
    "substring": lambda run, text, arguments: _substring(text, arguments),
    "toLowerCase": lambda run, text, arguments: from_units(text).lower(),
    "toString": lambda run, text, arguments: text,
    "toUpperCase": lambda run, text, arguments: from_units(text).upper(),
    "trim": lambda run, text, arguments: text.strip(SPACE),
    "trimEnd": lambda run, text, arguments: text.rstrip(SPACE),
    "trimStart": lambda run, text, arguments: text.lstrip(SPACE),
    "valueOf": lambda run, text, arguments: text,
}


def _with_base(number: float, base: float) -> str:
    if not 2 <= base <= 36 or number % 1 or not abs(number) < 2**53:
        raise NotDataError
    left, digits = abs(int(number)), ""
    while left or not digits:
        left, digit = divmod(left, int(base))
        digits = DIGITS[digit] + digits
    return f"-{digits}" if number < 0 else digits


def number_method(number: float, name: str, arguments: Arguments) -> Value:
    """``number.name(…arguments)``."""
    if name == "valueOf":
        return number
    if name == "toString":
        base = integer_of(argument(arguments, 0), 10)
        return text_of(number) if base == 10 else _with_base(number, base)
    if name == "toLocaleString":
        return _in_english(number, argument(arguments, 0), argument(arguments, 1))
    places = integer_of(argument(arguments, 0))
    if name != "toFixed":
        raise NotDataError
    if not 0 <= places <= 100:
        raise ThrowsError
    if not abs(number) < 1e21:
        return text_of(number)
    # Halves are rounded away from zero, based on the exact binary value.
    written = Decimal(number).quantize(Decimal(1).scaleb(-int(places)), ROUND_HALF_UP, _EXACT)
    return format(written if number else abs(written), "f")


def _in_english(number: float, locale: Value, options: Value) -> str:
    """``number.toLocaleString(locale, options)`` for English, which servers use by default.

    Unlike ``toFixed``, it rounds the shortest decimal that means *number* (ECMA-402, 15.5.3).
    """
    wanted = {} if options is UNDEFINED else options
    if locale not in (UNDEFINED, "en", "en-US") or not isinstance(wanted, dict):
        raise NotDataError
    if not wanted.keys() <= {_LEAST, _MOST}:
        raise NotDataError
    least = integer_of(wanted.get(_LEAST, UNDEFINED))
    most = integer_of(wanted.get(_MOST, UNDEFINED), max(least, 3))
    if not 0 <= least <= most <= 20:
        raise NotDataError
    if math.isnan(number) or math.isinf(number):
        return text_of(number).replace("Infinity", "∞")
    rounded = Decimal(repr(number)).quantize(
        Decimal(1).scaleb(-int(most)), ROUND_HALF_UP, Context(prec=400)
    )
    whole, point, places = format(rounded, ",f").partition(".")
    places = places[: int(least)] + places[int(least) :].rstrip("0")
    return f"{whole}{point if places else ''}{places}"


_LEAST, _MOST = "minimumFractionDigits", "maximumFractionDigits"
