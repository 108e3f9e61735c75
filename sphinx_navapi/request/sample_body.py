"""The body of a sample request: an example value serialized as a media type."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from sphinx_navapi.openapi.example.example import BINARY, JSON_LINES, ExampleMaker
from sphinx_navapi.openapi.example.xml import write_xml
from sphinx_navapi.openapi.schema.registry import SchemaRegistry
from sphinx_navapi.openapi.schema.row import SchemaView
from sphinx_navapi.openapi.view import MISSING, Direction, EncodingView, MediaTypeView
from sphinx_navapi.request.encoding import json_text, well_formed
from sphinx_navapi.request.request import Part
from sphinx_navapi.request.styles import (
    essence_of,
    header_safe,
    is_json,
    scalar_text,
    write_fields,
    write_form,
    write_header,
    write_query,
)

FORM = "application/x-www-form-urlencoded"

#: A concrete type for a range of types.
_OF_RANGE = {
    "*/*": "application/octet-stream", "application/*": "application/octet-stream",
    "image/*": "image/png", "audio/*": "audio/mpeg", "video/*": "video/mp4",
    "text/*": "text/plain", "multipart/*": "multipart/form-data",
}  # fmt: skip

_SUFFIXES = {
    "application/gzip": "gz", "application/json": "json", "application/pdf": "pdf",
    "application/xml": "xml", "application/zip": "zip", "audio/mpeg": "mp3", "audio/wav": "wav",
    "image/gif": "gif", "image/jpeg": "jpg", "image/png": "png", "image/svg+xml": "svg",
    "image/webp": "webp", "text/csv": "csv", "text/html": "html", "text/plain": "txt",
    "text/xml": "xml", "video/mp4": "mp4",
}  # fmt: skip

_FIELD_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_TEXTUAL = re.compile(
    r"text/|.*(?:json|jsonl|jsonlines|json-seq|xml|yaml|toml|javascript|graphql|csv|urlencoded"
    r"|jose|jwt|sql)$"
)
_BYTES = re.compile(r"(?:audio|font|image|video)/|application/(?:octet-stream|pdf|zip|gzip|wasm)$")


@dataclass(frozen=True, slots=True, kw_only=True)
class BodySample:
    """A body in the form of `HttpRequest`. :ivar content_type: ``None`` for multipart."""

    content_type: str | None = None
    text: str | None = None
    parts: tuple[Part, ...] = ()
    file: str | None = None


def concrete_type(media_type: str, value: Any = MISSING) -> str:
    """*media_type* as it can be sent: a range becomes a concrete type that fits *value*."""
    sent = header_safe(media_type)
    essence = essence_of(sent)
    if essence in ("*/*", "application/*") and isinstance(value, (Mapping, list)):
        return "application/json"
    return _OF_RANGE.get(essence, sent)


def is_binary_type(media_type: str) -> bool:
    """Whether bodies of *media_type* are binary."""
    essence = essence_of(media_type)
    return not _TEXTUAL.match(essence) and not essence.startswith("multipart/")


def write_body(
    media: MediaTypeView,
    value: Any,
    registry: SchemaRegistry,
    direction: Direction = Direction.REQUEST,
) -> BodySample:
    """*value* as a body of type *media*.

    :param value: a JSON value, or text as sent; `MISSING`: there is no example.

    JSON is indented by two spaces. Binary content is replaced by a file.
    """
    content_type = concrete_type(media.media_type, value)
    essence = essence_of(content_type)
    view = registry.view(media.schema, direction) if media.schema is not None else None
    if essence.startswith("multipart/"):
        return _write_multipart(media, value, registry, direction, content_type)
    if essence == FORM:
        return BodySample(content_type=content_type, text=_write_form(media, value))
    if is_binary_type(essence) and not _is_text(value, essence):
        return BodySample(content_type=content_type, file=file_name("file", essence))
    text = _write_text(media, value, view, essence, registry, direction)
    return BodySample(content_type=content_type, text=well_formed(text))


def _is_text(value: Any, essence: str) -> bool:
    """Whether an example of an unknown type is text."""
    if isinstance(value, str):
        return bool(value) and value != BINARY and not _BYTES.match(essence)
    return isinstance(value, (Mapping, list))


def _write_text(
    media: MediaTypeView,
    value: Any,
    view: SchemaView | None,
    essence: str,
    registry: SchemaRegistry,
    direction: Direction,
) -> str:
    if isinstance(value, str) and (essence in JSON_LINES or essence == "application/json-seq"):
        return value  # as sent
    if essence in JSON_LINES:
        return "".join(f"{json_text(item)}\n" for item in _items(value))
    if essence == "application/json-seq":
        return "".join(f"\x1e{json_text(item)}\n" for item in _items(value))
    if is_json(essence):
        return "{}" if value is MISSING else json_body(value, view)
    if value is MISSING:
        return ""
    if isinstance(value, str):
        return value
    if essence.endswith("xml") and isinstance(value, (dict, list)):
        return write_xml(value, media.schema, registry, direction)
    return json_text(value, indent=2) if isinstance(value, (Mapping, list)) else scalar_text(value)


def _items(value: Any) -> list[Any]:
    if value is MISSING:
        return []
    return value if isinstance(value, list) else [value]


def json_body(value: Any, view: SchemaView | None) -> str:
    """*value* as indented JSON; text that is already JSON is not changed.

    Documents contain both kinds of examples. Text counts as JSON if it is an object or a list, or
    if the schema does not allow strings, and it is valid.
    """
    if isinstance(value, str) and (view is None or "string" not in view.types):
        text = value.strip()
        if text[:1] in ("{", "[") or (view is not None and view.types):
            try:
                json.loads(text)
            except ValueError:
                pass
            else:
                return text
    return json_text(value, indent=2)


def _write_form(media: MediaTypeView, value: Any) -> str:
    """Fields by their encoding: ``contentType`` first, else style, else the default."""
    if not isinstance(value, Mapping):
        return scalar_text(value) if isinstance(value, str) else ""
    encodings = {encoding.property_name: encoding for encoding in media.encoding}
    fields = []
    for name, item in value.items():
        encoding = encodings.get(name)
        if encoding is None:
            fields.append(write_form([(name, item)]))
        elif encoding.content_type and not encoding.is_styled:
            fields.append(write_query(name, _field_text(item, encoding)))
        else:
            fields.append(
                write_query(
                    name,
                    item,
                    style=encoding.style,
                    explode=encoding.explode,
                    allow_reserved=encoding.allow_reserved,
                )
            )
    return "&".join(filter(None, fields))


def _field_text(item: Any, encoding: EncodingView) -> Any:
    essence = essence_of(encoding.content_type or "")
    if is_json(essence) and item is not None:
        return json_text(item)
    return item


def _write_multipart(
    media: MediaTypeView,
    value: Any,
    registry: SchemaRegistry,
    direction: Direction,
    content_type: str,
) -> BodySample:
    """Parts of an object's properties, binary ones as files.

    A multipart type other than form-data is serialized to text, with its own boundary, unless it
    contains a file: clients have no builder for it.
    """
    essence = essence_of(content_type)
    if is_list_of_parts(essence, value):
        parts = tuple(_listed_parts(media, value, registry, direction))
    else:
        parts = tuple(_parts(media, value, registry, direction))
    if essence == "multipart/form-data" or any(part.filename for part in parts):
        return BodySample(parts=parts)
    boundary = "navapi-boundary"
    while any(f"--{boundary}" in part.text for part in parts):
        boundary += "0"
    pieces = [
        f"--{boundary}\r\nContent-Type: {part.content_type or 'text/plain'}\r\n"
        + "".join(f"{name}: {value}\r\n" for name, value in part.headers)
        + f"\r\n{part.text}\r\n"
        for part in parts
    ]
    return BodySample(
        content_type=f"{essence}; boundary={boundary}",
        text="".join(pieces) + f"--{boundary}--\r\n",
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class FormField:
    """What the document says about one field of a form.

    :ivar schema: its pointer.
    :ivar content_type: of its part, ``""`` if none is declared.
    :ivar is_bytes: its schema is for bytes; *has_files*: that of its items is.
    """

    schema: str | None = None
    required: bool = False
    encoding: EncodingView | None = None
    content_type: str = ""
    is_bytes: bool = False
    has_files: bool = False

    @property
    def file_type(self) -> str | None:
        """The media type of the file that is its part, ``None`` if it is not a file."""
        is_file = self.is_bytes or self.has_files
        if is_file or (self.content_type and is_binary_type(self.content_type)):
            return self.content_type or "application/octet-stream"
        return None


def form_fields(
    media: MediaTypeView, names: Iterable[str], registry: SchemaRegistry, direction: Direction
) -> dict[str, FormField]:
    """The fields of a form: those that its schema declares, and further ones of these *names*."""
    children = {}
    if media.schema is not None:
        view = registry.view(media.schema, direction)
        children = {child.name: child for child in view.of("property")}
    encodings = {encoding.property_name: encoding for encoding in media.encoding}
    fields = {}
    for name in dict.fromkeys((*children, *names)):
        child, encoding = children.get(name), encodings.get(name)
        items = registry.view(child.schema, direction).items if child is not None else None
        fields[name] = FormField(
            schema=child.schema if child is not None else None,
            required=child is not None and child.required,
            encoding=encoding,
            content_type=_part_type(encoding),
            is_bytes=child is not None and is_binary_schema(registry, child.schema, direction),
            has_files=items is not None and is_binary_schema(registry, items, direction),
        )
    return fields


def _part_type(encoding: EncodingView | None) -> str:
    if encoding is None or not encoding.content_type:
        return ""
    return concrete_type(encoding.content_type.partition(",")[0])


def _parts(
    media: MediaTypeView, value: Any, registry: SchemaRegistry, direction: Direction
) -> Iterator[Part]:
    values = dict(value) if isinstance(value, Mapping) else {}
    fields = form_fields(media, values, registry, direction)
    for name, field in fields.items():
        if field.is_bytes and field.required:
            values.setdefault(name, "")
    for name, item in values.items():
        field = fields[name]
        encoding, kind, sent = field.encoding, field.content_type, field.file_type
        headers = part_headers(encoding, registry, direction)
        if sent is not None:
            yield Part(
                name=name,
                text="",
                filename=file_name(name, sent),
                content_type=sent,
                headers=headers,
            )
        elif encoding is not None and encoding.is_styled:
            written = write_fields(name, item, style=encoding.style, explode=encoding.explode)
            for key, text in written:
                yield Part(name=key, text=well_formed(text), headers=headers)
        elif isinstance(item, list):
            for entry in item:
                if entry is not None:
                    yield _text_part(name, entry, kind, headers)
        elif item is not None:
            yield _text_part(name, item, kind, headers)


def is_list_of_parts(essence: str, value: Any) -> bool:
    """Whether *value* is sent as parts without names: those of a form have names."""
    return (
        isinstance(value, list)
        and essence.startswith("multipart/")
        and essence != "multipart/form-data"
    )


def _listed_parts(
    media: MediaTypeView, value: list[Any], registry: SchemaRegistry, direction: Direction
) -> Iterator[Part]:
    """The items of *value* as parts, by their position (OpenAPI 3.2, Encoding By Position).

    ``prefixEncoding`` applies to the first ones, ``itemEncoding`` to all others.
    """
    encodings = {encoding.property_name: encoding for encoding in media.parts}
    for index, item in enumerate(value):
        encoding = encodings.get(f"[{index}]", encodings.get("[*]"))
        if item is not None:
            headers = part_headers(encoding, registry, direction)
            yield _text_part("", item, _part_type(encoding), headers)


def part_headers(
    encoding: EncodingView | None, registry: SchemaRegistry, direction: Direction
) -> tuple[tuple[str, str], ...]:
    """Declared header fields of a part: required ones, and those with a value.

    Its type is set by ``contentType``, and its name by the form.
    """
    if encoding is None or not encoding.headers:
        return ()
    examples = ExampleMaker(registry)
    fields = []
    for header in encoding.headers:
        is_ours = header.name.lower() in ("content-type", "content-disposition")
        if is_ours or not _FIELD_NAME.fullmatch(header.name):
            continue
        if header.required or header.examples:
            value = examples.parameter_example(header, direction)
            written = header.name if value is MISSING else value
            fields.append((header.name, write_header(written, explode=header.explode)))
    return tuple(fields)


def _text_part(name: str, item: Any, kind: str, headers: tuple[tuple[str, str], ...]) -> Part:
    """A part by the Encoding Object's ``contentType``; by default objects are JSON, others text."""
    if isinstance(item, (Mapping, list)):
        kind = kind or "application/json"
        return Part(name=name, text=json_text(item), content_type=kind, headers=headers)
    text = json_text(item) if is_json(kind) else scalar_text(item)
    sent = None if not kind or essence_of(kind) == "text/plain" else kind
    return Part(name=name, text=well_formed(text), content_type=sent, headers=headers)


def is_binary_schema(registry: SchemaRegistry, pointer: str, direction: Direction) -> bool:
    """Whether a schema is for bytes.

    3.0: ``format: binary``. 3.1: a binary ``contentMediaType``, without ``contentEncoding``.
    """
    view = registry.view(pointer, direction)
    if view.format == "binary":
        return True
    stated = {constraint.keyword: constraint.text for constraint in view.constraints}
    kind = stated.get("contentMediaType")
    return kind is not None and "contentEncoding" not in stated and is_binary_type(kind)


def file_name(name: str, media_type: str) -> str:
    """The name of a local file: *name* in safe characters, and the suffix of its type."""
    stem = re.sub(r"[^A-Za-z0-9_-]+", "-", name).strip("-") or "file"
    return f"{stem}.{_SUFFIXES.get(essence_of(media_type), 'bin')}"
