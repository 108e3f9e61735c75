"""Iterating over the objects of a document, with kind and pointer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.check.objects import FIELDS, PATTERNED, Kind, Shape


class FoundObject(NamedTuple):
    """:ivar parent: kind of the object around it, ``None`` of the root."""

    kind: Kind
    value: Any
    pointer: str
    parent: Kind | None


def walk_objects(root: Any, kind: Kind = Kind.ROOT) -> Iterator[FoundObject]:
    """The objects of *root*, an object of *kind*, outer ones first, in document order.

    References are not followed: their targets have positions of their own. Objects at several
    positions (YAML aliases) are visited once.
    """
    stack = [FoundObject(kind, root, "", None)]
    seen: set[int] = set()
    while stack:
        found = stack.pop()
        value = found.value
        if not isinstance(value, dict | bool) or (isinstance(value, bool) and _is_data(found)):
            continue
        if isinstance(value, dict):
            if id(value) in seen:
                continue
            seen.add(id(value))
        yield found
        if isinstance(value, dict):
            stack += reversed(list(_children(found)))


def _is_data(found: FoundObject) -> bool:
    return found.kind is not Kind.SCHEMA


def _children(found: FoundObject) -> Iterator[FoundObject]:
    kind, value, pointer, _ = found
    child_kind = PATTERNED.get(kind)
    if child_kind is not None:
        for key, child in value.items():
            if not key.startswith("x-"):
                yield FoundObject(child_kind, child, f"{pointer}/{escape_pointer(key)}", kind)
        return
    fields = FIELDS[kind]
    for key, held in value.items():
        if key not in fields:
            continue
        shape, child_kind = fields[key]
        inner = f"{pointer}/{escape_pointer(key)}"
        if shape is Shape.MAP and isinstance(held, dict):
            for name, child in held.items():
                yield FoundObject(child_kind, child, f"{inner}/{escape_pointer(name)}", kind)
        elif isinstance(held, list) and shape in (Shape.LIST, Shape.ONE_OR_LIST):
            for index, child in enumerate(held):
                yield FoundObject(child_kind, child, f"{inner}/{index}", kind)
        elif shape in (Shape.ONE, Shape.ONE_OR_LIST):
            yield FoundObject(child_kind, held, inner, kind)
