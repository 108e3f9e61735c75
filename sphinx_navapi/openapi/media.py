"""Media Type Objects with their encodings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example_objects import read_examples
from sphinx_navapi.openapi.facts import resolved_text
from sphinx_navapi.openapi.parameter import read_headers
from sphinx_navapi.openapi.view import EncodingView, MediaTypeView

#: Maximum pointer length, in segments, of nested Encoding Objects: YAML may be recursive.
_DEEPEST = 40


def read_content(document: OpenApiDocument, pointer: str) -> tuple[MediaTypeView, ...]:
    """The media types of the ``content`` below *pointer*, in order of the document."""
    content = as_mapping(as_mapping(document.at(pointer)).get("content"))
    return tuple(
        # Litestar leaves the media type of a file empty.
        read_media_type(document, below(pointer, "content", name), name.strip() or "*/*")
        for name in content
    )


def read_media_type(document: OpenApiDocument, pointer: str, name: str) -> MediaTypeView:
    """The Media Type Object at *pointer*; a malformed one is read as empty."""
    resolved = document.resolve(pointer)
    media, pointer = as_mapping(resolved.value), resolved.pointer
    return MediaTypeView(
        media_type=name,
        pointer=pointer,
        schema=_schema(media, pointer, "schema"),
        item_schema=_schema(media, pointer, "itemSchema"),
        description=resolved_text(resolved, "description"),
        examples=read_examples(document, media, pointer),
        encoding=tuple(_encodings(document, media, pointer)),
        parts=tuple(_parts(document, media, pointer)),
    )


def _schema(owner: Mapping[str, Any], pointer: str, keyword: str) -> str | None:
    return below(pointer, keyword) if isinstance(owner.get(keyword), dict | bool) else None


def _encodings(
    document: OpenApiDocument, media: Mapping[str, Any], pointer: str
) -> Iterator[EncodingView]:
    for name, given in as_mapping(media.get("encoding")).items():
        yield _encoding(document, as_mapping(given), below(pointer, "encoding", name), name)


def _encoding(
    document: OpenApiDocument, encoding: Mapping[str, Any], pointer: str, name: str
) -> EncodingView:
    style = as_text(encoding.get("style")) or "form"
    explode = encoding.get("explode")
    return EncodingView(
        property_name=name,
        content_type=as_text(encoding.get("contentType")),
        is_styled=not {"style", "explode", "allowReserved"}.isdisjoint(encoding),
        style=style,
        explode=explode if isinstance(explode, bool) else style == "form",
        allow_reserved=encoding.get("allowReserved") is True,
        headers=read_headers(document, pointer),
    )


def _parts(
    document: OpenApiDocument, owner: Mapping[str, Any], pointer: str, name: str = ""
) -> Iterator[EncodingView]:
    """Encodings of unnamed parts of a Media Type Object, and of nested parts.

    :param owner: a Media Type Object, or the Encoding Object of the part *name*.
    """
    if pointer.count("/") > _DEEPEST:
        return
    inner = as_mapping(owner.get("encoding"))
    for key, given in inner.items():
        encoding, at = as_mapping(given), below(pointer, "encoding", key)
        if name:
            yield _encoding(document, encoding, at, f"{name}.{key}")
        yield from _parts(document, encoding, at, f"{name}.{key}" if name else key)
    for index, given in enumerate(as_list(owner.get("prefixEncoding"))):
        at = below(pointer, "prefixEncoding", index)
        yield _encoding(document, as_mapping(given), at, f"{name}[{index}]")
        yield from _parts(document, as_mapping(given), at, f"{name}[{index}]")
    if isinstance(owner.get("itemEncoding"), dict):
        at = below(pointer, "itemEncoding")
        yield _encoding(document, owner["itemEncoding"], at, f"{name}[*]")
        yield from _parts(document, owner["itemEncoding"], at, f"{name}[*]")
