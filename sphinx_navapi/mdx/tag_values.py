"""Attributes of tags: evaluating them, and serializing values as attributes."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from html import escape, unescape

from sphinx_navapi.mdx.javascript import read_value
from sphinx_navapi.mdx.javascript.conversions import NotDataError
from sphinx_navapi.mdx.javascript.library import json_text
from sphinx_navapi.mdx.pieces import SPREAD, Tag, TagAttribute
from sphinx_navapi.mdx.values import UNDEFINED, Scope, Value


def attribute_value(
    attribute: TagAttribute, scope: Scope | None = None, *, line: int = 0, file: str = ""
) -> Value:
    """The value of *attribute*: a string, the value of its code, or true for a bare name."""
    if attribute.text is not None:
        return unescape(attribute.text)
    if attribute.code is not None:
        return read_value(attribute.code, scope, line=line, file=file)
    return True


def attribute_values(tag: Tag, value_of: Callable[[TagAttribute], Value]) -> dict[str, Value]:
    """The values of the attributes of *tag* by name, also of spreads; the last one counts."""
    given: dict[str, Value] = {}
    for attribute in tag.attributes:
        value = value_of(attribute)
        if attribute.name != SPREAD:
            given[attribute.name] = value
        elif isinstance(value, dict):
            given.update(value)
    return given


def write_attribute(attribute: TagAttribute, value: Value) -> str:
    """*attribute* with *value* instead of its own; unchanged if *value* cannot be serialized."""
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
    if value is None or value is UNDEFINED:
        return ""
    try:
        written = json_text(value)
    except NotDataError:
        written = attribute.code
    return f"{attribute.name}={{{written}}}"


def literal(text: str) -> str:
    """*text* as an expression that evaluates to itself, whatever characters it contains."""
    return f"{{{json.dumps(text, ensure_ascii=False)}}}" if text else ""


#: Attributes of custom components that readers are likely to see, in this order.
_TOLD = ("title", "heading", "name", "label", "subtitle", "caption", "description", "text")
_ADDRESSES = ("href", "url", "link", "to")


def told_lines(given: Mapping[str, Value]) -> list[str]:
    """The arguments *given* to a component that cannot be evaluated, as lines of MDX.

    Its texts, each a separate paragraph, and lists of items with a label and an address.
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
