"""The component schemas of a document that pages show, and those they link to instead.

Computed by the reader of the document's schemas.
"""

from __future__ import annotations

from collections.abc import Iterable

from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.operation import schema_roots
from sphinx_navapi.openapi.schema.composition import component_name
from sphinx_navapi.openapi.schema.graph import component_targets
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.view import Direction
from sphinx_navapi.plan.inputs import SchemaLinks


def book_links(
    document: OpenApiDocument, *, max_depth: int = 3, registry: SchemaRegistry | None = None
) -> SchemaLinks:
    """The links of *document*'s pages if they show *max_depth* levels of nested properties."""
    registry = registry or SchemaRegistry(document, max_depth=max_depth)
    operations = {operation.pointer: operation for operation in document.operations}

    def of_operation(pointer: str) -> frozenset[str]:
        operation = operations.get(pointer)
        if operation is None:
            return frozenset()
        return linked_components(registry, schema_roots(document, operation))

    def of_schema(pointer: str) -> frozenset[str]:
        return registry.deeper_components(pointer, Direction.BOTH)

    return SchemaLinks(of_operation, of_schema)


def linked_components(
    registry: SchemaRegistry, roots: Iterable[tuple[str, Direction]]
) -> frozenset[str]:
    """Pointers of the component schemas that a page showing *roots* only links to."""
    pointers: set[str] = set()
    for pointer, direction in roots:
        pointers |= registry.deeper_components(pointer, direction)
    return frozenset(pointers)


def used_components(
    registry: SchemaRegistry, roots: Iterable[tuple[str, Direction]], *, within: bool = False
) -> frozenset[str]:
    """Pointers of the component schemas that *roots* are, refer to, or link to.

    :param within: *roots* are components: only those that they refer or link to.
    """
    roots = list(roots)
    pointers = set(linked_components(registry, roots))
    for pointer, direction in roots:
        target = pointer if within else registry.view(pointer, direction).target
        is_component = not within and component_name(target) is not None
        pointers |= {target} if is_component else component_targets(registry.graph.direct(target))
    return frozenset(pointers)


def shown_components(
    registry: SchemaRegistry, roots: Iterable[tuple[str, Direction]]
) -> frozenset[str]:
    """Names of the component schemas reachable by references from *roots*, including these."""
    targets = {registry.view(pointer).target for pointer, _direction in roots}
    reached = frozenset[str]().union(*map(registry.reachable, targets))
    return frozenset(name for pointer in reached if (name := component_name(pointer)) is not None)
