"""Estimating the length of an example before generating it.

If schemas refer to each other in all directions, generating an example costs far more than finding
out that it is too long to be useful.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping
from typing import Any

from sphinx_navapi.openapi.example.choices import ValueContext, ValueSchema
from sphinx_navapi.openapi.example.object_value import ObjectMaker
from sphinx_navapi.openapi.schema.level import Pointers

#: Characters of JSON around the name and value of a property: quotes, colon, comma, spaces.
_AROUND = 6

#: Characters of the shortest value of most types: ``{}``, ``""``, ``10``.
_SHORTEST = 2

#: Keywords that give a value: the rest of the schema is then ignored.
_GIVEN = frozenset({"x-default", "example", "examples", "default", "const", "enum"})

#: Parts nested deeper may be cut when generated.
_DEEPEST = 4


def is_longer(
    limit: int,
    pointers: Pointers,
    context: ValueContext,
    schema_of: Callable[[Pointers], ValueSchema],
    objects: ObjectMaker,
) -> bool:
    """Whether the JSON for the schemas at *pointers* would have more than *limit* characters.

    A lower bound: the sum over its properties, outer ones first; alternatives are not counted.
    Examines no more properties than fit into *limit*.
    """
    pending: deque[tuple[Pointers, ValueContext]] = deque([(pointers, context)])
    length = 0
    while pending:
        pointers, context = pending.popleft()
        schema = schema_of(pointers)
        if schema.choices or any(map(_gives_value, schema.level.mappings)):
            continue
        kind = schema.types[:1]
        if kind == ("array",):
            items = schema.level.children("items")
            if items and not objects.is_endless(items, context) and not _is_empty(schema):
                pending.append((items, context.inside(schema, context.name)))
        elif kind == ("object",):
            for name, inner, _ in objects.wanted(schema, context):
                length += len(name) + _AROUND + _SHORTEST
                if length > limit:
                    return True
                if inner and context.depth < _DEEPEST and not context.rounds:
                    pending.append((inner, context.inside(schema, name)))
    return False


def _gives_value(keywords: Mapping[str, Any]) -> bool:
    return not _GIVEN.isdisjoint(keywords)


def _is_empty(schema: ValueSchema) -> bool:
    return bool(schema.level.limit("maxItems") == 0)
