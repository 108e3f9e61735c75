"""What is deprecated in a document: since when, and until when it works."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any, Final

from sphinx_navapi.changes.change import code
from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.openapi.document import OpenApiDocument, OperationKey
from sphinx_navapi.openapi.facts import Text
from sphinx_navapi.openapi.history import part_key
from sphinx_navapi.openapi.operation import roots_of
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Flag, SchemaView
from sphinx_navapi.openapi.vendor import sunset_date
from sphinx_navapi.openapi.view import Direction, OperationView, ParameterView

_COMPONENT: Final = re.compile(r"/components/schemas/([^/]+)")


@dataclass(slots=True, kw_only=True)
class Deprecation:
    """Something that is deprecated.

    :ivar name: of a parameter, a header or a property; ``""`` of an operation or a schema.
    :ivar place: of a parameter or a header.
    :ivar schema: the component that it is, or has the property.
    :ivar since: the version that deprecated it, ``""`` if unknown.
    :ivar sunset: the date of ``x-sunset``.
    :ivar operations: the operation itself, or those that have it; none for parts of components.
    """

    name: str = ""
    place: str = ""
    schema: str = ""
    text: Text | None = None
    since: str = ""
    sunset: date | None = None
    operations: dict[OperationKey, None] = field(default_factory=dict)


def read_deprecations(
    document: OpenApiDocument, views: Iterable[OperationView], registry: SchemaRegistry
) -> list[Deprecation]:
    """What is deprecated in the operations *views*, and in the schemas that they show.

    By date of the end; without one, by version. Otherwise in the order of the document.
    """
    reader = DeprecationReader(document, registry)
    for view in views:
        if not view.channel:
            reader.add(view)
    versions = {version: index for index, version in enumerate(document.history.versions)}
    return sorted(
        reader.deprecations.values(),
        key=lambda each: (each.sunset or date.max, versions.get(each.since, len(versions))),
    )


class DeprecationReader:
    """Collects what is deprecated. :ivar deprecations: by pointer."""

    def __init__(self, document: OpenApiDocument, registry: SchemaRegistry) -> None:
        self.deprecations: dict[str, Deprecation] = {}
        self._document = document
        self._registry = registry
        #: Targets of components that have been read.
        self._read: set[tuple[str, Direction]] = set()

    def add(self, view: OperationView) -> None:
        """Note what is deprecated in an operation."""
        key = str(view.key)
        if view.deprecated:
            operation = self._document.operation(view.key.method, view.key.path)
            pointer = operation.pointer if operation is not None else key
            deprecation = Deprecation(text=view.description)
            self._note(pointer, deprecation, view.key, key)
        for parameter in view.parameters:
            self._parameter(parameter, view.key, f"{parameter.place} parameter")
        for response in view.responses:
            for header in response.headers:
                self._parameter(header, view.key, "header")
        seen: set[str] = set()
        for pointer, direction in roots_of(view):
            self._walk(pointer, direction, view.key, (), seen)

    def _parameter(self, parameter: ParameterView, key: OperationKey, kind: str) -> None:
        if parameter.deprecated:
            history_key = part_key(str(key), f"{kind} {code(parameter.name)}")
            deprecation = Deprecation(
                name=parameter.name, place=parameter.place, text=parameter.description
            )
            self._note(parameter.pointer, deprecation, key, history_key)

    def _note(
        self, pointer: str, deprecation: Deprecation, key: OperationKey | None, history_key: str
    ) -> None:
        """Note what is at *pointer*. :param history_key: its key in the history."""
        known = self.deprecations.setdefault(pointer, deprecation)
        known.since = known.since or self._document.history.deprecated.get(history_key, "")
        value: Any = self._document.resolve(pointer).value
        known.sunset = known.sunset or sunset_date(value)
        if key is not None:
            known.operations[key] = None

    def _walk(
        self,
        pointer: str,
        direction: Direction,
        key: OperationKey,
        path: tuple[str, ...],
        seen: set[str],
    ) -> None:
        """Note what is deprecated below the schema at *pointer*.

        :param path: names of the properties around it, from a schema that is not a component.
        """
        view = self._registry.view(pointer, direction)
        if view.target in seen:
            return
        seen.add(view.target)
        if view.component is not None:
            if (view.target, direction) in self._read:
                return
            self._read.add((view.target, direction))
            path = ()
            if self._is_deprecated_component(view):
                deprecation = Deprecation(schema=view.component, text=view.description)
                self._note(view.target, deprecation, None, view.target)
        for child in view.children:
            inner = (*path, child.name) if child.kind == "property" else path
            if child.kind == "property":
                self._property(child.schema, direction, view, key, inner)
            self._walk(child.schema, direction, key, inner, seen)

    def _property(
        self,
        pointer: str,
        direction: Direction,
        around: SchemaView,
        key: OperationKey,
        path: tuple[str, ...],
    ) -> None:
        view = self._registry.view(pointer, direction)
        # What refers to a deprecated component is not told again.
        if Flag.DEPRECATED not in view.flags or self._is_deprecated_component(view):
            return
        match = _COMPONENT.match(pointer)
        schema = unescape_pointer(match[1]) if match else around.component or ""
        deprecation = Deprecation(name=".".join(path), schema=schema, text=view.description)
        self._note(pointer, deprecation, None if schema else key, pointer)

    def _is_deprecated_component(self, view: SchemaView) -> bool:
        if view.component is None:
            return False
        return Flag.DEPRECATED in self._registry.view(view.target).flags
