"""Parameter, Header and Media Type Objects with their encodings."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.check.objects import PLACES
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example_objects import read_examples
from sphinx_navapi.openapi.facts import resolved_text
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import EncodingView, MediaTypeView, ParameterView

_STYLES = {"path": "simple", "query": "form", "header": "simple", "cookie": "form"}

#: Ignored header parameters: content, security and responses define these headers (Parameter
#: Object, "name").
_IGNORED_HEADERS = frozenset({"accept", "content-type", "authorization"})

_TEMPLATE = re.compile(r"\{([^{}/]+)\}")


def read_parameters(
    document: OpenApiDocument, operation: str, path_item: str, path: str
) -> tuple[ParameterView, ...]:
    """The parameters of an operation: those of its path, overridden by (name, place), then its own.

    :param operation: pointer of the Operation Object; *path_item* of its Path Item Object.
    :param path: template; its variables without a description are added.
    """
    parameters: dict[tuple[str, str], ParameterView] = {}
    for owner in dict.fromkeys((path_item, operation)):
        for parameter in _list(document, owner):
            parameters[parameter.identity] = parameter
    for name in dict.fromkeys(_TEMPLATE.findall(path)):
        if (name, "path") not in parameters:
            parameters[name, "path"] = ParameterView(
                name=name, place="path", pointer=operation, required=True
            )
    return tuple(parameters.values())


def _list(document: OpenApiDocument, owner: str) -> Iterator[ParameterView]:
    parameters = as_list(as_mapping(document.at(owner)).get("parameters"))
    for index in range(len(parameters)):
        parameter = read_parameter(document, below(owner, "parameters", index))
        if parameter is not None:
            yield parameter


def read_parameter(document: OpenApiDocument, pointer: str) -> ParameterView | None:
    """The Parameter Object at *pointer*; ``None`` if it is invalid or ignored."""
    value = as_mapping(document.resolve(pointer).value)
    name, place = as_text(value.get("name")), value.get("in")
    if name is None or place not in PLACES:
        return None
    if place == "header" and name.lower() in _IGNORED_HEADERS:
        return None
    # Without a path variable, the request cannot be sent.
    if place != "path" and is_internal(value):
        return None
    return _read(document, pointer, name, place)


def read_headers(document: OpenApiDocument, owner: str) -> tuple[ParameterView, ...]:
    """The ``headers`` of the response or encoding at *owner*; ``Content-Type`` is ignored."""
    headers = as_mapping(as_mapping(document.at(owner)).get("headers"))
    return tuple(
        _read(document, below(owner, "headers", name), name, "header")
        for name in headers
        if name and name.lower() != "content-type"
        if not is_internal(as_mapping(document.resolve(below(owner, "headers", name)).value))
    )


def _read(document: OpenApiDocument, pointer: str, name: str, place: str) -> ParameterView:
    resolved = document.resolve(pointer)
    value, at = as_mapping(resolved.value), resolved.pointer
    schema = below(at, "schema") if isinstance(value.get("schema"), dict | bool) else None
    examples = read_examples(document, value, at)
    content_type: str | None = None
    if schema is None:
        # "content" has a single entry: the media type of the value.
        content_type = next(iter(as_mapping(value.get("content"))), None)
    if content_type is not None:
        described = document.resolve(below(at, "content", content_type))
        media = as_mapping(described.value)
        if isinstance(media.get("schema"), dict | bool):
            schema = below(described.pointer, "schema")
        examples = examples or read_examples(document, media, described.pointer)
    style = as_text(value.get("style")) or _STYLES.get(place, "form")
    explode = value.get("explode")
    return ParameterView(
        name=name,
        place=place,
        pointer=at,
        required=place == "path" or value.get("required") is True,
        deprecated=value.get("deprecated") is True,
        description=resolved_text(resolved, "description"),
        schema=schema,
        style=style,
        # "cookie" is a style of OpenAPI 3.2.
        explode=explode if isinstance(explode, bool) else style in ("form", "cookie"),
        allow_reserved=value.get("allowReserved") is True,
        allow_empty=value.get("allowEmptyValue") is True,
        content_type=content_type,
        examples=examples,
    )


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
    for name, encoding in as_mapping(media.get("encoding")).items():
        yield _encoding(document, as_mapping(encoding), below(pointer, "encoding", name), name)


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
    for key, encoding_object in inner.items():
        encoding, at = as_mapping(encoding_object), below(pointer, "encoding", key)
        if name:
            yield _encoding(document, encoding, at, f"{name}.{key}")
        yield from _parts(document, encoding, at, f"{name}.{key}" if name else key)
    for index, encoding_object in enumerate(as_list(owner.get("prefixEncoding"))):
        at = below(pointer, "prefixEncoding", index)
        yield _encoding(document, as_mapping(encoding_object), at, f"{name}[{index}]")
        yield from _parts(document, as_mapping(encoding_object), at, f"{name}[{index}]")
    if isinstance(owner.get("itemEncoding"), dict):
        at = below(pointer, "itemEncoding")
        yield _encoding(document, owner["itemEncoding"], at, f"{name}[*]")
        yield from _parts(document, owner["itemEncoding"], at, f"{name}[*]")
