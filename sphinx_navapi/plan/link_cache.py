"""The component schemas that pages show and the schema pages they link to, cached between builds.

Finding them walks every schema on a page; the result can only change with the operation's
fingerprint. Disposable: without the file it is computed again.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from sphinx_navapi.formats.kept_values import KeptValues
from sphinx_navapi.openapi.document import OpenApiDocument, Operation
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.plan.inputs import SchemaLinks, UsedSchemas

if TYPE_CHECKING:
    from sphinx_navapi.openapi.operation import OperationViews
    from sphinx_navapi.openapi.schema.registry import SchemaRegistry


class Components(NamedTuple):
    """Component schemas of one page.

    :ivar linked: pointers of those that it only links to.
    :ivar shown: names of all schemas reachable by references from what it shows; empty if the page
        is that of a schema.
    :ivar sent: pointers of those that its request, or the schema, refers or links to.
    :ivar received: the same for responses.
    """

    linked: list[str]
    shown: list[str]
    sent: list[str]
    received: list[str]


class LinkCache:
    """Components by fingerprint, for all documents of a site at one schema depth.

    :param registry: the reader of a document's schemas, shared with the pages.
    :param views: the reader of its operations, likewise; creates its own by default.
    """

    def __init__(
        self,
        path: Path,
        *,
        max_depth: int,
        registry: Callable[[OpenApiDocument], SchemaRegistry],
        views: Callable[[OpenApiDocument], OperationViews] | None = None,
    ) -> None:
        self._registry = registry
        self._views = views or new_views
        self._kept = KeptValues(path, str(max_depth), _components)

    def links(self, document: OpenApiDocument) -> SchemaLinks:
        """The result of `book_links`, computed only for what is new."""
        operations = {operation.pointer: operation for operation in document.operations}
        components = Fingerprinter(document, {})

        def of_operation(pointer: str) -> Collection[str]:
            operation = operations.get(pointer)
            return self._of_operation(document, operation).linked if operation else ()

        def used_by_operation(pointer: str) -> UsedSchemas:
            operation = operations.get(pointer)
            used = self._of_operation(document, operation) if operation else None
            return UsedSchemas(used.sent, used.received) if used else UsedSchemas()

        def of_schema(pointer: str) -> Components:
            # Of the component and all it references, whatever else changed in the document.
            key = f"schema {components.component(pointer)} {pointer}"

            def find() -> Components:
                from sphinx_navapi.openapi.view import Direction
                from sphinx_navapi.plan.schema_links import used_components

                registry = self._registry(document)
                registry.rest()
                components = registry.deeper_components(pointer, Direction.BOTH)
                used = used_components(registry, [(pointer, Direction.BOTH)], within=True)
                return Components(sorted(components), [], sorted(used), [])

            return self._kept.get(key, find)

        return SchemaLinks(
            of_operation,
            lambda pointer: of_schema(pointer).linked,
            used_by_operation,
            lambda pointer: of_schema(pointer).sent,
        )

    def shown(self, document: OpenApiDocument, operation: Operation) -> Collection[str]:
        """Names of the component schemas reachable from the page of *operation*."""
        return self._of_operation(document, operation).shown

    def save(self) -> None:
        """Save what this build used, and nothing else."""
        self._kept.save()

    def _of_operation(self, document: OpenApiDocument, operation: Operation) -> Components:
        def find() -> Components:
            # Imported here, since a build without changes does not need the readers of schemas.
            from sphinx_navapi.openapi.operation import roots_by_part, roots_of
            from sphinx_navapi.plan.schema_links import (
                linked_components,
                shown_components,
                used_components,
            )

            registry, view = self._registry(document), self._views(document).view(operation)
            roots = roots_of(view)
            return Components(
                sorted(linked_components(registry, roots)),
                sorted(shown_components(registry, roots)),
                *(sorted(used_components(registry, part)) for part in roots_by_part(view)),
            )

        if not operation.fingerprint:
            # A page that describes its operation itself.
            return find()
        return self._kept.get(f"operation {operation.fingerprint}", find)


def new_views(document: OpenApiDocument) -> OperationViews:
    """A reader of the operations of *document*."""
    from sphinx_navapi.openapi.operation import OperationViews

    if document.is_asyncapi:
        from sphinx_navapi.asyncapi.reader import read_channel_operation

        return OperationViews(document, read_channel_operation)
    return OperationViews(document)


def _components(value: object) -> Components | None:
    """The cached value; ``None`` if the file is damaged."""
    match value:
        case [list(), list(), list(), list()]:
            if all(isinstance(name, str) for names in value for name in names):
                return Components(*value)
    return None
