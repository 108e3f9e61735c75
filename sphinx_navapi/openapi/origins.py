"""From which file, and from where in it, each part of a value comes that was changed.

A value that overlays have changed is like its file in most places. Kept is what is not: the
parts that another file brought, and those that are at another index or below another key than
in their file.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from sphinx_navapi.formats.data_file import escape_pointer


class PartOrigin(NamedTuple):
    """Where a part was written. :ivar file: its name. :ivar pointer: JSON pointer in it."""

    file: str
    pointer: str

    def below(self, key: str | int) -> PartOrigin:
        """Where the part *key* of the part was written."""
        return PartOrigin(self.file, f"{self.pointer}/{escape_pointer(str(key))}")


#: Origins of the parts that are not where their pointer says, by pointer; of what is inside
#: them, only what is not there either.
Origins = Mapping[str, tuple[str, str]]


def find_origin(origins: Origins, pointer: str) -> PartOrigin | None:
    """Where the part at *pointer* was written; ``None`` where *origins* do not know better."""
    known, rest = pointer, ""
    while origins:
        if known in origins:
            found = PartOrigin(*origins[known])
            return PartOrigin(found.file, found.pointer + rest)
        known, slash, last = known.rpartition("/")
        if not slash:
            break
        rest = f"/{last}{rest}"
    return None


class OriginTracker:
    """The origins of the parts of a value, which is a tree, while it is changed.

    :param file: the name of its file.

    Whoever changes the value says so here first.
    """

    def __init__(self, root: Any, file: str) -> None:
        self._root = root
        self._file = file
        self._members: dict[int, dict[str, PartOrigin]] = {}
        self._items: dict[int, list[PartOrigin | int]] = {}  # an index: the one in its own file
        self._removed: list[Any] = []  # while these live, nothing new has their id

    def of_part(self, keys: tuple[str | int, ...]) -> PartOrigin:
        """Where the part of the root at *keys* was written."""
        node, origin = self._root, PartOrigin(self._file, "")
        for key in keys:
            origin = self.of_child(node, key, origin)
            node = node[key]
        return origin

    def of_child(self, node: Any, key: str | int, origin: PartOrigin) -> PartOrigin:
        """Where the part *key* of *node* was written, which itself was at *origin*."""
        if isinstance(node, dict):
            return self._members.get(id(node), {}).get(str(key)) or origin.below(key)
        items = self._items.get(id(node))
        known = items[int(key)] if items is not None else int(key)
        return origin.below(known) if isinstance(known, int) else known

    def set_member(self, node: dict[str, Any], key: str, origin: PartOrigin) -> None:
        """Note that the part *key* of *node* is now what was written at *origin*."""
        self._removed.append(node.get(key))
        self._members.setdefault(id(node), {})[key] = origin

    def set_item(self, node: list[Any], index: int, origin: PartOrigin) -> None:
        """Note that the item *index* of *node* is now what was written at *origin*.

        The *index* after the last is that of a new item.
        """
        items = self._items.setdefault(id(node), list(range(len(node))))
        if index < len(items):
            items[index] = origin
        else:
            items.append(origin)

    def remove(self, node: Any, key: str | int) -> None:
        """Note that the part *key* of *node* is taken out."""
        self._removed.append(node[key])
        if isinstance(node, list):
            del self._items.setdefault(id(node), list(range(len(node))))[int(key)]
        else:
            self._members.get(id(node), {}).pop(str(key), None)

    def copied(self, source: Any, copy: Any) -> None:
        """Note that *copy* is a copy of *source*: what is inside it comes from the same places."""
        stack = [(source, copy)]
        while stack:
            old, new = stack.pop()
            if id(old) in self._members:
                self._members[id(new)] = dict(self._members[id(old)])
            if id(old) in self._items:
                self._items[id(new)] = list(self._items[id(old)])
            keys = old if isinstance(old, dict) else range(len(old)) if is_container(old) else ()
            stack += [(old[key], new[key]) for key in keys if is_container(old[key])]

    def found(self) -> dict[str, tuple[str, str]]:
        """The `Origins` of the root as it is now."""
        found: dict[str, tuple[str, str]] = {}
        stack: list[tuple[Any, str, PartOrigin]] = [(self._root, "", PartOrigin(self._file, ""))]
        while stack:
            node, pointer, origin = stack.pop()
            for key in node if isinstance(node, dict) else range(len(node)):
                below = self.of_child(node, key, origin)
                inner = f"{pointer}/{escape_pointer(str(key))}"
                if below != origin.below(key):
                    found[inner] = (below.file, below.pointer)
                if is_container(node[key]):
                    stack.append((node[key], inner, below))
        return found


def is_container(value: Any) -> bool:
    """Whether *value* is an object or an array."""
    return isinstance(value, dict | list)
