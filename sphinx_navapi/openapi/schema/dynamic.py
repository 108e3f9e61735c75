"""Replacing ``$dynamicRef`` by ``$ref`` (JSON Schema 2020-12, 8.2.3.2).

The target of a dynamic reference depends on the path to it: the outermost schema on the path that
has the ``$dynamicAnchor``. All other code reads a schema by its pointer alone, so a schema with a
different meaning inside another one is copied for it, below `DYNAMIC_KEY`.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sphinx_navapi.formats.data_file import escape_pointer
from sphinx_navapi.formats.lenient import objects_in
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import EXTERNAL_KEY

#: Root key of the copies.
DYNAMIC_KEY: Final = "x-navapi-dynamic"

#: Maximum number of copies per document: beyond that, references are left unchanged.
_MOST_COPIES: Final = 2_000

#: Pointers of anchored schemas by the names of their anchors.
Anchors = Mapping[str, str]


def bind_dynamic_references(root: dict[str, Any]) -> None:
    """Replace the dynamic references of a bundled document by references, in place.

    Each component is a schema resource, and so is each outermost schema that is not one. A
    reference that no resource on the path overrides is left unchanged.
    """
    root.pop(DYNAMIC_KEY, None)
    _Binder(root).bind()


class _Binder:
    def __init__(self, root: dict[str, Any]) -> None:
        self.root = root
        self.resources: dict[str, Any] = {
            each.pointer: each.value
            for each in walk_objects(root)
            if each.kind is Kind.SCHEMA and each.parent is not Kind.SCHEMA
        }
        for name, file in (root.get(EXTERNAL_KEY) or {}).items():
            components = file.get("components") if isinstance(file, dict) else None
            schemas = components.get("schemas") if isinstance(components, dict) else None
            for key, schema in (schemas if isinstance(schemas, dict) else {}).items():
                at = f"/{EXTERNAL_KEY}/{escape_pointer(name)}/components/schemas"
                self.resources[f"{at}/{escape_pointer(key)}"] = schema
        self.anchors = {
            at: {
                node["$dynamicAnchor"]: place
                for place, node in objects_in(value, at)
                if isinstance(node.get("$dynamicAnchor"), str)
            }
            for at, value in self.resources.items()
        }
        self.used = self._used()
        self.copies: dict[tuple[str, frozenset[tuple[str, str]]], str] = {}
        self.made: list[Any] = []
        self.pending: list[tuple[str, Anchors]] = []
        self.changes: list[tuple[dict[str, Any], str]] = []

    def bind(self) -> None:
        for pointer, value in self.resources.items():
            if self.used[pointer]:
                own = self._known(self.anchors[pointer], pointer)
                for _, node in objects_in(value):
                    changed = self._reference(node, own)
                    if changed is not None:
                        self.changes.append((node, changed))
        while self.pending:
            resource, around = self.pending.pop(0)
            self.made.append(self._copy(self.resources[resource], around))
        # Copies are made from the original document, so it is modified last.
        for node, reference in self.changes:
            node.pop("$dynamicRef", None)
            node["$ref"] = reference
        if self.made:
            self.root[DYNAMIC_KEY] = self.made

    def _known(self, anchors: Anchors, resource: str) -> dict[str, str]:
        """The *anchors* that something in *resource*, or below it, refers to."""
        return {name: anchors[name] for name in sorted(self.used[resource]) if name in anchors}

    def _reference(self, node: Mapping[str, Any], around: Anchors) -> str | None:
        """The ``$ref`` to write into *node*, ``None`` to leave it unchanged.

        :param around: the overrides of dynamic references here.
        """
        name = _dynamic_name(node)
        if name is not None and name in around:
            return f"#{self._place(around[name], around)}"
        reference = node.get("$ref")
        if name is None and isinstance(reference, str) and reference.startswith("#/"):
            place = self._place(reference[1:], around)
            return f"#{place}" if place != reference[1:] else None
        return None

    def _place(self, pointer: str, around: Anchors) -> str:
        """The pointer of the schema at *pointer* as interpreted inside *around*."""
        resource = self._resource(pointer)
        if resource is None:
            return pointer
        own = self._known(self.anchors[resource], resource)
        inside = {**own, **self._known(around, resource)}
        if inside == own:
            return pointer
        key = (resource, frozenset(inside.items()))
        if key not in self.copies:
            if len(self.copies) >= _MOST_COPIES:
                return pointer
            self.copies[key] = f"/{DYNAMIC_KEY}/{len(self.copies)}"
            self.pending.append((resource, inside))
        return self.copies[key] + pointer[len(resource) :]

    def _copy(self, value: Any, around: Anchors) -> Any:
        """*value* with its references as interpreted inside *around*."""
        holder = [value]
        stack: list[tuple[Any, Any]] = [(holder, 0)]
        while stack:  # not recursive: a document may be deep
            owner, key = stack.pop()
            node = owner[key]
            if isinstance(node, list):
                owner[key] = list(node)
                stack += [(owner[key], index) for index in range(len(node))]
            elif isinstance(node, dict):
                copied = owner[key] = dict(node)
                reference = self._reference(node, around)
                if reference is not None:
                    copied.pop("$dynamicRef", None)
                    copied["$ref"] = reference
                stack += [(copied, inner) for inner in copied]
        return holder[0]

    def _resource(self, pointer: str) -> str | None:
        """The resource that contains *pointer*."""
        while pointer:
            if pointer in self.resources:
                return pointer
            pointer = pointer.rpartition("/")[0]
        return None

    def _used(self) -> dict[str, frozenset[str]]:
        """Names used by dynamic references, in each resource and in all reachable from it."""
        own: dict[str, set[str]] = {}
        users: dict[str, list[str]] = {}
        for pointer, value in self.resources.items():
            own[pointer] = set()
            for _, node in objects_in(value):
                name = _dynamic_name(node)
                if name is not None:
                    own[pointer].add(name)
                reference = node.get("$ref")
                if isinstance(reference, str):
                    target = self._resource(reference.removeprefix("#"))
                    if target is not None:
                        users.setdefault(target, []).append(pointer)
        pending = [pointer for pointer, names in own.items() if names]
        while pending:
            target = pending.pop()
            for pointer in users.get(target, ()):
                if not own[target] <= own[pointer]:
                    own[pointer] |= own[target]
                    pending.append(pointer)
        return {pointer: frozenset(names) for pointer, names in own.items()}


def _dynamic_name(node: Mapping[str, Any]) -> str | None:
    """The anchor in the ``$dynamicRef`` of *node*."""
    dynamic = node.get("$dynamicRef")
    if not isinstance(dynamic, str):
        return None
    name = dynamic.rpartition("#")[2] if "#" in dynamic else ""
    return name if name and not name.startswith("/") else None
