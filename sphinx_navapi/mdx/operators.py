"""What JavaScript's operators, properties and methods give for values that are known.

Whatever is not among these raises `NotLiteralError`: it takes a program to know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from sphinx_navapi.mdx.equality import PLAIN, is_equal, is_same
from sphinx_navapi.mdx.values import Code, Value, is_true, shown_text


class NotLiteralError(Exception):
    """An expression is more than literals put together."""


def operator_result(operator: str, left: Value, right: Value) -> Value:
    """The value of *left* and *right* joined by *operator*.

    :raises NotLiteralError: where they are not plain values.
    """
    if operator == "&&":
        return right if is_true(left) else left
    if operator == "||":
        return left if is_true(left) else right
    if operator == "??":
        return right if left is None else left
    if not isinstance(left, PLAIN) or not isinstance(right, PLAIN):
        raise NotLiteralError
    if operator in {"===", "!=="}:
        return is_same(left, right) is (operator == "===")
    if operator in {"==", "!="}:
        return is_equal(left, right) is (operator == "==")
    if isinstance(left, str) or isinstance(right, str):
        if operator != "+":
            raise NotLiteralError
        return _joined(left) + _joined(right)
    first, second = left or 0, right or 0
    if operator == "+":
        return first + second
    if operator == ">":
        return first > second
    if operator == "<":
        return first < second
    return first >= second if operator == ">=" else first <= second


def _joined(value: Value) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return "null" if value is None else shown_text(value) or ""


def property_of(value: Value, key: Value) -> Value:
    """What ``value.key`` or ``value[key]`` is; ``None`` for a property that an object lacks.

    :raises NotLiteralError: for all but keys of objects, and numbers and ``length`` of lists.
    """
    if isinstance(value, Mapping) and isinstance(key, str | int):
        # In JavaScript, too, a property that an object lacks is no mistake.
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
    """What the method *name* of *value* gives back.

    :raises NotLiteralError: for methods and arguments that are not known here.
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


_METHODS: Mapping[str, Callable[[Value, list[Value]], Value]] = {
    "toLowerCase": _of_string(str.lower),
    "toUpperCase": _of_string(str.upper),
    "trim": _of_string(str.strip),
    "toString": _of_string(str),
    "join": _join,
    "includes": _includes,
}
