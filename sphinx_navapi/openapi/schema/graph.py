"""The references of a schema, direct and transitive."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, below
from sphinx_navapi.openapi.check.objects import Kind
from sphinx_navapi.openapi.check.walk import walk_objects
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.schema.composition import component_name, owner_of
from sphinx_navapi.openapi.schema.keywords import reference_of


class SchemaGraph:
    """Edges are the references in the text; what is reachable is a superset of what is shown."""

    def __init__(self, document: OpenApiDocument) -> None:
        self.document = document
        self._direct: dict[str, tuple[str, ...]] = {}
        self._reachable: dict[str, frozenset[str]] = {}
        self._children: dict[str, list[str]] | None = None
        self._descendants: dict[str, dict[str, None]] = {}

    def direct(self, pointer: str) -> tuple[str, ...]:
        """Targets of the references below *pointer*, each once, in text order.

        A reference into a component also counts as one to the component.
        """
        targets = self._direct.get(pointer)
        if targets is None:
            names: dict[str, None] = {}
            for reference in _references(self.document, self.document.at(pointer)):
                names[reference] = None
                names[owner_of(reference)] = None
            targets = self._direct[pointer] = tuple(names)
        return targets

    def reachable(self, pointer: str) -> frozenset[str]:
        """All pointers reachable by references from *pointer*, itself included."""
        reachable = self._reachable.get(pointer)
        if reachable is None:
            seen = {pointer}
            stack = [pointer]
            while stack:
                for reference in self.direct(stack.pop()):
                    if reference in seen:
                        continue
                    known = self._reachable.get(reference)
                    if known is not None:
                        seen |= known
                    else:
                        seen.add(reference)
                        stack.append(reference)
            reachable = self._reachable[pointer] = frozenset(seen)
        return reachable

    def descendants(self, target: str) -> dict[str, None]:
        """Pointers of the component schemas that extend *target*, in order.

        Their ``allOf`` refers to it, or to a schema that extends it.
        """
        if self._children is None:
            self._children = {}
            schemas = as_mapping(as_mapping(self.document.root.get("components")).get("schemas"))
            for name, schema in schemas.items():
                for member in as_list(as_mapping(schema).get("allOf")):
                    reference = reference_of(self.document, member)
                    if reference is not None:
                        heir = below("/components/schemas", name)
                        self._children.setdefault(reference, []).append(heir)
        if target in self._descendants:
            return self._descendants[target]
        heirs = self._descendants[target] = {}
        pending = [target]
        for parent in pending:
            for heir in self._children.get(parent, ()):
                if heir not in heirs:
                    heirs[heir] = None
                    pending.append(heir)
        return heirs

    def named(self, value: Any) -> str | None:
        """Pointer of the schema for a value of a discriminator's ``mapping``."""
        if not isinstance(value, str) or not value:
            return None
        pointers = [value.removeprefix("#")] if value.startswith("#/") else []
        pointers.append(below("/components/schemas", value))
        for pointer in pointers:
            if isinstance(self.document.at(pointer), dict | bool):
                return pointer
        return None


def component_targets(pointers: Iterable[str]) -> frozenset[str]:
    """The *pointers* that are component schemas."""
    return frozenset(pointer for pointer in pointers if component_name(pointer) is not None)


def _references(document: OpenApiDocument, schema: Any) -> Iterator[str]:
    references = (reference_of(document, each.value) for each in walk_objects(schema, Kind.SCHEMA))
    return (reference for reference in references if reference is not None)
