"""A JSON value as text in a line."""

from __future__ import annotations

import json
from typing import Any

#: Values of a row (defaults, examples) longer than this are cut.
LONGEST_VALUE = 400


def value_text(value: Any) -> str:
    """*value* in one line as a reader would say it: strings bare where nothing is lost."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        text = value
    else:
        text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"
