"""JSON values: their types, and equality."""

from __future__ import annotations

from collections.abc import Hashable
from collections.abc import Set as AbstractSet
from decimal import Decimal, InvalidOperation
from typing import Any

from sphinx_navapi.formats.numbers import write_json


def type_of(value: Any) -> str:
    """The JSON Schema type of a JSON value."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "boolean"
    if isinstance(value, int):
        return "integer"
    if isinstance(value, float):
        return "number"
    if isinstance(value, str):
        return "string"
    return "array" if isinstance(value, list) else "object"


def common_types(one: frozenset[str], other: AbstractSet[str]) -> frozenset[str]:
    """The types that both allow: an integer is a number."""
    common = one & other
    crossed = ("number" in one and "integer" in other) or ("integer" in one and "number" in other)
    return common | {"integer"} if crossed and "number" not in common else common


def equal(one: Any, other: Any) -> bool:
    """Equality of JSON values: ``1`` equals ``1.0`` but not ``true``."""
    return identity(one) == identity(other)


def identity(value: Any) -> Hashable:
    """A key that *value* has in common with the values that equal it, and no others."""
    if isinstance(value, bool):
        return bool, value
    if isinstance(value, list):
        return tuple(map(identity, value))
    if isinstance(value, dict):
        return frozenset((name, identity(each)) for name, each in value.items())
    scalar: Hashable = value
    return scalar


def is_multiple(value: float, step: float) -> bool:
    """Whether *value* is a multiple of *step*, in decimal notation."""
    try:
        return Decimal(str(value)) % Decimal(str(step)) == 0
    except InvalidOperation:
        return True


def bare_text(value: Any) -> str:
    """*value* in one line, strings without quotes."""
    if isinstance(value, str):
        return value
    return write_json(value, ensure_ascii=False, default=str)
