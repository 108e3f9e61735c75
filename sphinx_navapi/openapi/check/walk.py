"""Iterating over the objects of a document, with kind and pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.openapi.check.objects import FIELDS, PATTERNED, Kind
from sphinx_navapi.openapi.schema.applicators import Shape


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
        current = stack.pop()
        value = current.value
        if not isinstance(value, dict | bool) or (isinstance(value, bool) and _is_data(current)):
            continue
        if isinstance(value, dict):
            if id(value) in seen:
                continue
            seen.add(id(value))
        yield current
        if isinstance(value, dict):
            stack += reversed(list(_children(current)))


def _is_data(part: FoundObject) -> bool:
    return part.kind is not Kind.SCHEMA


def _children(owner: FoundObject) -> Iterator[FoundObject]:
    for part in object_parts(owner.value, owner.kind):
        yield FoundObject(
            part.kind, part.holder[part.key], f"{owner.pointer}{part.path}", owner.kind
        )


class ObjectPart(NamedTuple):
    """An object in another one: ``holder[key]``. :ivar path: its pointer in the other one."""

    kind: Kind
    holder: Any
    key: Any
    path: str


def object_parts(node: Mapping[str, Any], kind: Kind) -> Iterator[ObjectPart]:
    """The objects in *node*, an object of *kind*, in its order."""
    all_of = PATTERNED.get(kind)
    fields = FIELDS.get(kind, {}) if all_of is None else {}
    for key, value in node.items():
        shape, child = fields.get(key, (None, all_of))
        if child is None or (all_of is not None and key.startswith("x-")):
            continue
        path = f"/{escape_pointer(key)}"
        if shape is Shape.MAP:
            names = value if isinstance(value, dict) else ()
            for name in names:
                yield ObjectPart(child, value, name, f"{path}/{escape_pointer(name)}")
        elif isinstance(value, list) and shape in (Shape.LIST, Shape.ONE_OR_LIST):
            for index in range(len(value)):
                yield ObjectPart(child, value, index, f"{path}/{index}")
        elif shape is not Shape.LIST:
            yield ObjectPart(child, node, key, path)
