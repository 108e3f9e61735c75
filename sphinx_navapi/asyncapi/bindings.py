"""Protocol bindings as facts: each value with the path of names to it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final

from sphinx_navapi.asyncapi.objects import BINDING_SCHEMAS
from sphinx_navapi.asyncapi.parts import ChannelObject
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import NamedFact

#: Maximum number of characters of a value.
_LONGEST: Final = 200

_TYPES: Final = ("string", "integer", "number", "boolean", "object", "array")
_KEYWORDS: Final = frozenset(
    {"type", "description", "enum", "const", "format", "properties", "items", "required"}
)


def read_bindings(document: OpenApiDocument, part: ChannelObject) -> tuple[NamedFact, ...]:
    """The facts of the Bindings Object of *part*."""
    bindings, pointer = part.find("bindings")
    facts: dict[NamedFact, None] = {}
    for protocol in as_mapping(bindings):
        resolved = document.resolve(below(pointer, protocol))
        for key, value in as_mapping(resolved.value).items():
            name = f"{protocol}.{key}"
            if isinstance(value, dict) and (key in BINDING_SCHEMAS or _is_schema(value)):
                schema = document.resolve(below(resolved.pointer, key)).value
                facts |= dict.fromkeys(_of_schema(name, as_mapping(schema)))
            else:
                facts |= dict.fromkeys(_of_value(name, value))
    return tuple(facts)


def _is_schema(value: Mapping[str, Any]) -> bool:
    """Whether *value* is a schema, as in extensions."""
    return value.get("type") in _TYPES and value.keys() <= _KEYWORDS


def _of_value(name: str, value: Any) -> Iterator[NamedFact]:
    if isinstance(value, dict) and value:
        for key, inner in value.items():
            yield from _of_value(f"{name}.{key}", inner)
    elif value is not None and value != {}:
        yield NamedFact(name, (_shown(value),))


def _of_schema(name: str, schema: Mapping[str, Any]) -> Iterator[NamedFact]:
    """A short form of the *schema* of a value: its only value, its values, or its type."""
    properties = as_mapping(schema.get("properties"))
    for key, inner in properties.items():
        yield from _of_schema(f"{name}.{key}", as_mapping(inner))
    if properties:
        return
    values = as_list(schema.get("enum")) or [schema[k] for k in ("const",) if k in schema]
    text = ", ".join(map(_shown, values)) or as_text(schema.get("type"))
    description = as_text(schema.get("description"))
    if text or description:
        yield NamedFact(name, (_cut(" – ".join(filter(None, (text, description)))),))


def _shown(value: Any) -> str:
    if isinstance(value, list) and all(not isinstance(each, dict | list) for each in value):
        return _cut(", ".join(map(_shown, value)))
    return _cut(value if isinstance(value, str) else json.dumps(value, ensure_ascii=False))


def _cut(text: str) -> str:
    text = " ".join(text.split())
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…"
