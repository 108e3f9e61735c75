"""JSON values as text on one line."""

from __future__ import annotations

import json
from typing import Any

#: Maximum length of values in a row (defaults, examples).
LONGEST_VALUE = 400


def value_text(value: Any) -> str:
    """*value* on one line for readers: strings without quotes if that is unambiguous."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
