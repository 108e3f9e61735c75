"""Message Objects, read like responses."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from sphinx_navapi.asyncapi.bindings import read_bindings
from sphinx_navapi.asyncapi.objects import is_json_schema
from sphinx_navapi.asyncapi.parts import (
    ChannelObject,
    last_key,
    link_of,
    read_object,
    referred,
    tag_facts,
    tag_names,
)
from sphinx_navapi.formats.data_file import unescape_pointer
from sphinx_navapi.formats.lenient import (
    as_list,
    as_mapping,
    as_text,
    below,
)
from sphinx_navapi.openapi.document import OTHER_KIND, UNRESOLVED_KEY, OpenApiDocument
from sphinx_navapi.openapi.facts import (
    DescribedFact,
    Fact,
    NamedFact,
    StatedFact,
    resolved_text,
    text_at,
    text_of,
)
from sphinx_navapi.openapi.schema.reader import SchemaReader
from sphinx_navapi.openapi.view import (
    MISSING,
    ExampleView,
    MediaTypeView,
    ParameterView,
    ResponseView,
    SchemaSource,
)

#: Default content type: the schemas describe JSON.
_JSON = "application/json"

#: Maximum depth at which `oneOf` and `anyOf` are followed for headers.
_DEPTH = 10


def message_pointers(
    document: OpenApiDocument, operation: ChannelObject, channel: ChannelObject | None
) -> Iterator[tuple[str, str]]:
    """Name and pointer of the messages of *operation*, or of a reply.

    :param channel: provides the messages if there are none (3.x).
    """
    single, pointer = operation.find("message")
    if single is not None:  # 2.x
        resolved = document.resolve(pointer)
        several = as_list(as_mapping(resolved.value).get("oneOf"))
        for index, each in enumerate(several):
            yield _name(each), below(resolved.pointer, "oneOf", index)
        if not several:
            yield _name(single), pointer
        return
    named, pointer = operation.find("messages")
    if named is not None:
        for index, each in enumerate(as_list(named)):
            yield _name(each), below(pointer, index)
    elif channel is not None:
        messages, pointer = channel.find("messages")
        for name in as_mapping(messages):
            yield name, below(pointer, name)


def _name(message: Any) -> str:
    """The name that a reference uses for a message."""
    target = referred(message)
    return last_key(target) if target else ""


def read_message(document: OpenApiDocument, name: str, pointer: str, position: int) -> ResponseView:
    """The message at *pointer*. :param name: used by references to it, if any."""
    part = read_object(document, pointer)
    in_components = part.pointer.startswith("/components/messages/")
    known = part.text("name") or name or (last_key(part.pointer) if in_components else "")
    title, summary = part.text("title"), part.text("summary")
    texts = (summary if title else None, part.text("description"))
    schema, source = _payload(document, part)
    root_type = as_text(document.root.get("defaultContentType"))
    content_type = part.text("contentType") or root_type or (_JSON if schema else "")
    media = MediaTypeView(
        media_type=content_type,
        pointer=part.pointer,
        schema=schema,
        examples=tuple(_examples(document, part)),
        source=source,
    )
    identifier = part.text("messageId")
    return ResponseView(
        is_message=True,
        status=known or identifier or title or f"#{position}",
        summary=text_at(title or summary, f"{part.pointer}/title"),
        description=text_at("\n\n".join(filter(None, texts)), f"{part.pointer}/description"),
        facts=tuple(_facts(document, part, known)),
        headers=tuple(_headers(document, part)),
        content=(media,) if schema or source or media.examples else (),
        link=link_of(document, part),
    )


def _facts(document: OpenApiDocument, part: ChannelObject, known: str) -> Iterator[StatedFact]:
    """What a message states besides its texts. :param known: its name."""
    if part.get("deprecated") is True or part.get("x-deprecated") is True:
        yield Fact("deprecated")
    correlation = document.resolve(part.find("correlationId")[1])
    location = as_text(as_mapping(correlation.value).get("location"))
    if location:
        text = resolved_text(correlation, "description")
        yield DescribedFact("correlation_id", (location,), text=text)
    yield from tag_facts(document, part, tag_names(document, part))
    identifier = part.text("messageId")
    if identifier and known and identifier != known:
        yield NamedFact("messageId", (identifier,))
    yield from read_bindings(document, part)


def _payload(
    document: OpenApiDocument, part: ChannelObject
) -> tuple[str | None, SchemaSource | None]:
    """Pointer of the payload's schema, or a schema in another language."""
    payload, pointer = part.find("payload")
    if payload is None:
        return None, None
    resolved = document.resolve(pointer)
    written, value = part.text("schemaFormat"), resolved.value
    if isinstance(value, dict) and "schemaFormat" in value and "schema" in value:  # 3.x
        written, pointer = as_text(value["schemaFormat"]), below(resolved.pointer, "schema")
        value = document.resolve(pointer).value
    if value is None and not is_json_schema(written):
        # Usually a remote file, which is never fetched: showing its address is better than nothing.
        value = _written_reference(resolved.pointer, document.resolve(pointer).pointer)
    if is_json_schema(written):
        return (pointer if isinstance(value, dict | bool) else None), None
    return None, _foreign(written or "", value)


