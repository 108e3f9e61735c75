"""The origin, file and pointer, of each part of a modified value.

A value changed by overlays equals its file in most positions. Only differences are recorded: parts
from another file, and parts at another index or key than in their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sphinx_navapi.formats.data_file import escape_pointer


class PartOrigin(NamedTuple):
    """The origin of a part. :ivar file: its name. :ivar pointer: JSON pointer in it."""

    file: str
    pointer: str

    def below(self, key: str | int) -> PartOrigin:
        """The origin of the child *key*."""
        return PartOrigin(self.file, f"{self.pointer}/{escape_pointer(str(key))}")


#: Origins of the parts that are not at their own pointer, by pointer; within these, only further
#: differences.
Origins = Mapping[str, tuple[str, str]]


def find_origin(origins: Origins, pointer: str) -> PartOrigin | None:
    """The origin of the part at *pointer*; ``None`` if it is not in *origins*."""
    known, rest = pointer, ""
    while origins:
        if known in origins:
            origin = PartOrigin(*origins[known])
            return PartOrigin(origin.file, origin.pointer + rest)
        known, slash, last = known.rpartition("/")
        if not slash:
            break
        rest = f"/{last}{rest}"
    return None


class OriginTracker:
    """Tracks the origins of the parts of a value, which is a tree, while it is modified.

    :param file: the name of its file.

    Every modification must be announced here first.
    """

    def __init__(self, root: Any, file: str) -> None:
        self._root = root
        self._file = file
        self._members: dict[int, dict[str, PartOrigin]] = {}
        self._items: dict[int, list[PartOrigin | int]] = {}  # an index: that in its own file
        self._removed: list[Any] = []  # kept alive so that their ids are not reused

    def of_part(self, keys: tuple[str | int, ...]) -> PartOrigin:
        """The origin of the part of the root at *keys*."""
        node, origin = self._root, PartOrigin(self._file, "")
        for key in keys:
            origin = self.of_child(node, key, origin)
            node = node[key]
        return origin

    def of_child(self, node: Any, key: str | int, origin: PartOrigin) -> PartOrigin:
        """The origin of the child *key* of *node*, whose own origin is *origin*."""
        if isinstance(node, dict):
            return self._members.get(id(node), {}).get(str(key)) or origin.below(key)
        items = self._items.get(id(node))
        known = items[int(key)] if items is not None else int(key)
        return origin.below(known) if isinstance(known, int) else known

    def set_member(self, node: dict[str, Any], key: str, origin: PartOrigin) -> None:
        """Record that the member *key* of *node* now comes from *origin*."""
        self._removed.append(node.get(key))
        self._members.setdefault(id(node), {})[key] = origin

    def set_item(self, node: list[Any], index: int, origin: PartOrigin) -> None:
        """Record that the item *index* of *node* now comes from *origin*.

        An *index* after the last one is a new item.
        """
        items = self._items.setdefault(id(node), list(range(len(node))))
        if index < len(items):
            items[index] = origin
        else:
            items.append(origin)

    def remove(self, node: Any, key: str | int) -> None:
        """Record that the child *key* of *node* is removed."""
        self._removed.append(node[key])
        if isinstance(node, list):
            del self._items.setdefault(id(node), list(range(len(node))))[int(key)]
        else:
            self._members.get(id(node), {}).pop(str(key), None)

    def copied(self, source: Any, copy: Any) -> None:
        """Record that *copy* is a copy of *source*: its children have the same origins."""
        stack = [(source, copy)]
        while stack:
            old, new = stack.pop()
            if id(old) in self._members:
                self._members[id(new)] = dict(self._members[id(old)])
            if id(old) in self._items:
                self._items[id(new)] = list(self._items[id(old)])
            keys = old if isinstance(old, dict) else range(len(old)) if is_container(old) else ()
            stack += [(old[key], new[key]) for key in keys if is_container(old[key])]

    def by_pointer(self) -> dict[str, tuple[str, str]]:
        """The `Origins` of the root in its current state."""
        origins: dict[str, tuple[str, str]] = {}
        stack: list[tuple[Any, str, PartOrigin]] = [(self._root, "", PartOrigin(self._file, ""))]
        while stack:
            node, pointer, origin = stack.pop()
            for key in node if isinstance(node, dict) else range(len(node)):
                below = self.of_child(node, key, origin)
                inner = f"{pointer}/{escape_pointer(str(key))}"
                if below != origin.below(key):
                    origins[inner] = (below.file, below.pointer)
                if is_container(node[key]):
                    stack.append((node[key], inner, below))
        return origins


def is_container(value: Any) -> bool:
    """Whether *value* is an object or an array."""
    return isinstance(value, dict | list)
