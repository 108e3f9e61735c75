"""The operations of an AsyncAPI document, with the data that the plan needs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sphinx_navapi.asyncapi.objects import ASYNCAPI_3, ChannelKind, is_json_schema
from sphinx_navapi.asyncapi.parts import (
    ChannelObject,
    is_version_2,
    items_of,
    last_key,
    read_object,
    referred,
    tag_names,
)
from sphinx_navapi.diagnostics import Diagnostic, Subtype
from sphinx_navapi.formats.lenient import as_list, as_mapping, as_text, below
from sphinx_navapi.openapi import vendor
from sphinx_navapi.openapi.check.malformed import mistakes
from sphinx_navapi.openapi.document import OpenApiDocument, Operation, OperationKey
from sphinx_navapi.openapi.fingerprint import Fingerprinter
from sphinx_navapi.openapi.operations import EXTENSIONS
from sphinx_navapi.openapi.sources import DocumentFiles
from sphinx_navapi.openapi.tags import tag_labels

#: Fields of a channel in 2.x that contain its operations.
_FIELDS: Final = ("publish", "subscribe")

#: Keys of the extension object with their types.
_EXTENSION: Final[dict[str, type]] = {"href": str, "metadata": dict, "content": str}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """An operation. :ivar address: of its channel. :ivar name: its operationId."""

    action: str
    address: str
    name: str | None
    part: ChannelObject
    channel: ChannelObject


def complete_document(document: OpenApiDocument, sources: DocumentFiles) -> list[Diagnostic]:
    """Add the operations to *document*, whose root is bundled, and return diagnostics."""
    _normalize(document.root)
    finder = _ChannelFinder(document, sources)
    fingerprinter = Fingerprinter(document, {})
    taken: set[tuple[str, str]] = set()
    operations = []
    for listed in finder.find():
        path = listed.address
        if (listed.action, path) in taken and listed.name:
            # Operations of 3.x may share a channel.
            path = f"{path} {listed.name}"
        taken.add((listed.action, path))
        operations.append(_operation(document, listed, path, fingerprinter))
    document.operations = tuple(operations)
    document.skipped = finder.skipped
    document.tag_labels = tag_labels(document)
    return finder.diagnostics


@dataclass(slots=True)
class _ChannelFinder:
    """Collects the operations of one document."""

    document: OpenApiDocument
    sources: DocumentFiles
    skipped: dict[OperationKey, str] = field(default_factory=dict)
    diagnostics: list[Diagnostic] = field(default_factory=list)

    def find(self) -> Iterator[_Found]:
        """The usable operations in document order."""
        holder = "channels" if is_version_2(self.document) else "operations"
        channels = self.document.root.get(holder)
        if channels is not None and not isinstance(channels, dict):
            self._say(f"`{holder}` must be a mapping; it was ignored", f"/{holder}")
            return
        read = self._of_channel if is_version_2(self.document) else self._of_operations
        for name, pointer in items_of(self.document, f"/{holder}"):
            yield from read(name, pointer)

    def _of_channel(self, name: str, pointer: str) -> Iterator[_Found]:
        """2.x: the operations of the channel *name*."""
        channel = read_object(self.document, pointer)
        if not channel.layers[0].value:
            return
        for action in channel.layers[0].value:
            if action not in _FIELDS:
                continue
            part = read_object(self.document, below(channel.pointer, action))
            if not isinstance(self.document.at(part.pointer), dict):
                reason = "it must be a mapping"
                self._skip(action, name, reason, below(channel.pointer, action), is_told=False)
                continue
            if part.get("x-excluded") is True:
                continue
            yield _Found(
                action=action.upper(),
                address=name,
                name=part.text("operationId"),
                part=part,
                channel=channel,
            )

    def _of_operations(self, name: str, pointer: str) -> Iterator[_Found]:
        """3.x: the operation *name*."""
        part = read_object(self.document, pointer)
        action = part.get("action")
        if part.get("x-excluded") is True:
            return
        if action not in ("send", "receive"):
            written = f"`action: {action}`" if action is not None else "its `action` is missing"
            reason = f"{written}: write `send` or `receive`"
            self._skip_for("send", name, reason, part, "action")
            return
        target = referred(part.get("channel"))
        channel = read_object(self.document, target) if target else None
        if target is None or channel is None or not channel.layers[0].value:
            reason = "its channel cannot be resolved: write `channel: {$ref: '#/channels/…'}`"
            self._skip_for(action, name, reason, part, "channel")
            return
        yield _Found(
            action=action.upper(),
            address=channel.text("address") or last_key(target),
            name=name,
            part=part,
            channel=channel,
        )

    def _skip_for(
        self, action: str, name: str, reason: str, part: ChannelObject, field: str
    ) -> None:
        """Skip the operation *part*, since its *field* is missing or cannot be used.

        If it is misspelled or its reference is broken, that is reported already.
        """
        value = part.layers[0].value
        faults = mistakes(value, ChannelKind.OPERATION, ASYNCAPI_3)
        is_told = referred(value.get(field)) is not None or any(
            fault.field == field and fault.pointer != f"/{field}" for fault in faults
        )
        pointer = below(part.pointer, field) if field in value else part.pointer
        self._skip(action, name, reason, pointer, is_told=is_told)

    def _skip(self, action: str, name: str, reason: str, pointer: str, *, is_told: bool) -> None:
        """Skip an operation. :param is_told: its mistake is reported already."""
        key = OperationKey(document=self.document.name, method=action.upper(), path=name)
        self.skipped[key] = reason
        if not is_told:
            self._say(f"the operation {name} is invalid and was skipped: {reason}", pointer)

    def _say(self, message: str, pointer: str) -> None:
        place = self.sources.place(pointer, of_key=True)
        self.diagnostics.append(
            Diagnostic(subtype=Subtype.INVALID_OPERATION, message=message, place=place)
        )


def _operation(
    document: OpenApiDocument, listed: _Found, path: str, fingerprinter: Fingerprinter
) -> Operation:
    part, channel = listed.part, listed.channel
    named = {"x-speakeasy-name-override": listed.name}
    title = part.text("title") or part.text("summary") or vendor.display_name(named)
    tags = tag_names(document, part) or tag_names(document, channel)
    return Operation(
        key=OperationKey(document=document.name, method=listed.action, path=path),
        http_method=listed.action.lower(),
        pointer=part.pointer,
        path_pointer=channel.pointer,
        kind="channel",
        operation_id=listed.name,
        summary=title or f"{listed.action.capitalize()} {listed.address}",
        description=part.text("description"),
        # Operations without tags are grouped by channel.
        tags=tags or (channel.text("title") or last_key(channel.pointer),),
        deprecated=part.get("deprecated") is True or part.get("x-deprecated") is True,
        hidden=vendor.hiding_field(part.layers[0].value, channel.layers[0].value) is not None,
        extension=_extension(part),
        fingerprint=_fingerprint(document, part, channel, fingerprinter),
    )


def _extension(part: ChannelObject) -> Mapping[str, Any]:
    """The merged extension object; malformed parts are skipped."""
    badges = vendor.badges(part.layers[0].value)
    merged: dict[str, Any] = {"badges": badges} if badges else {}
    for name in EXTENSIONS:
        merged |= {
            key: value
            for key, value in as_mapping(part.get(name)).items()
            if key in _EXTENSION and isinstance(value, _EXTENSION[key])
        }
    return merged


def _fingerprint(
    document: OpenApiDocument,
    part: ChannelObject,
    channel: ChannelObject,
    fingerprinter: Fingerprinter,
) -> str:
    """Hex digest of everything shown on the page of an operation."""
    root = document.root
    # The channel's own parts instead of the reference, which also leads to messages of others.
    own = {key: value for key, value in part.layers[0].value.items() if key != "channel"}
    others = (*_FIELDS, "messages") if "messages" in own else _FIELDS
    around = {key: value for key, value in channel.layers[0].value.items() if key not in others}
    inherited = {key: root.get(key) for key in ("asyncapi", "defaultContentType", "servers")}
    # In 2.x, references to servers and schemes are plain names.
    schemes = [below("/components/securitySchemes", name) for name in _named_schemes(root, part)]
    return fingerprinter.values((own, around, inherited), schemes)


def _named_schemes(root: Mapping[str, Any], part: ChannelObject) -> Iterator[str]:
    owners = [part.layers[0].value, *as_mapping(root.get("servers")).values()]
    for owner in owners:
        for requirement in as_list(as_mapping(owner).get("security")):
            yield from as_mapping(requirement)


def _normalize(root: dict[str, Any]) -> None:
    """Convert what OpenAPI writes differently to that form.

    Discriminators are strings here; a parameter of 3.x has schema keywords itself; a component
    schema may be wrapped with its format.
    """
    components = as_mapping(root.get("components"))
    channels = [as_mapping(root.get("channels")), as_mapping(components.get("channels"))]
    holders = [as_mapping(channel) for each in channels for channel in each.values()]
    for parameters in (components.get("parameters"), *(h.get("parameters") for h in holders)):
        for parameter in as_mapping(parameters).values():
            has_own = isinstance(parameter, dict) and "$ref" not in parameter
            if has_own and parameter.get("schema") is None:
                keywords = {key: parameter[key] for key in _KEYWORDS if key in parameter}
                parameter["schema"] = {"type": "string", **keywords}
    schemas = components.get("schemas")
    for name, schema in as_mapping(schemas).items():
        inner = as_mapping(schema).get("schema")
        if not isinstance(inner, dict) or not isinstance(schemas, dict):
            continue
        if "schemaFormat" in schema and is_json_schema(as_text(schema["schemaFormat"])):
            schemas[name] = inner
    _name_discriminators(root)


#: Schema keywords that a parameter of 3.x has itself.
_KEYWORDS: Final = ("enum", "default", "examples")


def _name_discriminators(root: dict[str, Any]) -> None:
    left: list[Any] = [root]
    seen: set[int] = set()
    while left:
        value = left.pop()
        if id(value) in seen or not isinstance(value, dict | list):
            continue
        seen.add(id(value))
        if isinstance(value, list):
            left += value
            continue
        name = value.get("discriminator")
        if isinstance(name, str) and not {"type", "properties", "oneOf", "anyOf"}.isdisjoint(value):
            value["discriminator"] = {"propertyName": name}
        left += (v for k, v in value.items() if k not in ("example", "examples", "default"))
