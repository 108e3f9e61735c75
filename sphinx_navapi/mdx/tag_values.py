"""Attributes of tags: their values, and values written as attributes again."""

from __future__ import annotations

import json
from html import escape, unescape

from sphinx_navapi.mdx.expressions import read_value
from sphinx_navapi.mdx.pieces import Attribute
from sphinx_navapi.mdx.values import Scope, Value


def attribute_value(
    attribute: Attribute, scope: Scope | None = None, *, line: int = 0, file: str = ""
) -> Value:
    """What *attribute* says: a text, the value of its code, or true for a bare name."""
    if attribute.text is not None:
        return unescape(attribute.text)
    if attribute.code is not None:
        return read_value(attribute.code, scope, line=line, file=file)
    return True


def write_attribute(attribute: Attribute, value: Value) -> str:
    """*attribute* with *value* in place of its own; as it was where *value* cannot be written."""
    if attribute.text is not None:
        return (
            f'{attribute.name}="{attribute.text}"'
            if '"' not in attribute.text
            else (f"{attribute.name}='{attribute.text}'")
        )
    if attribute.code is None:
        return attribute.name
    if isinstance(value, str):
        return f'{attribute.name}="{escape(value)}"'
    if value is None:
        return ""
    try:
        written = json.dumps(value, ensure_ascii=False)
    except (TypeError, ValueError):
        written = attribute.code
    return f"{attribute.name}={{{written}}}"
