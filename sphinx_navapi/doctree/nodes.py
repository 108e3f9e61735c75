"""Nodes of our own. Few per page: what is large stays in the document until it is written."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from docutils import nodes
from sphinx import addnodes

if TYPE_CHECKING:
    from sphinx_navapi.doctree.messages import SourceMessage


class navapi_block(nodes.General, nodes.Element):  # noqa: N801 - docutils dispatches on the name
    """A part of an operation page, or a schema, that writes itself.

    Attributes: ``kind`` (``parameters``, ``body``, ``responses``, ``security``,
    ``servers``, ``callbacks``, ``samples``, ``schema``), ``document``; ``method``
    and ``path`` of the operation, or ``pointer`` of the schema; ``prefix`` for
    ids; ``directory`` for links to schema pages; ``source_path`` and ``docname``
    for messages. Its one Text child is for the search index; no writer shows it.
    """


class navapi_signature(nodes.General, nodes.Element):  # noqa: N801
    """Method and path of an operation.

    Attributes: ``document``, ``method``, ``path``, ``deprecated``.
    """


class navapi_operation(nodes.section):  # noqa: N801
    """The section of a whole operation page. Attributes: ``method``, ``path``."""

    #: Sphinx looks at it for what has a title that labels may stand for.
    tagname = "section"


class navapi_shown_operation(nodes.General, nodes.Element):  # noqa: N801
    """An operation that a directive shows in a page. Attributes: ``method``, ``path``."""


class navapi_description(nodes.General, nodes.Element):  # noqa: N801
    """A description rendered to stock nodes.

    Attributes: ``message``, the text of the document, untranslated; ``file`` and
    ``lineno``, where it stands. Children carry the translation if there is one.
    """


class navapi_navigation(nodes.General, nodes.Element):  # noqa: N801
    """The navigation, or one element of it, as content; expanded when a page is written.

    Attribute ``target``: what the author named, ``""`` for all of it. Not expanded
    while reading: a changed navigation writes pages again and reads none.
    """


class source_message(nodes.General, nodes.Element, addnodes.translatable):  # noqa: N801
    """One message for the gettext builder, with the place in the document where it stands."""

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
        """The description, as the document has it."""
        return [self["message"]]


def put_place(node: Any, source: SourceMessage) -> None:
    """Give *node* the place of *source*."""
    node.source = source.file
    node.line = source.line
    # What gettext_uuid prints; a digest of the text keeps catalogues the same between builds.
    node.uid = hashlib.md5(source.text.encode(), usedforsecurity=False).hexdigest()
