"""The values of `{{name}}` in pages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sphinx_navapi.formats.numbers import number_text


def site_variables(settings: Mapping[str, Any]) -> dict[str, str]:
    """The ``variables`` of a site configuration by name; nested names are dotted."""
    found: dict[str, str] = {}
    waiting = [("", settings.get("variables"))]
    while waiting:
        prefix, value = waiting.pop()
        if isinstance(value, Mapping):
            waiting += ((f"{prefix}.{name}" if prefix else name, v) for name, v in value.items())
        elif prefix and isinstance(value, str | int | float):
            found[prefix] = " ".join(_text(value).split())
    return found


def _text(value: str | float) -> str:
    if isinstance(value, str):
        return value
    return str(value).lower() if isinstance(value, bool) else number_text(value)
