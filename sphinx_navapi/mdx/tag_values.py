"""Attributes of tags: their values, and values written as attributes again."""

from __future__ import annotations

import json
from collections.abc import Mapping
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


def literal(text: str) -> str:
    """*text* as an expression that stays what it is, whatever characters it has."""
    return f"{{{json.dumps(text, ensure_ascii=False)}}}" if text else ""


#: Attributes of components of a site that readers are likely to see, in this order.
_TOLD = ("title", "heading", "name", "label", "subtitle", "caption", "description", "text")
_ADDRESSES = ("href", "url", "link", "to")


def told_lines(given: Mapping[str, Value]) -> list[str]:
    """What a component that cannot be evaluated was *given* to say: lines of MDX.

    Its texts, each a paragraph of its own, and lists of what has a label and an address.
    """
    lines: list[str] = []
    for name in _TOLD:
        value = given.get(name)
        if isinstance(value, str) and value.strip():
            lines += [literal(" ".join(value.split())), ""]
    for value in given.values():
        if isinstance(value, list | tuple):
            entries = [entry for entry in value if isinstance(entry, Mapping)]
            lines += [line for line in map(_told_entry, entries) if line]
            lines.append("")
    return lines if any(lines) else []


def _told_entry(entry: Mapping[str, Value]) -> str:
    label = next((v for name in _TOLD if isinstance(v := entry.get(name), str) and v.strip()), "")
    address = next((v for name in _ADDRESSES if isinstance(v := entry.get(name), str) and v), "")
    if not label or not address:
        return ""
    return f'- <a href="{escape(address)}">{literal(label)}</a>'
