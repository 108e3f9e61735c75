"""Numbers as text."""

from __future__ import annotations


def number_text(value: float) -> str:
    """*value* as JavaScript formats it."""
    whole = abs(value) < 1e15 and value == int(value)
    return str(int(value)) if whole else str(value)
