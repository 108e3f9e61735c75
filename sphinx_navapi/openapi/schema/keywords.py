"""The keywords of one Schema Object, without the schemas that it refers to or contains."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.lenient import as_names
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.applicators import schema_keywords

#: Keywords that determine the children of a schema, or which of its properties are required: beside
#: a ``$ref`` or an ``allOf`` they make it a schema of its own.
STRUCTURAL = frozenset(
    {*schema_keywords(), "required", "dependentRequired", "discriminator", "$ref", "$dynamicRef"}
)

#: Keywords that only describe a schema.
DESCRIPTIVE = frozenset(
    {"title", "description", "summary", "examples", "externalDocs", "xml", "$comment", "$defs",
     "definitions", "$id", "$schema", "$anchor", "$dynamicAnchor"}
)  # fmt: skip

#: Keywords that allow everything.
ANNOTATIONS = DESCRIPTIVE | {"default", "deprecated", "readOnly", "writeOnly"}

#: Keywords that apply other schemas to the same value: their parts are layers.
COMPOSING = frozenset({"$ref", "$dynamicRef", "allOf"})

#: Keywords that allow everything if they are true or empty.
_OPEN = frozenset({*schema_keywords(lambda each: not (each.same or each.keyword == "contains")),
                   "required", "nullable"})  # fmt: skip

#: The keywords with which a schema wraps a single other one.
WRAPPING = COMPOSING | {"oneOf", "anyOf"}

#: The keywords with alternatives.
CHOOSING = ("oneOf", "anyOf")

#: The names of types.
TYPES = frozenset({"string", "number", "integer", "boolean", "object", "array", "null"})


def reference_of(document: OpenApiDocument, schema: Any) -> str | None:
    """The target pointer of the ``$ref`` or ``$dynamicRef`` of *schema*."""
    if not isinstance(schema, dict):
        return None
    reference = schema.get("$ref")
    if isinstance(reference, str):
        return reference.removeprefix("#")
    dynamic = schema.get("$dynamicRef")
    if not isinstance(dynamic, str) or not dynamic.startswith("#"):
        return None
    return dynamic[1:] if dynamic.startswith("#/") else document.anchor(dynamic[1:])


def allows_all(schema: Any) -> bool:
    """Whether *schema* allows every value without a word about it: ``true`` or ``{}``."""
    return schema is True or schema == {}


def certain_branch(keywords: Mapping[str, Any]) -> str:
    """The one of ``then`` and ``else`` that always applies, which is a layer; ``""`` if none."""
    condition = keywords.get("if")
    return "then" if allows_all(condition) else "else" if condition is False else ""


NO_TYPES: frozenset[str] = frozenset()
_SINGLE_TYPES = {name: frozenset({name}) for name in TYPES}


def declared_types(keywords: Mapping[str, Any]) -> frozenset[str]:
    """The known names in ``type``; empty if there are none."""
    declared = keywords.get("type")
    if isinstance(declared, str):
        return _SINGLE_TYPES.get(declared, NO_TYPES)
    return TYPES.intersection(as_names(declared)) if declared is not None else NO_TYPES


def restricts(keywords: Mapping[str, Any], ignored: frozenset[str] = COMPOSING) -> bool:
    """Whether any of *keywords*, apart from those *ignored*, does more than describe the value."""
    return any(
        key not in ANNOTATIONS
        and key not in ignored
        and not key.startswith("x-")
        and not (key in _OPEN and (value is True or value in ({}, [])))
        for key, value in keywords.items()
    )


def value_lists(mapping: Mapping[str, Any]) -> Iterator[list[Any]]:
    """The values of ``enum`` and ``const``."""
    values = mapping.get("enum")
    if isinstance(values, list) and values:
        yield values
    if "const" in mapping:
        yield [mapping["const"]]
