"""Nodes of our own. Few per page: what is large stays in the document until it is written."""

from __future__ import annotations

from docutils import nodes


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

    Attributes: ``document``, ``method``, ``path``, ``deprecated``; of a channel ``address``
    and ``protocols``.
    """


class navapi_operation(nodes.section):  # noqa: N801
    """The section of a whole operation page. Attributes: ``method``, ``path``."""

    #: Sphinx looks at it for what has a title that labels may stand for.
    tagname = "section"


class navapi_shown_operation(nodes.General, nodes.Element):  # noqa: N801
    """An operation that a directive shows in a page. Attributes: ``method``, ``path``."""


class navapi_description(nodes.General, nodes.Element):  # noqa: N801
    """A description rendered to stock nodes.

    Attributes: ``message``, the text of the document, untranslated, with the operation and
    the ``field`` where it stands; or ``messages``, texts with JSON pointers.
    Children carry the translation if there is one.
    """


class navapi_navigation(nodes.General, nodes.Element):  # noqa: N801
    """The navigation, or one element of it, as content; expanded when a page is written.

    Attribute ``target``: what the author named, ``""`` for all of it. Not expanded
    while reading: a changed navigation writes pages again and reads none.
    """
