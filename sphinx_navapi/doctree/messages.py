"""Translatable messages of a document, with their files and lines."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

from sphinx_navapi.config.navigation import translatable
from sphinx_navapi.openapi.document import OperationKey

if TYPE_CHECKING:
    from sphinx_navapi.doctree.nodes import navapi_block
    from sphinx_navapi.project.site import Site


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceMessage:
    """A message.

    :ivar file: absolute path, as Sphinx makes it relative itself.
    :ivar line: 1 if the file has no meaningful lines.
    """

    text: str
    file: str
    line: int


class source_message(nodes.General, nodes.Element, addnodes.translatable):  # noqa: N801
    """A message for the gettext builder, with its place in the document."""

    def __init__(self, source: SourceMessage | None = None) -> None:
        super().__init__()
        if source is not None:
            self["message"] = source.text
            put_place(self, source)

    def preserve_original_messages(self) -> None:
        """Nothing to preserve: the message is an attribute."""

    def apply_translated_message(self, original_message: str, translated_message: str) -> None:
        """Nothing to apply: descriptions are translated while they are rendered."""

    def extract_original_messages(self) -> Sequence[str]:
        """The description, as in the document."""
        return [self["message"]]


def put_place(node: Any, source: SourceMessage) -> None:
    """Give *node* the place of *source*."""
    node.source = source.file
    node.line = source.line
    # Printed by gettext_uuid; a digest of the text keeps catalogs reproducible.
    node.uid = hashlib.md5(source.text.encode(), usedforsecurity=False).hexdigest()


def description_source(site: Site, node: nodes.Element, field: str, text: str) -> SourceMessage:
    """*text* with the place of *field* in the operation of *node*, or of its pointer."""
    if "pointer" in node:
        return _at(site, node["document"], node["pointer"], text)
    key = OperationKey(document=node["document"], method=node["method"], path=node["path"])
    document = site.document(key.document)
    operation = document.operation(key.method, key.path) if document else None
    pointer = f"{operation.pointer}/{field}" if operation else ""
    return _at(site, key.document, pointer, text)


def description_sources(site: Site, node: nodes.Element) -> list[SourceMessage]:
    """The texts that the `navapi_description` *node* shows, with their places."""
    if "messages" in node:
        return [_at(site, node["document"], pointer, text) for text, pointer in node["messages"]]
    return [description_source(site, node, node["field"], node["message"])]


def page_source(site: Site, name: str, key: OperationKey | None) -> SourceMessage:
    """The place of the operation *key*, or of its document *name*, without text."""
    document = site.document(name)
    operation = document.operation(key.method, key.path) if document and key else None
    return _at(site, name, operation.pointer if operation else "", "")


def block_sources(site: Site, block: navapi_block) -> list[SourceMessage]:
    """The messages that *block* shows, each once, in order."""
    # Imported here, since only translated builds and `gettext` need it.
    from sphinx_navapi.content.messages import block_messages, schema_messages
    from sphinx_navapi.openapi.view import Direction

    by_text: dict[str, SourceMessage] = {}
    name = block["document"]
    content = site.content(name)
    if block["kind"] == "schema":
        messages = schema_messages(content.schemas.schema(block["pointer"], Direction.BOTH))
    else:
        key = OperationKey(document=name, method=block["method"], path=block["path"])
        view = site.view(key)
        messages = block_messages(block["kind"], content.operation(view)) if view else []
    for text, pointer in messages:
        if text not in by_text:
            by_text[text] = _at(site, name, pointer, text)
    return list(by_text.values())


def change_sources(site: Site, changes: nodes.Element) -> list[SourceMessage]:
    """The messages of a list of changes, with the place of the new document."""
    return [_at(site, changes["document"], "", text) for text in changes["messages"]]


def label_sources(site: Site) -> list[SourceMessage]:
    """The labels of the navigation, with their places in ``docs.json``."""
    config, messages = site.planned.inputs.config, []
    for element in translatable(site.planned.navigation):
        place = config.place(f"{element.pointer}/{element.kind}")
        file = str(site.source_dir / place.file)
        messages.append(SourceMessage(text=element.label, file=file, line=place.line or 1))
    return messages


def is_change_list(node: nodes.bullet_list) -> bool:
    """Whether *node* is a list of changes, which has its own messages."""
    return "messages" in node


def _at(site: Site, document: str, pointer: str, text: str) -> SourceMessage:
    place = site.place(document, pointer)
    return SourceMessage(text=text, file=str(site.source_dir / place.file), line=place.line or 1)