def _written_reference(*pointers: str) -> str:
    """The original text of an unresolved reference, before the document was bundled."""
    prefix = f"/{UNRESOLVED_KEY}/"
    written = (each.removesuffix(OTHER_KIND) for each in pointers)
    references = (unescape_pointer(each.removeprefix(prefix)) for each in written if prefix in each)
    return next(references, "")


def _foreign(schema_format: str, value: Any) -> SchemaSource:
    if isinstance(value, str):
        language = "protobuf" if "protobuf" in schema_format else "text"
        language = "yaml" if "raml" in schema_format else language
        is_json = value.lstrip()[:1] in ("{", "[")
        return SchemaSource(
            schema_format=schema_format, text=value, language="json" if is_json else language
        )
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return SchemaSource(schema_format=schema_format, text=text, language="json")


def _headers(document: OpenApiDocument, part: ChannelObject) -> Iterator[ParameterView]:
    """The header properties of the message and its traits."""
    reader = SchemaReader(document)
    seen: set[str] = set()
    for layer in part.layers:
        if "headers" in layer.value:
            headers = document.resolve(below(layer.pointer, "headers"))
            is_wrapped = {"schemaFormat", "schema"} <= as_mapping(headers.value).keys()
            pointer = below(headers.pointer, "schema") if is_wrapped else headers.pointer
            for header in _properties(reader, pointer, _DEPTH):
                if header.name not in seen:
                    seen.add(header.name)
                    yield header


def _properties(
    reader: SchemaReader, pointer: str, depth: int, *, is_sure: bool = True
) -> Iterator[ParameterView]:
    """The properties of the schema at *pointer*. :param is_sure: no alternative may be chosen."""
    level = reader.level(pointer)
    required = level.required() if is_sure else ()
    for name, pointers in level.properties.items():
        place = reader.join(pointers)
        yield ParameterView(
            name=name, place="header", pointer=place, required=name in required, schema=place
        )
    for layer in level.layers if depth else ():
        for group in layer.groups():
            for place in group.places:
                yield from _properties(reader, place, depth - 1, is_sure=False)


def _examples(document: OpenApiDocument, part: ChannelObject) -> Iterator[ExampleView]:
    """Payloads, then headers if an example has them."""
    examples, pointer = part.find("examples")
    for index, _ in enumerate(as_list(examples)):
        value = document.resolve(below(pointer, index)).value
        example: Mapping[str, Any] = as_mapping(value)
        if not {"payload", "headers"} & example.keys():
            if value is not None:
                yield ExampleView(value=value)
            continue
        name = as_text(example.get("name")) or ""
        summary = text_of(example, "summary", below(pointer, index))
        payload = example.get("payload", MISSING)
        if payload is not MISSING:
            yield ExampleView(name=name, summary=summary, value=payload)
        if isinstance(example.get("headers"), dict):
            label = f"{name or summary or index + 1}: headers"
            yield ExampleView(name=label, value=example["headers"])
