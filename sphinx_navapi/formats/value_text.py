"""JSON values as text on one line."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Sequence
from typing import Any

from sphinx_navapi.formats.numbers import write_json

#: Maximum length of values in a row (defaults, examples).
LONGEST_VALUE = 400


def value_text(value: Any) -> str:
    """*value* on one line for readers: strings without quotes if that is unambiguous."""
    if isinstance(value, str) and value and value == value.strip() and value.isprintable():
        text = value
    else:
        text = write_json(value, ensure_ascii=False)
    return text if len(text) <= LONGEST_VALUE else f"{text[:LONGEST_VALUE]}…"


def value_texts(values: Sequence[Any]) -> list[str]:
    """*values*, each on one line; strings have quotes where another value would look the same."""
    texts = [value_text(value) for value in values]
    same = {text for text, count in Counter(texts).items() if count > 1}
    return [
        json.dumps(value, ensure_ascii=False) if isinstance(value, str) and text in same else text
        for value, text in zip(values, texts, strict=True)
    ]
