"""Example Objects, and the bare ``example`` of other objects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.formats.numbers import text_as_written
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.facts import resolved_text
from sphinx_navapi.openapi.normalize import is_text
from sphinx_navapi.openapi.view import MISSING, ExampleView


def read_examples(
    document: OpenApiDocument, owner: Mapping[str, Any], pointer: str
) -> tuple[ExampleView, ...]:
    """The examples in the object *owner* at *pointer*, skipping those without a value.

    ``examples`` and ``example`` are mutually exclusive; if both are there, both are read.
    """
    views: list[ExampleView] = []
    examples = owner.get("examples")
    for name in as_mapping(examples):
        views.extend(_example(document, below(pointer, "examples", name), name))
    # A list, as in a Schema Object, by mistake.
    views.extend(ExampleView(value=value) for value in as_list(examples))
    if "example" in owner:
        resolved = document.resolve(below(pointer, "example"))
        value = owner["example"] if resolved.value is None else resolved.value
        views.insert(0, ExampleView(value=value))
    if is_text(document.resolve(below(pointer, "schema")).value):
        return tuple(replace(each, value=text_as_written(each.value)) for each in views)
    return tuple(views)


def _example(document: OpenApiDocument, pointer: str, name: str) -> Iterator[ExampleView]:
    """The values of the Example Object at *pointer*: the main one, then its other forms.

    From OpenAPI 3.2 on it may have a ``dataValue`` and, beside it, its serialized form: in
    ``serializedValue`` or at ``externalValue``.
    """
    resolved = document.resolve(pointer)
    if not isinstance(resolved.value, dict):
        return
    example = resolved.value
    value: Any = MISSING
    for key in ("value", "dataValue", "serializedValue"):
        if key in example:
            value = example[key]
            break
    external = as_text(example.get("externalValue"))
    if value is MISSING and external is None:
        return
    yield ExampleView(
        name=name,
        summary=resolved_text(resolved, "summary"),
        description=resolved_text(resolved, "description"),
        value=value,
        external_value=external if value is MISSING else None,
    )
    if "dataValue" not in example:
        return
    serialized = as_text(example.get("serializedValue"))
    if serialized is not None and serialized != value:
        yield ExampleView(name=f"{name}: serializedValue", value=serialized)
    if external is not None:
        yield ExampleView(name=f"{name}: externalValue", external_value=external)
