"""Media Type Objects with their encodings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.lenient import as_mapping, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example_objects import read_examples
from sphinx_navapi.openapi.parameter import read_headers
from sphinx_navapi.openapi.view import EncodingView, MediaTypeView


def read_content(document: OpenApiDocument, pointer: str) -> tuple[MediaTypeView, ...]:
    """The media types of the ``content`` below *pointer*, in order of the document."""
    content = as_mapping(as_mapping(document.at(pointer)).get("content"))
    return tuple(
        # Litestar leaves the media type of a file empty.
        read_media_type(document, below(pointer, "content", name), name.strip() or "*/*")
        for name in content
    )


def read_media_type(document: OpenApiDocument, pointer: str, name: str) -> MediaTypeView:
    """The Media Type Object at *pointer*; a malformed one as if it were empty."""
    resolved = document.resolve(pointer)
    media, pointer = as_mapping(resolved.value), resolved.pointer
    return MediaTypeView(
        media_type=name,
        pointer=pointer,
        schema=_schema(media, pointer, "schema"),
        item_schema=_schema(media, pointer, "itemSchema"),
        examples=read_examples(document, media, pointer),
        encoding=tuple(_encodings(document, media, pointer)),
    )


def _schema(owner: Mapping[str, Any], pointer: str, keyword: str) -> str | None:
    return below(pointer, keyword) if isinstance(owner.get(keyword), dict | bool) else None


def _encodings(
    document: OpenApiDocument, media: Mapping[str, Any], pointer: str
) -> Iterator[EncodingView]:
    for name, given in as_mapping(media.get("encoding")).items():
        encoding = as_mapping(given)
        style = as_text(encoding.get("style")) or "form"
        explode = encoding.get("explode")
        yield EncodingView(
            property_name=name,
            content_type=as_text(encoding.get("contentType")),
            is_styled=not {"style", "explode", "allowReserved"}.isdisjoint(encoding),
            style=style,
            explode=explode if isinstance(explode, bool) else style == "form",
            allow_reserved=encoding.get("allowReserved") is True,
            headers=read_headers(document, below(pointer, "encoding", name)),
        )
