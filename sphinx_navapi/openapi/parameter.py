"""Parameter Objects and Header Objects."""

from __future__ import annotations

import re
from collections.abc import Iterator

from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi.document import OpenApiDocument
from sphinx_navapi.openapi.example.example_objects import read_examples
from sphinx_navapi.openapi.facts import resolved_text
from sphinx_navapi.openapi.vendor import is_internal
from sphinx_navapi.openapi.view import ParameterView

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
    found: dict[tuple[str, str], ParameterView] = {}
    for owner in dict.fromkeys((path_item, operation)):
        for parameter in _list(document, owner):
            found[parameter.identity] = parameter
    for name in dict.fromkeys(_TEMPLATE.findall(path)):
        if (name, "path") not in found:
            found[name, "path"] = ParameterView(
                name=name, place="path", pointer=operation, required=True
            )
    return tuple(found.values())


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
    if name is None or place not in (*_STYLES, "querystring"):
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
