"""Values of page metadata, read with care: authors and documents write what they like."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_navapi.config.value_problems import readable
from sphinx_navapi.config.value_types import is_link


def text_of(metadata: Mapping[str, Any], key: str) -> str | None:
    """The text under *key* on one line, numbers as text; ``None`` where there is none."""
    value = metadata.get(key)
    if isinstance(value, bool) or not isinstance(value, (str, int, float)):
        return None
    return single_line(str(value)) or None


def single_line(text: object) -> str:
    """*text* on one line, with single spaces; empty where it is no text."""
    return " ".join(readable(text).split()) if isinstance(text, str) else ""


def flag_of(metadata: Mapping[str, Any], key: str) -> bool | None:
    """The truth under *key*; reStructuredText fields write it as a word."""
    value = metadata.get(key)
    if isinstance(value, bool):
        return value
    if isinstance(value, str) and value.strip().lower() in {"true", "false"}:
        return value.strip().lower() == "true"
    return None


def link_of(metadata: Mapping[str, Any]) -> str | None:
    """Where ``url`` makes the page's entry lead, or ``None``."""
    value = metadata.get("url")
    return value.strip() if isinstance(value, str) and is_link(value) else None
