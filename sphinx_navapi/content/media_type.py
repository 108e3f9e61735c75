"""Bodies of requests and responses as content: their media types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.openapi.facts import Fact
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import Field
from sphinx_navapi.openapi.view import (
    BodyView,
    Direction,
    EncodingView,
    MediaTypeView,
    ResponseView,
)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MediaType:
    """The content of a body: media types with the same schema are combined.

    :ivar names: of the media types.
    :ivar view: the first of them; *schema* and *item_schema* are the rows of its schemas.
    :ivar encodings: each with the rows of its headers.
    """

    names: tuple[str, ...]
    view: MediaTypeView
    schema: Field | None = None
    item_schema: Field | None = None
    encodings: tuple[tuple[EncodingView, tuple[Field, ...]], ...] = ()

    @property
    def facts(self) -> tuple[Fact, ...]:
        """Further facts, for one line."""
        source = self.view.source
        return (Fact("schema_format", (source.schema_format,)),) if source else ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The body of a request."""

    view: BodyView
    content: tuple[MediaType, ...]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Response:
    """A response, with the rows of its headers and bodies."""

    view: ResponseView
    headers: tuple[Field, ...]
    content: tuple[MediaType, ...]


def read_body(schemas: SchemaRegistry, view: BodyView, direction: Direction) -> Body:
    """The content about the body *view*."""
    return Body(view=view, content=media_types(schemas, view.content, direction))


def read_response(schemas: SchemaRegistry, view: ResponseView, direction: Direction) -> Response:
    """The content about the response *view*; a message without a payload has no body."""
    return Response(
        view=view,
        headers=schemas.parameters(view.headers, direction),
        content=tuple(
            each
            for each in media_types(schemas, view.content, direction)
            if each.schema or each.view.source or not view.is_message
        ),
    )


def media_types(
    schemas: SchemaRegistry, content: Iterable[MediaTypeView], direction: Direction
) -> tuple[MediaType, ...]:
    """*content* in order; media types that refer to the same component are combined."""
    groups: dict[object, list[MediaTypeView]] = {}
    for media in content:
        key: object = media.media_type
        if media.schema and not (
            media.encoding or media.item_schema or media.parts or media.description
        ):
            target = schemas.view(media.schema).target
            if target != media.schema:
                key = (target,)
        groups.setdefault(key, []).append(media)
    return tuple(
        MediaType(
            names=tuple(media.media_type for media in group if media.media_type),
            view=first,
            schema=schemas.schema(first.schema, direction) if first.schema else None,
            item_schema=schemas.schema(first.item_schema, direction) if first.item_schema else None,
            encodings=tuple(
                (each, schemas.parameters(each.headers, direction))
                for each in (*first.encoding, *first.parts)
            ),
        )
        for group in groups.values()
        for first in group[:1]
    )
