"""Corresponding schemas of two documents, and finding those below them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sphinx_navapi.changes.flat_schema import FlatSchema, SchemaFlattener, Schemas
from sphinx_navapi.openapi.document import OpenApiDocument


class SchemaPair(NamedTuple):
    """Two schemas to compare. :ivar sent: by clients, else received."""

    old: Schemas
    new: Schemas
    sent: bool


#: A step to a pair below, in the notation of places: ``.name``, ``[]`` or `` (variant)``.
SchemaEdge = tuple[str, SchemaPair]


class SchemaSides:
    """The schemas of both documents."""

    def __init__(self, old: OpenApiDocument, new: OpenApiDocument) -> None:
        self.old = SchemaFlattener(old)
        self.new = SchemaFlattener(new)

    def pair(self, old: Iterable[str], new: Iterable[str], *, sent: bool) -> SchemaPair:
        """The pair of the schemas at these pointers, references followed."""
        return SchemaPair(
            tuple(dict.fromkeys(map(self.old.target, old))),
            tuple(dict.fromkeys(map(self.new.target, new))),
            sent,
        )

    def flat(self, pair: SchemaPair) -> tuple[FlatSchema, FlatSchema]:
        """Both schemas of *pair*, flattened."""
        return self.old.flat(pair.old), self.new.flat(pair.new)
