"""JavaScript's operators, properties and methods for known values.

Everything else raises `NotLiteralError`: it requires executing code.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from decimal import ROUND_HALF_UP, Context, Decimal
from functools import cmp_to_key
from operator import ge, gt, le, lt
from typing import Any

from sphinx_navapi.mdx.equality import PLAIN, is_equal, is_same
from sphinx_navapi.mdx.values import Code, Value, is_true, shown_text

#: Maximum nesting of brackets and calls, and maximum steps for one expression.
_MAX_DEPTH = 30
_MAX_STEPS = 100_000

#: Number of characters that count as a step.
_CHARACTERS = 50


#: The printable characters of ASCII in the root order of the Unicode CLDR, which browsers use for
#: English; upper case only decides between texts that are equal otherwise, and comes last.
_COLLATION = " _-,;:!?.'\"()[]{}@*/\\&#%`^+<=>|~$0123456789abcdefghijklmnopqrstuvwxyz"


class NotLiteralError(Exception):
    """An expression does not only consist of literals."""


class Budget:
    """The work limit of one expression, including all functions that it calls."""

    def __init__(self) -> None:
        self._left = _MAX_STEPS

    def enter(self, depth: int) -> None:
        """Count a step. :raises NotLiteralError: the limit is exceeded, or *depth* is too large."""
        if depth > _MAX_DEPTH:
            raise NotLiteralError
        self.spend(0)

    def spend(self, characters: int) -> None:
        """Count a step, and more for many *characters*. :raises NotLiteralError: limit exceeded."""
        self._left -= 1 + characters // _CHARACTERS
        if self._left < 0:
            raise NotLiteralError

    def grown(self, value: Value) -> Value:
        """*value*, which was just created: a long one counts as more steps.

        :raises NotLiteralError: the limit is exceeded.
        """
        if isinstance(value, str):
            self.spend(len(value))
        elif isinstance(value, list | tuple | Mapping):
            self.spend(len(value) * _CHARACTERS)
        return value


def takes_other(operator: str, left: Value) -> bool:
    """Whether the operand after *left* and *operator* is evaluated."""
    if operator == "&&":
        return is_true(left)
    if operator == "||":
        return not is_true(left)
    return operator != "??" or left is None


def operator_result(operator: str, left: Value, right: Value) -> Value:
    """The value of *left* and *right* joined by *operator*.

    :raises NotLiteralError: for values that are not plain.
    """
    if operator in {"&&", "||", "??"}:
        return right if takes_other(operator, left) else left
    if not isinstance(left, PLAIN) or not isinstance(right, PLAIN):
        raise NotLiteralError
    if operator in {"===", "!=="}:
        return is_same(left, right) is (operator == "===")
    if operator in {"==", "!="}:
        return is_equal(left, right) is (operator == "==")
    if isinstance(left, str) and isinstance(right, str) and operator in _ORDERS:
        return _ORDERS[operator](left, right)
    if isinstance(left, str) or isinstance(right, str):
        if operator != "+":
            raise NotLiteralError
        return _joined(left) + _joined(right)
    first, second = left or 0, right or 0
    if operator in _ARITHMETIC:
        result = _ARITHMETIC[operator](first, second)
        # Beyond these, JavaScript numbers differ from Python's.
        if not abs(result) <= _LARGEST:
            raise NotLiteralError
        return result
    return _ORDERS[operator](first, second)


def _divided(first: float, second: float) -> int | float:
    if second == 0:
        raise NotLiteralError
    result = first / second
    return int(result) if result == int(result) else result


def _rest(first: float, second: float) -> int | float:
    if second == 0:
        raise NotLiteralError
    # The sign is that of the first, as in C.
    result = math.fmod(first, second)
    return int(result) if result == int(result) else result


#: The largest integer that is exact in both languages.
_LARGEST = 2**53

_ORDERS: Mapping[str, Callable[[Any, Any], bool]] = {">": gt, "<": lt, ">=": ge, "<=": le}

_ARITHMETIC: Mapping[str, Callable[[Any, Any], int | float]] = {
    "+": lambda first, second: first + second,
    "-": lambda first, second: first - second,
    "*": lambda first, second: first * second,
    "/": _divided,
    "%": _rest,
}


def items_of(value: Value) -> list[Value]:
    """The items of a spread array. :raises NotLiteralError: for anything else."""
    if not isinstance(value, list | tuple):
        raise NotLiteralError
    return list(value)


def entries_of(value: Value) -> Mapping[str, Value]:
    """The entries of a spread object. :raises NotLiteralError: for anything else."""
    if value is None:
        return {}
    if not isinstance(value, Mapping):
        raise NotLiteralError
    return value


def object_result(name: str, arguments: Sequence[Value]) -> Value:
    """The result of ``Object.name(…)``. :raises NotLiteralError: for unsupported methods."""
    if len(arguments) != 1 or not isinstance(arguments[0], Mapping):
        raise NotLiteralError
    if name == "keys":
        return list(arguments[0])
    if name == "values":
        return list(arguments[0].values())
    if name == "entries":
        return [[key, value] for key, value in arguments[0].items()]
    raise NotLiteralError


def callback_result(
    items: Sequence[Value], name: str, call: Callable[[list[Value]], Value]
) -> Value:
    """The result of an array method that calls a function for each item.

    :param call: calls it with its arguments: item and index.
    :raises NotLiteralError: for unsupported methods.
    """
    if name in {"sort", "toSorted"}:
        return _sorted(items, call)
    results = ([item, call([item, index])] for index, item in enumerate(items))
    if name == "map":
        return [result for _, result in results]
    if name == "flatMap":
        parts = [result for _, result in results]
        return [one for part in parts for one in (part if isinstance(part, list) else [part])]
    if name == "filter":
        return [item for item, result in results if is_true(result)]
    if name == "find":
        return next((item for item, result in results if is_true(result)), None)
    if name == "some":
        return any(is_true(result) for _, result in results)
    if name == "every":
        return all(is_true(result) for _, result in results)
    raise NotLiteralError


def _sorted(items: Sequence[Value], call: Callable[[list[Value]], Value]) -> Value:
    def order(left: Value, right: Value) -> int:
        result = call([left, right])
        if isinstance(result, bool) or not isinstance(result, int | float):
            raise NotLiteralError
        return (result > 0) - (result < 0)

    return sorted(items, key=cmp_to_key(order))


def _joined(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else shown_text(value) or ""


def property_of(value: Value, key: Value) -> Value:
    """The value of ``value.key`` or ``value[key]``; ``None`` for a missing property of an object.

    :raises NotLiteralError: for all but keys of objects, and indexes and ``length`` of lists.
    """
    if isinstance(value, Mapping) and isinstance(key, str | int):
        # In JavaScript, too, a missing property of an object is not an error.
        found = value.get(key if isinstance(key, str) else str(key))
        if isinstance(found, Code):
            raise NotLiteralError
        return found
    if isinstance(value, Sequence):
        if key == "length":
            return len(value)
        if isinstance(key, int) and not isinstance(key, bool):
            return value[key] if 0 <= key < len(value) else None
    raise NotLiteralError


def method_result(value: Value, name: str, arguments: list[Value]) -> Value:
    """The result of the method *name* of *value*.

    :raises NotLiteralError: for unsupported methods and arguments.
    """
    method = _METHODS.get(name)
    if method is None:
        raise NotLiteralError
    return method(value, arguments)


def _of_string(method: Callable[[str], Value]) -> Callable[[Value, list[Value]], Value]:
    def call(value: Value, arguments: list[Value]) -> Value:
        if not isinstance(value, str) or arguments:
            raise NotLiteralError
        return method(value)

    return call


def _join(value: Value, arguments: list[Value]) -> Value:
    if not isinstance(value, list | tuple):
        raise NotLiteralError
    texts = [shown_text(item) for item in value]
    mark = shown_text(arguments[0]) if arguments else ","
    if mark is None or None in texts:
        raise NotLiteralError
    return mark.join(text or "" for text in texts)


def _includes(value: Value, arguments: list[Value]) -> Value:
    if len(arguments) != 1 or not isinstance(value, str | list | tuple):
        raise NotLiteralError
    wanted = arguments[0]
    if isinstance(value, str):
        if not isinstance(wanted, str):
            raise NotLiteralError
        return wanted in value
    return any(is_same(item, wanted) for item in value)


def _slice(value: Value, arguments: list[Value]) -> Value:
    whole = all(isinstance(each, int) and not isinstance(each, bool) for each in arguments)
    if not isinstance(value, str | list | tuple) or not whole or len(arguments) > 2:
        raise NotLiteralError
    start, end = [*arguments, None, None][:2]
    return value[slice(start, end)]  # type: ignore[arg-type] # they are integers


#: Enough digits for any number up to `_LARGEST` with all that `toFixed` allows.
_EXACT = Context(prec=60)


def _to_fixed(value: Value, arguments: list[Value]) -> Value:
    places = arguments[0] if arguments else 0
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    if not is_number or not isinstance(places, int) or not 0 <= places <= 20:
        raise NotLiteralError
    assert isinstance(value, int | float)
    if not abs(value) <= _LARGEST:
        raise NotLiteralError
    # Halves are rounded away from zero, based on the exact binary value.
    exact = Decimal(value).quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP, _EXACT)
    return str(exact)


def _of_two_strings(
    method: Callable[[str, str], Value],
) -> Callable[[Value, list[Value]], Value]:
    def call(value: Value, arguments: list[Value]) -> Value:
        if not isinstance(value, str) or len(arguments) != 1 or not isinstance(arguments[0], str):
            raise NotLiteralError
        return method(value, arguments[0])

    return call


def _reverse(value: Value, arguments: list[Value]) -> Value:
    if not isinstance(value, list | tuple) or arguments:
        raise NotLiteralError
    return list(reversed(value))


def _compare(text: str, other: str) -> Value:
    """The order of *text* and *other* in most languages. :raises NotLiteralError: not ASCII."""
    left, right = _collation_key(text), _collation_key(other)
    return (left > right) - (left < right)


def _collation_key(text: str) -> tuple[list[int], str]:
    """The sort key of *text*: its characters, then their case."""
    places = [_COLLATION.find(letter) for letter in text.lower()]
    if -1 in places:
        raise NotLiteralError
    return places, text.swapcase()


def _split(text: str, mark: str) -> Value:
    return text.split(mark) if mark else list(text)


_METHODS: Mapping[str, Callable[[Value, list[Value]], Value]] = {
    "toLowerCase": _of_string(str.lower),
    "toUpperCase": _of_string(str.upper),
    "trim": _of_string(str.strip),
    "toString": _of_string(str),
    "join": _join,
    "includes": _includes,
    "slice": _slice,
    "toFixed": _to_fixed,
    "startsWith": _of_two_strings(str.startswith),
    "endsWith": _of_two_strings(str.endswith),
    "split": _of_two_strings(_split),
    "localeCompare": _of_two_strings(_compare),
    "reverse": _reverse,
    "toReversed": _reverse,
}
