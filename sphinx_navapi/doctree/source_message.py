"""A translatable message with its place, and the node that passes it to the gettext builder."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from docutils import nodes
from sphinx import addnodes


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
