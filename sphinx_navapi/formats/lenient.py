"""Reading values whose type nobody has promised.

A document is untrusted, and so is a configuration: any key may hold a value of any type.
These functions give back the value where it has the type that it should have, and
something empty of that type where it has not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from sphinx_navapi.formats.data_file import escape_pointer

_NO_MAPPING: Mapping[str, Any] = {}


def as_mapping(value: Any) -> Mapping[str, Any]:
    """*value* where it is an object, else an empty one."""
    return value if isinstance(value, dict) else _NO_MAPPING


def as_list(value: Any) -> Sequence[Any]:
    """*value* where it is an array, else an empty one."""
    return value if isinstance(value, list) else ()


def as_text(value: Any) -> str | None:
    """*value* where it is a string that is not empty, else ``None``."""
    return value if isinstance(value, str) and value else None


def as_names(value: Any) -> tuple[str, ...]:
    """The strings of an array, each once, in order."""
    return tuple(dict.fromkeys(item for item in as_list(value) if isinstance(item, str)))


def as_count(value: Any) -> int | None:
    """*value* where it is a whole number of at least 0, else ``None``."""
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        return None
    return value


def as_number(value: Any) -> int | float | None:
    """*value* where it is a finite number of sensible size, else ``None``."""
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if isinstance(value, int):
        # Larger ones do not survive a division or being written out.
        return value if value.bit_length() < 1000 else None
    return value if math.isfinite(value) else None


def external_docs(value: Any) -> tuple[str, str] | None:
    """URL and description of an External Documentation Object; the URL stands for a missing one."""
    url = as_text(as_mapping(value).get("url"))
    if url is None:
        return None
    return url, as_text(value.get("description")) or url


def below(pointer: str, *keys: str | int) -> str:
    """The JSON pointer that leads from *pointer* down *keys*."""
    for key in keys:
        pointer += f"/{key}" if isinstance(key, int) else f"/{escape_pointer(key)}"
    return pointer
