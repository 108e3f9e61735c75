"""Reading values of page metadata defensively: they may have any type."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from sphinx_navapi.config.value_problems import readable
from sphinx_navapi.config.value_types import FactorValue, is_link

#: Keys that may determine which operation or schema a page shows.
SHOWING_KEYS = frozenset({"openapi", "openapi-schema", "asyncapi", "api"})


def text_of(metadata: Mapping[str, Any], key: str) -> str | None:
    """The text under *key* on one line, numbers as text; ``None`` if there is none."""
    value = metadata.get(key)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return single_line(str(value)) or None


def single_line(text: object) -> str:
    """*text* on one line, with single spaces; empty if it is not a string."""
    return " ".join(readable(text).split()) if isinstance(text, str) else ""


def flag_of(metadata: Mapping[str, Any], key: str) -> bool | None:
    """The boolean under *key*; reStructuredText fields write it as a word."""
    value = metadata.get(key)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
        return value.strip().lower() == "true"
    return None


def number_of(metadata: Mapping[str, Any], key: str) -> float | None:
    """The number under *key*; reStructuredText fields write it as a word."""
    value = metadata.get(key)
    with suppress(ValueError):
        value = float(value) if isinstance(value, str) else value
    return value if FactorValue().accepts(value) else None


def link_of(metadata: Mapping[str, Any]) -> str | None:
    """The link target that ``url`` gives the page's entry, or ``None``."""
    value = metadata.get("url")
    return value.strip() if isinstance(value, str) and is_link(value) else None
