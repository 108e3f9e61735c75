"""Reading values of unknown type.

Documents and configurations are untrusted: any key may have a value of any type. These functions
return the value if it has the expected type, and an empty one of that type otherwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sphinx_navapi.formats.data_file import escape_pointer

_NO_MAPPING: Mapping[str, Any] = {}


def as_mapping(value: Any) -> Mapping[str, Any]:
    """*value* if it is an object, else an empty one."""
    return value if isinstance(value, dict) else _NO_MAPPING


def as_list(value: Any) -> Sequence[Any]:
    """*value* if it is an array, else an empty one."""
    return value if isinstance(value, list) else ()


def as_text(value: Any) -> str | None:
    """*value* if it is a non-empty string, else ``None``."""
    return value if isinstance(value, str) and value else None


def as_names(value: Any) -> tuple[str, ...]:
    """The strings of an array, each once, in order."""
    return tuple(dict.fromkeys(item for item in as_list(value) if isinstance(item, str)))


def as_count(value: Any) -> int | None:
    """*value* if it is an integer of at least 0, else ``None``."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value


def as_number(value: Any) -> int | float | None:
    """*value* if it is a finite number of sensible size, else ``None``."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        # Larger ones fail when divided or printed.
        return value if value.bit_length() < 1000 else None
    return value if math.isfinite(value) else None


def objects_in(value: Any, pointer: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """The objects in *value*, itself at *pointer*, with their pointers, in order.

    Not recursive: there may be more levels than Python's stack has room for.
    """
    stack = [(pointer, value)] if isinstance(value, dict | list) else []
    while stack:
        place, node = stack.pop()
        if isinstance(node, dict):
            yield place, node
            inner = [(below(place, key), child) for key, child in node.items()]
        else:
            inner = [(f"{place}/{index}", child) for index, child in enumerate(node)]
        stack += [part for part in reversed(inner) if isinstance(part[1], dict | list)]


def below(pointer: str, *keys: str | int) -> str:
    """The JSON pointer that leads from *pointer* down *keys*."""
    for key in keys:
        pointer += f"/{key}" if isinstance(key, int) else f"/{escape_pointer(key)}"
    return pointer
