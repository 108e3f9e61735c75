"""Bodies of requests and responses as content: their media types."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from sphinx_navapi.content.body_examples import CodeBlock
from sphinx_navapi.content.parameter import ParameterContent
from sphinx_navapi.content.schema import SchemaContent
from sphinx_navapi.content.tree import Fact, Field, Limit, Style, Text
from sphinx_navapi.openapi.view import Direction, EncodingView, MediaTypeView


@dataclass(frozen=True, slots=True, kw_only=True)
class Encoding:
    """How a property of a body is serialized. :ivar name: the property."""

    name: str
    facts: tuple[Fact | Style, ...]
    headers: tuple[Field, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class MediaType:
    """The content of a body: media types with the same schema are combined.

    :ivar names: of the media types.
    :ivar text: their description.
    :ivar facts: further facts, for one line.
    :ivar item_schema: of each item of a sequential type.
    :ivar source: its schema in another language, which is shown as code.
    """

    names: tuple[str, ...]
    text: Text | None = None
    facts: tuple[Fact | Limit, ...] = ()
    schema: Field | None = None
    item_schema: Field | None = None
    encodings: tuple[Encoding, ...] = ()
    source: CodeBlock | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """The body of a request."""

    required: bool
    text: Text | None
    content: tuple[MediaType, ...]


class MediaTypeContent:
    """The media types of one document."""

    def __init__(self, schemas: SchemaContent, parameters: ParameterContent) -> None:
        self._schemas = schemas
        self._parameters = parameters

    def media_types(
        self, content: Iterable[MediaTypeView], direction: Direction
    ) -> tuple[MediaType, ...]:
        """*content* in order; media types that refer to the same component are combined."""
        groups: dict[object, list[MediaTypeView]] = {}
        for media in content:
            key: object = media.media_type
            if media.schema and not (
                media.encoding or media.item_schema or media.parts or media.description
            ):
                target = self._schemas.book.view(media.schema).target
                if target != media.schema:
                    key = (target,)
            groups.setdefault(key, []).append(media)
        return tuple(self._media_type(group, direction) for group in groups.values())

    def _media_type(self, group: list[MediaTypeView], direction: Direction) -> MediaType:
        first = group[0]
        return MediaType(
            names=tuple(media.media_type for media in group),
            text=(
                Text(first.description, f"{first.pointer}/description")
                if first.description
                else None
            ),
            schema=self._schema(first.schema, direction),
            item_schema=self._schema(first.item_schema, direction),
            encodings=tuple(
                self._encoding(each, direction) for each in (*first.encoding, *first.parts)
            ),
        )

    def _schema(self, pointer: str | None, direction: Direction) -> Field | None:
        return None if pointer is None else self._schemas.schema(pointer, direction)

    def _encoding(self, encoding: EncodingView, direction: Direction) -> Encoding:
        facts: list[Fact | Style] = []
        if encoding.content_type:
            facts.append(Fact("media_type", (encoding.content_type,)))
        if encoding.is_styled or not (facts or encoding.headers):
            facts.append(Style(encoding.style, encoding.explode))
        if encoding.allow_reserved:
            facts.append(Fact("reserved"))
        return Encoding(
            name=encoding.property_name,
            facts=tuple(facts),
            headers=self._parameters.fields(encoding.headers, direction),
        )
